"""What each cell of the kernel's histogram is worth, by asking `wagers`."""

from itertools import permutations, product

import msgspec
import numpy as np
from numpy.typing import NDArray

from ..cards.card import ACE, FULL_DECK, KING, QUEEN, Card, Hand
from ..cards.ranking import Category, category_of
from ..cards.six import SixCardCategory
from ..house.model import House
from ..wagers.document import SeatBets, Wagers
from ..wagers.outcome import Contest
from ..wagers.progressive import Award
from ..wagers.seat import SeatHand, settle_wagers
from ..wagers.six_card_bonus import SixCards
from .counting import counted
from .decisions import rule
from .kernel import CELLS, CLASSES, SIX_CLASSES

BETS = ("play", "ante_bonus", "ante", "pair_plus", "six_card_bonus", "progressive")
CONTESTS = (Contest.FOLDED, Contest.DEALER_OUT, Contest.PLAYER, Contest.DEALER, Contest.TIE, None)
NOMINAL_METER = 10_000  # Stands for the meter; what the jackpot really pays is added later.

_AWARDS = (
    Award.NOTHING,
    Award.NOTHING,
    Award.NOTHING,
    Award.STRAIGHT,
    Award.THREE_OF_A_KIND,
    Award.STRAIGHT_FLUSH,
    Award.AKQ_SUITED,
    Award.AKQ_SPADES,
)
_SOME_HAND: Hand = (FULL_DECK[0], FULL_DECK[5], FULL_DECK[10])


class Worth(msgspec.Struct, frozen=True):
    """Cents by cell and bet."""

    staked: NDArray[np.int64]
    paid: NDArray[np.int64]
    returned: NDArray[np.int64]

    @property
    def net(self) -> NDArray[np.int64]:
        return self.paid + self.returned - self.staked


class RankTables(msgspec.Struct, frozen=True):
    """By the place of a hand: how strong, of which class, whether a dealer qualifies with it."""

    strengths: NDArray[np.int32]
    classes: NDArray[np.uint8]
    qualifies: NDArray[np.bool_]


def rank_tables(house: House) -> RankTables:
    hands = [
        (Card(4 * first), Card(4 * second + other), Card(4 * third + 2 * other))
        for other in (1, 0)  # Unsuited hands first, as the kernel places them.
        for first, second, third in product(range(13), repeat=3)
    ]
    strengths = [house.ranking.strength(hand) for hand in hands]
    classes = np.array([category_of(each) - Category.HIGH_CARD for each in strengths], np.uint8)
    for ranks in permutations((ACE, KING, QUEEN)):
        first, second, third = (rank - 2 for rank in ranks)
        classes[2197 + first * 169 + second * 13 + third] = _AWARDS.index(Award.AKQ_SUITED)
    qualifies = [house.dealer_qualifies(hand) for hand in hands]
    return RankTables(np.array(strengths, np.int32), classes, np.array(qualifies, np.bool_))


def worth(house: House, wagers: Wagers) -> Worth:
    """The jackpot stands in the table with a stake lost: the meter's pay is not the cell's."""
    shape = (CELLS, len(BETS))
    table = Worth(*(np.zeros(shape, np.int64) for _ in range(3)))
    for cell, (contest, hand, six) in enumerate(
        product(CONTESTS, range(CLASSES), range(SIX_CLASSES))
    ):
        if (contest is None) == bool(wagers.ante):
            continue
        for line in settle_wagers(_seat(house, contest, hand, six), SeatBets(1, wagers)):
            bet = BETS.index(line.wager)
            table.staked[cell, bet] = line.stake
            table.returned[cell, bet] = line.returned
            table.paid[cell, bet] = 0 if (line.odds or "").endswith("%") else line.paid
    return table


def _seat(house: House, contest: Contest | None, hand: int, six: int) -> SeatHand:
    category = Category(min(hand, 5) + 1)
    royal = six == SIX_CLASSES - 1
    six_category = SixCardCategory.ROYAL_FLUSH if royal else SixCardCategory(six + 1)
    return SeatHand(
        house,
        _SOME_HAND,
        _SOME_HAND,
        category,
        contest or Contest.DEALER_OUT,
        contest is not Contest.DEALER_OUT,
        _AWARDS[hand],
        SixCards(six_category, six_card_royal=royal),
        NOMINAL_METER,
    )


def plays_table(house: House, rule_text: str) -> NDArray[np.bool_]:
    """A strategy by the place of a hand, as the kernel asks for it.

    The tables know suited hands from others and no more; where a rule splits the others by their
    suits, most of them decide.
    """
    plays = rule(house, rule_text)
    votes = np.zeros(2 * 2197, np.int64)
    for each in counted(house):
        vote = each.hand_class.hands if plays(each) else -each.hand_class.hands
        for ranks in set(permutations(each.hand_class.ranks)):
            first, second, third = (rank - 2 for rank in ranks)
            offset = 2197 if each.hand_class.suited else 0
            votes[offset + first * 169 + second * 13 + third] += vote
    return votes > 0
