"""Hands, seats and rounds without a table."""

from collections.abc import Iterable, Mapping
from copy import copy
from functools import total_ordering
from os import PathLike
from typing import Final

import msgspec

from ..cards.card import CardError, card_text, parse_hand
from ..cards.names import hand_name
from ..cards.ranking import ranking
from ..house.loader import with_options
from ..house.model import House
from ..house.plain_data import Document
from ..wagers.document import DocumentError, read_round
from ..wagers.round_settlement import settle_round
from .arguments import as_dict, house_of
from .result import Result


@total_ordering
class Hand:
    """Three cards. Hands compare as the standard ranking has them; equal hands tie.

    Anything else raises `CardError`.

    >>> Hand("As Ks Qs") > Hand("9h 9d 9c")
    True
    >>> Hand("Qh 7d 2c").name
    'Queen high'
    """

    __slots__ = ("_cards",)

    def __init__(self, cards: "str | Iterable[str] | Hand"):
        self._cards = parse_hand(_texts(cards))

    @property
    def cards(self) -> tuple[str, ...]:
        return tuple(map(card_text, self._cards))

    @property
    def category(self) -> str:
        return ranking().category(self._cards).name.lower()

    @property
    def name(self) -> str:
        return hand_name(self._cards, ranking())

    @property
    def _strength(self) -> int:
        return ranking().strength(self._cards)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and self._strength == other._strength

    def __lt__(self, other: "Hand") -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        return self._strength < other._strength

    def __hash__(self) -> int:
        return hash(self._strength)

    def __str__(self) -> str:
        return " ".join(self.cards)

    def __repr__(self) -> str:
        return f'Hand("{self}")'

    def _repr_html_(self) -> str:
        from .html import cards_html

        return f"{cards_html(self.cards)} {self.name}"


_FURTHER: Final = ("multiple", "tokes", "match_play", "player")


class Seat:
    """A seat of a round: its number, cards, decision and wagers in cents.

    >>> Seat(3, "As Ks Qs", "play", ante=1000)
    Seat(3, "As Ks Qs", "play", ante=1000)
    """

    def __init__(
        self,
        seat: int,
        cards: str | Iterable[str] | Hand,
        decision: str | None = None,
        /,
        *,
        multiple: int | None = None,
        tokes: Mapping[str, int] | None = None,
        match_play: Mapping[str, int] | None = None,
        player: str | None = None,
        **wagers: int,
    ):
        self.written: Document = {"seat": seat, "cards": _texts(cards), "wagers": wagers}
        given = {
            "decision": decision,
            "multiple": multiple,
            "tokes": tokes,
            "match_play": match_play,
            "player": player,
        }
        self.written |= {name: value for name, value in given.items() if value is not None}

    def not_called(self, *wagers: str) -> "Seat":
        """The same seat, whose player did not call these wagers aloud where that is required.

        >>> Seat(3, "As Ks Qs", "play", ante=1000, bonus=500).not_called("bonus")
        Seat(3, "As Ks Qs", "play", ante=1000, bonus=500).not_called("bonus")
        """
        # A method, because an argument of this name would take it from the keys of wagers.
        seat = copy(self)
        seat.written = {**self.written, "unclaimed": wagers}
        return seat

    def __repr__(self) -> str:
        cards = self.written["cards"]
        text = cards if isinstance(cards, str) else " ".join(cards)
        decision = self.written.get("decision")
        parts = [str(self.written["seat"]), f'"{text}"', *([f'"{decision}"'] if decision else [])]
        more = {name: value for name, value in self.written.items() if name in _FURTHER}
        parts += [f"{name}={value!r}" for name, value in (self.written["wagers"] | more).items()]
        silent = ", ".join(f'"{name}"' for name in self.written.get("unclaimed", ()))
        return f"Seat({', '.join(parts)})" + (f".not_called({silent})" if silent else "")


def _texts(cards: object) -> str | list[str]:
    if isinstance(cards, str):
        return cards
    if isinstance(cards, Hand):
        return list(cards.cards)
    if isinstance(cards, Iterable):
        return list(cards)
    raise CardError(f"cards are text such as 'As Ks Qs', a list or a qh.Hand, not {cards!r}")


def _seats(given: object) -> list[Seat]:
    if isinstance(given, Iterable):
        seats = list(given)
        if all(isinstance(seat, Seat) for seat in seats):
            return seats
    raise TypeError("seats is a list of qh.Seat objects")


def settle(
    house: House | str | PathLike[str],
    *,
    dealer: str | Iterable[str] | Hand,
    seats: Iterable[Seat],
    meters: Mapping[str, int] | None = None,
    options: Mapping[str, object] | None = None,
) -> Result:
    """Settle a round; meters in cents.

    Raises `DocumentError` if the round is impossible at the house, and `HouseError` if an option is
    unknown or the house impossible. Both are `ValueError`s.

    >>> house = House(key="plain", name="Ante and play alone")
    >>> result = settle(house, dealer="Js Td 8c", seats=[Seat(1, "Qs 6d 4c", "play", ante=500)])
    >>> result.seats[0].net
    500
    """
    playing = house_of(house)
    given = _seats(seats)
    try:
        texts = _texts(dealer)
    except CardError as error:
        raise DocumentError("dealer", str(error)) from None
    document = {
        "dealer": texts,
        "seats": [seat.written for seat in given],
        "meters": as_dict("meters", meters),
    }
    written = read_round(msgspec.json.encode(document))
    if chosen := as_dict("options", options):
        playing = with_options(playing, msgspec.json.encode(chosen))
    try:
        settled = settle_round(playing, written)
    except DocumentError as error:
        if error.path != "progressive_meter":
            raise
        raise DocumentError(f"meters.{playing.only_meter}", error.message, error.cites) from None
    return Result.of(playing, settled)
