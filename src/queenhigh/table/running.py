"""Around the rounds: opening and closing, limits, relief, idle tables, the shuffler."""

from ..house.dollars import dollars
from ..house.errors import HouseError
from ..house.model import House
from ..house.points import point
from . import commands as c
from . import events as e
from . import meter, procedure
from .decks import between_rounds
from .evolve import with_limits
from .instructions import ALL_STEPS
from .irregularities import MACHINE_FAILURE
from .refusal import TableRefusal
from .rounds import open_shuffle
from .seating import seat_of
from .state import Phase
from .unfolding import Unfolding

RELIEF = point("relief.when")
IDLE = point("table.idle")
LIMITS_CHANGE = point("limits.change")
HAND_SHUFFLE = point("shuffle.by_hand")
LATE = point("limits.noticed_late")


def open_table(now: Unfolding, command: c.OpenTable) -> None:
    now.must_be(Phase.CLOSED, code=TableRefusal.ALREADY_OPEN, message="The table is open.")
    automation = command.automation
    if "all" in automation:
        automation = tuple(sorted(ALL_STEPS))
    unknown = set(automation) - ALL_STEPS
    if unknown:
        message = f"No step is called {', '.join(sorted(unknown))}."
        raise now.refusal(TableRefusal.UNKNOWN_STEP, message)
    house, terms = now.house, now.house.progressive
    linked = command.meter is not None or command.reserve is not None
    if linked:
        meter.must_have_one(now)
    seed = terms.meter.seed_cents if terms and not now.table.meter else 0
    now.add(
        e.TableOpened(
            table=command.table,
            house=house.key,
            dealer=command.dealer,
            tray=command.tray,
            meter=command.meter or 0 if linked else seed,
            automation=automation,
            todo=procedure.opening(house, range(house.options.decks)),
            reserve=command.reserve or 0,
            linked=linked,
        )
    )


def close_table(now: Unfolding, command: c.CloseTable) -> None:
    between_rounds(now)
    for seat in sorted(now.table.seats):
        player = now.table.seats[seat].player
        carried = now.table.stack(player)
        now.add(e.SeatLeft(seat=seat, player=player, with_cents=carried))
    for deck in range(len(now.table.decks)):
        open_shuffle(now, deck)
    now.add(e.TableClosed(tray=now.table.tray))


def change_limits(now: Unfolding, command: c.ChangeLimits) -> None:
    between_rounds(now)
    if not now.house.offers(command.wager):
        message = f"{now.house.name} offers no {command.wager.replace('_', ' ')}."
        raise now.refusal(TableRefusal.LIMITS_INVALID, message)
    event = e.LimitsChanged(
        wager=command.wager,
        minimum=command.minimum,
        maximum=command.maximum,
        clauses=now.clauses(LIMITS_CHANGE),
    )
    try:
        with_limits(now.house, event)
    except HouseError:
        message = _why_not(now.house, command)
        raise now.refusal(TableRefusal.LIMITS_INVALID, message, LIMITS_CHANGE) from None
    now.add(event)


def _why_not(house: House, command: c.ChangeLimits) -> str:
    """The same as the house's own check says of its file, for people at the table."""
    limit = getattr(house.limits, command.wager)
    if not 1 <= command.minimum <= command.maximum:
        return "The minimum is more than nothing, and not above the maximum."
    if limit.allowed_minimum_cents:
        low, high = map(dollars, limit.allowed_minimum_cents)
        return f"The minimum is posted between {low} and {high}."
    return f"Bets go by {dollars(limit.step_cents)}: no bet lies between these limits."


def relieve_dealer(now: Unfolding, command: c.RelieveDealer) -> None:
    """Never before all work on the hand is done."""
    message = "No relief until all work on the hand is completed."
    now.must_be(
        *(Phase.OPENING, Phase.BETTING),
        code=TableRefusal.CARDS_OUT,
        message=message,
        because=RELIEF,
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
            clauses=now.clauses(RELIEF),
        )
    )


def mark_idle(now: Unfolding, command: c.MarkIdle) -> None:
    """Nobody plays: the cards are spread, and the next first player sees them before the wash."""
    now.must_be(Phase.BETTING)
    if now.table.bettors():
        raise now.refusal(TableRefusal.BETS_DOWN, "There are bets on the layout.")
    deck = now.table.round.deck
    open_shuffle(now)
    names = [
        n for n in now.house.cards.opening if n in ("spread_for_first_player", "wash", "stack")
    ]
    todo = (
        *(e.Step(name, deck) for name in names),
        *procedure.shuffled(now.table, deck),
    )
    now.add(e.TableIdled(face=command.face, todo=todo, clauses=now.clauses(IDLE)))


def report_shuffler_failure(now: Unfolding, command: c.ReportShufflerFailure) -> None:
    if not now.table.shuffler_works:
        raise now.refusal(TableRefusal.SHUFFLER_DOWN, "That is known.", MACHINE_FAILURE)
    now.add(e.ShufflerFailed(clauses=now.clauses(MACHINE_FAILURE)))


def replace_shuffler(now: Unfolding, command: c.ReplaceShuffler) -> None:
    if now.table.shuffler_works:
        raise now.refusal(TableRefusal.SHUFFLER_WORKS, "The shuffler works.")
    clauses = now.clauses(MACHINE_FAILURE)
    now.add(e.ShufflerReplaced(source=command.source, clauses=clauses))


def shuffle_by_hand(now: Unfolding, command: c.ShuffleByHand) -> None:
    """Where the house allows it at a table with these wagers, dealt in this way."""
    now.must_be(Phase.BETTING)
    if now.table.shuffler_works:
        raise now.refusal(TableRefusal.SHUFFLER_WORKS, "The shuffler works.")
    house, allowed = now.house, now.house.options.hand_shuffle
    progressive = house.offers("progressive")
    side_bets = progressive or house.offers("six_card_bonus")
    hand_dealt = house.options.deal_method == "hand" and house.options.hand_deal_requires_shuffler
    forbidden = (
        allowed == "never"
        or (allowed == "no_side_bets" and side_bets)
        or (allowed == "no_progressive" and progressive)
        or (allowed == "unless_hand_dealt" and house.options.deal_method == "hand")
        or hand_dealt
    )
    if forbidden:
        message = "This game is not shuffled by hand: wait for another machine."
        raise now.refusal(TableRefusal.HAND_SHUFFLE_FORBIDDEN, message, HAND_SHUFFLE)
    open_shuffle(now)
    by_hand = now.table.but(by_hand=True)
    todo = procedure.shuffled(by_hand, now.table.round.deck)
    now.add(e.ShuffledByHandInstead(todo=todo, clauses=now.clauses(HAND_SHUFFLE)))


def report_bet_outside_limits(now: Unfolding, command: c.ReportBetOutsideLimits) -> None:
    """The cards are out: the amount that really lies there stands, and the player is told."""
    now.must_be(Phase.DEALING, Phase.DECIDING)
    seat = seat_of(now, command.seat)
    placed = getattr(seat.wagers, command.wager)
    if not placed:
        raise now.refusal(TableRefusal.NOTHING_THERE, "Nothing lies on that spot.")
    if seat.decision:
        raise now.refusal(TableRefusal.NO_DECISION, "The seat has decided on what lay there.")
    if command.actual - placed > now.table.stack(seat.player):
        raise now.refusal(TableRefusal.NOT_ENOUGH_CHIPS, "The player has not that many chips.")
    now.add(
        e.LateLimitNoticed(
            seat=command.seat,
            wager=command.wager,
            placed=placed,
            actual=command.actual,
            clauses=now.clauses(LATE),
        )
    )
