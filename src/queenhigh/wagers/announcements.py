"""What the dealer says, in the house's words."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from ..cards.card import Hand, any_suits, rank_of
from ..cards.names import hand_name, rank_name
from ..cards.ranking import Category
from ..house.model import House
from ..house.wager import When
from .document import SeatBets

if TYPE_CHECKING:
    from .settle import SeatSettled


def of_round(
    house: House, seats: Sequence[SeatBets], dealer: Hand, *, qualifies: bool
) -> list[str]:
    """All that is said in a round, in order; what is said of the dealer's hand comes last."""
    said = before_the_deal(house, seats)
    said.append(of_dealer(house, dealer, qualifies=qualifies))
    return said


def before_the_deal(house: House, seats: Sequence[SeatBets]) -> list[str]:
    said = [house.announcements.no_more_bets]
    said += [
        wager.absent.format(positions=_listed(positions))
        for wager in house.wagers.values()
        if wager.absent and (positions := without(seats, wager.key))
    ]
    return said


def without(seats: Sequence[SeatBets], wager: str) -> list[int]:
    """The positions that bet something, but not this."""
    return sorted(bets.seat for bets in seats if not bets.wagers.get(wager))


def of_results(house: House, contests: Sequence[When], seats: Sequence["SeatSettled"]) -> list[str]:
    """What is said when the hands are paid: that the dealer beats all, and awards by name."""
    said = []
    played = [contest for contest in contests if contest not in ("folded", "no_ante")]
    if house.announcements.dealer_beats_all and played and set(played) == {"loses"}:
        said.append(house.announcements.dealer_beats_all)
    for seat in seats:
        for line in seat.lines:
            wager = house.wagers.get(line.wager)
            if wager and wager.announce and line.result == "win":
                said.append(wager.announce)
    return said


def of_dealer(house: House, dealer: Hand, *, qualifies: bool) -> str:
    return _of_dealer(house, any_suits(dealer), qualifies)


@lru_cache(maxsize=16384)
def _of_dealer(house: House, dealer: Hand, qualifies: bool) -> str:
    if not qualifies:
        return house.announcements.dealer_out.format(hand=_spoken(house, dealer))
    hand = _spoken(house, dealer)
    template = house.announcements.dealer_qualifies
    if _takes_no_article(hand):
        template = template.replace(" a {hand}", " {hand}")
    elif hand.startswith("A"):
        template = template.replace(" a {hand}", " an {hand}")
    return template.format(hand=hand)


def _spoken(house: House, hand: Hand) -> str:
    high_card = house.ranking.category(hand) is Category.HIGH_CARD
    if high_card and house.dealer.names_high_card_as == "rank":
        return rank_name(max(map(rank_of, hand)))
    return hand_name(hand, house.ranking)


def _takes_no_article(hand: str) -> bool:
    return hand.endswith(" high") or hand.startswith("three ")


def _listed(positions: Sequence[int]) -> str:
    """``2``, ``2 and 3``, ``2, 3 and 5``."""
    *first, last = map(str, positions)
    return f"{', '.join(first)} and {last}" if first else last
