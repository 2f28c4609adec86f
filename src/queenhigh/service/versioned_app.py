"""The application's entry point: versioned addresses, and HEAD wherever GET is answered."""

from typing import Any, Final

from litestar import Litestar

from ..wire.api_version import unversioned

SEND: Final = "queenhigh.send"  # Key in a scope: see `server_send`.


class VersionedApp(Litestar):
    """Routes ``/api/v1/tables`` to ``/api/tables``, and answers HEAD like GET without a body."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] in ("http", "websocket"):
            scope["path"] = unversioned(scope["path"])
            scope[SEND] = send
        if scope.get("method") == "HEAD":
            scope["method"], send = "GET", _without_body(send)
        await super().__call__(scope, receive, send)


def server_send(scope: Any) -> Any:
    """The server's own function to send by, without what wraps it on the way to a route."""
    return scope[SEND]


def _without_body(send: Any) -> Any:
    """Drop the body but keep the headers, including the length of that body."""

    async def headers_only(message: Any) -> None:
        await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

    return headers_only
