"""The guides leave nothing out, and their links lead somewhere."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from queenhigh.house.loader import load_house
from queenhigh.house.model import House, Limit
from queenhigh.house.options import Options
from queenhigh.wagers.document import Coupons, Round, SeatBets, TokeBets, Wagers
from queenhigh.wagers.envy import EnvyPaid
from queenhigh.wagers.large_payout import LargePayoutDue
from queenhigh.wagers.opening import Checked, DirectToke, FeeDue
from queenhigh.wagers.outcome import Line
from queenhigh.wagers.refusal import Refusal
from queenhigh.wagers.settle import DealerShown, MeterMoved, SeatSettled, Settled
from tests.docs.examples import ROOT

GUIDES = ROOT / "docs" / "guides"
HOUSES = (GUIDES / "houses.md").read_text("utf-8")
SETTLING = (GUIDES / "settling.md").read_text("utf-8")
SNIPPETS = [
    block
    for block in re.findall(r"^```toml\n(.*?)^```$", HOUSES, re.MULTILINE | re.DOTALL)
    if not block.startswith("# file:")
]
PAGES = sorted({*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "bench").glob("*.md")})


@pytest.mark.parametrize("snippet", SNIPPETS, ids=lambda text: text.split("\n")[0])
def test_an_example_of_the_guide_stands_in_a_house(snippet: str, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(f'extends = "manual"\n{snippet}', "utf-8")
    load_house(str(file))


def settings_of(kind: Any, prefix: str = "") -> Iterator[str]:
    """The dotted names of all settings that a house file may have, options left out."""
    for field in msgspec.structs.fields(kind):
        name = f"{prefix}{field.name}"
        inner = [
            each
            for each in (field.type, *get_args(field.type))
            if isinstance(each, type) and issubclass(each, msgspec.Struct) and each is not Options
        ]
        if inner:
            yield from settings_of(inner[0], f"{name}.")
        else:
            yield name


def names_in(raw: dict[str, Any], prefix: str = "") -> Iterator[str]:
    for name, value in raw.items():
        yield f"{prefix}{name}"
        for inner in value if isinstance(value, list) else [value]:
            if isinstance(inner, dict):
                yield from names_in(inner, f"{prefix}{name}.")


def test_every_setting_of_a_house_has_an_example() -> None:
    shown = {name for snippet in SNIPPETS for name in names_in(tomllib.loads(snippet))}
    # One limit shows what the others may have too.
    shown |= {
        f"limits.{wager}.{field}"
        for wager in ("pair_plus", "progressive")
        for field in Limit.__struct_fields__
    }
    assert [name for name in settings_of(House) if name not in shown] == []


@pytest.mark.parametrize(
    "struct",
    [
        *(Round, SeatBets, Wagers, TokeBets, Coupons),
        *(Checked, Refusal, FeeDue, DirectToke),
        *(Settled, DealerShown, SeatSettled, Line, EnvyPaid, MeterMoved, LargePayoutDue),
    ],
)
def test_every_field_of_a_document_is_in_the_guide(struct: type[msgspec.Struct]) -> None:
    missing = [name for name in struct.__struct_fields__ if f"`{name}`" not in SETTLING]
    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file(page: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    targets = [each for each in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in each]
    assert [each for each in targets if not (page.parent / each.partition("#")[0]).exists()] == []
