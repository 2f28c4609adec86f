"""The running cardroom: commands in turn at each table, the house's own moves, and watchers."""

import asyncio
import logging
import random
import secrets
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Coroutine
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import msgspec

from ..money.accounts import METER, Account
from ..money.accounts import meter as meter_account
from ..money.ledger import postings_of
from ..money.stream import TABLE, StreamName, link_stream, table_stream
from ..store.deck_seal import DeckSealer
from ..store.landing_channel import moved_in
from ..store.records import Batch, Landed, Landing, Store, StoreUnavailable
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
from .executor import Executor, RoomRefusal
from .metrics import Metrics
from .money.jackpot_split import split
from .owners import Owners
from .room import Answer, Attempt, MustReadError, Room, Wanted
from .tables.bots import bot_moves
from .tables.house_moves import deadline, next_by_itself, wakes_at
from .tables.ready_players import Readiness, Ready
from .tables.running_table import News, Running
from .tables.watch import MOVED, RoomWatch, Watch

logger = logging.getLogger(__name__)
_TRY_AGAIN_SECONDS = 0.5  # After the store could not be reached.
_LATE = timedelta(seconds=30)  # A table whose clock ran out this long ago counts as stuck.
_PATIENCE_SECONDS = 0.3  # To let another process make the house's move.
_GIVEN_UP = "given-up "  # Marks notices about tables: no kind of stream contains a space.
_METER_MOVES = (MeterFed, MeterReset, JackpotLocked, RoundVoided, SettledRoundVoided)


def utc_now() -> datetime:
    return datetime.now(UTC)


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
    ):
        """`owners`: which process looks after which table; by default this one has them all."""
        self.store, self.now, self.owners = store, now, owners or Owners()
        self.metrics = metrics or Metrics()
        self.chance: Chance = chance or random.SystemRandom()
        self.room = Room(store, sealer)
        self.writer = writer or Writer(store)
        self.executor = Executor(
            store, self.writer, self.chance, self.metrics, grown=self._note_growth
        )
        self.balances = self.executor.balances
        self._moved: dict[str, asyncio.Event] = defaultdict(asyncio.Event)
        self._watches: dict[str, dict[Watch, None]] = defaultdict(dict)  # In order.
        self._room_watches: dict[RoomWatch, None] = {}
        self._keepers: dict[str, asyncio.Task[None]] = {}
        self.readiness = Readiness()
        self._shared: set[str] = set()  # Tables where another process has landed something.
        self._asides: set[asyncio.Task[None]] = set()
        self._patient: set[str] = set()  # Tables where another process was faster.
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
        for keeper in self._keepers.values():
            keeper.cancel()
        await asyncio.gather(*self._keepers.values(), return_exceptions=True)
        await self.executor.finish()
        if hand_over is not None:
            await hand_over()
        at_tables = (watch for watches in self._watches.values() for watch in watches)
        for watch in (*at_tables, *self._room_watches):
            watch.end("restart")
        await asyncio.to_thread(self.writer.close)

    async def _take_in(self, table: str) -> None:
        await asyncio.to_thread(self.room.load, table)
        if table not in self._keepers:
            self._keepers[table] = asyncio.create_task(self._keep(table), name=f"keeper {table}")
            self._note_growth(table_stream(table))

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
        if kind == TABLE and name in self._keepers:
            self._shared.add(name)
            self.look_again(name)  # Catching up drops the balances that changed.
            if not self.owners.is_ours(name):
                self._note_growth(stream)
            return
        self.balances.forget()
        self._note_growth(stream)
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
        while table not in self._keepers:
            try:
                await self._take_in(table)
            except StoreUnavailable:
                await asyncio.sleep(_TRY_AGAIN_SECONDS)

    def look_for(self, table: str) -> None:
        """Take in a table that another process knows and this one may have forgotten."""
        if table not in self._keepers:
            self._aside(self._take_in_in_time(table))

    def look_again(self, table: str) -> None:
        """Mark the table as possibly behind the log, and have its keeper catch up.

        A table that another process looks after catches up only when somebody asks for it.
        """
        self.room.behind.add(table)
        self._moved[table].set()

    async def _catch_up(self, table: str) -> None:
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
                await self._catch_up(each)

    async def caught_up_to(self, table: str, version: int | None) -> None:
        """Catch up with the log, at least to the version a viewer saw in another process."""
        if version is not None and version > self.room.tables[table].table.version:
            self.room.behind.add(table)
        await self.fresh(table)

    def owners_moved(self) -> None:
        """Send viewers to the new owners of their tables, and wake the keepers."""
        for table, watches in tuple(self._watches.items()):
            owner = self.owners.of(table)
            for watch in tuple(watches):  # One that is too far behind goes.
                if watch.owner != owner:
                    watch.tell(MOVED)
        for moved in self._moved.values():
            moved.set()

    # Commands

    async def give(
        self,
        table: str,
        command: AnyCommand,
        expected: int | None = None,
        *,
        guest: bool = False,
        asker: Watch | None = None,
    ) -> Answer | Refusal:
        """Carry out the command exactly once, or refuse it and change nothing.

        `asker`: the viewer whose client sent it, to be answered in the change if it has an id.
        """
        if not command.id:
            command, asker = msgspec.structs.replace(command, id=secrets.token_hex(16)), None
        wanted = Wanted(table, command, expected, guest, asker)
        at_table = _AtTable(table_stream(table), command, wanted, self, self.room)
        return await self.executor.execute(at_table)

    async def tell_since(self, known: Running, answer: Answer | Refusal | None) -> None:
        """Tell watchers what the command did, and earlier changes by others that it revealed."""
        now, version = self.room.tables[known.id].table.version, known.table.version
        news = answer.news if isinstance(answer, Answer) else None
        if known.id in self.room.stopped:
            self._note_growth(known.stream)
        if news and now - len(news.changes) == version:
            self._tell(news)
        elif now > version:
            try:
                events = await asyncio.to_thread(self.room.events, known.id, version + 1, now + 1)
                self._tell_of_others(known.by(events))
            except StoreUnavailable:  # The keeper tells everything once it has caught up.
                self.room.tables[known.id] = known
                self.look_again(known.id)

    async def added(self, table: str) -> None:
        """Start looking after a table that was just set up."""
        await self._take_in(table)

    async def dropped(self, table: str) -> None:
        """Forget the table in this process; the log keeps it."""
        keeper = self._keepers.pop(table, None)
        if keeper is not None:
            keeper.cancel()
            await asyncio.gather(keeper, return_exceptions=True)
        async with self.executor.turn(table_stream(table)):
            self.room.drop(table)
        for watch in tuple(self._watches.pop(table, ())):
            watch.end()
        self._moved.pop(table, None)
        self._note_growth(table_stream(table))

    async def given_up(self, table: str) -> None:
        """All processes forget it, except where somebody looks at it."""
        await self.dropped(table)
        self._aside(self._signal(_GIVEN_UP + table))

    async def _forget_table(self, table: str) -> None:
        if table in self._keepers and not self.is_watched(table):
            await self.dropped(table)

    # The house's own moves

    async def _keep(self, table: str) -> None:
        """Run the shuffles, clocks and bots of one table for as long as the service runs."""
        moved, waited = self._moved[table], False
        while True:
            moved.clear()
            if not self.owners.is_ours(table):
                await moved.wait()
                continue
            if table in self.room.behind and not await self._has_caught_up(table):
                await asyncio.sleep(_TRY_AGAIN_SECONDS)
                continue
            running, now = self.room.tables[table], self.now()
            if table in self.room.stopped:
                await moved.wait()
                continue
            wish = next_by_itself(running, now, self.chance) or bot_moves(running, now)
            if wish is None:
                await _until(moved, _seconds_left(running, now))
                continue
            if table in self._patient and not waited:
                # Sleep whatever happens at the table, but only once: the other process may be gone.
                await asyncio.sleep(_PATIENCE_SECONDS)
                waited = True
                continue
            waited = False
            try:
                # Valid for this version of the table only: a clock that ran out for one hand must
                # not cut short the next.
                answer = await self.give(table, wish, expected=running.table.version)
            except StoreUnavailable:
                await asyncio.sleep(_TRY_AGAIN_SECONDS)
                continue
            self._note_who_was_faster(table, answer)
            if isinstance(answer, Refusal):
                logger.info("%s at table %s: %s", wish.__struct_config__.tag, table, answer.code)
                await _until(moved, _TRY_AGAIN_SECONDS)

    def _note_who_was_faster(self, table: str, answer: Answer | Refusal) -> None:
        """Defer to the faster process, so that one process ends up making the house's moves."""
        if isinstance(answer, Answer):
            self._patient.discard(table)
        elif answer.code == RoomRefusal.STALE and table in self._shared:
            self._patient.add(table)

    async def _has_caught_up(self, table: str) -> bool:
        try:
            await self._catch_up(table)
        except StoreUnavailable:
            return False
        return True

    def stuck(self) -> dict[str, str]:
        """Tables that have stopped making progress, each with the reason."""
        found = dict(self.room.stopped)
        for table, keeper in self._keepers.items():
            if keeper.done() and not keeper.cancelled() and keeper.exception():
                found.setdefault(table, f"its keeper failed ({keeper.exception()})")
        now = self.now()
        for table, running in self.room.tables.items():
            until = deadline(running) if self.owners.is_ours(table) else None
            if until is not None and now - until.at > _LATE:
                found.setdefault(table, f"its {until.what} clock ran out at {until.at:%H:%M:%S}")
        return found

    # Watching

    def watch(self, table: str) -> Watch:
        """Watch a table from now on; the caller ends the watch."""
        watch = Watch(table, self._unwatched)
        self._watches[table][watch] = None
        return watch

    def watch_room(self) -> RoomWatch:
        """Watch all tables and all other streams from now on; the caller ends the watch."""
        watch = RoomWatch(self._room_unwatched)
        self._room_watches[watch] = None
        return watch

    def _served(self, table: str) -> list[Watch]:
        """The table's watchers that this process serves itself."""
        return [each for each in self._watches.get(table, ()) if each.owner is None]

    def _unwatched(self, watch: Watch) -> None:
        watches = self._watches.get(watch.table, {})
        watches.pop(watch, None)
        if not watches:
            self._watches.pop(watch.table, None)

    def _room_unwatched(self, watch: RoomWatch) -> None:
        self._room_watches.pop(watch, None)

    def _note_growth(self, stream: str) -> None:
        for watch in self._room_watches:
            watch.note(stream)

    def is_watched(self, table: str) -> bool:
        return bool(self._watches.get(table))

    def is_unused(self, table: str) -> bool:
        """Whether this process looks after the table, and nobody watches it anywhere."""
        return self.owners.is_ours(table) and not self.is_watched(table)

    def watchers(self) -> int:
        return len(self._room_watches) + sum(map(len, self._watches.values()))

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
        self._moved[table].set()
        for watch in self._served(table):
            watch.tell(news)
        self._note_growth(news.running.stream)
        if links and any(isinstance(event, _METER_MOVES) for event in news.events):
            self._aside(self._tell_links(links, table))
        if links and any(isinstance(event, JackpotLocked) for event in news.events):
            for link in links:
                self._aside(split(self, link))

    def tell_ready(self, running: Running, said: Ready) -> None:
        """Show everybody at the table, in every process, who is ready for the cards."""
        self._show_ready(running)
        self._aside(self._signal(said.as_notice()))

    async def _signal(self, notice: str) -> None:
        with suppress(StoreUnavailable):  # Then the clock deals, or a table stays in memory.
            await asyncio.to_thread(self.store.signal, notice)

    def _show_ready(self, running: Running) -> None:
        for watch in self._served(running.id):
            watch.tell(ReadyMoved(self.readiness.seats(running)))

    async def _hear_ready(self, said: Ready) -> None:
        """Note a player ready in another process; perhaps the last one the deal waited for."""
        self.readiness.note(said)
        if said.table not in self._keepers or not self.owners.is_ours(said.table):
            return
        await self._catch_up(said.table)
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
        for table in tuple(self._watches):
            running, watches = self.room.tables.get(table), self._served(table)
            if not running or table == but or not watches:
                continue
            if not set(links) & set(running.setup.all_links):
                continue
            moved = MeterMoved(await self.meters(running))
            for watch in watches:
                watch.tell(moved)
        for link in links:
            self._note_growth(link_stream(link))

    async def meters(self, running: Running) -> dict[str, int]:
        """The balance of each meter of the table's house, by its key."""
        return {
            key: await self.balances.of(meter_account(running.setup.link_of(key)))
            for key in running.table.house.meters
        }

    def known_meters(self, running: Running) -> dict[str, int] | None:
        """The same, unless one of them has to be read first."""
        found: dict[str, int] = {}
        for key in running.table.house.meters:
            cents = self.balances.known(meter_account(running.setup.link_of(key)))
            if cents is None:
                return None
            found[key] = cents
        return found


class _AtTable(msgspec.Struct):
    """A command at a table that this process keeps in memory."""

    stream: str
    command: AnyCommand
    _wanted: Wanted
    _cardroom: Cardroom
    _room: Room
    _known: Running | None = None
    _attempt: Attempt | None = None

    async def decide(self) -> Batch | Answer | Refusal:
        if self._wanted.table not in self._room.tables:
            await asyncio.to_thread(self._room.load, self._wanted.table)
        self._known = self._room.tables.get(self._wanted.table)
        decided: Attempt | Answer | Refusal | None = None
        if self._known is not None:
            with suppress(MustReadError):
                decided = self._room.decided(self._known, self._wanted)
        if decided is None or isinstance(decided, Refusal):  # Ask the store before refusing.
            decided = await asyncio.to_thread(self._room.attempt, self._wanted)
        if not isinstance(decided, Attempt):
            return decided
        self._attempt = decided
        return decided.batch

    async def conclude(self, landing: Landing) -> Answer | Refusal | None:
        attempt = self._attempt
        if attempt is None:
            raise RuntimeError("nothing was attempted")
        if isinstance(landing, Landed) and not landing.repeated:
            return self._room.conclude(attempt, landing)
        return await asyncio.to_thread(self._room.conclude, attempt, landing)

    async def tell(self, answer: Answer | Refusal | None) -> None:
        if self._known is not None:
            await self._cardroom.tell_since(self._known, answer)

    def lose_track(self) -> None:
        self._cardroom.look_again(self._wanted.table)


def _seconds_left(running: Running, now: datetime) -> float | None:
    until = wakes_at(running)
    return None if until is None else max(0.0, (until - now).total_seconds())


async def _until(moved: asyncio.Event, seconds: float | None) -> None:
    """Wait for a move or the time limit.

    `wait_for` would not do: before Python 3.12 it may swallow a cancellation.
    """
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await moved.wait()


def _say_what_failed(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()):
        logger.error("a background task failed: %s", error)
