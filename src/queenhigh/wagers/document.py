"""A round as it is written down: the bets on the layout, the cards, the decisions."""

from codecs import BOM_UTF8
from typing import Annotated, Literal

import msgspec

from ..cards.card import FULL_DECK, CardError, Hand, card_text, parse_hand
from ..house.decode_errors import doubled_key, explain_json, not_json
from ..house.model import House
from ..house.seats import SeatNumber
from ..house.suggestion import did_you_mean
from ..house.wager import MOST_CENTS

Cents = Annotated[int, msgspec.Meta(ge=1, le=MOST_CENTS)]
Meter = Annotated[int, msgspec.Meta(ge=0, le=MOST_CENTS)]

Decision = Literal["play", "fold"]
Instrument = Literal["chips", "cash", "verbal_with_cash", "foreign_money"]
Moment = Literal["open", "announced", "first_card"]  # When the bets are made.
UNSPECIFIED = "unspecified"  # A toke that is not a bet: the dealer keeps it.


class DocumentError(ValueError):
    """A document that is not a valid round: where, what is wrong, and the clauses that say so."""

    def __init__(self, path: str, message: str, cites: tuple[str, ...] = ()):
        self.path, self.message, self.cites = path, message, cites
        because = f" ({', '.join(cites)})" if cites else ""
        super().__init__(f"{path}: {message}{because}" if path else f"{message}{because}")

    def __reduce__(self) -> tuple[object, ...]:
        return DocumentError, (self.path, self.message, self.cites)


class SeatBets(msgspec.Struct, forbid_unknown_fields=True):
    """What a seat bets. Play is not among its wagers: the decision makes it."""

    seat: SeatNumber
    wagers: dict[str, Cents]
    cards: str | list[str] | msgspec.UnsetType = msgspec.UNSET
    decision: Decision | None = None
    multiple: Annotated[int, msgspec.Meta(ge=1)] | msgspec.UnsetType = msgspec.UNSET
    tokes: dict[str, Cents] | msgspec.UnsetType = msgspec.UNSET
    match_play: dict[str, Cents] | msgspec.UnsetType = msgspec.UNSET
    unclaimed: tuple[str, ...] = ()  # Wagers that had to be called aloud but were not.
    player: str | msgspec.UnsetType = msgspec.UNSET
    noticed_late: bool = False  # The cards were out before a bet outside the limits was noticed.
    offered_as: Instrument = "chips"

    @property
    def ante(self) -> int:
        return self.wagers.get("ante", 0)

    def stake(self, name: str) -> int:
        """The chips on a spot of the opening bets; for play, the ante's amount."""
        return self.wagers.get("ante" if name == "play" else name, 0)

    def placed_tokes(self) -> list[tuple[str, int]]:
        """The tokes that are bets."""
        return [each for each in _placed(self.tokes) if each[0] != UNSPECIFIED]

    @property
    def unspecified_toke(self) -> int:
        return 0 if self.tokes is msgspec.UNSET else self.tokes.get(UNSPECIFIED, 0)

    def placed_coupons(self) -> list[tuple[str, int]]:
        return _placed(self.match_play)


def _placed(bets: dict[str, int] | msgspec.UnsetType) -> list[tuple[str, int]]:
    return [] if bets is msgspec.UNSET else list(bets.items())


class Round(msgspec.Struct, forbid_unknown_fields=True):
    seats: list[SeatBets]
    house: str = ""
    options: msgspec.Raw = msgspec.Raw()
    moment: Moment = "open"
    dealer: str | list[str] | msgspec.UnsetType = msgspec.UNSET
    progressive_meter: Meter | msgspec.UnsetType = msgspec.UNSET
    meters: dict[str, Meter] = {}


_decoder = msgspec.json.Decoder(Round)


def read_round(document: bytes) -> Round:
    """The round in a JSON document, for any house. Repeated keys are refused."""
    try:
        if not document.isascii():
            document.decode("utf-8")
        written = _decoder.decode(document)
    except UnicodeDecodeError as error:
        raise DocumentError("", f"not UTF-8 at byte {error.start}") from None
    except msgspec.ValidationError as error:
        raise DocumentError(*explain_json(error, Round, document)) from None
    except msgspec.DecodeError as error:
        if document.startswith(BOM_UTF8):
            return read_round(document.removeprefix(BOM_UTF8))
        if not document.strip():
            raise DocumentError("", "the document is empty") from None
        raise DocumentError("", not_json(error)) from None
    except RecursionError:
        raise DocumentError("", "nested too deeply") from None
    if document.count(b":") != _least_keys(written) and (twice := doubled_key(document)):
        raise DocumentError(twice[:40], "appears twice in one object")
    return written


def _least_keys(written: Round) -> int:
    """The least number of keys in its document: with no more colons, none is repeated.

    For streams, where checking every key would take longer than settling the round.
    """
    keys = 1 + len(written.meters) + (written.house != "") + bool(written.meters)
    keys += (written.dealer is not msgspec.UNSET) + (written.progressive_meter is not msgspec.UNSET)
    for bets in written.seats:
        keys += 2 + len(bets.wagers) + (bets.cards is not msgspec.UNSET)
        keys += bets.decision is not None
        for others in (bets.tokes, bets.match_play):
            keys += 1 + len(others) if others is not msgspec.UNSET else 0
    return keys


def check_seats(house: House, seats: list[SeatBets]) -> None:
    """Check that the seats exist, each used once."""
    if not seats:
        raise DocumentError("seats", "a round has at least one seat")
    taken = set()
    for place, bets in enumerate(seats):
        if bets.seat > house.seats:
            message = f"the table has seats 1 to {house.seats}, not {bets.seat}"
            raise DocumentError(f"seats[{place}].seat", message)
        if bets.seat in taken:
            raise DocumentError(f"seats[{place}].seat", f"seat {bets.seat} appears twice")
        taken.add(bets.seat)


def meters_of(house: House, written: Round) -> dict[str, int]:
    """The meters that the document gives; `progressive_meter` is the house's only one."""
    meters = dict(written.meters)
    for name in meters:
        if name not in house.meters:
            near = did_you_mean(name, house.meters)
            raise DocumentError(f"meters.{name}", f"{house.key} has no such meter{near}")
    if written.progressive_meter is not msgspec.UNSET:
        if house.only_meter is not None:
            named = meters.setdefault(house.only_meter, written.progressive_meter)
            if named != written.progressive_meter:
                message = (
                    f"is {written.progressive_meter}, and meters.{house.only_meter} is {named}"
                )
                raise DocumentError("progressive_meter", message)
        elif house.meters:
            message = f"{house.key} has several meters: give meters by name"
            raise DocumentError("progressive_meter", message)
    return meters


def not_offered(house: House, name: str) -> str:
    return f"{house.key} does not offer it{did_you_mean(name, house.opening_bets)}"


# Stands for a hand whose cards do not matter: no pay table is checked against it.
ANY_HAND: Hand = (FULL_DECK[0], FULL_DECK[5], FULL_DECK[10])


def is_unseen(bets: SeatBets) -> bool:
    """Whether the hand was folded and never shown."""
    return bets.decision == "fold" and bets.cards is msgspec.UNSET


def read_hand(written: str | list[str] | msgspec.UnsetType, path: str) -> Hand:
    if written is msgspec.UNSET:
        raise DocumentError(path, "is missing")
    try:
        return parse_hand(written)
    except CardError as error:
        raise DocumentError(path, str(error)) from None


def read_hands(written: Round, *, unseen: bool) -> tuple[Hand, list[Hand]]:
    """The dealer's hand and the seats' hands, in the document's order, from one deck.

    With `unseen`, a folded hand without cards gets placeholder cards.
    """
    dealer = read_hand(written.dealer, "dealer")
    closed = [unseen and is_unseen(bets) for bets in written.seats]
    hands = [
        ANY_HAND if closed[n] else read_hand(bets.cards, f"seats[{n}].cards")
        for n, bets in enumerate(written.seats)
    ]
    seen = set(dealer)
    for place, hand in enumerate(hands):
        if closed[place]:
            continue
        if not seen.isdisjoint(hand):
            repeated = next(card for card in hand if card in seen)
            message = f"{card_text(repeated)} is in another hand too"
            raise DocumentError(f"seats[{place}].cards", message)
        seen.update(hand)
    return dealer, hands
