"""Headers, cookies, paths and bodies no honest client sends."""

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from queenhigh.faults.real_service import Served
from tests.reliability.raw import A_MOMENT, exchange, request, status

SHAPE = {"code", "message", "clauses", "path"}


@pytest.fixture(scope="module")
def browsing(service: Served) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=service.address, trust_env=False, timeout=120) as client:
        client.post("/api/guests")
        client.headers["x-csrf-token"] = client.cookies["queenhigh_csrf"]
        yield client


@pytest.fixture
def browser(served: Served, browsing: httpx.Client) -> httpx.Client:
    """A guest's browser."""
    return browsing


def refused(answer: httpx.Response, *statuses: int) -> dict[str, Any]:
    """Check for a refusal in the common shape."""
    assert answer.status_code in (statuses or range(400, 500)), answer.text
    body: dict[str, Any] = answer.json()
    assert set(body) == SHAPE
    assert body["message"].endswith(".")
    return body


# Answers without a body


@pytest.mark.parametrize("path", ["/", "/api/v1/houses", "/api/nothing", "/ready"])
def test_head_is_get_without_the_body(browser: httpx.Client, path: str) -> None:
    head, get = browser.head(path), browser.get(path)
    assert (head.status_code, head.content) == (get.status_code, b"")
    assert head.headers.get("content-length") == get.headers.get("content-length")


def test_what_the_client_has_already_is_not_sent_again(browser: httpx.Client) -> None:
    kept = browser.get("/api/v1/houses").headers["etag"]
    again = browser.get("/api/v1/houses", headers={"if-none-match": kept})
    assert (again.status_code, again.content) == (304, b"")


# Bodies

BODIES: dict[str, bytes] = {
    "nothing": b"",
    "no JSON": b"{",
    "a text": b"sit down",
    "NaN": b'{"type":"sit","seat":NaN}',
    "no UTF-8": b'{"type":"sit","seat":1,"id":"\xff\xfe"}',
    "a zero byte": b'{"type":"sit","seat":1,"id":"a\x00b"}',
    "another encoding": '{"type":"sit","seat":1}'.encode("utf-16"),
    "a mark of order": b'\xef\xbb\xbf{"type":"sit","seat":1}',
    "depth": b'{"type":"sit","seat":' + b"[" * 50_000 + b"]" * 50_000 + b"}",
    "depth of objects": b'{"a":' * 30_000 + b"1" + b"}" * 30_000,
    "a long number": b'{"type":"sit","seat":' + b"9" * 5_000 + b"}",
    "many fields": json.dumps({f"f{n}": n for n in range(10_000)}).encode(),
    "a list": b"[]",
    "two documents": b'{"type":"sit","seat":1}{"type":"sit","seat":2}',
    "an id of the service": b'{"type":"sit","seat":1,"id":"shuffle:classic:14"}',
}
TOO_LARGE = 2_000_000
PLACES = ("/api/tables/classic/commands", "/api/practice", "/api/analysis")


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("body", BODIES)
def test_a_malformed_body_is_refused_in_the_usual_shape(
    browser: httpx.Client, place: str, body: str
) -> None:
    headers = {"content-type": "application/json"}
    refused(browser.post(place, content=BODIES[body], headers=headers), 400)


def test_duplicate_fields_are_refused(browser: httpx.Client) -> None:
    twice = b'{"type":"sit","seat":77,"seat":99}'
    headers = {"content-type": "application/json"}
    answer = browser.post("/api/tables/classic/commands", content=twice, headers=headers)
    refused(answer, 400)


def test_a_body_that_is_too_large_is_refused(browser: httpx.Client, served: Served) -> None:
    """The service may hang up before reading it to its end."""
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    for place in (*PLACES, "/api/login"):
        lines = (
            f"POST {place} HTTP/1.1", "Host: localhost", "Content-Type: application/json",
            f"Cookie: {cookies}", f"X-CSRF-Token: {browser.headers['x-csrf-token']}",
            f"Content-Length: {TOO_LARGE}",
        )  # fmt: skip
        answer = request(served, *(line.encode() for line in lines), body=b" " * TOO_LARGE)
        assert status(answer) in (0, 413)


@pytest.mark.parametrize(
    "kind",
    [
        *("text/plain", "application/xml", "multipart/form-data", "multipart/form-data; boundary="),
        *("application/x-www-form-urlencoded", "application/msgpack", "nonsense", "", "a/b;" * 50),
        "application/json; charset=utf-7",
    ],
)
def test_a_body_of_another_kind_does_no_harm(browser: httpx.Client, kind: str) -> None:
    body = b'{"type":"sit","seat":99}'
    headers = {"content-type": kind}
    refused(browser.post("/api/tables/classic/commands", content=body, headers=headers))


# Paths

OUTSIDE = [
    "/../pyproject.toml", "/..%2f..%2fpyproject.toml", "/%2e%2e/%2e%2e/etc/passwd",
    "/assets/../../../../etc/passwd", "/assets/..%5c..%5c..%5cetc%5cpasswd", "//etc/passwd",
    "/%2fetc%2fpasswd", "/....//....//etc/passwd", "/%252e%252e/%252e%252e/etc/passwd",
    "/assets/%00/../../etc/passwd", "/index.html%00.png", "/\\..\\..\\etc\\passwd",
    "/.git/config", "/%c0%ae%c0%ae/etc/passwd", "/file:///etc/passwd",
]  # fmt: skip


@pytest.mark.parametrize("path", OUTSIDE)
def test_no_path_leads_out_of_the_front_end(served: Served, path: str) -> None:
    answer = request(served, f"GET {path} HTTP/1.1".encode(), b"Host: localhost")
    assert status(answer) in (0, 200, 400, 404)
    for secret in (b"root:", b"[project]", b"repositoryformatversion"):
        assert secret not in answer


@pytest.mark.parametrize(
    "path",
    [
        "/api/tables/" + "x" * 20_000, "/api/tables/%00", "/api/tables/%ff%fe", "/api/tables/%",
        "/api/tables/%zz", "/api/tables/classic/rounds/99999999999999999999999",
        "/api/tables/classic/rounds/-1", "/api/tables/classic/rounds?limit=-1",
        "/api/tables/classic/rounds?before=x", "/api/tables/classic/rounds?limit=1&limit=2",
        "/api/tables/classic/changes?after=-1", "/api/clauses/" + "%2f" * 50,
        "/api/houses/..%2fmanual", "/api/compare?a=manual&b=%00", "/api/nowhere",
        "/api/tables/classic/rounds?before=" + "9" * 400,
    ],
    ids=lambda path: path[:50],
)  # fmt: skip
def test_an_unknown_api_address_is_refused_in_the_usual_shape(
    browser: httpx.Client, served: Served, path: str
) -> None:
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    line = f"GET {path} HTTP/1.1".encode()
    answer = request(served, line, b"Host: localhost", f"Cookie: {cookies}".encode())
    assert status(answer) in (0, 200, 400, 404, 414, 431)
    head, _, body = answer.partition(b"\r\n\r\n")
    if status(answer) in (400, 404) and b"application/json" in head:
        assert set(json.loads(body)) == SHAPE


# Headers and cookies


def test_large_and_many_headers_do_no_harm(served: Served) -> None:
    for lines in (
        [b"X-Large: " + b"x" * 100_000],
        [b"X-%d: y" % n for n in range(2_000)],
        [b"Cookie: " + b"a=b; " * 20_000],
        [b"Authorization: Bearer " + b"x" * 60_000],
    ):
        answer = request(served, b"GET /api/session HTTP/1.1", b"Host: localhost", *lines)
        assert status(answer) in (0, 200, 400, 401, 413, 431)


@pytest.mark.parametrize(
    "cookie",
    [
        b"queenhigh_session=", b"queenhigh_session", b"=;=;=", b"queenhigh_session=\xff\xfe",
        b"queenhigh_session=a; queenhigh_session=b", b'queenhigh_session="a\\"b"',
        b"queenhigh_session=" + b"x" * 5_000, b"queenhigh_session=%00%0d%0a",
        b"Queenhigh_Session=a", b"queenhigh_session=a\tb", b"\x00=\x01",
    ],
)  # fmt: skip
def test_a_malformed_cookie_is_refused(served: Served, cookie: bytes) -> None:
    lines = b"GET /api/session HTTP/1.1", b"Host: localhost", b"Cookie: " + cookie
    answer = request(served, *lines)
    assert status(answer) in (200, 400)
    if status(answer) == 200:
        assert b'"person":null' in answer


@pytest.mark.parametrize(
    "authorization",
    [
        b"Bearer", b"Bearer ", b"bearer \xff", b"Basic YTpi", b"Bearer a b c", b"Digest x",
        b"Bearer " + b"qh_" * 900, b"Bearer qh_\x7f",
    ],
)  # fmt: skip
def test_a_malformed_token_is_refused(served: Served, authorization: bytes) -> None:
    lines = b"GET /api/me/purse HTTP/1.1", b"Host: x", b"Authorization: " + authorization
    assert status(request(served, *lines)) in (400, 401)


@pytest.mark.parametrize(
    "lines",
    [
        [b"GET /health HTTP/1.1"],
        [b"GET /health HTTP/1.1", b"Host: a", b"Host: b"],
        [b"GET /health HTTP/1.1", b"Host: \xff"],
        [b"GET http://elsewhere/health HTTP/1.1", b"Host: localhost"],
        [b"GET /health HTTP/1.0"],
        [b"GET /health HTTP/9.9", b"Host: localhost"],
        [b"TRACE /health HTTP/1.1", b"Host: localhost"],
        [b"BREW /health HTTP/1.1", b"Host: localhost"],
        [b"OPTIONS * HTTP/1.1", b"Host: localhost"],
        [b"CONNECT localhost:22 HTTP/1.1", b"Host: localhost"],
        [b"GET  /health  HTTP/1.1", b"Host: localhost"],
        [b"GET /health HTTP/1.1", b"Host: localhost", b"X-Forwarded-For: " + b"1," * 4_000],
        [b"GET /health HTTP/1.1", b"Host: localhost", b"X-Forwarded-Proto: \xff"],
        [b"GET /health HTTP/1.1", b"Host: localhost", b"Transfer-Encoding: nonsense"],
        [b"GET /health HTTP/1.1", b"Host: localhost", b" folded: yes"],
        [b"GET /health HTTP/1.1", b"Host: localhost", b"no colon here"],
        [b"POST /api/guests HTTP/1.1", b"Host: localhost", b"Content-Length: -1"],
        [b"POST /api/guests HTTP/1.1", b"Host: x", b"Content-Length: 9", b"Content-Length: 2"],
        [b"POST /api/login HTTP/1.1", b"Host: localhost", b"Content-Length: 99999999999"],
        [b"POST /api/login HTTP/1.1", b"Host: localhost", b"Transfer-Encoding: chunked"],
        [b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
        [b"PRI * HTTP/2.0"],
    ],
    ids=lambda lines: b" / ".join(lines)[:60].decode("latin-1"),
)  # fmt: skip
def test_a_malformed_request_does_no_harm(served: Served, lines: list[bytes]) -> None:
    answer = request(served, *lines, patience=A_MOMENT)
    assert status(answer) not in (500, 502, 503)
    assert status(request(served, b"GET /health HTTP/1.1", b"Host: localhost")) == 200


def test_two_requests_hidden_in_one_are_not_mistaken_for_each_other(served: Served) -> None:
    """Both a length and a chunked body: whichever counts, nobody else's answer is affected."""
    hidden = b"GET /api/session HTTP/1.1\r\nHost: localhost\r\nX: "
    data = (
        b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" % (len(hidden) + 5)
    )
    answer = exchange(served, data + hidden, A_MOMENT)
    assert answer.count(b"HTTP/1.1 2") == 0


def test_a_change_without_the_header_that_belongs_to_the_session_is_refused(
    browser: httpx.Client,
) -> None:
    command = {"type": "sit", "seat": 99}
    for token in ("", "nonsense", browser.cookies["queenhigh_csrf"][:-1], "x" * 5_000):
        answer = browser.post(
            "/api/tables/classic/commands", json=command, headers={"x-csrf-token": token}
        )
        refused(answer, 403)
    foreign = {"origin": "http://evil.example"}
    refused(browser.post("/api/tables/classic/commands", json=command, headers=foreign), 403)
    refused(browser.post("/api/guests", headers={"origin": "null"}), 403)
