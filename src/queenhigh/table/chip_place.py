"""Places where a table's chips can be, and which of them never owe."""

from functools import lru_cache
from typing import NamedTuple

# Outside the table: the cage fills the tray, players bring cash and carry chips away, the bank
# behind the progressive puts up its first seed, and other tables feed and win a shared meter.
CAGE, CASH, AWAY, BANK, ELSEWHERE = "cage", "cash", "away", "bank", "elsewhere"
TRAY, DROP, FEES = "tray", "drop", "fees"
# A player's chips, a dealer's tokes, the spots of the seats.
STACK, TIPS, LAYOUT = "stack", "tips", "layout"
# Where drop boxes wait to be counted; count differences stay there.
COUNT_ROOM = "count_room"
# If the tray holds only chips: what the table owes its meters, or has paid on their behalf. It is
# settled with the cage when the tray goes there.
CONTRIBUTIONS = "contributions"
# Of each meter: its amount, what is kept for its next seed, what was won but not yet paid, and what
# came in above its limit.
METER, RESERVE, JACKPOT, OVERFLOW = "meter", "reserve", "jackpot", "overflow"
OF_A_METER = (METER, RESERVE, JACKPOT, OVERFLOW)
# Coupons are not money: their face values are counted as they are taken.
PROMOTION, COUPONS = "promotion", "coupons"

_NEVER_OWING = frozenset({STACK, TIPS, LAYOUT, *OF_A_METER})
_TOKE = "toke:"


class Place(NamedTuple):
    """A place of chips, one string in a table's accounts: ``tray``, ``layout:3:toke:ante``."""

    kind: str
    name: str = ""  # Of the player, the dealer or the meter; on the layout, of the wager.
    seat: int = 0  # On the layout.
    toke: bool = False

    @staticmethod
    @lru_cache(maxsize=65_536)
    def parse(text: str) -> "Place":
        kind, _, name = text.partition(":")
        if kind != LAYOUT:
            return Place(kind, name)
        seat, _, wager = name.partition(":")
        return Place(kind, wager.removeprefix(_TOKE), int(seat), wager.startswith(_TOKE))

    def __str__(self) -> str:
        if self.kind == LAYOUT:
            return f"{LAYOUT}:{self.seat}:{_TOKE if self.toke else ''}{self.name}"
        return f"{self.kind}:{self.name}" if self.name else self.kind


def may_owe(kind: str) -> bool:
    """Whether places of this kind may be below zero: the house's may, chip holders' may not."""
    return kind not in _NEVER_OWING


@lru_cache(maxsize=65_536)
def stack_of(player: str) -> str:
    return str(Place(STACK, player))


@lru_cache(maxsize=65_536)
def tips_of(dealer: str) -> str:
    return str(Place(TIPS, dealer))


@lru_cache(maxsize=65_536)
def spot(seat: int, wager: str, *, toke: bool = False) -> str:
    return str(Place(LAYOUT, wager, seat, toke))


@lru_cache(maxsize=4096)
def of_meter(kind: str, key: str) -> str:
    """Where this meter's money of that kind is: ``meter:main``."""
    return str(Place(kind, key))
