"""Who watches tables, and who watches the whole room, in this process."""

from collections import defaultdict

import msgspec

from .owners import Owners
from .tables.news import News
from .tables.watch import MOVED, RoomWatch, Watch


class Watchers:
    def __init__(self) -> None:
        self._at_tables: dict[str, dict[Watch, None]] = defaultdict(dict)  # In order.
        self._of_room: dict[RoomWatch, None] = {}

    def __len__(self) -> int:
        return len(self._of_room) + sum(map(len, self._at_tables.values()))

    def watch(self, table: str) -> Watch:
        """Watch a table from now on; the caller ends the watch."""
        watch = Watch(table, self._unwatched)
        self._at_tables[table][watch] = None
        return watch

    def watch_room(self) -> RoomWatch:
        """Watch all tables and all other streams from now on; the caller ends the watch."""
        watch = RoomWatch(self._room_unwatched)
        self._of_room[watch] = None
        return watch

    def watched_tables(self) -> tuple[str, ...]:
        return tuple(self._at_tables)

    def watches(self, table: str) -> bool:
        """Whether anybody watches the table."""
        return bool(self._at_tables.get(table))

    def served(self, table: str) -> list[Watch]:
        """The table's watchers that this process serves itself."""
        return [each for each in self._at_tables.get(table, ()) if each.owner is None]

    def tell(self, table: str, message: News | msgspec.Struct) -> None:
        for watch in self.served(table):
            watch.tell(message)

    def note_growth(self, stream: str) -> None:
        for watch in self._of_room:
            watch.note(stream)

    def follow(self, owners: Owners) -> None:
        """Send viewers to the new owners of their tables."""
        for table, watches in tuple(self._at_tables.items()):
            owner = owners.of(table)
            for watch in tuple(watches):  # A viewer that is too far behind is dropped.
                if watch.owner != owner:
                    watch.tell(MOVED)

    def end_at(self, table: str) -> None:
        for watch in tuple(self._at_tables.pop(table, ())):
            watch.end()

    def end_all(self) -> None:
        at_tables = (watch for watches in self._at_tables.values() for watch in watches)
        for watch in (*at_tables, *self._of_room):
            watch.end("restart")

    def _unwatched(self, watch: Watch) -> None:
        watches = self._at_tables.get(watch.table, {})
        watches.pop(watch, None)
        if not watches:
            self._at_tables.pop(watch.table, None)

    def _room_unwatched(self, watch: RoomWatch) -> None:
        self._of_room.pop(watch, None)
