"""Independent audit of the log: the chain, the versions, commands that acted once."""

import json
from functools import lru_cache
from hashlib import sha256

from ..store.records import Record
from .audit_money import Breach, Event


def canonical(document: object) -> bytes:
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


_LARGE = 20_000  # Bytes. Only set-ups are: many worlds and tables have the same ones.


def read(event: bytes) -> Event | None:
    """Return the event; None if it is not canonical JSON."""
    found: Event = json.loads(event)
    return found if canonical(found) == event else None


_read_once = lru_cache(maxsize=64)(read)


class Chain:
    """The chain: every record follows from the previous one, in its stream and in the log."""

    def __init__(self) -> None:
        self.position = 0
        self.seal = ""
        self.streams: dict[str, tuple[int, str]] = {}  # Version and hash of the last record.
        self.commands: dict[str, tuple[str, int, int]] = {}  # Stream, first and last version.

    def follow(self, record: Record) -> Event:
        """Check the record and return its event."""
        event = (_read_once if len(record.event) > _LARGE else read)(record.event)
        if event is None:
            raise Breach(f"{record.stream} {record.version}: the event is not canonical JSON")
        if record.position != self.position + 1:
            raise Breach(f"position {record.position} comes after {self.position}")
        version, previous = self.streams.get(record.stream, (-1, ""))
        if record.version != version + 1:
            raise Breach(f"{record.stream}: version {record.version} comes after {version}")
        if record.previous != previous:
            raise Breach(f"{record.stream} {record.version}: the chain is broken")
        hashed = self._hash(record)
        sealed = sha256((self.seal + hashed).encode()).hexdigest()
        if (hashed, sealed) != (record.hash, record.seal):
            raise Breach(f"{record.stream} {record.version}: hash or seal is wrong")
        self.position, self.seal = record.position, sealed
        self.streams[record.stream] = record.version, hashed
        return event

    def _hash(self, record: Record) -> str:
        """Hash the canonical JSON of six fields; the event has been found to be canonical."""
        before = canonical({"asked": record.asked, "command": record.command})
        after = canonical(
            {"previous": record.previous, "stream": record.stream, "version": record.version}
        )
        sealed = b'%b,"event":%b,%b' % (before[:-1], record.event, after[1:])
        return sha256(sealed).hexdigest()

    def note_commands(self, landed: list[Record]) -> None:
        """Check that no command in this landing has acted before."""
        found: dict[str, list[Record]] = {}
        for record in landed:
            found.setdefault(record.command, []).append(record)
        for command, records in found.items():
            first, last = records[0], records[-1]
            apart = last.version - first.version != len(records) - 1
            if command in self.commands or apart or last.stream != first.stream:
                raise Breach(f"command {command} acted twice")
            self.commands[command] = first.stream, first.version, last.version
