"""The commands sent by simulated people or a load, and their answers."""

from typing import Literal

import msgspec

from ..wire.requests import Move

Outcome = Literal["unknown", "acted", "refused"]


class Sent(msgspec.Struct):
    id: str
    person: str
    table: str
    move: Move
    expected: int | None = None
    copies: int = 0  # How often it may have reached the service.
    outcome: Outcome = "unknown"
    version: int = 0  # As acknowledged.
    code: str = ""  # Of the refusal.
    may_wait: bool = False  # Says "I am ready": not logged while others are not.
    answers: list[int | None] = []  # All answers in order: the version, or None for a refusal.


class Book:
    def __init__(self) -> None:
        self.sent: dict[str, Sent] = {}
        self._by: dict[tuple[str, str], list[Sent]] = {}

    def send(self, sent: Sent) -> Sent:
        self.sent[sent.id] = sent
        self._by.setdefault((sent.person, sent.table), []).append(sent)
        return sent

    def by(self, person: str, table: str) -> list[Sent]:
        """Return what one person has sent to one table, in order."""
        return self._by.get((person, table), [])

    def unknown(self) -> list[Sent]:
        return [each for each in self.sent.values() if each.outcome == "unknown"]

    def acted(self, identity: str, version: int) -> str:
        """Record the answer; return the error if an earlier answer was different."""
        sent = self.sent[identity]
        sent.answers.append(version)
        if sent.outcome == "acted" and sent.version != version and not sent.may_wait:
            return f"command {identity} was answered {sent.version} first and then {version}"
        sent.outcome, sent.version = "acted", version
        return ""

    def refused(self, identity: str, code: str) -> str:
        sent = self.sent[identity]
        sent.answers.append(None)
        if sent.outcome == "acted" and not sent.may_wait:
            return f"command {identity} was acknowledged first and then refused: {code}"
        sent.outcome, sent.code = "refused", code
        return ""

    def count(self, outcome: Outcome) -> int:
        return sum(each.outcome == outcome for each in self.sent.values())
