"""Evolve never judges: it writes down what an event says. A replay is a fold over it."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Literal, assert_never

import msgspec
from msgspec.structs import force_setattr

from ..cards.card import Card, parse_card
from ..house.loader import with_settings
from ..house.model import House
from ..wagers.limits import limit_path
from ..wagers.sequence import moves
from ..wagers.settle import Settled, settled_so_far
from . import events as e
from .chips import (
    JACKPOT_OF,
    after,
    at_stake,
    meter_of,
    meters_opened,
    off_the_layout,
    spot,
    transfers,
    undo,
)
from .fairness import mixed
from .roles import role_and_name, role_of
from .state import (
    DEALER,
    DEALT_BY_PEOPLE,
    STUB,
    Deck,
    Jackpot,
    Phase,
    Played,
    Racked,
    Request,
    ResultLine,
    Round,
    Seat,
    Table,
    Transfer,
    waits_for_first_hand,
)


def replay(house: House, happened: Iterable[e.AnyEvent]) -> Table:
    table = Table(house)
    for event in happened:
        table = evolve(table, event)
    return table


def evolve(table: Table, event: e.AnyEvent) -> Table:
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


def _with_entropy_of(table: Table, seats: Iterable[int]) -> Table:
    """Of the deck in play: what others have committed to counts no more."""
    if not table.decks or not table.deck.entropy:
        return table
    kept = {seat: told for seat, told in table.deck.entropy.items() if seat in set(seats)}
    return table.with_deck(table.round.deck, entropy=kept)


def _cards(texts: Iterable[str]) -> tuple[Card, ...]:
    return tuple(map(parse_card, texts))


def _on_duty(table: Table, dealer: str, event: e.Event) -> Table:
    return table.but(dealer=dealer, dealer_since=event.at, bought_alone=0)


def _evolve(table: Table, event: e.AnyEvent) -> Table:
    match event:
        case e.StepDone():
            done = _opened(table.but(todo=table.todo[1:]), event)
            if event.step.name == "tap" and table.relief:
                leaving = _leaving(table.dealer, done.todo)
                return _on_duty(done.but(relief="", leaving=leaving), table.relief, event)
            return done.but(leaving=_leaving(table.leaving, done.todo)) if table.leaving else done
        case e.TableOpened():
            return table.but(
                name=event.table,
                phase=Phase.OPENING,
                dealer=event.dealer,
                dealer_since=event.at,
                bought_alone=0,
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
            order = _cards(event.order)
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
            deck = table.decks[event.deck]
            order = mixed(deck.order, deck.commitment, event.entropy)
            for seat in set(event.withheld) & table.seats.keys():
                table = table.with_seat(seat, withheld=True)
            return table.with_deck(event.deck, order=order).with_round(mixed=True)
        case e.DeckCut():
            order = table.decks[event.deck].order
            return table.with_deck(event.deck, order=order[event.count :] + order[: event.count])
        case e.ShuffleOpened():
            return table.with_deck(
                event.deck,
                order=(),
                shuffled=(),
                commitment="",
                nonce="",
                entropy={},
                revealed={},
            )
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
                gone = _with_entropy_of(gone, left)
            return gone.with_round(positions=positions)
        case e.WagerPlaced():
            return _laid(table, event.seat, "wagers", event.wager, event.amount)
        case e.WagerWithdrawn():
            return _laid(table, event.seat, "wagers", event.wager, 0)
        case e.LateLimitNoticed():
            noticed = _laid(table, event.seat, "wagers", event.wager, event.actual)
            if isinstance(event.play, int):
                return noticed.with_seat(event.seat, play=event.play)
            return noticed
        case e.TokePlaced():
            return _laid(table, event.seat, "tokes", event.wager, event.amount)
        case e.TokeWithdrawn():
            return _laid(table, event.seat, "tokes", event.wager, 0)
        case e.CouponPlaced():
            return _laid(table, event.seat, "coupons", event.on, event.face)
        case e.CouponWithdrawn():
            return _laid(table, event.seat, "coupons", event.on, 0)
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
            return _with_entropy_of(dealt_in, event.positions)
        case e.Announced():
            return table.with_round(announced=(*table.round.announced, event.text))
        case e.JackpotLocked():
            wager = event.wager if isinstance(event.wager, str) else ""
            won = Jackpot(event.seat, event.cents, meter_of(table.house, event), wager)
            return table.with_round(jackpots=(*table.round.jackpots, won))
        case e.JackpotShared():
            wager = event.wager if isinstance(event.wager, str) else ""
            return _with_jackpot(table, event.seat, wager, cents=event.cents)
        case e.CardsDealt():
            table = _from_the_stub(table, event)
            held = table.round.hands.get(event.seat, ()) + _cards(event.cards)
            hands = {**table.round.hands, event.seat: held}
            if table.decks and table.deck.first_dealt is None:
                table = table.with_deck(table.round.deck, first_dealt=event.at)
            backs, unseen = table.round.backs, event.count or 0
            if unseen:
                backs = {**backs, event.seat: backs.get(event.seat, 0) + unseen}
            drawn = table.round.drawn + len(event.cards) + unseen
            return table.with_round(hands=hands, backs=backs, drawn=drawn)
        case e.CardsRead():
            read = table.round.read.get(event.place, ()) + _cards(event.cards)
            return table.with_round(read={**table.round.read, event.place: read})
        case e.CardsDiscarded():
            return table.with_round(
                discards=table.round.discards + _cards(event.cards),
                unseen_discards=table.round.unseen_discards + (event.count or 0),
                drawn=table.round.drawn + len(event.cards) + (event.count or 0),
                face_up=table.round.face_up + len(event.cards),
            )
        case e.ThirdCardMissing():
            return _without_third_card(table).but(todo=event.todo)
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
            return _with_result(table, event, line)
        case e.WagerPushed():
            line = ResultLine(
                event.wager,
                event.stake,
                "push",
                returned=event.stake,
                toke=event.toke,
            )
            return _with_result(table, event, line)
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
                paid = _with_jackpot(table, event.seat, event.wager, paid=True)
            return _with_result(paid, event, line)
        case e.CouponSettled():
            line = ResultLine("match_play", 0, event.result, event.paid, on=event.on)
            return _with_result(table, event, line)
        case e.EnvyCollected():
            return _with_result(table, event, ResultLine("envy", 0, "win", event.paid))
        case e.HandThrownIn():
            return table.with_seat(event.seat, thrown_in=True)
        case e.DecisionsBegan():
            return table.but(phase=Phase.DECIDING)
        case e.DecisionsDone():
            return table.but(phase=Phase.SETTLING, todo=event.todo)
        case e.DealerRevealed():
            turned_up = _turned_up(table, DEALER, event.cards)
            return turned_up.with_round(qualifies=event.qualifies)
        case e.CallsAwaited():
            return table.but(todo=event.todo).with_round(asked=event.seats)
        case e.AwardsCalled():
            return table.with_round(calls={**table.round.calls, event.seat: event.wagers})
        case e.SettlementBegan() | e.SettlementCorrected():
            ready = table.but(todo=event.todo)
            settled = _with_meters(table.house, event.settled)
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
            return _turned_up(table, event.seat, event.cards)
        case e.HandRacked():
            entry = Racked(event.seat, _cards(event.cards), event.count or 0)
            racked = table.with_round(rack=(*table.round.rack, entry))
            in_deal = table.phase is Phase.DEALING and event.seat in table.round.positions
            return _without_hand(racked, event.seat) if in_deal else racked
        case e.RoundVoided():
            void = table.but(phase=Phase.BETTING, todo=(), seats=_cleared(table), results={})
            return void.with_round(positions=(), over=True, released=_looked_at(table))
        case e.RoundEnded():
            ended = table.but(seats=_cleared(table, tokes_stay=True), played=_played(table))
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
            leaving = _leaving(event.outgoing, event.todo)
            return _on_duty(table.but(todo=event.todo, leaving=leaving), event.incoming, event)
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
            return _slip_signed(table, event)
        case e.TrayCounted():
            kind = event.inventory if isinstance(event.inventory, str) else table.inventory
            return table.but(tray_counted=True, inventory=kind)
        case e.DropBoxTaken():
            boxes = {**table.boxes, event.slip: event.cents}
            return _slip_signed(table, event).but(boxes=boxes)
        case e.DropCounted():
            return table.but(boxes={n: c for n, c in table.boxes.items() if n != event.box})
        case e.ChipsBought():
            bought = table.bought_alone + event.cents
            above = bought > table.house.controls.staff_buy_in_cents  # Then the floor has signed.
            if above or role_of(table.house, event.by) != "dealer":
                return table
            return table.but(bought_alone=bought)
        case e.ApprovalRequested():
            slip = event.slip if isinstance(event.slip, int) else 0
            request = Request(event.command, event.signatures, (event.by,), slip)
            requests = {**table.requests, event.request: request}
            last = slip or table.last_slip
            return table.but(requests=requests, last_request=event.request, last_slip=last)
        case e.RequestSigned():
            if not event.missing:
                return _without_request(table, event.request)
            request = table.requests[event.request]
            people = (*request.signed, event.by)
            signed = Request(request.command, event.missing, people, request.slip)
            return table.but(requests={**table.requests, event.request: signed})
        case e.RequestDeclined():
            return _without_request(table, event.request)
        case e.BetReopened():
            return _reopened(table, event)
        case e.CardCorrected():
            return _corrected_hand(table, event)
        case e.DecisionCorrected():
            return _corrected_decision(table, event)
        case e.WagerCorrected():
            laid = _laid(table, event.seat, "wagers", event.wager, event.actual)
            return laid.with_seat(event.seat, play=event.play)
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


def _leaving(dealer: str, todo: Iterable[e.Step]) -> str:
    """The dealer who has been relieved goes when the cards are spread."""
    return dealer if any(step.name == "spread" for step in todo) else ""


def _slip_signed(table: Table, event: e.TrayFilled | e.TrayCredited | e.DropBoxTaken) -> Table:
    """All whose names are on it have moved chips."""
    if not isinstance(event.slip, int) or not isinstance(event.signed, tuple):
        return table
    names = (role_and_name(each).name for each in event.signed)
    movers = {**table.movers, **dict.fromkeys(names, event.at)}
    return table.but(movers=movers, last_slip=max(table.last_slip, event.slip))


def _without_request(table: Table, number: int) -> Table:
    return table.but(requests={n: each for n, each in table.requests.items() if n != number})


def _turned_up(table: Table, seat: int, cards: e.CardTexts) -> Table:
    """From now on everybody knows the hand; one that nobody knew is what was shown."""
    revealed = table.round.revealed | {seat}
    if not table.round.backs.get(seat):
        return table.with_round(revealed=revealed)
    hands = {**table.round.hands, seat: _cards(cards)}
    backs = {place: count for place, count in table.round.backs.items() if place != seat}
    return table.with_round(revealed=revealed, hands=hands, backs=backs)


def _reopened(table: Table, event: e.BetReopened) -> Table:
    """As if it had not been settled."""
    if event.wager == JACKPOT_OF:
        gone = table.jackpot_of(event.seat, event.on)
        left = tuple(each for each in table.round.jackpots if each is not gone)
        return table.with_round(jackpots=left)
    about = table.jackpot_of(event.seat, event.wager)
    if about is not None and not event.toke:
        table = _with_jackpot(table, event.seat, event.wager, paid=False)
    lines = list(table.results.get(event.seat, ()))
    on = "" if event.wager == "envy" else event.on
    for line in lines:
        if (line.wager, line.toke, line.on) == (event.wager, event.toke, on):
            lines.remove(line)
            break
    return table.but(results={**table.results, event.seat: tuple(lines)})


def _corrected_hand(table: Table, event: e.CardCorrected) -> Table:
    cards = _cards(event.cards)
    rack = tuple(
        msgspec.structs.replace(entry, cards=cards) if entry.seat == event.seat else entry
        for entry in table.round.rack
    )
    changed = table.with_round(hands={**table.round.hands, event.seat: cards}, rack=rack)
    if isinstance(event.qualifies, bool):
        return changed.with_round(qualifies=event.qualifies)
    return changed


def _corrected_decision(table: Table, event: e.DecisionCorrected) -> Table:
    """A hand that was not folded is not in the rack."""
    multiple = event.multiple if isinstance(event.multiple, int) else None
    seat = table.with_seat(event.seat, decision=event.actual, play=event.play, multiple=multiple)
    rack = table.round.rack
    if event.actual == "play":
        rack = tuple(entry for entry in rack if entry.seat != event.seat)
    return seat.but(todo=event.todo).with_round(rack=rack)


def _without_third_card(table: Table) -> Table:
    """It is still the first of the stub, in the rack too where that has gone there."""
    if unseen := table.round.backs.get(0):
        return _back_to_the_stub(table, unseen)
    *held, missing = table.round.hands[0]
    rack = tuple(
        Racked(STUB, (missing, *entry.cards)) if entry.seat == STUB and entry.cards else entry
        for entry in table.round.rack
    )
    hands = {**table.round.hands, 0: tuple(held)}
    return table.with_round(hands=hands, rack=rack, drawn=table.round.drawn - 1)


def _back_to_the_stub(table: Table, unseen: int) -> Table:
    """The same of cards that nobody has seen."""
    rack = tuple(
        msgspec.structs.replace(entry, unseen=entry.unseen + 1) if entry.seat == STUB else entry
        for entry in table.round.rack
    )
    backs = {**table.round.backs, 0: unseen - 1}
    return table.with_round(backs=backs, rack=rack, drawn=table.round.drawn - 1)


def _from_the_stub(table: Table, event: e.CardsDealt) -> Table:
    """A card that is dealt when the stub is in the rack already comes from there."""
    if not any(entry.seat == STUB for entry in table.round.rack):
        return table
    cards, unseen = _cards(event.cards), event.count or 0
    rack = tuple(
        Racked(
            STUB,
            tuple(card for card in entry.cards if card not in cards),
            max(0, entry.unseen - unseen),
        )
        if entry.seat == STUB
        else entry
        for entry in table.round.rack
    )
    return table.with_round(rack=rack)


def _without_hand(table: Table, seat: int) -> Table:
    """A hand that is void before the deal is over: nothing more is dealt to it."""
    todo = tuple(step for step in table.todo if step.seat != seat)
    positions = tuple(number for number in table.round.positions if number != seat)
    seats = {**table.seats, seat: _cleared_seat(table.seats[seat])}
    return table.but(todo=todo, seats=seats).with_round(positions=positions)


def _opened(table: Table, event: e.StepDone) -> Table:
    """The first step of a deck's opening, from which its age may be counted."""
    number = event.step.deck
    if table.phase is not Phase.OPENING or number is None or table.decks[number].opened:
        return table
    return table.with_deck(number, opened=event.at)


def with_limits(house: House, event: e.LimitsChanged) -> House:
    """The house with other limits posted; what its book says against them, it says of the house."""
    return _posted(house, event.wager, event.minimum, event.maximum)


@lru_cache(maxsize=256)
def _posted(house: House, wager: str, minimum: int, maximum: int) -> House:
    path = limit_path(wager)
    changed = {f"{path}.minimum_cents": minimum, f"{path}.maximum_cents": maximum}
    return with_settings(house, changed)


def _with_meters(house: House, settled: Settled) -> Settled:
    """Lines of older logs do not name the house's only meter where it pays them."""
    for seat in settled.seats:
        for line in seat.lines:
            if line.meter is msgspec.UNSET and house.only_meter and (line.odds or "")[-1:] == "%":
                line.meter = house.only_meter
    return settled


_Settling = e.WagerTaken | e.WagerPushed | e.WagerPaid | e.CouponSettled | e.EnvyCollected


def _with_result(table: Table, event: _Settling, line: ResultLine) -> Table:
    why = "" if isinstance(event, e.EnvyCollected) else event.why
    line = msgspec.structs.replace(
        line, clauses=event.clauses, why=why or "", departs_from=event.departs_from or ()
    )
    results = {**table.results, event.seat: (*table.results.get(event.seat, ()), line)}
    return table.but(results=results, results_of=table.round.number)


def _with_jackpot(table: Table, seat: int, wager: str, **changes: Any) -> Table:
    won = table.jackpot_of(seat, wager)
    jackpots = tuple(
        msgspec.structs.replace(each, **changes) if each is won else each
        for each in table.round.jackpots
    )
    return table.with_round(jackpots=jackpots)


def _looked_at(table: Table) -> frozenset[int]:
    """The hands that their players might look at; one that waited for another stays unseen."""
    unseen = {seat for seat in table.seats if waits_for_first_hand(table, seat)}
    return table.round.released - unseen


def _cleared(table: Table, *, tokes_stay: bool = False) -> dict[int, Seat]:
    """Seats without bets; a toke that pushed may stay up for the next round."""
    stay = tokes_stay and table.house.tokes.on_push == "stays"
    return {
        number: _cleared_seat(seat, _left(table, number, seat) if stay else {})
        for number, seat in table.seats.items()
    }


def _cleared_seat(seat: Seat, tokes: dict[str, int] | None = None) -> Seat:
    return Seat(seat.player, tokes=tokes or {}, withheld=seat.withheld)


def _played(table: Table) -> dict[int, Played]:
    """Kept only where the house may take a settled round back."""
    if table.house.irregularities.machine_count_round != "void":
        return {}
    round_ = table.round
    return {**table.played, round_.deck: Played(round_.number, off_the_layout(table))}


def _left(table: Table, number: int, seat: Seat) -> dict[str, int]:
    lie = {name: table.accounts.get(spot(number, name, toke=True), 0) for name in seat.tokes}
    return {name: cents for name, cents in lie.items() if cents}


def _laid(
    table: Table, seat: int, on: Literal["wagers", "tokes", "coupons"], name: str, amount: int
) -> Table:
    """In the house's order, whatever was placed first."""
    changed = {**getattr(table.seats[seat], on), name: amount}
    spots = ("ante", "play", *table.house.wagers)
    laid = {each: changed[each] for each in spots if changed.get(each)}
    return table.with_seat(seat, **{on: laid})
