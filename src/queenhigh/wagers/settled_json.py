"""Settled rounds as JSON, put together from lines that are settled once for each class of outcome.

Every rule is that of `settle`: a line is settled there when its class first comes up, and its text
is kept. What depends on more than classes (tokes, coupons, meters, envy, awards with a limit) is
settled there each time. The text is the same either way.
"""

from functools import lru_cache

import msgspec

from ..cards.ranking import Category
from ..cards.six import best_fives
from ..house.model import House
from .announcements import before_the_deal, speaks_of_results
from .award import Deal, contest_between
from .document import Round, SeatBets
from .hand_classes import SITUATIONS, HandClasses, Held
from .large_payout import large_payout
from .line_text import MARKS, Uncertain, encoded, line_texts
from .line_views import Seen, View, contest_view, wager_views
from .ranking_rulings import ranking_rulings
from .reason import listed_cards, names_of
from .seat import SeatHand
from .seat_text import SeatText
from .settle import envy_cents, settle_round

_HOUSES = 32  # Houses with options of their own are houses too.
_TEXTS = 10_000  # Of seats of a house; beyond that it begins anew.
_BETS = 256  # Different sets of bets of a house.
_DECISIONS = {None: "null", "play": '"play"', "fold": '"fold"'}
_CONTEST = ("play", "ante_bonus", "ante")


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
        self.names, self.views = names, views
        self.special: dict[Category, list[View]] = {}
        self.kept: dict[tuple[int | None, ...], SeatText] = {}


class _Settlement:
    """All that is kept for one house."""

    def __init__(self, house: House):
        self._house = house
        self._classes = HandClasses(house)
        self._views = wager_views(house)
        self._views |= dict.fromkeys(_CONTEST, contest_view(house))
        self._bets: dict[tuple[str, ...], _Bets] = {}
        self._texts = 0
        self._envy = [wager for wager in house.wagers.values() if wager.envy is not None]
        self._envy_kept: dict[tuple[str, int], int] = {}
        self._ranking_is_contested = bool(
            house.rulings_on("ranking.ace_low_straight") or house.rulings_on("ranking.tie_break")
        )
        self._by_hand_alone = not speaks_of_results(house) and not any(
            wager.envy and wager.envy.dealer_hand for wager in self._envy
        )
        limited = house.payouts.aggregate_cents is not None
        self._counts_winnings = limited or house.completion.verified_by is not None
        self._surely_small = min(house.payouts.large.over_cents, house.payouts.large.chip_cents)
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
        most = house.payouts.aggregate_cents
        if not texts or (most is not None and winnings > most):
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
        wagers, own, dealers = bets.wagers, held.of, dealer.of
        contest = contest_between(
            bets.decision, own.strength, dealers.strength, dealer_plays=dealers.qualifies
        )
        seen = Seen(bets, held, dealer, contest, dealers.situations[contest])
        placed = self._bets.get(tuple(wagers)) or self._placed(bets)
        if placed is None or not _is_plain(bets) or (self._envy and self._earns_envy(seen)):
            return None
        text = self._text(placed, seen)
        if text is None:
            return None
        names = [own.spoken, dealers.spoken, own.spoken, dealers.spoken, ""]
        if own.spoken == dealers.spoken:
            names = list(names_of(self._house.ranking, held.cards, dealer.cards, contest))
        if text.lists_cards:
            names[-1] = self._listed(placed, seen)
        net, more, winnings = text.net(wagers), "", 0
        if self._counts_winnings:
            paid_cents = [wagers[spot] * paid for spot, paid in text.paid]
            winnings = sum(paid_cents)
            if winnings >= self._surely_small:
                large = large_payout(self._house, paid_cents)
                more = f',"large_payout":{encoded(large)}' if large else ""
        if self._ranking_is_contested:
            more += self._rulings(seen)
        return text.filled(bets, held.shown, net, more, names), winnings

    def _rulings(self, seen: Seen) -> str:
        own, dealers = seen.held.of, seen.dealer.of
        if own.ace_low or dealers.ace_low or (own.reads_two_ways and dealers.reads_two_ways):
            found = ranking_rulings(self._house, own.hand, dealers.hand, seen.contest)
            return f',"rulings":{encoded(found)}' if found else ""
        return ""

    def _placed(self, bets: SeatBets) -> _Bets | None:
        """What is kept for these wagers; None where the house does not offer them."""
        placed = tuple(bets.wagers)
        if not placed or any(name not in self._house.opening_bets for name in placed):
            return None
        names = [
            name
            for name in self._house.settle_order
            if name in placed or (name in _CONTEST and "ante" in placed)
        ]
        if len(self._bets) >= _BETS:
            self._bets.clear()
        views = list(dict.fromkeys(self._views[name] for name in names))
        self._bets[placed] = _Bets(names, views)
        return self._bets[placed]

    def _text(self, placed: _Bets, seen: Seen) -> SeatText | None:
        category = seen.held.of.rank
        special = placed.special.get(category)
        if special is None:
            special = [view for view in placed.views if not view.goes_by_category(seen.held.of)]
            placed.special[category] = special
        keys = [view.key_of(seen) for view in special]
        key = (category * SITUATIONS + seen.situation, *keys)
        return placed.kept.get(key) or self._settled(placed, key, seen)

    def _settled(self, placed: _Bets, key: tuple[int | None, ...], seen: Seen) -> SeatText | None:
        hand = self._hand(seen)
        lasting = None not in key
        if lasting:
            hand.names = MARKS
        try:
            lines = line_texts(hand, placed.names)
        except Uncertain:
            return None
        text = SeatText(seen.held.of.category, _DECISIONS[seen.bets.decision], lines)
        if lasting:
            self._texts += 1
            if self._texts > _TEXTS:
                self._texts = 0
                self._bets.clear()
            placed.kept[key] = text
        return text

    def _hand(self, seen: Seen) -> SeatHand:
        deal = Deal(self._house, seen.held.cards, seen.dealer.cards)
        return SeatHand(deal, seen.contest, seen.bets, dict.fromkeys(self._house.meters, 0))

    def _listed(self, placed: _Bets, seen: Seen) -> str:
        """The cards of an award on the best five."""
        wagers = (self._house.wagers.get(name) for name in placed.names)
        wheel = next(wager.wheel for wager in wagers if wager and wager.of == "best_five")
        return listed_cards(best_fives(seen.held.cards + seen.dealer.cards, wheel=wheel)[0])

    def _earns_envy(self, seen: Seen) -> bool:
        """Whether the others receive something for the hand."""
        for wager in self._envy:
            key = self._views[wager.key].key_of(seen)
            cents = None if key is None else self._envy_kept.get((wager.key, key))
            if cents is None:
                cents = envy_cents(wager, self._hand(seen))
                if key is not None and len(self._envy_kept) < _TEXTS:
                    self._envy_kept[wager.key, key] = cents
            if cents:
                return True
        return False

    def _meters(self, written: Round) -> str | None:
        """The meters, of which nothing is paid; None where they are not given as they should be."""
        if self._house.only_meter is not None and not written.meters:
            before = written.progressive_meter
            given = "null" if before is msgspec.UNSET else str(before)
            return f',"progressive":{{"meter_before":{given},"paid":0}}'
        return None


def _from_the_highest(bets: SeatBets) -> int:
    return -bets.seat


def _is_plain(bets: SeatBets) -> bool:
    """Without anything beside its bets, and with a decision exactly where there is an ante."""
    return (
        bets.tokes is msgspec.UNSET
        and bets.match_play is msgspec.UNSET
        and bets.multiple is msgspec.UNSET
        and not bets.unclaimed
        and ("ante" in bets.wagers) is (bets.decision is not None)
    )
