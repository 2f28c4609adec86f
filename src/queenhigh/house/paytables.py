"""Pay tables. A table in which a stronger hand pays less than a weaker one cannot be made."""

from itertools import pairwise
from typing import Literal, Self

import msgspec

from ..cards.ranking import Category
from ..cards.six import SixCardCategory
from .errors import HouseError, Problem

MOST_TO_ONE = 1_000_000


class PayTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Odds to one for each hand that is paid, declared from the weakest to the strongest."""

    def __post_init__(self) -> None:
        fields = self.__struct_fields__
        for name in fields:
            pays = getattr(self, name)
            if pays < 0:
                raise HouseError(Problem(name, "odds cannot be negative", pays))
            if pays > MOST_TO_ONE:
                raise HouseError(Problem(name, f"odds are at most {MOST_TO_ONE:,}", pays))
        for weaker, stronger in pairwise(fields):
            if getattr(self, stronger) < getattr(self, weaker):
                message = (
                    f"a stronger hand may not pay less than a weaker one "
                    f"({weaker} pays {getattr(self, weaker)})"
                )
                raise HouseError(Problem(stronger, message, getattr(self, stronger)))

    @property
    def shorthand(self) -> str:
        """Weakest hand first, as in 1/4/6/30/40."""
        return "/".join(str(getattr(self, name)) for name in self.__struct_fields__)

    @classmethod
    def from_shorthand(cls, text: str) -> Self:
        numbers = text.split("/")
        names = cls.__struct_fields__
        if len(numbers) != len(names) or not all(n.isascii() and n.isdigit() for n in numbers):
            raise ValueError(f"write the odds of {', '.join(names)}, as in {cls.example()}")
        return cls(*map(int, numbers))

    @classmethod
    def example(cls) -> str:
        return "/".join(str(number) for number, _ in enumerate(cls.__struct_fields__, start=1))


class PairPlusTable(PayTable, frozen=True, forbid_unknown_fields=True):
    pair: int
    flush: int
    straight: int
    three_of_a_kind: int
    straight_flush: int

    def to_one(self, category: Category) -> int:
        """What the hand pays; 0 for one that is not paid."""
        return int(getattr(self, category.name.lower(), 0))


class AnteBonusTable(PayTable, frozen=True, forbid_unknown_fields=True):
    straight: int
    three_of_a_kind: int
    straight_flush: int

    def to_one(self, category: Category) -> int:
        return int(getattr(self, category.name.lower(), 0))


class SixCardTable(PayTable, frozen=True, forbid_unknown_fields=True):
    three_of_a_kind: int
    straight: int
    flush: int
    full_house: int
    four_of_a_kind: int
    straight_flush: int
    royal_flush: int

    def to_one(self, category: SixCardCategory) -> int:
        return int(getattr(self, category.name.lower(), 0))


class ProgressiveTable(PayTable, frozen=True, forbid_unknown_fields=True):
    """The fixed awards; whether they are "for 1" or "to 1" is the option progressive_unit."""

    straight: int
    three_of_a_kind: int
    straight_flush: int
    akq_suited: int


class Envy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Flat amounts to the other players when somebody holds a suited A-K-Q."""

    akq_spades_cents: int
    akq_suited_cents: int

    def __post_init__(self) -> None:
        if self.akq_suited_cents < 0:
            raise HouseError(
                Problem("akq_suited_cents", "cannot be negative", self.akq_suited_cents)
            )
        if self.akq_spades_cents < self.akq_suited_cents:
            message = "a stronger hand may not pay less than a weaker one"
            raise HouseError(Problem("akq_spades_cents", message, self.akq_spades_cents))


class Meter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the jackpot comes from: of each dollar bet, so much to the meter and to the reserve."""

    seed_cents: int
    contribution_cents: int
    reserve_cents: int
    link: Literal["solo", "linked"] = "solo"
    limit_cents: int = 0  # What the meter does not grow beyond; 0 is no limit.

    def __post_init__(self) -> None:
        for name in ("seed_cents", "contribution_cents", "reserve_cents", "limit_cents"):
            if getattr(self, name) < 0:
                raise HouseError(Problem(name, "cannot be negative", getattr(self, name)))
        if self.contribution_cents + self.reserve_cents > 100:
            message = "meter and reserve together take more than the dollar that was bet"
            raise HouseError(Problem("contribution_cents", message, self.contribution_cents))
        if self.limit_cents and self.limit_cents < self.seed_cents:
            message = f"is 0 for no limit, or at least the seed of {self.seed_cents}"
            raise HouseError(Problem("limit_cents", message, self.limit_cents))


class Progressive(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pays: ProgressiveTable
    envy: Envy
    meter: Meter
    akq_spades_percent: int = 100

    def __post_init__(self) -> None:
        if not 1 <= self.akq_spades_percent <= 100:
            message = "the jackpot is a share of the meter, 1 to 100 percent"
            raise HouseError(Problem("akq_spades_percent", message, self.akq_spades_percent))
