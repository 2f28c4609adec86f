"""The real service, a real browser, and people who come with one."""

from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from .browsing import Visitor, launch
from .serving import Service
from .staffing import pit_before_the_shift, room_after_the_day

Visit = Callable[..., Visitor]

# One table of each house as at any first start, and one that does not make two people wait.
TABLES = """
[[tables]]
id = "quick"
name = "Quick table"
house = "manual"
betting_seconds = 40
decision_seconds = 600
"""
HOUSES = ("mics", "mics-alternate", "chickasaw", "manual", "classic")


def _table_of(house: str) -> str:
    return f'[[tables]]\nid = "{house}"\nname = "Table of {house}"\nhouse = "{house}"\n'


_OF_EACH_HOUSE = "\n".join(map(_table_of, HOUSES))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = launch(playwright.chromium)
        yield started
        started.close()


@pytest.fixture(scope="session")
def cardroom(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The service that most tests share; each brings its own people and tables."""
    yield from _running(tmp_path_factory.mktemp("cardroom"), TABLES + _OF_EACH_HOUSE)


@pytest.fixture
def own_cardroom(tmp_path: Path) -> Iterator[Service]:
    """A service at its first start, for a test that kills it or needs its one-time link.

    It has one table, so its lobby is quickly computed and shown to every visitor.
    """
    yield from _running(tmp_path, _table_of("classic"))


@pytest.fixture(scope="session")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A room after a day's work; none of the tests that share it touches what another checks."""
    with room_after_the_day(tmp_path_factory.mktemp("after-the-day")) as service:
        yield service


@pytest.fixture(scope="session")
def pit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A staffed room; each of the tests that share it has its own table or patron there."""
    with pit_before_the_shift(tmp_path_factory.mktemp("pit")) as service:
        yield service


def _running(folder: Path, tables: str) -> Iterator[Service]:
    service = Service(folder, tables)
    service.start()
    try:
        yield service
    finally:
        service.stop()


@pytest.fixture
def visit(
    request: pytest.FixtureRequest, browser: Browser, cardroom: Service, tmp_path: Path
) -> Iterator[Visit]:
    """Let people in, each with their own browser; afterwards none may have had errors."""
    visitors: list[Visitor] = []
    services: dict[str, Service] = {}

    def come(service: Service = cardroom, **looks: Any) -> Visitor:
        services[service.origin] = service
        visitors.append(Visitor(browser, service.origin, **looks))
        return visitors[-1]

    yield come
    problems = [death for service in services.values() for death in service.deaths()]
    problems += [problem for visitor in visitors for problem in visitor.problems]
    failed = getattr(request.node, "failed", False)
    if failed:
        for number, visitor in enumerate(each for each in visitors if each.has_page):
            picture = tmp_path / f"visitor-{number}.png"
            visitor.page.screenshot(path=picture)
            print(f"as it looked: {picture} ({visitor.page.url})")
    if failed or problems:
        for service in services.values():
            print(f"{service.origin} wrote last:\n{service.log() or 'nothing'}")
    for visitor in visitors:
        visitor.close()
    assert not problems, "\n".join(problems)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, Any, Any]:
    report = yield
    if report.when == "call" and report.failed:
        item.failed = True  # type: ignore[attr-defined]
    return report
