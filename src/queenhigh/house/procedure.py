"""How the table is run: cards, shuffle, deal, decisions, completion, irregularities, compliance.

`None` throughout means that the rule book is silent; the table then does what the conventions say.
"""

import datetime
import zoneinfo
from typing import Literal

import msgspec

from .errors import HouseError, Problem
from .options import template_problem

Role = Literal[
    "dealer", "floor", "pit_manager", "shift_manager", "surveillance", "management", "commissioner"
]
OpeningStep = Literal[
    "break_seal", "inspect", "verify", "count", "spread_for_first_player", "wash", "stack",
    "shuffle", "cut",
]  # fmt: skip
ShuffleStep = Literal["box", "spin", "square", "split", "riffle", "strip", "cut"]
Remedy = Literal[
    "void", "discard_one_void_several", "continue", "next_card", "management",
    "void_and_remove_deck",
]  # fmt: skip


class _Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of the house file."""


class Dealer(_Section, frozen=True):
    qualifies_with: Literal[
        "any", "jack_high", "queen_high", "king_high", "ace_high", "pair"
    ] = "queen_high"  # fmt: skip
    names_high_card_as: Literal["rank_high", "rank"] = "rank_high"  # "Queen high" or "Queen".


class Betting(_Section, frozen=True):
    instruments: tuple[Literal["chip", "plaque", "match_play_coupon"], ...] = ("chip",)
    chips_cents: tuple[int, ...] = (100, 500, 2500, 10000, 50000, 100000)
    verbal_with_cash: Literal["refused"] | None = None
    foreign_money: Literal["refused"] | None = None
    side_bets_between_players: Literal["prohibited"] | None = None
    seated_only: bool | None = None
    leaving_during_round: Literal["forbidden"] | None = None
    bystanders: Literal["forbidden"] | None = None
    buy_in: tuple[Literal["cash"], ...] = ("cash",)
    limit_changes: Literal["between_rounds"] | None = None

    def __post_init__(self) -> None:
        if list(self.chips_cents) != sorted(set(self.chips_cents)) or self.chips_cents[:1] < (1,):
            message = "chip values rise, from at least one cent"
            raise HouseError(Problem("chips_cents", message, self.chips_cents))


class Cards(_Section, frozen=True):
    backs: tuple[str, ...]  # The colours of the decks' backs.
    alternate: Literal["every_round"] | None = None
    one_deck_in_rack: bool | None = None
    cut_cards: int = 1
    opening: tuple[OpeningStep, ...] = ("inspect", "wash", "shuffle")
    opened_by: Role = "dealer"
    verified_by: Role = "floor"
    defective: Literal["replace_deck"] = "replace_deck"
    defective_notify: tuple[Role, ...] = ()

    def __post_init__(self) -> None:
        if self.cut_cards < 0:
            raise HouseError(Problem("cut_cards", "is at least 0", self.cut_cards))


class Shuffle(_Section, frozen=True):
    method: Literal["machine", "hand"] = "machine"
    machine_counts: bool = False
    every: Literal["round"] = "round"
    by_hand: tuple[ShuffleStep, ...] = ("riffle", "cut")
    before_machine: tuple[ShuffleStep, ...] = ()
    fallback: tuple[Literal["backup_machine", "borrowed_machine", "wait", "hand"], ...] = ()
    cut_by: Role = "dealer"
    cut_least_cards: int = 10
    cut_aims_at: int | None = None
    recut_by: Role | None = None
    idle: tuple[Literal["spread_face_up", "spread_face_down"], ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= self.cut_least_cards <= 51:
            message = "a cut leaves cards on both sides, so 1 to 51"
            raise HouseError(Problem("cut_least_cards", message, self.cut_least_cards))


class Dealing(_Section, frozen=True):
    methods: tuple[Literal["manual_shoe", "hand", "automated_shoe"], ...]  # What the book allows.
    verify_hands: bool = False
    dealer_stack: (
        Literal["cover_card_on_top", "cut_card_underneath", "bottom_card_hidden"] | None
    ) = None
    stub: Literal["discard_rack"] = "discard_rack"
    machine_lights: bool = False
    touching: Literal["forbidden"] | None = None
    showing: Literal["forbidden"] | None = None
    handling: Literal["above_table_inside_rail"] | None = None


class Decisions(_Section, frozen=True):
    offered_by_dealer: bool = False
    play_commits: bool = True
    tuck_cards: bool = False
    verify_folds: bool = False


class Completion(_Section, frozen=True):
    """After the decisions: laying out, paying, racking."""

    hands_face_up_until: Literal["all_paid", "own_hand_paid"] | None = None
    racked: Literal["in_order", "hand_by_hand"] = "in_order"
    payouts: Literal["sized_into"] | None = None  # To the right of the bets.
    legibility: Literal["diagonal_one_pip"] | None = None
    verified_by: Role | None = None  # Who verifies a large payout.
    royal_notify: tuple[Role, ...] = ()


class Irregularities(_Section, frozen=True):
    wrong_number_of_cards: Remedy
    card_face_up: Remedy
    card_drawn_in_error: Remedy
    player_card_exposed: Remedy
    wrong_count: Remedy
    jam: Remedy
    halted_for: Role | None = None  # Who rules when the remedy is "management".


class Announcements(_Section, frozen=True):
    no_more_bets: str = "No more bets"
    no_pair_plus: str | None = None  # With {positions}.

    def __post_init__(self) -> None:
        problem = template_problem(self.no_pair_plus or "", "positions")
        if problem:
            raise HouseError(Problem("no_pair_plus", problem, self.no_pair_plus))


class Tokes(_Section, frozen=True):
    """Bets for the dealer. The caps are options: toke_cap, six_card_toke_cap."""

    allowed_on: tuple[Literal["ante", "play", "pair_plus", "six_card_bonus"], ...]
    step_cents: int = 100
    six_card_maximum_cents: int = 2500
    six_card_most_to_one: int | None = None
    play_needs_ante: bool = False
    soliciting: Literal["prohibited"] | None = None
    colour_up_notifies: Role | None = None
    winners_tapped: bool = False  # Once, lightly, on the tray, on the way to the tip container.
    excess: Literal["direct_toke"] | None = None

    def __post_init__(self) -> None:
        for name in ("step_cents", "six_card_maximum_cents"):
            if getattr(self, name) < 1:
                raise HouseError(Problem(name, "is at least 1", getattr(self, name)))


class Relief(_Section, frozen=True):
    when: Literal["between_rounds"] = "between_rounds"
    steps: tuple[Literal["enter_from_left", "tap", "spread", "reshuffle"], ...] = ()


class DatedThreshold(_Section, frozen=True):
    """An amount and the first day on which it holds."""

    since: datetime.date
    cents: int
    times_wager: int = 0

    def __post_init__(self) -> None:
        for name in ("cents", "times_wager"):
            if getattr(self, name) < 0:
                raise HouseError(Problem(name, "is at least 0", getattr(self, name)))


class DatedWithholding(_Section, frozen=True):
    """Tax that is held back from a payout on which a form is due, in percent of the winnings."""

    since: datetime.date
    over_cents: int  # From residents, where the winnings are higher than this.
    percent: int
    backup_percent: int  # Where no taxpayer number is given.
    nonresident_percent: int

    def __post_init__(self) -> None:
        for name in ("percent", "backup_percent", "nonresident_percent"):
            if not 0 <= getattr(self, name) <= 100:
                raise HouseError(Problem(name, "is a percentage", getattr(self, name)))


_WITHHOLDING = DatedWithholding(
    since=datetime.date(2018, 1, 1),
    over_cents=5_000_00,
    percent=24,
    backup_percent=24,
    nonresident_percent=30,
)
_DATED = ("currency_report_over", "transaction_log_from", "tax_form_from", "withholding")


class Compliance(_Section, frozen=True):
    currency_report_over: tuple[DatedThreshold, ...]
    transaction_log_from: tuple[DatedThreshold, ...]
    tax_form_from: tuple[DatedThreshold, ...]
    withholding: tuple[DatedWithholding, ...] = (_WITHHOLDING,)
    royal_takes_form: bool = False  # Whatever it pays; which royals, `options.royal_notice` says.
    forms_before_payout: bool = False  # A payout on which a form is due waits for it.
    forms_taken_by: Role = "floor"
    reports_filed_by: Role = "shift_manager"
    time_zone: str = "UTC"
    shifts_begin: tuple[str, ...] = ("06:00", "14:00", "22:00")  # The first turns the gaming day.
    notify: tuple[Role, ...] = ("floor",)  # Who is told where the book names nobody.
    escalate_minutes: int = 10  # After which a notice that nobody has acknowledged goes further.
    escalate_to: tuple[Role, ...] = ("shift_manager",)
    authority: str = ""
    disputes: tuple[Role, ...] = ()
    obligations: tuple[str, ...] = ()  # Sections named by the book and not part of it.

    def __post_init__(self) -> None:
        for name in _DATED:
            days = [each.since for each in getattr(self, name)]
            if days != sorted(set(days)):
                raise HouseError(Problem(name, "dates rise, each once", [str(day) for day in days]))
        if self.escalate_minutes < 1:
            raise HouseError(Problem("escalate_minutes", "is at least 1", self.escalate_minutes))
        try:
            zoneinfo.ZoneInfo(self.time_zone)
        except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
            message = 'is no time zone: write it as "UTC" or "America/Chicago"'
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
