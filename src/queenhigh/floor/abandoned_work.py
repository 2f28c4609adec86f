"""Cancellation of long work, which checks now and then whether the caller still waits.

Work that cannot check, such as a database query, is cancelled from outside.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar

_ask: ContextVar[Callable[[], None] | None] = ContextVar("ask", default=None)
WhenGone = Callable[[Callable[[], object]], AbstractContextManager[None]]
_when_gone: ContextVar[WhenGone | None] = ContextVar("when_gone", default=None)


def go_on() -> None:
    """Raise the error that `asking` was given, if nobody waits any longer."""
    if (ask := _ask.get()) is not None:
        ask()


def ended_by(end: Callable[[], object]) -> AbstractContextManager[None]:
    """Wrap work that cannot check: another thread calls `end` to cancel it when nobody waits."""
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
