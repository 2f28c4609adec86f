"""Evolve never judges: it writes down what an event says. A replay is a fold over it."""

from collections.abc import Iterable
from typing import Any, assert_never

import msgspec
from msgspec.structs import force_setattr

from ..house.model import House
from ..wagers.sequence import moves
from ..wagers.settle import settled_so_far
from . import events as e
from .chips import (
    after,
    at_stake,
    meter_of,
    meters_opened,
    transfers,
    undo,
)
from .entered_wins import with_entered_hand, with_round_counted
from .hand_changes import (
    cards_of,
    from_the_stub,
    hands_looked_at,
    with_corrected_hand,
    with_shown_hand,
    without_hand,
    without_third_card,
)
from .layout_changes import (
    cleared_seats,
    rounds_kept,
    with_bet,
    with_corrected_decision,
    with_jackpot,
    with_meters,
    with_reopened_bet,
    with_result,
)
from .roles import role_and_name
from .state import (
    DEALER,
    DEALT_BY_PEOPLE,
    Deck,
    Jackpot,
    Phase,
    Racked,
    Request,
    ResultLine,
    Round,
    Seat,
    Table,
    Transfer,
)
from .upkeep_changes import (
    dealer_leaving,
    with_chips_bought_alone,
    with_dealer,
    with_entropy_of,
    with_limits,
    with_mixed_order,
    with_opened_deck,
    with_signed_slip,
    without_request,
)


def replay(house: House, happened: Iterable[e.AnyEvent]) -> Table:
    table = Table(house)
    for event in happened:
        table = evolve(table, event)
    return table


def evolve(table: Table, event: e.AnyEvent, moved: list[Transfer] | None = None) -> Table:
    """`moved` are the event's transfers, where they are known already."""
    if moved is None:
        moved = transfers(table, event)
    accounts, bets = after(table.accounts, moved), at_stake(table, event, moved)
    changed = _evolve(table, event)
    if changed is table:
        changed = table.but()
    # Nobody else has seen this one yet, so the last of it is written in place.
    if changed.tray_counted and accounts.get("tray") != table.accounts.get("tray"):
        force_setattr(changed, "tray_counted", False)
    force_setattr(changed, "version", table.version + 1)
    force_setattr(changed, "accounts", accounts)
    force_setattr(changed, "at_stake", bets)
    if changed.kind in DEALT_BY_PEOPLE:
        _by_people(table, changed, event, moved)
    return changed


def _by_people(table: Table, changed: Table, event: e.AnyEvent, moved: list[Transfer]) -> None:
    """Where people deal: what a correction would take back, and since when somebody is awaited."""
    taken_back = undo(table, event, moved)
    if taken_back is not table.round.undo and not changed.round.over:
        round_ = msgspec.structs.replace(changed.round, undo=taken_back)
        force_setattr(changed, "round", round_)
    if waits_for(table) != waits_for(changed):
        force_setattr(changed, "since", event.at)


def waits_for(table: Table) -> tuple[object, ...]:
    """What the table waits for: it is news when this changes."""
    has_bets = table.phase is Phase.BETTING and bool(table.bettors())
    return table.phase, table.round.number, table.next_to_decide, has_bets, table.due


def _evolve(table: Table, event: e.AnyEvent) -> Table:
    match event:
        case e.StepDone():
            done = with_opened_deck(table.but(todo=table.todo[1:]), event)
            if event.step.name == "tap" and table.relief:
                leaving = dealer_leaving(table.dealer, done.todo)
                return with_dealer(done.but(relief="", leaving=leaving), table.relief, event)
            return (
                done.but(leaving=dealer_leaving(table.leaving, done.todo))
                if table.leaving
                else done
            )
        case e.TableOpened():
            return table.but(
                name=event.table,
                phase=Phase.OPENING,
                dealer=event.dealer,
                dealer_since=event.at,
                automation=frozenset(event.automation),
                linked=frozenset(
                    key for key, each in meters_opened(table.house, event).items() if each.linked
                ),
                todo=event.todo,
                decks=tuple(map(Deck, table.house.cards.backs[: table.house.cards.decks])),
                guarded=event.guarded is True,
                kind=event.kind if isinstance(event.kind, str) else "",
                tray_is_chips=event.chips is not msgspec.UNSET,
                inventory="",
                movers={**table.movers, role_and_name(event.by).name: event.at},
            )
        case e.TableClosed():
            # Numbers go on when it opens again; one that was prepared and never dealt is free.
            last = table.round.number - (0 if table.round.over else 1)
            return table.but(
                phase=Phase.CLOSED,
                todo=(),
                decks=(),
                round=Round(number=max(0, last), over=True),
                played_before=max(0, last),
                deck_shift=0,
                last_counts={},
                played={},
                dealer="",
                leaving="",
                requests={},
                results={},
            )
        case e.DeckPutInUse():
            return table.with_deck(event.deck, in_use_since=event.at, reminded=False)
        case e.DeckRemoved():
            fresh = Deck(table.decks[event.deck].back)
            decks = (*table.decks[: event.deck], fresh, *table.decks[event.deck + 1 :])
            return table.but(decks=decks, phase=Phase.OPENING, todo=event.todo)
        case e.DeckChangeDue():
            return table.with_deck(event.deck, reminded=True)
        case e.DeckShuffled():
            order = cards_of(event.order)
            return table.with_deck(
                event.deck,
                order=order,
                shuffled=order,
                commitment=event.commitment,
                nonce=event.nonce,
                entropy={},
                revealed={},
            )
        case e.EntropyCommitted():
            committed = {**table.deck.entropy, event.seat: event.commitment}
            return table.with_deck(table.round.deck, entropy=committed)
        case e.EntropyRevealed():
            revealed = {**table.deck.revealed, event.seat: event.entropy}
            return table.with_deck(table.round.deck, revealed=revealed)
        case e.ShuffleMixed():
            return with_mixed_order(table, event)
        case e.DeckCut():
            order = table.decks[event.deck].order
            return table.with_deck(event.deck, order=order[event.count :] + order[: event.count])
        case e.ShuffleOpened():
            unknown: dict[str, Any] = {"order": (), "shuffled": (), "commitment": "", "nonce": ""}
            return table.with_deck(event.deck, **unknown, entropy={}, revealed={})
        case e.SeatTaken():
            seats = {**table.seats, event.seat: Seat(event.player)}
            return table.but(seats=seats, idle=False)
        case e.SeatLeft():
            left = {n: s for n, s in table.seats.items() if n != event.seat}
            results = {n: lines for n, lines in table.results.items() if n != event.seat}
            positions = tuple(n for n in table.round.positions if n != event.seat)
            todo = table.todo
            if table.phase is Phase.DECIDING:  # A fold that was to be collected.
                todo = tuple(step for step in todo if step.seat != event.seat)
            gone = table.but(seats=left, results=results, todo=todo)
            if table.phase is not Phase.DEALING:  # Later it counts as withheld.
                gone = with_entropy_of(gone, left)
            return gone.with_round(positions=positions)
        case e.WagerPlaced():
            return with_bet(table, event.seat, "wagers", event.wager, event.amount)
        case e.WagerWithdrawn():
            return with_bet(table, event.seat, "wagers", event.wager, 0)
        case e.LateLimitNoticed():
            noticed = with_bet(table, event.seat, "wagers", event.wager, event.actual)
            if isinstance(event.play, int):
                return noticed.with_seat(event.seat, play=event.play)
            return noticed
        case e.TokePlaced():
            return with_bet(table, event.seat, "tokes", event.wager, event.amount)
        case e.TokeWithdrawn():
            return with_bet(table, event.seat, "tokes", event.wager, 0)
        case e.CouponPlaced():
            return with_bet(table, event.seat, "coupons", event.on, event.face)
        case e.CouponWithdrawn():
            return with_bet(table, event.seat, "coupons", event.on, 0)
        case e.RoundBegan():
            # A machine that has come back shuffles from the next round on.
            by_hand = table.by_hand and not table.shuffler_works
            return table.but(
                phase=Phase.BETTING,
                round=Round(event.number, event.deck),
                played_before=min(table.played_before, event.number - 1),  # As older logs have it.
                deck_shift=(event.deck - event.number + 1) % max(1, len(table.decks)),
                todo=event.todo,
                by_hand=by_hand,
            )
        case e.BetsLocked():
            played = {n: each for n, each in table.played.items() if n != table.round.deck}
            locked = table.but(phase=Phase.DEALING, todo=event.todo, results={}, played=played)
            dealt_in = locked.with_round(positions=event.positions, locked_at=event.at)
            return with_entropy_of(dealt_in, event.positions)
        case e.Announced():
            return table.with_round(announced=(*table.round.announced, event.text))
        case e.JackpotLocked():
            wager = event.wager if isinstance(event.wager, str) else ""
            won = Jackpot(event.seat, event.cents, meter_of(table.house, event), wager)
            return table.with_round(jackpots=(*table.round.jackpots, won))
        case e.JackpotShared():
            wager = event.wager if isinstance(event.wager, str) else ""
            return with_jackpot(table, event.seat, wager, cents=event.cents)
        case e.CardsDealt():
            table = from_the_stub(table, event)
            held = table.round.hands.get(event.seat, ()) + cards_of(event.cards)
            hands = {**table.round.hands, event.seat: held}
            if table.decks and table.deck.first_dealt is None:
                table = table.with_deck(table.round.deck, first_dealt=event.at)
            backs, unseen = table.round.backs, event.count or 0
            if unseen:
                backs = {**backs, event.seat: backs.get(event.seat, 0) + unseen}
            drawn = table.round.drawn + len(event.cards) + unseen
            return table.with_round(hands=hands, backs=backs, drawn=drawn)
        case e.CardsRead():
            read = table.round.read.get(event.place, ()) + cards_of(event.cards)
            return table.with_round(read={**table.round.read, event.place: read})
        case e.CardsDiscarded():
            return table.with_round(
                discards=table.round.discards + cards_of(event.cards),
                unseen_discards=table.round.unseen_discards + (event.count or 0),
                drawn=table.round.drawn + len(event.cards) + (event.count or 0),
                face_up=table.round.face_up + len(event.cards),
            )
        case e.ThirdCardMissing():
            return without_third_card(table).but(todo=event.todo)
        case e.CardsExposed():
            return table.with_round(exposed=table.round.exposed | {event.seat})
        case e.StubCounted():
            number = table.round.number
            counts = {**table.last_counts, -1: number, table.round.deck: number}
            return table.but(last_counts=counts).with_round(counted=True)
        case e.CardsReleased():
            return table.with_round(released=table.round.released | set(event.seats))
        case e.PlayPlaced():
            multiple = event.multiple if isinstance(event.multiple, int) else None
            return table.with_seat(
                event.seat, decision="play", play=event.amount, multiple=multiple
            )
        case e.Folded():
            due = table.todo if isinstance(event.todo, msgspec.UnsetType) else event.todo
            return table.with_seat(event.seat, decision="fold").but(todo=due)
        case e.WagerTaken():
            line = ResultLine(event.wager, event.stake, event.result, toke=event.toke)
            return with_result(table, event, line)
        case e.WagerPushed():
            line = ResultLine(
                event.wager,
                event.stake,
                "push",
                returned=event.stake,
                toke=event.toke,
            )
            return with_result(table, event, line)
        case e.WagerPaid():
            line = ResultLine(
                event.wager,
                event.stake,
                "win",
                event.paid,
                event.returned,
                event.toke,
                event.odds,
            )
            paid = table
            if event.of_meter:
                paid = with_jackpot(table, event.seat, event.wager, paid=True)
            return with_result(paid, event, line)
        case e.CouponSettled():
            line = ResultLine("match_play", 0, event.result, event.paid, on=event.on)
            return with_result(table, event, line)
        case e.EnvyCollected():
            return with_result(table, event, ResultLine("envy", 0, "win", event.paid))
        case e.HandThrownIn():
            return table.with_seat(event.seat, thrown_in=True)
        case e.DecisionsBegan():
            return table.but(phase=Phase.DECIDING)
        case e.DecisionsDone():
            return table.but(phase=Phase.SETTLING, todo=event.todo)
        case e.DealerRevealed():
            turned_up = with_shown_hand(table, DEALER, event.cards)
            return turned_up.with_round(qualifies=event.qualifies)
        case e.CallsAwaited():
            return table.but(todo=event.todo).with_round(asked=event.seats)
        case e.AwardsCalled():
            return table.with_round(calls={**table.round.calls, event.seat: event.wagers})
        case e.SettlementBegan() | e.SettlementCorrected():
            ready = table.but(todo=event.todo)
            settled = with_meters(table.house, event.settled)
            in_order = tuple(moves(table.house, settled))
            return ready.with_round(settled=settled, moves=in_order)
        case e.HandsAwaited():
            return table.but(todo=event.todo).with_round(to_show=event.seats, meters=event.meters)
        case e.HandSettled():
            before = table.round.settled.seats if table.round.settled else []
            settled = settled_so_far(table.house, [*before, event.settled])
            ready = table.but(todo=event.todo)
            return ready.with_round(settled=settled, moves=tuple(moves(table.house, settled)))
        case e.HandRevealed():
            return with_entered_hand(with_shown_hand(table, event.seat, event.cards), event)
        case e.HandRacked():
            entry = Racked(event.seat, cards_of(event.cards), event.count or 0)
            racked = table.with_round(rack=(*table.round.rack, entry))
            in_deal = table.phase is Phase.DEALING and event.seat in table.round.positions
            return without_hand(racked, event.seat) if in_deal else racked
        case e.RoundVoided():
            void = table.but(phase=Phase.BETTING, todo=(), seats=cleared_seats(table), results={})
            return void.with_round(positions=(), over=True, released=hands_looked_at(table))
        case e.RoundEnded():
            ended = with_round_counted(table, event.at).but(
                seats=cleared_seats(table, tokes_stay=True), played=rounds_kept(table)
            )
            return ended.with_round(positions=(), over=True)
        case e.SettledRoundVoided():
            played = {n: each for n, each in table.played.items() if each.number != event.number}
            shown = {} if table.results_of == event.number else table.results
            return table.but(played=played, results=shown)
        case e.TableHalted():
            return table.but(
                phase=Phase.HALTED,
                halted_in=table.phase,
                halted_for=event.kind,
                waits_for=event.waits_for,
                halted_by=event.by,
                halted_because=event.clauses,
            )
        case e.RulingMade():
            return table.but(
                phase=table.halted_in, halted_for="", waits_for="", halted_by="", halted_because=()
            )
        case e.DealerRelieved():
            if any(step.name == "tap" for step in event.todo):
                return table.but(relief=event.incoming, todo=event.todo)  # On duty when it taps.
            leaving = dealer_leaving(event.outgoing, event.todo)
            return with_dealer(table.but(todo=event.todo, leaving=leaving), event.incoming, event)
        case e.LimitsChanged():
            return table.but(house=with_limits(table.house, event))
        case e.TableIdled():
            return table.but(idle=True, todo=event.todo)
        case e.RecutOrdered() | e.FirstCardAwaited():
            return table.but(todo=event.todo)
        case e.ShufflerFailed():
            return table.but(shuffler_works=False)
        case e.ShufflerReplaced():
            return table.but(shuffler_works=True)
        case e.ShuffledByHandInstead():
            return table.but(by_hand=True, todo=event.todo)
        case e.TokeGiven():
            if not isinstance(event.above_cap_on, str):
                return table
            given = dict(table.seats[event.seat].excess_given)
            given[event.above_cap_on] = given.get(event.above_cap_on, 0) + event.amount
            return table.with_seat(event.seat, excess_given=given)
        case e.TrayFilled() | e.TrayCredited():
            return with_signed_slip(table, event)
        case e.TrayCounted():
            kind = event.inventory if isinstance(event.inventory, str) else table.inventory
            return table.but(tray_counted=True, inventory=kind)
        case e.DropBoxTaken():
            boxes = {**table.boxes, event.slip: event.cents}
            return with_signed_slip(table, event).but(boxes=boxes)
        case e.DropCounted():
            return table.but(boxes={n: c for n, c in table.boxes.items() if n != event.box})
        case e.ChipsBought():
            return with_chips_bought_alone(table, event)
        case e.ApprovalRequested():
            slip = event.slip if isinstance(event.slip, int) else 0
            voids = event.voids is True
            request = Request(event.command, event.signatures, (event.by,), slip, voids)
            requests = {**table.requests, event.request: request}
            last = slip or table.last_slip
            return table.but(requests=requests, last_request=event.request, last_slip=last)
        case e.RequestSigned():
            if not event.missing:
                return without_request(table, event.request)
            request = table.requests[event.request]
            people = (*request.signed, event.by)
            signed = msgspec.structs.replace(request, missing=event.missing, signed=people)
            return table.but(requests={**table.requests, event.request: signed})
        case e.RequestDeclined():
            return without_request(table, event.request)
        case e.BetReopened():
            return with_reopened_bet(table, event)
        case e.CardCorrected():
            return with_corrected_hand(table, event)
        case e.DecisionCorrected():
            return with_corrected_decision(table, event)
        case e.WagerCorrected():
            laid = with_bet(table, event.seat, "wagers", event.wager, event.actual)
            return laid.with_seat(event.seat, play=event.play)
        case e.CouponCorrected():
            return with_bet(table, event.seat, "coupons", event.on, event.actual)
        case (
            e.ChipsColoured()
            | e.CorrectionMade()
            | e.PayoutCorrected()
            | e.DeckFlawed()
            | e.FeeCollected()
            | e.IrregularityReported()
            | e.MeterFed()
            | e.MeterRead()
            | e.MeterReset()
            | e.NoticeGiven()
            | e.PayoutVerified()
            | e.TrayCredited()
            | e.TrayFilled()
        ):
            return table  # Chips alone, or a record.
        case _:
            assert_never(event)
