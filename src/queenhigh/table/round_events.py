"""A round from first step to last: the deal, the decisions, the reveal, the settlement."""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from ..wagers.round_settlement import SeatSettled, Settled
from .event import CardTexts, Event, Step


class StepDone(Event, frozen=True, tag="step_done"):
    step: Step


class RoundBegan(Event, frozen=True, tag="round_began"):
    number: int
    deck: int
    todo: tuple[Step, ...]


class Announced(Event, frozen=True, tag="announced"):
    text: str


class CardsDealt(Event, frozen=True, tag="cards_dealt"):
    seat: int
    cards: CardTexts  # None where real cards are dealt face down, or the log has them sealed:
    count: int | UnsetType = UNSET  # then how many.
    sealed: str | UnsetType = UNSET  # The cards, encrypted, if the log seals them.


class CardsRead(Event, frozen=True, tag="cards_read"):
    """A device has read cards at a place; nobody sees them before the hand is turned up."""

    place: int
    cards: CardTexts


class StubCounted(Event, frozen=True, tag="stub_counted"):
    count: int
    total: int


class CardsReleased(Event, frozen=True, tag="cards_released"):
    seats: tuple[int, ...]


class PlayPlaced(Event, frozen=True, tag="play_placed"):
    seat: int
    amount: int
    tucked_under: str = ""  # The bet under which the cards go, where the house tucks them.
    multiple: int | UnsetType = UNSET  # A multiple of the ante, where the house has several.


class Folded(Event, frozen=True, tag="folded"):
    seat: int
    because: Literal["decision", "time_out"]
    tucked_under: str = ""  # The bet that keeps the cards on the table, if any.
    todo: tuple[Step, ...] | UnsetType = UNSET  # If each fold is collected as it is made.


class HandThrownIn(Event, frozen=True, tag="hand_thrown_in"):
    seat: int


class DecisionsBegan(Event, frozen=True, tag="decisions_began"):
    pass


class DecisionsDone(Event, frozen=True, tag="decisions_done"):
    todo: tuple[Step, ...]


class DealerRevealed(Event, frozen=True, tag="dealer_revealed"):
    cards: CardTexts
    category: str
    qualifies: bool
    hand: str | UnsetType = UNSET  # The hand's name, for viewers; not in the log.
    read: CardTexts | UnsetType = UNSET  # What a device had read, if that differs.


class CallsAwaited(Event, frozen=True, tag="calls_awaited"):
    """These seats are asked which of their bets win: a bet that is not called is not paid."""

    seats: tuple[int, ...]
    todo: tuple[Step, ...]


class AwardsCalled(Event, frozen=True, tag="awards_called"):
    seat: int
    wagers: tuple[str, ...]


class SettlementBegan(Event, frozen=True, tag="settlement_began"):
    settled: Settled
    todo: tuple[Step, ...]


class HandsAwaited(Event, frozen=True, tag="hands_awaited"):
    """The dealer's hand is known; these hands are turned up next and settled by what they show."""

    seats: tuple[int, ...]  # In the order in which they are shown.
    meters: dict[str, int]  # The meters' amounts, by which these hands are paid.
    todo: tuple[Step, ...]


class HandRevealed(Event, frozen=True, tag="hand_revealed"):
    seat: int
    cards: CardTexts
    category: str
    hand: str | UnsetType = UNSET  # As above.
    read: CardTexts | UnsetType = UNSET
    signed: tuple[str, ...] | UnsetType = UNSET  # Who verified it, if several people had to.


class HandSettled(Event, frozen=True, tag="hand_settled"):
    """The result of a hand that is turned up while others are still face down."""

    settled: SeatSettled
    todo: tuple[Step, ...]


class WagerTaken(Event, frozen=True, tag="wager_taken"):
    seat: int
    wager: str
    stake: int
    toke: bool = False
    result: Literal["lose", "forfeit"] = "lose"
    why: str | UnsetType = UNSET


class WagerPushed(Event, frozen=True, tag="wager_pushed"):
    seat: int
    wager: str
    stake: int
    toke: bool = False
    why: str | UnsetType = UNSET


class WagerPaid(Event, frozen=True, tag="wager_paid"):
    seat: int
    wager: str
    stake: int
    paid: int
    returned: int
    toke: bool = False
    of_meter: bool = False  # Paid out of the jackpot that was locked.
    odds: str = ""
    why: str | UnsetType = UNSET


class CouponSettled(Event, frozen=True, tag="coupon_settled"):
    seat: int
    on: str
    face: int
    paid: int
    result: str
    why: str | UnsetType = UNSET


class EnvyCollected(Event, frozen=True, tag="envy_collected"):
    seat: int
    for_seat: int | Literal["dealer"]
    paid: int
    wager: str | UnsetType = UNSET  # Where several have envy.


class PayoutVerified(Event, frozen=True, tag="payout_verified"):
    seat: int


class NoticeGiven(Event, frozen=True, tag="notice_given"):
    about: str
    seat: int | None
    told: tuple[str, ...]


class HandRacked(Event, frozen=True, tag="hand_racked"):
    """A hand goes to the discard rack; racked one by one, hands can be rebuilt from there."""

    seat: int  # -1 is the stub.
    cards: CardTexts
    count: int | UnsetType = UNSET  # How many, of cards nobody has seen or the log has sealed.
    sealed: str | UnsetType = UNSET


class CountedCards(msgspec.Struct, frozen=True, gc=False):
    """Of a hand and the dealer's: the cards that decide, and the five of six that won a bet."""

    cards: CardTexts  # None of a folded hand.
    dealers: CardTexts
    five: CardTexts = ()


class RoundEnded(Event, frozen=True, tag="round_ended"):
    number: int
    counted: dict[int, CountedCards] | UnsetType = UNSET  # By seat, for viewers; not in the log.
    hands: dict[int, CardTexts] | UnsetType = UNSET  # As dealt, if the log had them sealed.
