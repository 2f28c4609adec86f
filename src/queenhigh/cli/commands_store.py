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
            help="A seal noted earlier that the log must still have; repeatable.",
        ),
    ] = None,
    files: Annotated[
        list[str] | None,
        typer.Option("--seals", metavar="FILE", help="A file with such seals; repeatable."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Check that the log is complete and unchanged, and that the money adds up.

    Checks the chain of hashes and the seals, replays every round, recomputes every posting, and
    checks balances, cards, commitments to shuffles, people and their roles, and the data behind the
    reports. Prints where each fault is; the exit status is then 1. Works while the service runs.
    Only a seal kept elsewhere (queenhigh audit seal) shows that the end of the log was cut off.

    Example: queenhigh audit verify cardroom.db
    """


@audit_app.command(runs="audit.published")
def seal(
    source: SourceArgument,
    file: Annotated[
        str | None,
        typer.Option("--keep", metavar="FILE", help="Also append the seal to this file."),
    ] = None,
    mail: Annotated[bool, typer.Option("--mail", help="Print it as an e-mail to send.")] = False,
    json: JsonOption = False,
) -> None:
    """Print a seal of the log's end, to be kept elsewhere.

    Somebody with write access to the database can truncate or rewrite the log, but it then no
    longer matches a seal kept elsewhere: check with queenhigh audit verify --seals FILE.

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
        str | None, typer.Option("--since", metavar="TIME", help="Only from this time onwards.")
    ] = None,
    until: Annotated[
        str | None, typer.Option("--until", metavar="TIME", help="Only before this time.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Write the log as JSON Lines that anybody can check.

    An extract contains the hashes of the records it leaves out, so it can be verified too. Write
    times as 2026-01-05T12:00:00Z. Standard output gets only the log, with or without --json.

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
    """Show a log round by round.

    Shows the layout, the cards, and what was said, taken and paid, with the clauses.
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
        str | None, typer.Option("--command", metavar="ID", help="One command with its events.")
    ] = None,
    balances: Annotated[
        bool, typer.Option("--balances", help="The balance of every account.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Print a summary of the log, or a part of it.

    By default, shows the last position of the log and of each stream.

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
    rounds: Annotated[
        int, typer.Option("--rounds", min=1, help="How many rounds at each table.")
    ] = 10,
    seats: Annotated[int, typer.Option("--seats", min=1, max=7, help="How many players.")] = 3,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same log.")] = 1,
    json: JsonOption = False,
) -> None:
    """Create a database with automated rounds to try things on.

    It has a play-money table for each house. Use it to try an audit, or to write your own checker.

    Example: queenhigh audit sample sample.db --rounds 100 --seats 3
    """


@audit_app.command(runs="backup.rebuild")
def rebuild(database: DatabaseArgument, json: JsonOption = False) -> None:
    """Rebuild the data behind reports from the log.

    Use it if queenhigh audit verify finds a difference in that data, or /ready says that reports
    are no longer updated. Works while the service runs, and does not change the log.

    Example: queenhigh audit rebuild cardroom.db
    """


@app.command(runs="backup.backup")
def backup(database: DatabaseArgument, file: FileArgument, json: JsonOption = False) -> None:
    """Copy a database to one file, even while the service runs.

    The copy is an SQLite file, even if the database is PostgreSQL. Check it with queenhigh audit
    verify.

    Example: queenhigh backup cardroom.db monday.db
    """


@app.command(runs="backup.restore")
def restore(file: FileArgument, database: DatabaseArgument, json: JsonOption = False) -> None:
    """Restore a database from a backup.

    Writes to a new file or an empty PostgreSQL database, and overwrites nothing.

    Example: queenhigh restore monday.db restored.db
    """


@app.command(runs="backup.retain")
def retain(
    database: DatabaseArgument,
    only_say: Annotated[
        bool, typer.Option("--dry-run", help="Only print what would be deleted.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Delete data that is no longer needed, never the log.

    Deletes expired sessions, invitations and tokens, and all snapshots of each table except the
    last. No command deletes anything from the log, its commands or its postings.

    Example: queenhigh retain cardroom.db --dry-run
    """


@app.command(runs="backup.reseal")
def reseal(database: DatabaseArgument, json: JsonOption = False) -> None:
    """Re-encrypt patrons' identities with the newest key.

    To change the key, add the new one in a line above the old one in the file that
    QUEENHIGH_IDENTITY_KEY_FILE names, run this command, then remove the old key. With SQLite, stop
    the service first. With PostgreSQL, restart it first, so that it knows both keys. If the command
    is interrupted, run it again. The log records its start and end.

    Example: QUEENHIGH_IDENTITY_KEY_FILE=id.key queenhigh reseal cardroom.db
    """
