"""Disputes: opened on a round, argued, decided, taken further; and the dossier of any round."""

import asyncio
import secrets
from typing import Annotated

import msgspec
from litestar import Controller, Response
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter

from ...floor.dispute_decisions import decide_dispute, seat_meant
from ...floor.disputes import (
    AnyDisputeCommand,
    CountersignDispute,
    DecideDispute,
    Decision,
    Dispute,
    MakeStatement,
    NotifyCommissioner,
    OpenDispute,
    RecordFinding,
    TakeToCommissioner,
    postings_of_dispute,
    stream_of,
)
from ...floor.dossier import Dossier
from ...floor.dossier_paper import dossier_paper
from ...house.plain_data import carried_over
from ...house.seats import SeatNumber
from ...store.credentials import Person
from ...store.dossiers import dossier_of
from ...store.floor_reports import dossier_made_at
from ...store.people import People
from ..errors import ServiceError, accepted
from ..executor import Decided
from ..floor_requests import Cents, Remark, Short, TableNamed, Text, Wish, who
from ..floor_view import FloorView
from ..paper_process import pdf_of
from ..policy import refuse_signer
from ..private_file import private_file
from ..reports.report_pool import aside
from ..request_scope import Asked, TheFloor, TheLobby
from ..rights import act, create, paper, read, speaker
from .dispute_pages import DisputeShown, found, is_for, name_for, of_hand, round_of, shown

DisputeId = Annotated[str, PathParameter(description="The dispute's id.", max_length=200)]


class DisputeWanted(Wish, frozen=True, kw_only=True, forbid_unknown_fields=True):
    table: Annotated[str, msgspec.Meta(max_length=64, examples=["pit-1"])]
    round: Annotated[int, msgspec.Meta(ge=1, le=10**12, examples=[12])]
    claim: Annotated[Text, msgspec.Meta(examples=["My pair was paid as a high card."])]
    seat: SeatNumber | None = None
    cents: Annotated[Cents, msgspec.Meta(description="What is claimed.")] = 0


class Statement(Wish, frozen=True, kw_only=True, forbid_unknown_fields=True):
    text: Annotated[Text, msgspec.Meta(examples=["I paid both bets."])]


class Deciding(Wish, frozen=True, kw_only=True, forbid_unknown_fields=True):
    decision: Decision
    reason: Annotated[Text, msgspec.Meta(examples=["The camera shows one payout."])]
    cents: Annotated[
        Cents, msgspec.Meta(description="To the patron; if negative, from the patron.")
    ] = 0


class TakingFurther(Wish, frozen=True, kw_only=True, forbid_unknown_fields=True):
    reason: Remark = ""


class Notifying(Wish, frozen=True, kw_only=True, forbid_unknown_fields=True):
    how: Annotated[Text, msgspec.Meta(examples=["by telephone"])]
    reference: Short = ""


class Finding(Wish, frozen=True, kw_only=True, forbid_unknown_fields=True):
    finding: Text
    cents: Cents = 0


class Countersigning(Wish, frozen=True, kw_only=True, forbid_unknown_fields=True):
    confirm: Annotated[bool, msgspec.Meta(description="False to decline.")]
    reason: Annotated[Remark, msgspec.Meta(description="Required to decline.", examples=[""])] = ""


class Disputes(Controller):
    path = "/api/disputes"
    tags = ("disputes",)

    @read("/", "disputes.see", "Disputes, the latest first")
    @aside
    def disputes(
        self,
        request: Asked,
        floor: TheFloor,
        undecided: Annotated[bool, QueryParameter(description="Only undecided ones.")] = False,
    ) -> list[DisputeShown]:
        """A player sees only their own."""
        now = floor.cardroom.now()
        listed = [
            shown(floor, each, request.user, now)
            for each in floor.now().disputes()
            if is_for(request.user, each) and not (undecided and each.decided)
        ]
        return sorted(listed, key=lambda each: each.at, reverse=True)

    @create("/", "disputes.speak", "Dispute a round")
    async def open(
        self, request: Asked, floor: TheFloor, data: JSONBody[DisputeWanted]
    ) -> DisputeShown:
        """During the round or later. Players dispute their own hands only; each hand once.

        If staff opened the dispute, the patron may still make a claim of their own.
        """
        identity, by = data.id or secrets.token_hex(16), speaker(request.user)
        round_ = await asyncio.to_thread(round_of, floor, data.table, data.round)
        seat = seat_meant(round_, by, data.seat) if round_ else data.seat
        command = OpenDispute(
            dispute=name_for(data.table, data.round, seat, identity),
            claim=data.claim,
            seat=data.seat,
            cents=data.cents,
            by=by,
            at=floor.cardroom.now(),
            id=identity,
        )
        house = floor.house_at(data.table)

        def decide() -> Decided:
            known = floor.dispute(command.dispute)
            if known is None and round_ and seat is not None:
                known = of_hand(floor, round_, seat)
            return decide_dispute(house, known, command, round_)

        accepted(await floor.cardroom.executor.act(stream_of(command.dispute), command, decide))
        return await _told(floor, command.dispute, request.user)

    @read("/{dispute:str}", "disputes.see", "One dispute")
    async def one(self, request: Asked, floor: TheFloor, dispute: DisputeId) -> DisputeShown:
        """The claim, every statement, decision and posting, and the possible next steps."""
        return await _told(floor, dispute, request.user)

    @act("/{dispute:str}/statements", "disputes.speak", "Make a statement")
    async def state(
        self, request: Asked, floor: TheFloor, dispute: DisputeId, data: JSONBody[Statement]
    ) -> DisputeShown:
        """Say what you saw or think."""
        return await _step(request, floor, MakeStatement, dispute, data)

    @act("/{dispute:str}/decision", "disputes.decide", "Decide a dispute")
    async def decide(
        self, request: Asked, floor: TheFloor, dispute: DisputeId, data: JSONBody[Deciding]
    ) -> DisputeShown:
        """Requires a reason. A decision that moves money waits until a second person signs it."""
        return await _step(request, floor, DecideDispute, dispute, data)

    @act("/{dispute:str}/commissioner", "disputes.speak", "Appeal to the authority")
    async def take(
        self, request: Asked, floor: TheFloor, dispute: DisputeId, data: JSONBody[TakingFurther]
    ) -> DisputeShown:
        """The patron asks the authority above management to investigate."""
        return await _step(request, floor, TakeToCommissioner, dispute, data)

    @act("/{dispute:str}/notification", "disputes.decide", "Record that the authority was notified")
    async def notify(
        self, request: Asked, floor: TheFloor, dispute: DisputeId, data: JSONBody[Notifying]
    ) -> DisputeShown:
        """Records that the authority was notified, and when."""
        return await _step(request, floor, NotifyCommissioner, dispute, data)

    @act("/{dispute:str}/finding", "disputes.decide", "Record the authority's finding")
    async def finding(
        self, request: Asked, floor: TheFloor, dispute: DisputeId, data: JSONBody[Finding]
    ) -> DisputeShown:
        """What the authority found, and what the house pays once a second person has signed."""
        return await _step(request, floor, RecordFinding, dispute, data)

    @act(
        "/{dispute:str}/countersign",
        "disputes.countersign",
        "Sign, or decline, a decision that moves money",
    )
    async def countersign(
        self,
        request: Asked,
        floor: TheFloor,
        lobby: TheLobby,
        dispute: DisputeId,
        data: JSONBody[Countersigning],
    ) -> DisputeShown:
        """By somebody who neither opened nor decided the dispute. Once signed, the money moves."""
        command = CountersignDispute(
            dispute=dispute,
            confirmed=data.confirm,
            reason=data.reason,
            **who(request, floor, data),
        )
        return await _done(floor, request.user, command, lobby.people)

    @read("/{dispute:str}/dossier", "dossiers.read", "The dossier of a dispute")
    @aside
    def dossier(self, request: Asked, floor: TheFloor, dispute: DisputeId) -> Dossier:
        """The round step by step, with hands and bets recalculated, and the proof."""
        return _dossier(floor, found(floor, dispute, request.user))

    @paper("/{dispute:str}/dossier.pdf", "dossiers.read", "application/pdf", "A dossier as a PDF")
    @aside
    def dossier_pdf(self, request: Asked, floor: TheFloor, dispute: DisputeId) -> Response[bytes]:
        """The same dossier on paper."""
        return _as_pdf(_dossier(floor, found(floor, dispute, request.user)), dispute)


class Dossiers(Controller):
    path = "/api/tables"
    tags = ("surveillance",)

    @read("/{table:str}/rounds/{number:int}/dossier", "dossiers.read", "The dossier of any round")
    @aside
    def dossier(self, floor: TheFloor, table: TableNamed, number: FromPath[int]) -> Dossier:
        """During the round it shows only what everybody at the table may know."""
        return _of_round(floor, table, number)

    @paper(
        "/{table:str}/rounds/{number:int}/dossier.pdf",
        "dossiers.read",
        "application/pdf",
        "A dossier as a PDF",
    )
    @aside
    def dossier_pdf(
        self, floor: TheFloor, table: TableNamed, number: FromPath[int]
    ) -> Response[bytes]:
        """The same dossier on paper."""
        return _as_pdf(_of_round(floor, table, number), f"{table}-{number}")


async def _step(
    request: Asked, floor: FloorView, kind: type[AnyDisputeCommand], dispute: str, data: Wish
) -> DisputeShown:
    """Take a step whose command has the fields of the request."""
    command = carried_over(kind, data, dispute=dispute, **who(request, floor, data))
    return await _done(floor, request.user, command)


async def _done(
    floor: FloorView, person: Person, command: AnyDisputeCommand, people: People | None = None
) -> DisputeShown:
    dispute = await asyncio.to_thread(found, floor, command.dispute, person)
    house = floor.house_at(dispute.opened.table)

    def decide() -> Decided:
        opened, round_ = dispute.opened, None
        if isinstance(command, DecideDispute | RecordFinding) and command.cents:
            round_ = round_of(floor, opened.table, opened.round)
        now = floor.dispute(command.dispute)
        if isinstance(command, CountersignDispute) and command.confirmed:
            proposed = now.waiting if now else None
            if proposed and (refused := refuse_signer(people, proposed.by)):
                return refused
        return decide_dispute(house, now, command, round_)

    stream = stream_of(command.dispute)
    accepted(await floor.cardroom.executor.act(stream, command, decide, postings_of_dispute))
    return await _told(floor, command.dispute, person)


async def _told(floor: FloorView, identity: str, person: Person) -> DisputeShown:
    dispute = await asyncio.to_thread(found, floor, identity, person)
    return shown(floor, dispute, person, floor.cardroom.now())


def _dossier(floor: FloorView, dispute: Dispute) -> Dossier:
    return dossier_of(floor.store, dispute.opened.table, dispute.opened.first, dispute)


def _of_round(floor: FloorView, table: str, number: int) -> Dossier:
    about = round_of(floor, table, number)
    if about is None:
        raise ServiceError("round/unknown", f"There is no round {number}.", status=404)
    return dossier_of(floor.store, table, about.first)


def _as_pdf(dossier: Dossier, name: str) -> Response[bytes]:
    written = pdf_of(dossier_paper(dossier, dossier_made_at(dossier)))
    return private_file(written, f"dossier-{name}.pdf")
