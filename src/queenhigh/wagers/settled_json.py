"""A stream of rounds, one JSON line each, assembled from texts kept for classes of seats."""

from collections.abc import Callable, Sequence
from functools import lru_cache

import msgspec
from msgspec import UNSET

from ..cards.card import CardError
from ..house.decode_errors import doubled_key
from ..house.model import House
from .announcements import before_the_deal, speaks_of_results
from .document import Round, SeatBets, read_round
from .hand_classes import HandClass
from .line_text import encoded
from .seat_classes import seat_classes
from .settle import settle_round
from .usual_round import Unusual, UsualRound, UsualSeat, read_usual

_HOUSES = 32


class SettledLines:
    """The result of each line; `house_of` finds the house that a document names."""

    def __init__(self, house_of: Callable[[Round | UsualRound], House]):
        self._house_of = house_of
        self._texts: dict[str, _RoundTexts] = {}  # By the house named in documents.

    def add(self, line: bytes, results: list[bytes]) -> None:
        """Add the pieces of the line's result; raises DocumentError if it is not a round."""
        before = len(results)
        try:
            written = read_usual(line)
            texts = self._texts.get(written.house)
            if texts is None or written.options:
                texts = self._found(written)
            keys = texts.add(written, results)
            if line.count(b":") != keys and doubled_key(line):
                raise Unusual
        except (Unusual, CardError):
            del results[before:]
            alone = read_round(line)
            settled = settle_round(self._house_of(alone), alone)
            results += (msgspec.json.encode(settled), b"\n")

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
        self._house, self._classes = house, seat_classes(house)
        self._by_hand_alone = not speaks_of_results(house) and not any(
            wager.envy and wager.envy.dealer_hand for wager in house.wagers.values()
        )
        self._most_cents = house.payouts.aggregate_cents
        self._opening = f'{{"house":{encoded(house.key)},"dealer":{{"cards":'.encode()
        self._names_absent = any(wager.absent for wager in house.wagers.values())
        self._ends: dict[HandClass, bytes] = {}  # By the dealer's hand.

    def add(self, written: UsualRound, results: list[bytes]) -> int:
        """Add the pieces of the round's text; return how many keys its document has.

        Raises Unusual if classes do not suffice, or if the round is impossible.
        """
        seats, classes = written.seats, self._classes
        if not seats or not self._by_hand_alone:
            raise Unusual
        if len(seats) > 1:
            seats = sorted(seats, key=_from_the_highest)
        dealer = classes.read(written.dealer)
        dealt, last, winnings = dealer.mask, self._house.seats + 1, 0
        keys = 2 + (written.house != "") + (written.progressive_meter is not UNSET)
        results += (self._opening, dealer.shown, dealer.of.shown)
        for bets in seats:
            number, decision = bets.seat, bets.decision
            held, stakes = classes.read(bets.cards), classes.stakes(bytes(bets.wagers))
            if held.mask & dealt or number >= last:
                raise Unusual
            if dealt != dealer.mask:
                results.append(b",")
            pieces, won = classes.pieces(number, decision, stakes, held, dealer)
            results += pieces
            winnings += won
            dealt |= held.mask
            last = number
            keys += 3 + len(stakes.wagers) + (decision is not None) + (bets.player is not UNSET)
        if self._most_cents is not None and winnings > self._most_cents:
            raise Unusual
        results.append(self._ends.get(dealer.of) or self._end(dealer.of, written))
        results.append(self._meters(written) if self._house.meters else b"}\n")
        return keys

    def _end(self, dealer: HandClass, written: UsualRound) -> bytes:
        """What follows the seats."""
        said = self._said(written.seats if self._names_absent else [])
        end = b'],"envy":[],"announcements":[%b,%b],"to_the_dealer":0' % (said, dealer.said)
        if not self._names_absent:
            self._ends[dealer] = end
        return end

    def _said(self, seats: Sequence[UsualSeat]) -> bytes:
        """What is said before the deal; some houses name those without a bet."""
        stakes = ((bets.seat, self._classes.stakes(bytes(bets.wagers))) for bets in seats)
        bets = [SeatBets(number, each.wagers) for number, each in stakes]
        return encoded(before_the_deal(self._house, bets))[1:-1].encode()

    def _meters(self, written: UsualRound) -> bytes:
        """The meters, which pay nothing, and the end."""
        if self._house.only_meter is None:
            raise Unusual
        before = written.progressive_meter
        given = b"null" if before is UNSET else b"%d" % before
        return b',"progressive":{"meter_before":%b,"paid":0}}\n' % given


def _from_the_highest(bets: UsualSeat) -> int:
    return -bets.seat
