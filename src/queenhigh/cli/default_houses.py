"""The house that a command uses: the one named, or a built-in default that its help names."""

from functools import cache
from pathlib import Path


def plain_house() -> str:
    """The usual default."""
    return _defaults()["plain"]


def house_of_many_bets() -> str:
    """The default for commands about several bets together, or about a shuffle by hand."""
    return _defaults()["many_bets"]


def the_house(argument: str | None, option: str | None) -> str:
    """The house of a command that takes it as an argument or an option."""
    if argument is not None and option is not None and argument != option:
        raise ValueError(f"two houses given, {argument} and {option}; give one")
    if (named := option if argument is None else argument) is None:
        raise ValueError("no house given: give its key, its file or its folder")
    return named


@cache
def _defaults() -> dict[str, str]:
    """Read one name a line: every help text needs them, and a parser would slow each start."""
    lines = Path(__file__).with_suffix(".txt").read_text("utf-8").splitlines()
    return dict(line.split() for line in lines)
