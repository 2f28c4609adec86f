"""Whether a player who follows a rule plays a hand, using counts alone: no arrays needed."""

import re
from fractions import Fraction

from ...cards.card import RANK_LETTERS, Hand
from ...house.model import House
from ...wagers.contest import contest_net
from ..deals.dealer_counts import PLAYED, counted, dealer_hands
from ..deals.suit_classes import DEALER_HANDS


def plays(house: House, text: str, hand: Hand) -> bool:
    """Whether a `decisions.rule` plays the hand; `optimal` is best for an ante alone."""
    if text == "optimal":
        return _is_best_played(house, hand)
    if text == "mimic":
        return house.dealer_qualifies(hand)
    if text in ("always", "never"):
        return text == "always"
    return dealer_hands(house).place(hand) >= lowest_place(house, text)


def check_rule(house: House, text: str) -> None:
    """Refuse an invalid rule before computing anything with it."""
    if text not in ("optimal", "mimic", "always", "never"):
        lowest_place(house, text)


def lowest_place(house: House, text: str) -> int:
    """The place of the lowest hand that the text names."""
    named = text.lower().replace(" ", "_")
    in_category = [each for each in counted(house) if each.category.name.lower() == named]
    if in_category:
        return in_category[0].place
    letters = re.sub(r"(?<=\w)[-\s](?=\w)", "", text.upper()).replace("10", "T")
    if not 1 <= len(letters) <= 3 or any(letter not in RANK_LETTERS for letter in letters):
        raise ValueError(
            f"{text!r} is not a rule: write optimal, mimic, always, never, a category such as "
            "pair, or the lowest hand to play, as in Q64"
        )
    for each in counted(house):
        if not each.hand_class.suited and each.hand_class.label.startswith(letters):
            return each.place
    raise ValueError(f"{text!r} is not a hand: write its ranks from high to low, as in Q64")


def _is_best_played(house: House, hand: Hand) -> bool:
    looks_at_the_dealer = any(row.of not in (None, "player") for row in house.contest_rows)
    if looks_at_the_dealer:
        from .strategy import advise

        return advise(house, hand).best == "play"
    counts = dealer_hands(house).against(hand)

    def worth(multiple: int) -> Fraction:
        """Sum over all dealer hands; payouts depend on the contest, not on the dealer's cards."""
        return sum(
            (
                many * contest_net(house, hand, hand, contest, multiple)
                for contest, many in zip(PLAYED, counts, strict=True)
            ),
            start=Fraction(0),
        )

    folded = DEALER_HANDS * contest_net(house, hand, hand, "folded", house.play.multiples[0])
    return max(map(worth, house.play.multiples)) > folded
