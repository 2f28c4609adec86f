"""The application under its version: ``/api/v1/tables`` comes to the route ``/api/tables``."""

from typing import Any

from litestar import Litestar

from ..wire.api_version import unversioned


class VersionedApp(Litestar):
    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] in ("http", "websocket"):
            scope["path"] = unversioned(scope["path"])
        await super().__call__(scope, receive, send)
