"""The commands about the service: running it."""

from typing import Annotated

import typer

from .app import JsonOption, app


@app.command()
def serve(
    config: Annotated[
        str | None,
        typer.Option("--config", metavar="FILE", help="Settings as TOML; flags override it."),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            "--database",
            metavar="FILE|ADDRESS|memory",
            help="An SQLite file, postgresql://... or memory; by default a file in your home.",
        ),
    ] = None,
    host: Annotated[
        str | None, typer.Option("--host", help="The address to listen on; by default 127.0.0.1.")
    ] = None,
    port: Annotated[
        int | None, typer.Option("--port", help="The port to listen on; by default 8030.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", help="Processes; several need PostgreSQL.")
    ] = None,
    log_level: Annotated[
        str | None, typer.Option("--log-level", help="debug, info, warning or error.")
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option(
            "--kind",
            metavar="KIND",
            help="digital, physical (real cards) or training: for new tables without a kind.",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Run a cardroom for browsers and programs.

    Tables, people and money over HTTP and WebSocket. The first start sets up one play-money table
    for each house and prints links for the first administrator and for an auditor, who confirms
    staff. Every setting can be given in a file, in the environment as QUEENHIGH_NAME, or by a flag.
    Ctrl-C stops it; nothing is lost however it stops.
    """
    from . import server

    flags = {"database": database, "host": host, "port": port, "workers": workers,
             "log_level": log_level, "kind": kind}  # fmt: skip
    raise typer.Exit(server.serve(config, flags, json=json))
