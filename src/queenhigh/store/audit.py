"""Audit of a log: proof that nothing was changed, lost or added, and that the money is right.

The audit makes one pass in log order. Each fault becomes a finding that says where it is; the audit
then continues from the most likely correct state, so one changed byte gives one finding or a few.
"""

from collections.abc import Callable, Mapping

import msgspec

from ..floor.personnel import Standing
from ..floor.settings import LinksPrinted
from ..money.stream import StreamName
from .chain import digest, is_canonical, record_hash, seal
from .evidence import Act, Evidence, Frozen, Kept, Omitted, Unreadable
from .findings import Finding, Report
from .log_replay import PersonStream, Rebuilt, SettingsStream, Stream, rebuilt
from .money_audit import Books
from .people_audit import compare_keys, compare_people
from .record_rows import Alongside
from .records import Head, Record
from .snapshots import FORM

_AT_A_TIME = 1_000
# Errors raised by a row that we cannot have written, for example with text in place of a number.
_NONSENSE = (TypeError, AttributeError, ValueError)


def verify(
    evidence: Evidence,
    advance: Callable[[int], None] = lambda _: None,
    noted: Mapping[int, str] | None = None,
) -> Report:
    """Audit the evidence and report what was found.

    `advance` is called with the number of records read since its last call.

    `noted` holds seals that somebody wrote down earlier, by position. They are the only proof
    against a person who can write to the whole database: a rebuilt log has different seals.
    """
    report = Report(evidence.name)
    try:
        _Audit(evidence, report, noted or {}).run(advance)
    except Unreadable as error:
        report.found("unreadable", f"{evidence.name} cannot be read any further: {error}")
    except _NONSENSE as error:
        report.found("unreadable", f"invalid value: {error}")
    for flaw in evidence.flaws():
        report.found("file", flaw)
    return report


class _Told(msgspec.Struct):
    """The state of one stream during the audit."""

    count: int = 0
    hashes: tuple[str, ...] = ("",)  # Of its last record: as written, and as computed.
    telling: Stream | None = None


class _Audit:
    def __init__(self, evidence: Evidence, report: Report, noted: Mapping[int, str]):
        self._evidence, self._report = evidence, report
        self._noted = {at: noted[at] for at in noted if at > evidence.after.count}
        self._position = evidence.after.count
        self._seals: tuple[str, ...] = (evidence.after.hash,)  # Usually one.
        self._streams: dict[str, _Told] = {}
        self._last: Record | None = None
        self._acts = Alongside(evidence.acts())
        self._act: Act | None = None  # The command whose records are being read.
        self._books = Books(Alongside(evidence.legs()), report, whole=evidence.whole)
        self._kept = evidence.kept()
        self._projections = evidence.projections()
        snapshots = self._kept.snapshots if self._kept else ()
        self._frozen = {(each.stream, each.version): each for each in snapshots}

    def run(self, advance: Callable[[int], None]) -> None:
        read = 0
        for read, record in enumerate(self._evidence.records(), start=1):
            if isinstance(record, Omitted):
                self._omitted(record)
            else:
                try:
                    self._record(record)
                except _NONSENSE as error:
                    self._report.found(
                        "unreadable", f"the record cannot be understood: {error}", record
                    )
            if read % _AT_A_TIME == 0:
                advance(_AT_A_TIME)
        self._end()
        advance(read % _AT_A_TIME)

    # The seals

    def _omitted(self, record: Omitted) -> None:
        self._report.omitted += 1
        self._in_place(record.position, None)
        self._seals = tuple(seal(before, record.hash) for before in self._seals)
        self._compare_with_noted(record.position, None)

    def _sealed(self, record: Record) -> None:
        self._in_place(record.position, record)
        worked_out = tuple(seal(before, record.hash) for before in self._seals)
        self._seals = (record.seal,)
        if worked_out and record.seal not in worked_out:
            self._report.found("seal", "the seal does not fit the log before it", record)
            self._seals = (record.seal, worked_out[0])  # One of the two must be right.
        self._compare_with_noted(record.position, record)

    def _compare_with_noted(self, position: int, record: Record | None) -> None:
        noted = self._noted.pop(position, None)
        if noted is not None and noted not in self._seals[:1]:
            message = f"the seal at position {position} is not the one that was noted"
            self._report.found("noted", message, record)

    def _in_place(self, position: int, record: Record | None) -> None:
        if position != self._position + 1:
            message = f"position {position} follows {self._position}: something is missing"
            self._report.found("gap", message, record)
            self._seals = ()
        self._position = position

    # The chain

    def _record(self, record: Record) -> None:
        if self._last and self._last.command != record.command:
            self._rest(self._last)
        self._last = record
        self._report.records += 1
        self._sealed(record)
        told = self._streams.get(record.stream)
        if told is None:
            told = self._streams[record.stream] = self._begun(record)
        self._chained(record, told)
        self._books.enter(record, self._tell(record, told))
        if self._projections:
            self._projections.take(record)
        self._asked(record)
        if frozen := self._frozen.pop((record.stream, record.version), None):
            self._snapshot(record, told, frozen)

    def _begun(self, record: Record) -> _Told:
        if record.version and not self._evidence.whole:
            return _Told(record.version, (record.previous,))  # The stream's start was left out.
        try:
            return _Told(telling=rebuilt(record.stream))
        except ValueError as error:
            self._report.found("replay", str(error), record)
            return _Told()

    def _chained(self, record: Record, told: _Told) -> None:
        hashed = record_hash(
            record.stream,
            record.version,
            record.command,
            record.asked,
            record.event,
            record.previous,
        )
        if record.hash != hashed:
            self._report.found("hash", "the record does not match its hash", record)
        if not is_canonical(record.event):
            self._report.found("canonical", "the event is not canonical JSON", record)
        if record.version != told.count:
            self._jumped(record, told)
        elif record.previous not in told.hashes:
            self._report.found("chain", "it does not follow its stream's last record", record)
        told.count, told.hashes = record.version + 1, (record.hash, hashed)

    def _jumped(self, record: Record, told: _Told) -> None:
        told.telling = None
        if not self._evidence.whole and record.version > told.count:
            return  # The records in between were left out.
        message = f"version {record.version} where {told.count} was expected"
        self._report.found("version", message, record)

    # Replay

    def _tell(self, record: Record, told: _Told) -> Rebuilt | None:
        """Replay the record; return None if its stream can no longer be replayed."""
        if told.telling is None:
            return None
        try:
            came_to = told.telling.take(record.event)
        except Exception as error:  # An event that evolve fails on cannot have happened.
            self._report.found(
                "replay", f"cannot be replayed: {type(error).__name__}: {error}", record
            )
            told.telling = None
            return None
        for problem in came_to.problems:
            self._report.found(problem.kind, problem.message, record)
        return came_to

    def _rest(self, record: Record) -> None:
        """Check the state after the last record of a command, when everything must be right."""
        told = self._streams.get(record.stream)
        if told and told.telling and (problem := told.telling.rest()):
            self._report.found(problem.kind, problem.message, record)
        self._books.rest(record)

    def _snapshot(self, record: Record, told: _Told, frozen: Frozen) -> None:
        self._report.snapshots = (self._report.snapshots or 0) + 1
        form = self._kept.snapshot_form if self._kept else FORM
        if frozen.form != form:
            self._report.found("snapshot", "the snapshot is not one of this database", record)
        elif form != FORM:
            self._report.snapshots_of_other_versions += 1
        elif told.telling:
            try:
                same = told.telling.snapshot() == frozen.digest
            except ValueError as error:
                self._report.found("snapshot", f"there cannot be a snapshot here: {error}", record)
            else:
                if not same:
                    self._report.found(
                        "snapshot", "it does not match the state of the table", record
                    )

    # The commands

    def _asked(self, record: Record) -> None:
        """Check that every record came from a command that was sent, with adjacent records."""
        if not self._acts.are_there:
            return
        for stray in self._acts.before(record.position):
            self._stray(stray)
        here = self._acts.at(record.position)
        if here:
            self._finished()
            self._act = here.pop(0)
            self._begins(record, self._act)
        for stray in here:
            self._stray(stray)
        act = self._act
        if act is None or act.done.command != record.command:
            self._report.found("command", f"there is no command {record.command}", record)
            return
        if act.done.stream != record.stream or digest(act.done.asked) != record.asked:
            message = f"command {record.command} does not match its hash"
            self._report.found("command", message, record)
        if record.version == act.done.last:
            self._act = None

    def _begins(self, record: Record, act: Act) -> None:
        self._report.commands = (self._report.commands or 0) + 1
        done = act.done
        if done.first != record.version or done.last < done.first:
            span = f"{done.first} to {done.last}"
            self._report.found("command", f"command {done.command} says versions {span}", record)

    def _finished(self) -> None:
        """Check the command that was just read; called when the next one begins or the log ends."""
        if self._act:
            self._misplaced(self._act, f"says that it led to version {self._act.done.last}")
        self._act = None

    def _stray(self, act: Act) -> None:
        self._misplaced(act, f"led to nothing at position {act.position}")

    def _misplaced(self, act: Act, what: str) -> None:
        done = act.done
        message = f"command {done.command} {what}"
        self._report.add(Finding("command", message, done.stream, done.first, act.position))

    # The end

    def _end(self) -> None:
        report = self._report
        if self._last:
            self._rest(self._last)
        report.streams = len(self._streams)
        report.replayed = sum(told.telling is not None for told in self._streams.values())
        report.head, report.seal = self._position, self._seals[0] if self._seals else ""
        head = self._evidence.head()
        if head.count != self._position:
            message = f"the log ends at {self._position}, and should end at {head.count}"
            report.found("head", message)
        elif self._seals and head.hash not in self._seals:
            report.found("head", "the seal at the end of the log differs from the stored one")
        self._finished()
        for position in self._noted:
            report.found("noted", f"a seal was noted at position {position}, which does not exist")
        for act in self._acts.rest():
            self._stray(act)
        self._books.strays()
        if self._kept:
            self._heads(self._kept)
            self._books.compare(self._kept.balances)
            standings = self._standings()
            compare_people(standings, self._kept.people, report)
            kept = self._kept.sessions, self._kept.invitations
            compare_keys(standings, self._links(), *kept, report)
        if self._projections:
            self._projections.compare(report)
            self._projections.close()
        for stream, version in self._frozen:
            message = "there is a snapshot of this version but no record"
            report.add(Finding("snapshot", message, stream, version))

    def _links(self) -> list[LinksPrinted]:
        """The links that the server printed, according to the log."""
        told = (each.telling for each in self._streams.values())
        return [link for each in told if isinstance(each, SettingsStream) for link in each.links]

    def _standings(self) -> dict[str, Standing]:
        """The people according to the log."""
        told = ((name, each.telling) for name, each in self._streams.items())
        return {
            StreamName.parse(name).name: stream.standing
            for name, stream in told
            if isinstance(stream, PersonStream) and stream.standing
        }

    def _heads(self, kept: Kept) -> None:
        for stream in sorted(self._streams.keys() | kept.heads.keys()):
            told, head = self._streams.get(stream, _Told()), kept.heads.get(stream)
            if head is None or told.count != head.count:
                count = head.count if head else 0
                message = f"the stream has {told.count} records, but its head says {count}"
                self._report.add(Finding("head", message, stream, told.count - 1))
            elif head.hash not in told.hashes or head == Head():
                message = "the stream's head is not the hash of its last record"
                self._report.add(Finding("head", message, stream, told.count - 1))
