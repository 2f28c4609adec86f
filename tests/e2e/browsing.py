"""A person with their own browser, and everything that browser receives."""

import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any, Literal, TypedDict, Unpack

from playwright.sync_api import (
    APIResponse,
    Browser,
    BrowserContext,
    BrowserType,
    ConsoleMessage,
    Page,
    Request,
    Response,
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
    """One person's browser. Errors in it are collected, and fail the test."""

    def __init__(self, browser: Browser, origin: str, **looks: Unpack[Looks]) -> None:
        looks.setdefault("viewport", LAPTOP)
        looks.setdefault("reduced_motion", "reduce")
        self.origin = origin
        self.problems: list[str] = []
        self.frames: list[str] = []  # WebSocket frames, in order of arrival.
        self._answers: list[Response] = []
        self._borne: list[re.Pattern[str]] = []
        self.context: BrowserContext = browser.new_context(base_url=origin, **looks)
        self.context.set_default_timeout(PATIENCE_MS)
        self.context.add_init_script(_TELL_VIOLATIONS)
        self.context.on("request", self._requested)
        self.context.on("response", self._answered)
        self.context.on("console", self._wrote)
        self.context.on("weberror", lambda error: self._wrong(f"uncaught: {error.error}"))

    @cached_property
    def page(self) -> Page:
        """The page, made on first use: some visitors only call the API."""
        page = self.context.new_page()
        page.on("websocket", self._connected)
        return page

    def _wrong(self, what: str) -> None:
        if not any(pattern.search(what) for pattern in self._borne):
            self.problems.append(what)

    def _requested(self, request: Request) -> None:
        if not request.url.startswith((self.origin + "/", "data:", f"blob:{self.origin}/")):
            self.problems.append(f"left the origin: {request.url}")

    def _answered(self, response: Response) -> None:
        if "/api/" in response.url and "json" in response.headers.get("content-type", ""):
            self._answers.append(response)

    def _wrote(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._wrong(f"console {message.type}: {message.text} ({message.location['url']})")

    def _connected(self, socket: WebSocket) -> None:
        if not socket.url.startswith(self.origin.replace("http", "ws") + "/"):
            self.problems.append(f"left the origin: {socket.url}")
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def bodies(self) -> list[str]:
        """Return the API's answers since the last call."""
        answers, self._answers = self._answers, []
        return [answer.text() for answer in answers]

    def get(self, path: str) -> Any:
        """Call the API as this person, outside the page."""
        return self._json(self.context.request.get(path))

    def post(self, path: str, body: object = None) -> Any:
        cookies = {each.get("name"): each.get("value") for each in self.context.cookies()}
        headers = {"x-csrf-token": cookies.get("queenhigh_csrf") or "", "origin": self.origin}
        return self._json(self.context.request.post(path, data=body or {}, headers=headers))

    @staticmethod
    def _json(answer: APIResponse) -> Any:
        assert answer.ok, f"{answer.status} {answer.url}: {answer.text()}"
        return answer.json() if answer.body() else None

    def wait_until(self, holds: Callable[[], bool]) -> None:
        """Wait for something that no element of the page shows."""
        until = time.monotonic() + PATIENCE_MS / 1000
        while not holds():
            assert time.monotonic() < until, "what was waited for did not come"
            self.page.wait_for_timeout(10)  # Let the browser's messages in.

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
