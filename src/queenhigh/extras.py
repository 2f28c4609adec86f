"""Packages that come with our extras, and what to install where one is missing."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.util import find_spec

_EXTRA_OF = {
    **dict.fromkeys(("matplotlib", "numba", "numpy", "typst"), "maths"),
    **dict.fromkeys(("dask", "distributed"), "cluster"),
    **dict.fromkeys(("argon2", "httptools", "litestar", "prometheus_client", "uvicorn"), "service"),
    **dict.fromkeys(("alembic", "cryptography", "sqlalchemy"), "store"),
    **dict.fromkeys(("httpx", "websockets"), "client"),
    **dict.fromkeys(("gymnasium", "pettingzoo"), "rl"),
    "pandas": "pandas",
    "psycopg": "postgres",
    "pyarrow": "parquet",
    "textual": "terminal",
}
# The extras that an extra includes, as in pyproject.toml.
INCLUDED = {
    "cluster": ("maths",),
    "postgres": ("store",),
    "reliability": ("client", "service", "store"),
    "rl": ("maths",),
    "service": ("store",),
    "terminal": ("client",),
}


def what_to_install(error: ModuleNotFoundError, feature: str = "") -> str | None:
    """One sentence; None where the package belongs to no extra, which is a bug.

    If the requested feature has an extra of its own that brings the package, that one is named.
    """
    package = (error.name or "").partition(".")[0]
    extra = _EXTRA_OF.get(package)
    if extra is None:
        return None
    if extra in INCLUDED.get(feature, ()):
        extra = feature
    return f"this needs {package}, which is not installed: pip install 'queenhigh[{extra}]'"


@contextmanager
def extra_named(feature: str = "") -> Iterator[None]:
    """Re-raise a missing import with the extra to install."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (needed := what_to_install(error, feature)) is None:
            raise
        raise ModuleNotFoundError(needed, name=error.name) from None


def need(*packages: str) -> None:
    """Raise ModuleNotFoundError with the extra to install if one of these packages is missing."""
    with extra_named():
        for package in packages:
            import_module(package)


@cache
def missing_for_figures() -> str | None:
    """Return the first package for exact figures that is not installed."""
    return next((name for name in ("numpy", "numba") if find_spec(name) is None), None)


def has_figures() -> bool:
    return missing_for_figures() is None


def need_figures() -> None:
    """Raise ModuleNotFoundError if a package for exact figures is missing.

    Called before importing a module that needs one: if several threads import a module that fails,
    some of them get a half-initialised module.
    """
    if (package := missing_for_figures()) is not None:
        raise ModuleNotFoundError(f"No module named {package!r}", name=package)
