"""Tables shared by several people: whom they wait for, and for how long."""

import asyncio
from collections.abc import Coroutine
from contextlib import closing

import msgspec

from queenhigh.service.room import Answer
from queenhigh.service.tables.deadlines import seat_kept, wakes_at
from queenhigh.service.tables.house_edges import edges_of
from queenhigh.service.tables.window import Window
from queenhigh.store.credentials import Person
from queenhigh.store.store_address import open_store
from queenhigh.table.events import Folded, SeatLeft
from queenhigh.table.refusal import Refusal
from queenhigh.table.state import Phase
from queenhigh.wire.requests import AnyWish
from tests.service.rooms import NOON, Clock, Trial, trial
from tests.stores import new_postgres_address


def run(work: Coroutine[None, None, None]) -> None:
    asyncio.run(work)


def window(t: Trial, table: str, name: str) -> Window:
    return Window(t.lobby, Person(name, name, "player", NOON), table)


async def wished(t: Trial, table: str, name: str, wish: dict[str, object]) -> None:
    answer = await window(t, table, name).requests.give(msgspec.convert(wish, AnyWish))
    assert isinstance(answer, Answer), answer


async def ready(t: Trial, table: str, name: str) -> None:
    await wished(t, table, name, {"type": "announce_no_more_bets"})


def test_the_cards_come_when_everybody_who_has_bet_is_ready() -> None:
    async def work() -> None:
        async with trial() as t:
            table = await t.table()
            for name, seat in (("ann", 2), ("ben", 4), ("cleo", 6)):
                await t.seated(table, name, seat)
            await t.bet(table, "ann", 2)
            await t.bet(table, "ben", 4)
            await ready(t, table, "ann")
            assert t.now(table).table.phase is Phase.BETTING
            assert (await window(t, table, "ben").snapshot()).ready == [2]
            await ready(t, table, "ben")  # Cleo sits there but has not bet.
            assert t.now(table).table.phase is Phase.DECIDING

    run(work())


def test_a_repeated_or_late_announcement_does_not_count_as_ready() -> None:
    async def work() -> None:
        async with trial() as t:
            table = await t.table()
            for name, seat in (("ann", 2), ("ben", 4)):
                await t.seated(table, name, seat)
            await t.bet(table, "ann", 2)
            once: dict[str, object] = {"type": "announce_no_more_bets", "id": "once"}
            await wished(t, table, "ann", once)
            await wished(t, table, "ann", {"type": "fold", "seat": 2})
            await t.until(lambda: t.now(table).table.round.number == 2)
            await t.bet(table, "ann", 2)
            await t.bet(table, "ben", 4)
            await wished(t, table, "ann", once)
            late = {"type": "announce_no_more_bets", "id": "late", "expected_version": 1}
            answer = await window(t, table, "ann").requests.give(msgspec.convert(late, AnyWish))
            assert isinstance(answer, Refusal)
            assert answer.code == "command/stale"
            assert (await window(t, table, "ben").snapshot()).ready == []

    run(work())


def test_a_player_without_a_valid_bet_does_not_start_the_deal() -> None:
    async def work() -> None:
        async with trial() as t:
            table = await t.table("manual")
            for name, seat in (("ann", 2), ("ben", 4)):
                await t.seated(table, name, seat)
            await t.bet(table, "ben", 4)
            bonus: dict[str, object] = {"type": "place_wager", "seat": 2, "amount": 500}
            await wished(t, table, "ann", bonus | {"wager": "six_card_bonus"})
            deal = {"type": "announce_no_more_bets"}
            at_ann, at_ben = window(t, table, "ann"), window(t, table, "ben")
            assert deal in at_ben.moves(t.now(table))
            assert deal not in at_ann.moves(t.now(table))
            refused = await at_ann.requests.give(msgspec.convert(deal, AnyWish))
            assert isinstance(refused, Refusal)
            assert "6 Card Bonus" in refused.message
            assert refused.clauses
            await wished(t, table, "ann", bonus | {"wager": "pair_plus"})
            assert deal in at_ann.moves(t.now(table))

    run(work())


def test_a_player_who_changes_a_bet_is_no_longer_ready() -> None:
    async def work() -> None:
        async with trial() as t:
            table = await t.table()
            for name, seat in (("ann", 2), ("ben", 4)):
                await t.seated(table, name, seat)
                await t.bet(table, name, seat)
            await ready(t, table, "ann")
            more = {"type": "place_wager", "seat": 2, "wager": "ante", "amount": 1000}
            await wished(t, table, "ann", more)
            await ready(t, table, "ben")
            assert t.now(table).table.phase is Phase.BETTING

    run(work())


def test_an_absent_players_seat_is_freed_after_the_stated_time() -> None:
    async def work() -> None:
        async with trial() as t:
            table = await t.table(idle_seconds=600)
            await t.seated(table, "ann", 2)
            t.clock.pass_(seconds=500)
            await t.seated(table, "ben", 4)
            kept = seat_kept(t.now(table))
            assert kept is not None
            assert kept.seat == 2
            assert wakes_at(t.now(table)) == kept.until
            t.clock.pass_(seconds=100)
            await t.bet(table, "ben", 4)
            await t.until(lambda: 2 not in t.now(table).table.seats)
            assert 4 in t.now(table).table.seats
            left = [each for each in t.cardroom.room.events(table, 1) if isinstance(each, SeatLeft)]
            assert [(each.by, each.with_cents) for each in left] == [("system", 500_00)]

    run(work())


def test_a_decision_that_times_out_keeps_nobody_seated() -> None:
    async def work() -> None:
        async with trial() as t:
            table = await t.table(idle_seconds=60, decision_seconds=30)
            await t.seated(table)
            await t.bet(table)
            await ready(t, table, "ann")
            t.clock.pass_(seconds=31)
            await t.seated(table, "ben", 6)
            await t.until(lambda: t.now(table).table.round.number == 2)
            folds = [each for each in t.cardroom.room.events(table, 1) if isinstance(each, Folded)]
            assert [each.because for each in folds] == ["time_out"]
            t.clock.pass_(seconds=30)
            await t.bet(table, "ben", 6)
            await t.until(lambda: 4 not in t.now(table).table.seats)

    run(work())


def test_without_an_idle_time_a_table_keeps_every_seat() -> None:
    async def work() -> None:
        async with trial() as t:
            table = await t.table(idle_seconds=None)
            await t.seated(table)
            assert seat_kept(t.now(table)) is None

    run(work())


def test_the_lobby_knows_the_house_edge_of_each_bet() -> None:
    async def work() -> None:
        async with trial() as t:
            table = await t.table("manual")
            running = t.now(table)
            edges = edges_of(running.table.house, await t.lobby.cardroom.meters(running))
            assert list(edges) == ["ante_play", *running.table.house.wagers]
            assert round(edges["ante_play"].value, 4) == 0.0337
            shown = await t.lobby.shown(running)
            assert shown.idle_seconds == 900
            assert shown.house_name == running.table.house.called != running.table.house.name

    run(work())


def test_players_at_two_processes_are_dealt_to_when_both_are_ready() -> None:
    async def work() -> None:
        clock, address = Clock(), new_postgres_address()
        with closing(open_store(address)) as ours, closing(open_store(address)) as theirs:
            async with trial(ours, clock, 1) as one, trial(theirs, clock, 2) as two:
                table = await one.table()
                await one.seated(table, "ann", 2)
                await one.bet(table, "ann", 2)
                await two.until(lambda: table in two.cardroom.room.tables)
                await two.seated(table, "ben", 4)
                await two.bet(table, "ben", 4)
                await one.until(lambda: 4 in one.now(table).table.bettors())
                await ready(one, table, "ann")
                await two.until(lambda: two.cardroom.readiness.seats(two.now(table)) == [2])
                assert two.now(table).table.phase is Phase.BETTING
                more = {"type": "place_wager", "seat": 2, "wager": "ante", "amount": 1000}
                await wished(one, table, "ann", more)
                await two.until(lambda: not two.cardroom.readiness.seats(two.now(table)))
                await ready(two, table, "ben")
                await ready(one, table, "ann")
                await one.until(lambda: one.now(table).table.phase is Phase.DECIDING)
                await two.until(lambda: two.now(table).table.phase is Phase.DECIDING)

    run(work())
