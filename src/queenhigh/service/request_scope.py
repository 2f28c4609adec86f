"""What routes receive: the person who is asking, and what the application shares with them."""

from collections.abc import Callable
from typing import Any

from litestar import Request, WebSocket
from litestar.di import NamedDependency

from .config import Config
from .floor_view import FloorView
from .metrics import Metrics
from .tables.lobby import Lobby

Asked = Request[Any, Any, Any]  # Its `user` is the Person whom the guards let through.
Socket = WebSocket[Any, Any, Any]
TheLobby = NamedDependency[Lobby]
TheConfig = NamedDependency[Config]
TheMetrics = NamedDependency[Metrics]
TheFloor = NamedDependency[FloorView]


class CageCurrency:
    """The currency of purses, the cage and reports, by the house that the cage goes by."""

    def __init__(self, read: Callable[[], str]):
        self.read = read


TheCurrency = NamedDependency[CageCurrency]  # The app provides it as "cage_currency".
