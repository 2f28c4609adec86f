"""Which chips each event moves, from where to where. Every event that moves money is here."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from ..house.model import House
from . import events as e
from .chip_place import (
    AWAY,
    BANK,
    CAGE,
    CASH,
    CONTRIBUTIONS,
    COUNT_ROOM,
    COUPONS,
    DROP,
    ELSEWHERE,
    FEES,
    JACKPOT,
    METER,
    OF_A_METER,
    OVERFLOW,
    PROMOTION,
    RESERVE,
    TRAY,
    Place,
    may_owe,
    of_meter,
    spot,
    stack_of,
    tips_of,
)  # fmt: skip
from .state import Settling, Table, Transfer


def bets_on(table: Table, seat: int) -> Iterator[tuple[str, bool, int]]:
    """What lies on a seat's spots: the wager, whether it is a toke, and the chips, by spot."""
    for account, cents in sorted(table.accounts.items()):
        place = Place.parse(account)
        if place.seat == seat:
            yield place.name, place.toke, cents


def transfers(table: Table, event: e.Event) -> list[Transfer]:
    moving = MOVE_CHIPS.get(type(event))
    if moving is None:
        return []
    # Lowering a bet moves chips the other way; amounts are positive.
    return [
        each if each.cents > 0 else Transfer(each.target, each.source, -each.cents)
        for each in moving(table, event)
        if each.cents
    ]


def _table_opened(table: Table, event: e.TableOpened) -> Iterator[Transfer]:
    yield Transfer(CAGE, TRAY, event.tray)
    for key, opened in meters_opened(table.house, event).items():
        if opened.linked:
            yield from _read(table, key, opened.cents, opened.reserve)
        else:
            yield Transfer(BANK, of_meter(METER, key), opened.cents)


def _table_closed(table: Table, event: e.TableClosed) -> Iterator[Transfer]:
    yield Transfer(TRAY, CAGE, event.tray)
    yield Transfer(CONTRIBUTIONS, CAGE, table.accounts.get(CONTRIBUTIONS, 0))


def _drop_box_taken(table: Table, event: e.DropBoxTaken) -> Iterator[Transfer]:
    yield Transfer(DROP, COUNT_ROOM, event.cents)


def _drop_counted(table: Table, event: e.DropCounted) -> Iterator[Transfer]:
    yield Transfer(COUNT_ROOM, CAGE, event.counted)


def _tray_filled(table: Table, event: e.TrayFilled) -> Iterator[Transfer]:
    yield Transfer(CAGE, TRAY, event.cents)


def _tray_credited(table: Table, event: e.TrayCredited) -> Iterator[Transfer]:
    yield Transfer(TRAY, CAGE, event.cents)


def _chips_bought(table: Table, event: e.ChipsBought) -> Iterator[Transfer]:
    yield Transfer(TRAY, stack_of(event.player), event.cents)
    yield Transfer(CASH, DROP, event.cents)


def _seat_left(table: Table, event: e.SeatLeft) -> Iterator[Transfer]:
    yield Transfer(stack_of(event.player), AWAY, event.with_cents)


def _wager_placed(table: Table, event: e.WagerPlaced) -> Iterator[Transfer]:
    on = spot(event.seat, event.wager)
    yield Transfer(own_stack(table, event.seat), on, event.amount - event.before)


def _late_limit_noticed(table: Table, event: e.LateLimitNoticed) -> Iterator[Transfer]:
    on = spot(event.seat, event.wager)
    yield Transfer(own_stack(table, event.seat), on, event.actual - event.placed)
    if isinstance(event.play, int) and isinstance(event.play_before, int):
        on = spot(event.seat, "play")
        yield Transfer(own_stack(table, event.seat), on, event.play - event.play_before)


def _wager_withdrawn(table: Table, event: e.WagerWithdrawn) -> Iterator[Transfer]:
    yield Transfer(spot(event.seat, event.wager), own_stack(table, event.seat), event.amount)


def _toke_placed(table: Table, event: e.TokePlaced) -> Iterator[Transfer]:
    on = spot(event.seat, event.wager, toke=True)
    yield Transfer(own_stack(table, event.seat), on, event.amount - event.before)


def _toke_withdrawn(table: Table, event: e.TokeWithdrawn) -> Iterator[Transfer]:
    on = spot(event.seat, event.wager, toke=True)
    yield Transfer(on, own_stack(table, event.seat), event.amount)


def _toke_given(table: Table, event: e.TokeGiven) -> Iterator[Transfer]:
    yield Transfer(own_stack(table, event.seat), tips_of(event.dealer), event.amount)


def _fee_collected(table: Table, event: e.FeeCollected) -> Iterator[Transfer]:
    yield Transfer(stack_of(event.player), FEES, event.cents)


def _meter_fed(table: Table, event: e.MeterFed) -> Iterator[Transfer]:
    key, source = meter_of(table.house, event), behind_meters(table)
    yield Transfer(source, of_meter(METER, key), event.meter)
    yield Transfer(source, of_meter(RESERVE, key), event.reserve)
    yield Transfer(source, of_meter(OVERFLOW, key), event.overflow)


def _meter_read(table: Table, event: e.MeterRead) -> Iterator[Transfer]:
    key = meter_of(table.house, event)
    yield from _read(table, key, event.meter, event.reserve, event.overflow)


def _jackpot_locked(table: Table, event: e.JackpotLocked) -> Iterator[Transfer]:
    key = meter_of(table.house, event)
    yield Transfer(of_meter(METER, key), of_meter(JACKPOT, key), event.cents)


def _jackpot_shared(table: Table, event: e.JackpotShared) -> Iterator[Transfer]:
    key = meter_of(table.house, event)
    more = event.cents - event.before
    yield Transfer(of_meter(ELSEWHERE, key), of_meter(JACKPOT, key), more)


def _meter_reset(table: Table, event: e.MeterReset) -> Iterator[Transfer]:
    key = meter_of(table.house, event)
    from_table = event.seed - event.from_reserve - event.from_overflow
    yield Transfer(of_meter(RESERVE, key), of_meter(METER, key), event.from_reserve)
    yield Transfer(of_meter(OVERFLOW, key), of_meter(METER, key), event.from_overflow)
    yield Transfer(behind_meters(table), of_meter(METER, key), from_table)


def _play_placed(table: Table, event: e.PlayPlaced) -> Iterator[Transfer]:
    yield Transfer(own_stack(table, event.seat), spot(event.seat, "play"), event.amount)


def _wager_taken(table: Table, event: e.WagerTaken) -> Iterator[Transfer]:
    yield Transfer(spot(event.seat, event.wager, toke=event.toke), TRAY, event.stake)


def _wager_pushed(table: Table, event: e.WagerPushed) -> Iterator[Transfer]:
    on = spot(event.seat, event.wager, toke=event.toke)
    if not event.toke or table.house.tokes.on_push == "returned":
        yield Transfer(on, own_stack(table, event.seat), event.stake)
    elif table.house.tokes.on_push == "dealer":
        yield Transfer(on, tips_of(table.dealer), event.stake)


def _coupon_settled(table: Table, event: e.CouponSettled) -> Iterator[Transfer]:
    yield Transfer(TRAY, own_stack(table, event.seat), event.paid)
    if event.result != "push":  # The player keeps a coupon that pushes.
        yield Transfer(PROMOTION, COUPONS, event.face)


def _envy_collected(table: Table, event: e.EnvyCollected) -> Iterator[Transfer]:
    yield from _award(table, _with_envy(table, event), own_stack(table, event.seat), event.paid)


def _bet_reopened(table: Table, event: e.BetReopened) -> Iterator[Transfer]:
    moved = dict(table.round.undo).get(settling(table, event), ())
    yield from (Transfer(each.target, each.source, each.cents) for each in moved[::-1])


def _decision_corrected(
    table: Table, event: e.DecisionCorrected | e.WagerCorrected
) -> Iterator[Transfer]:
    on, own = spot(event.seat, "play"), own_stack(table, event.seat)
    yield Transfer(own, on, event.play - event.play_before)
    if isinstance(event, e.WagerCorrected):
        on = spot(event.seat, event.wager)
        yield Transfer(own, on, event.actual - event.entered)


def _round_voided(table: Table, event: e.RoundVoided) -> Iterator[Transfer]:
    """Reverse everything the bets moved: stakes, fees, payouts and meter contributions."""
    yield from _given_back(table, table.at_stake)
    # What another table's jackpot added to this one's no longer belongs to a winner.
    for key in table.house.meters:
        jackpot = of_meter(JACKPOT, key)
        extra = table.without_bets.get(jackpot, 0)
        yield Transfer(jackpot, of_meter(METER, key), max(0, extra))


def _settled_round_voided(table: Table, event: e.SettledRoundVoided) -> Iterator[Transfer]:
    for played in table.played.values():
        if played.number == event.number:
            yield from _given_back(table, played.moved)


JACKPOT_OF = "jackpot"  # Key of the jackpot locked for a bet, so that it can be taken back.
_Reckoned = (
    e.WagerTaken | e.WagerPushed | e.WagerPaid | e.CouponSettled | e.EnvyCollected | e.JackpotLocked
    | e.MeterReset | e.BetReopened
)  # fmt: skip


def settling(table: Table, event: _Reckoned) -> Settling:
    """The bet whose chips a settlement event moves."""
    match event:
        case e.BetReopened():
            return Settling(event.seat, event.wager, event.toke, event.on)
        case e.CouponSettled():
            return Settling(event.seat, "match_play", on=event.on)
        case e.EnvyCollected():
            return Settling(event.seat, "envy", on=f"{_with_envy(table, event)}:{event.for_seat}")
        case e.JackpotLocked():
            wager = event.wager if isinstance(event.wager, str) else ""
            return Settling(event.seat, JACKPOT_OF, on=wager)
        case e.MeterReset():
            last = table.round.jackpots[-1]
            return Settling(last.seat, JACKPOT_OF, on=last.wager)
        case _:
            return Settling(event.seat, event.wager, event.toke)


Undo = tuple[tuple[Settling, tuple[Transfer, ...]], ...]


def undo(table: Table, event: e.Event, moved: list[Transfer]) -> Undo:
    """How each settled bet of the round has moved chips, including this event."""
    known = table.round.undo
    if not isinstance(event, _Reckoned):
        return known
    key = settling(table, event)
    others = tuple(each for each in known if each[0] != key)
    if isinstance(event, e.BetReopened):
        return others
    return (*others, (key, (*dict(known).get(key, ()), *moved)))


def own_stack(table: Table, seat: int) -> str:
    return stack_of(table.seats[seat].player)


def meter_of(house: House, event: e.OfMeter) -> str:
    """The meter an event is about; if it names none, the house's only one."""
    if isinstance(event.of, str):
        return event.of
    if house.only_meter is None:
        raise ValueError(f"{house.key} has several meters; the event must name one")
    return house.only_meter


def meters_opened(house: House, event: e.TableOpened) -> dict[str, e.MeterOpened]:
    if event.meters is not msgspec.UNSET:
        return event.meters
    if house.only_meter is None:
        return {}
    return {house.only_meter: e.MeterOpened(event.meter, event.reserve, event.linked)}


def _paid(table: Table, event: e.WagerPaid) -> Iterator[Transfer]:
    """Pay a winning bet. Tokes go to the dealer; on "for 1" awards the house keeps the stake."""
    lay_on = spot(event.seat, event.wager, toke=event.toke)
    winner = tips_of(table.dealer) if event.toke else own_stack(table, event.seat)
    won = table.jackpot_of(event.seat, event.wager) if event.of_meter else None
    if won is not None:
        yield from _drawn(table, of_meter(JACKPOT, won.meter), winner, event.paid)
    else:
        wager = "" if event.toke else event.wager
        yield from _award(table, wager, winner, event.paid)
    yield Transfer(lay_on, winner, event.returned)
    yield Transfer(lay_on, TRAY, event.stake - event.returned)


def _award(table: Table, wager: str, winner: str, cents: int) -> Iterator[Transfer]:
    """Pay from the tray, or from the wager's meter if the house funds it that way."""
    about = table.house.wagers.get(wager)
    if about and about.meters and table.house.payouts.funded_by == "meter":
        meter = of_meter(METER, about.meters[0])
        drawn = min(cents, max(0, table.accounts.get(meter, 0)))
        yield from _drawn(table, meter, winner, drawn)
        cents -= drawn
    yield Transfer(TRAY, winner, cents)


def behind_meters(table: Table) -> str:
    """The source of what the table gives its meters. Chips in a tray stay where they are."""
    return CONTRIBUTIONS if table.tray_is_chips else TRAY


def _drawn(table: Table, meter: str, winner: str, cents: int) -> Iterator[Transfer]:
    """Pay a meter's money; if in chips from the tray, the meter then owes the table."""
    if table.tray_is_chips:
        yield Transfer(meter, CONTRIBUTIONS, cents)
        yield Transfer(TRAY, winner, cents)
    else:
        yield Transfer(meter, winner, cents)


def _with_envy(table: Table, event: e.EnvyCollected) -> str:
    """The wager that earns the envy; if the event names none, the only one with envy."""
    if isinstance(event.wager, str):
        return event.wager
    return next((key for key, each in table.house.wagers.items() if each.envy), "")


def _read(
    table: Table, key: str, meter: int, reserve: int, overflow: int | None = None
) -> Iterator[Transfer]:
    """Move the difference, which is what other tables have fed and won."""
    standing = {METER: meter, RESERVE: reserve}
    if overflow is not None:
        standing[OVERFLOW] = overflow
    for kind, cents in standing.items():
        there = of_meter(kind, key)
        yield Transfer(of_meter(ELSEWHERE, key), there, cents - table.accounts.get(there, 0))


def _given_back(table: Table, moved: dict[str, int]) -> Iterator[Transfer]:
    """Give back what was moved, as far as it is still there.

    The tray, or the source behind the meters, bears what has been spent meanwhile or another table
    has won.
    """
    for account, cents in sorted(moved.items()):
        place = Place.parse(account)
        bears = behind_meters(table) if place.kind in OF_A_METER else TRAY
        if account not in (TRAY, CONTRIBUTIONS):
            there = table.accounts.get(account, 0)
            # A shared meter may have been won, down to its seed.
            if place.kind == METER and place.name in table.linked:
                there = max(0, there - table.house.meters[place.name].seed_cents)
            yield Transfer(account, bears, cents if may_owe(place.kind) else min(cents, there))


# `Any`: each takes its own event.
MOVE_CHIPS: dict[type[e.Event], Callable[[Table, Any], Iterator[Transfer]]] = {
    e.TableOpened: _table_opened,
    e.TableClosed: _table_closed,
    e.DropBoxTaken: _drop_box_taken,
    e.DropCounted: _drop_counted,
    e.TrayFilled: _tray_filled,
    e.TrayCredited: _tray_credited,
    e.ChipsBought: _chips_bought,
    e.SeatLeft: _seat_left,
    e.WagerPlaced: _wager_placed,
    e.LateLimitNoticed: _late_limit_noticed,
    e.WagerWithdrawn: _wager_withdrawn,
    e.TokePlaced: _toke_placed,
    e.TokeWithdrawn: _toke_withdrawn,
    e.TokeGiven: _toke_given,
    e.FeeCollected: _fee_collected,
    e.MeterFed: _meter_fed,
    e.MeterRead: _meter_read,
    e.JackpotLocked: _jackpot_locked,
    e.JackpotShared: _jackpot_shared,
    e.MeterReset: _meter_reset,
    e.PlayPlaced: _play_placed,
    e.WagerTaken: _wager_taken,
    e.WagerPushed: _wager_pushed,
    e.WagerPaid: _paid,
    e.CouponSettled: _coupon_settled,
    e.EnvyCollected: _envy_collected,
    e.BetReopened: _bet_reopened,
    e.DecisionCorrected: _decision_corrected,
    e.WagerCorrected: _decision_corrected,
    e.RoundVoided: _round_voided,
    e.SettledRoundVoided: _settled_round_voided,
}
