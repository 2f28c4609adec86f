"""Account names: every place where money can be, and what people call it."""

from collections.abc import Callable
from typing import NamedTuple, Self

OUTSIDE = "outside"  # Cash that patrons bring in and take away.
PLAY_MONEY = "play_money"  # Where play money comes from and goes back to.
CAGE = "cage"
BANK = "bank"  # The house's money behind its progressives.

PATRON, PLAY, TABLE = "patron", "play", "table"
TIPS, PLAY_TIPS = "tips", "play_tips"
METER, RESERVE, JACKPOT, OVERFLOW = "meter", "reserve", "jackpot", "overflow"
OF_A_LINK = (METER, RESERVE, JACKPOT, OVERFLOW)

_NEVER_OWING = {PATRON, PLAY, TIPS, PLAY_TIPS, *OF_A_LINK}
_NEVER_OWING_AT_A_TABLE = {"stack", "layout"}


class Account(NamedTuple):
    """A place where money is; one string in the books: ``meter:big``, ``table:3:stack:ann``."""

    kind: str
    name: str = ""  # Of a patron, a dealer, a link or a table; never contains a colon.
    place: str = ""  # At a table.
    holder: str = ""  # Of a stack.

    @classmethod
    def parse(cls, text: str) -> Self:
        return cls(*text.split(":", 3 if text.startswith(f"{TABLE}:") else 1))


def may_go_below_zero(account: str) -> bool:
    """Whether the account may be negative: the house's may, chip holders' may not."""
    of = Account.parse(account)
    if of.kind == TABLE:
        return of.place not in _NEVER_OWING_AT_A_TABLE
    return of.kind not in _NEVER_OWING


def patron(name: str, *, play_money: bool = False) -> str:
    return f"{PLAY if play_money else PATRON}:{name}"


def tips(dealer: str, *, play_money: bool = False) -> str:
    return f"{PLAY_TIPS if play_money else TIPS}:{dealer}"


def stack(table: str, name: str) -> str:
    return f"{TABLE}:{table}:stack:{name}"


def _at_table(place: str) -> Callable[[str], str]:
    return lambda table: f"{TABLE}:{table}:{place}"


tray = _at_table("tray")
drop = _at_table("drop")
count_room = _at_table("count_room")  # Uncounted drop boxes, and unresolved count differences.
contributions = _at_table("contributions")  # Owed to meters, or paid on their behalf.
fees = _at_table("fees")
layout = _at_table("layout")  # All the spots of the layout together.
coupons = _at_table("coupons")  # The face values of the coupons that the table has taken.
promotion = _at_table("promotion")


def _of_link(kind: str) -> Callable[[str], str]:
    return lambda link: f"{kind}:{link}"


meter = _of_link(METER)
reserve = _of_link(RESERVE)
jackpot = _of_link(JACKPOT)  # Locked but not yet paid.
overflow = _of_link(OVERFLOW)  # Contributions above the meter's limit.

_ALONE = {
    OUTSIDE: "cash outside",
    PLAY_MONEY: "source of play money",
    CAGE: "cage",
    BANK: "bank",
}
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
    kind, name, place, holder = Account.parse(account)
    if kind == TABLE:
        place = place.replace("_", " ")
        return f"{holder}'s stack at table {name}" if holder else f"{place} of table {name}"
    return _SOMEBODYS[kind].format(name) if name else _ALONE[account]
