"""How many dealer hands beat, tie, lose to or do not qualify against each class of player hand.

Nothing is dealt. The number of dealer hands that hold one or two given cards and rank below a given
hand does not depend on which suits those are, so 183 tables hold all of them; the hands that avoid
the player's three cards follow by inclusion and exclusion.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, combinations
from operator import mul
from typing import NamedTuple

from ...cards.card import FULL_DECK, Card, Hand
from ...cards.ranking import Category, Ranking, category_of
from ...house.model import House
from ...house.wager import When
from .suit_classes import DEALER_HANDS, HandClass, hand_classes

PLAYED: tuple[When, ...] = ("dealer_out", "wins", "loses", "ties")  # In counting order.
Below = tuple[int, ...]  # By place in the ranking: how many qualifying hands rank below it.


class Counted(NamedTuple):
    """A class of player hands, with counts of the dealer hands against one hand of it."""

    hand_class: HandClass
    category: Category
    place: int  # In the ranking; equal hands share it.
    out: int  # Dealer hands that do not qualify.
    player: int  # Dealer hands that the player beats.
    dealer: int  # Dealer hands that beat the player.
    tie: int


class CategoryCounts(NamedTuple):
    """The classes of one category, from low to high, with their columns for quick sums."""

    category: Category
    classes: tuple[Counted, ...]
    rows: tuple[tuple[int, int, int, int], ...]  # out, player, dealer, tie
    hands: tuple[int, ...]
    deals: tuple[int, int, int, int]  # The sum of the rows, each weighted by its hands.


class DealerHands:
    """The qualifying dealer hands, by the cards they hold and their place in the ranking."""

    def __init__(self, house: House):
        self.ranking: Ranking = house.ranking
        self._qualifies = house.dealer_qualifies
        strengths = sorted({self.ranking.strength(each.hand) for each in hand_classes()})
        self._places = {strength: place for place, strength in enumerate(strengths)}
        self.places = len(strengths)
        of_two = {key: self._holding_two(*cards) for key, cards in _pairs_of_cards().items()}
        of_one = [_holding_rank(rank, of_two) for rank in range(13)]
        # Each hand is counted three times, once for each of its cards; there are 4 suits to a rank.
        of_none: Counter[int] = Counter()
        for each in of_one:
            of_none.update(each)
        self._all = self._below({place: 4 * many // 3 for place, many in of_none.items()})
        self._one = [self._below(each) for each in of_one]
        self._two = {key: self._below(each) for key, each in of_two.items()}

    def place(self, hand: Hand) -> int:
        return self._places[self.ranking.strength(hand)]

    def qualifying_place(self, hand: Hand) -> int:
        """The place of a qualifying hand, -1 for any other."""
        return self.place(hand) if self._qualifies(hand) else -1

    def against(self, hand: Hand) -> tuple[int, int, int, int]:
        """Count the dealer hands disjoint from `hand`: not qualifying, beaten, beating, tying."""
        place = self.place(hand)
        first, second, third = hand
        # The player's own three cards would count as a tie, but the dealer cannot hold them.
        itself = int(self._qualifies(hand))
        plus = (
            self._all,
            self._two[_key(first, second)],
            self._two[_key(first, third)],
            self._two[_key(second, third)],
        )
        minus = (self._one[first // 4], self._one[second // 4], self._one[third // 4])
        lower = sum(each[place] for each in plus) - sum(each[place] for each in minus)
        upto = (
            sum(each[place + 1] for each in plus) - sum(each[place + 1] for each in minus) - itself
        )
        every = sum(each[-1] for each in plus) - sum(each[-1] for each in minus) - itself
        return DEALER_HANDS - every, lower, every - upto, upto - lower

    def _holding_two(self, first: Card, second: Card) -> Counter[int]:
        """Count by place the qualifying ones of the 50 hands with these two cards."""
        return Counter(
            self.place(hand)
            for third in FULL_DECK
            if third not in (first, second) and self._qualifies(hand := (first, second, third))
        )

    def _below(self, at: Mapping[int, int]) -> Below:
        return tuple(accumulate((at.get(place, 0) for place in range(self.places)), initial=0))


def _holding_rank(rank: int, of_two: dict[int, Counter[int]]) -> dict[int, int]:
    """Count by place the hands with one card of this rank; each is met twice, so halve the sums."""
    card = Card(4 * rank)
    found: dict[int, int] = defaultdict(int)
    for other in FULL_DECK:
        if other != card:
            for place, many in of_two[_key(card, other)].items():
                found[place] += many
    return {place: many // 2 for place, many in found.items()}


class Counts(NamedTuple):
    dealer: DealerHands
    classes: tuple[Counted, ...]  # From lowest hand to highest.
    categories: tuple[CategoryCounts, ...]  # The same, in the same order.


def counts(house: House) -> Counts:
    """The counts, cached for all houses with the same ranking and qualifier."""
    return _kept(KeyedHouse(house, (house.ranking, house.dealer.qualifies_with)))


def counted(house: House) -> tuple[Counted, ...]:
    """Every class with its counts, from the lowest hand to the highest."""
    return counts(house).classes


def dealer_hands(house: House) -> DealerHands:
    return counts(house).dealer


class KeyedHouse:
    """A house by all that some counts depend on: houses that agree on it share their counts."""

    def __init__(self, house: House, key: tuple[Hashable, ...]):
        self.house, self._key = house, key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, KeyedHouse) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


@lru_cache(maxsize=64)
def _kept(keyed: KeyedHouse) -> Counts:
    hands = DealerHands(keyed.house)
    found = [
        Counted(
            each,
            category_of(hands.ranking.strength(each.hand)),
            hands.place(each.hand),
            *hands.against(each.hand),
        )
        for each in hand_classes()
    ]
    found.sort(key=lambda each: each.place)
    by_category = [
        _category_counts(category, tuple(each for each in found if each.category is category))
        for category in Category
    ]
    return Counts(hands, tuple(found), tuple(by_category))


def _category_counts(category: Category, classes: tuple[Counted, ...]) -> CategoryCounts:
    rows = tuple((each.out, each.player, each.dealer, each.tie) for each in classes)
    hands = tuple(each.hand_class.hands for each in classes)
    return CategoryCounts(category, classes, rows, hands, deals(rows, hands))


def deals(
    rows: Iterable[tuple[int, int, int, int]], hands: Sequence[int]
) -> tuple[int, int, int, int]:
    columns = zip(*rows, strict=True)
    out, player, dealer, tie = (sum(map(mul, column, hands)) for column in columns)
    return out, player, dealer, tie


def _key(first: Card, second: Card) -> int:
    """Encode two cards by their ranks, in either order, and whether they are suited."""
    low, high = sorted((first // 4, second // 4))
    return low * 26 + high * 2 + (first % 4 == second % 4)


def _pairs_of_cards() -> dict[int, tuple[Card, Card]]:
    return {_key(*cards): cards for cards in combinations(FULL_DECK, 2)}
