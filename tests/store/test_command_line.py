"""`queenhigh audit`, `backup`, `restore` and `retain`, as a user runs them."""

import sqlite3
from pathlib import Path

import pytest

import queenhigh.cli.commands_store  # noqa: F401  So that its commands are there.
from queenhigh.store.sample import room
from queenhigh.store.store_address import open_store
from tests.cli.runner import run
from tests.store.rooms import landed
from tests.stores import new_postgres_address


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("log") / "room.db"
    store = open_store(str(file))
    landed(store, room("classic", "manual"))
    store.close()
    return file


@pytest.fixture
def database(made: Path, tmp_path: Path) -> Path:
    file = tmp_path / "room.db"
    file.write_bytes(made.read_bytes())
    return file


def change(database: Path, statement: str) -> None:
    connection = sqlite3.connect(database)
    connection.execute(statement)
    connection.commit()
    connection.close()


def test_a_log_that_passes_is_reported_in_words_and_as_json(database: Path) -> None:
    answer = run("audit", "verify", database)
    assert answer.status == 0
    assert "The log holds." in answer.out
    report = run("audit", "verify", database, "--json").json
    assert report["holds"] is True
    assert report["findings"] == []
    assert f"seal {report['seal']}" in answer.out
    assert str(report["head"]) in answer.out


def test_a_log_that_fails_gives_exit_status_1_and_says_where(database: Path) -> None:
    change(
        database, "UPDATE records SET event = replace(event, 'ante', 'anti') WHERE position = 60"
    )
    change(database, "UPDATE records SET command = 'nobody' WHERE position = 60")
    answer = run("audit", "verify", database)
    assert answer.status == 1
    assert "THE LOG DOES NOT HOLD" in answer.out
    assert "hash: position 60, table:" in answer.out
    report = run("audit", "verify", database, "--json")
    assert report.status == 1
    finding = report.json["findings"][0]
    assert set(finding) == {"kind", "message", "stream", "version", "position"}
    assert finding["position"] == 60


def test_a_seal_that_was_noted_must_still_be_there(database: Path) -> None:
    record = run("audit", "show", database, "--record", "20", "--json").json
    assert run("audit", "verify", database, "--seal", f"20:{record['seal']}").status == 0
    other = run("audit", "verify", database, "--seal", f"21:{record['seal']}")
    assert other.status == 1
    assert "is not the one that was noted" in other.out
    assert run("audit", "verify", database, "--seal", "20:abc").complaint.endswith("17:9f86d0...")


def test_a_file_damaged_beyond_reading_fails(database: Path) -> None:
    body = bytearray(database.read_bytes())
    body[100:4096] = b"\xaa" * 3996
    database.write_bytes(body)
    answer = run("audit", "verify", database, "--json")
    assert answer.status == 1
    assert answer.json["findings"][0]["kind"] == "unreadable"


def test_an_export_is_verified_without_the_database(database: Path, tmp_path: Path) -> None:
    out = tmp_path / "log.jsonl"
    said = run("audit", "export", database, "-o", out)
    assert said.status == 0
    assert str(out) in said.out
    assert run("audit", "verify", out).status == 0
    piped = run("audit", "export", database)
    assert run("audit", "verify", "-", stdin=piped.out).status == 0
    extract = tmp_path / "table.jsonl"
    footer = run("audit", "export", database, "--table", "2", "-o", extract, "--json").json
    assert footer["omitted"] > 0
    answer = run("audit", "verify", extract)
    assert answer.status == 0
    assert f"{footer['omitted']:,} more by their hashes" in answer.out


def test_a_time_has_its_zone(database: Path) -> None:
    answer = run("audit", "export", database, "--since", "2026-01-05T12:00:05")
    assert answer.complaint == (
        "queenhigh: --since: '2026-01-05T12:00:05' is not a time like 2026-01-05T12:00:00Z"
    )
    lines = run(
        *("audit", "export", database, "--since", "2026-01-05T12:00:05Z"),
        *("--until", "2026-01-05T12:00:06Z"),
    ).json_lines
    assert {line["event"]["at"] for line in lines if "event" in line} == {"2026-01-05T12:00:05Z"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--round", "1"), "--round needs --table ID"),
        (("--table", "9"), "no record of the log matches"),
    ],
)
def test_an_impossible_export_is_an_error(
    arguments: tuple[str, ...], message: str, database: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.jsonl"
    answer = run("audit", "export", database, *arguments, "-o", out)
    assert (answer.status, answer.complaint) == (2, f"queenhigh: {message}")
    assert not out.exists()


def test_a_round_is_described_from_a_database_and_from_an_export(
    database: Path, tmp_path: Path
) -> None:
    told = run("audit", "replay", database, "--table", "2", "--round", "2")
    assert told.status == 0
    assert "Round 2," in told.out
    assert "Round 1," not in told.out
    out = tmp_path / "log.jsonl"
    run("audit", "export", database, "--table", "2", "-o", out)
    assert run("audit", "replay", out, "--table", "2", "--round", "2").out == told.out
    events = run("audit", "replay", database, "--table", "2", "--round", "2", "--json").json
    assert events[0] == {**events[0], "type": "round_began", "number": 2}


def test_a_missing_round_is_an_error(database: Path, tmp_path: Path) -> None:
    answer = run("audit", "replay", database, "--table", "9")
    assert answer.complaint.endswith("there is no table 9")
    assert (
        "no round 77" in run("audit", "replay", database, "--table", "1", "--round", "77").complaint
    )
    extract = tmp_path / "round.jsonl"
    run("audit", "export", database, "--table", "1", "--round", "2", "-o", extract)
    partly = run("audit", "replay", extract, "--table", "1")
    assert (
        "leaves out version 1 of table:1; a round is replayed from the beginning"
        in partly.complaint
    )


def test_show_prints_streams_balances_and_records(database: Path, tmp_path: Path) -> None:
    streams = run("audit", "show", database, "--json").json
    assert [each["stream"] for each in streams["streams"]] == [
        "patron:three",
        "patron:two",
        "table:1",
        "table:2",
    ]
    assert "table:2" in run("audit", "show", database).out
    balances = run("audit", "show", database, "--balances", "--json").json
    assert sum(balances.values()) == 0
    assert "total 0.00" in run("audit", "show", database, "--balances").out
    record = run("audit", "show", database, "--record", "5", "--json").json
    assert record["position"] == 5
    assert record["hash"] in run("audit", "show", database, "--record", "5").out
    command = run("audit", "show", database, "--command", "1-1", "--json").json
    assert command["asked"]["id"] == "1-1"
    assert {each["command"] for each in command["records"]} == {"1-1"}
    assert "table_opened" in run("audit", "show", database, "--stream", "table:1").out
    out = tmp_path / "log.jsonl"
    run("audit", "export", database, "-o", out)
    assert run("audit", "show", out, "--balances", "--json").json == balances
    assert run("audit", "show", out, "--json").json == streams


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--record", "99999"), "there is no position 99999"),
        (("--stream", "table:9"), "there is no stream table:9"),
        (("--command", "nothing"), "there is no command nothing"),
        (("--record", "1", "--balances"), "give only one of --record"),
    ],
)
def test_audit_show_refuses_an_impossible_request_in_one_line(
    arguments: tuple[str, ...], message: str, database: Path
) -> None:
    answer = run("audit", "show", database, *arguments)
    assert answer.status == 2
    assert message in answer.complaint


def test_malformed_sources_are_bad_input(tmp_path: Path) -> None:
    missing = run("audit", "verify", tmp_path / "none.db")
    assert (missing.status, "No such file" in missing.complaint) == (2, True)
    (tmp_path / "text").write_text("hello")
    assert "nor an exported log" in run("audit", "verify", tmp_path / "text").complaint
    sqlite3.connect(tmp_path / "other.db").execute("CREATE TABLE x (y)").connection.close()
    assert (
        "does not contain a log of Queenhigh"
        in run("audit", "verify", tmp_path / "other.db").complaint
    )
    away = run("audit", "verify", "postgresql://nobody@localhost:1/nothing")
    assert away.status == 2
    assert "postgresql" in away.complaint


def test_a_backup_is_made_proved_and_restored(database: Path, tmp_path: Path) -> None:
    copy, back = tmp_path / "copy.db", tmp_path / "back.db"
    made = run("backup", database, copy, "--json").json
    assert run("audit", "verify", copy, "--json").json["seal"] == made["seal"]
    assert run("restore", copy, back, "--json").json == made
    assert run("audit", "verify", back).status == 0
    again = run("backup", database, copy)
    assert again.status == 2
    assert "already exists and is not overwritten" in again.complaint
    assert "no such file" in run("restore", tmp_path / "none", tmp_path / "x.db").complaint


def test_a_backup_moves_a_log_to_postgresql_and_back(database: Path, tmp_path: Path) -> None:
    address = new_postgres_address()
    made = run("restore", database, address, "--json").json
    assert run("audit", "verify", address).status == 0
    assert run("backup", address, tmp_path / "back.db", "--json").json == made
    assert run("audit", "verify", tmp_path / "back.db").status == 0


def test_retain_says_what_goes_and_that_the_log_stays(database: Path) -> None:
    would = run("retain", database, "--dry-run")
    assert would.status == 0
    assert would.out.startswith(
        "would be deleted: 0 sessions, 0 invitations, 0 tokens, 16 snapshots"
    )
    assert "records of the log, which is never shortened" in would.out
    assert run("retain", database, "--json").json["snapshots"] == 16
    assert run("retain", database, "--json").json["snapshots"] == 0
    assert run("audit", "verify", database).status == 0


def test_a_sample_is_a_log_to_try_things_on(tmp_path: Path) -> None:
    file = tmp_path / "sample.db"
    options = ("--house", "classic", "--house", "mics", "--rounds", "2", "--json")
    made = run("audit", "sample", file, *options).json
    assert run("audit", "verify", file, "--json").json["seal"] == made["seal"]
    assert "is not overwritten" in run("audit", "sample", file).complaint
    unknown = run("audit", "sample", tmp_path / "x.db", "--house", "nowhere")
    assert "'nowhere' is not one of" in unknown.complaint
