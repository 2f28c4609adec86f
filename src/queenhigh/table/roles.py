"""Who may do what at a table."""

from functools import lru_cache
from typing import Final, Literal, NamedTuple, get_args

from ..house.model import House
from ..house.words import plain_words

Role = Literal[
    "player", "dealer", "floor", "pit_manager", "shift_manager", "surveillance", "management",
    "cage", "count", "system",
]  # fmt: skip
ROLES: Final[tuple[Role, ...]] = get_args(Role)

FloorRole = Literal["floor", "pit_manager", "shift_manager", "management"]
FLOOR: Final[tuple[FloorRole, ...]] = get_args(FloorRole)
_TABLE: Final[tuple[Role, ...]] = ("dealer", "system")
STAFF: Final[tuple[Role, ...]] = ("dealer", *FLOOR, "surveillance", "system")
# Who sees what the tray holds. Those who count it do not: they find out.
SEE_THE_TRAY: Final[tuple[Role, ...]] = (*STAFF, "cage")
SEE_REQUESTS: Final[tuple[Role, ...]] = (*SEE_THE_TRAY, "count")
# Who carries chips between cage and table, besides those who hand them out and take them.
RUNNERS: Final[tuple[Role, ...]] = ("dealer", *FLOOR, "cage")

# By command type. Players act for their own seat only; each step of the procedure names its own
# role (`instructions.STEPS`), so `confirm` is open to all staff here.
MAY: Final[dict[str, tuple[Role, ...]]] = {
    "open_table": FLOOR,
    "close_table": FLOOR,
    "fill_tray": FLOOR,
    "credit_tray": FLOOR,
    "count_tray": ("dealer", *FLOOR, "count"),
    "take_drop_box": FLOOR,
    "count_drop": ("count",),
    "read_meter": ("system",),
    "share_jackpot": ("system",),
    "confirm": STAFF,
    "confirm_group": STAFF,
    "read_cards": ("system",),
    "shuffle_deck": _TABLE,
    "order_recut": FLOOR,
    "sit": ("player", "dealer", "system"),
    "leave": ("player", "dealer", "system"),
    "buy_in": ("player", "dealer", "system"),
    "colour_up": ("dealer",),
    "place_wager": ("player", "dealer"),
    "withdraw_wager": ("player", "dealer"),
    "place_toke": ("player", "dealer"),
    "give_toke": ("player", "dealer"),
    "place_coupon": ("player", "dealer"),
    "announce_no_more_bets": _TABLE,
    "play": ("player", "dealer"),
    "fold": ("player", "dealer"),
    "time_out": ("system", "dealer", *FLOOR),
    "throw_in": ("player",),
    "call_awards": ("player", "dealer"),
    "commit_entropy": ("player",),
    "reveal_entropy": ("player",),
    "mix_entropy": ("system",),
    "change_deck": ("dealer", *FLOOR),
    "change_limits": FLOOR,
    "relieve_dealer": ("dealer", *FLOOR),
    "mark_idle": ("dealer", *FLOOR),
    "replace_shuffler": FLOOR,
    "shuffle_by_hand": FLOOR,
    "rule": FLOOR,  # The waiting table knows which of them.
    "report_face_up_card": STAFF,
    "report_card_drawn_in_error": STAFF,
    "report_wrong_number_of_cards": STAFF,
    "report_exposed_card": STAFF,
    "report_shared_hands": STAFF,
    "report_wrong_deck_count": STAFF,
    "report_jam": STAFF,
    "report_shuffler_failure": STAFF,
    "report_bet_outside_limits": STAFF,
    "correct_card": ("dealer", *FLOOR),
    "correct_decision": ("dealer", *FLOOR),
    "correct_wager": ("dealer", *FLOOR),
    "correct_coupon": ("dealer", *FLOOR),
    "correct_payout": ("dealer", *FLOOR),
    "approve": ("dealer", *FLOOR, "cage", "count", "surveillance"),
    "decline": ("dealer", *FLOOR, "cage", "count", "surveillance"),
}


class Actor(NamedTuple):
    """Who acts; one string in the log: ``player:ann``. ``system`` is nobody in particular."""

    role: str
    name: str

    def __str__(self) -> str:
        return f"{self.role}:{self.name}" if self.name else self.role


@lru_cache(maxsize=65_536)
def role_and_name(by: str) -> Actor:
    role, _, name = by.partition(":")
    return Actor(role, name)


@lru_cache(maxsize=65_536)
def role_of(house: House, by: str) -> str:
    """The role that a title stands for in this house."""
    title, _ = role_and_name(by)
    return house.role_titles.get(plain_words(title), title)


def may_act_for(role: str, whose: str) -> bool:
    """Whether the role may do what is due to `whose`: floor roles act for those below them."""
    ranks: tuple[str, ...] = FLOOR
    return role == whose or (whose in ranks and role in ranks[ranks.index(whose) :])


def may_rule(role: str, waited_for: str) -> bool:
    """Whether the role is the one awaited or above it; management for roles outside the floor."""
    ranks: tuple[str, ...] = FLOOR
    least = waited_for if waited_for in ranks else "management"
    return role in ranks[ranks.index(least) :]
