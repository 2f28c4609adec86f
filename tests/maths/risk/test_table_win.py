"""A whole table's win, and the value of each row of its pay tables."""

import re
from fractions import Fraction
from math import comb, sqrt
from pathlib import Path
from typing import Any

import msgspec
import pytest

from queenhigh.cli import table_win_figures
from queenhigh.cli.stakes import shares
from queenhigh.house.loader import built_in
from queenhigh.maths.design.sensitivity import sensitivity
from queenhigh.maths.exact_figure import deviation_of, mean_of
from queenhigh.maths.risk.seat_round import SeatRound
from queenhigh.maths.risk.table_round import table_round
from queenhigh.maths.risk.table_win import TableWin, table_win
from queenhigh.maths.simulation.cells import decisions_of
from queenhigh.maths.simulation.simulation import Totals, plan, run_block
from queenhigh.wagers.document import SeatBets
from tests.maths.houses import from_text, house, with_pair_plus

MANUAL = built_in("manual")
BETS = {"ante": 500, "pair_plus": 500}
ROUNDS = 200_000


def win_of(bets: dict[str, int], seats: int, **more: Any) -> TableWin:
    return table_win(built_in("mics"), bets, seats=seats, rounds_an_hour=40, **more)


def test_seven_antes_have_a_deviation_of_6_372_units() -> None:
    """Not 4.337, as for seven with a dealer each; two seats correlate at 0.193."""
    found = table_win(MANUAL, {"ante": 500}, seats=7, rounds_an_hour=40)
    assert round(found.table_deviation_cents / 500, 3) == 6.372
    assert round(found.independent_deviation_cents / 500, 3) == 4.337
    assert round(found.correlation, 3) == 0.193


def test_a_simulated_table_wins_as_much_and_varies_as_much() -> None:
    house = built_in("mics")
    planned = plan(house, BETS, seats=5, seed=3, decisions=decisions_of(house, "optimal"))
    run = Totals(house, planned)
    run.add(run_block(planned, 0, ROUNDS))
    result, found = run.result(), win_of(BETS, 5)
    a_round = sum(each.value for each in found.win_a_round.values()) * 5
    assert abs(a_round + result.net_per_round) < 4 * result.net_standard_error
    deviation = result.net_standard_error * sqrt(ROUNDS)
    assert deviation == pytest.approx(found.table_deviation_cents, rel=0.02)


def test_a_side_bet_made_half_the_time_wins_half_as_much() -> None:
    always, half = win_of(BETS, 1), win_of(BETS, 1, uptake={"pair_plus": Fraction(1, 2)})
    assert half.win_a_round["pair_plus"].fraction * 2 == always.win_a_round["pair_plus"].fraction
    assert half.win_a_round["ante_play"] == always.win_a_round["ante_play"]
    never = win_of(BETS, 1, uptake={"pair_plus": Fraction(0)})
    assert never.seat_deviation_cents == pytest.approx(
        win_of({"ante": 500}, 1).seat_deviation_cents
    )


def test_hours_rounds_and_comp_follow_from_one_round() -> None:
    found = win_of({"ante": 1000}, 1, hours=(1, 24), comp=Fraction(3, 10))
    hour, day = found.periods
    loss = 40_000 * Fraction(13_733_780, 407_170_400)
    assert found.comp.loss_cents_an_hour.fraction == loss
    assert found.comp.comp_cents_an_hour.fraction == loss * 3 / 10
    assert (hour.rounds, day.rounds) == (40, 960)
    assert day.win.expected_cents == pytest.approx(24 * float(loss))
    assert day.deviation_cents == pytest.approx(hour.deviation_cents * sqrt(24))


def test_envy_is_paid_out_of_the_win() -> None:
    bets = {"ante": 500, "progressive": 100}
    found = table_win(MANUAL, bets, seats=1, rounds_an_hour=40)
    assert "envy" not in found.win_a_round
    seat = SeatRound(MANUAL, SeatBets(1, bets, decision="play"), {"progressive": Fraction(1, 2)})
    assert seat.envy(3) == Fraction(2 * 17_500, 22_100) / 2


@pytest.mark.parametrize("options", [{}, {"envy_own_hand": True}], ids=str)
def test_envy_is_part_of_the_deviation_of_a_table(options: dict[str, bool]) -> None:
    """As in every deal of two seats."""
    bets, ruled = {"ante": 500, "progressive": 100}, house("manual", **options)
    seat = SeatRound(ruled, SeatBets(1, bets, decision="play"), {})
    counted = table_round(ruled, bets, seats=2)
    nets = counted.totals.items()
    assert sqrt(seat.table_variance(2)) == pytest.approx(deviation_of(nets), rel=1e-12)
    assert -2 * (sum(seat.means.values()) + seat.envy(2)) == pytest.approx(
        -mean_of(nets), rel=1e-12
    )


def test_a_full_table_with_envy_varies_as_a_simulated_one_does() -> None:
    """High awards make it matter: envy of $100 and $25 with a bet of $1."""
    bets = {"ante": 500, "progressive": 100}
    seat = SeatRound(MANUAL, SeatBets(1, bets, decision="play"), {})
    with_envy, without = seat.table_variance(7), 7 * (seat.variance + 6 * seat.covariance())
    sampled = deviation_of(table_round(MANUAL, bets, seats=7, dealt=10 << 16).totals.items())
    assert sqrt(with_envy) == pytest.approx(sampled, rel=0.03)
    assert sqrt(without) < 0.93 * sqrt(with_envy)


def test_a_table_without_antes_is_refused() -> None:
    with pytest.raises(ValueError, match="seats with an ante"):
        win_of({"pair_plus": 500}, 1)


def test_the_worth_of_a_row_is_the_difference_between_two_tables() -> None:
    """Pair Plus with a flush at 4 instead of 3 loses 2.32% of the bet, not 7.28%."""
    rows = {(each.wager, each.row): each for each in sensitivity(with_pair_plus("40-30-6-3-1"))}
    flush = rows["pair_plus", "flush"].one_more
    assert flush is not None
    assert flush.fraction == -Fraction(1_096, 22_100)
    bonus = rows["ante_play", "three_of_a_kind"].one_more
    assert bonus is not None
    assert bonus.fraction == -Fraction(52, 22_100)


def test_a_row_that_would_pass_a_stronger_one_says_so() -> None:
    rows = {(each.wager, each.row): each for each in sensitivity(with_pair_plus("40-30-3-3-1"))}
    assert rows["pair_plus", "flush"].one_more is None
    assert "may not pay less" in rows["pair_plus", "flush"].impossible


@pytest.mark.parametrize("part", ["ante", "play"])
def test_the_rows_of_ante_and_play_have_a_sensitivity_too(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, part: str
) -> None:
    made = f"""
        dealer.qualifies_with = "any"
        {part}.pays.royal = {{hand = "straight_flush", ranks = "AKQ", to_one = 5}}
    """
    (found,) = sensitivity(from_text(tmp_path, made))
    assert (found.wager, found.table, found.row, found.pays) == ("ante_play", part, "royal", "5")
    assert found.one_more is not None
    beaten = comb(49, 3) - 3  # The dealer's hands that do not tie with a royal.
    assert found.one_more.fraction == -Fraction(4 * beaten, comb(52, 3) * comb(49, 3))
    table_win_figures.sensitivity(str(tmp_path / "house.toml"), options=None, json=False)
    assert re.search(rf"{part.capitalize()} +royal +5 to one", capsys.readouterr().out)


def printed(capsys: pytest.CaptureFixture[str], **changes: Any) -> str:
    given: dict[str, Any] = {
        "bets": ["pair_plus=0"],
        "uptake": [],
        "meter": [],
        "seats": 1,
        "rounds_an_hour": 40,
        "hours": [1.0],
        "comp": 0.0,
        "options": None,
        "json": False,
    }
    table_win_figures.win("mics", **given | changes)
    return capsys.readouterr().out


def test_win_is_printed_and_written_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert "loses $6.7460 per hour" in printed(capsys, comp=30.0)
    table_win_figures.sensitivity("mics", options=None, json=False)
    assert "-274/5525" in capsys.readouterr().out


def test_a_loss_with_a_meter_says_what_is_taken_off(capsys: pytest.CaptureFixture[str]) -> None:
    table_win_figures.win(
        "manual",
        bets=["pair_plus=0", "six_card_bonus=0"],
        uptake=[],
        meter=[],
        seats=1,
        rounds_an_hour=40,
        hours=[1.0],
        comp=0.0,
        options=None,
        json=False,
    )
    # $5 at 3.3730% and $1 at 21.0860%, which is the edge over many jackpots, in 40 rounds.
    words = " ".join(capsys.readouterr().out.split())
    assert "loses $15.1804 per hour on average in the long run, less what is owed" in words


def test_win_has_one_json_document(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    given: dict[str, Any] = {"bets": [], "uptake": ["pair_plus=25"], "meter": [], "seats": 1}
    more: dict[str, Any] = {"rounds_an_hour": 40, "hours": [1.0], "comp": 0.0, "options": None}
    table_win_figures.win("mics", **given, **more, json=True)
    found = msgspec.json.decode(capfdbinary.readouterr().out)
    assert found["uptake"] == {"ante": 1.0, "pair_plus": 0.25}


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"seats": 99}, "--seats"),
        ({"comp": 101.0}, "--comp"),
        ({"comp": float("nan")}, "--comp"),
        ({"hours": [0.0]}, "--hours"),
        ({"uptake": ["ante=50"]}, "not one of the side bets"),
        ({"uptake": ["pair_plus=101"], "bets": []}, "--uptake: 101"),
        ({"uptake": ["pair_plus=nan"], "bets": []}, "--uptake: nan is not a percentage"),
    ],
)
def test_impossible_tables_are_refused(
    changes: dict[str, Any], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ValueError, match=complaint):
        printed(capsys, **changes)


def test_shares_are_percentages_of_rounds() -> None:
    assert shares(BETS, ["pair_plus=40"]) == {"pair_plus": Fraction(2, 5)}
