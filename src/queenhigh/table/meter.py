"""The meters: fed by the bets, locked by the hand that hits one, reset to its seed."""

from collections.abc import Iterator

import msgspec

from ..house.model import House
from ..house.points import point
from ..wagers.award import paid_cents
from ..wagers.meter_feed import contribution_cents, reserve_cents
from ..wagers.outcome import Line
from . import commands as c
from . import events as e
from .chip_place import METER, OVERFLOW, RESERVE, of_meter
from .refusal import TableRefusal
from .state import Jackpot
from .transaction import Transaction

FED_BY_THE_WAGERS = point("meter.fed")
LOCKED = point("meter.lock")
RESET = point("meter.reset")


def read_meter(now: Transaction, command: c.ReadMeter) -> None:
    """Record a meter reading; an unchanged one does nothing."""
    key = meter_named(now, command.of)
    overflow = _there(now, OVERFLOW, key) if command.overflow is None else command.overflow
    read = command.meter, command.reserve, overflow
    if read != tuple(_there(now, kind, key) for kind in (METER, RESERVE, OVERFLOW)):
        now.add(e.MeterRead(command.meter, command.reserve, command.overflow, of=written(now, key)))


def _there(now: Transaction, kind: str, key: str) -> int:
    return now.table.accounts.get(of_meter(kind, key), 0)


def must_have_one(now: Transaction) -> None:
    if not now.house.meters:
        raise now.refusal(TableRefusal.NO_METER, "This house has no progressive.")


def not_run(house: House) -> str:
    """Why no table can run this house's meters; None if tables can.

    No book says who is paid when a hidden trigger is met, or who keeps it until then.
    """
    for key, terms in house.meters.items():
        if terms.must_hit_by:
            return f"The meter {key} must be hit by an amount: it is for figures, not for a table."
    return ""


def meter_named(now: Transaction, named: str) -> str:
    """The meter with that key; by default the house's only one."""
    must_have_one(now)
    key = named or now.house.only_meter
    if key not in now.house.meters:
        known = ", ".join(now.house.meters)
        raise now.refusal(TableRefusal.NO_METER, f"Name the meter: {known}.")
    return key


def written(now: Transaction, key: str) -> str | msgspec.UnsetType:
    """The key as events write it: unset for a house's only meter."""
    return msgspec.UNSET if now.house.only_meter else key


def feed_meters(now: Transaction) -> None:
    """Add the bets' contributions to the meters, up to their limits, and to the reserves."""
    for key, (share, reserve) in contributions(now).items():
        meter = now.house.meters[key]
        room = share
        if meter.limit_cents:
            room = min(share, max(0, meter.limit_cents - _there(now, METER, key)))
        if share or reserve:
            event = e.MeterFed(
                meter=room,
                reserve=reserve,
                overflow=share - room,
                of=written(now, key),
                clauses=now.clauses(FED_BY_THE_WAGERS),
            )
            now.add(event)


def contributions(now: Transaction) -> dict[str, tuple[int, int]]:
    """What the round's bets contribute to each meter and to its reserve."""
    if not now.house.meters:
        return {}
    seats = [now.table.seats[number] for number in now.table.round.positions]
    bets = [bet for seat in seats for bet in seat.wagers.items()]
    return {
        key: (contribution_cents(now.house, key, bets), reserve_cents(now.house, key, bets))
        for key in now.house.meters
    }


def feed_difference(now: Transaction, before: dict[str, tuple[int, int]]) -> None:
    """Feed the difference that a corrected bet makes."""
    for key, (share, reserve) in contributions(now).items():
        more, kept = share - before[key][0], reserve - before[key][1]
        if more or kept:
            clauses = now.clauses(FED_BY_THE_WAGERS)
            now.add(e.MeterFed(meter=more, reserve=kept, of=written(now, key), clauses=clauses))


def lock(now: Transaction, seat: int) -> None:
    """Lock the jackpot when the winning hand is turned over, so the next winner finds it reset.

    Not earlier: the table may know the winner once the dealer's hand is up, but nobody else does.
    """
    for line in _hits(now, seat):
        _lock(now, seat, line)


def lock_unlocked(now: Transaction, seat: int) -> None:
    """After a correction, lock the jackpots that are hit now and were not before."""
    for line in _hits(now, seat):
        if now.table.jackpot_of(seat, line.wager) is None:
            _lock(now, seat, line)


def _lock(now: Transaction, seat: int, line: Line) -> None:
    key = str(line.meter)
    won = _won(now, line, key)
    carried = won % smallest_chip(now)
    locked = e.JackpotLocked(
        seat=seat,
        cents=won - carried,
        of=written(now, key),
        wager=line.wager if _several_hit(now) else msgspec.UNSET,
        carried=carried or msgspec.UNSET,
        clauses=now.clauses(LOCKED),
    )
    now.add(locked)
    _reset(now, key, carried)


def smallest_chip(now: Transaction) -> int:
    """The unit of meter payouts in cents: where chips pay them, the smallest chip."""
    return now.house.betting.chips_cents[0] if now.table.tray_is_chips else 1


def _hits(now: Transaction, seat: int) -> Iterator[Line]:
    settled = now.table.round.settled
    for each in settled.seats if settled else ():
        if each.seat == seat:
            yield from (line for line in each.lines if line.meter is not msgspec.UNSET)


def _several_hit(now: Transaction) -> bool:
    """Whether more than one wager of the house can hit a meter."""
    hit = [w for w in now.house.wagers.values() if any(row.meter for row in w.pays.values())]
    return len(hit) > 1


def _won(now: Transaction, line: Line, key: str) -> int:
    """The award as settled; for a shared meter, recomputed from its present amount."""
    wager = now.house.wagers.get(line.wager)
    row = wager.pays.get(line.category) if wager and isinstance(line.category, str) else None
    if wager is None or row is None or key not in now.table.linked:
        return line.paid
    meters = now.table.meters
    return paid_cents(now.house, row, line.stake, meters, wager.max_award_cents)


def _reset(now: Transaction, key: str, carried: int) -> None:
    """Reset to the seed: from the reserve, then the overflow, then the table.

    Winnings carried over are added to it.
    """
    missing = now.house.meters[key].seed_cents - (_there(now, METER, key) - carried)
    if missing > 0:
        from_reserve = min(missing, _there(now, RESERVE, key))
        from_overflow = min(missing - from_reserve, _there(now, OVERFLOW, key))
        reset = e.MeterReset(
            seed=missing,
            from_reserve=from_reserve,
            from_overflow=from_overflow,
            of=written(now, key),
            clauses=now.clauses(RESET),
        )
        now.add(reset)


def share_jackpot(now: Transaction, command: c.ShareJackpot) -> None:
    """Share a jackpot that two tables hit at once, if the house splits it, before it is paid."""
    key = meter_named(now, command.of)
    if now.house.meters[key].simultaneous != "split":
        message = "This jackpot is not shared: the first table to lock it gets all of it."
        raise now.refusal(TableRefusal.NOT_SHARED, message, LOCKED)
    jackpot = _unpaid(now, key)
    if jackpot is None:
        message = "No jackpot is locked and unpaid here."
        raise now.refusal(TableRefusal.NO_JACKPOT, message)
    if jackpot.cents != command.cents:
        now.add(
            e.JackpotShared(
                seat=jackpot.seat,
                cents=command.cents,
                before=jackpot.cents,
                of=written(now, key),
                wager=jackpot.wager or msgspec.UNSET,
                clauses=now.clauses(LOCKED),
            )
        )


def _unpaid(now: Transaction, key: str) -> Jackpot | None:
    """The meter's last jackpot that is locked and unpaid."""
    locked = [each for each in now.table.round.jackpots if each.meter == key and not each.paid]
    return locked[-1] if locked else None
