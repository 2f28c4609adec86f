"""What a table is set up with, and which tables are not set up."""

import re
import unicodedata
from collections.abc import Collection
from typing import Annotated

import msgspec

from ...house.model import House
from ...house.plain_data import Document
from ...house.words import plain_words
from ...money.setup import Stakes, TableSetUp, as_data, book_data, links_of
from ...table.commands import Command
from ...table.events import Kind
from ...table.instructions import automation_problem, steps_of, with_shuffle, without_controls
from ...table.meter import not_run
from ...table.refusal import Refusal
from ...table.state import DEALT_BY_PEOPLE
from ..errors import RefusedField
from ..people.display_names import has_unseen, looks_like

_SOLO = "table-"  # How the links of tables with a meter of their own begin.

# The id of a table or a link: part of addresses and of account names.
_ID = "[A-Za-z0-9_][A-Za-z0-9._-]{0,63}"
Seconds = Annotated[int, msgspec.Meta(ge=1, le=3_600)]


class TableWanted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table to be set up."""

    id: Annotated[str, msgspec.Meta(pattern=rf"^{_ID}$(?!\n)", examples=["pit-1"])]
    house: Annotated[str, msgspec.Meta(max_length=64)]
    name: Annotated[str, msgspec.Meta(max_length=80, examples=["Table 1"])] = ""
    options: dict[str, object] = {}
    stakes: Stakes = "play"
    # The link whose meter it shares; by default the table has its own.
    link: Annotated[str, msgspec.Meta(pattern=rf"^({_ID})?$(?!\n)")] = ""
    kind: Kind | None = None  # Digital by default.
    # None: the kind's default, all steps for a digital table. The system always shuffles those.
    automation: tuple[str, ...] | None = None
    betting_seconds: Seconds | None = 20
    decision_seconds: Seconds | None = 30
    # An automatic table gives up a seat whose player does nothing for this long.
    idle_seconds: Annotated[int, msgspec.Meta(ge=60, le=86_400)] | None = 900
    # At a physical or training table, how long before the dealer must be relieved.
    relief_minutes: Annotated[int, msgspec.Meta(ge=5, le=480)] | None = 60
    bots: Annotated[tuple[str, ...], msgspec.Meta(max_length=9)] = ()  # Each one's strategy.
    bots_alone: bool = False


class SetUpTable(Command, frozen=True, kw_only=True, tag="set_up_table"):
    """With an `owner` it becomes that person's practice table."""

    wanted: TableWanted
    owner: str = ""


def decide_set_up(
    command: SetUpTable,
    house: House,
    options: Document | msgspec.UnsetType,
    names: Collection[str],
) -> TableSetUp | Refusal:
    """Set a table up, if the house and the room allow it.

    `options` are the readings in which the house differs from the shelf's; `names` are those of
    the room's other tables.
    """
    wanted = command.wanted
    if message := not_run(house):
        return RefusedField("meter/not_run", message, status=400, path="house")
    kind = wanted.kind or "digital"
    if refused := _refuse_bots(wanted, kind):
        return refused
    by_people = kind in DEALT_BY_PEOPLE
    said = wanted.automation if wanted.automation is not None else () if by_people else ("all",)
    automation = tuple(sorted(steps_of(house))) if "all" in said else said
    if problem := automation_problem(kind, automation):
        return RefusedField(problem.code, problem.message, status=400, path="automation")
    if wanted.stakes == "money" and (refused := _refuse_controls(house, automation)):
        return refused
    if f"{wanted.link}-".startswith(_SOLO):  # Or it becomes one with a meter's key.
        message = f"The meter {wanted.link} belongs to one table: choose another name for it."
        return RefusedField("link/bad_name", message, status=400, path="link")
    name = unicodedata.normalize("NFC", wanted.name).strip() or f"Table {wanted.id}"
    if refused := _refuse_name(name, command.by, names):
        return refused
    return TableSetUp(
        table=wanted.id,
        name=name,
        house=as_data(house),
        book=book_data(house),
        stakes=wanted.stakes,
        **links_of(house, wanted.link or _solo(wanted.id)),
        automation=automation if by_people else with_shuffle(automation),
        kind=kind,
        options=options,
        betting_seconds=None if by_people else wanted.betting_seconds,
        decision_seconds=None if by_people else wanted.decision_seconds,
        idle_seconds=msgspec.UNSET if wanted.idle_seconds is None else wanted.idle_seconds,
        relief_minutes=(by_people and wanted.relief_minutes) or msgspec.UNSET,
        bots=wanted.bots,
        bots_alone=wanted.bots_alone,
        practice=bool(command.owner),
        owner=command.owner,
        by=command.by,
        at=command.at,
    )


def _refuse_bots(wanted: TableWanted, kind: Kind) -> Refusal | None:
    if wanted.bots and kind == "physical":
        message = "A table with real cards cannot have bots."
        return RefusedField("table/not_this_kind", message, status=400, path="bots")
    if wanted.bots and wanted.stakes == "money":
        message = "A money table cannot have bots."
        return RefusedField("table/not_for_money", message, status=400, path="bots")
    return None


def _refuse_name(name: str, by: str, others: Collection[str]) -> Refusal | None:
    """People give each of the room's tables a name of its own; practice tables and those of the
    configuration, which the system sets up, may share one.
    """
    if has_unseen(name):
        message = "The name of a table must not contain control characters."
        return RefusedField("name/invalid", message, status=400, path="name")
    if by != "system" and _look(name) in map(_look, others):
        message = f"There is already a table named {name}."
        return RefusedField("name/taken", message, status=409, path="name")
    return None


def _look(name: str) -> tuple[str, ...]:
    """What a name looks like, word by word: spaces and letters of other alphabets can deceive."""
    words = re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", name))
    return tuple(looks_like(word) or word for word in words) or (name,)


def _refuse_controls(house: House, automation: tuple[str, ...]) -> Refusal | None:
    """Refuse to automate the controls of a money table that people run."""
    controls = {*automation} - {*without_controls(house, automation)}
    if "settle" in controls:
        message = (
            "At a money table the system may settle only if it performs every step, because a"
            " dealer pays from a counted tray."
        )
        return RefusedField("table/not_for_money", message, status=400, path="automation")
    if controls:
        named = ", ".join(plain_words(each) for each in sorted(controls))
        message = (
            "At a money table the system may perform the steps of the floor and of surveillance"
            f" only if it performs every step. Leave these to people: {named}."
        )
        return RefusedField("table/not_for_money", message, status=400, path="automation")
    return None


def has_own_link(setup: TableSetUp, meter: str) -> bool:
    """Whether the table's link for that meter is no other table's."""
    solo = _solo(setup.table)
    return setup.link_of(meter) in (solo, f"{solo}-{meter}")


def _solo(table: str) -> str:
    """The link of a meter that belongs to one table alone."""
    return f"{_SOLO}{table}"
