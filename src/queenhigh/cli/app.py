"""The command line's application, and the commands about rule books and rounds.

Each command's code is in another module of this package, which is imported when the command runs,
so that `--help` stays fast.
"""

from typing import Annotated

import typer

from . import completion
from .command_groups import CommandGroups
from .default_houses import plain_house
from .plain_parameters import PlainTyper

HELP = ("-h", "--help")

app = PlainTyper(
    name="queenhigh",
    cls=CommandGroups,
    help=(
        "Three Card Poker, from the rule book to the table. Name a house by its key, its file or "
        "its book's folder. Write amounts as $5 or 500c; each option says what a bare number means."
    ),
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": list(HELP)},
)


def house_option(about: str) -> object:
    return typer.Option(
        "--house",
        metavar="KEY|FILE|FOLDER",
        autocompletion=completion.houses,
        help=about,
        show_default=False,
    )


HouseOption = Annotated[
    str | None,
    house_option(
        "A built-in house, a house file or a book's folder; overrides the document's house."
    ),
]
OneHouseOption = Annotated[str | None, house_option("Only the book of this house.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
ExplainOption = Annotated[
    bool, typer.Option("--explain", help="Print readable text, with the clauses of each line.")
]
HouseArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="KEY|FILE|FOLDER",
        autocompletion=completion.houses,
        help="A house.",
        show_default=False,
    ),
]
NamedHouseOption = Annotated[str | None, house_option("The house, as an option.")]
DatabaseArgument = Annotated[
    str, typer.Argument(metavar="DATABASE", help="An SQLite file, or postgresql://...")
]
InputArgument = Annotated[
    str, typer.Argument(metavar="FILE|-", help="A file; - is standard input.", show_default=False)
]


def _version(wanted: bool) -> None:
    if wanted:
        from queenhigh import __version__

        typer.echo(f"queenhigh {__version__}")
        raise typer.Exit


@app.callback()
def queenhigh(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    pass


@app.command(
    runs="rounds.settle",
    help=f"""Settle rounds and cite the clause for each line.

    Reads a JSON document. Prints readable text on a terminal, and one JSON document in a pipe or
    with --json. With --lines, a bad line gives {{"error": ...}}, and reading goes on.

    \b
    Example: echo '{{"dealer": "Js Td 8c", "seats": [{{"seat": 1,
    "cards": "Qs 6d 4c", "decision": "play", "wagers": {{"ante": 500}}}}]}}' |
    queenhigh settle --house {plain_house()} --explain
    """,
)
def settle(
    file: InputArgument = "-",
    house: HouseOption = None,
    lines: Annotated[
        bool,
        typer.Option(
            "--lines", help="Stream: one JSON round per line in, one result per line out."
        ),
    ] = False,
    jobs: Annotated[
        int,
        typer.Option(
            "--jobs",
            "-j",
            metavar="N",
            min=1,
            max=256,
            help="With --lines: how many processes to use; the order is kept.",
        ),
    ] = 1,
    explain: ExplainOption = False,
    json: JsonOption = False,
) -> None:
    pass


@app.command(runs="rounds.check")
def check(
    file: InputArgument = "-",
    house: HouseOption = None,
    explain: ExplainOption = False,
    json: JsonOption = False,
) -> None:
    """Check whether opening bets are allowed.

    If not, it prints the reasons, and the exit status is 1.

    Reads the same JSON document as settle, without cards and decisions, and prints in the same
    formats. A seat may have "player", "noticed_late": true and "offered_as"; the document may have
    "moment".
    """


@app.command(runs="books.houses")
def houses(json: JsonOption = False) -> None:
    """List the built-in houses."""


@app.command(runs="books.rules")
def rules(
    key: HouseArgument = None,
    house: NamedHouseOption = None,
    find: Annotated[
        str | None,
        typer.Option("--find", metavar="TEXT", help="Only clauses that contain this text."),
    ] = None,
    topic: Annotated[
        str | None,
        typer.Option(
            "--topic",
            autocompletion=completion.topics,
            help="Only clauses on this topic, such as payout.",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Print a rule book clause by clause.

    Shows for each clause its status and what refers to it in the code and the books.
    """


@app.command(runs="books.lint")
def lint(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE|FOLDER|KEY",
            autocompletion=completion.houses,
            help="A house file or a book.",
        ),
    ],
    json: JsonOption = False,
) -> None:
    """Check a house file or a book.

    Shows errors, departures from the book, clauses that nothing refers to, gaps in the book with
    the defaults that fill them, and how contested points are decided. The exit status is 2 if the
    file or the book does not load.
    """


@app.command(runs="books.compare")
def compare(
    keys: Annotated[
        list[str],
        typer.Argument(
            metavar="KEY KEY...",
            autocompletion=completion.houses,
            help="Two or more houses or house files.",
        ),
    ],
    cost: Annotated[
        bool,
        typer.Option(
            "--cost",
            help="Also compare edge, strategy and hold, and show how much each difference changes "
            "the edge.",
        ),
    ] = False,
    log: Annotated[
        str | None,
        typer.Option(
            "--log",
            metavar="FILE|STORE|-",
            help="Show which rounds would be paid differently. Reads rounds in settle's format, "
            "one per line, or a database or exported log with tables of the first house.",
        ),
    ] = None,
    show: Annotated[
        int, typer.Option("--show", min=0, help="How many of those rounds to show.")
    ] = 20,
    json: JsonOption = False,
) -> None:
    """Print what differs between houses.

    Prints the differences side by side, with the clauses behind them. With --log it also shows what
    rounds played in the first house would have paid in the others, with the same decisions.
    """


@app.command(runs="books.clauses")
def clauses(
    house: OneHouseOption = None,
    topic: Annotated[
        str | None,
        typer.Option("--topic", autocompletion=completion.topics, help="Only this topic."),
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option("--kind", help="Only this kind: engine, config, procedure, record, conduct."),
    ] = None,
    status: Annotated[
        str | None,
        typer.Option("--status", help="Only this status, such as enforced or recorded."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Show how each clause is carried out.

    Counts the clauses by status, and shows where each one is enforced, configured or announced.
    """


@app.command(runs="books.points")
def points(house: OneHouseOption = None, json: JsonOption = False) -> None:
    """List the rule points.

    Shows for each point what the program does there, and the clauses behind it.
    """


@app.command(runs="books.convert")
def convert(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A house file in the old format.")],
    json: JsonOption = False,
) -> None:
    """Convert an old house file to the current format.

    Prints the converted file; the file itself is not changed.
    """


@app.command(runs="man_page.man")
def man(json: JsonOption = False) -> None:
    """Print the man page.

    To install it: queenhigh man > ~/.local/share/man/man1/queenhigh.1
    """
