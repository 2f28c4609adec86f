"""Deck orders of open rounds are sealed in the database; finished rounds need no key."""

import asyncio
import random
import re
import stat
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import text

from queenhigh.cards.card import card_text
from queenhigh.floor.keyring import KEY_BYTES, KeyRing, SealBroken, key_file
from queenhigh.house.loader import built_in, built_in_keys
from queenhigh.service.cardroom import Cardroom
from queenhigh.service.houses.shelf import Shelf
from queenhigh.service.room import Answer, Room
from queenhigh.service.tables.lobby import Lobby
from queenhigh.service.tables.table_set_up import TableWanted
from queenhigh.store.audit import verify
from queenhigh.store.deck_seal import DECKS, DeckSealer, deck_sealer_from
from queenhigh.store.dossiers import dossier_of
from queenhigh.store.evidence import DatabaseEvidence
from queenhigh.store.projections import Projections, cage_of
from queenhigh.store.records import Record
from queenhigh.store.round_documents import recorded_rounds
from queenhigh.store.sql import SqlStore
from queenhigh.store.store_address import open_store
from queenhigh.table import commands as c
from queenhigh.table import events as e
from queenhigh.table.events import DeckShuffled
from queenhigh.table.fairness import commitment, shuffled_deck
from queenhigh.table.state import Table
from tests.patience import until

KEY, OTHER = bytes(range(KEY_BYTES)), bytes(range(1, KEY_BYTES + 1))


def sealer(key: bytes = KEY) -> DeckSealer:
    return DeckSealer(KeyRing(DECKS, key))


def with_room(
    store: SqlStore, keys: DeckSealer | None, does: Callable[[Cardroom], Awaitable[None]]
) -> None:
    async def run() -> None:
        room = Cardroom(store, sealer=keys)
        await room.start()
        try:
            await does(room)
        finally:
            await room.stop()

    asyncio.run(run())


async def shuffled(
    room: Cardroom, house: str = "classic", players: tuple[str, ...] = ("ann",)
) -> None:
    """A table with a shuffled deck, and bets waiting for their cards."""
    lobby = Lobby(room, Shelf(room.store))
    await lobby.set_up(
        TableWanted(id="t", house=house, betting_seconds=None, decision_seconds=None),
        by="system",
    )
    seats = [(seat, name) for seat, name in enumerate(players, start=1)]
    for seat, name in seats:
        await lobby.patrons.grant(name, 100_000)
        said: dict[str, Any] = {"by": f"player:{name}", "at": room.now(), "seat": seat}
        await done(room, c.Sit(**said, player=name), c.BuyIn(**said, cents=50_000))
    await until(lambda: bool(room.room.tables["t"].table.deck.order))
    for seat, name in seats:
        said = {"by": f"player:{name}", "at": room.now(), "seat": seat}
        await done(room, c.PlaceWager(**said, wager="ante", amount=1_000))


async def done(room: Cardroom, *wishes: c.AnyCommand) -> None:
    for wish in wishes:
        answer = await room.give("t", wish)
        assert isinstance(answer, Answer), answer


async def played(room: Cardroom) -> None:
    """Play the round to its end, and shuffle again."""
    number = room.room.tables["t"].table.round.number
    await room.give("t", c.AnnounceNoMoreBets(by="system", at=room.now()))
    await room.give("t", c.Fold(by="player:ann", at=room.now(), seat=1))
    await until(
        lambda: (
            room.room.tables["t"].table.round.number != number
            and bool(room.room.tables["t"].table.deck.order)
        )
    )


async def two_decided(room: Cardroom) -> None:
    """Deal; then Ann folds and Ben plays."""
    await done(room, c.AnnounceNoMoreBets(by="system", at=room.now()))
    await two_decided_after_the_deal(room)


async def two_decided_after_the_deal(room: Cardroom) -> None:
    number = room.room.tables["t"].table.round.number
    await done(
        room,
        c.Fold(by="player:ann", at=room.now(), seat=1),
        c.Play(by="player:ben", at=room.now(), seat=2),
    )
    await until(lambda: room.room.tables["t"].table.round.number != number)


def everything(store: SqlStore) -> str:
    """Return the whole database as a thief of a copy would read it."""
    with store.database.reading() as connection:
        names = ("records", "commands", "snapshots", "floor_tables")
        return "".join(
            str([tuple(bytes(v) if isinstance(v, memoryview) else v for v in row)
                 for row in connection.execute(text(f"SELECT * FROM {name}"))])
            for name in names
        )  # fmt: skip


def holds(store: SqlStore) -> list[str]:
    with store.database.reading() as connection:
        report = verify(DatabaseEvidence(connection, "the log"))
    return [each.message for each in report.findings]


@pytest.fixture
def store(tmp_path: Path) -> SqlStore:
    return open_store(str(tmp_path / "log.db"))


def test_neither_order_nor_nonce_of_an_open_round_is_in_the_database(store: SqlStore) -> None:
    async def run(room: Cardroom) -> None:
        await shuffled(room)
        await asyncio.to_thread(Projections(store.database, cage_of(store.database)).catch_up)
        deck = room.room.tables["t"].table.deck
        seen = everything(store)
        assert deck.nonce
        assert deck.nonce not in seen
        assert deck.commitment in seen
        assert not re.search(r'"(order|shuffled)":\[("[2-9TJQKA][cdhs]"|\d)', seen)

    with_room(store, sealer(), run)
    assert holds(store) == []


_FACE = re.compile(rb'"([2-9TJQKA][cdhs])"')
_SHOWN = ("dealer_revealed", "hand_revealed", "cards_discarded", "cards_exposed")


def in_clear(record: Record) -> set[bytes]:
    return set(_FACE.findall(record.event))


@pytest.mark.parametrize("house", built_in_keys())
def test_no_record_of_an_open_round_reveals_a_face_down_card(store: SqlStore, house: str) -> None:
    async def run(room: Cardroom) -> None:
        await shuffled(room, house, ("ann", "ben"))
        await two_decided(room)

    with_room(store, sealer(), run)
    shown: set[bytes] = set()
    types: list[str] = []
    for record in store.records("table:t")[1:]:
        told = msgspec.json.decode(record.event)
        types.append(told["type"])
        if told["type"] in _SHOWN:
            shown |= in_clear(record)
        if told["type"].startswith("settlement"):  # Nothing is left to decide.
            assert "dealer_revealed" in types
            continue
        if told["type"] == "round_ended":
            break
        assert in_clear(record) <= shown, told
    assert {"cards_dealt", "hand_racked", "dealer_revealed", "round_ended"} <= {*types}
    for done in store.commands("table:t"):
        assert not _FACE.findall(done.asked)
    assert holds(store) == [], "what is over is proved without a key"


def hands_of(room: Cardroom) -> dict[int, tuple[str, ...]]:
    return {
        seat: tuple(map(card_text, cards))
        for seat, cards in room.room.tables["t"].table.round.hands.items()
    }


def test_when_the_round_is_over_its_hands_are_readable_without_a_key(store: SqlStore) -> None:
    """Other processes get them as they happen; so do reports, dossier and documents."""
    hands: dict[int, tuple[str, ...]] = {}

    async def run(room: Cardroom) -> None:
        await shuffled(room, "classic", ("ann", "ben"))
        await room.give("t", c.AnnounceNoMoreBets(by="system", at=room.now()))
        hands.update(hands_of(room))
        other = Room(store, sealer())
        assert other.load("t") == room.room.tables["t"]
        await two_decided_after_the_deal(room)

    with_room(store, sealer(), run)
    events = Room(store).events("t", 1)
    dealt: dict[int, tuple[str, ...]] = {}
    for event in events:
        if isinstance(event, e.CardsDealt):
            dealt[event.seat] = dealt.get(event.seat, ()) + event.cards
    assert dealt == hands
    racked = {x.seat: x.cards for x in events if isinstance(x, e.HandRacked) and x.seat >= 0}
    assert {seat: sorted(cards) for seat, cards in racked.items()} == {
        seat: sorted(cards) for seat, cards in hands.items()
    }
    kept = Projections(store.database, cage_of(store.database))
    kept.catch_up()
    with store.database.reading() as connection:
        evidence = DatabaseEvidence(connection, "the log")
        (recorded,) = recorded_rounds(evidence, "classic")
    assert {seat.seat: tuple(seat.cards or ()) for seat in recorded.document.seats} == {
        seat: hands[seat] for seat in (1, 2)
    }
    first = next(n for n, each in enumerate(events, 1) if isinstance(each, e.RoundBegan))
    dossier = dossier_of(store, "t", first)
    assert {hand.seat: hand.by_log for hand in dossier.hands} == hands
    assert not dossier.disagreements


def test_a_restart_with_the_key_goes_on_with_the_same_deck(store: SqlStore) -> None:
    orders = []

    async def before(room: Cardroom) -> None:
        await shuffled(room)
        orders.append(room.room.tables["t"].table.deck.order)

    async def after(room: Cardroom) -> None:
        orders.append(room.room.tables["t"].table.deck.order)
        await played(room)

    with_room(store, sealer(), before)
    with_room(store, sealer(), after)
    assert orders[0] == orders[1]
    assert holds(store) == [], "what is over is proved without a key"


def test_without_the_key_the_table_is_stopped_and_says_why(store: SqlStore) -> None:
    async def stopped(room: Cardroom) -> None:
        assert "a key that this service does not have" in room.room.stopped["t"]

    with_room(store, sealer(), shuffled)
    with_room(store, sealer(OTHER), stopped)
    with_room(store, None, stopped)


def test_a_card_out_of_order_is_found_once_the_order_is_open(store: SqlStore) -> None:
    async def swapped(room: Cardroom) -> None:
        await shuffled(room)
        running = room.room.tables["t"]
        deck = running.table.deck
        order = (*deck.order[3:6], *deck.order[:3], *deck.order[6:])  # The two hands swapped.
        table = running.table.with_deck(running.table.round.deck, order=order)
        room.room.tables["t"] = msgspec.structs.replace(running, table=table)
        await played(room)

    with_room(store, sealer(), swapped)
    assert any("was not next in the deck" in found for found in holds(store))


def test_a_sealed_order_belongs_to_its_own_shuffle() -> None:
    order = shuffled_deck(random.Random(1))
    event = DeckShuffled(
        deck=0, commitment=commitment(order, "n" * 64), order=order, nonce="n" * 64
    )
    sealed = sealer().sealed(Table(built_in("classic")), "t", event)
    assert sealer().opened("t", sealed) == event
    for table, keys in (("other", sealer()), ("t", sealer(OTHER))):
        with pytest.raises(SealBroken):
            keys.opened(table, sealed)


def test_the_key_is_readable_by_its_owner_alone_and_is_made_once(tmp_path: Path) -> None:
    file = tmp_path / "deck.key"
    key_file(file)
    written = file.read_text()
    key_file(file)
    assert file.read_text() == written
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert deck_sealer_from({DECKS.file_variable: str(file)}) is not None
    assert deck_sealer_from({}) is None
