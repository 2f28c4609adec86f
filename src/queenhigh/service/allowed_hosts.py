"""The host names under which a request may address this service.

A page on another site can make a browser call us under its own name (DNS rebinding), and a link
built from a foreign `Host` leads elsewhere. Numeric addresses are always allowed, since they do not
depend on a name, and so are `localhost` and the name of this machine.
"""

import socket
from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from .client_address import header_values
from .errors import ServiceError, refusal_to


class AllowedHosts(ASGIMiddleware):
    """Refuses requests under other names.

    `named` lists names, `.cards.example` for all below it; `address` is the public address.
    """

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)

    def __init__(self, named: Iterable[str] = (), address: str = "") -> None:
        names = {each.strip().lower() for each in named if each.strip()}
        names |= {"localhost", socket.gethostname().lower(), socket.getfqdn().lower()}
        if address:
            names.add(urlsplit(address).hostname or "")
        self._names = frozenset(each for each in names if not each.startswith("."))
        self._below = tuple(each for each in names if each.startswith("."))

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        hosts = header_values(scope, b"host")
        if len(hosts) > 1 or not all(map(self.allows, hosts)):
            message = (
                "This service does not accept that host name: use its address, or add the name to"
                " the setting hosts."
            )
            raise refusal_to(scope, ServiceError("host/unknown", message, 400))
        await next_app(scope, receive, send)

    def allows(self, host: str) -> bool:
        try:
            name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
        except ValueError:
            return False
        if name in self._names or (self._below and name.endswith(self._below)):
            return True
        try:
            ip_address(name)
        except ValueError:
            return False
        return True
