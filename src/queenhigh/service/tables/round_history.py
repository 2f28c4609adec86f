"""Past rounds from the log, as one viewer may see them."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec

from ...floor.round_proof import RoundProof, round_proof
from ...store.records import Record, Store
from ...store.upcasts import table_event
from ...table import events as e
from ...table.procedure import shuffles_by_hand
from ...table.roles import Actor
from ...table.seen_events import Seen
from ...table.state import Table
from ...table.views import TableView, view
from ...wagers.round_settlement import SeatSettled, Settled
from .change_messages import events_in_words
from .felt import Felt, felt
from .lobby import Lobby
from .news import news_of
from .running_table import Running

_CHUNK = 1_000  # Records read at a time.
_BEGAN = b'"type":"round_began"'
_DECKS = 2  # Maximum at a table.


class RoundShown(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    at: datetime
    first: int  # The table versions at which it begins and ends.
    last: int
    dealer: tuple[str, ...]
    qualifies: bool | None
    void: bool
    staked: dict[str, int]  # The viewer's own stakes, by wager,
    stake: int  # and all of them together.
    net: int


class StepTold(msgspec.Struct, frozen=True):
    """One step: what happened, and the table after it."""

    events: list[Seen]
    texts: list[str]  # One for each event; empty if it only advances the procedure.
    view: TableView


class Opened(msgspec.Struct, frozen=True):
    """A shuffle that was committed to before the bets, for anybody to check."""

    commitment: str
    order: tuple[str, ...]
    nonce: str
    added: tuple[int, ...] = ()  # Seats whose entropy went into the order as it was dealt,
    left_out: tuple[int, ...] = ()  # and those that did not reveal theirs in time.


class RoundTold(msgspec.Struct, frozen=True):
    round: RoundShown
    steps: list[StepTold]
    shuffles: list[Opened]
    felt: Felt  # The felt and the placard as they were then.
    unknown: str = ""  # What is unknown about the round, if the cards were real.


class OwnRound(NamedTuple):
    """A round, and the viewer's own seats in it."""

    shown: RoundShown
    seats: tuple[SeatSettled, ...]
    fees: int
    meters: dict[str, int]  # Before they paid.


Span = tuple[int, list[e.AnyEvent]]  # The version of a round's first event, and all its events.
Players = Mapping[int, str]  # By seat.


async def rounds_of(
    lobby: Lobby, running: Running, viewer: str, before: int | None, limit: int
) -> list[RoundShown]:
    """The table's rounds, the latest first."""
    found = await asyncio.to_thread(own_rounds, lobby, running, viewer, before, limit)
    return [each.shown for each in found]


def own_rounds(
    lobby: Lobby, running: Running, viewer: str, before: int | None, limit: int
) -> list[OwnRound]:
    """The same rounds with the results of the viewer's own seats."""
    store, then = lobby.store, running
    if before is not None and (found := _find(store, running, before)) is not None:
        then = lobby.cardroom.room.back_then(running.id, found - 1) or running
    told: list[OwnRound] = []
    players = _players(then.table)
    for span in _backwards(store, running.stream, then.table.version + 1):
        players = _seated_before(players, span[1])
        each = _own_round(viewer, span, players, void=_taken_back(store, running, span))
        if each is not None:
            told.append(each)
        if len(told) == limit:
            break
    return told


def _backwards(store: Store, stream: str, end: int) -> Iterator[Span]:
    """Rounds from the end of the log towards its beginning."""
    later: list[Record] = []
    while end > 1:
        start = max(1, end - _CHUNK)
        records = [*store.records(stream, start, end), *later]
        begins = [place for place, record in enumerate(records) if _BEGAN in record.event]
        for begin in reversed(begins):
            yield records[begin].version, [table_event(r.event) for r in records[begin:]]
            del records[begin:]
        later, end = records, start


def _find(store: Store, running: Running, number: int) -> int | None:
    """The version at which a round begins, by binary search: round numbers only grow."""
    low, high = 1, running.table.version + 1
    while low < high:
        middle = (low + high) // 2
        begun = _next_round(store, running.stream, middle, high)
        if begun is None or begun[1] > number:
            high = middle
        elif begun[1] == number:
            return begun[0]
        else:
            low = begun[0] + 1
    return None


def _next_round(store: Store, stream: str, start: int, stop: int) -> tuple[int, int] | None:
    """The version and number of the first round that begins at or after a version."""
    while start < stop:
        for record in store.records(stream, start, min(stop, start + _CHUNK)):
            if _BEGAN in record.event:
                event = table_event(record.event)
                if isinstance(event, e.RoundBegan):
                    return record.version, event.number
        start += _CHUNK
    return None


def _taken_back(store: Store, running: Running, span: Span) -> bool:
    """Whether the round was voided after it was settled, which only some houses allow.

    That is discovered before the deck is dealt again, at the latest two rounds later.
    """
    if running.table.house.irregularities.machine_count_round != "void":
        return False
    first, (began, *_) = span
    number = began.number if isinstance(began, e.RoundBegan) else None
    begun = 0
    for record in store.records(running.stream, first + 1, running.table.version + 1):
        event = table_event(record.event)
        begun += isinstance(event, e.RoundBegan)
        if isinstance(event, e.SettledRoundVoided) and event.number == number:
            return True
        if begun > _DECKS:
            return False
    return False


def _own_round(viewer: str, span: Span, players: Players, *, void: bool = False) -> OwnRound | None:
    """The round as the viewer's own; None if it is still going on or was never dealt.

    `players` sat there when it began.
    """
    first, events = span
    over = next((n for n, event in enumerate(events) if _ends(event)), None)
    began = events[0]
    if over is None or not isinstance(began, e.RoundBegan):
        return None
    events = events[: over + 1]
    revealed = next((x for x in events if isinstance(x, e.DealerRevealed)), None)
    corrected = e.SettlementBegan | e.SettlementCorrected
    settled = next((x.settled for x in reversed(events) if isinstance(x, corrected)), None)
    void = void or isinstance(events[-1], e.RoundVoided)
    own = _own_seats(viewer, players, events)
    seats = tuple(each for each in settled.seats if each.seat in own) if settled else ()
    fees = sum(x.cents for x in events if isinstance(x, e.FeeCollected) and x.seat in own)
    shown = RoundShown(
        number=began.number,
        at=began.at,
        first=first,
        last=first + over,
        dealer=revealed.cards if revealed else (),
        qualifies=revealed.qualifies if revealed else None,
        void=void,
        staked=_staked(seats),
        stake=sum(line.stake for seat in seats for line in seat.lines),
        net=0 if void else sum(seat.net for seat in seats) - fees + _corrected(events, own),
    )
    return OwnRound(shown, seats, fees, _meters_before(settled) if settled else {})


def _corrected(events: Sequence[e.Event], own: set[int]) -> int:
    """What corrected payouts add to the settlement."""
    return sum(
        x.paid + x.returned - x.entered_paid - x.entered_returned
        for x in events
        if isinstance(x, e.PayoutCorrected) and x.seat in own and not x.toke
    )


def _meters_before(settled: Settled) -> dict[str, int]:
    """Meter balances by key; a house's only meter has an empty key."""
    if settled.meters:
        return {key: each.before for key, each in settled.meters.items() if each.before is not None}
    moved = settled.progressive
    return {"": moved.meter_before} if moved and moved.meter_before is not None else {}


def _ends(event: e.Event) -> bool:
    return isinstance(event, e.RoundEnded | e.RoundVoided)


def _own_seats(viewer: str, players: Players, events: Sequence[e.Event]) -> set[int]:
    """The viewer's seats when the bets were locked, whoever placed or entered the bets there."""
    seated = dict(players)
    for event in events:
        match event:
            case e.SeatTaken(seat=seat, player=player):
                seated[seat] = player
            case e.SeatLeft(seat=seat):
                seated.pop(seat, None)
            case e.BetsLocked():
                break
            case _:
                pass
    own = Actor.parse(viewer).name
    return {seat for seat, player in seated.items() if player == own}


def _players(table: Table) -> Players:
    return {number: seat.player for number, seat in table.seats.items()}


def _seated_before(players: Players, events: Sequence[e.Event]) -> Players:
    """Who sat where before these events."""
    seated = dict(players)
    for event in reversed(events):
        match event:
            case e.SeatTaken(seat=seat):
                seated.pop(seat, None)
            case e.SeatLeft(seat=seat, player=player):
                seated[seat] = player
            case _:
                pass
    return seated


def _staked(seats: tuple[SeatSettled, ...]) -> dict[str, int]:
    staked: dict[str, int] = {}
    for line in (line for seat in seats for line in seat.lines if line.stake):
        staked[line.wager] = staked.get(line.wager, 0) + line.stake
    return staked


def proof_of_round(lobby: Lobby, running: Running, viewer: str, number: int) -> RoundProof | None:
    """The proof of a finished round: its shuffle, public by then, and the viewer's own bets."""
    span = _span(lobby, running, number)
    if span is None:
        return None
    before = lobby.cardroom.room.back_then(running.id, span[0] - 1)
    own = _own_round(viewer, span, _players(before.table)) if before else None
    if before is None or own is None:
        return None
    return round_proof(before.table, running.id, span[1], [each.seat for each in own.seats])


def round_told(lobby: Lobby, running: Running, viewer: str, number: int) -> RoundTold | None:
    span = _span(lobby, running, number)
    if span is None:
        return None
    first, events = span
    now = lobby.cardroom.room.back_then(running.id, first - 1)
    if now is None:
        return None
    void = _taken_back(lobby.store, running, span)
    own = _own_round(viewer, span, _players(now.table), void=void)
    if own is None:
        return None
    steps = [
        StepTold(seen.events, seen.texts, view(change.after, viewer))
        for change in news_of(now, events).changes
        if (seen := events_in_words(viewer, [change])).events
    ]
    opened, unknown = _opened(events), _unknown(now.table, events)
    return RoundTold(own.shown, steps, opened, felt(now.table.house), unknown)


def _span(lobby: Lobby, running: Running, number: int) -> Span | None:
    """The version that begins a round, and its events."""
    first = _find(lobby.store, running, number)
    if first is None:
        return None
    end = running.table.version + 1
    until = _next_round(lobby.store, running.stream, first + 1, end)
    return first, list(lobby.cardroom.room.events(running.id, first, until[0] if until else end))


def _opened(events: Iterable[e.Event]) -> list[Opened]:
    found: list[Opened] = []
    added: tuple[int, ...] = ()
    left_out: tuple[int, ...] = ()
    for event in events:
        match event:
            case e.DeckShuffled():
                added, left_out = (), ()
            case e.ShuffleMixed():
                added, left_out = tuple(event.entropy), event.withheld
            case e.ShuffleOpened():
                told = event.commitment, event.order, event.nonce
                found.append(Opened(*told, added, left_out))
            case _:
                pass
    return found


def _unknown(table: Table, events: Iterable[e.Event]) -> str:
    """What is unknown about real cards: always their order, and the hands not shown."""
    if not table.physical:
        return ""
    closed = [x.seat for x in events if isinstance(x, e.HandRacked) and x.count and x.seat > 0]
    hands = "".join(f" The hand of seat {seat} was not shown." for seat in closed)
    how = "by hand" if shuffles_by_hand(table) else "by the machine"
    return f"Shuffled {how}; the order is not known.{hands}"
