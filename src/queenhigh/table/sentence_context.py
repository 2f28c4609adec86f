"""What the sentence about an event draws on: the table around it, and the names to say."""

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from ..house.model import House
from ..house.words import plain_words
from .roles import Actor
from .state import Table
from .views import HIDDEN


class Moment(NamedTuple):
    before: Table
    after: Table
    called: Callable[[str], str]  # Maps a player's name to the name to say.

    @property
    def house(self) -> House:
        return self.after.house

    def money(self, cents: int) -> str:
        return self.after.house.money(cents)

    def actor(self, by: str) -> str:
        """Who did it: as in the log, or as people say it."""
        if self.called is str:
            return by
        role, name = Actor.parse(by)
        return f"{plain_words(role)} {self.called(name)}" if name else plain_words(role)


def who(seat: int) -> str:
    return {0: "The dealer's hand", -1: "The stub"}.get(seat, f"Seat {seat}")


def cards_in_words(cards: tuple[str, ...], unseen: int = 0) -> str:
    """The cards as text, or their number if they lie face down."""
    if HIDDEN not in cards and not unseen:
        return " ".join(cards)
    number = len(cards) or unseen
    return "a card face down" if number == 1 else f"{number} cards face down"


def people(told: tuple[str, ...]) -> str:
    return ", ".join(map(plain_words, told)) or "nobody"


def meter_name(house: House, name: str | msgspec.UnsetType) -> str:
    """The meter's name, by its title if there are several."""
    if name is msgspec.UNSET or name == house.only_meter:
        return "meter"
    return f"{house.meters[name].title} meter"
