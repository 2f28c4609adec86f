"""Where a key stands in a TOML file, so that a finding can name its line."""

import re
from typing import Final

_TABLE: Final = re.compile(r"^\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*(#.*)?$")
_KEY: Final = re.compile(r"""^\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*'))*)\s*=""")
_PART: Final = re.compile(r"""[A-Za-z0-9_-]+|"[^"]*"|'[^']*'""")
_IN_MESSAGE: Final = re.compile(r"\(at line (\d+), column \d+\)")
_PLACE: Final = re.compile(r"\[(\d+)\]")


def line_of(text: str, path: str) -> int:
    """The line of the key, or of the nearest table that holds it; 0 where nothing of it is there.

    Places in lists are written as ``clause[2].gist``.
    """
    wanted = _steps(path)
    best, best_line = 0, 0
    at: list[str] = []
    counts: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if table := _TABLE.match(line):
            at = _parts(table[2])
            if table[1] == "[[":
                name = ".".join(at)
                counts[name] = counts.get(name, -1) + 1
                at = [*at, str(counts[name])]
            here = at
        elif key := _KEY.match(line):
            here = [*at, *_parts(key[1])]
        else:
            continue
        shared = _shared(here, wanted)
        exact = shared == len(wanted)
        # A longer path of which all is there, or the table that would hold what is missing.
        if shared > best and (exact or shared == len(here)):
            best, best_line = shared, number
    return best_line


def line_in_message(message: str) -> int:
    """The line that the parser of TOML names."""
    found = _IN_MESSAGE.search(message)
    return int(found[1]) if found else 0


def _steps(path: str) -> list[str]:
    return [each for each in _PLACE.sub(r".\1", path).split(".") if each]


def _parts(written: str) -> list[str]:
    """``wagers."x.y".pays``, with the dots of quoted keys as steps too."""
    return [
        step for part in _PART.findall(written) for step in part.strip("\"'").split(".") if step
    ]


def _shared(here: list[str], wanted: list[str]) -> int:
    count = 0
    for one, other in zip(here, wanted, strict=False):
        if one != other:
            break
        count += 1
    return count
