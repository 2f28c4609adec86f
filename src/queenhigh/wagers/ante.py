"""Ante: against the dealer's hand, taken on a fold, paid when the dealer does not qualify."""

from ..cards.ranking import Category
from ..house.citation import Citation, cite
from ..house.model import House
from .outcome import Contest, Outcome, forfeit, lose, win
from .play import TIE, settle_tie

DEFINED = cite("mics-a1-i mics-f1-i classic-obj classic-rules-1")
FOLDED = cite(
    "mics-j2 chickasaw-g manual-intro-4 manual-vsdealer",
    "classic-rules-3 classic-rules-4 classic-deal-4 classic-play1-1",
)
DEALER_DOES_NOT_QUALIFY = cite(
    "mics-k1-i-2 chickasaw-j manual-outcome-A manual-payout-C manual-payout-C3",
    "classic-rules-8 classic-play1-2",
)
PLAYER_WINS = cite(
    "mics-k1-i chickasaw-k-4 manual-outcome-B manual-payout-D3 classic-rules-10 classic-play1-3"
)
DEALER_WINS = cite(
    "mics-j3 chickasaw-k-5 manual-outcome-C manual-payout-D3 classic-rules-11 classic-play1-4"
)


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
    because: Citation,
    outcome: Outcome,
    *,
    decided_by: str = "ante_table",
) -> Outcome:
    """Even money when it wins, unless the table headed Ante is read as the ante's own odds."""
    to_one = house.ante_bonus.to_one(category)
    if outcome.result != "win" or house.options.ante_table == "bonus" or not to_one:
        return outcome
    return win(house, to_one, because, table="ante_bonus", decided_by=decided_by)
