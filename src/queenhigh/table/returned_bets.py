"""Bets returned to a player who leaves or whose bets may not stand together; excess of tokes."""

from functools import lru_cache

import msgspec

from ..house.model import House
from ..wagers.document import Round as Document
from ..wagers.document import SeatBets
from ..wagers.opening import check_opening
from ..wagers.refusal import Refusal as WagerRefusal
from ..wagers.refusal import RefusalCode
from ..wagers.tokes import EXCESS_IS_A_DIRECT_TOKE, toke_cap
from . import events as e
from .fees import cannot_pay_the_fee
from .state import Table
from .transaction import Transaction


def opening_refusals(house: House, *bets: SeatBets) -> list[WagerRefusal]:
    checked = check_opening(house, Document(list(bets)))
    return [] if checked.refusals is msgspec.UNSET else checked.refusals


def refused_bets(table: Table) -> dict[int, str]:
    """By seat: why its bets would be handed back if they were locked now."""
    bettors = table.bettors()
    players = [table.seats[number].player for number in bettors]
    if len(set(players)) == len(players):
        seats = [table.seats[number] for number in bettors]
        lying = [(seat.wagers, seat.tokes, seat.coupons) for seat in seats]
        messages = [_refused(table.house, *[tuple(b.items()) for b in each]) for each in lying]
        return dict(zip(bettors, messages, strict=True))
    found = opening_refusals(table.house, *[table.bets(number) for number in bettors])
    return {each.seat: each.message for each in reversed(found)}  # The first of each seat.


_Amounts = tuple[tuple[str, int], ...]


@lru_cache(maxsize=4096)
def _refused(house: House, wagers: _Amounts, tokes: _Amounts, coupons: _Amounts) -> str:
    """The same for the bets of one seat, whoever bets there; empty if they stay."""
    bets = SeatBets(1, dict(wagers))
    if tokes:
        bets.tokes = dict(tokes)
    if coupons:
        bets.match_play = dict(coupons)
    found = opening_refusals(house, bets)
    return found[0].message if found else ""


def hand_back(now: Transaction) -> None:
    """Hand bets back until the layout is allowed, or nothing is left."""
    for _ in range((len(now.house.bets) + 3) * now.house.seats):
        bets = [now.table.bets(number) for number in now.table.bettors()]
        found = opening_refusals(now.house, *bets) if bets else []
        if found:
            _hand_back_for(now, found[0])
        elif poor := cannot_pay_the_fee(now):
            take_back_all(now, poor, because="fee/not_enough_chips")
        else:
            return


def _hand_back_for(now: Transaction, found: WagerRefusal) -> None:
    """Hand back only a bet that lacks another one it needs; otherwise hand back all."""
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
    """Whether the bet lacks the other bet it needs, or that one is too small."""
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
                seat=seat, wager=wager, amount=amount, because=because, clauses=clauses
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
            clauses=now.clauses(EXCESS_IS_A_DIRECT_TOKE),
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
