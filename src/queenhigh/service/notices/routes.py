"""Notices: what people of one's role must be told of, and that they know."""

import asyncio
from datetime import datetime
from typing import Annotated, Final

import msgspec
from litestar import Controller, get, post
from litestar.params import JSONBody, PathParameter

from ...floor.notices import (
    About,
    AcknowledgeNotice,
    Notice,
    NoticeStanding,
    decide_notice,
    seen_by,
    stream_of,
)
from ...table.refusal import Refusal
from ...table.state import Phase, Table
from ..errors import ServiceError, accepted
from ..executor import Decided
from ..floor_requests import Day, Short, Wish, checked
from ..floor_view import FloorView
from ..request_scope import Asked, TheFloor
from ..rights import needs, speaker

NoticeId = Annotated[str, PathParameter(description="The notice's id.", max_length=200)]


class Acknowledgement(msgspec.Struct, frozen=True):
    role: str
    by: str
    at: datetime
    note: str


class NoticeShown(msgspec.Struct, frozen=True, kw_only=True):
    """Something that people must be told of, and who knows of it."""

    id: Annotated[str, msgspec.Meta(examples=["pit-1@214"])]
    table: str
    round: int
    about: About
    at: datetime
    age_seconds: int
    detail: str
    seat: int | None
    told: tuple[str, ...]  # Roles; each acknowledges for itself.
    waiting: tuple[str, ...]  # Those that have not.
    acknowledged: list[Acknowledgement]
    escalated_to: tuple[str, ...]  # Who is told besides, because it has taken too long.
    overdue_seconds: int  # Since it should have been acknowledged.
    payment_waits: bool
    winner_stays_seated: bool
    discreet: bool  # Not to be shown where players can see it.
    yours: bool  # You can acknowledge it.
    clauses: tuple[str, ...]


class Acknowledging(Wish, frozen=True, kw_only=True, forbid_unknown_fields=True):
    note: Annotated[Short, msgspec.Meta(examples=["On my way to the table."])] = ""


class Notices(Controller):
    path = "/api/notices"
    tags = ("notices",)

    @get("/", guards=[needs("notices.see")], summary="What you must know of", sync_to_thread=True)
    def notices(self, request: Asked, floor: TheFloor, day: Day = None) -> list[NoticeShown]:
        """Open notices for your role and those that went on to it; or all of a gaming day.

        Management and surveillance see those of every role.
        """
        viewer, now = speaker(request.user), floor.cardroom.now()
        found = floor.notices(now, checked(day) if day else None)
        return [_shown(floor, each, viewer, now) for each in found if _sees(floor, viewer, each)]

    @post(
        "/{notice:str}/acknowledgements",
        guards=[needs("notices.see")],
        status_code=200,
        summary="You know of it",
    )
    async def acknowledge(
        self, request: Asked, floor: TheFloor, notice: NoticeId, data: JSONBody[Acknowledging]
    ) -> NoticeShown:
        """By your name and the time. Who it has escalated to may say it for another."""
        cardroom, by = floor.cardroom, speaker(request.user)
        command = AcknowledgeNotice(
            notice=notice, note=data.note, by=by, at=cardroom.now(), id=data.id
        )
        table = notice.removeprefix("conduct:").partition("@")[0]
        house = floor.house_at(table)

        def decide() -> Decided:
            found = floor.notice(notice, command.at, whole=True)
            if found is not None and not _sees(floor, by, found):
                found = None
            return decide_notice(house, found, command)

        accepted(await cardroom.executor.act(stream_of(table), command, decide))
        found = await asyncio.to_thread(floor.notice, notice, cardroom.now())
        if found is None:
            raise ServiceError("notice/unknown", f"There is no notice {notice}.", 404)
        return _shown(floor, found, by, cardroom.now())


def _sees(floor: FloorView, viewer: str, found: NoticeStanding) -> bool:
    return any(seen_by(floor.house_at(found.notice.table), viewer, [found]))


_WAITS_FOR: Final = {
    "royal": "verify_royal",
    "jackpot": "verify_royal",
    "large_payout": "verify_payout",
}


def _is_over(table: Table, notice: Notice) -> bool:
    return table.round.over or table.round.number != notice.round


def _waits(table: Table, notice: Notice) -> bool:
    """Whether the step that comes before the payment is still to be done."""
    if _is_over(table, notice):
        return False
    if notice.about == "halt":
        return table.phase is Phase.HALTED
    step = _WAITS_FOR.get(notice.about)
    return any(each.name == step and each.seat == notice.seat for each in table.todo)


def _shown(floor: FloorView, found: NoticeStanding, viewer: str, now: datetime) -> NoticeShown:
    notice = found.notice
    house = floor.house_at(notice.table)
    table = floor.cardroom.room.tables[notice.table].table
    wish = AcknowledgeNotice(notice=notice.id, by=viewer, at=now)
    return NoticeShown(
        id=notice.id,
        table=notice.table,
        round=notice.round,
        about=notice.about,
        at=notice.at,
        age_seconds=int((now - notice.at).total_seconds()),
        detail=notice.detail,
        seat=notice.seat,
        told=notice.told,
        waiting=found.waiting,
        acknowledged=[
            Acknowledgement(role, each.by, each.at, each.note)
            for role, each in found.acknowledged.items()
        ],
        escalated_to=found.escalated_to,
        overdue_seconds=int(found.overdue.total_seconds()),
        payment_waits=notice.waits and _waits(table, notice),
        winner_stays_seated=notice.stays_seated and not _is_over(table, notice),
        discreet=notice.discreet,
        yours=not isinstance(decide_notice(house, found, wish), Refusal),
        clauses=notice.clauses,
    )
