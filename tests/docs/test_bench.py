"""The bench runs. What it measures is nobody's business here: no test asserts a time."""

import subprocess
import sys

import msgspec

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
    assert [each.house for each in report.settle] == list(WAGERS)


def test_the_rounds_are_the_same_every_time_and_allowed() -> None:
    for house in WAGERS:
        once = list(lines(house, 20))
        assert once == list(lines(house, 20))
        assert all(check_opening(built_in(house), read_round(line)).accepted for line in once)
