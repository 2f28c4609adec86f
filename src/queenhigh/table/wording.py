"""What happened at a table, in words: the one place that turns an event into a sentence.

Logs, dossiers, histories, live messages and the terminal all use these sentences.
"""

from collections.abc import Callable, Iterator
from typing import Any

from . import betting_wording, irregularity_wording, round_wording, upkeep_wording
from . import events as e
from .by_type import by_type
from .seen_events import Seen, glimpsed
from .sentence_context import Moment, meter_name
from .sight import Glimpse, glimpse_of
from .state import Table
from .transaction import Change


def seen_in_words(
    viewer: str, change: Change, called: Callable[[str], str] = str
) -> Iterator[tuple[Seen, str]]:
    """What one viewer sees of a change, each event with its sentence."""
    glimpse = glimpse_of(change.before, change.after, viewer)
    return glimpsed_in_words(glimpse, change, called)


def glimpsed_in_words(
    glimpse: Glimpse, change: Change, called: Callable[[str], str] = str
) -> Iterator[tuple[Seen, str]]:
    before, after = change.before, change.after
    for seen in glimpsed(glimpse, before, change.event, after):
        yield seen, sentence(before, seen, after, called)


def story(before: Table, event: e.AnyEvent, after: Table) -> Iterator[str]:
    """A log in lines: each event's sentence, the layout when bets lock, the stacks at the end."""
    match event:
        case e.BetsLocked():
            yield from _layout(after)
        case e.RoundEnded():
            yield _sums(after)
        case e.RoundVoided() | e.SettledRoundVoided():
            yield sentence(before, event, after)
            yield _sums(after)
        case _:
            if text := sentence(before, event, after):
                yield text


def sentence(before: Table, event: Seen, after: Table, called: Callable[[str], str] = str) -> str:
    """One event in words; empty if it only moves the procedure on.

    `event` is what a viewer may see of it; the rest comes from what lies open at the table, so the
    sentence reveals no hidden card. `called` maps a player's name to the name to say.
    """
    return SENTENCES[type(event)](Moment(before, after, called), event)


def _layout(table: Table) -> Iterator[str]:
    house = table.house
    for seat in table.round.positions:
        bets = table.bets(seat)
        placed = [
            f"{house.title(name)} {house.money(bets.wagers[name])}"
            for name in house.opening_bets
            if bets.wagers.get(name)
        ]
        tokes = [
            f"toke {house.title(name)} {house.money(amount)}"
            for name, amount in bets.placed_tokes()
        ]
        yield f"Seat {seat}, {table.seats[seat].player}: {', '.join(placed + tokes)}"


def _sums(table: Table) -> str:
    house = table.house
    stacks = [
        f"seat {seat} {house.money(table.stack(held.player))}"
        for seat, held in sorted(table.seats.items())
    ]
    meters = [
        f"; {meter_name(house, name)} {house.money(cents)}" for name, cents in table.meters.items()
    ]
    return f"Stacks: {', '.join(stacks)}{''.join(meters)}"


def _nothing(at: Moment, event: e.Event) -> str:
    return ""


# These only move the procedure on.
_UNTOLD = (
    e.CallsAwaited, e.DecisionsBegan, e.DecisionsDone, e.FirstCardAwaited, e.HandSettled,
    e.HandsAwaited, e.SettlementBegan, e.SettlementCorrected,
)  # fmt: skip
# `Any`: each takes the type that it is looked up by.
SENTENCES: dict[type[Seen], Callable[[Moment, Any], str]] = {
    **by_type("event", betting_wording, irregularity_wording, round_wording, upkeep_wording),
    **dict.fromkeys(_UNTOLD, _nothing),
}
