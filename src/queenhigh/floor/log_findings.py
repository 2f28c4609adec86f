"""The findings from the log that reports need."""

from collections.abc import Iterable
from datetime import date, datetime
from typing import Protocol

from ..house.model import House
from ..money.patrons import Deposited
from ..money.setup import Stakes
from .acknowledgements import NoticeAcknowledged
from .cash import CashTransaction
from .compliance import AnyComplianceEvent
from .conduct import AnyConductEvent
from .disputes import Dispute
from .meters import MeterKey, MeterLine
from .notices import Notice
from .round_facts import RoundFacts
from .staff_alerts import StaffFact
from .table_incidents import Happening
from .tax import FormDuty
from .totals import Key, Totals

Span = tuple[datetime, datetime]  # From a moment (inclusive) to another (exclusive).


class Kept(Protocol):
    """Findings from the log, for reports."""

    def houses(self) -> dict[str, House]:
        """Houses by table."""

    def links(self) -> dict[str, Stakes]:
        """What the tables of each link play for."""

    def totals(self, since: date, until: date) -> list[tuple[Key, Totals]]:
        """The totals of these days, both included."""

    def happenings(self, day: date) -> list[Happening]: ...
    def meters(self, until: date) -> list[tuple[MeterKey, MeterLine]]: ...
    def cash(self, span: Span) -> list[CashTransaction]: ...
    def forms(self, span: Span) -> list[FormDuty]: ...
    def forms_of(self, patron: str) -> list[FormDuty]: ...
    def rounds_of(self, day: date) -> list[RoundFacts]: ...
    def notices(self, span: Span) -> list[Notice]: ...
    def acknowledgements(self, notices: Iterable[str]) -> list[NoticeAcknowledged]: ...
    def compliance(self) -> list[AnyComplianceEvent]: ...
    def conduct(self, span: Span) -> list[AnyConductEvent]: ...
    def disputes(self) -> list[Dispute]: ...
    def staff_facts(self) -> list[StaffFact]: ...
    def deposits(self, span: Span) -> list[Deposited]: ...
