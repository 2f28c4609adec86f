"""Patrons whom staff seat without knowing a name."""

import re
from typing import Final

# `walk-in-SEAT-UNIQUE`, or as they call the patron. Nobody registers by it: what is left under it
# in the books is never somebody's who comes later.
_WALK_IN: Final = re.compile(r"walk-in-(?=.{1,24}$)[a-z0-9]+(-[a-z0-9]+)*")


def is_walk_in(name: str) -> bool:
    return _WALK_IN.fullmatch(name) is not None
