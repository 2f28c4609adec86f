"""Cards as text: rank then suit, and what is not a card."""

import pytest

from queenhigh.cards.card import (
    FULL_DECK,
    CardError,
    card_text,
    parse_card,
    parse_hand,
    rank_of,
    suit_of,
)
from tests.clauses import cases, clause

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


@clause("mics-a1-vii", "chickasaw-q", "manual-open-A", "classic-equip-2")
def test_the_deck_has_52_cards_of_13_ranks_in_four_suits() -> None:
    assert [card_text(card) for card in FULL_DECK] == DECK
    assert sorted({rank_of(card) for card in FULL_DECK}) == list(range(2, 15))
    assert len({suit_of(card) for card in FULL_DECK}) == 4
    assert len({(rank_of(card), suit_of(card)) for card in FULL_DECK}) == 52


def test_a_card_reads_as_it_is_written() -> None:
    assert [parse_card(text) for text in DECK] == list(FULL_DECK)


@pytest.mark.parametrize("suit", "cdhs")
def test_a_ten_may_be_written_in_two_digits(suit: str) -> None:
    assert parse_card(f"10{suit}") == parse_card(f"T{suit}")
    assert card_text(parse_card(f"10{suit}")) == f"T{suit}"


@clause("mics-a1-vii", "manual-open-A", "manual-intro-2")
@pytest.mark.parametrize(
    "text",
    ["", "A", "s", "as", "AS", "aS", "sA", "Ax", "1s", "0s", "11s", "100s", "10", "010s", "10S"]
    + ["A s", " As", "As ", "Ass", "AsKs", "Jk", "joker", "*", "A♠", "١٠s"],
)
def test_a_card_that_is_not_in_the_deck_is_refused_by_name(text: str) -> None:
    with pytest.raises(CardError) as refused:
        parse_card(text)
    assert repr(text) in str(refused.value)


@cases("""
    written
    Qs Td 2c
    Qs,Td,2c
    Qs, Td, 2c
    Qs 10d 2c
    Qs , 10d ,2c
""")
def test_a_hand_is_written_with_spaces_or_commas(written: str) -> None:
    assert [card_text(card) for card in parse_hand(written)] == ["Qs", "Td", "2c"]


@pytest.mark.parametrize("written", ["\tQs\nTd  2c ", ["Qs", "10d", "2c"], ("Qs", "Td", "2c")])
def test_a_hand_may_be_a_list_or_have_extra_spaces(written: str | list[str]) -> None:
    assert [card_text(card) for card in parse_hand(written)] == ["Qs", "Td", "2c"]


def test_a_hand_keeps_the_order_in_which_it_was_written() -> None:
    assert [card_text(card) for card in parse_hand("2c Qs Td")] == ["2c", "Qs", "Td"]


@clause("mics-a1-ii", "manual-intro-2")
@pytest.mark.parametrize(
    ("written", "cards"),
    [("", 0), ("  ", 0), ([], 0), ("Qs", 1), ("Qs 7d", 2), ("Qs 7d 2c 3c", 4)],
)
def test_a_hand_has_three_cards(written: str | list[str], cards: int) -> None:
    with pytest.raises(CardError, match=f"three cards, not {cards}"):
        parse_hand(written)


@clause("mics-b1")
@cases("""
    written     twice
    Qs Qs 2c    Qs
    Qs 2c Qs    Qs
    2c Qs Qs    Qs
    Td 2c 10d   Td
""")
def test_a_card_is_in_a_hand_once(written: str, twice: str) -> None:
    with pytest.raises(CardError, match=f"^{twice} appears twice"):
        parse_hand(written)


def test_cards_need_spaces_between_them() -> None:
    with pytest.raises(CardError, match=r"^'AsKsQs' is not a card \(write rank then suit"):
        parse_hand("AsKsQs")
    with pytest.raises(CardError, match=r"^a hand has three cards, not 1$"):
        parse_hand("As")


def test_a_list_does_not_hide_two_cards_in_one_text() -> None:
    with pytest.raises(CardError, match="'Qs 7d' is not a card"):
        parse_hand(["Qs 7d", "2c", "3c"])
