"""A crash test: kills the real service repeatedly while people play, then audits its log.

The load goes through the client: guests with play money, some fast, some so slow that the clock
decides for them, and bots. Every answer is recorded. After each crash the acknowledged commands
must be in the database; at the end the whole log is verified twice, by `audit verify` and by the
simulation's auditor, which shares no code with it.
"""

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import NotRequired, TypedDict

import msgspec

from ..client.api import Client
from ..client.reconnection import Connection
from ..store.audit import verify
from ..store.credentials import Person
from ..store.evidence import DatabaseEvidence
from ..store.records import Record
from ..store.sql import SqlStore
from ..store.store_address import open_to_read
from ..wire.requests import Move
from .audit_money import Breach
from .auditor import Auditor
from .people import Somebody
from .real_service import DidNotStart, Served, Victim
from .sent_book import Book
from .service_forks import Nursery
from .world_tables import with_meter, without_meters

LINK = "tower"


class _Table(TypedDict):
    id: str
    house: str
    link: NotRequired[str]
    bots: NotRequired[list[str]]


_TABLES: tuple[_Table, ...] = (
    {"id": "one", "house": with_meter(), "link": LINK, "bots": ["optimal"]},
    {"id": "two", "house": with_meter(), "link": LINK},
    {"id": "three", "house": without_meters()[0], "bots": ["optimal"]},
)
_CLOCKS = {"betting_seconds": 1, "decision_seconds": 1}
_PACES = (0.05, 0.05, 3.0)  # Seconds between moves, for each player of a table.
_RICH = 1_000_000_00
_SECONDS_TO_GO_ON = 180.0
_STARTING = 0.3  # The share of crashes before the service is up.
_FIRST_START_SECONDS = 2.0  # Until a start has been measured.
_EARLY_DEATHS = 3  # At most, before the service has first been up.
_SECONDS_TO_CONNECT = 0.4  # At most, between two attempts.


class CrashPlan(msgspec.Struct, frozen=True):
    database: str
    kills: int
    seed: int = 1
    workers: int = 1
    longest_life: float = 1.5  # Seconds from coming up to the next crash.


class CrashReport(msgspec.Struct):
    database: str
    kills: int = 0
    of_main: int = 0
    starting: int = 0  # Crashes before it was up: while reading its log or creating tables.
    acknowledged: int = 0
    refused: int = 0
    sent_again: int = 0  # Commands whose first answer was lost.
    records: int = 0
    rounds: int = 0
    timed_out: int = 0  # Decisions and bets ended by the clock.
    slowest_return: float = 0.0  # Seconds until it answered again.
    findings: list[str] = []

    @property
    def holds(self) -> bool:
        return not self.findings


class Crashing:
    """One run, which is also the world of `people.Somebody`."""

    def __init__(self, plan: CrashPlan, folder: Path) -> None:
        self.plan = plan
        tables = [{**each, **_CLOCKS} for each in _TABLES]
        self._nursery = Nursery()
        self.service = Served(
            folder,
            plan.database,
            tables,
            nursery=self._nursery,
            workers=plan.workers,
            login_limit=10_000,
            guest_money_cents=_RICH,
            log_level="warning",
        )
        self.report = CrashReport(plan.database)
        self.book = Book()
        self.over = self.calm = False
        self._chance = Random(plan.seed)
        self._clients: dict[str, Client] = {}
        self._checked: set[str] = set()
        self._start_seconds = _FIRST_START_SECONDS

    # The people's view

    def say(self, text: str) -> None:
        """Do nothing: the log has everything."""

    def breach(self, text: str) -> None:
        if len(self.report.findings) < 20:
            self.report.findings.append(text)

    def rests(self, table: str) -> bool:
        return False

    async def connect(self, person: Person, table: str, after: int | None) -> Connection:
        client = self._clients[person.name]
        return await client.connect(table, after)

    async def post(self, person: Person, table: str, move: Move) -> int:
        answer = await self._clients[person.name].give(table, move)
        return answer.version

    # The run

    async def run(
        self, advance: Callable[[int, int], None] = lambda done, all_: None
    ) -> CrashReport:
        try:
            for _ in range(self._chance.randint(0, min(_EARLY_DEATHS, self.plan.kills))):
                await self._die_starting()  # While it creates its database and tables.
            await self._come_back()
            people = [asyncio.create_task(each.be_there()) for each in await self._people()]
            try:
                while self.report.kills < self.plan.kills:
                    if self._chance.random() < _STARTING:
                        await self._die_starting()
                    else:
                        await self._die_playing()
                    self._check_acknowledged()
                    advance(self.report.kills, self.plan.kills)
                await self._come_back()
                await self._go_on()
            finally:
                self.over = True
                for task in people:
                    task.cancel()
                await asyncio.gather(*people, return_exceptions=True)
                for client in self._clients.values():
                    await client.close()
        finally:
            self.service.stop()
            self._nursery.close()
        self._conclude()
        return self.report

    async def _people(self) -> list[Somebody]:
        found = []
        for table in _TABLES:
            for pace in _PACES:
                client = Client(self.service.address, patience=_SECONDS_TO_GO_ON)
                guest = await client.become_guest()
                self._clients[guest.name] = client
                person = Person(guest.name, guest.display, "player", datetime.now(UTC), guest=True)
                chance = Random(self._chance.random())
                somebody = Somebody(self, person, table["id"], chance, pace)
                somebody.live.longest_wait = _SECONDS_TO_CONNECT
                found.append(somebody)
        return found

    async def _die_starting(self) -> None:
        """Kill the service at a random moment between start and first answer."""
        if not self.service.runs:
            self.service.kill("both")
            self.service.start()
        await asyncio.sleep(self._chance.uniform(0.0, self._start_seconds))
        self.report.starting += self._die()

    async def _die_playing(self) -> None:
        await self._come_back()
        await asyncio.sleep(self._chance.uniform(0.0, self.plan.longest_life))
        self._die()

    def _die(self) -> bool:
        """Kill something and return whether there was anything to kill."""
        victims: Sequence[Victim] = (
            ("worker", "main", "both") if self.service.workers() else ("main",)
        )
        victim = self._chance.choice(victims)
        if not self.service.kill(victim):
            return False
        self.report.kills += 1
        self.report.of_main += victim != "worker"
        return True

    async def _come_back(self) -> None:
        began = asyncio.get_running_loop().time()
        while True:
            if not self.service.runs:
                self.service.kill("both")
                self.service.start()
            try:
                await self.service.ready()
                break
            except DidNotStart:
                # A worker that dies twice within seconds takes its main process with it.
                self.service.kill("both")
                if asyncio.get_running_loop().time() - began > _SECONDS_TO_GO_ON:
                    raise
        took = asyncio.get_running_loop().time() - began
        self._start_seconds = took
        self.report.slowest_return = max(self.report.slowest_return, took)

    async def _go_on(self) -> None:
        """Wait until all open answers are known and every table has played on, by its clocks too.

        Commands sent meanwhile may be in flight at any moment.
        """
        self.calm = True
        before, waiting = self._ended(), self.book.unknown()
        last = asyncio.get_running_loop().time() + _SECONDS_TO_GO_ON
        while asyncio.get_running_loop().time() < last:
            await asyncio.sleep(0.2)
            now = self._ended()
            played = all(now[each["id"]] > before[each["id"]] for each in _TABLES)
            waiting = [each for each in waiting if each.outcome == "unknown"]
            if played and not waiting:
                return
        unknown = [each.id for each in waiting]
        self.breach(f"play does not go on: rounds {before}, then {self._ended()}; open {unknown}")

    def _ended(self) -> dict[str, int]:
        query = "SELECT count(*) FROM records WHERE stream = ? AND event LIKE ?"
        ended = '%"round_ended"%'
        with self._reading() as store:
            return {
                name: int((store.database.first_row(query, f"table:{name}", ended) or (0,))[0])
                for name in (each["id"] for each in _TABLES)
            }

    # Checks of the database

    @contextlib.contextmanager
    def _reading(self) -> Iterator[SqlStore]:
        with contextlib.closing(open_to_read(self.plan.database)) as database:
            yield SqlStore(database)

    def _check_acknowledged(self) -> None:
        """Check that everything acknowledged before the crash is there after it."""
        with self._reading() as store:
            for sent in list(self.book.sent.values()):
                if sent.outcome != "acted" or sent.may_wait or sent.id in self._checked:
                    continue  # The auditor checks waiting players at the end.
                self._checked.add(sent.id)
                done = store.command(sent.id)
                if done is None:
                    self.breach(f"command {sent.id} was acknowledged and is lost")
                elif done.last != sent.version:
                    self.breach(f"command {sent.id} was told {sent.version}, kept {done.last}")

    def _conclude(self) -> None:
        book, report = self.book, self.report
        report.acknowledged, report.refused = book.count("acted"), book.count("refused")
        report.sent_again = sum(each.copies > 1 for each in book.sent.values())
        with self._reading() as store:
            with store.database.reading() as connection:
                proved = verify(DatabaseEvidence(connection, store.database.name))
            for finding in proved.findings:
                self.breach(f"audit verify: {finding}")
            self._audit(store)

    def _audit(self, store: SqlStore) -> None:
        auditor = Auditor(store, skew=0.25)
        try:
            for records in _by_command(store):
                auditor.read(records)
            auditor.conclude(self.book)
        except Breach as breach:
            self.breach(f"the auditor: {breach}")
        self.report.records = auditor.records
        self.report.rounds = sum(auditor.rounds.values())
        self.report.timed_out = auditor.clocked


def _by_command(store: SqlStore) -> Iterable[list[Record]]:
    """Yield the log in order, grouped by command."""
    position, held = 0, list[Record]()
    while records := store.log(position):
        position = records[-1].position
        for record in records:
            if held and held[0].command != record.command:
                yield held
                held = []
            held.append(record)
    if held:
        yield held
