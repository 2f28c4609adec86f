"""The log as a JSON Lines file that anybody can check. See docs/reference/audit-format.md.

A header, one record per line, and a footer over everything. An extract replaces the records it
leaves out by their hashes: with these the seal can be followed to the end of the log, which proves
that the extract is part of the log, unchanged and in place.
"""

from collections.abc import Callable, Iterator
from datetime import datetime
from hashlib import sha256
from typing import BinaryIO

import msgspec

from .chain import canonical
from .evidence import Evidence, Omitted
from .records import Done, Head, Record

FORMAT, END, VERSION = "queenhigh-log", "queenhigh-log-end", 1
_NO_LOG = "is neither a database nor an exported log"
_AT_A_TIME = 1_000


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position in the log, and the seal there."""

    position: int = 0
    seal: str = ""


class Filter(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The selection of an extract, by event time; `until` itself is excluded."""

    streams: tuple[str, ...] = ()
    round: int | None = None
    since: datetime | None = None
    until: datetime | None = None


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    format: str
    version: int
    made_at: str
    after: Place  # The place before the first line; all zero for a whole log.
    head: Place  # Where the log ended at the time of the export.
    filter: Filter | None = None


class Footer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    format: str
    records: int
    omitted: int
    seal: str
    sha256: str  # Over all previous lines, including line ends.


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    asked: str
    command: str
    event: msgspec.Raw
    hash: str
    position: int
    previous: str
    seal: str
    stream: str
    version: int


_lines = msgspec.json.Decoder(_Line)
_left_out = msgspec.json.Decoder(Omitted)


def line_of(record: Record) -> bytes:
    line = _Line(
        record.asked,
        record.command,
        msgspec.Raw(record.event),
        record.hash,
        record.position,
        record.previous,
        record.seal,
        record.stream,
        record.version,
    )
    return canonical(line) + b"\n"


def export(
    evidence: Evidence,
    out: BinaryIO,
    made_at: datetime,
    wanted: Filter | None = None,
    advance: Callable[[int], None] = lambda _: None,
) -> Footer:
    """Write the file, line by line. Raises ValueError if the filter matches no record."""
    writing = _Writing(out, evidence.head(), made_at, wanted)
    chosen = _Choosing(wanted) if wanted else None
    before = Place(evidence.after.count, evidence.after.hash)
    for number, record in enumerate(evidence.records(), start=1):
        if isinstance(record, Omitted):
            raise ValueError("an extract cannot be made from an extract: use the log")
        if chosen is None or chosen.has(record):
            writing.record(record, before)
        else:
            writing.omit(record)
        before = Place(record.position, record.seal)
        if number % _AT_A_TIME == 0:
            advance(_AT_A_TIME)
    return writing.end(before)


class _Writing:
    def __init__(self, out: BinaryIO, head: Head, made_at: datetime, wanted: Filter | None):
        self._out, self._wanted, self._made_at = out, wanted, made_at
        self._head = Place(head.count, head.hash)
        self._sum = sha256()
        self._begun = False
        self._records = self._omitted = 0

    def record(self, record: Record, before: Place) -> None:
        self._begin(before)
        self._write(line_of(record))
        self._records += 1

    def omit(self, record: Record) -> None:
        if self._begun:  # The header sums up everything before the first line.
            self._write(canonical(Omitted(record.position, record.hash)) + b"\n")
            self._omitted += 1

    def end(self, last: Place) -> Footer:
        if self._wanted and not self._records:
            raise ValueError("no record of the log matches")
        self._begin(last)
        footer = Footer(
            format=END,
            records=self._records,
            omitted=self._omitted,
            seal=last.seal,
            sha256=self._sum.hexdigest(),
        )
        self._out.write(canonical(footer) + b"\n")
        return footer

    def _begin(self, before: Place) -> None:
        if self._begun:
            return
        self._begun = True
        header = Header(
            format=FORMAT,
            version=VERSION,
            made_at=self._made_at.isoformat().replace("+00:00", "Z"),
            after=before,
            head=self._head,
            filter=self._wanted,
        )
        self._write(canonical(header) + b"\n")

    def _write(self, line: bytes) -> None:
        self._sum.update(line)
        self._out.write(line)


class _When(msgspec.Struct):
    type: str
    at: datetime
    number: int | None = None


class _Choosing:
    """Selection of the wanted records, in log order."""

    def __init__(self, wanted: Filter):
        self._wanted = wanted
        self._rounds: dict[str, int] = {}
        self._event = msgspec.json.Decoder(_When)

    def has(self, record: Record) -> bool:
        wanted = self._wanted
        if wanted.streams and record.stream not in wanted.streams:
            return False
        if wanted.round is None and wanted.since is None and wanted.until is None:
            return True
        event = self._event.decode(record.event)
        if event.type == "round_began":
            self._rounds[record.stream] = event.number or 0
        if record.version == 0 and wanted.streams:
            return True  # The house that the table was played by.
        if wanted.since and event.at < wanted.since:
            return False
        if wanted.until and event.at >= wanted.until:
            return False
        return wanted.round is None or self._rounds.get(record.stream) == wanted.round


class FileEvidence(Evidence):
    """An exported file, read once from start to end."""

    def __init__(self, file: BinaryIO, name: str):
        self.name = name
        self._file = file
        self._sum = sha256()
        self._flaws: list[str] = []
        self._records = self._omitted = 0
        self._seal = ""
        self._header = self._read_header()
        self.after = Head(self._header.after.position, self._header.after.seal)
        self.whole = self._header.filter is None and self._header.after.position == 0

    def _read_header(self) -> Header:
        line = self._file.readline()
        self._sum.update(line)
        try:
            header = msgspec.json.decode(line, type=Header)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise ValueError(f"{self.name}: {_NO_LOG}") from None
        if header.format != FORMAT:
            raise ValueError(f"{self.name}: {_NO_LOG}: its format is {header.format!r}")
        if header.version != VERSION:
            known = f"this program knows {VERSION}"
            raise ValueError(f"{self.name}: is of format version {header.version}, {known}")
        if canonical(header) + b"\n" != line:
            self._flaws.append("line 1: the header is not canonical JSON")
        return header

    def expected(self) -> int:
        return self._header.head.position - self._header.after.position

    def records(self) -> Iterator[Record | Omitted]:
        number, line = 2, self._file.readline()
        while line:
            following = self._file.readline()
            if following:
                self._sum.update(line)
                if record := self._read(number, line):
                    yield record
            else:
                self._end(number, line)
            number, line = number + 1, following

    def of(self, stream: str) -> Iterator[Record]:
        return (each for each in self._whole_ones() if each.stream == stream)

    def at(self, position: int) -> Record | Omitted | None:
        return next((each for each in self.records() if each.position == position), None)

    def command(self, identity: str) -> tuple[Done | None, list[Record]]:
        return None, [each for each in self._whole_ones() if each.command == identity]

    def _whole_ones(self) -> Iterator[Record]:
        return (each for each in self.records() if isinstance(each, Record))

    def _read(self, number: int, line: bytes) -> Record | Omitted | None:
        record = _decoded(line)
        if record is None:
            self._flaws.append(f"line {number}: is not a record")
            return None
        if isinstance(record, Omitted):
            self._omitted += 1
            written = canonical(record) + b"\n"
        else:
            self._records += 1
            self._seal = record.seal
            written = line_of(record)
        if written != line:
            self._flaws.append(f"line {number}: is not canonical JSON")
        return record

    def _end(self, number: int, line: bytes) -> None:
        try:
            footer = msgspec.json.decode(line, type=Footer)
        except (msgspec.DecodeError, UnicodeDecodeError):
            self._flaws.append(f"line {number}: is not a footer; the file is cut off")
            return
        right = Footer(
            format=END,
            records=self._records,
            omitted=self._omitted,
            seal=self._header.head.seal,
            sha256=self._sum.hexdigest(),
        )
        if canonical(right) + b"\n" != line:
            wrong = [
                name
                for name in right.__struct_fields__
                if getattr(footer, name) != getattr(right, name)
            ]
            self._flaws.append(
                f"line {number}: the footer is wrong in {', '.join(wrong) or 'form'}"
            )

    def head(self) -> Head:
        return Head(self._header.head.position, self._header.head.seal)

    def flaws(self) -> list[str]:
        return self._flaws


def _decoded(line: bytes) -> Record | Omitted | None:
    try:
        if b'"event":' not in line:
            return _left_out.decode(line)
        read = _lines.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    return Record(
        read.position,
        read.stream,
        read.version,
        read.command,
        read.asked,
        bytes(read.event),
        read.previous,
        read.hash,
        read.seal,
    )
