"""The commands that test the service with simulated faults and with killed processes."""

from typing import Annotated

import typer

from .app import JsonOption, app

ResultsOption = Annotated[
    str | None,
    typer.Option(
        "--results",
        metavar="FILE",
        help="Continue from this file, add to it, and stop at the requested number.",
    ),
]


@app.command("simulate-faults")
def simulate_faults(
    seeds: Annotated[
        int, typer.Option("--seeds", min=1, help="How many worlds, with consecutive seeds.")
    ] = 100,
    first: Annotated[int, typer.Option("--from", min=0, help="The first seed.")] = 0,
    minutes: Annotated[
        float | None,
        typer.Option("--minutes", min=0, help="Run for this long instead of a number of seeds."),
    ] = None,
    storm: Annotated[
        float,
        typer.Option("--storm", min=1, help="Seconds of faults in each world, in simulated time."),
    ] = 10.0,
    cores: Annotated[
        int | None, typer.Option("--cores", min=1, help="Cores to use; all of them by default.")
    ] = None,
    trace: Annotated[
        bool, typer.Option("--trace", help="Print what happened in the first world.")
    ] = False,
    store: Annotated[
        str,
        typer.Option(
            "--store",
            metavar="memory|sqlite|ADDRESS",
            help="Where the log is kept: in memory, in SQLite on a failing disk, or in PostgreSQL"
            " with dropped connections.",
        ),
    ] = "memory",
    results: ResultsOption = None,
    json: JsonOption = False,
) -> None:
    """Run the service in simulated worlds full of faults.

    An auditor checks each world.

    A seed determines a world: its processes, disk, network, clock and people. Messages are lost,
    delayed and duplicated, the database becomes unavailable, writes succeed without an answer, and
    processes die at any step. The auditor has its own model, and reads the log and everything that
    people are told. A seed that fails always fails in the same way: --from SEED --trace shows how.
    The exit status is then 1.

    Example: queenhigh simulate-faults --minutes 60
    """
    from . import fault_report

    wanted = fault_report.Wanted(first, seeds, minutes, storm, cores, store)
    raise typer.Exit(fault_report.simulate(wanted, trace=trace, json=json, results=results))


@app.command("crash-test")
def crash_test(
    database: Annotated[
        str | None,
        typer.Option(
            "--database",
            metavar="FILE|ADDRESS",
            help="A new file, or an empty PostgreSQL database; by default a temporary file.",
        ),
    ] = None,
    kills: Annotated[int, typer.Option("--kills", min=0, help="How many times to kill it.")] = 100,
    workers: Annotated[
        int,
        typer.Option(
            "--workers", min=1, help="Number of processes; more than one needs PostgreSQL."
        ),
    ] = 1,
    seed: Annotated[
        int,
        typer.Option("--seed", min=0, help="Seed for the load and for the moments of the kills."),
    ] = 1,
    results: ResultsOption = None,
    minutes: Annotated[
        float | None,
        typer.Option("--minutes", min=0, help="With --results: stop after this many minutes."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Kill a real service again and again under load.

    The log is verified after each kill.

    Starts queenhigh serve, plays at several tables, and kills its processes with SIGKILL at random
    moments. No acknowledged command may be missing or take effect twice, the chain must be
    unbroken, the money must balance, and play must continue. The exit status is 1 if any of this
    fails.

    Example: queenhigh crash-test --kills 300
    """
    from . import crash_report

    if results is not None:
        wanted = crash_report.Wanted(database or "sqlite", kills, workers, seed, minutes)
        raise typer.Exit(crash_report.add_up(wanted, results, json=json))
    raise typer.Exit(crash_report.crash_test(database, kills, workers, seed, json=json))
