"""The guides are complete, and their links work."""

import re
from pathlib import Path

import msgspec
import pytest

from queenhigh.house.loader import load_house
from queenhigh.house.model import House
from queenhigh.house.procedure import (
    Announcements,
    Betting,
    Cards,
    Completion,
    Compliance,
    Dealer,
    Dealing,
    Decisions,
    DeckChange,
    Fee,
    HoursByMethod,
    Irregularities,
    LargePayout,
    Layout,
    MatchPlay,
    NewDeckShuffles,
    Payouts,
    RankingRules,
    Relief,
    Settlement,
    Shuffle,
    StubCount,
    Tokes,
)
from queenhigh.house.wager import (
    Ante,
    AnteBonus,
    Claim,
    Envy,
    Feed,
    Limits,
    Meter,
    Play,
    Row,
    TokeLimits,
    Wager,
)
from queenhigh.wagers.document import Round, SeatBets
from queenhigh.wagers.envy import EnvyPaid
from queenhigh.wagers.large_payout import LargePayoutDue
from queenhigh.wagers.opening import Checked, DirectToke, FeeDue
from queenhigh.wagers.outcome import Line
from queenhigh.wagers.refusal import Refusal
from queenhigh.wagers.round_settlement import DealerShown, MeterMoved, SeatSettled, Settled
from tests.docs.examples import ROOT

GUIDES = ROOT / "docs" / "guides"
HOUSES = (GUIDES / "houses.md").read_text("utf-8")
REFERENCE = (ROOT / "docs" / "reference" / "house-file.md").read_text("utf-8")
SETTLING = (GUIDES / "settling.md").read_text("utf-8")
SNIPPETS = [
    block
    for block in re.findall(r"^```toml\n(.*?)^```$", HOUSES, re.MULTILINE | re.DOTALL)
    if not block.startswith("# file:")
]
PAGES = sorted({*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "bench").glob("*.md")})


@pytest.mark.parametrize("snippet", SNIPPETS, ids=lambda text: text.split("\n")[0])
def test_an_example_in_the_guide_is_valid_in_a_house(snippet: str, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(f'extends = "manual"\n{snippet}', "utf-8")
    load_house(str(file))


DOCUMENTED = [
    *(Dealer, RankingRules, Ante, Play, AnteBonus, Wager, Limits, Row, Meter, Feed, Envy),
    *(TokeLimits, Claim, Settlement, Layout, Payouts, LargePayout, MatchPlay, Fee),
    *(Betting, Cards, DeckChange, HoursByMethod, StubCount, Shuffle, NewDeckShuffles, Dealing),
    *(Decisions, Completion, Irregularities, Announcements, Tokes, Relief, Compliance),
]


@pytest.mark.parametrize("struct", DOCUMENTED)
def test_every_key_of_a_house_is_in_the_reference(
    struct: type[msgspec.Struct],
) -> None:
    keys = [field.encode_name for field in msgspec.structs.fields(struct)]
    missing = [key for key in keys if key != "key" and not re.search(rf"\b{key}\b", REFERENCE)]
    assert missing == []


def test_every_table_of_a_house_is_in_the_reference() -> None:
    names = [field.encode_name for field in msgspec.structs.fields(House)]
    assert [name for name in names if not re.search(rf"\b{name}\b", REFERENCE)] == []


@pytest.mark.parametrize(
    "struct",
    [
        *(Round, SeatBets),
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
