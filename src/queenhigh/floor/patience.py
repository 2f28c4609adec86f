"""Long work asks now and then whether anybody still waits; the caller says how to find out.

What cannot ask, a query that the database works on, is ended from outside.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar

_ask: ContextVar[Callable[[], None] | None] = ContextVar("ask", default=None)
WhenGone = Callable[[Callable[[], object]], AbstractContextManager[None]]
_when_gone: ContextVar[WhenGone | None] = ContextVar("when_gone", default=None)


def go_on() -> None:
    """Raises what `asking` was given to raise, where nobody waits any more."""
    if (ask := _ask.get()) is not None:
        ask()


def ended_by(end: Callable[[], object]) -> AbstractContextManager[None]:
    """Around work that cannot ask: `end` ends it, from another thread, when nobody waits."""
    when_gone = _when_gone.get()
    return nullcontext() if when_gone is None else when_gone(end)


@contextmanager
def asking(ask: Callable[[], None], when_gone: WhenGone | None = None) -> Iterator[None]:
    before, ending = _ask.set(ask), _when_gone.set(when_gone)
    try:
        yield
    finally:
        _ask.reset(before)
        _when_gone.reset(ending)
