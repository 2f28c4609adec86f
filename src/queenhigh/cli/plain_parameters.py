"""What stands on the command line becomes a value here, or one plain sentence on what is allowed.

Typer would hand every parameter to pydantic, whose import takes longer than most commands and whose
messages are about its own inputs.
"""

import math
import re
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import Any, get_args, get_origin

from typer import BadParameter, core
from typer._coercion import RuntimeParam
from typer.models import ParameterInfo

_LARGEST = 2**63 - 1  # What a database keeps; an option that takes more says so.
_WHOLE = re.compile(r"[+-]?[0-9]{1,1000}")


class _Plain(RuntimeParam):
    def _coerce_value(self, value: Any, param: Any, ctx: Any) -> Any:
        kind, several = _kind(self.annotation)
        read = _reader(kind, self.parameter_info)
        try:
            return [read(each) for each in value] if several else read(value)
        except ValueError as error:
            raise BadParameter(str(error), ctx=ctx, param=param) from None


def read_plain_values() -> None:
    """For every command of this process."""
    core.build_runtime_param = _built  # type: ignore[attr-defined]


def _built(descriptor: Any) -> RuntimeParam:
    return _Plain(descriptor.parameter_info, descriptor.annotation)


def _kind(annotation: Any) -> tuple[type, bool]:
    """The type of one value, and whether there may be several."""
    if get_origin(annotation) is list:
        return get_args(annotation)[0], True
    return annotation, False


def _reader(kind: type, about: ParameterInfo) -> Callable[[Any], Any]:
    if about.parser is not None:
        return about.parser
    if issubclass(kind, Enum):
        return lambda value: _choice(value, kind)
    if kind in (int, float):
        return lambda value: _number(value, kind, about)
    return _path if kind is Path else _as_it_is


def _as_it_is(value: Any) -> Any:
    if value == "":
        raise ValueError("nothing is given")
    return value


def _path(value: Any) -> Path:
    return Path(_as_it_is(value))


def _choice(value: Any, kind: type[Enum]) -> Enum:
    try:
        return kind(value)
    except ValueError:
        known = [str(each.value) for each in kind]
        from ..house.suggestion import did_you_mean

        listed = ", ".join(known)
        suggested = did_you_mean(str(value), known, otherwise=f"; choose one of {listed}")
        raise ValueError(f"{value!r} is not known here{suggested}") from None


def _number(value: Any, kind: type, about: ParameterInfo) -> Any:
    number = _read_number(str(value), kind)
    lowest, highest = about.min, about.max
    if number is None or (
        (lowest is not None and number < lowest) or (highest is not None and number > highest)
    ):
        raise ValueError(f"{value!r} is not {_allowed(kind, lowest, highest)}")
    if kind is int and highest is None and abs(number) > _LARGEST:
        raise ValueError(f"{value} is too large: {_LARGEST} is the most")
    return number


def _read_number(text: str, kind: type) -> Any:
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
