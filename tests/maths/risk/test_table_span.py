"""A table over many rounds, with meters it feeds and hits, against following every path."""

from collections import Counter, defaultdict
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from queenhigh.maths.meters.meter_course import meter_courses
from queenhigh.maths.meters.meter_process import MeterProcess
from queenhigh.maths.risk.table_hold import SeatsHold, table_hold
from queenhigh.maths.risk.table_round import TableRound, table_round
from queenhigh.maths.risk.table_span import TableSpan, table_span
from queenhigh.maths.simulation.cells import decisions_of
from queenhigh.maths.simulation.simulation import Dealing, Totals, plan, run_block
from tests.maths.houses import changed, house

MANUAL = house("manual")
BETS = {"ante": 500, "progressive": 100}
SMALL = TableRound(
    seats=2,
    totals={-300: 50, 100: 40, 500: 10},
    plain={-300: 48, 100: 39, 500: 8},
    hits={("main",): {-300: 2, 100: 1, 500: 2}},
)
METER = MeterProcess(1_230, 500, 70, Fraction(5, 100))


def paths(rounds: int) -> dict[int, Fraction]:
    """The house's win, by following the players' results and the meter."""
    now: dict[tuple[int, int], Fraction] = {(0, METER.start_cents): Fraction(1)}
    for _ in range(rounds):
        after: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for (net, held), chance in now.items():
            full = held + METER.growth_cents
            for cents, many in SMALL.plain.items():
                after[net + cents, full] += chance * many / 100
            for cents, many in SMALL.hits["main",].items():
                after[net + cents + full, METER.seed_cents] += chance * many / 100
        now = after
    found: dict[int, Fraction] = defaultdict(Fraction)
    for (net, _), chance in now.items():
        found[-net] += chance
    return found


def test_a_meter_is_paid_as_every_path_of_rounds_says() -> None:
    followed = paths(7)
    ends = (0.05, 0.25, 0.5, 0.95)
    span = table_span(SMALL, 7, ends, meters={"main": METER})
    assert span.error is not None
    assert span.error < 1e-9
    assert span.expected_cents == pytest.approx(float(sum(w * p for w, p in followed.items())))
    assert span.house_ahead == pytest.approx(float(sum(p for w, p in followed.items() if w > 0)))
    for share in ends:
        at_most, win = 0.0, min(followed)
        for win, chance in sorted(followed.items()):  # noqa: B007
            at_most += float(chance)
            if at_most >= share:
                break
        assert span.at(share).win_cents == win


def sample_of_two(rounds: int, number: int = 0) -> TableRound:
    """Two seats, sampled as if they were too many to count."""
    planned = plan(MANUAL, BETS, seats=2, seed=4, decisions=decisions_of(MANUAL, "optimal"))
    apart = np.zeros(rounds, np.int64)
    assert Dealing(planned, number).deal(rounds, apart=apart)
    totals = dict(Counter(apart.tolist()))
    return TableRound(2, totals, totals, {}, rounds)


@pytest.mark.parametrize("rounds", [100, 320, 10_000])
def test_the_error_of_a_sample_is_how_far_it_lies_from_all_deals(rounds: int) -> None:
    counted, sample = table_round(MANUAL, BETS, seats=2), sample_of_two(400_000)
    ends = (0.05, 0.25, 0.5, 0.75, 0.95)
    exact = table_span(counted, rounds, ends)
    found = table_span(sample, rounds, ends)  # Neither shifted nor stretched.
    assert (exact.method, found.method) == ("bounded", "sampled")
    assert found.error is not None
    assert 1e-4 < found.error < 0.3
    assert abs(found.house_ahead - exact.house_ahead) < found.error
    for each in ends:
        of_sample, of_all = found.at(each), exact.at(each)
        apart = abs(of_sample.win_cents - of_all.win_cents)
        assert apart < 4 * of_sample.standard_error_cents + 100  # Wins are whole dollars.


@pytest.mark.parametrize("rounds", [100, 3_000])
def test_samples_differ_by_the_error_that_they_state(rounds: int) -> None:
    """Forty samples, shifted to the exact mean."""
    mean = -by_hand(2)[0]
    found = [
        table_span(sample_of_two(20_000, number), rounds, (0.05, 0.95), mean_cents=mean)
        for number in range(40)
    ]
    for end in (0.05, 0.95):
        wins = [each.at(end).win_cents for each in found]
        stated = [each.at(end).standard_error_cents for each in found]
        assert 0.7 < np.std(wins, ddof=1) / np.mean(stated) < 1.4


def by_hand(seats: int) -> tuple[float, float]:
    """The tray's win per round in cents, and what it owes its meter, from published counts."""
    ante, fixed = 500 * 13_733_780 / 407_170_400, 100 * (1 - 12_020 / 22_100)
    envy = 17_500 / 22_100 * (seats - 1)
    return seats * (ante + fixed - envy), seats * (20 + 100_000 / 22_100)


@pytest.fixture(scope="module")
def by_seats() -> tuple[SeatsHold, ...]:
    found = table_hold(MANUAL, BETS)
    assert found is not None
    return found.by_seats


def test_the_hold_as_it_accrues_is_the_win_less_contributions_and_seeds(
    by_seats: tuple[SeatsHold, ...],
) -> None:
    for each in by_seats:
        win, owed = by_hand(each.seats)
        assert each.expected_cents == pytest.approx(win)
        assert each.owed_cents == pytest.approx(owed)
        assert each.hold == pytest.approx(win / (600 * each.seats))
        assert each.accrued == pytest.approx((win - owed) / (600 * each.seats))


def test_the_hold_as_it_is_paid_converges_to_it(by_seats: tuple[SeatsHold, ...]) -> None:
    """From the seed: the meter's amount when a round's cards come out, round by round."""
    for each in by_seats:
        win, _ = by_hand(each.seats)
        chance, held, paid = each.seats / 22_100, 100_000.0, 0.0
        expected = {}
        for rounds in range(1, 10_001):
            held += 20 * each.seats
            paid += chance * held
            held = (1 - chance) * held + chance * 100_000
            expected[rounds] = (win - paid / rounds) / (600 * each.seats)
        for band in each.paid[:3]:
            assert band.expected == pytest.approx(expected[band.rounds])
        assert each.paid[-1].expected < each.paid[0].expected
        assert each.paid[-1].expected == pytest.approx(each.accrued, abs=0.01)


def test_bands_are_proven_for_one_seat_and_two_and_dealt_for_more(
    by_seats: tuple[SeatsHold, ...],
) -> None:
    for each in by_seats:
        for band in (*each.bands, *each.paid):
            assert band.error is not None
            if each.seats <= 2:
                assert band.method in ("exact", "bounded")
                assert band.error < 1e-4
                assert band.standard_error == 0
            else:
                assert band.method == "sampled"
                assert 0 < band.standard_error < 0.02


def share_inside(seats: int, rounds: int, runs: int, span: TableSpan) -> float:
    planned = plan(MANUAL, BETS, seats=seats, seed=9, decisions=decisions_of(MANUAL, "optimal"))
    inside = 0
    low, high = span.at(0.05).win_cents, span.at(0.95).win_cents
    for number in range(runs):
        totals = Totals(MANUAL, planned)
        totals.add(run_block(planned, number, rounds))
        inside += low <= -totals.result().net_per_round * rounds <= high
    return inside / runs


@pytest.mark.parametrize(
    ("seats", "rounds"),
    [
        (2, 1_000),
        pytest.param(2, 100_000, marks=pytest.mark.long),
        pytest.param(7, 10_000, marks=pytest.mark.long),
        pytest.param(7, 100_000, marks=pytest.mark.long),
    ],
)
def test_tables_with_their_meter_fall_into_the_band_as_often_as_it_says(
    seats: int, rounds: int
) -> None:
    found = table_round(MANUAL, BETS, seats=seats)
    chance = Fraction(seats, 22_100)
    meter = MeterProcess(100_000, 100_000, 20 * seats, chance)
    win, _ = by_hand(seats)
    span = table_span(found, rounds, (0.05, 0.95), mean_cents=-win, meters={"main": meter})
    inside = share_inside(seats, rounds, 200, span)
    assert abs(inside - 0.9) < 4 * sqrt(0.09 / 200)


def test_a_lone_bettor_at_a_full_table_gets_the_envy_of_all_that_are_dealt_in() -> None:
    from queenhigh.maths.analysis.analysis import analyze

    figures = analyze(MANUAL).side_wagers["progressive"]
    (alone,) = meter_courses(MANUAL, "progressive", figures, (1,))
    (among,) = meter_courses(MANUAL, "progressive", figures, (1,), dealt=7)
    assert (among.seats, among.dealt) == (1, 7)
    for span, edge in among.edges.items():
        assert alone.edges[span] - edge == pytest.approx(6 * 175 / 22_100)
    assert (among.rounds_to_hit, among.growth_cents) == (alone.rounds_to_hit, 20)


def test_where_only_bettors_earn_envy_other_hands_bring_none() -> None:
    from queenhigh.maths.analysis.analysis import analyze

    own = changed("manual", {"wagers.progressive.envy.trigger": "holder_with_bet"})
    figures = analyze(own).side_wagers["progressive"]
    one, _, seven = meter_courses(own, "progressive", figures, dealt=7)
    assert one.envy_return == 0
    assert seven.envy_return == pytest.approx(6 * 175 / 22_100)
