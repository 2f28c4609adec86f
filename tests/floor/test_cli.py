"""`queenhigh report`, `search` and `dispute`, as a user runs them."""

import shutil
from pathlib import Path

import msgspec
import pytest

import queenhigh.cli.commands_floor  # noqa: F401 Its commands are there.
from queenhigh.store.chain import record_hash
from queenhigh.store.store_address import open_store
from tests.cli.runner import run
from tests.floor.day import DAY, the_day
from tests.floor.landed import batches, land


@pytest.fixture(scope="module")
def landed_day(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("day") / "cardroom.db"
    store = open_store(str(file))
    land(store, batches(the_day()))
    store.close()
    return file


@pytest.fixture
def database(landed_day: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(landed_day, tmp_path / "cardroom.db"))


# Reports


def test_a_day_is_reported_as_one_document(database: Path) -> None:
    found = run("report", database, "--day", "2026-01-05", "--house", "chickasaw", "--json")
    assert found.status == 0
    report = found.json["report"]
    assert report["day"] == "2026-01-05"
    assert report["total"]["rounds"] == 8
    assert report["total"]["voids"] == 1
    short, *late = found.json["alerts"]
    assert short["reason"] == "The tray was counted at $19,070: $5 less than there should be."
    kinds = [each["kind"] for each in late]
    assert kinds == ["notice_unacknowledged"] * 4 + ["deposits_large"] * 4


def test_without_a_day_the_last_one_is_reported(database: Path) -> None:
    assert run("report", database, "--json").json["report"]["day"] == DAY.isoformat()


def test_for_people_the_report_is_printed_as_tables(database: Path) -> None:
    found = run("report", database)
    assert found.status == 0
    for words in ("Gaming day 2026-01-05", "By table", "Ante and Play", "Link wide", "D-1"):
        assert words in found.out


@pytest.mark.parametrize("suffix", [".pdf", ".csv", ".json"])
def test_the_report_goes_to_a_file_and_is_the_same_to_the_byte(
    database: Path, tmp_path: Path, suffix: str
) -> None:
    one, other = tmp_path / f"one{suffix}", tmp_path / f"other{suffix}"
    assert run("report", database, "-o", one).status == 0
    assert run("report", database, "-o", other, "--json").json == {"file": str(other)}
    assert one.read_bytes() == other.read_bytes()
    assert len(one.read_bytes()) > 1_000


def test_a_days_package_is_one_command_and_is_reproducible(database: Path, tmp_path: Path) -> None:
    manifests = []
    for name in ("one", "other"):
        found = run("report", database, "--package", tmp_path / name, "--json")
        assert found.status == 0
        manifests.append((tmp_path / name / "manifest.json").read_bytes())
        assert {each.name for each in (tmp_path / name).iterdir()} == {
            *("day-2026-01-05.pdf", "day-2026-01-05.csv", "day-2026-01-05.json", "manifest.json"),
        }
    assert manifests[0] == manifests[1]
    manifest = msgspec.json.decode(manifests[0])
    assert len(manifest["seal"]) == 64


@pytest.mark.parametrize("by", ["table", "dealer", "shift", "day", "house"])
def test_a_period_is_reported_as_lines(database: Path, by: str) -> None:
    arguments = ("--from", "2026-01-01", "--to", "2026-01-31", "--by", by)
    found = run("report", database, *arguments, "--json").json
    assert found["by"] == by
    assert sum(line["rounds"] for line in found["lines"]) == 8
    assert "Results" in run("report", database, *arguments).out


def test_play_money_is_reported_separately(database: Path) -> None:
    assert run("report", database, "--play", "--json").json["report"]["total"]["rounds"] == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--day", "yesterday"), "--day: 'yesterday' is not a date"),
        (("--by", "colour"), "--by: 'colour' is not one of"),
        (("-o", "report.doc"), "is written as .pdf, .csv, .json"),
        (("-o", "nowhere/report.pdf"), "there is no directory nowhere"),
        (("--from", "2026-01-01", "--day", "2026-01-05"), "cannot be combined"),
        (("--house", "no-such"), "no-such"),
    ],
)
def test_an_impossible_report_is_a_one_line_error(
    database: Path, arguments: tuple[str, ...], says: str
) -> None:
    found = run("report", database, *arguments)
    assert found.status == 2
    assert says in found.complaint


def test_a_missing_file_is_not_created(tmp_path: Path) -> None:
    found = run("report", tmp_path / "none.db")
    assert found.status == 2
    assert "none.db" in found.complaint
    assert list(tmp_path.iterdir()) == []


def test_a_log_without_rounds_has_no_day_to_report_on(tmp_path: Path) -> None:
    open_store(str(tmp_path / "empty.db")).close()
    assert "no gaming day to report on" in run("report", tmp_path / "empty.db").complaint


def test_while_the_service_has_the_file_its_projections_are_read(database: Path) -> None:
    run("report", database)  # The log has been followed.
    held = open_store(str(database))
    try:
        found = run("report", database, "--json")
    finally:
        held.close()
    assert found.status == 0
    assert "a running service has this file open" in found.err
    assert found.json["report"]["total"]["rounds"] == 8


# Searching


def test_a_search_is_words_on_the_command_line(database: Path) -> None:
    found = run("search", database, "notice:jackpot", "patron:di", "--json").json
    (one,) = found["rounds"]
    assert (one["table"], one["number"], one["dealer"]) == ("3", 1, "kim")
    assert one["seats"][0]["cards"] == ["As", "Ks", "Qs"]
    shown = run("search", database, "dealer:ben", "net<0").out
    assert "2 (chickasaw)" not in shown
    assert "no rounds found" in shown


def test_for_people_rounds_are_a_table_and_further_ones_are_mentioned(database: Path) -> None:
    found = run("search", database, "--limit", "2")
    assert found.status == 0
    assert "3 (manual)" in found.out
    assert "more rounds match" in found.out


def test_results_are_exported_with_their_proof(database: Path, tmp_path: Path) -> None:
    file = tmp_path / "found.jsonl"
    assert run("search", database, "table:1", "--export", file).status == 0
    lines = [msgspec.json.decode(line) for line in file.read_bytes().splitlines()]
    assert len(lines) == 4
    for line in lines:
        assert line["unbroken"]
        previous = line["records"][0]["previous"]
        for record in line["records"]:
            event = msgspec.json.encode(record["event"], order="sorted")
            hashed = record_hash(
                record["stream"], record["version"], record["command"], record["asked"], event,
                previous,
            )  # fmt: skip
            assert record["hash"] == hashed
            previous = hashed


def test_a_malformed_query_is_a_one_line_error(database: Path) -> None:
    found = run("search", database, "colour:red")
    assert found.status == 2
    assert "there is no field 'colour'" in found.complaint


# Disputes


def test_disputes_are_listed(database: Path) -> None:
    (one,) = run("dispute", database, "--json").json
    assert (one["opened"]["dispute"], one["state"]) == ("D-1", "with the commissioner")
    assert "with the" in run("dispute", database).out


def test_a_dossier_builds_itself_and_matches_the_log(database: Path, tmp_path: Path) -> None:
    found = run("dispute", database, "D-1", "--json")
    assert found.status == 0
    dossier = found.json
    assert dossier["disagreements"] == []
    assert dossier["proof"]["unbroken"]
    assert [each["text"] for each in dossier["dispute"]["statements"]] == [
        "I paid both bets.",
        "Only one was paid.",
    ]
    file = tmp_path / "dossier.pdf"
    assert run("dispute", database, "D-1", "-o", file).status == 0
    assert file.read_bytes().startswith(b"%PDF")
    assert "Who said what" in run("dispute", database, "D-1").out


def test_any_round_has_a_dossier(database: Path) -> None:
    found = run("dispute", database, "--table", "3", "--round", "2", "--json").json
    assert (found["table"], found["round"], found["dispute"]) == ("3", 2, None)
    assert {hand["seat"] for hand in found["hands"]} == {4, 5, 0}


def test_a_changed_record_makes_the_dossier_disagree(database: Path) -> None:
    import sqlite3

    run("report", database)  # Followed before the change.
    connection = sqlite3.connect(database)
    connection.execute(
        "UPDATE records SET event = replace(event, '\"paid\":10000', '\"paid\":20000')"
        " WHERE stream = 'table:2' AND event LIKE '%wager_paid%'"
    )
    connection.commit()
    connection.close()
    found = run("dispute", database, "D-1", "--json")
    assert found.status == 1
    text = " ".join(found.json["disagreements"])
    assert "settled again, it has a different result" in text
    assert "does not match its hash" in text


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("D-9",), "there is no dispute D-9"),
        (("--table", "3"), "name a dispute, or give"),
        (("--table", "3", "--round", "99"), "no finished round 99"),
        (("D-1", "-o", "dossier.txt"), "is written as"),
    ],
)
def test_an_impossible_dossier_is_a_one_line_error(
    database: Path, arguments: tuple[str, ...], says: str
) -> None:
    found = run("dispute", database, *arguments)
    assert found.status == 2
    assert says in found.complaint
