"""A table as each viewer may see it.

Everything that leaves the process goes through here and through `seen_events`.
"""

from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache
from typing import Any

import msgspec

from ..cards.card import card_text
from ..cards.names import hand_name
from ..house.model import House
from ..wagers.reason import told_to_dealer
from ..wagers.seat import play_stake
from ..wagers.setting_words import limits_in_words
from . import events as e
from .claims import stays_closed
from .entropy import takes_entropy
from .instructions import instruction, offer, role_of_step
from .procedure import (
    as_dealt,
    cards_at_a_time,
    clauses_here,
    deal_method,
    move_of,
    rounds_since_count,
    rounds_to_count,
    step_clauses,
    stub_count_due,
)
from .shown_cards import is_read
from .sight import Sight, sight_of
from .state import DEALER, STUB, Phase, ResultLine, Table
from .step_groups import Group, cards_to_enter, group_due

HIDDEN = "??"
PUBLIC = Sight()


class SeatView(msgspec.Struct):
    seat: int
    player: str
    stack: int
    wagers: dict[str, int]
    tokes: dict[str, int]
    coupons: dict[str, int]
    play: int
    decision: str
    cards: list[str]  # ?? for a back.
    hand: str = ""  # Its name, if the viewer sees the hand.
    to_play: int = 0  # The price of playing, while the seat has to decide.
    results: tuple[ResultLine, ...] = ()  # Results of the bets of round `results_of`.


class DueView(msgspec.Struct):
    step: str
    role: str
    text: str
    clauses: tuple[str, ...]
    deck: int | None = None
    seat: int | None = None
    cards: int | None = None  # How many this step deals, or has entered when it turns them up.
    offered_to: tuple[int, ...] = ()  # For a player's cut: the seats in the order of asking.
    conflict: str = ""  # Why cards must be entered although a device has read them.


class OfferView(msgspec.Struct):
    """The decision that is awaited, in words for the dealer."""

    seat: int
    text: str
    clauses: tuple[str, ...]


class ToSettle(msgspec.Struct):
    """The bet that the dealer settles now."""

    seat: int
    wager: str
    stake: int
    result: str
    paid: int
    returned: int
    toke: bool
    odds: str
    clauses: tuple[str, ...]
    why: str = ""
    departs_from: tuple[str, ...] = ()
    manner: str = ""  # How to handle the chips, if the house says.


class DeckView(msgspec.Struct):
    back: str  # Its colour.
    in_use_since: datetime | None
    reminded: bool  # A reminder to change the deck was given.


class RackedView(msgspec.Struct):
    """Cards that lie together in the discard rack: a seat's, 0 the dealer's, -1 the stub."""

    seat: int
    cards: int
    faces: tuple[str, ...] = ()  # Where people deal: the cards of a hand that everybody saw.


class HaltView(msgspec.Struct):
    """Why the table is halted, and who must rule."""

    irregularity: str
    waits_for: str
    to_sign: bool = False  # Waits for a signature that voids the round, not for a ruling.


class RequestView(msgspec.Struct):
    """A request that waits for signatures."""

    request: int
    command: dict[str, Any]
    signed: tuple[str, ...]  # The person who made the request comes first.
    missing: tuple[e.Signature, ...]
    slip: int = 0  # The slip's number, if the request is a slip.


class WaitView(msgspec.Struct):
    """Whom the table waits for, and since when."""

    role: str
    text: str
    since: datetime | None
    seat: int | None = None


class TableView(msgspec.Struct):
    table: str
    house: str
    version: int
    phase: Phase
    dealer: str
    round: int
    due: DueView | None
    to_settle: list[ToSettle]  # Only the one that is due; later ones would reveal cards.
    next_to_decide: int | None
    offer: OfferView | None  # The decision that seat has to make.
    seats: list[SeatView]
    dealer_cards: list[str]
    dealer_hand: str
    deck: str  # The colour of the back.
    commitment: str
    meter: int | None  # The house's only meter.
    meters: dict[str, int]
    limits: dict[str, str]
    spots: tuple[str, ...]  # The spots of one position, in order.
    results_of: int  # The round that the seats' results belong to.
    qualifies: bool | None  # Whether the dealer's hand qualifies; None until it is revealed.
    announced: tuple[str, ...]  # What the dealer has said this round.
    stub: int  # Cards that are neither dealt nor in the rack.
    rack: list[RackedView]
    discarded: int  # Cards that went out of play face up.
    decks: list[DeckView]
    stub_count_due: bool  # This round.
    rounds_since_count: int
    halted: HaltView | None
    idle: bool
    automated: list[str]  # Steps that the system does automatically.
    relief: str  # The incoming dealer.
    linked: bool  # The meter is shared with other tables.
    tray: int | None  # To staff only.
    requests: list[RequestView]  # To staff only.
    kind: str = ""  # digital, physical, training; empty if unspecified.
    group: Group | None = None  # To staff only: the steps done in one go.
    waits: WaitView | None = None  # At tables without clocks.
    read: tuple[int, ...] = ()  # Places whose cards a device has read.
    stub_count_in: int = 0  # Rounds until the stub is counted; 0 for this one.
    chips: tuple[int, ...] = ()  # The values of the table's chips.
    dealer_since: datetime | None = None  # When the dealer on duty began.
    guarded: bool = False  # Moving money takes several people.
    tray_is_chips: bool = False  # Only chips go in or out of the tray.
    inventory: str = ""  # To signers: the last one since the opening; opening, shift, closing.
    boxes: tuple[int, ...] = ()  # To signers: uncounted drop boxes.
    takes_entropy: bool = False  # Players may add to the shuffle now.
    entropy: dict[int, str] = {}  # By seat: commitments to what they add,
    entropy_awaited: tuple[int, ...] = ()  # and the seats that must reveal it now.


def view(table: Table, viewer: str) -> TableView:
    return masked(public_view(table), table, sight_of(table, viewer))


def masked(public: TableView, table: Table, sight: Sight) -> TableView:
    """What everybody sees plus what this viewer may also see; everything else stays hidden."""
    besides: dict[str, Any] = {}
    if sight.hands:
        besides["seats"] = [seat_seen(seat, table, sight) for seat in public.seats]
    if sight.staff:
        besides["group"] = group_due(table)
    if sight.tray:
        besides["tray"] = table.tray
    if sight.requests:
        besides["requests"] = list(_requests(table))
        besides["inventory"] = table.inventory
        besides["boxes"] = tuple(sorted(table.boxes))
    return msgspec.structs.replace(public, **besides) if besides else public


def seat_seen(seat: SeatView, table: Table, sight: Sight) -> SeatView:
    """A seat as everybody sees it, plus the hand if this viewer may see it."""
    if seat.seat not in sight.hands:
        return seat
    cards, hand = faces(table, sight, seat.seat), named(table, sight, seat.seat)
    return msgspec.structs.replace(seat, cards=cards, hand=hand)


def public_view(table: Table) -> TableView:
    """What everybody sees: computed once for all viewers."""
    house, round_, turn = table.house, table.round, table.next_to_decide
    return TableView(
        table=table.name,
        house=house.key,
        version=table.version,
        phase=table.phase,
        dealer=table.dealer,
        round=round_.number,
        due=_due(table),
        to_settle=list(_to_settle(table)),
        next_to_decide=turn,
        offer=_offer(table),
        seats=[_seat(table, number, turn) for number in sorted(table.seats)],
        dealer_cards=faces(table, PUBLIC, DEALER),
        dealer_hand=named(table, PUBLIC, DEALER),
        deck=table.deck.back if table.decks else "",
        commitment=table.deck.commitment if table.decks else "",
        meter=table.meter if house.only_meter else None,
        meters=table.meters,
        limits=_limits(house),
        spots=house.spots,
        results_of=table.results_of,
        qualifies=round_.qualifies,
        announced=round_.announced,
        stub=_stub(table),
        rack=[_racked(table, entry.seat, len(entry.cards) + entry.unseen) for entry in round_.rack],
        discarded=len(round_.discards) + round_.unseen_discards,
        decks=[DeckView(deck.back, deck.in_use_since, deck.reminded) for deck in table.decks],
        stub_count_due=bool(table.decks) and stub_count_due(table),
        rounds_since_count=rounds_since_count(table),
        halted=_halted(table),
        idle=table.idle,
        automated=sorted(table.automation),
        relief=table.relief,
        linked=bool(table.linked),
        tray=None,
        requests=[],
        kind=table.kind,
        waits=_waits(table),
        read=tuple(seat for seat in sorted(round_.read) if is_read(table, seat)),
        stub_count_in=rounds_to_count(table) if table.decks else 0,
        chips=house.betting.chips_cents,
        dealer_since=table.dealer_since,
        guarded=table.guarded,
        tray_is_chips=table.tray_is_chips,
        takes_entropy=takes_entropy(table),
        entropy=table.deck.entropy if table.decks else {},
        entropy_awaited=table.entropy_awaited,
    )


def _waits(table: Table) -> WaitView | None:
    """What has to happen next at a table without clocks."""
    if not table.by_people or table.phase is Phase.CLOSED:
        return None
    if table.phase is Phase.HALTED:
        return WaitView(table.waits_for, "A ruling is awaited.", table.since)
    if halted := _halted(table):
        return WaitView(halted.waits_for, "The report waits to be signed or declined.", table.since)
    if offered := _offer(table):
        return WaitView("player", offered.text, table.since, offered.seat)
    if due := _due(table):
        return WaitView(due.role, due.text, table.since, due.seat)
    bets = "Bets are down: no more bets, and deal." if table.bettors() else "Bets are awaited."
    return WaitView("dealer" if table.bettors() else "player", bets, table.since)


def _requests(table: Table) -> Iterator[RequestView]:
    for number, each in table.requests.items():
        yield RequestView(number, each.command, each.signed, each.missing, each.slip)


def _stub(table: Table) -> int:
    racked = any(entry.seat == STUB for entry in table.round.rack)
    return 0 if racked or not table.decks else 52 - table.round.drawn


def _racked(table: Table, seat: int, cards: int) -> RackedView:
    """An entry of the rack. Of a physical deck's stub, only the number of cards is known."""
    if seat == STUB:
        return RackedView(seat, 52 - table.round.drawn)
    seen = table.by_people and seat in table.round.revealed
    return RackedView(seat, cards, tuple(map(card_text, table.round.hands[seat])) if seen else ())


def _halted(table: Table) -> HaltView | None:
    if table.phase is Phase.HALTED:
        return HaltView(table.halted_for, table.waits_for)
    report = next((each for each in table.requests.values() if each.voids), None)
    if report is None:
        return None
    kind = str(report.command["type"]).removeprefix("report_")
    return HaltView(kind, report.missing[0].role, to_sign=True)


@lru_cache(maxsize=1024)
def _limits(house: House) -> dict[str, str]:
    return {
        wager: limits_in_words(house.limits(wager), house.money) for wager in house.opening_bets
    }


def _due(table: Table) -> DueView | None:
    step = table.due
    if step is None:
        return None
    clauses = step_clauses(table, step.name, move_of(table, step))
    dealt = {"deal": cards_at_a_time(table), "deal_third_card": 1}
    needed = cards_to_enter(table, step)
    conflict = needed.conflict if needed else ""
    cards = needed.count if needed else dealt.get(step.name)
    role = role_of_step(table.house, step.name)
    text = instruction(as_dealt(table.house, deal_method(table)), step)
    offered = step.name == "cut" and table.house.shuffle.last_cut == "player"
    seats = tuple(sorted(table.seats)) if offered else ()
    return DueView(step.name, role, text, clauses, step.deck, step.seat, cards, seats, conflict)


def _offer(table: Table) -> OfferView | None:
    if (seat := table.next_to_decide) is None:
        return None
    text, because = offer(table.house, seat)
    return OfferView(seat, text, clauses_here(table, *because))


def _to_settle(table: Table) -> Iterator[ToSettle]:
    """The bet to settle, if its hand lies open or was folded; otherwise it would reveal cards."""
    step, round_ = table.due, table.round
    if step is None or step.name != "settle" or step.move is None:
        return
    move = round_.moves[step.move]
    seat = table.seats.get(move.seat)
    hidden = move.seat not in round_.revealed and not stays_closed(table, move.seat)
    if hidden and not (seat and seat.folded):
        return
    if move.line is None:
        yield ToSettle(move.seat, move.wager, 0, "win", move.cents, 0, False, "", ())
        return
    line = move.line
    yield ToSettle(
        move.seat,
        line.wager,
        line.stake,
        line.result,
        line.paid,
        line.returned,
        move.toke,
        line.odds or "",
        line.clauses,
        told_to_dealer(line.why),
        line.departs_from or (),
        move.manner,
    )


def _seat(table: Table, number: int, turn: int | None) -> SeatView:
    seat = table.seats[number]
    return SeatView(
        number,
        seat.player,
        table.stack(seat.player),
        seat.wagers,
        seat.tokes,
        seat.coupons,
        seat.play,
        seat.decision,
        faces(table, PUBLIC, number),
        named(table, PUBLIC, number),
        play_stake(table.house, table.bets(number)) if number == turn else 0,
        table.results.get(number, ()),
    )


def faces(table: Table, sight: Sight, seat: int) -> list[str]:
    round_ = table.round
    cards, backs = round_.hands.get(seat, ()), round_.backs.get(seat, 0)
    if (not cards and not backs) or seat in [entry.seat for entry in round_.rack]:
        return []
    known = list(map(card_text, cards)) if sight.sees(table, seat) else [HIDDEN] * len(cards)
    return known + [HIDDEN] * backs


def named(table: Table, sight: Sight, seat: int) -> str:
    """The name of a hand, for those who see it."""
    cards = table.round.hands.get(seat, ())
    if len(cards) != 3 or not sight.sees(table, seat):
        return ""
    return hand_name((cards[0], cards[1], cards[2]), table.house.ranking)
