"""Account names: every place where money can be, and what people call it."""

from collections.abc import Callable
from typing import NamedTuple, Self

from ..house.words import plain_words
from ..table import chip_place as place

OUTSIDE = "outside"  # Cash that patrons bring in and take away.
PLAY_MONEY = "play_money"  # Where play money comes from and goes back to.
PATRON, PLAY, TABLE = "patron", "play", "table"
PLAY_TIPS = "play_tips"
CAGE, BANK, TIPS = place.CAGE, place.BANK, place.TIPS  # Places that a table knows, too.
OF_A_LINK = METER, RESERVE, JACKPOT, OVERFLOW = place.OF_A_METER

_HOLDERS_ALONE = frozenset({PATRON, PLAY, PLAY_TIPS})


class Account(NamedTuple):
    """A place where money is; one string in the books: ``meter:big``, ``table:3:stack:ann``."""

    kind: str
    name: str = ""  # The name of a patron, dealer, link or table; never contains a colon.
    place: str = ""  # At a table.
    holder: str = ""  # Of a stack.

    @classmethod
    def parse(cls, text: str) -> Self:
        return cls(*text.split(":", 3 if text.startswith(f"{TABLE}:") else 1))

    def __str__(self) -> str:
        return ":".join(filter(None, self))


def may_go_below_zero(account: str) -> bool:
    """Whether the account may be negative: the house's may, those that hold chips may not."""
    of = Account.parse(account)
    kind = of.place if of.kind == TABLE else of.kind
    return kind not in _HOLDERS_ALONE and place.may_owe(kind)


def patron(name: str, *, play_money: bool = False) -> str:
    return str(Account(PLAY if play_money else PATRON, name))


def tips(dealer: str, *, play_money: bool = False) -> str:
    return str(Account(PLAY_TIPS if play_money else TIPS, dealer))


def stack(table: str, name: str) -> str:
    return str(Account(TABLE, table, place.STACK, name))


def _at_table(kind: str) -> Callable[[str], str]:
    return lambda table: str(Account(TABLE, table, kind))


tray = _at_table(place.TRAY)
drop = _at_table(place.DROP)
count_room = _at_table(place.COUNT_ROOM)  # Uncounted drop boxes, unresolved count differences.
contributions = _at_table(place.CONTRIBUTIONS)  # Owed to meters, or paid on their behalf.
fees = _at_table(place.FEES)
layout = _at_table(place.LAYOUT)  # All the spots of the layout together.
coupons = _at_table(place.COUPONS)  # The face value of coupons that the table has taken.
promotion = _at_table(place.PROMOTION)


def _of_link(kind: str) -> Callable[[str], str]:
    return lambda link: str(Account(kind, link))


meter = _of_link(METER)
reserve = _of_link(RESERVE)
jackpot = _of_link(JACKPOT)  # Locked but not yet paid.
overflow = _of_link(OVERFLOW)  # Contributions above the meter's limit.

_ALONE = {OUTSIDE: "cash outside", PLAY_MONEY: "source of play money", CAGE: "cage", BANK: "bank"}
_SOMEBODYS = {
    PATRON: "{}'s account",
    PLAY: "{}'s play money",
    TIPS: "tokes of {}",
    PLAY_TIPS: "tokes of {} in play money",
    METER: "meter of {}",
    RESERVE: "reserve of {}",
    JACKPOT: "locked jackpot of {}",
    OVERFLOW: "overflow of {}",
}


def in_words(account: str) -> str:
    """The account's name in words: ``tray of table 3``."""
    kind, name, at_table, holder = Account.parse(account)
    if kind == TABLE:
        named = plain_words(at_table)
        return f"{holder}'s stack at table {name}" if holder else f"{named} of table {name}"
    return _SOMEBODYS[kind].format(name) if name else _ALONE[account]
