"""Identities in the database: sealed, apart from the log, and gone with no rebuild."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from queenhigh.floor.identity import Identity, Sealer
from queenhigh.floor.keyring import SealBroken
from queenhigh.store.identities import Identities
from queenhigh.store.projections import Projections
from queenhigh.store.sql import SqlStore
from tests.floor.landed import new_store
from tests.table.driver import NOON, house

OLD, NEW = bytes(32), bytes(range(32))
ANN = Identity(legal_name="Ann Example", taxpayer_number="000-00-0000")


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SqlStore]:
    opened = new_store(request.param, tmp_path)
    yield opened
    opened.close()


def test_what_was_put_is_got_and_nothing_of_it_lies_in_the_clear(store: SqlStore) -> None:
    kept = Identities(store.database, Sealer(NEW))
    kept.put("ann", ANN, "floor:flo", NOON)
    assert kept.get("ann") == ANN
    assert kept.get("bob") is None
    (known,) = kept.known()
    assert (known.patron, known.recorded_by, known.recorded_at) == ("ann", "floor:flo", NOON)
    with store.database.reading() as connection:
        sealed = bytes(connection.execute(text("SELECT sealed FROM identities")).scalar_one())
    assert b"Ann" not in sealed
    assert b"000-00" not in sealed


def test_a_newer_record_takes_the_place_of_the_older(store: SqlStore) -> None:
    kept = Identities(store.database, Sealer(NEW))
    kept.put("ann", ANN, "floor:flo", NOON)
    kept.put("ann", Identity(legal_name="Ann Other"), "floor:fay", NOON)
    found = kept.get("ann")
    assert found is not None
    assert found.legal_name == "Ann Other"


def test_records_are_sealed_anew_under_a_new_key(store: SqlStore) -> None:
    Identities(store.database, Sealer(OLD)).put("ann", ANN, "floor:flo", NOON)
    both = Identities(store.database, Sealer(NEW, OLD))
    assert both.reseal() == 1
    assert both.reseal() == 0
    assert Identities(store.database, Sealer(NEW)).get("ann") == ANN
    with pytest.raises(SealBroken):
        Identities(store.database, Sealer(OLD)).get("ann")


def test_a_rebuild_of_the_projections_leaves_them_alone(store: SqlStore) -> None:
    kept = Identities(store.database, Sealer(NEW))
    kept.put("ann", ANN, "floor:flo", NOON)
    Projections(store.database, house("classic")).rebuild()
    assert kept.get("ann") == ANN
