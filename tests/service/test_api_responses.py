"""Unchanged answers are not sent again, and long ones are compressed."""

import gzip
from typing import Any

import pytest

from tests.service.desk import House, cardroom


def asked(house: House, path: str, **headers: str) -> Any:
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    return house.client.get(path, headers={"accept-encoding": "identity", **given})


@pytest.mark.parametrize(
    "path", ["/api/houses", "/api/v1/houses/mics/rules", "/schema/openapi.json"]
)
def test_a_known_answer_is_304_and_empty(house: House, path: str) -> None:
    first = asked(house, path)
    again = asked(house, path, if_none_match=first.headers["etag"])
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    assert again.headers["content-security-policy"]


@pytest.mark.parametrize("known", ['"other"', 'W/"other", "third"', "", '"'])
def test_another_answer_is_sent_whole(house: House, known: str) -> None:
    answer = asked(house, "/api/houses", if_none_match=known)
    assert answer.status_code == 200
    assert answer.json()


def test_one_of_several_known_answers_is_enough(house: House) -> None:
    tag = asked(house, "/api/houses").headers["etag"]
    assert asked(house, "/api/houses", if_none_match=f'"a", {tag}').status_code == 304


def test_an_answer_that_changes_has_another_tag(house: House) -> None:
    before = asked(house, "/api/tables").headers["etag"]
    house.guest().post("/api/practice", {"house": "mics"})
    browser = house.person("floor")
    browser.post("/api/tables", {"id": "tagged", "house": "mics", "name": "Tagged"})
    assert asked(house, "/api/tables", if_none_match=before).status_code == 200


@pytest.mark.parametrize("accepted", ["gzip", "br;q=1, gzip;q=0.5", "*"])
def test_a_long_answer_is_compressed_for_clients_that_accept_it(
    house: House, accepted: str
) -> None:
    with house.client.stream(
        "GET", "/api/houses/mics/rules", headers={"accept-encoding": accepted}
    ) as answer:
        packed = b"".join(answer.iter_raw())
    plain = asked(house, "/api/houses/mics/rules")
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) == len(packed) < len(plain.content)
    assert gzip.decompress(packed) == plain.content
    assert answer.headers["etag"] == plain.headers["etag"]
    assert "accept-encoding" in answer.headers["vary"]


@pytest.mark.parametrize("accepted", ["", "identity", "gzip;q=0", "br"])
def test_no_client_gets_an_encoding_it_does_not_accept(house: House, accepted: str) -> None:
    answer = asked(house, "/api/houses/mics/rules", accept_encoding=accepted)
    assert "content-encoding" not in answer.headers


def test_a_short_answer_is_not_compressed(house: House) -> None:
    assert "content-encoding" not in asked(house, "/api/session", accept_encoding="gzip").headers


def test_an_answer_that_must_not_be_cached_has_no_tag(house: House) -> None:
    answer = asked(house, "/api/session")
    assert "no-store" in answer.headers["cache-control"]
    assert "etag" not in answer.headers


def test_an_answer_to_a_change_has_no_tag(house: House) -> None:
    assert "etag" not in house.guest().post("/api/practice", {"house": "mics"}).headers


def test_every_answer_says_how_many_more_requests_are_allowed() -> None:
    with cardroom(rate_limit=100, login_limit=3) as house:
        before, after = (house.client.get("/api/tables").headers for _ in range(2))
        assert int(after["ratelimit-remaining"]) < int(before["ratelimit-remaining"]) <= 100
        assert int(after["ratelimit-limit"]) == 100
        assert int(after["ratelimit-reset"]) >= 0
        refused = house.client.get("/api/houses/none").headers
        assert int(refused["ratelimit-remaining"]) < int(after["ratelimit-remaining"])


def test_the_tightest_of_several_limits_is_reported() -> None:
    with cardroom(rate_limit=100, login_limit=3) as house:
        body = {"name": "nobody", "password": "wrong"}
        told = [house.client.post("/api/login", json=body) for _ in range(4)]
        assert [each.headers["ratelimit-remaining"] for each in told] == ["2", "1", "0", "0"]
        assert told[-1].status_code == 429
        assert int(told[-1].headers["retry-after"]) > 0
