"""The front end's files, and the headers that restrict the browser to this origin."""

import asyncio
import gzip
import mimetypes
import re
from functools import lru_cache
from pathlib import Path
from typing import Final, TypedDict

import msgspec
from litestar import Request, Response, get, route
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.types import Message, Scope

from .api_responses import takes
from .client_address import Addresses
from .errors import CODES, ServiceError, nothing_at
from .rights import Needs, needs

_IN_A_WHEEL = Path(__file__).parents[1] / "web"
_IN_A_CHECKOUT = Path(__file__).parents[3] / "web" / "dist"
_NO_PAGES = ("api", "schema")  # A missing address below these is a JSON error, not a page.


class _Open(TypedDict):
    guards: list[Needs]
    include_in_schema: bool
    opt: dict[str, bool]


_OPEN: Final[_Open] = {
    "guards": [needs("site.see")],
    "include_in_schema": False,
    "opt": {"without_session": True},
}
_ONLY_TLS = "max-age=31536000"  # A year, renewed with every answer.
_FOR_EVER = "public, max-age=31536000, immutable"
HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
_NOT_BUILT = """<!doctype html><meta charset="utf-8"><title>Queenhigh</title>
<h1>Queenhigh</h1>
<p>The service is running, but its front end has not been built.
<p>In a checkout, <code>scripts/web</code> builds it.
<p>The API is described at <a href="/schema/openapi.json">/schema/openapi.json</a>.
"""


def folder_of(configured: str) -> Path:
    if configured:
        return Path(configured)
    return _IN_A_WHEEL if _IN_A_WHEEL.is_dir() else _IN_A_CHECKOUT


class _Packed(msgspec.Struct, frozen=True):
    """A file ready to be sent: plain, and by encoding, the best first."""

    encoded: dict[str, bytes]
    plain: bytes

    def taken_by(self, accepted: str) -> tuple[bytes, str]:
        for name, packed in self.encoded.items():
            if takes(accepted, name):
                return packed, name
        return self.plain, ""


@lru_cache(maxsize=512)
def _packed(path: Path, changed_ns: int) -> _Packed:
    """Read and compress a file; `changed_ns` makes the cache read it again after a change."""
    plain = path.read_bytes()
    encoded = {"gzip": gzip.compress(plain, 9, mtime=0)}
    by_the_build = path.with_name(f"{path.name}.br")
    if by_the_build.is_file():
        encoded = {"br": by_the_build.read_bytes(), **encoded}
    # Fonts and pictures do not get smaller.
    worth = {name: body for name, body in encoded.items() if len(body) < 0.9 * len(plain)}
    return _Packed(worth, plain)


def site(folder: Path) -> HTTPRouteHandler:
    """Serve the front end's files, and its single page at every page address."""
    pages = _pages(folder)

    @get(["/", "/{path:path}"], **_OPEN)
    async def file(
        request: Request[object, object, State], path: FromPath[str] = ""
    ) -> Response[bytes]:
        wanted = path.lstrip("/")
        if wanted.split("/")[0] in _NO_PAGES or (
            wanted.startswith("assets/") and _within(folder, wanted) is None
        ):
            raise nothing_at(f"/{wanted}")
        accepted = request.headers.get("accept-encoding", "")
        return await asyncio.to_thread(read, wanted, accepted)

    def read(wanted: str, accepted: str) -> Response[bytes]:
        found = _within(folder, wanted)
        index = folder / "index.html"
        if found is None and not index.is_file():
            return _html(_NOT_BUILT.encode())
        status = 200 if found or pages is None or pages.match(f"/{wanted}") else 404
        found = found or index
        packed = _packed(found, found.stat().st_mtime_ns)
        kind = mimetypes.guess_type(found.name)[0] or "application/octet-stream"
        hashed = found.parent.name == "assets"  # The build puts a hash into their names.
        headers = {"cache-control": _FOR_EVER if hashed else "no-cache", "vary": "accept-encoding"}
        body, encoding = packed.taken_by(accepted)
        if encoding:
            headers["content-encoding"] = encoding
        if found == index:
            kind = "text/html"
        return Response(body, media_type=kind, headers=headers, status_code=status)

    return file


def _html(page: bytes) -> Response[bytes]:
    headers = {"cache-control": "no-cache"}
    return Response(page, media_type="text/html", headers=headers)


def _pages(folder: Path) -> re.Pattern[str] | None:
    """The addresses of the front end's pages; None if the build does not list them."""
    listed = folder / "routes.json"
    if not listed.is_file():
        return None
    return re.compile("|".join(map(_address, msgspec.json.decode(listed.read_bytes(), type=dict))))


def _address(route: str) -> str:
    """The pattern of a route: ``/table/:id`` takes one more part, ``/odds/:house?`` may."""
    parts = [part for part in route.split("/") if part]
    return "".join(map(_part, parts)) + "/?$"


def _part(part: str) -> str:
    if not part.startswith(":"):
        return f"/{re.escape(part)}"
    return "(?:/[^/]+)?" if part.endswith("?") else "/[^/]+"


@route("/{path:path}", http_method=["POST", "PUT", "PATCH", "DELETE"], **_OPEN)
async def nothing_to_change(path: FromPath[str]) -> None:
    """Answer 404 for unknown API addresses, and 405 for pages, which can only be read."""
    if path.strip("/").split("/")[0] in _NO_PAGES:
        raise nothing_at(path)
    raise ServiceError(*CODES[405], 405, headers={"allow": "GET, HEAD"})


def _within(folder: Path, wanted: str) -> Path | None:
    """The file of that name, if it is inside the folder."""
    if not wanted or "\0" in wanted:
        return None
    found = (folder / wanted).resolve()
    inside = found.is_relative_to(folder.resolve())
    return found if inside and found.is_file() else None


class Headers:
    """Adds the security headers to every answer before it is sent."""

    def __init__(self, addresses: Addresses, *, secure: bool | None = None) -> None:
        """`secure`: whether the service is reached by https; None: decide by connection."""
        self._addresses, self._secure = addresses, secure

    async def __call__(self, message: Message, scope: Scope) -> None:
        if message["type"] != "http.response.start":
            return
        headers = HEADERS
        if self._secure or (self._secure is None and self._addresses.caller(scope).secure):
            headers = {**HEADERS, "strict-transport-security": _ONLY_TLS}
        have = {name.lower() for name, _ in message["headers"]}
        message["headers"] = [
            *message["headers"],
            *(
                (name.encode(), value.encode())
                for name, value in headers.items()
                if name.encode() not in have
            ),
        ]
