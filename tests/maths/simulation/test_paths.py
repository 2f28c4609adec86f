"""A run as a path, and the files it is written to."""

import csv
import re
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import numpy as np
import pytest

from queenhigh.house.loader import built_in, with_options
from queenhigh.house.model import House
from queenhigh.maths.simulation import paths, simulation
from queenhigh.maths.simulation.cells import decisions_of
from queenhigh.maths.simulation.expectation import expected_cents
from queenhigh.maths.simulation.path_files import check_file, page, plot, write_path
from queenhigh.maths.simulation.paths import Recorder, RunPath, expected_from_meters
from queenhigh.maths.simulation.simulation import Totals, on_cores, plan, run_block, simulate

ALL_BETS = {"ante": 1000, "pair_plus": 500, "six_card_bonus": 500, "progressive": 100}
HOUSE = built_in("manual")


def run(
    rounds: int,
    *,
    seats: int = 1,
    wagers: dict[str, int] = ALL_BETS,
    house: House = HOUSE,
    seed: int = 3,
) -> tuple[Recorder, Totals]:
    decisions = decisions_of(house, "Q64")
    running = plan(house, wagers, seats=seats, seed=seed, decisions=decisions)
    recorder = Recorder()
    totals = simulate(house, running, rounds, runner=on_cores(2), watch=recorder.watch)
    return recorder, totals


def path(rounds: int, **more: Any) -> RunPath:
    recorder, totals = run(rounds, **more)
    return recorder.path(totals)


@pytest.mark.parametrize("seats", [1, 3, 7])
@pytest.mark.parametrize("rounds", [1, 7, 1_999, 50_000])
def test_a_path_ends_where_the_run_ends(rounds: int, seats: int) -> None:
    recorder, totals = run(rounds, seats=seats)
    points, found = recorder.path(totals).points, totals.result()
    assert points.rounds[0] == points.net_cents[0] == 0
    assert points.rounds[-1] == rounds
    assert points.net_cents[-1] == round(found.net_per_round * rounds)
    assert points.meter_cents is not None
    assert points.meter_cents[-1] == found.meter
    assert len(points.rounds) <= paths.MOST_POINTS + 1
    assert points.rounds == sorted(set(points.rounds))


def test_every_point_is_the_total_of_a_run_of_that_many_rounds() -> None:
    """Including jackpots and envy: the run is dealt again for some of the points."""
    house = with_options(HOUSE, b'{"envy_dealer_hand": true, "collection_fee": {"amount": 1}}')
    whole = path(60_000, seats=4, house=house)
    assert len(whole.jackpots) > 3
    for place in (1, 2, 500, 1_000, 1_500, len(whole.points.rounds) - 1):
        rounds = whole.points.rounds[place]
        _, totals = run(rounds, seats=4, house=house)
        found = totals.result()
        assert whole.points.net_cents[place] == round(found.net_per_round * rounds)
        assert whole.points.meter_cents is not None
        assert whole.points.meter_cents[place] == found.meter


@pytest.mark.parametrize("block", [64, 997])
def test_steps_go_across_the_borders_of_blocks(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "BLOCK", block)
    monkeypatch.setattr(paths, "FEWEST_POINTS", 10**6)
    monkeypatch.setattr(paths, "MOST_POINTS", 50)
    recorder, totals = run(6_001, seats=2)
    points = recorder.path(totals).points
    steps = np.diff(points.rounds)
    assert set(steps[:-1].tolist()) == {121}
    by_block = dict(zip(recorder._rounds, recorder._nets, strict=True))
    again, nets = paths._dealt_again(totals)
    common = [(nets[place], by_block[at]) for place, at in enumerate(again) if at in by_block]
    assert common
    assert all(one == two for one, two in common)


def test_many_blocks_make_a_path_by_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "BLOCK", 100)
    monkeypatch.setattr(paths, "MOST_POINTS", 150)
    monkeypatch.setattr(paths, "_dealt_again", None)
    points = path(40_050).points
    assert len(points.rounds) <= 151
    assert set(np.diff(points.rounds)[:-1].tolist()) == {300}
    assert points.rounds[-1] == 40_050


def test_a_stopped_run_has_a_path_up_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "BLOCK", 1_000)
    _, totals = run(1)
    recorder = Recorder()

    def watch(totals: Totals) -> bool:
        recorder.watch(totals)
        return totals.rounds >= 3_000

    stopped = simulate(HOUSE, totals.plan, 10_000, runner=on_cores(2), watch=watch)
    points = recorder.path(stopped).points
    assert points.rounds[-1] == 3_000
    assert points.net_cents[-1] == round(stopped.result().net_per_round * 3_000)


@pytest.mark.parametrize("seats", [1, 7])
@pytest.mark.parametrize("rounds", [600_000, pytest.param(3_000_000, marks=pytest.mark.long)])
def test_the_expected_line_is_where_runs_end(rounds: int, seats: int) -> None:
    """Including the meter's growth from its seed."""
    found = path(rounds, seats=seats)
    points = found.points
    half = points.high_cents[-1] - points.expected_cents[-1]
    assert abs(points.net_cents[-1] - points.expected_cents[-1]) < 1.6 * half
    inside = [
        low <= net <= high
        for low, net, high in zip(
            points.low_cents, points.net_cents, points.high_cents, strict=True
        )
    ]
    assert sum(inside) > 0.5 * len(inside)


ENVY = [
    {"envy_own_hand": own, "envy_dealer_hand": dealer, "envy_multiple": multiple}
    for own in (True, False)
    for dealer in (True, False)
    for multiple in (True, False)
]


@pytest.mark.parametrize("options", ENVY, ids=str)
def test_envy_and_fee_are_expected_as_they_come(options: dict[str, bool]) -> None:
    fee = {"collection_fee": {"amount": 2}}
    house = with_options(HOUSE, msgspec.json.encode(options | fee))
    _, totals = run(1_000_000, seats=5, house=house)
    found, jackpots = totals.result(), sum(each.cents for each in totals.jackpots)
    without_meter = found.net_per_round - jackpots / totals.rounds
    apart = without_meter - float(expected_cents(house, totals.plan))
    assert abs(apart) < 4 * found.net_standard_error
    without_envy = with_options(HOUSE, msgspec.json.encode(fee | {"envy_own_hand": False}))
    envy = (
        expected_cents(house, totals.plan)
        - expected_cents(without_envy, msgspec.structs.replace(totals.plan, seats=1)) * 5
    )
    error = np.sqrt(totals.squares[-2]) / totals.rounds
    assert abs(found.envy_paid / totals.rounds - float(envy)) < 4 * error


def test_one_envy_bonus_at_most_costs_the_lower_of_two() -> None:
    """Two other seats hold two of the four A-K-Qs in 12 of so many ways; the lower is $25."""
    several = plan(HOUSE, ALL_BETS, seats=3, seed=1, decisions=np.ones(22_100, np.int64))
    one_only = with_options(HOUSE, b'{"envy_multiple": false}')
    lost = expected_cents(HOUSE, several) - expected_cents(one_only, several)
    assert lost == 3 * Fraction(12 * 2_500, 22_100 * 18_424)


NO_ANTE = {name: cents for name, cents in ALL_BETS.items() if name != "ante"}


@pytest.mark.parametrize("lowest", ["always", "K", "AA"])
@pytest.mark.parametrize("wagers", [ALL_BETS, {"ante": 1000}, NO_ANTE], ids=str)
def test_any_strategy_and_any_bets_have_their_expectation(
    wagers: dict[str, int], lowest: str
) -> None:
    decisions = decisions_of(HOUSE, lowest)
    running = plan(HOUSE, wagers, seats=2, seed=8, decisions=decisions)
    totals = simulate(HOUSE, running, 1_000_000, runner=on_cores(2))
    found, jackpots = totals.result(), sum(each.cents for each in totals.jackpots)
    without_meter = found.net_per_round - jackpots / totals.rounds
    apart = without_meter - float(expected_cents(HOUSE, running))
    assert abs(apart) < 4 * found.net_standard_error


def test_the_meter_is_expected_to_pay_what_it_pays_on_average() -> None:
    """Over 800 runs of 20,000 rounds: starting from its seed, the meter has not grown yet."""
    _, totals = run(1)
    running, rounds = totals.plan, 20_000
    paid = []
    for number in range(800):
        tally = run_block(running, number, rounds)
        alone = Totals(HOUSE, running)
        alone.add(tally)
        paid.append(sum(each.cents for each in alone.jackpots))
    error = np.std(paid) / np.sqrt(len(paid))
    assert abs(np.mean(paid) - expected_from_meters(totals, rounds)) < 4 * error


def test_a_strategy_that_folds_everything_is_expected_no_jackpot() -> None:
    folds = plan(HOUSE, ALL_BETS, seats=1, seed=1, decisions=np.zeros(22_100, np.int64))
    totals = simulate(HOUSE, folds, 100, runner=on_cores(1))
    assert expected_from_meters(totals, 100) == 0


def test_half_of_the_band_is_the_normal_one() -> None:
    recorder, totals = run(10_000)
    points = recorder.path(totals).points
    for at, low, expected, high in zip(
        points.rounds, points.low_cents, points.expected_cents, points.high_cents, strict=True
    ):
        half = 1.959964 * totals.deviation(rounds=at) if at else 0
        assert high - expected == pytest.approx(half, abs=1.1)
        assert expected - low == pytest.approx(half, abs=1.1)


# Files


def test_a_csv_file_holds_every_point(tmp_path: Path) -> None:
    found = path(5_000)
    write_path(found, tmp_path / "run.csv")
    with (tmp_path / "run.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["net_cents"]) for row in rows] == found.points.net_cents
    assert [int(row["meter_cents"]) for row in rows] == found.points.meter_cents
    assert [int(row["rounds"]) for row in rows] == found.points.rounds


def test_without_a_progressive_there_is_no_meter(tmp_path: Path) -> None:
    found = path(500, wagers={"ante": 1000, "pair_plus": 500}, house=built_in("classic"))
    assert found.points.meter_cents is None
    write_path(found, tmp_path / "run.csv")
    header = (tmp_path / "run.csv").read_text().splitlines()[0]
    assert header == "rounds,net_cents,expected_cents,low_cents,high_cents"
    assert "meter" not in page(found)


def test_a_parquet_file_holds_every_point_and_what_was_run(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    found = path(5_000)
    write_path(found, tmp_path / "run.parquet")
    table = parquet.read_table(tmp_path / "run.parquet")
    assert table.column("net_cents").to_pylist() == found.points.net_cents
    about = msgspec.json.decode(table.schema.metadata[b"queenhigh"])
    assert (about["house"], about["seed"]) == (found.house, 3)
    assert about["wagers"]["ante"] == 1000


def test_without_pyarrow_the_error_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'queenhigh\[parquet\]'"):
        check_file(tmp_path / "run.parquet")


def test_other_files_are_refused_before_the_run(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"\.html, \.csv, \.parquet"):
        check_file(tmp_path / "run.xlsx")
    for suffix in (".html", ".csv"):
        check_file(tmp_path / f"run{suffix}")


def test_a_path_that_cannot_be_written_is_refused_before_the_run(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="there is no directory"):
        check_file(tmp_path / "nowhere" / "run.csv")
    (tmp_path / "is.csv").mkdir()
    with pytest.raises(ValueError, match="is a directory"):
        check_file(tmp_path / "is.csv")


@pytest.mark.parametrize(
    ("rounds", "seats"), [(1, 1), (240, 1), (20_000, 3), (400_000, 7)], ids=str
)
def test_a_page_needs_nothing_else_and_says_what_was_run(
    rounds: int, seats: int, tmp_path: Path
) -> None:
    found = path(rounds, seats=seats)
    write_path(found, tmp_path / "run.html")
    text = (tmp_path / "run.html").read_text("utf-8")
    assert f"{rounds:,} rounds" in text
    assert "Ante $10, Pair Plus $5, 6 Card Bonus $5, Progressive $1" in text
    assert not re.findall(r"""(?:src|href)=["'](?!#)""", text)  # Nothing from elsewhere.
    drawing = ElementTree.fromstring(plot(found))
    words = "".join(drawing.itertext())
    assert "95 of 100 runs end" in words
    assert "this run" in words
    assert "rounds" in words


def test_a_long_run_is_drawn_as_the_difference_from_what_was_expected() -> None:
    long, short = (path(rounds) for rounds in (2_000_000, 300))
    assert "How far the player has been from the expected line" in plot(long)
    assert "What the player has won" in plot(short)


def test_the_same_run_gives_the_same_page() -> None:
    assert page(path(2_000)) == page(path(2_000))
