"""Forms: a command, the fields it asks for, and the values each can take.

Names, kinds and choices come from the command's type; a form that asks for a field that its command
lacks cannot be made.
"""

from collections.abc import Iterable
from typing import Literal, TypedDict, Unpack

import msgspec

from .command_fields import FieldKind, fields_of
from .command_rules import MAY
from .commands import Command

FormGroup = Literal["opening", "ruling", "correction", "irregularity", "table"]
Value = str | int | bool


class FormChoice(msgspec.Struct, frozen=True):
    value: Value
    name: str = ""  # Empty for cards and amounts, which each screen writes in its own way.
    player: str = ""  # For a seat: the player who sits there.
    of: Value | None = None  # Offered if the field named by `after` has this value.
    sets: dict[str, int] = {}  # What other fields are set to when it is chosen.


class FormField(msgspec.Struct, frozen=True):
    name: str
    label: str
    kind: FieldKind | Literal["actor"]  # An actor is a role, which is chosen, and a name.
    required: bool = True
    hint: str = ""
    pick: bool = False  # Only these choices, not just the usual values.
    choices: tuple[FormChoice, ...] = ()
    after: str = ""  # The field whose value determines the choices.
    initial: Value | None = None
    total: str = ""  # For chips: the field that holds their total.


class CommandForm(msgspec.Struct, frozen=True):
    """A command as a form at a table."""

    type: str
    title: str
    verb: str  # The button's text.
    group: FormGroup
    fields: tuple[FormField, ...]
    about: str = ""
    by: str = ""  # The role that gives the command if the dealer may not.
    fixed: dict[str, bool] = {}  # Fields sent without being asked for.


class More(TypedDict, total=False):
    """What a field may have beside its name, its label and its kind."""

    required: bool
    hint: str
    after: str
    initial: Value | None
    total: str


class _MoreToAsk(More, total=False):
    pick: bool
    choices: tuple[FormChoice, ...]


class _About(TypedDict, total=False):
    about: str
    fixed: dict[str, bool]


def ask(name: str, label: str, **more: Unpack[_MoreToAsk]) -> FormField:
    """A field to ask for; the command's type supplies its kind."""
    return FormField(name, label, "text", **more)


def pick(name: str, label: str, choices: Iterable[FormChoice], **more: Unpack[More]) -> FormField:
    listed = tuple(choices)
    first = None if "after" in more or not listed else listed[0].value
    more.setdefault("initial", first)
    return ask(name, label, pick=True, choices=listed, **more)


def said(name: str, label: str, *usual: str, **more: Unpack[More]) -> FormField:
    choices = tuple(FormChoice(each, each) for each in usual)
    more.setdefault("initial", usual[0])
    return ask(name, label, choices=choices, **more)


def named(values: dict[str, str]) -> tuple[FormChoice, ...]:
    return tuple(FormChoice(value, name) for value, name in values.items())


def form(
    command: type[Command],
    group: FormGroup,
    title: str,
    verb: str,
    *asked: FormField,
    **more: Unpack[_About],
) -> CommandForm:
    """A form completed from the command's type; an unknown field is an error."""
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
