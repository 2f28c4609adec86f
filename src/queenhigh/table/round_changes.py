"""The records of a round's events: the deal, the decisions, the settlement."""

from typing import TypedDict

import msgspec

from ..cards.card import parse_cards
from ..wagers.round_settlement import settled_so_far
from ..wagers.sequence import moves
from . import events as e
from .entered_wins import with_entered_hand, with_round_counted
from .hand_changes import from_the_stub, with_opened_hands, with_shown_hand, without_hand
from .layout_changes import cleared_seats, rounds_kept, with_jackpot, with_meters, with_result
from .state import DEALER, Phase, Racked, ResultLine, Round, Table
from .upkeep_changes import dealer_leaving, with_dealer, with_opened_deck


def step_done(table: Table, event: e.StepDone) -> Table:
    done = with_opened_deck(table.but(todo=table.todo[1:]), event)
    if event.step.name == "tap" and table.relief:
        leaving = dealer_leaving(table.dealer, done.todo)
        return with_dealer(done.but(relief="", leaving=leaving), table.relief, event.at)
    return done.but(leaving=dealer_leaving(table.leaving, done.todo)) if table.leaving else done


def round_began(table: Table, event: e.RoundBegan) -> Table:
    # A repaired machine shuffles from the next round on.
    by_hand = table.by_hand and not table.shuffler_works
    return table.but(
        phase=Phase.BETTING,
        round=Round(event.number, event.deck),
        played_before=min(table.played_before, event.number - 1),  # For older logs.
        deck_shift=(event.deck - event.number + 1) % max(1, len(table.decks)),
        todo=event.todo,
        by_hand=by_hand,
    )


def announced(table: Table, event: e.Announced) -> Table:
    return table.with_round(announced=(*table.round.announced, event.text))


def cards_dealt(table: Table, event: e.CardsDealt) -> Table:
    table = from_the_stub(table, event)
    held = table.round.hands.get(event.seat, ()) + parse_cards(event.cards)
    hands = {**table.round.hands, event.seat: held}
    if table.decks and table.deck.first_dealt is None:
        table = table.with_deck(table.round.deck, first_dealt=event.at)
    backs, unseen = table.round.backs, event.count or 0
    if unseen:
        backs = {**backs, event.seat: backs.get(event.seat, 0) + unseen}
    drawn = table.round.drawn + len(event.cards) + unseen
    return table.with_round(hands=hands, backs=backs, drawn=drawn)


def cards_read(table: Table, event: e.CardsRead) -> Table:
    read = table.round.read.get(event.place, ()) + parse_cards(event.cards)
    return table.with_round(read={**table.round.read, event.place: read})


def stub_counted(table: Table, event: e.StubCounted) -> Table:
    number = table.round.number
    counts = {**table.last_counts, -1: number, table.round.deck: number}
    return table.but(last_counts=counts).with_round(counted=True)


def cards_released(table: Table, event: e.CardsReleased) -> Table:
    return table.with_round(released=table.round.released | set(event.seats))


def play_placed(table: Table, event: e.PlayPlaced) -> Table:
    multiple = event.multiple if isinstance(event.multiple, int) else None
    return table.with_seat(event.seat, decision="play", play=event.amount, multiple=multiple)


def folded(table: Table, event: e.Folded) -> Table:
    due = table.todo if isinstance(event.todo, msgspec.UnsetType) else event.todo
    late = event.because == "time_out"
    return table.with_seat(event.seat, decision="fold", timed_out=late).but(todo=due)


def wager_taken(table: Table, event: e.WagerTaken) -> Table:
    line = ResultLine(event.wager, event.stake, event.result, toke=event.toke, **_why(event))
    return with_result(table, event.seat, line)


def wager_pushed(table: Table, event: e.WagerPushed) -> Table:
    stake, toke = event.stake, event.toke
    line = ResultLine(event.wager, stake, "push", 0, stake, toke, **_why(event))
    return with_result(table, event.seat, line)


def wager_paid(table: Table, event: e.WagerPaid) -> Table:
    paid, returned, odds = event.paid, event.returned, event.odds
    line = ResultLine(
        event.wager, event.stake, "win", paid, returned, event.toke, odds, **_why(event)
    )
    if event.of_meter:
        table = with_jackpot(table, event.seat, event.wager, paid=True)
    return with_result(table, event.seat, line)


def coupon_settled(table: Table, event: e.CouponSettled) -> Table:
    on, paid = event.on, event.paid
    line = ResultLine("match_play", 0, event.result, paid, on=on, **_why(event))
    return with_result(table, event.seat, line)


def envy_collected(table: Table, event: e.EnvyCollected) -> Table:
    departs_from = event.departs_from or ()
    line = ResultLine(
        "envy", 0, "win", event.paid, clauses=event.clauses, departs_from=departs_from
    )
    return with_result(table, event.seat, line)


_Settled = e.WagerTaken | e.WagerPushed | e.WagerPaid | e.CouponSettled


class _Why(TypedDict):
    clauses: tuple[str, ...]
    why: str
    departs_from: tuple[str, ...]


def _why(event: _Settled) -> _Why:
    """Why a bet was settled this way, as its line records it."""
    departs_from = event.departs_from or ()
    return {"clauses": event.clauses, "why": event.why or "", "departs_from": departs_from}


def hand_thrown_in(table: Table, event: e.HandThrownIn) -> Table:
    return table.with_seat(event.seat, thrown_in=True)


def decisions_began(table: Table, event: e.DecisionsBegan) -> Table:
    return table.but(phase=Phase.DECIDING)


def decisions_done(table: Table, event: e.DecisionsDone) -> Table:
    return table.but(phase=Phase.SETTLING, todo=event.todo)


def dealer_revealed(table: Table, event: e.DealerRevealed) -> Table:
    turned_up = with_shown_hand(table, DEALER, event.cards)
    return turned_up.with_round(qualifies=event.qualifies)


def calls_awaited(table: Table, event: e.CallsAwaited) -> Table:
    return table.but(todo=event.todo).with_round(asked=event.seats)


def awards_called(table: Table, event: e.AwardsCalled) -> Table:
    return table.with_round(calls={**table.round.calls, event.seat: event.wagers})


def settlement_began(table: Table, event: e.SettlementBegan | e.SettlementCorrected) -> Table:
    ready = table.but(todo=event.todo)
    settled = with_meters(table.house, event.settled)
    in_order = tuple(moves(table.house, settled))
    return ready.with_round(settled=settled, moves=in_order)


def hands_awaited(table: Table, event: e.HandsAwaited) -> Table:
    return table.but(todo=event.todo).with_round(to_show=event.seats, meters=event.meters)


def hand_settled(table: Table, event: e.HandSettled) -> Table:
    before = table.round.settled.seats if table.round.settled else []
    settled = settled_so_far(table.house, [*before, event.settled])
    ready = table.but(todo=event.todo)
    return ready.with_round(settled=settled, moves=tuple(moves(table.house, settled)))


def hand_revealed(table: Table, event: e.HandRevealed) -> Table:
    return with_entered_hand(with_shown_hand(table, event.seat, event.cards), event)


def hand_racked(table: Table, event: e.HandRacked) -> Table:
    entry = Racked(event.seat, parse_cards(event.cards), event.count or 0)
    racked = table.with_round(rack=(*table.round.rack, entry))
    in_deal = table.phase is Phase.DEALING and event.seat in table.round.positions
    return without_hand(racked, event.seat) if in_deal else racked


def round_ended(table: Table, event: e.RoundEnded) -> Table:
    table = with_opened_hands(table, event.hands)
    ended = with_round_counted(table, event.at).but(
        seats=cleared_seats(table, tokes_stay=True), played=rounds_kept(table)
    )
    return ended.with_round(positions=(), over=True)
