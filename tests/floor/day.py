"""A scripted day at three tables of different houses, with everything the floor deals with.

Table 1 is of mics, 2 of chickasaw, 3 of manual. There are a jackpot, a royal, two irregularities, a
dispute that goes to the commissioner, a tray count, tokes, and patrons on either side of each
legal threshold. The day is Monday, 5 January 2026; it turns at 06:00.
"""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from functools import cache
from typing import Any, NamedTuple

from queenhigh.floor.compliance import (
    AnyComplianceCommand,
    AttestObligation,
    FileReport,
    RecordIdentity,
    TakeForm,
    decide_compliance,
)
from queenhigh.floor.compliance import stream_of as compliance_stream
from queenhigh.floor.conduct import AnyConductCommand, RecordViolation, decide_conduct
from queenhigh.floor.conduct import stream_of as conduct_stream
from queenhigh.floor.dispute_decisions import decide_dispute
from queenhigh.floor.disputes import (
    AnyDisputeCommand,
    AnyDisputeEvent,
    CountersignDispute,
    DecideDispute,
    Disputed,
    MakeStatement,
    NotifyCommissioner,
    OpenDispute,
    TakeToCommissioner,
    disputed,
    follow,
    postings_of_dispute,
)
from queenhigh.floor.disputes import stream_of as dispute_stream
from queenhigh.floor.round_facts import RoundFacts, RoundFolder
from queenhigh.house.model import House
from queenhigh.money.links import AnyLinkEvent, FundLink
from queenhigh.money.patrons import AnyPatronEvent, AskCashOut, CashOut, Deposit
from queenhigh.money.posting import Posting
from queenhigh.money.setup import house_of
from queenhigh.table.events import Event
from queenhigh.table.evolve import evolve
from queenhigh.table.refusal import Refusal
from queenhigh.table.state import Table
from tests.floor.journal import Journal
from tests.money.room import Room, RoomTable
from tests.table.driver import NOON, house

DAY = date(2026, 1, 5)
TONIGHT = NOON + timedelta(hours=10)


class Recorded(NamedTuple):
    """An event and its place in the log."""

    stream: str
    version: int
    event: Event
    postings: tuple[Posting, ...]


class Floor(Room):
    """A room that records its streams, and in which the floor does its work."""

    def __init__(self) -> None:
        super().__init__()
        self.streams: dict[int, str] = {}  # By the event's identity.

    def book(self, event: Event, postings: tuple[Posting, ...]) -> None:
        if isinstance(event, AnyPatronEvent):
            self.streams[id(event)] = f"patron:{event.patron}"
        elif isinstance(event, AnyLinkEvent):
            self.streams[id(event)] = f"link:{event.link}"
        super().book(event, postings)

    def book_in(self, stream: str, event: Event, postings: tuple[Posting, ...] = ()) -> None:
        self.streams[id(event)] = stream
        self.book(event, postings)

    def records(self) -> Iterator[Recorded]:
        """Yield the records in log order; a table's first is its set-up."""
        versions: dict[str, int] = {}
        of_table = {
            id(event): f"table:{name}" for name, table in self.tables.items() for event in table.log
        }
        for name, table in self.tables.items():
            versions[f"table:{name}"] = 1
            yield Recorded(f"table:{name}", 0, table.setup, ())
        for event, postings in self.booked:
            stream = of_table.get(id(event)) or self.streams[id(event)]
            version = versions.get(stream, 0)
            versions[stream] = version + 1
            yield Recorded(stream, version, event, postings)

    def journal(self, cage: House) -> Journal:
        found = Journal(cage)
        for record in self.records():
            found.take(record.stream, record.version, record.event)
        return found

    # What the floor does

    def comply(self, cage: House, command: AnyComplianceCommand) -> Event:
        journal = self.journal(cage)
        report = _duties(journal, cage)
        answer = decide_compliance(cage, report, journal.compliance(), command)
        assert not isinstance(answer, Refusal), answer.message
        name = getattr(command, "patron", "")
        stream = compliance_stream(name) if name else f"compliance:house:{cage.key}"
        for event in answer:
            self.book_in(stream, event)
        return answer[0]

    def conduct(self, of: House, command: AnyConductCommand) -> None:
        answer = decide_conduct(of, command)
        assert not isinstance(answer, Refusal), answer.message
        for event in answer:
            self.book_in(conduct_stream(command.table), event)

    def dispute(
        self, of: House, command: AnyDisputeCommand, round_: Disputed | None = None
    ) -> None:
        stream = dispute_stream(command.dispute)
        before: list[AnyDisputeEvent] = [
            event  # type: ignore[misc]
            for event, _ in self.booked
            if self.streams.get(id(event)) == stream
        ]
        answer = decide_dispute(of, follow(before), command, round_)
        assert not isinstance(answer, Refusal), answer.message
        for event in answer:
            self.book_in(stream, event, postings_of_dispute(event))


def _duties(journal: Journal, cage: House) -> list[Any]:
    from queenhigh.floor.cash import cash_duties, cash_lines

    always = datetime.min.replace(tzinfo=NOON.tzinfo), datetime.max.replace(tzinfo=NOON.tzinfo)
    lines = cash_lines(cage, journal.cash(always))
    return [*cash_duties(cage, lines), *journal.forms(always)]


class Day(NamedTuple):
    floor: Floor
    mics: RoomTable
    chickasaw: RoomTable
    manual: RoomTable
    cage: House


def facts_of(table: RoomTable) -> list[RoundFacts]:
    """The finished rounds of a table, from its first event on."""
    folder, before, found = RoundFolder(table.setup), Table(house_of(table.setup)), []
    for event in table.log:
        after = evolve(before, event)
        if facts := folder.take(before, event, after):
            found.append(facts)
        before = after
    return found


@cache
def the_day() -> Day:
    """The day, played once and never changed afterwards."""
    floor = Floor()
    cage = house("chickasaw")
    _cash(floor)
    mics = _mics(floor)
    chickasaw = _chickasaw(floor)
    manual = _manual(floor)
    day = Day(floor, mics, chickasaw, manual, cage)
    _dispute(day)
    _papers(day)
    floor.check()
    return day


def _cash(floor: Floor) -> None:
    """Cash on either side of each threshold, in one payment or several."""

    def bring(patron: str, cents: int, minutes: int, how: str = "cash") -> None:
        at = NOON + timedelta(minutes=minutes)
        command = Deposit(patron=patron, cents=cents, how=how, by="cage:cat", at=at)  # type: ignore[arg-type]
        floor.of_patron(command)

    bring("ann", 2_999_99, 1)
    bring("bob", 3_000_00, 2)
    bring("cy", 10_000_00, 3)
    bring("di", 10_000_01, 4)
    bring("ed", 6_000_00, 5)
    bring("ed", 4_000_01, 6)
    bring("fay", 50_000_00, 7, "check")


def _mics(floor: Floor) -> RoomTable:
    """Three rounds and a void one; a fill, and a tray count that comes up short."""
    table = floor.table("mics", tray=20_000)
    table.opened()
    table.sit(2, dollars=1_500)
    table.bet(1, ante=10, pair_plus=5).bet(2, ante=100, pair_plus=25, toke_ante=5)
    table.dealt("1: 9s 9d 4c, 2: 8s 7d 6h, dealer: Kh 8c 5d").play(1, 2).finish()
    table.bet(1, ante=10).bet(2, ante=50, pair_plus=25)
    table.dealt("1: Ks Qd 4c, 2: 7s 5d 2h, dealer: Js 8c 6d").play(1).fold(2).finish()
    table.bet(1, ante=20, pair_plus=5).bet(2, ante=20)
    table.dealt("1: Ks Qd 4c, 2: As 5d 2h, dealer: Qs 8c 6d")
    table.give("report_wrong_number_of_cards", seat=2, cards=4)
    table.give("fill_tray", cents=2_000_00, by="floor:flo")
    table.bet(1, ante=20, pair_plus=5).bet(2, pair_plus=10)
    table.dealt("1: Ks Kd 4c, 2: As 5s 2s, dealer: Qs Qd Qc").play(1).finish()
    table.give("give_toke", seat=2, amount=10_00)
    expected = table.table.accounts["tray"]
    table.give("count_tray", counted=expected - 5_00, witness="floor:flo", by="dealer:dee")
    return table


def _chickasaw(floor: Floor) -> RoomTable:
    """An exposed card and management's ruling; a dispute over the second round."""
    table = floor.table("chickasaw", tray=15_000)
    table.at = NOON + timedelta(hours=1)
    table.open("ben")
    table.sit(3, player="cy", dollars=2_000)
    table.opened()
    table.bet(3, ante=100, pair_plus=50)
    table.dealt("3: Ts 9d 8c, dealer: Ah 8d 5d")
    table.give("report_exposed_card", seat=3)
    table.give("rule", ruling="continue", reason="one card of the player's own hand")
    table.play(3).finish()
    table.bet(3, ante=100)
    table.dealt("3: Qs 9d 8c, dealer: Qh 9h 7d").play(3).finish()
    table.give("leave", seat=3)
    table.give("close_table")
    return table


def _manual(floor: Floor) -> RoomTable:
    """A jackpot that needs a form, a royal, envy, a large payout, tokes."""
    chosen = house("manual")
    floor.link("wide", chosen)
    fund = FundLink(
        link="wide", cents=1_500_00, into="meter", by="management:mia", at=NOON + timedelta(hours=2)
    )
    floor.of_link(fund)
    table = floor.table(chosen, link="wide", tray=50_000)
    table.at = NOON + timedelta(hours=3)
    table.open("kim")
    table.sit(4, player="di", dollars=3_000).sit(5, player="ed", dollars=3_000)
    table.opened()
    table.bet(4, ante=10, progressive=1, toke_ante=1).bet(5, ante=10, pair_plus=5, progressive=1)
    table.dealt("4: As Ks Qs, 5: 7d 5c 2h, dealer: Jc 9d 3c").play(4).fold(5).finish()
    table.bet(4, ante=10, six_card_bonus=5).bet(5, ante=200, pair_plus=10)
    table.dealt("4: As Ks 2d, 5: 9h 9d 9c, dealer: Qs Js Ts").play(4, 5).finish()
    table.later(hours=1)
    table.bet(4, ante=10, pair_plus=5, progressive=1).bet(5, ante=10)
    table.dealt("4: 8s 5d 2c, 5: Ah Td 4c, dealer: Kc 9d 3c").fold(4).play(5).finish()
    return table


def _dispute(day: Day) -> None:
    of, at = day.chickasaw.house, NOON + timedelta(hours=5)
    facts = facts_of(day.chickasaw)[1]
    opened = OpenDispute(
        dispute="D-1", claim="Queen, nine, eight beats queen, nine, seven", cents=200_00,
        by="player:cy", at=at,
    )  # fmt: skip
    round_ = disputed(of, facts)
    day.floor.dispute(of, opened, round_)
    for by, text in [("dealer:ben", "I paid both bets."), ("player:cy", "Only one was paid.")]:
        day.floor.dispute(of, MakeStatement(dispute="D-1", text=text, by=by, at=at))
    decided = DecideDispute(
        dispute="D-1", decision="partly_upheld", reason="The camera shows one payout.",
        cents=100_00, by="management:mia", at=at + timedelta(minutes=20),
    )  # fmt: skip
    day.floor.dispute(of, decided, round_)
    signed = CountersignDispute(
        dispute="D-1", confirmed=True, by="shift_manager:sue", at=at + timedelta(minutes=20)
    )
    day.floor.dispute(of, signed)
    taken = TakeToCommissioner(dispute="D-1", by="player:cy", at=at + timedelta(minutes=30))
    day.floor.dispute(of, taken)
    notified = NotifyCommissioner(
        dispute="D-1", how="by telephone", by="management:mia", at=at + timedelta(minutes=31)
    )
    day.floor.dispute(of, notified)


def _papers(day: Day) -> None:
    """Di's forms and her cash-out over the threshold; a violation on record."""
    floor, cage, at = day.floor, day.cage, NOON + timedelta(hours=8)
    manual = day.manual.house
    violation = RecordViolation(
        table="3", rule="shows_or_discusses_hand", round=1, seat=5, patron="ed", by="dealer:kim",
        at=at,
    )  # fmt: skip
    floor.conduct(manual, violation)
    everything = (
        "legal_name", "address", "born", "document", "document_number", "taxpayer_number",
    )  # fmt: skip
    floor.comply(cage, RecordIdentity(patron="di", fields=everything, by="floor:flo", at=at))
    for duty in _duties(floor.journal(cage), cage):
        payout = getattr(duty, "payout", None)
        if payout and payout.patron == "di" and payout.wager == "progressive":
            form = TakeForm(
                patron="di", payout=payout.id, form="w2g", reference="W2G-17", by="floor:flo", at=at
            )
            floor.comply(cage, form)
    day.manual.give("leave", seat=4)
    paid: dict[str, Any] = {"patron": "di", "cents": 10_000_02, "at": at + timedelta(minutes=5)}
    floor.of_patron(AskCashOut(by="player:di", **paid))
    floor.of_patron(CashOut(by="cage:cal", **paid))
    filed = FileReport(
        patron="di", day=DAY, report="currency_report", direction="in", cents=10_000_01,
        reference="CTR-1", by="shift_manager:sue", at=at + timedelta(minutes=6),
    )  # fmt: skip
    floor.comply(cage, filed)
    attested = AttestObligation(
        house="chickasaw", obligation="Title 31", reference="programme of 2025",
        by="management:mia", at=at,
    )  # fmt: skip
    floor.comply(cage, attested)
