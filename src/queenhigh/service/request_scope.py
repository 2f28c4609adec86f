"""What routes receive: the person making the request, and the application's shared objects."""

from collections.abc import Callable
from typing import Any

from litestar import Request, WebSocket
from litestar.di import NamedDependency

from .config import Config
from .floor_view import FloorView
from .metrics import Metrics
from .tables.lobby import Lobby

Asked = Request[Any, Any, Any]  # Its `user` is the Person that the guards admitted.
Socket = WebSocket[Any, Any, Any]
TheLobby = NamedDependency[Lobby]
TheConfig = NamedDependency[Config]
TheMetrics = NamedDependency[Metrics]
TheFloor = NamedDependency[FloorView]


class CageCurrency:
    """The currency of purses, the cage and reports: that of the cage's house."""

    def __init__(self, read: Callable[[], str]):
        self.read = read


TheCurrency = NamedDependency[CageCurrency]  # Provided by the app as "cage_currency".
