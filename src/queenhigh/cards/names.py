"""Hands as a dealer says them."""

from .card import RANK_LETTERS, Hand, Rank, rank_of
from .ranking import Category, Ranking

_NAMES = "Two Three Four Five Six Seven Eight Nine Ten Jack Queen King Ace".split()
_CATEGORY_NAMES = {
    Category.FLUSH: "flush",
    Category.STRAIGHT: "straight",
    Category.STRAIGHT_FLUSH: "straight flush",
}


def rank_name(rank: Rank) -> str:
    return _NAMES[rank - 2]


def letter_name(letter: str) -> str:
    """The name of a rank by its letter: ``Queen`` for ``Q``."""
    return _NAMES[RANK_LETTERS.index(letter)]


def rank_plural(rank: Rank) -> str:
    return "sixes" if rank == 6 else rank_name(rank).lower() + "s"


def hand_name(hand: Hand, ranking: Ranking) -> str:
    """``pair of eights, King``; ``Queen high``; ``straight flush, Ace-King-Queen``."""
    first, second, third = (rank_of(card) for card in ranking.arranged(hand))
    match ranking.category(hand):
        case Category.HIGH_CARD:
            return f"{rank_name(first)} high"
        case Category.PAIR:
            return f"pair of {rank_plural(first)}, {rank_name(third)}"
        case Category.THREE_OF_A_KIND:
            return f"three {rank_plural(first)}"
        case category:
            ranks = "-".join(map(rank_name, (first, second, third)))
            return f"{_CATEGORY_NAMES[category]}, {ranks}"
