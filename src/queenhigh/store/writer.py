"""The writer thread: everything that arrives during a write goes into the next transaction."""

from concurrent.futures import Future, InvalidStateError
from queue import SimpleQueue
from threading import Lock, Thread

from .records import Batch, Landing, Store, StoreUnavailable

_LARGEST_GROUP = 512

_Order = tuple[Batch, "Future[Landing]"]


class Writer:
    """Group commit. Under load many commands share one wait for the disk; alone, none waits."""

    def __init__(self, store: Store):
        self._store = store
        self._orders: SimpleQueue[_Order | None] = SimpleQueue()
        self._closing = Lock()
        self._closed = False
        self._thread = Thread(target=self._write, name="queenhigh-writer", daemon=True)
        self._thread.start()

    def submit(self, batch: Batch) -> "Future[Landing]":
        """Queue a batch and return its future landing."""
        future: Future[Landing] = Future()
        with self._closing:
            if self._closed:
                raise StoreUnavailable("the store is being closed")
            self._orders.put((batch, future))
        return future

    def close(self) -> None:
        """Finish the queue. The store stays open."""
        with self._closing:
            if not self._closed:
                self._closed = True
                self._orders.put(None)
        self._thread.join()

    def _write(self) -> None:
        while True:
            group, ended = self._group()
            if group:
                self._land(group)
            if ended:
                return

    def _group(self) -> tuple[list[_Order], bool]:
        """Return everything queued; if nothing is, wait for the first."""
        group: list[_Order] = []
        while len(group) < _LARGEST_GROUP:
            if group and self._orders.empty():
                break
            order = self._orders.get()
            if order is None:
                return group, True
            group.append(order)
        return group, False

    def _land(self, group: list[_Order]) -> None:
        try:
            landings = self._store.land([batch for batch, _ in group])
        except StoreUnavailable as unavailable:
            for _, future in group:
                _fail(future, unavailable)
        except Exception as error:
            # One of them is faulty. Retried alone, it does not harm the others.
            if len(group) == 1:
                _fail(group[0][1], error)
                return
            for order in group:
                self._land([order])
        else:
            for (_, future), landing in zip(group, landings, strict=True):
                _answer(future, landing)


def _answer(future: "Future[Landing]", landing: Landing) -> None:
    try:
        future.set_result(landing)
    except InvalidStateError:
        return  # The caller has gone. The batch has landed all the same.


def _fail(future: "Future[Landing]", error: Exception) -> None:
    try:
        future.set_exception(error)
    except InvalidStateError:
        return
