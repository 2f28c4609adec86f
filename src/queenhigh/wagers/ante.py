"""Ante: against the dealer's hand, taken on a fold, paid when the dealer does not qualify."""

from ..cards.ranking import Category
from ..house.model import House
from ..house.points import Point, point
from .outcome import Contest, Outcome, forfeit, lose, win
from .play import TIE, settle_tie

FOLDED = point("ante.fold")
DEALER_DOES_NOT_QUALIFY = point("ante.dealer_out")
PLAYER_WINS = point("ante.wins")
DEALER_WINS = point("ante.loses")


def settle_ante(house: House, contest: Contest, category: Category) -> Outcome:
    if contest is Contest.FOLDED:
        earns_bonus = house.ante_bonus.to_one(category) > 0
        return forfeit(house, FOLDED, decided_by="ante_bonus_requires" if earns_bonus else "")
    if contest is Contest.DEALER:
        return lose(house, DEALER_WINS)
    if contest is Contest.TIE:
        outcome = settle_tie(house)
        return _at_table_odds(house, category, TIE, outcome, decided_by="tie ante_table")
    because = DEALER_DOES_NOT_QUALIFY if contest is Contest.DEALER_OUT else PLAYER_WINS
    return _at_table_odds(house, category, because, win(house, 1, because))


def _at_table_odds(
    house: House,
    category: Category,
    because: Point,
    outcome: Outcome,
    *,
    decided_by: str = "ante_table",
) -> Outcome:
    """Even money when it wins, unless the table headed Ante is read as the ante's own odds."""
    to_one = house.ante_bonus.to_one(category)
    if outcome.result != "win" or house.options.ante_table == "bonus" or not to_one:
        return outcome
    return win(house, to_one, because, table="ante_bonus", decided_by=decided_by)
