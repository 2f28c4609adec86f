"""Game protection: what cards that should not be seen are worth to who sees them."""

from collections.abc import Callable
from fractions import Fraction

import msgspec
import numpy as np

from ..cards.card import ACE, QUEEN, RANK_LETTERS, Card, rank_of, suit_of
from ..house.model import House
from .ante_play import ante_play
from .deals import Kind, deals_of
from .decisions import Strategy, described
from .exact import Exact, exact
from .hand_tables import Array, categories, hand_tables
from .seen import ClassDeals, Known, class_deals

CARD_CLASSES: dict[str, Callable[[Card], int]] = {
    "card": int,
    "rank": rank_of,
    "suit": suit_of,
    "colour": lambda card: suit_of(card) in (1, 2),
    "picture": lambda card: 11 <= rank_of(card) < ACE,  # The ace has no picture.
    "queen_or_better": lambda card: rank_of(card) >= QUEEN,
}

Look = Callable[[ClassDeals], Known]


class Seen(msgspec.Struct, frozen=True):
    """The edge against a player who sees this and decides at best; negative for the house."""

    seen: str
    house_edge: Exact
    worth: Exact  # To the player, against a round played by the rules.


def dealer_cards_seen(house: House, cards: int = 1, as_class: str = "card") -> Seen:
    """One, two or three of the dealer's cards seen before the decision, or only their class."""
    if as_class not in CARD_CLASSES:
        raise ValueError(f"{as_class!r} is not one of {', '.join(CARD_CLASSES)}")
    if cards not in (1, 2, 3):
        raise ValueError(f"1, 2 or 3 of the dealer's cards are seen, not {cards}")
    label = np.array([CARD_CLASSES[as_class](Card(card)) for card in range(52)], np.int64)

    def look(deals: ClassDeals) -> Known:
        known, seen = _dealer_holds(deals, cards)
        return known if as_class == "card" else known.grouped(_alike(label[seen]))

    only = "" if as_class == "card" else f", only the {as_class.replace('_', ' ')}"
    return _seen(house, f"{cards} dealer card{'s' if cards > 1 else ''}{only}", look)


def _dealer_holds(deals: ClassDeals, cards: int) -> tuple[Known, Array]:
    """What is known, and the cards seen: a row for each."""
    if cards == 1:
        return deals.dealer_holds_one(), deals.cards[None]
    if cards == 2:
        return deals.dealer_holds_two(), np.stack(np.divmod(deals.pairs, 52))
    return deals.dealer_holds_three(), hand_tables().cards[deals.possible].T


def strategy_by_rank_seen(house: House) -> dict[str, Strategy]:
    """What to play against each rank of one dealer card that is seen."""
    kinds: list[Kind] = []
    plays: dict[str, list[int]] = {letter: [] for letter in RANK_LETTERS}
    for deals in class_deals(house):
        kinds.append(deals.kind)
        better = deals.dealer_holds_one().grouped(deals.cards // 4).better_to_play() > 0
        for letter, play in zip(RANK_LETTERS, better.tolist(), strict=True):
            plays[letter].append(int(play))
    return {letter: described(kinds, np.array(each)) for letter, each in plays.items()}


def dealer_category_seen(house: House) -> Seen:
    """Not the cards, only whether they are a pair, a flush and so on."""

    of_hand = categories(house.ranking)

    def look(deals: ClassDeals) -> Known:
        return deals.dealer_holds_three().grouped(of_hand[deals.possible])

    return _seen(house, "the category of the dealer's hand", look)


def dealer_qualifying_seen(house: House) -> Seen:
    """Not the cards, only whether the dealer qualifies."""

    qualifies = (deals_of(house).qualifying >= 0).astype(np.int64)

    def look(deals: ClassDeals) -> Known:
        return deals.dealer_holds_three().grouped(qualifies[deals.possible])

    return _seen(house, "whether the dealer qualifies", look)


def dead_cards_seen(house: House, cards: int = 1) -> Seen:
    """One, two or three cards that nobody will be dealt: burnt, dropped, or another's hand."""
    if cards not in (1, 2, 3):
        raise ValueError(f"1, 2 or 3 dead cards are seen, not {cards}")
    look: dict[int, Look] = {
        1: ClassDeals.one_gone,
        2: ClassDeals.two_gone,
        3: ClassDeals.three_gone,
    }
    return _seen(house, f"{cards} dead card{'s' if cards > 1 else ''}", look[cards])


def one_hand_shared(house: House) -> Seen:
    """Two players who show each other their cards."""
    return _seen(house, "the hand of one other player", ClassDeals.three_gone)


def _seen(house: House, what: str, look: Look) -> Seen:
    net = every = 0
    for deals in class_deals(house):
        known, hands = look(deals), deals.kind.hand_class.hands
        net += hands * known.best()
        every += hands * int(known.dealer_hands.sum()) * deals.unit
    by_the_rules = ante_play(house).house_edge.fraction
    return Seen(what, exact(-net, every), exact(by_the_rules + Fraction(net, every)))


def _alike(labels: Array) -> Array:
    """One number for cards with the same labels, in whatever order they lie."""
    base = int(labels.max()) + 1
    found = np.zeros(labels.shape[1], np.int64)
    for row in np.sort(labels, axis=0):
        found = found * base + row
    return found
