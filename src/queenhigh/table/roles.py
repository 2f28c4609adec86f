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
STAFF: Final[tuple[Role, ...]] = ("dealer", *FLOOR, "surveillance", "system")
# Who sees what the tray holds. The people who count it do not: they find out.
SEE_THE_TRAY: Final[tuple[Role, ...]] = (*STAFF, "cage")
SEE_REQUESTS: Final[tuple[Role, ...]] = (*SEE_THE_TRAY, "count")
# Who carries chips between cage and table, besides the people at both ends.
RUNNERS: Final[tuple[Role, ...]] = ("dealer", *FLOOR, "cage")


class Actor(NamedTuple):
    """Who acts; one string in the log: ``player:ann``. ``system`` is not a person."""

    role: str
    name: str = ""

    @staticmethod
    @lru_cache(maxsize=65_536)
    def parse(text: str) -> "Actor":
        role, _, name = text.partition(":")
        return Actor(role, name)

    def __str__(self) -> str:
        return f"{self.role}:{self.name}" if self.name else self.role


@lru_cache(maxsize=65_536)
def role_of(house: House, by: str) -> str:
    """The role that a title stands for in this house; a role stands for itself."""
    title = Actor.parse(by).role
    if title in ROLES:
        return title
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
