"""A seal kept by an outsider reveals a log whose end was cut off."""

import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from queenhigh.store.audit import verify
from queenhigh.store.evidence import DatabaseEvidence
from queenhigh.store.findings import Report
from queenhigh.store.sample import room
from queenhigh.store.seals import PublishedSeal, keep, seals_in
from queenhigh.store.sql import SqlStore
from queenhigh.store.store_address import open_store
from tests.store.rooms import landed
from tests.stores import new_postgres_address

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)


def audited(store: SqlStore, kept: str) -> Report:
    with store.database.reading() as connection:
        return verify(DatabaseEvidence(connection, "the log"), noted=seals_in(kept))


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_truncated_log_passes_by_itself_and_fails_against_a_kept_seal(
    kind: str, tmp_path: Path
) -> None:
    def address(name: str) -> str:
        return new_postgres_address() if kind == "postgres" else str(tmp_path / name)

    batches, file = room("classic"), tmp_path / "seals.txt"
    whole, cut = open_store(address("whole.db")), open_store(address("cut.db"))
    for each in (batches[: len(batches) // 2], batches[len(batches) // 2 :]):
        landed(whole, each)
        assert keep(file, PublishedSeal.of(whole.log_head(), NOW))
    landed(cut, batches[:-3])  # As if the last three commands had never happened.
    assert audited(whole, file.read_text()).holds
    assert audited(cut, "").holds, "nothing in a cut log shows that it was cut"
    assert [each.kind for each in audited(cut, file.read_text()).findings] == ["noted"]
    whole.close()
    cut.close()


def test_a_seal_is_kept_once_and_only_its_owner_writes_it(tmp_path: Path) -> None:
    file = tmp_path / "seals.txt"
    seal = PublishedSeal(17, "9f" * 32, NOW)
    assert keep(file, seal)
    assert not keep(file, seal)
    assert file.stat().st_mode & 0o777 == 0o600
    assert seals_in(file.read_text()) == {17: "9f" * 32}


def test_a_seal_can_be_read_from_the_whole_letter() -> None:
    letter = PublishedSeal(17, "9f" * 32, NOW).letter("cardroom.db")
    assert letter.startswith("Subject: ")
    assert seals_in(letter) == {17: "9f" * 32}


def test_two_different_seals_of_one_position_are_an_error() -> None:
    with pytest.raises(ValueError, match="two different seals are noted at position 17"):
        seals_in(f"17:{'9f' * 32}\n17:{'8f' * 32}")


def test_the_command_line_publishes_a_seal_and_asks_for_it_again(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "log.db"))
    landed(store, room("classic", rounds=1))
    store.close()
    (tmp_path / "cut.db").touch()
    cut = open_store(str(tmp_path / "cut.db"))
    landed(cut, room("classic", rounds=1)[:-2])
    cut.close()

    def queenhigh(*arguments: str) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-m", "queenhigh", "audit", *arguments]
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)

    said = queenhigh("seal", "log.db", "--keep", "seals.txt")
    assert seals_in(said.stdout) == seals_in((tmp_path / "seals.txt").read_text()) != {}
    assert queenhigh("verify", "log.db", "--seals", "seals.txt").returncode == 0
    found = queenhigh("verify", "cut.db", "--seals", "seals.txt")
    assert found.returncode == 1
    assert "noted" in found.stdout
