"""Forms: a command, the fields it asks for, and the values each can take.

Names, kinds and choices come from the command's type; a form that asks for a field that its command
lacks cannot be made.
"""

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from .command_fields import FieldKind, fields_of
from .commands import Command
from .roles import MAY

FormGroup = Literal["opening", "ruling", "correction", "irregularity", "table"]
Value = str | int | bool


class FormChoice(msgspec.Struct, frozen=True):
    value: Value
    name: str = ""  # Empty for cards and amounts, which each screen writes in its own way.
    player: str = ""  # For a seat: who sits there.
    of: Value | None = None  # Offered if the field that `after` names has this value.
    sets: dict[str, int] = {}  # What other fields become when it is chosen.


class FormField(msgspec.Struct, frozen=True):
    name: str
    label: str
    kind: FieldKind | Literal["actor"]  # An actor is a role, which is chosen, and a name.
    required: bool = True
    hint: str = ""
    pick: bool = False  # Only these choices; otherwise they are the usual values.
    choices: tuple[FormChoice, ...] = ()
    after: str = ""  # The field whose value determines the choices.
    initial: Value | None = None
    total: str = ""  # For chips: the field that holds their total.


class CommandForm(msgspec.Struct, frozen=True):
    """A command as a form at a table."""

    type: str
    title: str
    verb: str  # On the button.
    group: FormGroup
    fields: tuple[FormField, ...]
    about: str = ""
    by: str = ""  # The role that gives it if the dealer may not.
    fixed: dict[str, bool] = {}  # Fields sent without being asked for.


def ask(name: str, label: str, **more: Any) -> FormField:
    """A field to ask for; the command's type supplies its kind."""
    return FormField(name, label, "text", **more)


def pick(name: str, label: str, choices: Iterable[FormChoice], **more: Any) -> FormField:
    listed = tuple(choices)
    first = None if "after" in more or not listed else listed[0].value
    return ask(name, label, pick=True, choices=listed, **{"initial": first, **more})


def said(name: str, label: str, *usual: str, **more: Any) -> FormField:
    choices = tuple(FormChoice(each, each) for each in usual)
    return ask(name, label, choices=choices, **{"initial": usual[0], **more})


def named(values: dict[str, str]) -> tuple[FormChoice, ...]:
    return tuple(FormChoice(value, name) for value, name in values.items())


def form(
    command: type[Command], group: FormGroup, title: str, verb: str, *asked: FormField, **more: Any
) -> CommandForm:
    """A form with what the command's type says of each field; an unknown field is an error."""
    known = {each.name: each for each in fields_of(command)}
    fields = []
    for each in asked:
        of = known[each.name]
        if each.pick and of.choices and not {one.value for one in each.choices} <= set(of.choices):
            raise ValueError(f"{command.__name__}.{each.name} does not take all its choices")
        kind = each.kind if each.kind == "actor" else of.kind
        fields.append(msgspec.structs.replace(each, kind=kind))
    tag = str(command.__struct_config__.tag)
    by = "" if "dealer" in MAY[tag] else MAY[tag][0]
    return CommandForm(tag, title, verb, group, tuple(fields), by=by, **more)
