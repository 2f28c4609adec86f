"""`queenhigh simulate`: whole tables at full speed, beside the exact figures."""

import os
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from ..house.dollars import dollars
from ..house.loader import load_house
from ..house.model import House
from ..wagers.document import Wagers
from ..wagers.limits import NAMES
from .figures import TITLES
from .output import console, print_json

if TYPE_CHECKING:
    from ..maths.analysis import Analysis
    from ..maths.simulation import Runner, Simulated, Totals

_MOST_ROUNDS = 10**13  # With --until-se, where the error and not a number of rounds ends it.


class Beside(msgspec.Struct):
    """The exact edge, and how far the simulated one is from it."""

    exact_edge: float
    standard_errors_apart: float


def simulate(
    house: str,
    *,
    rounds: int | None,
    seats: int,
    seed: int | None,
    stakes: dict[str, int | None],
    strategy: str,
    cores: int | None,
    cluster: str | None,
    until_se: float | None,
    output: str | None,
    json: bool,
) -> int:
    playing = load_house(house)
    if not 1 <= seats <= playing.seats:
        raise ValueError(f"--seats: {playing.key} has seats 1 to {playing.seats}")
    wagers = _wagers(playing, stakes)
    from ..maths.cells import plays_table
    from ..maths.path_files import check_file, write_path
    from ..maths.paths import Recorder
    from ..maths.simulation import plan, simulate

    if output:
        check_file(Path(output))

    chosen_seed = secrets.randbits(32) if seed is None else seed % 2**64
    planned = plan(
        playing, wagers, seats=seats, seed=chosen_seed, plays=plays_table(playing, strategy)
    )
    wanted = rounds or (_MOST_ROUNDS if until_se else 10_000_000)
    recorder = Recorder()
    with _progress(wanted, until_se) as show:

        def watch(totals: "Totals") -> bool:
            show(totals)
            if output:
                recorder.watch(totals)
            return until_se is not None and _error(totals) <= until_se

        totals = simulate(playing, planned, wanted, runner=_runner(cores, cluster), watch=watch)
    if not totals.rounds:
        raise ValueError("stopped before the first block was done")
    if output:
        write_path(recorder.path(totals), Path(output))
    result = totals.result()
    beside = _beside(playing, result, strategy)
    if json:
        document = msgspec.to_builtins(result)
        for name, each in beside.items():
            document["wagers"][name] |= msgspec.to_builtins(each)
        print_json({**document, "strategy": strategy, "stakes": wagers})
    else:
        _print(playing, wagers, result, beside, strategy)
    return 0


def _wagers(house: House, stakes: dict[str, int | None]) -> Wagers:
    """Dollars by wager; what is not said is the table's minimum, and 0 leaves a bet out."""
    amounts = {}
    for name, asked in stakes.items():
        offered = name in house.wagers
        if asked and not offered:
            raise ValueError(f"--{name.replace('_', '-')}: {house.key} does not offer it")
        least = house.limit(name).minimum_cents if offered else 0  # type: ignore[arg-type]
        amounts[name] = least if asked is None else asked * 100
    if not any(amounts.values()):
        raise ValueError("nothing is bet")
    return Wagers(**amounts)


def _runner(cores: int | None, cluster: str | None) -> "Runner":
    from ..maths.simulation import on_cores

    if cluster is None:
        return on_cores(cores or os.cpu_count() or 1)
    from ..maths.cluster import on_cluster

    return on_cluster(cluster)


def _error(totals: "Totals") -> float:
    """Of the main wager's edge: the ante's, or the first that is bet."""
    return next(iter(totals.result().wagers.values())).standard_error


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


def _beside(house: House, result: "Simulated", strategy: str) -> dict[str, Beside]:
    exact = _exact_edges(house, result, strategy)
    found = {}
    for name, figure in result.wagers.items():
        if name in exact:
            apart = figure.edge - exact[name]
            errors = apart / figure.standard_error if figure.standard_error else 0.0
            found[name] = Beside(exact[name], errors)
    return found


def _exact_edges(house: House, result: "Simulated", strategy: str) -> dict[str, float]:
    """The progressive's is that of the long run, envy left out: it stands on its own here."""
    from ..maths.analysis import analyze
    from ..maths.ante_play import ante_play
    from ..maths.decisions import rule

    analysis: Analysis = analyze(house, 1)
    edges = {"ante_play": ante_play(house, rule(house, strategy)).house_edge.value}
    wagers = analysis.wagers
    for name in ("pair_plus", "six_card_bonus"):
        figures = getattr(wagers, name)
        if figures is not msgspec.UNSET:
            edges[name] = figures.house_edge.value
    if wagers.progressive is not msgspec.UNSET:
        edges["progressive"] = wagers.progressive.long_run.house_edge.value
    return edges


def _print(
    house: House, wagers: Wagers, result: "Simulated", beside: dict[str, Beside], strategy: str
) -> None:
    from rich.table import Table

    out = console()
    bets = ", ".join(
        f"{NAMES[name]} {dollars(amount)}"
        for name in wagers.__struct_fields__
        if (amount := getattr(wagers, name))
    )
    out.print(
        f"[bold]{house.key}[/]: {result.rounds:,} rounds at {result.seats} seats, "
        f"seed {result.seed}, strategy {strategy}. Each seat bets {bets}.\n"
    )
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("Wager")
    headings = ("Staked", "Paid", "Returned", "Edge", "± error", "Exact", "Errors apart")
    for heading in headings:
        table.add_column(heading, justify="right")
    for name, figure in result.wagers.items():
        exact = beside.get(name)
        table.add_row(
            TITLES[name],
            dollars(figure.staked),
            dollars(figure.paid),
            dollars(figure.returned),
            f"{figure.edge:.4%}",
            f"{figure.standard_error:.4%}",
            f"{exact.exact_edge:.4%}" if exact else "",
            f"{exact.standard_errors_apart:+.2f}" if exact else "",
        )
    out.print(table)
    net = result.net_per_round / 100
    error = result.net_standard_error / 100
    out.print(f"\nThe players' net a round: ${net:,.4f} ± ${error:,.4f}.")
    if result.meter is not None:
        out.print(
            f"{result.jackpots:,} jackpots paid {dollars(result.jackpots_paid)}; the meter stands "
            f"at {dollars(result.meter)}. Envy paid {dollars(result.envy_paid)}."
        )
    if result.fees:
        out.print(f"Collection fees: {dollars(result.fees)}.")
