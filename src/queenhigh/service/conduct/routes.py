"""Conduct: a house's rules of behaviour, announcements of them, and what was seen."""

from datetime import datetime
from functools import partial
from typing import Annotated, Literal, TypedDict

import msgspec
from litestar import Controller
from litestar.params import JSONBody, QueryParameter

from ...floor.conduct import (
    AnnounceConduct,
    AnyConductCommand,
    AnyConductEvent,
    ConductAnnounced,
    RecordViolation,
    ReportSuspicion,
    SuspicionReported,
    decide_conduct,
    seen_by,
    stream_of,
)
from ...floor.conduct_rules import When, rules_of
from ...floor.conduct_rules import Who as Bound
from ...house.calendar import calendar
from ...house.seats import SeatNumber
from ...table.roles import Actor
from ..errors import accepted
from ..floor_requests import Day, Remark, TableNamed, Text, Wish, checked, who
from ..floor_view import FloorView
from ..reports.report_pool import aside
from ..request_scope import Asked, TheFloor, TheLobby
from ..rights import create, read
from ..tables.window import Window

RuleKey = Annotated[str, msgspec.Meta(max_length=64, examples=["shows_or_discusses_hand"])]


class ConductRuleShown(msgspec.Struct, frozen=True):
    key: str
    binds: Bound
    when: When  # When to announce it.
    said: str  # Whom it binds.
    violation: str  # As it is written down.
    clauses: tuple[str, ...]


class ConductShown(msgspec.Struct, frozen=True, kw_only=True):
    """Something said, seen or suspected at a table."""

    kind: Literal["announced", "violation", "suspicion"]
    table: str
    at: datetime
    by: str
    rule: str = ""
    text: str = ""
    round: int = 0
    seat: int | None = None
    patron: str = ""
    dealer: str = ""
    clauses: tuple[str, ...] = ()


class Announcing(Wish, frozen=True, kw_only=True, forbid_unknown_fields=True):
    rule: RuleKey


class Seen(Wish, frozen=True, kw_only=True, forbid_unknown_fields=True):
    seat: SeatNumber | None = None
    patron: Annotated[str, msgspec.Meta(max_length=64)] = ""
    dealer: Annotated[str, msgspec.Meta(max_length=64)] = ""
    round: Annotated[int, msgspec.Meta(ge=0, le=10**12)] | None = None  # The present one.


class Violation(Seen, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Against a seat, a patron or a dealer; at least one of them is named."""

    rule: RuleKey
    detail: Remark = ""


class Suspicion(Seen, frozen=True, kw_only=True, forbid_unknown_fields=True):
    detail: Annotated[Text, msgspec.Meta(examples=["Looks at the dealer's card in the shoe."])]


class ConductRecorded(msgspec.Struct, frozen=True):
    """The record was made."""

    table: str
    by: str
    at: datetime


class Conduct(Controller):
    path = "/api"
    tags = ("conduct",)

    @read("/tables/{table:str}/conduct", "tables.watch", "Rules of behaviour")
    async def rules(
        self, request: Asked, lobby: TheLobby, table: TableNamed
    ) -> list[ConductRuleShown]:
        """The rules that bind you: players see theirs, staff see those of both."""
        window = Window(lobby, request.user, table)
        house = window.running.table.house
        return [
            ConductRuleShown(
                rule.key,
                rule.who,
                rule.when,
                rule.said,
                rule.violation,
                house.clauses(rule.because),
            )
            for rule in rules_of(house)
            if rule.who == "player" or Actor.parse(window.viewer).role != "player"
        ]

    @create("/tables/{table:str}/conduct/announcements", "conduct.record", "Record an announcement")
    async def announce(
        self, request: Asked, floor: TheFloor, table: TableNamed, data: JSONBody[Announcing]
    ) -> ConductRecorded:
        """Records that a rule was announced at the table."""
        command = AnnounceConduct(table=table, rule=data.rule, **who(request, floor, data))
        return await _recorded(floor, command)

    @create("/tables/{table:str}/conduct/violations", "conduct.record", "Record a violation")
    async def violation(
        self, request: Asked, floor: TheFloor, table: TableNamed, data: JSONBody[Violation]
    ) -> ConductRecorded:
        """No rule names a sanction, so none follows: the record is for the people who decide."""
        about = _about(floor, table, data)
        command = RecordViolation(rule=data.rule, **about, **who(request, floor, data))
        return await _recorded(floor, command)

    @create("/tables/{table:str}/conduct/suspicions", "conduct.record", "Report a suspicion")
    async def suspicion(
        self, request: Asked, floor: TheFloor, table: TableNamed, data: JSONBody[Suspicion]
    ) -> ConductRecorded:
        """Reports to the supervisor and surveillance, without anybody at the table noticing."""
        about = _about(floor, table, data)
        command = ReportSuspicion(**about, **who(request, floor, data))
        return await _recorded(floor, command)

    @read("/conduct", "conduct.see", "Records of conduct")
    @aside
    def recorded(
        self,
        request: Asked,
        floor: TheFloor,
        day: Day = None,
        table: Annotated[str | None, QueryParameter(max_length=64)] = None,
    ) -> list[ConductShown]:
        """Of a gaming day (default: today). Suspicions are shown only to those who were told."""
        kept, user = floor.now(), request.user
        days = calendar(kept.cage.compliance)
        span = days.span(checked(day) if day else days.day(floor.cardroom.now()))
        found = [each for each in kept.conduct(span) if table in (None, each.table)]
        return [_shown(each) for each in seen_by(kept.cage, str(user.actor), found)]


class About(TypedDict):
    """The seat, patron or dealer, and the round, of a violation or a suspicion."""

    table: str
    seat: int | None
    patron: str
    dealer: str
    detail: str
    round: int


def _about(floor: FloorView, table: str, data: Violation | Suspicion) -> About:
    """By default, the patron who sits there now, in the present round."""
    floor.house_at(table)
    now = floor.cardroom.room.tables[table].table
    seated = now.seats[data.seat].player if data.seat in now.seats else ""
    return About(
        table=table,
        seat=data.seat,
        patron=data.patron.lower() or seated,
        dealer=data.dealer.lower(),
        detail=data.detail,
        round=now.round.number if data.round is None else data.round,
    )


async def _recorded(floor: FloorView, command: AnyConductCommand) -> ConductRecorded:
    decide = partial(decide_conduct, floor.house_at(command.table), command)
    accepted(await floor.cardroom.executor.act(stream_of(command.table), command, decide))
    return ConductRecorded(command.table, command.by, command.at)


def _shown(event: AnyConductEvent) -> ConductShown:
    shown = ConductShown(
        kind="announced", table=event.table, at=event.at, by=event.by, clauses=event.clauses
    )
    change = msgspec.structs.replace
    if isinstance(event, ConductAnnounced):
        return change(shown, rule=event.rule, text=event.text)
    shown = change(
        shown, round=event.round, seat=event.seat, patron=event.patron, dealer=event.dealer
    )
    if isinstance(event, SuspicionReported):
        return change(shown, kind="suspicion", text=event.detail)
    text = event.violation + (f": {event.detail}" if event.detail else "")
    return change(shown, kind="violation", rule=event.rule, text=text)
