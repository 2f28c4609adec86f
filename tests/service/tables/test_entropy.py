"""Players' entropy through the service: whom it waits for, and for how long."""

import asyncio
from collections.abc import Coroutine

import msgspec
import pytest

from queenhigh.service.room import Answer
from queenhigh.service.tables.deadlines import deadline
from queenhigh.service.tables.window import Window
from queenhigh.store.audit import verify
from queenhigh.store.credentials import Person
from queenhigh.table import commands as c
from queenhigh.table.fairness import entropy_commitment
from queenhigh.table.instructions import STEPS
from queenhigh.table.state import Phase
from queenhigh.wire.requests import AnyWish
from tests.service.rooms import NOON, Trial, trial
from tests.store.store_evidence import StoreEvidence

A, B = "a1" * 32, "b2" * 32


def run(work: Coroutine[None, None, None]) -> None:
    asyncio.run(work)


async def wished(t: Trial, table: str, name: str, **wish: object) -> None:
    window = Window(t.lobby, Person(name, name, "player", NOON), table)
    answer = await window.requests.give(msgspec.convert(wish, AnyWish))
    assert isinstance(answer, Answer), answer


async def locked(t: Trial) -> str:
    """Two players have committed and bet, and the bets are locked."""
    table = await t.table()
    for name, seat in (("ann", 2), ("ben", 4)):
        await t.seated(table, name, seat)
    await t.until(lambda: bool(t.now(table).table.deck.commitment))
    await committed(t, table)
    for name in ("ann", "ben"):
        await wished(t, table, name, type="announce_no_more_bets")
    return table


async def committed(t: Trial, table: str) -> None:
    for name, seat, secret in (("ann", 2, A), ("ben", 4, B)):
        await t.bet(table, name, seat)
        told = entropy_commitment(t.now(table).table.deck.commitment, seat, secret)
        await wished(t, table, name, type="commit_entropy", seat=seat, commitment=told)


async def led_by_a_dealer(t: Trial, kind: str) -> str:
    """As `locked`, at a table that the system shuffles and a dealer leads."""
    table = await t.table(kind=kind, automation=(), betting_seconds=None, decision_seconds=None)
    opening = c.OpenTable(by="floor:flo", at=t.clock(), dealer="dan", tray=10_000_00)
    await t.done(table, opening)
    for name, seat in (("ann", 2), ("ben", 4)):
        await t.lobby.patrons.grant(name, 1_000_00)
        by, at = f"player:{name}", t.clock()
        await t.done(table, c.Sit(by=by, at=at, seat=seat))
        await t.done(table, c.BuyIn(by=by, at=at, seat=seat, cents=500_00))
    await steps(t, table, Phase.BETTING)
    await committed(t, table)
    await t.done(table, c.AnnounceNoMoreBets(by="dealer:dan", at=t.clock()))
    return table


async def steps(t: Trial, table: str, phase: Phase) -> None:
    """Do the steps that people do, until the phase has nothing due."""
    while (now := t.now(table).table).phase is not phase or now.due:
        assert now.due is not None
        if now.due.name == "shuffle":
            await t.until(lambda: getattr(t.now(table).table.due, "name", "") != "shuffle")
            continue
        role = STEPS[now.due.name].role
        by = "dealer:dan" if role == "dealer" else f"{role}:x"
        step, deck, seat = now.due.name, now.due.deck, now.due.seat
        await t.done(table, c.Confirm(by=by, at=t.clock(), step=step, deck=deck, seat=seat))


@pytest.mark.parametrize("kind", ["digital", "training"])
def test_a_dealer_waits_three_seconds_for_what_players_add_and_deals_on(kind: str) -> None:
    async def work() -> None:
        async with trial() as t:
            table = await led_by_a_dealer(t, kind)
            await wished(t, table, "ann", type="reveal_entropy", seat=2, entropy=A)
            t.clock.pass_(seconds=2.9)
            await t.looked_at(table)
            assert not t.now(table).table.round.mixed
            t.clock.pass_(seconds=0.2)
            await t.until(lambda: t.now(table).table.round.mixed)
            assert t.now(table).table.seats[4].withheld
            await steps(t, table, Phase.DECIDING)
            assert verify(StoreEvidence(t.store)).findings == []

    run(work())


def test_the_cards_come_when_all_have_revealed() -> None:
    async def work() -> None:
        async with trial() as t:
            table = await locked(t)
            await wished(t, table, "ann", type="reveal_entropy", seat=2, entropy=A)
            assert t.now(table).table.entropy_awaited == (4,)
            await wished(t, table, "ben", type="reveal_entropy", seat=4, entropy=B)
            assert t.now(table).table.phase is Phase.DECIDING
            assert verify(StoreEvidence(t.store)).findings == []

    run(work())


def test_a_missing_reveal_is_awaited_for_three_seconds_even_without_clocks() -> None:
    async def work() -> None:
        async with trial() as t:
            table = await locked(t)
            await wished(t, table, "ann", type="reveal_entropy", seat=2, entropy=A)
            waited = deadline(t.now(table))
            assert waited is not None
            assert (waited.what, waited.seconds) == ("entropy", 3)
            t.clock.pass_(seconds=2.9)
            await t.looked_at(table)
            assert t.now(table).table.phase is Phase.DEALING
            t.clock.pass_(seconds=0.2)
            await t.until(lambda: t.now(table).table.phase is Phase.DECIDING)
            assert t.now(table).table.seats[4].withheld
            assert not t.now(table).table.seats[2].withheld
            assert verify(StoreEvidence(t.store)).findings == []

    run(work())
