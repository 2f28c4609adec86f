"""The audit checks players' entropy: a house that cheats with it is found."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from queenhigh.store.chain import canonical
from queenhigh.store.log_replay import TableStream
from queenhigh.store.sample import set_up
from queenhigh.table.entropy import TIME_TO_REVEAL
from queenhigh.table.events import (
    CardsDealt,
    DeckShuffled,
    EntropyRevealed,
    Event,
    ShuffleMixed,
    ShuffleOpened,
)
from queenhigh.table.fairness import commitment, mixed
from tests.table.driver import house
from tests.table.entropy_scenes import locked_with, reveal

A, B = "a1" * 32, "b2" * 32
Log = list[Event]


def replaced(event: Event, **changes: Any) -> Event:
    changed: Event = msgspec.structs.replace(event, **changes)
    return changed


def log(*, late: bool = False) -> Log:
    """A whole round in which two players add to the shuffle, one of them too late if `late`."""
    table = locked_with({1: A, 2: B}, seats=(1, 2))
    reveal(table, {1: A} if late else {1: A, 2: B})
    if late:
        table.later(seconds=TIME_TO_REVEAL.total_seconds())
        table.give("mix_entropy")
    table.fold(1, 2)
    return list(table.log)


def problems(events: Sequence[Event]) -> list[str]:
    stream = TableStream("pit-1")
    stream.take(canonical(set_up(house("mics"), "pit-1")))
    found = [stream.take(canonical(event)).problems for event in events]
    return [problem.message for each in found for problem in each]


@pytest.mark.parametrize("late", [False, True])
def test_a_round_with_entropy_from_players_passes(late: bool) -> None:
    assert problems(log(late=late)) == []


@pytest.mark.parametrize("late", [False, True])
def test_the_audit_passes_with_an_order_sealed_until_the_end(late: bool) -> None:
    hidden = {"order": (), "nonce": "", "sealed": "x"}
    events = [replaced(x, **hidden) if isinstance(x, DeckShuffled) else x for x in log(late=late)]
    assert problems(events) == []


def _deals_from_its_own_order(x: Event, events: Log) -> Event:
    """As if nobody had added anything."""
    if not isinstance(x, CardsDealt):
        return x
    order = next(each.order for each in events if isinstance(each, DeckShuffled))
    drawn = [each for each in events if isinstance(each, CardsDealt)]
    at = sum(len(each.cards) for each in drawn[: drawn.index(x)])
    return replaced(x, cards=order[at : at + len(x.cards)])


def _opens_a_shuffle_that_fits_better(x: Event, events: Log) -> Event:
    """Made after the reveals, with a commitment of its own."""
    if not isinstance(x, ShuffleOpened):
        return x
    order = tuple(reversed(x.order))
    return replaced(x, order=order, commitment=commitment(order, x.nonce))


def _leaves_one_out(x: Event, events: Log) -> Event:
    """Leave out one of two that were revealed."""
    return replaced(x, entropy={1: A}) if isinstance(x, ShuffleMixed) else x


def _calls_one_late(x: Event, events: Log) -> Event:
    told = {"entropy": {1: A}, "withheld": (2,)}
    return replaced(x, **told) if isinstance(x, ShuffleMixed) else x


def _changes_what_was_revealed(x: Event, events: Log) -> Event:
    return replaced(x, entropy="0" * 64) if isinstance(x, EntropyRevealed) else x


@pytest.mark.parametrize(
    ("cheats", "says"),
    [
        (_deals_from_its_own_order, "was not next in the deck"),
        (_opens_a_shuffle_that_fits_better, "no such commitment"),
        (_leaves_one_out, "not mixed with everything that was revealed"),
        (_calls_one_late, "not mixed with everything that was revealed"),
        (_changes_what_was_revealed, "had not committed to what it revealed"),
    ],
)
def test_a_house_that_picks_the_cards_is_caught(
    cheats: Callable[[Event, Log], Event], says: str
) -> None:
    events = log()
    found = problems([cheats(event, events) for event in events])
    assert any(says in message for message in found), found


def test_a_house_that_does_not_wait_for_the_players_is_caught() -> None:
    def early(x: Event) -> Event:
        at = x.at - timedelta(seconds=3) if isinstance(x, ShuffleMixed) else x.at
        return replaced(x, at=at)

    found = problems([early(event) for event in log(late=True)])
    assert found == ["players were left out before their time was over"]


def test_a_house_that_deals_before_the_mix_is_caught() -> None:
    events = [x for x in log() if not isinstance(x, ShuffleMixed)]
    assert "cards were dealt without what players had added" in problems(events)


def test_the_dealt_cards_are_those_of_the_mixed_order() -> None:
    events = log()
    opened = next(x for x in events if isinstance(x, ShuffleOpened))
    order = mixed(opened.order, opened.commitment, {1: A, 2: B})
    dealt = [card for x in events if isinstance(x, CardsDealt) for card in x.cards]
    assert tuple(dealt) == order[: len(dealt)]
