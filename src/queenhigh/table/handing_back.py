"""Bets that go back to their player: one that leaves, and what is not allowed together."""

import msgspec

from ..wagers.document import Round as Document
from ..wagers.document import SeatBets, TokeBets
from ..wagers.opening import check_opening
from ..wagers.refusal import Refusal as WagerRefusal
from ..wagers.refusal import RefusalCode
from . import events as e
from .unfolding import Unfolding


def opening_refusals(now: Unfolding, *bets: SeatBets) -> list[WagerRefusal]:
    checked = check_opening(now.house, Document(list(bets)))
    return [] if checked.refusals is msgspec.UNSET else checked.refusals


def hand_back(now: Unfolding) -> None:
    """Until what lies on the layout is allowed, or nothing is left."""
    for _ in range(8 * now.house.seats):
        bets = [now.table.bets(number) for number in now.table.bettors()]
        found = opening_refusals(now, *bets) if bets else []
        if found:
            _hand_back_for(now, found[0])
        elif poor := _cannot_pay_the_fee(now):
            take_back_all(now, poor, because="fee/not_enough_chips")
        else:
            return


def _hand_back_for(now: Unfolding, found: WagerRefusal) -> None:
    seat, family = found.seat, found.code.partition("/")[0]
    because = found.code.value
    if family == "toke":
        take_back_tokes(now, seat, because)
    elif family == "coupon":
        take_back_coupons(now, seat, because)
    elif found.code in _DEPENDENT:
        for wager in _DEPENDENT[found.code]:
            _take_back(now, seat, wager, because, found.clauses)
    else:
        take_back_all(now, seat, because=because, clauses=found.clauses)


# Which bet goes back when another one is missing or too small.
_DEPENDENT: dict[RefusalCode, tuple[str, ...]] = {
    RefusalCode.NEEDS_ANTE_OR_PAIR_PLUS: ("six_card_bonus", "progressive"),
    RefusalCode.NEEDS_ANTE: ("six_card_bonus",),
    RefusalCode.NEEDS_SIX_CARD_BONUS: ("progressive",),
    RefusalCode.ANTE_BELOW_PAIR_PLUS: ("pair_plus",),
    RefusalCode.ANTE_BELOW_HALF_PAIR_PLUS: ("pair_plus",),
}


def _take_back(
    now: Unfolding, seat: int, wager: str, because: str, clauses: tuple[str, ...] = ()
) -> None:
    if amount := getattr(now.table.seats[seat].wagers, wager):
        now.add(
            e.WagerWithdrawn(
                seat=seat,
                wager=wager,
                amount=amount,
                because=because,
                clauses=clauses,
            )
        )


def take_back_tokes(now: Unfolding, seat: int, because: str) -> None:
    tokes = now.table.seats[seat].tokes
    for name in TokeBets.__struct_fields__:
        if amount := getattr(tokes, name):
            now.add(e.TokeWithdrawn(seat=seat, wager=name, amount=amount, because=because))


def take_back_coupons(now: Unfolding, seat: int, because: str) -> None:
    coupons = now.table.seats[seat].coupons
    for name in coupons.__struct_fields__:
        if getattr(coupons, name):
            now.add(e.CouponWithdrawn(seat=seat, on=name, because=because))


def take_back_all(
    now: Unfolding, seat: int, *, because: str = "", clauses: tuple[str, ...] = ()
) -> None:
    take_back_tokes(now, seat, because)
    take_back_coupons(now, seat, because)
    for wager in now.table.seats[seat].wagers.__struct_fields__:
        _take_back(now, seat, wager, because, clauses)


def fees_due(now: Unfolding) -> dict[str, int]:
    """By player: once, or for each position."""
    fee = now.house.options.collection_fee
    due: dict[str, int] = {}
    for number in now.table.bettors():
        player = now.table.seats[number].player
        if fee.amount and (fee.per == "position" or player not in due):
            due[player] = due.get(player, 0) + fee.amount * 100
    return due


def _cannot_pay_the_fee(now: Unfolding) -> int | None:
    for player, cents in fees_due(now).items():
        if now.table.stack(player) < cents:
            seats = [n for n in now.table.bettors() if now.table.seats[n].player == player]
            return seats[-1]
    return None
