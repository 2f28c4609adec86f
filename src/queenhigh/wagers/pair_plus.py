"""Pair plus: on the value of one's own hand, against a pay table."""

from ..cards.ranking import Category
from ..house.model import House
from ..house.points import point
from .outcome import Outcome, forfeit, lose, win

ON_THE_HAND_ALONE = point("wager.of")
DEALER_OUT = point("wager.dealer_out")
DEALER_PLAYS = point("wager.dealer_plays")
LESS_THAN_A_PAIR = point("wager.loses")
FORFEITED = point("wager.fold_forfeits")
SURVIVES_A_FOLD = point("wager.fold_stays")
_WAGER = "pair_plus"


def settle_pair_plus(
    house: House,
    category: Category,
    *,
    dealer_qualifies: bool,
    folded: bool,
    with_six_card_bonus: bool,
) -> Outcome:
    decided_by = "fold_pair_plus" if folded else ""
    if folded and _forfeits(house, with_six_card_bonus):
        return forfeit(house, FORFEITED, wager=_WAGER, decided_by=decided_by)
    to_one = house.pair_plus.to_one(category) if house.pair_plus else 0
    because = [DEALER_PLAYS if dealer_qualifies else DEALER_OUT]
    if folded:
        because.append(SURVIVES_A_FOLD)
    if not to_one:
        because.insert(0, LESS_THAN_A_PAIR)
        return lose(house, *because, table=_WAGER, wager=_WAGER, decided_by=decided_by)
    because.insert(0, ON_THE_HAND_ALONE)
    return win(house, to_one, *because, table=_WAGER, wager=_WAGER, decided_by=decided_by)


def _forfeits(house: House, with_six_card_bonus: bool) -> bool:
    rule = house.options.fold_pair_plus
    return rule == "forfeits" or (rule == "forfeits_with_6cb" and with_six_card_bonus)
