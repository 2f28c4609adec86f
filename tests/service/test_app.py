"""The application as a whole: every route has its right, every answer its headers."""

import re
from pathlib import Path

import pytest
from litestar.routes import HTTPRoute
from sqlalchemy import text

from queenhigh.cli.backup import rebuild
from queenhigh.service.app import make_app
from queenhigh.service.config import Config
from queenhigh.service.rights import rights_of_routes
from tests.service.desk import House, cardroom


def test_every_route_names_its_right() -> None:
    assert all(right for _, right in rights_of_routes(make_app(Config(database="memory"))))


def test_every_answer_keeps_a_browser_to_this_origin(house: House) -> None:
    for path in ("/", "/api/tables", "/nowhere", "/api/nowhere"):
        policy = house.anybody().get(path).headers["content-security-policy"]
        assert policy.startswith("default-src 'self'")
        assert "unsafe" not in policy


@pytest.mark.parametrize("path", ["/", "/table/mics", "/odds", "/welcome/abc"])
def test_every_page_of_the_front_end_is_its_index(house: House, path: str) -> None:
    answer = house.anybody().get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize(
    "path", ["/../pyproject.toml", "/%2e%2e/%2e%2e/pyproject.toml", "/assets/..%2f..%2f..%2fplay"]
)
def test_no_file_outside_the_front_end_is_served(house: House, path: str) -> None:
    assert "queenhigh.cli" not in house.anybody().get(path).text


def test_a_file_replaced_by_a_new_build_is_gone(house: House) -> None:
    assert house.anybody().get("/assets/index-0ld.js").status_code == 404


def test_an_unknown_api_address_says_so_in_the_usual_shape(house: House) -> None:
    answer = house.anybody().get("/api/nowhere")
    assert answer.status_code == 404
    assert set(answer.json()) == {"code", "message", "clauses", "path"}


def test_health_and_readiness_need_no_session(house: House) -> None:
    assert house.anybody().get("/health").json()["status"] == "up"
    ready = house.anybody().get("/ready").json()
    assert ready["status"] == "ready"
    assert ready["tables"] >= 5


def test_reports_ahead_of_the_log_end_readiness() -> None:
    with cardroom() as house:
        house.person("management").get("/api/alerts")
        assert house.anybody().get("/ready").status_code == 200
        with house.store.database.writing() as connection:
            moved = connection.execute(text("UPDATE floor_cursor SET position = 100000"))
            assert moved.rowcount == 1
        answer = house.anybody().get("/ready")
        assert (answer.status_code, answer.json()["code"]) == (503, "service/reports_stuck")
        assert "Reports are no longer updated" in answer.json()["message"]


def test_reports_are_rebuilt_by_the_command_that_readiness_names(tmp_path: Path) -> None:
    file = str(tmp_path / "log.db")
    with cardroom(file) as house:
        manager = house.person("management")
        house.person("administrator").post("/api/invitations", {"role": "dealer"})
        before = manager.get("/api/alerts").json()
        assert [each["kind"] for each in before["now"]] == ["staff_changed"]
        with house.store.database.writing() as connection:
            connection.execute(text("UPDATE floor_cursor SET position = 100000"))
        said = house.anybody().get("/ready").json()["message"]
        assert "queenhigh audit rebuild" in said
        assert rebuild(file, json=False) == 0
        assert house.anybody().get("/ready").status_code == 200
        assert manager.get("/api/alerts").json() == before


def test_metrics_are_for_the_services_operators(house: House) -> None:
    assert house.anybody().get("/metrics").status_code == 401
    assert house.guest().get("/metrics").status_code == 403
    told = house.person("auditor").get("/metrics").text
    assert "queenhigh_command_seconds_bucket" in told
    assert "guest-" not in told


def test_the_api_is_described_with_every_command(house: House) -> None:
    schema = house.anybody().get("/schema/openapi.json").json()
    assert "PlaceWagerWish" in schema["components"]["schemas"]
    assert "ReadMeterWish" not in schema["components"]["schemas"]


def test_head_gets_what_get_gets_at_every_route_except_the_body(house: House) -> None:
    routes = house.client.app.routes
    asked = [each for each in routes if isinstance(each, HTTPRoute) and "GET" in each.methods]
    auditor = house.person("auditor")
    paths = [re.sub(r"{(\w+):\w+}", "1", each.path) for each in asked]
    assert len(paths) > 50
    for path in paths:
        if path.endswith(".pdf"):  # Rendered each time, which takes seconds.
            continue
        read, head = auditor.get(path), auditor.head(path)
        assert (head.status_code, head.content) == (read.status_code, b""), path
        assert head.headers["content-type"] == read.headers["content-type"], path
        assert "content-length" in head.headers or "content-length" not in read.headers, path


@pytest.mark.parametrize("path", ["/", "/api/houses/mics/rules", "/api/v1/nowhere", "/nowhere"])
def test_head_gives_the_length_of_what_is_not_sent(house: House, path: str) -> None:
    read, head = house.client.get(path), house.client.head(path)
    assert (head.status_code, head.content) == (read.status_code, b"")
    for name in ("content-length", "content-type"):
        assert head.headers[name] == read.headers[name]


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize("path", ["/api", "/api/", "/api/nowhere", "/api/v1/no"])
def test_an_unknown_address_of_the_api_is_404_for_every_method(
    house: House, method: str, path: str
) -> None:
    answer = house.client.request(method, path)
    assert (answer.status_code, answer.json()["code"]) == (404, "request/not_found")


def test_the_address_of_another_version_names_the_supported_one(house: House) -> None:
    answer = house.anybody().get("/api/v2/tables")
    assert answer.status_code == 404
    assert answer.json()["code"] == "request/version"
    assert "v1" in answer.json()["message"]


def test_an_address_without_a_version_means_the_current_one(house: House) -> None:
    door = house.guest()
    for path in ("/tables", "/houses/mics", "/me/purse"):
        assert door.get(f"/api{path}").json() == door.get(f"/api/v1{path}").json()
    assert door.get("/api/v1/health").status_code == 404  # It is not part of the API.
