"""Reading back what has landed."""

import hashlib
import json

from queenhigh.store.records import Done, Posted, Record, Snapshot, Store
from tests.stores import batch, fact


def _canonical(document: object) -> bytes:
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode()


def _hash(record: Record) -> str:
    hashed = {
        "asked": record.asked,
        "command": record.command,
        "event": json.loads(record.event),
        "previous": record.previous,
        "stream": record.stream,
        "version": record.version,
    }
    return hashlib.sha256(_canonical(hashed)).hexdigest()


def test_every_record_carries_the_hash_of_the_one_before_it_in_its_stream(store: Store) -> None:
    store.land([batch("table:1", 0, "c1", fact(n=1), fact(text='"é" \n\x7f✓'))])
    store.land([batch("table:2", 0, "c2"), batch("table:1", 2, "c3")])
    for stream in store.streams():
        previous = ""
        for record in store.records(stream):
            assert record.previous == previous
            assert record.hash == _hash(record)
            previous = record.hash
        assert store.head(stream).hash == previous


def test_the_seal_runs_through_the_whole_log(store: Store) -> None:
    store.land([batch("table:1", 0, "c1", fact(), fact()), batch("table:2", 0, "c2")])
    store.land([batch("table:1", 2, "c3")])
    seal = ""
    for position, record in enumerate(store.log(), start=1):
        seal = hashlib.sha256((seal + record.hash).encode()).hexdigest()
        assert (record.position, record.seal) == (position, seal)
    assert store.log_head().hash == seal


def test_a_record_says_what_was_asked(store: Store) -> None:
    sent = batch("table:1", 0, "c1", fact(), fact())
    store.land([sent])
    asked = hashlib.sha256(sent.asked).hexdigest()
    assert [record.asked for record in store.log()] == [asked, asked]


def test_the_log_is_read_in_pages(store: Store) -> None:
    store.land([batch(f"table:{n % 3}", n // 3, f"c{n}") for n in range(10)])
    whole = store.log()
    assert [record.command for record in whole] == [f"c{n}" for n in range(10)]
    assert store.log(4, 3) == whole[4:7]
    assert store.log(8, 100) == whole[8:]
    assert store.log(10) == []


def test_streams_and_balances_are_found_by_the_beginning_of_their_names(store: Store) -> None:
    names = ["table:1", "table:10", "Table:1", "table%", "t_ble:1", "patron:é", "patron:漢"]
    store.land([batch(name, 0, f"c{name}", fact((name, 1), ("cage", -1))) for name in names])
    assert store.streams() == sorted(names)
    assert store.streams("table:1") == ["table:1", "table:10"]
    assert store.streams("t_") == ["t_ble:1"]
    assert store.streams("table%") == ["table%"]
    assert store.streams("patron:漢") == ["patron:漢"]
    assert store.balances("table:") == {"table:1": 1, "table:10": 1}
    assert list(store.balances()) == sorted([*names, "cage"])


def test_a_command_is_found_by_its_id_and_by_its_stream(store: Store) -> None:
    sent = [
        batch("table:1", 0, "c1", fact(), fact()),
        batch("table:2", 0, "c2"),
        batch("table:1", 2, "c3"),
    ]
    store.land(sent)
    first = Done("c1", "table:1", 0, 1, sent[0].asked)
    third = Done("c3", "table:1", 2, 2, sent[2].asked)
    assert store.command("c1") == first
    assert store.commands("table:1") == [first, third]
    assert store.commands("table:1", 1) == [third]


def test_postings_are_kept_with_their_records(store: Store) -> None:
    moves = [fact(("cage", -n), ("table:1:tray", n)) for n in (1, 2, 3)]
    store.land([batch("table:1", 0, "c1", *moves), batch("table:2", 0, "c2", moves[0])])
    posted = [
        Posted("table:1", version, account, cents)
        for version, n in enumerate((1, 2, 3))
        for account, cents in (("cage", -n), ("table:1:tray", n))
    ]
    assert store.postings("table:1") == posted
    assert store.postings("table:1", 1, 2) == posted[2:4]
    assert store.postings("table:1", 2) == posted[4:]
    assert store.balances() == {"cage": -7, "table:1:tray": 7}


def test_an_account_that_is_empty_again_is_still_listed(store: Store) -> None:
    store.land([batch("patron:ann", 0, "c1", fact(("outside", -5), ("patron:ann", 5)))])
    store.land([batch("patron:ann", 1, "c2", fact(("outside", 5), ("patron:ann", -5)))])
    assert store.balances() == {"outside": 0, "patron:ann": 0}


def test_the_latest_snapshot_is_returned(store: Store) -> None:
    bodies = [b"one", b"\x00two\xff", b"three", b"four"]
    for n, body in enumerate(bodies):
        store.land([batch("table:1", n, f"c{n}", snapshot=body)])
        assert store.snapshot("table:1") == Snapshot("table:1", n, body)
    store.land([batch("table:1", 4, "c4")])
    assert store.snapshot("table:1") == Snapshot("table:1", 3, b"four")
    assert store.snapshot("table:2") is None
    assert store.snapshot("table:1", 2) == Snapshot("table:1", 2, b"three")


def test_several_snapshots_of_a_stream_may_come_in_one_group(store: Store) -> None:
    store.land([batch("table:1", n, f"c{n}", snapshot=b"%d" % n) for n in range(5)])
    assert store.snapshot("table:1") == Snapshot("table:1", 4, b"4")


def test_a_watcher_is_not_told_of_what_its_own_process_lands(store: Store) -> None:
    heard: list[str] = []
    stop = store.watch(heard.append)
    store.land([batch("table:1", 0, "c1")])
    stop()
    assert heard == []
