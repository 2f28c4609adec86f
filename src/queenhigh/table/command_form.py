"""Forms: a command or a request, the fields it asks for, and the values each can take.

Names, kinds, choices and ranges come from the type; a form that asks for a field that its type
lacks cannot be made.
"""

from collections.abc import Iterable
from typing import Literal, TypedDict, Unpack

import msgspec

from .command_fields import CommandField, FieldKind, fields_of
from .command_rules import MAY
from .commands import Command

FormGroup = Literal["opening", "ruling", "correction", "irregularity", "table"]
Value = str | float | bool
Conditions = dict[str, tuple[str, ...]]


class FormChoice(msgspec.Struct, frozen=True):
    value: Value
    name: str = ""  # Empty for cards and amounts, which each screen writes in its own way.
    player: str = ""  # For a seat: the player who sits there.
    of: Value | None = None  # Offered only if the field named by `after` has this value.
    alone: bool = False  # Where several can be chosen: never together with others.
    sets: dict[str, int] = {}  # What other fields are set to when it is chosen.


class FormField(msgspec.Struct, frozen=True):
    name: str
    label: str
    # An actor is a role, which is chosen, and a name; options are fields, to be added one by one.
    kind: FieldKind | Literal["actor", "odds", "options"]
    required: bool = True
    hint: str = ""
    pick: bool = False  # Only these choices, not just the usual values; of a list any number.
    choices: tuple[FormChoice, ...] = ()
    after: str = ""  # The field whose value determines the choices.
    initial: Value | tuple[str, ...] | None = None  # Where it is optional, null clears it.
    total: str = ""  # For chips: the field that holds their total.
    blank: str = ""  # What it means to leave it empty.
    least: float | None = None
    most: float | None = None
    longest: int | None = None  # Characters of a text.
    unit: str = ""  # Written after the value.
    clauses: tuple[str, ...] = ()  # Or rulings that it rests on.
    only_if: Conditions = {}  # Asked if each of these fields has such a value.
    fields: tuple["FormField", ...] = ()  # For options.


class RequestForm(msgspec.Struct, frozen=True, kw_only=True):
    """A request to the service as a form."""

    title: str
    verb: str  # The button's text.
    fields: tuple[FormField, ...]
    about: str = ""


class CommandForm(RequestForm, frozen=True, kw_only=True):
    """A command as a form at a table."""

    type: str
    group: FormGroup
    by: str = ""  # The role that gives the command if the dealer may not.
    fixed: dict[str, bool] = {}  # Fields sent without being asked for.


class More(TypedDict, total=False):
    """What a field may have beside its name, its label and its kind."""

    required: bool
    hint: str
    after: str
    initial: Value | tuple[str, ...] | None
    total: str
    blank: str
    only_if: Conditions


class _MoreToAsk(More, total=False):
    pick: bool
    choices: tuple[FormChoice, ...]


class _About(TypedDict, total=False):
    about: str
    fixed: dict[str, bool]


def ask(name: str, label: str, **more: Unpack[_MoreToAsk]) -> FormField:
    """A field to ask for; the type supplies its kind."""
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
    tag = str(command.__struct_config__.tag)
    by = "" if "dealer" in MAY[tag] else MAY[tag][0]
    fields = fields_asked(command, asked)
    return CommandForm(type=tag, title=title, verb=verb, group=group, fields=fields, by=by, **more)


def fields_asked(
    asked_by: type[msgspec.Struct], asked: Iterable[FormField]
) -> tuple[FormField, ...]:
    """The fields completed from the type that asks for them; an unknown field is an error."""
    known = {each.name: each for each in fields_of(asked_by)}
    return tuple(_completed(asked_by.__name__, known[each.name], each) for each in asked)


def _completed(asked_by: str, known: CommandField, field: FormField) -> FormField:
    offered = {each.value for each in field.choices}
    if field.pick and known.choices and not offered <= set(known.choices):
        raise ValueError(f"{asked_by}.{field.name} does not take all its choices")
    return msgspec.structs.replace(
        field,
        kind=known.kind if field.kind == "text" else field.kind,
        least=known.least,
        most=known.most,
        longest=known.longest,
    )
