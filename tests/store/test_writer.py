"""The only thread that writes."""

from collections.abc import Sequence
from threading import Event

import pytest

from queenhigh.money.posting import LedgerImbalance
from queenhigh.store.memory import MemoryStore
from queenhigh.store.records import Batch, Landed, Landing, Stale, StoreUnavailable
from queenhigh.store.writer import Writer
from tests.stores import batch, fact, submitted


class Slow(MemoryStore):
    """Lands nothing until released, and remembers its groups."""

    def __init__(self) -> None:
        super().__init__()
        self.busy, self.go = Event(), Event()
        self.groups: list[int] = []
        self.failing: Exception | None = None

    def land(self, batches: Sequence[Batch]) -> list[Landing]:
        self.busy.set()
        self.go.wait(120)
        self.groups.append(len(batches))
        if self.failing:
            raise self.failing
        return super().land(batches)


def test_every_batch_gets_its_own_answer() -> None:
    writer = Writer(MemoryStore())
    first, second = (submitted(writer, batch("table:1", 0, each)) for each in ("c1", "c2"))
    assert first.result(120) == Landed("table:1", 0, 0)
    assert second.result(120) == Stale("table:1", 0)
    writer.close()


def test_commands_that_arrive_during_a_write_share_one_transaction() -> None:
    store = Slow()
    writer = Writer(store)
    alone = submitted(writer, batch("table:0", 0, "c0"))
    store.busy.wait(120)
    together = [submitted(writer, batch(f"table:{n}", 0, f"c{n}")) for n in range(1, 200)]
    store.go.set()
    assert isinstance(alone.result(120), Landed)
    assert all(isinstance(future.result(120), Landed) for future in together)
    assert store.groups == [1, 199]
    writer.close()


def test_closing_finishes_what_is_queued_and_takes_no_more() -> None:
    store = Slow()
    writer = Writer(store)
    futures = [submitted(writer, batch("table:1", n, f"c{n}")) for n in range(50)]
    store.go.set()
    writer.close()
    assert all(isinstance(future.result(0), Landed) for future in futures)
    with pytest.raises(StoreUnavailable, match="being closed"):
        submitted(writer, batch("table:1", 50, "late"))
    writer.close()


def test_an_unavailable_store_is_reported_to_all_and_later_batches_are_tried_again() -> None:
    store = Slow()
    store.go.set()
    store.failing = StoreUnavailable("away")
    writer = Writer(store)
    with pytest.raises(StoreUnavailable, match="away"):
        submitted(writer, batch("table:1", 0, "c1")).result(120)
    store.failing = None
    assert submitted(writer, batch("table:1", 0, "c1")).result(120) == Landed("table:1", 0, 0)
    writer.close()


def test_postings_that_do_not_balance_are_refused_to_the_sender_alone() -> None:
    store = Slow()
    writer = Writer(store)
    submitted(writer, batch("table:0", 0, "c0"))
    store.busy.wait(120)
    odd = submitted(writer, batch("table:1", 0, "c1", fact(("cage", 1))))
    whole = submitted(writer, batch("table:1", 0, "c2"))
    store.go.set()
    with pytest.raises(LedgerImbalance):
        odd.result(120)
    assert whole.result(120) == Landed("table:1", 0, 0)
    writer.close()


def test_a_fault_in_one_batch_does_no_harm_to_the_others() -> None:
    class Picky(Slow):
        def land(self, batches: Sequence[Batch]) -> list[Landing]:
            landings = (
                super().land(batches) if all(each.command != "bad" for each in batches) else None
            )
            if landings is None:
                self.busy.set()
                self.go.wait(120)
                raise KeyError("bad")
            return landings

    store = Picky()
    writer = Writer(store)
    first = submitted(writer, batch("table:0", 0, "c0"))
    store.busy.wait(120)
    good, bad, fine = (
        submitted(writer, batch(f"table:{each}", 0, each)) for each in ("good", "bad", "fine")
    )
    store.go.set()
    assert isinstance(first.result(120), Landed)
    assert isinstance(good.result(120), Landed)
    assert isinstance(fine.result(120), Landed)
    with pytest.raises(KeyError):
        bad.result(120)
    writer.close()


def test_an_answer_without_a_waiting_caller_does_no_harm() -> None:
    store = Slow()
    writer = Writer(store)
    first = submitted(writer, batch("table:1", 0, "c1"))
    store.busy.wait(120)
    given_up = submitted(writer, batch("table:1", 1, "c2"))
    assert given_up.cancel()
    store.go.set()
    assert isinstance(first.result(120), Landed)
    assert submitted(writer, batch("table:1", 2, "c3")).result(120) == Landed("table:1", 2, 2)
    writer.close()
