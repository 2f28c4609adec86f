"""The best five of six cards, over all 20,358,520 sets."""

from collections.abc import Iterator
from itertools import combinations, permutations, product
from math import comb
from random import Random

import pytest

from queenhigh.cards.best_of_six import SixCardCategory, all_six_category, best_five_of_six
from queenhigh.cards.card import FULL_DECK, Card, card_text, parse_card, rank_of
from tests.clauses import cases, clause, read_table
from tests.model import ranking as model
from tests.suits import sets_up_to_suits

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
    """Whether all six are in sequence up to the ace, in one suit."""
    ranks = {rank_of(card) for card in cards}
    return all_six_category(cards) == "straight_flush" and ranks == set(range(9, 15))


def six(text: str) -> list[Card]:
    return [parse_card(each) for each in text.split()]


def named(counted: list[int]) -> dict[str, int]:
    """The counts by name, without sets that make nothing."""
    made = (each for each in SixCardCategory if each is not SixCardCategory.NOTHING)
    return {category.name.lower(): counted[category] for category in made}


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
def test_anything_less_is_not_a_six_card_royal(cards: str) -> None:
    assert not is_six_card_royal(six(cards))


# Against the model, on cases that are easy to get wrong.


def agree_with_the_model(cards: list[Card]) -> None:
    texts = [card_text(card) for card in cards]
    for wheel in (True, False):
        best = best_five_of_six(cards, wheel=wheel).name.lower()
        assert best == model.best_five_of_six(texts, wheel), texts
    assert is_six_card_royal(cards) == model.is_six_card_royal(texts), texts


def test_six_cards_of_one_suit_rank_as_in_the_model() -> None:
    spades = FULL_DECK[3::4]
    for cards in combinations(spades, 6):
        agree_with_the_model(list(cards))


def test_six_cards_around_a_run_rank_as_in_the_model() -> None:
    random = Random(6)
    for low, _ in product(range(-1, 9), range(60)):
        run = [Card(rank % 13 * 4 + random.choice((0, 0, 0, 1))) for rank in range(low, low + 5)]
        spare = random.choice([card for card in FULL_DECK if card not in run])
        agree_with_the_model([*run, spare])


def test_six_random_cards_rank_as_in_the_model() -> None:
    random = Random(52)
    for _ in range(1_000):
        agree_with_the_model(random.sample(FULL_DECK, 6))


def test_six_cards_of_few_ranks_rank_as_in_the_model() -> None:
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


# All sets, up to an exchange of suits. The rows were counted with the model, by the lowest rank;
# another test checks that they add up to the published figures.

BY_LOWEST_RANK = """
    lowest  royal  straight_flush  quads  full_house  flush  straight  trips
    2       16     480             3312   38208       89396  103680    225280
    3       16     264             2772   31856       54632  59880     168960
    4       16     232             2280   26080       31504  51840     122880
    5       16     200             1836   20880       16920  43800     86016
    6       16     168             1440   16256       8272   35760     57344
    7 up    108    312             3024   32704       5068   66660     71680
"""
WITHOUT_THE_WHEEL = WITH_THE_WHEEL | {
    "straight_flush": 1_656 - 184,
    "flush": 205_792 + 184,
    "straight": 361_620 - 35_760,
}


@clause("manual-6cb-G")
def test_the_rows_add_up_to_the_published_counts() -> None:
    _, rows = read_table(BY_LOWEST_RANK)
    columns = zip(*(map(int, row[1:]) for row in rows), strict=True)
    assert [sum(column) for column in columns] == list(WITH_THE_WHEEL.values())


@pytest.mark.exhaustive
@clause("manual-6cb-G", "manual-6cb-M")
def test_every_six_cards_make_what_was_counted_with_the_wheel_and_without() -> None:
    tallies = [[0] * (SixCardCategory.ROYAL_FLUSH + 1) for _ in range(7)]
    counted, without = tallies[:6], tallies[6]
    for cards, alike in sets_up_to_suits(6):
        counted[min(min(cards) // 4, 5)][best_five_of_six(cards)] += alike
        without[best_five_of_six(cards, wheel=False)] += alike
    _, rows = read_table(BY_LOWEST_RANK)
    for (rank, *expected), found in zip(rows, counted, strict=True):
        assert named(found) == dict(zip(WITH_THE_WHEEL, map(int, expected), strict=True)), rank
    assert named(without) == WITHOUT_THE_WHEEL
    assert sum(map(sum, counted)) == sum(without) == comb(52, 6)


@pytest.mark.exhaustive
def test_swapping_suits_changes_nothing() -> None:
    """All cases with five or six cards of one suit; many of the others."""
    random = Random(24)
    suited = [
        [*(4 * rank for rank in five), spare]
        for five in combinations(range(13), 5)
        for spare in FULL_DECK
        if spare % 4 < 2 and spare not in [4 * rank for rank in five]
    ]
    exchanges = [
        [Card(card // 4 * 4 + order[card % 4]) for card in FULL_DECK]
        for order in permutations(range(4))
    ]
    for cards in suited + [random.sample(FULL_DECK, 6) for _ in range(2_000)]:
        best = {best_five_of_six([exchange[card] for card in cards]) for exchange in exchanges}
        assert len(best) == 1, cards
