"""Rulings on how hands rank, if they decide a seat's result."""

from collections.abc import Iterator

from ..cards.card import ACE, Hand, rank_of
from ..cards.ranking import Category, TieBreak, ranking
from ..house.model import House
from ..house.wager import When

# The categories where tie-breaks can disagree: elsewhere ranks compare from the top.
_READ_TWO_WAYS = (Category.PAIR, Category.STRAIGHT, Category.STRAIGHT_FLUSH)


def ranking_rulings(house: House, own: Hand, dealers: Hand, contest: When) -> tuple[str, ...]:
    """The rulings without which the hand would rank differently, alone or against the dealer's."""
    found = [*_on_ace_low(house, own, dealers), *_on_tie_break(house, own, dealers, contest)]
    return tuple(dict.fromkeys(found))


def is_ace_low(hand: Hand) -> bool:
    return {rank_of(card) for card in hand} == {ACE, 3, 2}


def reads_two_ways(house: House, hand: Hand) -> bool:
    """Whether the tie-breaks can disagree about this hand and another of its category."""
    return house.ranking.category(hand) in _READ_TWO_WAYS


def _on_ace_low(house: House, own: Hand, dealers: Hand) -> Iterator[str]:
    contested = house.rulings_on("ranking.ace_low_straight")
    if contested and (is_ace_low(own) or is_ace_low(dealers)):
        yield from contested


def _on_tie_break(house: House, own: Hand, dealers: Hand, contest: When) -> Iterator[str]:
    contested = house.rulings_on("ranking.tie_break")
    if (
        not contested
        or contest in ("folded", "no_ante")
        or not reads_two_ways(house, own)
        or house.ranking.category(dealers) is not house.ranking.category(own)
    ):
        return
    if differ(readings(house, own), readings(house, dealers)):
        yield from contested


def readings(house: House, hand: Hand) -> list[int]:
    """The hand's strength under each tie-break."""
    ace_low = house.ranking_rules.ace_low_straight
    orders = [ranking(ace_low_straight=ace_low, tie_break=each) for each in TieBreak]
    return [order.strength(hand) for order in orders]


def differ(own: list[int], dealers: list[int]) -> bool:
    """Whether the tie-breaks compare two hands differently."""
    ahead = {(ours > theirs) - (ours < theirs) for ours, theirs in zip(own, dealers, strict=True)}
    return len(ahead) > 1
