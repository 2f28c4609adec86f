"""What all tests share. Markers: see pyproject.toml."""

import functools
import gc
import os
import signal
from collections.abc import Generator
from typing import Any

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers

# No deadline: a slow machine is not a wrong rule. The same search everywhere, and a longer one when
# asked for: pytest --hypothesis-profile=long.
settings.register_profile("default", deadline=None, max_examples=100, print_blob=True)
settings.register_profile("long", deadline=None, max_examples=2_000, print_blob=True)
settings.load_profile("default")
# Hypothesis also tries the numbers and strings it finds in those of our modules that are loaded by
# then: the examples would depend on which tests ran before in the same process, and a failure in CI
# could not be reproduced. Reading all those modules takes time too.
if not hasattr(providers, "_get_local_constants"):
    raise RuntimeError("hypothesis finds constants in another way now: see tests/conftest.py")
providers._get_local_constants = lambda: providers._local_constants


# A shell makes background jobs ignore Ctrl-C, and everything the tests start would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep the garbage collector from scanning thousands of long-lived tests over and over.

    Also run it less often afterwards: most objects are freed without it.
    """
    gc.disable()
    collected = yield
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000)
    gc.enable()
    return collected


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
