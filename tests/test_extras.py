"""An error about a missing package names the one extra that brings the feature."""

import re
import tomllib
from pathlib import Path

import pytest

from queenhigh.cli.command_groups import EXTRAS, GROUPS
from queenhigh.extras import INCLUDED, extra_named, what_to_install

_PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))
_EXTRAS: dict[str, list[str]] = _PROJECT["project"]["optional-dependencies"]


def included(extra: str) -> set[str]:
    """Return the other extras that an extra includes, transitively."""
    named = re.findall(r"queenhigh\[([\w,]+)\]", " ".join(_EXTRAS[extra]))
    direct = {each for names in named for each in names.split(",")}
    return direct.union(*map(included, direct))


def test_what_an_extra_includes_matches_the_project() -> None:
    assert {name: set(parts) for name, parts in INCLUDED.items()} == {
        name: parts for name in _EXTRAS if name != "dev" and (parts := included(name))
    }


def test_a_command_names_an_extra_that_there_is() -> None:
    assert set(EXTRAS.values()) <= set(_EXTRAS)
    assert set(EXTRAS) <= {command for group in GROUPS.values() for command in group}


@pytest.mark.parametrize(
    ("package", "feature", "extra"),
    [
        ("sqlalchemy", "service", "service"),
        ("psycopg", "service", "postgres"),
        ("sqlalchemy", "", "store"),
        ("httpx", "terminal", "terminal"),
        ("litestar", "reliability", "reliability"),
        ("numpy.random", "", "maths"),
    ],
)
def test_the_extra_is_the_feature_s_where_that_brings_the_package(
    package: str, feature: str, extra: str
) -> None:
    error = ModuleNotFoundError(f"No module named {package!r}", name=package)
    said = what_to_install(error, feature)
    assert said is not None
    assert said.endswith(f"pip install 'queenhigh[{extra}]'")


def test_a_program_that_lacks_a_package_is_told_the_extra() -> None:
    with (
        pytest.raises(ModuleNotFoundError, match=r"pip install 'queenhigh\[maths\]'$"),
        extra_named(),
    ):
        raise ModuleNotFoundError("No module named 'numpy'", name="numpy")


def test_a_missing_package_outside_every_extra_is_a_bug() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"^No module named 'nowhere'$"), extra_named():
        raise ModuleNotFoundError("No module named 'nowhere'", name="nowhere")
