"""Proof that a stretch of a stream belongs to the chain, unchanged."""

from collections.abc import Sequence

from ..floor.dossier import Proof, ProofLine
from .chain import record_hash
from .records import Record


def proof_of(stream: str, records: Sequence[Record]) -> Proof:
    """Hash every record again, and check its link to the one before.

    The seals tie the records to the whole log; `audit verify` proves that.
    """
    found = _broken(records)
    unbroken = not found
    if unbroken:
        found = f"{len(records)} records have the hashes of the chain, each tied to the one before"
        if records:
            last = records[-1]
            found += f"; the last has position {last.position} and the seal {last.seal}."
    lines = tuple(
        ProofLine(each.version, each.position, each.hash, each.previous, each.seal)
        for each in records
    )
    return Proof(stream, unbroken, found, lines)


def _broken(records: Sequence[Record]) -> str:
    before: Record | None = None
    for each in records:
        hashed = record_hash(
            each.stream, each.version, each.command, each.asked, each.event, each.previous
        )
        if hashed != each.hash:
            return f"record {each.version} does not match its hash"
        if before and (each.previous != before.hash or each.version != before.version + 1):
            return f"record {each.version} does not follow record {before.version}"
        before = each
    return "" if records else "there are no such records"
