"""The application's entry point: versioned addresses, and HEAD wherever GET is answered."""

from typing import Any, Final

from litestar import Litestar

from ..wire.api_version import unversioned

# What ASGI hands over. `Any`: Litestar lists a scope's keys, and ours is not among them; and a
# server's own function to send by need not be a coroutine.
Asgi = Any
SEND: Final = "queenhigh.send"  # Key in a scope: see `server_send`.


class VersionedApp(Litestar):
    """Routes ``/api/v1/tables`` to ``/api/tables``, and answers HEAD like GET without a body."""

    async def __call__(self, scope: Asgi, receive: Asgi, send: Asgi) -> None:
        if scope["type"] in ("http", "websocket"):
            scope["path"] = unversioned(scope["path"])
            scope[SEND] = send
        if scope.get("method") == "HEAD":
            # A copy: the server keeps its own, which says that no body follows.
            scope, send = {**scope, "method": "GET"}, _without_body(send)
        await super().__call__(scope, receive, send)


def server_send(scope: Asgi) -> Asgi:
    """The server's own send function, without the layers around it on the way to a route."""
    return scope[SEND]


def _without_body(send: Asgi) -> Asgi:
    """Drop the body but keep the headers, including the length of that body."""

    async def headers_only(message: Asgi) -> None:
        await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

    return headers_only
