"""Changes to the layout: bets, results and jackpots that an event puts there or takes off."""

from typing import Literal

import msgspec

from ..house.model import House
from ..wagers.round_settlement import Settled
from . import events as e
from .bets_at_stake import off_the_layout
from .chip_place import spot
from .chips import JACKPOT_OF, meter_of
from .roles import role_of
from .state import Jackpot, Phase, Played, ResultLine, Seat, Table
from .upkeep_changes import with_entropy_of


def with_reopened_bet(table: Table, event: e.BetReopened) -> Table:
    """Undo the settlement of a bet."""
    if event.wager == JACKPOT_OF:
        gone = table.jackpot_of(event.seat, event.on)
        left = tuple(each for each in table.round.jackpots if each is not gone)
        return table.with_round(jackpots=left)
    about = table.jackpot_of(event.seat, event.wager)
    if about is not None and not event.toke:
        table = with_jackpot(table, event.seat, event.wager, paid=False)
    lines = list(table.results.get(event.seat, ()))
    on = "" if event.wager == "envy" else event.on
    for line in lines:
        if (line.wager, line.toke, line.on) == (event.wager, event.toke, on):
            lines.remove(line)
            break
    return table.but(results={**table.results, event.seat: tuple(lines)})


def with_corrected_decision(table: Table, event: e.DecisionCorrected) -> Table:
    """Correct a decision; a hand that was not folded is not in the rack."""
    multiple = event.multiple if isinstance(event.multiple, int) else None
    seat = table.with_seat(event.seat, decision=event.actual, play=event.play, multiple=multiple)
    rack = table.round.rack
    if event.actual == "play":
        rack = tuple(entry for entry in rack if entry.seat != event.seat)
    return seat.but(todo=event.todo).with_round(rack=rack)


def with_result(table: Table, seat: int, line: ResultLine) -> Table:
    results = {**table.results, seat: (*table.results.get(seat, ()), line)}
    return table.but(results=results, results_of=table.round.number)


def with_jackpot(table: Table, seat: int, wager: str, **changes: object) -> Table:
    won = table.jackpot_of(seat, wager)
    jackpots = tuple(
        msgspec.structs.replace(each, **changes) if each is won else each
        for each in table.round.jackpots
    )
    return table.with_round(jackpots=jackpots)


def cleared_seats(table: Table, *, tokes_stay: bool = False) -> dict[int, Seat]:
    """Seats without bets; a toke that pushed may stay up for the next round."""
    stay = tokes_stay and table.house.tokes.on_push == "stays"
    return {
        number: cleared_seat(seat, _left(table, number, seat) if stay else {})
        for number, seat in table.seats.items()
    }


def cleared_seat(seat: Seat, tokes: dict[str, int] | None = None) -> Seat:
    return Seat(seat.player, tokes=tokes or {}, withheld=seat.withheld, personal=seat.personal)


def rounds_kept(table: Table) -> dict[int, Played]:
    """Settled rounds, kept only if the house may void them later."""
    if table.house.irregularities.machine_count_round != "void":
        return {}
    round_ = table.round
    return {**table.played, round_.deck: Played(round_.number, off_the_layout(table))}


def _left(table: Table, number: int, seat: Seat) -> dict[str, int]:
    lie = {name: table.accounts.get(spot(number, name, toke=True), 0) for name in seat.tokes}
    return {name: cents for name, cents in lie.items() if cents}


def with_bet(
    table: Table, seat: int, on: Literal["wagers", "tokes", "coupons"], name: str, amount: int
) -> Table:
    """Place a bet, keeping the house's order whatever was placed first."""
    changed = {**getattr(table.seats[seat], on), name: amount}
    laid = {each: changed[each] for each in table.house.layout_order if changed.get(each)}
    return table.with_seat(seat, **{on: laid})


def with_meters(house: House, settled: Settled) -> Settled:
    """Fill in the meter: lines of older logs do not name the house's only one."""
    for seat in settled.seats:
        for line in seat.lines:
            if line.meter is msgspec.UNSET and house.only_meter and (line.odds or "")[-1:] == "%":
                line.meter = house.only_meter
    return settled


def seat_taken(table: Table, event: e.SeatTaken) -> Table:
    personal = table.guarded and role_of(table.house, event.by) == "player"
    seats = {**table.seats, event.seat: Seat(event.player, personal=personal)}
    return table.but(seats=seats, idle=False)


def seat_left(table: Table, event: e.SeatLeft) -> Table:
    left = {n: s for n, s in table.seats.items() if n != event.seat}
    results = {n: lines for n, lines in table.results.items() if n != event.seat}
    positions = tuple(n for n in table.round.positions if n != event.seat)
    todo = table.todo
    if table.phase is Phase.DECIDING:  # Drop the collection of the fold.
        todo = tuple(step for step in todo if step.seat != event.seat)
    gone = table.but(seats=left, results=results, todo=todo)
    if table.phase is not Phase.DEALING:  # During the deal it counts as withheld instead.
        gone = with_entropy_of(gone, left)
    return gone.with_round(positions=positions)


def wager_placed(table: Table, event: e.WagerPlaced) -> Table:
    laid = with_bet(table, event.seat, "wagers", event.wager, event.amount)
    if table.guarded and role_of(table.house, event.by) == "player":
        own = laid.seats[event.seat].own | {event.wager}
        return laid.with_seat(event.seat, own=own, personal=True)
    return laid


def wager_withdrawn(table: Table, event: e.WagerWithdrawn) -> Table:
    left = with_bet(table, event.seat, "wagers", event.wager, 0)
    own = left.seats[event.seat].own
    return left.with_seat(event.seat, own=own - {event.wager}) if event.wager in own else left


def late_limit_noticed(table: Table, event: e.LateLimitNoticed) -> Table:
    noticed = with_bet(table, event.seat, "wagers", event.wager, event.actual)
    if isinstance(event.play, int):
        return noticed.with_seat(event.seat, play=event.play)
    return noticed


def toke_placed(table: Table, event: e.TokePlaced) -> Table:
    return with_bet(table, event.seat, "tokes", event.wager, event.amount)


def toke_withdrawn(table: Table, event: e.TokeWithdrawn) -> Table:
    return with_bet(table, event.seat, "tokes", event.wager, 0)


def coupon_placed(table: Table, event: e.CouponPlaced) -> Table:
    return with_bet(table, event.seat, "coupons", event.on, event.face)


def coupon_withdrawn(table: Table, event: e.CouponWithdrawn) -> Table:
    return with_bet(table, event.seat, "coupons", event.on, 0)


def bets_locked(table: Table, event: e.BetsLocked) -> Table:
    played = {n: each for n, each in table.played.items() if n != table.round.deck}
    locked = table.but(phase=Phase.DEALING, todo=event.todo, results={}, played=played)
    dealt_in = locked.with_round(positions=event.positions, locked_at=event.at)
    return with_entropy_of(dealt_in, event.positions)


def jackpot_locked(table: Table, event: e.JackpotLocked) -> Table:
    wager = event.wager if isinstance(event.wager, str) else ""
    won = Jackpot(event.seat, event.cents, meter_of(table.house, event), wager)
    return table.with_round(jackpots=(*table.round.jackpots, won))


def jackpot_shared(table: Table, event: e.JackpotShared) -> Table:
    wager = event.wager if isinstance(event.wager, str) else ""
    return with_jackpot(table, event.seat, wager, cents=event.cents)


def toke_given(table: Table, event: e.TokeGiven) -> Table:
    if not isinstance(event.above_cap_on, str):
        return table
    given = dict(table.seats[event.seat].excess_given)
    given[event.above_cap_on] = given.get(event.above_cap_on, 0) + event.amount
    return table.with_seat(event.seat, excess_given=given)
