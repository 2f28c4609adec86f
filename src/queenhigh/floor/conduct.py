"""Recorded violations of the conduct rules, and suspicions passed on to the people who must know.

No rule names a sanction, so none follows: what was seen is recorded, with its clause, for the
people who decide.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final

import msgspec

from ..house.model import House
from ..house.plain_data import carried_over
from ..house.points import point
from ..money.stream import StreamName
from ..table.commands import Command, type_of
from ..table.events import Event
from ..table.refusal import Refusal
from ..table.roles import FLOOR, Actor, role_of
from .alert_subject import About
from .conduct_rules import BY_KEY, in_force, rules_of
from .refusal import FloorRefusal, refuse, refuse_by

CHEATING_IS_REPORTED = point("conduct.cheating")


# Commands

MAY: Final[dict[str, tuple[str, ...]]] = {
    "announce_conduct": ("dealer", *FLOOR, "system"),
    "record_violation": ("dealer", *FLOOR, "surveillance"),
    "report_suspicion": ("dealer", *FLOOR, "surveillance"),
}


class AnnounceConduct(Command, frozen=True, tag="announce_conduct"):
    """A rule is announced at the table."""

    table: str
    rule: str


class RecordViolation(Command, frozen=True, tag="record_violation"):
    """Against a seat, a patron or a dealer; at least one of them is named."""

    table: str
    rule: str
    round: int = 0
    seat: int | None = None
    patron: str = ""
    dealer: str = ""
    detail: str = ""


class ReportSuspicion(Command, frozen=True, tag="report_suspicion"):
    """Suspected cheating, to the supervisor at once, without anybody at the table noticing."""

    table: str
    detail: str
    round: int = 0
    seat: int | None = None
    patron: str = ""
    dealer: str = ""


AnyConductCommand = AnnounceConduct | RecordViolation | ReportSuspicion


# Events


class ConductAnnounced(Event, frozen=True, tag="conduct_announced"):
    table: str
    rule: str
    text: str


class ViolationRecorded(Event, frozen=True, tag="violation_recorded"):
    table: str
    rule: str
    violation: str
    round: int
    seat: int | None
    patron: str
    dealer: str
    detail: str


class SuspicionReported(Event, frozen=True, tag="suspicion_reported"):
    table: str
    detail: str
    round: int
    seat: int | None
    patron: str
    dealer: str
    told: tuple[str, ...]


AnyConductEvent = ConductAnnounced | ViolationRecorded | SuspicionReported


def decide_conduct(house: House, command: AnyConductCommand) -> Refusal | list[AnyConductEvent]:
    """Decide a command at a table of this house."""
    if refusal := refuse_by(house, command.by, MAY[type_of(command)]):
        return refusal
    if isinstance(command, ReportSuspicion):
        return _report(house, command)
    rule = BY_KEY.get(command.rule)
    if rule is None or not in_force(house, rule):
        return _no_such_rule(house, command.rule)
    clauses = house.clauses(rule.because)
    if isinstance(command, AnnounceConduct):
        return [carried_over(ConductAnnounced, command, text=rule.said, clauses=clauses)]
    if refusal := _refuse_named(house, command, clauses):
        return refusal
    if bool(command.dealer) is not (rule.who == "dealer"):
        bound = "the dealer" if rule.who == "dealer" else "players"
        message = f"That rule applies only to {bound}."
        return refuse(FloorRefusal.NOT_THEIRS, message, clauses)
    violation = rule.violation
    return [carried_over(ViolationRecorded, command, violation=violation, clauses=clauses)]


def _report(house: House, command: ReportSuspicion) -> Refusal | list[AnyConductEvent]:
    clauses = house.clauses(CHEATING_IS_REPORTED)
    if refusal := _refuse_named(house, command, clauses):
        return refusal
    if not command.detail.strip():
        return refuse(FloorRefusal.NO_REASON, "Say what was seen.", clauses)
    told = ("floor", "surveillance")  # The supervisor, together with the cameras.
    return [carried_over(SuspicionReported, command, told=told, clauses=clauses)]


def _no_such_rule(house: House, key: str) -> Refusal:
    known = ", ".join(rule.key for rule in rules_of(house))
    return refuse(FloorRefusal.NO_SUCH_RULE, f"This house has no rule {key!r} ({known}).")


def _refuse_named(
    house: House, command: RecordViolation | ReportSuspicion, clauses: tuple[str, ...]
) -> Refusal | None:
    if command.seat is None and not command.patron and not command.dealer:
        return refuse(FloorRefusal.NOBODY_NAMED, "Name a seat, a patron or a dealer.", clauses)
    if command.seat is not None and command.seat > house.seats:
        message = f"Tables of this house have {house.seats} seats."
        return refuse(FloorRefusal.NO_SUCH_SEAT, message, clauses)
    if command.dealer and command.dealer == Actor.parse(command.by).name:
        message = "Somebody else must record what a dealer did."
        return refuse(FloorRefusal.NOT_AGAINST_ONESELF, message, clauses)
    return None


# Visibility

_SEES_SUSPICION: Final = (*FLOOR, "surveillance")


def seen_by(
    house: House, viewer: str, events: Iterable[AnyConductEvent]
) -> Iterator[AnyConductEvent]:
    """Announcements to all, records to staff, and suspicions to the people notified.

    The person who reported a suspicion gets no notice of it: discreetly, the book says.
    """
    role = role_of(house, viewer)
    for event in events:
        match event:
            case ConductAnnounced():
                yield event
            case ViolationRecorded() if role in (*_SEES_SUSPICION, "dealer", "auditor"):
                yield event
            case SuspicionReported() if role in _SEES_SUSPICION:
                yield event
            case _:
                continue


class Record(msgspec.Struct, frozen=True):
    """What is on record against one seat, patron or dealer."""

    of: str
    violations: int
    last: datetime
    by_rule: dict[str, int]


def records(events: Iterable[AnyConductEvent]) -> list[Record]:
    """Records by patron and dealer, and by seat for unknown patrons; the most first."""
    found: dict[str, list[ViolationRecorded]] = {}
    for event in events:
        if isinstance(event, ViolationRecorded):
            found.setdefault(_whose(event), []).append(event)
    listed = []
    for whose, each in found.items():
        by_rule: dict[str, int] = {}
        for violation in each:
            by_rule[violation.rule] = by_rule.get(violation.rule, 0) + 1
        listed.append(Record(whose, len(each), max(one.at for one in each), by_rule))
    return sorted(listed, key=lambda record: (-record.violations, record.of))


def _whose(event: ViolationRecorded) -> str:
    if event.dealer:
        return str(About("dealer", event.dealer))
    if event.patron:
        return str(About("patron", event.patron))
    return str(About("seat", f"{event.table}/{event.seat}"))


def stream_of(table: str) -> str:
    return str(StreamName("conduct", table))
