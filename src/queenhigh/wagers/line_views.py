"""What a line depends on: a key that deals with the same line share, found without settling."""

from collections.abc import Iterator
from typing import Protocol

import msgspec

from ..cards.best_of_six import (
    RANKS,
    SixCardCategory,
    best_five_of_six,
    best_without_a_flush,
    five_of_a_suit,
)
from ..cards.card import Card
from ..house.model import House
from ..house.wager import FIVE_CARD_HANDS, Of, Row, Wager
from .award import Deal, fits
from .hand_classes import HandClass, Held

_SUITED = (SixCardCategory.FLUSH, SixCardCategory.STRAIGHT_FLUSH, SixCardCategory.ROYAL_FLUSH)


class View(Protocol):
    def goes_by_category(self, held: HandClass) -> bool:
        """Whether the line depends only on the seat's category and the situation."""

    def key_of(self, held: Held, dealer: Held) -> int | None:
        """What the line depends on besides the category and the situation.

        None if the line must be settled from the cards.
        """


class HandView:
    """Rows on the three cards of one hand: by category, or by cards if a row asks for more."""

    def __init__(self, house: House, rows: list[Row], of: Of):
        self._house, self._of_dealer = house, of == "dealer"
        self._asking_for_more = [
            msgspec.structs.replace(row, ranks=None, suit=None, colour=None)
            for row in rows
            if row.ranks or row.suit or row.colour
        ]
        self._by_cards: dict[int, bool] = {}

    def key_of(self, held: Held, dealer: Held) -> int | None:
        asked = dealer if self._of_dealer else held
        return -asked.mask if self._asks_for_more(asked.of) else asked.of.rank

    def goes_by_category(self, held: HandClass) -> bool:
        return not self._of_dealer and not self._asks_for_more(held)

    def _asks_for_more(self, held: HandClass) -> bool:
        known = self._by_cards.get(held.rank)
        if known is None:
            deal = Deal(self._house, held.hand, held.hand)
            known = any(fits(row, "player", deal) for row in self._asking_for_more)
            self._by_cards[held.rank] = known
        return known


class BestFiveView:
    """A wager on the best five of six: by category, with and without ace to five as a straight."""

    def __init__(self, by_cards: set[SixCardCategory]):
        self._by_cards = by_cards  # Categories in which a row asks for more.
        self._by_ranks: dict[int, int | None] = {}  # For cards without five of a suit.

    def goes_by_category(self, held: HandClass) -> bool:
        return False

    def key_of(self, held: Held, dealer: Held) -> int | None:
        counts = held.counts + dealer.counts
        if five_of_a_suit(counts):
            return self._of_a_flush(held.cards + dealer.cards)
        ranks = counts & RANKS
        try:
            return self._by_ranks[ranks]
        except KeyError:  # There are 18,395 sets of ranks.
            best = best_without_a_flush(ranks)
            key = self._key(best, best_without_a_flush(ranks, wheel=False))
            self._by_ranks[ranks] = key
            return key

    def _of_a_flush(self, six: tuple[Card, ...]) -> int | None:
        if len({card & 3 for card in six}) == 1:
            return None
        return self._key(best_five_of_six(six), best_five_of_six(six, wheel=False))

    def _key(self, best: SixCardCategory, without_wheel: SixCardCategory) -> int | None:
        if best in self._by_cards or without_wheel in self._by_cards:
            return None
        return best * 16 + without_wheel


class NoView:
    """A wager that looks at cards in several ways, so it is settled from them each time."""

    def goes_by_category(self, held: HandClass) -> bool:
        return False

    def key_of(self, held: Held, dealer: Held) -> int | None:
        return None


def contest_view(house: House) -> View:
    """The view of ante, play and ante bonus."""
    parts = (house.ante.pays, house.play.pays, house.ante_bonus.pays)
    rows = [row for pays in parts for row in pays.values()]
    if all(row.of in (None, "player") for row in rows):
        return HandView(house, rows, "player")
    return NoView()


def wager_views(house: House) -> dict[str, View]:
    views = {key: _wager_view(house, wager) for key, wager in house.wagers.items()}
    on_five = [key for key, view in views.items() if isinstance(view, BestFiveView)]
    # A seat's text has one list of cards, which must serve all its wagers.
    if len({house.wagers[key].wheel for key in on_five}) > 1:
        views |= dict.fromkeys(on_five, NoView())
    return views


def _wager_view(house: House, wager: Wager) -> View:
    looks = list(_looks(house, wager))
    kinds = {of for _, of in looks} | {wager.of}
    if kinds in ({"player"}, {"dealer"}):
        return HandView(house, [row for row, _ in looks], wager.of)
    if wager.of == "best_five":
        by_cards = [_categories_by_cards(row, of) for row, of in looks]
        if None not in by_cards:
            return BestFiveView({each for found in by_cards for each in found or ()})
    return NoView()


def _looks(house: House, wager: Wager) -> Iterator[tuple[Row, Of]]:
    """Every row that is checked when the wager is settled, and the cards it looks at."""
    as_written = house.law.wager_as_written(wager.key)
    for each in (wager, as_written) if as_written else (wager,):
        yield from ((row, each.look_of(row)) for row in each.pays.values())
    for _, row in house.law.contested_hands(wager.key):
        yield row, wager.look_of(row)


def _categories_by_cards(row: Row, of: Of) -> set[SixCardCategory] | None:
    """The six-card categories that only sometimes fit a row; None if any may."""
    by_hand = of == "best_five" and row.hand is not None
    if by_hand and not (row.ranks or row.suit or row.colour):
        return set()
    if by_hand:
        return {SixCardCategory(FIVE_CARD_HANDS.index(row.hand or "") + 1)}
    if of == "best_five" and row.suit:
        return set(_SUITED)
    return set() if of == "all_six" and row.suit else None  # Six of a suit never have a key.
