"""The command that runs the service."""

from typing import Annotated

import typer

from .app import JsonOption, app


@app.command()
def serve(
    config: Annotated[
        str | None,
        typer.Option(
            "--config", metavar="FILE", help="A TOML file with settings; flags override it."
        ),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            "--database",
            metavar="FILE|ADDRESS|memory",
            help="An SQLite file, postgresql://... or memory; by default a file in your home "
            "directory.",
        ),
    ] = None,
    host: Annotated[
        str | None, typer.Option("--host", help="The address to listen on; by default 127.0.0.1.")
    ] = None,
    port: Annotated[
        int | None, typer.Option("--port", help="The port to listen on; by default 8030.")
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", help="Number of processes; more than one needs PostgreSQL."),
    ] = None,
    log_level: Annotated[
        str | None, typer.Option("--log-level", help="debug, info, warning or error.")
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option(
            "--kind",
            metavar="KIND",
            help="Default for new tables: digital, physical (real cards) or training.",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Run a cardroom for browsers and programs.

    Serves tables, people and money over HTTP and WebSocket. The first start sets up one play-money
    table for each house and prints sign-up links for an administrator and for an auditor, who
    confirms new staff. Settings come from a file, from the environment (QUEENHIGH_NAME) or from
    flags. Ctrl-C stops it. Nothing is lost, even if the process is killed.
    """
    from . import server

    flags = {"database": database, "host": host, "port": port, "workers": workers,
             "log_level": log_level, "kind": kind}  # fmt: skip
    raise typer.Exit(server.serve(config, flags, json=json))
