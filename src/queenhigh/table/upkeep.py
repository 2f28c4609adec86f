"""Around the rounds: opening and closing, limits, relief, idle tables, the shuffler."""

from typing import Literal

import msgspec

from ..house.errors import HouseError
from ..house.model import House
from ..house.points import point
from ..house.words import capitalised, plain_words
from ..wagers.combinations import offers_no
from ..wagers.document import SeatBets
from ..wagers.limits import limit_path, limit_refusals
from ..wagers.seat import play_stake
from . import commands as c
from . import events as e
from . import meter, procedure
from .approvals import RELIEVED_AFTER_THE_HAND, end_all_requests
from .decks import between_rounds
from .instructions import automation_problem, steps_of
from .irregularities import MACHINE_FAILURE
from .refusal import Refused, TableRefusal
from .rounds import open_shuffle
from .seats import seat_of
from .state import DEALER, Phase
from .transaction import Transaction
from .tray import chips_counted, refuse_other_than_closed
from .upkeep_changes import with_limits

IDLE = point("table.idle")
LIMITS_CHANGE = point("limits.change")
HAND_SHUFFLE = point("shuffle.by_hand")
LATE = point("limits.noticed_late")


def open_table(now: Transaction, command: c.OpenTable) -> None:
    now.must_be(Phase.CLOSED, code=TableRefusal.ALREADY_OPEN, message="The table is open.")
    automation = command.automation
    if "all" in automation:
        automation = tuple(sorted(steps_of(now.house)))
    if problem := automation_problem(command.kind, automation):
        raise Refused(problem.code, problem.message)
    house = now.house
    if message := meter.not_run(house):
        raise now.refusal(TableRefusal.METER_NOT_RUN, message)
    opened = _meters(now, command)
    only = opened.get(house.only_meter or "", e.MeterOpened(0))
    by_people = command.guarded and "settle" not in automation
    given = () if command.chips is None and by_people else command.chips
    chips = msgspec.UNSET if given is None else chips_counted(now, given, command.tray)
    if by_people and chips is not msgspec.UNSET:
        refuse_other_than_closed(now, chips)
    now.add(
        e.TableOpened(
            table=command.table,
            house=house.key,
            dealer=command.dealer,
            tray=command.tray,
            meter=only.cents,
            automation=automation,
            todo=procedure.opening(house, range(house.cards.decks)),
            reserve=only.reserve,
            linked=any(each.linked for each in opened.values()),
            meters=opened if len(house.meters) > 1 else msgspec.UNSET,
            guarded=command.guarded or msgspec.UNSET,
            kind=command.kind or msgspec.UNSET,
            chips=chips,
        )
    )


def _meters(now: Transaction, command: c.OpenTable) -> dict[str, e.MeterOpened]:
    """Each meter of the house: shared if the command gives its amount, and otherwise seeded."""
    shared, reserves = dict(command.meters), dict(command.reserves)
    if command.meter is not None or command.reserve is not None:
        key = meter.meter_named(now, "")
        shared[key], reserves[key] = command.meter or 0, command.reserve or 0
    for key in (*shared, *reserves):
        meter.meter_named(now, key)
    standing = now.table.meters
    return {
        key: e.MeterOpened(shared.get(key, 0), reserves.get(key, 0), linked=True)
        if key in shared or key in reserves
        else e.MeterOpened(0 if standing[key] else terms.seed_cents)
        for key, terms in now.house.meters.items()
    }


def close_table(now: Transaction, command: c.CloseTable) -> None:
    between_rounds(now)
    if now.table.guarded and "settle" not in now.table.automation:
        _must_be_left_in_order(now)
    for seat in sorted(now.table.seats):
        player = now.table.seats[seat].player
        carried = now.table.stack(player)
        now.add(e.SeatLeft(seat=seat, player=player, with_cents=carried))
    for deck in range(len(now.table.decks)):
        open_shuffle(now, deck)
    end_all_requests(now)
    now.add(e.TableClosed(tray=now.table.tray))


def _must_be_left_in_order(now: Transaction) -> None:
    """Where people handle chips, all players must have left and the tray must be counted."""
    if now.table.seats:
        message = "Players are still seated: they must leave first."
        raise now.refusal(TableRefusal.NOT_EMPTY, message)
    counted = now.table.inventory == "closing" or not now.table.tray_is_chips
    if not now.table.tray_counted or not counted:
        message = "The tray is counted by two people, for the closing, before the table closes."
        raise now.refusal(TableRefusal.NOT_COUNTED, message)


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


def relieve_dealer(now: Transaction, command: c.RelieveDealer) -> None:
    """Relieve the dealer, but not before all work on the hand is done."""
    message = "The dealer can be relieved only after the hand."
    now.must_be(
        *(Phase.OPENING, Phase.BETTING),
        code=TableRefusal.CARDS_OUT,
        message=message,
        because=RELIEVED_AFTER_THE_HAND,
    )
    if command.dealer in (now.table.dealer, now.table.relief):
        raise now.refusal(TableRefusal.SAME_DEALER, "That dealer is on duty already.")
    steps = [name for name in now.house.relief.steps if name != "reshuffle"]
    todo = tuple(e.Step(name) for name in steps)
    shuffle_due = any(step.name == "shuffle" for step in now.table.todo)
    reshuffles = "reshuffle" in now.house.relief.steps and now.table.phase is Phase.BETTING
    if reshuffles and not shuffle_due:
        open_shuffle(now)
        todo += procedure.shuffled(now.table, now.table.round.deck)
    else:
        todo += now.table.todo
    now.add(
        e.DealerRelieved(
            outgoing=now.table.dealer,
            incoming=command.dealer,
            todo=todo,
            clauses=now.clauses(RELIEVED_AFTER_THE_HAND),
        )
    )


def mark_idle(now: Transaction, command: c.MarkIdle) -> None:
    """Mark the table idle: the cards are spread, and the next player sees them before the wash."""
    now.must_be(Phase.BETTING)
    if now.table.bettors():
        raise now.refusal(TableRefusal.BETS_DOWN, "There are bets on the layout.")
    face = _face(now, command)
    deck = now.table.round.deck
    open_shuffle(now)
    names = [
        n for n in now.house.cards.opening if n in ("spread_for_first_player", "wash", "stack")
    ]
    todo = (*(e.Step(name, deck) for name in names), *procedure.shuffled(now.table, deck))
    now.add(e.TableIdled(face=face, todo=todo, clauses=now.clauses(IDLE)))


def _face(now: Transaction, command: c.MarkIdle) -> Literal["up", "down"]:
    """Face up or down, as the house says; either way if it says nothing."""
    ways: list[Literal["up", "down"]] = [
        "up" if way == "spread_face_up" else "down" for way in now.house.shuffle.idle
    ]
    face = command.face or (ways[0] if ways else "up")
    if ways and face not in ways:
        message = f"The cards of an idle table are spread face {' or '.join(ways)}."
        raise now.refusal(TableRefusal.SPREAD_OTHERWISE, message, IDLE)
    return face


def report_shuffler_failure(now: Transaction, command: c.ReportShufflerFailure) -> None:
    if not now.table.shuffler_works:
        raise now.refusal(
            TableRefusal.SHUFFLER_DOWN, "The failure has been reported already.", MACHINE_FAILURE
        )
    now.add(e.ShufflerFailed(clauses=now.clauses(MACHINE_FAILURE)))


def replace_shuffler(now: Transaction, command: c.ReplaceShuffler) -> None:
    if now.table.shuffler_works:
        raise now.refusal(TableRefusal.SHUFFLER_WORKS, "The shuffler is working.")
    ways = now.house.shuffle.fallback
    if ways and command.source not in ways:
        listed = ", ".join(plain_words(each) for each in ways)
        message = f"That is not an option here: choose from {listed}."
        raise now.refusal(TableRefusal.NO_SUCH_FALLBACK, message, MACHINE_FAILURE)
    clauses = now.clauses(MACHINE_FAILURE)
    now.add(e.ShufflerReplaced(source=command.source, clauses=clauses))


def shuffle_by_hand(now: Transaction, command: c.ShuffleByHand) -> None:
    """Shuffle by hand, if the house allows it for its wagers and its way of dealing."""
    now.must_be(Phase.BETTING)
    if now.table.shuffler_works:
        raise now.refusal(TableRefusal.SHUFFLER_WORKS, "The shuffler is working.")
    if not hand_may_replace_machine(now.house):
        message = "This game is not shuffled by hand: wait for another machine."
        raise now.refusal(TableRefusal.HAND_SHUFFLE_FORBIDDEN, message, HAND_SHUFFLE)
    open_shuffle(now)
    by_hand = now.table.but(by_hand=True)
    todo = procedure.shuffled(by_hand, now.table.round.deck)
    now.add(e.ShuffledByHandInstead(todo=todo, clauses=now.clauses(HAND_SHUFFLE)))


def hand_may_replace_machine(house: House) -> bool:
    allowed, ways = house.shuffle.hand_allowed, house.shuffle.fallback
    hand_dealt = house.dealing.method == "hand"
    return not (
        allowed == "never"
        or (ways and "hand" not in ways)
        or any(house.offers(wager) for wager in house.shuffle.hand_only_without)
        or (hand_dealt and (allowed == "unless_hand_dealt" or house.dealing.hand_needs_machine))
    )


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
        raise now.refusal(TableRefusal.WRONG_PHASE, message, LATE)
    if seat.folded:
        raise now.refusal(TableRefusal.NO_DECISION, "The seat has folded what lay there.")
    actual, most = command.actual, now.house.limits(command.wager).most
    if now.house.betting.late_limit_error == "return_excess":
        actual = min(actual, most)
    bets = SeatBets(command.seat, {**seat.wagers, command.wager: command.actual})
    outside = any(found.wager == command.wager for found in limit_refusals(now.house, bets))
    if not outside or placed < actual <= most:
        message = "Only a bet outside the limits can be corrected, and never upwards within them."
        raise now.refusal(TableRefusal.WITHIN_LIMITS, message, LATE)
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
            clauses=now.clauses(LATE),
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
