"""`queenhigh audit verify`, `export` and `replay`: a log proved, exported, and replayed."""

import os
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

import msgspec

from ..money.setup import TableSetUp, house_of
from ..money.stream import table_stream
from ..store import export as exporting
from ..store.audit import verify as prove
from ..store.database import is_sqlite
from ..store.deck_seal import with_hands
from ..store.evidence import DatabaseEvidence, Evidence
from ..store.findings import Finding, Report
from ..store.records import Record, StoreUnavailable
from ..store.seals import PublishedSeal, keep, seals_in
from ..store.store_address import open_to_read
from ..store.upcasts import table_event, upcast
from .backup import in_one_line
from .output import print_json
from .progress import counted


@contextmanager
def evidence_in(source: str) -> Iterator[Evidence]:
    """Open a database or an exported log, by its content and not its name."""
    if source == "-":
        yield exporting.FileEvidence(sys.stdin.buffer, "standard input")
    elif "://" in source or is_sqlite(Path(source)):
        with closing(open_to_read(source)) as database, database.reading() as connection:
            yield DatabaseEvidence(connection, database.name)
    else:
        with open(source, "rb") as file:
            yield exporting.FileEvidence(file, source)


def verify(source: str, noted: list[str] | None, files: list[str] | None, *, json: bool) -> int:
    texts = [_text_with_seals(file) for file in files or ()]
    report = _proved(source, seals_in("\n".join([*texts, *_seals(noted or [])])), quiet=json)
    if json:
        print_json({"holds": report.holds, **msgspec.to_builtins(report)})
    else:
        _tell(report)
    return 0 if report.holds else 1


def _text_with_seals(file: str) -> str:
    text = Path(file).read_bytes().decode("utf-8", errors="replace")
    if not seals_in(text):
        raise ValueError(f"--seals: {file}: no seal is noted in it")
    return text


def _seals(noted: list[str]) -> list[str]:
    for each in noted:
        if len(seals_in(each)) != 1 or " " in each:
            raise ValueError(f"--seal: {each!r} is not a position and seal like 17:9f86d0...")
    return noted


def published(source: str, file: str | None, *, mail: bool, json: bool) -> int:
    with in_one_line(), evidence_in(source) as evidence:
        seal = PublishedSeal.of(evidence.head(), datetime.now(UTC).replace(microsecond=0))
    if not seal.position:
        raise ValueError(f"{source}: the log is empty")
    if file is not None:
        keep(Path(file), seal)
    if json:
        print_json(seal)
    else:
        print(seal.letter(Path(source).name) if mail else seal.line())
    return 0


def _proved(source: str, noted: dict[int, str], *, quiet: bool) -> Report:
    try:
        with (
            evidence_in(source) as evidence,
            counted("proving", evidence.expected(), quiet=quiet) as advance,
        ):
            return prove(evidence, advance, noted)
    except StoreUnavailable as error:
        if "://" in source:
            raise ValueError(str(error)) from None
        # An SQLite file that cannot be read is a broken log, not the user's mistake.
        return Report(source, findings=[Finding("unreadable", str(error))])


def _tell(report: Report) -> None:
    looked_at = [f"{report.records:,} records of {report.streams:,} streams"]
    if report.omitted:
        looked_at.append(f"{report.omitted:,} more by their hashes")
    counts = {
        "commands": report.commands,
        "postings": report.postings,
        "accounts": report.accounts,
        "snapshots": report.snapshots,
        "people": report.people,
        "rows of reports": report.projections,
    }
    looked_at += [f"{count:,} {name}" for name, count in counts.items() if count is not None]
    print(f"{report.source}: {', '.join(looked_at)}")
    if report.replayed < report.streams:
        print(f"replayed: {report.replayed:,} of {report.streams:,} streams")
    if report.snapshots_of_other_versions:
        print(f"not compared: {report.snapshots_of_other_versions} snapshots of another version")
    if report.people is not None and report.projections is None:
        print("not compared: the report data, which is not built yet")
    for finding in report.findings:
        print(f"  {finding.kind}: {_where(finding)}{finding.message}")
    if report.more_findings:
        print(f"  and {report.more_findings:,} more")
    if report.holds:
        print(f"The log holds. Position {report.head:,}, seal {report.seal or 'none'}")
    else:
        print(f"THE LOG DOES NOT HOLD: {len(report.findings) + report.more_findings:,} findings")


def _where(finding: Finding) -> str:
    parts = []
    if finding.position is not None:
        parts.append(f"position {finding.position}")
    if finding.stream:
        version = "" if finding.version is None else f" version {finding.version}"
        parts.append(f"{finding.stream}{version}")
    return f"{', '.join(parts)}: " if parts else ""


def export(
    source: str,
    out: str | None,
    tables: list[str] | None,
    streams: list[str] | None,
    number: int | None,
    since: str | None,
    until: str | None,
    *,
    json: bool,
) -> int:
    named = (*map(table_stream, tables or ()), *(streams or ()))
    if number is not None and not named:
        raise ValueError("--round needs --table ID")
    wanted = exporting.Filter(named, number, _time("since", since), _time("until", until))
    chosen = None if wanted == exporting.Filter() else wanted
    now = datetime.now(UTC)
    with in_one_line(), evidence_in(source) as evidence:
        if out is None:
            exporting.export(evidence, sys.stdout.buffer, now, chosen)
            sys.stdout.buffer.flush()
            return 0
        with (
            _whole_or_not(Path(out)) as file,
            counted("exporting", evidence.expected(), quiet=json) as advance,
        ):
            footer = exporting.export(evidence, file, now, chosen, advance)
    if json:
        print_json(footer)
    else:
        left = f", {footer.omitted:,} more by their hashes" if footer.omitted else ""
        print(f"{out}: {footer.records:,} records{left}, seal {footer.seal or 'none'}")
    return 0


def _time(name: str, written: str | None) -> datetime | None:
    if written is None:
        return None
    try:
        moment = datetime.fromisoformat(written)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise ValueError(f"--{name}: {written!r} is not a time like 2026-01-05T12:00:00Z")
    return moment.astimezone(UTC)


@contextmanager
def _whole_or_not(file: Path) -> Iterator[BinaryIO]:
    if file.is_dir():
        raise IsADirectoryError(21, "is a folder", str(file))
    if not file.parent.is_dir():
        raise FileNotFoundError(2, f"there is no folder {file.parent}", str(file))
    unfinished = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with unfinished.open("wb") as opened:
            yield opened
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)


def replay(source: str, table: str, number: int | None, *, json: bool) -> int:
    with in_one_line(), evidence_in(source) as evidence:
        records = _whole_stream(evidence, table_stream(table))
    setup = msgspec.json.decode(upcast(records[0].event), type=TableSetUp)
    events = with_hands(table_event(record.event) for record in records[1:])
    from .log_story import retell

    return retell(house_of(setup), events, number, json=json)


def _whole_stream(evidence: Evidence, stream: str) -> list[Record]:
    records = list(evidence.of(stream))
    if not records:
        raise ValueError(f"{evidence.name}: there is no {stream.replace(':', ' ')}")
    for version, record in enumerate(records):
        if record.version != version:
            left_out = f"leaves out version {version} of {stream}"
            raise ValueError(f"{evidence.name}: {left_out}; a round is replayed from the beginning")
    return records
