"""Why a money command is refused: a closed list. A table's refusals are in `table.refusal`."""

from enum import StrEnum

from ..table.refusal import Refusal


class MoneyRefusal(StrEnum):
    NOT_ENOUGH = "money/not_enough"
    NOT_POSITIVE = "money/not_positive"
    FOREIGN_MONEY = "money/foreign"
    NO_PATRON = "money/no_patron"
    ENOUGH = "money/enough"
    OWN_MONEY = "money/own"
    OTHERS_MONEY = "money/others"
    NOT_ASKED = "money/not_asked"
    OWN_REQUEST = "money/own_request"
    OWN_DEPOSIT = "money/own_deposit"
    WALK_IN_TAKEN = "seat/walk_in_taken"
    BAD_NAME = "link/bad_name"
    LINK_EXISTS = "link/exists"
    NO_SUCH_LINK = "link/unknown"
    BAD_TERMS = "link/bad_terms"
    TERMS_DIFFER = "link/terms_differ"
    OTHER_STAKES = "link/other_stakes"
    SOLO = "link/solo"


def refuse(code: MoneyRefusal, message: str, because: tuple[str, ...] = ()) -> Refusal:
    return Refusal(code.value, message, because)
