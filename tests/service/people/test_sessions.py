"""Cookies, forged requests, live connections, and tricks with headers."""

from collections.abc import Iterator
from datetime import timedelta
from http.cookies import SimpleCookie
from typing import Any

import httpx
import pytest
from litestar.exceptions import WebSocketDisconnect

from queenhigh.service.client_address import Addresses
from queenhigh.service.people.sessions import (
    CSRF_COOKIE,
    CSRF_HEADER,
    SESSION_COOKIE,
    Credential,
    SessionSettings,
    hash_of,
)
from queenhigh.store.credentials import Person
from queenhigh.store.records import StoreUnavailable
from tests.service.people_door import ADDRESS, PASSWORD, QUICK, Browser, Door, code


def add_ann(door: Door, role: str = "player") -> Browser:
    door.people.add(Person("ann", "Ann", role, door.clock.now), QUICK.hash(PASSWORD))
    return door.visitor()


@pytest.fixture
def door() -> Iterator[Door]:
    with Door() as opened:
        yield opened


@pytest.fixture
def ann(door: Door) -> Browser:
    """A logged-in browser."""
    browser = add_ann(door)
    assert browser.log_in("ann").status_code == 200
    return browser


def cookies_set(answer: httpx.Response) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for header in answer.headers.get_list("set-cookie"):
        found.update(SimpleCookie(header))
    return found


# Cookies


def test_the_sessions_cookie_is_out_of_the_reach_of_scripts_and_foreign_pages(door: Door) -> None:
    cookies = cookies_set(add_ann(door).log_in("ann"))
    session, csrf = cookies[SESSION_COOKIE], cookies[CSRF_COOKIE]
    assert session["httponly"]
    assert not csrf["httponly"], "our page's script has to read it"
    for cookie in (session, csrf):
        assert cookie["samesite"].lower() == "lax"
        assert cookie["path"] == "/"
        assert cookie["domain"] == ""
        assert int(cookie["max-age"]) == 12 * 3600
        assert not cookie["secure"], "reached by http"


def test_reached_by_https_the_cookies_stay_on_https(door: Door) -> None:
    browser = add_ann(door)
    body = {"name": "ann", "password": PASSWORD}
    answer = browser.post("https://cards.test/api/login", body)
    assert all(cookie["secure"] for cookie in cookies_set(answer).values())


def test_the_configuration_can_keep_them_on_https_always() -> None:
    with Door(settings=SessionSettings(secure=True)) as door:
        assert all(each["secure"] for each in cookies_set(add_ann(door).log_in("ann")).values())


def test_a_session_planted_by_somebody_else_is_not_used(door: Door) -> None:
    browser = add_ann(door)
    browser.cookies.set(SESSION_COOKIE, "planted-by-somebody-else", domain="cards.test")
    browser.log_in("ann")
    assert browser.secret != "planted-by-somebody-else"
    planted = {"cookie": f"{SESSION_COOKIE}=planted-by-somebody-else"}
    assert door.visitor().get("/api/session", headers=planted).json()["person"] is None


def test_each_login_has_a_new_token_and_ends_the_session_before(ann: Browser) -> None:
    before = ann.secret
    ann.log_in("ann")
    assert ann.secret != before
    old = {"cookie": f"{SESSION_COOKIE}={before}"}
    assert ann.door.visitor().get("/api/session", headers=old).json()["person"] is None


def test_a_guest_who_logs_in_leaves_the_guest_behind(door: Door) -> None:
    browser = add_ann(door)
    browser.post("/api/guests")
    before = browser.secret
    browser.log_in("ann")
    old = {"cookie": f"{SESSION_COOKIE}={before}"}
    assert door.visitor().get("/api/session", headers=old).json()["person"] is None


def test_a_session_ends_when_it_is_not_used(ann: Browser) -> None:
    ann.door.clock.passes(hours=12, seconds=1)
    assert ann.me() is None


def test_a_session_in_use_is_extended_but_not_for_ever(ann: Browser) -> None:
    hours = 0
    while ann.me() is not None and hours < 10_000:
        ann.door.clock.passes(hours=11)
        hours += 11
    assert 29 * 24 < hours <= 31 * 24


def test_an_extension_is_recorded_now_and_then_and_sent_to_the_browser(ann: Browser) -> None:
    assert "set-cookie" not in ann.get("/api/session").headers
    ann.door.clock.passes(minutes=31)
    moved = cookies_set(ann.get("/api/session"))
    assert moved[SESSION_COOKIE].value == ann.secret
    assert int(moved[SESSION_COOKIE]["max-age"]) == 12 * 3600
    assert "set-cookie" not in ann.get("/api/session").headers


def test_logging_out_is_not_undone_by_an_extension(ann: Browser) -> None:
    ann.door.clock.passes(minutes=31)
    answer = ann.post("/api/logout")
    assert len(answer.headers.get_list("set-cookie")) == 2
    assert ann.secret is None


def test_a_guests_session_lasts_long_because_there_is_no_way_back(door: Door) -> None:
    guest = door.visitor()
    guest.post("/api/guests")
    for _ in range(30):
        door.clock.passes(days=29)
        assert guest.me() is not None


def test_a_store_that_can_only_be_read_still_knows_people(
    ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StoreUnavailable("the disk is full")

    monkeypatch.setattr(ann.door.people, "extend_session", full)
    ann.door.clock.passes(hours=2)
    assert ann.me()["name"] == "ann"


def test_a_store_that_does_not_answer_is_reported_as_such(
    ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise StoreUnavailable("gone to lunch at 10.1.2.3")

    monkeypatch.setattr(ann.door.people, "session", away)
    answer = ann.get("/api/session")
    assert code(answer) == (503, "service/unavailable")
    assert "10.1.2.3" not in answer.text
    assert answer.headers["retry-after"] == "1"


# Forged requests


def test_a_request_that_changes_something_repeats_the_csrf_cookie(ann: Browser) -> None:
    answer = ann.ask("POST", "/api/logout", headers={CSRF_HEADER: "wrong"})
    assert code(answer) == (403, "csrf/wrong")
    csrf = ann.cookies.get(CSRF_COOKIE)
    ann.cookies.delete(CSRF_COOKIE)
    for method, path in (("POST", "/api/logout"), ("PATCH", "/api/people/ann"),
                         ("DELETE", "/api/tokens/x"), ("POST", "/api/login")):  # fmt: skip
        answer = ann.ask(method, path, {})
        ann.cookies.delete(CSRF_COOKIE)
        assert code(answer) == (403, "csrf/missing"), path
    assert ann.me()["name"] == "ann"
    ann.cookies.delete(CSRF_COOKIE)
    answer = ann.ask("POST", "/api/logout", headers={CSRF_HEADER: str(csrf)})
    assert answer.status_code == 204


def test_a_csrf_token_of_another_session_is_refused(ann: Browser) -> None:
    mallory = ann.door.visitor()
    mallory.post("/api/guests")
    planted = str(mallory.cookies.get(CSRF_COOKIE))
    ann.cookies.set(CSRF_COOKIE, planted, domain="cards.test")
    answer = ann.ask("POST", "/api/logout", headers={CSRF_HEADER: planted})
    assert code(answer) == (403, "csrf/wrong")


def test_the_csrf_cookie_comes_back_when_it_is_lost(ann: Browser) -> None:
    ann.cookies.delete(CSRF_COOKIE)
    ann.me()
    assert ann.post("/api/logout").status_code == 204


@pytest.mark.parametrize("path", ["/api/login", "/api/guests", "/api/logout"])
@pytest.mark.parametrize(
    "origin", ["https://evil.test", "null", "http://cards.test.evil.test", "http://cards.test:81",
               "http://cards.test@evil.test", "file://", "", "http://[", "cards.test"],
)  # fmt: skip
def test_a_foreign_page_changes_nothing_not_even_who_is_logged_in(
    door: Door, path: str, origin: str
) -> None:
    body = {"name": "ann", "password": PASSWORD}
    answer = add_ann(door).post(path, body, headers={"origin": origin})
    assert code(answer) == (403, "origin/foreign")


@pytest.mark.parametrize("origin", [ADDRESS, "http://CARDS.test:80", "https://cards.test"])
def test_our_own_pages_may_change_things(door: Door, origin: str) -> None:
    answer = door.visitor().post("/api/guests", headers={"origin": origin})
    assert answer.status_code == 201


def test_the_public_address_counts_as_ours() -> None:
    with Door(addresses=Addresses(public=["https://royal.example"])) as door:
        answer = door.visitor().post("/api/guests", headers={"origin": "https://royal.example"})
        assert answer.status_code == 201


# Tricks


def test_two_different_session_cookies_are_ignored(ann: Browser) -> None:
    tricky = {"cookie": f"{SESSION_COOKIE}=planted; {SESSION_COOKIE}={ann.secret}"}
    assert ann.door.visitor().get("/api/session", headers=tricky).json()["person"] is None
    twice = {"cookie": f"{SESSION_COOKIE}={ann.secret}; {SESSION_COOKIE}={ann.secret}"}
    assert ann.door.visitor().get("/api/session", headers=twice).json()["person"] is not None


@pytest.mark.parametrize(
    "cookie", ["", "=", ";;;", SESSION_COOKIE, f"{SESSION_COOKIE}=",
               f"{SESSION_COOKIE}=" + "x" * 9999, f"{SESSION_COOKIE}=\xff\xfe",
               f'{SESSION_COOKIE}="quoted"', "a=b; " * 500],
)  # fmt: skip
def test_strange_cookies_are_ignored(door: Door, cookie: str) -> None:
    headers = {b"cookie": cookie.encode("latin-1")}
    answer = door.client.get("/api/session", headers=headers)
    assert answer.json()["person"] is None


@pytest.mark.parametrize("token", ["", "x", "x" * 10_000, "qh_\xe4", "a b c"])
def test_a_strange_token_is_refused_and_the_cookie_does_not_help(ann: Browser, token: str) -> None:
    headers = {b"authorization": f"Bearer {token}".encode("latin-1")}
    ann.door.client.cookies = ann.cookies
    answer = ann.door.client.get("/api/session", headers=headers)
    assert code(answer) == (401, "token/unknown")


def test_another_authorization_scheme_is_ignored(ann: Browser) -> None:
    answer = ann.get("/api/session", headers={"authorization": "Basic eDp5"})
    assert answer.json()["person"]["name"] == "ann"


def test_two_tokens_are_refused(ann: Browser) -> None:
    token = ann.post("/api/tokens", {"label": "bot"}).json()["token"]
    twice = [("authorization", f"Bearer {token}"), ("authorization", f"Bearer {token}")]
    answer = ann.door.client.get("/api/session", headers=twice)
    assert code(answer) == (401, "token/unknown")


@pytest.mark.parametrize("query", ["token=x", "a=b&access_token=x", "TOKEN="])
def test_a_token_in_an_address_is_refused_with_the_reason(ann: Browser, query: str) -> None:
    answer = ann.get(f"/api/session?{query}")
    assert code(answer) == (400, "token/in_address")
    assert "logs" in answer.json()["message"]


def test_the_method_is_not_hidden_in_a_header(ann: Browser) -> None:
    ann.get("/api/logout", headers={"x-http-method-override": "POST"})
    assert ann.me() is not None


# Live connections


def live(browser: Browser, headers: dict[str, str]) -> Any:
    browser.door.client.cookies = browser.cookies
    with browser.door.client.websocket_connect("/api/live", headers=headers) as socket:
        return socket.receive_json()


def test_a_live_connection_takes_the_cookie_from_our_own_page(ann: Browser) -> None:
    assert live(ann, {"origin": ADDRESS}) == {"name": "ann"}


@pytest.mark.parametrize(
    ("headers", "reason"),
    [({}, "origin/missing"), ({"origin": "https://evil.test"}, "origin/foreign"),
     ({"origin": "null"}, "origin/foreign")],
)  # fmt: skip
def test_a_live_connection_from_elsewhere_is_closed(
    ann: Browser, headers: dict[str, str], reason: str
) -> None:
    with pytest.raises(WebSocketDisconnect) as closed:
        live(ann, headers)
    assert closed.value.code == 4403
    assert closed.value.detail.startswith(reason)


def test_a_program_connects_with_its_token(ann: Browser) -> None:
    token = ann.post("/api/tokens", {"label": "bot"}).json()["token"]
    program = ann.door.visitor()
    assert live(program, {"authorization": f"Bearer {token}"}) == {"name": "ann"}


def test_nobody_connects_without_signing_in(door: Door) -> None:
    with pytest.raises(WebSocketDisconnect) as closed:
        live(door.visitor(), {"origin": ADDRESS})
    assert closed.value.code == 4401


def test_a_long_connection_can_ask_again_who_it_is(ann: Browser) -> None:
    import asyncio

    sessions = ann.door.sessions
    token = ann.post("/api/tokens", {"label": "bot"}).json()["token"]
    credentials = [
        Credential("session", hash_of(str(ann.secret))), Credential("token", hash_of(token)),
    ]  # fmt: skip

    def names() -> dict[Credential, str]:
        people = asyncio.run(sessions.still(credentials))
        return {credential: person.name for credential, person in people.items()}

    assert names() == dict.fromkeys(credentials, "ann")
    ann.door.people.change("ann", disabled=True)
    assert names() == {}


def test_tokens_remember_when_they_were_used_to_the_minute(ann: Browser) -> None:
    token = ann.post("/api/tokens", {"label": "bot"}).json()["token"]
    headers = {"authorization": f"Bearer {token}"}
    ann.get("/api/session", headers=headers)
    first = ann.get("/api/tokens").json()[0]["last_used_at"]
    assert first == "2026-01-05T12:00:00Z"
    ann.door.clock.passes(seconds=30)
    ann.get("/api/session", headers=headers)
    assert ann.get("/api/tokens").json()[0]["last_used_at"] == first
    ann.door.clock.passes(seconds=31)
    ann.get("/api/session", headers=headers)
    assert ann.get("/api/tokens").json()[0]["last_used_at"] == "2026-01-05T12:01:01Z"


def test_expired_entries_are_removed(ann: Browser) -> None:
    people, clock = ann.door.people, ann.door.clock
    people.tidy(clock.now)
    assert ann.me() is not None
    later = clock.now + timedelta(days=1)
    people.tidy(later)
    assert people.session(hash_of(str(ann.secret)), clock.now) is None
