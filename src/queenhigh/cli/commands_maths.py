"""The commands about figures: exact ones, and simulated ones beside them."""

from typing import Annotated, Any

import typer

from .amount import some_cents
from .app import HouseArgument, JsonOption, NamedHouseOption, app, house_option
from .default_houses import house_of_many_bets, plain_house


def _house_option(by_default: str) -> Any:
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
        help="A bet by its wager's key, as in ante=$10 or ante=1000c; a bare number is cents, "
        "0 leaves it out; by default the minimum.",
    ),
]
AllBetsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--bet",
        metavar="KEY=AMOUNT",
        help="For all bets of the seat together: ante=$10, or 1000c; a bare number is cents, 0 "
        "leaves a bet out, the others are at the minimum. By default the ante alone.",
    ),
]
MeterOption = Annotated[
    list[str] | None,
    typer.Option(
        "--meter",
        metavar="[KEY=]AMOUNT",
        help="The meter, or each of several by its key ($1000; a bare number is cents); by "
        "default its seed.",
    ),
]
SeatsOption = Annotated[
    int,
    typer.Option(
        "--seats",
        min=1,
        help="Seats with the same bets; the figures are one seat's, and its envy depends on them.",
    ),
]
DealtOption = Annotated[
    int | None,
    typer.Option(
        "--dealt",
        min=1,
        help="Seats dealt in, with these bets or without; by default as many as --seats.",
    ),
]
RoundsAnHourOption = Annotated[
    int, typer.Option(min=1, max=10_000, help="Rounds an hour, for the theoretical win.")
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
    """Work out a house's exact figures.

    Each wager by itself: edge, deviation, hit frequency, every result with its combinations.
    """


@app.command(runs="exact_figures.strategy")
def strategy(
    house: HouseToAnalyse = _PLAIN,
    rules: Annotated[
        list[str] | None,
        typer.Option(
            "--rule",
            metavar="RULE",
            help="A rule to price: a category, or the lowest hand to play, such as Q7.",
        ),
    ] = None,
    closest: Annotated[int, typer.Option(min=0, help="How many close decisions to show.")] = 10,
    bets: AllBetsOption = None,
    meter: MeterOption = None,
    seen: Annotated[
        bool, typer.Option("--seen", help="Also against each rank of one dealer card that is seen.")
    ] = False,
    options: OptionsOption = None,
    json: JsonOption = False,
) -> None:
    """Say which hands to play.

    Also what simpler rules cost, and which decisions are closest. The JSON has every hand. With
    --bet or --meter, all bets of the seat count together: where that changes a decision, what the
    change is worth, and at which meter a hand is played.
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
            help="The bankroll at which the player leaves a winner ($300; a bare number is cents); "
            "with --bankroll and --rounds.",
        ),
    ] = None,
    rounds_an_hour: RoundsAnHourOption = 40,
    options: OptionsOption = None,
    json: JsonOption = False,
) -> None:
    """Work out all bets of a seat together.

    They share cards: the exact distribution of the net, how the bets correlate, hold and ruin.
    """


@app.command(runs="position.protect")
def protect(
    house: HouseToAnalyse = _PLAIN,
    others: Annotated[int, typer.Option(min=1, max=6, help="Players who share their cards.")] = 2,
    samples: Annotated[int, typer.Option(min=2, help="Sets of cards for each class of hand.")] = 50,
    bets: AllBetsOption = None,
    meter: MeterOption = None,
    options: OptionsOption = None,
    json: JsonOption = False,
) -> None:
    """Show what seeing other cards is worth.

    One to three dealer cards, known exactly or only by class; dead cards; other players' cards; and
    what a ruling on an irregularity costs.
    """


@app.command(runs="pay_table_design.design")
def design(
    wager: Annotated[str, typer.Argument(help="A wager of the house, or ante_bonus.")],
    house: HouseToAnalyse = _PLAIN,
    edge: Annotated[float | None, typer.Option(help="The edge wanted, in percent.")] = None,
    hit_frequency: Annotated[float | None, typer.Option(help="In percent.")] = None,
    deviation: Annotated[float | None, typer.Option(help="In units of the bet.")] = None,
    within: Annotated[
        float | None, typer.Option(help="Percentage points that edge and hits may be off.")
    ] = None,
    bounds: Annotated[
        list[str] | None,
        typer.Option(
            "--bound",
            metavar="ROW=PAYS",
            help="Pays to try for a row: flush=3, flush=3,4 or straight_flush=35-50:5.",
        ),
    ] = None,
    best: Annotated[int, typer.Option(min=1, max=1000, help="How many tables.")] = 10,
    json: JsonOption = False,
) -> None:
    """Find pay tables that meet a target.

    Best first. The exit status is 1 if none within the bounds does.
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
            "--seats", min=1, help="Players who bet alike; the figures are of all of them."
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
            help="Stop when the first wager's edge is known to within this standard error, a share "
            "of the bet: 0.0001 is 0.01%."
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="Write paths over time: .html, .csv or .parquet."
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Play whole tables at full speed.

    Prints figures with their standard errors beside the exact ones. Ctrl-C prints what there is so
    far.
    """


@app.command(runs="table_win_figures.win")
def win(
    house: HouseOfManyBets = _MANY_BETS,
    seats: Annotated[int, typer.Option("--seats", min=1, help="Players who bet alike.")] = 1,
    rounds_an_hour: RoundsAnHourOption = 40,
    hours: Annotated[
        list[float] | None,
        typer.Option(metavar="HOURS", help="A span in hours; by default 1, 8 and 24."),
    ] = None,
    bets: BetsOption = None,
    uptake: Annotated[
        list[str] | None,
        typer.Option(
            "--uptake",
            metavar="KEY=PERCENT",
            help="In how many rounds out of 100 a seat makes a side bet; by default all.",
        ),
    ] = None,
    meter: MeterOption = None,
    comp: Annotated[
        float, typer.Option(help="Share of a player's expected loss to give back, in percent.")
    ] = 0,
    options: OptionsOption = None,
    json: JsonOption = False,
) -> None:
    """Work out what a table should win.

    Per hour or day, by seats, speed, bets and how often side bets are made, with the band that
    chance leaves; also what a player loses per hour, and the comp on it.
    """


@app.command(runs="meter_figures.meter")
def meter(
    house: HouseOfManyBets = _MANY_BETS,
    seats: Annotated[
        int | None,
        typer.Option("--seats", min=1, help="Seats that bet it; by default one, half and all."),
    ] = None,
    dealt: Annotated[
        int | None,
        typer.Option(
            "--dealt",
            min=1,
            help="Seats dealt in, with the bet or without: their hands may earn envy. By default "
            "those that bet it.",
        ),
    ] = None,
    standing: MeterOption = None,
    must_hit_by: Annotated[
        int | None,
        typer.Option(
            metavar="AMOUNT",
            parser=some_cents,
            help="Suppose a hidden trigger makes the meter pay by this amount at the latest "
            "($5000; a bare number is cents).",
        ),
    ] = None,
    options: OptionsOption = None,
    json: JsonOption = False,
) -> None:
    """Follow a progressive's meter over time.

    When it is hit, what it then holds, the bet's edge over time, and whether the reserve covers
    the next seed: by the number of seats that bet it, from its current amount.
    """


@app.command(runs="table_win_figures.sensitivity")
def sensitivity(
    house: HouseToAnalyse = _PLAIN, options: OptionsOption = None, json: JsonOption = False
) -> None:
    """Show what each row of the pay tables is worth.

    What one unit more on a row adds to the edge, exactly.
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

    Rule book and options, frequencies, each wager's table, strategy, the joint distribution,
    volatility and hold, method and versions: for a mathematician to sign and a regulator to file.
    """


@app.command("rng-report", runs="randomness.rng_report")
def rng_report(
    house: HouseOfManyBets = _MANY_BETS,
    shuffles: Annotated[
        int, typer.Option(min=1_000, max=10**9, help="Decks to shuffle.")
    ] = 100_000,
    seed: Annotated[int, typer.Option(min=0, help="For the simulated shufflers.")] = 1,
    json: JsonOption = False,
) -> None:
    """Test the shufflers that tables use.

    Compares places, neighbours, runs and hands with what fair shuffles give, and says how far from
    fair the house's shuffle by hand leaves the deck. The exit status is 1 if a shuffler fails.
    """
