"""A finished round as facts: what was bet, dealt, decided, paid, and what went wrong."""

from collections.abc import Callable
from datetime import datetime
from itertools import chain
from typing import Any, Final

import msgspec

from ..cards.card import card_text
from ..house.plain_data import carried_over
from ..money.setup import Stakes, TableSetUp
from ..table import events as e
from ..table.chip_place import CONTRIBUTIONS, TRAY
from ..table.chips import JACKPOT_OF, settling
from ..table.hand_changes import with_opened_hands
from ..table.state import DEALER, ResultLine, Seat, Table
from ..wagers.document import SeatBets

VOID = "void"  # As a result: the stake went back with the round.

_OF_THE_TABLE = (TRAY, CONTRIBUTIONS)  # What the table itself puts up.


class Bet(msgspec.Struct, frozen=True):
    """The result of one bet. Bonus, envy and coupon have no stake of their own."""

    staked: int = 0
    paid: int = 0
    returned: int = 0
    result: str = ""  # win, lose, push, forfeit, void.
    of_meter: int = 0  # The part paid by the link instead of the tray.
    award: str = ""  # On a side wager: the pay table row, or empty.

    @property
    def net(self) -> int:
        """The player's net."""
        return self.paid + self.returned - self.staked


class SeatFacts(msgspec.Struct, frozen=True, kw_only=True):
    seat: int
    patron: str
    cards: tuple[str, ...] = ()
    category: str = ""  # Of three cards; empty if the round ended before they were dealt.
    decision: str = ""  # play, fold, or empty.
    timed_out: bool = False
    bets: dict[str, Bet] = {}  # By wager, and ante_bonus, match_play, envy.
    tokes: dict[str, Bet] = {}  # Bets for the dealer.
    tokes_won: int = 0  # With their stakes: what the dealer took down.
    fee: int = 0
    large: bool = False  # Its payout requires verification.
    verified_by: str = ""

    @property
    def staked(self) -> int:
        return sum(bet.staked for bet in self.bets.values())

    @property
    def paid(self) -> int:
        return sum(bet.paid for bet in self.bets.values())

    @property
    def net(self) -> int:
        """Net over all bets, coupon and envy; tokes are the dealer's, and a fee is not a bet."""
        return sum(bet.net for bet in self.bets.values())


class Irregularity(msgspec.Struct, frozen=True, kw_only=True):
    kind: str
    remedy: str
    detail: str
    by: str
    at: datetime
    clauses: tuple[str, ...]
    rulings: tuple[str, ...]


class NoticeTold(msgspec.Struct, frozen=True, kw_only=True):
    about: str
    seat: int | None
    told: tuple[str, ...]
    at: datetime


class RoundFacts(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    house: str
    currency: str = "USD"
    stakes: Stakes
    number: int
    deck: int
    first: int  # The table versions that bound it.
    last: int
    began: datetime
    locked: datetime | None
    ended: datetime
    dealer: str
    dealer_cards: tuple[str, ...] = ()
    dealer_category: str = ""
    qualifies: bool | None = None
    seats: tuple[SeatFacts, ...] = ()
    irregularities: tuple[Irregularity, ...] = ()
    notices: tuple[NoticeTold, ...] = ()
    void: str = ""  # The reason, if void.
    jackpot: int = 0  # What the link paid for it.
    fed: int = 0  # To meter, reserve and overflow together.
    seeded: int = 0  # What the table put up to reset a meter to its seed.
    in_chips: bool = False  # The tray keeps what it owes its meters. Kept in totals only.
    counted: int | None = None  # The deck size by the stub count, if counted.
    clauses: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()

    @property
    def staked(self) -> int:
        return 0 if self.void else sum(seat.staked for seat in self.seats)

    @property
    def net(self) -> int:
        """The net of all players."""
        return sum(seat.net for seat in self.seats)


class _Open:
    """The facts so far of the round in progress."""

    def __init__(self, number: int, deck: int, version: int, began: datetime):
        self.number, self.deck = number, deck
        self.first, self.began = version, began
        self.locked: datetime | None = None
        self.bets: dict[tuple[int, str], Bet] = {}
        self.tokes: dict[tuple[int, str], Bet] = {}
        self.fees: dict[int, int] = {}
        self.awards: dict[tuple[int, str], str] = {}
        self.timed_out: set[int] = set()
        self.verified: dict[int, str] = {}
        self.large: set[int] = set()
        self.irregularities: list[Irregularity] = []
        self.notices: list[NoticeTold] = []
        # In order of appearance, each once.
        self.cited: dict[tuple[str, ...], None] = {}  # Clauses that came up together.
        self.rulings: dict[str, None] = {}
        self.revealed: e.DealerRevealed | None = None
        self.fed = self.seeded = self.jackpot = 0
        self.counted: int | None = None
        self.gone: dict[int, Table] = {}  # Seats that left after being dealt in, as of then.


class RoundFolder:
    """Takes a table's events one by one, each with the table before and after it."""

    def __init__(self, setup: TableSetUp):
        self._setup = setup
        self._open: _Open | None = None

    @property
    def first(self) -> int | None:
        """The version at which the round in progress began."""
        return self._open.first if self._open else None

    def resume(self, table: Table, began: datetime) -> None:
        """Resume a table whose round has just begun."""
        self._open = _Open(table.round.number, table.round.deck, table.version, began)

    def take(self, before: Table, event: e.Event, after: Table) -> RoundFacts | None:
        """The facts of the round if the event ends one."""
        if isinstance(event, e.RoundBegan):
            if self._open is None or self._open.number != event.number:
                self._open = _Open(event.number, event.deck, after.version, event.at)
            self._open.deck = event.deck  # An undealt round can begin again.
            return None
        now = self._open
        if now is None:
            return None
        now.cited[event.clauses] = None
        if note := _NOTES.get(type(event)):
            note(now, event, before)
        if isinstance(event, e.TableClosed):
            self._open = None
        if not isinstance(event, e.RoundEnded | e.RoundVoided):
            return None
        self._open = None
        return _facts(self._setup, now, before, event, after.version)


def _bets_locked(now: _Open, event: e.BetsLocked, before: Table) -> None:
    now.locked = event.at


def _wager_taken(now: _Open, event: e.WagerTaken, before: Table) -> None:
    _settled(now, event, Bet(event.stake, result=event.result))


def _wager_pushed(now: _Open, event: e.WagerPushed, before: Table) -> None:
    _settled(now, event, Bet(event.stake, returned=event.stake, result="push"))


def _wager_paid(now: _Open, event: e.WagerPaid, before: Table) -> None:
    of_meter = event.paid if event.of_meter else 0
    now.jackpot += of_meter
    _settled(now, event, Bet(event.stake, event.paid, event.returned, "win", of_meter))


def _coupon_settled(now: _Open, event: e.CouponSettled, before: Table) -> None:
    _add(now.bets, event.seat, "match_play", Bet(paid=event.paid, result=event.result))


def _envy_collected(now: _Open, event: e.EnvyCollected, before: Table) -> None:
    _add(now.bets, event.seat, "envy", Bet(paid=event.paid, result="win"))


def _fee_collected(now: _Open, event: e.FeeCollected, before: Table) -> None:
    now.fees[event.seat] = now.fees.get(event.seat, 0) + event.cents


def _folded(now: _Open, event: e.Folded, before: Table) -> None:
    if event.because == "time_out":
        now.timed_out.add(event.seat)


def _dealer_revealed(now: _Open, event: e.DealerRevealed, before: Table) -> None:
    now.revealed = event


def _card_corrected(now: _Open, event: e.CardCorrected, before: Table) -> None:
    if event.seat == DEALER and now.revealed:
        now.revealed = msgspec.structs.replace(
            now.revealed,
            cards=event.cards,
            category=event.category,
            qualifies=bool(event.qualifies),
        )


def _settlement_began(
    now: _Open, event: e.SettlementBegan | e.SettlementCorrected, before: Table
) -> None:
    now.large = {s.seat for s in event.settled.seats if s.large_payout is not msgspec.UNSET}
    now.rulings |= dict.fromkeys(event.settled.rulings())
    now.awards = _awards_in(event)


def _payout_verified(now: _Open, event: e.PayoutVerified, before: Table) -> None:
    now.verified[event.seat] = event.by


def _meter_fed(now: _Open, event: e.MeterFed, before: Table) -> None:
    now.fed += event.meter + event.reserve + event.overflow


def _meter_reset(now: _Open, event: e.MeterReset, before: Table) -> None:
    now.seeded += event.seed - event.from_reserve - event.from_overflow


def _stub_counted(now: _Open, event: e.StubCounted, before: Table) -> None:
    now.counted = event.total


def _seat_left(now: _Open, event: e.SeatLeft, before: Table) -> None:
    if event.seat in before.round.positions:
        now.gone[event.seat] = before


def _irregularity_reported(now: _Open, event: e.IrregularityReported, before: Table) -> None:
    now.rulings |= dict.fromkeys(event.rulings)
    now.irregularities.append(carried_over(Irregularity, event))


def _notice_given(now: _Open, event: e.NoticeGiven, before: Table) -> None:
    now.notices.append(carried_over(NoticeTold, event))


def _settled(now: _Open, event: e.WagerTaken | e.WagerPushed | e.WagerPaid, bet: Bet) -> None:
    _add(now.tokes if event.toke else now.bets, event.seat, event.wager, bet)


def _add(bets: dict[tuple[int, str], Bet], seat: int, wager: str, bet: Bet) -> None:
    """Add up bets: a seat may get envy for several hands."""
    held = bets.get((seat, wager))
    if held is not None:
        bet = Bet(
            held.staked + bet.staked,
            held.paid + bet.paid,
            held.returned + bet.returned,
            bet.result,
            held.of_meter + bet.of_meter,
        )
    bets[seat, wager] = bet


def _reopened(now: _Open, event: e.BetReopened, before: Table) -> None:
    """Undo the settlement of a bet; its new result follows."""
    moved = dict(before.round.undo).get(settling(before, event), ())
    if event.wager == JACKPOT_OF:
        now.seeded -= sum(each.cents for each in moved if each.source in _OF_THE_TABLE)
        return
    bets = now.tokes if event.toke else now.bets
    held = bets.get((event.seat, event.wager))
    if held is None:
        return
    of_envy = ResultLine("envy", 0, "win", sum(each.cents for each in moved))
    on = "" if event.wager == "envy" else event.on
    lines = before.results.get(event.seat, ())
    found = (x for x in lines if (x.wager, x.toke, x.on) == (event.wager, event.toke, on))
    line = of_envy if event.wager == "envy" else next(found, of_envy)
    of_meter = line.paid if held.of_meter else 0
    now.jackpot -= of_meter
    _add(bets, event.seat, event.wager, Bet(
        -line.stake, -line.paid, -line.returned, held.result, -of_meter
    ))  # fmt: skip
    left = bets[event.seat, event.wager]
    if not (left.staked or left.paid or left.returned):
        del bets[event.seat, event.wager]


# What each event adds to the facts, looked up by type: most add nothing.
# `Any`: each takes the type it is looked up by.
_NOTES: Final[dict[type[e.Event], Callable[[_Open, Any, Table], None]]] = {
    e.BetsLocked: _bets_locked,
    e.WagerTaken: _wager_taken,
    e.WagerPushed: _wager_pushed,
    e.WagerPaid: _wager_paid,
    e.CouponSettled: _coupon_settled,
    e.EnvyCollected: _envy_collected,
    e.FeeCollected: _fee_collected,
    e.Folded: _folded,
    e.DealerRevealed: _dealer_revealed,
    e.BetReopened: _reopened,
    e.CardCorrected: _card_corrected,
    e.SettlementBegan: _settlement_began,
    e.SettlementCorrected: _settlement_began,
    e.PayoutVerified: _payout_verified,
    e.MeterFed: _meter_fed,
    e.MeterReset: _meter_reset,
    e.StubCounted: _stub_counted,
    e.SeatLeft: _seat_left,
    e.IrregularityReported: _irregularity_reported,
    e.NoticeGiven: _notice_given,
}


def _awards_in(event: e.SettlementBegan | e.SettlementCorrected) -> dict[tuple[int, str], str]:
    return {
        (seat.seat, line.wager): str(line.category)
        for seat in event.settled.seats
        for line in seat.lines
        if line.category is not msgspec.UNSET
    }


def _facts(
    setup: TableSetUp,
    now: _Open,
    before: Table,
    event: e.RoundEnded | e.RoundVoided,
    version: int,
) -> RoundFacts:
    void = event.reason or VOID if isinstance(event, e.RoundVoided) else ""
    revealed = now.revealed
    hands = with_opened_hands(before, event.hands).round.hands
    tables = {**now.gone, **dict.fromkeys(before.round.positions, before)}
    seats = {number: with_opened_hands(each, event.hands) for number, each in tables.items()}
    return RoundFacts(
        table=setup.table,
        house=before.house.key,
        currency=before.house.currency,
        stakes=setup.stakes,
        number=now.number,
        deck=now.deck,
        first=now.first,
        last=version,
        began=now.began,
        locked=now.locked,
        ended=event.at,
        dealer=before.dealer,
        dealer_cards=tuple(map(card_text, hands.get(DEALER, ()))),
        dealer_category=revealed.category if revealed else "",
        qualifies=revealed.qualifies if revealed else None,
        seats=tuple(_seat(now, table, number, void) for number, table in sorted(seats.items())),
        irregularities=tuple(now.irregularities),
        notices=tuple(now.notices),
        void=void,
        jackpot=0 if void else now.jackpot,
        fed=0 if void else now.fed,
        seeded=0 if void else now.seeded,
        in_chips=before.tray_is_chips,
        counted=now.counted,
        clauses=tuple(dict.fromkeys(chain.from_iterable(now.cited))),
        rulings=tuple(now.rulings),
    )


def _seat(now: _Open, before: Table, number: int, void: str) -> SeatFacts:
    seat = before.seats[number]
    cards = before.round.hands.get(number, ())
    category = ""
    if len(cards) == 3:
        hand = cards[0], cards[1], cards[2]
        category = before.house.ranking.category(hand).name.lower()
    refunded = void and before.house.fee.refund_on_void
    tokes = _voided_tokes(before.bets(number)) if void else _of_seat(now, now.tokes, number)
    won = sum(bet.paid + bet.returned for bet in tokes.values() if bet.result == "win")
    return SeatFacts(
        seat=number,
        patron=seat.player,
        cards=tuple(map(card_text, cards)),
        category=category,
        decision=seat.decision,
        timed_out=number in now.timed_out,
        bets=_voided(before.bets(number), seat) if void else _of_seat(now, now.bets, number),
        tokes=tokes,
        tokes_won=won,
        fee=0 if refunded else now.fees.get(number, 0),
        large=number in now.large and not void,
        verified_by=now.verified.get(number, ""),
    )


def _of_seat(now: _Open, bets: dict[tuple[int, str], Bet], number: int) -> dict[str, Bet]:
    return {
        wager: msgspec.structs.replace(bet, award=now.awards.get((seat, wager), ""))
        for (seat, wager), bet in bets.items()
        if seat == number
    }


def _voided(placed: SeatBets, seat: Seat) -> dict[str, Bet]:
    """Every stake, whatever had happened to the bet."""
    stakes = {**placed.wagers, "play": seat.play}
    return {name: _back(cents) for name, cents in stakes.items() if cents}


def _voided_tokes(placed: SeatBets) -> dict[str, Bet]:
    return {name: _back(cents) for name, cents in placed.placed_tokes()}


def _back(cents: int) -> Bet:
    return Bet(cents, 0, cents, VOID)
