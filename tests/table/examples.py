"""One example line of each command, from the guide."""

from typing import Any

import msgspec

from queenhigh.cli.command_examples import EXAMPLES
from queenhigh.table.commands import COMMANDS

TYPES = [str(kind.__struct_config__.tag) for kind in COMMANDS]


def example_of(command: str) -> dict[str, Any]:
    """Return the guide's first example of that command."""
    for line in EXAMPLES.splitlines():
        written: dict[str, Any] = msgspec.json.decode(line)
        if written["type"] == command:
            return written
    raise LookupError(f"{command} has no example")
