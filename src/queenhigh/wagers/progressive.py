"""Progressive: a dollar against fixed awards and a meter."""

from enum import StrEnum

import msgspec

from ..cards.card import ACE, KING, QUEEN, SPADES, Hand, rank_of, suit_of
from ..cards.ranking import Category
from ..house.model import House
from ..house.points import point
from .outcome import Outcome, forfeit, lose, win

PAID_BY_THE_TABLE = point("wager.pays")
DEALER_OUT = point("wager.dealer_out")
DEALER_PLAYS = point("wager.dealer_plays")
FOLDED = point("wager.fold_forfeits")
PAID_LAST = point("wager.paid_last")
_WAGER = "progressive"


class Award(StrEnum):
    """The lines of the progressive's table."""

    NOTHING = "nothing"
    STRAIGHT = "straight"
    THREE_OF_A_KIND = "three_of_a_kind"
    STRAIGHT_FLUSH = "straight_flush"
    AKQ_SUITED = "akq_suited"
    AKQ_SPADES = "akq_spades"


_BY_CATEGORY = {
    Category.STRAIGHT: Award.STRAIGHT,
    Category.THREE_OF_A_KIND: Award.THREE_OF_A_KIND,
    Category.STRAIGHT_FLUSH: Award.STRAIGHT_FLUSH,
}


def award_for(hand: Hand, category: Category) -> Award:
    if category is Category.STRAIGHT_FLUSH and {rank_of(c) for c in hand} == {ACE, KING, QUEEN}:
        return Award.AKQ_SPADES if suit_of(hand[0]) == SPADES else Award.AKQ_SUITED
    return _BY_CATEGORY.get(category, Award.NOTHING)


def settle_progressive(
    house: House, award: Award, *, dealer_qualifies: bool, folded: bool
) -> Outcome:
    if folded:
        return forfeit(house, FOLDED, wager=_WAGER)
    because = [PAID_BY_THE_TABLE, DEALER_PLAYS if dealer_qualifies else DEALER_OUT]
    terms = house.progressive_terms
    if award is Award.NOTHING:
        return lose(house, *because, wager=_WAGER)
    last = house.options.progressive_pass == "separate" or str(award) in house.options.jackpot_lines
    if last:
        because.append(PAID_LAST)
    if award is Award.AKQ_SPADES:
        times, odds, stake_back = 0, f"{terms.akq_spades_percent}%", False
        rulings = "jackpot_lines"
    else:
        times = getattr(terms.pays, award)
        stake_back = house.options.progressive_unit == "to_1"
        odds = f"{times} {'to' if stake_back else 'for'} 1"
        rulings = "progressive_unit"
    return msgspec.structs.replace(
        win(house, times, *because, wager=_WAGER, decided_by=rulings),
        odds=odds,
        returns_stake=stake_back,
        of_meter=award is Award.AKQ_SPADES,
        paid_last=last,
    )


def jackpot_cents(house: House, meter_cents: int) -> int:
    return meter_cents * house.progressive_terms.akq_spades_percent // 100
