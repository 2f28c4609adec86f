"""Why an opening bet is refused: a closed list."""

from enum import StrEnum

import msgspec


class RefusalCode(StrEnum):
    LOCKED = "wager/locked"
    VERBAL = "wager/verbal"
    FOREIGN_MONEY = "wager/foreign_money"
    CASH = "wager/cash"
    NO_WAGER = "wager/none"
    NOT_OFFERED = "wager/not_offered"
    BELOW_MINIMUM = "wager/below_minimum"
    ABOVE_MAXIMUM = "wager/above_maximum"
    WRONG_STEP = "wager/wrong_step"
    NEEDS_ANTE_OR_PAIR_PLUS = "wager/needs_ante_or_pair_plus"
    NEEDS_ANTE = "wager/needs_ante"
    NEEDS_SIX_CARD_BONUS = "wager/needs_six_card_bonus"
    ANTE_BELOW_PAIR_PLUS = "wager/ante_below_pair_plus"
    ANTE_BELOW_HALF_PAIR_PLUS = "wager/ante_below_half_pair_plus"
    BOTH_REQUIRED = "wager/both_required"
    MORE_THAN_FIVE_TIMES = "wager/more_than_five_times"
    TOO_MANY_POSITIONS = "position/too_many"
    NOT_ADJACENT = "position/not_adjacent"
    TOKE_NOT_TAKEN = "toke/not_taken"
    TOKE_ON_PROGRESSIVE = "toke/on_progressive"
    TOKE_NEEDS_OWN_BET = "toke/needs_own_bet"
    TOKE_PLAY_NEEDS_ANTE = "toke/play_needs_ante"
    TOKE_WRONG_STEP = "toke/wrong_step"
    TOKE_ABOVE_MAXIMUM = "toke/above_maximum"
    COUPON_NOT_TAKEN = "coupon/not_taken"
    COUPON_WRONG_SPOT = "coupon/wrong_spot"
    COUPON_MORE_THAN_ONE = "coupon/more_than_one"
    COUPON_EXCEEDS_CHIPS = "coupon/exceeds_chips"


class Refusal(msgspec.Struct, frozen=True):
    """One thing that is not allowed at a seat, with the clauses and rulings it rests on."""

    seat: int
    code: RefusalCode
    message: str
    clauses: tuple[str, ...]
    rulings: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    dealt_to: int | msgspec.UnsetType = msgspec.UNSET  # Of a toke: the part that may be a bet,
    direct_toke: int | msgspec.UnsetType = msgspec.UNSET  # and the part the dealer may keep.


def refusal(
    seat: int,
    code: RefusalCode,
    message: str,
    clauses: tuple[str, ...],
    rulings: tuple[str, ...] = (),
) -> Refusal:
    return Refusal(seat, code, message, clauses, rulings or msgspec.UNSET)
