"""Alerts about changes to staff: somebody who invites people could pose as every signer.

Changes of the alert limits are included: nobody can raise them unseen.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Final

import msgspec

from ..house.money import currency_text
from ..house.words import plain_words
from ..table.roles import Actor
from .alert_subject import About
from .alerts import USUAL, Alert, AlertKind, Limits
from .personnel import (
    InvitationMade,
    PersonAdded,
    PersonChanged,
    PersonConfirmed,
    PersonTakenOver,
)
from .settings import AlertLimitsSet

STAFF_SPAN: Final = timedelta(days=7)  # How long an alert is shown.
_PLAYER: Final = "player"
StaffFact = (
    PersonAdded
    | PersonTakenOver
    | PersonChanged
    | PersonConfirmed
    | InvitationMade
    | AlertLimitsSet
)


def is_staff_fact(event: object) -> bool:
    """Whether these alerts are made from the event. An unknown person counts as a player."""
    match event:
        case PersonAdded(role=role) | PersonTakenOver(role=role):
            return role != _PLAYER
        case InvitationMade(role=role, whom=whom):
            return whom is not None or role != _PLAYER
        case _:
            return isinstance(event, PersonChanged | PersonConfirmed | AlertLimitsSet)


def staff_alerts(
    facts: Iterable[StaffFact], since: datetime, until: datetime | None = None
) -> Iterator[Alert]:
    """Alerts between two moments, given all facts ever found, in log order."""
    was: dict[str, tuple[str, bool]] = {}
    limits = USUAL
    for fact in facts:
        kind: AlertKind = "staff_changed"
        about = (
            About("service", "alerts")
            if isinstance(fact, AlertLimitsSet)
            else About("person", fact.name)
        )
        reason = ""
        match fact:
            case AlertLimitsSet():
                kind = "limits_changed"
                reason, limits = _changed(limits, fact.limits), fact.limits
            case InvitationMade():
                about, reason = About("person", fact.whom or fact.name), _invited(fact)
            case PersonAdded():
                reason = _added(fact)
                was[fact.name] = fact.role, False
            case PersonConfirmed():
                reason = f"confirmed {fact.name} as {plain_words(fact.role)}"
            case PersonTakenOver():
                was[fact.name] = fact.role, fact.disabled
            case PersonChanged():
                reason = _moved(was.get(fact.name, (_PLAYER, False)), fact)
                was[fact.name] = fact.role, fact.disabled
        if reason and fact.at >= since and (until is None or fact.at < until):
            told = f"{_who(fact.by)} {reason}."
            yield Alert(kind=kind, about=str(about), reason=told, at=fact.at)


def _added(fact: PersonAdded) -> str:
    if isinstance(fact.invitation, str):
        return "came in by an invitation"
    return f"let {fact.name} in as {plain_words(fact.role)}, and chose the password"


def _invited(fact: InvitationMade) -> str:
    if fact.whom is None:
        return f"made a link to join as {plain_words(fact.role)}"
    return f"made a link that sets a new password for {fact.whom}"


def _moved(was: tuple[str, bool], fact: PersonChanged) -> str:
    role, disabled = was
    said = []
    if role != fact.role:
        said.append(f"changed {fact.name} from {plain_words(role)} to {plain_words(fact.role)}")
    if disabled != fact.disabled and _PLAYER not in (role, fact.role):
        said.append(f"shut {fact.name} out" if fact.disabled else f"let {fact.name} in again")
    return " and ".join(said)


def _changed(before: Limits, after: Limits) -> str:
    pairs = zip(msgspec.structs.asdict(before).items(), msgspec.structs.astuple(after), strict=True)
    told = [
        f"{plain_words(name.removesuffix('_cents'))} {_written(name, new)} instead of"
        f" {_written(name, old)}"
        for (name, old), new in pairs
        if old != new
    ]
    return f"set what is worth an alert: {', '.join(told)}" if told else ""


def _who(by: str) -> str:
    role, name = Actor.parse(by)
    return f"{plain_words(role).capitalize()} {name}".strip()


def _written(name: str, value: float) -> str:
    if name.endswith("_cents"):
        return currency_text(int(value))
    return f"{value:.6f}".rstrip("0").rstrip(".")
