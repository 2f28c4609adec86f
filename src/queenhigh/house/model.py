"""A house: a rule book with its options filled in. A contradictory house cannot be constructed."""

import os
from functools import cached_property
from typing import TYPE_CHECKING, Final

import msgspec

from ..cards.card import RANK_LETTERS, Hand, rank_of
from ..cards.ranking import Category, Ranking, ranking
from .book import Book
from .citation import RANKING, Cited, Law
from .consistency import reference_problems
from .errors import HouseError
from .money import currency_text
from .plain_data import Raw, SettingValue
from .points import Point
from .procedure import (
    Announcements,
    Betting,
    Cards,
    Completion,
    Compliance,
    Controls,
    Dealer,
    Dealing,
    Decisions,
    Fee,
    Irregularities,
    Layout,
    MatchPlay,
    Payouts,
    RankingRules,
    Relief,
    Settlement,
    Shuffle,
    Tokes,
)
from .school import School
from .wager import Ante, AnteBonus, Limits, Meter, Play, Row, Wager


class House(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, eq=False, dict=True
):
    """A rule book with its options filled in. Houses with the same settings and book are equal."""

    key: str
    name: str
    known_as: str = ""  # The game's name on felt and in the lobby; empty: `name`.
    standing: str = ""
    currency: str = "USD"
    language: str = "en"
    seats: int = 7
    dealer: Dealer = Dealer()
    ranking_rules: RankingRules = msgspec.field(default=RankingRules(), name="ranking")
    ante: Ante = Ante()
    play: Play = Play()
    ante_bonus: AnteBonus = AnteBonus()
    wagers: dict[str, Wager] = {}
    meters: dict[str, Meter] = {}
    settlement: Settlement = Settlement()
    layout: Layout = Layout()
    payouts: Payouts = Payouts()
    match_play: MatchPlay = MatchPlay()
    fee: Fee = Fee()
    betting: Betting = Betting()
    cards: Cards = Cards()
    shuffle: Shuffle = Shuffle()
    dealing: Dealing = Dealing()
    decisions: Decisions = Decisions()
    completion: Completion = Completion()
    irregularities: Irregularities = Irregularities()
    announcements: Announcements = Announcements()
    tokes: Tokes = Tokes()
    relief: Relief = Relief()
    controls: Controls = Controls()
    school: School = School()
    compliance: Compliance = Compliance()
    constraints: dict[str, bool] = {}  # The book's constraints switched on or off, by name.
    role_titles: dict[str, str] = {}  # The role that a title of the book names.
    words: dict[str, str] = {}  # Names in the book's language.
    ours: dict[str, str] = {}  # Settings without an amount in the book, and why ours was chosen.
    amends: dict[str, tuple[str, ...]] = {}  # The house's own clauses for a setting.

    @staticmethod
    def load(named: str | os.PathLike[str]) -> "House":
        """Load the built-in house with this key, or the house in this file or folder."""
        from .loader import load_house

        return load_house(os.fspath(named))

    def replace(self, settings: Raw) -> "House":
        """Return the house with settings changed by path, as a file that extends it would.

        ``house.replace({"ante.limits.maximum_cents": 20000})``. A new wager is given as one table.
        Raises `HouseError` if the result is invalid.
        """
        from .loader import with_settings

        return with_settings(self, settings)

    if TYPE_CHECKING:

        def _repr_html_(self) -> str:
            """Render for a notebook; the library installs it."""

    def __repr__(self) -> str:
        return f"<House {self.key}: {', '.join(self.bets)}>"

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, House) or hash(self) != hash(other):
            return False
        return msgspec.json.encode(self) == msgspec.json.encode(other) and self.book == other.book

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(msgspec.json.encode(self))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle it with its book, which is not a field."""
        return _of_book, (self.raw, self.book)

    @cached_property
    def raw(self) -> Raw:
        """The settings from the merged layers; for a house made another way, its own settings."""
        written: Raw = msgspec.to_builtins(self)
        return written

    def __post_init__(self) -> None:
        if problems := list(reference_problems(self)):
            raise HouseError(*problems)

    # What the house offers

    @cached_property
    def bets(self) -> tuple[str, ...]:
        """The spots of the layout: play, ante, then the wagers in order."""
        return ("play", "ante", *self.wagers)

    @cached_property
    def opening_bets(self) -> tuple[str, ...]:
        return ("ante", *self.wagers)

    @cached_property
    def layout_order(self) -> tuple[str, ...]:
        """The order in which bets are listed, regardless of the order of placing them."""
        return ("ante", "play", *self.wagers)

    def offers(self, name: str) -> bool:
        return name in self.bets

    @cached_property
    def spots(self) -> tuple[str, ...]:
        return self.layout.spots or self.bets

    @cached_property
    def settle_order(self) -> tuple[str, ...]:
        """Play, ante bonus, ante and the wagers, in the order the dealer settles them."""
        return self.settlement.order or ("play", "ante_bonus", "ante", *self.wagers)

    @cached_property
    def called(self) -> str:
        """The name for players; `name` is the document's."""
        return self.known_as or self.name

    def title(self, name: str) -> str:
        """Return the name of a bet for screens."""
        match name:
            case "ante" | "play" | "ante_bonus":
                part: Ante | Play | AnteBonus = getattr(self, name)
                return self.words.get(name, part.title)
            case _:
                return self.wagers[name].title

    @cached_property
    def contest_rows(self) -> tuple[Row, ...]:
        """All rows of ante, play and ante bonus."""
        tables = (self.ante.pays, self.play.pays, self.ante_bonus.pays)
        return tuple(row for pays in tables for row in pays.values())

    def limits(self, name: str) -> Limits:
        """Return the limits in force for a spot; those of play are the ante's."""
        return self.limits_in_force[name]

    @cached_property
    def limits_in_force(self) -> dict[str, Limits]:
        ante = self.ante.limits
        if self.play.maximum == "combined" and ante.maximum_cents is not None:
            ante = msgspec.structs.replace(ante, maximum_cents=ante.maximum_cents // 2)
        side = {name: wager.limits for name, wager in self.wagers.items()}
        return {**side, "ante": ante, "play": ante}

    @cached_property
    def seeds(self) -> dict[str, int]:
        """The meters at their seeds."""
        return {name: meter.seed_cents for name, meter in self.meters.items()}

    @cached_property
    def only_meter(self) -> str | None:
        return next(iter(self.meters)) if len(self.meters) == 1 else None

    def money(self, cents: int) -> str:
        """Format an amount in the house's currency."""
        return currency_text(cents, self.currency)

    def takes_coupons(self) -> bool:
        return "match_play_coupon" in self.betting.instruments

    # Cards

    @cached_property
    def ranking(self) -> Ranking:
        rules = self.ranking_rules
        return ranking(ace_low_straight=rules.ace_low_straight, tie_break=rules.tie_break)

    @cached_property
    def ranked_by_the_book(self) -> "House | None":
        """The house with its book's ranking of hands, if it departs from that."""
        departing = [path for path in RANKING if self.law.standing(path).departs]
        if not departing:
            return None
        written = {path.rpartition(".")[2]: self.book.baseline[path] for path in departing}
        rules = msgspec.structs.replace(self.ranking_rules, **written)
        house = msgspec.structs.replace(self, ranking_rules=rules)
        house.__dict__["law"] = self.law  # It cites and departs as this house does.
        return house

    def dealer_qualifies(self, hand: Hand) -> bool:
        if hand not in self._qualifying:
            self._qualifying[hand] = self._qualifies(hand, self.dealer.qualifies_with)
        return self._qualifying[hand]

    @cached_property
    def _qualifying(self) -> dict[Hand, bool]:
        """Cache by hand whether it qualifies."""
        return {}

    def qualifier_departs(self, hand: Hand) -> bool:
        """Whether the dealer's hand qualifies here but not by the book, or vice versa."""
        by_the_book = self.law.other_qualifier
        if by_the_book is None:
            return False
        return self._qualifies(hand, by_the_book) != self.dealer_qualifies(hand)

    def _qualifies(self, hand: Hand, with_what: str) -> bool:
        if with_what == "any" or self.ranking.category(hand) > Category.HIGH_CARD:
            return True
        if with_what == "pair":
            return False
        lowest = [RANK_LETTERS.index(letter) + 2 for letter in with_what]
        held = sorted(map(rank_of, hand), reverse=True)
        return held[: len(lowest)] >= sorted(lowest, reverse=True)

    # Reasons

    @cached_property
    def law(self) -> Law:
        """The house's citations; a house made without a book cites nothing."""
        return Law(self.settings, Book(key=self.key, title=self.name), self.amends)

    @cached_property
    def settings(self) -> dict[str, SettingValue]:
        """Every setting by its path, of any type; a row of a pay table is one setting."""
        return flattened(msgspec.to_builtins(self))

    @property
    def book(self) -> Book:
        return self.law.book

    def cited(self, *because: Point | str, wager: str = "", depends: tuple[str, ...] = ()) -> Cited:
        return self.law.cited(because, wager, depends)

    def clauses(self, *because: Point | str, wager: str = "") -> tuple[str, ...]:
        return self.law.cited(because, wager).clauses

    def rulings_on(self, path: str) -> tuple[str, ...]:
        return self.law.rulings_on(path)


def flattened(raw: Raw, prefix: str = "") -> dict[str, SettingValue]:
    found: dict[str, SettingValue] = {}
    for name, value in raw.items():
        path = f"{prefix}.{name}" if prefix else name
        if path in _NOT_SETTINGS:
            continue
        is_row = prefix.endswith(".pays")
        if isinstance(value, dict) and not is_row:
            found |= flattened(value, path)
        else:
            found[path] = value
    return found


def _of_book(raw: Raw, book: Book) -> House:
    from .loader import compiled

    return compiled(raw, book)


_NOT_SETTINGS: Final = ("ours", "amends", "words", "key", "name", "known_as")
