"""Who holds an A-K-Q suited: own awards of the progressive, and envy for those of other hands.

The hands of a table come out of one deck, so they are not independent. Which of the four A-K-Q
suited lie with the dealer or with other seats is followed exactly, by inclusion and exclusion.
"""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import comb, perm
from typing import NamedTuple

from ..cards.card import ACE, KING, QUEEN, SPADES, SUIT_LETTERS, Card, Hand
from ..cards.ranking import Ranking
from ..house.model import House
from ..wagers.envy import Claim, envy_bonuses
from ..wagers.progressive import Award, award_for
from .classes import HANDS, hand_classes

AWARDS = tuple(Award)
_COURT = (ACE, KING, QUEEN)
_PLAIN_SUITS = len(SUIT_LETTERS) - 1  # All but spades.


class Held(NamedTuple):
    """The A-K-Q suited that other hands hold: which are spades, how many are not."""

    dealer_spades: bool = False
    others_spades: bool = False
    dealer_plain: int = 0
    others_plain: int = 0

    @property
    def spades(self) -> bool:
        return self.dealer_spades or self.others_spades

    @property
    def plain(self) -> int:
        return self.dealer_plain + self.others_plain

    @property
    def dealer(self) -> int:
        return self.dealer_spades + self.dealer_plain

    @property
    def others(self) -> int:
        return self.others_spades + self.others_plain


def award_counts(ranking: Ranking) -> dict[Award, int]:
    """Of the 22,100 hands, how many earn each award."""
    return _award_counts(ranking, spades_gone=False, plain_gone=0)


@lru_cache(maxsize=64)
def award_and_envy(house: House, others: int) -> dict[tuple[Award, int], Fraction]:
    """How likely a seat's own award is together with its envy in cents.

    Other seats bet the progressive too, and none of them folds an A-K-Q suited.
    """
    found: dict[tuple[Award, int], Fraction] = defaultdict(Fraction)
    for held in _ways_to_hold(others):
        for award in AWARDS:
            if chance := _chance(house.ranking, award, held, others):
                found[award, _envy(house, award, held)] += chance
    return dict(found)


def _ways_to_hold(others: int) -> Iterator[Held]:
    for dealer_spades, others_spades in ((False, False), (True, False), (False, True)):
        for dealer_plain in (0, 1):
            for others_plain in range(_PLAIN_SUITS - dealer_plain + 1):
                held = Held(dealer_spades, others_spades, dealer_plain, others_plain)
                if held.dealer <= 1 and held.others <= others:
                    yield held


def _chance(ranking: Ranking, award: Award, held: Held, others: int) -> Fraction:
    """That the seat has the award, and dealer and others hold these A-K-Q suited and no more."""
    chance = Fraction(0)
    for more in _ways_to_hold(others):
        if all(most >= least for most, least in zip(more, held, strict=True)):
            added = more.dealer + more.others - held.dealer - held.others
            # The plain suits that come in addition, out of those that are free.
            free = _PLAIN_SUITS - held.plain
            dealer_more = more.dealer_plain - held.dealer_plain
            others_more = more.others_plain - held.others_plain
            choices = comb(free, dealer_more) * comb(free - dealer_more, others_more)
            chance += (-1) ** added * choices * _at_least(ranking, award, more, others)
    return chance * _plain_choices(held)


def _plain_choices(held: Held) -> int:
    """Which of the plain suits they are."""
    left = _PLAIN_SUITS - held.dealer_plain
    return comb(_PLAIN_SUITS, held.dealer_plain) * comb(left, held.others_plain)


def _at_least(ranking: Ranking, award: Award, held: Held, others: int) -> Fraction:
    """For given suits: that the seat has the award and they lie with the dealer and some others."""
    own = _award_counts(ranking, spades_gone=held.spades, plain_gone=held.plain)[award]
    chance = Fraction(own * perm(others, held.others), HANDS)
    for dealt in range(1, held.dealer + held.others + 1):
        chance /= comb(52 - 3 * dealt, 3)
    return chance


def _envy(house: House, award: Award, held: Held) -> int:
    own = Claim(1, "own", award, folded=False, bet=True)
    theirs = [Award.AKQ_SPADES] * held.others_spades + [Award.AKQ_SUITED] * held.others_plain
    claims = [own] + [
        Claim(seat, f"other {seat}", each, folded=False, bet=True)
        for seat, each in enumerate(theirs, start=2)
    ]
    dealer = Award.NOTHING
    if held.dealer:
        dealer = Award.AKQ_SPADES if held.dealer_spades else Award.AKQ_SUITED
    return sum(each.paid for each in envy_bonuses(house, claims, dealer) if each.seat == 1)


@lru_cache(maxsize=64)
def _award_counts(ranking: Ranking, *, spades_gone: bool, plain_gone: int) -> dict[Award, int]:
    """The awards of hands out of a deck without these suits' A-K-Q."""
    gone = set(range(plain_gone)) | ({SPADES} if spades_gone else set())
    found = dict.fromkeys(AWARDS, 0)
    for each in hand_classes():
        for suit in range(len(SUIT_LETTERS)) if each.suited else ():
            first, second, third = (Card((rank - 2) * 4 + suit) for rank in each.ranks)
            if suit not in gone or not set(each.ranks) & set(_COURT):
                found[_award(ranking, (first, second, third))] += 1
    unsuited = {each.ranks: each.hand for each in hand_classes() if not each.suited}
    for ranks, hand in unsuited.items():
        ways = 1
        for rank in set(ranks):
            ways *= comb(4 - len(gone) if rank in _COURT else 4, ranks.count(rank))
        if len(set(ranks)) == 3:  # Suited ones were counted by themselves.
            ways -= 4 - len(gone) if set(ranks) & set(_COURT) else 4
        found[_award(ranking, hand)] += ways
    return found


def _award(ranking: Ranking, hand: Hand) -> Award:
    return award_for(hand, ranking.category(hand))
