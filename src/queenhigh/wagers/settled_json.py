"""Settled rounds as JSON, put together from lines that are settled once for each class of outcome.

Every rule is that of `settle`: a line is settled there when its class first comes up, and its text
is kept. What depends on more than classes (tokes, coupons, meters, envy, awards with a limit) is
settled there each time. The text is the same either way.
"""

from functools import lru_cache
from typing import NamedTuple

from msgspec import UNSET

from ..cards.six import best_fives
from ..house.model import House
from .announcements import before_the_deal, speaks_of_results
from .award import Deal, contest_between
from .document import Round, SeatBets
from .hand_classes import HandClass, HandClasses, Held
from .large_payout import large_payout
from .line_text import MARKS, Uncertain, encoded, line_texts
from .line_views import View, contest_view, wager_views
from .ranking_rulings import ranking_rulings
from .reason import listed_cards, names_of
from .seat import SeatHand
from .seat_text import SeatText
from .settle import envy_cents, settle_round

_HOUSES = 32  # Houses with options of their own are houses too.
_TEXTS = 10_000  # Of a house, with amounts and without; beyond that it starts over.
_DECISIONS = {None: "null", "play": '"play"', "fold": '"fold"'}
_CONTEST = ("play", "ante_bonus", "ante")
_NUMBERS = [str(number) for number in range(10)]

_Key = int | tuple[int | None, ...]


def settled_json(house: House, written: Round) -> bytes:
    """What `settle_round` gives, encoded. Raises DocumentError as it does."""
    text = _settlement(house).text_of(written)
    return encoded(settle_round(house, written)).encode() if text is None else text.encode()


@lru_cache(maxsize=_HOUSES)
def _settlement(house: House) -> "_Settlement":
    return _Settlement(house)


class _Bets:
    """Seats that bet the same wagers: their names in the order of settlement, and their texts."""

    def __init__(self, names: list[str], views: list[View]):
        self.names, self._views = names, views
        self.kept: dict[_Key, SeatText | None] = {}

    def special_views(self, own: HandClass) -> list[View]:
        """Those that look at more than the category and the situation."""
        return [view for view in self._views if not view.goes_by_category(own)]


class _Staked(NamedTuple):
    """A text, its amounts, what they pay, and what is said of a large payout."""

    text: SeatText
    amounts: tuple[str, ...]
    winnings: int
    large: str


class _Stakes:
    """Seats that bet the same amounts too."""

    def __init__(self, bets: _Bets, wagers: dict[str, int]):
        self.bets, self.with_ante = bets, "ante" in wagers
        self.special: dict[int, list[View]] = {}  # By category.
        self.kept: dict[_Key, _Staked | None] = {}


class _Settlement:
    """All that is kept for one house. A text that is None takes more than classes."""

    def __init__(self, house: House):
        self._house = house
        self._classes = HandClasses(house)
        self._views = wager_views(house)
        self._views |= dict.fromkeys(_CONTEST, contest_view(house))
        self._bets: dict[tuple[str, ...], _Bets] = {}
        self._stakes: dict[tuple[tuple[str, int], ...], _Stakes] = {}
        self._texts = self._staked_texts = 0
        self._envy = [wager for wager in house.wagers.values() if wager.envy is not None]
        self._by_hand_alone = not speaks_of_results(house) and not any(
            wager.envy and wager.envy.dealer_hand for wager in self._envy
        )
        self._most_cents = house.payouts.aggregate_cents
        self._key = encoded(house.key)
        absent = any(wager.absent for wager in house.wagers.values())
        self._said_before = None if absent else encoded(before_the_deal(house, []))[1:-1]

    def text_of(self, written: Round) -> str | None:
        """The round; None where it takes more than classes, or cannot be."""
        house, seats, read = self._house, written.seats, self._classes.read
        dealer = read(written.dealer)
        if dealer is None or not self._by_hand_alone:
            return None
        if len(seats) > 1:
            seats = sorted(seats, key=_from_the_highest)
        dealt, last, texts, winnings = dealer.mask, house.seats + 1, [], 0
        for bets in seats:
            held = read(bets.cards)
            if held is None or held.mask & dealt or bets.seat >= last:
                return None
            dealt |= held.mask
            last = bets.seat
            settled = self._seat(bets, held, dealer)
            if settled is None:
                return None
            texts.append(settled[0])
            winnings += settled[1]
        if not texts or (self._most_cents is not None and winnings > self._most_cents):
            return None
        moved = self._meters(written) if house.meters else ""
        if moved is None or (written.meters and not house.meters):
            return None
        said = self._said_before
        if said is None:
            said = encoded(before_the_deal(house, written.seats))[1:-1]
        return (
            f'{{"house":{self._key},"dealer":{{"cards":{dealer.shown},{dealer.of.shown}}},'
            f'"seats":[{",".join(texts)}],"envy":[],"announcements":[{said},{dealer.of.said}],'
            f'"to_the_dealer":0{moved}}}'
        )

    def _seat(self, bets: SeatBets, held: Held, dealer: Held) -> tuple[str, int] | None:
        """The seat's text and its winnings."""
        own, dealers, decision = held.of, dealer.of, bets.decision
        stakes = self._stakes.get(tuple(bets.wagers.items())) or self._new_stakes(bets.wagers)
        if (
            stakes is None
            or bets.tokes is not UNSET
            or bets.match_play is not UNSET
            or bets.multiple is not UNSET
            or bets.unclaimed
            or stakes.with_ante is (decision is None)  # A decision exactly where there is an ante.
        ):
            return None
        contest = contest_between(decision, own.strength, dealers.strength, dealers.qualifies)
        number = own.numbered + dealers.situations[contest]
        special = stakes.special.get(own.rank)
        if special is None:
            special = stakes.bets.special_views(own)
            stakes.special[own.rank] = special
        key: _Key = number
        if special:
            key = (number, *[view.key_of(held, dealer) for view in special])
        try:
            staked = stakes.kept[key]
        except KeyError:
            deal = Deal(self._house, held.cards, dealer.cards)
            hand = SeatHand(deal, contest, bets, dict.fromkeys(self._house.meters, 0))
            staked = self._staked(stakes, key, hand)
        if staked is None:
            return None
        text, amounts, winnings, more = staked
        if own.contested + dealers.contested > 1:
            found = ranking_rulings(self._house, own.hand, dealers.hand, contest)
            more += f',"rulings":{encoded(found)}' if found else ""
        mine, theirs = own.spoken, dealers.spoken
        names: tuple[str, ...] = mine, theirs, mine, theirs, ""
        if mine == theirs:
            names = names_of(self._house.ranking, held.cards, dealer.cards, contest)
        if text.lists_cards:
            names = (*names[:-1], self._listed(stakes.bets, held, dealer))
        filled_in = (_NUMBERS[bets.seat], held.shown, more) + names + amounts
        return "".join(text.in_order(filled_in)), winnings

    def _new_stakes(self, wagers: dict[str, int]) -> _Stakes | None:
        """What is kept for these amounts; None where the house does not offer these wagers."""
        placed = tuple(wagers)
        if not placed or any(name not in self._house.opening_bets for name in placed):
            return None
        if placed not in self._bets:
            names = [
                name
                for name in self._house.settle_order
                if name in placed or (name in _CONTEST and "ante" in placed)
            ]
            seen = [*names, *(wager.key for wager in self._envy)]
            views = list(dict.fromkeys(self._views[name] for name in seen))
            self._bets[placed] = _Bets(names, views)
        stakes = _Stakes(self._bets[placed], wagers)
        self._stakes[tuple(wagers.items())] = stakes
        return stakes

    def _staked(self, stakes: _Stakes, key: _Key, hand: SeatHand) -> _Staked | None:
        """This class of deals with these amounts."""
        lasting = not isinstance(key, tuple) or None not in key
        text = self._text(stakes.bets, key, hand) if lasting else self._settled(stakes.bets, hand)
        staked = None
        if text is not None:
            wagers = hand.bets.wagers
            paid_cents = text.paid_cents(wagers)
            large = large_payout(self._house, paid_cents)
            more = f',"large_payout":{encoded(large)}' if large else ""
            staked = _Staked(text, text.staked(wagers), sum(paid_cents), more)
        if lasting:
            self._staked_texts += 1
            if self._staked_texts > _TEXTS:
                self._staked_texts = 0
                self._stakes.clear()
            stakes.kept[key] = staked
        return staked

    def _text(self, placed: _Bets, key: _Key, hand: SeatHand) -> SeatText | None:
        """This class of deals, with marks for the names of the hands."""
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
        """By the rules themselves; None where it takes more than a class."""
        if any(envy_cents(wager, hand) for wager in self._envy):  # The others receive something.
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

    def _meters(self, written: Round) -> str | None:
        """The meters, of which nothing is paid; None where they are not given as they should be."""
        if self._house.only_meter is not None and not written.meters:
            before = written.progressive_meter
            given = "null" if before is UNSET else str(before)
            return f',"progressive":{{"meter_before":{given},"paid":0}}'
        return None


def _from_the_highest(bets: SeatBets) -> int:
    return -bets.seat
