"""Surveillance: a search over all rounds, what was found with its proof, alerts."""

from collections.abc import Iterator
from datetime import date, datetime
from typing import Annotated

import msgspec
from litestar import Controller, Response, put
from litestar.params import FromQuery, JSONBody, QueryParameter

from ...floor.abandoned_work import go_on
from ...floor.alert_subject import About
from ...floor.alerts import USUAL, Alert, Limits, LimitsWanted, table_alerts
from ...floor.pit_alerts import (
    PRACTICE_SPAN,
    dealer_alerts,
    doubled_dealers,
    practice_alerts,
    tray_alerts,
)
from ...floor.search import FIELDS, Query, QueryError, RoundFound, parse_query
from ...floor.settings import ALERTS_STREAM, AlertLimitsSet, SetAlertLimits
from ...money.setup import Stakes
from ...store.floor_reports import alert_limits, proven
from ...store.practice_setups import practice_tables
from ...store.projections import Projections
from ...store.sql import SqlStore
from ...table.command_form import RequestForm
from ...table.commands import Said
from ..errors import ServiceError, accepted
from ..floor_requests import Day, checked
from ..private_file import private_file
from ..reports.report_pool import aside
from ..request_scope import Asked, TheFloor, TheLobby
from ..rights import needs, paper, read, speaker
from ..tables.lobby import Lobby
from ..tables.running_table import HOUSE
from .alert_limits_form import limits_form

Written = Annotated[
    str,
    QueryParameter(
        max_length=2_000,
        description="Conditions, separated by spaces: dealer:ben hand:flush net>=$1000.",
    ),
]
Before = Annotated[
    int | None,
    QueryParameter(ge=0, le=2**62, description="Continue here: `next` of the previous answer."),
]


class RoundsFound(msgspec.Struct, frozen=True):
    """Latest first."""

    rounds: tuple[RoundFound, ...]
    next: int | None  # Send it as `before` to get the next ones.
    upto: int  # How far the log was searched.


class AlertsShown(msgspec.Struct, frozen=True):
    day: date | None  # None as long as nothing has happened.
    stakes: Stakes
    now: list[Alert]  # What is overdue at the tables now, and recent changes of staff.
    alerts: list[Alert]  # What the rounds of the day show.


class LimitsShown(msgspec.Struct, frozen=True):
    """The alert limits, who set them (nobody if they are the defaults), and their form."""

    limits: Limits
    by: str | None
    at: datetime | None
    form: RequestForm


class Surveillance(Controller):
    path = "/api"
    tags = ("surveillance",)

    @read("/search", "rounds.search", "Search rounds")
    @aside
    def search(
        self,
        floor: TheFloor,
        q: Written = "",
        limit: Annotated[int, QueryParameter(ge=1, le=500)] = 50,
        before: Before = None,
    ) -> RoundsFound:
        """Searches finished rounds; all conditions must hold for the same seat."""
        kept = floor.now()
        found = kept.search(_parsed(q, kept), limit, before)
        onward = found.rounds[-1].position if found.more else None
        return RoundsFound(found.rounds, onward, found.upto)

    @read("/search/fields", "rounds.search", "Search fields")
    @aside
    def fields(self, floor: TheFloor) -> list[str]:
        """The fields of a query. The key of every wager is one too."""
        return list(dict.fromkeys((*FIELDS, *sorted(floor.now().wagers()))))

    @paper("/search/export", "rounds.search", "application/x-ndjson", "Export rounds")
    @aside
    def export(
        self,
        floor: TheFloor,
        q: Written = "",
        limit: Annotated[int, QueryParameter(ge=1, le=1_000)] = 100,
        before: Before = None,
    ) -> Response[bytes]:
        """The rounds found, one per line, with their records from the log and the proof."""
        kept = floor.now()
        found = kept.search(_parsed(q, kept), limit, before)
        lines = b"".join(_proven(floor.store, each) for each in found.rounds)
        return private_file(lines, "rounds.jsonl", "application/x-ndjson", "attachment")

    @read("/alerts", "alerts.see", "Alerts, current or of a day")
    @aside
    def alerts(
        self,
        floor: TheFloor,
        lobby: TheLobby,
        day: Day = None,
        table: Annotated[str | None, QueryParameter(max_length=64)] = None,
        stakes: FromQuery[Stakes] = "money",
    ) -> AlertsShown:
        """Each with its reasons and the rounds behind it. An alert accuses nobody.

        Changes of staff, links for new passwords, changes of the alert limits and large deposits
        are listed for a week, with who made them.
        """
        limits, at = _limits(floor.store).limits, lobby.cardroom.now()
        now = list(_at_tables(lobby, table, stakes, limits))
        if table is None:
            now += floor.staff_alerts(at)
        if table is None and stakes == "play":
            made = practice_tables(floor.store, at - PRACTICE_SPAN)
            now += practice_alerts(made, at, limits)
        wanted = checked(day) if day else floor.now().last_day()
        of_day = floor.day(wanted, stakes).alerts if wanted else []
        found = [each for each in of_day if each not in now]  # Each is listed once.
        found = [each for each in found if table is None or _about(each, table)]
        return AlertsShown(wanted, stakes, now, found)

    @read("/alerts/limits", "alerts.see", "Alert limits")
    @aside
    def limits(self, floor: TheFloor) -> LimitsShown:
        """The figures above which something is an alert, who set them, and the form to set them."""
        return _limits(floor.store)

    @put("/alerts/limits", guards=[needs("alerts.set")], summary="Set the alert limits")
    async def set_limits(
        self, request: Asked, lobby: TheLobby, data: JSONBody[LimitsWanted]
    ) -> LimitsShown:
        """They apply from now on; reports of past days stay as they are. The log records who set
        them, and everybody who sees alerts is told.
        """
        said: Said = {"by": speaker(request.user), "at": lobby.cardroom.now()}
        limits = Limits(**msgspec.structs.asdict(data))
        accepted(
            await lobby.cardroom.executor.act(
                ALERTS_STREAM,
                SetAlertLimits(**said, limits=limits),
                lambda: [AlertLimitsSet(**said, limits=limits)],
            )
        )
        return LimitsShown(limits, said["by"], said["at"], limits_form(limits))


def _limits(store: SqlStore) -> LimitsShown:
    changes = alert_limits(store)
    last = changes[-1] if changes else None
    limits = last.limits if last else USUAL
    return LimitsShown(
        limits, last.by if last else None, last.at if last else None, limits_form(limits)
    )


def _proven(store: SqlStore, found: RoundFound) -> bytes:
    go_on()
    return proven(store, found)


def _at_tables(lobby: Lobby, table: str | None, stakes: Stakes, limits: Limits) -> Iterator[Alert]:
    at, tables = lobby.cardroom.now(), list(lobby.tables())
    dealt = {each.id: each.table for each in tables if each.setup.stakes == stakes}
    for alert in doubled_dealers(dealt, at):
        if table is None or _about(alert, table):
            yield alert
    for running in tables:
        setup, now = running.setup, running.table
        if table not in (None, running.id) or setup.stakes != stakes or setup.is_practice:
            continue
        yield from table_alerts(running.id, now, at)
        yield from tray_alerts(running.id, now, at, limits)
        if now.dealer != HOUSE:
            known = lobby.people.find(now.dealer) if lobby.people and now.dealer else None
            yield from dealer_alerts(running.id, now, known.role if known else None, at)


def _about(alert: Alert, table: str) -> bool:
    own = str(About("table", table))
    return alert.about == own or any(each.table == table for each in alert.rounds)


def _parsed(text: str, kept: Projections) -> Query:
    try:
        return parse_query(text, kept.wagers())
    except QueryError as error:
        message = f"At character {error.at + 1}: {error}."
        raise ServiceError("search/query", message, 400, path=f"q[{error.at}]") from None
