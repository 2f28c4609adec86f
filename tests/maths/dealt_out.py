"""Deals one by one, using nothing from `maths`, to check the exact figures against."""

from collections.abc import Iterator, Mapping
from itertools import combinations

from queenhigh.cards.best_of_six import best_five_of_six
from queenhigh.cards.card import FULL_DECK, Hand
from queenhigh.cards.ranking import Category, ranking

RANKING = ranking()
QUEEN_HIGH = RANKING.strength((40, 4, 1))  # type: ignore[arg-type]  # Q 3 2 of three suits.
BONUS = {Category.STRAIGHT_FLUSH: 5, Category.THREE_OF_A_KIND: 4, Category.STRAIGHT: 1}
SIX_CARDS = {
    "royal_flush": 1000,
    "straight_flush": 200,
    "four_of_a_kind": 50,
    "full_house": 25,
    "flush": 15,
    "straight": 10,
    "three_of_a_kind": 5,
}


def dealers(
    player: Hand, *, held: tuple[int, ...] = (), gone: tuple[int, ...] = ()
) -> Iterator[Hand]:
    """Yield the dealer hands that hold some cards and avoid others."""
    left = [card for card in FULL_DECK if card not in (*player, *gone, *held)]
    for rest in combinations(left, 3 - len(held)):
        first, second, third = sorted((*held, *rest))
        yield first, second, third  # type: ignore[misc]


def contest(player: Hand, dealer: Hand) -> str:
    own, other = RANKING.strength(player), RANKING.strength(dealer)
    if other < QUEEN_HIGH:
        return "dealer_out"
    return "wins" if own > other else "ties" if own == other else "loses"


def ante_and_play(player: Hand, dealer: Hand) -> int:
    """The result of a played hand, in antes."""
    net = {"dealer_out": 1, "wins": 2, "ties": 0, "loses": -2}[contest(player, dealer)]
    return net + BONUS.get(RANKING.category(player), 0)


def six_cards(player: Hand, dealer: Hand, pays: Mapping[str, int] = SIX_CARDS) -> int:
    """The result per unit of a bet on the best five of the six."""
    return pays.get(best_five_of_six((*player, *dealer)).name.lower(), -1)
