"""What the service says has its French: the browser's catalogue is keyed by the English."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from queenhigh.house.loader import load_house
from queenhigh.service.tables.felt import felt
from queenhigh.table.instructions import STEPS

from . import sentences
from .sentences import NO_DECISION, SHEETS
from .test_sentences import deals

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web" / "src"
PHRASES = json.loads((WEB / "text" / "told.fr.json").read_text("utf-8"))
PLACE = re.compile(r"\{([#@$]?)(\w+)\}")
TAKES = {
    "": r"((?:(?!\. [A-Z]).)+?)",
    "#": r"([\d.,/]+)",
    "$": r"([^\s\d]{0,4}\s?\d[\d.,]*)",
    "@": "([A-Za-z0-9]+)",
}
# Values of these names are words of the game; others are names of bets, people and amounts.
WORDS = {"own", "dealers", "hand", "award", "odds", "ending", "rank", "ranks", "top", "bottom"}
AMOUNT = re.compile(r"[$€£][\d,]+(\.\d\d)?$|\d+%?$")


class Rule:
    def __init__(self, english: str, french: str) -> None:
        pieces = PLACE.split(english)
        self.names = pieces[2::3]
        pattern = "".join(
            (re.escape(piece), TAKES.get(piece, ""), "")[index % 3]
            for index, piece in enumerate(pieces)
        )
        self.pattern, self.french = re.compile(f"^{pattern}$", re.S), french


def rules(kind: str) -> list[Rule]:
    return [Rule(english, french) for english, french in PHRASES[kind].items()]


SENTENCES, VALUES = rules("sentences"), rules("values")


def english_left(text: str, within: list[Rule]) -> Iterator[str]:
    """What of a text no rule puts into French."""
    for rule in within:
        found = rule.pattern.match(text)
        if found:
            for name, value in zip(rule.names, found.groups(), strict=True):
                if name in WORDS and not AMOUNT.match(value):
                    yield from english_left(value, VALUES)
            return
    parts = re.split(r"(?<=[.!?]) (?=[A-Z])", text)
    if len(parts) > 1:
        for part in parts:
            yield from english_left(part, within)
    else:
        yield text


def left_of(texts: Iterator[str], within: list[Rule]) -> set[str]:
    return {left for text in set(texts) for left in english_left(text, within)}


@pytest.mark.parametrize("kind", ["sentences", "values"])
def test_each_sentence_keeps_its_values(kind: str) -> None:
    for english, french in PHRASES[kind].items():
        there = {name for _, name in PLACE.findall(english)}
        assert {name for _, name in PLACE.findall(french)} <= there, english


def test_every_reason_of_every_house_has_its_french() -> None:
    chosen = random.Random(16).sample(deals(), 250)
    said = (
        text
        for house in SHEETS
        for decision in ("play", "fold", NO_DECISION)
        for player, dealer in chosen
        for text in sentences.sentences(house, dealer, player, decision).values()
    )
    assert left_of(said, SENTENCES) == set()


def test_every_refused_bet_is_told_in_french() -> None:
    page = (ROOT / "docs" / "reference" / "refusals.md").read_text("utf-8")
    examples = re.findall(r"^> (.+)$", page, re.M)
    assert len(examples) > 20
    assert left_of(iter(examples), SENTENCES) == set()


def test_every_step_of_the_dealer_is_told_in_french() -> None:
    assert left_of((step.text for step in STEPS.values()), SENTENCES) == set()


def test_what_happens_in_a_round_is_told_in_french() -> None:
    played = json.loads((WEB / "testing" / "round.json").read_text("utf-8"))
    texts = (text for each in played["messages"] for text in each.get("texts", ()) if text)
    assert left_of(texts, SENTENCES) == set()


@pytest.mark.parametrize("house", SHEETS)
def test_what_is_printed_on_the_felt_has_its_french(house: str) -> None:
    shown: Any = felt(load_house(house))
    assert left_of(iter(shown.print), SENTENCES) == set()
    rows = [row for pay in shown.pay_tables for row in pay.rows]
    values = [*(row.title for row in rows), *(row.pays for row in rows)]
    values += [spot.fold for spot in shown.spots if spot.fold]
    values += [spot.looks_at_in_words for spot in shown.spots]
    left = {each for each in left_of(iter(values), VALUES) if not re.fullmatch("[AKQ-]+", each)}
    assert left == set()
