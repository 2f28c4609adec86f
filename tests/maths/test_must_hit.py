"""Meters that must be hit by an amount, against every trigger and every path."""

from fractions import Fraction

import pytest

from queenhigh.maths.must_hit import MustHitBy

METERS = [
    MustHitBy(700, 500, 100, 1000),
    MustHitBy(700, 500, 70, 1000),  # The last step is a short one.
    MustHitBy(300, 500, 90, 1000, Fraction(1, 10)),
]


def paid_by_paths(process: MustHitBy, rounds: int) -> Fraction:
    """What is paid on average: the trigger lies evenly above the meter until it is met."""
    states = {process.start_cents: Fraction(1)}
    total = Fraction(0)
    for _ in range(rounds):
        after: dict[int, Fraction] = {}
        for meter, chance in states.items():
            held = min(meter + process.growth_cents, process.limit_cents)
            met = Fraction(held - meter, process.limit_cents - meter)
            hit = 1 - (1 - met) * (1 - process.chance)
            total += chance * hit * held
            after[process.seed_cents] = after.get(process.seed_cents, Fraction(0)) + chance * hit
            if hit != 1:
                after[held] = after.get(held, Fraction(0)) + chance * (1 - hit)
        states = after
    return total


@pytest.mark.parametrize("process", METERS, ids=str)
@pytest.mark.parametrize("rounds", [1, 2, 5, 40])
def test_what_it_pays_is_that_of_every_path(process: MustHitBy, rounds: int) -> None:
    assert process.expected_paid(rounds) == pytest.approx(float(paid_by_paths(process, rounds)))


@pytest.mark.parametrize("process", METERS, ids=str)
def test_a_long_run_pays_its_rate(process: MustHitBy) -> None:
    late = process.expected_paid(2000) - process.expected_paid(1000)
    assert late / 1000 == pytest.approx(process.paid_a_round)


def test_it_is_hit_evenly_and_at_the_latest_at_its_limit() -> None:
    process = METERS[0]
    assert process.hit_in_round().tolist() == pytest.approx([1 / 3] * 3)
    assert process.held().tolist() == [800, 900, 1000]
    assert (process.rounds_to_hit, process.expected_at_hit) == pytest.approx((2, 900))
    assert [process.rounds_until(each) for each in (0.3, 0.5, 0.99, 1)] == [1, 2, 3, 3]
    assert process.meter_at_hit(0.5) == 900
    assert process.deviation_at_hit == pytest.approx((20_000 / 3) ** 0.5)


def test_the_variance_of_a_long_run_is_that_of_times_and_awards() -> None:
    process = MustHitBy(500, 500, 100, 700)
    # A hit comes after one round at 600 or two at 700: 1300 over 3 rounds, so 433 1/3 a round.
    rate = Fraction(1300, 3)
    spread = ((600 - rate) ** 2 + (700 - 2 * rate) ** 2) / 2
    assert process.variance_a_round == pytest.approx(float(spread / Fraction(3, 2)))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ((700, 500, 0, 1000), "grows with every round"),
        ((700, 500, 10, 400), "above its seed"),
        ((1000, 500, 10, 1000), "stands below"),
        ((0, 500, 1, 10**9), "too slowly"),
    ],
)
def test_a_meter_that_cannot_be_is_refused(given: tuple[int, int, int, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        MustHitBy(*given)
