"""What routes receive: the person who makes the request, and the application's shared objects."""

from collections.abc import Callable

from litestar import Request, WebSocket
from litestar.datastructures import State
from litestar.di import NamedDependency

from ..store.credentials import Person
from .config import Config
from .floor_view import FloorView
from .metrics import Metrics
from .people.sessions import Credential
from .tables.lobby import Lobby

Asked = Request[Person, Credential, State]  # The guards admit nobody who is not a Person.
Socket = WebSocket[Person, Credential, State]
TheLobby = NamedDependency[Lobby]
TheConfig = NamedDependency[Config]
TheMetrics = NamedDependency[Metrics]
TheFloor = NamedDependency[FloorView]


class CageCurrency:
    """The currency of purses, the cage and reports: that of the cage's house."""

    def __init__(self, read: Callable[[], str]):
        self.read = read


TheCurrency = NamedDependency[CageCurrency]  # Provided by the app as "cage_currency".
