"""Functions found by the type of the event or command that they take."""

from collections.abc import Callable
from inspect import isfunction
from types import ModuleType
from typing import Any, get_args

# `Any`: each takes its own type, and those who look one up know what it gives.
_ByType = dict[type, Callable[..., Any]]


def by_type(parameter: str, *modules: ModuleType) -> _ByType:
    """The public functions of these modules that have this parameter, by its annotation.

    A function that takes several types stands under each. No two may take the same one.
    """
    found: _ByType = {}
    for module in modules:
        for name, function in vars(module).items():
            if name[0] == "_" or not isfunction(function) or function.__module__ != module.__name__:
                continue
            if taken := function.__annotations__.get(parameter):
                for kind in get_args(taken) or (taken,):
                    if kind in found:
                        raise TypeError(f"{function} and {found[kind]} both take {kind.__name__}")
                    found[kind] = function
    return found
