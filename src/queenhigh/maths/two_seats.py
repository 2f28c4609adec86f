"""How the results of two seats of one round go together: they meet the same dealer's hand.

A table's or a dealer's result is a sum over seats, and its error is larger than that of as many
hands dealt apart. Nothing is dealt here: over pairs of hands without a common card, a sum of
products follows from the sums over hands that hold a given card, or two (`disjoint_hands`), for
each dealer hand where the dealer's cards matter.
"""

from fractions import Fraction
from math import comb, lcm

import numpy as np

from ..cards.card import Hand
from ..house.model import House
from ..house.wager import When
from ..wagers.award import forfeits, row_for
from .analysis_figures import ANTE_PLAY
from .classes import HANDS
from .dealer_counts import PLAYED
from .deals import FOLDED, Deals, Priced, classes_under, deals_of
from .decisions import best_decisions, priced
from .disjoint_hands import PAIRS, sum_of_products
from .envy import of_own_cards
from .hand_tables import Array, hand_number, hand_tables
from .side_wager import net_of, stake_of
from .signatures import conditions_of, suit_changes

_THIRDS = comb(46, 3)  # Hands for the second seat, once the first and the dealer have theirs.


def covariance(house: House, game: str) -> Fraction:
    """Of one unit on each of two seats that decide as is best for the ante, in units squared.

    A game is `ante_play` or a side wager. A jackpot pays nothing here: it is the meter's.
    """
    return _Nets(house, game).covariance()


class _Nets:
    """What each player hand comes to, in whole numbers of 1/`unit`."""

    def __init__(self, house: House, game: str):
        self.house, self.game = house, game
        self.deals: Deals = deals_of(house, () if game == ANTE_PLAY else (game,))
        self.decisions = best_decisions(house)
        prices = _prices(house, game)
        played = [self.deals.values(each, PLAYED) for each in prices]
        folded = self.deals.values(prices[0], FOLDED)
        self.unit = lcm(folded.unit, *(each.unit for each in played))
        self.played: Array = np.stack([each.table * (self.unit // each.unit) for each in played])
        self.folded: Array = folded.table * (self.unit // folded.unit)
        self._chosen = np.maximum(self.decisions - 1, 0) % len(prices)

    def against(self, dealer: int) -> Array:
        """By player hand; 0 where it shares a card with the dealer's."""
        columns, own = self.deals.columns_with(dealer), self.deals.signatures.own
        contest = self.deals.contests_with(dealer)
        nets = np.where(
            self.decisions > 0,
            self.played[self._chosen, own, contest, columns],
            self.folded[own, 0, columns],
        )
        held = hand_tables().held
        return np.where(held & held[dealer], 0, nets)

    def covariance(self) -> Fraction:
        key = (self.unit, self.deals, self.played.tobytes(), self.folded.tobytes())
        wager = self.house.wagers.get(self.game)
        found = _known.get(key)
        if found is None:
            alone = wager is not None and of_own_cards(wager)
            found = self._of_hands() if alone else self._with_dealers()
            if len(_known) > _MOST_KNOWN:
                _known.clear()
            _known[key] = found
        return found / (self.unit * self.unit)

    def _of_hands(self) -> Fraction:
        """Where the dealer's cards do not matter."""
        own = self.deals.signatures.own
        nets = np.where(
            self.decisions > 0, self.played[self._chosen, own, 0, 0], self.folded[own, 0, 0]
        )
        mean = Fraction(int(nets.sum()), HANDS)
        return Fraction(sum_of_products(nets, nets), PAIRS) - mean * mean

    def _with_dealers(self) -> Fraction:
        wagers = () if self.game == ANTE_PLAY else (self.game,)
        changes = tuple(suit_changes(conditions_of(self.house, wagers)))
        classes = classes_under(changes)
        many = np.bincount(classes.of_hand).tolist()
        products = single = 0
        for hand, hands in zip(classes.reps, many, strict=True):
            nets = self.against(int(hand_number()[hand]))
            products += hands * sum_of_products(nets, nets)
            single += hands * int(nets.sum())
        mean = Fraction(single, PAIRS)
        return Fraction(products, PAIRS * _THIRDS) - mean * mean


_MOST_KNOWN = 64
_known: dict[tuple[object, ...], Fraction] = {}


def _prices(house: House, game: str) -> list[Priced]:
    """By multiple for ante and play, otherwise one."""
    if game == ANTE_PLAY:
        return [priced(house, None, None, multiple) for multiple in house.play.multiples]
    wager = house.wagers[game]
    stake, meters = stake_of(wager), dict.fromkeys(house.meters, 0)
    taken = forfeits(wager, ("ante", game))

    def net(player: Hand, dealer: Hand, contest: When) -> Fraction:
        if contest == "folded" and taken:
            return Fraction(-1)
        return net_of(wager, row_for(house, wager, player, dealer, contest), stake, meters)

    return [net]
