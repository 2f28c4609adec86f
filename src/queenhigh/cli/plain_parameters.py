"""Parse command-line values, or explain in one sentence what is allowed.

Typer's own messages are about its types, so our own parsers read the parameters.
"""

import datetime
import math
import re
from collections.abc import Callable
from enum import Enum
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar, get_args

import typer
from typer.models import CommandFunctionType, OptionInfo, ParameterInfo

from . import completion

_LARGEST = 2**63 - 1  # What a database keeps; an option that takes more says so.
_WHOLE = re.compile(r"[+-]?[0-9]{1,1000}")
_SHOWN = {int: "N", float: "NUMBER", str: "TEXT", Path: "PATH"}


class PlainTyper(typer.Typer):
    """Typer whose commands read their parameters with our own parsers."""

    def command(
        self,
        *arguments: Any,  # As Typer takes them.
        runs: str = "",
        **settings: Any,  # As Typer takes them.
    ) -> Callable[[CommandFunctionType], CommandFunctionType]:
        """`runs` is the function of this package that does the work: `figures.analyze`.

        It takes the command's parameters by their names, and is imported when the command runs.
        """
        register = super().command(*arguments, **settings)

        def registered(function: CommandFunctionType) -> CommandFunctionType:
            _read_plainly(function)
            return register(_run_elsewhere(function, runs) if runs else function)

        return registered


def _run_elsewhere(declared: Callable[..., object], runs: str) -> Any:  # Of the declared type.
    @wraps(declared)
    def command(**given: object) -> None:
        raise typer.Exit(target_of(runs)(**given) or 0)

    command.runs = runs  # type: ignore[attr-defined]  # For the test that compares the parameters.
    return command


def target_of(runs: str) -> Callable[..., int | None]:
    """The function that a command is declared to run; it returns the exit status."""
    module, _, name = runs.rpartition(".")
    found: Callable[..., int | None] = getattr(import_module(f".{module}", __package__), name)
    return found


def _read_plainly(function: Callable[..., object]) -> None:
    """Give the parameters their parsers, and say in the help which numbers they take."""
    for annotation in function.__annotations__.values():
        kind = _kind(annotation)
        for about in getattr(annotation, "__metadata__", ()):
            if isinstance(about, ParameterInfo) and kind is not bool:
                _complete(about, kind)


def _complete(about: ParameterInfo, kind: type) -> None:
    if isinstance(about.parser, _Parser):
        return  # An option that several commands share.
    if issubclass(kind, Enum):
        known = [str(each.value) for each in kind]
        about.metavar = "|".join(known)
        about.autocompletion = completion.of(known)
    elif isinstance(about, OptionInfo) and about.metavar is None:
        about.metavar = _SHOWN[kind]
    if allowed := _sentence(about.min, about.max):
        about.help = f"{about.help} {allowed}" if about.help else allowed
    about.parser = _Parser(about.parser or _reader(kind, about))


_Reader = Callable[[Any], object]  # Each of its own type: what was typed, or a default.


class _Parser:
    """A parser for Typer; its errors are the messages of the function that reads the value."""

    def __init__(self, read: _Reader) -> None:
        self._read = read

    def __call__(self, value: object) -> object:
        try:
            return self._read(value)
        except ValueError as error:
            raise typer.BadParameter(str(error)) from None


def _kind(annotation: type) -> type:
    """The type of one value: that of `int | None` and of `list[int]` is int."""
    kind: type = getattr(annotation, "__origin__", annotation)
    while inner := [each for each in get_args(kind) if each is not type(None)]:
        kind = inner[0]
    return kind


def _reader(kind: type, about: ParameterInfo) -> _Reader:
    if issubclass(kind, Enum):
        return lambda value: _choice(value, kind)
    if kind in (int, float):
        return lambda value: _number(value, kind, about)
    return _path if kind is Path else _as_it_is


_Value = TypeVar("_Value")


def _as_it_is(value: _Value) -> _Value:
    if value == "":
        raise ValueError("the value is empty")
    return value


def _path(value: str | Path) -> Path:
    return Path(_as_it_is(value))


def _choice(value: object, kind: type[Enum]) -> Enum:
    try:
        return kind(value)
    except ValueError:
        known = [str(each.value) for each in kind]
        from ..house.suggestion import did_you_mean

        listed = ", ".join(known)
        suggested = did_you_mean(str(value), known, otherwise=f"; choose one of {listed}")
        raise ValueError(f"{value!r} is not a choice{suggested}") from None


def _number(value: object, kind: type, about: ParameterInfo) -> float:
    number = _read_number(str(value), kind)
    lowest, highest = about.min, about.max
    if number is None or (
        (lowest is not None and number < lowest) or (highest is not None and number > highest)
    ):
        raise ValueError(f"{value!r} is not {_allowed(kind, lowest, highest)}")
    if kind is int and highest is None and abs(number) > _LARGEST:
        raise ValueError(f"{value} is too large: the maximum is {_LARGEST}")
    return number


def _read_number(text: str, kind: type) -> float | None:
    if kind is int:
        return int(text) if _WHOLE.fullmatch(text) else None
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _allowed(kind: type, lowest: float | None, highest: float | None) -> str:
    what = "a whole number" if kind is int else "a number"
    if lowest is not None and highest is not None:
        return f"{what} from {lowest} to {highest}"
    return what if lowest is None else f"{what} of {lowest} or more"


def _sentence(lowest: float | None, highest: float | None) -> str:
    if lowest is not None and highest is not None:
        return f"From {lowest} to {highest}."
    return "" if lowest is None else f"At least {lowest}."


def date_given(text: str, option: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise ValueError(f"{option}: {text!r} is not a date: write it as 2026-01-05") from None
