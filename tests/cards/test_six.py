"""The best five of six cards, over all 20,358,520 sets."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, islice, product
from math import comb, factorial, prod
from random import Random

import pytest

from queenhigh.cards.card import FULL_DECK, Card, card_text, parse_card, rank_of
from queenhigh.cards.six import SixCardCategory, all_six_category, best_five_of_six
from tests.clauses import cases, clause, read_table
from tests.model import ranking as model

WITH_THE_WHEEL = {
    "royal_flush": 188,
    "straight_flush": 1_656,
    "four_of_a_kind": 14_664,
    "full_house": 165_984,
    "flush": 205_792,
    "straight": 361_620,
    "three_of_a_kind": 732_160,
}


def is_six_card_royal(cards: list[Card] | tuple[Card, ...]) -> bool:
    """All six in a row and of one suit, up to the ace."""
    ranks = {rank_of(card) for card in cards}
    return all_six_category(cards) == "straight_flush" and ranks == set(range(9, 15))


def six(text: str) -> list[Card]:
    return [parse_card(each) for each in text.split()]


def named(counted: Counter[SixCardCategory]) -> dict[str, int]:
    """Without the sets that are nothing."""
    return {
        category.name.lower(): count
        for category, count in counted.items()
        if category is not SixCardCategory.NOTHING
    }


@clause("manual-6cb-G", "manual-6cb-M")
@cases("""
    cards                best
    As Ks Qs Js Ts 2d    royal_flush
    As Ks Qs Js Ts 9s    royal_flush          # six in a row hold a royal too
    Ks Qs Js Ts 9s 8s    straight_flush
    Ks Qs Js Ts 9s As    royal_flush
    Ks Qs Js Ts 9s Ad    straight_flush       # the straight to the ace is not suited
    5s 4s 3s 2s As Kd    straight_flush
    5s 4s 3s 2s As Ks    straight_flush
    6s 5s 4s 3s 2s As    straight_flush
    7s 7d 7h 7c 9s 9d    four_of_a_kind
    7s 7d 7h 7c 9s 8d    four_of_a_kind
    7s 7d 7h 9s 9d 9h    full_house           # three and three
    7s 7d 7h 9s 9d 2h    full_house
    7s 7d 7h 9s 8d 2h    three_of_a_kind
    Ks 9s 7s 4s 2s 2d    flush
    Ks 9s 7s 4s 2s Qs    flush
    9s 8s 7s 6s 2s Td    flush                # above the straight that is there as well
    9s 8d 7s 6s 5s Td    straight
    9s 8d 7h 6s 5s 5d    straight
    5s 4d 3h 2s As Kd    straight
    As Kd Qh Js Ts 9d    straight
    9s 8d 7h 6s 4s 3d    nothing              # four in a row
    As Kd Qh 2s 3s 4d    nothing              # the ace joins no king to a deuce
    As Kd Qh Js 2s 3d    nothing
    9s 9d 7h 7s 4s 4d    nothing              # three pairs
    9s 9d 7h 6s 4s 2d    nothing
    Ks Qs 7s 4s 2d 3d    nothing              # four of a suit
""")
def test_the_best_five_of_six_rank_as_in_five_card_poker(cards: str, best: str) -> None:
    assert best_five_of_six(six(cards)).name.lower() == best


def test_the_six_card_categories_rank_as_in_five_card_poker() -> None:
    lowest_first = [category.name.lower() for category in sorted(SixCardCategory)]
    assert lowest_first == model.SIX_CARD_CATEGORIES


# Option: MAN-27, six_card_wheel.


@cases("""
    cards                with_it          without
    5s 4d 3h 2s As Kd    straight         nothing
    5s 4d 3h 2s As Ad    straight         nothing
    5s 4s 3s 2s As Kd    straight_flush   flush
    5s 4s 3s 2s As 6d    straight_flush   flush        # the straight to the six is not suited
    5s 4s 3s 2s As 6s    straight_flush   straight_flush
    5s 4d 3h 2s As 6d    straight         straight
    As Kd Qh Js Ts 9d    straight         straight
    As Ks Qs Js Ts 2d    royal_flush      royal_flush
""")
def test_whether_five_to_ace_is_a_straight(cards: str, with_it: str, without: str) -> None:
    assert best_five_of_six(six(cards), wheel=True).name.lower() == with_it
    assert best_five_of_six(six(cards), wheel=False).name.lower() == without


# Option: MAN-5, six_card_super_royal.


def test_only_nine_to_ace_of_one_suit_is_a_six_card_royal() -> None:
    royals = [
        cards for cards in all_with_a_royal() if best_five_of_six(cards).name == "ROYAL_FLUSH"
    ]
    found = {" ".join(map(card_text, cards)) for cards in royals if is_six_card_royal(cards)}
    assert len(royals) == 188
    assert found == {
        " ".join(rank + suit for rank in "9TJQKA") for suit in "cdhs"
    }  # In the order of the deck.


def all_with_a_royal() -> Iterator[list[Card]]:
    for suit in range(4):
        royal = [card for card in FULL_DECK[32:] if card % 4 == suit]
        for card in FULL_DECK:
            if card not in royal:
                yield sorted([*royal, card])


@cases("""
    cards
    Ks Qs Js Ts 9s 8s
    As Ks Qs Js Ts 9d
    As Ks Qs Js Ts 8s
    Ad Ks Qs Js Ts 9s
    As Ks Qs Js 9s 8s
""")
def test_less_than_that_is_none(cards: str) -> None:
    assert not is_six_card_royal(six(cards))


# Against the model, on what is easily got wrong.


def agree_with_the_model(cards: list[Card]) -> None:
    texts = [card_text(card) for card in cards]
    for wheel in (True, False):
        best = best_five_of_six(cards, wheel=wheel).name.lower()
        assert best == model.best_five_of_six(texts, wheel), texts
    assert is_six_card_royal(cards) == model.is_six_card_royal(texts), texts


def test_six_of_one_suit_are_as_in_the_model() -> None:
    spades = FULL_DECK[3::4]
    for cards in combinations(spades, 6):
        agree_with_the_model(list(cards))


def test_six_cards_around_a_run_are_as_in_the_model() -> None:
    random = Random(6)
    for low, _ in product(range(-1, 9), range(60)):
        run = [Card(rank % 13 * 4 + random.choice((0, 0, 0, 1))) for rank in range(low, low + 5)]
        spare = random.choice([card for card in FULL_DECK if card not in run])
        agree_with_the_model([*run, spare])


def test_six_cards_at_random_are_as_in_the_model() -> None:
    random = Random(52)
    for _ in range(1_000):
        agree_with_the_model(random.sample(FULL_DECK, 6))


def test_six_cards_of_few_ranks_are_as_in_the_model() -> None:
    random = Random(13)
    for _ in range(500):
        ranks = random.sample(range(13), random.choice((2, 3, 4)))
        agree_with_the_model(random.sample([card for card in FULL_DECK if card // 4 in ranks], 6))


def test_the_order_of_the_six_cards_does_not_matter() -> None:
    random = Random(720)
    for cards in (six("As Ks Qs Js Ts 9s"), six("5s 4d 3h 2s As Kd"), six("7s 7d 7h 9s 9d 2h")):
        shuffled = random.sample(cards, 6)
        assert best_five_of_six(shuffled) is best_five_of_six(cards)
        assert is_six_card_royal(shuffled) is is_six_card_royal(cards)


# All of them, by the lowest card of the six, so that the cores share the work. The rows were
# counted with the model; that they add up to the published figures is a test of its own.

BY_LOWEST_CARD = """
    lowest  royal  straight_flush  quads  full_house  flush  straight  trips
    2c      4      126             1692   19152       23828  26682     84480
    2d      4      122             552    10608       22842  26174     56320
    2h      4      118             540    5280        21856  25666     42240
    2s      4      114             528    3168        20870  25158     42240
    3c      4      69              1419   15972       14645  15351     63360
    3d      4      67              462    8844        13987  15097     42240
    3h      4      65              451    4400        13329  14843     31680
    3s      4      63              440    2640        12671  14589     31680
    4c      4      61              1170   13080       8503   13341     46080
    4d      4      59              380    7240        8085   13087     30720
    4h      4      57              370    3600        7667   12833     23040
    4s      4      55              360    2160        7249   12579     23040
    5c      4      53              945    10476       4605   11331     32256
    5d      4      51              306    5796        4355   11077     21504
    5h      4      49              297    2880        4105   10823     16128
    5s      4      47              288    1728        3855   10569     16128
    6c      4      45              744    8160        2275   9321      21504
    6d      4      43              240    4512        2137   9067      14336
    6h      4      41              232    2240        1999   8813      10752
    6s      4      39              224    1344        1861   8559      10752
    7c up   108    312             3024   32704       5068   66660     71680
"""


@clause("manual-6cb-G")
def test_the_rows_add_up_to_the_published_counts() -> None:
    _, rows = read_table(BY_LOWEST_CARD)
    columns = zip(*(map(int, row[1:]) for row in rows), strict=True)
    assert [sum(column) for column in columns] == list(WITH_THE_WHEEL.values())


@pytest.mark.exhaustive
@clause("manual-6cb-G", "manual-6cb-M")
@cases(BY_LOWEST_CARD)
def test_every_six_cards_make_what_was_counted(
    lowest: str,
    royal: str,
    straight_flush: str,
    quads: str,
    full_house: str,
    flush: str,
    straight: str,
    trips: str,
) -> None:
    counted = Counter(map(best_five_of_six, sets_with_lowest(lowest)))
    expected = [royal, straight_flush, quads, full_house, flush, straight, trips]
    assert named(counted) == {
        category: int(count)
        for category, count in zip(WITH_THE_WHEEL, expected, strict=True)
        if count != "0"
    }


def sets_with_lowest(lowest: str) -> Iterator[tuple[Card, ...]]:
    """The sets of six whose lowest card this is, or those of no lower card than it."""
    text, _, and_up = lowest.partition(" ")
    deck = FULL_DECK[parse_card(text) :]
    every = combinations(deck, 6)
    return every if and_up else islice(every, comb(len(deck) - 1, 5))


@pytest.mark.exhaustive
def test_without_the_wheel_184_straight_flushes_and_35760_straights_are_less() -> None:
    """By suits alike: one set stands for all that differ from it by an exchange of suits."""
    counted: Counter[SixCardCategory] = Counter()
    for cards, alike in sets_up_to_suits():
        counted[best_five_of_six(cards, wheel=False)] += alike
    assert counted.total() == comb(52, 6)
    assert named(counted) == WITH_THE_WHEEL | {
        "straight_flush": 1_656 - 184,
        "flush": 205_792 + 184,
        "straight": 361_620 - 35_760,
    }


def sets_up_to_suits() -> Iterator[tuple[list[Card], int]]:
    """Six cards laid into four suits, in all ways that differ by more than a change of suits.

    With each way goes the number of sets for which it stands.
    """
    shapes = {tuple(sorted(each)) for each in product(range(7), repeat=4) if sum(each) == 6}
    for shape in shapes:  # How many cards each suit has.
        suits_of_a_length = [
            combinations_with_replacement(list(combinations(range(13), length)), suits)
            for length, suits in Counter(shape).items()
        ]
        for grouped in product(*suits_of_a_length):
            suits = [ranks for group in grouped for ranks in group]
            cards = [Card(4 * rank + suit) for suit, ranks in enumerate(suits) for rank in ranks]
            yield cards, factorial(4) // prod(map(factorial, Counter(suits).values()))
