"""Everything the service says has French: the browser's catalogue is keyed by the English."""

import json
import random
import re
from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest

from queenhigh.house.comparison import differences
from queenhigh.house.errors import HouseError
from queenhigh.house.loader import load_house, with_settings
from queenhigh.house.model import House
from queenhigh.house.options import option_name, options_of
from queenhigh.service.houses.routes import difference_shown, what_is_said
from queenhigh.service.people.passwords import complaint
from queenhigh.service.tables.felt import felt
from queenhigh.table.instructions import REPORT_AWAITED, STEPS, ruling_awaited
from queenhigh.wagers import reason

from . import sentences
from .french import AMOUNT, PHRASES, PLACE, ROOT, SENTENCES, VALUES, WEB, english_left, left_of
from .sentences import NO_DECISION, SHEETS
from .test_sentences import deals


@pytest.mark.parametrize("kind", ["sentences", "values"])
def test_each_translation_keeps_its_values(kind: str) -> None:
    for english, french in PHRASES[kind].items():
        there = {name for _, name in PLACE.findall(english)}
        assert {name for _, name in PLACE.findall(french)} <= there, english


def test_every_reason_of_every_house_is_translated_into_french() -> None:
    chosen = random.Random(16).sample(deals(), 250)
    said = (
        text
        for house in SHEETS
        for decision in ("play", "fold", NO_DECISION)
        for player, dealer in chosen
        for text in sentences.sentences(house, dealer, player, decision).values()
    )
    assert left_of(said, SENTENCES) == set()


def test_a_bet_that_is_taken_before_anything_is_compared_says_why_in_french() -> None:
    said = [reason.TIMED_OUT, reason.why_folded("Ante")]
    said += [reason.why_taken(because, "Ante") for because in get_args(reason.TakenFor)]
    assert len({*said}) == 5
    assert left_of(iter(said), SENTENCES) == set()


def test_every_refused_bet_is_translated_into_french() -> None:
    page = (ROOT / "docs" / "reference" / "refusals.md").read_text("utf-8")
    examples = re.findall(r"^> (.+)$", page, re.M)
    assert len(examples) > 20
    assert left_of(iter(examples), SENTENCES) == set()


# Their whole sentence is made elsewhere; the tests below cover those.
MADE_ELSEWHERE = {"analysis/impossible", "house/invalid", "password/weak"}


def refusals() -> Iterator[tuple[str, str]]:
    """Yield every code with all its sentences, as the reference lists them."""
    page = (ROOT / "docs" / "reference" / "refusals.md").read_text("utf-8")
    for code, said in re.findall(r"^\| `([^`]+)` \|(?: \d+ \|)? (.*) \|$", page, re.M):
        for sentence in said.split(" · "):
            yield code, sentence


def test_every_refusal_is_translated_into_french() -> None:
    """Staff's too: people who learn to deal meet them, and a guest may."""
    every = list(refusals())
    assert len(every) > 200
    left = {
        (code, sentence)
        for code, sentence in every
        if code not in MADE_ELSEWHERE and re.search("[a-z]", sentence)
        if all(
            any(english_left(sentence.replace("…", value), SENTENCES))
            for value in ("it", "7", "$7")
        )
    }
    assert left == set()
    assert {code for code, sentence in every if sentence == "…"} >= MADE_ELSEWHERE


def test_password_errors_are_translated_into_french() -> None:
    tried = ("short", "x" * 300, "annabella12", "aaaaaaaaaaaa", "queenhigh2026")
    said = [complaint(password, "annabella") for password in tried]
    assert left_of((each for each in said if each), SENTENCES) == set()
    assert len({*said} - {None}) == len(tried)


@pytest.mark.parametrize("house", SHEETS)
def test_the_workbenchs_findings_are_translated_into_french(house: str) -> None:
    """Each row of the pay tables, paid too little, too much and by a fraction."""
    rules = load_house(house)
    found = set()
    for path in rows_of(msgspec.to_builtins(rules)):
        for value in (0, 999, 10**12, "7/3"):
            try:
                with_settings(rules, nested(path, value))
            except HouseError as error:
                said = error.problems[0].message.replace("_", " ")
                found.add(f"{said[0].upper()}{said[1:]}.")
    assert found
    assert left_of(iter(found), SENTENCES) == set()


def nested(path: tuple[str, ...], value: int | str) -> dict[str, Any]:
    first, *rest = path
    return {first: nested(tuple(rest), value) if rest else value}


def rows_of(settings: dict[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for key, value in settings.items():
        if isinstance(value, dict):
            yield from rows_of(value, (*path, key))
        elif key in {"to_one", "for_one"} and "pays" in path and value is not None:
            yield (*path, key)


def test_every_step_of_the_dealer_is_translated_into_french() -> None:
    assert left_of((step.text for step in STEPS.values()), SENTENCES) == set()


def test_what_a_table_asks_its_players_for_is_translated_into_french() -> None:
    first = (felt(load_house(house)).to_begin for house in SHEETS)
    asked = (*first, ruling_awaited("shift_manager"), REPORT_AWAITED)
    assert left_of(iter(asked), SENTENCES) == set()


def test_the_dealers_hand_is_translated_into_french() -> None:
    shown = ("Js 8d 2c: Jack high, and does not qualify", "8s 8d 2c: pair of eights, Two")
    assert left_of((f"The dealer shows {each}" for each in shown), SENTENCES) == set()


def test_the_events_of_a_round_are_translated_into_french() -> None:
    played = json.loads((WEB / "testing" / "round.json").read_text("utf-8"))
    texts = (text for each in played["messages"] for text in each.get("texts", ()) if text)
    assert left_of(texts, SENTENCES) == set()


@pytest.mark.parametrize("house", SHEETS)
def test_the_text_on_the_felt_is_translated_into_french(house: str) -> None:
    shown: Any = felt(load_house(house))
    assert left_of(iter(shown.print), SENTENCES) == set()
    rows = [row for pay in shown.pay_tables for row in pay.rows]
    values = [*(row.title for row in rows), *(row.pays for row in rows)]
    values += [spot.fold for spot in shown.spots if spot.fold]
    values += [spot.looks_at_in_words for spot in shown.spots]
    left = {each for each in left_of(iter(values), VALUES) if not re.fullmatch("[AKQ-]+", each)}
    assert left == set()


BOOK_WORDS = json.loads((WEB / "text" / "books.fr.json").read_text("utf-8"))
BUILT_IN = {key: load_house(key) for key in SHEETS}
FRANCE = load_house(str(ROOT / "examples" / "books" / "france"))
# Not translated: names of documents, bets, authorities and places, and a house's announcements.
NAMES = re.compile(
    r"(Ante|Play|Pair Plus|Paire Plus|6 Card Bonus|Progressive|Bonus|Jouer|USD|EUR|UTC|en|fr)"
    r"|No .*|no more bets|Rien ne va plus|Dealer .*|\{hand\}|Pas de jeu|Banque gagne|Bonus payé"
    r"|i+|true|false|Arrêté .*|Europe/Paris|Chickasaw Nation Office.*|quinte flush.*|brelan.*|suite"
)


def in_french(text: str) -> bool:
    """Whether `text/books.svelte.ts` can translate it: whole, as a figure, or by its parts."""
    if not re.search(r"[^\W\d_]", text) or text in BOOK_WORDS or NAMES.fullmatch(text):
        return True
    if not any(english_left(text, VALUES)) or AMOUNT.match(text):
        return True
    _, _, rest = text.partition(": ")
    if rest:
        return in_french(rest)
    parts = text.split(", ")
    return len(parts) > 1 and all(map(in_french, parts))


def said_by(house: House) -> Iterator[str]:
    """Yield clauses, what the book leaves open, the readings, and the rulings."""
    for clause in house.book.clauses:
        yield clause.gist
        yield clause.topic.replace("-", " ").capitalize()
    for rulings in options_of(house.book.rulings).values():
        yield option_name(rulings)
        for ruling in rulings:
            yield ruling.title
            yield from (value.replace("_", " ") for value in ruling.readings)
            if ruling.id:
                told = what_is_said([house.book], ruling.id)
                yield from (told.title, told.text)


SAID = {text for house in (*BUILT_IN.values(), FRANCE) for text in said_by(house)}


def test_every_clause_and_ruling_of_our_books_is_translated_into_french() -> None:
    assert len(SAID) > 500
    assert {text for text in SAID if not in_french(text)} == set()


def test_the_differences_between_houses_are_translated_into_french() -> None:
    for houses in (BUILT_IN, {"france": FRANCE, "manual": BUILT_IN["manual"]}):
        said = set()
        for found in differences(houses):
            shown = difference_shown(houses, found)
            said |= {shown.title, *(cell.value_in_words for cell in shown.cells.values())}
        assert {text for text in said if not in_french(text)} == set()


def test_the_french_catalogue_has_no_text_that_no_book_uses() -> None:
    """Sentences only: a word may occur in many of them."""
    assert {text for text in BOOK_WORDS if text.endswith(".")} - SAID == set()
