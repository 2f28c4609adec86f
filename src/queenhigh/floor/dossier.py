"""The dossier of a disputed round, built from the log.

The hands are reconstructed three times: from the cards dealt, from the order in the discard rack
and, if the shuffle is known, from the deck; the bets are settled again. Discrepancies are listed
first.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

import msgspec

from ..cards.card import Card, card_text
from ..house.catalogue import in_words
from ..house.model import House
from ..house.points import point
from ..money.setup import TableSetUp
from ..table import events as e
from ..table.evolve import evolve
from ..table.fairness import verify
from ..table.procedure import shuffles_by_hand
from ..table.seen_events import CardsSeen, seen_by
from ..table.state import DEALER, STUB, Table
from ..table.wording import story
from ..wagers.document import Round as Document
from ..wagers.outcome import Line
from ..wagers.round_settlement import Settled, settle_round
from .disputes import Dispute
from .tax import title_of

HANDS_ARE_REBUILT = point("cards.rebuilt")
_WATCHER = "surveillance:dossier"  # The viewpoint for a round in progress.


class ProofLine(msgspec.Struct, frozen=True):
    """A record of the log, as it is in the chain."""

    version: int
    position: int
    hash: str
    previous: str
    seal: str


class Proof(msgspec.Struct, frozen=True):
    """Proof by the store that these records are those of the log, unchanged."""

    stream: str
    unbroken: bool
    found: str  # What was checked, or what is broken.
    lines: tuple[ProofLine, ...] = ()


class DossierStep(msgspec.Struct, frozen=True):
    version: int
    at: datetime
    by: str
    text: str
    clauses: tuple[str, ...] = ()


class HandRebuilt(msgspec.Struct, frozen=True, kw_only=True):
    seat: int  # 0 is the dealer.
    patron: str
    by_log: tuple[str, ...]
    by_rack: tuple[str, ...] | None  # None for an unracked hand of a void round.
    by_deck: tuple[str, ...] | None  # None if the deck order is unknown.
    shown: bool = True  # Real cards may be folded unseen.

    @property
    def agree(self) -> bool:
        sources = (self.by_log, self.by_rack, self.by_deck)
        return len({tuple(sorted(each)) for each in sources if each is not None}) == 1


class Moved(msgspec.Struct, frozen=True):
    """How a bet was settled."""

    stake: int
    paid: int
    returned: int


class LineAgain(msgspec.Struct, frozen=True, kw_only=True):
    """A bet as it was settled, and as it is settled again."""

    seat: int
    wager: str
    title: str  # What the house calls it.
    toke: bool
    result: str
    odds: str
    why: str  # One sentence about this hand.
    recorded: Moved | None
    again: Moved | None
    clauses: tuple[str, ...]
    rulings: tuple[str, ...]
    departs_from: tuple[str, ...] = ()  # House rule: the book's clauses differ.
    corrected: str = ""  # Why two people corrected its payout.

    @property
    def agree(self) -> bool:
        return self.recorded == self.again or bool(self.corrected)


class Dossier(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    house: str
    house_name: str
    currency: str
    round: int
    first: int
    last: int
    over: bool
    void: str
    began: datetime
    ended: datetime | None
    dealer: str
    dispute: Dispute | None
    state: str
    disagreements: tuple[str, ...]
    steps: tuple[DossierStep, ...]
    hands: tuple[HandRebuilt, ...]
    shuffle: str  # Whether it matches the commitment.
    lines: tuple[LineAgain, ...]
    reasons: dict[str, str]  # The text of every clause and ruling cited.
    rebuilt_by: tuple[str, ...]
    proof: Proof | None

    @property
    def agrees(self) -> bool:
        return not self.disagreements


Happened = Sequence[tuple[int, e.AnyEvent]]  # Each event with the version it made.


class _Replay:
    """Replay of the round that collects what the dossier needs."""

    def __init__(self, before: Table, happened: Happened):
        self.table = before
        self.steps: list[DossierStep] = []
        self.end: e.RoundEnded | e.RoundVoided | None = None
        self.last = before.version
        self.dealt: dict[int, list[str]] = {}
        self.decked: dict[int, list[str]] = {}
        self.order: tuple[Card, ...] = ()
        self.drawn = 0
        self.rack: list[e.HandRacked] = []
        self.opened: e.ShuffleOpened | None = None
        self.at_settlement: Table | None = None
        self.recorded: dict[tuple[int, str, bool], Moved] = {}
        self.corrected: dict[tuple[int, str, bool], str] = {}  # Payouts, with the reason.
        self.played: Table | None = None  # With the seats as they played.
        self.over = any(isinstance(event, e.RoundEnded | e.RoundVoided) for _, event in happened)
        for version, event in happened:
            self._take(version, event)

    def _take(self, version: int, event: e.AnyEvent) -> None:
        after = evolve(self.table, event)
        self.steps += _steps(self.table, version, event, after, over=self.over)
        if self.end is None:
            self.last = version
        self._note(event)
        self.table = after

    def _note(self, event: e.Event) -> None:
        match event:
            case e.CardsDealt():
                self.order = self.order or self.table.deck.order
                self.dealt.setdefault(event.seat, []).extend(event.cards)
                self.decked.setdefault(event.seat, []).extend(self._drawn(len(event.cards)))
            case e.DealerRevealed() if self.table.physical:
                self.dealt[DEALER] = list(event.cards)
            case e.HandRevealed() if self.table.physical:
                self.dealt[event.seat] = list(event.cards)
            case e.CardCorrected():
                self._corrected(event)
            case e.BetReopened():
                self._reopened(event)
            case e.PayoutCorrected():
                self.corrected[event.seat, event.wager, event.toke] = event.reason
            case e.CardsDiscarded():
                self.order = self.order or self.table.deck.order
                self._drawn(len(event.cards))
            case e.HandRacked() if event.seat != STUB:
                self.rack.append(event)
            case e.SettlementBegan() | e.SettlementCorrected():
                self.at_settlement = self.table
            case e.WagerTaken():
                self._moved(event, Moved(event.stake, 0, 0))
            case e.WagerPushed():
                self._moved(event, Moved(event.stake, 0, event.stake))
            case e.WagerPaid():
                self._moved(event, Moved(event.stake, event.paid, event.returned))
            case e.CouponSettled():
                self.recorded[event.seat, f"match_play on {event.on}", False] = Moved(
                    0, event.paid, 0
                )
            case e.EnvyCollected():
                self.recorded[event.seat, f"envy for {event.for_seat}", False] = Moved(
                    0, event.paid, 0
                )
            case e.ShuffleOpened() if self.opened is None:
                self.opened = event
            case e.RoundEnded() | e.RoundVoided():
                self.end, self.played = event, self.table
            case _:
                return

    def _corrected(self, event: e.CardCorrected) -> None:
        """Correct the hand, also in the rack if it was already there."""
        self.dealt[event.seat] = list(event.cards)
        self.rack = [
            msgspec.structs.replace(entry, cards=event.cards) if entry.seat == event.seat else entry
            for entry in self.rack
        ]

    def _reopened(self, event: e.BetReopened) -> None:
        names = {"match_play": f"match_play on {event.on}"}
        names["envy"] = f"envy for {event.on.rpartition(':')[2]}"
        key = event.seat, names.get(event.wager, event.wager), event.toke
        self.recorded.pop(key, None)
        self.corrected.pop(key, None)

    def _drawn(self, count: int) -> list[str]:
        cards = self.order[self.drawn : self.drawn + count]
        self.drawn += count
        return [card_text(card) for card in cards]

    def _moved(self, event: e.WagerTaken | e.WagerPushed | e.WagerPaid, moved: Moved) -> None:
        self.recorded[event.seat, event.wager, event.toke] = moved


def _steps(
    before: Table, version: int, event: e.AnyEvent, after: Table, *, over: bool
) -> Iterator[DossierStep]:
    """Describe everything once the round is over; before that, only what the table may know."""
    shown: Iterable[e.AnyEvent] = (
        [event]
        if over
        else [x for x in seen_by(_WATCHER, before, event, after) if not isinstance(x, CardsSeen)]
    )
    for each in shown:
        for text in story(before, each, after):
            yield DossierStep(version, each.at, each.by, text, each.clauses)


def build_dossier(
    setup: TableSetUp,
    before: Table,
    happened: Happened,
    *,
    dispute: Dispute | None = None,
    proof: Proof | None = None,
) -> Dossier:
    """Build the dossier of the round that starts with the first event; `before` precedes it.

    The events may go beyond the round: its shuffle is opened just after it.
    """
    if not happened or not isinstance(happened[0][1], e.RoundBegan):
        raise ValueError("a dossier begins with the event that begins a round")
    replay = _Replay(before, happened)
    began, house = happened[0][1], before.house
    hands = tuple(_hands(replay)) if replay.over else ()
    lines = tuple(_lines_again(house, replay)) if replay.over else ()
    shuffle, honest = _shuffle(replay)
    return Dossier(
        table=setup.table,
        house=house.key,
        house_name=house.called,
        currency=house.currency,
        round=began.number,
        first=happened[0][0],
        last=replay.last,
        over=replay.over,
        void=replay.end.reason if isinstance(replay.end, e.RoundVoided) else "",
        began=began.at,
        ended=replay.end.at if replay.end else None,
        dealer=(replay.played or replay.table).dealer,
        dispute=dispute,
        state=dispute.state if dispute else "",
        disagreements=tuple(_disagreements(hands, lines, honest, proof)),
        steps=tuple(replay.steps),
        hands=hands,
        shuffle=shuffle,
        lines=lines,
        reasons=_reasons(house, replay.steps, lines, dispute),
        rebuilt_by=house.clauses(HANDS_ARE_REBUILT),
        proof=proof,
    )


def _hands(replay: _Replay) -> Iterator[HandRebuilt]:
    """Rebuild hands from the rack: three cards per place, in the order of picking up."""
    racked = [card for entry in replay.rack for card in entry.cards]
    picked = iter(racked)
    by_rack = {
        entry.seat: tuple(next(picked) for _ in range(min(3, len(entry.cards))))
        for entry in replay.rack
    }
    seats = replay.played.seats if replay.played else {}
    known, void = bool(replay.order), isinstance(replay.end, e.RoundVoided)
    for seat in sorted(replay.dealt, key=lambda each: (each == DEALER, each)):
        player = seats[seat].player if seat in seats else ""
        cards = tuple(replay.dealt[seat])
        yield HandRebuilt(
            seat=seat,
            patron="the dealer" if seat == DEALER else player,
            by_log=cards,
            by_rack=by_rack.get(seat, None if void else ()),
            by_deck=tuple(replay.decked[seat]) if known else None,
            shown=bool(cards),
        )


def _shuffle(replay: _Replay) -> tuple[str, bool]:
    opened = replay.opened
    if replay.table.physical:
        by_hand = shuffles_by_hand(replay.table)
        how = "by hand" if by_hand else "by the machine"
        return f"The cards were shuffled {how}; their order is not known.", True
    if not replay.over or opened is None:
        return "", True
    if verify(opened.commitment, opened.order, opened.nonce):
        return f"The shuffle is the one committed to before the bets ({opened.commitment}).", True
    return f"The shuffle is NOT the one committed to ({opened.commitment}).", False


def settled_again(house: House, at_settlement: Table, hands: dict[int, tuple[str, ...]]) -> Settled:
    """Settle the round again through `wagers.round_settlement`, as a document with these hands."""
    seats, physical = [], at_settlement.physical
    for number in at_settlement.round.positions:
        bets, seat = at_settlement.bets(number), at_settlement.seats[number]
        if hands[number] or not physical:
            bets.cards = list(hands[number])
        if bets.ante:
            bets.decision = "fold" if seat.folded else "play"
        seats.append(bets)
    document = Document(seats, dealer=list(hands[DEALER]))
    document.meters = at_settlement.round.meters or at_settlement.meters
    return settle_round(house, document, unseen=physical)


def _lines_again(house: House, replay: _Replay) -> Iterator[LineAgain]:
    if replay.at_settlement is None or isinstance(replay.end, e.RoundVoided):
        return
    rebuilt = {hand.seat: hand.by_rack or hand.by_log for hand in _hands(replay)}
    settled = settled_again(house, replay.at_settlement, rebuilt)
    left = dict(replay.recorded)
    played = replay.played
    for seat in settled.seats:
        tokes = [] if seat.tokes is msgspec.UNSET else seat.tokes
        for toke, line in [(False, x) for x in seat.lines] + [(True, x) for x in tokes]:
            jackpot = played.jackpot_of(seat.seat, line.wager) if played and line.meter else None
            shared = jackpot.cents if jackpot else None
            again = _line_again(house, seat.seat, line, toke, left, shared)
            why = replay.corrected.get((seat.seat, line.wager, toke), "")
            yield msgspec.structs.replace(again, corrected=why) if why else again
    for envy in settled.envy:
        wager = f"envy for {envy.for_seat}"
        whom = "the dealer" if envy.for_seat == "dealer" else f"seat {envy.for_seat}"
        yield LineAgain(
            seat=envy.seat,
            wager=wager,
            title=f"{title_of(house, 'envy')} for {whom}",
            toke=False,
            result="win",
            odds="",
            why="",
            recorded=left.pop((envy.seat, wager, False), None),
            again=Moved(0, envy.paid, 0),
            clauses=envy.clauses,
            rulings=envy.rulings,
        )
    for (number, wager, toke), moved in left.items():
        yield LineAgain(
            seat=number, wager=wager, title=_title(house, wager), toke=toke, result="", odds="",
            why="", recorded=moved, again=None, clauses=(), rulings=(),
            corrected=replay.corrected.get((number, wager, toke), ""),
        )  # fmt: skip


def _title(house: House, wager: str) -> str:
    """The title of what was recorded: a bet, `match_play on ante`, `envy for 3`."""
    name, _, rest = wager.partition(" ")
    known = name in (*house.bets, "ante_bonus", "match_play", "envy")
    title = title_of(house, name) if known else name
    kind, _, other = rest.partition(" ")
    return f"{title} {kind} {house.title(other) if house.offers(other) else other}".strip()


def _line_again(
    house: House,
    seat: int,
    line: Line,
    toke: bool,
    left: dict[tuple[int, str, bool], Moved],
    shared: int | None,
) -> LineAgain:
    wager = line.wager if line.on is msgspec.UNSET else f"{line.wager} on {line.on}"
    paid = line.paid if shared is None else shared
    return LineAgain(
        seat=seat,
        wager=wager,
        title=_title(house, wager),
        toke=toke,
        result=line.result,
        odds=line.odds or "",
        why=line.why,
        recorded=left.pop((seat, wager, toke), None),
        again=Moved(line.stake, paid, line.returned),
        clauses=line.clauses,
        rulings=line.rulings or (),
        departs_from=line.departs_from or (),
    )


def _disagreements(
    hands: tuple[HandRebuilt, ...],
    lines: tuple[LineAgain, ...],
    honest: bool,
    proof: Proof | None,
) -> Iterator[str]:
    for hand in hands:
        if not hand.agree:
            whose = "The dealer's hand" if hand.seat == DEALER else f"The hand of seat {hand.seat}"
            yield f"{whose} is not the same by the log, the rack and the deck."
    for line in lines:
        if not line.agree:
            wager = f"toke on {line.title}" if line.toke else line.title
            yield f"Seat {line.seat}, {wager}: settled again, it has a different result."
    if not honest:
        yield "The shuffle is not the one that was committed to."
    if proof and not proof.unbroken:
        yield f"The chain of the log is broken: {proof.found}"


def _reasons(
    house: House, steps: Iterable[DossierStep], lines: Iterable[LineAgain], dispute: Dispute | None
) -> dict[str, str]:
    named: dict[str, None] = {}
    for step in steps:
        named |= dict.fromkeys(step.clauses)
    for line in lines:
        named |= dict.fromkeys((*line.clauses, *line.rulings, *line.departs_from))
    if dispute:
        facts = (dispute.opened, dispute.decided, dispute.taken, dispute.notified, dispute.finding)
        for fact in facts:
            named |= dict.fromkeys(fact.clauses if fact else ())
    return {each: in_words(house.book, each) for each in sorted(named)}
