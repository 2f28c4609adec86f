"""The table guide lists every command, with who may give it, and every event."""

import re
from typing import get_args

from queenhigh.table.command_rules import MAY
from queenhigh.table.commands import COMMANDS
from queenhigh.table.events import AnyEvent
from tests.docs.examples import ROOT

GUIDE = (ROOT / "docs" / "guides" / "table.md").read_text("utf-8")


def _rows(heading: str) -> list[list[str]]:
    """Return the cells of the table under a heading, without its header."""
    section = re.split(r"^## ", GUIDE, flags=re.MULTILINE)
    [chosen] = [each for each in section if each.startswith(f"{heading}\n")]
    lines = [line for line in chosen.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_every_command_is_in_the_guide_with_its_roles() -> None:
    told = {name.strip("`"): who for name, who, what in _rows("Commands") if what}
    assert told == {
        str(each.__struct_config__.tag): ", ".join(MAY[str(each.__struct_config__.tag)])
        for each in COMMANDS
    }


def test_every_event_is_in_the_guide() -> None:
    told = [name.strip("`") for name, what in _rows("Events") if what]
    assert told == [str(each.__struct_config__.tag) for each in get_args(AnyEvent)]
