"""Meters that must be hit by an amount, against every trigger and every path."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import msgspec
import pytest

from queenhigh.cli import meter_figures
from queenhigh.house.errors import HouseError
from queenhigh.house.loader import built_in, with_settings
from queenhigh.house.model import House
from queenhigh.maths.analysis.analysis import analyze
from queenhigh.maths.analysis.decisions import rule
from queenhigh.maths.meters.must_hit_meter import MustHitBy, process_of
from queenhigh.maths.risk.bankroll import seat_hold
from queenhigh.maths.risk.joint_distribution import joint
from queenhigh.maths.risk.joint_figures import joint_figures
from queenhigh.maths.risk.many_rounds import Jackpots, many_rounds
from queenhigh.maths.risk.ruin import risk_of_ruin
from queenhigh.maths.simulation import run_meters
from queenhigh.maths.simulation.cells import decisions_of
from queenhigh.maths.simulation.expectation import expected_edges
from queenhigh.maths.simulation.simulation import Totals, on_cores, plan, run_block, simulate
from queenhigh.wagers.document import SeatBets
from tests.maths.houses import there

METERS = [
    MustHitBy(700, 500, 100, 1000),
    MustHitBy(700, 500, 70, 1000),  # The last step is shorter.
    MustHitBy(300, 500, 90, 1000, Fraction(1, 10)),
]


def paid_by_paths(process: MustHitBy, rounds: int) -> Fraction:
    """The average payout: the trigger is uniform above the meter until it is met."""
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
def test_the_expected_payout_is_that_of_every_path(process: MustHitBy, rounds: int) -> None:
    assert process.expected_paid(rounds) == pytest.approx(float(paid_by_paths(process, rounds)))


def variance_by_paths(process: MustHitBy, rounds: int) -> Fraction:
    """From the amounts paid and held by the meter, round after round."""
    states = {(0, process.start_cents): Fraction(1)}
    for _ in range(rounds):
        after: dict[tuple[int, int], Fraction] = {}
        for (paid, meter), chance in states.items():
            held = min(meter + process.growth_cents, process.limit_cents)
            met = Fraction(held - meter, process.limit_cents - meter)
            hit = 1 - (1 - met) * (1 - process.chance)
            for key, share in (
                ((paid + held, process.seed_cents), hit),
                ((paid, held), 1 - hit),
            ):
                if share:
                    after[key] = after.get(key, Fraction(0)) + chance * share
        states = after
    mean = sum((paid * chance for (paid, _), chance in states.items()), Fraction(0))
    square = sum((paid**2 * chance for (paid, _), chance in states.items()), Fraction(0))
    return square - mean**2


@pytest.mark.parametrize("process", METERS, ids=str)
@pytest.mark.parametrize("rounds", [1, 2, 5, 12])
def test_its_variance_is_that_of_every_path(process: MustHitBy, rounds: int) -> None:
    expected = float(variance_by_paths(process, rounds))
    assert process.variance_paid(rounds) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("process", METERS, ids=str)
def test_a_long_run_varies_at_its_rate(process: MustHitBy) -> None:
    late = process.variance_paid(2000) - process.variance_paid(1000)
    assert late / 1000 == pytest.approx(process.variance_a_round, rel=1e-6)


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


def test_the_variance_of_a_long_run_is_that_of_times_and_awards() -> None:
    process = MustHitBy(500, 500, 100, 700)
    # A hit comes after one round at 600 or two at 700: 1300 over 3 rounds, so 433 1/3 a round.
    rate = Fraction(1300, 3)
    spread = ((600 - rate) ** 2 + (700 - 2 * rate) ** 2) / 2
    assert process.variance_a_round == pytest.approx(float(spread / Fraction(3, 2)))


def test_the_reserve_has_the_seed_in_it_if_the_wait_is_long_enough() -> None:
    process = METERS[0]
    assert process.reserve_covers_seed(500, 0) == pytest.approx(1)
    assert process.reserve_covers_seed(0, 0) == 0
    assert process.reserve_covers_seed(0, 250) == pytest.approx(2 / 3)  # Two rounds or three.


def test_the_command_follows_the_meter(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    given: dict[str, Any] = {"seats": 7, "dealt": 7, "standing": ["$9000"], "options": None}
    meter_figures.meter("manual", **given, must_hit_by=1_000_000, json=True)
    found = msgspec.json.decode(capfdbinary.readouterr().out)["wagers"]["progressive"]
    (course,) = found
    assert course["seats"] == 7
    # 100,000 cents at 140 a round: a hand or the trigger hits within 715 rounds.
    assert 0 < course["rounds_to_hit"]["value"] < 358
    assert 900_000 < course["meter_by_share"]["50%"] < 1_000_000
    meter_figures.meter("manual", **given | {"seats": None}, must_hit_by=None, json=False)
    assert "22,100.0" in capfdbinary.readouterr().out.decode()


def test_bad_arguments_are_a_one_line_error() -> None:
    given: dict[str, Any] = {"standing": [], "options": None, "must_hit_by": None, "json": True}
    given["dealt"] = None
    with pytest.raises(ValueError, match="--dealt: 2 is fewer than the 3 seats that bet"):
        meter_figures.meter("manual", **given | {"seats": 3, "dealt": 2})
    with pytest.raises(ValueError, match="--dealt: manual has seats 1 to 7"):
        meter_figures.meter("manual", **given | {"seats": 3, "dealt": 8})
    with pytest.raises(ValueError, match="seats 1 to 7"):
        meter_figures.meter("manual", **given | {"seats": 8})
    with pytest.raises(ValueError, match="no meter"):
        meter_figures.meter("mics", **given | {"seats": 1})
    with pytest.raises(ValueError, match=r"--must-hit-by: .* more than the seed of \$1,000"):
        meter_figures.meter("manual", **given | {"seats": 1, "must_hit_by": 100})
    with pytest.raises(ValueError, match="must be less than --must-hit-by"):
        meter_figures.meter(
            "manual", **given | {"seats": 1, "must_hit_by": 150_000, "standing": ["$1500"]}
        )


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ((700, 500, 0, 1000), "grows with every round"),
        ((700, 500, 10, 400), "above its seed"),
        ((1000, 500, 10, 1000), "stands below"),
        ((0, 500, 1, 10**9), "too slowly"),
    ],
)
def test_an_impossible_meter_is_refused(given: tuple[int, int, int, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        MustHitBy(*given)


# As a setting of a house


@pytest.fixture(scope="module")
def mystery() -> House:
    return with_settings(built_in("manual"), {"meters.main.must_hit_by_cents": 200_000})


def test_the_edge_of_a_bet_takes_in_the_trigger(mystery: House) -> None:
    """The bet moves the meter from $1,799.80 to $1,800, and the trigger is below $2,000."""
    hands = there(analyze(built_in("manual"), meter_cents=180_000).wagers["progressive"].house_edge)
    found = analyze(mystery, meter_cents=180_000).side_wagers["progressive"]
    met = found.trigger
    assert met is not msgspec.UNSET
    assert met.chance.fraction == Fraction(20, 20_020)
    assert met.player_return.fraction == Fraction(20, 20_020) * Fraction(22_099, 22_100) * 1800
    assert found.house_edge.fraction == hands.fraction - met.player_return.fraction


def test_the_break_even_meter_is_the_first_at_which_the_bet_is_fair(mystery: House) -> None:
    even = int(there(analyze(mystery).side_wagers["progressive"].break_even_meter).fraction)
    edges = [
        analyze(mystery, meter_cents=each).wagers["progressive"].house_edge.fraction
        for each in (even - 1, even)
    ]
    assert edges[1] <= 0 < edges[0]
    assert 100_000 < even < 200_000


def test_a_simulated_run_meets_its_triggers_as_the_course_says(
    mystery: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over 60 runs; the meter is hit about 40 times in each, nearly always by the trigger."""
    # All runs have one course, and working it out takes ten times as long as a run.
    monkeypatch.setattr(run_meters, "process_of", cache(process_of))
    bets = {"ante": 500, "progressive": 100}
    planned = plan(mystery, bets, seats=1, seed=3, decisions=decisions_of(mystery, "Q64"))
    runs, paid = [], []
    for number in range(60):
        totals = Totals(mystery, msgspec.structs.replace(planned, seed=number))
        totals.add(run_block(totals.plan, 0, 100_000))
        runs.append(totals.result().wagers["progressive"].edge)
        paid += [each.cents for each in totals.jackpots]
    expected = expected_edges(simulate(mystery, planned, 100_000, runner=on_cores(1)))[
        "progressive"
    ]
    apart = [(each - expected.edge) / expected.error for each in runs]
    assert max(paid) <= 200_000 < 1.005 * max(paid)
    assert abs(sum(apart)) / len(apart) < 4 / len(apart) ** 0.5
    assert 0.6 < (sum(each**2 for each in apart) / len(apart)) ** 0.5 < 1.4


def test_a_trigger_pays_where_every_hand_is_folded(mystery: House) -> None:
    bets = {"ante": 500, "progressive": 100}
    planned = plan(mystery, bets, seats=1, seed=3, decisions=decisions_of(mystery, "never"))
    totals = simulate(mystery, planned, 50_000, runner=on_cores(1))
    edge, error, _ = expected_edges(totals)["progressive"]
    found = totals.result().wagers["progressive"]
    assert len(totals.jackpots) > 5
    assert abs(found.edge - edge) < 4 * error == pytest.approx(4 * found.standard_error)


def test_triggers_do_not_depend_on_how_a_run_is_cut_into_blocks(mystery: House) -> None:
    bets = {"ante": 500, "progressive": 100}
    planned = plan(mystery, bets, seats=7, seed=3, decisions=decisions_of(mystery, "Q64"))
    whole = simulate(mystery, planned, 50_000, runner=on_cores(1))
    again = simulate(mystery, planned, 50_000, runner=on_cores(2))
    assert whole.jackpots == again.jackpots == sorted(whole.jackpots)
    assert whole.result() == again.result()


# Many rounds with other bets

PLAIN, BY_HAND = {-100: 50, 100: 40, 200: 5}, {300: 3, -100: 2}
SEEN = [
    MustHitBy(700, 500, 100, 1000, Fraction(1, 20)),
    MustHitBy(600, 500, 70, 900, Fraction(1, 20)),  # The last step is shorter.
    MustHitBy(733, 517, 90, 1000, Fraction(1, 20)),  # Nothing fits the steps of the results.
    MustHitBy(500, 500, 200, 600, Fraction(1, 20)),  # Hit in every round.
]


def next_states(process: MustHitBy, meter: int) -> Iterator[tuple[int, int, Fraction]]:
    """Yield a round's net, the meter after it, and their probability."""
    held = min(meter + process.growth_cents, process.limit_cents)
    met = Fraction(held - meter, process.limit_cents - meter)
    for net, many in PLAIN.items():
        yield net + held, process.seed_cents, Fraction(many, 100) * met
        yield net, held, Fraction(many, 100) * (1 - met)
    for net, many in BY_HAND.items():
        yield net + held, process.seed_cents, Fraction(many, 100)


@pytest.mark.parametrize("process", SEEN, ids=str)
@pytest.mark.parametrize("rounds", [1, 2, 7])
def test_nets_of_many_rounds_are_within_their_error_of_every_path(
    process: MustHitBy, rounds: int
) -> None:
    states = {(0, process.start_cents): Fraction(1)}
    for _ in range(rounds):
        after: dict[tuple[int, int], Fraction] = {}
        for (so_far, meter), chance in states.items():
            for net, held, share in next_states(process, meter):
                if share:
                    key = (so_far + net, held)
                    after[key] = after.get(key, Fraction(0)) + chance * share
        states = after
    found = many_rounds(PLAIN, rounds, jackpots=Jackpots((process,), {(0,): BY_HAND}))
    assert found.error < 1e-9
    assert found.rounded_cents == 0
    for cents in {net for net, _ in states}:
        expected = float(sum(each for (net, _), each in states.items() if net <= cents))
        assert found.probability_at_most(cents) == pytest.approx(expected, abs=found.error)


def test_a_meter_between_two_steps_is_off_by_no_more_than_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    jackpots = Jackpots((SEEN[2],), {(0,): BY_HAND})
    exactly = many_rounds(PLAIN, 7, jackpots=jackpots)
    monkeypatch.setattr("queenhigh.maths.risk.many_rounds._FINE_CELLS", 0)
    coarse = many_rounds(PLAIN, 7, jackpots=jackpots)
    assert (exactly.unit_cents, coarse.unit_cents) == (1, 100)
    for cents in range(-700, 8000, 50):
        chance = exactly.probability_at_most(cents)
        least = coarse.probability_at_most(cents - coarse.rounded_cents)
        assert least - 1e-9 <= chance <= coarse.probability_at_most(cents) + 1e-9


@pytest.mark.parametrize("goal", [None, 2000])
@pytest.mark.parametrize("process", SEEN[:2], ids=str)
def test_ruin_is_within_its_error_of_every_path(process: MustHitBy, goal: int | None) -> None:
    @cache
    def ruined(bankroll: int, meter: int, rounds: int) -> Fraction:
        if bankroll < 100:
            return Fraction(1)
        if not rounds or (goal and bankroll >= goal):
            return Fraction(0)
        states = next_states(process, meter)
        paths = (p * ruined(bankroll + net, held, rounds - 1) for net, held, p in states if p)
        return sum(paths, Fraction(0))

    found = risk_of_ruin(
        PLAIN,
        bankroll_cents=300,
        needed_cents=100,
        rounds=14,
        goal_cents=goal,
        jackpots=Jackpots((process,), {(0,): BY_HAND}),
    )
    assert found.ruined == pytest.approx(
        float(ruined(300, process.start_cents, 14)), abs=found.error
    )
    assert found.ruined + found.goal_reached + found.still_playing == pytest.approx(1)


def test_all_bets_of_a_seat_take_in_the_trigger(mystery: House) -> None:
    """From the edge of each bet alone: the decisions are those of the ante."""
    bets = SeatBets(1, {"ante": 500, "progressive": 100})
    seat = joint(mystery, bets, meters={"main": 180_000}, rule=rule(mystery, "Q64"))
    alone = analyze(mystery, meter_cents=180_000)
    (of_meter,) = (each for each in joint_figures(seat).bets if each.bet == "progressive")
    edge = alone.wagers["progressive"].house_edge.fraction
    assert of_meter.expected_cents.fraction == -100 * edge


def test_the_hold_of_many_rounds_follows_the_meter_to_its_trigger(mystery: House) -> None:
    seat = joint(mystery, SeatBets(1, {"ante": 500, "progressive": 100}))
    found = seat_hold(seat, 1000)
    assert found.left_still == ""
    assert seat.jackpots is not None
    worked = many_rounds(seat.plain, 1000, jackpots=seat.jackpots)
    mean = sum(
        (worked.worst + place) * worked.unit_cents * each
        for place, each in enumerate(worked.probabilities)
    )
    assert -mean / 600 / 1000 == pytest.approx(found.expected_value, rel=1e-6)


def test_next_to_another_meter_it_stands_still_and_says_so(mystery: House) -> None:
    second = {
        "meters.second": {"seed_cents": 5000},
        "wagers.pair_plus.feeds": {"second": {"cents": 10}},
        "wagers.pair_plus.pays.straight_flush": {"percent": 100, "meter": "second"},
    }
    house = with_settings(mystery, second)
    seat = joint(house, SeatBets(1, {"ante": 500, "pair_plus": 500, "progressive": 100}))
    assert "followed alone" in seat_hold(seat, 10).left_still


def test_a_meter_given_above_that_amount_is_refused(mystery: House) -> None:
    with pytest.raises(ValueError, match=r"stands below \$2,000"):
        analyze(mystery, meter_cents=200_000)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"meters.main.must_hit_by_cents": 100_000}, "must be 100,001 to"),
        (
            {"meters.main.must_hit_by_cents": 500_000, "meters.main.limit_cents": 600_000},
            "no limit",
        ),
        (
            {
                "meters.main.must_hit_by_cents": 500_000,
                "wagers.progressive.pays.akq_spades": {"percent": 50, "meter": "main"},
            },
            "one wager that feeds",
        ),
        (
            {
                "meters.main.must_hit_by_cents": 500_000,
                "wagers.pair_plus.feeds": {"main": {"cents": 1}},
            },
            "one wager that feeds",
        ),
    ],
)
def test_an_impossible_setting_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(HouseError, match=message):
        with_settings(built_in("manual"), changes)
