"""Three Card Poker, from the rule book to the table.

The names below are public and stay: what they do changes only with a new major version and a line
in the changelog. Everything else in the package may change with any version.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .house.errors import HouseError as HouseError
    from .house.model import House as House
    from .library.figures import analyze as analyze
    from .library.round import Hand as Hand
    from .library.round import Seat as Seat
    from .library.round import settle as settle
    from .library.table import Table as Table
    from .table.refusal import Refused as Refused

__version__ = "0.1.0"

_WHERE = {
    "Hand": "library.round",
    "House": "house.model",
    "HouseError": "house.errors",
    "Refused": "table.refusal",
    "Seat": "library.round",
    "Table": "library.table",
    "analyze": "library.figures",
    "settle": "library.round",
}
__all__ = ["Hand", "House", "HouseError", "Refused", "Seat", "Table", "analyze", "settle"]


def __getattr__(name: str) -> Any:
    """Public names are imported when they are asked for: the command line starts without them."""
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{_WHERE[name]}", __name__), name)
