"""The form of the alert limits, as they are now."""

from typing import Final

import msgspec

from ...floor.alerts import Limits, LimitsWanted
from ...table.command_form import RequestForm, ask, fields_asked

_LABELS: Final = {
    "irregularities": "Irregularities of one dealer or table",
    "voids": "Void rounds of one dealer or table in a day",
    "chance": "Probability below which a result is an alert",
    "rounds": "Rounds before luck is judged",
    "tray_bets": "Minimum bets that a tray must cover",
    "tokes_percent": "Tokes, as a percentage of what was bet with a dealer",
    "tokes_cents": "Least amount of such tokes",
    "relief_minutes": "Minutes on duty below which a relief was needless",
    "practice_tables": "Practice tables of one person within an hour",
    "deposits_cents": "Deposits that one person takes in for one patron within a day",
}


def limits_form(limits: Limits) -> RequestForm:
    now = msgspec.structs.asdict(limits)
    asked = (ask(name, label, initial=now[name]) for name, label in _LABELS.items())
    return RequestForm(
        title="Limits of alerts", verb="Set the limits", fields=fields_asked(LimitsWanted, asked)
    )
