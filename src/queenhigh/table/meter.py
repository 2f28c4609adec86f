"""The progressive's meter: fed by the bets, locked by the hand that hits it, reset to its seed."""

from itertools import chain

from ..house.points import point
from ..wagers.progressive import jackpot_cents
from . import commands as c
from . import events as e
from .chips import OVERFLOW, RESERVE
from .refusal import TableRefusal
from .unfolding import Unfolding

FED_BY_THE_WAGERS = point("meter.fed")
LOCKED = point("meter.lock")
RESET = point("meter.reset")


def read_meter(now: Unfolding, command: c.ReadMeter) -> None:
    """What is read already is no news, and nothing happens."""
    must_have_one(now)
    accounts = now.table.accounts
    overflow = accounts.get(OVERFLOW, 0) if command.overflow is None else command.overflow
    read = command.meter, command.reserve, overflow
    if read != (now.table.meter, accounts.get(RESERVE, 0), accounts.get(OVERFLOW, 0)):
        now.add(e.MeterRead(command.meter, command.reserve, command.overflow))


def must_have_one(now: Unfolding) -> None:
    if now.house.progressive is None:
        raise now.refusal(TableRefusal.NO_METER, f"{now.house.name} has no progressive.")


def feed(now: Unfolding) -> None:
    """Of each dollar bet, so much to the meter up to its limit, and so much to the reserve."""
    terms = now.house.progressive
    if terms is None:
        return
    wagered = sum(now.table.seats[n].wagers.progressive for n in now.table.round.positions)
    share = wagered * terms.meter.contribution_cents // 100
    reserve = wagered * terms.meter.reserve_cents // 100
    limit = terms.meter.limit_cents
    room = min(share, max(0, limit - now.table.meter)) if limit else share
    if share or reserve:
        clauses = now.clauses(FED_BY_THE_WAGERS)
        fed = e.MeterFed(meter=room, reserve=reserve, overflow=share - room, clauses=clauses)
        now.add(fed)


def lock(now: Unfolding, seat: int) -> None:
    """When the hand that hits it is turned over, so that the next one finds it reset.

    Not earlier: what the table knows when the dealer's hand is up, nobody else knows yet.
    """
    settled = now.table.round.settled
    lines = [each.lines for each in settled.seats if each.seat == seat] if settled else []
    if any((line.odds or "").endswith("%") for line in chain(*lines)):
        cents = jackpot_cents(now.house, now.table.meter)
        now.add(e.JackpotLocked(seat=seat, cents=cents, clauses=now.clauses(LOCKED)))
        _reset(now)


def _reset(now: Unfolding) -> None:
    """To its seed: out of the reserve, then of what the limit kept out of it, then of the tray."""
    missing = now.house.progressive_terms.meter.seed_cents - now.table.meter
    if missing > 0:
        from_reserve = min(missing, now.table.accounts.get(RESERVE, 0))
        from_overflow = min(missing - from_reserve, now.table.accounts.get(OVERFLOW, 0))
        now.add(
            e.MeterReset(
                seed=missing,
                from_reserve=from_reserve,
                from_overflow=from_overflow,
                clauses=now.clauses(RESET),
            )
        )


def share_jackpot(now: Unfolding, command: c.ShareJackpot) -> None:
    """Where the house splits what two tables hit at once: before this one is paid."""
    must_have_one(now)
    if now.house.options.linked_simultaneous != "split":
        message = "The first to lock the jackpot has it whole."
        raise now.refusal(TableRefusal.NOT_SHARED, message, LOCKED)
    jackpot = now.table.round.jackpot
    if jackpot is None or jackpot.paid:
        message = "No jackpot is locked and unpaid here."
        raise now.refusal(TableRefusal.NO_JACKPOT, message)
    if jackpot.cents != command.cents:
        now.add(
            e.JackpotShared(
                seat=jackpot.seat,
                cents=command.cents,
                before=jackpot.cents,
                clauses=now.clauses(LOCKED),
            )
        )
