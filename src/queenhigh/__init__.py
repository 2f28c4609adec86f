"""Three Card Poker, from the rule book to the table.

The names below are public and stay: what they do changes only with a new major version and a line
in the changelog. Everything else in the package may change with any version.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .house.errors import HouseError as HouseError
    from .house.model import House as House
    from .library import Hand as Hand
    from .library import Seat as Seat
    from .library import settle as settle

__version__ = "0.1.0"

_WHERE = {
    "Hand": "library",
    "House": "house.model",
    "HouseError": "house.errors",
    "Seat": "library",
    "settle": "library",
}
__all__ = ["Hand", "House", "HouseError", "Seat", "settle"]


def __getattr__(name: str) -> Any:
    """Public names are imported when they are asked for: the command line starts without them."""
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{_WHERE[name]}", __name__), name)
