"""Notices to the people of a role, and their acknowledgement."""

import asyncio
from typing import Annotated

import msgspec
from litestar import Controller
from litestar.params import JSONBody, PathParameter

from ...floor.acknowledgements import AcknowledgeNotice, decide_notice, stream_of
from ...wire.messages import NoticeShown
from ..errors import ServiceError, accepted
from ..executor import Decided
from ..floor_requests import Day, Short, Wish, checked
from ..request_scope import Asked, TheFloor
from ..rights import act, read, speaker
from .notice_views import notices_for, sees, shown

NoticeId = Annotated[str, PathParameter(description="The notice's id.", max_length=200)]


class Acknowledging(Wish, frozen=True, kw_only=True, forbid_unknown_fields=True):
    note: Annotated[Short, msgspec.Meta(examples=["On my way to the table."])] = ""


class Notices(Controller):
    path = "/api/notices"
    tags = ("notices",)

    @read("/", "notices.see", "Your notices", in_thread=True)
    def notices(self, request: Asked, floor: TheFloor, day: Day = None) -> list[NoticeShown]:
        """Open notices for your role, including those escalated to it. With `day`, all of that day.

        Management and surveillance see those of every role.
        """
        viewer, now = speaker(request.user), floor.cardroom.now()
        found = floor.notices(now, checked(day) if day else None)
        return notices_for(floor, viewer, found, now)

    @act("/{notice:str}/acknowledgements", "notices.see", "Acknowledge a notice")
    async def acknowledge(
        self, request: Asked, floor: TheFloor, notice: NoticeId, data: JSONBody[Acknowledging]
    ) -> NoticeShown:
        """Records your name and the time. After an escalation you may do it for others."""
        cardroom, by = floor.cardroom, speaker(request.user)
        command = AcknowledgeNotice(
            notice=notice, note=data.note, by=by, at=cardroom.now(), id=data.id
        )
        table = notice.removeprefix("conduct:").partition("@")[0]
        house = floor.house_at(table)

        def decide() -> Decided:
            found = floor.notice(notice, command.at, whole=True)
            if found is not None and not sees(floor, by, found):
                found = None
            return decide_notice(house, found, command)

        accepted(await cardroom.executor.act(stream_of(table), command, decide))
        found = await asyncio.to_thread(floor.notice, notice, cardroom.now())
        if found is None:
            raise ServiceError("notice/unknown", f"There is no notice {notice}.", 404)
        return shown(floor, found, by, cardroom.now())
