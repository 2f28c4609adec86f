"""What went wrong, what was corrected, and what was ruled."""

from typing import Literal

from msgspec import UNSET, UnsetType

from ..wagers.round_settlement import Settled
from .event import CardTexts, Event, Remedy, Step


class IrregularityReported(Event, frozen=True, tag="irregularity_reported"):
    kind: str
    remedy: Remedy
    detail: str = ""
    rulings: tuple[str, ...] = ()


class CardsDiscarded(Event, frozen=True, tag="cards_discarded"):
    cards: CardTexts
    count: int | UnsetType = UNSET  # How many, of cards that nobody has seen.


class ThirdCardMissing(Event, frozen=True, tag="third_card_missing"):
    """The dealer's hand has two cards; the third one recorded is still in the deck."""

    todo: tuple[Step, ...]


class CardsExposed(Event, frozen=True, tag="cards_exposed"):
    seat: int
    cards: CardTexts


class BetReopened(Event, frozen=True, tag="bet_reopened"):
    """A bet that was settled by mistake lies where it lay before; it will be settled again."""

    seat: int
    wager: str  # Or ante_bonus, match_play, envy; for a locked jackpot: jackpot.
    toke: bool = False
    on: str = ""  # For a coupon: where it lay; for envy: for which hand; for a jackpot: the wager.


class CardCorrected(Event, frozen=True, tag="card_corrected"):
    seat: int
    entered: str
    actual: str
    reason: str
    cards: CardTexts  # The hand as corrected.
    category: str
    qualifies: bool | UnsetType = UNSET  # If it is the dealer's hand.


class DecisionCorrected(Event, frozen=True, tag="decision_corrected"):
    seat: int
    entered: str
    actual: str
    reason: str
    play_before: int
    play: int
    todo: tuple[Step, ...]
    multiple: int | UnsetType = UNSET


class WagerCorrected(Event, frozen=True, tag="wager_corrected"):
    seat: int
    wager: str
    entered: int
    actual: int
    reason: str
    play_before: int
    play: int


class CouponCorrected(Event, frozen=True, tag="coupon_corrected"):
    seat: int
    on: str
    entered: int
    actual: int
    reason: str


class PayoutCorrected(Event, frozen=True, tag="payout_corrected"):
    """The payout as entered; what was actually paid follows as a settlement."""

    seat: int
    wager: str
    toke: bool
    entered_paid: int
    entered_returned: int
    paid: int
    returned: int
    reason: str


class SettlementCorrected(Event, frozen=True, tag="settlement_corrected"):
    """The round's settlement after a correction, and the steps that are left."""

    settled: Settled
    todo: tuple[Step, ...]


class CorrectionMade(Event, frozen=True, tag="correction_made"):
    """The result: for each player what is paid in addition or, if negative, taken back."""

    differences: dict[str, int]


class RoundVoided(Event, frozen=True, tag="round_voided"):
    number: int
    reason: str
    hands: dict[int, CardTexts] | UnsetType = UNSET  # As dealt, if the log had them sealed.


class SettledRoundVoided(Event, frozen=True, tag="settled_round_voided"):
    """A settled round is void because of what was found later: everything goes back."""

    number: int
    reason: str


class TableHalted(Event, frozen=True, tag="table_halted"):
    kind: str
    proposal: Literal["void", "continue"]
    waits_for: str


class RulingMade(Event, frozen=True, tag="ruling_made"):
    ruling: Literal["void", "continue"]
    reason: str
