"""Running the table: cards, shuffle, deal, decisions, completion, irregularities, compliance.

`None` always means that the rule book is silent: the table then follows the conventions.
"""

import datetime
import zoneinfo
from typing import Literal

from ..cards.card import RANK_LETTERS
from ..cards.ranking import TieBreak
from .errors import HouseError, Problem, template_problem
from .wager import MOST_CENTS, Part, Role

DealMethod = Literal["manual_shoe", "hand", "automated_shoe"]
OpeningStep = Literal[
    "break_seal", "inspect", "verify", "count", "spread_for_first_player", "wash", "stack",
    "shuffle", "cut",
]  # fmt: skip
ShuffleStep = Literal["box", "spin", "square", "split", "riffle", "strip", "cut"]
Remedy = Literal[
    "void", "discard_one_void_several", "continue", "next_card", "management",
    "void_and_remove_deck", "burn",
]  # fmt: skip


class Dealer(Part, frozen=True):
    """When the dealer plays: "any" hand, a rank ("Q": that high), three ranks, or "pair"."""

    qualifies_with: str = "Q"
    names_high_card_as: Literal["rank_high", "rank"] = "rank_high"  # "Queen high" or "Queen".

    def __post_init__(self) -> None:
        written = self.qualifies_with
        if written in ("any", "pair"):
            return
        known = all(letter in RANK_LETTERS for letter in written)
        if len(written) not in (1, 3) or not known or len(set(written)) < len(written):
            message = 'must be "any", "pair", a rank such as "Q", or three ranks such as "Q64"'
            raise HouseError(Problem("qualifies_with", message, written))


class RankingRules(Part, frozen=True):
    tie_break: TieBreak = TieBreak.STANDARD
    ace_low_straight: bool = True


class Fee(Part, frozen=True):
    """The collection fee, taken before the deal; not part of any wager."""

    amount_cents: int = 0
    per: Literal["player", "position"] = "player"
    refund_on_void: bool = True

    def __post_init__(self) -> None:
        self._between("amount_cents", 0, MOST_CENTS)


class MatchPlay(Part, frozen=True):
    spots: tuple[str, ...] = ("ante",)
    counts_for_play: bool = False
    on_push: Literal["stays", "taken"] = "stays"

    def __post_init__(self) -> None:
        if not self.spots:
            raise HouseError(Problem("spots", "names at least one spot", []))


class Settlement(Part, frozen=True):
    order: tuple[str, ...] = ()  # Empty: play, ante_bonus, ante, then the wagers in order.
    passes: Literal["take_then_pay", "per_hand"] = "per_hand"
    folds: Literal["after_all_decisions", "as_each_folds"] = "after_all_decisions"
    last: tuple[Literal["royal", "jackpot"], ...] = ("royal", "jackpot")
    tokes: Literal["after_each", "after_all"] = "after_each"

    def __post_init__(self) -> None:
        if len(set(self.order)) < len(self.order):
            raise HouseError(Problem("order", "names each bet once", self.order))
        if len(set(self.last)) < 2:
            raise HouseError(
                Problem("last", "must name royal and jackpot, each only once", self.last)
            )


class Layout(Part, frozen=True):
    spots: tuple[str, ...] = ()  # Empty: play, ante, then the wagers in order.


class LargePayout(Part, frozen=True):
    over_cents: int = 500_00  # The total winnings of one hand's bets.
    chip_cents: int = 100_00  # The smallest chip that makes a payout large.
    rule: Literal["either", "both"] = "either"

    def __post_init__(self) -> None:
        self._between("over_cents", 0, MOST_CENTS)
        self._between("chip_cents", 1, MOST_CENTS)


class Payouts(Part, frozen=True):
    rounding: Literal["up", "down", "nearest"] = "down"  # To a cent.
    aggregate_cents: int | None = None  # The most that a round pays, apart from ante and play.
    funded_by: Literal["tray", "meter"] = "tray"  # Of wagers with a meter: awards and envy.
    large: LargePayout = LargePayout()

    def __post_init__(self) -> None:
        self._between("aggregate_cents", 0, MOST_CENTS)


class StubCount(Part, frozen=True):
    every: int = 5
    window: Literal["rolling", "block"] = "rolling"
    per: Literal["table", "deck"] = "table"

    def __post_init__(self) -> None:
        self._between("every", 1)


class HoursByMethod(Part, frozen=True):
    shoe: int
    hand: int

    def __post_init__(self) -> None:
        self._between("shoe", 1)
        self._between("hand", 1)


class DeckChange(Part, frozen=True):
    hours: int | HoursByMethod = 8
    mode: Literal["block", "remind", "minimum_interval", "none"] = "none"
    counted_from: Literal["opened", "first_deal"] = "opened"

    def __post_init__(self) -> None:
        if isinstance(self.hours, int):
            self._between("hours", 1)


class NewDeckShuffles(Part, frozen=True):
    hand: int = 1
    machine: int = 1

    def __post_init__(self) -> None:
        self._between("hand", 1)
        self._between("machine", 1)


class Betting(Part, frozen=True):
    instruments: tuple[Literal["chip", "plaque", "match_play_coupon"], ...] = ("chip",)
    chips_cents: tuple[int, ...] = (100, 500, 2500, 10000, 50000, 100000)
    verbal_with_cash: Literal["refused", "taken"] | None = None
    side_bets_between_players: Literal["prohibited", "allowed"] | None = None
    seated_only: bool | None = None
    leaving_during_round: Literal["forbidden", "bets_lost"] | None = None  # Once dealt in.
    bystanders: Literal["forbidden", "allowed"] | None = None
    buy_in: tuple[Literal["cash", "foreign_money"], ...] = ("cash",)  # What buys chips.
    limit_changes: Literal["between_rounds", "never"] | None = None
    cash_plays: bool = False
    positions: int = 1  # How many adjacent seats one player may bet at.
    limits_per: Literal["position", "player"] = "position"
    minimum_shared_by: tuple[str, ...] = ()  # One of these meeting its minimum is enough.
    late_limit_error: Literal["honour_actual", "return_excess"] = "honour_actual"
    lock_event: Literal["announcement", "announcement_or_first_card", "first_card"] = "announcement"
    folded_may_leave: bool = False

    def __post_init__(self) -> None:
        if list(self.chips_cents) != sorted(set(self.chips_cents)) or self.chips_cents[:1] < (1,):
            message = "chip values must rise, from at least one cent"
            raise HouseError(Problem("chips_cents", message, self.chips_cents))
        self._between("positions", 1, 3)
        if "cash" not in self.buy_in:
            raise HouseError(Problem("buy_in", "chips can be bought for cash", self.buy_in))


class Cards(Part, frozen=True):
    backs: tuple[str, ...] = ("red", "blue")  # The colours of the decks' backs.
    decks: Literal[1, 2] = 1  # Two alternate from round to round.
    one_deck_in_rack: bool | None = None  # Two do not alternate while shuffled by hand.
    after_void: Literal["alternate", "same"] = "alternate"
    cover_cards: Literal[1, 2] = 1  # Cut cards that also cover and mark.
    change: DeckChange = DeckChange()
    stub_count: StubCount = StubCount()
    opening: tuple[OpeningStep, ...] = ("inspect", "wash", "shuffle")
    opened_by: Role = "dealer"
    verified_by: Role = "floor"
    defective_notify: tuple[Role, ...] = ()  # Who is notified when a defective deck is replaced.


class Shuffle(Part, frozen=True):
    method: Literal["machine", "hand"] = "machine"
    machine_counts: bool = False
    hand_allowed: Literal["always", "unless_hand_dealt", "never"] = "always"
    hand_only_without: tuple[str, ...] = ()  # With any of these wagers, a machine must shuffle.
    new_deck: NewDeckShuffles = NewDeckShuffles()
    by_hand: tuple[ShuffleStep, ...] = ("riffle", "cut")
    before_machine: tuple[ShuffleStep, ...] = ()
    fallback: tuple[Literal["backup_machine", "borrowed_machine", "wait", "hand"], ...] = ()
    cut_by: Role = "dealer"
    cut_least_cards: int = 10
    cut_aims_at: int | None = None
    recut_by: Role | None = None
    last_cut: Literal["dealer", "player"] = "dealer"  # A player's cut is offered from the far left.
    bets_checked: bool = False  # Checked during the shuffle: everybody who wants to bet has bet.
    idle: tuple[Literal["spread_face_up", "spread_face_down"], ...] = ()  # Empty: either.

    def __post_init__(self) -> None:
        if not 1 <= self.cut_least_cards <= 51:
            message = "a cut must leave cards on both sides: 1 to 51"
            raise HouseError(Problem("cut_least_cards", message, self.cut_least_cards))


class Dealing(Part, frozen=True):
    method: DealMethod = "automated_shoe"
    hand_needs_machine: bool = False
    release: Literal["table", "seat", "dealer_squares", "green_light"] = "table"
    verify_hands: bool = False
    dealer_stack: (
        Literal["cover_card_on_top", "cut_card_underneath", "bottom_card_hidden"] | None
    ) = None
    machine_lights: bool = False
    touching: Literal["forbidden", "allowed"] | None = None  # During the deal.
    showing: Literal["forbidden", "allowed"] | None = None  # A player's hand, to other players.
    handling: Literal["above_table_inside_rail", "free"] | None = None


class Decisions(Part, frozen=True):
    offered_by_dealer: bool = False
    before_second_look: bool = (
        False  # With two hands, the first is decided before the second is seen.
    )
    losing_without_ante: Literal["throw_in", "hold"] = "hold"
    tuck_cards: bool = False
    verify_folds: bool = False


class Completion(Part, frozen=True):
    """What follows the decisions: laying out, paying, racking."""

    hands_face_up_until: Literal["all_paid", "own_hand_paid"] | None = None  # None: in the passes.
    racked: Literal["in_order", "hand_by_hand"] = "in_order"
    payouts: Literal["sized_into"] | None = None  # To the right of the bets.
    pay_style: Literal["lay_and_pay", "pick_and_pay"] = "lay_and_pay"
    legibility: Literal["diagonal_one_pip"] | None = None
    work_area: bool = False  # Hands are brought there before they are turned over.
    verified_by: Role | None = None  # Who verifies a large payout.


class Irregularities(Part, frozen=True):
    wrong_number_of_cards: Remedy = "void"
    card_face_up: Remedy = "discard_one_void_several"
    card_drawn_in_error: Remedy = "next_card"
    player_card_exposed: Remedy = "continue"
    wrong_count: Remedy = "void_and_remove_deck"
    jam: Remedy = "void"
    halted_for: Role | None = None  # Who rules when the remedy is "management".
    misdeal: Literal["management", "void"] = "management"
    misdealt_and_short: Literal["void_and_remove", "void_only"] = "void_and_remove"
    faceup_in_stack: Literal["void", "replace", "management"] = "void"
    faceup_on_dealer_turn: Literal["discard", "void"] = "discard"
    exposed_dealer_card: Literal["void", "continue", "supervisor", "management"] = "void"
    dealer_third_card_exception: bool | Literal["management"] = False
    machine_count_round: Literal["settled_stands", "void"] = "settled_stands"
    hands_shared: Literal["void"] | None = None  # Players have told each other their cards.
    early_look: Literal["void_hand"] | None = None  # At their own cards, before the deal is over.
    void_hand_bets: Literal["returned", "lost"] = "returned"
    drawn_when_none_due: Literal["ruling", "discard", "void"] = "ruling"


class Announcements(Part, frozen=True):
    no_more_bets: str = "No more bets"
    dealer_qualifies: str = "Dealer qualifies with a {hand}."
    dealer_out: str = "Dealer does not qualify"
    winning_hand: str = ""  # Announced for each hand compared: the better of the two.
    dealer_beats_all: str = ""  # Announced when every played hand loses.

    def __post_init__(self) -> None:
        for name in ("dealer_qualifies", "dealer_out", "winning_hand"):
            if problem := template_problem(getattr(self, name), "hand"):
                raise HouseError(Problem(name, problem, getattr(self, name)))


class Tokes(Part, frozen=True):
    """Bets for the dealer. Each wager says whether they may lie on it."""

    minimum_cents: int | None = None
    step_cents: int = 100
    cap: Literal["combined_110", "ten_percent_flat", "table_maximum"] = "table_maximum"
    play_needs_ante: bool = False
    play: Literal["any", "equals_ante_toke"] = "any"
    unbacked_ante: Literal["rides", "forfeits"] = "rides"
    on_fold: Literal["follow", "taken"] = "follow"
    on_push: Literal["returned", "dealer", "stays"] = "returned"
    offered: Literal["keep", "dealer_chooses"] = "keep"  # A toke left to the dealer's choice.
    soliciting: Literal["prohibited", "allowed"] | None = None
    colour_up_notifies: Role | None = None
    winners_tapped: bool = False  # Once, lightly, on the tray, on the way to the tip container.
    excess: Literal["direct_toke"] | None = None

    def __post_init__(self) -> None:
        self._between("step_cents", 1, MOST_CENTS)
        self._between("minimum_cents", 1, MOST_CENTS)


class Relief(Part, frozen=True):
    """How a dealer is relieved between rounds."""

    steps: tuple[Literal["enter_from_left", "tap", "spread", "reshuffle"], ...] = ()


class Controls(Part, frozen=True):
    """How far staff may move a patron's chips without a signature from the floor."""

    staff_buy_in_cents: int = 1_000_00  # Total per gaming day, across all tables.
    staff_bet_cents: int = 500_00  # Per bet.
    staff_payout_cents: int = 1_000_00  # On hands entered by staff and read by no device: per hand,
    # and for the patrons' total lead on such hands in a gaming day, across all tables.

    def __post_init__(self) -> None:
        self._between("staff_buy_in_cents", 0, MOST_CENTS)
        self._between("staff_bet_cents", 0, MOST_CENTS)
        self._between("staff_payout_cents", 0, MOST_CENTS)


class DatedThreshold(Part, frozen=True):
    """An amount, and the first day on which it applies."""

    since: datetime.date
    cents: int
    times_wager: int = 0

    def __post_init__(self) -> None:
        for name in ("cents", "times_wager"):
            if getattr(self, name) < 0:
                raise HouseError(Problem(name, "must be at least 0", getattr(self, name)))


class DatedWithholding(Part, frozen=True):
    """Tax withheld from a payout that requires a form, in percent of the winnings."""

    since: datetime.date
    over_cents: int  # For residents, on winnings above this amount.
    percent: int
    backup_percent: int  # If no taxpayer number is given.
    nonresident_percent: int

    def __post_init__(self) -> None:
        for name in ("percent", "backup_percent", "nonresident_percent"):
            if not 0 <= getattr(self, name) <= 100:
                raise HouseError(Problem(name, "must be a percentage", getattr(self, name)))


_WITHHOLDING = DatedWithholding(
    since=datetime.date(2018, 1, 1),
    over_cents=5_000_00,
    percent=24,
    backup_percent=24,
    nonresident_percent=30,
)
_DATED = ("currency_report_over", "transaction_log_from", "tax_form_from", "withholding")


class Compliance(Part, frozen=True):
    currency_report_over: tuple[DatedThreshold, ...] = ()
    transaction_log_from: tuple[DatedThreshold, ...] = ()
    tax_form_from: tuple[DatedThreshold, ...] = ()
    withholding: tuple[DatedWithholding, ...] = (_WITHHOLDING,)
    tax_form_over_cents: int = 0  # Overrides the dated rules, unless 0.
    forms_before_payout: bool = False  # A payout that requires a form waits for it.
    forms_taken_by: Role = "floor"
    reports_filed_by: Role = "shift_manager"
    time_zone: str = "UTC"
    shifts_begin: tuple[str, ...] = ("06:00", "14:00", "22:00")  # The first begins the gaming day.
    notify: tuple[Role, ...] = ("floor",)  # Who is notified if the book names nobody.
    escalate_minutes: int = 10  # How long until an unacknowledged notice is escalated.
    escalate_to: tuple[Role, ...] = ("shift_manager",)
    authority: str = ""
    disputes: tuple[Role, ...] = ()
    obligations: tuple[str, ...] = ()  # Sections that the book names but does not contain.

    def __post_init__(self) -> None:
        for name in _DATED:
            days = [each.since for each in getattr(self, name)]
            if days != sorted(set(days)):
                raise HouseError(
                    Problem(name, "dates must rise, each only once", [str(day) for day in days])
                )
        if self.escalate_minutes < 1:
            minutes = self.escalate_minutes
            raise HouseError(Problem("escalate_minutes", "must be at least 1", minutes))
        try:
            zoneinfo.ZoneInfo(self.time_zone)
        except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
            message = 'is not a time zone: write it as "UTC" or "America/Chicago"'
            raise HouseError(Problem("time_zone", message, self.time_zone)) from None
        if problem := _problem_with_shifts(self.shifts_begin):
            raise HouseError(Problem("shifts_begin", problem, self.shifts_begin))


def _problem_with_shifts(begins: tuple[str, ...]) -> str:
    try:
        times = [datetime.time.fromisoformat(each) for each in begins]
    except ValueError:
        return 'are times of the day, as in "06:00"'
    around = zip(times, (*times[1:], *times[:1]), strict=True)
    if not times or len(set(times)) < len(times) or sum(a >= b for a, b in around) > 1:
        return "are at least one, each later than the one before, once around the clock"
    return ""
