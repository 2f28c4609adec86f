"""How two seats of one round go together, against dealing them."""

import random
from fractions import Fraction
from math import sqrt

import pytest

from queenhigh.cards.card import FULL_DECK, Hand
from queenhigh.cards.ranking import Category
from queenhigh.house.loader import built_in
from queenhigh.house.model import House
from queenhigh.maths.ante_play import ante_play
from queenhigh.maths.counting import dealer_hands
from queenhigh.maths.decisions import worths
from queenhigh.maths.pair_plus import pair_plus
from queenhigh.maths.two_seats import (
    ante_play_covariance,
    pair_plus_covariance,
    progressive_covariance,
)

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
    """One ante, played as is best."""

    def __init__(self, house: House) -> None:
        self.category = house.ranking.category
        self.known, self.worth = dealer_hands(house), worths(house)

    def net(self, hand: Hand, dealer: Hand) -> int:
        worth = self.worth[self.category(hand)]
        out, player, lost, tied = self.known.against(hand)
        playing = worth.out * out + worth.player * player + worth.dealer * lost + worth.tie * tied
        if playing <= worth.fold * 18_424:
            return worth.fold
        own, other = self.known.place(hand), self.known.qualifying_place(dealer)
        if other < 0:
            return worth.out
        return worth.player if own > other else worth.tie if own == other else worth.dealer


def hand_of(cards: list[int]) -> Hand:
    first, second, third = cards
    return first, second, third  # type: ignore[return-value]


@pytest.mark.parametrize("key", ["manual"])
def test_the_covariance_of_ante_and_play_is_that_of_deals(key: str) -> None:
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
    assert abs(found - float(ante_play_covariance(house))) < 4 * spread


def test_a_fifth_of_the_variance_is_the_dealers_hand() -> None:
    house = built_in("manual")
    share = ante_play_covariance(house) / ante_play(house).variance.fraction
    assert 0.19 < share < 0.20


def test_the_covariance_of_pair_plus_follows_from_counting_pairs_of_hands() -> None:
    """Over all hands of two seats, by the categories of the first and what is left for the other.

    A sum over ordered pairs is what it should be when each hand meets 18,424 others.
    """
    house = built_in("manual")
    found = pair_plus_covariance(house)
    chance, total = random.Random(3), 0
    for _ in range(DEALS):
        cards = chance.sample(FULL_DECK, 6)
        one, other = (house.ranking.category(hand_of(each)) for each in (cards[:3], cards[3:]))  # type: ignore[arg-type]
        total += PAIR_PLUS[one] * PAIR_PLUS[other]
    mean = -float(pair_plus(house).house_edge.fraction)
    spread = float(pair_plus(house).variance.fraction)  # Of a product, were they independent.
    assert abs(total / DEALS - mean * mean - float(found)) < 5 * spread / sqrt(DEALS)
    assert isinstance(found, Fraction)


def test_a_house_with_the_same_payouts_shares_the_work() -> None:
    assert ante_play_covariance(built_in("mics")) == ante_play_covariance(built_in("chickasaw"))


def test_the_fixed_awards_hardly_go_together() -> None:
    assert abs(progressive_covariance(built_in("manual"))) < Fraction(1, 50)
