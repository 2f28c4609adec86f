"""Which chips an event moves, from where to where. Every event with money in it is here."""

from collections.abc import Iterator

import msgspec

from .events import (
    AnyEvent,
    ChipsBought,
    CouponSettled,
    EnvyCollected,
    FeeCollected,
    JackpotLocked,
    JackpotShared,
    LateLimitNoticed,
    MeterFed,
    MeterRead,
    MeterReset,
    PlayPlaced,
    RoundEnded,
    RoundVoided,
    SeatLeft,
    TableClosed,
    TableOpened,
    TokeGiven,
    TokePlaced,
    TokeWithdrawn,
    TrayCredited,
    TrayFilled,
    WagerPaid,
    WagerPlaced,
    WagerPushed,
    WagerTaken,
    WagerWithdrawn,
)
from .state import Table, may_not_owe

# Outside the table: the cage fills the tray, players bring cash and carry chips away, the bank
# behind the progressive puts up its first seed, and other tables feed and win a shared meter.
CAGE, CASH, AWAY, BANK, ELSEWHERE = "cage", "cash", "away", "bank", "elsewhere"
TRAY, DROP, FEES = "tray", "drop", "fees"
# Of the progressive: what it stands at, what is kept for its next seed, what was won and is not
# paid yet, and what its limit kept out of it.
METER, RESERVE, JACKPOT, OVERFLOW = "meter", "reserve", "jackpot", "overflow"
# Coupons are no money: their faces are counted as they are taken.
PROMOTION, COUPONS = "promotion", "coupons"

# What belongs to a round's bets: a void moves it back.
_OF_THE_BETS = frozenset({
    WagerPlaced, WagerWithdrawn, TokePlaced, TokeWithdrawn, LateLimitNoticed, FeeCollected,
    MeterFed, PlayPlaced, WagerTaken, WagerPushed, WagerPaid, CouponSettled, EnvyCollected,
    JackpotLocked, MeterReset,
})  # fmt: skip


_MOVE_CHIPS = frozenset({
    *_OF_THE_BETS, TableOpened, TableClosed, TrayFilled, TrayCredited, ChipsBought, SeatLeft,
    TokeGiven, MeterRead, JackpotShared, RoundVoided,
})  # fmt: skip


class Transfer(msgspec.Struct, frozen=True):
    source: str
    target: str
    cents: int


def spot(seat: int, wager: str, *, toke: bool = False) -> str:
    return f"layout:{seat}:{'toke:' if toke else ''}{wager}"


def transfers(table: Table, event: AnyEvent) -> list[Transfer]:
    if type(event) not in _MOVE_CHIPS:
        return []
    return [_forward(each) for each in _transfers(table, event) if each.cents]


def _forward(transfer: Transfer) -> Transfer:
    """A bet that was lowered moves chips the other way; amounts are positive."""
    if transfer.cents > 0:
        return transfer
    return Transfer(transfer.target, transfer.source, -transfer.cents)


def _transfers(table: Table, event: AnyEvent) -> Iterator[Transfer]:
    match event:
        case TableOpened():
            yield Transfer(CAGE, TRAY, event.tray)
            if event.linked:
                yield from _read(table, event)
            else:
                yield Transfer(BANK, METER, event.meter)
        case TableClosed():
            yield Transfer(TRAY, CAGE, event.tray)
        case TrayFilled():
            yield Transfer(CAGE, TRAY, event.cents)
        case TrayCredited():
            yield Transfer(TRAY, CAGE, event.cents)
        case ChipsBought():
            yield Transfer(TRAY, _stack(event.player), event.cents)
            yield Transfer(CASH, DROP, event.cents)
        case SeatLeft():
            yield Transfer(_stack(event.player), AWAY, event.with_cents)
        case WagerPlaced():
            place = spot(event.seat, event.wager)
            yield Transfer(_own(table, event.seat), place, event.amount - event.before)
        case LateLimitNoticed():
            place = spot(event.seat, event.wager)
            yield Transfer(_own(table, event.seat), place, event.actual - event.placed)
        case WagerWithdrawn():
            yield Transfer(spot(event.seat, event.wager), _own(table, event.seat), event.amount)
        case TokePlaced():
            place = spot(event.seat, event.wager, toke=True)
            yield Transfer(_own(table, event.seat), place, event.amount - event.before)
        case TokeWithdrawn():
            place = spot(event.seat, event.wager, toke=True)
            yield Transfer(place, _own(table, event.seat), event.amount)
        case TokeGiven():
            yield Transfer(_own(table, event.seat), f"tips:{event.dealer}", event.amount)
        case FeeCollected():
            yield Transfer(_stack(event.player), FEES, event.cents)
        case MeterFed():
            yield Transfer(TRAY, METER, event.meter)
            yield Transfer(TRAY, RESERVE, event.reserve)
            yield Transfer(TRAY, OVERFLOW, event.overflow)
        case MeterRead():
            yield from _read(table, event)
        case JackpotLocked():
            yield Transfer(METER, JACKPOT, event.cents)
        case JackpotShared():
            yield Transfer(ELSEWHERE, JACKPOT, event.cents - event.before)
        case MeterReset():
            yield Transfer(RESERVE, METER, event.from_reserve)
            yield Transfer(OVERFLOW, METER, event.from_overflow)
            yield Transfer(TRAY, METER, event.seed - event.from_reserve - event.from_overflow)
        case PlayPlaced():
            yield Transfer(_own(table, event.seat), spot(event.seat, "play"), event.amount)
        case WagerTaken():
            yield Transfer(spot(event.seat, event.wager, toke=event.toke), TRAY, event.stake)
        case WagerPushed():
            place = spot(event.seat, event.wager, toke=event.toke)
            yield Transfer(place, _own(table, event.seat), event.stake)
        case WagerPaid():
            yield from _paid(table, event)
        case CouponSettled():
            yield Transfer(TRAY, _own(table, event.seat), event.paid)
            if event.result != "push":  # It stays the player's.
                yield Transfer(PROMOTION, COUPONS, event.face)
        case EnvyCollected():
            yield Transfer(TRAY, _own(table, event.seat), event.paid)
        case RoundVoided():
            yield from _voided(table)
        case _:
            return


def _stack(player: str) -> str:
    return f"stack:{player}"


def _own(table: Table, seat: int) -> str:
    return _stack(table.seats[seat].player)


def _paid(table: Table, event: WagerPaid) -> Iterator[Transfer]:
    """A winning toke goes to the dealer with its payoff; a "for 1" award keeps the stake."""
    place = spot(event.seat, event.wager, toke=event.toke)
    winner = f"tips:{table.dealer}" if event.toke else _own(table, event.seat)
    yield Transfer(JACKPOT if event.of_meter else TRAY, winner, event.paid)
    yield Transfer(place, winner, event.returned)
    yield Transfer(place, TRAY, event.stake - event.returned)


def _read(table: Table, event: TableOpened | MeterRead) -> Iterator[Transfer]:
    """The difference is what other tables have fed and won."""
    yield Transfer(ELSEWHERE, METER, event.meter - table.accounts.get(METER, 0))
    yield Transfer(ELSEWHERE, RESERVE, event.reserve - table.accounts.get(RESERVE, 0))
    if isinstance(event, MeterRead) and event.overflow is not None:
        yield Transfer(ELSEWHERE, OVERFLOW, event.overflow - table.accounts.get(OVERFLOW, 0))


def _voided(table: Table) -> Iterator[Transfer]:
    """All that the bets had moved goes back, stakes, fees, payouts and what they fed.

    Where somebody has spent what was paid, or another table has won what was fed, the tray
    bears it.
    """
    for account, cents in sorted(table.at_stake.items()):
        if account != TRAY:
            there = table.accounts.get(account, 0)
            if account == METER and table.linked:  # It has been won meanwhile, down to its seed.
                there = max(0, there - table.house.progressive_terms.meter.seed_cents)
            yield Transfer(account, TRAY, min(cents, there) if may_not_owe(account) else cents)
    # What another table's jackpot had given to this one's belongs to no winner any more.
    locked = table.at_stake.get(JACKPOT, 0)
    yield Transfer(JACKPOT, METER, max(0, table.accounts.get(JACKPOT, 0) - locked))


def at_stake(table: Table, event: AnyEvent, moved: list[Transfer]) -> dict[str, int]:
    """What the round's bets have moved, account by account, this event included."""
    if isinstance(event, RoundEnded | RoundVoided):
        return {}
    if not moved or type(event) not in _OF_THE_BETS:
        return table.at_stake
    if isinstance(event, FeeCollected) and not table.house.options.collection_fee.refund_on_void:
        return table.at_stake
    return after(table.at_stake, moved, drop="")


def after(
    accounts: dict[str, int], moved: list[Transfer], *, drop: str = "layout:"
) -> dict[str, int]:
    """The accounts after the transfers; empty spots are dropped."""
    if not moved:
        return accounts
    changed = dict(accounts)
    for transfer in moved:
        changed[transfer.source] = changed.get(transfer.source, 0) - transfer.cents
        changed[transfer.target] = changed.get(transfer.target, 0) + transfer.cents
    for account in {each for transfer in moved for each in (transfer.source, transfer.target)}:
        if not changed[account] and account.startswith(drop):
            del changed[account]
    return changed
