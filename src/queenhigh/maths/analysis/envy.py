"""The worth of envy to a seat: flat amounts for hands that others hold.

The hands at a table come from one deck, so they are not independent. Where every award counts, mean
and variance follow from pairs of hands. Where only the highest counts, few hands earn envy, and
inclusion and exclusion gives the chances that they are held together.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm, perm
from typing import NamedTuple

import numpy as np

from ...house.model import House
from ...house.wager import CONTESTS, Envy, Row, Wager
from ...wagers.award import forfeits, row_for
from ..deals.deals import deals_of
from ..deals.disjoint_hands import PAIRS, sum_of_products
from ..deals.hand_tables import Array, Bools, all_hands, hand_number
from ..deals.suit_classes import HANDS
from .decisions import best_decisions

_MOST_FOLLOWED = 40  # Most hands that may earn envy where only the highest counts.


class EnvyMoments(NamedTuple):
    """Moments in cents; the covariance is with the seat's net on the wager, in stakes x cents."""

    mean: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)
    covariance: Fraction = Fraction(0)
    left_out: str = ""


def envy_moments(house: House, wager: Wager, others: int, meters: Mapping[str, int]) -> EnvyMoments:
    """A seat's moments; all seats bet the wager and decide as is best for the ante."""
    if wager.envy is None or not any(row.envy_cents for row in wager.pays.values()):
        return EnvyMoments()
    if not of_own_cards(wager):
        return EnvyMoments(left_out="it depends on more than the holder's own cards")
    standing = tuple(sorted(meters.items()))
    known = _by_hand(house, wager.key, standing)
    if wager.envy.multiple:
        moments = _moments(house, wager.key, standing)
        return _every_award(moments, known.unit, wager.envy, others)
    return _highest_award(known, wager.envy, others)


def of_own_cards(wager: Wager) -> bool:
    """Whether every row depends on the player's own hand alone."""
    return all(
        wager.look_of(row) == "player" and row.contests == CONTESTS for row in wager.pays.values()
    )


class _ByHand(NamedTuple):
    """Arrays with an entry for each of the 22,100 hands."""

    net: Array  # On the wager, in `unit`.
    unit: int
    envy: Array  # Received by others for this hand, in cents.
    dealer_envy: Array  # The same if the dealer holds it.


@lru_cache(maxsize=64)
def _by_hand(house: House, key: str, standing: tuple[tuple[str, int], ...]) -> _ByHand:
    return _read_hands(house, key, standing, best_decisions(house) > 0)


def envy_mean(house: House, key: str, others: int, played: Bools) -> Fraction:
    """The mean in cents, with hands played by any rule."""
    wager = house.wagers[key]
    if wager.envy is None or not of_own_cards(wager):
        return Fraction(0)
    known = _read_hands(house, key, tuple(house.seeds.items()), played)
    if not wager.envy.multiple:
        return _highest_award(known, wager.envy, others).mean
    hands = others + int(wager.envy.own_hand)
    of_dealer = int(known.dealer_envy.sum()) if wager.envy.dealer_hand else 0
    return Fraction(hands * int(known.envy.sum()) + of_dealer, HANDS)


def _read_hands(
    house: House, key: str, standing: tuple[tuple[str, int], ...], played: Bools
) -> _ByHand:
    from .side_wager import net_of, stake_of

    wager, meters = house.wagers[key], dict(standing)
    taken = forfeits(wager, ("ante", wager.key))
    paid: list[Row | None] = [None, *wager.pays.values()]
    worth = [net_of(wager, row, stake_of(wager), meters) for row in paid]
    unit = lcm(*(each.denominator for each in worth))
    rows = rows_by_hand(house, wager)
    nets = np.array([int(each * unit) for each in worth], np.int64)[rows]
    dealt = np.array([row.envy_cents if row else 0 for row in paid], np.int64)[rows]
    any_hand = wager.envy is not None and wager.envy.trigger == "any_dealt_hand"
    return _ByHand(
        np.where(played | (not taken), nets, -unit),
        unit,
        dealt if any_hand else np.where(played, dealt, 0),
        dealt,
    )


def rows_by_hand(house: House, wager: Wager) -> Array:
    """The row that pays each of the 22,100 hands, counting from 1; 0 is none."""
    deals = deals_of(house, (wager.key,))
    order = {key: number for number, key in enumerate(wager.pays, start=1)}
    found = np.zeros(deals.signatures.own_many, np.int64)
    for cell in deals.cells_without_ante():
        row = row_for(house, wager, cell.player, cell.dealer, cell.contest)
        found[deals.signatures.own[hand_number()[cell.player]]] = order[row.key] if row else 0
    rows: Array = found[deals.signatures.own]
    return rows


class _Moments(NamedTuple):
    """Covariances of net, envy and dealer envy: within one hand, and across two hands."""

    envy: Fraction  # The mean.
    dealer: Fraction
    within: dict[str, Fraction]
    across: dict[str, Fraction]


@lru_cache(maxsize=64)
def _moments(house: House, key: str, standing: tuple[tuple[str, int], ...]) -> _Moments:
    net, _, envy, dealt = _by_hand(house, key, standing)

    def less_means(product: Fraction, first: Array, second: Array) -> Fraction:
        return product - Fraction(int(first.sum()) * int(second.sum()), HANDS * HANDS)

    def within(first: Array, second: Array) -> Fraction:
        (held,) = np.nonzero(second)
        both = zip(first[held].tolist(), second[held].tolist(), strict=True)
        return less_means(Fraction(sum(a * b for a, b in both), HANDS), first, second)

    def across(first: Array, second: Array) -> Fraction:
        return less_means(Fraction(sum_of_products(first, second), PAIRS), first, second)

    return _Moments(
        Fraction(int(envy.sum()), HANDS),
        Fraction(int(dealt.sum()), HANDS),
        {"net": within(net, envy), "envy": within(envy, envy), "dealer": within(dealt, dealt)},
        {
            "net": across(net, envy),
            "envy": across(envy, envy),
            "dealer": across(envy, dealt),
            "net_dealer": across(net, dealt),
        },
    )


def _every_award(known: _Moments, unit: int, terms: Envy, others: int) -> EnvyMoments:
    own = int(terms.own_hand)
    hands = others + own
    within, across = known.within, known.across
    mean = hands * known.envy
    variance = hands * within["envy"] + hands * (hands - 1) * across["envy"]
    covariance = others * across["net"] + own * within["net"]
    if terms.dealer_hand:
        mean += known.dealer
        variance += within["dealer"] + 2 * hands * across["dealer"]
        covariance += across["net_dealer"]
    return EnvyMoments(mean, variance, covariance / unit)


# Only the highest award counts


def _highest_award(known: _ByHand, terms: Envy, others: int) -> EnvyMoments:
    net, unit, envy, dealt = known
    earning = np.nonzero(envy)[0].tolist()
    if len(earning) > _MOST_FOLLOWED or (terms.dealer_hand and (envy != dealt).any()):
        return EnvyMoments(left_out="too many hands earn it for the highest to be followed")
    cards = [set(all_hands()[number]) for number in earning]
    cents = [int(envy[number]) for number in earning]
    hands = others + int(terms.dealer_hand)
    grouped: dict[tuple[int, int, tuple[int, ...]], int] = defaultdict(int)
    for number, hand in enumerate(all_hands()):
        free = tuple(n for n, each in enumerate(cards) if each.isdisjoint(hand))
        own = int(envy[number]) if terms.own_hand else 0
        grouped[int(net[number]), own, free] += 1
    mean = square = product = nets = Fraction(0)
    for (won, own, free), many in grouped.items():
        highest = _highest(own, tuple((cents[n], tuple(sorted(cards[n]))) for n in free), hands)
        weight = Fraction(many, HANDS)
        expected = sum((value * chance for value, chance in highest), Fraction(0))
        mean += weight * expected
        square += weight * sum((value * value * chance for value, chance in highest), Fraction(0))
        product += weight * won * expected
        nets += weight * won
    return EnvyMoments(mean, square - mean * mean, (product - nets * mean) / unit)


@lru_cache(maxsize=4096)
def _highest(
    own: int, free: tuple[tuple[int, tuple[int, ...]], ...], hands: int
) -> tuple[tuple[int, Fraction], ...]:
    """The chance of each highest amount among this many hands from 49 cards."""
    levels = sorted({0, own, *(cents for cents, _ in free)})
    found, below = [], Fraction(0)
    for level in levels:
        above = [set(cards) for cents, cards in free if cents > level]
        at_most = _none_held(above, hands) if level >= own else Fraction(0)
        found.append((level, at_most - below))
        below = at_most
    return tuple(found)


def _none_held(wanted: Sequence[set[int]], hands: int) -> Fraction:
    """The chance that none of the hands is one of these."""
    chance, dealt = Fraction(1), Fraction(1)
    for held in range(1, hands + 1):
        sets = _disjoint_sets(wanted, held)
        if not sets:
            break
        dealt /= comb(49 - 3 * (held - 1), 3)
        chance += (-1) ** held * perm(hands, held) * sets * dealt
    return chance


def _disjoint_sets(wanted: Sequence[set[int]], many: int) -> int:
    """Count the ways in which this many of them can be held together."""
    if many == 1:
        return len(wanted)
    return sum(
        _disjoint_sets([each for each in wanted[n + 1 :] if each.isdisjoint(first)], many - 1)
        for n, first in enumerate(wanted)
    )
