"""How hypothesis searches: freely here, longer in CI. Markers are declared in pyproject.toml."""

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

# Never a deadline: a slow machine is not a wrong rule.
settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, max_examples=200, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") == "true" else "default")
# Hypothesis also tries the numbers and texts that it finds in the modules of ours that are loaded
# by then: what is tried would depend on which tests ran before in the same process, and a failure
# in CI could not be had again. Reading all those modules takes its time too.
if not hasattr(providers, "_get_local_constants"):
    raise RuntimeError("hypothesis finds constants in another way now: see tests/conftest.py")
providers._get_local_constants = lambda: providers._local_constants


# A shell has jobs in the background ignore Ctrl-C, and so would all that the tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """Thousands of tests stay to the end: the collector need not look at them again and again.

    Nor after every few hundred objects, of which most are gone by themselves.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000)
    if migration := sys.modules.get("queenhigh.store.migration"):
        migration._upgrade = _quick(migration._upgrade)  # type: ignore[attr-defined]


def _quick(upgrade: Callable[..., None]) -> Callable[..., None]:
    """A new SQLite database gets what the first one of this process got, from the same statements.

    Hundreds are made here. One that has anything in it is upgraded step by step as ever.
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
    """Under mutation testing: an answer kept from before the mutation would hide the mutant."""
    if os.environ.get("MUTANT_UNDER_TEST"):
        for cache in _caches():
            cache.cache_clear()
