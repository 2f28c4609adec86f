"""Why a money command is refused: a closed list. A table's refusals are in `table.refusal`."""

from collections.abc import Iterable
from enum import StrEnum

from ..table.refusal import Refusal, TableRefusal
from ..table.roles import ROLES


class MoneyRefusal(StrEnum):
    NOT_ENOUGH = "money/not_enough"
    NOT_POSITIVE = "money/not_positive"
    FOREIGN_MONEY = "money/foreign"
    NO_PATRON = "money/no_patron"
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


def refuse_role(role: str, allowed: Iterable[str], clauses: tuple[str, ...] = ()) -> Refusal | None:
    if role not in ROLES:
        message = f"{role!r} is not a role (there are {', '.join(ROLES)})."
        return Refusal(TableRefusal.UNKNOWN_ROLE.value, message)
    if role not in allowed:
        message = f"A {role.replace('_', ' ')} may not do that."
        return Refusal(TableRefusal.NOT_YOUR_ROLE.value, message, clauses)
    return None
