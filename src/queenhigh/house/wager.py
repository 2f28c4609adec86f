"""A wager as data: the cards it looks at, what a fold does to it, and its pay table.

A row says what must hold and what it pays. The first row that fits decides; if none fits, the wager
loses.
"""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Final, Literal

import msgspec

from ..cards.best_of_six import SixCardCategory
from ..cards.card import RANK_LETTERS, SUIT_LETTERS, Rank
from ..cards.ranking import Category
from .errors import HouseError, Problem, template_problem
from .suggestion import did_you_mean

MOST_TO_ONE: Final = 1_000_000
MOST_ROWS: Final = 200
MOST_CENTS: Final = 10_000_000_000  # A hundred million: anything above is a typo.

Of = Literal["player", "dealer", "best_five", "all_six"]
Suit = Literal["c", "d", "h", "s", "same"]
Colour = Literal["red", "black", "same"]
When = Literal["wins", "loses", "ties", "dealer_out", "folded", "no_ante", "dealer_plays"]
Paid = Literal["in_turn", "last", "last_from_left"]
Result = Literal["win", "lose", "push"]
Unit = Literal["to_one", "for_one", "cents", "percent", "push"]
Role = Literal[
    "dealer", "floor", "pit_manager", "shift_manager", "surveillance", "management", "commissioner"
]
# Further roles at a table, which no setting names.
OTHER_ROLES: Final[tuple[str, ...]] = ("player", "cage", "count", "system")

UNITS: Final[tuple[str, ...]] = ("to_one", "for_one", "cents", "percent", "result")
CONTESTS: Final[tuple[When, ...]] = ("wins", "loses", "ties", "dealer_out", "folded", "no_ante")
DEALER_PLAYS: Final[tuple[When, ...]] = ("wins", "loses", "ties")

CONTEST_BETS: Final = ("ante", "play", "ante_bonus")
WAGER_KEY: Final = re.compile(r"[a-z][a-z0-9_]*")
THREE_CARD_HANDS: Final = tuple(category.name.lower() for category in Category)
FIVE_CARD_HANDS: Final = tuple(category.name.lower() for category in SixCardCategory)
SIX_CARD_HANDS: Final = ("straight", "flush", "straight_flush")
OF_ONE_SUIT: Final = ("flush", "straight_flush", "royal_flush")
HANDS: Final[Mapping[Of, tuple[str, ...]]] = {
    "player": THREE_CARD_HANDS,
    "dealer": THREE_CARD_HANDS,
    "best_five": FIVE_CARD_HANDS,
    "all_six": SIX_CARD_HANDS,
}
CARDS: Final[Mapping[Of, int]] = {"player": 3, "dealer": 3, "best_five": 5, "all_six": 6}


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """A table of the house file."""

    def _between(self, name: str, least: int, most: int | None = None) -> None:
        value = getattr(self, name)
        if value is None:
            return
        if value < least or (most is not None and value > most):
            bounds = f"at least {least:,}" if most is None else f"{least:,} to {most:,}"
            raise HouseError(Problem(name, f"must be {bounds}", value))


class Limits(Part, frozen=True):
    """The posted limits of a spot. Amounts are multiples of the step."""

    minimum_cents: int | None = None  # Default: one step.
    maximum_cents: int | None = None
    step_cents: int = 100
    steps_from: Literal["zero", "minimum"] = "zero"
    also_cents: tuple[int, ...] = ()  # Amounts accepted in addition to the steps.

    def __post_init__(self) -> None:
        self._between("step_cents", 1, MOST_CENTS)
        self._between("minimum_cents", 1, MOST_CENTS)
        self._between("maximum_cents", 1, MOST_CENTS)
        for cents in self.also_cents:
            if not 1 <= cents <= MOST_CENTS:
                raise HouseError(Problem("also_cents", f"must be 1 to {MOST_CENTS:,}", cents))
        if self.maximum_cents is None:
            return
        if self.least > self.maximum_cents:
            message = f"the minimum is above the maximum of {self.maximum_cents}"
            raise HouseError(Problem("minimum_cents", message, self.least))
        if self.first > self.maximum_cents:
            message = "no multiple of the step lies between minimum and maximum"
            raise HouseError(Problem("step_cents", message, self.step_cents))

    @property
    def least(self) -> int:
        return self.step_cents if self.minimum_cents is None else self.minimum_cents

    @property
    def most(self) -> int:
        return MOST_CENTS if self.maximum_cents is None else self.maximum_cents

    @property
    def first(self) -> int:
        """The lowest amount that the steps allow."""
        if self.steps_from == "minimum":
            return self.least
        return -(-self.least // self.step_cents) * self.step_cents

    @property
    def lowest_bet(self) -> int:
        return min(filter(self.take, (self.first, *self.also_cents)))

    @property
    def highest_bet(self) -> int:
        counted_from = self.least if self.steps_from == "minimum" else 0
        last = self.most - (self.most - counted_from) % self.step_cents
        return max(filter(self.take, (last, *self.also_cents)))

    def take(self, cents: int) -> bool:
        """Whether this amount may be bet."""
        if cents in self.also_cents:
            return True
        most = self.maximum_cents
        return cents >= self.least and (most is None or cents <= most) and self.on_a_step(cents)

    def on_a_step(self, cents: int) -> bool:
        counted_from = self.least if self.steps_from == "minimum" else 0
        return cents in self.also_cents or (cents - counted_from) % self.step_cents == 0


class Row(Part, frozen=True):
    """One line of a pay table."""

    key: str = ""
    of: Of | None = None  # Set if the row looks at different cards from its wager.
    hand: str | None = None
    ranks: str | None = None
    suit: Suit | None = None
    colour: Colour | None = None
    when: When | tuple[When, ...] = ()
    any: bool = False  # Must be set on a row without conditions.

    to_one: int | str | None = None
    for_one: int | str | None = None
    cents: int | None = None
    percent: int | str | None = None
    meter: str | None = None
    result: Literal["push"] | None = None

    envy_cents: int = 0
    paid: Paid = "in_turn"
    notify: tuple[Role, ...] = ()
    verify: bool = False  # A supervisor verifies it, whatever the amount.
    form: bool = False  # A tax form is filled in, whatever the amount.
    title: str | None = None  # The award's name on felt and screens.

    def __post_init__(self) -> None:
        given = [unit for unit in UNITS if getattr(self, unit) is not None]
        if len(given) != 1:
            said = f"it gives {' and '.join(given)}" if given else "it gives nothing"
            message = f"must give exactly one of {', '.join(UNITS)}: {said}"
            raise HouseError(Problem("", message))
        if (self.percent is None) is not (self.meter is None):
            message = "percent and meter go together: a percentage is of a meter"
            raise HouseError(Problem("percent", message, self.percent))
        for unit in ("to_one", "for_one", "percent"):
            _check_ratio(unit, getattr(self, unit), most=100 if unit == "percent" else MOST_TO_ONE)
        self._between("cents", 0, MOST_CENTS)
        self._between("envy_cents", 0, MOST_CENTS)
        if self.ranks is not None:
            _check_ranks(self.ranks)

    @cached_property
    def unit(self) -> Unit:
        for unit in ("to_one", "for_one", "cents", "percent"):
            if getattr(self, unit) is not None:
                return unit
        return "push"

    @cached_property
    def amount(self) -> Fraction:
        """The amount in its unit; a push gives none."""
        value = None if self.unit == "push" else getattr(self, self.unit)
        return Fraction(value) if value is not None else Fraction(0)

    @cached_property
    def contests(self) -> tuple[When, ...]:
        """The contests in which it may be paid, written out."""
        written = (self.when,) if isinstance(self.when, str) else self.when
        return _written_out(written) if written else CONTESTS

    @cached_property
    def asks_for_no_more(self) -> bool:
        """Whether it requires only a hand, of any ranks and suits."""
        return self.ranks is None and self.suit is None and self.colour is None

    @property
    def has_condition(self) -> bool:
        stated = (self.hand, self.ranks, self.suit, self.colour)
        return bool(self.when) or any(each is not None for each in stated)

    @cached_property
    def rank_numbers(self) -> tuple[Rank, ...]:
        numbers = (RANK_LETTERS.index(letter) + 2 for letter in self.ranks or "")
        return tuple(sorted(numbers, reverse=True))


def _written_out(when: tuple[When, ...]) -> tuple[When, ...]:
    plays = DEALER_PLAYS if "dealer_plays" in when else ()
    return tuple(each for each in CONTESTS if each in (*when, *plays))


# Limited in length: Fraction("1e999999999") has a billion digits.
_RATIO: Final = re.compile(r"[0-9]{1,9}(/0*[1-9][0-9]{0,8}|\.[0-9]{1,9})?")


def _check_ratio(unit: str, value: int | str | None, *, most: int) -> None:
    if value is None:
        return
    if isinstance(value, str) and not _RATIO.fullmatch(value):
        raise HouseError(Problem(unit, 'must be a number, or a fraction such as "3/2"', value[:40]))
    ratio = Fraction(value)
    if not 0 <= ratio <= most:
        raise HouseError(Problem(unit, f"must be 0 to {most:,}", value))


def _check_ranks(text: str) -> None:
    if len(text) not in (3, 5, 6) or any(letter not in RANK_LETTERS for letter in text):
        message = f"must be three, five or six of {RANK_LETTERS}, as in AKQ"
        raise HouseError(Problem("ranks", message, text))
    if any(text.count(letter) > len(SUIT_LETTERS) for letter in text):
        raise HouseError(Problem("ranks", "a rank appears at most four times", text))


Pays = dict[str, Row]


class ForfeitsWith(Part, frozen=True):
    """A fold costs the wager only if the seat has one of these too."""

    forfeits_with: tuple[str, ...]


class Feed(Part, frozen=True):
    """What each wager adds to a meter, and to the reserve for its next seed."""

    cents: int = 0
    percent: int | str = 0
    reserve_cents: int = 0

    def __post_init__(self) -> None:
        self._between("cents", 0, MOST_CENTS)
        self._between("reserve_cents", 0, MOST_CENTS)
        _check_ratio("percent", self.percent, most=100)
        if self.cents and Fraction(self.percent):
            raise HouseError(Problem("percent", "give either cents or percent", self.percent))


class Envy(Part, frozen=True):
    """What other players receive when somebody holds a hand of a row with `envy_cents`."""

    trigger: Literal["any_unfolded", "holder_with_bet", "any_dealt_hand"] = "any_unfolded"
    needs_bet: bool = True
    own_hand: bool = False
    dealer_hand: bool = False
    multiple: bool = True


class TokeLimits(Part, frozen=True):
    """Tokes on a wager that have limits, needs or caps of their own."""

    minimum_cents: int | None = None
    maximum_cents: int | None = None
    most_to_one: int | None = None
    needs: tuple[tuple[str, ...], ...] = ()
    cap: Literal["own", "lower_of_both"] = "own"

    def __post_init__(self) -> None:
        self._between("minimum_cents", 1, MOST_CENTS)
        self._between("maximum_cents", 1, MOST_CENTS)
        self._between("most_to_one", 1, MOST_TO_ONE)


class Claim(Part, frozen=True):
    """A wager that must be called aloud to be paid, and when."""

    when: tuple[When, ...] = CONTESTS
    says: str = ""

    @cached_property
    def contests(self) -> tuple[When, ...]:
        """The contests in which it must be called, written out."""
        return _written_out(self.when)


class Wager(Part, frozen=True):
    key: str = ""
    title: str = ""
    of: Of = "player"
    fold: Literal["forfeits", "stays"] | ForfeitsWith = "forfeits"
    limits: Limits = Limits()
    needs: tuple[tuple[str, ...], ...] = ()
    at_most: dict[str, int] = {}  # As a multiple of another wager of the seat.
    required: bool = False  # A seat cannot play without it.
    tokes: bool | TokeLimits = False
    feeds: dict[str, Feed] = {}
    envy: Envy | None = None
    max_award_cents: int | None = None
    wheel: bool = True  # 5-4-3-2-A is a straight in five cards.
    claim: Claim | None = None
    announce: str = ""  # Announced when it is paid.
    absent: str = ""  # Announced before the deal, for the {positions} that bet but not on this.
    pass_: Literal["per_hand", "separate"] = msgspec.field(default="per_hand", name="pass")
    manner: str = ""  # How its payouts are made, if in a special way.
    pays: Pays = {}

    def __post_init__(self) -> None:
        self._between("max_award_cents", 0, MOST_CENTS)
        if problem := template_problem(self.absent, "positions"):
            raise HouseError(Problem("absent", problem, self.absent))
        if not all(self.needs):
            raise HouseError(Problem("needs", "a group names at least one wager"))
        if not self.pays:
            raise HouseError(Problem("pays", "a wager has at least one row"))
        check_rows(self.pays, self.of)

    def look_of(self, row: Row) -> Of:
        return row.of or self.of

    @property
    def asks_for_a_contest(self) -> bool:
        """Whether some row depends on the outcome of the contest with the dealer."""
        return any(row.when for row in self.pays.values())

    @property
    def meters(self) -> tuple[str, ...]:
        fed = tuple(self.feeds)
        return tuple(dict.fromkeys((*fed, *(row.meter for row in self.pays.values() if row.meter))))


def check_rows(pays: Pays, of: Of) -> None:
    """Refuse invalid pay tables: impossible rows, and odds that fall as hands rise."""
    if len(pays) > MOST_ROWS:
        raise HouseError(Problem("pays", f"has at most {MOST_ROWS} rows", len(pays)))
    for key, row in pays.items():
        for message in _problems_of_row(row, row.of or of, pays):
            raise HouseError(Problem(f"pays.{key}", message))
    for weaker, stronger in _plain_pairs(pays, of):
        if stronger.amount < weaker.amount:
            message = (
                f"a stronger hand may not pay less than a weaker one "
                f"({weaker.key} pays {weaker.amount})"
            )
            raise HouseError(Problem(f"pays.{stronger.key}", message, int(stronger.amount)))


_WITHOUT_CONDITION: Final = "a row without any condition says any = true"


def _problems_of_row(row: Row, of: Of, pays: Pays) -> Iterator[str]:
    if row.hand is not None and row.hand not in HANDS[of]:
        yield f"there is no hand {row.hand} of {of} (there are {', '.join(HANDS[of])})"
    if row.ranks is not None and len(row.ranks) != CARDS[of]:
        yield f"ranks of {of} are {CARDS[of]}, not {len(row.ranks)}"
    if not row.has_condition and not row.any:
        names = (*HANDS[of], *(each for each in pays if each != row.key))
        hint = did_you_mean(row.key, names)
        yield f"there is no such hand or row{hint}" if hint else _WITHOUT_CONDITION
    if row.has_condition and row.any:
        yield "a row with any = true has no condition"


def _plain_pairs(pays: Pays, of: Of) -> Iterator[tuple[Row, Row]]:
    """Yield weaker and stronger rows with the same unit and look, and only a hand as condition."""
    plain = [
        row
        for row in pays.values()
        if row.hand and not (row.ranks or row.suit or row.colour or row.when)
    ]
    for weaker in plain:
        for stronger in plain:
            look = weaker.of or of
            same = look == (stronger.of or of) and weaker.unit == stronger.unit
            if same and HANDS[look].index(weaker.hand or "") < HANDS[look].index(
                stronger.hand or ""
            ):
                yield weaker, stronger


class Ante(Part, frozen=True):
    title: str = "Ante"
    limits: Limits = Limits()
    dealer_out: Result = "win"
    tie: Result = "push"
    pays: Pays = {}  # Applied on a win; even money if no row fits.
    at_most: dict[str, int] = {}
    required: bool = False
    tokes: bool = False

    def __post_init__(self) -> None:
        check_rows(self.pays, "player")


class Play(Part, frozen=True):
    title: str = "Play"
    dealer_out: Result = "push"
    tie: Result = "push"
    multiples: tuple[int, ...] = (1,)
    pays: Pays = {}
    maximum: Literal["each", "combined"] = "each"  # Combined: ante and play share the maximum.
    tokes: bool = False

    def __post_init__(self) -> None:
        check_rows(self.pays, "player")
        once = len(set(self.multiples)) == len(self.multiples)
        if not self.multiples or min(self.multiples) < 1 or not once:
            message = "must be whole numbers from 1, each only once"
            raise HouseError(Problem("multiples", message, self.multiples))


class AnteBonus(Part, frozen=True):
    """A payout on the ante, not a wager."""

    title: str = "Ante Bonus"
    base: Literal["ante", "ante_plus_play"] = "ante"
    requires: Literal["play", "ante"] = "play"  # A folded hand has an ante but no play.
    on_loss: bool = True
    pays: Pays = {}

    def __post_init__(self) -> None:
        check_rows(self.pays, "player")


class Meter(Part, frozen=True):
    title: str = ""
    seed_cents: int = 0
    link: Literal["solo", "linked"] = "solo"
    limit_cents: int = 0  # The meter stops growing here; 0 for no limit.
    simultaneous: Literal["first_lock", "split"] = "first_lock"
    # Paid at a hidden amount between the seed and this one; absent or 0 if only hands win it.
    must_hit_by_cents: int | msgspec.UnsetType = msgspec.UNSET

    def __post_init__(self) -> None:
        for name in ("seed_cents", "limit_cents"):
            self._between(name, 0, MOST_CENTS)
        if self.must_hit_by:
            self._between("must_hit_by_cents", self.seed_cents + 1, MOST_CENTS)
            if self.limit_cents:
                message = "a meter that must be hit by an amount has no limit beside it"
                raise HouseError(Problem("limit_cents", message, self.limit_cents))
        if self.limit_cents and self.limit_cents < self.seed_cents:
            message = f"must be 0 for no limit, or at least the seed of {self.seed_cents}"
            raise HouseError(Problem("limit_cents", message, self.limit_cents))

    @property
    def must_hit_by(self) -> int | None:
        """The amount by which it must be paid; None if only hands hit it."""
        return None if self.must_hit_by_cents is msgspec.UNSET else self.must_hit_by_cents or None
