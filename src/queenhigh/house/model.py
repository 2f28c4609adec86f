"""A house: a rule book with its options filled in. One that contradicts itself cannot be made."""

from functools import cached_property
from typing import Literal

import msgspec

from ..cards.card import RANK_LETTERS, Hand, rank_of
from ..cards.ranking import Category, Ranking, ranking
from .book import book_points
from .consistency import problems_of
from .errors import HouseError, Problem
from .options import Options, WagerName
from .paytables import AnteBonusTable, PairPlusTable, Progressive, SixCardTable
from .points import Point
from .procedure import (
    Announcements,
    Betting,
    Cards,
    Completion,
    Compliance,
    Dealer,
    Dealing,
    Decisions,
    Irregularities,
    Relief,
    Shuffle,
    Tokes,
)

OpeningWager = Literal["ante", "pair_plus", "six_card_bonus", "progressive"]
# The spots of a position, from the player's edge inward, where the house does not say.
USUAL_SPOTS: tuple[WagerName, ...] = (
    "play",
    "ante",
    "pair_plus",
    "six_card_bonus",
    "progressive",
)


class Limit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The posted limits of one wager. Amounts are multiples of the step."""

    minimum_cents: int
    maximum_cents: int
    step_cents: int = 100
    allowed_minimum_cents: tuple[int, int] | None = None  # The range in which it may be posted.

    def __post_init__(self) -> None:
        if self.minimum_cents < 1:
            raise HouseError(Problem("minimum_cents", "is at least 1", self.minimum_cents))
        if self.step_cents < 1:
            raise HouseError(Problem("step_cents", "is at least 1", self.step_cents))
        if self.minimum_cents > self.maximum_cents:
            message = f"the minimum is above the maximum of {self.maximum_cents}"
            raise HouseError(Problem("minimum_cents", message, self.minimum_cents))
        if self.maximum_cents // self.step_cents * self.step_cents < self.minimum_cents:
            message = "no multiple of the step lies between minimum and maximum"
            raise HouseError(Problem("step_cents", message, self.step_cents))
        if self.allowed_minimum_cents:
            low, high = self.allowed_minimum_cents
            if not 1 <= low <= high:
                message = "is a range, from low to high"
                raise HouseError(
                    Problem("allowed_minimum_cents", message, self.allowed_minimum_cents)
                )
            if not low <= self.minimum_cents <= high:
                message = f"the posted minimum must lie between {low} and {high}"
                raise HouseError(Problem("minimum_cents", message, self.minimum_cents))


class SixCardLimit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The 6 Card Bonus's minimum and the way its steps count are options, being contested."""

    maximum_cents: int
    step_cents: int = 500

    def __post_init__(self) -> None:
        for name in ("maximum_cents", "step_cents"):
            if getattr(self, name) < 1:
                raise HouseError(Problem(name, "is at least 1", getattr(self, name)))


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ante: Limit
    pair_plus: Limit | None = None
    six_card_bonus: SixCardLimit | None = None
    progressive: Limit | None = None


class House(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, eq=False, dict=True
):
    """Compared by identity: what was worked out for a house is kept by the house."""

    key: str
    book: Literal["mics", "chickasaw", "manual", "classic"]
    name: str
    standing: str
    wagers: tuple[OpeningWager, ...]
    seats: int
    limits: Limits
    pair_plus: PairPlusTable | None = None
    ante_bonus: AnteBonusTable
    six_card_bonus: SixCardTable | None = None
    progressive: Progressive | None = None
    dealer: Dealer
    options: Options
    betting: Betting
    cards: Cards
    shuffle: Shuffle
    dealing: Dealing
    decisions: Decisions
    completion: Completion
    irregularities: Irregularities
    announcements: Announcements
    tokes: Tokes
    relief: Relief
    compliance: Compliance
    cites: dict[str, tuple[str, ...]]  # What each setting rests on: clauses and rulings.
    ours: dict[str, str] = {}  # Settings the book states no amount for, and why ours.

    def __post_init__(self) -> None:
        if problems := problems_of(self):
            raise HouseError(*problems)

    def offers(self, wager: WagerName) -> bool:
        return wager == "play" or wager in self.wagers

    @property
    def spots(self) -> tuple[WagerName, ...]:
        """What a position of the layout has, in order."""
        usual = tuple(spot for spot in USUAL_SPOTS if self.offers(spot))
        return self.options.layout_spots or usual

    @property
    def progressive_terms(self) -> Progressive:
        if self.progressive is None:
            raise LookupError(f"{self.key} offers no progressive")
        return self.progressive

    def takes_coupons(self) -> bool:
        return "match_play_coupon" in self.betting.instruments

    def clauses(self, point: Point, wager: str = "") -> tuple[str, ...]:
        """The clauses of the book behind a rule point: of one wager, where it is asked of one."""
        return self._points.get(point.key(wager), ())

    def holds(self, clause: str, setting: str, value: str) -> bool:
        """Whether a clause of the book holds with that value of a setting."""
        return book_points(self.book).holds(clause, setting, value)

    def clauses_for(self, setting: str, value: str = "") -> tuple[str, ...]:
        """The clauses behind a setting, or, where the book has one, behind this value of it."""
        return tuple(each for each in self._cited(setting, value) if each[0].islower())

    def rulings_on(self, option: str) -> tuple[str, ...]:
        """The rulings that decide an option in this book."""
        return self._rulings.get(option, ())

    @cached_property
    def _rulings(self) -> dict[str, tuple[str, ...]]:
        found = {
            setting.removeprefix("options."): tuple(each for each in ids if each[0].isupper())
            for setting, ids in self.cites.items()
            if setting.startswith("options.")
        }
        return {option: ids for option, ids in found.items() if ids}

    @cached_property
    def _points(self) -> dict[str, tuple[str, ...]]:
        return book_points(self.book).points

    def _cited(self, setting: str, value: str = "") -> tuple[str, ...]:
        return self.cites.get(f"{setting}={value}") or self.cites.get(setting, ())

    @cached_property
    def ranking(self) -> Ranking:
        return ranking(
            ace_low_straight=self.options.ace_low_straight, tie_break=self.options.tie_break
        )

    def limit(self, wager: OpeningWager) -> Limit:
        """The limit in force, after the options that bear on it."""
        posted = getattr(self.limits, wager)
        if isinstance(posted, SixCardLimit):
            least = self.options.six_card_min * 100
            return Limit(least, posted.maximum_cents, posted.step_cents)
        if not isinstance(posted, Limit):
            raise LookupError(f"{self.key} offers no {wager}")
        if wager == "ante" and self.options.ante_play_max == "combined":
            return msgspec.structs.replace(posted, maximum_cents=posted.maximum_cents // 2)
        return posted

    def dealer_qualifies(self, hand: Hand) -> bool:
        with_what = self.dealer.qualifies_with
        if with_what == "any" or self.ranking.category(hand) > Category.HIGH_CARD:
            return True
        if with_what == "pair":
            return False
        lowest = RANK_LETTERS.index(with_what[0].upper()) + 2
        return max(map(rank_of, hand)) >= lowest
