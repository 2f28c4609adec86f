"""Disputes as shown to people: the parties, the round, and the possible next steps."""

import hashlib
from datetime import datetime
from typing import Annotated, TypeVar

import msgspec

from ...floor.dispute_decisions import decide_dispute
from ...floor.disputes import (
    AnyDisputeCommand,
    CountersignDispute,
    DecideDispute,
    Decision,
    Dispute,
    DisputeCountersigned,
    Disputed,
    MakeStatement,
    NotifyCommissioner,
    RecordFinding,
    TakeToCommissioner,
    disputed,
    disputed_now,
    overdue_notice,
)
from ...floor.search import Query
from ...house.plain_data import carried_over
from ...money.setup import Stakes
from ...store.credentials import Person
from ...store.dossiers import first_of_round
from ...table.event import Event
from ...table.refusal import Refusal
from ..errors import ServiceError, no_table
from ..floor_view import FloorView
from ..rights import has_voice, speaker

_Shown = TypeVar("_Shown", bound=msgspec.Struct)


class StatementShown(msgspec.Struct, frozen=True):
    by: str
    at: datetime
    text: str


class DecisionShown(msgspec.Struct, frozen=True):
    decision: Decision
    reason: str
    cents: int  # To the patron; negative: from the patron.
    by: str
    at: datetime
    clauses: tuple[str, ...]


class TakenShown(msgspec.Struct, frozen=True):
    """The patron has asked the authority to investigate."""

    authority: str
    reason: str
    by: str
    at: datetime
    clauses: tuple[str, ...]


class NotifiedShown(msgspec.Struct, frozen=True):
    authority: str
    how: str
    reference: str
    by: str
    at: datetime
    after_seconds: int  # The delay; it is due at once.
    clauses: tuple[str, ...]


class FindingShown(msgspec.Struct, frozen=True):
    finding: str
    cents: int
    by: str
    at: datetime
    clauses: tuple[str, ...]


class ProposalShown(msgspec.Struct, frozen=True):
    """A decision, or a finding, that moves money once a second person has signed it."""

    decision: Decision | None  # None: a finding of the authority.
    reason: str
    cents: int
    by: str
    at: datetime
    clauses: tuple[str, ...]


class SignatureShown(msgspec.Struct, frozen=True):
    """The second person signed or declined the proposal."""

    confirmed: bool
    reason: str
    proposed: ProposalShown
    by: str
    at: datetime


class DisputeShown(msgspec.Struct, frozen=True, kw_only=True):
    """A whole dispute. Money is in cents."""

    id: Annotated[str, msgspec.Meta(examples=["pit-1-12-6f1c"])]
    state: Annotated[str, msgspec.Meta(examples=["open"])]
    house: str
    table: str
    stakes: Stakes
    currency: str  # The table's.
    round: int
    seat: int | None
    patron: str
    claim: str
    cents: int  # What is claimed.
    by: str
    at: datetime
    statements: list[StatementShown]
    decision: DecisionShown | None
    taken: TakenShown | None
    notified: NotifiedShown | None
    finding: FindingShown | None
    waiting: ProposalShown | None  # The proposal that needs a second signature.
    signatures: list[SignatureShown]
    notice_overdue_seconds: int | None  # The patron asked for it; nobody has notified it.
    moves: list[str]  # What you can do next: the last parts of the addresses below this one.
    clauses: tuple[str, ...]


def shown(floor: FloorView, dispute: Dispute, person: Person, now: datetime) -> DisputeShown:
    opened = dispute.opened
    overdue = overdue_notice(dispute, now)
    return carried_over(
        DisputeShown,
        opened,
        id=opened.dispute,
        state=dispute.state,
        currency=floor.house_at(opened.table).currency,
        statements=[StatementShown(each.by, each.at, each.text) for each in dispute.statements],
        decision=_fields(DecisionShown, dispute.decided),
        taken=_fields(TakenShown, dispute.taken),
        notified=_notified(dispute),
        finding=_fields(FindingShown, dispute.finding),
        waiting=_fields(ProposalShown, dispute.waiting),
        signatures=_signatures(dispute),
        notice_overdue_seconds=None if overdue is None else int(overdue.total_seconds()),
        moves=_moves(floor, dispute, person, now),
    )


def _fields(kind: type[_Shown], event: Event | None) -> _Shown | None:
    return None if event is None else carried_over(kind, event)


def _signatures(dispute: Dispute) -> list[SignatureShown]:
    signed = [x for x in dispute.signatures or () if isinstance(x, DisputeCountersigned)]
    return [
        carried_over(SignatureShown, each, proposed=carried_over(ProposalShown, each.proposed))
        for each in signed
    ]


def _notified(dispute: Dispute) -> NotifiedShown | None:
    event, after = dispute.notified, dispute.notified_after
    if event is None or after is None:
        return None
    return carried_over(NotifiedShown, event, after_seconds=int(after.total_seconds()))


def _moves(floor: FloorView, dispute: Dispute, person: Person, now: datetime) -> list[str]:
    """The next steps, found by trying each one on the function that decides."""
    if not has_voice(person):
        return []
    name, by = dispute.opened.dispute, speaker(person)
    tries: dict[str, AnyDisputeCommand] = {
        "statements": MakeStatement(dispute=name, text="-", by=by, at=now),
        "decision": DecideDispute(dispute=name, decision="denied", reason="-", by=by, at=now),
        "commissioner": TakeToCommissioner(dispute=name, by=by, at=now),
        "notification": NotifyCommissioner(dispute=name, how="-", by=by, at=now),
        "finding": RecordFinding(dispute=name, finding="-", by=by, at=now),
        "countersign": CountersignDispute(dispute=name, confirmed=False, reason="-", by=by, at=now),
    }
    house = floor.house_at(dispute.opened.table)
    return [
        move
        for move, wish in tries.items()
        if not isinstance(decide_dispute(house, dispute, wish), Refusal)
    ]


def is_for(person: Person, dispute: Dispute) -> bool:
    """Whether the person may see the dispute: players see their own, staff see all."""
    if person.role != "player":
        return True
    return person.name == dispute.opened.patron or dispute.opened.by == str(person.actor)


def found(floor: FloorView, identity: str, person: Person) -> Dispute:
    dispute = floor.dispute(identity)
    if dispute is None or not is_for(person, dispute):
        raise ServiceError("dispute/unknown", f"There is no dispute {identity}.", status=404)
    return dispute


def round_of(floor: FloorView, table: str, number: int) -> Disputed | None:
    """The round of that number, whether it is over or going on."""
    running = floor.cardroom.room.tables.get(table)
    if running is None or running.setup.is_practice:
        raise no_table(table)
    now = running.table
    if now.round.number == number and not now.round.over:
        first = first_of_round(floor.store, table, now.version)
        return None if first is None else disputed_now(running.setup, now, first)
    kept = floor.now(whole=True)
    rounds = kept.search(Query(table=(table,), number=(number, number)), 1).rounds
    if not rounds:
        return None
    facts = kept.round_at(rounds[0].position)
    return disputed(now.house, facts, sum(now.meters.values())) if facts else None


def of_hand(floor: FloorView, round_: Disputed, seat: int) -> Dispute | None:
    """The dispute about that hand, whatever its id."""
    hand = round_.table, round_.first, seat
    for each in floor.now(whole=True).disputes():
        if (each.opened.table, each.opened.first, each.opened.seat) == hand:
            return each
    return None


def name_for(table: str, number: int, seat: int | None, identity: str) -> str:
    """The id of a dispute: one per hand, or one per request if it is about the whole round."""
    if seat is not None:
        return f"{table}-{number}-seat-{seat}"
    return f"{table}-{number}-{hashlib.sha256(identity.encode()).hexdigest()[:6]}"
