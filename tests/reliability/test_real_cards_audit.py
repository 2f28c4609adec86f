"""A log of real cards, unknown hands and corrections, checked by both audits."""

from typing import Any

import msgspec
import pytest

from queenhigh.faults.audit_money import Breach
from queenhigh.faults.auditor import Auditor
from queenhigh.faults.sent_book import Book
from queenhigh.house.model import House
from queenhigh.store.audit import verify
from queenhigh.store.memory import MemoryStore
from queenhigh.store.records import Record
from queenhigh.table import events as e
from tests.floor.day import Day, Floor
from tests.floor.landed import batches
from tests.money.room import RoomTable
from tests.store.store_evidence import StoreEvidence
from tests.table.driver import house
from tests.table.felt import Felt
from tests.table.test_corrections import SLIPS, corrected, slipped

from .test_auditor import changed, read


class RealTable(Felt, RoomTable):
    """A table of real cards whose money is booked in its room."""

    def __init__(self, room: Floor, of: House) -> None:
        link = "wide" if of.meters else ""
        if link:
            room.link(link, of)
        RoomTable.__init__(self, room, of, link, "money")
        self.floor = room
        self.setup = msgspec.structs.replace(self.setup, kind="physical")
        room.tables[self.setup.table] = self


def landed(key: str, slip: str, seed: int) -> MemoryStore:
    """Land a round of real cards with a corrected slip."""
    table = RealTable(Floor(), house(key))
    slipped(table, seed, slip)
    return in_the_log(table)


def in_the_log(table: RealTable) -> MemoryStore:
    store = MemoryStore()
    store.land(batches(Day(table.floor, table, table, table, table.house)))
    return store


def kinds(store: MemoryStore) -> set[str]:
    return {msgspec.json.decode(record.event)["type"] for record in store.log()}


@pytest.mark.parametrize("slip", SLIPS)
@pytest.mark.parametrize("key", ["mics", "manual", "classic"])
def test_both_audits_pass_a_corrected_round_of_real_cards(key: str, slip: str) -> None:
    found = set[str]()
    for seed in range(4):
        store = landed(key, slip, seed)
        read(store).conclude(Book())
        report = verify(StoreEvidence(store))
        assert report.findings == []
        found |= kinds(store)
    assert f"{slip.removeprefix('correct_')}_corrected" in found
    assert "bet_reopened" in found


@pytest.mark.parametrize("until", ["verify_royal", "end_round"], ids=["locked", "paid"])
def test_both_audits_follow_a_jackpot_that_was_corrected_away(until: str) -> None:
    table = RealTable(Floor(), house("manual"))
    table.lies = {1: "As Ks Qs", 3: "9d 9c 2h", 0: "Qh 7c 2d"}
    table.open()
    for seat in (1, 3):
        table.bet(seat, ante=10, progressive=1)
    table.dealt().play(1, 3).until(until)
    assert table.events(e.JackpotLocked)
    before = table.stack(1)
    corrected(table, "correct_card", seat=1, entered="As", actual="Ah")
    assert until == "verify_royal" or table.stack(1) < before
    table.finish()
    store = in_the_log(table)
    read(store).conclude(Book())
    assert verify(StoreEvidence(store)).findings == []


def test_a_hand_that_nobody_saw_is_in_no_record() -> None:
    store = landed("classic", "correct_wager", 4)
    dealt = [each for each in _events(store) if each["type"] == "cards_dealt"]
    shown = {each["seat"] for each in _events(store) if each["type"] == "hand_revealed"}
    assert all(not each["cards"] and each["count"] for each in dealt)
    assert {each["seat"] for each in dealt} - shown - {0}


@pytest.mark.parametrize(
    ("of", "change", "says"),
    [
        ("bet_reopened", {"wager": "prime"}, "not settled"),
        ("card_corrected", {"entered": "??"}, "is corrected"),
        ("hand_revealed", {"cards": ["2c"]}, "was dealt 3"),
        ("wager_paid", {"paid": 1}, "the balances differ"),
    ],
)
def test_the_auditor_does_not_let_a_forged_correction_pass(
    of: str, change: dict[str, Any], says: str
) -> None:
    store = landed("classic", "correct_card", 2)
    auditor = Auditor(store, skew=1_000)
    auditor.chain.follow = lambda record: msgspec.json.decode(record.event)  # type: ignore[method-assign]
    records = store.log()
    place = next(n for n, each in enumerate(records) if f'"{of}"'.encode() in each.event)
    records[place] = changed(records[place], lambda event: event.update(change))
    with pytest.raises(Breach, match=says):
        _audit(auditor, records)


def _audit(auditor: Auditor, records: list[Record]) -> None:
    auditor.read(records)
    auditor.conclude(Book())


def _events(store: MemoryStore) -> list[dict[str, Any]]:
    return [msgspec.json.decode(record.event) for record in store.log()]
