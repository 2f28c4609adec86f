"""Host names the service answers to, and the header that keeps browsers on TLS."""

from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from queenhigh.service.allowed_hosts import AllowedHosts
from queenhigh.service.app import make_app
from queenhigh.service.config import Config
from tests.clauses import cases


@cases("""
    host                    allowed
    cards.example           yes        # The public address.
    CARDS.example:8030      yes
    pit.room.example        yes        # Below .room.example.
    127.0.0.1:8030          yes        # Digits are nobody's name.
    [::1]:8030              yes
    localhost               yes
    evil.example            no
    cards.example.evil.org  no
    127.0.0.1.evil.org      no
    room.example.evil       no
    [::1                    no
""")
def test_a_foreign_name_is_refused(host: str, allowed: str) -> None:
    hosts = AllowedHosts([".room.example"], "https://cards.example")
    assert hosts.allows(host) is (allowed == "yes")


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient[Any]]:
    config = Config(database="memory", address="https://cards.example", trusted_proxies=())
    with TestClient(make_app(config), base_url="http://cards.example") as opened:
        yield opened


def test_a_page_that_rebinds_its_name_to_ours_gets_nothing(client: TestClient[Any]) -> None:
    answer = client.get("/api/tables", headers={"host": "evil.example"})
    assert (answer.status_code, answer.json()["code"]) == (400, "host/unknown")
    assert client.get("/api/tables").status_code == 200


def test_a_service_reached_by_tls_tells_browsers_to_stay_on_it(client: TestClient[Any]) -> None:
    assert client.get("/health").headers["strict-transport-security"] == "max-age=31536000"


def test_without_tls_nothing_is_promised() -> None:
    with TestClient(make_app(Config(database="memory")), base_url="http://127.0.0.1") as plain:
        assert "strict-transport-security" not in plain.get("/health").headers
        said = {"x-forwarded-proto": "https"}  # From a sender that is not our proxy.
        assert "strict-transport-security" not in plain.get("/health", headers=said).headers
