"""A user's own house files, and a house's settings by dotted name."""

from pathlib import Path
from typing import Any

import msgspec

from queenhigh.house.catalogue import clauses
from queenhigh.house.loader import read_house
from queenhigh.house.model import House


def written(folder: Path, text: str, name: str = "own.toml") -> Path:
    """Write a file into the folder; lines may be indented as suits the test."""
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(line.strip() for line in text.splitlines()), "utf-8")
    return file


def house_of(folder: Path, text: str) -> House:
    return read_house(written(folder, text))


def setting(house: House, name: str) -> Any:
    """Look up a dotted name, a single setting or a whole table, as JSON."""
    found = msgspec.json.decode(msgspec.json.encode(house))
    for part in name.split("."):
        found = found[part]
    return found


def settings_of(house: House) -> dict[str, Any]:
    return house.settings


def data(clause: str) -> dict[str, Any]:
    """Return a clause's figures from its catalogue, independently of the books."""
    return clauses()[clause].data


def in_cents(dollars: Any) -> Any:
    return [each * 100 for each in dollars] if isinstance(dollars, list) else dollars * 100
