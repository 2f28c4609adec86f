"""A round as one file that proves itself in a browser, without the service or a network.

It checks the commitment, the players' entropy, that every card was dealt from its place, and every
line of the settlement from the cards and the house's rows. What it cannot check it lists, with the
reason.
"""

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

import msgspec

from ..house.model import House
from ..table import events as e
from ..table.evolve import evolve
from ..table.state import Table
from ..wagers.outcome import Line
from ..wagers.round_settlement import SeatSettled, Settled
from .proof_rules import Rules, rules_of

_TEMPLATE = Path(__file__).with_suffix(".html")
_CARDS = 52


class Entropy(msgspec.Struct, frozen=True):
    """What a seat added to the shuffle: its commitment, and what it revealed in time."""

    seat: int
    commitment: str
    revealed: str | None = None


class Shuffle(msgspec.Struct, frozen=True):
    commitment: str
    order: tuple[str, ...]
    nonce: str
    cut: int
    entropy: tuple[Entropy, ...]  # Committed to by players, to be mixed in after the cut.


class Dealt(msgspec.Struct, frozen=True):
    at: int  # Its place in the deck after the cut, from 0.
    seat: int | None  # None: discarded face up. 0: the dealer.
    cards: tuple[str, ...]


class OfMeter(msgspec.Struct, frozen=True):
    """The meter that pays a line, in cents."""

    title: str
    stood: int  # Before this payout, as the log has it.
    carried: int = 0  # Too small for a chip: stays on the meter.
    shared: bool = False  # Another table hit it too.


class LineProved(msgspec.Struct, frozen=True, kw_only=True):
    wager: str
    title: str
    stake: int
    result: str
    odds: str | None
    paid: int
    returned: int
    toke: bool = False
    on: str | None = None  # The bet that a coupon lies on,
    face: int = 0  # and what the coupon is worth.
    meter: OfMeter | None = None


class SeatProved(msgspec.Struct, frozen=True):
    seat: int
    cards: tuple[str, ...]  # Empty if the hand was not shown.
    decision: str | None
    lines: tuple[LineProved, ...]
    envy: dict[str, int] = {}  # What it received for others' hands, by wager.


class Holder(msgspec.Struct, frozen=True):
    """What envy depends on, besides the cards: every seat's part in the round."""

    seat: int
    player: int  # A number for each person, not a name.
    decision: str | None
    bets: tuple[str, ...]


class Correction(msgspec.Struct, frozen=True):
    """A payout that was entered in one way and then in another."""

    seat: int
    title: str
    entered: int
    paid: int


class RoundProof(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    number: int
    shuffle: Shuffle | None
    dealt: tuple[Dealt, ...]
    dealer: tuple[str, ...]
    seats: tuple[SeatProved, ...]
    holders: tuple[Holder, ...]
    corrections: tuple[Correction, ...]
    rules: Rules


def round_proof(
    before: Table, name: str, events: Sequence[e.Event], own: Collection[int]
) -> RoundProof:
    """Build the proof for some seats from one round's events and the table before them."""
    deal, meters = _Deal(), Jackpots()
    settled: Settled | None = None
    table, number = before, 0
    holders: tuple[Holder, ...] = ()
    for event in events:
        deal.take(event)
        meters.take(event, table)
        if isinstance(event, e.RoundBegan):
            number = event.number
        elif isinstance(event, e.SettlementBegan | e.SettlementCorrected):
            settled, holders = event.settled, _holders(table, event.settled)
        table = evolve(table, event)
    house = before.house
    return RoundProof(
        table=name,
        number=number,
        shuffle=deal.shuffle,
        dealt=tuple(deal.dealt),
        dealer=tuple(settled.dealer.cards) if settled else (),
        seats=seats_proved(house, settled, own, meters) if settled else (),
        holders=holders,
        corrections=tuple(_corrections(house, events, own)),
        rules=rules_of(house),
    )


def as_page(proof: RoundProof) -> bytes:
    """Render the page, escaping the data so that it cannot close its element."""
    data = msgspec.json.encode(proof).replace(b"<", b"\\u003c")
    return _TEMPLATE.read_bytes().replace(b"/*ROUND*/", data)


class _Deal:
    """The shuffle and what was dealt from it, event by event."""

    def __init__(self) -> None:
        self.shuffle: Shuffle | None = None
        self.dealt: list[Dealt] = []
        self._begin()

    def _begin(self) -> None:
        self._cut = self._drawn = 0
        self._committed: dict[int, str] = {}
        self._entropy: tuple[Entropy, ...] = ()
        self.dealt = []

    def take(self, event: e.Event) -> None:
        match event:
            case e.DeckShuffled():
                self._begin()
            case e.EntropyCommitted():
                self._committed[event.seat] = event.commitment
            case e.ShuffleMixed():
                self._entropy = tuple(
                    Entropy(seat, self._committed[seat], event.entropy.get(seat))
                    for seat in sorted({*event.entropy, *event.withheld})
                )
            case e.DeckCut():
                self._cut = (self._cut + event.count) % _CARDS
            case e.CardsDealt():
                self._draw(event.seat, event.cards)
            case e.CardsDiscarded():
                self._draw(None, event.cards)
            case e.ShuffleOpened():
                told = event.commitment, event.order, event.nonce
                self.shuffle = Shuffle(*told, self._cut, self._entropy)
            case _:
                pass

    def _draw(self, seat: int | None, cards: tuple[str, ...]) -> None:
        self.dealt.append(Dealt(self._drawn, seat, cards))
        self._drawn += len(cards)


class Jackpots:
    """The amounts of meters when they were hit, and of each jackpot."""

    def __init__(self) -> None:
        self.locked: dict[tuple[int, str], e.JackpotLocked] = {}
        self.shared: dict[tuple[int, str], int] = {}
        self.linked: dict[tuple[int, str], int] = {}  # The amount of a shared meter.

    def take(self, event: e.Event, table: Table) -> None:
        if isinstance(event, e.JackpotLocked):
            key, meter = (event.seat, event.wager or ""), event.of or table.house.only_meter or ""
            self.locked[key] = event
            if meter in table.linked:
                self.linked[key] = table.meters[meter]
        elif isinstance(event, e.JackpotShared):
            self.shared[event.seat, event.wager or ""] = event.cents


def seats_proved(
    house: House, settled: Settled, own: Collection[int], meters: "Jackpots"
) -> tuple[SeatProved, ...]:
    """The viewer's seats. All seats are computed, as the meters pay one after the other."""
    stood, found = _before(house, settled), list[SeatProved]()
    for seat in settled.seats:
        tokes = seat.tokes or ()
        told = [(line, False) for line in seat.lines] + [(line, True) for line in tokes]
        lines = [_line(house, seat, line, toke, meters, stood) for line, toke in told]
        if seat.seat in own:
            envy: dict[str, int] = {}
            for each in settled.envy:
                if each.seat == seat.seat:
                    envy[each.wager] = envy.get(each.wager, 0) + each.paid
            cards = tuple(seat.cards)
            found.append(SeatProved(seat.seat, cards, seat.decision, tuple(lines), envy))
    return tuple(found)


def _before(house: House, settled: Settled) -> dict[str, int]:
    if settled.meters:
        return {key: each.before or 0 for key, each in settled.meters.items()}
    only = settled.progressive.meter_before if settled.progressive else None
    return {house.only_meter or "": only or 0}


def _line(
    house: House,
    seat: SeatSettled,
    line: Line,
    toke: bool,
    meters: Jackpots,
    stood: dict[str, int],
) -> LineProved:
    paid, of_meter = line.paid, None
    if line.meter:
        key = next(
            (each for each in ((seat.seat, line.wager), (seat.seat, "")) if each in meters.locked),
            (seat.seat, ""),
        )
        locked = meters.locked.get(key)
        of_meter = OfMeter(
            house.meters[line.meter].title or line.meter,
            meters.linked.get(key, stood[line.meter]),
            (locked.carried or 0) if locked else 0,
            key in meters.shared,
        )
        stood[line.meter] -= paid
        paid = meters.shared.get(key, locked.cents if locked else paid)
    return LineProved(
        wager=line.wager,
        title=_title(house, line.wager, line.on or ""),
        stake=line.stake,
        result=line.result,
        odds=line.odds,
        paid=paid,
        returned=line.returned,
        toke=toke,
        on=line.on or None,
        face=line.face or 0,
        meter=of_meter,
    )


def _holders(table: Table, settled: Settled) -> tuple[Holder, ...]:
    if not any(wager.envy for wager in table.house.wagers.values()):
        return ()
    names = sorted({seat.player for seat in table.seats.values()})
    return tuple(
        Holder(
            each.seat,
            names.index(table.seats[each.seat].player),
            each.decision,
            tuple(table.seats[each.seat].wagers),
        )
        for each in settled.seats
    )


def _corrections(
    house: House, events: Iterable[e.Event], own: Collection[int]
) -> Iterable[Correction]:
    for event in events:
        if isinstance(event, e.PayoutCorrected) and event.seat in own:
            title = _title(house, event.wager)
            yield Correction(event.seat, title, event.entered_paid, event.paid)


def _title(house: House, wager: str, on: str = "") -> str:
    if on:
        return f"Coupon on {house.title(on)}"
    return house.title(wager) if wager in (*house.bets, "ante_bonus") else "Coupon"
