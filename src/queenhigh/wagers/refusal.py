"""Why an opening bet is refused: a closed list of kinds."""

from collections.abc import Iterable
from enum import StrEnum

import msgspec

from ..house.citation import Cited
from ..house.model import House
from ..house.words import listed

_NUMBERS = "one two three four five six seven eight nine ten".split()


class RefusalCode(StrEnum):
    """The kinds of refusals. Those about certain wagers name them: wager/needs_ante."""

    LOCKED = "wager/locked"
    VERBAL = "wager/verbal"
    FOREIGN_MONEY = "wager/foreign_money"
    CASH = "wager/cash"
    NO_WAGER = "wager/none"
    NOT_OFFERED = "wager/not_offered"
    BELOW_MINIMUM = "wager/below_minimum"
    ABOVE_MAXIMUM = "wager/above_maximum"
    WRONG_STEP = "wager/wrong_step"
    NEEDS = "wager/needs"  # Followed by the wagers of which one is missing.
    BOTH_REQUIRED = "wager/both_required"
    MORE_THAN = "wager/more_than"  # Followed by the multiple.
    TOO_MANY_POSITIONS = "position/too_many"
    NOT_ADJACENT = "position/not_adjacent"
    TOKE_NOT_TAKEN = "toke/not_taken"
    TOKE_ON = "toke/on"  # Followed by the wager that takes none.
    TOKE_NEEDS_OWN_BET = "toke/needs_own_bet"
    TOKE_PLAY_NEEDS_ANTE = "toke/play_needs_ante"
    TOKE_PLAY_NOT_EQUAL = "toke/play_not_equal"
    TOKE_WRONG_STEP = "toke/wrong_step"
    TOKE_BELOW_MINIMUM = "toke/below_minimum"
    TOKE_ABOVE_MAXIMUM = "toke/above_maximum"
    COUPON_NOT_TAKEN = "coupon/not_taken"
    COUPON_WRONG_SPOT = "coupon/wrong_spot"
    COUPON_MORE_THAN_ONE = "coupon/more_than_one"
    COUPON_EXCEEDS_CHIPS = "coupon/exceeds_chips"

    @staticmethod
    def needs(wagers: Iterable[str]) -> str:
        return f"{RefusalCode.NEEDS.value}_{'_or_'.join(wagers)}"

    @staticmethod
    def below(low: str, high: str, times: int) -> str:
        """``wager/ante_below_half_pair_plus``: at two times, the one is below half the other."""
        if times > 2:
            words = _NUMBERS[times - 1] if times <= len(_NUMBERS) else str(times)
            return f"{RefusalCode.MORE_THAN.value}_{words}_times"
        return f"wager/{low}_below_{'half_' if times == 2 else ''}{high}"

    @staticmethod
    def toke_on(wager: str) -> str:
        return f"{RefusalCode.TOKE_ON.value}_{wager}"


class Refusal(msgspec.Struct, frozen=True):
    """One thing that is not allowed at a seat, with the clauses and rulings it rests on.

    Where it rests on a setting in which the house departs from its book, `departs_from` has the
    clauses that it departs from.
    """

    seat: int
    code: str
    message: str
    clauses: tuple[str, ...]
    departs_from: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    rulings: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    dealt_to: int | msgspec.UnsetType = msgspec.UNSET  # Of a toke: the part that may be a bet,
    direct_toke: int | msgspec.UnsetType = msgspec.UNSET  # and the part the dealer may keep.
    wager: str | msgspec.UnsetType = msgspec.UNSET  # The toke that cannot stay as it is.


def refusal(
    seat: int, code: str, message: str, cited: Cited, rulings: tuple[str, ...] = (), wager: str = ""
) -> Refusal:
    text = code.value if isinstance(code, RefusalCode) else code
    departs = cited.departs_from or msgspec.UNSET
    found = Refusal(seat, text, message, cited.clauses, departs, rulings or msgspec.UNSET)
    return msgspec.structs.replace(found, wager=wager) if wager else found


def any_of(house: House, names: Iterable[str]) -> str:
    """``an ante``, ``an ante or a pair plus``, with articles."""
    return listed((_with_article(house.title(name).lower()) for name in names), "or")


def _with_article(noun: str) -> str:
    return f"an {noun}" if noun[:1] in "aeiou" else f"a {noun}"
