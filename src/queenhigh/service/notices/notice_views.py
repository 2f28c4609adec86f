"""A notice as one of its readers sees it now."""

from datetime import datetime
from typing import Final

from ...floor.acknowledgements import AcknowledgeNotice, NoticeStanding, decide_notice, seen_by
from ...floor.notices import Notice
from ...house.plain_data import carried_over
from ...table.refusal import Refusal
from ...table.state import Phase, Table
from ...wire.messages import Acknowledgement, NoticeShown
from ..floor_view import FloorView


def notices_for(
    floor: FloorView, viewer: str, found: list[NoticeStanding], now: datetime
) -> list[NoticeShown]:
    return [shown(floor, each, viewer, now) for each in found if sees(floor, viewer, each)]


def sees(floor: FloorView, viewer: str, found: NoticeStanding) -> bool:
    return any(seen_by(floor.house_at(found.notice.table), viewer, [found]))


_WAITS_FOR: Final = {
    "royal": "verify_royal",
    "jackpot": "verify_royal",
    "large_payout": "verify_payout",
}


def _is_over(table: Table, notice: Notice) -> bool:
    return table.round.over or table.round.number != notice.round


def _waits(table: Table, notice: Notice) -> bool:
    """Whether the step before the payment is still pending."""
    if _is_over(table, notice):
        return False
    if notice.about == "halt":
        return table.phase is Phase.HALTED
    step = _WAITS_FOR.get(notice.about)
    return any(each.name == step and each.seat == notice.seat for each in table.todo)


def shown(floor: FloorView, found: NoticeStanding, viewer: str, now: datetime) -> NoticeShown:
    notice = found.notice
    house = floor.house_at(notice.table)
    table = floor.cardroom.room.tables[notice.table].table
    wish = AcknowledgeNotice(notice=notice.id, by=viewer, at=now)
    return carried_over(
        NoticeShown,
        notice,
        age_seconds=int((now - notice.at).total_seconds()),
        waiting=found.waiting,
        acknowledged=[
            Acknowledgement(role, each.by, each.at, each.note)
            for role, each in found.acknowledged.items()
        ],
        escalated_to=found.escalated_to,
        overdue_seconds=int(found.overdue.total_seconds()),
        payment_waits=notice.waits and _waits(table, notice),
        winner_stays_seated=notice.stays_seated and not _is_over(table, notice),
        yours=not isinstance(decide_notice(house, found, wish), Refusal),
    )
