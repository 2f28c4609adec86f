"""Game protection: what seeing cards that should be hidden is worth to a player."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import NamedTuple

import msgspec
import numpy as np

from ...cards.card import ACE, QUEEN, RANK_LETTERS, Card, rank_of, suit_of
from ...house.model import House
from ...wagers.award import RED
from ...wagers.document import SeatBets
from ..analysis.analysis_figures import Strategy
from ..analysis.ante_play import ante_play
from ..analysis.decisions import described
from ..analysis.position_strategy import position_strategy
from ..deals.deals import Kind
from ..deals.hand_tables import Array, hand_tables
from ..exact_figure import Exact, exact
from .seen_cards import ClassDeals, Known, class_deals

_JACK = QUEEN - 1
CARD_CLASSES: dict[str, Callable[[Card], int]] = {
    "card": int,
    "rank": rank_of,
    "suit": suit_of,
    "colour": lambda card: suit_of(card) in RED,
    "picture": lambda card: _JACK <= rank_of(card) < ACE,  # The ace is not a picture card.
    "queen_or_better": lambda card: rank_of(card) >= QUEEN,
    "ace_face_or_number": lambda card: (rank_of(card) >= _JACK) + (rank_of(card) == ACE),
}

_CLASS_WORDS = {
    "rank": "its rank",
    "suit": "its suit",
    "colour": "its colour",
    "picture": "whether it is a picture",
    "queen_or_better": "whether it is a queen or better",
    "ace_face_or_number": "whether it is an ace, a face or a number",
}


class Look(NamedTuple):
    """A way of seeing cards, and what it reveals."""

    what: str
    known: Callable[[ClassDeals], Known]


class Seen(msgspec.Struct, frozen=True):
    """The edge against a player who sees this and decides best; may be negative.

    Over all bets of the seat, in units of the ante.
    """

    seen: str
    house_edge: Exact
    worth: Exact  # To the player, compared with a round played by the rules.


def seen(
    house: House,
    *looks: Look,
    bets: SeatBets | None = None,
    meters: Mapping[str, int] | None = None,
) -> tuple[Seen, ...]:
    """Evaluate each look separately, for a seat with only an ante or with these bets.

    Most of the work is shared, so many looks cost little more than one.
    """
    net, every = [0] * len(looks), [0] * len(looks)
    edge = by_the_rules(house, bets, meters)
    ante = bets.ante if bets else 1
    for deals in class_deals(house, bets, meters):
        hands = deals.kind.hand_class.hands
        for number, look in enumerate(looks):
            known = look.known(deals)
            net[number] += hands * known.best()
            every[number] += hands * int(known.dealer_hands.sum()) * deals.unit * ante
    return tuple(
        Seen(look.what, exact(-won, of), exact(edge + Fraction(won, of)))
        for look, won, of in zip(looks, net, every, strict=True)
    )


def by_the_rules(
    house: House, bets: SeatBets | None = None, meters: Mapping[str, int] | None = None
) -> Fraction:
    """The edge against the best decisions of a player who sees nothing, in antes."""
    if bets is None:
        return ante_play(house).house_edge.fraction
    return position_strategy(house, bets, meters).house_edge.fraction


def dealer_cards(cards: int = 1, as_class: str = "card") -> Look:
    """See one, two or three of the dealer's cards, or only the class of each."""
    if as_class not in CARD_CLASSES:
        raise ValueError(f"{as_class!r} is not one of {', '.join(CARD_CLASSES)}")
    if cards not in _DEALER_HOLDS:
        raise ValueError(f"1, 2 or 3 of the dealer's cards can be seen, not {cards}")
    if as_class == "card":
        return Look(f"{cards} dealer card{'s' if cards > 1 else ''}", _DEALER_HOLDS[cards])
    of_card = np.array([CARD_CLASSES[as_class](Card(card)) for card in range(52)], np.int64)
    labels = _labels(of_card, cards)

    def known(deals: ClassDeals) -> Known:
        return _DEALER_HOLDS[cards](deals).grouped(labels[_held(deals, cards)])

    many = "1 dealer card," if cards == 1 else f"{cards} dealer cards, of each"
    return Look(f"{many} only {_CLASS_WORDS[as_class]}", known)


def _labels(of_card: Array, cards: int) -> Array:
    """Number the cases of `_held` so that cards with the same labels in any order share one."""
    if cards == 1:
        return of_card
    if cards == 2:
        low, high = np.divmod(np.arange(52 * 52), 52)
        return _alike(of_card[np.stack([low, high])])
    return _alike(of_card[hand_tables().cards.T])


_DEALER_HOLDS = {
    1: ClassDeals.dealer_holds_one,
    2: ClassDeals.dealer_holds_two,
    3: ClassDeals.dealer_holds_three,
}


def _held(deals: ClassDeals, cards: int) -> Array:
    """What the dealer may hold: a card, 52 times one card plus another, or a hand."""
    if cards == 1:
        return deals.cards
    if cards == 2:
        low, high = deals.pairs
        return low * 52 + high
    return deals.possible


def strategy_by_rank_seen(
    house: House, bets: SeatBets | None = None, meters: Mapping[str, int] | None = None
) -> dict[str, Strategy]:
    """The best strategy for each rank of one exposed dealer card."""
    kinds: list[Kind] = []
    plays: dict[str, list[int]] = {letter: [] for letter in RANK_LETTERS}
    for deals in class_deals(house, bets, meters):
        kinds.append(deals.kind)
        better = deals.dealer_holds_one().grouped(deals.cards // 4).better_to_play() > 0
        for letter, play in zip(RANK_LETTERS, better.tolist(), strict=True):
            plays[letter].append(int(play))
    return {letter: described(kinds, np.array(each)) for letter, each in plays.items()}


def dealer_category() -> Look:
    """See only the category of the dealer's hand: a pair, a flush and so on."""

    def known(deals: ClassDeals) -> Known:
        return deals.dealer_holds_three().grouped(deals.view.categories[deals.possible])

    return Look("the category of the dealer's hand", known)


def dealer_qualifying() -> Look:
    """See only whether the dealer qualifies."""

    def known(deals: ClassDeals) -> Known:
        qualifies = deals.view.deals.qualifying[deals.possible] >= 0
        return deals.dealer_holds_three().grouped(qualifies.astype(np.int64))

    return Look("whether the dealer qualifies", known)


def dead_cards(cards: int = 1) -> Look:
    """See one, two or three cards that will not be dealt: burnt, dropped, or another's hand."""
    known = {1: ClassDeals.one_gone, 2: ClassDeals.two_gone, 3: ClassDeals.three_gone}
    if cards not in known:
        raise ValueError(f"1, 2 or 3 dead cards can be seen, not {cards}")
    return Look(f"{cards} dead card{'s' if cards > 1 else ''}", known[cards])


def another_hand() -> Look:
    """See the hand of one other player, who shows it."""
    return Look("the hand of one other player", ClassDeals.three_gone)


def _alike(labels: Array) -> Array:
    """One number for cards with the same labels, in any order."""
    base = int(labels.max()) + 1
    found = np.zeros(labels.shape[1], np.int64)
    for row in np.sort(labels, axis=0):
        found = found * base + row
    numbers: Array = np.unique(found, return_inverse=True)[1]
    return numbers
