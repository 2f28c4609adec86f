"""Takes the pictures of the front end: ``python docs/pictures/screens.py``.

Starts a service of its own on a database in memory, and plays a round in Chromium.
"""

import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

_HERE = Path(__file__).parent
_QUEENHIGH = str(Path(sys.executable).with_name("queenhigh"))


def main() -> None:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port = trial.getsockname()[1]
    command = [_QUEENHIGH, "serve", "--database", "memory", "--port", str(port)]
    service = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait(f"http://localhost:{port}/ready")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            page = browser.new_context(
                viewport={"width": 1440, "height": 900}, reduced_motion="reduce"
            ).new_page()
            _play(page, f"http://localhost:{port}")
            page.goto(f"http://localhost:{port}/odds/manual")
            page.wait_for_timeout(2_500)
            page.screenshot(path=_HERE / "odds.jpg", type="jpeg", quality=82)
            browser.close()
    finally:
        service.terminate()
        service.wait(20)


def _play(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("button", name="Choose the rules").click()
    page.get_by_role("button", name="Deal me in").click()
    page.get_by_role("button", name="Buy $200").click()
    page.get_by_role("dialog").wait_for(state="hidden")
    for key in "aapsg":
        page.keyboard.press(key)
        page.wait_for_timeout(300)
    page.keyboard.press("l")
    page.get_by_role("button", name="Fold").wait_for()
    page.keyboard.press("y")
    page.get_by_role("button", name=re.compile("Repeat .* and deal")).wait_for()
    page.wait_for_timeout(1_000)
    page.screenshot(path=_HERE / "table.jpg", type="jpeg", quality=82)


def _wait(address: str) -> None:
    for _ in range(300):
        try:
            urllib.request.urlopen(address)
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.2)
        else:
            return
    raise RuntimeError("the service does not come up")


if __name__ == "__main__":
    main()
