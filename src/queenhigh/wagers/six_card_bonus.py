"""6 card bonus: the best five cards out of the player's three and the dealer's three."""

from collections.abc import Sequence

import msgspec

from ..cards.card import ACE, Card, rank_of
from ..cards.six import SixCardCategory, best_five_of_six, is_six_card_royal
from ..house.model import House
from ..house.points import point
from .outcome import Outcome, lose, win

THREE_OF_A_KIND_OR_BETTER = point("wager.pays")
LESS_THAN_THREE_OF_A_KIND = point("wager.loses")
ON_THE_HAND_ALONE = point("wager.of")
DEALER_OUT = point("wager.dealer_out")
DEALER_PLAYS = point("wager.dealer_plays")
STAYS_ON_A_FOLD = point("wager.fold_stays")
ROYALS_LAST = point("wager.paid_last")
TOKES_AT_MOST = point("wager.toke_odds")

_WAGER = "six_card_bonus"
_WHEEL = frozenset((ACE, 2, 3, 4, 5))


class SixCards(msgspec.Struct, frozen=True, gc=False):
    """What six cards come to for this bet."""

    category: SixCardCategory
    six_card_royal: bool = False
    by_the_wheel: bool = False  # A straight only because 5-4-3-2-A counts, or would be one.


NO_SIX_CARDS = SixCards(SixCardCategory.NOTHING)  # For a house without the bet.


def read_six_cards(house: House, cards: Sequence[Card]) -> SixCards:
    wheel = house.options.six_card_wheel
    category = best_five_of_six(cards, wheel=wheel)
    if category is SixCardCategory.ROYAL_FLUSH:
        return SixCards(category, six_card_royal=is_six_card_royal(cards))
    if not _WHEEL.issubset(map(rank_of, cards)):
        return SixCards(category)
    return SixCards(category, by_the_wheel=best_five_of_six(cards, wheel=not wheel) is not category)


def settle_six_card_bonus(
    house: House, six: SixCards, *, dealer_qualifies: bool, folded: bool, toke: bool = False
) -> Outcome:
    """A folded hand is settled like any other: this bet does not care what the ante did."""
    decided_by = "six_card_wheel" if six.by_the_wheel else ""
    to_one = house.six_card_bonus.to_one(six.category) if house.six_card_bonus else 0
    if six.six_card_royal:
        decided_by = "six_card_super_royal"
        if house.options.six_card_super_royal != "none":
            to_one = house.options.six_card_super_royal
    most = house.tokes.six_card_most_to_one
    because = [DEALER_PLAYS if dealer_qualifies else DEALER_OUT, ON_THE_HAND_ALONE]
    if folded:
        because.append(STAYS_ON_A_FOLD)
    if toke and most is not None and to_one >= most:
        to_one = most
        because.append(TOKES_AT_MOST)
    if not to_one:
        because.insert(0, LESS_THAN_THREE_OF_A_KIND)
        return lose(house, *because, table=_WAGER, wager=_WAGER, decided_by=decided_by)
    because.insert(0, THREE_OF_A_KIND_OR_BETTER)
    royal = six.category is SixCardCategory.ROYAL_FLUSH
    if royal:
        because.append(ROYALS_LAST)
    outcome = win(house, to_one, *because, table=_WAGER, wager=_WAGER, decided_by=decided_by)
    return msgspec.structs.replace(outcome, paid_last=royal)
