"""Play or fold: what each is worth for every class of hand, and rules for choosing."""

import re
from collections.abc import Callable, Sequence
from itertools import compress
from typing import NamedTuple

import msgspec

from ..cards.card import RANK_LETTERS
from ..cards.ranking import Category
from ..house.model import House
from ..wagers.document import SeatBets
from ..wagers.outcome import Contest
from .classes import DEALER_HANDS
from .counting import Counted, Counts, counted, counts
from .settling import CONTESTS, net, only, seat_hand

ONE_ANTE = only(ante=1)
Plays = Callable[[Counted], bool]


class Worth(NamedTuple):
    """The seat's net by contest, and on a fold."""

    out: int
    player: int
    dealer: int
    tie: int
    fold: int

    def of_playing(self, against: Counted) -> int:
        """Summed over the 18,424 dealer hands."""
        return (
            self.out * against.out
            + self.player * against.player
            + self.dealer * against.dealer
            + self.tie * against.tie
        )


def worths(house: House, bets: SeatBets = ONE_ANTE) -> dict[Category, Worth]:
    """A jackpot or a better award only makes playing better still, so the award is left at that."""
    return {
        category: Worth._make(
            net(seat_hand(house, category, contest), bets)
            for contest in (*CONTESTS, Contest.FOLDED)
        )
        for category in Category
    }


def best_decisions(counts: Counts, worth: dict[Category, Worth]) -> list[bool]:
    """True to play, class by class. Where both are worth the same, a fold risks less."""
    found: list[bool] = []
    for each in counts.categories:
        at_out, at_player, at_dealer, at_tie, fold = worth[each.category]
        bar = fold * DEALER_HANDS
        at_least = min(at_out, at_player, at_tie)
        if at_dealer <= at_least and bar < (
            at_least * (DEALER_HANDS - each.most_dealer) + at_dealer * each.most_dealer
        ):
            found += [True] * len(each.rows)  # Even the hand that loses most often is played.
            continue
        found += [
            at_out * out + at_player * player + at_dealer * dealer + at_tie * tie > bar
            for out, player, dealer, tie in each.rows
        ]
    return found


class Strategy(msgspec.Struct, frozen=True, omit_defaults=True):
    """The lowest hand from which on every hand is played, and what is played below it."""

    play_from: str | None
    also_play: tuple[str, ...] = ()


def described(classes: Sequence[Counted], plays: list[bool]) -> Strategy:
    if False not in plays:
        return Strategy(classes[0].hand_class.label)
    last_fold = len(plays) - 1 - plays[::-1].index(False)
    border = last_fold + 1
    while border < len(classes) and classes[border].place == classes[last_fold].place:
        border += 1
    above = classes[border].hand_class.label if border < len(classes) else None
    also = () if True not in plays[:border] else compress(classes[:border], plays)
    return Strategy(
        above, tuple(f"{each.hand_class.label} ({each.hand_class.example})" for each in also)
    )


def rule(house: House, text: str) -> Plays:
    """``optimal``, ``mimic`` (the dealer), ``always``, ``never``, or the lowest hand to play.

    That is written ``Q64``. It may leave out lower cards, as in ``Q`` for any queen, or name a
    category.
    """
    if text == "optimal":
        best = best_decisions(counts(house), worths(house))
        chosen = set(compress((each.hand_class for each in counted(house)), best))
        return lambda each: each.hand_class in chosen
    if text == "mimic":
        return lambda each: house.dealer_qualifies(each.hand_class.hand)
    if text in ("always", "never"):
        return lambda each: text == "always"
    lowest = _lowest(house, text)
    return lambda each: each.place >= lowest


def _lowest(house: House, text: str) -> int:
    """The place of the lowest hand that the text names."""
    named = text.lower().replace(" ", "_")
    in_category = [each for each in counted(house) if each.category.name.lower() == named]
    if in_category:
        return in_category[0].place
    letters = re.sub(r"[-\s]", "", text.upper()).replace("10", "T")
    if not 1 <= len(letters) <= 3 or any(letter not in RANK_LETTERS for letter in letters):
        raise ValueError(
            f"{text!r} is no rule: write optimal, mimic, always, never, a category such as pair, "
            f"or the lowest hand to play, as in Q64"
        )
    for each in counted(house):
        if not each.hand_class.suited and each.hand_class.label.startswith(letters):
            return each.place
    raise ValueError(f"{text!r} is no hand: write its ranks from high to low, as in Q64")
