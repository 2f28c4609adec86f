"""How the service was set up, each time that changed: the stream `service:settings`."""

from typing import Any, Final

from ..table.commands import Command
from ..table.events import Event

SERVICE: Final = "service"  # The kind of the stream.
STREAM: Final = "service:settings"


class ApplySettings(Command, frozen=True, tag="apply_settings"):
    settings: dict[str, Any]
    houses: dict[str, str]
    program: str


class SettingsApplied(Event, frozen=True, tag="settings_applied"):
    settings: dict[str, Any]
    houses: dict[str, str]  # Of folders and files: a hash of what each house is, by its key.
    program: str  # The version of it.
