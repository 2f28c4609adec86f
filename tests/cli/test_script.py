"""`queenhigh script`, `deal` and `replay`, as a user runs them."""

import json
from pathlib import Path

import msgspec
import pytest

from queenhigh.cli.command_examples import EXAMPLES
from queenhigh.house.loader import built_in_keys
from queenhigh.table.commands import COMMANDS, AnyCommand
from tests.cli.runner import run


def test_the_help_has_an_example_of_every_command() -> None:
    given = [json.loads(line) | {"at": "2026-01-05T12:00:00Z"} for line in EXAMPLES.splitlines()]
    commands = [msgspec.convert(each, AnyCommand) for each in given]
    assert [type(command) for command in commands] == list(COMMANDS)


def test_a_script_prints_events_or_the_refusal() -> None:
    lines = [
        "# a table opens, and somebody sits down",
        '{"type": "open_table", "dealer": "joe", "by": "floor:fay"}',
        "",
        '{"type": "sit", "seat": 3, "by": "player:ann"}',
        '{"type": "sit", "seat": 3, "by": "player:bob"}',
    ]
    answer = run("script", "--house", "mics", stdin="\n".join(lines))
    printed = [json.loads(line) for line in answer.out.splitlines()]
    assert [each["type"] for each in printed] == ["table_opened", "seat_taken", "refused"]
    assert printed[2]["code"] == "seat/taken"
    assert answer.status == 1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"type": "frob"}', "line 1: type: 'frob' is not known here"),
        ('{"type": "sit", "seat": "x", "by": "a"}', "line 1: seat: must be a whole number"),
        ('{"type": "sit", "by": "a"}', "line 1: seat: is missing"),
        ('{"type": "rule", "ruling": "x", "reason": "", "by": "a"}', "not one of void, continue"),
        ("{", "line 1: not JSON"),
        ('{"type": "close_table", "by": "a", "at": "2026-01-05T12:00:00"}', "needs a zone"),
        (
            '{"type": "close_table", "by": "a", "at": "9999-12-31T23:59:59Z"}',
            "line 1: at: must be in one of the years 2 to 9998",
        ),
    ],
)
def test_a_line_that_is_not_a_command_ends_the_script(line: str, said: str) -> None:
    answer = run("script", stdin=line)
    assert answer.status == 2
    assert said in answer.complaint


@pytest.mark.parametrize("house", built_in_keys())
def test_rounds_are_dealt_logged_and_described(house: str, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    dealt = run("deal", "--house", house, "--rounds", "4", "--seats", "3", "--seed", "7", "-o", log)
    assert dealt.status == 0
    again = run("deal", "--house", house, "--rounds", "4", "--seats", "3", "--seed", "7")
    assert again.out == log.read_text()
    told = run("replay", log, "--round", "3")
    assert told.status == 0
    assert "Round 3" in told.out
    assert "it is the one committed to" in told.out
    assert run("replay", log, "--round", "9").status == 2


def test_a_viewer_is_not_shown_what_is_hidden(tmp_path: Path) -> None:
    order = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    commands = [
        {"type": "open_table", "dealer": "joe", "by": "floor:fay", "automation": ["all"]},
        {"type": "sit", "seat": 3, "by": "player:ann"},
        {"type": "buy_in", "seat": 3, "cents": 20000, "by": "player:ann"},
        {"type": "shuffle_deck", "deck": 0, "order": order, "nonce": "n" * 16, "by": "system"},
        {"type": "place_wager", "seat": 3, "wager": "ante", "amount": 500, "by": "player:ann"},
        {"type": "announce_no_more_bets", "by": "system"},
    ]
    stdin = "\n".join(map(json.dumps, commands))
    everything = run("script", "--house", "classic", stdin=stdin).out
    assert '"2c","2d","2h"' in everything
    public = run("script", "--house", "classic", "--as", "public", stdin=stdin).out
    assert "2c" not in public
    own = run("script", "--house", "classic", "--as", "player:ann", stdin=stdin).out
    assert '"cards":["2c","2d","2h"]' in own
    assert "3c" not in own


@pytest.mark.parametrize("viewer", ["foo", "foo:ann", "player", "player:"])
def test_an_impossible_viewer_is_refused(viewer: str) -> None:
    refused = run("script", "--house", "classic", "--as", viewer, stdin="")
    assert refused.status == 2
    assert "--as takes public, or a role and a name" in refused.err


def test_a_misspelt_viewer_suggests_the_nearest() -> None:
    refused = run("script", "--house", "classic", "--as", "plyer:ann", stdin="")
    assert "did you mean player?" in refused.err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"\xff\xfe\x00", "line 1: not an event: not UTF-8 at byte 0"),
        (b"5\n", "line 1: not an event: must be an object, not a whole number"),
        (b"{\n", "line 1: not an event: not JSON: it ends too early"),
    ],
)
def test_a_file_that_is_not_a_log_gets_a_plain_error(
    line: bytes, said: str, tmp_path: Path
) -> None:
    file = tmp_path / "no.log"
    file.write_bytes(line)
    assert run("replay", file).complaint.endswith(said)
