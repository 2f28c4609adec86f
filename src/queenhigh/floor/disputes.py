"""Disputes: opened on a round, argued, decided by management with a reason, taken further.

A decision that moves money is proposed first, and takes effect when a second person has signed it.

Each dispute has its own stream, `dispute:ID`, so that the record which posts its money names it.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Literal

import msgspec

from ..house.model import House
from ..house.words import plain_words
from ..money import accounts
from ..money.posting import Posting, balanced
from ..money.setup import Stakes, TableSetUp
from ..money.stream import StreamName
from ..table.commands import Command
from ..table.events import Event
from ..table.state import Table
from ..wagers.award import most_paid
from .round_facts import RoundFacts, SeatFacts

Decision = Literal["upheld", "partly_upheld", "denied", "unresolved"]


class Disputed(msgspec.Struct, frozen=True, kw_only=True):
    """The round that a dispute is about, over or not."""

    table: str
    stakes: Stakes
    number: int
    first: int  # The version at which it begins.
    seats: dict[int, str]  # The players by seat.
    # By seat, once the round is over:
    most: dict[int, int] = {}  # An upper bound on what any hand there could be owed.
    given: dict[int, int] = {}  # What the round paid and gave back.


def disputed(house: House, facts: RoundFacts, meters: int = 0) -> Disputed:
    """A finished round at a table whose meters hold this much."""
    meters += facts.jackpot
    return Disputed(
        table=facts.table,
        stakes=facts.stakes,
        number=facts.number,
        first=facts.first,
        seats={seat.seat: seat.patron for seat in facts.seats},
        most={seat.seat: _most_owed(house, seat, meters) for seat in facts.seats},
        given={
            seat.seat: sum(bet.paid + bet.returned for bet in seat.bets.values())
            for seat in facts.seats
        },
    )


def _most_owed(house: House, seat: SeatFacts, meters: int) -> int:
    """Add all stakes and the most that each can win, as a folded hand might have been played."""
    stakes = {name: bet.staked for name, bet in seat.bets.items() if bet.staked}
    stakes.setdefault("play", stakes.get("ante", 0) * max(house.play.multiples))
    linked = [house.wagers[name] for name in stakes if name in house.wagers]
    of_meters = meters if any(row.meter for each in linked for row in each.pays.values()) else 0
    return of_meters + sum(stake + most_paid(house, name, stake) for name, stake in stakes.items())


def disputed_now(setup: TableSetUp, table: Table, first: int) -> Disputed:
    """The round in progress at a table."""
    return Disputed(
        table=setup.table,
        stakes=setup.stakes,
        number=table.round.number,
        first=first,
        seats={number: seat.player for number, seat in table.seats.items()},
    )


# Commands


class OpenDispute(Command, frozen=True, tag="open_dispute"):
    dispute: str
    claim: str
    seat: int | None = None
    cents: int = 0  # The amount claimed.


class MakeStatement(Command, frozen=True, tag="make_statement"):
    dispute: str
    text: str


class DecideDispute(Command, frozen=True, tag="decide_dispute"):
    dispute: str
    decision: Decision
    reason: str
    cents: int = 0  # To the patron; negative: from the patron.


class TakeToCommissioner(Command, frozen=True, tag="take_to_commissioner"):
    """The patron asks the authority to investigate."""

    dispute: str
    reason: str = ""


class NotifyCommissioner(Command, frozen=True, tag="notify_commissioner"):
    dispute: str
    how: str  # By telephone, in person, by letter.
    reference: str = ""


class RecordFinding(Command, frozen=True, tag="record_finding"):
    """What the authority found."""

    dispute: str
    finding: str
    cents: int = 0


class CountersignDispute(Command, frozen=True, tag="countersign_dispute"):
    """A second person signs what was proposed, or declines it."""

    dispute: str
    confirmed: bool
    reason: str = ""


AnyDisputeCommand = (
    OpenDispute | MakeStatement | DecideDispute | TakeToCommissioner | NotifyCommissioner
    | RecordFinding | CountersignDispute
)  # fmt: skip


# Events


class DisputeOpened(Event, frozen=True, tag="dispute_opened"):
    dispute: str
    house: str
    table: str
    stakes: Stakes
    round: int
    first: int
    seat: int | None
    patron: str  # The claimant; empty if the house itself has doubts.
    claim: str
    cents: int


class StatementMade(Event, frozen=True, tag="statement_made"):
    dispute: str
    text: str


class DisputeDecided(Event, frozen=True, tag="dispute_decided"):
    dispute: str
    decision: Decision
    reason: str
    patron: str
    stakes: Stakes
    cents: int


class TakenToCommissioner(Event, frozen=True, tag="taken_to_commissioner"):
    dispute: str
    authority: str
    reason: str


class CommissionerNotified(Event, frozen=True, tag="commissioner_notified"):
    dispute: str
    authority: str
    how: str
    reference: str


class FindingRecorded(Event, frozen=True, tag="finding_recorded"):
    dispute: str
    finding: str
    patron: str
    stakes: Stakes
    cents: int


class DisputeProposed(Event, frozen=True, tag="dispute_proposed"):
    """A decision or a finding that would move money. It waits for a second person."""

    dispute: str
    table: str
    round: int
    seat: int | None
    decision: Decision | None  # None: a finding of the authority.
    reason: str  # Or the finding.
    patron: str
    stakes: Stakes
    currency: str
    cents: int


class DisputeCountersigned(Event, frozen=True, tag="dispute_countersigned"):
    """The proposal is signed or declined. If signed, the decision or finding itself comes next."""

    dispute: str
    confirmed: bool
    reason: str
    proposed: DisputeProposed


AnyDisputeEvent = (
    DisputeOpened | StatementMade | DisputeDecided | TakenToCommissioner | CommissionerNotified
    | FindingRecorded | DisputeProposed | DisputeCountersigned
)  # fmt: skip


class Dispute(msgspec.Struct, frozen=True):
    """The state of a dispute."""

    opened: DisputeOpened
    statements: tuple[StatementMade, ...] = ()
    decided: DisputeDecided | None = None
    taken: TakenToCommissioner | None = None
    notified: CommissionerNotified | None = None
    finding: FindingRecorded | None = None
    # Proposals to move money, and their signatures; unset if there are none.
    signatures: tuple[DisputeProposed | DisputeCountersigned, ...] | msgspec.UnsetType = (
        msgspec.UNSET
    )
    # Its state when the patron made a claim in a dispute opened by staff; unset if none did.
    before: "Dispute | msgspec.UnsetType" = msgspec.UNSET

    @property
    def openers(self) -> tuple[str, ...]:
        """Who opened it, the latest first: the patron may follow a member of staff."""
        return (self.opened.by, *(self.before.openers if self.before else ()))

    @property
    def decided_cents(self) -> int:
        """What all decisions so far have moved to the patron."""
        before = self.before.decided_cents if self.before else 0
        return before + (self.decided.cents if self.decided else 0)

    @property
    def waiting(self) -> DisputeProposed | None:
        """The proposal that still needs a second signature."""
        last = self.signatures[-1] if self.signatures else None
        return last if isinstance(last, DisputeProposed) else None

    @property
    def state(self) -> str:
        if self.waiting:
            return "to be countersigned"
        if self.finding:
            return "found"
        if self.taken:
            return "with the commissioner" if self.notified else "commissioner to be notified"
        return plain_words(self.decided.decision) if self.decided else "open"

    @property
    def notified_after(self) -> timedelta | None:
        if self.taken is None or self.notified is None:
            return None
        return self.notified.at - self.taken.at


def follow(events: Iterable[AnyDisputeEvent]) -> Dispute | None:
    """Fold a dispute from its stream."""
    dispute: Dispute | None = None
    for event in events:
        dispute = _after(dispute, event)
    return dispute


def _after(dispute: Dispute | None, event: AnyDisputeEvent) -> Dispute | None:
    if isinstance(event, DisputeOpened):
        return _claimed(dispute, event) if dispute else Dispute(event)
    if dispute is None:
        return None
    change = msgspec.structs.replace
    match event:
        case StatementMade():
            return change(dispute, statements=(*dispute.statements, event))
        case DisputeDecided():
            return change(dispute, decided=event)
        case TakenToCommissioner():
            return change(dispute, taken=event)
        case CommissionerNotified():
            return change(dispute, notified=event)
        case FindingRecorded():
            return change(dispute, finding=event)
        case DisputeProposed() | DisputeCountersigned():
            return change(dispute, signatures=(*(dispute.signatures or ()), event))


def _claimed(dispute: Dispute, event: DisputeOpened) -> Dispute:
    """Begin again with the patron's own claim; what staff claimed becomes a statement."""
    first = dispute.opened
    said = StatementMade(dispute=first.dispute, text=first.claim, by=first.by, at=first.at)
    return Dispute(event, (said, *dispute.statements), before=dispute)


def postings_of_dispute(event: AnyDisputeEvent) -> tuple[Posting, ...]:
    """What a decision moves between the house and the patron."""
    if not isinstance(event, DisputeDecided | FindingRecorded) or not event.cents:
        return ()
    play = event.stakes == "play"
    own = accounts.patron(event.patron, play_money=play)
    house = accounts.PLAY_MONEY if play else accounts.CAGE
    return balanced([Posting(house, -event.cents), Posting(own, event.cents)])


def overdue_notice(dispute: Dispute, now: datetime) -> timedelta | None:
    """How long a commissioner has waited for the notice, which must be given at once."""
    if dispute.taken is None or dispute.notified:
        return None
    return now - dispute.taken.at


def stream_of(dispute: str) -> str:
    return str(StreamName("dispute", dispute))
