"""Long work asks now and then whether anybody still waits; whoever serves people says how."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_ask: ContextVar[Callable[[], None] | None] = ContextVar("ask", default=None)


def go_on() -> None:
    """Raises what `asking` was given to raise, where nobody waits any more."""
    if (ask := _ask.get()) is not None:
        ask()


@contextmanager
def asking(ask: Callable[[], None]) -> Iterator[None]:
    before = _ask.set(ask)
    try:
        yield
    finally:
        _ask.reset(before)
