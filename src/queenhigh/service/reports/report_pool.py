"""Long work of the floor in threads of its own: reports must not keep the tables waiting."""

import asyncio
import functools
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, ParamSpec, TypeVar

_Given = ParamSpec("_Given")
_Answer = TypeVar("_Answer")
_THREADS: Final = ThreadPoolExecutor(3, thread_name_prefix="floor")


def aside(
    work: Callable[_Given, _Answer],
) -> Callable[_Given, Coroutine[Any, Any, _Answer]]:
    """For a route's handler, or for any function that takes its time."""

    @functools.wraps(work)
    async def done(*args: _Given.args, **kwargs: _Given.kwargs) -> _Answer:
        call = functools.partial(work, *args, **kwargs)
        return await asyncio.get_running_loop().run_in_executor(_THREADS, call)

    return done
