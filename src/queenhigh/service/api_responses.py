"""Outgoing API answers: unchanged ones are not sent again, and the rest are compressed.

This applies only to GET answers in one piece. An `ETag` is a hash of the answer, so it stays valid
across restarts and processes. Answers with `no-store` have none.
"""

import gzip
import hashlib
from typing import Final

from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send

from ..wire.api_version import API
from .client_address import header_values

_LEAST_BYTES: Final = 1_000  # Smaller answers fit into one packet: compressing gains nothing.
_LEVEL: Final = 5
_TEXTS: Final = ("json", "/csv")  # Endings of the media types that are compressed.
_DESCRIBED: Final = ("/schema/openapi.json", "/schema/asyncapi.json")


class ApiResponses(ASGIMiddleware):
    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        path = scope["path"]
        asked = path.startswith(f"{API}/") or path in _DESCRIBED
        if scope.get("method") != "GET" or not asked:
            await next_app(scope, receive, send)
            return
        await next_app(scope, receive, _Outgoing(scope, send))


class _Outgoing:
    """Holds back the head of an answer until its body is ready."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self._scope, self._send = scope, send
        self._head: HTTPResponseStartEvent | None = None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] == 200:
            self._head = message
            return
        head, self._head = self._head, None
        if head is not None and message["type"] == "http.response.body":
            if message.get("more_body"):
                await self._send(head)  # Streams are passed on unchanged.
            else:
                message["body"] = self._prepared(head, message["body"])
                await self._send(head)
        await self._send(message)

    def _prepared(self, head: HTTPResponseStartEvent, body: bytes) -> bytes:
        headers = MutableScopeHeaders.from_message(head)
        kind = headers.get("content-type", "").split(";")[0]
        if not kind.endswith(_TEXTS) or "content-encoding" in headers:
            return body
        if "no-store" not in headers.get("cache-control", ""):
            tag = f'W/"{hashlib.sha256(body).hexdigest()[:32]}"'
            headers["etag"] = tag
            headers.setdefault("cache-control", "private, no-cache")
            if _is_known(self._scope, tag):
                head["status"] = 304
                for name in ("content-type", "content-length"):
                    if name in headers:
                        del headers[name]
                return b""
        headers.extend_header_value("vary", "accept-encoding")
        accepted = ",".join(header_values(self._scope, b"accept-encoding"))
        if len(body) >= _LEAST_BYTES and takes(accepted, "gzip"):
            body = gzip.compress(body, _LEVEL, mtime=0)
            headers["content-encoding"] = "gzip"
            headers["content-length"] = str(len(body))
        return body


def _is_known(scope: Scope, tag: str) -> bool:
    known = ",".join(header_values(scope, b"if-none-match"))
    given = {each.strip().removeprefix("W/") for each in known.split(",")}
    return tag.removeprefix("W/") in given or "*" in given


def takes(accepted: str, encoding: str) -> bool:
    """Whether a client with this Accept-Encoding header accepts the encoding."""
    for each in accepted.split(","):
        name, _, quality = each.strip().lower().partition(";")
        if name.strip() in (encoding, "*"):
            return quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
