"""Account names: every place where money can be, and what people call it."""

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


def tray(table: str) -> str:
    return f"{TABLE}:{table}:tray"


def drop(table: str) -> str:
    return f"{TABLE}:{table}:drop"


def count_room(table: str) -> str:
    """The table's uncounted drop boxes, and unresolved count differences."""
    return f"{TABLE}:{table}:count_room"


def contributions(table: str) -> str:
    """What the table owes its meters, or has paid on their behalf."""
    return f"{TABLE}:{table}:contributions"


def fees(table: str) -> str:
    return f"{TABLE}:{table}:fees"


def layout(table: str) -> str:
    """All the spots of the layout together."""
    return f"{TABLE}:{table}:layout"


def stack(table: str, name: str) -> str:
    return f"{TABLE}:{table}:stack:{name}"


def coupons(table: str) -> str:
    """The face values of the coupons that the table has taken."""
    return f"{TABLE}:{table}:coupons"


def promotion(table: str) -> str:
    return f"{TABLE}:{table}:promotion"


def meter(link: str) -> str:
    return f"{METER}:{link}"


def reserve(link: str) -> str:
    return f"{RESERVE}:{link}"


def jackpot(link: str) -> str:
    """Locked but not yet paid."""
    return f"{JACKPOT}:{link}"


def overflow(link: str) -> str:
    """Contributions above the meter's limit."""
    return f"{OVERFLOW}:{link}"


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
