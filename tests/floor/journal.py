"""Everything found by following a log, in memory: the database has to hold the same."""

from collections.abc import Iterable
from datetime import date
from typing import Any

import msgspec

from queenhigh.floor.acknowledgements import NoticeAcknowledged
from queenhigh.floor.cash import CashTransaction
from queenhigh.floor.compliance import AnyComplianceEvent
from queenhigh.floor.conduct import AnyConductEvent
from queenhigh.floor.disputes import AnyDisputeEvent, Dispute, follow
from queenhigh.floor.log_findings import Span
from queenhigh.floor.log_follower import Follower, Found, MeterMoved, Recorded, TakenBack, Tallied
from queenhigh.floor.meters import MeterKey, MeterLine
from queenhigh.floor.notices import Notice
from queenhigh.floor.round_facts import RoundFacts
from queenhigh.floor.staff_alerts import StaffFact, is_staff_fact
from queenhigh.floor.table_incidents import Happening
from queenhigh.floor.tax import FormDuty
from queenhigh.floor.totals import Key, Tally, Totals
from queenhigh.house.calendar import calendar
from queenhigh.house.model import House
from queenhigh.money.patrons import Deposited
from queenhigh.money.setup import Stakes, TableSetUp, house_of


class Journal:
    """Takes records as they arrive."""

    def __init__(self, cage: House):
        self.follower = Follower(calendar(cage.compliance))
        self.rounds: list[RoundFacts] = []
        self.tally = Tally()
        self._happenings: list[Happening] = []
        self._notices: list[Notice] = []
        self._acknowledged: list[NoticeAcknowledged] = []
        self._cash: list[CashTransaction] = []
        self._forms: list[FormDuty] = []
        self._meters: dict[MeterKey, MeterLine] = {}
        self._recorded: list[Recorded] = []

    def take(self, stream: str, version: int, event: Any) -> None:
        for found in self.follower.take(stream, version, event):
            self._keep(found)

    def _keep(self, found: Found) -> None:
        match found:
            case RoundFacts():
                self.rounds.append(found)
            case TakenBack():
                self.rounds = [_but_void(each, found) for each in self.rounds]
            case Tallied():
                self.tally.add(found.key, found.totals)
            case Happening():
                self._happenings.append(found)
            case Notice():
                self._notices.append(found)
            case NoticeAcknowledged():
                self._acknowledged.append(found)
            case CashTransaction():
                self._cash.append(found)
            case FormDuty():
                self._forms.append(found)
            case MeterMoved():
                held = self._meters.get(found.key, MeterLine())
                self._meters[found.key] = held.plus(found.line)
            case Recorded():
                self._recorded.append(found)

    @property
    def setups(self) -> dict[str, TableSetUp]:
        return {table: each.setup for table, each in self.follower.tables.items()}

    # As `Kept`

    def houses(self) -> dict[str, House]:
        return {table: house_of(setup) for table, setup in self.setups.items()}

    def links(self) -> dict[str, Stakes]:
        return {link: each.stakes for each in self.setups.values() for link in each.all_links}

    def totals(self, since: date, until: date) -> list[tuple[Key, Totals]]:
        found = self.tally.totals.items()
        return sorted(each for each in found if since <= each[0].day <= until)

    def happenings(self, day: date) -> list[Happening]:
        return [each for each in self._happenings if each.day == day]

    def meters(self, until: date) -> list[tuple[MeterKey, MeterLine]]:
        return sorted(each for each in self._meters.items() if each[0].day <= until)

    def cash(self, span: Span) -> list[CashTransaction]:
        return [each for each in self._cash if span[0] <= each.at < span[1]]

    def forms(self, span: Span) -> list[FormDuty]:
        return [each for each in self._forms if span[0] <= each.payout.at < span[1]]

    def forms_of(self, patron: str) -> list[FormDuty]:
        return [each for each in self._forms if each.payout.patron == patron]

    def rounds_of(self, day: date) -> list[RoundFacts]:
        houses = self.houses()
        days = {table: calendar(house.compliance) for table, house in houses.items()}
        return [each for each in self.rounds if days[each.table].day(each.ended) == day]

    def notices(self, span: Span) -> list[Notice]:
        return [each for each in self._notices if span[0] <= each.at < span[1]]

    def acknowledgements(self, notices: Iterable[str]) -> list[NoticeAcknowledged]:
        wanted = set(notices)
        return [each for each in self._acknowledged if each.notice in wanted]

    def compliance(self) -> list[AnyComplianceEvent]:
        return [each.event for each in self._recorded if isinstance(each.event, AnyComplianceEvent)]

    def conduct(self, span: Span) -> list[AnyConductEvent]:
        found = [each.event for each in self._recorded if isinstance(each.event, AnyConductEvent)]
        return [each for each in found if span[0] <= each.at < span[1]]

    def disputes(self) -> list[Dispute]:
        streams: dict[str, list[AnyDisputeEvent]] = {}
        for each in self._recorded:
            if isinstance(each.event, AnyDisputeEvent):
                streams.setdefault(each.stream, []).append(each.event)
        found = [follow(events) for _, events in sorted(streams.items())]
        return [dispute for dispute in found if dispute]

    def staff_facts(self) -> list[StaffFact]:
        return [each.event for each in self._recorded if is_staff_fact(each.event)]  # type: ignore[misc]

    def deposits(self, span: Span) -> list[Deposited]:
        found = [each.event for each in self._recorded if isinstance(each.event, Deposited)]
        return [each for each in found if span[0] <= each.at < span[1]]


def _but_void(facts: RoundFacts, found: TakenBack) -> RoundFacts:
    if (facts.table, facts.number) != (found.table, found.number):
        return facts
    return msgspec.structs.replace(facts, void=found.reason)
