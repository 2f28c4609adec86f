"""Acknowledgement of notices, explicit or by acting on them, and escalation if nobody does."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

import msgspec

from ..house.model import House
from ..house.plain_data import carried_over
from ..house.words import plain_words
from ..money.stream import StreamName
from ..table import events as e
from ..table.commands import Command
from ..table.events import Event
from ..table.refusal import Refusal
from ..table.roles import ROLES, Actor, role_of
from ..table.state import Table
from .notices import Notice
from .refusal import FloorRefusal, refuse, refuse_by


class AcknowledgeNotice(Command, frozen=True, tag="acknowledge_notice"):
    notice: str
    note: str = ""


class NoticeAcknowledged(Event, frozen=True, tag="notice_acknowledged"):
    notice: str
    role: str  # The notified role that it is for.
    note: str


def acknowledged_by_deed(
    before: Table, event: e.Event, notices: Iterable[Notice]
) -> Iterator[NoticeAcknowledged]:
    """The acknowledgements implied by a verified payout, an inspected royal or a ruling."""
    step = event.step if isinstance(event, e.StepDone) else None
    for notice in notices:
        same_seat = step is not None and step.seat == notice.seat
        verified = (
            notice.about == "large_payout"
            and isinstance(event, e.PayoutVerified)
            and event.seat == notice.seat
        )
        looked = (
            notice.about in ("royal", "jackpot")
            and same_seat
            and step is not None
            and step.name == "verify_royal"
        )
        ruled = notice.about == "halt" and isinstance(event, e.RulingMade)
        if verified or looked or ruled:
            role = role_of(before.house, event.by)
            role = "surveillance" if looked else role
            yield NoticeAcknowledged(
                notice=notice.id,
                role=role if role in notice.told else notice.told[0],
                note="by acting on it",
                by=event.by,
                at=event.at,
            )


class Acknowledged(msgspec.Struct, frozen=True):
    by: str
    at: datetime
    note: str = ""


class NoticeStanding(msgspec.Struct, frozen=True, kw_only=True):
    notice: Notice
    acknowledged: dict[str, Acknowledged]  # By role.
    waiting: tuple[str, ...]  # Roles that have not acknowledged.
    escalated_to: tuple[str, ...] = ()  # Also notified, because it has taken too long.
    overdue: timedelta = timedelta()  # How long the acknowledgement is overdue.

    @property
    def open(self) -> bool:
        return bool(self.waiting)


def escalates_at(house: House, notice: Notice) -> datetime:
    """When the notice escalates unless all notified roles have acknowledged it."""
    return notice.at + timedelta(minutes=house.compliance.escalate_minutes)


def standing(
    house: House, notice: Notice, acknowledgements: Iterable[NoticeAcknowledged], now: datetime
) -> NoticeStanding:
    """The state of a notice at a given time."""
    known: dict[str, Acknowledged] = {}
    for each in acknowledgements:
        if each.notice == notice.id:
            known.setdefault(each.role, Acknowledged(each.by, each.at, each.note))
    waiting = tuple(role for role in notice.told if role not in known)
    late = now - escalates_at(house, notice)
    if not waiting or late < timedelta():
        return NoticeStanding(notice=notice, acknowledged=known, waiting=waiting)
    further = tuple(role for role in house.compliance.escalate_to if role not in notice.told)
    return NoticeStanding(
        notice=notice,
        acknowledged=known,
        waiting=waiting,
        escalated_to=further,
        overdue=late,
    )


def decide_notice(
    house: House, found: NoticeStanding | None, command: AcknowledgeNotice
) -> Refusal | list[NoticeAcknowledged]:
    """Decide an acknowledgement by a notified role, or on its behalf by one it escalated to."""
    if refusal := refuse_by(house, command.by, ROLES):
        return refusal
    if found is None:
        return refuse(FloorRefusal.NO_SUCH_NOTICE, f"There is no notice {command.notice}.")
    role, name = role_of(house, command.by), Actor.parse(command.by).name
    clauses = found.notice.clauses
    if not name:
        return refuse(FloorRefusal.NOT_TOLD, "A notice is acknowledged by name.", clauses)
    if not found.waiting or role in found.acknowledged:
        return refuse(FloorRefusal.ACKNOWLEDGED, "That has been acknowledged.", clauses)
    if role in found.waiting:
        for_whom = role
    elif role in found.escalated_to:
        for_whom = found.waiting[0]
    else:
        told = plain_words(", ".join(found.notice.told))
        return refuse(FloorRefusal.NOT_TOLD, f"This is for {told}.", clauses)
    return [carried_over(NoticeAcknowledged, command, role=for_whom, clauses=clauses)]


def seen_by(house: House, viewer: str, found: Iterable[NoticeStanding]) -> Iterator[NoticeStanding]:
    """The notices for the viewer's role or escalated to it; overseers see all."""
    role = role_of(house, viewer)
    for each in found:
        watches = role in ("management", "surveillance") and not each.notice.discreet
        if watches or role in (*each.notice.told, *each.escalated_to):
            yield each


def stream_of(table: str) -> str:
    return str(StreamName("notices", table))
