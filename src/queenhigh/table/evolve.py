"""Evolve never judges: it records what an event says. A replay folds it over the log."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec.structs import force_setattr

from ..house.model import House
from . import events as e
from . import hand_changes, irregularity_changes, layout_changes, round_changes, upkeep_changes
from .bets_at_stake import END_ROUND, after, is_of_the_bets
from .by_type import by_type
from .chip_place import TRAY
from .chips import transfers, undo
from .state import DEALT_BY_PEOPLE, Phase, Table, Transfer


def replay(house: House, happened: Iterable[e.Event]) -> Table:
    table = Table(house)
    for event in happened:
        table = evolve(table, event)
    return table


def evolve(table: Table, event: e.Event, moved: list[Transfer] | None = None) -> Table:
    """Apply an event; `moved` are its transfers, if already known."""
    if moved is None:
        moved = transfers(table, event)
    changed = CHANGES[type(event)](table, event)
    if changed is table:
        changed = table.but()
    # Nothing else refers to this copy yet, so the remaining fields are set in place.
    force_setattr(changed, "version", table.version + 1)
    if moved:
        accounts = after(table.accounts, moved)
        if changed.tray_counted and accounts.get(TRAY) != table.accounts.get(TRAY):
            force_setattr(changed, "tray_counted", False)
        force_setattr(changed, "accounts", accounts)
        if not is_of_the_bets(table, event):
            force_setattr(changed, "without_bets", after(table.without_bets, moved))
    if type(event) in END_ROUND:
        force_setattr(changed, "without_bets", changed.accounts)
    if changed.kind in DEALT_BY_PEOPLE:
        _by_people(table, changed, event, moved)
    return changed


def _by_people(table: Table, changed: Table, event: e.Event, moved: list[Transfer]) -> None:
    """Where people deal, keep what a correction would undo, and when the present wait began."""
    taken_back = undo(table, event, moved)
    if taken_back is not table.round.undo and not changed.round.over:
        round_ = msgspec.structs.replace(changed.round, undo=taken_back)
        force_setattr(changed, "round", round_)
    if waits_for(table) != waits_for(changed):
        force_setattr(changed, "since", event.at)


def waits_for(table: Table) -> tuple[object, ...]:
    """What the table is waiting for; a change starts a new wait."""
    has_bets = table.phase is Phase.BETTING and bool(table.bettors())
    return table.phase, table.round.number, table.next_to_decide, has_bets, table.due


def _unchanged(table: Table, event: e.Event) -> Table:
    return table


# These events only move chips, or are only a record.
_UNCHANGED = (
    e.ChipsColoured, e.CorrectionMade, e.DeckFlawed, e.FeeCollected, e.IrregularityReported,
    e.MeterFed, e.MeterRead, e.MeterReset, e.NoticeGiven, e.PayoutCorrected, e.PayoutVerified,
)  # fmt: skip
# What each event records, looked up by type: constant time for about a hundred types.
# `Any`: each takes its own event.
CHANGES: dict[type[e.Event], Callable[[Table, Any], Table]] = {
    **by_type(
        "event",
        hand_changes,
        irregularity_changes,
        layout_changes,
        round_changes,
        upkeep_changes,
    ),
    **dict.fromkeys(_UNCHANGED, _unchanged),
}
