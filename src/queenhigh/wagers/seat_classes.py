"""Seats as JSON, settled once for each class of outcome.

All rules are those of `settle`: a seat is settled there when its class first comes up, and its text
is kept. Seats that depend on more than classes (tokes, coupons, meters, envy, awards with a limit)
are settled there each time. The text is the same either way.
"""

from functools import lru_cache
from typing import NamedTuple

import msgspec
from msgspec import UNSET

from ..cards.six import best_fives
from ..house.model import House
from .award import Deal, contest_between
from .document import Decision, SeatBets
from .hand_classes import HandClass, HandClasses, Held
from .large_payout import large_payout
from .line_text import MARKS, Uncertain, encoded, line_texts
from .line_views import View, contest_view, wager_views
from .ranking_rulings import ranking_rulings
from .reason import listed_cards, names_of
from .seat import SeatHand, settle_tokes
from .seat_text import SeatText
from .settle import SeatSettled, envy_cents, settled_seat
from .usual_round import Unusual, read_wagers

_HOUSES = 64  # A house with its own options counts separately.
_TEXTS = 5_000  # Per house, with and without amounts; beyond that it starts over.
_DECISIONS = {None: "null", "play": '"play"', "fold": '"fold"'}
_CONTEST = ("play", "ante_bonus", "ante")
_NUMBERS = [str(number).encode() for number in range(10)]

_Key = int | tuple[int | None, ...]
_decode = msgspec.json.Decoder(SeatSettled).decode


class _Bets:
    """Seats with the same wagers: their names in settlement order, and their texts."""

    def __init__(self, names: list[str], views: list[View]):
        self.names, self._views = names, views
        self.kept: dict[_Key, SeatText | None] = {}

    def special_views(self, own: HandClass) -> list[View]:
        """The views that look at more than the category and the situation."""
        return [view for view in self._views if not view.goes_by_category(own)]


class _Staked(NamedTuple):
    """A text, its pieces with their amounts, what they pay, and its note on a large payout."""

    text: SeatText
    pieces: tuple[bytes, ...]
    winnings: int
    large: bytes


class Stakes:
    """Seats with the same wagers and the same amounts."""

    def __init__(self, bets: _Bets, wagers: dict[str, int]):
        self.bets, self.wagers, self.with_ante = bets, wagers, "ante" in wagers
        self.special: dict[int, list[View]] = {}  # By category.
        self.kept: dict[_Key, _Staked | None] = {}


@lru_cache(maxsize=_HOUSES)
def seat_classes(house: House) -> "SeatClasses":
    return SeatClasses(house)


class SeatClasses:
    """Everything kept for one house. A text of None depends on more than classes."""

    def __init__(self, house: House):
        self._house = house
        self._hands = HandClasses(house)
        self.read = self._hands.read
        self._views = wager_views(house)
        self._views |= dict.fromkeys(_CONTEST, contest_view(house))
        self._bets: dict[tuple[str, ...], _Bets] = {}
        self._stakes: dict[bytes, Stakes] = {}  # By the bets as written.
        self._texts = self._staked_texts = 0
        self._envy = [wager for wager in house.wagers.values() if wager.envy is not None]

    def settled(self, hand: SeatHand) -> SeatSettled:
        """The same result as from `settled_seat`."""
        bets, deal = hand.bets, hand.deal
        alone = bets.match_play is bets.multiple is UNSET and not bets.unclaimed
        shared = self._house.payouts.aggregate_cents is not None
        if bets.cards is UNSET or shared or not alone:
            return settled_seat(hand)
        held, dealer = self._hands.held(deal.player), self._hands.held(deal.dealer)
        try:
            stakes = self.stakes(msgspec.json.encode(bets.wagers))
            pieces, _ = self.pieces(bets.seat, bets.decision, stakes, held, dealer)
        except Unusual:
            return settled_seat(hand)
        seat = _decode(b"".join(pieces))
        if bets.tokes is not UNSET:
            seat.tokes = list(settle_tokes(hand))
        return seat

    def stakes(self, written: bytes) -> Stakes:
        """What is kept for these bets."""
        stakes = self._stakes.get(written)
        return self._new_stakes(written) if stakes is None else stakes

    def pieces(
        self, number: int, decision: Decision | None, stakes: Stakes, held: Held, dealer: Held
    ) -> tuple[tuple[bytes, ...], int]:
        """The seat's text in pieces, and its winnings; raises Unusual if classes do not suffice."""
        own, dealers = held.of, dealer.of
        if stakes.with_ante is (decision is None):  # A decision goes with an ante, and only then.
            raise Unusual
        contest = contest_between(decision, own.strength, dealers.strength, dealers.qualifies)
        situation = own.numbered + dealers.situations[contest]
        special = stakes.special.get(own.rank)
        if special is None:
            special = stakes.bets.special_views(own)
            stakes.special[own.rank] = special
        key: _Key = situation
        if special:
            key = (situation, *[view.key_of(held, dealer) for view in special])
        try:
            staked = stakes.kept[key]
        except KeyError:
            deal = Deal(self._house, held.cards, dealer.cards)
            bets = SeatBets(number, stakes.wagers, held.text, decision)
            hand = SeatHand(deal, contest, bets, dict.fromkeys(self._house.meters, 0))
            staked = self._staked(stakes, key, hand)
        if staked is None:
            raise Unusual
        text, pieces, winnings, more = staked
        if own.contested + dealers.contested > 1:
            found = ranking_rulings(self._house, own.hand, dealers.hand, contest)
            more += f',"rulings":{encoded(found)}'.encode() if found else b""
        mine, theirs = own.spoken, dealers.spoken
        names: tuple[bytes, ...] = (mine, theirs, mine, theirs, b"")
        if mine == theirs or text.lists_cards:
            spoken = names_of(self._house.ranking, own.hand, dealers.hand, contest)
            listed = self._listed(stakes.bets, held, dealer) if text.lists_cards else ""
            names = tuple(name.encode() for name in spoken._replace(listed=listed))
        filled_in = (_NUMBERS[number], held.shown, more) + names + pieces
        return text.in_order(filled_in), winnings

    def _new_stakes(self, written: bytes) -> Stakes:
        wagers = read_wagers(written)
        placed = tuple(wagers)
        if not placed or any(name not in self._house.opening_bets for name in placed):
            raise Unusual
        if placed not in self._bets:
            names = [
                name
                for name in self._house.settle_order
                if name in placed or (name in _CONTEST and "ante" in placed)
            ]
            seen = [*names, *(wager.key for wager in self._envy)]
            views = list(dict.fromkeys(self._views[name] for name in seen))
            self._bets[placed] = _Bets(names, views)
        stakes = Stakes(self._bets[placed], wagers)
        self._stakes[written] = stakes
        return stakes

    def _staked(self, stakes: Stakes, key: _Key, hand: SeatHand) -> _Staked | None:
        """The text of this class of deals, with these amounts."""
        lasting = not isinstance(key, tuple) or None not in key
        text = self._text(stakes.bets, key, hand) if lasting else self._settled(stakes.bets, hand)
        staked = None
        if text is not None:
            paid_cents = text.paid_cents(stakes.wagers)
            large = large_payout(self._house, paid_cents)
            more = f',"large_payout":{encoded(large)}'.encode() if large else b""
            staked = _Staked(text, text.staked(stakes.wagers), sum(paid_cents), more)
        if lasting:
            self._staked_texts += 1
            if self._staked_texts > _TEXTS:
                self._staked_texts = 0
                self._stakes.clear()
            stakes.kept[key] = staked
        return staked

    def _text(self, placed: _Bets, key: _Key, hand: SeatHand) -> SeatText | None:
        """The text of this class of deals, with marks for the names of the hands."""
        if key in placed.kept:
            return placed.kept[key]
        hand.names = MARKS
        self._texts += 1
        if self._texts > _TEXTS:
            self._texts = 0
            self._bets.clear()
            self._stakes.clear()
        placed.kept[key] = self._settled(placed, hand)
        return placed.kept[key]

    def _settled(self, placed: _Bets, hand: SeatHand) -> SeatText | None:
        """The text by the rules themselves; None if it depends on more than its class."""
        if any(envy_cents(wager, hand) for wager in self._envy):  # Others receive envy.
            return None
        try:
            lines = line_texts(hand, placed.names)
        except Uncertain:
            return None
        category = encoded(hand.deal.category("player"))
        return SeatText(category, _DECISIONS[hand.bets.decision], lines)

    def _listed(self, placed: _Bets, held: Held, dealer: Held) -> str:
        """The cards of an award on the best five."""
        wagers = (self._house.wagers.get(name) for name in placed.names)
        wheel = next(wager.wheel for wager in wagers if wager and wager.of == "best_five")
        return listed_cards(best_fives(held.cards + dealer.cards, wheel=wheel)[0])
