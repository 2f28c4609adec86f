"""Why a command is refused: a closed list, to which `wagers.refusal` adds those of bets."""

from collections.abc import Container
from enum import StrEnum

import msgspec
from msgspec import UNSET, UnsetType

from ..house.words import plain_words
from ..wagers.refusal import Refusal as WagerRefusal
from .roles import ROLES


class TableRefusal(StrEnum):
    CLOSED = "table/closed"
    ALREADY_OPEN = "table/already_open"
    WRONG_PHASE = "table/wrong_phase"
    HALTED = "table/halted"
    NOT_HALTED = "table/not_halted"
    NO_CLOCK = "table/no_clock"
    NOT_THIS_KIND = "table/not_this_kind"
    CARDS_OUT = "table/cards_out"
    BETS_DOWN = "table/bets_down"
    UNKNOWN_ROLE = "role/unknown"
    NOT_YOUR_ROLE = "role/not_yours"
    NOT_YOUR_SEAT = "role/not_your_seat"
    UNKNOWN_STEP = "step/unknown"
    NOTHING_DUE = "step/nothing_due"
    OUT_OF_ORDER = "step/out_of_order"
    NOT_YOUR_STEP = "step/not_yours"
    STEPS_DUE = "step/still_due"
    NOT_THE_GROUP = "step/not_the_group"
    NO_SUCH_DECK = "deck/unknown"
    NOT_A_DECK = "deck/not_52_cards"
    ORDER_OF_SYSTEM = "deck/order_of_system"
    ORDER_UNKNOWN = "deck/order_unknown"
    UNCOMMITTED = "deck/order_without_nonce"
    TOO_OLD = "deck/too_old"
    TOO_SOON = "deck/changed_too_soon"
    SHUFFLER_DOWN = "deck/shuffler_down"
    SHUFFLER_WORKS = "deck/shuffler_works"
    SPREAD_OTHERWISE = "deck/spread_otherwise"
    NO_SUCH_FALLBACK = "deck/no_such_fallback"
    HAND_SHUFFLE_FORBIDDEN = "deck/hand_shuffle_forbidden"
    CUT_TOO_SMALL = "deck/cut_too_small"
    NOTHING_TO_RECUT = "deck/nothing_to_recut"
    ENTROPY_NOT_TAKEN = "entropy/not_taken"
    ENTROPY_MALFORMED = "entropy/malformed"
    ENTROPY_NOT_AWAITED = "entropy/not_awaited"
    ENTROPY_NOT_COMMITTED = "entropy/not_committed"
    MISDEALT_UNSAID = "deck/misdealt_unsaid"
    NO_SUCH_SEAT = "seat/impossible"
    SEAT_TAKEN = "seat/taken"
    SEAT_EMPTY = "seat/empty"
    NO_PLAYER = "seat/no_player"
    MUST_STAY = "seat/must_stay"
    NOT_ENOUGH_CHIPS = "chips/not_enough"
    FOREIGN_MONEY = "chips/foreign_money"
    NOT_WHOLE_CHIPS = "chips/not_whole"
    CASH_TO_DEALER = "chips/cash_to_dealer"
    SUPERVISOR_NOT_TOLD = "chips/supervisor_not_told"
    TRAY_TOO_SMALL = "tray/not_enough"
    NO_SUCH_CHIP = "tray/no_such_chip"
    DOES_NOT_ADD_UP = "tray/does_not_add_up"
    NOT_AS_CLOSED = "tray/not_as_closed"
    NO_RUNNER = "tray/no_runner"
    MOVED_CHIPS = "tray/moved_chips"
    NO_SUCH_BOX = "drop/no_such_box"
    WITNESS_NEEDED = "tray/witness_needed"
    SAME_PERSON = "tray/same_person"
    NO_METER = "meter/none"
    METER_NOT_RUN = "meter/not_run"
    NO_JACKPOT = "jackpot/none_locked"
    NOT_SHARED = "jackpot/not_shared"
    NOTHING_THERE = "wager/nothing_there"
    NO_BETS = "wager/no_bets"
    NOT_YOUR_TURN = "decision/not_your_turn"
    NO_DECISION = "decision/none_to_make"
    NO_SUCH_MULTIPLE = "decision/no_such_multiple"
    MAY_NOT_THROW_IN = "decision/may_not_throw_in"
    NOTHING_TO_CALL = "decision/nothing_to_call"
    WRONG_CARDS = "cards/wrong"
    CARDS_ELSEWHERE = "cards/elsewhere"
    NOT_TO_BE_READ = "cards/not_to_be_read"
    LIMITS_INVALID = "limits/invalid"
    LIMITS_FIXED = "limits/fixed"
    WITHIN_LIMITS = "limits/within"
    SAME_DEALER = "relief/same_dealer"
    NOT_ON_DUTY = "relief/not_on_duty"
    NO_SUCH_REQUEST = "approval/no_such_request"
    ALREADY_ASKED = "approval/already_asked"
    NOT_YOUR_SIGNATURE = "approval/not_yours"
    OWN_REQUEST = "approval/same_person"
    PATRON_ONLY = "toke/patron_only"
    NOT_EMPTY = "table/not_empty"
    NOT_COUNTED = "tray/not_counted"
    NO_SUCH_IRREGULARITY = "irregularity/cannot_be"
    NOTHING_TO_CORRECT = "correction/nothing_wrong"
    TOO_LATE_TO_CORRECT = "correction/too_late"
    CORRECTION_WAITS = "correction/waits"


Rulings = tuple[str, ...] | UnsetType


class Refused(Exception):
    """A refused command changes nothing. Raised inside `decide`, which returns it."""

    def __init__(
        self, code: str, message: str, clauses: tuple[str, ...] = (), rulings: Rulings = UNSET
    ):
        self.code, self.message, self.clauses, self.rulings = code, message, clauses, rulings
        super().__init__(message)

    def __reduce__(self) -> tuple[object, ...]:
        return Refused, (self.code, self.message, self.clauses, self.rulings)

    def as_data(self) -> "Refusal":
        return Refusal(self.code, self.message, self.clauses, self.rulings)


class Refusal(msgspec.Struct, frozen=True, tag_field="type", tag="refused"):
    code: str
    message: str
    clauses: tuple[str, ...] = ()
    rulings: Rulings = UNSET  # The options behind it, if the book leaves the matter open.

    def as_error(self) -> Refused:
        return Refused(self.code, self.message, self.clauses, self.rulings)


def as_refused(found: WagerRefusal) -> Refused:
    """What `wagers` refuses, the table refuses in the same words."""
    return Refused(found.code, found.message, found.clauses, found.rulings)


def refuse_role(
    role: str, allowed: Container[str], clauses: tuple[str, ...] = ()
) -> Refusal | None:
    if role in allowed:
        return None
    if role not in ROLES:
        message = f"{role!r} is not a role (there are {', '.join(ROLES)})."
        return Refusal(TableRefusal.UNKNOWN_ROLE.value, message)
    return Refusal(
        TableRefusal.NOT_YOUR_ROLE.value, f"A {plain_words(role)} may not do that.", clauses
    )
