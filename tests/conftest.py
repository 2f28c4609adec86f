"""Hypothesis profiles: a normal search here, a longer one in CI. Markers: see pyproject.toml."""

import functools
import gc
import os
import signal
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers

# No deadline: a slow machine is not a wrong rule.
settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, max_examples=200, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") == "true" else "default")
# Hypothesis also tries the numbers and strings it finds in those of our modules that are loaded by
# then: the examples would depend on which tests ran before in the same process, and a failure in CI
# could not be reproduced. Reading all those modules takes time too.
if not hasattr(providers, "_get_local_constants"):
    raise RuntimeError("hypothesis finds constants in another way now: see tests/conftest.py")
providers._get_local_constants = lambda: providers._local_constants


# A shell makes background jobs ignore Ctrl-C, and everything the tests start would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """Keep the garbage collector from scanning thousands of long-lived tests over and over.

    Also run it less often: most objects are freed without it.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000)
    if migration := sys.modules.get("queenhigh.store.migration"):
        migration._upgrade = _quick(migration._upgrade)  # type: ignore[attr-defined]


def _quick(upgrade: Callable[..., None]) -> Callable[..., None]:
    """Copy the schema of this process's first SQLite database into each new one.

    The tests make hundreds. A database with anything in it is still upgraded step by step.
    """
    statements: list[str] = []

    @functools.wraps(upgrade)
    def upgraded(connection: Any, to: str = "head") -> None:
        is_new = connection.dialect.name == "sqlite" and not (
            connection.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar()
        )
        if not is_new or to != "head":
            upgrade(connection, to)
        elif not statements:
            upgrade(connection, to)
            dump = connection.connection.driver_connection.iterdump()
            statements.extend(
                each for each in dump if each not in ("BEGIN TRANSACTION;", "COMMIT;")
            )
        else:
            for statement in statements:
                connection.exec_driver_sql(statement)

    return upgraded


@functools.lru_cache(maxsize=1)
def _caches() -> list[Any]:
    import queenhigh.wagers.opening
    import queenhigh.wagers.sequence  # noqa: F401

    kept = functools._lru_cache_wrapper
    return [each for each in gc.get_objects() if isinstance(each, kept) and each is not _caches]


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    """Under mutation testing, clear caches: an answer from before the mutation would hide it."""
    if os.environ.get("MUTANT_UNDER_TEST"):
        for cache in _caches():
            cache.cache_clear()
