"""The commands and their options. What they do is in the modules beside this one."""

from typing import Annotated

import typer

from .command_examples import EXAMPLES

app = typer.Typer(
    name="queenhigh",
    help="Three Card Poker from the rule book to the table: check, settle, read and compare.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

HouseOption = Annotated[
    str | None,
    typer.Option(
        "--house",
        metavar="KEY|FILE",
        help="A built-in house or a house file; goes before the one that a document names.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
ExplainOption = Annotated[
    bool, typer.Option("--explain", help="Print it for a person, every line with its clause.")
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
    """Three Card Poker from the rule book to the table: check, settle, read and compare."""


@app.command()
def settle(
    file: InputArgument = "-",
    house: HouseOption = None,
    lines: Annotated[
        bool,
        typer.Option(
            "--lines", help="One JSON round a line in, one result a line out, as a stream."
        ),
    ] = False,
    explain: ExplainOption = False,
    json: JsonOption = False,
) -> None:
    """Settle rounds, each line with its clause.

    Reads a JSON document and prints one. With --lines a bad line's result is {"error": ...} and
    the stream goes on.

    Example: echo '{"house": "classic", "dealer": "Js Td 8c", "seats": [{"seat": 1, "cards":
    "Qs 6d 4c", "decision": "play", "wagers": {"ante": 500}}]}' | queenhigh settle --explain
    """
    from . import rounds

    raise typer.Exit(rounds.settle(file, house, lines=lines, explain=explain, json=json))


@app.command()
def check(
    file: InputArgument = "-",
    house: HouseOption = None,
    explain: ExplainOption = False,
    json: JsonOption = False,
) -> None:
    """Say whether opening bets are allowed.

    Where they are not, the refusals say why, and the exit status is 1.

    Reads a JSON document like settle's; cards and decisions are not needed. A seat may carry
    "player", "noticed_late": true and "offered_as"; the document "moment".
    """
    from . import rounds

    raise typer.Exit(rounds.check(file, house, explain=explain, json=json))


@app.command()
def houses(json: JsonOption = False) -> None:
    """List the built-in houses."""
    from . import books

    books.houses(json=json)


@app.command()
def rules(
    key: Annotated[str, typer.Argument(metavar="KEY|FILE", help="A house, or a house file.")],
    find: Annotated[
        str | None,
        typer.Option("--find", metavar="TEXT", help="Only clauses that contain this text."),
    ] = None,
    topic: Annotated[
        str | None,
        typer.Option("--topic", help="Only clauses on this topic, such as payout."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Print a rule book clause by clause.

    Each with its status and where it lives in code and books.
    """
    from . import books

    books.rules(key, find=find, topic=topic, json=json)


@app.command()
def lint(
    file: Annotated[str, typer.Argument(metavar="FILE|KEY", help="A house file, or a house.")],
    json: JsonOption = False,
) -> None:
    """Say what is wrong in a house file.

    And what contradicts its book, what is missing, what a default of ours fills, and how contested
    points are decided. Exit status 2 where it is no house.
    """
    from . import books

    raise typer.Exit(books.lint(file, json=json))


@app.command()
def compare(
    keys: Annotated[
        list[str], typer.Argument(metavar="KEY KEY...", help="Two or more houses or house files.")
    ],
    json: JsonOption = False,
) -> None:
    """Print what differs between houses.

    Side by side, only what differs, with the clauses it rests on.
    """
    from . import books

    books.compare(keys, json=json)


@app.command()
def clauses(
    house: Annotated[
        str | None,
        typer.Option("--house", metavar="BOOK", help="Only this rule book."),
    ] = None,
    topic: Annotated[
        str | None,
        typer.Option("--topic", help="Only this topic."),
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option("--kind", help="Only this kind: engine, config, procedure, record, conduct."),
    ] = None,
    status: Annotated[
        str | None,
        typer.Option("--status", help="Only this status, such as enforced or pending."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Account for every clause.

    How many there are of each status, and where each one is enforced, configured or announced.
    """
    from . import books

    books.clauses(house=house, topic=topic, kind=kind, status=status, json=json)


@app.command()
def simulate(
    house: Annotated[
        str, typer.Option("--house", metavar="KEY|FILE", help="The house to simulate.")
    ] = "classic",
    rounds: Annotated[
        int | None, typer.Option("--rounds", min=1, help="How many rounds; 10,000,000 if not said.")
    ] = None,
    seats: Annotated[int, typer.Option("--seats", min=1, help="How many players.")] = 1,
    seed: Annotated[
        int | None,
        typer.Option("--seed", min=0, help="The same seed gives the same totals, on any cores."),
    ] = None,
    ante: Annotated[
        int | None, typer.Option(min=0, help="Dollars; the minimum if not said.")
    ] = None,
    pair_plus: Annotated[int | None, typer.Option(min=0, help="Dollars; 0 leaves it out.")] = None,
    six_card_bonus: Annotated[
        int | None, typer.Option(min=0, help="Dollars; 0 leaves it out.")
    ] = None,
    progressive: Annotated[
        int | None, typer.Option(min=0, help="Dollars; 0 leaves it out.")
    ] = None,
    strategy: Annotated[
        str,
        typer.Option(help="optimal, mimic, always, never, or the lowest hand to play such as Q64."),
    ] = "optimal",
    cores: Annotated[
        int | None, typer.Option(min=1, help="Cores to use; all of them if not said.")
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="A Dask scheduler; local:2 starts one here."),
    ] = None,
    until_se: Annotated[
        float | None,
        typer.Option(help="Stop when the edge of the first wager is known to this error."),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="Paths over time: .html, .csv, .parquet."
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Play whole tables at full speed.

    Figures with their standard errors beside the exact ones. Ctrl-C prints what it has.
    """
    from . import simulating

    stakes = {
        "ante": ante,
        "pair_plus": pair_plus,
        "six_card_bonus": six_card_bonus,
        "progressive": progressive,
    }
    status = simulating.simulate(
        house,
        rounds=rounds,
        seats=seats,
        seed=seed,
        stakes=stakes,
        strategy=strategy,
        cores=cores,
        cluster=cluster,
        until_se=until_se,
        output=output,
        json=json,
    )
    raise typer.Exit(status)


@app.command(epilog=f"An example of every command:\n\n\b\n{EXAMPLES}")
def script(
    file: InputArgument = "-",
    house: Annotated[
        str, typer.Option("--house", metavar="KEY|FILE", help="The house of the table.")
    ] = "classic",
    viewer: Annotated[
        str | None,
        typer.Option(
            "--as",
            metavar="VIEWER",
            help="Print what one viewer sees: player:NAME, dealer:NAME, floor:NAME, public.",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Drive a table with commands, one JSON object a line.

    Prints what happened, one JSON object a line: the events, or the refusal. Lines that begin with
    # are passed over; a command without "at": "2026-01-05T12:00:00Z" comes a second after the one
    before. Exit status 1 where a command was refused.
    """
    from . import tables

    raise typer.Exit(tables.script(file, house, viewer, json=json))


@app.command()
def deal(
    house: Annotated[
        str, typer.Option("--house", metavar="KEY|FILE", help="The house of the table.")
    ] = "classic",
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="How many rounds.")] = 10,
    seats: Annotated[int, typer.Option("--seats", min=1, help="How many players.")] = 3,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same log.")] = 1,
    out: Annotated[
        str | None, typer.Option("-o", "--output", metavar="FILE", help="Where the log goes.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Play automated rounds and write their log.

    Simple players at an automated table. The log is JSON Lines, one event a line, with or without
    --json; queenhigh replay tells it.
    """
    from . import tables

    raise typer.Exit(tables.deal(house, rounds, seats, seed, out))


@app.command()
def replay(
    log: Annotated[str, typer.Argument(metavar="LOG|-", help="A log; - is standard input.")],
    number: Annotated[
        int | None, typer.Option("--round", metavar="N", help="Only this round.")
    ] = None,
    house: Annotated[
        str | None,
        typer.Option("--house", metavar="KEY|FILE", help="Where the log's house is a file."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Tell a log round by round.

    The layout, the cards, what was said, taken and paid, each with its clauses.
    """
    from . import tables

    raise typer.Exit(tables.replay(log, house, number, json=json))


@app.command()
def play(
    house: Annotated[
        str, typer.Option("--house", metavar="KEY|FILE", help="The house to play at.")
    ] = "classic",
    bankroll: Annotated[
        int, typer.Option("--bankroll", min=1, help="Dollars to sit down with.")
    ] = 200,
    json: JsonOption = False,
) -> None:
    """Play against the house in the terminal."""
    from ..terminal import game

    raise typer.Exit(game.play(house, bankroll_cents=bankroll * 100, json=json))
