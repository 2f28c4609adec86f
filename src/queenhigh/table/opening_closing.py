"""A table opens and closes."""

import msgspec

from . import commands as c
from . import events as e
from . import meter, procedure
from .approvals import end_all_requests
from .decks import between_rounds
from .instructions import automation_problem, steps_of
from .refusal import Refused, TableRefusal
from .rounds import open_shuffle
from .state import Phase
from .transaction import Transaction
from .tray import chips_counted, refuse_other_than_closed


def open_table(now: Transaction, command: c.OpenTable) -> None:
    now.must_be(Phase.CLOSED, code=TableRefusal.ALREADY_OPEN, message="The table is open.")
    automation = command.automation
    if "all" in automation:
        automation = tuple(sorted(steps_of(now.house)))
    if problem := automation_problem(command.kind, automation):
        raise Refused(problem.code, problem.message)
    house = now.house
    if message := meter.not_run(house):
        raise now.refusal(TableRefusal.METER_NOT_RUN, message)
    opened = _meters(now, command)
    only = opened.get(house.only_meter or "", e.MeterOpened(0))
    by_people = command.guarded and "settle" not in automation
    given = () if command.chips is None and by_people else command.chips
    chips = msgspec.UNSET if given is None else chips_counted(now, given, command.tray)
    if by_people and chips is not msgspec.UNSET:
        refuse_other_than_closed(now, chips)
    now.add(
        e.TableOpened(
            table=command.table,
            house=house.key,
            dealer=command.dealer,
            tray=command.tray,
            meter=only.cents,
            automation=automation,
            todo=procedure.opening(house, range(house.cards.decks)),
            reserve=only.reserve,
            linked=any(each.linked for each in opened.values()),
            meters=opened if len(house.meters) > 1 else msgspec.UNSET,
            guarded=command.guarded or msgspec.UNSET,
            kind=command.kind or msgspec.UNSET,
            chips=chips,
        )
    )


def _meters(now: Transaction, command: c.OpenTable) -> dict[str, e.MeterOpened]:
    """Each meter of the house: shared if the command gives its amount, and otherwise seeded."""
    shared, reserves = dict(command.meters), dict(command.reserves)
    if command.meter is not None or command.reserve is not None:
        key = meter.meter_named(now, "")
        shared[key], reserves[key] = command.meter or 0, command.reserve or 0
    for key in (*shared, *reserves):
        meter.meter_named(now, key)
    standing = now.table.meters
    return {
        key: e.MeterOpened(shared.get(key, 0), reserves.get(key, 0), linked=True)
        if key in shared or key in reserves
        else e.MeterOpened(0 if standing[key] else terms.seed_cents)
        for key, terms in now.house.meters.items()
    }


def close_table(now: Transaction, command: c.CloseTable) -> None:
    between_rounds(now)
    if now.table.guarded and "settle" not in now.table.automation:
        _must_be_left_in_order(now)
    for seat in sorted(now.table.seats):
        player = now.table.seats[seat].player
        carried = now.table.stack(player)
        now.add(e.SeatLeft(seat=seat, player=player, with_cents=carried))
    for deck in range(len(now.table.decks)):
        open_shuffle(now, deck)
    end_all_requests(now)
    now.add(e.TableClosed(tray=now.table.tray))


def _must_be_left_in_order(now: Transaction) -> None:
    """Where people handle chips, all players must have left and the tray must be counted."""
    if now.table.seats:
        message = "Players are still seated: they must leave first."
        raise now.refusal(TableRefusal.NOT_EMPTY, message)
    counted = now.table.inventory == "closing" or not now.table.tray_is_chips
    if not now.table.tray_counted or not counted:
        message = "The tray is counted by two people, for the closing, before the table closes."
        raise now.refusal(TableRefusal.NOT_COUNTED, message)
