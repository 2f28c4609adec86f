"""The commands about tables: driving one, logs of rounds, a seat in the terminal."""

import os
from typing import Annotated

import typer

from .amount import some_dollars
from .app import InputArgument, JsonOption, app, house_option
from .command_examples import EXAMPLES
from .default_houses import plain_house

_PLAIN = plain_house()
HouseOfTable = Annotated[str, house_option(f"The house of the table; by default {_PLAIN}.")]


@app.command(epilog=f"An example of every command:\n\n\b\n{EXAMPLES}", runs="tables.script")
def script(
    file: InputArgument = "-",
    house: HouseOfTable = _PLAIN,
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
    """Drive a table with commands, one JSON object per line.

    Prints what happened, one JSON object per line: events, or a refusal. Lines that begin with
    # are skipped. A command without "at" ("2026-01-05T12:00:00Z") takes place one second after
    the previous one. The exit status is 1 if a command was refused.
    """


@app.command(runs="tables.deal")
def deal(
    house: HouseOfTable = _PLAIN,
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="How many rounds.")] = 10,
    seats: Annotated[int, typer.Option("--seats", min=1, help="How many players.")] = 3,
    seed: Annotated[
        int, typer.Option("--seed", min=0, help="The same seed gives the same log.")
    ] = 1,
    out: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="FILE", help="Write the log to this file."),
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="No effect: the log is always JSON.")
    ] = False,
) -> None:
    """Play automated rounds and write their log.

    Simple bots play at an automated table. Writes the log as JSON Lines, one event per line, with
    or without --json. Read it with queenhigh replay.
    """


@app.command(runs="tables.replay")
def replay(
    log: Annotated[str, typer.Argument(metavar="LOG|-", help="A log; - is standard input.")],
    number: Annotated[
        int | None, typer.Option("--round", metavar="N", help="Only this round.")
    ] = None,
    house: Annotated[
        str | None,
        house_option("The house, if the log only names its file."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Show a log round by round.

    Shows the layout, the cards, and what was said, taken and paid, with the clauses.
    """


@app.command()
def play(
    house: Annotated[str, house_option(f"The house to play at; by default {_PLAIN}.")] = _PLAIN,
    bankroll: Annotated[
        int,
        typer.Option(
            "--bankroll",
            metavar="AMOUNT",
            parser=some_dollars,
            help="Chips to start with: $200 or 20000c; a bare number is dollars.",
        ),
    ] = "$200",  # type: ignore[assignment]  # Typer gives it to the parser.
    bots: Annotated[
        int,
        typer.Option("--bots", min=0, max=8, help="Bots at your table; full screen only."),
    ] = 0,
    server: Annotated[
        str | None,
        typer.Option(
            "--server", metavar="URL", help="Play at a running cardroom: http://localhost:8030."
        ),
    ] = None,
    table: Annotated[
        str | None,
        typer.Option(
            "--table",
            metavar="ID",
            help="With --server: the table to join; by default a practice table.",
        ),
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Ask line by line, without the full screen.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Play against the house in the terminal.

    On a terminal it uses the full screen: the felt and the cards, the keys at the bottom, advice, a
    trainer, and your rounds so far. In a pipe, with --json or --plain, or without the extra
    `terminal`, it asks line by line. NO_COLOR=1 turns colours off.

    With --server you play at a running cardroom, as a guest or under your own name with a token in
    QUEENHIGH_TOKEN. This needs the extra `terminal`.
    """
    from ..terminal import game

    if table and not server:
        raise typer.BadParameter("needs --server", param_hint="--table")
    if server:
        if json or plain:
            raise typer.BadParameter(
                "only works in full screen, without --json and --plain", param_hint="--server"
            )
        token = os.environ.get("QUEENHIGH_TOKEN", "")
        wanted = game.ServerSeat(
            server=server, token=token, table=table or "", house=house, bots=bots,
            chips_cents=bankroll,
        )  # fmt: skip
        raise typer.Exit(game.play_at_server(wanted))
    if not (json or plain) and game.can_take_the_screen():
        raise typer.Exit(game.play_on_screen(house, bankroll_cents=bankroll, bots=bots))
    raise typer.Exit(game.play(house, bankroll_cents=bankroll, json=json))
