"""Why each bet was paid or taken, in all houses, against an independent account of the round."""

import ast
import random
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

import queenhigh as qh
from queenhigh.wagers.reason import told_to_dealer

from . import sentences
from .sentences import LETTERS, NO_DECISION, OF_FIVE, OF_THREE, SHEETS, best_five, told

# One hand for each way a sentence may differ, in cards of two suits; the dealer's hands use the
# other two.
PATTERNS = (
    "2h 4h 7k", "9h 8h 2k", "Jh Th 8k", "Qh 3h 2k", "Qh 9h 4k", "Qh 9h 5k", "Kh 9h 4k", "Ah Kh Jk",
    "2h 2k 3h", "6h 6k Ah", "9h 9k 4h", "9h 9k 5h", "Ah Ak Kh", "5h 3h 2h", "Kh 9h 4h", "Kh 9h 5h",
    "Ah Kh Jh", "3h 2k Ah", "4h 3k 2h", "Th 9k 8h", "Ah Kk Qh", "3h 2h Ah", "9h 8h 7h", "Ah Kh Qh",
)  # fmt: skip
THREES = ("2", "6", "9", "A")
SIXES = (
    ("Ts Js Qs", "Ks As 2d"), ("Td Jd Qd", "Kd Ad 9d"), ("5h 6h 7h", "8h 9h Ks"),
    ("Ah 2h 3h", "4h 5h 9s"), ("8s 8d 4c", "8c 8h 9c"), ("8s 8d 4c", "8c 4h 9c"),
    ("8s 8d 8c", "4s 4d 4c"), ("Ah Kh 9h", "7h 4h 2s"), ("Ah Kh 9h", "7h 4h 2h"),
    ("5s 6d 7c", "8h 9s Ks"), ("As 2d 3c", "4h 5s 9s"), ("5s 6d 7c", "8h 9s Ts"),
    ("8s 8d 2c", "8c Jh 4s"), ("8s 8d 2c", "Jc Jh 4s"),
)  # fmt: skip
RANDOM = 400
BETS = {"pair_plus": 500, "six_card_bonus": 500, "progressive": 100}


def hands(first: str, second: str) -> Iterator[list[str]]:
    for pattern in PATTERNS:
        yield pattern.replace("h", first).replace("k", second).split()
    for rank in THREES:
        yield [f"{rank}{suit}" for suit in (first, second, "s" if first == "h" else "h")]


def deals() -> list[tuple[list[str], list[str]]]:
    chosen = list(product(hands("h", "c"), hands("s", "d")))
    chosen += [(one.split(), other.split()) for one, other in SIXES]
    chosen += [(["As", "Ks", "Qs"], ["Jh", "9d", "2c"])]
    deck, chance = [rank + suit for rank in LETTERS for suit in "cdhs"], random.Random(16)
    for _ in range(RANDOM):
        six = chance.sample(deck, 6)
        chosen.append((six[:3], six[3:]))
    return [(player, dealer) for player, dealer in chosen if not {*player} & {*dealer}]


def test_the_deals_have_every_outcome_in_them() -> None:
    found = deals()
    pairs = {(told(player).category, told(dealer).category) for player, dealer in found}
    assert pairs == set(product(OF_THREE, OF_THREE))
    assert {best_five(player + dealer)[0] for player, dealer in found} == set(OF_FIVE)


@pytest.mark.parametrize("house", SHEETS)
@pytest.mark.parametrize("decision", ["play", "fold", NO_DECISION])
def test_each_line_says_what_happened(house: str, decision: str) -> None:
    rules = qh.House.load(house)
    offered = {name: cents for name, cents in BETS.items() if name in rules.wagers}
    bets = offered if decision == NO_DECISION else {"ante": 500, **offered}
    meters = {"main": 1_234_500} if rules.meters else None
    for player, dealer in deals():
        seat = qh.Seat(1, " ".join(player), decision or None, **bets)  # type: ignore[arg-type]
        result = qh.settle(rules, dealer=" ".join(dealer), seats=[seat], meters=meters)
        said = {line.wager: line.why for line in result.seats[0].lines}
        assert said == sentences.sentences(house, dealer, player, decision), (player, dealer)


@pytest.mark.parametrize("house", SHEETS)
@pytest.mark.parametrize("decision", ["play", "fold", NO_DECISION])
def test_the_dealers_text_does_not_address_the_player(house: str, decision: str) -> None:
    for player, dealer in deals()[::7]:
        for why in sentences.sentences(house, dealer, player, decision).values():
            told_so = told_to_dealer(why)
            assert not re.search(r"\byour?\b", told_so, re.IGNORECASE), told_so


def test_every_built_in_house_is_covered() -> None:
    from queenhigh.house.loader import built_in_keys

    assert set(SHEETS) == set(built_in_keys())


def test_the_retelling_imports_nothing_from_the_program() -> None:
    tree = ast.parse(Path(sentences.__file__).read_text())
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import)
             for alias in node.names}  # fmt: skip
    names |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert names == {"itertools", "typing"}
