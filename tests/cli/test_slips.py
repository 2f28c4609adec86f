"""A slip of the pen is answered with what was probably meant, and where it stands."""

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
        (["simulate", "--house", "manual", "--seed", str(2**64)], "'--seed'"),
        (["deal", "--seed", "-1"], "'--seed'"),
    ],
)
def test_what_was_meant_is_suggested(arguments: list[str], said: str) -> None:
    answer = run(*arguments)
    assert answer.status == 2
    assert said in answer.complaint


@pytest.mark.parametrize(
    ("command", "text", "said"),
    [
        ("settle", "{", "broken: not JSON"),
        ("check", '{"seets": []}', "broken: seets: is not known here; did you mean seats?"),
        ("replay", "{", "broken: line 1: no event"),
        ("script", '{"type": "place_wagr"}', "type: 'place_wagr' is not known here; did you mean"),
        ("script", '{"type": "play", "seet": 1}', "seet: is not known here; did you mean seat?"),
        ("serve", "porrt = 5", "broken: porrt: is not known here; did you mean port?"),
        ("serve", "port = 70000", "broken: port: is 0 to 65535"),
    ],
)
def test_a_file_that_is_wrong_is_named(tmp_path: Path, command: str, text: str, said: str) -> None:
    file = tmp_path / "broken"
    file.write_text(text)
    answer = run(command, *(["--config"] if command == "serve" else []), str(file))
    assert answer.status == 2
    assert f"{tmp_path}/broken: " in answer.complaint
    assert said in answer.complaint


def test_an_unknown_command_of_a_script_does_not_list_them_all() -> None:
    answer = run("script", "--house", "manual", stdin='{"type": "zzz"}')
    assert answer.complaint == "queenhigh: line 1: type: 'zzz' is not known here"


def test_a_house_that_is_wrong_is_named_and_not_the_round(tmp_path: Path) -> None:
    (tmp_path / "round.json").write_text('{"dealer": "Qh 7d 2c", "seats": []}')
    house = tmp_path / "own.toml"
    house.write_text("seats = 12")
    complaint = run("settle", str(tmp_path / "round.json"), "--house", str(house)).complaint
    assert "round.json" not in complaint
    assert f"{house}: seats = 12" in complaint
