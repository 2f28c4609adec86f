"""The form of a new table: its fields and choices, limited to what the house has."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from ...house.errors import HouseError
from ...house.loader import with_options
from ...house.model import House
from ...house.options import chosen_reading, option_name, option_subject, options_of
from ...house.words import capitalised, plain_words
from ...table.command_form import (
    Conditions,
    FormChoice,
    FormField,
    RequestForm,
    ask,
    fields_asked,
    named,
    pick,
)
from ...table.instructions import STEPS, is_control, role_of_step, steps_of
from ...wagers.setting_words import reading_in_words
from .table_set_up import TableWanted

_STAKES: Final = {"play": "Play money", "money": "Money"}
_KINDS: Final = {
    "digital": "Dealt by the system, on screens",
    "physical": "Real cards on the felt: the dealer enters what is turned up",
    "training": "Dealt by the system, each step by a dealer in training",
}
_DIGITAL: Final[Conditions] = {"kind": ("digital",)}
_BY_PEOPLE: Final[Conditions] = {"kind": ("physical", "training")}
_LINK: Final = ask("link", "Link whose meter it shares", required=False, blank="A meter of its own")
_USUAL: Final = {each.name: each.default for each in msgspec.structs.fields(TableWanted)}


def new_table_form(houses: Sequence[House], key: str) -> RequestForm:
    """The form for a table of this house; of the first house if there is no such one."""
    house = next((each for each in houses if each.key == key), houses[0])
    offered = (FormChoice(each.key, each.called) for each in houses)
    asked = (
        ask("name", "Name, as shown in the lobby"),
        pick("house", "House", offered, initial=house.key),
        pick("stakes", "Stakes", named(_STAKES)),
        pick("kind", "Cards", named(_KINDS)),
        _steps(house),
        _time("betting_seconds", "Seconds to bet", "No clock", _DIGITAL),
        _time("decision_seconds", "Seconds to decide", "No clock", _DIGITAL),
        _time(
            "relief_minutes", "Minutes until the dealer is relieved", "No reminder", _BY_PEOPLE,
            "No clock runs at this table: what waits for whom is shown with its age.",
        ),
        *([_LINK] if house.meters else []),
        FormField(
            "options", "Options that differ from the house's", "options", required=False,
            hint="A money table with options of its own is opened by somebody else of the floor,"
            " who reviews them first.",
            fields=tuple(_options(house)),
        ),
    )  # fmt: skip
    return RequestForm(
        title="Set up a table", verb="Set up the table", fields=fields_asked(TableWanted, asked)
    )


def _time(name: str, label: str, blank: str, only_if: Conditions, hint: str = "") -> FormField:
    return ask(
        name, label, required=False, initial=_USUAL[name], blank=blank, only_if=only_if, hint=hint
    )


def _steps(house: House) -> FormField:
    """The steps beside the shuffle; at a money table none that pays or checks the dealer."""
    each = (
        FormChoice(name, _step_name(house, name), of="play" if is_control(house, name) else None)
        for name in STEPS
        if name in steps_of(house) and name != "shuffle"
    )
    every = FormChoice("all", "Every step: people only bet and decide", alone=True)
    return pick(
        "automation", "Steps that the system performs", [every, *each],
        after="stakes", initial=("all",), required=False, only_if=_DIGITAL,
        hint="It always shuffles; without “Every step” you choose what else it does. At a money"
        " table it pays, and performs steps of floor and surveillance, only with every step.",
    )  # fmt: skip


def _step_name(house: House, name: str) -> str:
    role = role_of_step(house, name)
    words = plain_words(name).capitalize()
    return words if role == "dealer" else f"{words} ({plain_words(role)})"


def _options(house: House) -> Iterator[FormField]:
    """The options that the house can decide otherwise, each with the readings that it takes."""
    for name, rulings in options_of(house.book.rulings).items():
        own = chosen_reading(rulings[0], house.settings)
        others = [each for each in rulings[0].readings if each != own and _takes(house, name, each)]
        if others:
            choices = [FormChoice(each, capitalised(reading_in_words(each))) for each in others]
            yield pick(name, option_name(rulings), choices, hint=option_subject(rulings))


def _takes(house: House, option: str, reading: str) -> bool:
    try:
        with_options(house, msgspec.json.encode({option: reading}))
    except HouseError:
        return False
    return True
