"""Events: facts in the past tense. They are for ever: one is never edited, only upcast."""

from datetime import UTC, datetime
from typing import Any, Literal, get_args

import msgspec
from msgspec import UNSET, UnsetType

from ..wagers.settle import SeatSettled, Settled
from .denominations import Stacks

CardTexts = tuple[str, ...]
NEVER = datetime(1, 1, 1, tzinfo=UTC)
Kind = Literal["digital", "physical", "training"]
Remedy = Literal["continue", "discard", "next_card", "complete", "void", "remove_deck", "halt"]


class Step(msgspec.Struct, frozen=True):
    """One step of the procedure that is due: which, and on what."""

    name: str
    deck: int | None = None
    seat: int | None = None  # 0 is the dealer.
    move: int | None = None  # The place in the dealer's moves of settlement.


class Event(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"
):
    by: str = ""  # Who and when is stamped on it as it happens.
    at: datetime = NEVER
    clauses: tuple[str, ...] = ()
    departs_from: tuple[str, ...] | UnsetType = UNSET  # Clauses that the house does not keep.


class MeterOpened(msgspec.Struct, frozen=True):
    """One of several meters: its seed, or what it stands at where other tables share it."""

    cents: int
    reserve: int = 0
    linked: bool = False


class TableOpened(Event, frozen=True, tag="table_opened"):
    table: str
    house: str
    dealer: str
    tray: int
    meter: int  # The seed that was put up; at a linked table what the link's meter stands at.
    automation: tuple[str, ...]
    todo: tuple[Step, ...]
    reserve: int = 0  # At a linked table: what the link's reserve stands at.
    linked: bool = False
    meters: dict[str, "MeterOpened"] | UnsetType = UNSET  # Where the house has several.
    guarded: bool | UnsetType = UNSET  # What moves money takes several people.
    kind: Kind | UnsetType = UNSET  # Not in older logs, nor where nobody said.
    chips: Stacks | UnsetType = UNSET  # The tray by value, where the tray is the chips.


class TableClosed(Event, frozen=True, tag="table_closed"):
    tray: int


class TrayFilled(Event, frozen=True, tag="tray_filled"):
    cents: int
    # Not in older logs, nor where one person fills a tray: the slip, with all who signed it.
    slip: int | UnsetType = UNSET
    chips: Stacks | UnsetType = UNSET
    runner: str | UnsetType = UNSET
    signed: tuple[str, ...] | UnsetType = UNSET


class TrayCredited(Event, frozen=True, tag="tray_credited"):
    cents: int
    slip: int | UnsetType = UNSET
    chips: Stacks | UnsetType = UNSET
    runner: str | UnsetType = UNSET
    signed: tuple[str, ...] | UnsetType = UNSET


class TrayCounted(Event, frozen=True, tag="tray_counted"):
    """Nothing moves by it: a difference is looked into, not booked away."""

    expected: int
    counted: int
    variance: int  # Above zero: more chips than there should be.
    witness: str
    chips: Stacks | UnsetType = UNSET
    inventory: Literal["opening", "shift", "closing"] | UnsetType = UNSET


class DropBoxTaken(Event, frozen=True, tag="drop_box_taken"):
    """To the count room, with what was sold for notes since the last one."""

    slip: int  # The box's number.
    cents: int
    signed: tuple[str, ...] = ()


class DropCounted(Event, frozen=True, tag="drop_counted"):
    """What was found goes to the cage; a difference stays open until it is explained."""

    box: int
    expected: int
    counted: int
    variance: int  # Above zero: more than was sold for.
    notes: Stacks
    witness: str = ""


class StepDone(Event, frozen=True, tag="step_done"):
    step: Step


class DeckPutInUse(Event, frozen=True, tag="deck_put_in_use"):
    deck: int
    back: str


class DeckFlawed(Event, frozen=True, tag="deck_flawed"):
    deck: int
    flaws: str
    told: tuple[str, ...]


class DeckRemoved(Event, frozen=True, tag="deck_removed"):
    deck: int
    reason: str
    todo: tuple[Step, ...]


class DeckChangeDue(Event, frozen=True, tag="deck_change_due"):
    deck: int
    hours: int


class DeckShuffled(Event, frozen=True, tag="deck_shuffled"):
    deck: int
    commitment: str = ""  # Published at once; order and nonce are opened when the round is over.
    order: CardTexts = ()
    nonce: str = ""
    sealed: str | UnsetType = UNSET  # Order and nonce under a key, where the log has them so.


class ShuffleOpened(Event, frozen=True, tag="shuffle_opened"):
    deck: int
    commitment: str
    order: CardTexts
    nonce: str


class EntropyCommitted(Event, frozen=True, tag="entropy_committed"):
    seat: int
    commitment: str  # To what the seat's player adds to the shuffle of the round.


class EntropyRevealed(Event, frozen=True, tag="entropy_revealed"):
    seat: int
    entropy: str


class ShuffleMixed(Event, frozen=True, tag="shuffle_mixed"):
    """The order that was committed to is permuted by what the players have revealed."""

    deck: int
    entropy: dict[int, str]  # By seat.
    withheld: tuple[int, ...] = ()  # Seats that had committed and did not reveal in time.


class DeckCut(Event, frozen=True, tag="deck_cut"):
    deck: int
    count: int


class RecutOrdered(Event, frozen=True, tag="recut_ordered"):
    deck: int
    reason: str
    todo: tuple[Step, ...]


class SeatTaken(Event, frozen=True, tag="seat_taken"):
    seat: int
    player: str


class SeatLeft(Event, frozen=True, tag="seat_left"):
    seat: int
    player: str
    with_cents: int


class ChipsBought(Event, frozen=True, tag="chips_bought"):
    seat: int
    player: str
    cents: int


class ChipsColoured(Event, frozen=True, tag="chips_coloured"):
    seat: int | None
    cents: int
    supervisor: str


class WagerPlaced(Event, frozen=True, tag="wager_placed"):
    seat: int
    wager: str
    amount: int
    before: int


class WagerWithdrawn(Event, frozen=True, tag="wager_withdrawn"):
    seat: int
    wager: str
    amount: int
    because: str = ""  # The refusal for which it was handed back, where it was.


class TokePlaced(Event, frozen=True, tag="toke_placed"):
    seat: int
    wager: str
    amount: int
    before: int


class TokeWithdrawn(Event, frozen=True, tag="toke_withdrawn"):
    seat: int
    wager: str
    amount: int
    because: str = ""


class TokeGiven(Event, frozen=True, tag="toke_given"):
    seat: int
    amount: int
    dealer: str
    above_cap_on: str | UnsetType = UNSET  # The spot whose toke it was too much of.


class CouponPlaced(Event, frozen=True, tag="coupon_placed"):
    seat: int
    on: str
    face: int


class CouponWithdrawn(Event, frozen=True, tag="coupon_withdrawn"):
    seat: int
    on: str
    because: str


class RoundBegan(Event, frozen=True, tag="round_began"):
    number: int
    deck: int
    todo: tuple[Step, ...]


class Announced(Event, frozen=True, tag="announced"):
    text: str


class FirstCardAwaited(Event, frozen=True, tag="first_card_awaited"):
    """No more bets is announced, and the house locks them only when the first card is out."""

    todo: tuple[Step, ...]


class BetsLocked(Event, frozen=True, tag="bets_locked"):
    positions: tuple[int, ...]
    todo: tuple[Step, ...]


class FeeCollected(Event, frozen=True, tag="fee_collected"):
    seat: int
    player: str
    cents: int


class OfMeter(Event, frozen=True, kw_only=True):
    """What happens to a meter."""

    of: str | UnsetType = UNSET  # Which one, where the house has several.


class MeterFed(OfMeter, frozen=True, tag="meter_fed"):
    meter: int
    reserve: int
    overflow: int = 0  # What the meter's limit kept out of it.


class MeterRead(OfMeter, frozen=True, tag="meter_read"):
    """What the meter that several tables share stands at, and what is kept beside it."""

    meter: int
    reserve: int
    overflow: int | None = None  # Not read by the first tables that shared one.


class JackpotLocked(OfMeter, frozen=True, tag="jackpot_locked"):
    """The winner's from now on, whoever hits the meter next."""

    seat: int
    cents: int
    wager: str | UnsetType = UNSET  # Which of the seat's, where several could hit a meter.
    carried: int | UnsetType = UNSET  # What no chip pays stays on the meter, above its next seed.


class JackpotShared(OfMeter, frozen=True, tag="jackpot_shared"):
    """Another table hit the meter before this jackpot was paid: what this seat gets of both."""

    seat: int
    cents: int
    before: int
    wager: str | UnsetType = UNSET


class MeterReset(OfMeter, frozen=True, tag="meter_reset"):
    seed: int
    from_reserve: int
    from_overflow: int = 0


class LateLimitNoticed(Event, frozen=True, tag="late_limit_noticed"):
    seat: int
    wager: str
    placed: int
    actual: int  # What counts from now on.
    noticed: int | UnsetType = UNSET  # What lay there, where some of it went back.
    play_before: int | UnsetType = UNSET  # Where the play that backs it was placed already,
    play: int | UnsetType = UNSET  # and what it is now.


class CardsDealt(Event, frozen=True, tag="cards_dealt"):
    seat: int
    cards: CardTexts  # None where real cards are dealt face down:
    count: int | UnsetType = UNSET  # then how many.


class CardsRead(Event, frozen=True, tag="cards_read"):
    """By a device, at a place; nobody sees them before the hand is turned up."""

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
    multiple: int | UnsetType = UNSET  # Of the ante, where the house has several.


class Folded(Event, frozen=True, tag="folded"):
    seat: int
    because: Literal["decision", "time_out"]
    tucked_under: str = ""  # The bet that keeps the cards on the table, where one does.
    todo: tuple[Step, ...] | UnsetType = UNSET  # Where each fold is collected as it is made.


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
    hand: str | UnsetType = UNSET  # Its name, to those who watch; the log can do without.
    read: CardTexts | UnsetType = UNSET  # What a device had read, where it was something else.


class CallsAwaited(Event, frozen=True, tag="calls_awaited"):
    """These seats are asked which of their bets win: what is not called is not paid."""

    seats: tuple[int, ...]
    todo: tuple[Step, ...]


class AwardsCalled(Event, frozen=True, tag="awards_called"):
    seat: int
    wagers: tuple[str, ...]


class SettlementBegan(Event, frozen=True, tag="settlement_began"):
    settled: Settled
    todo: tuple[Step, ...]


class HandsAwaited(Event, frozen=True, tag="hands_awaited"):
    """The dealer's hand is known, and these are turned up next: settled by what they show."""

    seats: tuple[int, ...]  # In the order of showing.
    meters: dict[str, int]  # What they stand at: what is won of them is reckoned from this.
    todo: tuple[Step, ...]


class HandRevealed(Event, frozen=True, tag="hand_revealed"):
    seat: int
    cards: CardTexts
    category: str
    hand: str | UnsetType = UNSET  # As above.
    read: CardTexts | UnsetType = UNSET


class HandSettled(Event, frozen=True, tag="hand_settled"):
    """What a hand that was turned up comes to, while others are still closed."""

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
    """Cards go to the discard rack hand by hand, so that every hand can be rebuilt from it."""

    seat: int  # -1 is the stub.
    cards: CardTexts
    count: int | UnsetType = UNSET  # Of cards that nobody has seen.


class RoundEnded(Event, frozen=True, tag="round_ended"):
    number: int


class IrregularityReported(Event, frozen=True, tag="irregularity_reported"):
    kind: str
    remedy: Remedy
    detail: str = ""
    rulings: tuple[str, ...] = ()


class CardsDiscarded(Event, frozen=True, tag="cards_discarded"):
    cards: CardTexts
    count: int | UnsetType = UNSET  # Of cards that nobody has seen.


class ThirdCardMissing(Event, frozen=True, tag="third_card_missing"):
    """The dealer's hand has two cards, the last one that was written down is still in the deck."""

    todo: tuple[Step, ...]


class CardsExposed(Event, frozen=True, tag="cards_exposed"):
    seat: int
    cards: CardTexts


class BetReopened(Event, frozen=True, tag="bet_reopened"):
    """A bet that was settled by a mistake lies again where it lay; it is settled anew."""

    seat: int
    wager: str  # Or ante_bonus, match_play, envy; of a jackpot that was locked: jackpot.
    toke: bool = False
    on: str = ""  # Of a coupon: where it lay; of envy: for which hand; of a jackpot: the wager.


class CardCorrected(Event, frozen=True, tag="card_corrected"):
    seat: int
    entered: str
    actual: str
    reason: str
    cards: CardTexts  # The hand as it is.
    category: str
    qualifies: bool | UnsetType = UNSET  # Of the dealer's.


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


class PayoutCorrected(Event, frozen=True, tag="payout_corrected"):
    """What was entered; what was really paid follows as it was settled."""

    seat: int
    wager: str
    toke: bool
    entered_paid: int
    entered_returned: int
    paid: int
    returned: int
    reason: str


class SettlementCorrected(Event, frozen=True, tag="settlement_corrected"):
    """What the round comes to after a correction, and what is still to be done."""

    settled: Settled
    todo: tuple[Step, ...]


class CorrectionMade(Event, frozen=True, tag="correction_made"):
    """What it came to: to each player, what is paid more, below zero what is taken back."""

    differences: dict[str, int]


class RoundVoided(Event, frozen=True, tag="round_voided"):
    number: int
    reason: str


class SettledRoundVoided(Event, frozen=True, tag="settled_round_voided"):
    """A round that was settled and over is void for what came out later: all of it goes back."""

    number: int
    reason: str


class TableHalted(Event, frozen=True, tag="table_halted"):
    kind: str
    proposal: Literal["void", "continue"]
    waits_for: str


class RulingMade(Event, frozen=True, tag="ruling_made"):
    ruling: Literal["void", "continue"]
    reason: str


class DealerRelieved(Event, frozen=True, tag="dealer_relieved"):
    outgoing: str
    incoming: str
    todo: tuple[Step, ...]


class LimitsChanged(Event, frozen=True, tag="limits_changed"):
    wager: str
    minimum: int
    maximum: int


class TableIdled(Event, frozen=True, tag="table_idled"):
    face: Literal["up", "down"]
    todo: tuple[Step, ...]


class ShufflerFailed(Event, frozen=True, tag="shuffler_failed"):
    pass


class ShufflerReplaced(Event, frozen=True, tag="shuffler_replaced"):
    source: str


class ShuffledByHandInstead(Event, frozen=True, tag="shuffled_by_hand_instead"):
    todo: tuple[Step, ...]


class Signature(msgspec.Struct, frozen=True):
    """Whose signature something takes: a role or somebody above it, or one person by name."""

    role: str
    name: str = ""
    instead: str = ""  # A role that may sign for that person, as may those above it.


class ApprovalRequested(Event, frozen=True, tag="approval_requested"):
    """A command that takes several people; nothing is done yet."""

    request: int
    command: dict[str, Any]  # As it was given: who asked, for what.
    signatures: tuple[Signature, ...]  # Those that are missing.
    slip: int | UnsetType = UNSET  # The number of the slip that it is, where it is one.


class RequestSigned(Event, frozen=True, tag="request_signed"):
    """What was asked for follows when no signature is missing any more."""

    request: int
    missing: tuple[Signature, ...] = ()


class RequestDeclined(Event, frozen=True, tag="request_declined"):
    request: int
    reason: str = ""
    slip: int | UnsetType = UNSET  # Of a slip that is void by it: its number,
    command: dict[str, Any] | UnsetType = UNSET  # and what was on it.


AnyEvent = (
    TableOpened | TableClosed | TrayFilled | TrayCredited | TrayCounted | DropBoxTaken | DropCounted
    | StepDone | DeckPutInUse
    | DeckFlawed | DeckRemoved | DeckChangeDue | DeckShuffled | ShuffleOpened | DeckCut
    | EntropyCommitted | EntropyRevealed | ShuffleMixed
    | RecutOrdered | SeatTaken | SeatLeft | ChipsBought | ChipsColoured | WagerPlaced
    | WagerWithdrawn | TokePlaced | TokeWithdrawn | TokeGiven | CouponPlaced | CouponWithdrawn
    | RoundBegan | Announced | FirstCardAwaited | BetsLocked | FeeCollected | MeterFed | MeterRead
    | JackpotLocked | JackpotShared | MeterReset | LateLimitNoticed | CardsDealt | CardsRead
    | StubCounted
    | CardsReleased | PlayPlaced | Folded | HandThrownIn | DecisionsBegan | DecisionsDone
    | DealerRevealed | CallsAwaited | AwardsCalled | HandsAwaited | SettlementBegan
    | HandRevealed | HandSettled | WagerTaken
    | WagerPushed | WagerPaid
    | CouponSettled | EnvyCollected | PayoutVerified | NoticeGiven | HandRacked | RoundEnded
    | IrregularityReported | CardsDiscarded | ThirdCardMissing | CardsExposed | RoundVoided
    | BetReopened | CardCorrected | DecisionCorrected | WagerCorrected | PayoutCorrected
    | SettlementCorrected | CorrectionMade | SettledRoundVoided
    | TableHalted | RulingMade | DealerRelieved | LimitsChanged | TableIdled
    | ShufflerFailed | ShufflerReplaced | ShuffledByHandInstead | ApprovalRequested | RequestSigned
    | RequestDeclined
)  # fmt: skip
EVENTS: tuple[type[Event], ...] = get_args(AnyEvent)
