"""The decisions: in order from the dealer's left; a play is final once placed."""

from collections.abc import Collection
from typing import Literal

import msgspec

from ..house.model import House
from ..house.points import point
from ..house.wager import Wager
from ..wagers.award import Deal, row_of
from ..wagers.envy import Claim, may_be_envied
from ..wagers.impossible_bets import AMOUNT_OF_PLAY
from ..wagers.match_play import why_taken_with
from ..wagers.reason import TIMED_OUT, TakenFor, why_folded, why_taken
from ..wagers.seat import play_stake, taken_by_a_fold
from . import commands as c
from . import events as e
from . import procedure
from .chip_place import spot
from .chips import bets_on
from .claims import to_be_called
from .events import Step
from .refusal import TableRefusal
from .rounds import rack
from .seats import not_enough_chips, seat_of
from .state import Phase, hand_of, waits_for_first_hand
from .transaction import Transaction

IN_ORDER = point("decision.order")
PLAY_COMMITS = point("decision.commits")
TUCKED = point("fold.tucked")
CALLED_ALOUD = point("step.hear_calls")
LOSING_WITHOUT_ANTE = point("decision.thrown_in")


def play(now: Transaction, command: c.Play) -> None:
    """Bet the ante, or a multiple if the house allows several; a play is final."""
    seat = seat_of(now, command.seat)
    _check_turn(now, command.seat)
    multiple = multiple_of(now, command.multiple)
    bets = now.table.bets(command.seat)
    bets.multiple = multiple
    amount = play_stake(now.house, bets)
    held = now.table.stack(seat.player)
    if amount > held:
        raise not_enough_chips(now, seat.player, held, amount)
    placed = e.PlayPlaced(
        seat=command.seat,
        amount=amount,
        tucked_under="play" if now.house.decisions.tuck_cards else "",
        multiple=multiple if len(now.house.play.multiples) > 1 else msgspec.UNSET,
        clauses=now.clauses(PLAY_COMMITS),
    )
    now.add(placed)
    end_decisions_if_all_made(now)


def multiple_of(now: Transaction, said: int | None) -> int:
    allowed = now.house.play.multiples
    if said is None:
        return allowed[0]
    if said not in allowed:
        listed = " or ".join(map(str, allowed))
        message = f"{now.house.title('play')} is {listed} times the ante, not {said}."
        raise now.refusal(TableRefusal.NO_SUCH_MULTIPLE, message, AMOUNT_OF_PLAY)
    return said


def fold(now: Transaction, command: c.Fold) -> None:
    _fold(now, command.seat, "decision")


def time_out(now: Transaction, command: c.TimeOut) -> None:
    if now.table.by_people:
        message = f"No clock runs at a {now.table.kind} table."
        raise now.refusal(TableRefusal.NO_CLOCK, message)
    _fold(now, command.seat, "time_out")


def _fold(now: Transaction, number: int, because: Literal["decision", "time_out"]) -> None:
    seat_of(now, number)
    _check_turn(now, number)
    tucked = _tucked_after_a_fold(now, number)
    clauses = now.clauses(IN_ORDER, *([TUCKED] if tucked else []))
    at_once = now.house.settlement.folds == "as_each_folds"
    todo = (*now.table.todo, Step("collect_folds", seat=number)) if at_once else msgspec.UNSET
    folded = e.Folded(seat=number, because=because, tucked_under=tucked, todo=todo, clauses=clauses)
    now.add(folded)
    end_decisions_if_all_made(now)


def _tucked_after_a_fold(now: Transaction, number: int) -> str:
    """The bet to tuck the cards under: the farthest from the player of those still alive."""
    if not now.house.decisions.tuck_cards:
        return ""
    bets = now.table.bets(number)
    taken = taken_by_a_fold(now.house, bets)
    return next((name for name in reversed(bets.wagers) if name not in taken), "")


def _check_turn(now: Transaction, number: int) -> None:
    now.must_be(Phase.DECIDING, message="There is nothing to decide now.")
    seat = now.table.seats[number]
    if number not in now.table.round.positions or not seat.ante or seat.decision:
        message = "This seat has no decision to make."
        raise now.refusal(TableRefusal.NO_DECISION, message, IN_ORDER, PLAY_COMMITS)
    if number != now.table.next_to_decide:
        message = f"It is seat {now.table.next_to_decide}'s turn."
        raise now.refusal(TableRefusal.NOT_YOUR_TURN, message, IN_ORDER)


def end_decisions_if_all_made(now: Transaction) -> None:
    if now.table.next_to_decide is None:
        folds = any(now.table.seats[n].folded for n in now.table.round.positions)
        todo = procedure.completing(now.house, folds=folds)
        now.add(e.DecisionsDone(todo=(*now.table.todo, *todo)))


def throw_in(now: Transaction, command: c.ThrowIn) -> None:
    """Give up losing bets without an ante before they are settled."""
    seat = seat_of(now, command.seat)
    deciding = (
        now.table.phase is Phase.DECIDING
        and command.seat in now.table.round.positions
        and not waits_for_first_hand(now.table, command.seat)  # The hand has not been shown.
    )
    allowed = now.house.decisions.losing_without_ante == "throw_in" and not seat.thrown_in
    allowed = allowed and not now.table.round.backs.get(command.seat)  # Real cards are shown.
    if not (allowed and deciding and not seat.ante and _all_lost(now, command.seat)):
        message = "Only a hand without an ante whose bets have all lost may be thrown in."
        raise now.refusal(TableRefusal.MAY_NOT_THROW_IN, message, LOSING_WITHOUT_ANTE)
    clauses = now.clauses(LOSING_WITHOUT_ANTE)
    now.add(e.HandThrownIn(seat=command.seat, clauses=clauses))
    alive = _tokes_alive(now, command.seat)
    take_all(now, command.seat, clauses, "thrown_in", but_tokes_on=alive)
    if not alive:
        rack(now, command.seat)


def call_awards(now: Transaction, command: c.CallAwards) -> None:
    """Call awards, once per seat; calling nothing is an answer too."""
    seat_of(now, command.seat)
    if command.seat not in now.table.to_call:
        message = "There is nothing to call at this seat now."
        raise now.refusal(TableRefusal.NOTHING_TO_CALL, message, CALLED_ALOUD)
    bets = tuple(to_be_called(now.table, command.seat))
    if not set(command.wagers) <= set(bets):
        message = f"At this seat {' and '.join(map(now.house.title, bets))} can be called."
        raise now.refusal(TableRefusal.NOTHING_TO_CALL, message, CALLED_ALOUD)
    wagers = tuple(dict.fromkeys(command.wagers))
    now.add(e.AwardsCalled(seat=command.seat, wagers=wagers, clauses=now.clauses(CALLED_ALOUD)))


def take_all(
    now: Transaction,
    number: int,
    clauses: tuple[str, ...],
    because: TakenFor,
    *,
    but_tokes_on: Collection[str] = (),
) -> None:
    """Take everything on a seat's spots, except a toke that can still win."""
    for wager, toke, stake in list(bets_on(now.table, number)):
        if toke and wager in but_tokes_on:
            continue
        why = why_taken(because, now.house.title(wager))
        lost = e.WagerTaken(
            seat=number, wager=wager, stake=stake, toke=toke, why=why, clauses=clauses
        )
        now.add(lost)
    for name, face in now.table.seats[number].coupons.items():
        now.add(_coupon_lost(now, number, name, face, "lose"))


def _all_lost(now: Transaction, number: int) -> bool:
    """Whether all bets of the seat have lost; a bet on the dealer's cards too can still win."""
    hand = hand_of(now.table, number)
    deal = Deal(now.house, hand, hand)
    return all(_has_lost(now.house, name, deal) for name in now.table.seats[number].wagers)


def _tokes_alive(now: Transaction, number: int) -> set[str]:
    """Spots with tokes that depend on more than the player's cards, or win with those."""
    hand = hand_of(now.table, number)
    deal = Deal(now.house, hand, hand)
    return {name for name in now.table.seats[number].tokes if not _has_lost(now.house, name, deal)}


def _has_lost(house: House, name: str, deal: Deal) -> bool:
    wager = house.wagers[name]
    own_cards = all(wager.look_of(row) == "player" for row in wager.pays.values())
    return own_cards and row_of(wager, deal, "no_ante") is None


def _coupon_lost(now: Transaction, seat: int, on: str, face: int, result: str) -> e.CouponSettled:
    why = why_taken_with(now.house.title(on))
    return e.CouponSettled(seat=seat, on=on, face=face, paid=0, result=result, why=why)


def collect_fold(now: Transaction, number: int) -> None:
    """Take the bets that the fold costs, and rack the cards unless a bet on them is still alive."""
    take_folded(now, number)
    if not _cards_still_count(now, number):
        rack(now, number)


def take_folded(now: Transaction, number: int) -> None:
    """Take the bets that a fold costs."""
    seat = now.table.seats[number]
    taken = taken_by_a_fold(now.house, now.table.bets(number))
    late = TIMED_OUT if seat.timed_out else ""
    for wager, lost in taken.items():
        if wager != "match_play":
            for toke in (False, True):
                _forfeit(now, number, wager, late or lost.why, lost.clauses, toke=toke)
    _forfeit(now, number, "play", late or why_folded(now.house.title("play")), toke=True)
    for name, face in seat.coupons.items():
        if name == "play" or name in taken:
            now.add(_coupon_lost(now, number, name, face, "forfeit"))


def _forfeit(
    now: Transaction,
    seat: int,
    wager: str,
    why: str,
    clauses: tuple[str, ...] = (),
    *,
    toke: bool,
) -> None:
    if stake := now.table.accounts.get(spot(seat, wager, toke=toke), 0):
        now.add(
            e.WagerTaken(
                seat=seat,
                wager=wager,
                stake=stake,
                toke=toke,
                result="forfeit",
                why=why,
                clauses=clauses,
            )
        )


def _cards_still_count(now: Transaction, number: int) -> bool:
    alive = now.table.has_chips_on(number)
    return alive or now.house.ante_bonus.requires == "ante" or _is_envied(now, number)


def _is_envied(now: Transaction, number: int) -> bool:
    """Whether others may collect envy for a folded hand: real cards must be seen for that."""
    if not now.table.physical:
        return False  # The table knows the hand.

    def claim(seat: int, wager: Wager) -> Claim:
        sits = now.table.seats[seat]
        return Claim(seat, sits.player, 0, folded=True, bet=bool(sits.wagers.get(wager.key)))

    return any(
        wager.envy is not None
        and may_be_envied(
            wager.envy,
            claim(number, wager),
            [claim(other, wager) for other in now.table.round.positions],
        )
        for wager in now.house.wagers.values()
    )
