"""The commands about the log: auditing it, and copies of its database."""

from typing import Annotated

import typer

from . import completion
from .app import DatabaseArgument, JsonOption, app
from .plain_parameters import PlainTyper

audit_app = PlainTyper(
    help="Verify, export and inspect a log.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(audit_app, name="audit")

SourceArgument = Annotated[
    str,
    typer.Argument(
        metavar="DATABASE|FILE",
        help="An SQLite file, postgresql://..., an exported log, or - for one on standard input.",
    ),
]
FileArgument = Annotated[str, typer.Argument(metavar="FILE", help="The backup file.")]


@audit_app.command(runs="audit.verify")
def verify(
    source: SourceArgument,
    noted: Annotated[
        list[str] | None,
        typer.Option(
            "--seal",
            metavar="POSITION:SEAL",
            help="A seal noted earlier, which must still be there; repeatable.",
        ),
    ] = None,
    files: Annotated[
        list[str] | None,
        typer.Option("--seals", metavar="FILE", help="A file with noted seals; repeatable."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Say whether the log is whole and unchanged, and the money right.

    The chain of hashes, the seals, every round played again, every posting worked out again, the
    balances, the cards, the commitments to shuffles, people and their roles, and all that reports
    read. Says where each fault is; the exit status is then 1. Works while the service runs. Only a
    seal kept elsewhere (queenhigh audit seal) shows that the end of a log was cut off.

    Example: queenhigh audit verify cardroom.db
    """


@audit_app.command(runs="audit.published")
def seal(
    source: SourceArgument,
    file: Annotated[
        str | None,
        typer.Option("--keep", metavar="FILE", help="Also append the seal to this file."),
    ] = None,
    mail: Annotated[bool, typer.Option("--mail", help="Print it as a letter to send.")] = False,
    json: JsonOption = False,
) -> None:
    """Print where the log ends, for somebody outside to keep.

    Somebody who can write to the whole database can cut the log off or rewrite it. A seal that was
    kept elsewhere does not fit such a log: queenhigh audit verify --seals FILE says so.

    Example: queenhigh audit seal cardroom.db --keep seals.txt
    """


@audit_app.command(runs="audit.export")
def export(
    source: SourceArgument,
    out: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="FILE", help="Write the log to this file."),
    ] = None,
    tables: Annotated[
        list[str] | None, typer.Option("--table", metavar="ID", help="Only this table; repeatable.")
    ] = None,
    streams: Annotated[
        list[str] | None,
        typer.Option("--stream", metavar="NAME", help="Only this stream; repeatable."),
    ] = None,
    number: Annotated[
        int | None, typer.Option("--round", metavar="N", help="Only this round of the tables.")
    ] = None,
    since: Annotated[
        str | None, typer.Option("--since", metavar="TIME", help="Only from this time on.")
    ] = None,
    until: Annotated[
        str | None, typer.Option("--until", metavar="TIME", help="Only before this time.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Write the log as JSON Lines that anybody can check.

    An extract has the hash of whatever it leaves out, so it can still be verified. Times are like
    2026-01-05T12:00:00Z. Standard output gets only the log, with or without --json.

    Example: queenhigh audit export cardroom.db --table 1 -o table-1.jsonl
    """


@audit_app.command(runs="audit.replay")
def replay(
    source: SourceArgument,
    table: Annotated[str, typer.Option("--table", metavar="ID", help="The table.")],
    number: Annotated[
        int | None, typer.Option("--round", metavar="N", help="Only this round.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Retell a log round by round.

    The layout, the cards, and what was said, taken and paid, each with its clauses.
    """


@audit_app.command(runs="audit_show.show")
def show(
    source: SourceArgument,
    record: Annotated[
        int | None, typer.Option("--record", metavar="POSITION", help="One record of the log.")
    ] = None,
    stream: Annotated[
        str | None, typer.Option("--stream", metavar="NAME", help="The records of one stream.")
    ] = None,
    command: Annotated[
        str | None, typer.Option("--command", metavar="ID", help="One command, and what it led to.")
    ] = None,
    balances: Annotated[
        bool, typer.Option("--balances", help="The balance of every account.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Print the last position of the log and its streams, or a part of it.

    Example: queenhigh audit show cardroom.db --balances
    """


@audit_app.command(runs="backup.sample")
def sample(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The new database.")],
    houses: Annotated[
        list[str] | None,
        typer.Option(
            "--house", metavar="KEY", autocompletion=completion.houses, help="A house; repeatable."
        ),
    ] = None,
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="How many at each table.")] = 10,
    seats: Annotated[int, typer.Option("--seats", min=1, max=7, help="How many players.")] = 3,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same log.")] = 1,
    json: JsonOption = False,
) -> None:
    """Make a log of automated rounds to try things on.

    A new database with a table of each house, played with play money: for an audit, or for a
    checker of your own.

    Example: queenhigh audit sample sample.db --rounds 100 --seats 3
    """


@audit_app.command(runs="backup.rebuild")
def rebuild(database: DatabaseArgument, json: JsonOption = False) -> None:
    """Rebuild what reports read, from the log.

    For when queenhigh audit verify finds a difference there, or /ready says that reports have
    stopped growing. Works while the service runs; the log is only read.

    Example: queenhigh audit rebuild cardroom.db
    """


@app.command(runs="backup.backup")
def backup(database: DatabaseArgument, file: FileArgument, json: JsonOption = False) -> None:
    """Copy a database into one file, while the service runs.

    The copy is an SQLite file, even of PostgreSQL; queenhigh audit verify checks it.

    Example: queenhigh backup cardroom.db monday.db
    """


@app.command(runs="backup.restore")
def restore(file: FileArgument, database: DatabaseArgument, json: JsonOption = False) -> None:
    """Make a database from a backup.

    Into a new file, or an empty PostgreSQL database; nothing is overwritten.

    Example: queenhigh restore monday.db restored.db
    """


@app.command(runs="backup.retain")
def retain(
    database: DatabaseArgument,
    only_say: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would be dropped.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Drop what need not be kept, never the log.

    Drops expired sessions, invitations and tokens, and all but the last snapshot of each table. The
    log, its commands and its money are kept for ever: no command shortens them.

    Example: queenhigh retain cardroom.db --dry-run
    """


@app.command(runs="backup.reseal")
def reseal(database: DatabaseArgument, json: JsonOption = False) -> None:
    """Seal patrons' identities under the newest key.

    To change the key, put a new one on a line before the old one in the file that
    QUEENHIGH_IDENTITY_KEY_FILE names, run this, then remove the old one. With SQLite, stop the
    service first; with PostgreSQL, restart it first, so that it knows both keys. If it is
    interrupted, run it again. The log records when it began and ended.

    Example: QUEENHIGH_IDENTITY_KEY_FILE=id.key queenhigh reseal cardroom.db
    """
