"""Constructed hands: cards that fit a pay table row, or give a wanted result against the dealer.

Some rows are rarely dealt by chance: a royal flush among six cards comes once in a hundred thousand
deals. So their cards are constructed from the row's conditions. Whether they fit is not decided
here but by the settlement.
"""

from collections.abc import Sequence
from random import Random

from ..cards.card import FULL_DECK, SUIT_LETTERS, Card, Hand
from ..house.model import House
from ..house.wager import CARDS, OF_ONE_SUIT, Of, Row, When
from ..wagers.award import RED
from ..wagers.contest import contest_of

Deal = tuple[Hand, Hand]  # The seat's cards, and the dealer's.
_TRIES = 400
_GROUPS = {  # Numbers of cards of the same rank, by hand.
    ("pair", 3): (2, 1),
    ("three_of_a_kind", 3): (3,),
    ("three_of_a_kind", 5): (3, 1, 1),
    ("full_house", 5): (3, 2),
    ("four_of_a_kind", 5): (4, 1),
}


def some_deal(chance: Random) -> Deal:
    six = chance.sample(FULL_DECK, 6)
    return (six[0], six[1], six[2]), (six[3], six[4], six[5])


def deal_of_row(row: Row, of: Of, chance: Random) -> Deal | None:
    """Return cards that should fit the row, the rest at random; None if they cannot be dealt."""
    looks = row.of or of
    cards = _cards_of(row, CARDS[looks], chance)
    if len(set(cards)) < len(cards):
        return None
    others = [card for card in FULL_DECK if card not in cards]
    rest = chance.sample(others, 6 - len(cards))
    if looks == "player":
        six = [*cards, *rest]
    elif looks == "dealer":
        six = [*rest, *cards]
    else:
        six = [*cards, *rest]
        chance.shuffle(six)
    return (six[0], six[1], six[2]), (six[3], six[4], six[5])


def deal_of_contest(house: House, contest: When, chance: Random) -> Deal | None:
    """Return a seat and dealer with this contest result if the hand is played."""
    for _ in range(_TRIES):
        player, dealer = some_deal(chance)
        if contest == "ties":
            other = _same_ranks(player, chance)
            if other is None:
                continue
            dealer = other
        if contest_of(house, player, dealer, "play") == contest:
            return player, dealer
    return None


def hand_of_category(category: str, chance: Random) -> Hand | None:
    """Return three cards of this category."""
    row = Row(key=category, hand=category, to_one=1)
    cards = _cards_of(row, 3, chance)
    return (cards[0], cards[1], cards[2]) if len(set(cards)) == 3 else None


def _same_ranks(hand: Hand, chance: Random) -> Hand | None:
    """Return another hand of these ranks, which ties with it if anything does."""
    found: list[Card] = []
    for card in hand:
        others = [each for each in FULL_DECK if each // 4 == card // 4]
        free = [each for each in others if each not in hand and each not in found]
        if not free:
            return None
        found.append(chance.choice(free))
    return found[0], found[1], found[2]


def _cards_of(row: Row, number: int, chance: Random) -> list[Card]:
    ranks = [rank - 2 for rank in row.rank_numbers] if row.ranks else _ranks(row, number, chance)
    suits = _suits(row, ranks, chance)
    return [Card(rank * 4 + suit) for rank, suit in zip(ranks, suits, strict=True)]


def _ranks(row: Row, number: int, chance: Random) -> list[int]:
    """Return rank indexes; the deuce's is 0."""
    hand = row.hand or ""
    if hand == "royal_flush":
        return [8, 9, 10, 11, 12]
    if hand in ("straight", "straight_flush"):
        low = chance.randrange(-1, 13 - number + 1)  # The ace may be low.
        return [(low + step) % 13 for step in range(number)]
    if groups := _GROUPS.get((hand, number)):
        chosen = chance.sample(range(13), len(groups))
        return [rank for rank, size in zip(chosen, groups, strict=True) for _ in range(size)]
    return chance.sample(range(13), number)


def _suits(row: Row, ranks: Sequence[int], chance: Random) -> list[int]:
    allowed = list(range(4))
    if row.colour:
        colour = chance.choice(("red", "black")) if row.colour == "same" else row.colour
        allowed = [suit for suit in allowed if (suit in RED) == (colour == "red")]
    if row.suit and row.suit != "same":
        allowed = [SUIT_LETTERS.index(row.suit)]
    if row.suit == "same" or row.hand in OF_ONE_SUIT:
        allowed = [chance.choice(allowed)]
    free = {rank: chance.sample(allowed, len(allowed)) for rank in set(ranks)}
    return [free[rank].pop() if free[rank] else allowed[0] for rank in ranks]
