"""Seals kept by an outsider: the only proof against a person who can write to the whole database.

A log that was truncated or rebuilt is consistent in itself, but lacks the seals that somebody else
has written down. A kept seal is a line of text, `2026-01-05T12:00:00+00:00 17:9f86d0...`; the text
around it (a letter, a comment) does not matter.
"""

import os
import re
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

import msgspec

from .records import Head

_SEALED = re.compile(r"(?<![0-9a-f])([1-9][0-9]{0,17}):([0-9a-f]{64})(?![0-9a-f])")


class PublishedSeal(msgspec.Struct, frozen=True):
    """The end of the log at a moment."""

    position: int
    seal: str
    at: datetime

    @classmethod
    def of(cls, head: Head, now: datetime) -> "PublishedSeal":
        return cls(head.count, head.hash, now)

    def line(self) -> str:
        return f"{self.at.isoformat()} {self.position}:{self.seal}"

    def letter(self, name: str) -> str:
        """Format for an e-mail to an outsider: what the seal is, and what to do with it."""
        return (
            f"Subject: Seal of the log of {name} at position {self.position}\n\n"
            f"{self.line()}\n\n"
            "Keep this message. It says where the log ended at that time. If the log is ever cut\n"
            "off or rewritten, an audit with these lines in a file finds it:\n\n"
            "    queenhigh audit verify DATABASE --seals FILE\n"
        )


def seals_in(text: str) -> dict[int, str]:
    """All seals in a text, by position. Raises ValueError if two contradict each other."""
    found: dict[int, str] = {}
    for position, seal in _SEALED.findall(text):
        if found.setdefault(int(position), seal) != seal:
            raise ValueError(f"two different seals are noted at position {position}")
    return found


def keep(file: Path, published: PublishedSeal) -> bool:
    """Append the seal to a file that only its owner may write, unless it already has it."""
    if published.position == 0 or published.position in _kept_positions(file):
        return False
    opened = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    with os.fdopen(opened, "a", encoding="utf-8") as written:
        written.write(published.line() + "\n")
        written.flush()
        os.fsync(written.fileno())
    return True


def _kept_positions(file: Path) -> Iterable[int]:
    try:
        return seals_in(file.read_text("utf-8")) if file.exists() else ()
    except UnicodeDecodeError:
        raise ValueError(f"{file}: is not plain text, so no seal can be added") from None
