"""The part of the figures that is frozen."""

import re
from fractions import Fraction
from typing import Any

_ROOT = re.compile(r"sqrt\((.+)\)")


def essentials(figures: Any) -> Any:
    """Drop floats, and reduce every exact figure to its fraction in lowest terms."""
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
