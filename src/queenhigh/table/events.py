"""All events of a table, by the names that logs, views and clients use."""

from .betting_events import (
    BetsLocked,
    ChipsBought,
    ChipsColoured,
    CouponPlaced,
    CouponWithdrawn,
    FeeCollected,
    FirstCardAwaited,
    JackpotLocked,
    JackpotShared,
    LateLimitNoticed,
    MeterFed,
    MeterRead,
    MeterReset,
    OfMeter,
    SeatLeft,
    SeatTaken,
    TokeGiven,
    TokePlaced,
    TokeWithdrawn,
    WagerPlaced,
    WagerWithdrawn,
)
from .event import NEVER, CardTexts, Event, Kind, Remedy, Step
from .irregularity_events import (
    BetReopened,
    CardCorrected,
    CardsDiscarded,
    CardsExposed,
    CorrectionMade,
    CouponCorrected,
    DecisionCorrected,
    IrregularityReported,
    PayoutCorrected,
    RoundVoided,
    RulingMade,
    SettledRoundVoided,
    SettlementCorrected,
    TableHalted,
    ThirdCardMissing,
    WagerCorrected,
)
from .round_events import (
    Announced,
    AwardsCalled,
    CallsAwaited,
    CardsDealt,
    CardsRead,
    CardsReleased,
    CountedCards,
    CouponSettled,
    DealerRevealed,
    DecisionsBegan,
    DecisionsDone,
    EnvyCollected,
    Folded,
    HandRacked,
    HandRevealed,
    HandsAwaited,
    HandSettled,
    HandThrownIn,
    NoticeGiven,
    PayoutVerified,
    PlayPlaced,
    RoundBegan,
    RoundEnded,
    SettlementBegan,
    StepDone,
    StubCounted,
    WagerPaid,
    WagerPushed,
    WagerTaken,
)
from .upkeep_events import (
    ApprovalRequested,
    DealerRelieved,
    DeckChangeDue,
    DeckCut,
    DeckFlawed,
    DeckPutInUse,
    DeckRemoved,
    DeckShuffled,
    DropBoxTaken,
    DropCounted,
    EntropyCommitted,
    EntropyRevealed,
    LimitsChanged,
    MeterOpened,
    RecutOrdered,
    RequestDeclined,
    RequestSigned,
    ShuffledByHandInstead,
    ShuffleMixed,
    ShuffleOpened,
    ShufflerFailed,
    ShufflerReplaced,
    Signature,
    TableClosed,
    TableIdled,
    TableOpened,
    TrayCounted,
    TrayCredited,
    TrayFilled,
)

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
    | BetReopened | CardCorrected | DecisionCorrected | WagerCorrected | CouponCorrected
    | PayoutCorrected
    | SettlementCorrected | CorrectionMade | SettledRoundVoided
    | TableHalted | RulingMade | DealerRelieved | LimitsChanged | TableIdled
    | ShufflerFailed | ShufflerReplaced | ShuffledByHandInstead | ApprovalRequested | RequestSigned
    | RequestDeclined
)  # fmt: skip
