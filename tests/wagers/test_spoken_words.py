"""What the dealer says, in the language of the book."""

from pathlib import Path

import pytest

from queenhigh.cards.card import parse_hand
from queenhigh.house.errors import HouseError
from queenhigh.house.loader import built_in, load_house
from queenhigh.wagers.announcements import of_comparison, of_dealer
from tests.clauses import cases

FRANCE = load_house(str(Path(__file__).parents[2] / "examples" / "books" / "france"))


@cases("""
    cards       said
    Qs 3d 2c    Hauteur dame
    As Ad Kc    Paire d'as, roi
    Qs Qd 2c    Paire de dames, deux
    9s 9d 9c    Brelan de neuf
    Ah 9h 3h    Couleur, as neuf trois
    4s 3d 2c    Suite, quatre trois deux
    Kc Qc Jc    Quinte flush, roi dame valet
""")
def test_a_hand_is_named_in_the_books_language(cards: str, said: str) -> None:
    assert of_dealer(FRANCE, parse_hand(cards), qualifies=True) == said


def test_a_dealer_who_does_not_play_says_only_so() -> None:
    assert of_dealer(FRANCE, parse_hand("Js 7d 2c"), qualifies=False) == "Pas de jeu"


@cases("""
    contest     said
    wins        Brelan de neuf
    loses       Hauteur dame
    ties        none
    dealer_out  none
""")
def test_the_better_of_two_hands_is_called(contest: str, said: str) -> None:
    hands = parse_hand("9s 9d 9c"), parse_hand("Qs 3d 2c")
    assert of_comparison(FRANCE, *hands, contest) == ("" if said == "none" else said)  # type: ignore[arg-type]


def test_a_house_without_such_words_does_not_announce_the_result() -> None:
    hands = parse_hand("9s 9d 9c"), parse_hand("Qs 3d 2c")
    assert of_comparison(built_in("classic"), *hands, "wins") == ""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"ranks": "as, roi"}, "13 words"),
        ({"spoken_pair": "paire de {rank}"}, "only {first}, {second}, {third}, {plural}"),
        ({"spoken_pair": "paire {"}, "braces"),
    ],
)
def test_words_that_cannot_be_said_are_refused(words: dict[str, str], message: str) -> None:
    with pytest.raises(HouseError, match=message):
        built_in("classic").replace({"words": words})
