"""The tray: filled from the cage, credited to it, counted by two people who moved no chips."""

from typing import TypedDict, Unpack

from ..house.calendar import calendar
from . import commands as c
from . import events as e
from .command_rules import MAY
from .denominations import Stacks, in_order, in_words, total_cents
from .refusal import TableRefusal
from .roles import Actor, role_of
from .state import Table
from .transaction import Transaction

_COUNTERS = MAY["count_tray"]


def fill_tray(now: Transaction, command: c.FillTray) -> None:
    now.add(e.TrayFilled(cents=command.cents, **_slip(now, command)))


def credit_tray(now: Transaction, command: c.CreditTray) -> None:
    if command.cents > now.table.tray:
        raise now.refusal(TableRefusal.TRAY_TOO_SMALL, "The tray does not have that many chips.")
    now.add(e.TrayCredited(cents=command.cents, **_slip(now, command)))


class _Slip(TypedDict, total=False):
    slip: int
    chips: Stacks
    runner: str
    signed: tuple[str, ...]


def _slip(now: Transaction, command: c.FillTray | c.CreditTray) -> _Slip:
    """The chips on a slip, and who carries them. Scripts may give only the amount."""
    if not now.table.guarded and not command.chips:
        return {}
    if now.table.guarded and not command.runner:
        raise now.refusal(TableRefusal.NO_RUNNER, "Name who carries the chips: that person signs.")
    if now.table.guarded and command.runner == Actor.parse(command.by).name:
        message = "Name another runner: the person who requests the chips does not carry them."
        raise now.refusal(TableRefusal.NO_RUNNER, message)
    return {
        "slip": slip_number(now),
        "chips": chips_counted(now, command.chips, command.cents),
        "runner": command.runner,
        "signed": now.signed or (command.by,),
    }


def slip_number(now: Transaction) -> int:
    """The number under which it was requested; without a request, the next one."""
    return now.slip or now.table.last_slip + 1


def count_tray(now: Transaction, command: c.CountTray) -> None:
    """Count the tray before a witness: compare what is there with what should be. No chip moves."""
    refuse_who_moved_chips(now, command.by)
    if now.table.guarded:
        witness = now.signed[-1] if now.signed else ""
        chips = chips_counted(now, command.chips, command.counted)
        _counted(now, command, witness, chips=chips, inventory=command.inventory)
        return
    _, witness = Actor.parse(command.witness)
    if role_of(now.house, command.witness) not in _COUNTERS or not witness:
        message = "A count needs a named witness: a dealer, a floor supervisor or above."
        raise now.refusal(TableRefusal.WITNESS_NEEDED, message)
    if witness == Actor.parse(command.by).name:
        raise now.refusal(TableRefusal.SAME_PERSON, "The witness must be another person.")
    _counted(now, command, command.witness)


class _ByValue(TypedDict, total=False):
    chips: Stacks
    inventory: c.InventoryKind


def _counted(
    now: Transaction, command: c.CountTray, witness: str, **by_value: Unpack[_ByValue]
) -> None:
    expected, counted = now.table.tray, command.counted
    now.add(
        e.TrayCounted(
            expected=expected,
            counted=counted,
            variance=counted - expected,
            witness=witness,
            **by_value,
        )
    )


def refuse_who_moved_chips(now: Transaction, by: str) -> None:
    """Refuse a person who moved this table's chips that day: nobody both moves and counts."""
    moved = now.table.movers.get(Actor.parse(by).name)
    days = calendar(now.house.compliance)
    if now.table.guarded and moved is not None and days.day(moved) == days.day(now.at):
        message = "Nobody who moved chips of this table today may count here."
        raise now.refusal(TableRefusal.MOVED_CHIPS, message)


def chips_counted(now: Transaction, stacks: Stacks, cents: int) -> Stacks:
    """Chips of this house, each value once, that add up to the amount."""
    for each in stacks:
        if each.value not in now.house.betting.chips_cents:
            message = f"The house has no chip of {now.house.money(each.value)}."
            raise now.refusal(TableRefusal.NO_SUCH_CHIP, message)
    return money_counted(now, stacks, cents)


def money_counted(now: Transaction, stacks: Stacks, cents: int) -> Stacks:
    """Chips, notes or coins, each value once, that add up to the amount."""
    if len({each.value for each in stacks}) < len(stacks):
        raise now.refusal(TableRefusal.NO_SUCH_CHIP, "Name each value once.")
    if (total := total_cents(stacks)) != cents:
        money = now.house.money
        message = f"The chips add up to {money(total)}, not {money(cents)}."
        raise now.refusal(TableRefusal.DOES_NOT_ADD_UP, message)
    return in_order(stacks)


def refuse_other_than_closed(now: Transaction, stacks: Stacks) -> None:
    """Refuse a tray that differs from the one two people counted before the table closed.

    Otherwise whoever opens the table could keep part of it in between.
    """
    left = now.table.chips_found
    if left is None or left == stacks:
        return
    money = now.house.money
    cents = total_cents(left)
    inside = f"{money(cents)} in the tray"
    if total_cents(stacks) == cents:
        inside += f" ({in_words(left, money)})"
    message = (
        f"The table was closed with {inside}: open it with that; a fill or a credit changes it."
    )
    raise now.refusal(TableRefusal.NOT_AS_CLOSED, message)


def refuse_short_tray(now: Transaction, before: Table) -> None:
    """Refuse to pay chips the tray lacks. A void goes ahead, and an alert reports the debt."""
    short = -now.table.tray
    if short <= max(0, -before.tray):
        return
    if any(isinstance(event, e.RoundVoided | e.SettledRoundVoided) for event in now.events):
        return
    message = f"The tray is {now.house.money(short)} short: ask for a fill first."
    raise now.refusal(TableRefusal.TRAY_TOO_SMALL, message)
