"""Threads for long work, which must neither delay the tables nor outlast its client."""

import asyncio
import contextvars
import functools
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Final, ParamSpec, TypeVar

from ..waiting_client import asked, nobody_waits

_Given = ParamSpec("_Given")
_Answer = TypeVar("_Answer")
_FLOOR: Final = ThreadPoolExecutor(3, thread_name_prefix="floor")
# Guests may request figures too, but must not take the floor's threads.
_FIGURES: Final = ThreadPoolExecutor(8, thread_name_prefix="figures")


def aside(
    work: Callable[_Given, _Answer],
) -> Callable[_Given, Coroutine[object, object, _Answer]]:
    """Run a handler of the floor's routes, or any slow function, in the floor's threads."""
    return _in_threads(_FLOOR, work)


def figured(
    work: Callable[_Given, _Answer],
) -> Callable[_Given, Coroutine[object, object, _Answer]]:
    """Run a handler that computes a house's figures in their own threads."""
    return _in_threads(_FIGURES, work)


def _in_threads(
    threads: ThreadPoolExecutor, work: Callable[_Given, _Answer]
) -> Callable[_Given, Coroutine[object, object, _Answer]]:
    """Run work in threads; if the client leaves, waiting work is cancelled.

    Work under way ends at its next `go_on`.
    """

    @functools.wraps(work)
    async def done(*args: _Given.args, **kwargs: _Given.kwargs) -> _Answer:
        async with asked() as asker:
            call = functools.partial(work, *args, **kwargs)
            begun = threads.submit(contextvars.copy_context().run, call)
            with asker.ends_with(begun.cancel):
                try:
                    return await asyncio.wrap_future(begun)
                except asyncio.CancelledError:
                    if asker.gone:
                        raise nobody_waits() from None
                    raise

    return done
