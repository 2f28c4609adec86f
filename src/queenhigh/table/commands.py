"""Commands are requests: by whom, and when. Time and chance enter only here."""

from datetime import datetime
from typing import Annotated, Literal, TypedDict, get_args

import msgspec

from ..house.wager import MOST_CENTS
from ..wagers import document
from ..wagers.document import Instrument
from .denominations import Stacks
from .event import Kind

# What a field holds, for `command_fields` and the forms made from it.
MONEY = msgspec.Meta(extra={"kind": "money"})
Cents = Annotated[document.Cents, MONEY]
Amount = Annotated[int, msgspec.Meta(ge=0, le=MOST_CENTS), MONEY]  # A tray or a meter may be empty.
CardText = Annotated[str, msgspec.Meta(extra={"kind": "card"})]
CardTexts = tuple[CardText, ...]
SeatNumber = Annotated[int, msgspec.Meta(extra={"kind": "seat"})]
DealerOrSeat = Annotated[int, msgspec.Meta(extra={"kind": "place"})]  # 0 is the dealer.
DeckNumber = Annotated[int, msgspec.Meta(extra={"kind": "deck"})]
WagerKey = Annotated[str, msgspec.Meta(extra={"kind": "wager"})]
PersonName = Annotated[str, msgspec.Meta(extra={"kind": "person"})]

InventoryKind = Literal["opening", "shift", "closing"]


class Command(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"
):
    by: str
    at: datetime
    id: str = ""  # A command with an id that is sent twice acts once.


class Said(TypedDict):
    """What all commands and events say: who, and when."""

    by: str
    at: datetime


class OpenTable(Command, frozen=True, tag="open_table"):
    """Begin the opening, with decks on the table and a dealer on duty."""

    dealer: PersonName
    table: str = "1"
    tray: Amount = 0  # Chips in the tray, in cents.
    automation: tuple[str, ...] = ()  # Steps the system does by itself; "all" for all of them.
    meter: Amount | None = None  # What a meter that several tables share stands at, and its
    reserve: Amount | None = None  # reserve; without them the table has a meter of its own.
    meters: dict[str, Amount] = {}  # The same where the house has several: those that are shared,
    reserves: dict[str, Amount] = {}  # by their keys.
    guarded: bool = False  # Played for money: moving it takes several people.
    kind: Kind | None = None  # None, as in older scripts: digital if an order is given.
    # The tray by value: if given, only chips go in or out of it.
    chips: Stacks | None = None


class CloseTable(Command, frozen=True, tag="close_table"):
    pass


class FillTray(Command, frozen=True, tag="fill_tray"):
    """Move chips from the cage to the tray on a slip; guarded tables name chips and runner."""

    cents: Cents
    chips: Stacks = ()  # By value.
    runner: PersonName = ""  # The person who carries the chips, and signs for them.


class CreditTray(Command, frozen=True, tag="credit_tray"):
    """Move chips from the tray back to the cage, on a slip as for a fill."""

    cents: Cents
    chips: Stacks = ()
    runner: PersonName = ""


class CountTray(Command, frozen=True, tag="count_tray"):
    """Two people count the tray."""

    counted: Amount
    witness: str = ""  # At a guarded table the witness signs instead.
    chips: Stacks = ()  # By value, at a guarded table.
    inventory: InventoryKind = "shift"


class TakeDropBox(Command, frozen=True, tag="take_drop_box"):
    """Send the box with the notes to the count room; an empty one takes its place."""


class CountDrop(Command, frozen=True, tag="count_drop"):
    """Record what was in a box that was taken."""

    box: int  # The number of the slip with which it was taken.
    counted: Amount
    notes: Stacks  # By value.


class ReadMeter(Command, frozen=True, tag="read_meter"):
    """The amount of a meter that several tables share, and its reserve."""

    meter: Amount
    reserve: Amount
    overflow: Amount | None = None
    of: str = ""  # Which meter, where the house has several.


class ShareJackpot(Command, frozen=True, tag="share_jackpot"):
    """Another table has hit the meter too, and the house splits: what this table's winner gets."""

    cents: Cents
    of: str = ""  # Which meter, where the house has several.


class Confirm(Command, frozen=True, tag="confirm"):
    """The next step of the procedure is done, by the person whose step it is."""

    step: str
    deck: DeckNumber | None = None
    seat: DealerOrSeat | None = None
    cards: CardTexts = ()  # Real ones: as turned up, or as dealt at a table of no kind.
    count: int | None = None  # Of a cut or of the stub.
    misdealt: bool | None = None  # Of a stub's count that is wrong: whether a hand was misdealt,
    total: int | None = None  # and how many cards there are in all, if not 52 then.
    flaws: str = ""  # Of an inspection: what was found, if anything.
    refused_by: tuple[SeatNumber, ...] = ()  # Of a player's cut: who was offered it before.
    # How far patrons are ahead today by hands that the same person has entered at other tables;
    # filled in by the service.
    won_elsewhere: Amount | msgspec.UnsetType = msgspec.UNSET


class ConfirmGroup(Command, frozen=True, tag="confirm_group"):
    """All steps of the due group are done, as if each were confirmed."""

    group: str  # Its key in the view.
    cards: CardTexts = ()  # Of the hand that it turns up.
    count: int | None = None  # Of the stub.
    misdealt: bool | None = None  # As in `Confirm`.
    total: int | None = None
    won_elsewhere: Amount | msgspec.UnsetType = msgspec.UNSET


class ReadCards(Command, frozen=True, tag="read_cards"):
    """A shoe, a barcode reader or a camera has read cards; nobody is told which."""

    cards: CardTexts
    place: DealerOrSeat | None = None  # Where they were dealt; None: the next hand to be shown.


class ShuffleDeck(Command, frozen=True, tag="shuffle_deck"):
    """The deck is shuffled. A digital shuffler gives the order; with real cards it is unknown."""

    deck: DeckNumber
    order: CardTexts = ()
    nonce: str = ""
    counted: int | None = None  # By a machine that counts cards.


class OrderRecut(Command, frozen=True, tag="order_recut"):
    reason: str


class Sit(Command, frozen=True, tag="sit"):
    seat: SeatNumber
    player: PersonName = ""  # If the dealer seats somebody.


class Leave(Command, frozen=True, tag="leave"):
    seat: SeatNumber


class BuyIn(Command, frozen=True, tag="buy_in"):
    seat: SeatNumber
    cents: Cents
    offered_as: Literal["cash", "foreign_money"] = "cash"
    # What this dealer has bought alone at other tables today; filled in by the service.
    bought_elsewhere: Amount | msgspec.UnsetType = msgspec.UNSET


class ColourUp(Command, frozen=True, tag="colour_up"):
    """Change chips for others of the same value; for tokes the supervisor must be told."""

    cents: Cents
    seat: SeatNumber | None = None  # None: the dealer's tokes.
    supervisor: str = ""  # At a guarded table the supervisor signs instead.


class PlaceWager(Command, frozen=True, tag="place_wager"):
    """Put an amount on a spot, in place of what lies there."""

    seat: SeatNumber
    wager: WagerKey
    amount: Cents
    offered_as: Instrument = "chips"


class WithdrawWager(Command, frozen=True, tag="withdraw_wager"):
    seat: SeatNumber
    wager: WagerKey


class PlaceToke(Command, frozen=True, tag="place_toke"):
    seat: SeatNumber
    wager: WagerKey
    amount: Cents
    left_to_dealer: bool = False  # The player leaves it to the dealer to keep it or bet it.


class GiveToke(Command, frozen=True, tag="give_toke"):
    """Give the dealer a toke outright, not as a bet."""

    seat: SeatNumber
    amount: Cents


class PlaceCoupon(Command, frozen=True, tag="place_coupon"):
    seat: SeatNumber
    on: WagerKey
    face: Cents


class AnnounceNoMoreBets(Command, frozen=True, tag="announce_no_more_bets"):
    pass


class Play(Command, frozen=True, tag="play"):
    """Back the ante with its amount, or with a multiple that the house allows."""

    seat: SeatNumber
    multiple: int | None = None  # By default the first one that the house lists.


class Fold(Command, frozen=True, tag="fold"):
    seat: SeatNumber


class TimeOut(Command, frozen=True, tag="time_out"):
    """The seat whose turn it is has not decided in time."""

    seat: SeatNumber


class ThrowIn(Command, frozen=True, tag="throw_in"):
    """Give up a hand without an ante early, when its bets have all lost."""

    seat: SeatNumber


class CallAwards(Command, frozen=True, tag="call_awards"):
    """Call the bets that win, where the house pays only what is called."""

    seat: SeatNumber
    wagers: tuple[WagerKey, ...] = ()  # None: there is nothing to call.


class CommitEntropy(Command, frozen=True, tag="commit_entropy"):
    """Commit to entropy for the shuffle, whose own commitment is already published."""

    seat: SeatNumber
    commitment: str  # SHA-256 of the shuffle's commitment, the seat and the entropy.


class RevealEntropy(Command, frozen=True, tag="reveal_entropy"):
    """Reveal the committed entropy, once the bets are locked."""

    seat: SeatNumber
    entropy: str


class MixEntropy(Command, frozen=True, tag="mix_entropy"):
    """The time to reveal is over: deal without what was not revealed."""


class ChangeDeck(Command, frozen=True, tag="change_deck"):
    deck: DeckNumber
    reason: str


class ChangeLimits(Command, frozen=True, tag="change_limits"):
    wager: WagerKey
    minimum: Cents
    maximum: Cents


class RelieveDealer(Command, frozen=True, tag="relieve_dealer"):
    dealer: PersonName


class MarkIdle(Command, frozen=True, tag="mark_idle"):
    face: Literal["up", "down"] | None = None  # By default the house's way.


class ReplaceShuffler(Command, frozen=True, tag="replace_shuffler"):
    source: Literal["backup_machine", "borrowed_machine"]


class ShuffleByHand(Command, frozen=True, tag="shuffle_by_hand"):
    """Go on without the machine, where the house allows it."""


class Rule(Command, frozen=True, tag="rule"):
    """Management's ruling on a halted table."""

    ruling: Literal["void", "continue"]
    reason: str


class ReportFaceUpCard(Command, frozen=True, tag="report_face_up_card"):
    """Cards found face up in the shoe or deck during the deal, on the way to the next place."""

    cards: CardTexts = ()  # Which cards, if the table does not know the order itself.
    count: int = 1


class ReportCardDrawnInError(Command, frozen=True, tag="report_card_drawn_in_error"):
    pass


class ReportWrongNumberOfCards(Command, frozen=True, tag="report_wrong_number_of_cards"):
    seat: DealerOrSeat
    cards: int


class ReportExposedCard(Command, frozen=True, tag="report_exposed_card"):
    seat: DealerOrSeat
    cards: CardTexts = ()  # As people say they saw them; the table does not confirm it.
    looked: bool = False  # Players looked at their own cards before the end of the deal.


class ReportSharedHands(Command, frozen=True, tag="report_shared_hands"):
    """Players have told each other what they hold."""


class ReportWrongDeckCount(Command, frozen=True, tag="report_wrong_deck_count"):
    """The deck, or the machine's count of it, does not come to 52."""

    count: int
    misdealt: bool = False
    by_machine: bool = False


class ReportJam(Command, frozen=True, tag="report_jam"):
    device: Literal["shuffler", "shoe"]


class ReportShufflerFailure(Command, frozen=True, tag="report_shuffler_failure"):
    pass


class ReportBetOutsideLimits(Command, frozen=True, tag="report_bet_outside_limits"):
    """Report what really lies on a spot, noticed after the cards were dealt."""

    seat: SeatNumber
    wager: WagerKey
    actual: Cents


class CorrectCard(Command, frozen=True, tag="correct_card"):
    """A card of a hand that was shown has been entered wrongly."""

    seat: DealerOrSeat
    entered: CardText
    actual: CardText
    reason: str


class CorrectDecision(Command, frozen=True, tag="correct_decision"):
    """The player decided differently from what was entered."""

    seat: SeatNumber
    decision: Literal["play", "fold"]
    reason: str
    multiple: int | None = None  # As in `play`.


class CorrectWager(Command, frozen=True, tag="correct_wager"):
    """The bet on a spot differs from what was entered; 0 if there is none."""

    seat: SeatNumber
    wager: WagerKey
    amount: Amount
    reason: str


class CorrectCoupon(Command, frozen=True, tag="correct_coupon"):
    """The coupon on a spot differs from what was entered; 0 if there is none."""

    seat: SeatNumber
    on: WagerKey
    face: Amount
    reason: str


class CorrectPayout(Command, frozen=True, tag="correct_payout"):
    """A settled bet was paid differently from what was entered."""

    seat: SeatNumber
    wager: WagerKey
    paid: Amount
    returned: Amount
    reason: str
    toke: bool = False


class Approve(Command, frozen=True, tag="approve"):
    """Sign what another person has asked for; it is done with the last signature."""

    request: int


class Decline(Command, frozen=True, tag="decline"):
    """Refuse to sign what another person has asked for, or take back your own request."""

    request: int
    reason: str = ""


AnyCommand = (
    OpenTable | CloseTable | FillTray | CreditTray | CountTray | TakeDropBox | CountDrop
    | ReadMeter | ShareJackpot | Confirm
    | ConfirmGroup | ReadCards | ShuffleDeck | OrderRecut | Sit | Leave | BuyIn | ColourUp
    | PlaceWager | WithdrawWager
    | PlaceToke | GiveToke | PlaceCoupon | AnnounceNoMoreBets | Play | Fold | TimeOut | ThrowIn
    | CallAwards | CommitEntropy | RevealEntropy | MixEntropy
    | ChangeDeck | ChangeLimits | RelieveDealer | MarkIdle | ReplaceShuffler
    | ShuffleByHand | Rule | ReportFaceUpCard | ReportCardDrawnInError | ReportWrongNumberOfCards
    | ReportExposedCard | ReportSharedHands
    | ReportWrongDeckCount | ReportJam | ReportShufflerFailure | ReportBetOutsideLimits
    | CorrectCard | CorrectDecision | CorrectWager | CorrectCoupon | CorrectPayout
    | Approve | Decline
)  # fmt: skip
COMMANDS: tuple[type[Command], ...] = get_args(AnyCommand)


_TYPES = {kind: str(kind.__struct_config__.tag) for kind in COMMANDS}


def type_of(command: Command) -> str:
    kind = type(command)
    return _TYPES.get(kind) or str(kind.__struct_config__.tag)  # Not all are a table's.
