"""How the results of two seats of one round go together: they meet the same dealer's hand.

A table's or a dealer's result is a sum over seats, and its error is larger than that of as many
hands dealt apart. Nothing is dealt here: over pairs of hands without a common card, a sum of
products follows from the sums over hands that hold a given card, or two, by inclusion and
exclusion.
"""

from fractions import Fraction
from functools import lru_cache
from math import comb

import numpy as np

from ..cards.card import Hand
from ..cards.ranking import Category
from ..house.model import House
from ..wagers.outcome import Contest
from ..wagers.progressive import award_for
from .classes import DEALER_HANDS, HANDS, hand_classes
from .counting import DealerHands, dealer_hands
from .decisions import Worth, worths
from .progressive import award_line
from .seen import Array, Dealer
from .settling import lines, only, seat_hand

_PAIRS = HANDS * DEALER_HANDS  # Ordered pairs of hands without a common card.
_THIRDS = comb(46, 3)  # Hands for the second seat, once the first and the dealer have theirs.


def ante_play_covariance(house: House) -> Fraction:
    """Of two seats with one ante each and the best decisions, in antes squared."""
    return _ante_play_covariance(_Paid(house))


class _Paid:
    """All of a house that it depends on: houses that agree in it share the work."""

    def __init__(self, house: House):
        self.house, self.worth = house, worths(house)
        paid = tuple(self.worth.items())
        self._key = (house.ranking, house.dealer.qualifies_with, paid)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Paid) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


@lru_cache(maxsize=64)
def _ante_play_covariance(paid: _Paid) -> Fraction:
    house, worth = paid.house, paid.worth
    dealer, known = Dealer(house), dealer_hands(house)
    places, columns = _players(dealer, known, worth)
    out, player, dealt, tie, fold, folds = columns
    products = single = 0
    for each in hand_classes():
        first, second, third = each.hand
        taken = dealer.holds[first] | dealer.holds[second] | dealer.holds[third]
        place = known.qualifying_place(each.hand)
        nets = np.where(places > place, player, np.where(places == place, tie, dealt))
        nets = np.where(folds, fold, out if place < 0 else nets)
        nets = np.where(taken, 0, nets)
        products += each.hands * _over_disjoint_pairs(dealer, nets)
        single += each.hands * int(nets.sum())
    mean = Fraction(single, _PAIRS)
    return Fraction(products, _PAIRS * _THIRDS) - mean * mean


def _players(
    dealer: Dealer, known: DealerHands, worth: dict[Category, Worth]
) -> tuple[Array, tuple[Array, ...]]:
    """By hand: its place, what it is worth by contest and on a fold, and whether it is folded."""
    hands = [_hand(row) for row in dealer.hands.tolist()]
    places = np.array([known.place(hand) for hand in hands], np.int64)
    by_hand = [worth[Category(category)] for category in dealer.categories.tolist()]
    folds = []
    for hand, each in zip(hands, by_hand, strict=True):
        out, player, lost, tied = known.against(hand)
        played = each.out * out + each.player * player + each.dealer * lost + each.tie * tied
        folds.append(played <= each.fold * DEALER_HANDS)
    columns = [np.array(column, np.int64) for column in zip(*by_hand, strict=True)]
    return places, (*columns, np.array(folds, np.bool_))


def _hand(cards: list[int]) -> Hand:
    first, second, third = cards
    return first, second, third  # type: ignore[return-value]


def _over_disjoint_pairs(dealer: Dealer, nets: Array) -> int:
    """The sum of products over ordered pairs of hands that share no card."""
    by_card = sum(np.bincount(column, nets, 52) for column in dealer.hands.T)
    by_pair = sum(np.bincount(column, nets, 52 * 52) for column in dealer.pairs)
    # Doubles hold sums of so few whole numbers exactly; their squares are taken in integers.
    with_card = [int(each) for each in np.asarray(by_card).tolist()]
    with_pair = np.asarray(by_pair).astype(np.int64)
    total = int(nets.sum())
    return (
        total * total
        - sum(each * each for each in with_card)
        + int((with_pair * with_pair).sum())
        - int((nets * nets).sum())
    )


@lru_cache(maxsize=64)
def pair_plus_covariance(house: House) -> Fraction:
    """Two hands of one deck: each pair in one of them is a pair less for the other."""
    dealer, bet = Dealer(house), only(pair_plus=1)
    by_category = {}
    for category in worths(house):
        (line,) = lines(seat_hand(house, category, Contest.PLAYER), bet)
        by_category[int(category)] = line.net
    nets = np.array([by_category[each] for each in dealer.categories.tolist()], np.int64)
    return _covariance(dealer, nets)


@lru_cache(maxsize=64)
def progressive_covariance(house: House) -> Fraction:
    """Of the fixed awards, in stakes squared: the jackpot is the link's."""
    dealer, stake = Dealer(house), house.limit("progressive").minimum_cents
    hands = [_hand(row) for row in dealer.hands.tolist()]
    awards = [award_for(hand, house.ranking.category(hand)) for hand in hands]
    worth = {}
    for award in set(awards):
        line = award_line(house, award, only(progressive=stake), 1)
        of_meter = (line.odds or "").endswith("%")
        worth[award] = -line.stake if of_meter else line.net
    cents = np.array([worth[award] for award in awards], np.int64)
    return _covariance(dealer, cents) / (stake * stake)


def _covariance(dealer: Dealer, nets: Array) -> Fraction:
    mean = Fraction(int(nets.sum()), HANDS)
    return Fraction(_over_disjoint_pairs(dealer, nets), _PAIRS) - mean * mean
