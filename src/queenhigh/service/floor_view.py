"""The floor's view of the log, kept up to date while the service runs.

It is stored in the database (`store.projections`), so it is available to every process and after a
restart. A thread follows the log every few seconds, a small part at a time; a request first follows
the rest. Only one of several processes follows the log; the others leave it to that one and wait
for it in their requests.
"""

import asyncio
import logging
import os
import threading
import time
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import partial

from ..floor.abandoned_work import go_on
from ..floor.acknowledgements import NoticeStanding, standing
from ..floor.alerts import Alert
from ..floor.cage_alerts import LARGE_SPAN, deposit_alerts
from ..floor.compliance import AnyComplianceEvent
from ..floor.compliance import stream_of as compliance_stream
from ..floor.disputes import AnyDisputeEvent, Dispute, follow
from ..floor.disputes import stream_of as dispute_stream
from ..floor.identity import KEY_FILE_VARIABLE, KEY_VARIABLE, Sealer, sealer_from
from ..floor.log_findings import Span
from ..floor.log_follower import StreamEvent
from ..floor.settings import limits_then
from ..floor.staff_alerts import STAFF_SPAN, staff_alerts
from ..house.calendar import calendar
from ..house.model import House
from ..money.setup import Stakes
from ..store.floor_reports import DayDocument, alert_limits, day_document
from ..store.identities import Identities
from ..store.projections import Projections, cage_of, event_of
from ..store.recent_records import RecentRecords
from ..store.records import StoreUnavailable
from ..store.sql import SqlStore
from .cardroom import Cardroom
from .errors import ServiceError, no_table

logger = logging.getLogger(__name__)
_EVERY_SECONDS = 5.0  # A small part costs little more than its transaction.
_SHARED_EVERY_SECONDS = 1.0  # The same where requests in other processes may wait.
_BREATH_SECONDS = 0.02  # Between two parts, so that commands get their turn.
_PAUSE_SECONDS = 0.0001  # Within a part: long enough for a thread that waits to go on.
_PART = 500  # Records.
_MOST_PARTS = 10  # A request waits for at most this many.
_KEPT_DAYS = 4
_WAIT_SECONDS = 5.0  # How long to wait for another thread that is following the log.
_PATIENCE_SECONDS = 2.0  # How long to wait for another process that is following it.
_LONG_AGO = datetime.fromisoformat("2000-01-01T00:00:00+00:00")
_ABOUT_SURE = timedelta(days=1)  # Tables are not quite in log order.
_FAR_OFF = datetime.fromisoformat("9000-01-01T00:00:00+00:00")


class FloorView:
    def __init__(
        self, store: SqlStore, cardroom: Cardroom, environment: Mapping[str, str] = os.environ
    ):
        self.store, self.cardroom = store, cardroom
        store.recent = RecentRecords()
        self._sealer, self._no_key = _sealer(environment)
        self._kept: Projections | None = None
        self._following = threading.Lock()
        self._reporting = threading.Lock()
        self._days: dict[tuple[date, Stakes, int], DayDocument] = {}
        self._open_since = _LONG_AGO  # No older notice is open.

    # Following

    async def keep(self) -> None:
        """Follow the log for as long as the service runs."""
        every = _EVERY_SECONDS if self.store.database.is_sqlite else _SHARED_EVERY_SECONDS
        while True:
            await asyncio.sleep(every)
            try:
                while await asyncio.to_thread(self._followed_on):
                    await asyncio.sleep(_BREATH_SECONDS)
            except StoreUnavailable as error:
                logger.warning("the floor's view waits for the store: %s", error)
            except Exception:  # The view can be rebuilt; tables must not stop because of it.
                logger.exception("the floor's view could not follow the log")

    async def rest(self) -> None:
        """After `keep` was cancelled, wait until the current part is finished."""
        await asyncio.to_thread(self._following.acquire, timeout=_WAIT_SECONDS)

    def _followed_on(self) -> bool:
        """Follow one part if there is anything new; return whether there may be more."""
        with self._following:
            kept = self._projections()
            if kept.left_to_another():
                return False
            return kept.behind() > 0 and kept.follow_on()[0]

    def _projections(self) -> Projections:
        """The projections; the cage uses the first table's house, or a default before that."""
        if self._kept is None:
            kept = Projections(
                self.store.database,
                cage_of(self.store.database),
                _PART,
                recent=self.store.recent,
                pause=partial(time.sleep, _PAUSE_SECONDS),
            )
            if not self.cardroom.room.tables:
                return kept
            self._kept = kept
        return self._kept

    def now(self, *, whole: bool = False) -> Projections:
        """The current view. Call this in a thread: it may have to follow new records first.

        It does not wait for a long log that is followed for the first time. `whole` is for callers
        that must not act on a partial view: it raises ServiceError instead.
        """
        self._wait_for_another()
        if not self._following.acquire(timeout=_WAIT_SECONDS):
            if whole:
                raise _not_yet()
            return self._projections()
        try:
            kept = self._projections()
            if kept.behind() > 0:
                for _ in range(_MOST_PARTS):
                    go_on()
                    if not kept.follow_on()[0]:
                        return kept
                if whole:
                    raise _not_yet()
            return kept
        finally:
            self._following.release()

    def _wait_for_another(self) -> None:
        """Wait for a process that is already following: loading every table here costs far more."""
        kept = self._projections()
        if self.store.database.is_sqlite or kept.is_at_hand():
            return
        head, until = kept.position + kept.behind(), time.monotonic() + _PATIENCE_SECONDS
        while kept.position < head and time.monotonic() < until:
            time.sleep(_BREATH_SECONDS)

    # Houses

    @property
    def cage(self) -> House:
        return self._projections().cage

    def house_at(self, table: str) -> House:
        running = self.cardroom.room.tables.get(table)
        if running is None:
            raise no_table(table)
        return running.table.house

    def houses(self) -> dict[str, House]:
        """The house of each table, practice tables excluded."""
        found = self.cardroom.room.tables.values()
        return {each.id: each.table.house for each in found if not each.setup.is_practice}

    # Read from the streams as they are now

    def dispute(self, identity: str) -> Dispute | None:
        events: Sequence[AnyDisputeEvent] = self._events(dispute_stream(identity))
        return follow(events)

    def compliance_of(self, patron: str) -> Sequence[AnyComplianceEvent]:
        return self._events(compliance_stream(patron))

    def _events(self, stream: str) -> Sequence[StreamEvent]:
        return [event_of(stream, each.version, each.event) for each in self.store.records(stream)]

    def is_behind(self) -> bool:
        """Whether the log has records that the view has not followed yet."""
        return self._projections().behind() > 0

    def beyond_the_log(self) -> bool:
        """Whether the view claims to have followed more than the log has; then it is stuck."""
        return self._projections().behind() < 0

    # Notices

    def notices(self, at: datetime, day: date | None = None) -> list[NoticeStanding]:
        """The status of a gaming day's notices, or of all open ones, oldest first."""
        kept = self.now()
        if day is not None:
            return self._standings(kept, calendar(kept.cage.compliance).span(day), at)
        found = self._standings(kept, (self._open_since, _FAR_OFF), at)
        waiting = [each for each in found if each.open]
        oldest = min((each.notice.at for each in waiting), default=at)
        self._open_since = max(self._open_since, oldest - _ABOUT_SURE)
        return waiting

    def notice(self, identity: str, at: datetime, *, whole: bool = False) -> NoticeStanding | None:
        kept = self.now(whole=whole)
        found = kept.notice(identity)
        houses = self.houses()
        if found is None or found.table not in houses:
            return None
        return standing(houses[found.table], found, kept.acknowledgements([identity]), at)

    def _standings(self, kept: Projections, span: Span, at: datetime) -> list[NoticeStanding]:
        houses = self.houses()
        found = [each for each in kept.notices(span) if each.table in houses]
        said = kept.acknowledgements(each.id for each in found)
        return [standing(houses[each.table], each, said, at) for each in found]

    def staff_alerts(self, at: datetime) -> list[Alert]:
        """Last week's alerts on admissions, roles and large deposits, oldest first."""
        kept, since = self.now(), at - STAFF_SPAN
        limits = limits_then(alert_limits(self.store), at)
        deposits = kept.deposits((since - LARGE_SPAN, _FAR_OFF))
        found = [
            *staff_alerts(kept.staff_facts(), since),
            *deposit_alerts(deposits, kept.cage.currency, limits, since),
        ]
        return sorted(found, key=lambda each: each.at)

    # Reports

    def day(self, day: date, stakes: Stakes) -> DayDocument:
        """A day's report and alerts, cached until something new happens."""
        kept = self.now()
        key = day, stakes, kept.position
        with self._reporting:
            found = self._days.get(key)
            if found is None:
                found = day_document(kept, self.store, day, stakes)
                self._days = {**dict(list(self._days.items())[-_KEPT_DAYS:]), key: found}
            return found

    # Patrons' identities

    @property
    def identities(self) -> Identities:
        if self._sealer is None:
            raise ServiceError("identity/no_key", self._no_key, status=409)
        return Identities(self.store.database, self._sealer)


def _sealer(environment: Mapping[str, str]) -> tuple[Sealer | None, str]:
    """The sealer, or the reason there is none, for requests that need one; tables do not."""
    how = f"start the service with {KEY_FILE_VARIABLE} or {KEY_VARIABLE}, 32 bytes in base64"
    try:
        sealer = sealer_from(environment)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        return None, f"The key for identities cannot be read ({why}): {how}."
    return sealer, "" if sealer else f"There is no key for identities: {how}."


def _not_yet() -> ServiceError:
    message = "The reports are still catching up with the log: try again in a moment."
    return ServiceError("floor/behind", message, status=503, headers={"retry-after": "2"})
