"""The bench runs. What it measures is nobody's business here: no test asserts a time."""

import subprocess
import sys

import msgspec

from bench.ratio import Ratio
from bench.rounds import WAGERS, lines
from bench.run import Report
from queenhigh.house.loader import built_in
from queenhigh.wagers.document import read_round
from queenhigh.wagers.opening import check_opening
from tests.docs.examples import ROOT


def test_the_bench_reports_every_house() -> None:
    command = "-m bench --rounds 50 --repeat 1 --starts 1 --only-settle --json".split()
    done = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, check=True)
    report = msgspec.json.decode(done.stdout, type=Report)
    measured = [each.what for each in report.ratios]
    assert [f"settle --lines, {house}" in measured for house in WAGERS] == [True] * len(WAGERS)


def test_a_ratio_says_which_of_its_bars_it_meets() -> None:
    def standing(ratio: float, *, at_most: bool) -> str:
        must, aim = (10, 7) if at_most else (0.25, 0.5)
        return Ratio("", "", 1, 1, ratio, must, aim, at_most).standing

    assert [standing(each, at_most=False) for each in (0.2, 0.25, 0.5)] == ["below", "must", "aim"]
    assert [standing(each, at_most=True) for each in (11, 10, 7)] == ["below", "must", "aim"]


def test_the_rounds_are_the_same_every_time_and_allowed() -> None:
    for house in WAGERS:
        once = list(lines(house, 20))
        assert once == list(lines(house, 20))
        assert all(check_opening(built_in(house), read_round(line)).accepted for line in once)
