"""The auditor's own model: what it accepts, and what it rejects."""

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from queenhigh.faults.audit_cards import TableCards, faces
from queenhigh.faults.audit_money import Books, Breach, TableBooks
from queenhigh.faults.auditor import Auditor
from queenhigh.faults.sent_book import Book, Sent
from queenhigh.store.memory import MemoryStore
from queenhigh.store.records import Batch, Record
from queenhigh.store.sample import room
from queenhigh.table.denominations import chips_for
from queenhigh.table.events import JackpotLocked, MeterFed, RoundVoided, SettledRoundVoided
from tests.floor.day import Floor
from tests.table.driver import house, house_with


def landed(*houses: str, rounds: int = 3, seed: int = 1) -> MemoryStore:
    store = MemoryStore()
    for batch in room(*houses, rounds=rounds, seats=3, seed=seed):
        store.land([batch])
    return store


def read(store: MemoryStore, records: list[Record] | None = None) -> Auditor:
    auditor = Auditor(store, skew=1_000)
    held: list[Record] = []
    for record in store.log() if records is None else records:
        if held and held[0].command != record.command:
            auditor.read(held)
            held = []
        held.append(record)
    auditor.read(held)
    return auditor


@pytest.mark.parametrize("house", ["mics", "chickasaw", "manual", "classic", "mics-alternate"])
def test_an_honest_log_passes(house: str) -> None:
    store = landed(house)
    auditor = read(store)
    auditor.conclude(Book())
    assert auditor.rounds == {"1": 3}


def test_the_auditor_books_an_undone_round_alike() -> None:
    floor = Floor()
    table = floor.table(house("mics", machine_count_round="void"))
    table.opened().bet(1, ante=5).bet(2, ante=5, toke_ante=1)
    table.dealt("1: 9s 4d 2c, 2: Ks Kd 2h, dealer: Qs 8d 3c").play(1, 2).finish()
    table.give("leave", seat=2)
    table.give("report_wrong_deck_count", count=51, by_machine=True)
    assert table.events(SettledRoundVoided)
    assert booked(floor) == {name: cents for name, cents in floor.ledger.balances.items() if cents}


@pytest.mark.parametrize("ends", ["closed", "void", "taken back"])
def test_the_auditor_books_a_tray_of_chips_alike(ends: str) -> None:
    """A jackpot in whole chips, what the table owes its meter, and the void of both."""
    rules = {"irregularities": {"machine_count_round": "void"}, "cards": {"decks": 1}}
    floor = Floor()
    table = floor.table(house_with("manual", **rules))
    table.open(chips=chips_for(table.house, 1_000_000))
    table.opened().bet(1, ante=5, progressive=1).bet(2, ante=5, progressive=1)
    table.dealt("1: As Ks Qs, 2: 9d 8c 2c, dealer: Jc 9h 3c").play(1, 2)
    if ends == "void":
        table.until("end_round").give("report_wrong_number_of_cards", seat=2, cards=4)
        table.give("rule", ruling="void", reason="four cards", by="floor:flo")
        assert table.events(RoundVoided)
    elif ends == "taken back":
        table.finish().until("shuffle").give("shuffle_deck", deck=0, counted=51)
        assert table.events(SettledRoundVoided)
    else:
        table.finish()
        table.give("leave", seat=1)
        table.give("leave", seat=2)
        table.give("close_table")
    assert table.last(JackpotLocked).carried
    assert booked(floor) == {name: cents for name, cents in floor.ledger.balances.items() if cents}


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_a_feed_in_percent_is_rounded_as_the_auditor_rounds_it(seats: int) -> None:
    percent = {"progressive": {"feeds": {"main": {"cents": 0, "percent": "25/2"}}}}
    floor = Floor()
    table = floor.table(house_with("manual", wagers=percent)).opened()
    for seat in range(1, seats + 1):
        table.bet(seat, ante=5, progressive=1)
    table.dealt()
    assert table.last(MeterFed).meter == int(12.5 * seats)  # An eighth of each dollar.
    assert booked(floor) == {name: cents for name, cents in floor.ledger.balances.items() if cents}


def booked(floor: Floor) -> dict[str, int]:
    """Return all balances as the auditor has them."""
    books = Books()
    for record in floor.records():
        event = msgspec.json.decode(msgspec.json.encode(record.event))
        if record.stream == "table:1" and record.version == 0:
            books.tables["1"] = TableBooks(event)
        elif record.stream.startswith("table:"):
            books.at_table(books.tables["1"], event)
        else:
            books.beside_the_tables(event)
    return {name: cents for name, cents in books.cents.items() if cents}


def changed(record: Record, change: Callable[[dict[str, Any]], None]) -> Record:
    event = msgspec.json.decode(record.event)
    change(event)
    encoded = msgspec.json.encode(event, order="sorted")
    return msgspec.structs.replace(record, event=encoded)


def test_a_changed_record_breaks_the_chain() -> None:
    store = landed("classic")
    records = store.log()
    place = next(n for n, each in enumerate(records) if b'"chips_bought"' in each.event)
    records[place] = changed(records[place], lambda event: event.update(cents=1))
    with pytest.raises(Breach, match="hash or seal is wrong"):
        read(store, records)


def test_a_missing_record_is_found() -> None:
    store = landed("classic")
    records = store.log()
    with pytest.raises(Breach, match="comes after"):
        read(store, records[:10] + records[11:])


def test_a_balance_that_the_log_does_not_explain_is_found() -> None:
    store = landed("classic")
    store._balances["bank"] = 1
    with pytest.raises(Breach, match="the balances differ"):
        read(store).conclude(Book())


def test_a_missing_acknowledged_command_is_found() -> None:
    store = landed("classic")
    book = Book()
    sent = book.send(Sent("lost", "ann", "1", {"type": "sit"}))
    assert book.acted(sent.id, 5) == ""
    with pytest.raises(Breach, match="is not in the log"):
        read(store).conclude(book)


def test_a_refused_command_that_acted_is_found() -> None:
    store = landed("classic")
    acted = next(each.command for each in store.log() if each.stream == "table:1")
    book = Book()
    sent = book.send(Sent(acted, "ann", "1", {"type": "sit"}, copies=1))
    assert book.refused(sent.id, "table/closed") == ""
    with pytest.raises(Breach, match="was refused, and has acted"):
        read(store).conclude(book)


def test_the_book_notes_two_answers_that_differ() -> None:
    book = Book()
    book.send(Sent("x", "ann", "1", {}))
    assert book.acted("x", 5) == ""
    assert book.acted("x", 5) == ""
    assert "first and then 6" in book.acted("x", 6)
    assert "then refused" in book.refused("x", "table/closed")


def announced(*answers: int | None, identity: str = "ready") -> Book:
    """A player's announcement of no more bets, and the answer each time."""
    book = Book()
    announcement = {"type": "announce_no_more_bets"}
    sent = book.send(Sent(identity, "ann", "1", announcement, copies=len(answers), may_wait=True))
    for version in answers:
        wrong = book.refused(sent.id, "x") if version is None else book.acted(sent.id, version)
        assert wrong == ""
    return book


def bets_of_a_round(store: MemoryStore) -> tuple[int, int, Record]:
    """Return the versions of the first and the last bet, and the record that locks them."""
    bets: list[int] = []
    for record in store.log():
        if b'"wager_placed"' in record.event:
            bets.append(record.version)
        if b'"bets_locked"' in record.event:
            return bets[0], bets[-1], record
    raise AssertionError("no bets are locked in this log")


def test_readiness_is_shown_without_a_record() -> None:
    store = landed("classic")
    first, last, lock = bets_of_a_round(store)
    read(store).conclude(announced(last, None, last))
    for version in (first, lock.version):  # Nobody else has bet yet; it is too late.
        with pytest.raises(Breach, match="nobody was waited for"):
            read(store).conclude(announced(version))


def test_a_repeated_announcement_that_dealt_is_answered_from_the_log() -> None:
    store = landed("classic")
    _, last, lock = bets_of_a_round(store)
    dealt = max(each.version for each in store.log() if each.command == lock.command)
    read(store).conclude(announced(last, dealt, dealt, identity=lock.command))
    for later in (None, last):
        with pytest.raises(Breach, match=f"was answered {dealt} first"):
            read(store).conclude(announced(dealt, later, identity=lock.command))
    with pytest.raises(Breach, match="was refused, and has acted"):
        read(store).conclude(announced(None, identity=lock.command))


def test_a_command_that_landed_twice_is_found() -> None:
    store = landed("classic")
    first = store.log()
    auditor = read(store)
    again = Batch("patron:zoe", 0, first[0].command, b"{}", ())
    with pytest.raises(Breach, match="acted twice"):
        auditor.chain.note_commands([msgspec.structs.replace(first[0], stream=again.stream)])


# Cards


def dealt(*events: dict[str, Any]) -> TableCards:
    cards = TableCards()
    for version, event in enumerate(events, start=1):
        cards.happened(version, event)
    return cards


BEGAN = {"type": "round_began", "deck": 0}
ANN = {"type": "seat_taken", "seat": 1, "player": "ann"}
BOB = {"type": "seat_taken", "seat": 2, "player": "bob"}
HANDS = (
    {"type": "cards_dealt", "seat": 1, "cards": ["As", "Ks", "Qs"]},
    {"type": "cards_dealt", "seat": 2, "cards": ["2c", "3c", "4c"]},
)
RELEASED = {"type": "cards_released", "seats": [1, 2]}


def test_a_card_is_dealt_once() -> None:
    twice = {"type": "cards_dealt", "seat": 2, "cards": ["As", "3c", "4c"]}
    with pytest.raises(Breach, match="dealt twice"):
        dealt(BEGAN, ANN, BOB, HANDS[0], twice)


def test_cards_come_in_the_shuffled_order() -> None:
    order = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    random.Random(1).shuffle(order)
    shuffled = {"type": "deck_shuffled", "deck": 0, "order": order, "commitment": "", "nonce": "n"}
    wrong = {"type": "cards_dealt", "seat": 1, "cards": order[1:4]}
    with pytest.raises(Breach, match="out of the shuffled order"):
        dealt(BEGAN, ANN, shuffled, wrong)


def test_own_cards_are_seen_when_they_are_released_and_not_before() -> None:
    before = dealt(BEGAN, ANN, BOB, *HANDS)
    with pytest.raises(Breach, match="ann was shown As"):
        before.check_seen("ann", 5, 5, '["As"]', "[]", [])
    after = dealt(BEGAN, ANN, BOB, *HANDS, RELEASED)
    after.check_seen("ann", 5, 6, '["As","Ks"]', '["Qs"]', [])


def test_the_neighbours_cards_are_not_seen() -> None:
    cards = dealt(BEGAN, ANN, BOB, *HANDS, RELEASED)
    with pytest.raises(Breach, match="bob was told of As"):
        cards.check_seen("bob", 5, 6, '["2c"]', '[{"cards":["As"]}]', [])
    with pytest.raises(Breach, match="bob was told of As"):
        cards.check_seen("bob", 5, 6, '["2c"]', "[]", ["Seat 1 is dealt As"])
    shown = dealt(
        *(BEGAN, ANN, BOB, *HANDS, RELEASED),
        {"type": "hand_revealed", "seat": 1, "cards": ["As", "Ks", "Qs"]},
    )
    shown.check_seen("bob", 6, 7, '["2c","As"]', '[{"cards":["As"]}]', [])


def test_a_card_in_a_sentence_does_not_count() -> None:
    assert faces('{"text":"As Ks","cards":["Td"],"player":"2c"}') == {"Td", "2c"}
