"""A typo gets an answer with the likely meaning and its place."""

from pathlib import Path

import pytest

from tests.cli.runner import run


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["rules", "manual", "--topic", "payot"], "did you mean payout?"),
        (["clauses", "--kind", "engin"], "did you mean engine?"),
        (["design", "pair_pls", "--house", "manual"], "did you mean pair_plus?"),
        (["report", "--database", "x"], "given without a name: queenhigh report DATABASE"),
        (["serve", "--kind", "zzz"], "kind: is not one of digital, physical, training"),
        (
            ["serve", "--port", "0", "--database", "/nowhere/x.db"],
            "database: /nowhere/x.db: there is no folder /nowhere",
        ),
        (["simulate", "--house", "manual", "--seed", str(2**64)], "--seed: "),
        (["deal", "--seed", "-1"], "--seed: '-1' is not a whole number of 0 or more"),
        (["settle", "--jobs", "x"], "--jobs: 'x' is not a whole number from 1 to 256"),
        (["drill", "--level", "9"], "--level: '9' is not a whole number from 1 to 3"),
        (["drill", "--skill", "hnd"], "--skill: 'hnd' is not a choice; did you mean hand?"),
        (["drill", "--skill", "zzz"], "choose one of hand, qualifies,"),
        (["win", "--hours", "nan"], "--hours: 'nan' is not a number"),
        (["search", "x", "--limit", str(10**30)], "is too large"),
        (["meter", "--must-hit-by", "-5"], "--must-hit-by: '-5' is not an amount: write $5"),
        (["meter", "--meter", "man=5"], "manual has no meter man; did you mean main?"),
        (["design", "pair_plus", "--edge", "5", "--bound", "flsh=3"], "did you mean flush?"),
        (["analyze", "--options", "{"], "--options: not JSON: it ends too early"),
        (["analyze", "--options", "x"], "--options: not JSON at byte 0"),
        (["setle"], "there is no command setle; did you mean settle?"),
        (["audit", "verfy"], "queenhigh audit: there is no command verfy; did you mean verify?"),
        (["settle", "--exp"], "there is no option --exp; did you mean --explain?"),
        (["--json", "houses"], "no option --json goes before the name of a command"),
        (["design", "x", "--edge"], "queenhigh design: --edge needs a value"),
        (["settle", "--lines=3"], "queenhigh settle: --lines takes no value"),
        (["audit", "replay", "x"], "queenhigh audit replay: --table is missing"),
        (["lint"], "queenhigh lint: FILE|FOLDER|KEY is missing"),
        (["settle", "a", "b"], "'b' is more than the command takes"),
        (["audit", "verify", ""], "DATABASE|FILE: the value is empty"),
        (
            ["play", "--server", "foo"],
            "--server: 'foo' is not an address like http://localhost:8030",
        ),
    ],
)
def test_a_misspelling_gets_a_suggestion(arguments: list[str], said: str) -> None:
    answer = run(*arguments)
    assert answer.status == 2
    assert said in answer.complaint


@pytest.mark.parametrize(
    ("command", "text", "said"),
    [
        ("settle", "{", "broken: not JSON"),
        ("check", '{"seets": []}', "broken: seets: is not known here; did you mean seats?"),
        ("replay", "{", "broken: line 1: not an event"),
        ("script", '{"type": "place_wagr"}', "type: 'place_wagr' is not known here; did you mean"),
        ("script", '{"type": "play", "seet": 1}', "seet: is not known here; did you mean seat?"),
        (
            "script",
            '{"type": "announce_no_more_bets", "by": "dealer:d", "at": "yesterday"}',
            "at: must be a time, as in 2026-01-05T12:00:00Z",
        ),
        ("serve", "porrt = 5", "broken: porrt: is not known here; did you mean port?"),
        ("serve", "port = 70000", "broken: port: is 0 to 65535"),
    ],
)
def test_a_bad_file_is_named(tmp_path: Path, command: str, text: str, said: str) -> None:
    file = tmp_path / "broken"
    file.write_text(text)
    answer = run(command, *(["--config"] if command == "serve" else []), str(file))
    assert answer.status == 2
    assert f"{tmp_path}/broken: " in answer.complaint
    assert said in answer.complaint


def test_an_unknown_command_of_a_script_does_not_list_them_all() -> None:
    answer = run("script", "--house", "manual", stdin='{"type": "zzz"}')
    assert answer.complaint == "queenhigh: line 1: type: 'zzz' is not known here"


def test_a_bad_house_is_named_and_not_the_round(tmp_path: Path) -> None:
    (tmp_path / "round.json").write_text('{"dealer": "Qh 7d 2c", "seats": []}')
    house = tmp_path / "own.toml"
    house.write_text("seats = 12")
    complaint = run("settle", str(tmp_path / "round.json"), "--house", str(house)).complaint
    assert "round.json" not in complaint
    assert f"{house}: seats = 12" in complaint


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["serve", "--database"], "database: FOLDER: is a folder, not a database"),
        (["report"], "FOLDER: is a folder, not a database"),
        (["backup", "LOG"], "FOLDER: already exists"),
        (["restore", "LOG"], "FOLDER: is a folder, not a database"),
        (["audit", "export", "LOG", "-o"], "FOLDER: is a folder"),
    ],
)
def test_a_folder_in_place_of_a_database_is_refused_and_nothing_is_left(
    arguments: list[str], said: str, tmp_path: Path
) -> None:
    folder, log = tmp_path / "folder", tmp_path / "log.db"
    folder.mkdir()
    run("audit", "sample", log, "--rounds", "1", "--seats", "1")
    there = {each.name for each in tmp_path.iterdir()}
    answer = run(*(str(log) if each == "LOG" else each for each in arguments), str(folder))
    assert answer.status == 2
    assert said.replace("FOLDER", str(folder)) in answer.complaint
    of_reading = {"log.db-shm", "log.db-wal"}
    assert {each.name for each in tmp_path.iterdir()} - of_reading == there


@pytest.mark.parametrize("begins", [["backup", "LOG"], ["audit", "sample"], ["restore", "LOG"]])
def test_a_missing_folder_is_named(begins: list[str], tmp_path: Path) -> None:
    log, wanted = tmp_path / "log.db", tmp_path / "none" / "new.db"
    run("audit", "sample", log, "--rounds", "1", "--seats", "1")
    complaint = run(*(str(log) if each == "LOG" else each for each in begins), wanted).complaint
    assert complaint == f"queenhigh: {wanted}: there is no folder {tmp_path / 'none'}"


def test_a_file_without_a_seal_proves_nothing(tmp_path: Path) -> None:
    log, noted = tmp_path / "log.db", tmp_path / "noted.txt"
    run("audit", "sample", log, "--rounds", "1", "--seats", "1")
    noted.write_text("hello")
    complaint = run("audit", "verify", log, "--seals", noted).complaint
    assert complaint == f"queenhigh: --seals: {noted}: no seal is noted in it"
