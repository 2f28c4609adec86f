"""Moving meters: payouts over many rounds, hold and ruin with them, against every path."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import sqrt

import pytest

from queenhigh.house.loader import built_in
from queenhigh.maths.meters.meter_process import MeterProcess
from queenhigh.maths.risk import many_rounds as many
from queenhigh.maths.risk.bankroll import hold
from queenhigh.maths.risk.joint_distribution import Joint, joint
from queenhigh.maths.risk.many_rounds import Jackpots, many_rounds
from queenhigh.maths.risk.ruin import risk_of_ruin
from queenhigh.maths.simulation.cells import decisions_of
from queenhigh.maths.simulation.expectation import expected_cents, expected_edges
from queenhigh.maths.simulation.paths import expected_from_meters
from queenhigh.maths.simulation.simulation import Plan, Totals, plan, run_block
from queenhigh.wagers.document import SeatBets

HOUSE = built_in("manual")
BETS = {"ante": 500, "pair_plus": 500, "six_card_bonus": 500, "progressive": 100}
PLAIN, HITS = {-200: 30, -100: 20, 0: 10, 300: 18}, {100: 1, -100: 1}  # Of 80.
CHANCE = Fraction(2, 80)
Paths = Iterator[tuple[int, int, Fraction]]


def paths(process: MeterProcess, rounds: int) -> Paths:
    """The net, the meter's payouts and the probability of every path, round by round."""
    states = {(0, 0, process.start_cents): Fraction(1)}
    for _ in range(rounds):
        after: Counter[tuple[int, int, int]] = Counter()
        for (net, paid, meter), chance in states.items():
            held = meter + process.growth_cents
            if process.limit_cents:
                held = min(held, process.limit_cents)
            for cents, deals in PLAIN.items():
                after[net + cents, paid, held] += chance * Fraction(deals, 80)  # type: ignore[assignment]
            for cents, deals in HITS.items():
                key = net + cents + held, paid + held, process.seed_cents
                after[key] += chance * Fraction(deals, 80)  # type: ignore[assignment]
        states = dict(after)  # type: ignore[arg-type]
    for (net, paid, _), chance in states.items():
        yield net, paid, chance


METERS = [
    MeterProcess(1000, 500, 100, CHANCE),
    MeterProcess(1234, 500, 20, CHANCE),  # In cents: not a multiple of anything else.
    MeterProcess(1237, 550, 30, CHANCE),
    MeterProcess(700, 500, 100, CHANCE, limit_cents=850),
]


@pytest.mark.parametrize("process", METERS, ids=str)
@pytest.mark.parametrize("rounds", [1, 2, 6])
def test_mean_and_variance_of_what_it_pays_are_those_of_every_path(
    process: MeterProcess, rounds: int
) -> None:
    found = list(paths(process, rounds))
    mean = sum(paid * chance for _, paid, chance in found)
    square = sum(paid * paid * chance for _, paid, chance in found)
    assert process.expected_paid(rounds) == pytest.approx(float(mean), rel=1e-11)
    assert process.variance_paid(rounds) == pytest.approx(float(square - mean * mean), rel=1e-9)


def test_a_long_run_pays_as_much_a_round_as_the_seed_and_the_growth_come_to() -> None:
    process = MeterProcess(2_000_000, 100_000, 20, Fraction(1, 22_100))
    first, second = process.expected_paid(10**8), process.expected_paid(2 * 10**8)
    assert (second - first) / 10**8 == pytest.approx(100_000 / 22_100 + 20, rel=1e-9)
    long = process.variance_paid(2 * 10**8) - process.variance_paid(10**8)
    # What a hit pays, less what waiting for it would have brought at the usual rate.
    wait = Fraction(22_100)
    off = wait * (wait - 1) * (20 - Fraction(100_000 + 20 * 22_100, 22_100)) ** 2
    assert long / 10**8 == pytest.approx(float(off / wait), rel=1e-6)


@pytest.mark.parametrize("fine", [True, False])
@pytest.mark.parametrize("process", METERS[:3], ids=str)
@pytest.mark.parametrize("rounds", [1, 2, 6])
def test_the_distribution_with_a_moving_meter_is_that_of_every_path(
    process: MeterProcess, rounds: int, fine: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the cent where there is room, otherwise too low by the stated amount."""
    if not fine:
        monkeypatch.setattr(many, "_FINE_CELLS", 0)
    found = many_rounds(PLAIN, rounds, jackpots=Jackpots((process,), {(0,): HITS}))
    assert found.error < 1e-10
    expected = list(paths(process, rounds))
    for net in {net for net, _, _ in expected}:
        at_most = float(sum(chance for other, _, chance in expected if other <= net))
        assert found.probability_at_most(net) >= at_most - found.error
        assert found.probability_at_most(net - found.rounded_cents) <= at_most + found.error


# Several meters


BOTH = {100: 1}  # Of 80: deals that hit two meters at once.
TWO = [
    (MeterProcess(1000, 500, 100, Fraction(3, 80)), MeterProcess(300, 200, 50, Fraction(2, 80))),
    (MeterProcess(1237, 550, 30, Fraction(3, 80)), MeterProcess(411, 230, 7, Fraction(2, 80))),
]
OF_TWO = {(0,): {100: 1, -100: 1}, (1,): {0: 1}, (0, 1): BOTH}
PLAIN_OF_TWO = {-200: 29, -100: 19, 0: 10, 300: 18}  # 76 of 80.


def paths_of_two(processes: tuple[MeterProcess, MeterProcess], rounds: int) -> Counter[int]:
    """Weights of each net, times 80 to the power of the rounds."""
    states: Counter[tuple[int, int, int]] = Counter()
    states[0, processes[0].start_cents, processes[1].start_cents] = 1
    for _ in range(rounds):
        after: Counter[tuple[int, int, int]] = Counter()
        for (net, *meters), ways in states.items():
            held = [m + each.growth_cents for m, each in zip(meters, processes, strict=True)]
            for cents, deals in PLAIN_OF_TWO.items():
                after[net + cents, held[0], held[1]] += ways * deals
            for which, nets in OF_TWO.items():
                won = sum(held[place] for place in which)
                left = [processes[n].seed_cents if n in which else held[n] for n in (0, 1)]
                for cents, deals in nets.items():
                    after[net + cents + won, left[0], left[1]] += ways * deals
        states = after
    found: Counter[int] = Counter()
    for (net, *_), ways in states.items():
        found[net] += ways
    return found


@pytest.mark.parametrize("fine", [True, False])
@pytest.mark.parametrize("processes", TWO, ids=["round", "in cents"])
@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_two_meters_move_as_every_path_has_it(
    processes: tuple[MeterProcess, MeterProcess],
    rounds: int,
    fine: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if not fine:
        monkeypatch.setattr(many, "_FINE_CELLS", 0)
    found = many_rounds(PLAIN_OF_TWO, rounds, jackpots=Jackpots(processes, OF_TWO))
    assert found.error < 1e-10
    expected = paths_of_two(processes, rounds)
    for net in expected:
        at_most = sum(ways for other, ways in expected.items() if other <= net) / 80**rounds
        assert found.probability_at_most(net) >= at_most - found.error
        assert found.probability_at_most(net - found.rounded_cents) <= at_most + found.error


def test_ruin_with_two_meters_is_within_its_error_of_every_path() -> None:
    processes = TWO[1]

    def lost(bankroll: int, meters: tuple[int, int], rounds: int) -> Fraction:
        if bankroll < 300:
            return Fraction(1)
        if not rounds:
            return Fraction(0)
        held = [m + each.growth_cents for m, each in zip(meters, processes, strict=True)]
        chance = Fraction(0)
        for cents, deals in PLAIN_OF_TWO.items():
            chance += Fraction(deals, 80) * lost(bankroll + cents, (held[0], held[1]), rounds - 1)
        for which, nets in OF_TWO.items():
            won = sum(held[place] for place in which)
            left = [processes[n].seed_cents if n in which else held[n] for n in (0, 1)]
            for cents, deals in nets.items():
                now = bankroll + cents + won
                chance += Fraction(deals, 80) * lost(now, (left[0], left[1]), rounds - 1)
        return chance

    found = risk_of_ruin(
        PLAIN_OF_TWO,
        bankroll_cents=700,
        needed_cents=300,
        rounds=5,
        jackpots=Jackpots(processes, OF_TWO),
    )
    assert found.error < 1e-2
    assert abs(found.ruined - float(lost(700, (1237, 411), 5))) <= found.error


def test_a_limit_that_is_seldom_reached_is_part_of_the_error() -> None:
    free, limited = (
        MeterProcess(500, 500, 100, Fraction(1, 2), limit_cents=limit) for limit in (0, 2000)
    )
    rounds, hits = 20, {0: 40}
    one, other = (
        many_rounds({-100: 40}, rounds, jackpots=Jackpots((each,), {(0,): hits}))
        for each in (free, limited)
    )
    # A wait of more than 15 rounds, at the start or after a hit.
    assert other.error - one.error == pytest.approx(0.5**15 + 10 * 0.5**15)
    assert limited.limit_reached(15) == 0.0


def ruined(process: MeterProcess, bankroll: int, rounds: int, goal: int) -> Fraction:
    """By enumerating every path; a round needs 300."""
    if bankroll < 300:
        return Fraction(1)
    if not rounds or bankroll >= goal:
        return Fraction(0)
    held = process.start_cents + process.growth_cents
    hit = MeterProcess(process.seed_cents, process.seed_cents, process.growth_cents, CHANCE)
    missed = MeterProcess(held, process.seed_cents, process.growth_cents, CHANCE)
    lost = Fraction(0)
    for cents, deals in PLAIN.items():
        lost += Fraction(deals, 80) * ruined(missed, bankroll + cents, rounds - 1, goal)
    for cents, deals in HITS.items():
        lost += Fraction(deals, 80) * ruined(hit, bankroll + cents + held, rounds - 1, goal)
    return lost


@pytest.mark.parametrize("goal", [None, 1500])
def test_ruin_with_a_moving_meter_is_within_its_error_of_every_path(goal: int | None) -> None:
    process = MeterProcess(1237, 550, 30, CHANCE)
    found = risk_of_ruin(
        PLAIN,
        bankroll_cents=900,
        needed_cents=300,
        rounds=6,
        goal_cents=goal,
        jackpots=Jackpots((process,), {(0,): HITS}),
    )
    expected = float(ruined(process, 900, 6, goal or 10**9))
    assert found.error < 1e-3
    assert abs(found.ruined - expected) <= found.error
    assert found.ruined + found.goal_reached + found.still_playing == pytest.approx(1)


# The next hit


def test_the_next_hit_comes_as_geometric_waits_do() -> None:
    process = MeterProcess(1_234_567, 100_000, 20, Fraction(1, 22_100))
    assert process.rounds_to_hit == 22_100
    assert process.rounds_until(0.5) == 15_319  # ln 2 times the average, less a little.
    assert process.expected_at_hit == 1_234_567 + 20 * 22_100
    assert process.meter_at_hit(0.5) == 1_234_567 + 20 * 15_319
    assert process.hit_within(22_100) == pytest.approx(1 - 0.367871, abs=1e-6)


def test_a_limit_sends_what_is_beyond_it_elsewhere() -> None:
    limited = MeterProcess(700, 500, 100, CHANCE, limit_cents=850)
    beyond = sum(
        float(CHANCE) * (1 - float(CHANCE)) ** (at - 1) * max(0, 700 + 100 * at - 850)
        for at in range(1, 4000)
    )
    assert limited.expected_overflow == pytest.approx(beyond)
    assert limited.expected_at_hit == pytest.approx(700 + 100 * 40 - beyond)
    assert [limited.after(rounds) for rounds in (0, 1, 2, 3)] == [700, 800, 850, 850]


def test_the_reserve_has_the_seed_in_it_if_the_wait_is_long_enough() -> None:
    process = MeterProcess(500, 500, 20, Fraction(1, 10))
    assert process.reserve_covers_seed(500, 0) == 1
    assert process.reserve_covers_seed(0, 0) == 0
    assert process.reserve_covers_seed(480, 5) == pytest.approx(0.9**3)


# Against runs


@pytest.fixture(scope="module")
def seat() -> Joint:
    return joint(HOUSE, SeatBets(1, BETS))


@pytest.fixture(scope="module")
def one_seat() -> Plan:
    decisions = decisions_of(HOUSE, "joint", SeatBets(1, BETS))
    return plan(HOUSE, BETS, seats=1, seed=17, decisions=decisions)


def run_of(planned: Plan, number: int, rounds: int) -> Totals:
    found = Totals(HOUSE, planned)
    found.add(run_block(planned, number, rounds))
    return found


def holds(planned: Plan, runs: int, rounds: int) -> list[float]:
    opening = sum(BETS.values())
    return [
        -run_of(planned, number, rounds).result().net_per_round / opening for number in range(runs)
    ]


def test_runs_of_a_million_rounds_hold_what_the_band_says(seat: Joint, one_seat: Plan) -> None:
    """A meter fixed at its seed would be expected to hold 10.67%."""
    found = hold(
        seat.plain, opening_cents=seat.opening_cents, rounds=1_000_000, jackpots=seat.jackpots
    )
    assert found.expected == pytest.approx(0.0942, abs=3e-4)
    half = next(each for each in found.intervals if each.probability == 0.5)
    whole = next(each for each in found.intervals if each.probability == 0.99)
    runs = holds(one_seat, 20, 1_000_000)
    assert sum(whole.lowest <= each <= whole.highest for each in runs) >= 18
    assert 4 <= sum(half.lowest <= each <= half.highest for each in runs) <= 16
    error = (whole.highest - whole.lowest) / 5.15 / sqrt(len(runs))
    assert isinstance(found.expected, float)
    assert abs(sum(runs) / len(runs) - found.expected) < 4 * error


@pytest.mark.long
@pytest.mark.parametrize("rounds", [1_000, 30_000, 1_000_000])
def test_bands_cover_as_often_as_they_say(seat: Joint, one_seat: Plan, rounds: int) -> None:
    """200 runs: within four standard errors of each share."""
    found = hold(
        seat.plain, opening_cents=seat.opening_cents, rounds=rounds, jackpots=seat.jackpots
    )
    runs = holds(one_seat, 200, rounds)
    for band in found.intervals:
        inside = sum(band.lowest <= each <= band.highest for each in runs) / len(runs)
        error = sqrt(band.probability * (1 - band.probability) / len(runs))
        assert abs(inside - band.probability) < 4 * error, band.probability


@pytest.mark.parametrize("seats", [1, 4])
def test_short_runs_lie_as_far_from_the_expected_edge_as_they_should(seats: int) -> None:
    """Over 30 runs of 20,000 rounds, most of them without a jackpot at one seat."""
    planned = plan(HOUSE, BETS, seats=seats, seed=5, decisions=decisions_of(HOUSE, "optimal"))
    beyond = beyond_own = 0
    edge, error, _ = expected_edges(run_of(planned, 0, 20_000))["progressive"]
    for number in range(30):
        found = run_of(planned, number, 20_000).result().wagers["progressive"]
        beyond += abs(found.edge - edge) > 2 * error
        beyond_own += abs(found.edge - edge) > 2 * found.standard_error
        assert 0.7 < found.standard_error / error < 1.4
    assert beyond <= 5
    assert beyond_own <= 6


def apart_in_own_errors(runs: int, rounds: int, bets: dict[str, int]) -> list[float]:
    """How far each run's net is from the expectation, in the run's own standard errors."""
    planned = plan(HOUSE, bets, seats=2, seed=5, decisions=decisions_of(HOUSE, "optimal"))
    expected = float(expected_cents(HOUSE, planned))
    found = []
    for number in range(runs):
        totals = run_of(planned, number, rounds)
        net = expected + expected_from_meters(totals, rounds) / rounds
        result = totals.result()
        found.append((result.net_per_round - net) / result.net_standard_error)
    return found


def test_the_error_that_a_run_states_is_that_of_its_net() -> None:
    """With only the meter bet, treating rounds as independent gives four times that error."""
    apart = apart_in_own_errors(60, 100_000, {"pair_plus": 500, "progressive": 100})
    assert 0.7 < sqrt(sum(each**2 for each in apart) / len(apart)) < 1.3


@pytest.mark.long
@pytest.mark.parametrize("bets", [BETS, {"pair_plus": 500, "progressive": 100}], ids=len)
def test_intervals_of_two_errors_cover_as_often_as_they_say(bets: dict[str, int]) -> None:
    """200 runs: within four standard errors of 95.4%."""
    apart = apart_in_own_errors(200, 500_000, bets)
    inside = sum(abs(each) <= 2 for each in apart) / len(apart)
    assert abs(inside - 0.9545) < 4 * sqrt(0.9545 * 0.0455 / len(apart))


def test_a_run_may_begin_at_any_meter() -> None:
    planned = plan(HOUSE, BETS, seats=7, seed=5, decisions=decisions_of(HOUSE, "optimal"))
    low, high = (Totals(HOUSE, planned, {"main": cents}) for cents in (100_000, 1_234_567))
    tally = run_block(planned, 0, 100_000)
    for each in (low, high):
        each.add(tally)
    assert high.jackpots[0][1] - low.jackpots[0][1] == 1_134_567
    assert high.jackpots[1:] == low.jackpots[1:]
    more = expected_edges(low)["progressive"].edge - expected_edges(high)["progressive"].edge
    hit = 1 - (1 - 7 / 22_100) ** 100_000
    assert more == pytest.approx(1_134_567 * hit / (100_000 * 7 * 100), rel=1e-9)
