"""Bets, tokes and coupons, until they are locked."""

from ..house.points import point
from ..wagers.document import Moment, SeatBets
from ..wagers.lock import is_locked, lock_refusals
from ..wagers.match_play import coupon_refusals
from ..wagers.opening import are_allowed_singly, single_bet_refusals
from ..wagers.refusal import RefusalCode
from ..wagers.tokes import toke_cap, toke_refusals
from . import commands as c
from . import events as e
from .fees import fees_due
from .refusal import TableRefusal, as_refused
from .returned_bets import (
    give_excess,
    opening_refusals,
    take_back_coupons,
    take_back_tokes,
)
from .seats import not_enough_chips, seat_of, whole_chips
from .state import Phase, Seat
from .transaction import Transaction

GIVEN_TO_THE_DEALER = point("toke.given")
LEFT_TO_DEALER = point("toke.left_to_dealer")


def place_wager(now: Transaction, command: c.PlaceWager) -> None:
    seat = seat_of(now, command.seat)
    _check_lock(now, command.seat)
    before = seat.wagers.get(command.wager, 0)
    wagers = {**seat.wagers, command.wager: command.amount}
    if not are_allowed_singly(now.house, tuple(wagers.items()), command.offered_as):
        bets = SeatBets(command.seat, wagers, offered_as=command.offered_as)
        for found in single_bet_refusals(now.house, bets):
            # Another bet may still be placed to meet the minimum.
            shared = command.wager in now.house.betting.minimum_shared_by
            if found.code != RefusalCode.BELOW_MINIMUM or not shared:
                raise as_refused(found)
    whole_chips(now, command.amount)
    _check_chips(now, seat, command.amount - before)
    now.add(
        e.WagerPlaced(seat=command.seat, wager=command.wager, amount=command.amount, before=before)
    )


def _check_lock(now: Transaction, number: int) -> None:
    """A house that locks at the first card takes bets until then."""
    if now.table.phase in (Phase.OPENING, Phase.BETTING):
        return
    early = is_locked(now.house, "announced") and not now.table.round.cards_are_out
    moment: Moment = "announced" if early else "first_card"
    bets = SeatBets(number, now.table.seats[number].wagers)
    raise as_refused(next(lock_refusals(now.house, bets, moment)))


def _check_chips(now: Transaction, seat: Seat, needed: int) -> None:
    held = now.table.stack(seat.player)
    if any(step.name == "collect_fee" for step in now.table.todo):
        held -= fees_due(now).get(seat.player, 0)  # Owed from the announcement on.
    if needed > held:
        raise not_enough_chips(now, seat.player, held, needed)


def withdraw_wager(now: Transaction, command: c.WithdrawWager) -> None:
    seat = seat_of(now, command.seat)
    _check_lock(now, command.seat)
    amount = seat.wagers.get(command.wager, 0)
    if not amount:
        raise now.refusal(TableRefusal.NOTHING_THERE, "There is no bet on that spot.")
    now.add(e.WagerWithdrawn(seat=command.seat, wager=command.wager, amount=amount))
    for found in opening_refusals(now.house, now.table.bets(command.seat)):
        if found.code.startswith("toke/"):  # A toke goes back with the bet it lay beside.
            take_back_tokes(now, command.seat, found.code)
        elif found.code.startswith("coupon/"):
            take_back_coupons(now, command.seat, found.code)


def place_toke(now: Transaction, command: c.PlaceToke) -> None:
    """Place a toke; if the house allows it, the part above the limit is given directly."""
    seat = seat_of(now, command.seat)
    _check_patron_s_own(now)
    whole_chips(now, command.amount)
    if command.left_to_dealer and now.house.tokes.offered == "keep":
        _check_chips(now, seat, command.amount)
        now.add(_given(now, command.seat, command.amount, now.clauses(LEFT_TO_DEALER)))
        return
    at_the_decision = command.wager == "play" and now.table.next_to_decide == command.seat
    if not at_the_decision:
        _check_lock(now, command.seat)
    before = seat.tokes.get(command.wager, 0)
    amount, extra = command.amount, 0
    while True:
        tokes = {**seat.tokes, command.wager: amount}
        bets = SeatBets(command.seat, seat.wagers, tokes=tokes)
        refused = next(toke_refusals(now.house, bets), None)
        if refused is None:
            break
        if refused.code != RefusalCode.TOKE_ABOVE_MAXIMUM or extra:
            raise as_refused(refused)
        most = toke_cap(now.house, command.wager, bets.stake(command.wager))
        if now.house.tokes.excess is None or not most:
            raise as_refused(refused)
        amount, extra = most, command.amount - most
    extra = max(0, extra - seat.excess_given.get(command.wager, 0))  # The same toke entered again.
    _check_chips(now, seat, amount - before + extra)
    now.add(e.TokePlaced(seat=command.seat, wager=command.wager, amount=amount, before=before))
    if extra:
        give_excess(now, command.seat, command.wager, extra)


def _check_patron_s_own(now: Transaction) -> None:
    """A dealer entering a toke would pay themselves; with real cards, the floor signs."""
    if now.table.guarded and not now.table.physical and now.role_of(now.by) == "dealer":
        message = "Only the patron may give a toke."
        raise now.refusal(TableRefusal.PATRON_ONLY, message)


def give_toke(now: Transaction, command: c.GiveToke) -> None:
    seat = seat_of(now, command.seat)
    _check_patron_s_own(now)
    whole_chips(now, command.amount)
    _check_chips(now, seat, command.amount)
    now.add(_given(now, command.seat, command.amount, now.clauses(GIVEN_TO_THE_DEALER)))


def _given(now: Transaction, seat: int, amount: int, clauses: tuple[str, ...]) -> e.TokeGiven:
    dealer = now.table.dealer
    return e.TokeGiven(seat=seat, amount=amount, dealer=dealer, clauses=clauses)


def place_coupon(now: Transaction, command: c.PlaceCoupon) -> None:
    seat = seat_of(now, command.seat)
    _check_lock(now, command.seat)
    coupons = {**seat.coupons, command.on: command.face}
    bets = SeatBets(command.seat, seat.wagers, match_play=coupons)
    if refused := next(coupon_refusals(now.house, bets), None):
        raise as_refused(refused)
    now.add(e.CouponPlaced(seat=command.seat, on=command.on, face=command.face))
