"""What happened at a table, in words: an event a line, as one would tell it.

What is told here is what the log has, hidden cards too: it is for rounds that are over, or goes
through `table.views` first.
"""

from collections.abc import Iterator
from typing import assert_never

import msgspec

from ..cards.names import hand_name
from ..house.model import House
from ..table import events as e
from ..table.fairness import verify
from ..table.instructions import STEPS
from ..table.state import Table

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
    house = after.house
    money = house.money
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
            yield f"  Seat {event.seat} plays {money(event.amount)}"
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
            yield f"    {_spot(house, event)}: {money(event.stake)} is taken"
        case e.WagerPushed():
            yield f"    {_spot(house, event)}: {money(event.stake)} pushes"
        case e.WagerPaid():
            source = " by the meter" if event.of_meter else ""
            yield f"    {_spot(house, event)}: {money(event.paid)} is paid{source}"
        case e.CouponSettled():
            yield f"    Seat {event.seat}, coupon on {house.title(event.on)}: {event.result}"
        case e.EnvyCollected():
            yield f"    Seat {event.seat} collects {money(event.paid)} envy"
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
        case e.ThirdCardMissing():
            yield "  The dealer's hand gets its third card now"
        case e.SettledRoundVoided():
            reason = event.reason.replace("_", " ")
            yield f"  Round {event.number}, which was settled, is void: {reason}; all goes back"
            yield from _sums(after)
        case e.HandRacked():
            yield f"    {_who(event.seat)} to the rack"
        case e.RoundEnded():
            yield from _sums(after)
        case e.SeatTaken():
            yield f"  {event.player} sits down at seat {event.seat}"
        case e.SeatLeft():
            yield f"  {event.player} leaves seat {event.seat} with {money(event.with_cents)}"
        case e.ChipsBought():
            yield f"  {event.player} buys chips for {money(event.cents)}"
        case e.WagerPlaced() | e.TokePlaced():
            toke = "toke on " if isinstance(event, e.TokePlaced) else ""
            yield f"  Seat {event.seat} bets {toke}{house.title(event.wager)} {money(event.amount)}"
        case e.WagerWithdrawn() | e.TokeWithdrawn():
            why = f" ({event.because})" if event.because else ""
            amount = money(event.amount)
            yield f"  Seat {event.seat} takes back {house.title(event.wager)} {amount}{why}"
        case e.MeterFed():
            over = f", {money(event.overflow)} is beyond its limit" if event.overflow else ""
            got, reserve = money(event.meter), money(event.reserve)
            yield f"  The {_meter(house, event.of)} gets {got}, the reserve {reserve}{over}"
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
            yield f"The table is closed with {money(event.tray)} in the tray"
        case e.DeckPutInUse():
            yield f"  The {event.back} deck is in use"
        case e.DeckRemoved():
            yield f"  Deck {event.deck} is removed: {event.reason}"
        case e.CouponPlaced():
            where = house.title(event.on)
            yield f"  Seat {event.seat} lays a coupon of {money(event.face)} on {where}"
        case e.FeeCollected():
            yield f"  {event.player} pays {money(event.cents)} to enter the hand"
        case e.MeterRead():
            meter, reserve = money(event.meter), money(event.reserve)
            which = _meter(house, event.of)
            yield f"  The shared {which} stands at {meter}, its reserve at {reserve}"
        case e.JackpotLocked():
            which = _meter(house, event.of)
            yield f"  Seat {event.seat} has hit the {which}: {money(event.cents)} is locked"
        case e.JackpotShared():
            share = f"{money(event.cents)} instead of {money(event.before)}"
            which = _meter(house, event.of)
            yield f"  Another table has hit the {which} too: seat {event.seat} gets {share}"
        case e.MeterReset():
            source = f", {money(event.from_reserve)} of it from the reserve"
            if event.from_overflow:
                source += f", {money(event.from_overflow)} from beyond its limit"
            which = _meter(house, event.of)
            yield f"  The {which} gets {money(event.seed)} towards its seed{source}"
        case e.TrayFilled():
            yield f"  The tray gets {money(event.cents)} from the cage"
        case e.TrayCredited():
            yield f"  The tray gives {money(event.cents)} to the cage"
        case e.TrayCounted():
            counted, expected = money(event.counted), money(event.expected)
            by = f"{event.by} and {event.witness}"
            yield f"  The tray is counted by {by}: {counted}, and should be {expected}"
        case e.TokeGiven():
            yield f"  Seat {event.seat} gives {event.dealer} {money(event.amount)}"
        case e.NoticeGiven():
            told = ", ".join(name.replace("_", " ") for name in event.told)
            yield f"  Told of the {event.about} at seat {event.seat}: {told or 'nobody'}"
        case e.StubCounted():
            yield f"  The stub has {event.count} cards, the deck {event.total}"
        case e.LateLimitNoticed():
            placed, actual = money(event.placed), money(event.actual)
            where = f"Seat {event.seat}, {house.title(event.wager)}"
            if isinstance(event.noticed, int):
                lay = money(event.noticed)
                yield f"  {where}: {lay} lies there, not {placed}; {actual} counts"
            else:
                yield f"  {where}: {actual} lies there, not {placed}; it stands"
        case e.TableHalted():
            yield f"  The table halts for {event.waits_for}: {event.kind.replace('_', ' ')}"
        case e.RulingMade():
            yield f"  Ruling: {event.ruling}. {event.reason}"
        case e.DealerRelieved():
            yield f"  {event.incoming} relieves {event.outgoing}"
        case e.LimitsChanged():
            low, high = money(event.minimum), money(event.maximum)
            yield f"  New limits on {house.title(event.wager)}: {low} to {high}"
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
            yield f"  {money(event.cents)} of {whose} changes colour, seen by {event.supervisor}"
        case e.CouponWithdrawn():
            yield f"  Seat {event.seat} takes the coupon on {house.title(event.on)} back"
        case e.HandThrownIn():
            yield f"  Seat {event.seat} throws the hand in"
        case e.AwardsCalled():
            titles = " and ".join(house.title(wager) for wager in event.wagers)
            yield f"  Seat {event.seat} calls {titles or 'nothing'}"
        case e.PayoutVerified():
            yield f"  The payout at seat {event.seat} is verified by {event.by}"
        case e.CardsDiscarded():
            yield f"  Set aside: {' '.join(event.cards)}"
        case e.CardsExposed():
            yield f"  {_who(event.seat)} is exposed: {' '.join(event.cards)}"
        case e.TableIdled():
            yield f"  The table is idle, the cards face {event.face}"
        case e.ApprovalRequested():
            asked, wanted = str(event.command["type"]).replace("_", " "), event.signatures
            signers = " and ".join(each.name or each.role.replace("_", " ") for each in wanted)
            yield f"  Request {event.request} of {event.by}: {asked}, to be signed by {signers}"
        case e.RequestSigned():
            yield f"  {event.by} signs request {event.request}"
        case e.RequestDeclined():
            reason = f": {event.reason}" if event.reason else ""
            yield f"  {event.by} declines request {event.request}{reason}"
        case e.SettlementBegan() | e.DecisionsBegan() | e.DecisionsDone() | e.FirstCardAwaited():
            return
        case e.CallsAwaited():
            return
        case _:
            assert_never(event)


def _who(seat: int) -> str:
    return {0: "The dealer's hand", -1: "The stub"}.get(seat, f"Seat {seat}")


def _spot(house: House, event: e.WagerTaken | e.WagerPushed | e.WagerPaid) -> str:
    toke = "toke on " if event.toke else ""
    return f"Seat {event.seat}, {toke}{house.title(event.wager)}"


def _layout(table: Table) -> Iterator[str]:
    house = table.house
    for seat in table.round.positions:
        bets = table.bets(seat)
        placed = [
            f"{house.title(name)} {house.money(bets.wagers[name])}"
            for name in house.opening_bets
            if bets.wagers.get(name)
        ]
        tokes = [
            f"toke {house.title(name)} {house.money(amount)}"
            for name, amount in bets.placed_tokes()
        ]
        yield f"  Seat {seat}, {table.seats[seat].player}: {', '.join(placed + tokes)}"


def _sums(table: Table) -> Iterator[str]:
    house = table.house
    stacks = [
        f"seat {seat} {house.money(table.stack(held.player))}"
        for seat, held in sorted(table.seats.items())
    ]
    meters = [
        f"; {_meter(house, name)} {house.money(cents)}" for name, cents in table.meters.items()
    ]
    yield f"  Stacks: {', '.join(stacks)}{''.join(meters)}"


def _meter(house: House, name: str | msgspec.UnsetType) -> str:
    """By its title where there are several."""
    if name is msgspec.UNSET or name == house.only_meter:
        return "meter"
    return f"{house.meters[name].title} meter"
