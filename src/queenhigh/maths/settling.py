"""What a seat's bets come to in each kind of deal, by asking `wagers` itself."""

from collections.abc import Iterator

from ..cards.card import FULL_DECK, Hand
from ..cards.ranking import Category
from ..cards.six import SixCardCategory
from ..house.model import House
from ..wagers.document import SeatBets, Wagers
from ..wagers.outcome import Contest, Line
from ..wagers.progressive import Award
from ..wagers.seat import SeatHand, settle_wagers
from ..wagers.six_card_bonus import NO_SIX_CARDS, SixCards

CONTESTS = (Contest.DEALER_OUT, Contest.PLAYER, Contest.DEALER, Contest.TIE)  # As they are counted.
SIX_CARDS = (
    *(SixCards(category) for category in SixCardCategory),
    SixCards(SixCardCategory.ROYAL_FLUSH, six_card_royal=True),
)
# Outcomes depend on the classes of the cards only.
_UNSEEN: Hand = (FULL_DECK[0], FULL_DECK[1], FULL_DECK[2])

_AWARD_OF = {
    Category.STRAIGHT: Award.STRAIGHT,
    Category.THREE_OF_A_KIND: Award.THREE_OF_A_KIND,
    Category.STRAIGHT_FLUSH: Award.STRAIGHT_FLUSH,
}


def seat_hand(
    house: House,
    category: Category,
    contest: Contest,
    *,
    award: Award | None = None,
    six: SixCards = NO_SIX_CARDS,
    meter_cents: int | None = None,
) -> SeatHand:
    qualifies = contest is not Contest.DEALER_OUT
    if award is None:
        award = _AWARD_OF.get(category, Award.NOTHING)
    return SeatHand(house, _UNSEEN, _UNSEEN, category, contest, qualifies, award, six, meter_cents)


def lines(hand: SeatHand, bets: SeatBets) -> Iterator[Line]:
    return settle_wagers(hand, bets)


def net(hand: SeatHand, bets: SeatBets) -> int:
    return sum(line.net for line in settle_wagers(hand, bets))


def only(**wagers: int) -> SeatBets:
    """A seat with these bets, in any unit, and no coupons."""
    return SeatBets(1, Wagers(**wagers))
