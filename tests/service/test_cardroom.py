"""Commands against the log: once each, in turn, durable; and what the house does on its own."""

import asyncio
from collections.abc import Coroutine, Sequence
from itertools import cycle
from typing import TypeVar

import msgspec
import pytest

from queenhigh.house.loader import built_in_keys
from queenhigh.money.posting import LedgerImbalance
from queenhigh.service import room as rooms
from queenhigh.service.room import Answer, Room
from queenhigh.service.tables.deadlines import deadline
from queenhigh.service.tables.house_moves import next_by_itself
from queenhigh.store.memory import MemoryStore
from queenhigh.store.records import Batch, Landing, StoreUnavailable
from queenhigh.table import commands as c
from queenhigh.table.events import DeckPutInUse, Event, Folded, WagerPlaced, WagerWithdrawn
from queenhigh.table.refusal import Refusal
from queenhigh.table.state import Phase
from tests.patience import turn
from tests.service.rooms import Clock, Trial, trial

E = TypeVar("E", bound=Event)


def run(work: Coroutine[None, None, None]) -> None:
    asyncio.run(work)


@pytest.mark.parametrize("house", built_in_keys())
def test_an_automatic_table_of_every_house_plays_a_round(house: str) -> None:
    async def work() -> None:
        async with trial() as t:
            table = await t.table(house)
            await t.seated(table)
            await t.bet(table)
            await t.done(table, c.AnnounceNoMoreBets(by="system", at=t.clock()))
            await t.done(table, c.Play(by="player:ann", at=t.clock(), seat=4))
            await t.until(lambda: t.now(table).table.round.number == 2)
            assert sum(t.store.balances().values()) == 0

    run(work())


def test_a_command_sent_twice_acts_once_and_gets_the_same_answer() -> None:
    async def work() -> None:
        async with trial() as t:
            table = await t.table()
            await t.seated(table)
            wager = c.PlaceWager(
                by="player:ann", at=t.clock(), id="once", seat=4, wager="ante", amount=500
            )
            first = await t.done(table, wager)
            t.clock.pass_(seconds=3)
            again = await t.done(table, msgspec.structs.replace(wager, at=t.clock()))
            assert (again.version, again.events) == (first.version, first.events)
            assert again.repeated
            assert not first.repeated
            assert t.now(table).table.seats[4].ante == 500

    run(work())


def test_a_command_that_acted_is_not_refused_when_repeated_too_late() -> None:
    async def work() -> None:
        async with trial() as t:
            table = await t.table()
            await t.lobby.patrons.grant("ann", 100_00)
            sit = c.Sit(by="player:ann", at=t.clock(), id="sit", seat=4)
            await t.done(table, sit)
            assert (await t.done(table, sit)).repeated  # The seat is taken: by this command.

    run(work())


def test_an_id_used_by_another_command_is_refused() -> None:
    async def work() -> None:
        async with trial() as t:
            table = await t.table()
            await t.seated(table)
            wager = c.PlaceWager(
                by="player:ann", at=t.clock(), id="once", seat=4, wager="ante", amount=500
            )
            await t.done(table, wager)
            other = await t.give(table, msgspec.structs.replace(wager, amount=700))
            assert isinstance(other, Refusal)
            assert other.code == "command/id_taken"
            assert t.now(table).table.seats[4].ante == 500

    run(work())


def test_a_client_is_told_that_its_version_of_the_table_is_old() -> None:
    async def work() -> None:
        async with trial() as t:
            table = await t.table()
            version = t.now(table).table.version
            await t.seated(table)
            sit = c.Sit(by="player:bob", at=t.clock(), seat=2)
            answer = await t.give(table, sit, expected=version)
            assert isinstance(answer, Refusal)
            assert answer.code == "command/stale"
            current = t.now(table).table.version
            assert isinstance(await t.give(table, sit, expected=current), Answer)

    run(work())


def test_nobody_buys_in_for_more_than_they_have() -> None:
    async def work() -> None:
        async with trial() as t:
            table = await t.table()
            await t.lobby.patrons.grant("ann", 50_00)
            await t.done(table, c.Sit(by="player:ann", at=t.clock(), seat=4))
            buy = c.BuyIn(by="player:ann", at=t.clock(), seat=4, cents=50_01)
            answer = await t.give(table, buy)
            assert isinstance(answer, Refusal)
            assert answer.code == "money/not_enough"
            assert "$50" in answer.message
            assert await t.lobby.patrons.balance("ann", play_money=True) == 50_00

    run(work())


def test_money_at_two_tables_is_not_spent_twice() -> None:
    async def work() -> None:
        async with trial() as t:
            one, two = await t.table(id="one"), await t.table(id="two")
            await t.lobby.patrons.grant("ann", 50_00)
            for table in (one, two):
                await t.done(table, c.Sit(by="player:ann", at=t.clock(), seat=4))
            buys = [c.BuyIn(by="player:ann", at=t.clock(), seat=4, cents=30_00) for _ in "12"]
            answers = await asyncio.gather(t.give(one, buys[0]), t.give(two, buys[1]))
            assert sorted(isinstance(each, Refusal) for each in answers) == [False, True]
            assert await t.lobby.patrons.balance("ann", play_money=True) == 20_00

    run(work())


def test_two_processes_on_one_store_never_act_on_an_old_table() -> None:
    """The second process has not heard of the first's commands; it reloads and decides again."""

    async def work() -> None:
        store, clock = MemoryStore(), Clock()
        async with trial(store, clock, 1) as one:
            table = await one.table()
            await one.seated(table)
            async with trial(store, clock, 2) as two:
                await one.bet(table)
                await two.lobby.patrons.grant("bob", 100_00)
                await two.done(table, c.Sit(by="player:bob", at=clock(), seat=2))
                assert two.now(table).table.seats[4].ante == 500
                versions = [r.version for r in store.records(f"table:{table}")]
                assert versions == list(range(len(versions)))

    run(work())


def test_after_a_restart_play_goes_on_where_it_stopped_and_so_does_the_clock() -> None:
    async def work() -> None:
        store, clock = MemoryStore(), Clock()
        async with trial(store, clock) as t:
            table = await t.table(decision_seconds=30)
            await t.seated(table)
            await t.bet(table)
            await t.done(table, c.AnnounceNoMoreBets(by="system", at=clock()))
            before = t.now(table)
            assert before.table.phase is Phase.DECIDING
        async with trial(store, clock) as t:
            assert t.now(table).table == before.table
            assert deadline(t.now(table)) == deadline(before)
            clock.pass_(seconds=29)
            await t.looked_at(table)
            assert t.now(table).table.phase is Phase.DECIDING
        clock.pass_(seconds=2)
        async with trial(store, clock) as t:
            await t.until(lambda: t.now(table).table.round.number == 2)
            folded = _happened(t, table, Folded)
            assert [(x.because, x.by) for x in folded] == [("time_out", "system")]

    run(work())


def test_bets_are_locked_when_the_time_for_them_is_over() -> None:
    async def work() -> None:
        async with trial() as t:
            table = await t.table(betting_seconds=20)
            await t.seated(table)
            t.clock.pass_(minutes=10)  # Nobody has bet, so no clock runs.
            assert deadline(t.now(table)) is None
            await t.bet(table)
            until = deadline(t.now(table))
            assert until is not None
            assert (until.at - t.clock()).total_seconds() == 20
            t.clock.pass_(seconds=20)
            t.cardroom.keepers.moved[table].set()
            await t.until(lambda: t.now(table).table.phase is Phase.DECIDING)

    run(work())


def test_bets_that_cannot_be_dealt_to_start_no_clock() -> None:
    """A side bet alone made its table count as stuck, and the service as not ready."""

    async def work() -> None:
        async with trial() as t:
            table = await t.table("manual", betting_seconds=20, idle_seconds=600)
            await t.seated(table)
            bonus = c.PlaceWager(
                by="player:ann", at=t.clock(), seat=4, wager="six_card_bonus", amount=500
            )
            await t.done(table, bonus)
            assert deadline(t.now(table)) is None
            t.clock.pass_(minutes=5)
            assert t.cardroom.stuck() == {}
            assert next_by_itself(t.now(table), t.clock(), t.cardroom.chance) is None
            t.clock.pass_(minutes=5)
            t.cardroom.keepers.moved[table].set()
            await t.until(lambda: not t.now(table).table.seats)
            assert [x.amount for x in _happened(t, table, WagerWithdrawn)] == [500]

    run(work())


def test_a_deck_that_has_become_too_old_is_changed_and_bets_go_back_first() -> None:
    async def work() -> None:
        async with trial() as t:
            table = await t.table("mics", betting_seconds=None)
            await t.seated(table)
            await t.bet(table)
            t.clock.pass_(hours=9)
            t.cardroom.keepers.moved[table].set()
            await t.until(lambda: len(_happened(t, table, DeckPutInUse)) == 2)
            assert [x.amount for x in _happened(t, table, WagerWithdrawn)] == [500]
            # What she has now is another matter: nine hours of inactivity also end a stay.
            events = t.cardroom.room.events(table, 1, 10_000)
            order = [type(x) for x in events if isinstance(x, DeckPutInUse | WagerWithdrawn)]
            assert order == [DeckPutInUse, WagerWithdrawn, DeckPutInUse]

    run(work())


def test_bots_wait_for_a_person_and_then_play_their_own_cards() -> None:
    async def work() -> None:
        async with trial() as t:
            table = await t.table(bots=("optimal", "always"), betting_seconds=None)
            await t.looked_at(table)
            assert not t.now(table).table.seats
            await t.seated(table)
            await t.until(lambda: len(t.now(table).table.bettors()) == 2)
            await t.bet(table)
            await t.done(table, c.AnnounceNoMoreBets(by="system", at=t.clock()))
            await t.until(lambda: t.now(table).table.next_to_decide in (4, None))
            if t.now(table).table.next_to_decide == 4:
                await t.done(table, c.Play(by="player:ann", at=t.clock(), seat=4))
            await t.until(lambda: t.now(table).table.round.number == 2)
            placed = {x.by for x in _happened(t, table, WagerPlaced)}
            assert placed == {"player:ann", f"player:bot-{table}-1", f"player:bot-{table}-2"}

    run(work())


def test_a_breach_stops_the_table_and_is_reported_and_nothing_is_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work() -> None:
        async with trial() as t:
            table, other = await t.table(), await t.table("mics")
            await t.seated(table)
            before = t.now(table)
            count = t.store.head(f"table:{table}").count

            def wrong(*_: object) -> object:
                raise LedgerImbalance("postings sum to 5 cents, expected 0")

            monkeypatch.setattr(rooms, "postings_of", wrong)
            wager = c.PlaceWager(by="player:ann", at=t.clock(), seat=4, wager="ante", amount=500)
            answer = await t.give(table, wager)
            monkeypatch.undo()
            assert isinstance(answer, Refusal)
            assert answer.code == "table/stopped"
            assert "5 cents" in answer.message
            assert t.now(table) == before
            assert t.store.head(f"table:{table}").count == count
            again = await t.give(table, wager)
            assert isinstance(again, Refusal)
            assert again.code == "table/stopped"
            await t.done(other, c.Sit(by="player:ann", at=t.clock(), seat=1))

    run(work())


class _Failing(MemoryStore):
    fails = False

    def land(self, batches: Sequence[Batch]) -> list[Landing]:
        if self.fails:
            raise StoreUnavailable("the disk is full")
        return super().land(batches)


def test_when_the_store_cannot_write_nothing_happens_and_play_goes_on_afterwards() -> None:
    async def work() -> None:
        store = _Failing()
        async with trial(store) as t:
            table = await t.table()
            await t.seated(table)
            before = t.now(table)
            store.fails = True
            wager = c.PlaceWager(by="player:ann", at=t.clock(), seat=4, wager="ante", amount=500)
            with pytest.raises(StoreUnavailable):
                await t.give(table, wager)
            assert t.now(table) == before
            store.fails = False
            await t.done(table, wager)

    run(work())


def test_a_long_history_is_read_from_its_last_snapshot() -> None:
    async def work() -> None:
        store, clock = MemoryStore(), Clock()
        async with trial(store, clock) as t:
            table = await t.table()
            await t.seated(table)
            for _ in range(12):
                await t.bet(table)
                await t.done(table, c.AnnounceNoMoreBets(by="system", at=clock()))
                await t.done(table, c.Fold(by="player:ann", at=clock(), seat=4))
                await t.until(lambda: t.now(table).table.due is None)
            live = t.now(table)
        snapshot = store.snapshot(f"table:{table}")
        assert snapshot is not None
        assert 0 < live.table.version - snapshot.version < 2 * rooms.SNAPSHOT_EVERY
        read = Room(store).load(table)
        assert read is not None
        assert read.table == live.table

    run(work())


def _happened(t: Trial, table: str, kind: type[E]) -> list[E]:
    version = t.now(table).table.version
    return [x for x in t.cardroom.room.events(table, 1, version + 1) if isinstance(x, kind)]


def test_a_clock_runs_out_even_if_another_process_was_faster_and_bets_keep_changing() -> None:
    async def scenario() -> None:
        async with trial() as t:
            table = await t.table()
            await t.seated(table)
            await t.bet(table)

            async def fidget() -> None:
                for cents in cycle((300, 400)):
                    wager = c.PlaceWager(
                        by="player:ann", at=t.clock(), seat=4, wager="ante", amount=cents
                    )
                    await t.give(table, wager)
                    await turn()

            fidgeting = asyncio.create_task(fidget())
            t.cardroom.keepers.patient.add(table)
            t.clock.pass_(hours=1)
            await t.until(lambda: t.now(table).table.phase is not Phase.BETTING)
            fidgeting.cancel()

    asyncio.run(scenario())
