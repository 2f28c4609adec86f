"""The rules of each command: who may give it, and when."""

from typing import Final, NamedTuple

from .roles import FLOOR, STAFF, Role

_TABLE: Final[tuple[Role, ...]] = ("dealer", "system")
_AT_THE_SEAT: Final[tuple[Role, ...]] = ("player", "dealer")
_DEALER_OR_FLOOR: Final[tuple[Role, ...]] = ("dealer", *FLOOR)
_SIGNERS: Final[tuple[Role, ...]] = ("dealer", *FLOOR, "cage", "count", "surveillance")


class CommandRule(NamedTuple):
    # Players act for their own seat only. Each step of the procedure names its own role
    # (`instructions.STEPS`), so `confirm` is open to all staff here.
    may: tuple[Role, ...]
    # Allowed while a table waits for a ruling, or for the signature that voids the round: giving
    # it, and commands that do not touch the round.
    halted: bool = False
    # Allowed while closed: a box is often taken and counted after the last round.
    closed: bool = False
    # It records events before the last possible refusal: the announcement and anything that locks
    # the bets at the first card, a correction that somebody lacks the chips for, the last
    # signature, and chips that the tray does not have.
    late: bool = False
    # Its request for a signature does not belong to a round and outlives it.
    standing: bool = False
    slip: bool = False  # Its request is numbered.


RULES: Final[dict[str, CommandRule]] = {
    "open_table": CommandRule(FLOOR, closed=True),
    "close_table": CommandRule(FLOOR, standing=True),
    "fill_tray": CommandRule(FLOOR, halted=True, standing=True, slip=True),
    "credit_tray": CommandRule(FLOOR, halted=True, standing=True, slip=True),
    "count_tray": CommandRule(("dealer", *FLOOR, "count"), halted=True, standing=True),
    "take_drop_box": CommandRule(FLOOR, halted=True, closed=True, standing=True, slip=True),
    "count_drop": CommandRule(("count",), halted=True, closed=True, standing=True),
    "read_meter": CommandRule(("system",), halted=True),
    "share_jackpot": CommandRule(("system",), halted=True),
    "confirm": CommandRule(STAFF, late=True),
    "confirm_group": CommandRule(STAFF, late=True),
    "read_cards": CommandRule(("system",)),
    "shuffle_deck": CommandRule(_TABLE),
    "order_recut": CommandRule(FLOOR),
    "sit": CommandRule(("player", "dealer", "system"), standing=True),
    "leave": CommandRule(("player", "dealer", "system")),
    "buy_in": CommandRule(("player", "dealer", "system"), late=True, standing=True),
    "colour_up": CommandRule(("dealer",)),
    "place_wager": CommandRule(_AT_THE_SEAT),
    "withdraw_wager": CommandRule(_AT_THE_SEAT),
    "place_toke": CommandRule(_AT_THE_SEAT),
    "give_toke": CommandRule(_AT_THE_SEAT),
    "place_coupon": CommandRule(_AT_THE_SEAT),
    "announce_no_more_bets": CommandRule(_TABLE, late=True),
    "play": CommandRule(_AT_THE_SEAT),
    "fold": CommandRule(_AT_THE_SEAT),
    "time_out": CommandRule(("system", "dealer", *FLOOR)),
    "throw_in": CommandRule(("player",)),
    "call_awards": CommandRule(_AT_THE_SEAT),
    "commit_entropy": CommandRule(("player",)),
    "reveal_entropy": CommandRule(("player",)),
    "mix_entropy": CommandRule(("system",)),
    "change_deck": CommandRule(_DEALER_OR_FLOOR),
    "change_limits": CommandRule(FLOOR),
    "relieve_dealer": CommandRule(_DEALER_OR_FLOOR, standing=True),
    "mark_idle": CommandRule(_DEALER_OR_FLOOR),
    "replace_shuffler": CommandRule(FLOOR),
    "shuffle_by_hand": CommandRule(FLOOR),
    "rule": CommandRule(FLOOR, halted=True),  # The waiting table knows which of them.
    "report_face_up_card": CommandRule(STAFF, late=True),
    "report_card_drawn_in_error": CommandRule(STAFF, late=True),
    "report_wrong_number_of_cards": CommandRule(STAFF),
    "report_exposed_card": CommandRule(STAFF),
    "report_shared_hands": CommandRule(STAFF),
    "report_wrong_deck_count": CommandRule(STAFF),
    "report_jam": CommandRule(STAFF),
    "report_shuffler_failure": CommandRule(STAFF),
    "report_bet_outside_limits": CommandRule(STAFF),
    "correct_card": CommandRule(_DEALER_OR_FLOOR, late=True),
    "correct_decision": CommandRule(_DEALER_OR_FLOOR, late=True),
    "correct_wager": CommandRule(_DEALER_OR_FLOOR, late=True),
    "correct_coupon": CommandRule(_DEALER_OR_FLOOR, late=True),
    "correct_payout": CommandRule(_DEALER_OR_FLOOR, late=True),
    "approve": CommandRule(_SIGNERS, halted=True, closed=True, late=True),
    "decline": CommandRule(_SIGNERS, halted=True, closed=True),
}
MAY: Final[dict[str, tuple[Role, ...]]] = {kind: rule.may for kind, rule in RULES.items()}
