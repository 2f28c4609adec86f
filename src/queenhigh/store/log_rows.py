"""Conversion of database rows to values."""

from .records import Done, Record


def as_bytes(written: object) -> bytes:
    """The stored bytes, even if somebody has tampered with them."""
    return (
        written if isinstance(written, bytes) else str(written).encode("utf-8", "surrogateescape")
    )


def record(
    position: int,
    stream: str,
    version: int,
    command: str,
    asked: str,
    event: str,
    previous: str,
    hash: str,
    seal: str,
) -> Record:
    return Record(position, stream, version, command, asked, as_bytes(event), previous, hash, seal)


def done(command: str, stream: str, first: int, last: int, asked: str) -> Done:
    return Done(command, stream, first, last, as_bytes(asked))
