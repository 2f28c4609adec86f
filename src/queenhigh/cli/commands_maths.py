"""The commands about figures, exact and simulated."""

from typing import Annotated

import typer

from .amount import some_cents
from .app import HouseArgument, JsonOption, NamedHouseOption, app, house_option
from .default_houses import house_of_many_bets, plain_house


def _house_option(by_default: str) -> object:
    return house_option(f"A house, a house file or a book; by default {by_default}.")


_PLAIN, _MANY_BETS = plain_house(), house_of_many_bets()
HouseToAnalyse = Annotated[str, _house_option(_PLAIN)]
HouseOfManyBets = Annotated[str, _house_option(_MANY_BETS)]
OptionsOption = Annotated[
    str | None,
    typer.Option(
        "--options", metavar="JSON", help="""Override options: '{\"tie\": \"player\"}'."""
    ),
]


BetsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--bet",
        metavar="KEY=AMOUNT",
        help="A bet: ante=$10 or ante=1000c; a bare number is cents, 0 leaves the bet out; "
        "by default the minimum. Repeatable.",
    ),
]
AllBetsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--bet",
        metavar="KEY=AMOUNT",
        help="Consider all bets of the seat together: ante=$10 or ante=1000c; a bare number is "
        "cents, 0 leaves a bet out, bets not named are at the minimum. By default the ante only.",
    ),
]
MeterOption = Annotated[
    list[str] | None,
    typer.Option(
        "--meter",
        metavar="[KEY=]AMOUNT",
        help="Amount on the meter ($1000; a bare number is cents), with its key if there are "
        "several; by default the seed.",
    ),
]
SeatsOption = Annotated[
    int,
    typer.Option(
        "--seats",
        min=1,
        help="Seats with the same bets. The figures are for one seat; its envy bonus depends on "
        "the others.",
    ),
]
DealtOption = Annotated[
    int | None,
    typer.Option(
        "--dealt",
        min=1,
        help="Seats dealt in, with or without these bets; by default the same as --seats.",
    ),
]
RoundsAnHourOption = Annotated[
    int, typer.Option(min=1, max=10_000, help="Rounds per hour, for the theoretical win.")
]


@app.command(runs="exact_figures.analyze")
def analyze(
    house: HouseToAnalyse = _PLAIN,
    seats: SeatsOption = 1,
    dealt: DealtOption = None,
    meter: MeterOption = None,
    options: OptionsOption = None,
    json: JsonOption = False,
) -> None:
    """Calculate a house's exact figures.

    Shows, for each wager by itself, edge, deviation, hit frequency, and every result with its
    number of combinations.
    """


@app.command(runs="exact_figures.strategy")
def strategy(
    house: HouseToAnalyse = _PLAIN,
    rules: Annotated[
        list[str] | None,
        typer.Option(
            "--rule",
            metavar="RULE",
            help="A simpler rule to compare: a category, or the lowest hand to play, such as Q7.",
        ),
    ] = None,
    closest: Annotated[int, typer.Option(min=0, help="How many close decisions to show.")] = 10,
    bets: AllBetsOption = None,
    meter: MeterOption = None,
    seen: Annotated[
        bool,
        typer.Option(
            "--seen", help="Also show the strategy for each rank of one exposed dealer card."
        ),
    ] = False,
    options: OptionsOption = None,
    json: JsonOption = False,
) -> None:
    """Show which hands to play.

    Also shows what simpler rules cost, and which decisions are closest. The JSON lists every hand.
    With --bet or --meter the strategy considers all bets of the seat together, and the output shows
    which decisions change, what that is worth, and from which meter each hand is played.
    """


@app.command(runs="position.joint")
def joint(
    house: HouseOfManyBets = _MANY_BETS,
    bets: BetsOption = None,
    meter: MeterOption = None,
    rule: Annotated[
        str | None,
        typer.Option(
            "--strategy",
            help="mimic, always, never, or the lowest hand to play (Q64); by default the best.",
        ),
    ] = None,
    rounds: Annotated[
        int | None,
        typer.Option(min=1, max=10**9, help="Also show the hold after this many rounds."),
    ] = None,
    bankroll: Annotated[
        int | None,
        typer.Option(
            metavar="AMOUNT",
            parser=some_cents,
            help="Also show the risk of ruin with this bankroll ($200; a bare number is cents).",
        ),
    ] = None,
    goal: Annotated[
        int | None,
        typer.Option(
            metavar="AMOUNT",
            parser=some_cents,
            help="Stop when the bankroll reaches this ($300; a bare number is cents); "
            "with --bankroll and --rounds.",
        ),
    ] = None,
    rounds_an_hour: RoundsAnHourOption = 40,
    options: OptionsOption = None,
    json: JsonOption = False,
) -> None:
    """Analyse all bets of a seat together.

    The bets share cards, so they win and lose together. Shows the exact distribution of the net,
    the correlation of the bets, the hold, and the risk of ruin.
    """


@app.command(runs="position.protect")
def protect(
    house: HouseToAnalyse = _PLAIN,
    others: Annotated[
        int, typer.Option(min=1, max=6, help="Other players who show their cards.")
    ] = 2,
    samples: Annotated[int, typer.Option(min=2, help="Samples for each class of hand.")] = 50,
    bets: AllBetsOption = None,
    meter: MeterOption = None,
    options: OptionsOption = None,
    json: JsonOption = False,
) -> None:
    """Show what seeing hidden cards is worth to a player.

    Covers one to three dealer cards, seen exactly or only by class, dead cards, and other
    players' cards. Also shows what each ruling on an irregularity costs.
    """


@app.command(runs="pay_table_design.design")
def design(
    wager: Annotated[
        str, typer.Argument(help="A wager of the house, or ante_bonus, ante or play.")
    ],
    house: HouseToAnalyse = _PLAIN,
    edge: Annotated[float | None, typer.Option(help="The target edge, in percent.")] = None,
    hit_frequency: Annotated[float | None, typer.Option(help="The target, in percent.")] = None,
    deviation: Annotated[float | None, typer.Option(help="The target, in bets.")] = None,
    within: Annotated[
        float | None,
        typer.Option(help="How far edge and hit frequency may be off, in percentage points."),
    ] = None,
    bounds: Annotated[
        list[str] | None,
        typer.Option(
            "--bound",
            metavar="ROW=PAYS",
            help="Payouts to try for a row: flush=3, flush=3,4 or straight_flush=35-50:5.",
        ),
    ] = None,
    best: Annotated[int, typer.Option(min=1, max=1000, help="How many pay tables to show.")] = 10,
    json: JsonOption = False,
) -> None:
    """Find pay tables that meet a target.

    Lists the best first. The exit status is 1 if there is none within the bounds.
    """


@app.command(runs="simulation_run.simulate")
def simulate(
    house: HouseToAnalyse = _PLAIN,
    rounds: Annotated[
        int | None,
        typer.Option("--rounds", min=1, max=10**13, help="How many rounds; 10,000,000 by default."),
    ] = None,
    seats: Annotated[
        int,
        typer.Option(
            "--seats", min=1, help="Players with the same bets; the figures are for all of them."
        ),
    ] = 1,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            min=0,
            max=2**64 - 1,
            help="The same seed gives the same totals, on any number of cores.",
        ),
    ] = None,
    bets: BetsOption = None,
    meter: MeterOption = None,
    strategy: Annotated[
        str,
        typer.Option(
            help=(
                "optimal for the ante, joint for all bets, mimic, always, never, or the lowest "
                "hand to play (Q64)."
            )
        ),
    ] = "optimal",
    cores: Annotated[
        int | None, typer.Option(min=1, help="Cores to use; all of them by default.")
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="A Dask scheduler; local:2 starts one here."),
    ] = None,
    until_se: Annotated[
        float | None,
        typer.Option(
            help="Stop when the standard error of the first wager's edge is this small: 0.0001 is "
            "0.01% of the bet."
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Write the results over time: .html, .csv or .parquet.",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Simulate whole tables at full speed.

    Prints each figure with its standard error, next to the exact one. Ctrl-C stops early and prints
    the figures so far.
    """


@app.command(runs="table_win_figures.win")
def win(
    house: HouseOfManyBets = _MANY_BETS,
    seats: Annotated[int, typer.Option("--seats", min=1, help="Players with the same bets.")] = 1,
    rounds_an_hour: RoundsAnHourOption = 40,
    hours: Annotated[
        list[float] | None,
        typer.Option(
            metavar="HOURS", help="A period in hours; by default 1, 8 and 24. Repeatable."
        ),
    ] = None,
    bets: BetsOption = None,
    uptake: Annotated[
        list[str] | None,
        typer.Option(
            "--uptake",
            metavar="KEY=PERCENT",
            help="Share of rounds in which a seat makes a side bet; by default all.",
        ),
    ] = None,
    meter: MeterOption = None,
    comp: Annotated[
        float, typer.Option(help="Percentage of a player's expected loss to give back.")
    ] = 0,
    options: OptionsOption = None,
    json: JsonOption = False,
) -> None:
    """Calculate what a table should win.

    Shows the expected win over a period and the range that chance allows, and what a player loses
    per hour, with the comp on it. Depends on the seats, the pace, the bets, and how often side bets
    are made.
    """


@app.command(runs="meter_figures.meter")
def meter(
    house: HouseOfManyBets = _MANY_BETS,
    seats: Annotated[
        int | None,
        typer.Option(
            "--seats", min=1, help="Seats that make the bet; by default one, half and all."
        ),
    ] = None,
    dealt: Annotated[
        int | None,
        typer.Option(
            "--dealt",
            min=1,
            help="Seats dealt in, with or without the bet; their hands can earn envy bonuses. By "
            "default only the seats with the bet.",
        ),
    ] = None,
    standing: MeterOption = None,
    must_hit_by: Annotated[
        int | None,
        typer.Option(
            metavar="AMOUNT",
            parser=some_cents,
            help="Assume that a hidden trigger pays the meter before it exceeds this amount "
            "($5000; a bare number is cents).",
        ),
    ] = None,
    options: OptionsOption = None,
    json: JsonOption = False,
) -> None:
    """Show how a progressive's meter develops.

    Shows when it is hit and what it then pays, the edge of the bet over time, and whether the
    reserve covers the next seed, for different numbers of seats that make the bet.
    """


@app.command(runs="table_win_figures.sensitivity")
def sensitivity(
    house: HouseToAnalyse = _PLAIN, options: OptionsOption = None, json: JsonOption = False
) -> None:
    """Show what each row of the pay tables is worth.

    Shows by how much, exactly, the edge changes when a row pays one unit more.
    """


@app.command(runs="par_sheet.par")
def par(
    named: HouseArgument = None,
    house: NamedHouseOption = None,
    output: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="FILE", help=".pdf, .html, .xlsx, .json or .csv."),
    ] = None,
    date: Annotated[
        str | None,
        typer.Option(metavar="YYYY-MM-DD", help="The date on the sheet; today by default."),
    ] = None,
    bets: BetsOption = None,
    meter: MeterOption = None,
    seats: SeatsOption = 1,
    rounds_an_hour: RoundsAnHourOption = 40,
    options: OptionsOption = None,
    json: JsonOption = False,
) -> None:
    """Write a house's PAR sheet.

    Contains the rule book and its options, frequencies, each wager's pay table, strategy, the joint
    distribution, volatility and hold, the method, and versions. A mathematician signs it, and a
    regulator files it.
    """


@app.command("rng-report", runs="randomness.rng_report")
def rng_report(
    house: HouseOfManyBets = _MANY_BETS,
    shuffles: Annotated[
        int, typer.Option(min=1_000, max=10**9, help="Decks to shuffle.")
    ] = 100_000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the simulated shufflers.")] = 1,
    json: JsonOption = False,
) -> None:
    """Test the shufflers that tables use.

    Compares positions, neighbours, runs and hands with those of a fair shuffle, and shows how far
    from fair the house's hand shuffle is. The exit status is 1 if a shuffler fails.
    """
