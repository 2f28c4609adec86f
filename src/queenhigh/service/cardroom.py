"""The running cardroom: its tables, the commands given there, and who is told of them."""

import asyncio
import logging
import random
import secrets
from collections.abc import Awaitable, Callable, Collection, Coroutine
from contextlib import suppress
from datetime import datetime, timedelta

import msgspec

from ..money.accounts import METER, Account
from ..money.accounts import meter as meter_account
from ..money.ledger import postings_of
from ..money.stream import TABLE, StreamName, link_stream, table_stream
from ..store.deck_seal import DeckSealer
from ..store.landing_channel import moved_in
from ..store.people import People
from ..store.records import Store, StoreUnavailable
from ..store.writer import Writer
from ..table.commands import AnnounceNoMoreBets, AnyCommand
from ..table.events import (
    JackpotLocked,
    MeterFed,
    MeterReset,
    RoundVoided,
    SettledRoundVoided,
)
from ..table.fairness import Chance
from ..table.refusal import Refusal
from ..wire.messages import MeterMoved, ReadyMoved
from .executor import Executor
from .keepers import TRY_AGAIN_SECONDS, Keepers
from .metrics import Metrics
from .money.jackpot_split import split
from .owners import Owners
from .room import Answer, Room, Wanted
from .steady_clock import utc_now
from .table_action import Acts, AtTable
from .tables.deadlines import deadline
from .tables.news import News, news_of
from .tables.ready_players import Readiness, Ready
from .tables.running_table import Running
from .tables.voice import Voice
from .tables.watch import Watch
from .watchers import Watchers

logger = logging.getLogger(__name__)
_LATE = timedelta(seconds=30)  # A table whose clock ran out this long ago counts as stuck.
_GIVEN_UP = "given-up "  # Marks notices about tables: no kind of stream contains a space.
_METER_MOVES = (MeterFed, MeterReset, JackpotLocked, RoundVoided, SettledRoundVoided)


class Cardroom:
    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], datetime] = utc_now,
        chance: Chance | None = None,
        metrics: Metrics | None = None,
        writer: Writer | None = None,
        sealer: DeckSealer | None = None,
        owners: Owners | None = None,
        people: People | None = None,
    ):
        """`owners`: which process looks after which table; by default this one has them all.

        `people`: None where nobody registers, as in simulations.
        """
        self.store, self.now, self.owners = store, now, owners or Owners()
        self.metrics = metrics or Metrics()
        self.chance: Chance = chance or random.SystemRandom()
        self.people = people
        self.room = Room(store, sealer, people)
        self.writer = writer or Writer(store)
        self.watchers = Watchers()
        self.executor = Executor(
            store, self.writer, self.chance, self.metrics, grown=self.watchers.note_growth
        )
        self.balances = self.executor.balances
        self.keepers = Keepers(self)
        self.readiness = Readiness()
        self._asides: set[asyncio.Task[None]] = set()
        self._unwatch: Callable[[], None] = lambda: None

    # Starting and stopping

    async def start(self) -> None:
        """Load every table and carry on where the log ends."""
        loop = asyncio.get_running_loop()

        def landed_elsewhere(stream: str) -> None:
            loop.call_soon_threadsafe(self._followed_up, stream)

        self._unwatch = self.store.watch(landed_elsewhere)
        for stream in await asyncio.to_thread(self.store.streams, table_stream("")):
            await self._take_in(StreamName.parse(stream).name)

    async def stop(self, hand_over: Callable[[], Awaitable[None]] | None = None) -> None:
        """Finish the commands under way and disconnect the watchers.

        `hand_over` lets other processes take over the tables.
        """
        self._unwatch()
        await asyncio.gather(*self.keepers.stop(), return_exceptions=True)
        await self.executor.finish()
        if hand_over is not None:
            await hand_over()
        self.watchers.end_all()
        await asyncio.to_thread(self.writer.close)

    async def _take_in(self, table: str) -> None:
        await asyncio.to_thread(self.room.load, table)
        if table not in self.keepers:
            self.keepers.keep(table)
            self.watchers.note_growth(table_stream(table))

    def _followed_up(self, stream: str) -> None:
        if said := Ready.in_notice(stream):
            self._aside(self._hear_ready(said))
            return
        if (moved := moved_in(stream)) is not None:
            self._forget(moved)
            return
        if stream.startswith(_GIVEN_UP):
            self._aside(self._forget_table(stream.removeprefix(_GIVEN_UP)))
            return
        kind, name = StreamName.parse(stream)
        if kind == TABLE and name in self.keepers:
            self.keepers.shared.add(name)
            self.look_again(name)  # Catching up drops the balances that changed.
            if not self.owners.is_ours(name):
                self.watchers.note_growth(stream)
            return
        self.balances.forget()
        self.watchers.note_growth(stream)
        if kind == TABLE:
            self._aside(self._take_in_in_time(name))

    def _forget(self, accounts: Collection[str]) -> None:
        """Forget balances that another process has changed; all of them if it names none."""
        self.balances.forget(accounts or None)
        of = (Account.parse(each) for each in accounts)
        if links := {each.name for each in of if each.kind == METER}:
            self._aside(self._tell_links(links))

    async def _take_in_in_time(self, table: str) -> None:
        """Load a table that another process has set up, as soon as the store answers."""
        while table not in self.keepers:
            try:
                await self._take_in(table)
            except StoreUnavailable:
                await asyncio.sleep(TRY_AGAIN_SECONDS)

    def look_for(self, table: str) -> None:
        """Load a table that another process knows and this one may have forgotten."""
        if table not in self.keepers:
            self._aside(self._take_in_in_time(table))

    def look_again(self, table: str) -> None:
        """Mark the table as possibly behind the log, and have its keeper catch up. A table that
        another process looks after catches up only when it is needed.
        """
        self.room.behind.add(table)
        self.keepers.wake(table)

    async def catch_up(self, table: str) -> None:
        async with self.executor.turn(table_stream(table)):
            self.room.behind.discard(table)
            try:
                news = await asyncio.to_thread(self.room.catch_up, table)
            except StoreUnavailable:
                self.room.behind.add(table)
                raise
        self._tell_of_others(news)

    async def fresh(self, table: str | None = None) -> None:
        """Bring the table, or all tables, up to date with the log."""
        behind = self.room.behind if table is None else self.room.behind & {table}
        for each in tuple(behind):
            if each in self.room.tables:
                await self.catch_up(each)

    async def caught_up_to(self, table: str, version: int | None) -> None:
        """Catch up with the log, at least to the version a viewer saw in another process."""
        if version is not None and version > self.room.tables[table].table.version:
            self.room.behind.add(table)
        await self.fresh(table)

    def owners_moved(self) -> None:
        """Send viewers to the new owners of their tables, and wake the keepers."""
        self.watchers.follow(self.owners)
        self.keepers.wake_all()

    # Commands

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
        """Carry out the command exactly once, or refuse it and change nothing.

        `voice`: the person who sent it. `asker`: the viewer whose client sent it, to be answered in
        the change if it has an id. `acts`: how it acts, if more happens with it.
        """
        if not command.id:
            command, asker = msgspec.structs.replace(command, id=secrets.token_hex(16)), None
        wanted = Wanted(table, command, expected, voice, asker)
        action = (acts or AtTable)(self, wanted, table_stream(table), command)
        return await self.executor.execute(action)

    async def tell_since(self, known: Running, answer: Answer | Refusal | None) -> None:
        """Tell watchers what the command did, and what other processes did that this one missed."""
        now, version = self.room.tables[known.id].table.version, known.table.version
        news = answer.news if isinstance(answer, Answer) else None
        if known.id in self.room.stopped:
            self.watchers.note_growth(known.stream)
        if news and now - len(news.changes) == version:
            self._tell(news)
        elif now > version:
            try:
                events = await asyncio.to_thread(self.room.events, known.id, version + 1, now + 1)
                self._tell_of_others(news_of(known, events))
            except StoreUnavailable:  # The keeper tells everything once it has caught up.
                self.room.tables[known.id] = known
                self.look_again(known.id)

    async def added(self, table: str) -> None:
        """Start looking after a table that was just set up."""
        await self._take_in(table)

    async def dropped(self, table: str) -> None:
        """Forget the table in this process; the log keeps it."""
        await self.keepers.drop(table)
        async with self.executor.turn(table_stream(table)):
            self.room.drop(table)
        self.watchers.end_at(table)
        self.keepers.moved.pop(table, None)
        self.watchers.note_growth(table_stream(table))

    async def given_up(self, table: str) -> None:
        """Have all processes forget the table, except where somebody looks at it."""
        await self.dropped(table)
        self._aside(self._signal(_GIVEN_UP + table))

    async def _forget_table(self, table: str) -> None:
        if table in self.keepers and not self.watchers.watches(table):
            await self.dropped(table)

    def stuck(self) -> dict[str, str]:
        """Tables that have stopped making progress, each with the reason."""
        found = dict(self.room.stopped)
        for table, error in self.keepers.failed():
            found.setdefault(table, f"its keeper failed ({error})")
        now = self.now()
        for table, running in self.room.tables.items():
            until = deadline(running) if self.owners.is_ours(table) else None
            if until is not None and now - until.at > _LATE:
                found.setdefault(table, f"its {until.what} clock ran out at {until.at:%H:%M:%S}")
        return found

    def is_unused(self, table: str) -> bool:
        """Whether this process looks after the table, and nobody watches it anywhere."""
        return self.owners.is_ours(table) and not self.watchers.watches(table)

    def _tell_of_others(self, news: News) -> None:
        """Tell what another process has landed, and forget the balances it changed."""
        for each in news.changes:
            postings = postings_of(news.running.setup, each.before, each.event, each.moved)
            self.balances.forget(posting.account for posting in postings)
        self._tell(news)

    def _tell(self, news: News) -> None:
        """Tell all watchers of the table, and its keeper."""
        if not news.changes:
            return
        table, links = news.running.id, news.running.setup.all_links
        self.keepers.wake(table)
        self.watchers.tell(table, news)
        self.watchers.note_growth(news.running.stream)
        if links and any(isinstance(event, _METER_MOVES) for event in news.events):
            self._aside(self._tell_links(links, table))
        if links and any(isinstance(event, JackpotLocked) for event in news.events):
            for link in links:
                self._aside(split(self, link))

    def tell_ready(self, running: Running, said: Ready) -> None:
        """Show everybody at the table who is ready for the cards, in every process."""
        self._show_ready(running)
        self._aside(self._signal(said.as_notice()))

    async def _signal(self, notice: str) -> None:
        with suppress(StoreUnavailable):  # At worst the clock deals, or a table stays in memory.
            await asyncio.to_thread(self.store.signal, notice)

    def _show_ready(self, running: Running) -> None:
        if self.watchers.watches(running.id):
            self.watchers.tell(running.id, ReadyMoved(self.readiness.seats(running)))

    async def _hear_ready(self, said: Ready) -> None:
        """Note a player who is ready in another process; the deal may have waited for this one."""
        self.readiness.note(said)
        if said.table not in self.keepers or not self.owners.is_ours(said.table):
            return
        await self.catch_up(said.table)
        running = self.room.tables[said.table]
        if self.readiness.all_are_ready(running):
            command = AnnounceNoMoreBets(by="system", at=self.now())
            await self.give(said.table, command, running.table.version)
        else:
            self._show_ready(running)

    def _aside(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._asides.add(task)  # The event loop keeps only weak references to tasks.
        task.add_done_callback(self._asides.discard)
        task.add_done_callback(_say_what_failed)

    async def _tell_links(self, links: Collection[str], but: str = "") -> None:
        """Tell the other tables that show one of these meters."""
        for table in self.watchers.watched_tables():
            running, watches = self.room.tables.get(table), self.watchers.served(table)
            if not running or table == but or not watches:
                continue
            if not set(links) & set(running.setup.all_links):
                continue
            moved = MeterMoved(await self.meters(running))
            for watch in watches:
                watch.tell(moved)
        for link in links:
            self.watchers.note_growth(link_stream(link))

    async def meters(self, running: Running) -> dict[str, int]:
        """The balance of each meter of the table's house, by its key."""
        return {
            key: await self.balances.of(meter_account(running.setup.link_of(key)))
            for key in running.table.house.meters
        }

    def known_meters(self, running: Running) -> dict[str, int] | None:
        """The same balances; None if one of them has to be read first."""
        found: dict[str, int] = {}
        for key in running.table.house.meters:
            cents = self.balances.known(meter_account(running.setup.link_of(key)))
            if cents is None:
                return None
            found[key] = cents
        return found


def _say_what_failed(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()):
        logger.error("a background task failed: %s", error)
