"""Reasons for refusing a floor command: a closed list."""

from collections.abc import Container
from enum import StrEnum

from ..house.model import House
from ..house.points import Point
from ..table.refusal import Refusal, refuse_role
from ..table.roles import role_of


class FloorRefusal(StrEnum):
    FORM_NOT_DUE = "compliance/form_not_due"
    FORM_TAKEN = "compliance/form_taken"
    FORM_MISSING = "compliance/form_missing"
    WRONG_FORM = "compliance/wrong_form"
    WRONG_AMOUNT = "compliance/wrong_amount"
    REPORT_NOT_DUE = "compliance/report_not_due"
    REPORT_FILED = "compliance/report_filed"
    NO_IDENTITY = "compliance/no_identity"
    NO_SUCH_FIELD = "compliance/no_such_field"
    NO_SUCH_OBLIGATION = "compliance/no_such_obligation"
    NO_REFERENCE = "compliance/no_reference"
    NO_REASON = "floor/no_reason"
    NO_SUCH_NOTICE = "notice/unknown"
    NOT_TOLD = "notice/not_for_you"
    ACKNOWLEDGED = "notice/acknowledged"
    NO_SUCH_DISPUTE = "dispute/unknown"
    DISPUTE_EXISTS = "dispute/exists"
    NO_SUCH_ROUND = "dispute/no_such_round"
    NOT_YOURS = "dispute/not_yours"
    DECIDED = "dispute/decided"
    UNDECIDED = "dispute/undecided"
    NO_PATRON = "dispute/no_patron"
    NO_AUTHORITY = "dispute/no_authority"
    TAKEN_FURTHER = "dispute/taken_further"
    NOT_TAKEN_FURTHER = "dispute/not_taken_further"
    NOTIFIED = "dispute/notified"
    ROUND_GOES_ON = "dispute/round_goes_on"
    TOO_MUCH = "dispute/too_much"
    WAITS_FOR_SIGNATURE = "dispute/waits_for_signature"
    NOTHING_TO_SIGN = "dispute/nothing_to_sign"
    NOT_ALONE = "dispute/not_alone"
    NO_SUCH_RULE = "conduct/no_such_rule"
    NOT_THEIRS = "conduct/not_theirs"
    NO_SUCH_SEAT = "conduct/no_such_seat"
    NOBODY_NAMED = "conduct/nobody_named"
    NOT_AGAINST_ONESELF = "conduct/against_oneself"
    BOOK_NOT_YOURS = "book/not_your_role"
    NO_SUCH_BOOK = "book/unknown"
    BOOK_EMPTY = "book/empty"
    BOOK_KEY_TAKEN = "book/key_taken"
    BOOK_NOT_A_DRAFT = "book/not_a_draft"
    BOOK_OWN = "book/own_upload"


def refuse(code: FloorRefusal, message: str, because: tuple[str, ...] = ()) -> Refusal:
    return Refusal(code.value, message, because)


def refuse_by(
    house: House, by: str, allowed: Container[str], because: Point | None = None
) -> Refusal | None:
    """Refuse a role that is not allowed, in a house that may have its own titles."""
    clauses = house.clauses(because) if because else ()
    return refuse_role(role_of(house, by), allowed, clauses)
