"""Game protection: what cards that should not be seen are worth to who sees them."""

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

import msgspec
import numpy as np

from ..cards.card import ACE, QUEEN, RANK_LETTERS, Card, rank_of, suit_of
from ..house.model import House
from .analysis_figures import Strategy
from .ante_play import ante_play
from .deals import Kind
from .decisions import described
from .exact import Exact, exact
from .hand_tables import Array, hand_tables
from .seen_cards import ClassDeals, Known, class_deals

CARD_CLASSES: dict[str, Callable[[Card], int]] = {
    "card": int,
    "rank": rank_of,
    "suit": suit_of,
    "colour": lambda card: suit_of(card) in (1, 2),
    "picture": lambda card: 11 <= rank_of(card) < ACE,  # The ace has no picture.
    "queen_or_better": lambda card: rank_of(card) >= QUEEN,
}


class Look(NamedTuple):
    """A way to see something, and what it leaves open."""

    what: str
    known: Callable[[ClassDeals], Known]


class Seen(msgspec.Struct, frozen=True):
    """The edge against a player who sees this and decides at best; negative for the house."""

    seen: str
    house_edge: Exact
    worth: Exact  # To the player, against a round played by the rules.


def seen(house: House, *looks: Look) -> tuple[Seen, ...]:
    """Each by itself. Most of the work is the same for all: many cost little more than one."""
    net, every = [0] * len(looks), [0] * len(looks)
    for deals in class_deals(house):
        hands = deals.kind.hand_class.hands
        for number, look in enumerate(looks):
            known = look.known(deals)
            net[number] += hands * known.best()
            every[number] += hands * int(known.dealer_hands.sum()) * deals.unit
    by_the_rules = ante_play(house).house_edge.fraction
    return tuple(
        Seen(look.what, exact(-won, of), exact(by_the_rules + Fraction(won, of)))
        for look, won, of in zip(looks, net, every, strict=True)
    )


def dealer_cards_seen(house: House, cards: int = 1, as_class: str = "card") -> Seen:
    """One, two or three of the dealer's cards seen before the decision, or only their class."""
    return seen(house, dealer_cards(cards, as_class))[0]


def dealer_cards(cards: int = 1, as_class: str = "card") -> Look:
    if as_class not in CARD_CLASSES:
        raise ValueError(f"{as_class!r} is not one of {', '.join(CARD_CLASSES)}")
    if cards not in _DEALER_HOLDS:
        raise ValueError(f"1, 2 or 3 of the dealer's cards are seen, not {cards}")
    label = np.array([CARD_CLASSES[as_class](Card(card)) for card in range(52)], np.int64)

    def known(deals: ClassDeals) -> Known:
        found = _DEALER_HOLDS[cards](deals)
        return found if as_class == "card" else found.grouped(_alike(label[_held(deals, cards)]))

    only = "" if as_class == "card" else f", only the {as_class.replace('_', ' ')}"
    return Look(f"{cards} dealer card{'s' if cards > 1 else ''}{only}", known)


_DEALER_HOLDS = {
    1: ClassDeals.dealer_holds_one,
    2: ClassDeals.dealer_holds_two,
    3: ClassDeals.dealer_holds_three,
}


def _held(deals: ClassDeals, cards: int) -> Array:
    """The cards that the dealer may be seen to hold: a column for each case."""
    if cards == 1:
        return deals.cards[None]
    if cards == 2:
        return np.stack(deals.pairs)
    return hand_tables().cards.T.take(deals.possible, axis=1)


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


def dealer_category() -> Look:
    """Not the cards, only whether they are a pair, a flush and so on."""

    def known(deals: ClassDeals) -> Known:
        return deals.dealer_holds_three().grouped(deals.view.categories[deals.possible])

    return Look("the category of the dealer's hand", known)


def dealer_qualifying() -> Look:
    """Not the cards, only whether the dealer qualifies."""

    def known(deals: ClassDeals) -> Known:
        qualifies = deals.view.deals.qualifying[deals.possible] >= 0
        return deals.dealer_holds_three().grouped(qualifies.astype(np.int64))

    return Look("whether the dealer qualifies", known)


def dead_cards(cards: int = 1) -> Look:
    """One, two or three cards that nobody will be dealt: burnt, dropped, or another's hand."""
    known = {1: ClassDeals.one_gone, 2: ClassDeals.two_gone, 3: ClassDeals.three_gone}
    if cards not in known:
        raise ValueError(f"1, 2 or 3 dead cards are seen, not {cards}")
    return Look(f"{cards} dead card{'s' if cards > 1 else ''}", known[cards])


def another_hand() -> Look:
    """Two players who show each other their cards."""
    return Look("the hand of one other player", ClassDeals.three_gone)


def _alike(labels: Array) -> Array:
    """One number for cards with the same labels, in whatever order they lie."""
    base = int(labels.max()) + 1
    found = np.zeros(labels.shape[1], np.int64)
    for row in np.sort(labels, axis=0):
        found = found * base + row
    return found
