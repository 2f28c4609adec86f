"""Bets, results and jackpots that an event puts on the layout, or takes from it."""

from typing import Any, Literal

import msgspec

from ..house.model import House
from ..wagers.settle import Settled
from . import events as e
from .chips import JACKPOT_OF, off_the_layout, spot
from .state import Played, ResultLine, Seat, Table


def with_reopened_bet(table: Table, event: e.BetReopened) -> Table:
    """As if it had not been settled."""
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
    """A hand that was not folded is not in the rack."""
    multiple = event.multiple if isinstance(event.multiple, int) else None
    seat = table.with_seat(event.seat, decision=event.actual, play=event.play, multiple=multiple)
    rack = table.round.rack
    if event.actual == "play":
        rack = tuple(entry for entry in rack if entry.seat != event.seat)
    return seat.but(todo=event.todo).with_round(rack=rack)


_Settling = e.WagerTaken | e.WagerPushed | e.WagerPaid | e.CouponSettled | e.EnvyCollected


def with_result(table: Table, event: _Settling, line: ResultLine) -> Table:
    why = "" if isinstance(event, e.EnvyCollected) else event.why
    line = msgspec.structs.replace(
        line, clauses=event.clauses, why=why or "", departs_from=event.departs_from or ()
    )
    results = {**table.results, event.seat: (*table.results.get(event.seat, ()), line)}
    return table.but(results=results, results_of=table.round.number)


def with_jackpot(table: Table, seat: int, wager: str, **changes: Any) -> Table:
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
    return Seat(seat.player, tokes=tokes or {}, withheld=seat.withheld)


def rounds_kept(table: Table) -> dict[int, Played]:
    """Kept only where the house may take a settled round back."""
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
    """In the house's order, whatever was placed first."""
    changed = {**getattr(table.seats[seat], on), name: amount}
    spots = ("ante", "play", *table.house.wagers)
    laid = {each: changed[each] for each in spots if changed.get(each)}
    return table.with_seat(seat, **{on: laid})


def with_meters(house: House, settled: Settled) -> Settled:
    """Lines of older logs do not name the house's only meter where it pays them."""
    for seat in settled.seats:
        for line in seat.lines:
            if line.meter is msgspec.UNSET and house.only_meter and (line.odds or "")[-1:] == "%":
                line.meter = house.only_meter
    return settled
