"""The tray: filled from the cage, credited to it, counted by two people."""

from typing import Final

from . import commands as c
from . import events as e
from .refusal import TableRefusal
from .roles import MAY, role_and_name, role_of
from .transaction import Transaction

_COUNTERS: Final = MAY["count_tray"]


def fill_tray(now: Transaction, command: c.FillTray) -> None:
    now.add(e.TrayFilled(cents=command.cents))


def credit_tray(now: Transaction, command: c.CreditTray) -> None:
    if command.cents > now.table.tray:
        raise now.refusal(TableRefusal.TRAY_TOO_SMALL, "The tray has not that many chips.")
    now.add(e.TrayCredited(cents=command.cents))


def count_tray(now: Transaction, command: c.CountTray) -> None:
    """By one person before another: what is there against what should be. No chip moves."""
    if now.table.guarded:
        _counted(now, command.counted, now.signed[-1] if now.signed else "")
        return
    _, witness = role_and_name(command.witness)
    if role_of(now.house, command.witness) not in _COUNTERS or not witness:
        message = "A count has a witness: a dealer, or somebody of the floor or above, by name."
        raise now.refusal(TableRefusal.WITNESS_NEEDED, message)
    if witness == role_and_name(command.by)[1]:
        raise now.refusal(TableRefusal.SAME_PERSON, "The witness is another person.")
    _counted(now, command.counted, command.witness)


def _counted(now: Transaction, cents: int, witness: str) -> None:
    expected = now.table.tray
    now.add(
        e.TrayCounted(expected=expected, counted=cents, variance=cents - expected, witness=witness)
    )
