"""Text, flags and defaults are taken as they are: no validator is imported to say so.

Typer hands every parameter to pydantic, whose import takes longer than most commands. Text needs no
conversion, and flags and defaults have their types already; the rest goes Typer's own way.
"""

from typing import Any

from typer import core
from typer._coercion import RuntimeParam, build_runtime_param

_PLAIN = {str: str, str | None: str, bool: bool, int: int}
_CONVERTING = ("parser", "click_type")


class _Plain(RuntimeParam):
    def _coerce_value(self, value: Any, param: Any, ctx: Any) -> Any:
        if isinstance(value, _PLAIN[self.annotation]):
            return value
        return build_runtime_param(param.type_descriptor).coerce(value, param, ctx)


def take_plain_values_as_they_are() -> None:
    """For every command of this process."""
    core.build_runtime_param = _built  # type: ignore[attr-defined]


def _built(descriptor: Any) -> RuntimeParam:
    about = descriptor.parameter_info
    converted = any(getattr(about, name, None) is not None for name in _CONVERTING)
    if descriptor.annotation in _PLAIN and not converted:
        return _Plain(about, descriptor.annotation)
    return build_runtime_param(descriptor)
