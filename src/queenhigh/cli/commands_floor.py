"""The commands of the floor: reports, disputes, and the search over all rounds."""

from typing import Annotated

import typer

from . import completion
from .app import DatabaseArgument, JsonOption, app

CageOption = Annotated[
    str | None,
    typer.Option(
        "--house",
        metavar="KEY|FILE",
        autocompletion=completion.houses,
        help="The house whose calendar and cash thresholds apply; by default the first table's.",
    ),
]
OutputOption = Annotated[
    str | None,
    typer.Option(
        "-o", "--output", metavar="FILE", help="Write it to this file: .pdf, .csv or .json."
    ),
]


@app.command(runs="floor.report")
def report(
    database: DatabaseArgument,
    day: Annotated[
        str | None,
        typer.Option(
            "--day", metavar="DATE", help="The gaming day; by default the last one with play."
        ),
    ] = None,
    since: Annotated[
        str | None, typer.Option("--from", metavar="DATE", help="First day of a range.")
    ] = None,
    until: Annotated[
        str | None, typer.Option("--to", metavar="DATE", help="Last day of a range.")
    ] = None,
    by: Annotated[
        str,
        typer.Option(
            "--by",
            metavar="GROUP",
            autocompletion=completion.groups,
            help="With --from and --to: group by table, dealer, shift, day or house.",
        ),
    ] = "table",
    play: Annotated[
        bool, typer.Option("--play", help="Report on play-money tables instead.")
    ] = False,
    package: Annotated[
        str | None,
        typer.Option(
            "--package", metavar="FOLDER", help="Write all reports of the day to this folder."
        ),
    ] = None,
    out: OutputOption = None,
    house: CageOption = None,
    json: JsonOption = False,
) -> None:
    """Report on a gaming day.

    Contains drop, handle, win and hold; each wager against its exact expectation; tokes, meters,
    trays and cash, with the cash reports that are due; notices, irregularities, decks, conduct,
    disputes and alerts. The report is made from the log: the same log gives the same bytes.

    Example: queenhigh report cardroom.db --day 2026-01-05 -o day.pdf
    """


@app.command(runs="floor.search")
def search(
    database: DatabaseArgument,
    query: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="QUERY...",
            autocompletion=completion.search_fields,
            help="Conditions, such as dealer:ben net>=$1000.",
        ),
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", min=1, help="How many rounds to show at most.")
    ] = 20,
    export: Annotated[
        str | None,
        typer.Option(
            "--export",
            metavar="FILE",
            help="Write the rounds found, with their records and proofs.",
        ),
    ] = None,
    house: CageOption = None,
    json: JsonOption = False,
) -> None:
    """Search all rounds.

    A condition is field:value. A round must meet all conditions, and those about a seat must be met
    by the same seat. Fields: table, house, dealer, round (5 or 5..9), patron, seat, hand, cards
    (AsKsQs), decision, dealer_hand, dealer_cards, irregularity, remedy, notice, void, large,
    clause, ruling, from, to, day; won, lost and pushed take a wager. Amounts, in cents or as $1000:
    net, staked, paid, jackpot, and the stake of any wager by its key.

    Example: queenhigh search cardroom.db hand:straight_flush 'net>=$50'
    """


@app.command(runs="dossiers.dispute")
def dispute(
    database: DatabaseArgument,
    identity: Annotated[
        str | None,
        typer.Argument(
            metavar="DISPUTE",
            help="The id of a dispute; by default all disputes are listed.",
            show_default=False,
        ),
    ] = None,
    table: Annotated[
        str | None, typer.Option("--table", help="For a round without a dispute: its table.")
    ] = None,
    number: Annotated[
        int | None,
        typer.Option(
            "--round",
            metavar="N",
            help="For a round without a dispute: its number; if several have it, the latest.",
        ),
    ] = None,
    out: OutputOption = None,
    json: JsonOption = False,
) -> None:
    """Build the dossier of a dispute, or of any round.

    Shows the round step by step, the hands rebuilt from the discard rack and from the deck, each
    bet settled again with its clauses and rulings, the statements, and the proof of the chain. The
    exit status is 1 if anything does not agree.

    Example: queenhigh dispute cardroom.db --table 1 --round 1 -o dossier.pdf
    """
