"""For every class of player hand: the dealer's 18,424 by contest and by six cards, together.

The ranks of both hands decide everything but flushes, so the deals are counted by ranks first: 455
ways to have three ranks against 455. Deals with five or six cards of one suit are then moved from
what their ranks come to, to what they are.
"""

from functools import lru_cache
from itertools import combinations_with_replacement, permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from ..cards.card import Card, Hand
from ..house.model import House
from .counting import Counted, counts
from .settling import CONTESTS, SIX_CARDS
from .six_cards import readings

Array = NDArray[np.int64]

_SIX = len(SIX_CARDS)
_CELLS = len(CONTESTS) * _SIX
_RANK_SETS = tuple(combinations_with_replacement(range(13), 3))
_DIFFERENT = tuple(n for n, (a, b, c) in enumerate(_RANK_SETS) if a < b < c)


def joint_counts(house: House) -> Array:
    """By class (in the order of `counted`), contest and six cards. Each class sums to 18,424."""
    return _kept(_Rules(house))


class _Rules:
    """All of a house that the table depends on."""

    def __init__(self, house: House):
        self.house = house
        self._key = (house.ranking, house.dealer.qualifies_with, house.options.six_card_wheel)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Rules) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


@lru_cache(maxsize=8)
def _kept(rules: _Rules) -> Array:
    table = _Table(rules.house)
    table.count_by_ranks()
    table.move_suited_players()
    table.move_two_suited_players()
    return table.cells.reshape(-1, len(CONTESTS), _SIX)


class _Table:
    def __init__(self, house: House):
        known = counts(house)
        self.classes: tuple[Counted, ...] = known.classes
        self.place = np.array([each.place for each in self.classes], np.int64)
        self.set_of = _set_of()
        hands = np.array([each.hand_class.hand for each in self.classes], np.int64)
        self.ranks, self.suits = hands // 4, hands % 4
        self.own_set = self.set_of[tuple(self.ranks.T)]
        unsuited = [
            known.dealer.qualifying_place(_hand(ranks, suited=False)) for ranks in _RANK_SETS
        ]
        suited = [
            known.dealer.qualifying_place(_hand(_RANK_SETS[n], suited=True)) for n in _DIFFERENT
        ]
        self.unsuited = np.array(unsuited, np.int64)  # Places of dealer hands; -1 does not qualify.
        self.suited = np.array(suited, np.int64)
        self.masks = np.array(
            [sum(1 << rank for rank in set(each)) for each in _RANK_SETS], np.int64
        )
        self.by_ranks, self.by_suited = _readings(house, self.masks)
        self.cells: Array = np.zeros(len(self.classes) * _CELLS, np.int64)

    def add(self, own: Array, dealer_place: Array, six: Array, weight: Array) -> None:
        """Arrays of one shape, or that broadcast to one: deals of a class, and how many."""
        place = self.place[own]
        contest = 1 + (dealer_place > place) + 2 * (dealer_place == place)
        contest = np.where(dealer_place < 0, 0, contest)
        flat = own * _CELLS + contest * _SIX + six
        flat, weight = np.broadcast_arrays(flat, weight)
        # Exact: the weights are whole, and no sum comes near the 53 bits of a double.
        found = np.bincount(flat.ravel(), weight.ravel(), minlength=len(self.cells))
        self.cells += found.astype(np.int64)

    def count_by_ranks(self) -> None:
        different = np.array(_DIFFERENT)
        suited = self._suited_dealer_hands()
        every = _ways()[self.own_set]
        every[:, different] -= suited
        own = np.arange(len(self.classes))[:, None]
        six = self.by_ranks[self.own_set]
        self.add(own, self.unsuited[None, :], six, every)
        self.add(own, self.suited[None, :], six[:, different], suited)

    def _suited_dealer_hands(self) -> Array:
        """By class and set of different ranks: the suits in which the player blocks no card."""
        holds = (self.masks[list(_DIFFERENT)][:, None] >> np.arange(13)) & 1
        blocked = np.zeros((len(self.classes), len(_DIFFERENT)), np.int64)
        for ranks, suits in zip(self.ranks.T, self.suits.T, strict=True):
            blocked |= holds.T[ranks] << suits[:, None]
        return 4 - np.bitwise_count(blocked).astype(np.int64)

    def move(self, own: Array, dealer: Array, place: Array, suited: Array, weight: int) -> None:
        """Deals from what their ranks come to, to what the suited cards come to."""
        many = np.full(len(own), weight)
        self.add(own, place, self.by_ranks[self.own_set[own], dealer], -many)
        self.add(own, place, self.by_suited[suited], many)

    def move_suited_players(self) -> None:
        (suited,) = np.nonzero([each.hand_class.suited for each in self.classes])
        own_masks = self.masks[self.own_set[suited]]
        # Three more of the suit.
        different = np.array(_DIFFERENT)
        player, dealer = np.nonzero(own_masks[:, None] & self.masks[different] == 0)
        six_of_suit = own_masks[player] | self.masks[different[dealer]]
        self.move(suited[player], different[dealer], self.suited[dealer], six_of_suit, 1)
        # Two more, and a card of any rank in one of the three other suits.
        low, high = np.triu_indices(13, 1)
        pair_masks = (1 << low) | (1 << high)
        player, pair = np.nonzero(own_masks[:, None] & pair_masks == 0)
        player, pair = np.repeat(player, 13), np.repeat(pair, 13)
        third = np.resize(np.arange(13), len(player))
        dealer = self.set_of[low[pair], high[pair], third]
        five_of_suit = own_masks[player] | pair_masks[pair]
        self.move(suited[player], dealer, self.unsuited[dealer], five_of_suit, 3)

    def move_two_suited_players(self) -> None:
        """Three dealer cards in the suit of which the player has two."""
        different = np.array(_DIFFERENT)
        for first, second, other in ((0, 1, 2), (0, 2, 1), (1, 2, 0)):
            same = (self.suits[:, first] == self.suits[:, second]) & (
                self.suits[:, first] != self.suits[:, other]
            )
            (own,) = np.nonzero(same)
            own_masks = (1 << self.ranks[own, first]) | (1 << self.ranks[own, second])
            player, dealer = np.nonzero(own_masks[:, None] & self.masks[different] == 0)
            five_of_suit = own_masks[player] | self.masks[different[dealer]]
            self.move(own[player], different[dealer], self.suited[dealer], five_of_suit, 1)


def _hand(ranks: tuple[int, ...], *, suited: bool) -> Hand:
    first, second, third = (
        Card(rank * 4 + (0 if suited else suit)) for suit, rank in enumerate(ranks)
    )
    return first, second, third


def _set_of() -> Array:
    """The set that three ranks make, in any order."""
    found = np.zeros((13, 13, 13), np.int64)
    for n, ranks in enumerate(_RANK_SETS):
        for each in permutations(ranks):
            found[each] = n
    return found


def _held() -> Array:
    """By set and rank: how many cards."""
    return np.array([[ranks.count(rank) for rank in range(13)] for ranks in _RANK_SETS], np.int64)


def _ways() -> Array:
    """By the player's set and the dealer's: suits that the dealer's cards can have."""
    held = _held()
    choose = np.array([[comb(4 - own, cards) for cards in range(4)] for own in range(4)], np.int64)
    ways = np.ones((len(held), len(held)), np.int64)
    for rank in range(13):
        ways *= choose[held[:, rank][:, None], held[:, rank][None, :]]
    return ways


def _readings(house: House, masks: Array) -> tuple[Array, Array]:
    """What six cards come to, by the two sets of ranks, and by the mask of the suited ranks."""
    read = readings(house)
    of_mask, suited = np.zeros(1 << 13, np.int64), np.zeros(1 << 13, np.int64)
    of_mask[list(read.different)] = list(read.different.values())
    suited[list(read.suited)] = list(read.suited.values())
    # The cubes of how often each rank is there add up differently for each way to repeat.
    of_cubes = np.zeros(6**3 + 1, np.int64)
    for repeats, reading in read.repeated.items():
        of_cubes[sum(many**3 for many in repeats)] = reading
    held = _held()
    cubes = sum((held[:, rank][:, None] + held[:, rank][None, :]) ** 3 for rank in range(13))
    together = masks[:, None] | masks[None, :]
    return np.where(np.bitwise_count(together) >= 5, of_mask[together], of_cubes[cubes]), suited
