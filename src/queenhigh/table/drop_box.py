"""The drop box: notes paid for chips, taken by the floor, counted by the count room."""

from . import commands as c
from . import events as e
from .refusal import TableRefusal
from .transaction import Transaction
from .tray import money_counted, refuse_who_moved_chips, slip_number


def take_drop_box(now: Transaction, command: c.TakeDropBox) -> None:
    if not now.table.physical:
        message = "This table takes no banknotes: it has no drop box."
        raise now.refusal(TableRefusal.NOT_THIS_KIND, message)
    signed = now.signed or (command.by,)
    now.add(e.DropBoxTaken(slip=slip_number(now), cents=now.table.drop, signed=signed))


def count_drop(now: Transaction, command: c.CountDrop) -> None:
    """Count a box; the expected amount is revealed only now, so nobody counts towards it."""
    if command.box not in now.table.boxes:
        message = f"No box {command.box} of this table waits to be counted."
        raise now.refusal(TableRefusal.NO_SUCH_BOX, message)
    refuse_who_moved_chips(now, command.by)
    expected = now.table.boxes[command.box]
    now.add(
        e.DropCounted(
            box=command.box,
            expected=expected,
            counted=command.counted,
            variance=command.counted - expected,
            notes=money_counted(now, command.notes, command.counted),
            witness=now.signed[-1] if now.signed else "",
        )
    )
