"""What everybody at a table is told besides the view."""

from typing import Any

import msgspec

from ...wire.messages import Deadline


class Surroundings(msgspec.Struct, frozen=True, eq=False):
    """Alike for all viewers, so those who were last told the same share what changes in it."""

    deadline: Deadline | None
    meters: dict[str, int]
    ready: list[int]
    idle_seconds: int | None

    def since(self, known: "Surroundings | None") -> dict[str, Any]:
        """The fields in which it differs from what a client knows; all for a new client."""
        now = msgspec.structs.asdict(self)
        if known is None:
            return now
        return {name: new for name, new in now.items() if getattr(known, name) != new}
