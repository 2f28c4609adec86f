"""A person with their own browser, and everything that browser receives."""

import json
import re
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import cached_property
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from typing import Any, Literal, TypedDict, Unpack

from playwright.sync_api import (
    Browser,
    BrowserContext,
    BrowserType,
    ConsoleMessage,
    Page,
    ViewportSize,
    WebSocket,
    expect,
)

PATIENCE_MS = 120_000.0
LAPTOP: ViewportSize = {"width": 1440, "height": 900}
TABLET: ViewportSize = {"width": 820, "height": 1180}
PHONE: ViewportSize = {"width": 390, "height": 844}
SMALL_PHONE: ViewportSize = {"width": 360, "height": 640}
PHONE_LYING: ViewportSize = {"width": 844, "height": 390}
SCREENS = {"desktop": LAPTOP, "tablet": TABLET, "phone": PHONE}
# The screens on which felts and texts are tightest.
TIGHT: dict[str, ViewportSize] = {
    "laptop": {"width": 1280, "height": 800},
    "lying-tablet": {"width": 1024, "height": 768},
    "small-phone": SMALL_PHONE,
}

_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--renderer-process-limit=1",  # No spare process is started, as there would be for each person.
    # A page lives for seconds: optimizing code or a thread for garbage would not pay.
    "--js-flags=--no-opt --no-maglev --single-threaded-gc --min-semi-space-size=16",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # No other host can be reached.
]
_TELL_VIOLATIONS = """
addEventListener('securitypolicyviolation', (event) =>
  console.error(`content security policy: ${event.violatedDirective} ${event.blockedURI}`));
"""
expect.set_options(timeout=PATIENCE_MS)


def launch(kind: BrowserType) -> Browser:
    """Launch Debian's Chromium, or what the machine has; the headless build does the least work."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    path = next(filter(None, map(shutil.which, names)), None)
    return kind.launch(executable_path=path, args=_ARGUMENTS)


class Looks(TypedDict, total=False):
    """A browser's settings; by default a laptop whose owner wants no motion."""

    viewport: ViewportSize
    reduced_motion: Literal["reduce", "no-preference"]
    has_touch: bool
    is_mobile: bool
    locale: str


class Visitor:
    """One person's browser. Errors in it are collected, and fail the test.

    Among them is any request to another origin: the service's policy forbids it, and the browser
    writes that to its console. Watching every request would cost five messages for each.
    """

    def __init__(self, browser: Browser, origin: str, **looks: Unpack[Looks]) -> None:
        looks.setdefault("viewport", LAPTOP)
        looks.setdefault("reduced_motion", "reduce")
        self.origin = origin
        self.problems: list[str] = []
        self.frames: list[str] = []  # WebSocket frames, in order of arrival.
        self._borne: list[re.Pattern[str]] = []
        self._browser, self._looks = browser, looks
        self._cookies: dict[str, str] = {}  # Until there is a browser that keeps them.

    @cached_property
    def context(self) -> BrowserContext:
        """The browser, started on first use: some visitors only call the API."""
        context = self._browser.new_context(base_url=self.origin, **self._looks)
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(_TELL_VIOLATIONS)
        context.on("console", self._wrote)
        context.on("weberror", lambda error: self._wrong(f"uncaught: {error.error}"))
        if self._cookies:
            _put(context, self.origin, self._cookies)
        return context

    @cached_property
    def page(self) -> Page:
        page = self.context.new_page()
        page.on("websocket", self._connected)
        return page

    @property
    def has_page(self) -> bool:
        return "page" in self.__dict__

    def _wrong(self, what: str) -> None:
        if not any(pattern.search(what) for pattern in self._borne):
            self.problems.append(what)

    def _wrote(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._wrong(f"console {message.type}: {message.text} ({message.location['url']})")

    def _connected(self, socket: WebSocket) -> None:
        if not socket.url.startswith(self.origin.replace("http", "ws") + "/"):
            self.problems.append(f"left the origin: {socket.url}")
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def get(self, path: str) -> Any:
        """Call the API as this person, outside the page."""
        return self._json("GET", path, {})

    def post(self, path: str, body: object = None) -> Any:
        headers = {"content-type": "application/json", "origin": self.origin}
        return self._json("POST", path, headers, json.dumps(body or {}))

    def _json(
        self, method: str, path: str, headers: Mapping[str, str], body: str | None = None
    ) -> Any:
        """Call from here, not through the driver: that takes three messages and more for each."""
        cookies = self.cookies
        sent = {
            **headers,
            "cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
            "x-csrf-token": cookies.get("queenhigh_csrf", ""),
        }
        address = self.origin.removeprefix("http://")
        with closing(HTTPConnection(address, timeout=PATIENCE_MS / 1000)) as connection:
            connection.request(method, path, body, sent)
            answer = connection.getresponse()
            told = answer.read()
        assert 200 <= answer.status < 300, f"{answer.status} {path}: {told.decode()}"
        self._keep(answer.headers.get_all("set-cookie", []))
        return json.loads(told) if told else None

    def _keep(self, cookies: Sequence[str]) -> None:
        """Keep the cookies that came with an answer, in the browser if there is one."""
        told = SimpleCookie()
        for each in cookies:
            told.load(each)
        self.take_cookies({name: morsel.value for name, morsel in told.items()})

    @property
    def cookies(self) -> dict[str, str]:
        if "context" not in self.__dict__:
            return dict(self._cookies)
        return {each.get("name", ""): each.get("value", "") for each in self.context.cookies()}

    def take_cookies(self, cookies: Mapping[str, str]) -> None:
        self._cookies |= cookies
        if cookies and "context" in self.__dict__:
            _put(self.context, self.origin, cookies)

    def wait_until(self, holds: Callable[[], bool]) -> None:
        """Wait for something that no element of the page shows."""
        until, pause = time.monotonic() + PATIENCE_MS / 1000, 4.0
        while not holds():
            assert time.monotonic() < until, "what was waited for did not come"
            self.page.wait_for_timeout(pause)  # Let the browser's messages in.
            pause = min(pause * 1.5, 100.0)

    def forget(self) -> None:
        """Make the browser a first-time visitor's; its cache may stay."""
        blank = "<link rel=icon href='data:,'>"  # Same origin, without program or icon.
        self.page.route(
            "**/blank", lambda route: route.fulfill(body=blank, content_type="text/html")
        )
        self.page.goto("/blank")
        self.page.evaluate("localStorage.clear(), sessionStorage.clear()")
        self.context.clear_cookies()

    def close(self) -> None:
        if "context" in self.__dict__:
            self.context.close()

    @contextmanager
    def bearing(self, pattern: str) -> Iterator[None]:
        """Meanwhile, do not blame the page for what the browser itself logs about this."""
        borne = re.compile(pattern)
        self._borne.append(borne)
        try:
            yield
        finally:
            self._borne.remove(borne)


def _put(context: BrowserContext, origin: str, cookies: Mapping[str, str]) -> None:
    context.add_cookies(
        [{"name": name, "value": value, "url": origin} for name, value in cookies.items()]
    )
