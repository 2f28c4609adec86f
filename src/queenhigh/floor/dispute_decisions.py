"""The rules of disputes: who may do what, and what follows."""

from typing import Final

from ..house.model import House
from ..house.plain_data import carried_over
from ..house.points import point
from ..table.commands import type_of
from ..table.refusal import Refusal
from ..table.roles import FLOOR, Actor
from .disputes import (
    AnyDisputeCommand,
    AnyDisputeEvent,
    CommissionerNotified,
    CountersignDispute,
    DecideDispute,
    Dispute,
    DisputeCountersigned,
    Disputed,
    DisputeDecided,
    DisputeOpened,
    DisputeProposed,
    FindingRecorded,
    MakeStatement,
    NotifyCommissioner,
    OpenDispute,
    RecordFinding,
    StatementMade,
    TakenToCommissioner,
    TakeToCommissioner,
)
from .refusal import FloorRefusal, refuse, refuse_by

MANAGEMENT_DECIDES = point("dispute.management")
COMMISSIONER_MAY_BE_ASKED = point("dispute.authority")
COMMISSIONER_IS_NOTIFIED_AT_ONCE = point("dispute.notice")

_HOUSE: Final = ("dealer", *FLOOR, "surveillance")
MAY: Final[dict[str, tuple[str, ...]]] = {
    "open_dispute": ("player", *_HOUSE),
    "make_statement": ("player", *_HOUSE),
    "decide_dispute": ("shift_manager", "management"),  # If the book names nobody.
    "take_to_commissioner": ("player", *FLOOR),
    "notify_commissioner": ("shift_manager", "management"),
    "record_finding": ("shift_manager", "management"),
    "countersign_dispute": (*FLOOR, "surveillance"),
}


def decides(house: House) -> tuple[str, ...]:
    """Who decides: the first role named by the book, or management."""
    named = house.compliance.disputes
    return (named[0],) if named else MAY["decide_dispute"]


def goes_to_commissioner(house: House) -> bool:
    return "commissioner" in house.compliance.disputes


def decide_dispute(
    house: House,
    dispute: Dispute | None,
    command: AnyDisputeCommand,
    round_: Disputed | None = None,
) -> Refusal | list[AnyDisputeEvent]:
    """Decide a command, given the current state of its dispute.

    `round_` is needed to open one, and for a decision or finding that moves money.
    """
    may = MAY[type_of(command)]
    if isinstance(command, DecideDispute | NotifyCommissioner | RecordFinding):
        may = decides(house)
    if refusal := refuse_by(house, command.by, may, MANAGEMENT_DECIDES):
        return refusal
    if isinstance(command, OpenDispute):
        return _open(house, dispute, command, round_)
    if dispute is None:
        return refuse(FloorRefusal.NO_SUCH_DISPUTE, f"There is no dispute {command.dispute}.")
    match command:
        case MakeStatement():
            return _state(dispute, command)
        case DecideDispute():
            return _decide(house, dispute, command, round_)
        case TakeToCommissioner():
            return _take(house, dispute, command)
        case NotifyCommissioner():
            return _notify(house, dispute, command)
        case RecordFinding():
            return _find(house, dispute, command, round_)
        case CountersignDispute():
            return _countersign(dispute, command)


def _open(
    house: House, dispute: Dispute | None, command: OpenDispute, round_: Disputed | None
) -> Refusal | list[AnyDisputeEvent]:
    clauses = house.clauses(MANAGEMENT_DECIDES)
    if round_ is None:
        return refuse(FloorRefusal.NO_SUCH_ROUND, "There is no such round.")
    if not command.claim.strip():
        return refuse(FloorRefusal.NO_REASON, "Say what is disputed.", clauses)
    if command.seat is not None and command.seat not in round_.seats:
        return refuse(FloorRefusal.NO_SUCH_ROUND, f"Nobody played at seat {command.seat}.")
    role, name = Actor.parse(command.by)
    own = [seat for seat, patron in round_.seats.items() if patron == name]
    if role == "player" and (not own or command.seat not in (None, *own)):
        return refuse(FloorRefusal.NOT_YOURS, "A player can only dispute their own hand.", clauses)
    if dispute is not None and not _waits_for_claim(dispute, command):
        message = f"There is already a dispute {dispute.opened.dispute}."
        return refuse(FloorRefusal.DISPUTE_EXISTS, message)
    seat = seat_meant(round_, command.by, command.seat)
    opened = carried_over(
        DisputeOpened,
        command,
        house=house.key,
        table=round_.table,
        stakes=round_.stakes,
        round=round_.number,
        first=round_.first,
        seat=seat,
        patron=round_.seats[seat] if seat is not None else "",
        clauses=clauses,
    )
    return [opened]


def _waits_for_claim(dispute: Dispute, command: OpenDispute) -> bool:
    """Whether staff opened it and the patron may still make a claim of their own."""
    opened, (role, name) = dispute.opened, Actor.parse(command.by)
    is_patron = role == "player" and name == opened.patron
    by_staff = Actor.parse(opened.by).role != "player"
    open_to_claims = dispute.waiting is None and dispute.taken is None
    return is_patron and by_staff and open_to_claims and command.dispute == opened.dispute


def seat_meant(round_: Disputed, by: str, seat: int | None) -> int | None:
    """The seat in dispute; by default a player's first seat, or for others the round."""
    role, name = Actor.parse(by)
    if seat is not None or role != "player":
        return seat
    return next((each for each, patron in round_.seats.items() if patron == name), None)


def _state(dispute: Dispute, command: MakeStatement) -> Refusal | list[AnyDisputeEvent]:
    if not command.text.strip():
        return refuse(FloorRefusal.NO_REASON, "A statement must not be empty.")
    if not _may_speak(dispute, command.by):
        return refuse(FloorRefusal.NOT_YOURS, "A player can only speak in their own dispute.")
    return [carried_over(StatementMade, command)]


def _may_speak(dispute: Dispute, by: str) -> bool:
    role, name = Actor.parse(by)
    return role != "player" or name == dispute.opened.patron


def _decide(
    house: House, dispute: Dispute, command: DecideDispute, round_: Disputed | None
) -> Refusal | list[AnyDisputeEvent]:
    clauses = house.clauses(MANAGEMENT_DECIDES)
    if dispute.decided and dispute.decided.decision != "unresolved":
        return refuse(FloorRefusal.DECIDED, "The dispute has been decided.", clauses)
    if refusal := _refuse_while_waiting(dispute):
        return refusal
    if not command.reason.strip():
        return refuse(FloorRefusal.NO_REASON, "A decision needs a reason.", clauses)
    if command.cents and command.decision in ("denied", "unresolved"):
        message = "Money moves only if the claim is upheld, at least in part."
        return refuse(FloorRefusal.WRONG_AMOUNT, message, clauses)
    if command.cents:
        return _propose(house, dispute, command, round_)
    opened = dispute.opened
    decided = carried_over(
        DisputeDecided, command, patron=opened.patron, stakes=opened.stakes, clauses=clauses
    )
    return [decided]


def _take(
    house: House, dispute: Dispute, command: TakeToCommissioner
) -> Refusal | list[AnyDisputeEvent]:
    clauses = house.clauses(COMMISSIONER_MAY_BE_ASKED)
    if not goes_to_commissioner(house):
        message = "This house names no authority above management."
        return refuse(FloorRefusal.NO_AUTHORITY, message)
    if not dispute.opened.patron or not _may_speak(dispute, command.by):
        message = "Only the patron may ask the commissioner."
        return refuse(FloorRefusal.NOT_YOURS, message, clauses)
    if dispute.taken:
        return refuse(FloorRefusal.TAKEN_FURTHER, "The commissioner has been asked.", clauses)
    if refusal := _refuse_while_waiting(dispute):
        return refusal
    if dispute.decided is None:
        message = "Management must decide first, even if only that it cannot resolve it."
        return refuse(FloorRefusal.UNDECIDED, message, clauses)
    authority = house.compliance.authority
    return [carried_over(TakenToCommissioner, command, authority=authority, clauses=clauses)]


def _notify(
    house: House, dispute: Dispute, command: NotifyCommissioner
) -> Refusal | list[AnyDisputeEvent]:
    clauses = house.clauses(COMMISSIONER_IS_NOTIFIED_AT_ONCE)
    if dispute.taken is None:
        message = "The patron has not asked the commissioner."
        return refuse(FloorRefusal.NOT_TAKEN_FURTHER, message, clauses)
    if dispute.notified:
        return refuse(FloorRefusal.NOTIFIED, "The commissioner has been notified.", clauses)
    if not command.how.strip():
        return refuse(FloorRefusal.NO_REASON, "Say how the commissioner was notified.", clauses)
    authority = dispute.taken.authority
    return [carried_over(CommissionerNotified, command, authority=authority, clauses=clauses)]


def _find(
    house: House, dispute: Dispute, command: RecordFinding, round_: Disputed | None
) -> Refusal | list[AnyDisputeEvent]:
    clauses = house.clauses(COMMISSIONER_MAY_BE_ASKED)
    if dispute.notified is None or dispute.finding:
        message = "A finding is recorded once, after the commissioner has been notified."
        return refuse(FloorRefusal.NOT_TAKEN_FURTHER, message, clauses)
    if refusal := _refuse_while_waiting(dispute):
        return refusal
    if not command.finding.strip():
        return refuse(FloorRefusal.NO_REASON, "Say what was found.", clauses)
    if command.cents:
        return _propose(house, dispute, command, round_)
    opened = dispute.opened
    found = carried_over(
        FindingRecorded, command, patron=opened.patron, stakes=opened.stakes, clauses=clauses
    )
    return [found]


# Money: proposed by one person, signed by another


def _refuse_while_waiting(dispute: Dispute) -> Refusal | None:
    if dispute.waiting is None:
        return None
    message = "A payment decision is waiting for a second signature."
    return refuse(FloorRefusal.WAITS_FOR_SIGNATURE, message)


def _propose(
    house: House,
    dispute: Dispute,
    command: DecideDispute | RecordFinding,
    round_: Disputed | None,
) -> Refusal | list[AnyDisputeEvent]:
    opened, decided = dispute.opened, isinstance(command, DecideDispute)
    if not opened.patron:
        message = "The dispute names no patron to whom money could go."
        return refuse(FloorRefusal.NO_PATRON, message)
    openers = (Actor.parse(each).name for each in dispute.openers)
    if Actor.parse(command.by).name in (*openers, opened.patron):
        message = "The person who opened a dispute, or gains by it, may not decide about money."
        return refuse(FloorRefusal.NOT_ALONE, message)
    if refusal := _refuse_amount(house, dispute, command.cents, round_):
        return refusal
    proposed = carried_over(
        DisputeProposed,
        opened,
        decision=command.decision if isinstance(command, DecideDispute) else None,
        reason=command.reason if isinstance(command, DecideDispute) else command.finding,
        currency=house.currency,
        cents=command.cents,
        by=command.by,
        at=command.at,
        clauses=house.clauses(MANAGEMENT_DECIDES if decided else COMMISSIONER_MAY_BE_ASKED),
    )
    return [proposed]


def _refuse_amount(
    house: House, dispute: Dispute, cents: int, round_: Disputed | None
) -> Refusal | None:
    """Limit the total to the claim and what the round could owe; refunds to what it gave."""
    seat = dispute.opened.seat
    if round_ is None or seat not in round_.most:
        message = "The round is still open: the amount is not known."
        return refuse(FloorRefusal.ROUND_GOES_ON, message)
    total = cents + dispute.decided_cents
    claimed, most, given = dispute.opened.cents, round_.most[seat], round_.given[seat]
    if (claimed and total > max(claimed, 0)) or total < claimed < 0:
        message = f"No more than {house.money(claimed)} is claimed."
        return refuse(FloorRefusal.TOO_MUCH, message)
    if total > most:
        message = f"The bets of that seat could not be owed more than {house.money(most)}."
        return refuse(FloorRefusal.TOO_MUCH, message)
    if -total > given:
        message = f"The round gave that seat no more than {house.money(given)}."
        return refuse(FloorRefusal.TOO_MUCH, message)
    return None


def _countersign(dispute: Dispute, command: CountersignDispute) -> Refusal | list[AnyDisputeEvent]:
    waiting, name = dispute.waiting, Actor.parse(command.by).name
    if waiting is None:
        return refuse(FloorRefusal.NOTHING_TO_SIGN, "Nothing waits for a second signature.")
    signers = (Actor.parse(each).name for each in (*dispute.openers, waiting.by))
    if name in (*signers, waiting.patron):
        message = "The signer must not have opened or decided the dispute, nor gain by it."
        return refuse(FloorRefusal.NOT_ALONE, message)
    if not command.confirmed and not command.reason.strip():
        return refuse(FloorRefusal.NO_REASON, "Give a reason.")
    clauses = waiting.clauses
    signed = carried_over(DisputeCountersigned, command, proposed=waiting, clauses=clauses)
    return [signed, _carried_out(signed)] if command.confirmed else [signed]


def _carried_out(signed: DisputeCountersigned) -> DisputeDecided | FindingRecorded:
    """The first person's decision or finding, in force from the second signature."""
    proposed = signed.proposed
    if proposed.decision is None:
        return carried_over(FindingRecorded, proposed, finding=proposed.reason, at=signed.at)
    return carried_over(DisputeDecided, proposed, at=signed.at)
