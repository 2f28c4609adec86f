"""A new database for one trial, gone afterwards: a file of SQLite, or one on a PostgreSQL."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from sqlalchemy import make_url

from ..store.store_address import open_store


def kind_of(place: str) -> str:
    """memory, sqlite or postgresql: as results are filed."""
    return "postgresql" if "://" in place else place or "memory"


@contextmanager
def trial_database(place: str, name: str, *, empty: bool = False) -> Iterator[str]:
    """`place`: nothing for the model in memory, `sqlite`, or the address of a PostgreSQL.

    `empty`: without tables, where making them is part of the trial; else a file has them already.
    """
    if "://" in place:
        with _on_postgres(place, f"trial_{name}") as address:
            yield address
    elif place == "sqlite":
        with tempfile.TemporaryDirectory(prefix="queenhigh-trial-") as folder:
            file = Path(folder, "trial.db")
            if not empty:
                file.write_bytes(_with_tables())
            yield str(file)
    elif place in ("", "memory"):
        yield ""
    else:
        known = "memory, sqlite, or an address like postgresql://..."
        raise ValueError(f"--store: {known}, not {place!r}")


@cache
def _with_tables() -> bytes:
    """A file as the program makes it: once, because making the tables takes as long as a trial."""
    with tempfile.TemporaryDirectory(prefix="queenhigh-trial-") as folder:
        file = Path(folder, "trial.db")
        open_store(str(file)).close()
        return file.read_bytes()


@contextmanager
def _on_postgres(place: str, name: str) -> Iterator[str]:
    import psycopg

    def do(statement: str) -> None:
        with psycopg.connect(place, autocommit=True) as connection:
            connection.execute(statement.encode())

    do(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
    do(f"CREATE DATABASE {name}")
    try:
        yield make_url(place).set(database=name).render_as_string(hide_password=False)
    finally:
        do(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
