"""Why a bet is handed back before the cards are dealt, in a few words.

The log keeps the refusal code; people at the table read this.
"""

from typing import Final

from ..wagers.refusal import RefusalCode

_IN_WORDS: Final = {
    RefusalCode.NOT_OFFERED: "not offered here",
    RefusalCode.BELOW_MINIMUM: "below the minimum",
    RefusalCode.ABOVE_MAXIMUM: "above the maximum",
    RefusalCode.WRONG_STEP: "not in whole steps",
    RefusalCode.TOO_MANY_POSITIONS: "too many places",
    RefusalCode.NOT_ADJACENT: "places not adjacent",
    "fee/not_enough_chips": "too few chips for the fee",
    "early_look": "the cards were looked at early",
}
_BY_FAMILY: Final = {"toke": "no such bet for the dealer", "coupon": "no such coupon"}
_OTHERWISE: Final = "the bets do not go together"


def return_reason(because: str) -> str:
    """A refusal code, or a kind of irregularity, in words."""
    family = because.partition("/")[0]
    return _IN_WORDS.get(because) or _BY_FAMILY.get(family, _OTHERWISE)
