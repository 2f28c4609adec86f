"""Bets returned to their player: when the player leaves, or bets do not go together."""

import msgspec

from ..house.model import House
from ..house.points import point
from ..wagers.document import Round as Document
from ..wagers.document import SeatBets
from ..wagers.opening import check_opening, seats_with_fee
from ..wagers.refusal import Refusal as WagerRefusal
from ..wagers.refusal import RefusalCode
from ..wagers.tokes import toke_cap
from . import events as e
from .transaction import Transaction

EXCESS = point("toke.excess")


def opening_refusals(house: House, *bets: SeatBets) -> list[WagerRefusal]:
    checked = check_opening(house, Document(list(bets)))
    return [] if checked.refusals is msgspec.UNSET else checked.refusals


def hand_back(now: Transaction) -> None:
    """Hand bets back until the layout is allowed, or nothing is left."""
    for _ in range((len(now.house.bets) + 3) * now.house.seats):
        bets = [now.table.bets(number) for number in now.table.bettors()]
        found = opening_refusals(now.house, *bets) if bets else []
        if found:
            _hand_back_for(now, found[0])
        elif poor := _cannot_pay_the_fee(now):
            take_back_all(now, poor, because="fee/not_enough_chips")
        else:
            return


def _hand_back_for(now: Transaction, found: WagerRefusal) -> None:
    """Hand back the bet alone if another one it needs is missing; otherwise hand back all."""
    seat, family, because = found.seat, found.code.partition("/")[0], found.code
    if found.code == RefusalCode.TOKE_ABOVE_MAXIMUM and now.house.tokes.excess is not None:
        _split_tokes(now, seat)
    elif family == "toke":
        take_back_tokes(now, seat, because)
    elif family == "coupon":
        take_back_coupons(now, seat, because)
    elif isinstance(found.wager, str) and _leans_on_another(found):
        _take_back(now, seat, found.wager, because, found.clauses)
    else:
        take_back_all(now, seat, because=because, clauses=found.clauses)


def _leans_on_another(found: WagerRefusal) -> bool:
    """Whether the bet lacks another one beside it, or that one is too small."""
    alone = (
        RefusalCode.NOT_OFFERED,
        RefusalCode.BELOW_MINIMUM,
        RefusalCode.ABOVE_MAXIMUM,
        RefusalCode.WRONG_STEP,
    )
    return found.code not in alone and not found.code.startswith(RefusalCode.MORE_THAN)


def _take_back(
    now: Transaction, seat: int, wager: str, because: str, clauses: tuple[str, ...] = ()
) -> None:
    if amount := now.table.seats[seat].wagers.get(wager):
        now.add(
            e.WagerWithdrawn(
                seat=seat,
                wager=wager,
                amount=amount,
                because=because,
                clauses=clauses,
            )
        )


def take_back_tokes(now: Transaction, seat: int, because: str) -> None:
    for name, amount in now.table.seats[seat].tokes.items():
        now.add(e.TokeWithdrawn(seat=seat, wager=name, amount=amount, because=because))


def _split_tokes(now: Transaction, number: int) -> None:
    """After the bet beside it was raised, give the part of a toke above its cap to the dealer."""
    bets = now.table.bets(number)
    for name, amount in now.table.seats[number].tokes.items():
        most = max(0, toke_cap(now.house, name, bets.stake(name)))
        if amount > most:
            now.add(e.TokePlaced(seat=number, wager=name, amount=most, before=amount))
            give_excess(now, number, name, amount - most)


def give_excess(now: Transaction, seat: int, wager: str, cents: int) -> None:
    now.add(
        e.TokeGiven(
            seat=seat,
            amount=cents,
            dealer=now.table.dealer,
            above_cap_on=wager,
            clauses=now.clauses(EXCESS),
        )
    )


def take_back_coupons(now: Transaction, seat: int, because: str) -> None:
    for name in now.table.seats[seat].coupons:
        now.add(e.CouponWithdrawn(seat=seat, on=name, because=because))


def take_back_all(
    now: Transaction, seat: int, *, because: str = "", clauses: tuple[str, ...] = ()
) -> None:
    take_back_tokes(now, seat, because)
    take_back_coupons(now, seat, because)
    for wager in now.table.seats[seat].wagers:
        _take_back(now, seat, wager, because, clauses)


def fees_due(now: Transaction) -> dict[str, int]:
    """Fees by player: once, or for each position."""
    seats = now.table.seats
    due: dict[str, int] = {}
    for number in seats_with_fee(now.house, [(n, seats[n].player) for n in now.table.bettors()]):
        player = seats[number].player
        due[player] = due.get(player, 0) + now.house.fee.amount_cents
    return due


def _cannot_pay_the_fee(now: Transaction) -> int | None:
    for player, cents in fees_due(now).items():
        if now.table.stack(player) < cents:
            seats = [n for n in now.table.bettors() if now.table.seats[n].player == player]
            return seats[-1]
    return None
