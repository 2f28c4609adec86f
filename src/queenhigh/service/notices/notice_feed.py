"""Live notices: updates when one appears or ends, is acknowledged, or becomes overdue."""

import asyncio
from datetime import datetime

import msgspec
from litestar import websocket
from litestar.di import NamedDependency

from ...floor.acknowledgements import NoticeStanding, escalates_at
from ...floor.alerts import Alert
from ...floor.personnel import PERSON
from ...floor.settings import SERVICE
from ...money.stream import PATRON, TABLE, StreamName
from ...store.credentials import Person
from ...wire.messages import NoticeShown, NoticesMessage
from ..floor_view import FloorView
from ..open_connections import Connections
from ..people.session_trust import Trust
from ..request_scope import Socket, TheFloor, TheLobby
from ..rights import may, needs, speaker
from ..tables.room_feed import listened
from ..tables.watch import Grown, RoomWatch
from .notice_views import notices_for

# Kinds of streams that create or end notices, or record changes of staff or deposits.
_KINDS = frozenset({TABLE, "notices", "conduct", PERSON, SERVICE, PATRON})
_SOON_SECONDS = 1.0  # Time to the next look if the log has not been followed to its end.


class NoticeFeed:
    """The open notices for one person's role, including those escalated to it."""

    def __init__(self, floor: FloorView, person: Person, watch: RoomWatch):
        self._floor, self._viewer, self._watch = floor, speaker(person), watch
        self._alerts = may(person, "alerts.see")
        self._told: tuple[list[NoticeShown], list[Alert]] = [], []

    async def whole(self) -> NoticesMessage:
        now = self._floor.cardroom.now()
        found, staff, is_behind = await asyncio.to_thread(self._found, now)
        self._wake(found, now, is_behind=is_behind)
        notices = notices_for(self._floor, self._viewer, found, now)
        self._told = list(map(_without_time, notices)), staff
        return NoticesMessage(notices=notices, staff=staff)

    async def since(self, grown: Grown) -> NoticesMessage | None:
        """The notices, if changed; no grown streams means that only time has passed."""
        if grown.streams and not any(
            StreamName.parse(each).kind in _KINDS for each in grown.streams
        ):
            return None
        told = self._told
        message = await self.whole()
        return message if self._told != told else None

    def _found(self, now: datetime) -> tuple[list[NoticeStanding], list[Alert], bool]:
        found = self._floor.notices(now)
        staff = self._floor.staff_alerts(now) if self._alerts else []
        return found, staff, self._floor.is_behind()

    def _wake(self, found: list[NoticeStanding], now: datetime, *, is_behind: bool) -> None:
        """Schedule the next look for when the next notice escalates, to any role."""
        houses = self._floor.houses()
        moments = (escalates_at(houses[each.notice.table], each.notice) for each in found)
        waits = [(each - now).total_seconds() for each in moments if each > now]
        if is_behind:
            waits.append(_SOON_SECONDS)
        self._watch.look_in(min(waits, default=None))


def _without_time(notice: NoticeShown) -> NoticeShown:
    """Leave out the ages, which the page counts itself, so they make no difference."""
    overdue = int(notice.overdue_seconds > 0)
    return msgspec.structs.replace(notice, age_seconds=0, overdue_seconds=overdue)


@websocket("/api/notices/live", guards=[needs("notices.see")])
async def live_notices(
    socket: Socket,
    lobby: TheLobby,
    floor: TheFloor,
    trust: NamedDependency[Trust],
    connections: NamedDependency[Connections],
) -> None:
    def feed(watch: RoomWatch) -> NoticeFeed:
        return NoticeFeed(floor, socket.user, watch)

    await listened(socket, lobby, feed, trust, connections)
