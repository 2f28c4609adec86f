"""Which chips an event moves, from where to where. Every event with money in it is here."""

from collections.abc import Iterator

import msgspec

from .events import (
    AnyEvent,
    ChipsBought,
    CouponSettled,
    EnvyCollected,
    FeeCollected,
    LateLimitNoticed,
    MeterFed,
    MeterReset,
    PlayPlaced,
    RoundVoided,
    SeatLeft,
    TableClosed,
    TableOpened,
    TokeGiven,
    TokePlaced,
    TokeWithdrawn,
    WagerPaid,
    WagerPlaced,
    WagerPushed,
    WagerTaken,
    WagerWithdrawn,
)
from .state import Table

# Outside the table: the cage fills the tray, players bring cash and carry chips away, and the
# bank behind the progressive puts up its first seed.
CAGE, CASH, AWAY, BANK = "cage", "cash", "away", "bank"
TRAY, DROP, FEES, METER, RESERVE = "tray", "drop", "fees", "meter", "reserve"


class Transfer(msgspec.Struct, frozen=True):
    source: str
    target: str
    cents: int


def spot(seat: int, wager: str, *, toke: bool = False) -> str:
    return f"layout:{seat}:{'toke:' if toke else ''}{wager}"


def transfers(table: Table, event: AnyEvent) -> list[Transfer]:
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
            yield Transfer(BANK, METER, event.meter)
        case TableClosed():
            yield Transfer(TRAY, CAGE, event.tray)
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
        case MeterReset():
            yield Transfer(RESERVE, METER, event.from_reserve)
            yield Transfer(TRAY, METER, event.seed - event.from_reserve)
        case PlayPlaced():
            yield Transfer(_own(table, event.seat), spot(event.seat, "play"), event.amount)
        case WagerTaken():
            yield Transfer(spot(event.seat, event.wager, toke=event.toke), TRAY, event.stake)
        case WagerPushed():
            place = spot(event.seat, event.wager, toke=event.toke)
            yield Transfer(place, _own(table, event.seat), event.stake)
        case WagerPaid():
            yield from _paid(table, event)
        case CouponSettled() | EnvyCollected():
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
    yield Transfer(METER if event.of_meter else TRAY, winner, event.paid)
    yield Transfer(place, winner, event.returned)
    yield Transfer(place, TRAY, event.stake - event.returned)


def _voided(table: Table) -> Iterator[Transfer]:
    """Every stake goes back, folded or not, and what the bets had fed and cost."""
    for account, cents in table.accounts.items():
        if account.startswith("layout:"):
            yield Transfer(account, _own(table, int(account.split(":")[1])), cents)
    for seat, cents in table.round.taken.items():
        yield Transfer(TRAY, _own(table, seat), cents)
    meter, reserve = table.round.fed
    yield Transfer(METER, TRAY, meter)
    yield Transfer(RESERVE, TRAY, reserve)
    if table.house.options.collection_fee.refund_on_void:
        for player, cents in table.round.fees.items():
            yield Transfer(FEES, _stack(player), cents)


def after(accounts: dict[str, int], moved: list[Transfer]) -> dict[str, int]:
    """The accounts after the transfers; empty spots are dropped."""
    if not moved:
        return accounts
    changed = dict(accounts)
    for transfer in moved:
        changed[transfer.source] = changed.get(transfer.source, 0) - transfer.cents
        changed[transfer.target] = changed.get(transfer.target, 0) + transfer.cents
    return {
        account: cents
        for account, cents in changed.items()
        if cents or not account.startswith("layout:")
    }
