"""The 6 card bonus: paid by the best five of the player's and the dealer's cards together."""

from ..cards.ranking import Category
from ..house.model import House
from ..wagers.outcome import Contest
from .figures import Result, WagerFigures, wager_figures
from .settling import SIX_CARDS, lines, only, seat_hand
from .six_cards import six_card_counts

_ONE = only(six_card_bonus=1)


def six_card_bonus(house: House) -> WagerFigures:
    """Folded or not: the bet does not care."""
    results: list[Result] = []
    for six, sets in reversed(list(zip(SIX_CARDS, six_card_counts(house), strict=True))):
        hand = seat_hand(house, Category.HIGH_CARD, Contest.PLAYER, six=six)
        (line,) = lines(hand, _ONE)
        name = "six_card_royal_flush" if six.six_card_royal else six.category.name.lower()
        results.append(Result(name, sets, line.net, line.odds, line.result == "win"))
    super_royal, royal, *rest = results
    if house.options.six_card_super_royal == "none":  # No line of its own.
        sets = super_royal.combinations + royal.combinations
        return wager_figures([royal._replace(combinations=sets), *rest])
    return wager_figures(results)
