"""A table as bytes and back."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from queenhigh.house.loader import built_in, built_in_keys
from queenhigh.house.model import House
from queenhigh.store.memory import MemoryStore
from queenhigh.store.sample import START
from queenhigh.store.snapshots import FORM, Outdated, freeze, latest, thaw
from queenhigh.table.commands import ChangeLimits
from queenhigh.table.decide import advance
from queenhigh.table.events import TableOpened
from queenhigh.table.evolve import evolve
from queenhigh.table.players import play_rounds
from queenhigh.table.refusal import Refusal
from queenhigh.table.state import Table
from tests.stores import batch


def states(house: House, seed: int) -> list[Table]:
    chance = random.Random(seed)
    table, found = Table(house), [Table(house)]
    for event in play_rounds(house, rounds=3, seats=3, chance=chance, start=START):
        table = evolve(table, event)
        if table.round.settled is None:
            found.append(table)
    return found


@settings(max_examples=10)
@given(st.sampled_from(built_in_keys()), st.integers(0, 1000))
def test_a_table_comes_back_as_it_was(key: str, seed: int) -> None:
    house = built_in(key)
    for table in states(house, seed):
        assert thaw(house, freeze(table)) == table


@pytest.mark.parametrize("key", built_in_keys())
def test_a_restored_table_goes_on_as_the_original_would(key: str) -> None:
    house = built_in(key)
    events = list(play_rounds(house, rounds=2, seats=2, chance=random.Random(3), start=START))
    table, thawed = Table(house), Table(house)
    for event in events:
        table, thawed = evolve(table, event), evolve(thawed, event)
        assert thawed == table
        if table.round.settled is None:
            thawed = thaw(house, freeze(thawed))


def test_limits_that_were_changed_come_back_too() -> None:
    house = built_in("classic")
    opened = next(
        evolve(Table(house), event)
        for event in play_rounds(house, rounds=1, seats=1, chance=random.Random(1), start=START)
        if isinstance(event, TableOpened)
    )
    command = ChangeLimits(by="floor:f", at=START, wager="ante", minimum=500, maximum=10_000)
    answer = advance(opened.but(todo=()), command)
    assert not isinstance(answer, Refusal)
    changed = answer.table
    assert changed.house.limits("ante") != house.limits("ante")
    back = thaw(house, freeze(changed))
    assert back.house.limits("ante") == changed.house.limits("ante")
    assert back.but(house=house) == changed.but(house=house)
    assert thaw(house, freeze(opened)).house is house


def test_a_round_being_settled_is_not_frozen() -> None:
    house = built_in("classic")
    table = Table(house)
    for event in play_rounds(house, rounds=1, seats=1, chance=random.Random(1), start=START):
        table = evolve(table, event)
        if table.round.settled is not None:
            break
    with pytest.raises(ValueError, match="between rounds"):
        freeze(table)


@pytest.mark.parametrize("body", [b"", b"{}", b"\xff", b'{"form":"0.0.1 abc"}', b'{"form":1}'])
def test_a_snapshot_of_another_version_is_not_used(body: bytes) -> None:
    with pytest.raises(Outdated):
        thaw(built_in("classic"), body)
    store = MemoryStore()
    store.land([batch("table:1", 0, "c1", snapshot=body)])
    assert latest(store, "table:1", built_in("classic")) is None


def test_the_last_snapshot_of_a_stream_is_found() -> None:
    house, store = built_in("classic"), MemoryStore()
    assert latest(store, "table:1", house) is None
    table = Table(house, version=7)
    store.land([batch("table:1", 0, "c1", snapshot=freeze(table))])
    assert latest(store, "table:1", house) == table
    assert FORM.encode() in freeze(table)
