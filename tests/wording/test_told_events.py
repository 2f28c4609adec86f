"""Everything that happens at a table is told in French to those who play there."""

import re
from functools import cache
from typing import get_args

from queenhigh.house.model import House
from queenhigh.table import events as e
from queenhigh.table.seen_events import seen_by
from queenhigh.table.wording import sentence
from tests.table.driver import Driven

from .french import SENTENCES, english_left, in_french
from .told_events import TYPED, UNTOLD, events_of, irregularity_kinds

HOUSE = "manual"
# Neither a French word nor one of our names of bets.
ENGLISH = re.compile(
    r"\b(the|is|are|was|were|of|to|by|with|what|it|its|for|from|not|and|at|has|gets|who|whose"
    r"|that|deck|seat|dealer|round|cards?|hands?|void|lies|there|settled|back|no|be|other|count"
    r"|in|wrong|early|look|exposed|up|error|number|shared|drawn|ruling|royal|meter|pushes)\b",
    re.I,
)


def shown_name(name: str) -> str:
    """The name the service shows to viewers; the log itself has keys."""
    return name


@cache
def told() -> dict[str, e.AnyEvent]:
    """Every event in words for somebody at the table, at the house that has most events."""
    table = Driven(HOUSE).opened().bet(3, ante=5).table
    found: dict[str, e.AnyEvent] = {}
    for kind in get_args(e.AnyEvent):
        if kind in UNTOLD:
            continue
        for event in events_of(kind, table.house):
            for seen in seen_by("player:ann", table, event, table):
                found[sentence(table, seen, table, called=shown_name)] = event
    return {text: event for text, event in found.items() if text}


def without_names(text: str, house: House) -> str:
    names = [*(house.title(bet) for bet in house.bets), house.title("ante_bonus")]
    names += [meter.title for meter in house.meters.values()]
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, "")
    return text


def test_every_event_that_a_player_reads_is_translated_into_french() -> None:
    rules = Driven(HOUSE).house
    left: dict[str, str] = {}
    for text in told():
        french = without_names(in_french(text), rules)
        untold = any(english_left(text, SENTENCES))
        if untold or ENGLISH.search(french) or "{" in french:
            left[text] = french
    assert left == {}


def test_no_event_is_described_with_names_from_the_code() -> None:
    """Neither a key nor a code: players read words."""
    raw = re.compile(r"[a-z]_[a-z]|[a-z]/[a-z]|[a-z]:[a-zA-Z]|\bNone\b|UNSET")
    assert {text for text in told() if raw.search(text)} == set()


def test_rare_events_are_among_them() -> None:
    assert len(irregularity_kinds()) > 8
    assert {type(event) for event in told().values()} >= {
        e.IrregularityReported, e.RoundVoided, e.JackpotShared, e.TableHalted, e.CorrectionMade,
    }  # fmt: skip
    assert any(TYPED in text for text in told())
