"""Seats as JSON, settled once for each class of outcome.

All rules are those of `settle`: a seat is settled there when its class first comes up, and its text
is kept. Seats that depend on more than their class (tokes, coupons, meters, envy, awards with a
limit) are settled there each time. The text is the same either way.
"""

from functools import lru_cache
from itertools import count

import msgspec
from msgspec import UNSET

from ..cards.best_of_six import RANKS, best_fives, five_of_a_suit
from ..cards.card import card_text
from ..cards.ranking import Category
from ..house.model import House
from ..house.wager import CONTESTS, When
from .award import Deal
from .document import ANY_HAND, Decision, SeatBets
from .hand_classes import SITUATIONS, HandClass, Hands, Held
from .large_payout import large_payout
from .line_text import MARKS, Uncertain, encoded, line_texts
from .line_views import View, contest_view, wager_views
from .ranking_rulings import ranking_rulings
from .reason import listed_cards, names_of
from .round_settlement import SeatSettled, envy_cents, settled_seat
from .seat import SeatHand, settle_tokes
from .seat_text import DEALERS, DEALERS_COMPARED, LISTED, OWN, OWN_COMPARED, SeatText
from .usual_round import Unusual, read_wagers

_HOUSES = 64  # A house with its own options counts separately.
_TEXTS = 5_000  # Per house, with and without amounts; beyond that it starts over.
_DECISIONS = {None: "null", "play": '"play"', "fold": '"fold"'}
_CONTEST = ("play", "ante_bonus", "ante")
_SITUATIONS = SITUATIONS * (len(Category) + 1)  # With every category.

_Looks = tuple[int | None, ...]  # What special views see; with a None, it has to be settled.
_decode = msgspec.json.Decoder(SeatSettled).decode


class _Bets:
    """Seats with the same wagers: their names in settlement order, and what they look at."""

    def __init__(self, names: tuple[str, ...], views: list[View]):
        self.names, self._views = names, views
        self.special: dict[int, list[View]] = {}  # By category.

    def special_views(self, own: HandClass) -> list[View]:
        """The views that look at more than the category and the situation."""
        found = [view for view in self._views if not view.goes_by_category(own)]
        self.special[own.rank] = found
        return found


class Stakes:
    """Seats with the same wagers and the same amounts."""

    def __init__(self, bets: _Bets, wagers: dict[str, int], number: int):
        self.bets, self.wagers, self.special = bets, wagers, bets.special
        self.first_key = number * _SITUATIONS


# A class with its amounts: its text with places for the names of the hands, the same for hands of
# the same name, whether it lists cards, and what it pays. A plain tuple is fastest to read.
_Staked = tuple[bytes, bytes, bool, int]
_TAKES_MORE: _Staked = b"", b"", False, 0  # It depends on more than the class.


@lru_cache(maxsize=_HOUSES)
def seat_classes(house: House) -> "SeatClasses":
    return SeatClasses(house)


class SeatClasses:
    """All texts kept for one house."""

    def __init__(self, house: House):
        self._house = house
        self.hands = Hands(house)
        self._views = wager_views(house)
        self._views |= dict.fromkeys(_CONTEST, contest_view(house))
        self._bets: dict[tuple[str, ...], _Bets] = {}
        self._stakes: dict[bytes, Stakes] = {}  # By the bets as written.
        self._numbers = count()
        self._kept: dict[int | tuple[int, _Looks], _Staked] = {}
        self._texts: dict[tuple[_Bets, int, _Looks], SeatText | None] = {}  # None: takes more.
        on_five = [wager.wheel for wager in house.wagers.values() if wager.of == "best_five"]
        self._wheel = True in on_five  # They agree, where texts are kept.
        self._listed: dict[int, bytes] = {}  # By the ranks of six cards.
        self._envy = [wager for wager in house.wagers.values() if wager.envy is not None]

    def settled(self, hand: SeatHand) -> SeatSettled:
        """The same result as from `settled_seat`."""
        bets, deal = hand.bets, hand.deal
        alone = bets.match_play is bets.multiple is UNSET and not bets.unclaimed
        shared = self._house.payouts.aggregate_cents is not None
        if bets.cards is UNSET or shared or not alone:
            return settled_seat(hand)
        held, dealer = self.hands.of(deal.player), self.hands.of(deal.dealer)
        try:
            stakes = self.stakes(msgspec.json.encode(bets.wagers))
            text, _ = self.text(bets.decision, stakes, held, dealer)
        except Unusual:
            return settled_seat(hand)
        cards = msgspec.json.encode([card_text(card) for card in deal.player])
        seat = _decode(b'{"seat":%d,"cards":%b%b' % (bets.seat, cards, text))
        if bets.tokes is not UNSET:
            seat.tokes = list(settle_tokes(hand))
        return seat

    def stakes(self, written: bytes) -> Stakes:
        """The texts kept for these bets."""
        stakes = self._stakes.get(written)
        return self._new_stakes(written) if stakes is None else stakes

    def text(
        self, decision: Decision | None, stakes: Stakes, held: Held, dealer: Held
    ) -> tuple[bytes, int]:
        """What follows the seat's cards, and its winnings.

        Raises Unusual if classes do not suffice.
        """
        own, dealers = held.of, dealer.of
        ahead = own.strength - dealers.strength
        situation = own.numbered + dealers.situations[decision][(ahead > 0) - (ahead < 0)]
        try:
            special = stakes.special[own.rank]
        except KeyError:
            special = stakes.bets.special_views(own)
        key: int | tuple[int, _Looks] = stakes.first_key + situation
        looks: _Looks = ()
        if special:
            for view in special:
                looks += (view.key_of(held, dealer),)
            key = stakes.first_key + situation, looks
        try:
            text, compared, lists_cards, winnings = self._kept[key]
        except KeyError:
            deal = Deal(self._house, held.cards, dealer.cards)
            staked = self._staked(stakes, decision, situation, looks, deal)
            if None not in looks:
                self._keep(key, staked)
            text, compared, lists_cards, winnings = staked
        if not text:
            raise Unusual
        mine, theirs = own.spoken, dealers.spoken
        if mine == theirs:
            text = compared.replace(OWN_COMPARED, own.compared)
            text = text.replace(DEALERS_COMPARED, dealers.compared)
        text = text.replace(OWN, mine).replace(DEALERS, theirs)
        if lists_cards:
            text = text.replace(LISTED, self._listed_cards(held, dealer))
        contested = own.contested + dealers.contested
        if contested > 2 or (contested == 2 and own.read_apart(dealers)):
            contest = _contest(situation)
            if found := ranking_rulings(self._house, own.hand, dealers.hand, contest):
                text = b'%b,"rulings":%b}' % (text[:-1], encoded(found).encode())
        return text, winnings

    def _new_stakes(self, written: bytes) -> Stakes:
        if self._house.ranked_by_the_book:  # Whether that decides depends on both hands.
            raise Unusual
        wagers = read_wagers(written)
        if not wagers or any(name not in self._house.opening_bets for name in wagers):
            raise Unusual
        names = tuple(
            name
            for name in self._house.settle_order
            if name in wagers or (name in _CONTEST and "ante" in wagers)
        )
        if names not in self._bets:
            seen = [*names, *(wager.key for wager in self._envy)]
            views = list(dict.fromkeys(self._views[name] for name in seen))
            self._bets[names] = _Bets(names, views)
        if len(self._stakes) == _TEXTS:
            self._stakes.clear()
        stakes = Stakes(self._bets[names], wagers, next(self._numbers))
        self._stakes[written] = stakes
        return stakes

    def _keep(self, key: int | tuple[int, _Looks], staked: _Staked) -> None:
        if len(self._kept) == _TEXTS:
            self._kept.clear()
        self._kept[key] = staked

    def _staked(
        self, stakes: Stakes, decision: Decision | None, situation: int, looks: _Looks, deal: Deal
    ) -> _Staked:
        """The text of this class of deals, with these amounts."""
        if ("ante" in stakes.wagers) is (decision is None):
            return _TAKES_MORE  # A seat decides if, and only if, it has an ante.
        bets = SeatBets(1, stakes.wagers, "", decision)
        hand = SeatHand(deal, _contest(situation), bets, dict.fromkeys(self._house.meters, 0))
        if None in looks:
            text = self._settled(stakes.bets, hand)
        else:
            text = self._text((stakes.bets, situation, looks), hand)
        if text is None:
            return _TAKES_MORE
        paid_cents = text.paid_cents(stakes.wagers)
        large = large_payout(self._house, paid_cents)
        more = f',"large_payout":{encoded(large)}}}' if large else "}"
        compared = text.staked(stakes.wagers) + more.encode()
        alone = compared.replace(OWN_COMPARED, OWN).replace(DEALERS_COMPARED, DEALERS)
        same_names = names_of(self._house.ranking, ANY_HAND, ANY_HAND, hand.contest)
        if same_names.own == same_names.own_compared:
            compared = alone
        return alone, compared, LISTED in compared, sum(paid_cents)

    def _text(self, key: tuple[_Bets, int, _Looks], hand: SeatHand) -> SeatText | None:
        """The text of this class of deals, with marks for the names of the hands."""
        if key not in self._texts:
            if len(self._texts) == _TEXTS:
                self._texts.clear()
            hand.names = MARKS
            self._texts[key] = self._settled(key[0], hand)
        return self._texts[key]

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

    def _listed_cards(self, held: Held, dealer: Held) -> bytes:
        """The cards of an award on the best five: without a flush, ranks are enough."""
        counts = held.counts + dealer.counts
        if five_of_a_suit(counts):
            return self._best_five(held, dealer)
        ranks = counts & RANKS
        if ranks not in self._listed:
            self._listed[ranks] = self._best_five(held, dealer)
        return self._listed[ranks]

    def _best_five(self, held: Held, dealer: Held) -> bytes:
        return listed_cards(best_fives(held.cards + dealer.cards, wheel=self._wheel)[0]).encode()


def _contest(situation: int) -> When:
    return CONTESTS[situation % SITUATIONS // 4]
