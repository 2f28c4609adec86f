"""`queenhigh simulate`: whole tables at full speed, beside the exact figures."""

import os
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from ..house.loader import load_house
from ..house.model import House
from ..maths.analysis.player_rule import check_rule
from .figures import money
from .output import columns, console, print_json
from .progress import working
from .stakes import check_seats, meters, stakes

if TYPE_CHECKING:
    from ..maths.simulation.simulation import Runner, Simulated, Totals

_MOST_ROUNDS = 10**13  # With --until-se, where the error ends the run, not a number of rounds.


class Beside(msgspec.Struct):
    """The expected result of this many rounds, given the first meters, and how far off this run is.

    The expected error includes jackpots that a short run has not hit yet.
    """

    exact_edge: float
    exact_deviation: float  # Of one bet at one seat, in units of it, meters left out.
    expected_error: float
    standard_errors_apart: float


def simulate(
    house: str,
    *,
    rounds: int | None,
    seats: int,
    seed: int | None,
    bets: list[str] | None,
    meter: list[str] | None,
    strategy: str,
    cores: int | None,
    cluster: str | None,
    until_se: float | None,
    output: str | None,
    json: bool,
) -> int:
    playing = load_house(house)
    if until_se is not None and not 0 < until_se < 1:
        raise ValueError(f"--until-se: {until_se:g} is not possible: must be above 0 and below 1")
    check_seats(playing, seats)
    wagers, standing = stakes(playing, bets), meters(playing, meter)
    if strategy != "joint":
        check_rule(playing, strategy)
    from ..maths.simulation.cells import decisions_of
    from ..maths.simulation.path_files import check_file, write_path
    from ..maths.simulation.paths import Recorder
    from ..maths.simulation.simulation import plan, simulate
    from ..wagers.document import SeatBets

    if output:
        check_file(Path(output))
    runner = _runner(cores, cluster)
    chosen_seed = secrets.randbits(32) if seed is None else seed
    with working("decisions"):
        seat = SeatBets(1, wagers) if "ante" in wagers else None
        decisions = decisions_of(playing, strategy, seat)
        planned = plan(playing, wagers, seats=seats, seed=chosen_seed, decisions=decisions)
    wanted = rounds or (_MOST_ROUNDS if until_se else 10_000_000)
    recorder = Recorder()
    with _progress(wanted, until_se) as show:

        def watch(totals: "Totals") -> bool:
            show(totals)
            if output:
                recorder.watch(totals)
            return until_se is not None and _error(totals) <= until_se

        totals = simulate(
            playing,
            planned,
            wanted,
            runner=runner,
            watch=watch,
            meters=standing,
        )
    if not totals.rounds:
        raise ValueError("stopped before the first block was finished")
    if output:
        write_path(recorder.path(totals), Path(output))
    result = totals.result()
    beside = _beside(totals, result)
    if json:
        document = msgspec.to_builtins(result)
        for name, each in beside.items():
            document["wagers"][name] |= msgspec.to_builtins(each)
        print_json({**document, "strategy": strategy, "stakes": wagers})
    else:
        _print(playing, wagers, result, beside, strategy)
    return 0


def _runner(cores: int | None, cluster: str | None) -> "Runner":
    from ..maths.simulation.simulation import on_cores

    if cluster is None:
        return on_cores(cores or os.cpu_count() or 1)
    from ..maths.simulation.cluster import on_cluster

    return on_cluster(cluster)


def _error(totals: "Totals") -> float:
    """The standard error of the main wager's edge: the ante, or the first wager that is bet."""
    return totals.edge_error(totals.plan.columns[0])


@contextmanager
def _progress(rounds: int, until_se: float | None) -> Iterator["Callable[[Totals], None]"]:
    if not sys.stderr.isatty():
        yield lambda totals: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        BarColumn(),
        TextColumn("{task.fields[done]} rounds, {task.fields[rate]} a second"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=1.0, done="0", rate="-")

        def show(totals: "Totals") -> None:
            share = totals.rounds / rounds
            if until_se:  # The error falls with the square root of the rounds.
                share = max(share, (until_se / max(_error(totals), 1e-300)) ** 2)
            speed = progress.tasks[0].elapsed or 0
            rate = f"{totals.rounds / speed:,.0f}" if speed else "-"
            progress.update(task, completed=share, done=f"{totals.rounds:,}", rate=rate)

        yield show


def _beside(totals: "Totals", result: "Simulated") -> dict[str, Beside]:
    from ..maths.simulation.expectation import expected_edges

    found = {}
    with working("computing the expected totals"):
        expected = expected_edges(totals)
    for name, (edge, error, deviation) in expected.items():
        apart = result.wagers[name].edge - edge
        found[name] = Beside(edge, deviation, error, apart / error if error else 0.0)
    return found


def _print(
    house: House,
    wagers: dict[str, int],
    result: "Simulated",
    beside: dict[str, Beside],
    strategy: str,
) -> None:
    from rich.markup import escape

    from ..maths.analysis.titles import titles

    out, named = console(), titles(house)
    bets = ", ".join(f"{named[name]} {house.money(cents)}" for name, cents in wagers.items())
    seats = "one seat" if result.seats == 1 else f"{result.seats} seats"
    rounds = "round" if result.rounds == 1 else "rounds"
    out.print(
        f"[bold]{escape(house.key)}[/]: {result.rounds:,} {rounds} at {seats}, "
        f"seed {result.seed}, strategy {strategy}. Each seat bets {escape(bets)}.\n"
    )
    table = columns(
        *("Wager", "Staked", "Paid", "Returned", "Edge", "± error", "Expected", "± error"),
        *("Off by", "Deviation"),
    )
    for name, figure in result.wagers.items():
        exact = beside.get(name)
        table.add_row(
            escape(named[name]),
            house.money(figure.staked),
            house.money(figure.paid),
            house.money(figure.returned),
            f"{figure.edge:.4%}",
            f"{figure.standard_error:.4%}",
            f"{exact.exact_edge:.4%}" if exact else "",
            f"{exact.expected_error:.4%}" if exact else "",
            f"{exact.standard_errors_apart:+.2f}" if exact else "",
            f"{exact.exact_deviation:.4f}" if exact else "",
        )
    out.print(table)
    if beside:
        out.print(
            "\nExpected: the exact edge for this number of rounds, these bets and decisions, and "
            "the meters' starting amounts, without envy; the next column is the difference in "
            "standard errors. Deviation: the exact one of a bet at one seat, without meters. The "
            "errors allow for all seats playing against the same dealer's hand."
        )
    net, error = result.net_per_round, result.net_standard_error
    out.print(f"\nThe players' net per round: {money(house, net)} ± {money(house, error)}.")
    if result.meters:
        shown = [house.money(cents) for cents in result.meters.values()]
        stand = f"the meter is at {shown[0]}"
        if len(shown) > 1:
            each = map(" ".join, zip(result.meters, shown, strict=True))
            stand = f"the meters are at {', '.join(each)}"
        out.print(
            f"{result.jackpots:,} jackpots paid {house.money(result.jackpots_paid)}; {stand}. "
            f"Envy paid {house.money(result.envy_paid)}."
        )
    if result.fees:
        out.print(f"Collection fees: {house.money(result.fees)}.")
