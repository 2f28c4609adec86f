"""A round as it is written down: the bets on the layout, the cards, the decisions."""

from typing import Annotated, Literal

import msgspec

from ..cards.card import CardError, Hand, card_text, parse_hand
from ..house.decoding import allowed_values, explain
from ..house.model import House

MOST_CENTS = 10_000_000_000  # A hundred million dollars: past that it is a slip of the pen.
Cents = Annotated[int, msgspec.Meta(ge=1, le=MOST_CENTS)]
NOT_BET = 0  # What a wager that was not placed holds; a written 0 is refused.

Decision = Literal["play", "fold"]
Instrument = Literal["chips", "cash", "verbal_with_cash", "foreign_money"]
Moment = Literal["open", "announced", "first_card"]  # When the bets are made.


class DocumentError(ValueError):
    """A document that is no round: where, what is wrong, and on whose word."""

    def __init__(self, path: str, message: str, cites: tuple[str, ...] = ()):
        self.path = path
        because = f" ({', '.join(cites)})" if cites else ""
        super().__init__(f"{path}: {message}{because}" if path else f"{message}{because}")


class Wagers(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The opening bets. Play is not among them: it is made later and equals the ante."""

    ante: Cents = NOT_BET
    pair_plus: Cents = NOT_BET
    six_card_bonus: Cents = NOT_BET
    progressive: Cents = NOT_BET


class TokeBets(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Bets for the dealer. The progressive stands here to be refused by name.

    `unspecified` is a toke that nobody said to gamble: no bet, the dealer keeps it.
    """

    ante: Cents = NOT_BET
    play: Cents = NOT_BET
    pair_plus: Cents = NOT_BET
    six_card_bonus: Cents = NOT_BET
    progressive: Cents = NOT_BET
    unspecified: Cents = NOT_BET


class Coupons(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Match-play coupons, by the spot on which they lie."""

    ante: Cents = NOT_BET
    play: Cents = NOT_BET
    pair_plus: Cents = NOT_BET


def _placed(bets: TokeBets | Coupons | msgspec.UnsetType) -> list[tuple[str, int]]:
    if bets is msgspec.UNSET:
        return []
    return [(name, amount) for name in bets.__struct_fields__ if (amount := getattr(bets, name))]


class SeatBets(msgspec.Struct, forbid_unknown_fields=True):
    seat: Annotated[int, msgspec.Meta(ge=1, le=7)]
    wagers: Wagers
    cards: str | list[str] | msgspec.UnsetType = msgspec.UNSET
    decision: Decision | msgspec.UnsetType = msgspec.UNSET
    tokes: TokeBets | msgspec.UnsetType = msgspec.UNSET
    match_play: Coupons | msgspec.UnsetType = msgspec.UNSET
    player: str | msgspec.UnsetType = msgspec.UNSET
    noticed_late: bool = False  # The cards were out before a bet outside the limits was noticed.
    offered_as: Instrument = "chips"

    def placed_tokes(self) -> list[tuple[str, int]]:
        """The tokes that are bets."""
        return [each for each in _placed(self.tokes) if each[0] != "unspecified"]

    @property
    def unspecified_toke(self) -> int:
        return 0 if self.tokes is msgspec.UNSET else self.tokes.unspecified

    def placed_coupons(self) -> list[tuple[str, int]]:
        return _placed(self.match_play)


class Round(msgspec.Struct, forbid_unknown_fields=True):
    seats: list[SeatBets]
    house: str = ""
    options: msgspec.Raw = msgspec.Raw()
    moment: Moment = "open"
    dealer: str | list[str] | msgspec.UnsetType = msgspec.UNSET
    progressive_meter: Annotated[int, msgspec.Meta(ge=0, le=MOST_CENTS)] | msgspec.UnsetType = (
        msgspec.UNSET
    )


_decoder = msgspec.json.Decoder(Round)


def read_round(document: bytes) -> Round:
    """The round in a JSON document, whatever house it is for."""
    if not document.strip():
        raise DocumentError("", "the document is empty")
    try:
        document.decode("utf-8")
        return _decoder.decode(document)
    except UnicodeDecodeError as error:
        raise DocumentError("", f"not UTF-8 at byte {error.start}") from None
    except msgspec.ValidationError as error:
        path, message = explain(error, table="an object")
        if path.endswith("wagers.play"):
            message = "the play wager is not listed: it is made by the decision and equals the ante"
        elif message.startswith("invalid enum value"):
            message = f"is not one of {', '.join(allowed_values(Round, path))}"
        raise DocumentError(path, message) from None
    except msgspec.DecodeError as error:
        raise DocumentError("", f"not JSON: {error}") from None
    except RecursionError:
        raise DocumentError("", "nested too deeply") from None


def check_seats(house: House, seats: list[SeatBets]) -> None:
    """Seats that can be, each once."""
    if not seats:
        raise DocumentError("seats", "a round has at least one seat")
    taken = set()
    for place, bets in enumerate(seats):
        if bets.seat > house.seats:
            message = f"the table has seats 1 to {house.seats}, not {bets.seat}"
            raise DocumentError(f"seats[{place}].seat", message)
        if bets.seat in taken:
            raise DocumentError(f"seats[{place}].seat", f"seat {bets.seat} is there twice")
        taken.add(bets.seat)


def read_hand(written: str | list[str] | msgspec.UnsetType, path: str) -> Hand:
    if written is msgspec.UNSET:
        raise DocumentError(path, "is missing")
    try:
        return parse_hand(written)
    except CardError as error:
        raise DocumentError(path, str(error)) from None


def read_hands(written: Round) -> tuple[Hand, list[Hand]]:
    """The dealer's hand and the seats' hands, in the document's order, out of one deck."""
    dealer = read_hand(written.dealer, "dealer")
    hands = [read_hand(bets.cards, f"seats[{n}].cards") for n, bets in enumerate(written.seats)]
    seen = set(dealer)
    for place, hand in enumerate(hands):
        if not seen.isdisjoint(hand):
            repeated = next(card for card in hand if card in seen)
            message = f"{card_text(repeated)} is in another hand too"
            raise DocumentError(f"seats[{place}].cards", message)
        seen.update(hand)
    return dealer, hands
