"""A temporary database for one trial: a SQLite file, or a database on a PostgreSQL server."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from sqlalchemy import make_url

from ..store.store_address import open_store


def kind_of(place: str) -> str:
    """Return memory, sqlite or postgresql, by which results are filed."""
    return "postgresql" if "://" in place else place or "memory"


@contextmanager
def trial_database(place: str, name: str, *, empty: bool = False) -> Iterator[str]:
    """Create a database; `place` is empty for memory, `sqlite`, or a PostgreSQL address.

    `empty`: without tables, if creating them is part of the trial; otherwise a file has them
    already.
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
    """Return a file with tables, made only once, because that takes as long as a trial."""
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
