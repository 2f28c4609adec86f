"""The hash chain over the log: what is hashed, and how. See docs/reference/audit-format.md.

Canonical JSON has sorted keys, no white space, unescaped UTF-8 and whole numbers only, so any
language writes the same bytes.
"""

from hashlib import sha256

import msgspec

_encoder = msgspec.json.Encoder(order="sorted")
_text = msgspec.json.Encoder().encode


def canonical(document: object) -> bytes:
    try:
        return _encoder.encode(document)
    except TypeError:  # Numeric keys: as text they sort differently.
        as_texts = msgspec.to_builtins(document, str_keys=True, order="sorted")
        return _encoder.encode(as_texts)


def is_canonical(written: bytes) -> bool:
    """Whether the bytes are canonical JSON."""
    try:
        return canonical(msgspec.json.decode(written)) == written
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False


def digest(asked: bytes) -> str:
    """Hash the command that a record comes from."""
    return sha256(asked).hexdigest()


def record_hash(
    stream: str, version: int, command: str, asked: str, event: bytes, previous: str
) -> str:
    """Compute SHA-256 over the canonical JSON of these six; the event is already canonical."""
    return Hashing(stream, command, asked).of(version, event, previous)


class Hashing:
    """Record hashing that encodes the parts shared by all records of a command only once."""

    def __init__(self, stream: str, command: str, asked: str):
        self._before = b'{"asked":%b,"command":%b,"event":' % (_text(asked), _text(command))
        self._after = b',"stream":%b,"version":' % _text(stream)

    def of(self, version: int, event: bytes, previous: str) -> str:
        written = (
            self._before,
            event,
            b',"previous":',
            _text(previous),
            self._after,
            b"%d}" % version,
        )
        return sha256(b"".join(written)).hexdigest()


def seal(before: str, hash: str) -> str:
    """Chain over the whole log: a stream cannot lose its end unnoticed while others grow."""
    return sha256((before + hash).encode()).hexdigest()
