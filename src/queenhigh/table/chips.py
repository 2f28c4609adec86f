"""Which chips an event moves, from where to where. Every event with money in it is here."""

from collections.abc import Iterator

import msgspec

from ..house.model import House
from .events import (
    AnyEvent,
    BetReopened,
    ChipsBought,
    CouponSettled,
    DecisionCorrected,
    DropBoxTaken,
    DropCounted,
    EnvyCollected,
    Event,
    FeeCollected,
    JackpotLocked,
    JackpotShared,
    LateLimitNoticed,
    MeterFed,
    MeterOpened,
    MeterRead,
    MeterReset,
    OfMeter,
    PlayPlaced,
    RoundEnded,
    RoundVoided,
    SeatLeft,
    SettledRoundVoided,
    TableClosed,
    TableOpened,
    TokeGiven,
    TokePlaced,
    TokeWithdrawn,
    TrayCredited,
    TrayFilled,
    WagerCorrected,
    WagerPaid,
    WagerPlaced,
    WagerPushed,
    WagerTaken,
    WagerWithdrawn,
)
from .state import Settling, Table, Transfer, may_not_owe

# Outside the table: the cage fills the tray, players bring cash and carry chips away, the bank
# behind the progressive puts up its first seed, and other tables feed and win a shared meter.
CAGE, CASH, AWAY, BANK, ELSEWHERE = "cage", "cash", "away", "bank", "elsewhere"
TRAY, DROP, FEES = "tray", "drop", "fees"
# Where boxes wait to be counted; what was counted otherwise than it should have been stays there.
COUNT_ROOM = "count_room"
# Where the tray is the chips: what the table owes its meters, or has paid for them, against them.
# It is settled with the cage when the tray goes there.
CONTRIBUTIONS = "contributions"
# Of each meter, with its key after a colon: what it stands at, what is kept for its next seed,
# what was won and is not paid yet, and what its limit kept out of it.
METER, RESERVE, JACKPOT, OVERFLOW = "meter", "reserve", "jackpot", "overflow"
_OF_A_METER = (METER, RESERVE, JACKPOT, OVERFLOW)
# Coupons are not money: their faces are counted as they are taken.
PROMOTION, COUPONS = "promotion", "coupons"

# What belongs to a round's bets: a void moves it back.
_OF_THE_BETS = frozenset({
    WagerPlaced, WagerWithdrawn, TokePlaced, TokeWithdrawn, LateLimitNoticed, FeeCollected,
    MeterFed, PlayPlaced, WagerTaken, WagerPushed, WagerPaid, CouponSettled, EnvyCollected,
    JackpotLocked, MeterReset, BetReopened, DecisionCorrected, WagerCorrected,
})  # fmt: skip


_MOVE_CHIPS = frozenset({
    *_OF_THE_BETS, TableOpened, TableClosed, TrayFilled, TrayCredited, DropBoxTaken, DropCounted,
    ChipsBought, SeatLeft,
    TokeGiven, MeterRead, JackpotShared, RoundVoided, SettledRoundVoided,
})  # fmt: skip


def spot(seat: int, wager: str, *, toke: bool = False) -> str:
    return f"layout:{seat}:{'toke:' if toke else ''}{wager}"


def transfers(table: Table, event: AnyEvent) -> list[Transfer]:
    if type(event) not in _MOVE_CHIPS:
        return []
    # A bet that was lowered moves chips the other way; amounts are positive.
    return [
        each if each.cents > 0 else Transfer(each.target, each.source, -each.cents)
        for each in _transfers(table, event)
        if each.cents
    ]


def _transfers(table: Table, event: Event) -> Iterator[Transfer]:
    match event:
        case TableOpened():
            yield Transfer(CAGE, TRAY, event.tray)
            for key, opened in meters_opened(table.house, event).items():
                if opened.linked:
                    yield from _read(table, key, opened.cents, opened.reserve)
                else:
                    yield Transfer(BANK, place(METER, key), opened.cents)
        case TableClosed():
            yield Transfer(TRAY, CAGE, event.tray)
            yield Transfer(CONTRIBUTIONS, CAGE, table.accounts.get(CONTRIBUTIONS, 0))
        case DropBoxTaken():
            yield Transfer(DROP, COUNT_ROOM, event.cents)
        case DropCounted():
            yield Transfer(COUNT_ROOM, CAGE, event.counted)
        case TrayFilled():
            yield Transfer(CAGE, TRAY, event.cents)
        case TrayCredited():
            yield Transfer(TRAY, CAGE, event.cents)
        case ChipsBought():
            yield Transfer(TRAY, f"stack:{event.player}", event.cents)
            yield Transfer(CASH, DROP, event.cents)
        case SeatLeft():
            yield Transfer(f"stack:{event.player}", AWAY, event.with_cents)
        case WagerPlaced():
            on = spot(event.seat, event.wager)
            yield Transfer(_own(table, event.seat), on, event.amount - event.before)
        case LateLimitNoticed():
            on = spot(event.seat, event.wager)
            yield Transfer(_own(table, event.seat), on, event.actual - event.placed)
            if isinstance(event.play, int) and isinstance(event.play_before, int):
                on = spot(event.seat, "play")
                yield Transfer(_own(table, event.seat), on, event.play - event.play_before)
        case WagerWithdrawn():
            yield Transfer(spot(event.seat, event.wager), _own(table, event.seat), event.amount)
        case TokePlaced():
            on = spot(event.seat, event.wager, toke=True)
            yield Transfer(_own(table, event.seat), on, event.amount - event.before)
        case TokeWithdrawn():
            on = spot(event.seat, event.wager, toke=True)
            yield Transfer(on, _own(table, event.seat), event.amount)
        case TokeGiven():
            yield Transfer(_own(table, event.seat), f"tips:{event.dealer}", event.amount)
        case FeeCollected():
            yield Transfer(f"stack:{event.player}", FEES, event.cents)
        case MeterFed():
            key, source = meter_of(table.house, event), behind_meters(table)
            yield Transfer(source, place(METER, key), event.meter)
            yield Transfer(source, place(RESERVE, key), event.reserve)
            yield Transfer(source, place(OVERFLOW, key), event.overflow)
        case MeterRead():
            key = meter_of(table.house, event)
            yield from _read(table, key, event.meter, event.reserve, event.overflow)
        case JackpotLocked():
            key = meter_of(table.house, event)
            yield Transfer(place(METER, key), place(JACKPOT, key), event.cents)
        case JackpotShared():
            key = meter_of(table.house, event)
            more = event.cents - event.before
            yield Transfer(place(ELSEWHERE, key), place(JACKPOT, key), more)
        case MeterReset():
            key = meter_of(table.house, event)
            from_table = event.seed - event.from_reserve - event.from_overflow
            yield Transfer(place(RESERVE, key), place(METER, key), event.from_reserve)
            yield Transfer(place(OVERFLOW, key), place(METER, key), event.from_overflow)
            yield Transfer(behind_meters(table), place(METER, key), from_table)
        case PlayPlaced():
            yield Transfer(_own(table, event.seat), spot(event.seat, "play"), event.amount)
        case WagerTaken():
            yield Transfer(spot(event.seat, event.wager, toke=event.toke), TRAY, event.stake)
        case WagerPushed():
            on = spot(event.seat, event.wager, toke=event.toke)
            if not event.toke or table.house.tokes.on_push == "returned":
                yield Transfer(on, _own(table, event.seat), event.stake)
            elif table.house.tokes.on_push == "dealer":
                yield Transfer(on, f"tips:{table.dealer}", event.stake)
        case WagerPaid():
            yield from _paid(table, event)
        case CouponSettled():
            yield Transfer(TRAY, _own(table, event.seat), event.paid)
            if event.result != "push":  # It stays the player's.
                yield Transfer(PROMOTION, COUPONS, event.face)
        case EnvyCollected():
            yield from _award(table, _with_envy(table, event), _own(table, event.seat), event.paid)
        case BetReopened():
            moved = dict(table.round.undo).get(settling(table, event), ())
            yield from (Transfer(each.target, each.source, each.cents) for each in moved[::-1])
        case DecisionCorrected() | WagerCorrected():
            on, own = spot(event.seat, "play"), _own(table, event.seat)
            yield Transfer(own, on, event.play - event.play_before)
            if isinstance(event, WagerCorrected):
                on = spot(event.seat, event.wager)
                yield Transfer(own, on, event.actual - event.entered)
        case RoundVoided():
            yield from _voided(table)
        case SettledRoundVoided():
            for played in table.played.values():
                if played.number == event.number:
                    yield from _given_back(table, played.moved)
        case _:
            return


JACKPOT_OF = "jackpot"  # What was locked for a bet, as something that can be taken back.
_Reckoned = (
    WagerTaken | WagerPushed | WagerPaid | CouponSettled | EnvyCollected | JackpotLocked
    | MeterReset | BetReopened
)  # fmt: skip


def settling(table: Table, event: _Reckoned) -> Settling:
    """The bet whose chips an event of the settlement moves."""
    match event:
        case BetReopened():
            return Settling(event.seat, event.wager, event.toke, event.on)
        case CouponSettled():
            return Settling(event.seat, "match_play", on=event.on)
        case EnvyCollected():
            return Settling(event.seat, "envy", on=f"{_with_envy(table, event)}:{event.for_seat}")
        case JackpotLocked():
            wager = event.wager if isinstance(event.wager, str) else ""
            return Settling(event.seat, JACKPOT_OF, on=wager)
        case MeterReset():
            last = table.round.jackpots[-1]
            return Settling(last.seat, JACKPOT_OF, on=last.wager)
        case _:
            return Settling(event.seat, event.wager, event.toke)


Undo = tuple[tuple[Settling, tuple[Transfer, ...]], ...]


def undo(table: Table, event: Event, moved: list[Transfer]) -> Undo:
    """How each settled bet of the round has moved chips, this event included."""
    known = table.round.undo
    if not isinstance(event, _Reckoned):
        return known
    key = settling(table, event)
    others = tuple(each for each in known if each[0] != key)
    if isinstance(event, BetReopened):
        return others
    return (*others, (key, (*dict(known).get(key, ()), *moved)))


def _own(table: Table, seat: int) -> str:
    return f"stack:{table.seats[seat].player}"


def place(kind: str, key: str) -> str:
    """Where the money of a meter is: ``meter:main``."""
    return f"{kind}:{key}"


def meter_of(house: House, event: OfMeter) -> str:
    """The meter that an event is about; the house's only one where it names none."""
    if isinstance(event.of, str):
        return event.of
    if house.only_meter is None:
        raise ValueError(f"{house.key} has not one meter, and the event names none")
    return house.only_meter


def meters_opened(house: House, event: TableOpened) -> dict[str, MeterOpened]:
    if event.meters is not msgspec.UNSET:
        return event.meters
    if house.only_meter is None:
        return {}
    return {house.only_meter: MeterOpened(event.meter, event.reserve, event.linked)}


def _paid(table: Table, event: WagerPaid) -> Iterator[Transfer]:
    """A winning toke goes to the dealer with its payoff; a "for 1" award keeps the stake."""
    lay_on = spot(event.seat, event.wager, toke=event.toke)
    winner = f"tips:{table.dealer}" if event.toke else _own(table, event.seat)
    won = table.jackpot_of(event.seat, event.wager) if event.of_meter else None
    if won is not None:
        yield from _drawn(table, place(JACKPOT, won.meter), winner, event.paid)
    else:
        wager = "" if event.toke else event.wager
        yield from _award(table, wager, winner, event.paid)
    yield Transfer(lay_on, winner, event.returned)
    yield Transfer(lay_on, TRAY, event.stake - event.returned)


def _award(table: Table, wager: str, winner: str, cents: int) -> Iterator[Transfer]:
    """Out of the tray; of a wager with a meter out of that, where the house funds it so."""
    about = table.house.wagers.get(wager)
    if about and about.meters and table.house.payouts.funded_by == "meter":
        meter = place(METER, about.meters[0])
        of_meter = min(cents, max(0, table.accounts.get(meter, 0)))
        yield from _drawn(table, meter, winner, of_meter)
        cents -= of_meter
    yield Transfer(TRAY, winner, cents)


def behind_meters(table: Table) -> str:
    """Where what the table gives to its meters comes from. Chips in a tray are not moved by it."""
    return CONTRIBUTIONS if table.tray_is_chips else TRAY


def _drawn(table: Table, meter: str, winner: str, cents: int) -> Iterator[Transfer]:
    """A meter's money is won: in chips of the tray, which the meter owes the table then."""
    if table.tray_is_chips:
        yield Transfer(meter, CONTRIBUTIONS, cents)
        yield Transfer(TRAY, winner, cents)
    else:
        yield Transfer(meter, winner, cents)


def _with_envy(table: Table, event: EnvyCollected) -> str:
    """The wager that earns the envy; the only one that has it where the event names none."""
    if isinstance(event.wager, str):
        return event.wager
    return next((key for key, each in table.house.wagers.items() if each.envy), "")


def _read(
    table: Table, key: str, meter: int, reserve: int, overflow: int | None = None
) -> Iterator[Transfer]:
    """The difference is what other tables have fed and won."""
    standing = {METER: meter, RESERVE: reserve}
    if overflow is not None:
        standing[OVERFLOW] = overflow
    for kind, cents in standing.items():
        there = place(kind, key)
        yield Transfer(place(ELSEWHERE, key), there, cents - table.accounts.get(there, 0))


def _voided(table: Table) -> Iterator[Transfer]:
    """All that the bets had moved goes back, stakes, fees, payouts and what they fed."""
    yield from _given_back(table, table.at_stake)
    # What another table's jackpot had given to this one's belongs to no winner any more.
    for key in table.house.meters:
        jackpot = place(JACKPOT, key)
        extra = table.accounts.get(jackpot, 0) - table.at_stake.get(jackpot, 0)
        yield Transfer(jackpot, place(METER, key), max(0, extra))


def _given_back(table: Table, moved: dict[str, int]) -> Iterator[Transfer]:
    """Where somebody has spent what was paid, or another table has won what was fed, the tray
    bears it, or what stands behind the meters.
    """
    for account, cents in sorted(moved.items()):
        kind, _, key = account.partition(":")
        bears = behind_meters(table) if kind in _OF_A_METER else TRAY
        if account not in (TRAY, CONTRIBUTIONS):
            there = table.accounts.get(account, 0)
            if kind == METER and key in table.linked:  # It may have been won, down to its seed.
                there = max(0, there - table.house.meters[key].seed_cents)
            yield Transfer(account, bears, min(cents, there) if may_not_owe(account) else cents)


def off_the_layout(table: Table) -> dict[str, int]:
    """What the round's bets have moved, but for what lies there still, a toke that stays up."""
    moved: dict[str, int] = {}
    for account, cents in table.at_stake.items():
        kind, _, rest = account.partition(":")
        own = _own(table, int(rest.partition(":")[0])) if kind == "layout" and cents else account
        moved[own] = moved.get(own, 0) + cents
    return {account: cents for account, cents in moved.items() if cents}


def at_stake(table: Table, event: Event, moved: list[Transfer]) -> dict[str, int]:
    """What the round's bets have moved, account by account, this event included."""
    if isinstance(event, RoundEnded | RoundVoided):
        return {}
    if not moved or type(event) not in _OF_THE_BETS:
        return table.at_stake
    if isinstance(event, FeeCollected) and not table.house.fee.refund_on_void:
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
