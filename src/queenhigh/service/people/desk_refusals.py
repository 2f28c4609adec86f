"""The front desk's refusals, in the words that people read."""

from collections.abc import Collection

from ...store.credentials import Person
from ..errors import ServiceError
from ..rights import PERSON_ROLES
from .passwords import complaint


def known_role(role: str) -> str:
    if role not in PERSON_ROLES:
        message = f"There is no role {role!r} (there are {', '.join(PERSON_ROLES)})."
        raise ServiceError("people/role", message, 400, path="role")
    return role


def refuse_while_playing(person: Person, tables: Collection[str]) -> None:
    """Refuse another role while the person plays for money: staff do not, nor deal to their own
    chips.
    """
    if tables:
        message = f"{person.name} sits at {', '.join(sorted(tables))}: they must leave it first."
        raise ServiceError("people/seated", message, 409, path="role")


def refuse_weak(password: str, name: str, path: str) -> None:
    if wrong := complaint(password, name):
        raise ServiceError("password/weak", wrong, 400, path=path)


def refused() -> ServiceError:
    return ServiceError("login/refused", "The name or the password is wrong.", 401)


def locked(seconds: float) -> ServiceError:
    wait = max(1, round(seconds + 0.5))
    message = f"Too many wrong passwords for this name from here: wait {wait} s."
    return ServiceError("login/locked", message, 429, headers={"retry-after": str(wait)})


def taken(name: str) -> ServiceError:
    return ServiceError("name/taken", f"The name {name} is taken.", 409, path="name")


def gone() -> ServiceError:
    message = "This invitation has been used or withdrawn, has expired, or never existed."
    return ServiceError("invitation/gone", message, 404)
