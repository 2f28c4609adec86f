"""Rounds that another house would have paid differently."""

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from queenhigh.cards.card import FULL_DECK, card_text
from queenhigh.cards.ranking import Category
from queenhigh.cli import books
from queenhigh.house.loader import built_in
from queenhigh.maths.design.rule_impact import read_lines, rule_impact
from queenhigh.store.memory import MemoryStore
from queenhigh.store.records import Landed
from queenhigh.store.round_documents import recorded_rounds
from queenhigh.store.sample import room
from queenhigh.store.upcasts import table_event
from queenhigh.table.events import SettlementBegan
from queenhigh.wagers.round_settlement import settle_round
from tests.maths.dealt_out import RANKING, contest
from tests.maths.houses import changed
from tests.store.rooms import whole_database, whole_export
from tests.store.store_evidence import StoreEvidence

MANUAL = built_in("manual")
TIES_WIN = changed("manual", {"ante.tie": "win", "wagers.pair_plus.pays.flush": 4})


def rounds(many: int = 300) -> list[dict[str, Any]]:
    chance = random.Random(11)
    found: list[dict[str, Any]] = []
    for _ in range(many):
        cards = chance.sample(FULL_DECK, 9)
        text = [card_text(card) for card in cards]
        seats = [
            {
                "seat": seat,
                "cards": text[3 * seat : 3 * seat + 3],
                "decision": "play",
                "wagers": {"ante": 1000, "pair_plus": 500},
            }
            for seat in (1, 2)
        ]
        found.append({"house": "manual", "dealer": text[:3], "seats": seats, "own": cards})
    return found


def lines(documents: list[dict[str, Any]]) -> list[bytes]:
    return [
        json.dumps({name: each for name, each in one.items() if name != "own"}).encode()
        for one in documents
    ]


def test_the_impact_is_that_of_the_flushes_and_ties_in_the_log() -> None:
    documents = rounds()
    flushes, ties, otherwise = 0, 0, set()
    for number, each in enumerate(documents, start=1):
        cards = each["own"]
        dealer = tuple(cards[:3])
        for hand in (tuple(cards[3:6]), tuple(cards[6:])):
            flush = RANKING.category(hand) is Category.FLUSH
            tie = contest(hand, dealer) == "ties"
            flushes, ties = flushes + flush, ties + tie
            if flush or tie:
                otherwise.add(number)
    found = rule_impact(MANUAL, TIES_WIN, read_lines(lines(documents)))
    assert flushes > 10
    assert (found.rounds, found.changed, found.impossible) == (300, len(otherwise), 0)
    assert {each.line for each in found.changed_rounds} == otherwise
    assert found.difference_cents == 500 * flushes + 1000 * ties
    assert found.by_wager.get("pair_plus") == 500 * flushes
    assert sum(each.difference_cents for each in found.changed_rounds) == found.difference_cents


def test_rounds_with_bets_that_the_other_house_lacks_are_counted_separately() -> None:
    one, other = rounds(2)
    one["seats"][0]["wagers"]["progressive"] = 100
    found = rule_impact(MANUAL, built_in("mics"), read_lines(lines([one, other])))
    assert (found.rounds, found.impossible) == (1, 1)
    assert found.impossible_rounds[0].line == 1
    assert "progressive" in found.impossible_rounds[0].error


def test_only_as_many_rounds_are_listed_as_were_asked_for() -> None:
    found = rule_impact(MANUAL, TIES_WIN, read_lines(lines(rounds())), shown=2)
    assert len(found.changed_rounds) == 2
    assert found.changed > 2


def test_a_malformed_round_is_named_by_its_line() -> None:
    with pytest.raises(ValueError, match="line 3"):
        rule_impact(MANUAL, TIES_WIN, read_lines([*lines(rounds(2)), b"[]"]))


def test_the_command_prints_the_sum_and_the_rounds(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    log = tmp_path / "rounds.jsonl"
    log.write_bytes(b"\n".join(lines(rounds(60))) + b"\n\n")
    books.compare(["manual", "mics"], cost=False, json=True, log=str(log))
    (impact,) = msgspec.json.decode(capfdbinary.readouterr().out)["impact"]
    assert impact["rounds"] == 60
    books.compare(["manual", "mics"], cost=False, json=False, log=str(log), show=1)
    printed = capfdbinary.readouterr().out.decode()
    assert f"{impact['changed']} of 60 rounds would have been paid differently" in printed


def recorded(rounds: int = 12) -> MemoryStore:
    store = MemoryStore()
    batches = room("manual", "classic", rounds=rounds, seats=3, snapshots=False)
    assert all(isinstance(each, Landed) for each in store.land(batches))
    return store


def test_the_rounds_of_a_store_settle_to_what_the_tables_recorded() -> None:
    evidence, others = StoreEvidence(recorded()), Counter[str]()
    found = list(recorded_rounds(evidence, "manual", others))
    assert [each.number for each in found] == list(range(1, 13))
    assert others == {"classic": 12}
    settled = [
        event.settled
        for record in evidence.of("table:1")
        if record.version > 1 and isinstance(event := table_event(record.event), SettlementBegan)
    ]
    for each, was in zip(found, settled, strict=True):
        assert settle_round(MANUAL, each.document, unseen=True).seats == was.seats


@pytest.mark.parametrize("kind", ["store", "export"])
def test_the_command_reads_a_store_and_an_exported_log(
    kind: str, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    file = tmp_path / "log"
    file.write_bytes(whole_database() if kind == "store" else whole_export())
    books.compare(["manual", "mics"], cost=False, json=True, log=str(file))
    (impact,) = msgspec.json.decode(capfdbinary.readouterr().out)["impact"]
    assert impact["rounds"] + impact["impossible"] == 1
    with pytest.raises(ValueError, match=r"no settled round of mics; there are rounds of classic"):
        books.compare(["mics", "manual"], cost=False, json=True, log=str(file))
