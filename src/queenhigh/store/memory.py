"""An in-memory store: the simplest one, for tests, trial runs and simulations."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from threading import Lock

from .landing import Ground, needed
from .log_rows import record as as_record
from .records import Batch, Done, Head, Landing, Posted, Record, Snapshot


class MemoryStore:
    def __init__(self) -> None:
        self._lock = Lock()
        self._log: list[Record] = []
        self._streams: dict[str, list[Record]] = defaultdict(list)
        self._postings: dict[str, list[Posted]] = defaultdict(list)
        self._balances: dict[str, int] = {}
        self._commands: dict[str, Done] = {}
        self._acts: dict[str, list[Done]] = defaultdict(list)
        self._snapshots: dict[str, list[Snapshot]] = defaultdict(list)

    def land(self, batches: Sequence[Batch]) -> list[Landing]:
        with self._lock:
            ground = self._ground(batches)
            landings = ground.land_group(batches)
            self._keep(ground)
            return landings

    def _ground(self, batches: Sequence[Batch]) -> Ground:
        known = needed(batches)
        return Ground(
            self.log_head(),
            {stream: self.head(stream) for stream in known.streams},
            {account: self.balance(account) for account in known.accounts},
            {each: self._commands[each] for each in known.commands if each in self._commands},
        )

    def _keep(self, ground: Ground) -> None:
        for record in (as_record(*row) for row in ground.records):
            self._log.append(record)
            self._streams[record.stream].append(record)
        for position, _, account, cents in ground.legs:
            record = self._log[position - 1]
            posted = Posted(record.stream, record.version, account, cents)
            self._postings[record.stream].append(posted)
        for account in ground.moved:
            self._balances[account] = ground.balances[account]
        for act in ground.acts:
            self._commands[act.done.command] = act.done
            self._acts[act.done.stream].append(act.done)
        for snapshot in ground.snapshots:
            self._snapshots[snapshot.stream].append(snapshot)

    def head(self, stream: str) -> Head:
        records = self._streams.get(stream)
        return Head(len(records), records[-1].hash) if records else Head()

    def log_head(self) -> Head:
        return Head(len(self._log), self._log[-1].seal) if self._log else Head()

    def streams(self, prefix: str = "") -> list[str]:
        return sorted(stream for stream in self._streams if stream.startswith(prefix))

    def records(self, stream: str, start: int = 0, stop: int | None = None) -> list[Record]:
        return self._streams.get(stream, [])[start:stop]

    def log(self, after: int = 0, limit: int = 10_000) -> list[Record]:
        return self._log[after : after + limit]

    def command(self, identity: str) -> Done | None:
        return self._commands.get(identity)

    def commands(self, stream: str, start: int = 0) -> list[Done]:
        return [done for done in self._acts.get(stream, []) if done.first >= start]

    def snapshot(self, stream: str, upto: int | None = None) -> Snapshot | None:
        kept = self._snapshots.get(stream, ())
        return next((s for s in reversed(kept) if upto is None or s.version <= upto), None)

    def balance(self, account: str) -> int:
        return self._balances.get(account, 0)

    def balances(self, prefix: str = "") -> dict[str, int]:
        return {
            account: cents
            for account, cents in sorted(self._balances.items())
            if account.startswith(prefix)
        }

    def postings(self, stream: str, start: int = 0, stop: int | None = None) -> list[Posted]:
        return [
            posted
            for posted in self._postings.get(stream, [])
            if start <= posted.version and (stop is None or posted.version < stop)
        ]

    def watch(self, landed: Callable[[str], None]) -> Callable[[], None]:
        """Do nothing: nobody else lands anything here."""
        return lambda: None

    def signal(self, notice: str) -> None:
        """Do nothing: nobody else is listening."""

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
