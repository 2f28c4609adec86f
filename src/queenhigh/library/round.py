"""Hands, seats and rounds without a table."""

from collections.abc import Iterable, Mapping
from functools import total_ordering
from typing import Any

import msgspec

from ..cards.card import card_text, parse_hand
from ..cards.names import hand_name
from ..cards.ranking import ranking
from ..house.loader import with_options
from ..house.model import House
from ..wagers.document import read_round
from ..wagers.settle import settle_round
from .result import Result


@total_ordering
class Hand:
    """Three cards. Hands compare as the standard ranking has them; equal hands tie.

    >>> Hand("As Ks Qs") > Hand("9h 9d 9c")
    True
    >>> Hand("Qh 7d 2c").name
    'Queen high'
    """

    __slots__ = ("_cards",)

    def __init__(self, cards: str | Iterable[str]):
        self._cards = parse_hand(cards)

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
        texts = cards.cards if isinstance(cards, Hand) else cards
        self.written: dict[str, Any] = {
            "seat": seat,
            "cards": texts if isinstance(texts, str) else list(texts),
            "wagers": wagers,
        }
        given = {
            "decision": decision,
            "multiple": multiple,
            "tokes": tokes,
            "match_play": match_play,
            "player": player,
        }
        self.written |= {name: value for name, value in given.items() if value is not None}

    def __repr__(self) -> str:
        cards = self.written["cards"]
        text = cards if isinstance(cards, str) else " ".join(cards)
        decision = self.written.get("decision")
        parts = [str(self.written["seat"]), f'"{text}"', *([f'"{decision}"'] if decision else [])]
        parts += [f"{name}={amount}" for name, amount in self.written["wagers"].items()]
        return f"Seat({', '.join(parts)})"


def settle(
    house: House | str,
    *,
    dealer: str | Iterable[str] | Hand,
    seats: Iterable[Seat],
    meters: Mapping[str, int] | None = None,
    options: Mapping[str, Any] | None = None,
) -> Result:
    """Settle a round. Raises `DocumentError`, a `ValueError`, if the house has no such round.

    >>> house = House(key="plain", name="Ante and play alone")
    >>> result = settle(house, dealer="Js Td 8c", seats=[Seat(1, "Qs 6d 4c", "play", ante=500)])
    >>> result.seats[0].net
    500
    """
    playing = House.load(house) if isinstance(house, str) else house
    texts = dealer.cards if isinstance(dealer, Hand) else dealer
    seats = list(seats)
    if not all(isinstance(seat, Seat) for seat in seats):
        raise TypeError("seats must be qh.Seat objects")
    document = {
        "dealer": texts if isinstance(texts, str) else list(texts),
        "seats": [seat.written for seat in seats],
        "meters": dict(meters or {}),
    }
    written = read_round(msgspec.json.encode(document))
    if options:
        playing = with_options(playing, msgspec.json.encode(dict(options)))
    return Result.of(playing, settle_round(playing, written))
