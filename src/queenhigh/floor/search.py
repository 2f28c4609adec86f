"""Queries over all rounds, and their syntax.

``dealer:ben hand:straight_flush net>=$1000 clause:ID from:2026-01-01`` is a query: all conditions
must hold, those about a seat for the same seat; comma-separated values of one field are
alternatives.
"""

import re
import shlex
from collections.abc import Callable, Collection
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, Literal, get_args

import msgspec

from ..cards.card import CardError, parse_card
from ..cards.ranking import Category
from ..house.suggestion import did_you_mean
from ..house.wager import CONTEST_BETS, WAGER_KEY
from ..house.words import plain_words
from ..table.event import Fields

Operator = Literal["=", ">", ">=", "<", "<="]
AMOUNTS: Final = ("net", "staked", "paid", "jackpot")  # And the stake on any wager.
Decision = Literal["play", "fold", "timed_out"]
CATEGORIES: Final = tuple(category.name.lower() for category in Category)
_LARGEST: Final = 10**15  # Cents, or rounds: no table sees ten trillion dollars.
BetResult = Literal["win", "lose", "push"]
_RESULT: Final[dict[str, BetResult]] = {"won": "win", "lost": "lose", "pushed": "push"}
_AMOUNT: Final = re.compile(r"-?[^\w\s-]?\d[\d,_]*(\.\d\d)?")
_TERM: Final = re.compile(
    r"^(?P<field>[a-z_]+)(?P<operator>>=|<=|=|>|<|:)(?P<value>.*)$", re.DOTALL
)
# Up to a blank outside quotation marks; an unmatched mark extends to the end.
_PART: Final = re.compile(r"""(?:"(?:\\.|[^"\\])*"?|'[^']*'?|\\.|[^\s"'])+""", re.DOTALL)


# Reads a value, given the whole term for messages: returns the field of `Query`, and its content,
# of that field's type.
_Reader = Callable[[str, str], tuple[str, Any]]


class AmountIs(msgspec.Struct, frozen=True):
    amount: str  # One of AMOUNTS, or a wager for its stake.
    operator: Operator
    cents: int


class BetWas(msgspec.Struct, frozen=True):
    wager: str
    result: BetResult


class Query(msgspec.Struct, frozen=True, kw_only=True):
    """Empty means anything."""

    table: tuple[str, ...] = ()
    house: tuple[str, ...] = ()
    dealer: tuple[str, ...] = ()
    number: tuple[int, int] | None = None  # Of the round: from, to.
    patron: tuple[str, ...] = ()
    seat: tuple[int, ...] = ()
    hand: tuple[str, ...] = ()  # Categories.
    cards: tuple[str, ...] = ()  # Three, in any order.
    decision: tuple[Decision, ...] = ()
    bets: tuple[BetWas, ...] = ()
    amounts: tuple[AmountIs, ...] = ()
    dealer_hand: tuple[str, ...] = ()
    dealer_cards: tuple[str, ...] = ()
    irregularity: tuple[str, ...] = ()
    remedy: tuple[str, ...] = ()
    notice: tuple[str, ...] = ()
    void: bool | None = None
    large: bool | None = None
    clause: tuple[str, ...] = ()  # Or rulings.
    since: datetime | None = None
    until: datetime | None = None  # Exclusive.
    day: tuple[date, ...] = ()  # Gaming days.


def hand_key(cards: tuple[str, ...] | list[str]) -> str:
    """The cards in a fixed order, regardless of dealing order."""
    return "".join(sorted(cards, key=lambda text: -parse_card(text)))


class QueryError(ValueError):
    """A query that cannot be parsed: what is wrong, in one line, and at which character."""

    def __init__(self, message: str, at: int):
        super().__init__(message)
        self.at = at


def parse_query(text: str, wagers: Collection[str] | None = None) -> Query:
    """Parse a query; if `wagers` is given, refuse others."""
    if "\0" in text:
        raise QueryError("a query is text", text.index("\0"))
    found: Fields = {}
    for part in _PART.finditer(text):
        try:
            _add(found, _unquoted(part[0]), wagers)
        except ValueError as error:
            raise QueryError(str(error), part.start()) from None
    return Query(**found)


def _unquoted(part: str) -> str:
    try:
        return "".join(shlex.split(part))
    except ValueError:
        raise ValueError("the query's quotation marks do not match") from None


def _add(found: Fields, term: str, wagers: Collection[str] | None) -> None:
    parts = _TERM.match(term)
    if parts is None:
        raise ValueError(f"{term!r}: write field:value, such as dealer:ben or net>=$100")
    field, operator, value = parts["field"], parts["operator"], parts["value"]
    if not value:
        raise ValueError(f"{term!r}: the value is missing")
    if field in AMOUNTS or _is_stake(field, operator, value, wagers):
        found["amounts"] = (*found.get("amounts", ()), _amount(field, operator, value, term))
        return
    if operator != ":":
        names = (*AMOUNTS, *CONTEST_BETS, *(wagers or ()))
        hint = did_you_mean(field, names, otherwise=f" ({_amounts(wagers)})")
        raise ValueError(f"{term!r}: only amounts can be compared{hint}")
    if field in _RESULT:
        found["bets"] = (*found.get("bets", ()), *_bets(field, value, term, wagers))
        return
    if field not in _FIELDS:
        known = f"{', '.join((*_FIELDS, *_RESULT))}, {_amounts(wagers)}"
        names = (*_FIELDS, *_RESULT, *AMOUNTS, *CONTEST_BETS, *(wagers or ()))
        hint = did_you_mean(field, names, otherwise=f" ({known})")
        raise ValueError(f"{term!r}: there is no field {field!r}{hint}")
    name, values = _FIELDS[field](value, term)
    held = found.get(name)
    found[name] = (*held, *values) if isinstance(held, tuple) and name != "number" else values


def _is_stake(field: str, operator: str, value: str, wagers: Collection[str] | None) -> bool:
    """Whether it is about the stake on a wager: any name that is not another field."""
    if field in _FIELDS or field in _RESULT or not WAGER_KEY.fullmatch(field):
        return False
    if wagers is not None:
        return field in wagers or field in CONTEST_BETS
    return operator != ":" or _AMOUNT.fullmatch(value) is not None


def _amounts(wagers: Collection[str] | None) -> str:
    """List the amounts in words."""
    if wagers is None:
        return f"{', '.join(AMOUNTS)}, or any wager"
    return ", ".join(dict.fromkeys((*AMOUNTS, *CONTEST_BETS, *wagers)))


def _amount(field: str, operator: str, value: str, term: str) -> AmountIs:
    operator = "=" if operator == ":" else operator
    written = value.replace(",", "").replace("_", "")
    whole = re.fullmatch(r"(-?)[$€£](\d+)(?:\.(\d\d))?", written)
    if whole:
        cents = int(whole[2]) * 100 + int(whole[3] or 0)
        cents = -cents if whole[1] else cents
    elif re.fullmatch(r"-?\d+", written):
        cents = int(written)
    else:
        raise ValueError(f"{term!r}: an amount is cents, as in 10000, or dollars, as in $100")
    if abs(cents) > _LARGEST:
        raise ValueError(f"{term!r}: amount too large")
    # Field and operator were matched before.
    return AmountIs(field, operator, cents)  # type: ignore[arg-type]


def _bets(field: str, value: str, term: str, wagers: Collection[str] | None) -> list[BetWas]:
    asked = value.split(",")
    for wager in asked:
        known = wagers is None or wager in CONTEST_BETS or wager in wagers
        if not known or not WAGER_KEY.fullmatch(wager):
            there = ", ".join(dict.fromkeys((*CONTEST_BETS, *(wagers or ()))))
            raise ValueError(f"{term!r}: there is no wager {wager!r} (there are {there})")
    return [BetWas(wager, _RESULT[field]) for wager in asked]


def _texts(name: str) -> _Reader:
    return lambda value, term: (name, tuple(value.split(",")))


def _of(name: str, allowed: tuple[str, ...]) -> _Reader:
    def read(value: str, term: str) -> tuple[str, tuple[str, ...]]:
        for each in value.split(","):
            if each not in allowed:
                raise ValueError(f"{term!r}: {plain_words(name)} is {', '.join(allowed)}")
        return name, tuple(value.split(","))

    return read


def _seats(value: str, term: str) -> tuple[str, tuple[int, ...]]:
    return "seat", tuple(_number(each, term) for each in value.split(","))


def _rounds(value: str, term: str) -> tuple[str, tuple[int, int]]:
    first, _, last = value.partition("..")
    low = _number(first, term)
    return "number", (low, _number(last, term) if last else low)


def _number(text: str, term: str) -> int:
    if not text.isdecimal() or int(text) > _LARGEST:
        raise ValueError(f"{term!r}: {text!r} is not a number")
    return int(text)


def _cards(name: str) -> _Reader:
    def read(value: str, term: str) -> tuple[str, tuple[str, ...]]:
        texts = re.findall(r"(?:10|[2-9TJQKA])[cdhs]", value.replace(",", ""))
        if "".join(texts) != value.replace(",", "") or len(set(texts)) != 3:
            raise ValueError(f"{term!r}: a hand is three cards, as in AsKsQs")
        try:
            key = hand_key([text.replace("10", "T") for text in texts])
        except CardError as error:
            raise ValueError(f"{term!r}: {error}") from None
        return name, (key,)

    return read


def _yes_or_no(name: str) -> _Reader:
    def read(value: str, term: str) -> tuple[str, bool]:
        if value not in ("yes", "no"):
            raise ValueError(f"{term!r}: write yes or no")
        return name, value == "yes"

    return read


def _time(name: str) -> _Reader:
    def read(value: str, term: str) -> tuple[str, datetime]:
        try:
            at = datetime.fromisoformat(value)
            at = at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
            whole_day = len(value) == 10 and name == "until"
            return name, at + timedelta(days=1) if whole_day else at
        except (ValueError, OverflowError):
            raise ValueError(
                f"{term!r}: a time is 2026-01-05 or 2026-01-05T12:00:00Z, in UTC"
            ) from None

    return read


def _days(value: str, term: str) -> tuple[str, tuple[date, ...]]:
    try:
        return "day", tuple(date.fromisoformat(each) for each in value.split(","))
    except ValueError:
        raise ValueError(f"{term!r}: a gaming day is written 2026-01-05") from None


_FIELDS: Final[dict[str, _Reader]] = {
    "table": _texts("table"),
    "house": _texts("house"),
    "dealer": _texts("dealer"),
    "round": _rounds,
    "patron": _texts("patron"),
    "seat": _seats,
    "hand": _of("hand", CATEGORIES),
    "cards": _cards("cards"),
    "decision": _of("decision", get_args(Decision)),
    "dealer_hand": _of("dealer_hand", CATEGORIES),
    "dealer_cards": _cards("dealer_cards"),
    "irregularity": _texts("irregularity"),
    "remedy": _texts("remedy"),
    "notice": _texts("notice"),
    "void": _yes_or_no("void"),
    "large": _yes_or_no("large"),
    "clause": _texts("clause"),
    "ruling": _texts("clause"),
    "from": _time("since"),
    "to": _time("until"),
    "day": _days,
}
FIELDS: Final = (*_FIELDS, *_RESULT, *AMOUNTS)  # And any wager, for its stake.


class SeatFound(msgspec.Struct, frozen=True, kw_only=True):
    seat: int
    patron: str
    cards: tuple[str, ...]
    category: str
    decision: str
    staked: int
    paid: int
    net: int


class RoundFound(msgspec.Struct, frozen=True, kw_only=True):
    """A round as a search shows it; the seats are those that fit."""

    position: int  # Of the record that ended it.
    table: str
    house: str
    currency: str
    stakes: str
    number: int
    first: int
    last: int
    ended: datetime
    day: date
    dealer: str
    dealer_cards: tuple[str, ...]
    dealer_category: str
    qualifies: bool | None
    void: str
    staked: int
    net: int
    jackpot: int
    seats: tuple[SeatFound, ...] = ()


class SearchResult(msgspec.Struct, frozen=True):
    rounds: tuple[RoundFound, ...]
    more: bool  # More rounds match.
    upto: int  # How far the log was searched.
