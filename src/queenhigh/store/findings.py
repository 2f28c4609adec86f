"""The findings of an audit, and where they are."""

import msgspec

from .records import Record

_LISTED = 1_000


class Finding(msgspec.Struct, frozen=True):
    kind: str
    message: str
    stream: str = ""
    version: int | None = None
    position: int | None = None


class Report(msgspec.Struct):
    """The result of an audit: what was audited, and what was found."""

    source: str
    records: int = 0
    omitted: int = 0  # Records left out of an extract.
    streams: int = 0
    replayed: int = 0  # Streams replayed from start to end.
    commands: int | None = None  # None: the source has none.
    postings: int | None = None
    accounts: int | None = None
    snapshots: int | None = None
    people: int | None = None
    projections: int | None = None  # Projection rows rebuilt from the log.
    snapshots_of_other_versions: int = 0  # They cannot be compared, and are not used.
    head: int = 0
    seal: str = ""
    findings: list[Finding] = []
    more_findings: int = 0  # Beyond those listed.

    @property
    def holds(self) -> bool:
        return not self.findings

    def found(self, kind: str, message: str, record: Record | None = None) -> None:
        if record is None:
            self.add(Finding(kind, message))
        else:
            self.add(Finding(kind, message, record.stream, record.version, record.position))

    def add(self, finding: Finding) -> None:
        if len(self.findings) < _LISTED:
            self.findings.append(finding)
        else:
            self.more_findings += 1
