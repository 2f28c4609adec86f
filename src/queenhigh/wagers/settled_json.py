"""Settled rounds as JSON, put together from lines that are settled once for each class of outcome.

Every rule is that of `settle`: a line is settled there when its class first comes up, and its text
is kept. What depends on more than classes (tokes, coupons, meters, envy, awards with a limit) is
settled there each time. The text is the same either way.
"""

from functools import lru_cache

import msgspec

from ..cards.six import best_fives
from ..house.model import House
from .announcements import before_the_deal, speaks_of_results
from .award import Deal, contest_between
from .document import Round, SeatBets
from .hand_classes import HandClasses, Held
from .large_payout import large_payout
from .line_text import LISTED, MARKS, LineText, Uncertain, encoded, line_texts
from .line_views import Seen, View, contest_view, wager_view
from .ranking_rulings import ranking_rulings
from .reason import listed_cards, names_of
from .seat import SeatHand
from .settle import envy_cents, settle_round

_HOUSES = 32  # Houses with options of their own are houses too.
_LINES = 20_000  # Of a house; beyond that it begins anew.
_BETS = 256  # Different sets of bets of a house.
_DECISIONS = {None: "null", "play": '"play"', "fold": '"fold"'}
_CONTEST = ("play", "ante_bonus", "ante")

_Lines = dict[int, list[LineText]]


def settled_json(house: House, written: Round) -> bytes:
    """What `settle_round` gives, encoded. Raises DocumentError as it does."""
    text = _settlement(house).text_of(written)
    return encoded(settle_round(house, written)).encode() if text is None else text.encode()


@lru_cache(maxsize=_HOUSES)
def _settlement(house: House) -> "_Settlement":
    return _Settlement(house)


class _Group:
    """Bets handled one after another whose lines depend on the same."""

    def __init__(self, view: View, names: tuple[str, ...]):
        self.view, self.names = view, names
        self.kept: _Lines = {}


class _Settlement:
    """All that is kept for one house."""

    def __init__(self, house: House):
        self._house = house
        self._classes = HandClasses(house)
        self._views = {key: wager_view(house, wager) for key, wager in house.wagers.items()}
        self._views |= dict.fromkeys(_CONTEST, contest_view(house))
        self._bets: dict[tuple[str, ...], list[_Group]] = {}
        self._lines = 0
        self._envy = [wager for wager in house.wagers.values() if wager.envy is not None]
        self._envy_kept: dict[tuple[str, int], int] = {}
        self._ranking_is_contested = bool(
            house.rulings_on("ranking.ace_low_straight") or house.rulings_on("ranking.tie_break")
        )
        self._by_hand_alone = not speaks_of_results(house) and not any(
            wager.envy and wager.envy.dealer_hand for wager in self._envy
        )
        large = house.payouts.large
        verified = house.completion.verified_by is not None
        self._perhaps_large = min(large.over_cents, large.chip_cents) if verified else None
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
        groups = self._bets.get(tuple(wagers)) or self._groups(bets)
        if groups is None or not _is_plain(bets) or (self._envy and self._earns_envy(seen)):
            return None
        if own.spoken != dealers.spoken:
            names = [own.spoken, dealers.spoken, own.spoken, dealers.spoken, "", ""]
        else:
            names = [*names_of(self._house.ranking, held.cards, dealer.cards, contest), ""]
        texts, net, paid_cents = [], 0, []
        for group in groups:
            key = group.view.key_of(seen)
            lines = None if key is None else group.kept.get(key)
            if lines is None:
                lines = self._settled(group, key, seen)
                if lines is None:
                    return None
            for spot, head, staked, middle, paid, returned, tail, first, between, second, end in lines:
                chips = wagers[spot]
                if first == LISTED:
                    names[LISTED] = self._listed(group, seen)
                if paid or returned:
                    middle = f'{middle}{chips * paid},"returned":{chips * returned}'
                    net += chips * (paid + returned - staked)
                    paid_cents.append(chips * paid)
                else:
                    net -= chips * staked
                texts.append(
                    f"{head}{chips * staked}{middle}{tail}{names[first]}{between}{names[second]}{end}"
                )
        winnings = sum(paid_cents)
        more = ""
        if self._perhaps_large is not None and winnings >= self._perhaps_large:
            large = large_payout(self._house, paid_cents)
            more = f',"large_payout":{encoded(large)}' if large else ""
        if self._ranking_is_contested:
            more += self._rulings(seen)
        text = (
            f'{{"seat":{bets.seat},"cards":{held.shown},"category":{own.category},"decision":'
            f'{_DECISIONS[bets.decision]},"lines":[{",".join(texts)}],"net":{net}{more}}}'
        )
        return text, winnings

    def _rulings(self, seen: Seen) -> str:
        own, dealers = seen.held.of, seen.dealer.of
        if own.ace_low or dealers.ace_low or (own.reads_two_ways and dealers.reads_two_ways):
            found = ranking_rulings(self._house, own.hand, dealers.hand, seen.contest)
            return f',"rulings":{encoded(found)}' if found else ""
        return ""

    def _groups(self, bets: SeatBets) -> list[_Group] | None:
        """The bets in the order of settlement; None where the house does not offer them."""
        placed = tuple(bets.wagers)
        if not placed or any(name not in self._house.opening_bets for name in placed):
            return None
        names = [
            name
            for name in self._house.settle_order
            if name in placed or (name in _CONTEST and "ante" in placed)
        ]
        groups: list[_Group] = []
        for name in names:
            view = self._views[name]
            if groups and groups[-1].view is view:
                groups[-1].names += (name,)
            else:
                groups.append(_Group(view, (name,)))
        if len(self._bets) >= _BETS:
            self._bets.clear()
        self._bets[placed] = groups
        return groups

    def _settled(self, group: _Group, key: int | None, seen: Seen) -> list[LineText] | None:
        hand = self._hand(seen)
        if key is not None:
            hand.names = MARKS
        try:
            lines = line_texts(hand, group.names)
        except Uncertain:
            return None
        if key is not None:
            self._lines += 1
            if self._lines > _LINES:
                self._lines = 0
                self._bets.clear()
            group.kept[key] = lines
        return lines

    def _listed(self, group: _Group, seen: Seen) -> str:
        """The best five, for a group of one wager that looks at them."""
        wager = self._house.wagers[group.names[0]]
        return listed_cards(best_fives(seen.held.cards + seen.dealer.cards, wheel=wager.wheel)[0])

    def _hand(self, seen: Seen) -> SeatHand:
        deal = Deal(self._house, seen.held.cards, seen.dealer.cards)
        return SeatHand(deal, seen.contest, seen.bets, dict.fromkeys(self._house.meters, 0))

    def _earns_envy(self, seen: Seen) -> bool:
        """Whether the others receive something for the hand."""
        for wager in self._envy:
            key = self._views[wager.key].key_of(seen)
            cents = None if key is None else self._envy_kept.get((wager.key, key))
            if cents is None:
                cents = envy_cents(wager, self._hand(seen))
                if key is not None and len(self._envy_kept) < _LINES:
                    self._envy_kept[wager.key, key] = cents
            if cents:
                return True
        return False

    def _meters(self, written: Round) -> str | None:
        """The meters, of which nothing is paid; None where they are not given as they should be."""
        only, house = self._house.only_meter, self._house
        if only is not None and not written.meters:
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
