"""How the command behaves in every case: help, streams, exit statuses, and no traceback."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO, Any

import pytest

from queenhigh import __version__
from queenhigh.cli.app import app
from queenhigh.cli.default_houses import house_of_many_bets, plain_house
from tests.cli.runner import COMMAND, a_round, encoded, run, run_apart, start, with_seat

COMMANDS = sorted(
    each.name or each.callback.__name__ for each in app.registered_commands if each.callback
)
# A working run of each of these commands, without --json.
WORKS: dict[str, list[str]] = {
    "check": ["check"],
    "clauses": ["clauses"],
    "compare": ["compare", "mics", "classic"],
    "houses": ["houses"],
    "lint": ["lint", "classic"],
    "play": ["play"],
    "rules": ["rules", "classic"],
    "settle": ["settle"],
}
REFUSED = with_seat(a_round("classic"), wagers={"ante": 100})


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_and_takes_json(command: str) -> None:
    for flag in ("--help", "-h"):
        answer = run(command, flag)
        assert (answer.status, answer.err) == (0, "")
        assert f"queenhigh {command}" in answer.out
        assert "--json" in answer.out
    assert command in run("--help").out


def test_the_main_help_names_every_command_with_a_sentence() -> None:
    lines = run("--help").out.splitlines()
    for command in COMMANDS:
        [line] = [each for each in lines if each.split()[:1] == [command]]
        assert len(line.split()) > 2
        assert "..." not in line, "the sentence is cut off"


def test_the_version_is_printed() -> None:
    assert run("--version") == (0, f"queenhigh {__version__}\n", "")


@pytest.mark.parametrize("command", WORKS)
def test_with_json_there_is_one_document_and_nothing_else(command: str) -> None:
    answer = run(*WORKS[command], "--json", stdin=a_round() if command != "play" else b"")
    assert answer.status == 0
    assert answer.json is not None
    assert answer.out.endswith("\n")
    assert answer.err == "" or command == "play", "play talks to the player on the side"


@pytest.mark.parametrize("command", WORKS)
def test_an_answer_leaves_standard_error_empty(command: str) -> None:
    answer = run(*WORKS[command], stdin=a_round() if command != "play" else b"")
    assert (answer.status, answer.err) == (0, "")
    assert answer.out


BAD_USAGE: dict[str, list[str]] = {
    "an unknown command": ["frobnicate"],
    "an unknown option": ["--frobnicate"],
    "an unknown option of a command": ["settle", "--frobnicate"],
    "an option of another command": ["check", "--lines"],
    "an option before its command": ["--json", "houses"],
    "an option without its value": ["settle", "--house"],
    "two files": ["settle", "one.json", "two.json"],
    "an argument where there is none": ["houses", "classic"],
    "no house to print": ["rules"],
    "no file to lint": ["lint"],
    "nothing to compare": ["compare"],
    "one house to compare": ["compare", "classic"],
    "a house compared with itself": ["compare", "classic", "classic"],
    "an unknown house": ["rules", "bellagio"],
    "an unknown house to settle by": ["settle", "--house", "bellagio"],
    "an unknown house to compare": ["compare", "classic", "bellagio"],
    "an unknown house to play at": ["play", "--house", "bellagio"],
    "a house without a name": ["settle", "--house", ""],
    "an unknown topic": ["rules", "classic", "--topic", "weather"],
    "an unknown topic of clauses": ["clauses", "--topic", "weather"],
    "an unknown kind": ["clauses", "--kind", "weather"],
    "an unknown status": ["clauses", "--status", "weather"],
    "an unknown book": ["clauses", "--house", "weather"],
    "a bankroll of nothing": ["play", "--bankroll", "0"],
    "a bankroll in words": ["play", "--bankroll", "plenty"],
    "an explanation as JSON": ["settle", "--explain", "--json"],
    "an explanation of a check as JSON": ["check", "--explain", "--json"],
    "a file that is not there": ["settle", "none.json"],
    "a directory": ["settle", "/"],
    "a directory as a house": ["rules", "/"],
}


@pytest.mark.parametrize("what", BAD_USAGE)
def test_bad_usage_is_one_line_and_exit_2(what: str) -> None:
    answer = run(*BAD_USAGE[what], stdin=a_round())
    assert answer.status == 2
    assert answer.complaint.startswith("queenhigh")
    assert len(answer.complaint) > len("queenhigh: ") + 5


def test_without_a_command_the_help_is_printed() -> None:
    answer = run()
    assert answer.status in (0, 2)
    assert "settle" in answer.out + answer.err


@pytest.mark.parametrize("what", ["an unknown option", "an unknown command", "an unknown house"])
def test_bad_usage_is_one_line_in_a_separate_process_too(what: str) -> None:
    answer = run_apart(*BAD_USAGE[what])
    assert answer.status == 2
    assert answer.complaint


def test_an_unknown_name_is_repeated_and_the_known_ones_are_listed() -> None:
    for arguments in (["rules", "bellagio"], ["clauses", "--status", "bellagio"]):
        complaint = run(*arguments).complaint
        assert "bellagio" in complaint
        assert "classic" in complaint or "enforced" in complaint


def test_the_exit_status_is_0_for_done_1_for_no_2_for_bad_usage() -> None:
    assert run_apart("check", stdin=a_round()).status == 0
    assert run_apart("check", stdin=REFUSED).status == 1
    assert run_apart("check", stdin=b"{").status == 2


def test_a_refusal_is_an_answer_and_not_an_error() -> None:
    answer = run("check", stdin=REFUSED)
    assert (answer.status, answer.err) == (1, "")
    explained = run("check", "--explain", stdin=REFUSED)
    assert (explained.status, explained.err) == (1, "")


def test_a_dash_is_standard_input() -> None:
    assert run("settle", "-", stdin=a_round()) == run("settle", stdin=a_round())


# Streams that are missing, or do not take what is written to them.


def test_a_closed_standard_input_gives_no_traceback() -> None:
    for command in ("settle", "check"):
        with subprocess.Popen(
            ["bash", "-c", 'exec "$0" "$1" <&-', COMMAND, command],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process:
            out, err = process.communicate()
        assert process.returncode == 2
        assert out == b""
        assert err.count(b"\n") == 1, err.decode()


@pytest.mark.parametrize("arguments", ["houses", "settle", "lint classic --json"])
def test_a_closed_standard_output_gives_no_traceback(arguments: str) -> None:
    with subprocess.Popen(
        ["bash", "-c", f'exec "$0" {arguments} >&-', COMMAND],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        _, err = process.communicate(encoded(a_round()))
    assert b"Traceback" not in err
    assert err.count(b"\n") <= 1


full_device = pytest.mark.skipif(
    not Path("/dev/full").exists(), reason="needs a device that is always full"
)


@full_device
@pytest.mark.parametrize(
    "arguments", ["", "--help", "houses", "settle", "settle --lines", "settle --explain"]
)
def test_a_full_disk_is_one_line_and_exit_2(arguments: str) -> None:
    with open("/dev/full", "wb") as full:
        answer = run_apart(*arguments.split(), stdin=a_round(), stdout=full)
    assert answer.status == 2
    assert "No space left" in answer.complaint


@full_device
@pytest.mark.parametrize("command", WORKS)
def test_a_full_disk_fails_every_command_once(command: str) -> None:
    """Python flushes what is left when it exits: nothing may be, or it would fail again."""
    with open("/dev/full", "w", encoding="utf-8") as full:
        answer = run(*WORKS[command], stdin=a_round() if command != "play" else b"", stdout=full)
        full.flush()
    assert answer.status == 2
    assert answer.complaint == "queenhigh: No space left on device"


@full_device
def test_an_error_that_cannot_be_printed_keeps_its_exit_status() -> None:
    with open("/dev/full", "wb") as full:
        assert run_apart("frobnicate", stderr=full).status == 2
        assert run_apart("houses", stderr=full).status == 0


@pytest.mark.parametrize("arguments", ["rules manual", "clauses", "lint manual", "houses --json"])
def test_a_closed_pipe_is_quiet(arguments: str) -> None:
    with pipe_without_a_reader() as pipe:
        assert run_apart(*arguments.split(), stdout=pipe) == (0, "", "")


def test_a_closed_pipe_for_errors_is_quiet() -> None:
    with pipe_without_a_reader() as pipe:
        assert run_apart("frobnicate", stderr=pipe) == (2, "", "")


def pipe_without_a_reader() -> IO[bytes]:
    reader, writer = os.pipe()
    os.close(reader)
    return open(writer, "wb")


def test_an_interrupt_is_quiet() -> None:
    with start("settle", "--lines") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(encoded(a_round()) + b"\n")
        process.stdin.flush()
        process.stdout.readline()  # By now it is settling.
        process.send_signal(signal.SIGINT)
        assert process.stderr.read() == b""
        assert process.wait() == 130


_INTERRUPTED_WHILE_LOADING = """
import os, signal, sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == "queenhigh.cli":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupting())
from queenhigh.__main__ import main
main()
"""


def test_an_interrupt_before_the_command_has_begun_is_quiet_too() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _INTERRUPTED_WHILE_LOADING], capture_output=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


# Text that a person wrote is shown verbatim, whatever it means to the printer.

BRACKETS = ["[/]", "[bold]", "[red]x[/red]", ":boom:"]


@pytest.mark.parametrize("text", BRACKETS)
def test_a_players_name_is_shown_as_it_is(text: str) -> None:
    seats = [{"seat": n, "player": text, "wagers": {"ante": 500}} for n in (1, 3)]
    answer = run("check", "--explain", stdin={"house": "manual", "seats": seats})
    assert answer.status == 1
    assert text in answer.out


@pytest.mark.parametrize("text", BRACKETS)
@pytest.mark.parametrize("command", ["settle", "check", "rules", "compare", "play"])
def test_a_house_may_have_any_name_and_say_anything(
    text: str, command: str, tmp_path: Path
) -> None:
    own = tmp_path / "own.toml"
    own.write_text(
        f"""
        extends = "classic"
        name = "n{text}"
        standing = "s{text}"
        [options]
        announce_yes = "y{text} {{hand}}"
        """
    )
    arguments: dict[str, list[str | Path]] = {
        "settle": ["settle", "--explain", "--house", own],
        "check": ["check", "--explain", "--house", own],
        "rules": ["rules", own, "--topic", "limits"],
        "compare": ["compare", own, "classic"],
        "play": ["play", "--house", own],
    }
    where = {
        "settle": [f"n{text}", f"y{text} "],
        "check": [f"n{text}"],
        "rules": [f"s{text}"],
        "compare": [f"s{text}", f"y{text} "],
        "play": [f"n{text}"],
    }
    answer = run(*arguments[command], stdin=a_round() if command != "play" else b"")
    assert (answer.status, answer.err) == (0, "")
    for shown in where[command]:
        assert shown in answer.out


def test_a_refusal_is_explained_with_its_code() -> None:
    assert "wager/below_minimum" in run("check", "--explain", stdin=REFUSED).out


# Start-up is quick because little is loaded.

_LOADED = """
import sys
from queenhigh.cli import main
sys.argv = ["queenhigh", *{arguments}]
try:
    main()
finally:
    print(*sorted(sys.modules), sep="\\n", file=sys.stderr)
"""


def loaded_by(*arguments: str, stdin: Any = b"") -> set[str]:
    script = _LOADED.format(arguments=json.dumps(arguments))
    done = subprocess.run(
        [sys.executable, "-c", script], input=encoded(stdin), capture_output=True, check=False
    )
    return set(done.stderr.decode().split())


def test_help_loads_neither_the_rules_nor_anything_heavy() -> None:
    loaded = loaded_by("--help")
    assert "queenhigh.cli.app" in loaded
    heavy = {"numba", "numpy", "litestar", "rich", "msgspec", "matplotlib", "dask", "textual"}
    assert not loaded & heavy
    ours = {each for each in loaded if each.startswith("queenhigh.")}
    assert all(each.startswith("queenhigh.cli") for each in ours)


def test_settling_loads_no_tables_and_no_mathematics() -> None:
    loaded = loaded_by("settle", stdin=a_round())
    assert "queenhigh.wagers.round_settlement" in loaded
    assert not loaded & {"numba", "numpy", "litestar", "rich", "textual"}
    assert not {
        each for each in loaded if each.startswith(("queenhigh.terminal", "queenhigh.maths"))
    }


@pytest.mark.parametrize("command", ["analyze", "joint", "play", "deal", "script", "rules"])
def test_an_empty_name_is_not_the_default_house(command: str) -> None:
    refused = run(command, "--house", "")
    assert refused.status == 2
    assert "the value is empty" in refused.complaint


def test_help_names_the_default_house() -> None:
    for command, meant in (("analyze", plain_house()), ("joint", house_of_many_bets())):
        assert f"by default {meant}." in " ".join(run(command, "--help").out.split())


def test_a_closed_standard_input_is_named() -> None:
    closed = ["bash", "-c", 'exec "$@" <&-', "bash", str(COMMAND), "settle"]
    answer = subprocess.run(closed, capture_output=True, text=True, check=False)
    said = "queenhigh: standard input is closed: give a file\n"
    assert (answer.returncode, answer.stdout, answer.stderr) == (2, "", said)
