"""The house as a notebook shows it: its pay tables."""

from ..house.model import House
from .html import house_html

# Its looks do not belong in the layer of rules, and a subclass would be another type of house.
House._repr_html_ = house_html  # type: ignore[method-assign, assignment]

__all__ = ["House"]
