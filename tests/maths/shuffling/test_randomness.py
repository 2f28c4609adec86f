"""The tests of shufflers: correct in theory, silent on fair decks, loud on unfair ones."""

import random
from itertools import permutations
from math import erfc, exp, factorial, sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from queenhigh.cards.card import FULL_DECK, card_text
from queenhigh.house.loader import built_in
from queenhigh.library.table import Table
from queenhigh.maths.shuffling.chisquare import chi_square, holm, incomplete_gamma, two_sided
from queenhigh.maths.shuffling.randomness import (
    LEVEL,
    Evidence,
    colour_runs,
    judged,
    neighbours_chi_square,
    orders_by_runs,
    places_chi_square,
    rising_sequences,
    run_chances,
    runs_up,
)
from queenhigh.maths.shuffling.shufflers import (
    Decks,
    Shuffler,
    against_the_order_before,
    by_swapping_with_any,
    by_the_kernel,
    by_the_system,
    new_decks,
)
from queenhigh.table.events import DeckShuffled
from tests.clauses import cases

HOUSE = built_in("manual")


def fair_decks(count: int, seed: int) -> Decks:
    return np.random.default_rng(seed).permuted(new_decks(count), axis=1)


def evidence(decks: Decks) -> Evidence:
    found = Evidence(HOUSE)
    found.add(decks)
    return found


# p-values


@cases("""
    degrees   statistic   upper
    1         3.841459    0.05        # the usual tables of chi-square
    1         10.827566   0.001
    2         5.991465    0.05
    5         11.070498   0.05
    5         1.145476    0.95
    10        18.307038   0.05
    10        3.940299    0.95
    30        43.772972   0.05
    100       124.342113  0.05
    100       149.449253  0.001
    1000      1074.679    0.05
""")
def test_p_values_are_those_of_the_tables(degrees: str, statistic: str, upper: str) -> None:
    lower_tail, upper_tail = incomplete_gamma(int(degrees) / 2, float(statistic) / 2)
    assert upper_tail == pytest.approx(float(upper), rel=3e-5)
    assert lower_tail == pytest.approx(1 - float(upper), rel=3e-5)


@pytest.mark.parametrize("x", [0.001, 0.3, 1.0, 2.5, 10.0, 60.0, 300.0])
def test_p_values_agree_with_closed_forms(x: float) -> None:
    """Two degrees give an exponential tail, one the error function, 2k a sum of Poisson terms."""
    assert incomplete_gamma(1, x)[1] == pytest.approx(exp(-x), rel=1e-11)
    assert incomplete_gamma(0.5, x)[1] == pytest.approx(erfc(sqrt(x)), rel=1e-11)
    poisson = sum(exp(-x) * x**k / factorial(k) for k in range(20))
    assert incomplete_gamma(20, x)[1] == pytest.approx(poisson, rel=1e-11)


def test_the_two_tails_add_up_to_one_even_at_many_degrees_of_freedom() -> None:
    for statistic in (2000.0, 2500.0, 2600.0, 2601.0, 2700.0, 3200.0):
        lower, upper = incomplete_gamma(2601 / 2, statistic / 2)
        assert lower + upper == pytest.approx(1)
        # Wilson and Hilferty's normal approximation of the cube root is good to a few digits here.
        z = ((statistic / 2601) ** (1 / 3) - (1 - 2 / (9 * 2601))) / sqrt(2 / (9 * 2601))
        assert upper == pytest.approx(erfc(z / sqrt(2)) / 2, rel=0.01, abs=1e-12)


def test_too_even_is_as_suspicious_as_too_uneven() -> None:
    assert two_sided(0.0, 5) == 0
    assert two_sided(100.0, 5) < 1e-15
    assert two_sided(4.35146, 5) == pytest.approx(1, abs=1e-4)  # The median.


def test_p_values_are_read_together_by_holms_method() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.5, 0.9]) == [1.0, 1.0]
    assert holm([]) == []


def test_rare_results_are_taken_together() -> None:
    observed, expected = np.array([90, 3, 4, 3]), np.array([90.0, 2.0, 4.0, 4.0])
    # 2 and 4 together first, then the remaining 4 with nothing but the 90.
    statistic, degrees = chi_square(observed, expected)
    assert statistic == pytest.approx((3 + 4 - 6) ** 2 / 6 + (3 + 90 - 94) ** 2 / 94)
    assert degrees == 1


# The two tables whose cells are dependent


def tables_of_all_decks(cards: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Over every order of this many cards: cards by place, and which card lies under which."""
    places, neighbours = [], []
    for order in permutations(range(cards)):
        by_place = np.zeros((cards, cards), np.int64)
        by_place[order, range(cards)] = 1
        under = np.zeros((cards + 1, cards + 1), np.int64)
        under[(cards, *order), (*order, cards)] = 1
        places.append(by_place)
        neighbours.append(under)
    return np.array(places), np.array(neighbours)


@pytest.mark.parametrize("cards", [3, 4, 5])
@pytest.mark.parametrize("which", ["places", "neighbours"])
def test_the_weights_make_it_a_chi_square(which: str, cards: int) -> None:
    """Over all orders, the statistic is a sum of as many unit variances as its degrees.

    That is, its quadratic form times the table's covariance is a projection.
    """
    tables = tables_of_all_decks(cards)[which == "neighbours"]
    statistic = neighbours_chi_square if which == "neighbours" else places_chi_square
    size = tables.shape[1]
    flat = tables.reshape(len(tables), -1) - tables.mean(axis=0).ravel()
    covariance = flat.T @ flat / len(flat)

    def form(off: NDArray[np.float64]) -> float:
        return statistic(tables.mean(axis=0) + off.reshape(size, size), 1)[0]

    units = np.eye(size * size)
    alone = [form(unit) for unit in units]
    quadratic = np.array(
        [[(form(a + b) - x - y) / 2 for b, y in zip(units, alone, strict=True)]
         for a, x in zip(units, alone, strict=True)]
    )  # fmt: skip
    eigenvalues = np.linalg.eigvals(quadratic @ covariance).real
    degrees = statistic(tables[0], 1)[1]
    assert np.sort(eigenvalues)[::-1][:degrees] == pytest.approx(1)
    assert np.sort(eigenvalues)[::-1][degrees:] == pytest.approx(0, abs=1e-9)


def test_runs_are_expected_as_often_as_all_orders_have_them() -> None:
    orders = np.array(list(permutations(range(6))))
    assert np.bincount(runs_up(orders))[1:].tolist() == list(orders_by_runs(6))
    assert np.bincount(rising_sequences(orders))[1:].tolist() == list(orders_by_runs(6))
    assert run_chances().sum() == pytest.approx(1)
    assert run_chances() @ np.arange(53) == pytest.approx(53 / 2)


def test_runs_of_colour_are_expected_as_often_as_they_should() -> None:
    chances = np.array(colour_runs())
    assert chances.sum() == pytest.approx(1)
    assert chances @ np.arange(53) == pytest.approx(1 + 51 * 26 / 51)  # Every border: 26 in 51.


def test_runs_and_rising_sequences_are_counted() -> None:
    decks = np.array([[2, 0, 1, 3], [0, 1, 2, 3], [3, 2, 1, 0], [1, 3, 0, 2]])
    assert runs_up(decks).tolist() == [2, 1, 4, 2]
    assert rising_sequences(decks).tolist() == [2, 1, 4, 3]  # 0 1, 2 3; all; none; 0, 1 2, 3.


def test_fair_decks_are_called_fair_as_often_as_they_should() -> None:
    """In 150 batches, every test's statistic has its chi-square's mean and deviation."""
    lots = [evidence(fair_decks(1_000, seed)).chi_squares() for seed in range(150)]
    for test in lots[0]:
        values = np.array([lot[test][0] for lot in lots])
        degrees = lots[0][test][1]
        off = (values.mean() - degrees) / sqrt(2 * degrees / len(lots))
        assert abs(off) < 4, test
        assert values.std() == pytest.approx(sqrt(2 * degrees), rel=0.3), test


# Shufflers


@pytest.mark.parametrize(
    "shuffler",
    [by_the_system(), by_the_kernel(1), against_the_order_before(by_the_kernel(2))],
    ids=["system", "kernel", "kernel against the order before"],
)
def test_the_shufflers_in_use_pass(shuffler: Shuffler) -> None:
    """The system's cannot be seeded and fails once in 1,000 by chance; twice is not chance."""
    tries = [judged({"it": evidence(shuffler(5_000))}, should="pass") for _ in range(2)]
    assert any(found.passes for (found,) in tries), tries


def rotated(count: int) -> Decks:
    """Too even: every card is in every place equally often."""
    shift = np.arange(count)[:, None]
    return ((np.arange(52) + shift) % 52).astype(np.uint8)


def with_pairs_kept(count: int) -> Decks:
    """Fair, except that two particular cards always lie together, in either order."""
    decks = fair_decks(count, 5)
    for deck in decks:
        place, other = (int(np.flatnonzero(deck == card)[0]) for card in (7, 30))
        beside = place + 1 if place < 51 else place - 1
        deck[other], deck[beside] = deck[beside], deck[other]
    return decks


def with_the_bottom_card_left(count: int) -> Decks:
    """A loop that stops one card early, one time in five."""
    decks = fair_decks(count, 6)
    left = decks[::5]
    place = np.argmax(left == 51, axis=1)
    left[np.arange(len(left)), place] = left[:, 51]
    left[:, 51] = 51
    return decks


def with_aces_on_top(count: int) -> Decks:
    """Stacked for the first hand: it gets three aces one time in twenty."""
    decks = fair_decks(count, 7)
    for deck in decks[::20]:
        deck[:] = [48, 49, 50, *(card for card in deck if card not in (48, 49, 50))]
    return decks


def with_few_runs(count: int) -> Decks:
    """A lazy shuffle: the top half goes back in order."""
    decks = fair_decks(count, 8)
    decks[:, :26] = np.sort(decks[:, :26], axis=1)
    return decks


@pytest.mark.parametrize(
    ("unfair", "caught_by"),
    [
        (by_swapping_with_any(1), "place of every card"),
        (rotated, "place of every card"),
        (with_pairs_kept, "neighbours"),
        (with_the_bottom_card_left, "place of every card"),
        (with_aces_on_top, "first hand of three"),
        (with_few_runs, "ascending runs"),
    ],
)
def test_unfair_shufflers_fail_by_the_test_made_for_them(unfair: Shuffler, caught_by: str) -> None:
    (found,) = judged({"it": evidence(unfair(5_000))}, should="fail")
    assert found.as_it_should
    assert {test.test: test for test in found.tests}[caught_by].p_holm < LEVEL


def test_a_thousand_shuffles_are_enough_to_catch_the_one_that_is_wrong_on_purpose() -> None:
    for seed in range(20):
        (found,) = judged({"it": evidence(by_swapping_with_any(seed)(1_000))}, should="fail")
        assert found.as_it_should


def test_the_kernel_deals_the_same_by_the_same_seed_whatever_the_batches() -> None:
    whole, parts = by_the_kernel(3)(50), by_the_kernel(3)
    assert (whole == np.vstack([parts(20), parts(30)])).all()
    assert not (whole == by_the_kernel(4)(50)).all()


def test_an_order_relative_to_the_previous_one_undoes_the_previous_one() -> None:
    told = against_the_order_before(lambda count: rotated(count + 1)[1:])
    assert (told(5) == rotated(2)[1]).all()  # Each is the previous one cut by one card.


def test_shufflers_of_one_kind_are_read_together() -> None:
    one, two = (evidence(fair_decks(2_000, seed)) for seed in (1, 2))
    (alone,) = judged({"one": one}, should="pass")
    beside, _ = judged({"one": one, "two": two}, should="pass")
    assert all(b.p_holm >= a.p_holm for a, b in zip(alone.tests, beside.tests, strict=True))
    assert [test.p for test in alone.tests] == [test.p for test in beside.tests]


def test_the_report_tests_the_order_that_a_digital_table_is_dealt() -> None:
    """The library's table and the report shuffle the same deck with the same randomness."""
    table = Table("classic", seed=11)
    dealt = next(each for each in table.log if isinstance(each, DeckShuffled))
    (tested,) = by_the_system(random.Random(11))(1)
    assert [card_text(FULL_DECK[card]) for card in tested] == list(dealt.order)
