"""An event loop with virtual time: a night passes in a second, and always the same way.

Nothing waits. When nothing is ready, the clock jumps to the next timer. Work that the program hands
to a thread is done in the loop, later, as a slow disk would do it; so one seed gives one history.
"""

import asyncio
import contextvars
import selectors
from collections.abc import Callable, Coroutine, Generator
from random import Random
from typing import TypeVar

_SLOWEST_SECONDS = 0.05  # For a task that goes to a thread, under normal conditions.


_T = TypeVar("_T")


class NothingToDo(Exception):
    """Everybody waits for somebody else: the simulated world has come to a standstill."""


class _Jumping(selectors.SelectSelector):
    """A selector that moves the clock instead of waiting."""

    def __init__(self) -> None:
        super().__init__()
        self.jump: Callable[[float], None] = lambda seconds: None

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise NothingToDo("nothing will ever happen again")
        if timeout > 0:
            self.jump(timeout)
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self, chance: Random) -> None:
        selector = _Jumping()
        self._elapsed = 0.0
        super().__init__(selector)
        selector.jump = self._jump
        self.chance = chance
        self.slowness = 1.0
        self.set_task_factory(_owned)

    def _jump(self, seconds: float) -> None:
        self._elapsed += seconds

    def time(self) -> float:
        return self._elapsed

    def _write_to_self(self) -> None:
        """Do nothing: without threads, nobody needs waking."""

    def run_in_executor(
        self, executor: object, func: Callable[..., _T], *args: object
    ) -> "asyncio.Future[_T]":
        future: asyncio.Future[_T] = self.create_future()
        owner = OWNER.get()

        def work() -> None:
            if owner is not None and not owner.alive:
                return
            try:
                result = func(*args)
            except Exception as error:
                if not future.done():
                    future.set_exception(error)
            else:
                if not future.done():
                    future.set_result(result)

        self.call_later(self.chance.uniform(0, _SLOWEST_SECONDS) * self.slowness, work)
        return future


class Owner:
    """A simulated process: everything it started ends with it."""

    def __init__(self) -> None:
        self.alive = True
        self.tasks: dict[asyncio.Task[object], None] = {}
        self.failed: Callable[[BaseException], None] = lambda error: None

    def ended(self, task: "asyncio.Task[object]") -> None:
        """Report an error that ended a task of a living process."""
        self.tasks.pop(task, None)
        if self.alive and not task.cancelled() and (error := task.exception()) is not None:
            self.failed(error)

    def die(self) -> None:
        self.alive = False
        for task in list(self.tasks):
            task.cancel()


OWNER: contextvars.ContextVar[Owner | None] = contextvars.ContextVar("owner", default=None)


def _owned(
    loop: asyncio.AbstractEventLoop,
    work: Generator[asyncio.Future[object] | None, None, _T] | Coroutine[object, object, _T],
    context: contextvars.Context | None = None,
) -> "asyncio.Task[_T]":
    task: asyncio.Task[_T] = asyncio.Task(work, loop=loop, context=context)
    owner = OWNER.get()
    if owner is not None:
        owner.tasks[task] = None
        task.add_done_callback(owner.ended)
        if not owner.alive:
            task.cancel()
    return task


def in_process(owner: Owner, work: Callable[[], _T]) -> _T:
    """Run the work so that everything it starts belongs to the process."""
    context = contextvars.copy_context()
    context.run(OWNER.set, owner)
    return context.run(work)
