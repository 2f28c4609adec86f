"""Dossiers from a store, wherever the round is."""

import pytest

from queenhigh.store.dossiers import dossier_of, first_of_round, table_before
from queenhigh.store.memory import MemoryStore
from queenhigh.store.sample import room
from queenhigh.table.evolve import replay
from tests.floor.day import facts_of, the_day
from tests.floor.landed import batches


def landed() -> MemoryStore:
    store = MemoryStore()
    store.land(batches(the_day()))
    return store


@pytest.mark.parametrize("chunk", [1, 7, 2_000])
def test_every_round_of_the_day_has_a_dossier_that_agrees(
    chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However much is read at a time."""
    monkeypatch.setattr("queenhigh.store.dossiers._CHUNK", chunk)
    store, day = landed(), the_day()
    for table in (day.mics, day.chickasaw, day.manual):
        for facts in facts_of(table):
            found = dossier_of(store, facts.table, facts.first)
            assert found.agrees
            assert (found.first, found.last, found.over) == (facts.first, facts.last, True)
            assert found.proof is not None
            assert found.proof.unbroken
            assert bool(found.shuffle)


def test_from_a_snapshot_the_table_before_the_round_is_the_same() -> None:
    with_them, without = MemoryStore(), MemoryStore()
    with_them.land(room("classic", rounds=12, seats=2, seed=5))
    without.land(room("classic", rounds=12, seats=2, seed=5, snapshots=False))
    for version in (40, 300, 600):
        _, one = table_before(with_them, "table:1", version)
        _, other = table_before(without, "table:1", version)
        assert one.version == version - 1
        assert one == other.but(house=one.house)


def test_the_round_that_is_going_on_is_found_from_its_end() -> None:
    store, day = landed(), the_day()
    for table in (day.mics, day.chickasaw, day.manual):
        for facts in facts_of(table):
            name = table.setup.table
            assert first_of_round(store, name, facts.last - 1) == facts.first
            assert first_of_round(store, name, facts.first) == facts.first
            assert first_of_round(store, name, facts.last) is None


def test_a_missing_table_has_no_rounds() -> None:
    with pytest.raises(ValueError, match="no stream table:9"):
        dossier_of(landed(), "9", 1)
    assert first_of_round(landed(), "9", 5) is None
    with pytest.raises(ValueError, match="no record 100000 yet"):
        table_before(landed(), "table:1", 100_000)


def test_the_state_before_a_round_matches_the_log() -> None:
    day = the_day()
    _, before = table_before(landed(), "table:2", 60)
    assert before == replay(before.house, day.chickasaw.log[:59])
