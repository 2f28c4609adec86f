"""Seats, chips, bets and meters in words."""

from . import events as e
from .return_reason import return_reason
from .sentence_context import Moment, meter_name


def bets_locked(at: Moment, event: e.BetsLocked) -> str:
    return "The bets are locked"


def seat_taken(at: Moment, event: e.SeatTaken) -> str:
    return f"{at.called(event.player)} sits down at seat {event.seat}"


def seat_left(at: Moment, event: e.SeatLeft) -> str:
    if event.by == "system":
        return f"{at.called(event.player)} was away too long: seat {event.seat} is free"
    return f"{at.called(event.player)} leaves seat {event.seat} with {at.money(event.with_cents)}"


def chips_bought(at: Moment, event: e.ChipsBought) -> str:
    return f"{at.called(event.player)} buys chips for {at.money(event.cents)}"


def bet_placed(at: Moment, event: e.WagerPlaced | e.TokePlaced) -> str:
    toke = "toke on " if isinstance(event, e.TokePlaced) else ""
    return f"Seat {event.seat} bets {toke}{at.house.title(event.wager)} {at.money(event.amount)}"


def bet_withdrawn(at: Moment, event: e.WagerWithdrawn | e.TokeWithdrawn) -> str:
    why = f" ({return_reason(event.because)})" if event.because else ""
    amount = at.money(event.amount)
    return f"Seat {event.seat} takes back {at.house.title(event.wager)} {amount}{why}"


def meter_fed(at: Moment, event: e.MeterFed) -> str:
    over = f", {at.money(event.overflow)} is beyond its limit" if event.overflow else ""
    got, reserve = at.money(event.meter), at.money(event.reserve)
    return f"The {meter_name(at.house, event.of)} gets {got}, the reserve {reserve}{over}"


def coupon_placed(at: Moment, event: e.CouponPlaced) -> str:
    where = at.house.title(event.on)
    return f"Seat {event.seat} places a {at.money(event.face)} coupon on {where}"


def fee_collected(at: Moment, event: e.FeeCollected) -> str:
    return f"{at.called(event.player)} pays {at.money(event.cents)} to enter the hand"


def meter_read(at: Moment, event: e.MeterRead) -> str:
    meter, reserve = at.money(event.meter), at.money(event.reserve)
    which = meter_name(at.house, event.of)
    return f"The shared {which} stands at {meter}, its reserve at {reserve}"


def jackpot_locked(at: Moment, event: e.JackpotLocked) -> str:
    which = meter_name(at.house, event.of)
    return f"Seat {event.seat} has hit the {which}: {at.money(event.cents)} is locked"


def jackpot_shared(at: Moment, event: e.JackpotShared) -> str:
    share = f"{at.money(event.cents)} instead of {at.money(event.before)}"
    which = meter_name(at.house, event.of)
    return f"Another table has hit the {which} too: seat {event.seat} gets {share}"


def meter_reset(at: Moment, event: e.MeterReset) -> str:
    source = f", {at.money(event.from_reserve)} of it from the reserve"
    if event.from_overflow:
        source += f", {at.money(event.from_overflow)} from beyond its limit"
    which = meter_name(at.house, event.of)
    return f"The {which} gets {at.money(event.seed)} towards its seed{source}"


def toke_given(at: Moment, event: e.TokeGiven) -> str:
    return f"Seat {event.seat} gives {at.called(event.dealer)} {at.money(event.amount)}"


def late_limit_noticed(at: Moment, event: e.LateLimitNoticed) -> str:
    placed, actual = at.money(event.placed), at.money(event.actual)
    where = f"Seat {event.seat}, {at.house.title(event.wager)}"
    if isinstance(event.noticed, int):
        lay = at.money(event.noticed)
        return f"{where}: {lay} was found, not {placed}; {actual} counts"
    return f"{where}: {actual} was found, not {placed}; the bet stands"


def chips_coloured(at: Moment, event: e.ChipsColoured) -> str:
    whose = f"Seat {event.seat}" if event.seat else "The dealer"
    told = f"; {event.supervisor} was told" if event.supervisor else ""
    return f"{whose} colours up {at.money(event.cents)}{told}"


def coupon_withdrawn(at: Moment, event: e.CouponWithdrawn) -> str:
    return f"Seat {event.seat} takes the coupon on {at.house.title(event.on)} back"
