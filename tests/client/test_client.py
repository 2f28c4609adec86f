"""The client against a real service: signing in, the lobby, commands, live tables."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import closing
from random import Random

import httpx
import pytest

from queenhigh.client import Client, Refused, Unreachable
from queenhigh.faults.real_service import Served
from queenhigh.faults.virtual_time import VirtualLoop
from queenhigh.table.commands import Sit
from queenhigh.table.events import NEVER, SeatTaken, WagerPlaced
from queenhigh.table.seen_events import CardsSeen
from tests.patience import until

PASSWORD = "three cards and a queen"


def run(work: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(work())  # type: ignore[arg-type]


def test_a_guest_comes_in_and_sees_the_lobby(service: Served) -> None:
    async def work() -> None:
        async with Client(service.address) as client:
            assert await client.who_am_i() is None
            guest = await client.become_guest()
            assert guest.guest
            assert (await client.who_am_i()) == guest
            assert {"classic", "manual"} <= {table.id for table in await client.lobby()}
            assert (await client.purse()).play_cents == 1_000_00
            await client.log_out()
            assert await client.who_am_i() is None

    run(work)


def test_people_come_in_by_invitation_password_and_token(service: Served) -> None:
    async def work() -> None:
        link = re.findall(r'"administrator":"[^"]+/welcome/([\w-]+)"', service.log.read_text())[-1]
        async with Client(service.address) as boss, Client(service.address) as again:
            assert (await boss.take_up(link, "boss", PASSWORD)).role == "administrator"
            assert (await again.log_in("boss", PASSWORD)).sign_in == "boss"
            with pytest.raises(Refused) as refused:
                await again.log_in("boss", "wrong wrong wrong")
            assert (refused.value.code, refused.value.status) == ("login/refused", 401)
            made = await boss.post("/api/tokens", dict, label="test")
        async with Client(service.address, token=made["token"]) as program:
            person = await program.who_am_i()
            assert person is not None
            assert person.sign_in == "boss"
            async with await program.table("classic") as table:
                assert table.view.house == "classic"
                with pytest.raises(Refused, match="may not act at a table"):
                    await table.sit(1)

    run(work)


def test_a_wrong_token_is_refused_for_good(service: Served) -> None:
    async def work() -> None:
        async with Client(service.address, token="qh_nobodys") as client:
            with pytest.raises(Refused) as refused:
                await client.lobby()
            assert refused.value.code == "token/unknown"

    run(work)


def test_a_round_is_played_and_every_step_is_seen(service: Served) -> None:
    async def work() -> None:
        async with Client(service.address) as client:
            await client.become_guest()
            async with await client.table("classic") as table:
                changes = table.changes()
                next_one = asyncio.ensure_future(anext(changes))
                await until(lambda: bool(table._followers))
                answer = await table.sit(1)
                change = await next_one
                await changes.aclose()
                assert change.version == answer.version == table.version
                assert any(isinstance(event, SeatTaken) for event in change.events)
                await table.buy_in(1, 10_000)
                await table.until(lambda live: live.view.due is None, 120)
                await table.bet(1, "ante", 500)
                deal = next(m for m in table.moves if m["type"] == "announce_no_more_bets")
                await table.give(deal)
                [own] = table.own_seats
                assert "??" not in own.cards
                assert table.view.dealer_cards == ["??"] * 3
                assert any(isinstance(event, CardsSeen) for event in table.now.events)
                await table.play(1)
                await table.until(lambda live: live.view.results_of == 1, 120)
                [own] = table.own_seats
                assert {line.wager for line in own.results} >= {"ante", "play"}
                await table.leave(1)

    run(work)


def test_a_refusal_carries_code_message_and_clauses(service: Served) -> None:
    async def work() -> None:
        async with Client(service.address) as client:
            await client.become_guest()
            async with await client.table("manual") as table:
                await table.sit(2)
                await table.buy_in(2, 20_000)
                with pytest.raises(Refused) as refused:
                    await table.bet(2, "ante", 100)
                assert refused.value.code == "wager/below_minimum"
                assert refused.value.clauses
                assert refused.value.message.endswith(".")
                with pytest.raises(Refused) as invalid:
                    await table.give("place_wager", seat=2, wager="pair_plus", amount="much")
                assert invalid.value.code == "request/invalid"
                assert invalid.value.path
                await table.leave(2)

    run(work)


def test_a_command_is_given_by_its_name_as_a_move_or_as_a_command(service: Served) -> None:
    async def work() -> None:
        async with Client(service.address) as client:
            await client.become_guest()
            async with await client.table("manual") as table:
                await table.give(Sit(by="nobody", at=NEVER, seat=5))
                leave = next(move for move in table.moves if move["type"] == "leave")
                await table.give(leave)
                await table.give("sit", seat=5)
                assert [seat.seat for seat in table.own_seats] == [5]
                await table.give(leave)

    run(work)


def test_the_same_id_acts_once_by_whatever_way_it_comes(service: Served) -> None:
    async def work() -> None:
        async with Client(service.address) as client:
            await client.become_guest()
            async with await client.table("manual") as table:
                await table.sit(6)
                await table.buy_in(6, 20_000)
                bet = {"type": "place_wager", "seat": 6, "wager": "ante", "amount": 500}
                first_answer = await table.give(bet, identity="once-and-no-more")
                again = await client.give("manual", bet, identity="once-and-no-more")
                assert (again.version, again.repeated) == (first_answer.version, True)
                assert any(isinstance(event, WagerPlaced) for event in again.events)
                with pytest.raises(Refused) as taken:
                    await table.give({**bet, "amount": 1_000}, identity="once-and-no-more")
                assert taken.value.code == "command/id_taken"
                await table.leave(6)

    run(work)


def test_a_command_for_an_old_version_is_refused(service: Served) -> None:
    async def work() -> None:
        async with Client(service.address) as client:
            await client.become_guest()
            async with await client.table("manual") as table:
                old = table.version
                await table.sit(7)
                with pytest.raises(Refused) as stale:
                    await table.give("leave", seat=7, expected=old)
                assert stale.value.code == "command/stale"
                await table.give("leave", seat=7, expected=table.version)

    run(work)


def test_a_practice_table_belongs_to_one_person(service: Served) -> None:
    async def work() -> None:
        async with Client(service.address) as client, Client(service.address) as other:
            await client.become_guest()
            await other.become_guest()
            made = await client.practice("classic", bots=2)
            async with await client.table(made.id) as table:
                await table.sit(4)
                await table.until(lambda live: len(live.view.seats) == 3, 120)
            with pytest.raises(Refused) as hidden:
                await other.table(made.id)
            assert hidden.value.status == 404
            assert (await client.snapshot(made.id)).view.seats
            async with await client.table(made.id, role="dealer") as table:
                assert table.view.tray is not None

    run(work)


def test_a_missing_table_is_refused_at_once(service: Served) -> None:
    async def work() -> None:
        async with Client(service.address) as client:
            await client.become_guest()
            with pytest.raises(Refused) as missing:
                await client.table("nowhere")
            assert missing.value.status == 404
        async with Client(service.address) as nobody:
            with pytest.raises(Refused) as unknown:
                await nobody.table("classic")
            assert unknown.value.status in (401, 403)

    run(work)


def test_a_missing_service_is_unreachable() -> None:
    async def work() -> None:
        async with Client("http://127.0.0.1:9", patience=0.2) as client:
            with pytest.raises(Unreachable):
                await client.become_guest()
            with pytest.raises(Unreachable):
                await client.lobby()

    run(work)


def test_a_request_that_is_unsafe_to_repeat_is_sent_once() -> None:
    asked = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.method)
        body = {"code": "service/unavailable", "message": "Not now.", "clauses": [], "path": ""}
        return httpx.Response(503, json=body)

    async def work() -> None:
        transport = httpx.MockTransport(answer)
        async with Client("http://cards.test", patience=10, transport=transport) as client:
            with pytest.raises(Unreachable, match="Not now"):
                await client.become_guest()
            assert asked == ["POST"]
            with pytest.raises(Unreachable):
                await client.lobby()
            assert asked.count("GET") >= 2
            with pytest.raises(Unreachable):
                await client.give("classic", "sit", seat=1)
            assert asked.count("POST") >= 3

    with closing(VirtualLoop(Random(1))) as loop:
        loop.run_until_complete(work())


def test_a_program_adds_to_the_shuffle_if_configured(service: Served) -> None:
    async def work() -> None:
        async with Client(service.address) as client:
            await client.become_guest()
            practice = await client.practice("classic", 0)
            async with await client.table(practice.id, entropy=True) as table:
                await table.sit(1)
                await table.buy_in(1, 10_000)
                await table.until(lambda live: live.view.entropy, 120)
                await table.bet(1, "ante", 500)
                await table.give("announce_no_more_bets")
                await table.until(lambda live: live.view.next_to_decide == 1, 120)
                await table.fold(1)
                await table.until(lambda live: live.view.results_of == 1, 120)
            told = await client.get(f"/api/tables/{practice.id}/rounds/1", dict)
            events = [event for step in told["steps"] for event in step["events"]]
            [mixed] = [event for event in events if event["type"] == "shuffle_mixed"]
            assert list(mixed["entropy"]) == ["1"]
            assert not mixed["withheld"]

    run(work)
