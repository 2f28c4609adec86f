"""Identities in the database: sealed, apart from the log, and not restored by a rebuild."""

from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import text

from queenhigh.cli import backup
from queenhigh.floor.identity import Identity, Sealer
from queenhigh.floor.keyring import SealBroken
from queenhigh.store.audit import verify
from queenhigh.store.evidence import DatabaseEvidence
from queenhigh.store.identities import Identities, change_key
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


def test_an_identity_is_returned_as_stored_and_never_kept_in_the_clear(store: SqlStore) -> None:
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


def test_records_are_sealed_again_with_a_new_key(store: SqlStore) -> None:
    Identities(store.database, Sealer(OLD)).put("ann", ANN, "floor:flo", NOON)
    both = Identities(store.database, Sealer(NEW, OLD))
    assert both.reseal() == 1
    assert both.reseal() == 0
    assert Identities(store.database, Sealer(NEW)).get("ann") == ANN
    with pytest.raises(SealBroken):
        Identities(store.database, Sealer(OLD)).get("ann")


class Dies(Exception):
    pass


def dies_after(number: int) -> Callable[[int, int], None]:
    def advance(done: int, total: int) -> None:
        if done == number:
            raise Dies

    return advance


def test_a_key_change_is_in_the_log_and_resumes_after_a_crash(store: SqlStore) -> None:
    old, both = Sealer(OLD), Sealer(NEW, OLD)
    for name in ("ann", "bob", "cy"):
        Identities(store.database, old).put(name, ANN, "floor:flo", NOON)
    with pytest.raises(Dies):
        change_key(store, both, lambda: NOON, dies_after(2))
    assert [Identities(store.database, both).get(name) for name in ("ann", "bob", "cy")] == [
        ANN
    ] * 3
    assert change_key(store, both, lambda: NOON) == 1
    assert change_key(store, both, lambda: NOON) == 0
    assert [Identities(store.database, Sealer(NEW)).get(name) for name in ("ann", "cy")] == [
        ANN
    ] * 2
    events = [msgspec.json.decode(each.event) for each in store.records("service:keys")]
    assert [(each["type"], each["records"]) for each in events] == [
        ("resealing_begun", 3),
        ("resealing_begun", 1),
        ("identities_resealed", 1),
    ]
    assert {each["key"] for each in events} == {Sealer(NEW).current}
    assert NEW.hex() not in str(events)
    with store.database.reading() as connection:
        assert verify(DatabaseEvidence(connection, "the log")).findings == []


def test_a_record_that_no_key_opens_is_named(store: SqlStore) -> None:
    Identities(store.database, Sealer(bytes(range(1, 33)))).put("ann", ANN, "floor:flo", NOON)
    with pytest.raises(SealBroken, match="the identity of ann cannot be read"):
        change_key(store, Sealer(NEW, OLD), lambda: NOON)


def test_the_command_changes_the_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened = new_store("sqlite", tmp_path)
    Identities(opened.database, Sealer(OLD)).put("ann", ANN, "floor:flo", NOON)
    assert opened.database.path is not None
    address = str(opened.database.path)
    opened.close()
    monkeypatch.delenv("QUEENHIGH_IDENTITY_KEY", raising=False)
    with pytest.raises(ValueError, match="QUEENHIGH_IDENTITY_KEY_FILE"):
        backup.reseal(address, json=False)
    keys = tmp_path / "keys"
    keys.write_bytes(b"\n".join(map(urlsafe_b64encode, (NEW, OLD))))
    monkeypatch.setenv("QUEENHIGH_IDENTITY_KEY_FILE", str(keys))
    assert backup.reseal(address, json=False) == 0
    assert (
        f"1 re-encrypted; everything now uses key {Sealer(NEW).current}" in capsys.readouterr().out
    )
    assert backup.reseal(address, json=True) == 0
    told = msgspec.json.decode(capsys.readouterr().out)
    assert told == {"key": Sealer(NEW).current, "resealed": 0}


def test_rebuilding_the_projections_leaves_identities_alone(store: SqlStore) -> None:
    kept = Identities(store.database, Sealer(NEW))
    kept.put("ann", ANN, "floor:flo", NOON)
    Projections(store.database, house("classic")).rebuild()
    assert kept.get("ann") == ANN
