"""Tables with an owner: viewers at other processes, and owners that die, pause or stop."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

import msgspec
import pytest

from queenhigh.client.look import Change, Snapshot, changed, heard
from queenhigh.service.cardroom import Cardroom
from queenhigh.service.live_connection import tell
from queenhigh.service.owners import Membership, Owners
from queenhigh.service.process_link import Frame, Kind, Link, Switchboard, called
from queenhigh.service.rate_limits import RateLimits, RateSettings
from queenhigh.service.room import Answer
from queenhigh.service.tables.live_socket import LiveTalk
from queenhigh.service.tables.lobby import Lobby
from queenhigh.service.tables.relay import Relay, Viewer
from queenhigh.store.keys import Person
from queenhigh.store.process_leases import LeaseLost, ProcessLeases
from queenhigh.store.store_address import open_store
from queenhigh.table import commands as c
from queenhigh.table.commands import AnyCommand
from queenhigh.wire.messages import Answered, WishRefused
from queenhigh.wire.requests import command_text
from tests.service.rooms import NOON, Clock, Trial
from tests.stores import new_postgres_address

_encode = msgspec.json.Encoder().encode
_NO_LIMITS = RateLimits(RateSettings(enabled=False))


class Process(Trial):
    """One process of a service; several run in one test's event loop."""

    def __init__(self, address: str, clock: Clock, seed: int):
        self.clock = clock
        self.store = self.kept = open_store(address)
        self.owners = Owners()
        chance = random.Random(seed)
        self.cardroom = Cardroom(self.store, now=clock, chance=chance, owners=self.owners)
        self.lobby = Lobby(self.cardroom)
        self.relay = Relay(self.lobby)
        self.membership: Membership

    async def begin(self) -> None:
        await self.cardroom.start()
        moved = self.cardroom.owners_moved
        self.membership = Membership(self.kept, self.owners, moved)
        await self.relay.begin(self.membership)

    async def die(self) -> None:
        """Die as if killed: the lease stays, and the connections break."""
        self.membership._over.set()
        self.membership._wake.set()
        await asyncio.to_thread(self.membership._thread.join)
        self.relay._switchboard.close()
        for link in tuple(self.relay._links.values()):
            link.close()
        await self.cardroom.stop()

    async def stop(self) -> None:
        await self.cardroom.stop(self.relay.end)


class Client:
    """A browser connected to one of the processes."""

    def __init__(self, at: Process, table: str, name: str):
        self.name, self.known = name, cast(Snapshot | None, None)
        self.answers: dict[str, Answered | WishRefused] = {}
        person = Person(name, name, "player", NOON)
        self.talk = LiveTalk(Viewer(table, person), at.relay, _NO_LIMITS)
        self.task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        if first := await self.talk.first():
            await self.send_data(_encode(first), "text")
        await tell(self, self.talk)  # type: ignore[arg-type]

    async def send_data(self, data: bytes, mode: str) -> None:
        told = heard(data.decode())
        if isinstance(told, Snapshot):
            self.known = told
        elif isinstance(told, Change):
            self.known = changed(self.known, told)
        elif isinstance(told, Answered | WishRefused):
            self.answers[told.id] = told

    async def say(self, **wish: Any) -> Answered | WishRefused:
        await self.talk.hear(command_text(wish))
        await until(lambda: wish["id"] in self.answers)
        return self.answers[wish["id"]]

    @property
    def version(self) -> int:
        return self.known.version if self.known else -1

    def leave(self) -> None:
        self.talk.watch.end()


async def until(true: Callable[[], bool], seconds: float = 120) -> None:
    last = asyncio.get_running_loop().time() + seconds
    while not true():
        assert asyncio.get_running_loop().time() < last, "it never became so"
        await asyncio.sleep(0.005)


class Room:
    def __init__(self, one: Process, two: Process, table: str):
        self.one, self.two, self.table = one, two, table

    @property
    def owner(self) -> Process:
        return self.one if self.one.owners.is_ours(self.table) else self.two

    @property
    def other(self) -> Process:
        return self.two if self.owner is self.one else self.one

    def client(self, at: Process, name: str) -> Client:
        return Client(at, self.table, name)


@asynccontextmanager
async def two_processes() -> AsyncIterator[Room]:
    clock, address = Clock(), new_postgres_address()
    one, two = Process(address, clock, 1), Process(address, clock, 2)
    await one.begin()
    table = await one.table()
    for name in ("ann", "ben"):
        await one.lobby.grant(name, 1_000_00)
    await two.begin()
    await until(lambda: one.owners.is_ours(table) != two.owners.is_ours(table))
    try:
        yield Room(one, two, table)
    finally:
        for each in (one, two):
            await each.stop()
            each.kept.close()


async def seated(client: Client, seat: int) -> None:
    await until(lambda: client.known is not None)
    for wish in ({"type": "sit"}, {"type": "buy_in", "cents": 500_00}):
        answer = await client.say(**wish, seat=seat, id=f"{client.name}-{wish['type']}")
        assert isinstance(answer, Answered), answer


def bet(client: Client, seat: int) -> dict[str, Any]:
    identity = f"{client.name}-bet"
    return {"type": "place_wager", "wager": "ante", "amount": 500, "seat": seat, "id": identity}


def test_viewers_at_both_processes_see_and_do_the_same() -> None:
    async def work() -> None:
        async with two_processes() as room:
            ann, ben = room.client(room.owner, "ann"), room.client(room.other, "ben")
            await seated(ann, 2)
            await seated(ben, 4)
            await until(lambda: room.owner.now(room.table).table.due is None)
            for client, seat in ((ann, 2), (ben, 4)):
                answer = await client.say(**bet(client, seat))
                assert isinstance(answer, Answered), answer
            version = room.owner.now(room.table).table.version
            await until(lambda: ann.version == ben.version == version)
            assert ann.known is not None
            assert ben.known is not None
            assert ann.known.shown == ben.known.shown
            # A process does not follow tables it does not own, until somebody asks.
            assert room.other.now(room.table).table.version < version
            await room.other.cardroom.fresh(room.table)
            assert room.other.now(room.table).table.version == version
            refused = await ben.say(type="fold", seat=4, id="early")
            assert isinstance(refused, WishRefused)
            ann.leave()
            ben.leave()

    asyncio.run(work())


def test_when_the_owner_dies_its_tables_go_on_elsewhere() -> None:
    async def work() -> None:
        async with two_processes() as room:
            owner, other = room.owner, room.other
            ben = room.client(other, "ben")
            await seated(ben, 4)
            await until(lambda: owner.now(room.table).table.due is None)
            await owner.die()
            answer = await ben.say(**bet(ben, 4))
            assert isinstance(answer, Answered), answer
            assert other.owners.is_ours(room.table)
            await until(lambda: ben.version == other.now(room.table).table.version)
            assert other.now(room.table).table.bettors() == [4]
            ben.leave()

    asyncio.run(work())


def test_a_command_whose_owner_dies_before_it_answers_acts_once() -> None:
    async def work() -> None:
        async with two_processes() as room:
            owner, other = room.owner, room.other
            ben = room.client(other, "ben")
            await seated(ben, 4)
            await until(lambda: owner.now(room.table).table.due is None)
            give = owner.cardroom.give

            async def dies(*wanted: Any, **more: Any) -> Any:
                answer = await give(*wanted, **more)
                await owner.die()
                return answer

            owner.cardroom.give = dies  # type: ignore[method-assign]
            answer = await ben.say(**bet(ben, 4))
            assert isinstance(answer, Answered), answer
            assert answer.repeated
            ben.leave()

    asyncio.run(work())


def test_an_owner_that_stops_hands_its_tables_over() -> None:
    async def work() -> None:
        async with two_processes() as room:
            owner, other = room.owner, room.other
            ben = room.client(other, "ben")
            await seated(ben, 4)
            await until(lambda: owner.now(room.table).table.due is None)
            await owner.stop()
            answer = await ben.say(**bet(ben, 4))
            assert isinstance(answer, Answered), answer
            assert other.owners.is_ours(room.table)
            ben.leave()

    asyncio.run(work())


def test_viewers_at_an_owner_that_was_held_for_dead_go_to_the_new_one() -> None:
    async def work() -> None:
        async with two_processes() as room:
            owner, other = room.owner, room.other
            ann = room.client(owner, "ann")
            await seated(ann, 2)
            await until(lambda: owner.now(room.table).table.due is None)
            before = owner.membership.me
            ProcessLeases(other.kept.database).expel([before.id])
            await until(lambda: owner.membership.me != before)
            # It is back as another process, and may or may not own the table.
            answer = await ann.say(**bet(ann, 2))
            assert isinstance(answer, Answered), answer
            ann.leave()

    asyncio.run(work())


def test_a_paused_owner_lands_nothing_for_a_table_that_another_has_taken_over() -> None:
    async def work() -> None:
        async with two_processes() as room:
            owner, other = room.owner, room.other
            owner.membership._looking.acquire()  # Now it cannot renew its lease.
            try:
                leases = ProcessLeases(other.kept.database, lease_seconds=0.2)
                await until(lambda: leases.renewed(other.membership.me) == (other.membership.me,))
                await until(lambda: other.owners.is_ours(room.table))
                sit: AnyCommand = c.Sit(by="player:ann", at=NOON, seat=1)
                with pytest.raises(LeaseLost):
                    await owner.give(room.table, sit)
                assert isinstance(await other.give(room.table, sit), Answer)
            finally:
                owner.membership._looking.release()

    asyncio.run(work())


def test_nobody_is_served_without_the_secret() -> None:
    async def work() -> None:
        taken: list[Frame] = []
        lost: list[Link] = []
        switchboard = Switchboard(
            lambda: "right", lambda _, frame: taken.append(frame), lost.append
        )
        port = await switchboard.open()
        for secret in ("wrong", "right"):
            link = await called(port, secret, lambda *_: None, lost.append)
            link.send(Kind.SAY, 7, b"hello", version=9)
            await until(lambda: bool(taken or lost))
            assert bool(taken) == (secret == "right")
            lost.clear()
        assert taken == [Frame(Kind.SAY, 7, 9, b"hello")]
        switchboard.close()

    asyncio.run(work())
