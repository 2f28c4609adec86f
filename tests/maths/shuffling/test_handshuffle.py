"""Shuffling by hand: the model's steps, and known distances."""

from collections import Counter
from itertools import permutations
from math import comb, factorial

import numpy as np
import pytest

from queenhigh.house.loader import built_in
from queenhigh.maths.shuffling.hand_shuffle import (
    NEW_DECK,
    STRIP_PACKET,
    Mixed,
    cut,
    cut_near,
    fair,
    kept_neighbours,
    kept_neighbours_chances,
    mixed,
    riffled,
    riffles_distance,
    shuffled_by_hand,
    stripped,
)
from queenhigh.maths.shuffling.randomness import orders_by_runs, rising_sequences
from queenhigh.maths.shuffling.shufflers import Decks, new_decks
from tests.clauses import cases

HOUSE = built_in("manual")


def chance(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def fair_decks(count: int, seed: int = 2) -> Decks:
    return chance(seed).permuted(new_decks(count), axis=1)


# The exact distance


@cases("""
    riffles   distance
    1         1.000       # Bayer and Diaconis, 1992, table 1
    2         1.000
    3         1.000
    4         1.000
    5         0.924
    6         0.614
    7         0.334
    8         0.167
    9         0.085
    10        0.043
""")
def test_riffles_alone_are_as_far_from_fair_as_published(riffles: str, distance: str) -> None:
    assert float(riffles_distance(int(riffles))) == pytest.approx(float(distance), abs=5e-4)


def test_the_distance_is_that_of_all_orders_of_a_small_deck() -> None:
    """Four cards, riffled in all 2^4 ways, twice: enumerated."""
    cards, ways = 4, 2**4
    once: Counter[tuple[int, ...]] = Counter()
    for coins in range(ways):
        bits = [coins >> place & 1 for place in range(cards)]
        top, below = iter(range(cards - sum(bits))), iter(range(cards - sum(bits), cards))
        once[tuple(next(below) if bit else next(top) for bit in bits)] += 1
    twice: Counter[tuple[int, ...]] = Counter()
    for first, many in once.items():
        for second, more in once.items():
            twice[tuple(first[place] for place in second)] += many * more
    for counted, riffles in ((once, 1), (twice, 2)):
        total = sum(counted.values())
        off = sum(abs(counted[order] / total - 1 / 24) for order in permutations(range(cards)))
        assert float(riffles_distance(riffles, cards)) == pytest.approx(off / 2)


# The steps


def every_card_is_there(decks: Decks) -> bool:
    return bool((np.sort(decks, axis=1) == np.arange(52)).all())


def test_one_riffle_interleaves_two_stacks() -> None:
    decks = riffled(new_decks(5_000), chance())
    assert every_card_is_there(decks)
    assert rising_sequences(decks.astype(np.int64)).max() == 2
    lifted = np.argmin(np.diff(np.argsort(decks, axis=1), axis=1), axis=1) + 1
    assert lifted.mean() == pytest.approx(26, abs=0.3)  # Cut binomially: deviation 3.6.
    assert lifted.std() == pytest.approx(np.sqrt(13), rel=0.05)


def test_riffles_follow_the_known_distribution_of_rising_sequences() -> None:
    """Three riffles: C(2^3 + 52 - r, 52) for each order, Eulerian numbers of orders."""
    decks = new_decks(20_000)
    luck = chance(4)
    for _ in range(3):
        decks = riffled(decks, luck)
    counts = np.bincount(rising_sequences(decks.astype(np.int64)), minlength=9)
    orders = orders_by_runs(52)
    exact = [comb(8 + 52 - r, 52) * orders[r - 1] / 8**52 for r in range(1, 9)]
    assert sum(exact) == pytest.approx(1)
    assert counts[1:] / len(decks) == pytest.approx(exact, abs=0.012)


def test_a_strip_turns_the_order_of_packets_and_keeps_that_inside_them() -> None:
    decks = stripped(new_decks(2_000), chance())
    assert every_card_is_there(decks)
    fewest, most = STRIP_PACKET
    for deck in decks[:200].tolist():
        ends = [place for place in range(1, 52) if deck[place] != deck[place - 1] + 1]
        sizes = np.diff([0, *ends, 52])
        assert sizes.max() <= most
        assert sizes[1:].min() >= fewest  # The last packet, now on top, is whatever was left.
        tops = [deck[place] for place in (0, *ends)]
        assert tops == sorted(tops, reverse=True)


def test_a_cut_puts_the_top_under_the_rest() -> None:
    (deck,) = cut(new_decks(1), np.array([20])).tolist()
    assert deck == [*range(20, 52), *range(20)]


def test_a_cut_is_near_where_it_aims_and_leaves_enough_on_both_sides() -> None:
    near = cut_near(20_000, 26, 10, chance())
    assert near.mean() == pytest.approx(26, abs=0.1)
    assert near.min() >= 10
    assert near.max() <= 42
    anywhere = cut_near(20_000, None, 10, chance())
    assert set(anywhere.tolist()) == set(range(10, 43))


def test_the_houses_own_steps_are_done() -> None:
    """One riffle and a cut leave two stacks, cut: at most three rising sequences."""
    once = shuffled_by_hand(built_in("mics"), new_decks(2_000), chance())
    assert every_card_is_there(once)
    assert rising_sequences(once.astype(np.int64)).max() == 3
    assert built_in("mics").shuffle.by_hand == ("riffle", "cut")
    standard = shuffled_by_hand(HOUSE, new_decks(2_000), chance())
    assert every_card_is_there(standard)
    assert rising_sequences(standard.astype(np.int64)).mean() > 20


def test_the_same_chance_gives_the_same_decks() -> None:
    one, two = (shuffled_by_hand(HOUSE, new_decks(50), chance(9)) for _ in range(2))
    assert (one == two).all()


# The measures


def test_kept_neighbours_are_expected_as_often_as_all_orders_have_them() -> None:
    orders = np.array(list(permutations(range(6))))
    counted = np.bincount(kept_neighbours(orders), minlength=6)
    assert kept_neighbours_chances(6) * factorial(6) == pytest.approx(counted)
    assert kept_neighbours_chances() @ np.arange(52) == pytest.approx(51 / 52)


def test_a_new_deck_holds_every_card_once_suit_by_suit() -> None:
    assert sorted(NEW_DECK.tolist()) == list(range(52))
    assert (NEW_DECK[:13] % 4 == 3).all()


def riffled_times(riffles: int, count: int) -> Decks:
    luck, decks = chance(riffles), new_decks(count)
    for _ in range(riffles):
        decks = riffled(decks, luck)
    return decks


@pytest.mark.parametrize("riffles", [3, 5, 7, 8])
def test_the_bound_on_the_distance_reaches_the_exact_one_for_riffles_alone(riffles: int) -> None:
    """There rising sequences tell everything, and a referee who counts them misses nothing."""
    found = mixed(HOUSE, riffled_times(riffles, 20_000), fair_decks(20_000))
    assert found.distance_at_least == pytest.approx(float(riffles_distance(riffles)), abs=0.02)


def test_fair_decks_are_measured_as_fair() -> None:
    found, exactly = mixed(HOUSE, fair_decks(20_000), fair_decks(20_000, 3)), fair(HOUSE)
    assert found.kept_neighbours == pytest.approx(exactly.kept_neighbours, abs=0.03)
    assert found.rising_sequences == pytest.approx(exactly.rising_sequences, abs=0.06)
    assert found.distance_at_least < 0.02
    assert found.place_distance < 0.03
    assert found.straight_flush == pytest.approx(exactly.straight_flush, abs=0.0015)
    assert found.pair_or_better_dealt_singly == pytest.approx(5660 / 22100, abs=0.012)


def by_hand(times: int) -> Mixed:
    decks, luck = new_decks(20_000), chance(3)
    for _ in range(times):
        decks = shuffled_by_hand(HOUSE, decks, luck)
    return mixed(HOUSE, decks, fair_decks(20_000))


def test_the_standard_shuffle_once_leaves_traces_and_twice_hardly_any() -> None:
    once, twice = by_hand(1), by_hand(2)
    assert once.distance_at_least > 0.4
    assert once.kept_neighbours > 1.5
    assert twice.distance_at_least < 0.03
    assert twice.kept_neighbours == pytest.approx(51 / 52, abs=0.04)


def test_one_riffle_makes_many_straight_flushes_of_a_new_deck() -> None:
    house = built_in("classic")
    decks = shuffled_by_hand(house, new_decks(20_000), chance())
    found = mixed(house, decks, fair_decks(20_000))
    assert found.distance_at_least == 1
    assert found.straight_flush > 0.15  # Instead of one hand in 460.
