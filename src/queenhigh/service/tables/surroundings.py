"""What everybody at a table is told besides their view of it."""

import msgspec

from ...table.event import Fields
from ...wire.messages import Deadline


class Surroundings(msgspec.Struct, frozen=True, eq=False):
    """The same for all viewers, so viewers who were last told the same share its changes."""

    deadline: Deadline | None
    meters: dict[str, int]
    ready: list[int]
    idle_seconds: int | None

    def since(self, known: "Surroundings | None") -> Fields:
        """The fields in which it differs from what a client knows; all for a new client."""
        now = msgspec.structs.asdict(self)
        if known is None:
            return now
        return {name: new for name, new in now.items() if getattr(known, name) != new}
