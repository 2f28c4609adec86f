"""Corrections of wrong entries while the round is open; the log keeps both."""

from typing import TypedDict

import msgspec

from ..cards.card import card_text, card_texts
from ..wagers.combinations import offers_no
from ..wagers.document import DocumentError, SeatBets
from ..wagers.impossible_bets import check_bets
from ..wagers.match_play import coupon_refusals
from ..wagers.seat import play_stake, taken_by_a_fold
from . import commands as c
from . import events as e
from .decisions import PLAY_COMMITS, end_decisions_if_all_made, multiple_of
from .refusal import TableRefusal, as_refused
from .resettlement import conclude, purses, settle_again
from .returned_bets import opening_refusals
from .seats import seat_of
from .shown_cards import cards_entered, must_be_unknown
from .state import DEALER, Phase, Settling
from .transaction import Transaction

# These follow from something else, which must be corrected instead.
_INSTEAD_OF_A_BET = {
    "play": "The play bet follows from the decision and the ante: correct one of them.",
    "match_play": "A coupon is not a bet: correct it as a coupon.",
}
_INSTEAD_OF_A_PAYOUT = {
    "match_play": "A coupon is settled with the bet it lies on: correct the card, the decision or "
    "the bet, or the coupon itself.",
    "envy": "Envy follows from the hands: correct the card, and the envy is settled again.",
}
_RUNNING = (Phase.DEALING, Phase.DECIDING, Phase.SETTLING)


def correct_card(now: Transaction, command: c.CorrectCard) -> None:
    _must_be_open(now, command.reason)
    if not now.table.physical:
        message = "The system has dealt these cards and knows them."
        raise now.refusal(TableRefusal.NOT_THIS_KIND, message)
    if command.seat not in now.table.round.revealed:
        raise _nothing_wrong(now, "That hand has not been turned up.")
    entered, actual = cards_entered(now, (command.entered, command.actual))
    held = now.table.round.hands[command.seat]
    if entered not in held or entered == actual:
        raise _nothing_wrong(now, f"{card_text(entered)} was not entered there, or is correct.")
    must_be_unknown(now, [actual])
    cards = [actual if card == entered else card for card in held]
    hand = (cards[0], cards[1], cards[2])
    of_dealer = command.seat == DEALER
    corrected = e.CardCorrected(
        seat=command.seat,
        entered=card_text(entered),
        actual=card_text(actual),
        reason=command.reason,
        cards=card_texts(now.house.ranking.arranged(hand)),
        category=now.house.ranking.category(hand).name.lower(),
        qualifies=now.house.dealer_qualifies(hand) if of_dealer else msgspec.UNSET,
    )
    settle_again(now, corrected)


def correct_decision(now: Transaction, command: c.CorrectDecision) -> None:
    _must_be_open(now, command.reason)
    seat = seat_of(now, command.seat)
    if not seat.decision or command.seat not in now.table.round.positions:
        raise _nothing_wrong(now, "No decision of this seat was entered.")
    multiple = multiple_of(now, command.multiple) if command.decision == "play" else None
    if seat.decision == command.decision and multiple in (None, seat.multiple or multiple):
        raise _nothing_wrong(now, "That is what was entered.")
    bets, play = now.table.bets(command.seat), 0
    if multiple is not None:
        bets.multiple = multiple
        play = play_stake(now.house, bets)
    several = multiple is not None and len(now.house.play.multiples) > 1
    folded = command.decision == "fold"
    corrected = e.DecisionCorrected(
        seat=command.seat,
        entered=seat.decision,
        actual=command.decision,
        reason=command.reason,
        play_before=seat.play,
        play=play,
        todo=_todo_before_the_reveal(now, command.seat, folded=folded),
        multiple=multiple if several and multiple else msgspec.UNSET,
        clauses=now.clauses(PLAY_COMMITS),
    )
    settle_again(now, corrected, of_seat=command.seat)


def correct_wager(now: Transaction, command: c.CorrectWager) -> None:
    _must_be_open(now, command.reason)
    seat = seat_of(now, command.seat)
    entered = seat.wagers.get(command.wager, 0)
    if command.seat not in now.table.round.positions or entered == command.amount:
        raise _nothing_wrong(now, "That is what was entered.")
    if command.wager not in now.house.opening_bets:
        instead = _INSTEAD_OF_A_BET.get(command.wager)
        raise _nothing_wrong(now, instead or offers_no(command.wager))
    _check_bets(now, command)
    if command.wager == "ante" and not entered and now.table.phase is Phase.SETTLING:
        raise _nothing_wrong(now, "Without an ante there was no decision.")
    play = seat.play
    if command.wager == "ante" and seat.decision == "play":
        bets = now.table.bets(command.seat)
        bets.wagers = {**bets.wagers, "ante": command.amount}
        play = play_stake(now.house, bets)
    corrected = e.WagerCorrected(
        seat=command.seat,
        wager=command.wager,
        entered=entered,
        actual=command.amount,
        reason=command.reason,
        play_before=seat.play,
        play=play,
    )
    waited_for = now.table.next_to_decide == command.seat
    settle_again(now, corrected, of_seat=command.seat)
    if waited_for:
        end_decisions_if_all_made(now)


def _check_bets(now: Transaction, command: c.CorrectWager) -> None:
    """The remaining bets must be valid in this house, with the tokes and coupons beside them."""
    bets, seat = now.table.bets(command.seat), now.table.seats[command.seat]
    wagers = {**bets.wagers, command.wager: command.amount}
    bets.wagers = {name: amount for name, amount in wagers.items() if amount}
    if seat.decision or "ante" in bets.wagers:
        bets.decision = "fold" if seat.folded else "play"
    try:
        check_bets(now.house, bets, "")
    except DocumentError as error:
        raise _nothing_wrong(now, f"That is not possible: {error}.") from None
    _check_allowed(now, command, bets)
    if bets.decision == "fold" and command.amount:
        _check_seen(now, command, bets)


def _check_allowed(now: Transaction, command: c.CorrectWager, bets: SeatBets) -> None:
    """Refuse bets that the house would have refused, unless they already stood that way.

    A bet outside the limits is reported as such: that alone decides whether it stands.
    """
    as_entered = [now.table.bets(number) for number in now.table.round.positions]
    as_corrected = [bets if each.seat == command.seat else each for each in as_entered]
    stands = {
        (each.seat, each.code, each.wager) for each in opening_refusals(now.house, *as_entered)
    }
    for found in opening_refusals(now.house, *as_corrected):
        own = (found.seat, found.wager) == (command.seat, command.wager)
        if own or (found.seat, found.code, found.wager) not in stands:
            raise as_refused(found)


def _check_seen(now: Transaction, command: c.CorrectWager, bets: SeatBets) -> None:
    """A bet that survives the fold needs a hand to be settled, one that can be turned up."""
    unseen = any(each.seat == command.seat and each.unseen for each in now.table.round.rack)
    if unseen and command.wager not in taken_by_a_fold(now.house, bets):
        title = now.house.title(command.wager)
        message = f"The hand was folded and racked unseen: no {title} can be settled on it."
        raise _nothing_wrong(now, message)


def correct_coupon(now: Transaction, command: c.CorrectCoupon) -> None:
    _must_be_open(now, command.reason)
    entered = seat_of(now, command.seat).coupons.get(command.on, 0)
    if command.seat not in now.table.round.positions or entered == command.face:
        raise _nothing_wrong(now, "That is what was entered.")
    bets = now.table.bets(command.seat)
    bets.match_play = {**(bets.match_play or {}), command.on: command.face}
    if refused := next(coupon_refusals(now.house, bets), None):
        raise as_refused(refused)
    corrected = e.CouponCorrected(
        seat=command.seat,
        on=command.on,
        entered=entered,
        actual=command.face,
        reason=command.reason,
    )
    settle_again(now, corrected, of_seat=command.seat)


def correct_payout(now: Transaction, command: c.CorrectPayout) -> None:
    _must_be_open(now, command.reason)
    seat_of(now, command.seat)
    if instead := _INSTEAD_OF_A_PAYOUT.get(command.wager):
        raise _nothing_wrong(now, instead)
    key = Settling(command.seat, command.wager, command.toke)
    lines = now.table.results.get(command.seat, ())
    line = next((x for x in lines if (x.wager, x.toke) == key[1:3] and not x.on), None)
    if line is None or key not in dict(now.table.round.undo):
        raise _nothing_wrong(now, "That bet has not been settled.")
    if now.table.jackpot_of(command.seat, command.wager) and not command.toke:
        raise _nothing_wrong(now, "A jackpot is what the meter says; correct the card.")
    if (line.paid, line.returned) == (command.paid, command.returned):
        raise _nothing_wrong(now, "That is what was entered.")
    if command.returned not in (0, line.stake):
        raise _nothing_wrong(now, "A stake is given back whole, or taken.")
    before = purses(now.table)
    now.add(e.BetReopened(seat=key.seat, wager=key.wager, toke=key.toke))
    now.add(
        e.PayoutCorrected(
            seat=command.seat,
            wager=command.wager,
            toke=command.toke,
            entered_paid=line.paid,
            entered_returned=line.returned,
            paid=command.paid,
            returned=command.returned,
            reason=command.reason,
        )
    )
    _settle_as_said(now, command, line.stake)
    conclude(now, before)


class _About(TypedDict):
    seat: int
    wager: str
    toke: bool


def _settle_as_said(now: Transaction, command: c.CorrectPayout, stake: int) -> None:
    about: _About = {"seat": command.seat, "wager": command.wager, "toke": command.toke}
    why = f"Corrected: {command.reason}."
    if command.paid:
        paid, returned = command.paid, command.returned
        now.add(e.WagerPaid(stake=stake, paid=paid, returned=returned, why=why, **about))
    elif stake and command.returned:
        now.add(e.WagerPushed(stake=stake, why=why, **about))
    elif stake:
        now.add(e.WagerTaken(stake=stake, why=why, **about))


def _must_be_open(now: Transaction, reason: str) -> None:
    if not now.table.by_people:
        message = "Only physical and training tables take corrections."
        raise now.refusal(TableRefusal.NOT_THIS_KIND, message)
    message = "No round is open: a finished one can only be disputed."
    now.must_be(*_RUNNING, code=TableRefusal.TOO_LATE_TO_CORRECT, message=message)
    if not reason.strip():
        raise _nothing_wrong(now, "Say why it is corrected.")


def _nothing_wrong(now: Transaction, message: str) -> Exception:
    return now.refusal(TableRefusal.NOTHING_TO_CORRECT, message)


def _todo_before_the_reveal(now: Transaction, seat: int, *, folded: bool) -> tuple[e.Step, ...]:
    """The due steps, with the collection of the fold added or removed."""
    table, todo = now.table, now.table.todo
    if DEALER in table.round.revealed:
        return todo
    if not folded:
        others = any(table.seats[n].folded for n in table.round.positions if n != seat)
        own = ("collect_folds", seat)
        todo = tuple(step for step in todo if (step.name, step.seat) != own)
        return todo if others else tuple(s for s in todo if s.name != "collect_folds")
    at_once = now.house.settlement.folds == "as_each_folds"
    collects = any(step == e.Step("collect_folds") for step in todo)
    if collects or (table.phase is Phase.DECIDING and not at_once):
        return todo
    return (e.Step("collect_folds", seat=seat), *todo)
