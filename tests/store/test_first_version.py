"""This version opens, proves and continues a database of the first version.

`old/first-version.db.xz` was written by that version's program, on its own tables (0001): two
tables of two rounds each, an administrator and a player.
"""

import lzma
from pathlib import Path

import pytest
from sqlalchemy import text

from queenhigh.store.audit import verify
from queenhigh.store.database import open_database
from queenhigh.store.evidence import DatabaseEvidence
from queenhigh.store.migration import VERSION, TooOld, check_version
from queenhigh.store.store_address import open_store
from tests.service.desk import cardroom

SAMPLE = Path(__file__).parent / "old" / "first-version.db.xz"


@pytest.fixture
def file(tmp_path: Path) -> str:
    written = tmp_path / "log.db"
    written.write_bytes(lzma.decompress(SAMPLE.read_bytes()))
    return str(written)


def test_the_sample_is_of_the_first_version(file: str) -> None:
    database = open_database(file)
    with database.reading() as connection:
        assert (
            connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "0001"
        )
    with pytest.raises(TooOld, match=f"version 0001, older than {VERSION}"):
        check_version(database)
    database.close()


def test_it_is_upgraded_and_passes_as_before(file: str) -> None:
    said: list[str] = []
    store = open_store(file, said.append)
    assert f"upgrading from version 0001 to {VERSION}" in said[0]
    with store.database.reading() as connection:
        report = verify(DatabaseEvidence(connection, "it"))
    assert report.findings == []
    assert (report.streams, report.replayed) == (report.streams, report.streams)
    assert report.records > 100
    store.close()


def test_the_service_reads_what_an_older_one_wrote(file: str) -> None:
    with cardroom(file) as house:
        assert house.anybody().get("/ready").status_code == 200
        boss = house.store.records("person:boss")
        assert len(boss) == 1, "whom the first version let in is in the log now"
        auditor = house.person("auditor")
        found = auditor.get("/api/reports/day", day="2026-01-05", stakes="play")
        assert found.status_code == 200, found.text
        assert found.json()["report"]["total"]["rounds"] > 0
        with house.store.database.reading() as connection:
            report = verify(DatabaseEvidence(connection, "it"))
        kinds = {(each.kind, each.message.split()[0]) for each in report.findings}
        assert kinds <= {("people", "auditor")}  # The one this test put into the table.
