"""ARCHITECTURE.md matches the source's layers and rooms."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "queenhigh"
PAGE = (ROOT / "docs" / "ARCHITECTURE.md").read_text("utf-8")
ROOMS = PAGE[PAGE.index("## One place for each rule") : PAGE.index("## How a house is loaded")]
LISTED = set(re.findall(r"`([a-z_]+/[\w/]+\.\w+)`", ROOMS))


def test_every_listed_room_exists() -> None:
    assert LISTED
    assert [name for name in sorted(LISTED) if not (SOURCE / name).is_file()] == []


def test_every_listed_room_of_the_browser_exists() -> None:
    rows = PAGE[PAGE.index("| in the browser |") :]
    rows = rows[: rows.index("\n\n")]
    listed = re.findall(r"`([a-z]+/[\w./]+\.\w+)`", rows)
    assert listed
    assert [name for name in listed if not (ROOT / "web" / "src" / name).is_file()] == []


def test_every_file_that_the_page_names_is_there() -> None:
    roots = (SOURCE, ROOT / "web" / "src", ROOT / "tests")
    there = [f"/{path.relative_to(root).as_posix()}" for root in roots for path in root.rglob("*")]
    named = set(re.findall(r"`([\w./]+\.(?:py|ts|svelte))`", PAGE))
    assert len(named) > 200
    assert [each for each in named if not any(path.endswith(f"/{each}") for path in there)] == []


def test_every_module_of_the_rules_and_of_what_the_floor_and_the_school_know_is_listed() -> None:
    rules = [
        f"{package}/{module.name}"
        for package in ("cards", "house", "wagers", "table", "money", "floor", "school")
        for module in (SOURCE / package).glob("*.py")
        if module.name != "__init__.py"
    ]
    assert sorted(set(rules) - LISTED) == []


def test_the_picture_has_the_layers_of_the_contract_in_its_order() -> None:
    picture = PAGE[PAGE.index("```") : PAGE.index("```", PAGE.index("```") + 3)]
    drawn = re.findall(r"^.{12}([a-z]+)/ ", picture, re.MULTILINE)
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    layers = contracts["tool"]["importlinter"]["contracts"][0]["layers"]
    packages = [name for layer in layers if (SOURCE / (name := layer.strip("()"))).is_dir()]
    assert drawn == ["web", *packages]
