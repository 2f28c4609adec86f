"""What the people of a simulated world, or of a load, have sent and been told."""

from typing import Any, Literal

import msgspec

Outcome = Literal["unknown", "acted", "refused"]


class Sent(msgspec.Struct):
    id: str
    person: str
    table: str
    move: dict[str, Any]
    expected: int | None = None
    copies: int = 0  # How often it may have reached the service.
    outcome: Outcome = "unknown"
    version: int = 0  # As it was acknowledged.
    code: str = ""  # Of the refusal.
    may_wait: bool = False  # Says "I am ready": while others are not, nothing is written of it.
    answers: list[int | None] = []  # All of them in order: the version, None for a refusal.


class Book:
    def __init__(self) -> None:
        self.sent: dict[str, Sent] = {}
        self._by: dict[tuple[str, str], list[Sent]] = {}

    def send(self, sent: Sent) -> Sent:
        self.sent[sent.id] = sent
        self._by.setdefault((sent.person, sent.table), []).append(sent)
        return sent

    def by(self, person: str, table: str) -> list[Sent]:
        """What one person has sent to one table, in order."""
        return self._by.get((person, table), [])

    def unknown(self) -> list[Sent]:
        return [each for each in self.sent.values() if each.outcome == "unknown"]

    def acted(self, identity: str, version: int) -> str:
        """Notes the answer; says what is wrong with it, where it was answered otherwise before."""
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
