"""Print what to install for some extras of pyproject.toml: every package, version and hash.

    python scripts/pinned.py base service        the dependencies of Queenhigh and of an extra
    python scripts/pinned.py package:hatchling   a package of the list and what it needs

Reads hashes.txt, which lists under each package who needs it. A package's extras are not told apart
from the package, so an install may get a little more than it asked for, never less.
"""

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
_NAME = re.compile(r"[A-Za-z0-9._-]+")
_OWN = "queenhigh"


def pins(text: str) -> dict[str, str]:
    """Return the pin lines of each package: one pin, or several for different Pythons."""
    found: dict[str, str] = {}
    for block in re.split(r"^(?=\S)", text, flags=re.M):
        if block.strip():
            found[_name(block)] = found.get(_name(block), "") + block
    return found


def needed_by(block: str) -> set[str]:
    """Return who needs a package, from the comments under its pins."""
    told = ",".join(re.findall("# via (.*)", block))
    return {_name(each) for each in told.split(",") if each.strip()}


def asked_for(project: dict[str, Any], wanted: list[str]) -> set[str]:
    """Return the packages that pyproject.toml lists for these extras; extras may include others."""
    extras: dict[str, list[str]] = project["optional-dependencies"]
    base: list[str] = project["dependencies"]
    names, seen, queue = set[str](), set[str](), list(wanted)
    while queue:
        extra = queue.pop()
        if extra in seen:
            continue
        seen.add(extra)
        if extra.startswith("package:"):
            names.add(_name(extra.removeprefix("package:")))
            continue
        if extra != "base" and extra not in extras:
            raise SystemExit(f"pyproject.toml has no extra named {extra}")
        for requirement in base if extra == "base" else extras[extra]:
            if _name(requirement) == _OWN:
                queue += requirement.partition("[")[2].partition("]")[0].split(",")
            else:
                names.add(_name(requirement))
    return names


def with_needs(names: set[str], pinned: dict[str, str]) -> list[str]:
    """Return these packages and everything they need, in the order of the list."""
    if unknown := names - pinned.keys():
        raise SystemExit(f"hashes.txt lacks {', '.join(sorted(unknown))}: run scripts/pin")
    users = {name: needed_by(block) for name, block in pinned.items()}
    found = set(names)
    while more := {name for name, by in users.items() if name not in found and by & found}:
        found |= more
    return [pinned[name] for name in pinned if name in found]


def _name(requirement: str) -> str:
    found = _NAME.match(requirement.strip())
    return re.sub(r"[-_.]+", "-", found[0]).lower() if found else ""


def main(wanted: list[str]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    pinned = pins((ROOT / "hashes.txt").read_text("utf-8"))
    sys.stdout.write("".join(with_needs(asked_for(project, wanted), pinned)))


if __name__ == "__main__":
    main(sys.argv[1:])
