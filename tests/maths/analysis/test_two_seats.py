"""How the results of two seats in one round are related, against dealing them."""

import random
from fractions import Fraction
from math import sqrt

import pytest

from queenhigh.cards.card import FULL_DECK, Hand
from queenhigh.cards.ranking import Category
from queenhigh.house.loader import built_in
from queenhigh.house.model import House
from queenhigh.maths.analysis.ante_play import ante_play
from queenhigh.maths.analysis.decisions import best_decisions
from queenhigh.maths.analysis.side_wager import side_wager
from queenhigh.maths.analysis.two_seats import covariance
from queenhigh.maths.deals.hand_tables import hand_number
from queenhigh.wagers.contest import contest_net, contest_of

DEALS = 20_000
PAIR_PLUS = {
    Category.HIGH_CARD: -1,
    Category.PAIR: 1,
    Category.FLUSH: 3,
    Category.STRAIGHT: 6,
    Category.THREE_OF_A_KIND: 30,
    Category.STRAIGHT_FLUSH: 40,
}


class Player:
    """One ante, played optimally."""

    def __init__(self, house: House) -> None:
        self.house, self.decisions = house, best_decisions(house)

    def net(self, hand: Hand, dealer: Hand) -> int:
        decision = "play" if self.decisions[hand_number()[hand]] else "fold"
        contest = contest_of(self.house, hand, dealer, decision)
        return int(contest_net(self.house, hand, dealer, contest))


def hand_of(cards: list[int]) -> Hand:
    first, second, third = cards
    return first, second, third  # type: ignore[return-value]


@pytest.mark.parametrize("key", ["manual"])
def test_the_covariance_of_ante_and_play_matches_dealt_hands(key: str) -> None:
    house, chance = built_in(key), random.Random(7)
    products: list[int] = []
    player = Player(house)
    mean = -float(ante_play(house).house_edge.fraction)
    for _ in range(DEALS):
        cards = chance.sample(FULL_DECK, 9)
        dealer = hand_of(cards[6:])  # type: ignore[arg-type]
        one, other = hand_of(cards[:3]), hand_of(cards[3:6])  # type: ignore[arg-type]
        products.append(player.net(one, dealer) * player.net(other, dealer))
    found = sum(products) / DEALS - mean * mean
    spread = sqrt(sum(each * each for each in products) / DEALS / DEALS)
    assert abs(found - float(covariance(house, "ante_play"))) < 4 * spread


def test_a_fifth_of_the_variance_is_the_dealers_hand() -> None:
    house = built_in("manual")
    share = covariance(house, "ante_play") / ante_play(house).variance.fraction
    assert 0.19 < share < 0.20


def test_the_covariance_of_pair_plus_follows_from_counting_pairs_of_hands() -> None:
    """Over all hands of two seats, by the first one's category and the cards left for the other.

    A sum over ordered pairs is right when each hand meets 18,424 others.
    """
    house = built_in("manual")
    found = covariance(house, "pair_plus")
    chance, total = random.Random(3), 0
    for _ in range(DEALS):
        cards = chance.sample(FULL_DECK, 6)
        one, other = (house.ranking.category(hand_of(each)) for each in (cards[:3], cards[3:]))  # type: ignore[arg-type]
        total += PAIR_PLUS[one] * PAIR_PLUS[other]
    mean = -float(side_wager(house, "pair_plus").house_edge.fraction)
    spread = float(
        side_wager(house, "pair_plus").variance.fraction
    )  # The product, if they were independent.
    assert abs(total / DEALS - mean * mean - float(found)) < 5 * spread / sqrt(DEALS)
    assert isinstance(found, Fraction)


def test_a_house_with_the_same_payouts_shares_the_work() -> None:
    assert covariance(built_in("mics"), "ante_play") == covariance(
        built_in("chickasaw"), "ante_play"
    )


def test_the_fixed_awards_are_hardly_correlated() -> None:
    assert abs(covariance(built_in("manual"), "progressive")) < Fraction(1, 50)


def test_two_seats_share_half_of_the_six_cards() -> None:
    house = built_in("manual")
    share = (
        covariance(house, "six_card_bonus") / side_wager(house, "six_card_bonus").variance.fraction
    )
    assert 0 < share < 0.1
