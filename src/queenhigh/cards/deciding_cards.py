"""The cards that make a hand, and those that decide between two hands of one category."""

from .card import Card, Hand, Rank, rank_of
from .ranking import Category, Ranking, TieBreak

_OF_ALL_CARDS = (Category.FLUSH, Category.STRAIGHT, Category.STRAIGHT_FLUSH)


def deciding_cards(hand: Hand, ranking: Ranking, against: Hand | None = None) -> tuple[Card, ...]:
    """A pair, three of a kind, all of a straight or flush, otherwise the highest card.

    Against a hand of the same category also the cards down to the first rank in which the two
    differ; in a tie these are all cards.
    """
    category = ranking.category(hand)
    if category in _OF_ALL_CARDS:
        return hand
    ranks = {rank_of(ranking.arranged(hand)[0])}
    if against is not None and ranking.category(against) is category:
        ranks |= _down_to_a_difference(_compared(hand, ranking), _compared(against, ranking))
    return tuple(card for card in hand if rank_of(card) in ranks)


def _compared(hand: Hand, ranking: Ranking) -> list[Rank]:
    """The ranks of a hand in the order in which they are compared."""
    ranks = dict.fromkeys(map(rank_of, ranking.arranged(hand)))
    return sorted(ranks, reverse=True) if ranking.tie_break is TieBreak.LITERAL_C3 else list(ranks)


def _down_to_a_difference(ranks: list[Rank], others: list[Rank]) -> set[Rank]:
    found = set[Rank]()
    for rank, other in zip(ranks, others, strict=True):
        found.add(rank)
        if rank != other:
            break
    return found
