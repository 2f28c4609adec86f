"""Patrons whom staff seat without knowing their name."""

import re
from typing import Final

# `walk-in-SEAT-UNIQUE`, or whatever staff call the patron. Nobody can register under such a name,
# so what is left under it in the books never goes to somebody who comes later.
_WALK_IN: Final = re.compile(r"walk-in-(?=.{1,24}$)[a-z0-9]+(-[a-z0-9]+)*")


def is_walk_in(name: str) -> bool:
    return _WALK_IN.fullmatch(name) is not None
