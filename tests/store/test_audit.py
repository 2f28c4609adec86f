"""What an audit checks, what it finds, and where it locates it."""

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from queenhigh.house.loader import built_in
from queenhigh.money.ledger import postings_of_link, postings_of_patron
from queenhigh.money.links import LinkFunded, LinkSetUp, terms_of
from queenhigh.money.patrons import Deposited
from queenhigh.store.audit import verify
from queenhigh.store.chain import canonical
from queenhigh.store.evidence import DatabaseEvidence
from queenhigh.store.findings import Report
from queenhigh.store.landing import Leg
from queenhigh.store.memory import MemoryStore
from queenhigh.store.records import Batch, Fact
from queenhigh.store.sample import START, played, room
from queenhigh.store.store_address import open_store, open_to_read
from queenhigh.table.fairness import commitment
from tests.store.rooms import HOUSES, audited, kinds, landed, tampered
from tests.store.store_evidence import StoreEvidence
from tests.stores import new_postgres_address


@pytest.mark.parametrize("key", ["mics", "mics-alternate", "chickasaw", "manual", "classic"])
def test_a_log_of_played_rounds_passes(key: str) -> None:
    store = MemoryStore()
    landed(store, room(key, rounds=10, seats=3))
    report = verify(StoreEvidence(store))
    assert report.findings == []
    assert report.holds
    assert report.streams == report.replayed
    assert report.seal == store.log_head().hash


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_database_is_audited_while_it_is_written_to(kind: str, tmp_path: Path) -> None:
    address = str(tmp_path / "log.db") if kind == "sqlite" else new_postgres_address()
    store, batches = open_store(address), room(*HOUSES)
    half = len(batches) // 2
    landed(store, batches[:half])
    look = open_to_read(address)
    with look.reading() as connection:
        evidence = DatabaseEvidence(connection, address)
        head = evidence.head()
        landed(store, batches[half:])
        report = verify(evidence)
        assert report.findings == []
        assert report.head == head.count
        assert report.commands == half
    with look.reading() as connection:
        report = verify(DatabaseEvidence(connection, address))
    assert report.findings == []
    assert report.commands == len(batches)
    assert report.postings == sum(len(f.postings) for b in batches for f in b.facts)
    assert report.snapshots
    look.close()
    store.close()


def test_links_and_patrons_are_replayed_too() -> None:
    terms = terms_of(built_in("manual"))
    made = LinkSetUp(link="big", kind="linked", stakes="money", terms=terms, at=START)
    funded = LinkFunded(link="big", stakes="money", cents=500, into="reserve", at=START)
    brought = Deposited(patron="ann", cents=900, how="cash", at=START)
    store = MemoryStore()
    link = tuple(Fact(canonical(each), postings_of_link(each)) for each in (made, funded))
    patron = (Fact(canonical(brought), postings_of_patron(brought)),)
    named = {"link:big": link, "patron:ann": patron}
    store.land([Batch(name, 0, name, b"{}", facts) for name, facts in named.items()])
    report = verify(StoreEvidence(store))
    assert (report.findings, report.replayed) == ([], 2)
    wrong = MemoryStore()
    named = {"link:small": link, "patron:bob": patron}
    wrong.land([Batch(name, 0, name, b"{}", facts) for name, facts in named.items()])
    messages = [each.message for each in verify(StoreEvidence(wrong)).findings]
    assert "the event is about big, the stream about small" in messages
    assert "the event is about ann, the stream about bob" in messages


def test_an_empty_log_passes(tmp_path: Path) -> None:
    open_store(str(tmp_path / "log.db")).close()
    report = audited(tmp_path / "log.db")
    assert (report.findings, report.records, report.seal) == ([], 0, "")


# Locating it


def where(report: Report) -> list[tuple[str, str, int | None, int | None]]:
    return [(each.kind, each.stream, each.version, each.position) for each in report.findings]


def run(statement: str) -> Report:
    return tampered(lambda connection: connection.execute(statement))


def test_a_changed_event_is_named() -> None:
    report = run(
        "UPDATE records SET event = replace(event, '\"cents\":200000', '\"cents\":200001')"
        " WHERE stream = 'table:1' AND event LIKE '%chips_bought%' AND event LIKE '%\"seat\":1%'"
    )
    (position,) = {each.position for each in report.findings if each.kind == "hash"}
    assert ("hash", "table:1", 12, position) in where(report)
    # Its postings and the state have changed too.
    assert kinds(report) == {"hash", "postings", "snapshot"}


def test_a_changed_hash_and_a_changed_seal_are_one_finding_each() -> None:
    hashed = run("UPDATE records SET hash = replace(hash, 'a', 'b') WHERE position = 30")
    assert {each.position for each in hashed.findings} <= {30, 31}
    assert kinds(hashed) == {"hash", "seal"}
    sealed = run("UPDATE records SET seal = replace(seal, 'a', 'b') WHERE position = 30")
    assert [(each.kind, each.position) for each in sealed.findings] == [("seal", 30)]


def test_a_lost_record_is_a_gap_and_a_lost_end_is_found() -> None:
    gap = run("DELETE FROM records WHERE position = 30")
    assert ("gap", 31) in [(each.kind, each.position) for each in gap.findings]
    end = run("DELETE FROM records WHERE position = (SELECT max(position) FROM records)")
    assert "head" in kinds(end)


def test_a_stream_that_lost_its_end_is_found_even_with_its_head() -> None:
    """This is what the seal of the whole log is for."""

    def cut(connection: sqlite3.Connection) -> None:
        last = "(SELECT max(version) FROM records WHERE stream = 'table:1')"
        connection.execute(f"DELETE FROM records WHERE stream = 'table:1' AND version = {last}")
        connection.execute(
            "UPDATE heads SET count = count - 1, hash = (SELECT hash FROM records"
            f" WHERE stream = 'table:1' AND version = {last}) WHERE stream = 'table:1'"
        )

    assert "gap" in kinds(tampered(cut))


def test_manually_moved_money_is_named() -> None:
    balance = run("UPDATE balances SET cents = cents + 1 WHERE account = 'play:two'")
    assert kinds(balance) == {"balance", "sum"}
    assert "play:two has" in balance.findings[0].message
    posting = run("UPDATE postings SET cents = cents + 1 WHERE account = 'play:two' AND leg = 0")
    assert "postings" in kinds(posting)
    extra = run("INSERT INTO postings VALUES (999999, 0, 'play:two', 5)")
    assert "was posted without a record" in extra.findings[0].message


def test_the_command_as_sent_is_part_of_the_proof() -> None:
    report = run("UPDATE commands SET asked = '{\"type\":\"other\"}' WHERE id = '1-3'")
    assert {(each.kind, each.stream) for each in report.findings} == {("command", "table:1")}
    assert "1-3 does not match its hash" in report.findings[0].message


def test_a_snapshot_that_is_not_the_state_is_named() -> None:
    def forge(connection: sqlite3.Connection) -> None:
        stream, version, body = connection.execute(
            "SELECT stream, version, body FROM snapshots LIMIT 1"
        ).fetchone()
        state = msgspec.json.decode(body)
        state["by_hand"] = not state["by_hand"]
        connection.execute(
            "UPDATE snapshots SET body = ? WHERE stream = CAST(? AS TEXT) AND version = ?",
            (canonical(state), stream, version),
        )

    report = tampered(forge)
    assert kinds(report) == {"snapshot"}
    assert report.findings[0].stream.startswith("table:")


def test_a_noted_seal_reveals_a_rewritten_log() -> None:
    """Everything in it is right, except that it is not the original log."""
    real, forged = MemoryStore(), MemoryStore()
    landed(real, room("classic", seed=1))
    landed(forged, room("classic", seed=2))
    noted = {10: real.log()[9].seal, 20: real.log()[19].seal}
    assert verify(StoreEvidence(real), noted=noted).findings == []
    assert verify(StoreEvidence(forged)).findings == []
    found = verify(StoreEvidence(forged), noted=noted)
    assert kinds(found) == {"noted"}
    beyond = verify(StoreEvidence(real), noted={10**6: "0" * 64})
    assert "noted at position 1000000, which does not exist" in beyond.findings[0].message


# Wrong from the start: a log whose chain is right, but whose story is not.


def lying(batches: list[Batch], change: Callable[[dict[str, Any]], bool]) -> Report:
    """The same log with one event changed, hashed and sealed as if it were true."""
    told, changes = [], 0
    for batch in batches:
        facts = []
        for fact in batch.facts:
            event = msgspec.json.decode(fact.event)
            changes += not changes and change(event)
            facts.append(Fact(canonical(event), fact.postings))
        told.append(Batch(batch.stream, batch.expected, batch.command, batch.asked, tuple(facts)))
    assert changes == 1
    store = MemoryStore()
    landed(store, told)
    return verify(StoreEvidence(store))


def test_a_shuffle_other_than_the_committed_one_is_found() -> None:
    def other_order(event: dict[str, Any]) -> bool:
        if event["type"] != "shuffle_opened":
            return False
        event["order"] = event["order"][::-1]
        return True

    report = lying(room("classic"), other_order)
    assert "commitment" in kinds(report)


def test_a_shuffle_without_a_commitment_is_found() -> None:
    def another(event: dict[str, Any]) -> bool:
        if event["type"] != "shuffle_opened":
            return False
        event["order"] = event["order"][::-1]
        event["commitment"] = commitment(event["order"], event["nonce"])
        return True

    messages = {each.message for each in lying(room("classic"), another).findings}
    assert "no such commitment was published" in messages


def test_a_card_in_two_places_is_found() -> None:
    def double(event: dict[str, Any]) -> bool:
        if event["type"] != "cards_dealt" or event["cards"][0] == "As":
            return False
        event["cards"][0] = "As"
        return True

    assert "cards" in kinds(lying(room("classic"), double)) | kinds(
        lying(room("classic", seed=5), double)
    )


def test_an_event_that_posts_something_else_is_found() -> None:
    def more(event: dict[str, Any]) -> bool:
        if event["type"] != "wager_paid":
            return False
        event["paid"] += 100
        return True

    report = lying(room("classic", rounds=4), more)
    assert "postings" in kinds(report)


def test_an_impossible_event_ends_the_replay_of_its_stream() -> None:
    def nowhere(event: dict[str, Any]) -> bool:
        if event["type"] != "wager_placed":
            return False
        event["seat"] = 99
        return True

    report = lying(room("classic", "manual"), nowhere)
    assert "replay" in kinds(report)
    assert report.replayed == report.streams - 1


def test_an_unknown_stream_is_found() -> None:
    store = MemoryStore()
    store.land([Batch("weather:1", 0, "c1", b"{}", (Fact(canonical({"type": "rain"})),))])
    (finding,) = verify(StoreEvidence(store)).findings
    assert finding.message == "no stream is called weather:1"


def test_an_account_below_zero_that_may_not_be_is_found() -> None:
    """The store would not have let it land; the auditor does not rely on that."""
    store = MemoryStore()
    batches = [each for each in room("classic") if each.stream.startswith("table:")]
    for batch in batches:
        free = tuple(Fact(fact.event) for fact in batch.facts)
        store.land([Batch(batch.stream, batch.expected, batch.command, batch.asked, free)])

    class Indebted(StoreEvidence):
        def legs(self) -> Iterator[Any]:
            posted = [fact.postings for batch in batches for fact in batch.facts]
            for position, postings in enumerate(posted, start=1):
                for leg, each in enumerate(postings):
                    yield Leg(position, leg, each.account, each.cents)

    report = verify(Indebted(store))
    assert "below_zero" in kinds(report)
    assert any("play:two is 200000 cents below zero" in each.message for each in report.findings)


def test_a_table_with_another_tables_name_is_found() -> None:
    store = MemoryStore()
    (setup, *_) = played("classic", "1", rounds=1, seats=1, seed=1)
    store.land([Batch("table:2", 0, "c1", b"{}", setup.facts)])
    (finding,) = verify(StoreEvidence(store)).findings
    assert finding.message == "the stream of table 2 sets up table 1"


def test_many_findings_are_counted_and_not_all_listed() -> None:
    report = Report("the log")
    for _ in range(1_200):
        report.found("hash", "wrong")
    assert (len(report.findings), report.more_findings) == (1_000, 200)
    assert not report.holds
