"""A process of the service in the simulation: the real cardroom on a simulated machine.

Its memory is lost when it dies; what it has landed is on the disk. The next one starts from the
log.
"""

import asyncio
import logging
import traceback
from collections.abc import Callable, Coroutine, MutableSequence
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime, timedelta
from functools import lru_cache
from random import Random
from typing import Any, TypeVar

import msgspec
from litestar.exceptions import WebSocketDisconnect

from ..client.errors import ClientError, Refused, Unreachable
from ..service.cardroom import Cardroom
from ..service.errors import ServiceError
from ..service.open_connections import Connections
from ..service.rate_limits import RateLimits, RateSettings
from ..service.room import Answer, read_set_up
from ..service.table_action import Acts
from ..service.tables.live_socket import live
from ..service.tables.lobby import Lobby
from ..service.tables.relay import Relay
from ..service.tables.voice import Voice
from ..service.tables.watch import Watch
from ..service.tables.window import Window
from ..store.credentials import Person
from ..store.records import StoreUnavailable
from ..table.commands import AnyCommand
from ..table.refusal import Refusal
from ..wire.requests import AnyWish, Move
from .disk import Disk, Handle, SlowWriter
from .network import Line
from .virtual_time import Owner, VirtualLoop, in_process

_ROYALS = ("As", "Ks", "Qs")
# Acceptable errors of a task: answers to the caller, and an unavailable store.
_NO_FAULT = (ClientError, StoreUnavailable, WebSocketDisconnect)
_NO_LIMITS = RateLimits(RateSettings(enabled=False))
_STACKED = 0.5  # The share of shuffles that deal somebody the royal.


read_set_up_once = lru_cache(maxsize=64)(read_set_up)


class StackedChance(Random):
    """Chance that sometimes stacks a shuffle: jackpots that would take years come every minute."""

    def shuffle(self, x: MutableSequence[Any]) -> None:  # As Random declares it.
        super().shuffle(x)
        if self.random() < _STACKED:
            first = 3 * self.randrange(2)
            others = [card for card in x if card not in _ROYALS]
            x[:] = [*others[:first], *_ROYALS, *others[first:]]


_T = TypeVar("_T")


class Process:
    def __init__(
        self, loop: VirtualLoop, disk: Disk, name: str, seed: int, skew: float, start: datetime
    ) -> None:
        self.name, self.skew = name, skew
        self._loop, self._disk, self._start = loop, disk, start
        self._chance = StackedChance(seed)
        self.owner = Owner()
        self.owner.alive = False
        self.ready = False
        self.snapshot_every = 0  # Records; 0 means the service's default.
        self._lines: list[Line] = []
        self.fault: Callable[[str], None] = lambda text: None
        self.cardroom: Cardroom
        self.lobby: Lobby
        self.handle: Handle
        self._connections: Connections

    def now(self) -> datetime:
        """Return this machine's clock, which differs slightly from the others."""
        return self._start + timedelta(seconds=self._loop.time() + self.skew)

    @property
    def alive(self) -> bool:
        return self.owner.alive

    def knows(self, table: str) -> int:
        """Return the version at which it knows the table; -1 if not at all."""
        running = self.cardroom.room.tables.get(table)
        return running.table.version if running and self.ready else -1

    def come_up(self) -> None:
        self.owner = Owner()
        self.owner.failed = self._failed
        self.ready = False
        self._lines = []
        self.handle = self._disk.handle(self.owner, self.name)
        self.run(self._begin)

    async def _begin(self) -> None:
        writer = SlowWriter(self.handle)
        self.cardroom = Cardroom(self.handle, now=self.now, chance=self._chance, writer=writer)
        if "expected_versions" in self._disk.without:
            self.cardroom = _Heedless(self.handle, now=self.now, chance=self._chance, writer=writer)
        self.cardroom.room.read_set_up = read_set_up_once
        if self.snapshot_every:
            self.cardroom.room.snapshot_every = self.snapshot_every
        self.lobby = Lobby(self.cardroom)
        self._connections = Connections()
        try:
            await self.cardroom.start()
        except StoreUnavailable:
            self.die()
        else:
            self.ready = True

    def _failed(self, error: BaseException) -> None:
        if not isinstance(error, _NO_FAULT):
            where = traceback.extract_tb(error.__traceback__)[-1]
            self.fault(f"{type(error).__name__}: {error} ({where.name}, line {where.lineno})")

    def die(self) -> None:
        """Crash without warning."""
        if not self.owner.alive:
            return
        self.ready = False
        self.owner.die()
        self.handle._stop()
        for line in self._lines:
            line.broken()

    def run(self, work: Callable[[], Coroutine[object, object, _T]]) -> "asyncio.Task[_T]":
        """Run a task of this process."""
        return in_process(self.owner, lambda: self._loop.create_task(work()))

    # Incoming requests

    def connect(self, line: Line, table: str, after: int | None) -> None:
        if not self.ready:
            raise Unreachable(f"{self.name} does not answer")
        self._lines.append(line)
        self.run(lambda: self._live(line, table, after))

    async def _live(self, line: Line, table: str, after: int | None) -> None:
        await live.fn(
            socket=line.service,
            lobby=self.lobby,
            table=table,
            trust=_Trust(),
            limits=_NO_LIMITS,
            connections=self._connections,
            relay=Relay(self.lobby),
            after=after,
        )

    async def post(self, person: Person, table: str, move: Move) -> int:
        """Send a command by HTTP and return the resulting version."""
        if not self.ready:
            raise Unreachable(f"{self.name} does not answer")
        wish = msgspec.convert(move, AnyWish)
        try:
            answer = await Window(self.lobby, person, table).requests.give(wish)
        except StoreUnavailable as unavailable:
            raise Unreachable(str(unavailable)) from None
        except ServiceError as error:
            raise Refused(error.code, error.body.message, status=error.status) from None
        if isinstance(answer, Refusal):
            raise Refused(answer.code, answer.message, answer.clauses, status=409)
        assert isinstance(answer, Answer)
        return answer.version


class _Heedless(Cardroom):
    """A cardroom that ignores which version of the table the sender has seen."""

    async def give(
        self,
        table: str,
        command: AnyCommand,
        expected: int | None = None,
        *,
        voice: Voice | None = None,
        asker: Watch | None = None,
        acts: Acts | None = None,
    ) -> Answer | Refusal:
        return await super().give(table, command, voice=voice, asker=asker, acts=acts)


class _Trust:
    """Access control that shuts nobody out."""

    def given(self, *_: object) -> AbstractContextManager[None]:
        return nullcontext()


def quiet() -> None:
    """Silence the service's warnings, which are expected here."""
    logging.getLogger("queenhigh").setLevel(logging.CRITICAL)
