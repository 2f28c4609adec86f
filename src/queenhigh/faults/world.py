"""A whole cardroom from one seed: processes, disk, network, clock, people, and its auditor."""

import asyncio
import hashlib
from collections.abc import Iterable
from functools import partial
from random import Random

import msgspec

from ..client.errors import Unreachable
from ..client.reconnection import Connection
from ..client.shown_table import Change, Snapshot, heard
from ..store.credentials import Person
from ..store.records import Record
from ..wire.requests import Move
from .audit_money import Breach
from .auditor import Auditor
from .disk import Disk, Safety
from .network import Line
from .people import Somebody
from .process import Process, quiet
from .sent_book import Book
from .virtual_time import VirtualLoop
from .weather import CALM, Climate, Weather, any_climate
from .world_tables import MONEY, START, Furniture, replayed

_SKEW = 0.5  # Seconds by which a machine's clock may differ from the true time.
_LONGEST_DOWN = 1.5  # Seconds between a crash and the restart.
_SNAPSHOTS_EVERY = (8, 32, 256)  # Records; one is chosen.
_CALM_SECONDS = 240.0
_BROKE_SECONDS = (
    60.0  # In calm: the time after which people who have lost everything get money again.
)
_AGREEING_SECONDS = 100.0  # Longer than a dead connection goes unnoticed.


STORM_SECONDS = 10.0


class _Kind(msgspec.Struct):
    type: str


_kinds = msgspec.json.Decoder(_Kind)


class Plan(msgspec.Struct, frozen=True):
    """A world to simulate; everything else follows from its seed."""

    seed: int
    storm_seconds: float = STORM_SECONDS
    climate: Climate | None = None  # By default drawn from the seed.
    without: frozenset[Safety] = frozenset()
    rush: bool = False  # Everybody plays for one meter.
    database: str = ""  # The real store's address; by default a model in memory.


class Outcome(msgspec.Struct, frozen=True):
    seed: int
    breach: str  # Empty if all is well.
    trace: list[str]
    fingerprint: str  # Of the whole trace: the same for the same seed.
    records: int
    rounds: int
    jackpots: int
    deaths: int
    acted: int
    refused: int
    unanswered: int  # Commands whose answer was lost at least once.


class World:
    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.loop = VirtualLoop(self._chance("threads"))
        climate = plan.climate or any_climate(self._chance("climate"))
        self.weather = Weather(self.loop, self._chance("weather"), climate)
        self.disk = Disk(self.weather, plan.without, plan.database)
        self.disk.landed = self._landed
        self.auditor = Auditor(self.disk.truth, _SKEW)
        self.book = Book()
        self.trace: list[str] = []
        self.over = self.calm = False
        self._resting: set[str] = set()  # Tables at which people do nothing new.
        self.people: list[Somebody] = []
        self.deaths = 0
        self._breach = ""
        self._failed = asyncio.Event()
        chance = self._chance("plan")
        skews = [chance.uniform(-_SKEW, _SKEW) for _ in range(chance.randint(1, 3))]
        self.processes = [
            Process(self.loop, self.disk, f"process-{n}", chance.getrandbits(64), skew, START)
            for n, skew in enumerate(skews, start=1)
        ]
        snapshot_every = chance.choice(_SNAPSHOTS_EVERY)
        for process in self.processes:
            process.fault = lambda text: self.breach(f"a fault of the service: {text}")
            process.snapshot_every = snapshot_every
        self.furniture = Furniture(chance, rush=plan.rush)
        self.tables = self.furniture.tables

    def _chance(self, whose: str) -> Random:
        return Random(f"{self.plan.seed} {whose}")

    # What happened

    def say(self, text: str) -> None:
        self.trace.append(f"{self.loop.time():9.3f}  {text}")

    def breach(self, text: str) -> None:
        if not self._breach:
            self._breach = text
            self.say(f"BREACH {text}")
            self._failed.set()

    def rests(self, table: str) -> bool:
        return table in self._resting

    def _landed(self, records: list[Record]) -> None:
        for command, of in _by_command(records):
            kinds = " ".join(_kinds.decode(record.event).type for record in of)
            self.say(f"{of[0].stream} {of[0].version}-{of[-1].version} by {command}: {kinds}")
        try:
            self.auditor.landed(records)
        except Breach as breach:
            self.breach(str(breach))

    # The network

    async def connect(self, person: Person, table: str, after: int | None) -> Connection:
        await asyncio.sleep(self.weather.delay())
        line = Line(self.weather, person)
        self._somebody_up().connect(line, table, after)
        return _Overheard(self, line, person.name, table, after)

    async def post(self, person: Person, table: str, move: Move) -> int:
        """Send a request and return its answer; either may be lost, the request even doubled."""
        if self.weather.request_repeated():
            self.weather.later(self.weather.a_while(), lambda: self._stray(person, table, move))
        if self.weather.request_lost():
            raise Unreachable("the request was lost")
        await asyncio.sleep(self.weather.delay())
        process = self._somebody_up()
        asked = process.run(lambda: process.post(person, table, move))
        try:
            version: int = await asked
        except asyncio.CancelledError:
            if not asked.cancelled():
                raise
            raise Unreachable("the process died") from None
        if self.weather.request_lost():
            raise Unreachable("the answer was lost")
        return version

    def _stray(self, person: Person, table: str, move: Move) -> None:
        """Deliver a late copy of a request; nobody waits for its answer."""
        up = [process for process in self.processes if process.ready]
        if up and not self.over:
            process = self.weather.chance.choice(up)
            stray = process.run(lambda: process.post(person, table, dict(move)))
            stray.add_done_callback(lambda done: done.cancelled() or done.exception())

    def _somebody_up(self) -> Process:
        up = [process for process in self.processes if process.ready]
        if not up:
            raise Unreachable("no process is up")
        return self.weather.chance.choice(up)

    # The run

    def run(self) -> Outcome:
        quiet()
        try:
            self.loop.run_until_complete(self._live())
        except Breach as breach:
            self.breach(str(breach))
        finally:
            self._put_away()
        told = "\n".join(self.trace)
        commands = self.book.sent.values()
        return Outcome(
            seed=self.plan.seed,
            breach=self._breach,
            trace=self.trace,
            fingerprint=hashlib.sha256(told.encode()).hexdigest(),
            records=self.auditor.records,
            rounds=sum(self.auditor.rounds.values()),
            jackpots=self.auditor.jackpots,
            deaths=self.deaths,
            acted=self.book.count("acted"),
            refused=self.book.count("refused"),
            unanswered=sum(each.copies > 1 for each in commands),
        )

    def _put_away(self) -> None:
        for process in self.processes:
            process.die()
        while left := asyncio.all_tasks(self.loop):
            for task in left:
                task.cancel()
            self.loop.run_until_complete(asyncio.sleep(0))
        self.loop.close()
        self.disk.close()

    async def _live(self) -> None:
        climate, self.weather.climate = self.weather.climate, CALM
        await self._set_up()
        self.weather.climate = climate
        self.people = list(self._people())
        people = [asyncio.create_task(each.be_there()) for each in self.people]
        faults = (self._deaths(), self._outages(), self._clocks_set())
        troubles = [asyncio.create_task(each) for each in faults]
        await self._wait(self.plan.storm_seconds)
        for trouble in troubles:
            trouble.cancel()
        if not self._breach:
            await self._calm()
        self.over = True
        for task in people:
            task.cancel()
        if not self._breach:
            self.auditor.conclude(self.book)

    async def _wait(self, seconds: float) -> bool:
        """Wait, and return whether all is still well."""
        try:
            await asyncio.wait_for(self._failed.wait(), seconds)
        except TimeoutError:
            return True
        return False

    async def _calm(self) -> None:
        """Stop all faults: every answer must become known, and every table must play on."""
        self.say("calm")
        self.calm = True
        self.weather.calm_down()
        for process in self.processes:
            if not process.alive:
                process.come_up()
        while not self.processes[0].ready:
            await asyncio.sleep(0.1)
        await self._grant()
        await self._agree()
        self._resting = set()
        before = dict(self.auditor.rounds)
        last, stuck = self.loop.time() + _CALM_SECONDS, list(self.tables)
        broke = self.loop.time() + _BROKE_SECONDS
        while self.loop.time() < last and await self._wait(0.5):
            if self.loop.time() > broke:
                await self._grant()
                broke += _BROKE_SECONDS
            stuck = [each for each in self.tables if self.auditor.rounds[each] <= before[each]]
            waiting = {each.table for each in self.book.unknown()}
            if not stuck and not waiting:
                await self._agree()
                return
            self._resting = set(self.tables) - {*stuck, *waiting}  # These have proved it.
        if not self._breach:
            unknown = [each.id for each in self.book.unknown()]
            self.breach(f"play does not go on: tables {stuck}, unanswered {unknown}")

    async def _grant(self) -> None:
        """Give everybody money: nobody must stop for lack of it."""
        first = self.processes[0]
        for person in self.furniture.people():
            await first.run(partial(first.lobby.patrons.grant, person.name, MONEY))

    async def _agree(self) -> None:
        """Let people rest, then check that all processes and people see tables as in the log."""
        self._resting = set(self.tables)
        last = self.loop.time() + _AGREEING_SECONDS
        while (differ := list(self._disagreements())) and self.loop.time() < last:
            if not await self._wait(1.0):
                return
        if differ:
            self.breach(f"they do not agree: {differ[0]}")
        for table in self.tables:
            told = replayed(self.disk.truth, table)
            if (head := self.disk.truth.head(f"table:{table}").count - 1) != told.version:
                self.breach(f"the store has {table} at {head}, its log at {told.version}")
            for process in self.processes:
                if process.ready and process.cardroom.room.tables[table].table != told:
                    self.breach(f"{process.name} has another {table} than the log")

    def _disagreements(self) -> Iterable[str]:
        for table in self.tables:
            version, _ = self.auditor.chain.streams[f"table:{table}"]
            for process in self.processes:
                known = process.knows(table)
                if known != version:
                    yield f"{process.name} has {table} at {known}, the log at {version}"
            for somebody in self.people:
                if somebody.table == table and (seen := somebody.sees()) != version:
                    yield f"{somebody.person.name} sees {table} at {seen}, the log has {version}"

    async def _set_up(self) -> None:
        first = self.processes[0]
        first.come_up()
        while not first.ready:
            await asyncio.sleep(0.1)
        await first.run(partial(self.furniture.bring_in, first))
        for process in self.processes[1:]:
            process.come_up()

    def _people(self) -> Iterable[Somebody]:
        """Yield the people, some at two tables at once with one purse."""
        for number, person in enumerate(self.furniture.people()):
            for turn in range(1 + number % 2):
                table = self.tables[(number + turn) % len(self.tables)]
                yield Somebody(self, person, table, self._chance(f"{person.name} {table}"))
        for table in self.tables:
            boss = Person(f"max-{table}", "Max", "management", START)
            yield Somebody(self, boss, table, self._chance(boss.name))

    async def _deaths(self) -> None:
        while True:
            every = self.weather.climate.death_every
            await asyncio.sleep(self.weather.chance.expovariate(1 / every))
            process = self.weather.chance.choice(self.processes)
            if process.alive:
                self.say(f"{process.name} dies")
                self.deaths += 1
                process.die()
            await asyncio.sleep(self.weather.chance.uniform(0.0, _LONGEST_DOWN))
            for each in self.processes:
                if not each.alive:
                    self.say(f"{each.name} comes up")
                    each.come_up()

    async def _outages(self) -> None:
        while True:
            every = self.weather.climate.outage_every
            await asyncio.sleep(self.weather.chance.expovariate(1 / every))
            who = self.weather.chance.choice(["", *(each.name for each in self.processes)])
            self.say(f"the database is away for {who or 'everybody'}")
            self.weather.goes_away(who)

    async def _clocks_set(self) -> None:
        """Set machines' clocks now and then: they jump forward or back."""
        while True:
            every = self.weather.climate.clock_set_every
            await asyncio.sleep(self.weather.chance.expovariate(1 / every))
            process = self.weather.chance.choice(self.processes)
            skew = self.weather.chance.uniform(-_SKEW, _SKEW)
            self.say(f"the clock of {process.name} jumps by {skew - process.skew:.3f} s")
            process.skew = skew


class _Overheard:
    """A connection whose messages the auditor reads too."""

    def __init__(
        self, world: World, line: Line, person: str, table: str, after: int | None
    ) -> None:
        self._world, self._line, self._person, self._table = world, line, person, table
        self._known = after

    async def send(self, text: str) -> None:
        await self._line.send(text)

    async def receive(self) -> str:
        text = await self._line.receive()
        look = heard(text)
        if isinstance(look, Snapshot | Change):
            known = self._known if isinstance(look, Change) else None
            try:
                self._world.auditor.told(self._person, self._table, known, look)
            except Breach as breach:
                self._world.breach(str(breach))
            self._known = look.version
        return text

    async def close(self) -> None:
        await self._line.close()


def _by_command(records: list[Record]) -> Iterable[tuple[str, list[Record]]]:
    found: dict[tuple[str, str], list[Record]] = {}
    for record in records:
        found.setdefault((record.stream, record.command), []).append(record)
    return [(command, of) for (_, command), of in found.items()]
