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
        typer.Option("--day", metavar="DATE", help="A gaming day; by default the last one played."),
    ] = None,
    since: Annotated[
        str | None, typer.Option("--from", metavar="DATE", help="The first day of several.")
    ] = None,
    until: Annotated[
        str | None, typer.Option("--to", metavar="DATE", help="The last day of several.")
    ] = None,
    by: Annotated[
        str,
        typer.Option(
            "--by",
            metavar="GROUP",
            autocompletion=completion.groups,
            help="Group several days by table, dealer, shift, day or house.",
        ),
    ] = "table",
    play: Annotated[bool, typer.Option("--play", help="Report play-money tables instead.")] = False,
    package: Annotated[
        str | None,
        typer.Option("--package", metavar="FOLDER", help="Everything about the day, in files."),
    ] = None,
    out: OutputOption = None,
    house: CageOption = None,
    json: JsonOption = False,
) -> None:
    """Report a gaming day.

    Drop, handle, win, hold, and each wager against its exact expectation; tokes, meters, trays,
    cash and what must be reported about it, notices, irregularities, decks, conduct, disputes,
    alerts. Made from the log, and identical to the byte when made again.

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
    limit: Annotated[int, typer.Option("--limit", min=1, help="The most rounds to show.")] = 20,
    export: Annotated[
        str | None,
        typer.Option(
            "--export", metavar="FILE", help="The rounds found, with their records and proof."
        ),
    ] = None,
    house: CageOption = None,
    json: JsonOption = False,
) -> None:
    """Search all rounds.

    Conditions are field:value. All must hold; those about a seat must hold for the same seat.
    Fields: table, house, dealer, round (5 or 5..9), patron, seat, hand, cards (AsKsQs), decision,
    dealer_hand, dealer_cards, irregularity, remedy, notice, void, large, clause, ruling, from, to,
    day, won, lost, pushed (a wager), and amounts: net, staked, paid, jackpot, and any wager for
    what was staked on it, in cents or as $1000.

    Example: queenhigh search cardroom.db hand:straight_flush 'net>=$50'
    """


@app.command(runs="dossiers.dispute")
def dispute(
    database: DatabaseArgument,
    identity: Annotated[
        str | None,
        typer.Argument(
            metavar="DISPUTE", help="Its id; without one, all disputes.", show_default=False
        ),
    ] = None,
    table: Annotated[
        str | None, typer.Option("--table", help="The table of a round nobody disputes.")
    ] = None,
    number: Annotated[
        int | None,
        typer.Option("--round", metavar="N", help="The round; the latest with this number."),
    ] = None,
    out: OutputOption = None,
    json: JsonOption = False,
) -> None:
    """Build the dossier of a dispute, or of any round.

    Step by step, the hands rebuilt from the discard rack and from the deck, the bets settled
    again, each with its clauses and rulings, who said what, and the proof of the chain. Exit status
    1 where something does not agree.

    Example: queenhigh dispute cardroom.db --table 1 --round 1 -o dossier.pdf
    """
