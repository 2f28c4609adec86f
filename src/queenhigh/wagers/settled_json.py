"""A stream of rounds, one JSON line each, assembled from texts kept for classes of seats."""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from struct import Struct
from typing import NamedTuple

import msgspec
from msgspec import UNSET

from ..cards.card import CardError
from ..house.decode_errors import doubled_key
from ..house.model import House
from .announcements import before_the_deal, speaks_of_results
from .document import Decision, Round, SeatBets, read_round
from .hand_classes import FIRST_TWO, LAST, usual_hand
from .line_text import encoded
from .round_settlement import settle_round
from .seat_classes import Stakes, seat_classes
from .usual_round import Unusual, UsualRound, read_usual

_HOUSES = 32
_FORMS = 4_096  # Beyond that it starts over.
# A hand as most programs write it, split after its second card.
_HAND = re.compile(rb'(?<=")([2-9TJQKA][cdhs] [2-9TJQKA][cdhs])( [2-9TJQKA][cdhs])(?=")')
_EVERY = 3  # A line split at its hands: some text, two cards, a card, some text...
_Parts = tuple[bytes, ...]


class SettledLines:
    """The result of each line; `house_of` finds the house that a document names."""

    def __init__(self, house_of: Callable[[Round | UsualRound], House]):
        self._house_of = house_of
        self._texts: dict[str, _RoundTexts] = {}  # By the house named in documents.
        self._forms: dict[_Parts, _Form] = {}  # By the text around the hands.
        self._cuts: dict[int, Callable[[bytes], _Parts]] = {}  # By length: where hands were last.

    def add(self, line: bytes, results: list[bytes]) -> None:
        """Add the pieces of the line's result; raises DocumentError if it is not a round."""
        before = len(results)
        cut = self._cuts.get(len(line))
        parts = cut(line) if cut else ()
        try:
            form = self._forms.get(parts[::_EVERY])
            if form is not None:
                form.add(parts, results)
            else:
                self._add_otherwise(line, results)
        except (Unusual, CardError):
            del results[before:]
            alone = read_round(line)
            settled = settle_round(self._house_of(alone), alone)
            results += (msgspec.json.encode(settled), b"\n")

    def _add_otherwise(self, line: bytes, results: list[bytes]) -> None:
        """Find the hands, which are not where they were in the last line of this length."""
        parts = tuple(_HAND.split(line))
        form = self._forms.get(parts[::_EVERY])
        if form is None:
            self._add_new(line, parts, results)
            return
        self._cuts[len(line)] = Struct("5s3s".join(f"{len(x)}s" for x in parts[::_EVERY])).unpack
        form.add(parts, results)

    def _add_new(self, line: bytes, parts: _Parts, results: list[bytes]) -> None:
        """Read the line. Its form is kept if all hands, and no other text, were found in it."""
        written = read_usual(line)
        texts = self._texts.get(written.house)
        if texts is None or written.options:
            texts = self._found(written)
        hands = [written.dealer, *(bets.cards for bets in written.seats)]
        pairs = zip(parts[1::_EVERY], parts[2::_EVERY], strict=True)
        found = [(first_two + last).decode() for first_two, last in pairs]
        dealer_last = found == hands[1:] + hands[:1]
        lasting = found == hands or dealer_last
        if not lasting or written.options or b"\\" in line:
            lasting = dealer_last = False
            in_turn = map(usual_hand, hands)
            parts = tuple(part for hand in in_turn for part in (b"", hand[:5], hand[5:]))
        form = _Form(texts, written, dealer_last=dealer_last)
        if line.count(b":") != form.keys and doubled_key(line):
            raise Unusual
        form.add(parts, results)
        if lasting:
            if len(self._forms) == _FORMS:
                self._forms.clear()
            self._forms[parts[::_EVERY]] = form

    def _found(self, written: UsualRound) -> "_RoundTexts":
        try:
            found = _round_texts(self._house_of(written))
        except ValueError:  # The error is reported when the line is read by itself.
            raise Unusual from None
        if not written.options:
            if len(self._texts) == _HOUSES:
                self._texts.clear()
            self._texts[written.house] = found
        return found


@lru_cache(maxsize=_HOUSES)
def _round_texts(house: House) -> "_RoundTexts":
    return _RoundTexts(house)


class _RoundTexts:
    """The rounds of one house."""

    def __init__(self, house: House):
        self.house, self.classes = house, seat_classes(house)
        self.by_hand_alone = not speaks_of_results(house) and not any(
            wager.envy and wager.envy.dealer_hand for wager in house.wagers.values()
        )
        self.opening = f'{{"house":{encoded(house.key)},"dealer":{{"cards":'.encode()
        self._names_absent = any(wager.absent for wager in house.wagers.values())
        self._said = self._before_the_deal([])

    def said(self, written: UsualRound) -> bytes:
        """What follows the seats, up to what the dealer says of the hand."""
        if not self._names_absent:
            return self._said
        stakes = ((bets.seat, self.classes.stakes(bytes(bets.wagers))) for bets in written.seats)
        return self._before_the_deal([SeatBets(number, each.wagers) for number, each in stakes])

    def _before_the_deal(self, bets: Sequence[SeatBets]) -> bytes:
        said = encoded(before_the_deal(self.house, bets))[1:-1]
        return f'],"envy":[],"announcements":[{said},'.encode()

    def end(self, written: UsualRound) -> bytes:
        """The end of the text: tokes, of which there are none, and meters, which pay nothing."""
        if not self.house.meters:
            return b'],"to_the_dealer":0}\n'
        if self.house.only_meter is None:
            raise Unusual
        before = written.progressive_meter
        given = b"null" if before is UNSET else b"%d" % before
        progressive = b'"progressive":{"meter_before":%b,"paid":0}' % given
        return b'],"to_the_dealer":0,%b}\n' % progressive


class _Seat(NamedTuple):
    place: int  # Of its hand in the parts of a line.
    opening: bytes
    decision: Decision | None
    stakes: Stakes


class _Form:
    """A line without its cards: lines that differ only in cards share it.

    Raises Unusual if classes do not suffice, or if such a round is impossible.
    """

    def __init__(self, texts: _RoundTexts, written: UsualRound, *, dealer_last: bool):
        if not written.seats or not texts.by_hand_alone:
            raise Unusual
        house, classes = texts.house, texts.classes
        self.keys = 2 + (written.house != "") + (written.progressive_meter is not UNSET)
        self._hands, self._text = classes.hands, classes.text
        self._most_cents = house.payouts.aggregate_cents
        self._dealer = 1 + _EVERY * len(written.seats) if dealer_last else 1
        seats, place = {}, 1 if dealer_last else 1 + _EVERY
        for bets in written.seats:
            stakes = classes.stakes(bytes(bets.wagers))
            opening = b',{"seat":%d,"cards":' % bets.seat
            seats[bets.seat] = _Seat(place, opening, bets.decision, stakes)
            place += _EVERY
            self.keys += 3 + len(stakes.wagers)
            self.keys += (bets.decision is not None) + (bets.player is not UNSET)
        if len(seats) < len(written.seats) or max(seats) > house.seats:
            raise Unusual
        self._cards = 3 + 3 * len(seats)
        first, *others = (seats[number] for number in sorted(seats, reverse=True))
        self._seats = [first._replace(opening=first.opening[1:]), *others]
        self._opening = texts.opening
        self._said, self._end = texts.said(written), texts.end(written)

    def add(self, parts: Sequence[bytes], results: list[bytes]) -> None:
        """Add the pieces of the round's text; the parts of the line have its hands."""
        hands, place = self._hands, self._dealer
        first_two, shown = FIRST_TWO[parts[place]]
        last, rest = LAST[parts[place + 1]]
        dealer = hands[first_two + last]
        dealt, winnings = dealer.mask, 0
        results += (self._opening, shown, rest, dealer.of.shown)
        for place, opening, decision, stakes in self._seats:
            first_two, shown = FIRST_TWO[parts[place]]
            last, rest = LAST[parts[place + 1]]
            held = hands[first_two + last]
            dealt += held.mask
            text, won = self._text(decision, stakes, held, dealer)
            winnings += won
            results += (opening, shown, rest, text)
        if dealt.bit_count() != self._cards:  # A card appears twice.
            raise Unusual
        if self._most_cents is not None and winnings > self._most_cents:
            raise Unusual
        results += (self._said, dealer.of.said, self._end)
