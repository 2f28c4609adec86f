"""The service's settings, logged at each change: the streams of the kind `service`.

The start options are in `service:settings`, the alert limits in `service:alerts`, the links printed
by the server itself in `service:links`, and changes of the identity key in `service:keys`.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from msgspec import UNSET, UnsetType

from ..house.plain_data import Document
from ..table.commands import Command
from ..table.events import Event
from .alerts import USUAL, Limits

SERVICE: Final = "service"  # The kind of the streams.
STREAM: Final = "service:settings"
ALERTS_STREAM: Final = "service:alerts"
LINKS_STREAM: Final = "service:links"
KEYS_STREAM: Final = "service:keys"


class ApplySettings(Command, frozen=True, tag="apply_settings"):
    settings: Document
    houses: dict[str, str]
    program: str


class SettingsApplied(Event, frozen=True, tag="settings_applied"):
    settings: Document
    houses: dict[str, str]  # From folders and files: a hash of each house, by its key.
    program: str  # The program's version.


class SetAlertLimits(Command, frozen=True, tag="set_alert_limits"):
    limits: Limits


class AlertLimitsSet(Event, frozen=True, tag="alert_limits_set"):
    limits: Limits


class PrintLinks(Command, frozen=True, tag="print_links"):
    links: dict[str, str]


class LinksPrinted(Event, frozen=True, tag="links_printed"):
    """Links that the server printed when it started, by their hashes: each admits one person."""

    links: dict[str, str]  # The role of each.
    earlier: dict[str, str] | UnsetType = UNSET  # From versions that did not log them.


class ResealingBegun(Event, frozen=True, tag="resealing_begun"):
    """The resealing of identities under another key has begun. Keys are named by hashes."""

    key: str
    records: int  # How many are under older keys.


class IdentitiesResealed(Event, frozen=True, tag="identities_resealed"):
    """All identities are sealed under the newest key."""

    key: str
    records: int


AnyServiceEvent = (
    SettingsApplied | AlertLimitsSet | LinksPrinted | ResealingBegun | IdentitiesResealed
)


def limits_then(said: Iterable[AlertLimitsSet], at: datetime) -> Limits:
    """The alert limits at a moment, so that a report can be reproduced."""
    limits = USUAL
    for each in said:
        if each.at <= at:
            limits = each.limits
    return limits
