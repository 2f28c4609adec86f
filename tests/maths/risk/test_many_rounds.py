"""Many rounds, ruin and hold, against small cases enumerated by hand."""

from collections import Counter
from fractions import Fraction

import pytest

import queenhigh.maths.risk.many_rounds
from queenhigh.house.loader import built_in
from queenhigh.maths.risk.bankroll import hold, theoretical_win_cents
from queenhigh.maths.risk.joint_distribution import joint
from queenhigh.maths.risk.many_rounds import exact_power, many_rounds
from queenhigh.maths.risk.ruin import risk_of_ruin
from queenhigh.wagers.document import SeatBets

ANTE = joint(built_in("mics"), SeatBets(1, {"ante": 1000}))
SMALL = {-200: 3, -100: 2, 0: 1, 300: 2}  # Of 8.


def summed(totals: dict[int, int], rounds: int) -> dict[int, Fraction]:
    """Enumerate every sequence of results."""
    every = sum(totals.values())
    found: dict[int, Fraction] = {0: Fraction(1)}
    for _ in range(rounds):
        after: Counter[int] = Counter()
        for so_far, chance in found.items():
            for cents, many in totals.items():
                after[so_far + cents] += chance * Fraction(many, every)  # type: ignore[assignment]
        found = dict(after)  # type: ignore[arg-type]
    return found


@pytest.mark.parametrize("most", [0, 10**9])
def test_the_power_of_a_polynomial_is_its_product_with_itself(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By terms and by one long number."""
    monkeypatch.setattr(queenhigh.maths.risk.many_rounds, "_MOST_PRODUCTS", most)
    assert exact_power([1, 2], 3) == [1, 6, 12, 8]
    assert exact_power([3, 0, 5], 2) == [9, 0, 30, 0, 25]
    assert exact_power([0, 3, 5], 2) == [0, 0, 9, 30, 25]
    assert exact_power([7], 3) == [343]
    assert sum(exact_power([4, 0, 2, 1], 9)) == 7**9


@pytest.mark.parametrize("method", ["exact", "bounded"])
def test_five_rounds_are_the_sums_of_five_results(method: str) -> None:
    found = many_rounds(SMALL, 5, method)  # type: ignore[arg-type]
    expected = summed(SMALL, 5)
    assert found.unit_cents == 100
    for place, chance in enumerate(found.probabilities):
        cents = (found.worst + place) * found.unit_cents
        assert chance == pytest.approx(float(expected.get(cents, 0)), abs=1e-15)


@pytest.mark.parametrize("rounds", [2, 7, 30, 100])
def test_the_bounded_method_is_within_its_bound_of_the_exact_one(rounds: int) -> None:
    exact, bounded = (many_rounds(ANTE.totals, rounds, how) for how in ("exact", "bounded"))
    cut = bounded.worst - exact.worst
    shifted = [0.0] * cut + bounded.probabilities
    shifted += [0.0] * (len(exact.probabilities) - len(shifted))
    off = sum(abs(a - b) for a, b in zip(exact.probabilities, shifted, strict=True))
    assert exact.error == 0
    assert off <= bounded.error < 1e-10


def test_few_rounds_are_exact_and_many_are_bounded() -> None:
    assert many_rounds(ANTE.totals, 20).method == "exact"
    found = many_rounds(ANTE.totals, 20_000)
    assert (found.method, found.error < 1e-8) == ("bounded", True)
    assert sum(found.probabilities) == pytest.approx(1, abs=found.error)


def test_quantiles_and_intervals_are_read_off_the_sums() -> None:
    found = many_rounds(SMALL, 1)
    assert [found.quantile_cents(each) for each in (0.1, 0.5, 0.75, 1.0)] == [-200, -100, 0, 300]
    assert found.central_interval_cents(0.5) == (-200, 0)
    assert found.probability_at_most(-1) == 5 / 8
    assert found.probability_at_most(-201) == 0
    assert found.probability_at_most(10_000) == 1


def ruined(totals: dict[int, int], bankroll: int, needed: int, rounds: int, goal: int) -> Fraction:
    """Enumerate every sequence."""
    if bankroll < needed:
        return Fraction(1)
    if not rounds or bankroll >= goal:
        return Fraction(0)
    every = sum(totals.values())
    return sum(
        (
            Fraction(many, every) * ruined(totals, bankroll + cents, needed, rounds - 1, goal)
            for cents, many in totals.items()
        ),
        Fraction(0),
    )


@pytest.mark.parametrize("goal", [None, 1300, 1000])
def test_the_risk_of_ruin_is_that_of_every_sequence_of_results(goal: int | None) -> None:
    found = risk_of_ruin(SMALL, bankroll_cents=900, needed_cents=300, rounds=7, goal_cents=goal)
    expected = ruined(SMALL, 900, 300, 7, goal or 10**9)
    assert found.ruined == pytest.approx(float(expected), abs=found.error)
    assert found.ruined + found.goal_reached + found.still_playing == pytest.approx(1)
    assert (found.goal_reached > 0) == (goal is not None)


def test_a_bankroll_below_one_round_is_refused() -> None:
    with pytest.raises(ValueError, match="a round takes 2000 cents"):
        risk_of_ruin(ANTE.totals, bankroll_cents=1999, needed_cents=2000, rounds=10)


def test_the_hold_narrows_around_the_edge() -> None:
    few, many = (hold(ANTE.totals, opening_cents=1000, rounds=each) for each in (100, 10_000))
    assert few.expected == many.expected
    for wide, narrow in zip(few.intervals, many.intervals, strict=True):
        assert wide.lowest < narrow.lowest < 0.0337298 < narrow.highest < wide.highest
    assert 0.5 < few.house_wins < many.house_wins < 1


def test_the_theoretical_win_is_the_edge_on_what_is_bet_and_the_fee() -> None:
    won = theoretical_win_cents(ANTE.totals, rounds_an_hour=40, seats=6, fee_cents=50)
    assert won.fraction == 240 * (1000 * Fraction(13_733_780, 407_170_400) + 50)
