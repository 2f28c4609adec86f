"""Tables with an owner: viewers at other processes, and owners that die, pause or stop."""

import asyncio
import random
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, cast

import msgspec
import pytest

from queenhigh.client.shown_table import Change, Snapshot, changed, heard
from queenhigh.service import process_link
from queenhigh.service.cardroom import Cardroom
from queenhigh.service.delivery import Delivery, Message
from queenhigh.service.owners import Membership, Owners
from queenhigh.service.process_link import Frame, Kind, Link, Switchboard, called
from queenhigh.service.rate_limits import RateLimits, RateSettings
from queenhigh.service.room import Answer
from queenhigh.service.tables import relay as relays
from queenhigh.service.tables.live_socket import LiveTalk
from queenhigh.service.tables.lobby import Lobby
from queenhigh.service.tables.relay import Relay, Viewer
from queenhigh.store.credentials import Person
from queenhigh.store.process_leases import LeaseLost, Member, ProcessLeases
from queenhigh.store.store_address import open_store
from queenhigh.table import commands as c
from queenhigh.table.commands import AnyCommand
from queenhigh.wire.messages import Answered, WishRefused
from queenhigh.wire.requests import command_text
from tests.patience import SECONDS, until
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
            self.send(first)
        await Delivery(self.talk, self).run()

    def is_free(self) -> bool:
        return True

    async def freed(self) -> None:
        """Wait for nothing."""

    def send(self, message: Message) -> None:
        told = heard(message.data)
        if isinstance(told, Snapshot):
            self.known = told
        elif isinstance(told, Change):
            self.known = changed(self.known, told)
            for identity, version in told.answers.items():
                self.answers[identity] = Answered(identity, version)
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
        await one.lobby.patrons.grant(name, 1_000_00)
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
            # The notice of what has landed may arrive after the answer.
            await until(lambda: room.table in room.other.cardroom.room.behind)
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


def test_a_command_acts_once_even_if_its_owner_dies_before_answering() -> None:
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


def test_viewers_at_an_owner_presumed_dead_go_to_the_new_one() -> None:
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


def test_a_viewer_disconnected_during_a_command_does_not_delay_others() -> None:
    async def work() -> None:
        async with two_processes() as room:
            ben = room.client(room.other, "ben")
            await seated(ben, 4)
            asked = asyncio.Event()

            async def never(*_: Any, **__: Any) -> Any:
                asked.set()
                await asyncio.Event().wait()

            room.owner.cardroom.give = never  # type: ignore[method-assign]
            saying = asyncio.create_task(ben.talk.hear(command_text(bet(ben, 4))))
            await asked.wait()
            ben.talk.watch.end("signed_out")
            await asyncio.wait_for(saying, SECONDS)

    asyncio.run(work())


def test_a_viewer_who_is_too_slow_keeps_no_table_from_its_new_owner() -> None:
    async def work() -> None:
        async with two_processes() as room:
            owner, other = room.owner, room.other
            slow, told = [other.cardroom.watchers.watch(room.table) for _ in range(2)]
            slow.owner = told.owner = owner.membership.me
            while len(slow._waiting) < 64:
                slow.tell(Answered("before", 1))
            await owner.die()
            await other.membership.gone(owner.membership.me)
            await until(lambda: bool(told._waiting))
            assert slow.why == "slow"

    asyncio.run(work())


@pytest.mark.parametrize(
    "sent",
    [
        b"",  # Nothing at all, for long.
        struct.pack(">IBIQ", 5, 0, 0, 0) + b"wro",  # A part of a frame, for long.
        b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        struct.pack(">IBIQ", 0, 99, 0, 0),  # No such kind.
        struct.pack(">IBIQ", 8 * 1024 * 1024, 0, 0, 0),  # A hello that is far too long.
    ],
)
def test_an_outsider_is_refused(sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        wrong: list[dict[str, Any]] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, what: wrong.append(what))
        monkeypatch.setattr(process_link, "_SECONDS_TO_SAY_HELLO", 0.05)
        switchboard = Switchboard(lambda: "right", lambda *_: None, lambda _: None)
        reader, writer = await asyncio.open_connection("127.0.0.1", await switchboard.open())
        writer.write(sent)
        with suppress(ConnectionResetError):  # As it is if something was left unread.
            assert await asyncio.wait_for(reader.read(), 60) == b""
        await until(lambda: not switchboard._links)
        assert not wrong
        writer.close()
        switchboard.close()

    asyncio.run(work())


def test_nobody_sees_less_at_the_new_owner_than_before() -> None:
    async def work() -> None:
        async with two_processes() as room:
            owner, other = room.owner, room.other
            ben = room.client(other, "ben")
            await seated(ben, 4)
            await until(lambda: owner.now(room.table).table.due is None)
            await until(lambda: ben.version == owner.now(room.table).table.version)
            seen = ben.version
            assert other.now(room.table).table.version < seen  # It has not followed the table.
            person = Person("ben", "Ben", "player", NOON)
            watch = other.cardroom.watchers.watch(room.table)
            first = await other.relay.talk(Viewer(room.table, person, after=seen), watch).first()
            assert first.version == seen
            watch.end()
            ben.leave()

    asyncio.run(work())


def test_a_viewer_whom_the_owner_cannot_serve_is_not_left_waiting() -> None:
    async def work() -> None:
        async with two_processes() as room:
            ben = room.client(room.other, "ben")
            await seated(ben, 4)

            async def fails(*_: Any, **__: Any) -> Any:
                raise KeyError("what nobody thought of")

            room.owner.cardroom.give = fails  # type: ignore[method-assign]
            await asyncio.wait_for(ben.talk.hear(command_text(bet(ben, 4))), 60)
            assert ben.talk.watch.over.is_set()

    asyncio.run(work())


def test_an_owner_that_has_forgotten_a_table_looks_for_it() -> None:
    async def work() -> None:
        async with two_processes() as room:
            await room.owner.cardroom.dropped(room.table)
            ben = room.client(room.other, "ben")
            await until(lambda: ben.known is not None)
            ben.leave()

    asyncio.run(work())


def test_a_failed_call_does_not_expel_the_other_process(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with two_processes() as room:
            owner, other = room.owner, room.other
            before, failures = owner.membership.me, iter([OSError(24, "Too many open files")])

            async def fails_once(*wanted: Any) -> Link:
                for error in failures:
                    raise error
                return await called(*wanted)

            monkeypatch.setattr(relays, "called", fails_once)
            ben = room.client(other, "ben")
            await until(lambda: ben.known is not None)
            assert owner.membership.me == before
            assert other.owners.of(room.table) == before
            ben.leave()

    asyncio.run(work())


def test_an_unused_link_is_closed_when_another_is_made() -> None:
    async def work() -> None:
        async with two_processes() as room:
            owner, other = room.owner, room.other
            ben = room.client(other, "ben")
            await until(lambda: ben.known is not None)
            before = owner.membership.me
            ProcessLeases(other.kept.database).expel([before.id])
            await until(lambda: owner.membership.me != before)
            ben.leave()
            watch = other.cardroom.watchers.watch(room.table)
            viewer = Viewer(room.table, Person("ann", "Ann", "player", NOON))
            await other.relay.opened(owner.membership.me, viewer, watch, lambda: None)
            await until(lambda: list(other.relay._links) == [owner.membership.me.id])
            watch.end()

    asyncio.run(work())


def test_an_abandoned_table_is_forgotten_by_all_processes() -> None:
    async def work() -> None:
        async with two_processes() as room:
            owner, other = room.owner, room.other
            await owner.lobby.give_up(room.table)
            await until(lambda: room.table not in other.cardroom.room.tables)
            assert not any(len(each.cardroom.watchers) for each in (owner, other))

    asyncio.run(work())


def test_a_viewer_who_leaves_while_the_owner_is_called_is_gone() -> None:
    async def work() -> None:
        async with two_processes() as room:
            owner, other = room.owner, room.other
            watch = other.cardroom.watchers.watch(room.table)
            watch.end("signed_out")
            viewer = Viewer(room.table, Person("ann", "Ann", "player", NOON))
            await other.relay.opened(owner.membership.me, viewer, watch, lambda: None)
            assert not any(other.relay._channels.values())
            ben = room.client(other, "ben")  # Comes by the same link, after the other has gone.
            await until(lambda: ben.known is not None)
            await until(lambda: len(owner.cardroom.watchers) == 1)
            ben.leave()

    asyncio.run(work())


def test_a_lease_is_renewed_again_whatever_went_wrong() -> None:
    async def work() -> None:
        async with two_processes() as room:
            leases = room.owner.membership._leases
            renewed, tries = leases.renewed, list[Member]()

            def fails_once(member: Member) -> tuple[Member, ...]:
                tries.append(member)
                if len(tries) == 1:
                    raise RuntimeError("what nobody thought of")
                return renewed(member)

            leases.renewed = fails_once  # type: ignore[method-assign]
            await until(lambda: len(tries) > 2)
            leases.renewed = renewed  # type: ignore[method-assign]
            assert room.owner.membership._thread.is_alive()

    asyncio.run(work())
