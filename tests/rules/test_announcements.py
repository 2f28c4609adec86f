"""What the dealer says, in the words of the rule books."""

import pytest

from tests.clauses import cases, clause
from tests.rules.builders import Document, seat, settle, table


def said(house: str, dealer: str, options: Document | None = None) -> str:
    return settle(
        table(house, seat(1, "4h 5d 8h"), dealer=dealer, options=options)
    ).dealer.announcement


@clause("chickasaw-k")
def test_the_example_of_the_rule_book() -> None:
    """The dealer turns over 8, 8, K."""
    expected = "Dealer qualifies with a pair of eights, King."
    assert said("chickasaw", "8s 8d Kc") == said("chickasaw", "Kc 8d 8s") == expected


@clause("chickasaw-k")
@cases("""
    dealer      named
    Qs 7d 2c    Queen
    As 9d 2c    Ace
    6s 6d 6c    three sixes
    9s Ks 2s    flush, King-Nine-Two
    Ks 9d 2s    King
    3s 2d Ac    straight, Three-Two-Ace
    3s 2s As    straight flush, Three-Two-Ace
""")
def test_a_hand_that_qualifies_is_announced_with_its_rank(dealer: str, named: str) -> None:
    announced = said("chickasaw", dealer)
    assert announced.startswith("Dealer qualifies with ")
    assert named in announced


@pytest.mark.parametrize("house", ["mics", "chickasaw", "manual", "classic"])
@cases("""
    dealer      wrong
    6s 6d 6c    a three
    Qs 7d 2c    a Queen high
    As 7d 2c    a Ace
    As Ad 2c    an pair
""")
def test_the_article_fits_the_hand(house: str, dealer: str, wrong: str) -> None:
    assert wrong not in said(house, dealer)


@clause("classic-deal-6")
@cases("""
    dealer      announced
    Qs 7d 2c    Dealer plays with a Queen.
    Js Td 8c    Dealer doesn't play
    5s 3d 2c    Dealer doesn't play
""")
def test_the_words_of_the_rule_sheet(dealer: str, announced: str) -> None:
    assert said("classic", dealer) == announced


@clause("classic-deal-6")
@cases("""
    dealer      named
    Ks 7d 2c    King
    As 7d 2c    Ace
    8s 8d Kc    pair of eights, King
""")
def test_hands_above_a_queen_are_announced_in_the_same_way(dealer: str, named: str) -> None:
    """CLS-6."""
    announced = said("classic", dealer)
    assert announced.startswith("Dealer plays with ")
    assert named in announced


@clause("mics-g2 mics-h2-iii mics-i2-ii chickasaw-b manual-hdeal-A classic-deal-2")
@pytest.mark.parametrize("house", ["mics", "mics-alternate", "chickasaw", "manual", "classic"])
def test_no_more_bets_is_said_before_anything_else(house: str) -> None:
    round = settle(table(house, seat(1, "9h 6h 4c"), dealer="Qs 7d 2c"))
    assert round.announcements[0].casefold() == "no more bets"
    assert round.announcements[-1] == round.dealer.announcement


@clause("mics-g2 classic-deal-2")
@pytest.mark.parametrize("house", ["mics", "classic"])
def test_no_more_bets_is_said_in_the_words_of_the_book(house: str) -> None:
    round = settle(table(house, seat(1, "9h 6h 4c"), dealer="Qs 7d 2c"))
    assert round.announcements[0] == "No more bets"


@clause("classic-deal-2-2")
@cases("""
    without   announced
    2 3 5     No PAIR PLUS, position 2, 3 and 5.
    5 2 3     No PAIR PLUS, position 2, 3 and 5.
    2         No PAIR PLUS, position 2.
    6 1       No PAIR PLUS, position 1 and 6.
""")
def test_those_without_a_pair_plus_are_named(without: str, announced: str) -> None:
    numbers = [int(number) for number in without.split()]
    hands = ["9h 6h 4c", "8h 5h 3c", "Kh 7h 4s"]
    seats = [seat(number, cards, "ante 5") for number, cards in zip(numbers, hands, strict=False)]
    both = seat(7, "Th Tc 3h", "ante 5, pair_plus 5")
    round = settle(table("classic", both, *seats, dealer="Qs 7d 2c"))
    assert round.announcements == ["No more bets", announced, "Dealer plays with a Queen."]


@clause("classic-deal-2-2")
def test_where_all_have_a_pair_plus_nobody_is_named() -> None:
    one = seat(2, "Th Tc 3h", "pair_plus 5")
    round = settle(table("classic", one, dealer="Js 7d 2c"))
    assert round.announcements == ["No more bets", "Dealer doesn't play"]


@clause("classic-deal-2-2")
@pytest.mark.parametrize("house", ["mics", "chickasaw", "manual"])
def test_only_one_book_has_them_named(house: str) -> None:
    round = settle(table(house, seat(1, "9h 6h 4c"), dealer="Qs 7d 2c"))
    assert len(round.announcements) == 2


# Options: CHK-9 and CLS-6, announce_no_qualify and announce_yes.


def test_the_words_for_a_hand_that_does_not_qualify_are_an_option() -> None:
    options = {"announce_no_qualify": "No hand."}
    assert said("chickasaw", "Js Td 8c", options) == "No hand."
    assert said("chickasaw", "8s 8d Kc", options) == said("chickasaw", "8s 8d Kc")
    assert said("chickasaw", "Js Td 8c") != "No hand."


def test_the_words_for_a_hand_that_plays_are_an_option() -> None:
    options = {"announce_yes": "The house has {hand}!"}
    assert said("classic", "8s 8d Kc", options) == "The house has pair of eights, King!"
    assert said("classic", "Js Td 8c", options) == "Dealer doesn't play"
