"""Line numbers of keys in a TOML file."""

import re
from pathlib import Path

_HEADER = re.compile(r"^\s*\[\[?\s*(?P<name>[^\]]+?)\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(r"""^\s*(?P<name>(?:"[^"]*"|'[^']*'|[A-Za-z0-9_.-]+)+)\s*=""")
_ID = re.compile(r"""^\s*id\s*=\s*["'](?P<name>[^"']*)["']""")


def line_of(path: Path, key: str) -> int:
    """Return the line of a key, of a table below it or of the nearest one around it; else 0."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, ValueError):
        return 0
    places = _places(lines)
    while key:
        if key in places:
            return places[key]
        if below := [number for name, number in places.items() if name.startswith(f"{key}.")]:
            return below[0]
        key = key.rpartition(".")[0]
    return 0


def _places(lines: list[str]) -> dict[str, int]:
    """Map every key, table and id to the line where it first appears."""
    found: dict[str, int] = {}
    table = ""
    for number, line in enumerate(lines, start=1):
        if header := _HEADER.match(line):
            table = _plain(header["name"])
            found.setdefault(table, number)
        elif identity := _ID.match(line):
            found.setdefault(identity["name"], number)
        elif key := _KEY.match(line):
            name = _plain(key["name"])
            found.setdefault(f"{table}.{name}" if table else name, number)
    return found


def _plain(name: str) -> str:
    return name.replace('"', "").replace("'", "")
