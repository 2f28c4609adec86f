"""Ante bonus: a payout for a straight or better, whatever the dealer holds. Not a wager."""

from ..cards.ranking import Category
from ..house.model import House
from ..house.points import point
from .outcome import Contest, Outcome, win

WHATEVER_THE_DEALER_HOLDS = point("ante_bonus.pays")
DEALER_OUT = point("ante_bonus.dealer_out")
DEALER_PLAYS = point("ante_bonus.dealer_plays")
EVEN_WHEN_THE_ANTE_LOSES = point("ante_bonus.ante_loses")
EVEN_ON_A_TIE = point("ante_bonus.ties")


def settle_ante_bonus(house: House, contest: Contest, category: Category) -> Outcome | None:
    """The bonus, or None where there is none to pay."""
    options = house.options
    to_one = house.ante_bonus.to_one(category)
    if not to_one or options.ante_table == "replaces":
        return None
    if contest is Contest.FOLDED and options.ante_bonus_requires == "play":
        return None
    lost = contest in (Contest.FOLDED, Contest.DEALER) or (
        contest is Contest.TIE and options.tie == "dealer"
    )
    if lost and not options.ante_bonus_on_loss:
        return None
    decided_by = "ante_table ante_bonus_base"
    if contest is Contest.FOLDED:
        decided_by += " ante_bonus_requires"
    if lost:
        decided_by += " ante_bonus_on_loss"
    because = [WHATEVER_THE_DEALER_HOLDS, *_BECAUSE[contest]]
    return win(house, to_one, *because, table="ante_bonus", decided_by=decided_by)


_BECAUSE = {
    Contest.FOLDED: [],
    Contest.DEALER_OUT: [DEALER_OUT],
    Contest.PLAYER: [DEALER_PLAYS],
    Contest.DEALER: [DEALER_PLAYS, EVEN_WHEN_THE_ANTE_LOSES],
    Contest.TIE: [DEALER_PLAYS, EVEN_ON_A_TIE],
}


def bonus_base(house: House, ante: int, play: int) -> int:
    return ante + play if house.options.ante_bonus_base == "ante_plus_play" else ante
