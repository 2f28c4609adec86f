"""A table as each viewer may see it.

Everything shown to viewers goes through here and through `seen_events`.
"""

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import lru_cache

import msgspec

from ..cards.card import card_text
from ..cards.names import hand_name
from ..house.model import House
from ..wagers.reason import told_to_dealer
from ..wagers.seat import play_prices
from ..wagers.setting_words import limits_in_words
from . import events as e
from .claims import stays_closed
from .denominations import Chips, chips_for
from .entropy import takes_entropy
from .event import WrittenCommand
from .instructions import REPORT_AWAITED, instruction, offer, role_of_step, ruling_awaited
from .procedure import (
    as_dealt,
    clauses_here,
    deal_method,
    move_of,
    step_clauses,
)
from .request_words import request_in_words, signers_in_words
from .returned_bets import refused_bets
from .shown_cards import is_read
from .sight import Sight, sight_of
from .state import DEALER, STUB, Phase, ResultLine, Table
from .step_groups import Group, Needs, cards_dealt, group_due, needs_of
from .stub_count import rounds_since_count, rounds_to_count, stub_count_due

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
    plays: dict[int, int]  # By multiple: what playing costs, until the seat has decided.
    refused: str  # Before the deal: why its bets would not be dealt to as they lie.
    hand: str = ""  # Its name, if the viewer sees the hand.
    results: tuple[ResultLine, ...] = ()  # Results of the bets of round `results_of`.
    net: int | None = None  # What they come to for the player: tokes are the dealer's.
    staked: int = 0  # All bets and tokes that lie there.


class DueView(msgspec.Struct):
    step: str
    role: str
    text: str
    clauses: tuple[str, ...]
    needs: Needs  # What is entered to confirm it.
    deck: int | None = None
    seat: int | None = None
    cards: int | None = None  # How many this step deals.
    offered_to: tuple[int, ...] = ()  # For a player's cut: the seats in the order of asking.


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
    chips: tuple[Chips, ...]  # To take out of the tray.
    why: str = ""
    departs_from: tuple[str, ...] = ()
    manner: str = ""  # How the chips are handled, if the house says.


class DeckView(msgspec.Struct):
    back: str  # Its colour.
    in_use_since: datetime | None
    reminded: bool  # A reminder to change the deck was given.


class RackedView(msgspec.Struct):
    """Cards that lie together in the discard rack: a seat's, the dealer's (0), the stub (-1)."""

    seat: int
    cards: int
    faces: tuple[str, ...] = ()  # Where people deal: the cards of a hand that everybody saw.


class HaltView(msgspec.Struct):
    """Why the table is halted, and who must rule."""

    irregularity: str
    waits_for: str
    text: str  # In words, for everybody.
    to_sign: bool = False  # Waits for a signature that voids the round, not a ruling.


class RequestView(msgspec.Struct):
    """A request that waits for signatures."""

    request: int
    command: WrittenCommand
    signed: tuple[str, ...]  # The person who made the request comes first.
    missing: tuple[e.Signature, ...]
    text: str  # Who asks for what, in words.
    signers: str  # Whose signatures are missing, in words.
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
    to_settle: list[ToSettle]  # Only the due one: later ones would reveal cards.
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


def masked(
    public: TableView, table: Table, sight: Sight, called: Callable[[str], str] = str
) -> TableView:
    """The public view plus what this viewer may also see; everything else stays hidden.

    `called` maps a person's name to the name to say.
    """
    besides: dict[str, object] = {}
    if sight.hands:
        besides["seats"] = [seat_seen(seat, table, sight) for seat in public.seats]
    if sight.staff:
        besides["group"] = group_due(table)
    if sight.tray:
        besides["tray"] = table.tray
    if sight.requests:
        besides["requests"] = list(_requests(table, called))
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
    house, round_ = table.house, table.round
    return TableView(
        table=table.name,
        house=house.key,
        version=table.version,
        phase=table.phase,
        dealer=table.dealer,
        round=round_.number,
        due=_due(table),
        to_settle=list(_to_settle(table)),
        next_to_decide=table.next_to_decide,
        offer=_offer(table),
        seats=list(_seats(table)),
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
    """Who or what is awaited, at a table without clocks."""
    if not table.by_people or table.phase is Phase.CLOSED:
        return None
    if halted := _halted(table):
        return WaitView(halted.waits_for, halted.text, table.since)
    if offered := _offer(table):
        return WaitView("player", offered.text, table.since, offered.seat)
    if due := _due(table):
        return WaitView(due.role, due.text, table.since, due.seat)
    bets = "Bets are down: no more bets, and deal." if table.bettors() else "Waiting for bets."
    return WaitView("dealer" if table.bettors() else "player", bets, table.since)


def _requests(table: Table, called: Callable[[str], str]) -> Iterator[RequestView]:
    for number, each in table.requests.items():
        text = request_in_words(table.house, each, called)
        signers = signers_in_words(each.missing, called)
        known = each.command, each.signed, each.missing
        yield RequestView(number, *known, text, signers, each.slip)


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
        return _halt(table.halted_for, table.waits_for)
    report = next((each for each in table.requests.values() if each.voids), None)
    if report is None:
        return None
    kind = str(report.command["type"]).removeprefix("report_")
    return _halt(kind, report.missing[0].role, to_sign=True)


def _halt(kind: str, waits_for: str, *, to_sign: bool = False) -> HaltView:
    text = REPORT_AWAITED if to_sign else ruling_awaited(waits_for)
    return HaltView(kind, waits_for, text, to_sign)


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
    role = role_of_step(table.house, step.name)
    text = instruction(as_dealt(table.house, deal_method(table)), step)
    offered = step.name == "cut" and table.house.shuffle.last_cut == "player"
    seats = tuple(sorted(table.seats)) if offered else ()
    needs, cards = needs_of(table, step), cards_dealt(table, step)
    return DueView(step.name, role, text, clauses, needs, step.deck, step.seat, cards, seats)


def _offer(table: Table) -> OfferView | None:
    if (seat := table.next_to_decide) is None:
        return None
    text, because = offer(table.house, seat)
    return OfferView(seat, text, clauses_here(table, *because))


def _to_settle(table: Table) -> Iterator[ToSettle]:
    """The bet to settle, if its hand lies open or was folded; otherwise it would tell cards."""
    step, round_ = table.due, table.round
    if step is None or step.name != "settle" or step.move is None:
        return
    move = round_.moves[step.move]
    seat = table.seats.get(move.seat)
    hidden = move.seat not in round_.revealed and not stays_closed(table, move.seat)
    if hidden and not (seat and seat.folded):
        return
    if move.line is None:
        chips = chips_for(table.house, move.cents)
        yield ToSettle(move.seat, move.wager, 0, "win", move.cents, 0, False, "", (), chips)
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
        chips_for(table.house, line.paid),
        told_to_dealer(line.why),
        line.departs_from or (),
        move.manner,
    )


def _seats(table: Table) -> Iterator[SeatView]:
    house, undecided = table.house, table.undecided
    refused = refused_bets(table) if table.phase is Phase.BETTING else {}
    for number in sorted(table.seats):
        seat, plays = table.seats[number], {}
        if number in undecided:
            plays = play_prices(house, seat.ante, seat.coupons.get("ante", 0))
        yield _seat(table, number, plays, refused.get(number, ""))


def _seat(table: Table, number: int, plays: dict[int, int], refused: str) -> SeatView:
    seat, results = table.seats[number], table.results.get(number, ())
    own = [each for each in results if not each.toke]
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
        plays,
        refused,
        named(table, PUBLIC, number),
        results,
        sum(each.paid + each.returned - each.stake for each in own) if results else None,
        sum(seat.wagers.values()) + sum(seat.tokes.values()) + seat.play,
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
