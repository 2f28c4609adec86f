"""Which figures are asked for, and what of them is frozen."""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import msgspec

from tests.oracle.values import VALUES

_ROOT = re.compile(r"sqrt\((.+)\)")


def analyses(house: str, option: str = "") -> Iterator[list[str]]:
    """The arguments of `analyze`, for the house as it is or with an option in all its values."""
    ways = [["--seats", "1"], ["--seats", "7"]]
    if not option:
        for way in ways:
            yield ["--house", house, *way]
            if house == "manual":
                yield ["--house", house, *way, "--meter", "0"]
                yield ["--house", house, *way, "--meter", "2500000"]
        return
    ways = [["--seats", "1"], ["--seats", "7", "--meter", "5000000"]]
    for value in VALUES[option]:
        options = msgspec.json.encode({option: value}).decode()
        for way in ways if house == "manual" else ways[:1]:
            yield ["--house", house, *way, "--options", options]


def simulations(house: str) -> Iterator[list[str]]:
    for seats in ("1", "7"):
        size = ["--rounds", "50000", "--seats", seats, "--seed", "20260105", "--cores", "1"]
        yield ["--house", house, *size]
        yield ["--house", house, *size, "--strategy", "always"]


def essentials(figures: Any) -> Any:
    """Without floats, and every exact figure as its fraction in lowest terms."""
    if isinstance(figures, dict):
        kept = {name: essentials(value) for name, value in figures.items() if not _is_float(value)}
        if isinstance(kept.get("exact"), str):
            kept["exact"] = _in_lowest_terms(kept["exact"])
        return kept
    if isinstance(figures, list):
        return [essentials(each) for each in figures if not _is_float(each)]
    return figures


def _is_float(value: Any) -> bool:
    return isinstance(value, float)


def _in_lowest_terms(exact: str) -> str:
    if root := _ROOT.fullmatch(exact):
        return f"sqrt({_in_lowest_terms(root[1])})"
    return str(Fraction(exact))
