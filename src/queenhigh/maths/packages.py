"""The packages that exact figures need. They come with an extra, so they may not be there."""

from functools import cache
from importlib.util import find_spec

_NEEDED = ("numpy", "numba")


@cache
def missing() -> str | None:
    """The first that is not installed."""
    return next((name for name in _NEEDED if find_spec(name) is None), None)


def need_figures() -> None:
    """Raises ModuleNotFoundError where a package is missing.

    Asked before a module that needs one is imported: where several threads import a module that
    fails, some of them are given half of it.
    """
    if (package := missing()) is not None:
        raise ModuleNotFoundError(f"No module named {package!r}", name=package)
