"""Pair plus: on the value of one's own hand, against a pay table."""

from ..cards.ranking import Category
from ..house.citation import cite
from ..house.model import House
from .outcome import Outcome, forfeit, lose, win

ON_THE_HAND_ALONE = cite(
    "mics-a1-iii manual-pp manual-intro-5 classic-obj-2 classic-play2-1 classic-play3-1",
    "classic-play3-2",
)
DEALER_OUT = cite("chickasaw-j-3 chickasaw-j-4 manual-payout-C4")
DEALER_PLAYS = cite("chickasaw-k-3 manual-payout-D4")
LESS_THAN_A_PAIR = cite("mics-j3 chickasaw-k-5 classic-play2-1")
FORFEITED = cite(
    "mics-j2-3 chickasaw-h manual-6cb-J classic-play3-4 classic-deal-4-2 classic-rules-4"
)
SURVIVES_A_FOLD = cite("manual-6cb-foot manual-pp")


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
        return forfeit(house, FORFEITED, decided_by=decided_by)
    to_one = house.pair_plus.to_one(category) if house.pair_plus else 0
    because = [DEALER_PLAYS if dealer_qualifies else DEALER_OUT]
    if folded:
        because.append(SURVIVES_A_FOLD)
    if not to_one:
        return lose(house, LESS_THAN_A_PAIR, *because, table="pair_plus", decided_by=decided_by)
    return win(house, to_one, ON_THE_HAND_ALONE, *because, table="pair_plus", decided_by=decided_by)


def _forfeits(house: House, with_six_card_bonus: bool) -> bool:
    rule = house.options.fold_pair_plus
    return rule == "forfeits" or (rule == "forfeits_with_6cb" and with_six_card_bonus)
