"""Settling again what was settled by mistake.

A settled bet is reopened: its chips go back to where they lay. The correction is recorded, and the
reopened bets are settled by the corrected facts.
"""

from collections.abc import Iterable

import msgspec

from ..cards.card import card_texts
from ..wagers.award import most_paid
from ..wagers.outcome import Line
from ..wagers.round_settlement import Settled, settle_round, settled_so_far
from ..wagers.sequence import Move, moves
from . import events as e
from . import meter, settlement
from .chip_place import STACK, TIPS, Place
from .chips import JACKPOT_OF, own_stack
from .decisions import collect_fold, take_folded
from .refusal import TableRefusal
from .state import DEALER, Settling, Table
from .transaction import Transaction

_PURSES = (STACK, TIPS)
Correction = e.CardCorrected | e.DecisionCorrected | e.WagerCorrected | e.CouponCorrected


def settle_again(now: Transaction, corrected: Correction, *, of_seat: int | None = None) -> None:
    """Record the correction, and settle again what it changes."""
    before, fed = purses(now.table), meter.contributions(now)
    if _is_covered(now.table, corrected):
        now.agree()
    after_reveal = DEALER in now.table.round.revealed
    trial = Transaction(now.table, now.by, now.at)
    _write(trial, corrected)
    settled = _settled(trial) if after_reveal else None
    reopened = _to_reopen(now, settled, of_seat, _coupon(corrected))
    for key in reopened:
        now.add(e.BetReopened(seat=key.seat, wager=key.wager, toke=key.toke, on=key.on))
    _write(now, corrected)
    meter.feed_difference(now, fed)
    if of_seat is not None:
        _collect_again(now, of_seat, reopened)
    if settled is not None and not now.table.to_call:
        _settle_again(now, settled, reopened)
    conclude(now, before)


def _write(now: Transaction, corrected: Correction) -> None:
    now.add(msgspec.structs.replace(corrected))


def _collect_again(now: Transaction, number: int, reopened: Iterable[Settling]) -> None:
    """Take what a fold costs, if the fold was entered late or the amount changed."""
    seat = now.table.seats[number]
    if not seat.folded:
        return
    racked = any(entry.seat == number for entry in now.table.round.rack)
    if racked or any(key.seat == number for key in reopened):
        take_folded(now, number)
    elif DEALER in now.table.round.revealed:
        collect_fold(now, number)


def _settled(now: Transaction) -> Settled | None:
    """The settlement of the hands turned up so far; None if there is none yet."""
    round_ = now.table.round
    if round_.settled is None and not round_.to_show:
        return None
    closed = now.table.physical and settlement.hands_to_turn_up(now.table)
    document = settlement.document(now)
    if not document.seats:
        return settled_so_far(now.house, [])
    settled = settle_round(now.house, document, unseen=now.table.physical)
    return settled_so_far(now.house, settled.seats) if closed else settled


def _coupon(corrected: Correction) -> Settling | None:
    """The bet key of a corrected coupon, whose face value must be counted again."""
    if not isinstance(corrected, e.CouponCorrected):
        return None
    return Settling(corrected.seat, "match_play", on=corrected.on)


def _to_reopen(
    now: Transaction, settled: Settled | None, of_seat: int | None, coupon: Settling | None
) -> list[Settling]:
    """Settled bets whose result changes; if a decision or bet is corrected, also forfeited ones."""
    found: list[Settling] = []
    table, lines = now.table, _lines(now, settled)
    for key, _ in table.round.undo:
        if key.wager == JACKPOT_OF:
            continue
        was = _result(table, key)
        forfeit = was is not None and was[0] == "forfeit"
        if forfeit and key.seat == of_seat:
            found.append(key)
        elif settled is not None and not forfeit and (key == coupon or lines.get(key) != was):
            found.append(key)
    return found + _jackpots_to_reopen(now, settled)


def _jackpots_to_reopen(now: Transaction, settled: Settled | None) -> list[Settling]:
    """Jackpots locked for a hand that, once corrected, does not hit the meter."""
    if settled is None:
        return []
    hit = {
        (seat.seat, line.wager)
        for seat in settled.seats
        for line in seat.lines
        if line.meter is not msgspec.UNSET
    }
    return [
        Settling(each.seat, JACKPOT_OF, on=each.wager)
        for each in now.table.round.jackpots
        if not any(seat == each.seat and each.wager in ("", wager) for seat, wager in hit)
    ]


_Result = tuple[str, int, int, int]


def _result(table: Table, key: Settling) -> _Result | None:
    """The result of a bet as the chips were moved."""
    if key.wager == "envy":
        return "win", 0, sum(each.cents for each in dict(table.round.undo)[key]), 0
    for line in table.results.get(key.seat, ()):
        if (line.wager, line.toke, line.on) == (key.wager, key.toke, key.on):
            return line.result, line.stake, line.paid, line.returned
    return None


def _lines(now: Transaction, settled: Settled | None) -> dict[Settling, _Result]:
    """The result of each bet in the new settlement."""
    found: dict[Settling, _Result] = {}
    if settled is None:
        return found
    in_order = moves(now.house, settled)
    for move, key in zip(in_order, settlement.bet_keys(in_order, settled), strict=True):
        envy = ("win", 0, move.cents, 0)
        found[key] = _of_line(now.table, move, move.line) if move.line else envy
    return found


def _of_line(table: Table, move: Move, line: Line) -> _Result:
    """The result of a line; a meter pays what was locked."""
    locked = None
    if line.meter is not msgspec.UNSET and not move.toke:
        locked = table.jackpot_of(move.seat, line.wager)
    paid = locked.cents if locked else line.paid
    return line.result, line.stake, paid, line.returned


def _settle_again(now: Transaction, settled: Settled, reopened: list[Settling]) -> None:
    """Record the new settlement, and settle the reopened bets again.

    This happens at once, unless somebody has to verify them first.
    """
    _show_what_was_played(now, reopened)
    in_order = moves(now.house, settled)
    held = settlement.behind_verification(now.table, settled, in_order)
    at_once = [key for key in reopened if key not in held]
    untold = settlement.noticed_anew(now.table, in_order)
    todo = settlement.remaining(now.table, settled, in_order, again=at_once, untold=untold)
    now.add(e.SettlementCorrected(settled=settled, todo=todo))
    for seat in dict.fromkeys(each.seat for each in settled.seats):
        if seat in now.table.round.revealed:
            meter.lock_unlocked(now, seat)
    for place, key in enumerate(settlement.bet_keys(in_order, settled)):
        if key in at_once and key not in dict(now.table.round.undo):
            settlement.settle(now, e.Step("settle", seat=key.seat, move=place))


def _show_what_was_played(now: Transaction, reopened: list[Settling]) -> None:
    """Show a hand whose fold was an error: like any played hand, it is settled in the open."""
    round_ = now.table.round
    for seat in dict.fromkeys(key.seat for key in reopened):
        shown_or_unknown = seat in round_.revealed or round_.backs.get(seat)
        if not shown_or_unknown and not now.table.seats[seat].folded:
            settlement.show_hand(now, seat, card_texts(round_.hands[seat]))


def purses(table: Table) -> dict[str, int]:
    """The chips of players and dealers, by account."""
    return {
        name: cents for name, cents in table.accounts.items() if Place.parse(name).kind in _PURSES
    }


def _is_covered(table: Table, corrected: Correction) -> bool:
    """Whether the correction cannot leave anybody short of chips.

    It takes back at most what the settlement paid and the bets that it raises, and pays the seat
    out of the tray.
    """
    if isinstance(corrected, e.CardCorrected | e.CouponCorrected):
        return False  # It may pay anybody, and more than the bets do.
    own = own_stack(table, corrected.seat)
    at_most = {own: max(0, corrected.play - corrected.play_before)}
    if isinstance(corrected, e.WagerCorrected):
        at_most[own] += max(0, corrected.actual - corrected.entered)
    if table.tray_is_chips and table.tray < _most_paid(table, corrected):
        return False
    for _, moved in table.round.undo:
        for each in moved:
            at_most[each.target] = at_most.get(each.target, 0) + each.cents
    return all(
        cents <= table.accounts.get(name, 0)
        for name, cents in at_most.items()
        if Place.parse(name).kind in _PURSES
    )


def _most_paid(table: Table, corrected: e.DecisionCorrected | e.WagerCorrected) -> int:
    """The most that the tray can pay a seat, whatever its hand."""
    seat, house = table.seats[corrected.seat], table.house
    bets = {**seat.wagers, "play": corrected.play}
    if isinstance(corrected, e.WagerCorrected):
        bets[corrected.wager] = corrected.actual
    lie = [*bets.items(), *seat.tokes.items(), *seat.coupons.items()]
    return sum(most_paid(house, name, cents) for name, cents in lie) + sum(table.meters.values())


def conclude(now: Transaction, before: dict[str, int]) -> None:
    """Record what the correction paid and took; refuse it if anybody lacks the chips."""
    after = purses(now.table)
    differences: dict[str, int] = {}
    for account in sorted({*before, *after}):
        place = Place.parse(account)
        whose = place.name if place.kind == STACK else f"dealer {place.name}"
        if more := after.get(account, 0) - before.get(account, 0):
            differences[whose] = more
        if after.get(account, 0) < 0:
            message = f"{whose} does not have the chips that the correction takes."
            raise now.refusal(TableRefusal.NOT_ENOUGH_CHIPS, message)
    now.add(e.CorrectionMade(differences=differences))
