"""Patrons' wins from hands that one person entered, neither read by a device nor signed.

They are counted per person and gaming day. One patron's losses do not offset another's wins: only
patrons who are ahead count.
"""

from collections.abc import Iterator
from datetime import datetime

import msgspec

from ..house.calendar import calendar
from . import events as e
from .procedure import Completion
from .roles import Actor
from .state import DEALER, Table, Won


def with_entered_hand(table: Table, event: e.HandRevealed) -> Table:
    """Record who entered a hand alone, at tables where a hand could be made up."""
    if not (table.guarded and table.physical) or event.signed:
        return table
    entered = {**table.round.entered_by, event.seat: Actor.parse(event.by).name}
    return table.with_round(entered_by=entered)


def with_round_counted(table: Table, at: datetime) -> Table:
    """At the end of a round, add its hands' wins to the day's totals."""
    if not table.round.entered_by:
        return table
    won_alone = dict(table.won_alone)
    for name in set(table.round.entered_by.values()):
        day = calendar(table.house.compliance).day(at)
        won_alone[name] = Won(day, _nets(table, name, at))
    return table.but(won_alone=won_alone)


def won_alone_by(table: Table, name: str, at: datetime) -> int:
    """How far patrons are ahead in the gaming day by hands that this person entered.

    This round's hands are included.
    """
    return sum(cents for cents in _nets(table, name, at).values() if cents > 0)


def won_by_word(table: Table, player: str, at: datetime) -> dict[str, int]:
    """How far this player is ahead in the gaming day, by the person who entered the hands."""
    names = sorted({*table.won_alone, *table.round.entered_by.values()})
    won = {name: _nets(table, name, at).get(player, 0) for name in names}
    return {name: cents for name, cents in won.items() if cents > 0}


def _nets(table: Table, name: str, at: datetime) -> dict[str, int]:
    """Net results by player."""
    kept, nets = table.won_alone.get(name), dict[str, int]()
    if kept is not None and kept.day == calendar(table.house.compliance).day(at):
        nets.update(kept.nets)
    if table.round.over:
        return nets
    for seat in by_word_alone(table):
        if table.round.entered_by.get(seat) == name and seat in table.seats:
            player = table.seats[seat].player
            nets[player] = nets.get(player, 0) + _net(table, seat)
    return nets


def _net(table: Table, seat: int) -> int:
    """Winnings minus losses; what others are paid because of this hand counts as its own."""
    own = [each for each in table.round.moves if each.seat == seat]
    taken = sum(each.cents for each in own if each.action == "take")
    return paid_in_all(table, seat) + envy_for(table, seat) - taken


def paid_in_all(table: Table, seat: int) -> int:
    """What a hand has been paid so far, including tokes; a meter counts as locked."""
    locked = [each for each in table.round.jackpots if each.seat == seat]
    paid = sum(
        each.line.paid
        for each in table.round.moves
        if each.seat == seat and each.action == "pay" and each.line
        if not (each.line.meter is not msgspec.UNSET and locked and not each.toke)
    )
    return paid + sum(each.cents for each in locked)


def envy_for(table: Table, seat: int) -> int:
    """What others collect because of this hand, and what it collects because of the dealer's."""
    envy = table.round.settled.envy if table.round.settled else []
    return sum(
        each.paid
        for each in envy
        if each.for_seat == seat or (each.for_seat == "dealer" and each.seat == seat)
    )


def by_word_alone(table: Table) -> Iterator[int]:
    """The settled hands that rest on one person's word, unsigned."""
    return (seat for seat in entered_hands(table) if seat in table.round.entered_by)


def entered_hands(table: Table) -> Iterator[int]:
    """The settled hands that somebody entered, except those that are verified."""
    settled = table.round.settled
    if settled is None or not (table.guarded and table.physical):
        return
    verified = Completion(table, settled, table.round.moves).large
    for seat in sorted({each.seat for each in settled.seats}):
        confirmed = _is_confirmed(table, seat) and _is_confirmed(table, DEALER)
        if seat not in verified and not confirmed:
            yield seat


def _is_confirmed(table: Table, place: int) -> bool:
    """Whether a device has read the whole hand as it was turned up."""
    return {*table.round.read.get(place, ())} == {*table.round.hands.get(place, ())}
