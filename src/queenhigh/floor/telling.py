"""What happened at a table, in words: an event a line, as one would tell it.

What is told here is what the log has, hidden cards too: it is for rounds that are over, or goes
through `table.views` first.
"""

from collections.abc import Iterator
from typing import assert_never

from ..cards.names import hand_name
from ..house.dollars import dollars
from ..table import events as e
from ..table.fairness import verify
from ..table.instructions import STEPS
from ..table.state import Table
from ..wagers.limits import NAMES

_SPOTS = {**NAMES, "ante_bonus": "Ante Bonus"}

_REMEDIES = {
    "continue": "play goes on",
    "discard": "the card is not used",
    "next_card": "it is used as the next card",
    "complete": "the hand is completed",
    "void": "all hands are void",
    "remove_deck": "the deck is removed",
    "halt": "the table waits for a ruling",
}


def told(before: Table, event: e.AnyEvent, after: Table) -> Iterator[str]:
    """One event in words; nothing for those that only move the procedure on."""
    match event:
        case e.RoundBegan():
            yield ""
            yield f"Round {event.number}, {after.decks[event.deck].back} deck"
        case e.StepDone():
            if event.step.name not in ("settle", "deal", "reveal_hand", "rack_hand", "end_round"):
                yield f"  · {STEPS[event.step.name].text}"
        case e.Announced():
            yield f'  Dealer: "{event.text}"'
        case e.BetsLocked():
            yield from _layout(after)
        case e.CardsDealt():
            yield f"  {_who(event.seat)} is dealt {' '.join(event.cards)}"
        case e.PlayPlaced():
            yield f"  Seat {event.seat} plays {dollars(event.amount)}"
        case e.Folded():
            why = " (timed out)" if event.because == "time_out" else ""
            yield f"  Seat {event.seat} folds{why}"
        case e.DealerRevealed():
            yield f"  The dealer shows {' '.join(event.cards)}"
        case e.HandRevealed():
            cards = after.round.hands[event.seat]
            name = hand_name((cards[0], cards[1], cards[2]), after.house.ranking)
            yield f"  Seat {event.seat} shows {' '.join(event.cards)}: {name}"
        case e.WagerTaken():
            yield f"    {_spot(event)}: {dollars(event.stake)} is taken"
        case e.WagerPushed():
            yield f"    {_spot(event)}: {dollars(event.stake)} pushes"
        case e.WagerPaid():
            source = " by the meter" if event.of_meter else ""
            yield f"    {_spot(event)}: {dollars(event.paid)} is paid{source}"
        case e.CouponSettled():
            yield f"    Seat {event.seat}, coupon on {event.on}: {event.result}"
        case e.EnvyCollected():
            yield f"    Seat {event.seat} collects {dollars(event.paid)} envy"
        case e.IrregularityReported():
            kind, detail = (
                event.kind.replace("_", " "),
                f" ({event.detail})" if event.detail else "",
            )
            yield f"  Irregularity: {kind}{detail}: {_REMEDIES[event.remedy]}"
        case e.RoundVoided():
            late = ", what was paid is taken back" if before.round.settled else ""
            reason = event.reason.replace("_", " ")
            yield f"  The round is void: {reason}; every stake goes back{late}"
            yield from _sums(after)
        case e.HandRacked():
            yield f"    {_who(event.seat)} to the rack"
        case e.RoundEnded():
            yield from _sums(after)
        case e.SeatTaken():
            yield f"  {event.player} sits down at seat {event.seat}"
        case e.SeatLeft():
            yield f"  {event.player} leaves seat {event.seat} with {dollars(event.with_cents)}"
        case e.ChipsBought():
            yield f"  {event.player} buys chips for {dollars(event.cents)}"
        case e.WagerPlaced() | e.TokePlaced():
            toke = "toke on " if isinstance(event, e.TokePlaced) else ""
            yield f"  Seat {event.seat} bets {toke}{_SPOTS[event.wager]} {dollars(event.amount)}"
        case e.WagerWithdrawn() | e.TokeWithdrawn():
            why = f" ({event.because})" if event.because else ""
            amount = dollars(event.amount)
            yield f"  Seat {event.seat} takes back {_SPOTS[event.wager]} {amount}{why}"
        case e.MeterFed():
            over = f", {dollars(event.overflow)} is beyond its limit" if event.overflow else ""
            reserve = dollars(event.reserve)
            yield f"  The meter gets {dollars(event.meter)}, the reserve {reserve}{over}"
        case e.CardsReleased():
            yield "  The players may look at their cards"
        case e.DeckShuffled():
            yield f"  Shuffled; commitment {event.commitment or 'none'}"
        case e.ShuffleOpened():
            right = verify(event.commitment, event.order, event.nonce)
            yield f"  The shuffle is opened: it {'is' if right else 'IS NOT'} the one committed to"
        case e.TableOpened():
            yield f"Table {event.table}, {event.house}, dealer {event.dealer}"
        case e.TableClosed():
            yield f"The table is closed with {dollars(event.tray)} in the tray"
        case e.DeckPutInUse():
            yield f"  The {event.back} deck is in use"
        case e.DeckRemoved():
            yield f"  Deck {event.deck} is removed: {event.reason}"
        case e.CouponPlaced():
            yield f"  Seat {event.seat} lays a coupon of {dollars(event.face)} on {event.on}"
        case e.FeeCollected():
            yield f"  {event.player} pays {dollars(event.cents)} to enter the hand"
        case e.MeterRead():
            meter, reserve = dollars(event.meter), dollars(event.reserve)
            yield f"  The shared meter stands at {meter}, its reserve at {reserve}"
        case e.JackpotLocked():
            yield f"  Seat {event.seat} has hit the meter: {dollars(event.cents)} is locked"
        case e.JackpotShared():
            share = f"{dollars(event.cents)} instead of {dollars(event.before)}"
            yield f"  Another table has hit the meter too: seat {event.seat} gets {share}"
        case e.MeterReset():
            source = f", {dollars(event.from_reserve)} of it from the reserve"
            if event.from_overflow:
                source += f", {dollars(event.from_overflow)} from beyond its limit"
            yield f"  The meter gets {dollars(event.seed)} towards its seed{source}"
        case e.TrayFilled():
            yield f"  The tray gets {dollars(event.cents)} from the cage"
        case e.TrayCredited():
            yield f"  The tray gives {dollars(event.cents)} to the cage"
        case e.TrayCounted():
            counted, expected = dollars(event.counted), dollars(event.expected)
            by = f"{event.by} and {event.witness}"
            yield f"  The tray is counted by {by}: {counted}, and should be {expected}"
        case e.TokeGiven():
            yield f"  Seat {event.seat} gives {event.dealer} {dollars(event.amount)}"
        case e.NoticeGiven():
            told = ", ".join(name.replace("_", " ") for name in event.told)
            yield f"  Told of the {event.about} at seat {event.seat}: {told or 'nobody'}"
        case e.StubCounted():
            yield f"  The stub has {event.count} cards, the deck {event.total}"
        case e.LateLimitNoticed():
            placed, actual = dollars(event.placed), dollars(event.actual)
            where = f"Seat {event.seat}, {_SPOTS[event.wager]}"
            yield f"  {where}: {actual} lies there, not {placed}; it stands"
        case e.TableHalted():
            yield f"  The table halts for {event.waits_for}: {event.kind.replace('_', ' ')}"
        case e.RulingMade():
            yield f"  Ruling: {event.ruling}. {event.reason}"
        case e.DealerRelieved():
            yield f"  {event.incoming} relieves {event.outgoing}"
        case e.LimitsChanged():
            low, high = dollars(event.minimum), dollars(event.maximum)
            yield f"  New limits on {event.wager}: {low} to {high}"
        case e.ShufflerFailed():
            yield "  The shuffler has failed"
        case e.ShufflerReplaced():
            yield f"  Another shuffler is at the table: {event.source.replace('_', ' ')}"
        case e.ShuffledByHandInstead():
            yield "  The deck is shuffled by hand instead"
        case e.DeckFlawed():
            told = ", ".join(name.replace("_", " ") for name in event.told)
            yield f"  Deck {event.deck} has flaws: {event.flaws}; told: {told or 'nobody'}"
        case e.DeckChangeDue():
            yield f"  Deck {event.deck} is to be changed after {event.hours} hours"
        case e.DeckCut():
            yield f"  Cut at {event.count} cards"
        case e.RecutOrdered():
            yield f"  A recut is ordered: {event.reason}"
        case e.ChipsColoured():
            whose = f"seat {event.seat}" if event.seat else "the table"
            yield f"  {dollars(event.cents)} of {whose} changes colour, seen by {event.supervisor}"
        case e.CouponWithdrawn():
            yield f"  Seat {event.seat} takes the coupon on {event.on} back"
        case e.HandThrownIn():
            yield f"  Seat {event.seat} throws the hand in"
        case e.PayoutVerified():
            yield f"  The payout at seat {event.seat} is verified by {event.by}"
        case e.CardsDiscarded():
            yield f"  Set aside: {' '.join(event.cards)}"
        case e.CardsExposed():
            yield f"  {_who(event.seat)} is exposed: {' '.join(event.cards)}"
        case e.TableIdled():
            yield f"  The table is idle, the cards face {event.face}"
        case e.SettlementBegan() | e.DecisionsBegan() | e.DecisionsDone() | e.FirstCardAwaited():
            return
        case _:
            assert_never(event)


def _who(seat: int) -> str:
    return {0: "The dealer's hand", -1: "The stub"}.get(seat, f"Seat {seat}")


def _spot(event: e.WagerTaken | e.WagerPushed | e.WagerPaid) -> str:
    toke = "toke on " if event.toke else ""
    return f"Seat {event.seat}, {toke}{_SPOTS[event.wager]}"


def _layout(table: Table) -> Iterator[str]:
    for seat in table.round.positions:
        bets = table.bets(seat)
        placed = [
            f"{NAMES[name]} {dollars(amount)}"
            for name in bets.wagers.__struct_fields__
            if (amount := getattr(bets.wagers, name))
        ]
        tokes = [f"toke {name} {dollars(amount)}" for name, amount in bets.placed_tokes()]
        yield f"  Seat {seat}, {table.seats[seat].player}: {', '.join(placed + tokes)}"


def _sums(table: Table) -> Iterator[str]:
    stacks = [
        f"seat {seat} {dollars(table.stack(held.player))}"
        for seat, held in sorted(table.seats.items())
    ]
    meter = f"; meter {dollars(table.meter)}" if table.house.progressive else ""
    yield f"  Stacks: {', '.join(stacks)}{meter}"
