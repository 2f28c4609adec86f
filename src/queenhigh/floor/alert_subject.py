"""Whom or what an alert or a record is about."""

from typing import NamedTuple, Self


class About(NamedTuple):
    """One string in alerts and reports: ``table:1``, ``dealer:ben``, ``seat:1/3``."""

    kind: str  # A table, dealer, patron, person, seat or service.
    name: str

    @classmethod
    def parse(cls, text: str) -> Self:
        kind, _, name = text.partition(":")
        return cls(kind, name)

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}"
