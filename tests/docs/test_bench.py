"""The bench runs. Its measurements are not checked here: no test asserts a time."""

from pathlib import Path

import msgspec
import pytest

from bench.plan import COMMANDS, Measured, needs, waits
from bench.ratio import Ratio
from bench.rounds import WAGERS, lines
from bench.run import Report, main
from queenhigh.house.loader import built_in
from queenhigh.wagers.document import read_round
from queenhigh.wagers.opening import check_opening


def test_the_bench_reports_every_house(capsys: pytest.CaptureFixture[str]) -> None:
    main("--only settle,start --rounds 50 --repeat 1 --starts 1 --json".split())
    report = msgspec.json.decode(capsys.readouterr().out, type=Report)
    measured = [each.what for each in report.ratios]
    assert [f"settle --lines, {house}" in measured for house in WAGERS] == [True] * len(WAGERS)


def test_a_run_is_compared_with_an_earlier_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "former.json"
    main(["--only", "start", "--starts", "1", "--output", str(file)])
    former = msgspec.json.decode(file.read_bytes(), type=Report)
    for each in former.ratios:
        each.ratio = 123.45
    file.write_bytes(msgspec.json.encode(former))
    capsys.readouterr()
    main(["--only", "start", "--starts", "1", "--against", str(file)])
    shown = capsys.readouterr().out
    assert shown.count("123.45") == len(former.ratios)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("--only poker", "'poker' is no section"),
        ("--rounds 0", "'0' is not a whole number from 1 up"),
        ("--against nowhere.json", "nowhere.json"),
    ],
)
def test_an_impossible_bench_run_is_an_error(
    given: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(given.split())
    assert told in f"{ended.value} {capsys.readouterr().err}"


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


MEASURED = Measured(round_ms=80, table_mb=1, process_mb=100, commit_ms=3, command_ms=0.5)


def test_with_an_idle_log_nobody_waits_for_another() -> None:
    found = waits(1, 60, MEASURED, seconds=600)
    assert found.p50_ms == pytest.approx(3.5)
    assert found.busy < 0.01


def test_an_overloaded_log_falls_behind() -> None:
    takes = 1000 / MEASURED.command_ms * 60 / COMMANDS  # Tables at a round a minute.
    within = waits(round(0.5 * takes), 60, MEASURED, seconds=4)
    beyond = waits(round(1.5 * takes), 60, MEASURED, seconds=4)
    assert within.p99_ms < 50 < 500 < beyond.p99_ms


def test_a_plan_has_whole_processes_for_each_cardroom() -> None:
    found = needs(1_000, 400, 60, MEASURED, spare=0.5)
    assert (found.cardrooms, found.processes) == (3, 6)  # A process carries 375 tables.
    assert (found.connections, found.commands_a_second) == (7_000, 233)
