"""Play: made after the cards are seen, equal to the ante, against the dealer's hand."""

from ..house.model import House
from ..house.points import point
from .outcome import Contest, Outcome, forfeit, lose, push, win

FOLDED = point("play.fold")
DEALER_DOES_NOT_PLAY = point("play.dealer_out")
PLAYER_WINS = point("play.wins")
DEALER_WINS = point("play.loses")
TIE = point("contest.ties")


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
