"""A feed in percent: the mathematics adds to a meter what the table adds to it."""

from fractions import Fraction

import pytest

from queenhigh.maths.analysis.analysis import analyze
from queenhigh.maths.meters.meter_course import process_at
from queenhigh.maths.risk.joint_distribution import joint
from queenhigh.maths.risk.seat_round import SeatRound
from queenhigh.maths.simulation.cells import decisions_of
from queenhigh.maths.simulation.simulation import Totals, plan
from queenhigh.table.events import MeterFed
from queenhigh.wagers.document import SeatBets
from tests.table.driver import Driven, house_with

BETS = {"ante": 500, "progressive": 100}
HOUSE = house_with(
    "manual", wagers={"progressive": {"feeds": {"main": {"cents": 0, "percent": "25/2"}}}}
)
FED = {1: 12, 2: 25, 3: 37, 5: 62, 7: 87}  # An eighth of each dollar, rounded down once.


@pytest.mark.parametrize(("seats", "cents"), FED.items())
def test_table_course_run_and_seat_agree_on_what_a_round_feeds(seats: int, cents: int) -> None:
    table = Driven(HOUSE).opened()
    for seat in range(1, seats + 1):
        table.bet(seat, ante=5, progressive=1)
    table.dealt()
    assert table.last(MeterFed).meter == cents

    figures = analyze(HOUSE, seats=seats).side_wagers["progressive"]
    course = process_at(HOUSE, "progressive", figures, seats)
    assert course is not None
    assert course.growth_cents == cents
    assert figures.long_run
    assert figures.by_seats
    of_bet = 1 - figures.long_run.kept_per_bet.fraction - figures.long_run.reserve_per_bet.fraction
    fixed = figures.fixed_return.fraction if figures.fixed_return else Fraction(0)
    envy = figures.by_seats[seats - 1].envy_return.fraction
    assert of_bet - fixed - envy == Fraction(cents, seats * 100)

    decisions = decisions_of(HOUSE, "optimal")
    run = Totals(HOUSE, plan(HOUSE, BETS, seats=seats, seed=1, decisions=decisions))
    assert run.meters.growth("main") == cents

    seat_round = SeatRound(HOUSE, SeatBets(1, BETS, decision="play"), {})
    assert seat_round.processes(seats, HOUSE.seeds)["main"].growth_cents == cents


def test_one_seat_alone_feeds_a_whole_number_of_cents() -> None:
    jackpots = joint(HOUSE, SeatBets(1, BETS)).jackpots
    assert jackpots
    assert jackpots.processes[0].growth_cents == FED[1]


def test_where_half_of_the_seats_bet_the_mean_feed_counts() -> None:
    bets = SeatBets(1, BETS, decision="play")
    seat_round = SeatRound(HOUSE, bets, {"progressive": Fraction(1, 2)})
    assert seat_round.processes(6, HOUSE.seeds)["main"].growth_cents == round(6 * 12.5 / 2)
