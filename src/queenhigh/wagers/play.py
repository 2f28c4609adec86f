"""Play: made after the cards are seen, equal to the ante, against the dealer's hand."""

from ..house.citation import cite
from ..house.model import House
from .outcome import Contest, Outcome, forfeit, lose, push, win

EQUALS_THE_ANTE = cite(
    "mics-a1-iv mics-f1-i mics-f4-2 mics-j2 chickasaw-g manual-intro-4 manual-intro-8",
    "manual-vsdealer manual-gen-C manual-payout-A manual-deal-C-2 manual-hdeal-F-2",
    "classic-rules-5 classic-play3-3 classic-deal-4",
)
FOLDED = cite("mics-j2 chickasaw-g manual-vsdealer classic-deal-4")
DEALER_DOES_NOT_PLAY = cite(
    "mics-k1-i-2 chickasaw-j-2 manual-outcome-A manual-payout-C1 classic-rules-8 classic-play1-2"
)
PLAYER_WINS = cite(
    "mics-k1-i chickasaw-k-4 manual-outcome-B manual-payout-D1",
    "classic-rules-10 classic-play1-3 classic-pay-play",
)
DEALER_WINS = cite(
    "mics-j3 chickasaw-k-5 manual-outcome-C manual-payout-D1 classic-rules-11 classic-play1-4"
)
TIE = cite("mics-c3-2 chickasaw-k-2 manual-outcome-D manual-payout-E classic-rules-12")


def play_stake(house: House, ante: int, coupon_on_ante: int) -> int:
    """Exactly the ante; a coupon beside it counts only where the house says so."""
    return ante + coupon_on_ante if house.options.match_play.counts_for_play else ante


def settle_play(house: House, contest: Contest) -> Outcome:
    """A folded hand has no play wager; a toke or a coupon left on the spot is taken with it."""
    if contest is Contest.FOLDED:
        return forfeit(house, FOLDED)
    if contest is Contest.DEALER_OUT:
        return push(house, DEALER_DOES_NOT_PLAY)
    if contest is Contest.PLAYER:
        return win(house, 1, PLAYER_WINS)
    if contest is Contest.DEALER:
        return lose(house, DEALER_WINS)
    return settle_tie(house)


def settle_tie(house: House) -> Outcome:
    """Ante and play alike."""
    if house.options.tie == "player":
        return win(house, 1, TIE, decided_by="tie")
    if house.options.tie == "dealer":
        return lose(house, TIE, decided_by="tie")
    return push(house, TIE, decided_by="tie")
