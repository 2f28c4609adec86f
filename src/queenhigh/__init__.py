"""Three Card Poker, from the rule book to the table.

The names below are public: their behaviour changes only with a new major version and a line in the
changelog. Everything else in the package may change with any version.
"""

import sys
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType

    from .cards.card import CardError as CardError
    from .house.errors import HouseError as HouseError
    from .house.model import House as House
    from .library.figures import Analysis as Analysis
    from .library.figures import analyze as analyze
    from .library.result import Result as Result
    from .library.round import Hand as Hand
    from .library.round import Seat as Seat
    from .library.round import settle as settle
    from .library.simulation import Simulation as Simulation
    from .library.simulation import simulate as simulate
    from .library.table import Table as Table
    from .table.refusal import Refused as Refused
    from .wagers.document import DocumentError as DocumentError

__version__ = "0.1.0"

_WHERE = {
    "Analysis": "library.figures",
    "CardError": "cards.card",
    "DocumentError": "wagers.document",
    "Hand": "library.round",
    "House": "library.house",
    "HouseError": "house.errors",
    "Refused": "table.refusal",
    "Result": "library.result",
    "Seat": "library.round",
    "Simulation": "library.simulation",
    "Table": "library.table",
    "analyze": "library.figures",
    "settle": "library.round",
    "simulate": "library.simulation",
}
__all__ = [
    "Analysis",
    "CardError",
    "DocumentError",
    "Hand",
    "House",
    "HouseError",
    "Refused",
    "Result",
    "Seat",
    "Simulation",
    "Table",
    "analyze",
    "settle",
    "simulate",
]


class _GymnasiumWatch:
    """Registers the environments once Gymnasium is imported; on `sys.meta_path` until then.

    Gymnasium 1 does not look for plugins, and importing it here would slow every start.
    """

    def find_spec(
        self, name: str, path: "Sequence[str] | None" = None, target: "ModuleType | None" = None
    ) -> "ModuleSpec | None":
        if name != "gymnasium":
            return None
        from importlib.machinery import PathFinder

        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None:
            execute = spec.loader.exec_module

            def executed(module: "ModuleType") -> None:
                execute(module)
                if self in sys.meta_path:
                    sys.meta_path.remove(self)
                _register_environments()

            # A hook on this one loader; wrapping it would hide it from importlib.
            spec.loader.exec_module = executed  # type: ignore[method-assign]
        return spec


def _register_environments() -> None:
    """`gymnasium.make("queenhigh/...")` works in a program that has both, in either order."""
    if "gymnasium" in sys.modules:
        from . import rl as rl
    else:
        sys.meta_path.insert(0, _GymnasiumWatch())


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


if not TYPE_CHECKING:  # A type checker knows the names above, and finds missing ones.

    def __getattr__(name: str) -> object:
        """Import public names on demand: the command line starts without them."""
        if name not in _WHERE:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from .extras import extra_named

        with extra_named():
            return getattr(import_module(f".{_WHERE[name]}", __name__), name)


_register_environments()
