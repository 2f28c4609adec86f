"""How the service was set up, each time that changed: the streams of the kind `service`.

What it was started with is in `service:settings`, what is worth an alert in `service:alerts`.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from ..table.commands import Command
from ..table.events import Event
from .alerts import USUAL, Limits

SERVICE: Final = "service"  # The kind of the streams.
STREAM: Final = "service:settings"
ALERTS_STREAM: Final = "service:alerts"


class ApplySettings(Command, frozen=True, tag="apply_settings"):
    settings: dict[str, Any]
    houses: dict[str, str]
    program: str


class SettingsApplied(Event, frozen=True, tag="settings_applied"):
    settings: dict[str, Any]
    houses: dict[str, str]  # Of folders and files: a hash of what each house is, by its key.
    program: str  # The version of it.


class SetAlertLimits(Command, frozen=True, tag="set_alert_limits"):
    limits: Limits


class AlertLimitsSet(Event, frozen=True, tag="alert_limits_set"):
    limits: Limits


AnyServiceEvent = SettingsApplied | AlertLimitsSet


def limits_then(said: Iterable[AlertLimitsSet], at: datetime) -> Limits:
    """What was worth an alert at a moment: a report made again is the same."""
    limits = USUAL
    for each in said:
        if each.at <= at:
            limits = each.limits
    return limits
