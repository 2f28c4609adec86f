"""Packages that exact figures need; they come with an extra, so may be missing."""

from functools import cache
from importlib.util import find_spec

_NEEDED = ("numpy", "numba")


@cache
def missing() -> str | None:
    """Return the first package that is not installed."""
    return next((name for name in _NEEDED if find_spec(name) is None), None)


def need_figures() -> None:
    """Raise ModuleNotFoundError if a package is missing.

    Called before importing a module that needs one: if several threads import a module that fails,
    some of them get a half-initialised module.
    """
    if (package := missing()) is not None:
        raise ModuleNotFoundError(f"No module named {package!r}", name=package)
