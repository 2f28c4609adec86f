"""The house as a notebook shows it: its pay tables."""

from ..house.model import House
from .html import house_html

# How it looks is no business of the rules' layer, and a subclass would be another type of house.
House._repr_html_ = house_html  # type: ignore[attr-defined]

__all__ = ["House"]
