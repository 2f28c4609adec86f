"""The posted limits: changed between rounds; a bet outside them that is noticed late."""

import msgspec

from ..house.errors import HouseError
from ..house.model import House
from ..house.points import point
from ..house.words import capitalised
from ..wagers.combinations import offers_no
from ..wagers.document import SeatBets
from ..wagers.limits import NOTICED_LATE, limit_path, limit_refusals
from ..wagers.seat import play_stake
from . import commands as c
from . import events as e
from .decks import between_rounds
from .refusal import TableRefusal
from .seats import seat_of
from .state import DEALER, Phase
from .transaction import Transaction
from .upkeep_changes import with_limits

LIMITS_CHANGE = point("limits.change")


def change_limits(now: Transaction, command: c.ChangeLimits) -> None:
    if now.house.betting.limit_changes == "never":
        message = "The limits stay as they were posted when the table opened."
        raise now.refusal(TableRefusal.LIMITS_FIXED, message, LIMITS_CHANGE)
    between_rounds(now)
    if command.wager not in now.house.opening_bets:
        message = offers_no(command.wager)
        raise now.refusal(TableRefusal.LIMITS_INVALID, message)
    event = e.LimitsChanged(
        wager=command.wager,
        minimum=command.minimum,
        maximum=command.maximum,
        clauses=now.clauses(LIMITS_CHANGE),
    )
    paths = [f"{limit_path(command.wager)}.{each}" for each in ("minimum_cents", "maximum_cents")]
    try:
        posted = with_limits(now.house, event)
    except HouseError as error:
        message = _why_not(now.house, command, error)
        raise now.refusal(TableRefusal.LIMITS_INVALID, message, LIMITS_CHANGE) from None
    for path, cents in zip(paths, (command.minimum, command.maximum), strict=True):
        support = now.house.book.support(path)
        if support and support.between and not support.between[0] <= cents <= support.between[1]:
            low, high = map(now.house.money, support.between)
            what = "minimum" if path == paths[0] else "maximum"
            message = f"The {what} is posted between {low} and {high}."
            raise now.refusal(TableRefusal.LIMITS_INVALID, message, LIMITS_CHANGE)
    departs = posted.cited(*paths).departs_from
    now.add(msgspec.structs.replace(event, departs_from=departs) if departs else event)


def _why_not(house: House, command: c.ChangeLimits, error: HouseError) -> str:
    """Why the house's own check refuses the limits, reworded for people at the table."""
    if not 1 <= command.minimum <= command.maximum:
        return "The minimum must be above zero and not above the maximum."
    step = house.limits(command.wager).step_cents
    if command.maximum // step * step < command.minimum:
        return f"Bets are multiples of {house.money(step)}: none lies between these limits."
    return f"{capitalised(error.problems[0].message)}."


def report_bet_outside_limits(now: Transaction, command: c.ReportBetOutsideLimits) -> None:
    """After the deal, let the actual bet stand, or return what exceeds the maximum.

    This never enlarges a bet within the limits, nor changes one once the dealer's hand is up.
    """
    now.must_be(Phase.DEALING, Phase.DECIDING, Phase.SETTLING)
    seat = seat_of(now, command.seat)
    placed = seat.wagers.get(command.wager, 0)
    if not placed:
        raise now.refusal(TableRefusal.NOTHING_THERE, "There is no bet on that spot.")
    if DEALER in now.table.round.revealed:
        message = "The dealer's hand has been shown; the bet stands as placed."
        raise now.refusal(TableRefusal.WRONG_PHASE, message, NOTICED_LATE)
    if seat.folded:
        raise now.refusal(TableRefusal.NO_DECISION, "The seat has folded what lay there.")
    actual, most = command.actual, now.house.limits(command.wager).most
    if now.house.betting.late_limit_error == "return_excess":
        actual = min(actual, most)
    bets = SeatBets(command.seat, {**seat.wagers, command.wager: command.actual})
    outside = any(found.wager == command.wager for found in limit_refusals(now.house, bets))
    if not outside or placed < actual <= most:
        message = "Only a bet outside the limits can be corrected, and never upwards within them."
        raise now.refusal(TableRefusal.WITHIN_LIMITS, message, NOTICED_LATE)
    play = _play_after(now, command, actual)
    more = actual - placed + (play - seat.play if isinstance(play, int) else 0)
    if more > now.table.stack(seat.player):
        message = "The player does not have that many chips."
        raise now.refusal(TableRefusal.NOT_ENOUGH_CHIPS, message)
    now.add(
        e.LateLimitNoticed(
            seat=command.seat,
            wager=command.wager,
            placed=placed,
            actual=actual,
            noticed=command.actual if command.actual != actual else msgspec.UNSET,
            play_before=msgspec.UNSET if play is msgspec.UNSET else seat.play,
            play=play,
            clauses=now.clauses(NOTICED_LATE),
        )
    )


def _play_after(
    now: Transaction, command: c.ReportBetOutsideLimits, actual: int
) -> int | msgspec.UnsetType:
    """The play bet that matches the ante actually on the layout."""
    if command.wager != "ante" or now.table.seats[command.seat].decision != "play":
        return msgspec.UNSET
    bets = now.table.bets(command.seat)
    bets.wagers = {**bets.wagers, command.wager: actual}
    return play_stake(now.house, bets)
