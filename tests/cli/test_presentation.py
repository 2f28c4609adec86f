"""How the command line presents itself: groups, amounts, the man page, a terminal or a pipe."""

import json
import os
import pty
import subprocess
from typing import Any

import pytest
import typer

from queenhigh.cli.amount import cents, some_cents, some_dollars
from queenhigh.cli.app import app
from queenhigh.cli.command_groups import GROUPS
from tests.clauses import cases
from tests.cli.runner import COMMAND, a_round, encoded, run


def test_every_command_is_in_a_group() -> None:
    named = {
        each.name or each.callback.__name__ for each in app.registered_commands if each.callback
    }
    grouped = [name for names in GROUPS.values() for name in names]
    assert len(grouped) == len(set(grouped))
    assert named - set(grouped) == {"man"}
    assert set(grouped) - named == {"audit"}, "a group of its own"


@pytest.mark.parametrize(
    ("text", "found"),
    [("$5", 500), ("$2.50", 250), ("€12", 1200), ("500c", 500), ("500", 500), (" $1 ", 100)],
)
def test_an_amount_is_written_as_people_write_it(text: str, found: int) -> None:
    assert cents(text) == found


@pytest.mark.parametrize("text", ["", "five", "$", "$5.5", "5c5", "-5", "$-5", "5.00", "1e3"])
def test_a_malformed_amount_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"write \$5"):
        cents(text)


def test_a_bare_number_keeps_the_unit_of_its_option() -> None:
    assert (some_cents("20"), some_dollars("20")) == (20, 2000)
    with pytest.raises(ValueError, match="more than zero"):
        some_cents("0")


def test_a_bet_may_be_written_in_two_ways_and_a_wrong_key_suggests_the_nearest() -> None:
    amounts = ("1000", "1000c", "$10")
    answers = {run("joint", "--house", "mics", "--bet", f"ante={each}").out for each in amounts}
    assert len(answers) == 1
    answer = run("joint", "--house", "mics", "--bet", "pair_pluss=$5")
    assert answer.complaint.endswith("; did you mean pair_plus?")


def test_the_manual_page_has_every_command() -> None:
    page = run("man").out
    assert page.startswith(".TH QUEENHIGH 1")
    for each in app.registered_commands:
        name = each.name or (each.callback.__name__ if each.callback else "")
        assert name == "man" or f".SS queenhigh {name}".replace("-", "\\-") in page


def on_a_terminal(*arguments: str) -> str:
    """Return what somebody sees at a terminal who pipes the document in."""
    parent, child = pty.openpty()
    done = subprocess.Popen(
        [COMMAND, *arguments], stdin=subprocess.PIPE, stdout=child, stderr=child
    )
    os.close(child)
    assert done.stdin is not None
    done.stdin.write(encoded(a_round()))
    done.stdin.close()
    shown = b""
    while True:
        try:
            shown += os.read(parent, 4096)
        except OSError:  # The end of a terminal on Linux.
            break
    os.close(parent)
    done.wait()
    return shown.decode()


@pytest.mark.parametrize("command", ["settle", "check"])
def test_on_a_terminal_an_answer_is_for_people_unless_json_is_asked_for(command: str) -> None:
    assert "Six cards and jackpot" in on_a_terminal(command)
    assert not on_a_terminal(command).startswith("{")
    assert json.loads(on_a_terminal(command, "--json"))
    assert run(command, stdin=a_round()).json == run(command, "--json", stdin=a_round()).json


def test_completion_knows_the_commands() -> None:
    asked = {
        "_QUEENHIGH_COMPLETE": "complete_bash",
        "COMP_WORDS": "queenhigh se",
        "COMP_CWORD": "1",
    }
    done = subprocess.run(
        [COMMAND], env=os.environ | asked, capture_output=True, text=True, check=False
    )
    assert sorted(done.stdout.split()) == ["search", "sensitivity", "serve", "settle"]


@cases("""
    command         parameter   begun   offered
    audit sample    houses      mi      mics mics-alternate
    report          house       chi     chickasaw
    report          by          d       dealer day
    search          query       dealer_ dealer_hand: dealer_cards:
    search          query       ne      net>=
    drill           skill       c       chips
""")
def test_completion_knows_the_values(
    command: str, parameter: str, begun: str, offered: str
) -> None:
    found: Any = typer.main.get_command(app)
    for name in command.split():
        found = found.commands[name]
    [asked] = [each for each in found.params if each.name == parameter]
    context = found.make_context(command, [], resilient_parsing=True)
    assert [each.value for each in asked.shell_complete(context, begun)] == offered.split()
