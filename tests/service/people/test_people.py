"""Guests, logins, lock-outs, passwords."""

from collections.abc import Iterator
from datetime import timedelta

import msgspec
import pytest
from litestar.types import Scope

from queenhigh.service.client_address import Addresses, Caller, header_values
from queenhigh.service.people.front_desk import DeskSettings
from queenhigh.service.people.login_locks import lock_for
from queenhigh.store.credentials import Person
from tests.service.people_door import OTHER, PASSWORD, QUICK, Browser, Door, code


@pytest.fixture
def door() -> Iterator[Door]:
    with Door() as opened:
        yield opened


@pytest.fixture
def ann(door: Door) -> Browser:
    """The browser of somebody known as ann, not logged in."""
    created = door.clock.now
    door.people.add(Person("ann", "Ann", "player", created), QUICK.hash(PASSWORD))
    return door.visitor()


def test_a_visitor_without_a_session_is_anonymous(door: Door) -> None:
    browser = door.visitor()
    assert browser.me() is None


def test_a_guest_comes_in_on_request_and_has_a_readable_name(door: Door) -> None:
    browser = door.visitor()
    assert browser.post("/api/guests").status_code == 201
    person = browser.me()
    animal, number = person["name"].removeprefix("guest-").rsplit("-", 1)
    assert person == {**person, "display": person["name"], "role": "player", "guest": True}
    assert animal.isalpha()
    assert number.isdecimal()


def test_a_guest_is_refused_where_guests_are_closed() -> None:
    with Door(desk=DeskSettings(guests=False)) as door:
        browser = door.visitor()
        assert code(browser.post("/api/guests")) == (403, "guests/closed")


def test_a_person_logs_in_whatever_the_case_of_the_name(ann: Browser) -> None:
    answer = ann.log_in(" ANN ")
    assert answer.status_code == 200
    shown = {"name": "ann", "display": "Ann", "role": "player", "guest": False, "sign_in": "ann",
             "waits": False}  # fmt: skip
    assert ann.me() == shown


@pytest.mark.parametrize("name", ["ann", "nobody-here", "x", "ann\0", "", "ann:dealer", "Ä" * 64])
def test_a_wrong_name_and_a_wrong_password_get_the_same_refusal(ann: Browser, name: str) -> None:
    answer = ann.log_in(name, "not the password")
    assert code(answer) == (401, "login/refused")
    assert answer.json()["message"] == "The name or the password is wrong."


def test_an_unknown_name_costs_as_much_work_as_a_known_one(
    ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    work: list[str] = []
    verify = type(QUICK).verify

    def counted(self: object, hash: str, password: str) -> bool:
        work.append(hash)
        return verify(QUICK, hash, password)

    monkeypatch.setattr(type(QUICK), "verify", counted)
    ann.log_in("ann", "not the password")
    ann.log_in("nobody-here", "not the password")
    ann.post("/api/guests")
    ann.log_in(ann.me()["name"], "guests have none")
    assert len(work) == 3
    assert len({len(each) for each in work}) == 1, "the same parameters"


def test_five_wrong_passwords_lock_the_name_even_for_the_right_one(ann: Browser) -> None:
    for _ in range(5):
        assert code(ann.log_in("ann", "not the password"))[0] == 401
    answer = ann.log_in("ann")
    assert code(answer) == (429, "login/locked")
    assert 29 <= int(answer.headers["retry-after"]) <= 31
    ann.door.clock.passes(seconds=31)
    assert ann.log_in("ann").status_code == 200


def test_the_lock_grows_until_somebody_logs_in(ann: Browser) -> None:
    for _ in range(5):
        ann.log_in("ann", "not the password")
    ann.door.clock.passes(seconds=31)
    assert code(ann.log_in("ann", "not the password"))[0] == 401
    ann.door.clock.passes(seconds=31)
    assert code(ann.log_in("ann"))[0] == 429, "a minute now"
    ann.door.clock.passes(seconds=31)
    assert ann.log_in("ann").status_code == 200
    for _ in range(4):
        assert code(ann.log_in("ann", "not the password"))[0] == 401, "counted from the start"
    assert ann.log_in("ann").status_code == 200


def test_an_unknown_name_is_locked_in_the_same_way(ann: Browser) -> None:
    for _ in range(5):
        ann.log_in("nobody-here", "not the password")
    answer = ann.log_in("Nobody-Here", "not the password")
    assert code(answer) == (429, "login/locked")
    assert 29 <= int(answer.headers["retry-after"]) <= 31


@pytest.mark.parametrize("name", ["ann", "nobody-here"])
def test_a_guesser_locks_a_name_only_for_their_own_address(name: str) -> None:
    with Door(addresses=_FromHeader()) as door:
        hashed = QUICK.hash(PASSWORD)
        door.people.add(Person("ann", "Ann", "player", door.clock.now), hashed)
        wrong = {"name": name, "password": "not the password"}

        def tried(address: str) -> int:
            return door.visitor().post("/api/login", wrong, headers={"x-from": address}).status_code

        assert [tried("192.0.2.9") for _ in range(7)] == [401] * 5 + [429] * 2
        assert tried("192.0.2.1") == 401
        if name == "ann":
            right = {"name": name, "password": PASSWORD}
            came_in = door.visitor().post("/api/login", right, headers={"x-from": "192.0.2.1"})
            assert came_in.status_code == 200
        assert tried("192.0.2.9") == 429


class _FromHeader(Addresses):
    """Takes the address from a header: the test client has none."""

    def caller(self, scope: Scope) -> Caller:
        told = header_values(scope, b"x-from")
        return msgspec.structs.replace(super().caller(scope), address="".join(told))


def test_locks_last_30_seconds_first_and_an_hour_at_most() -> None:
    assert [lock_for(failures) for failures in (1, 4)] == [None, None]
    assert [lock_for(failures) for failures in (5, 6, 7)] == [
        timedelta(seconds=30), timedelta(minutes=1), timedelta(minutes=2),
    ]  # fmt: skip
    assert lock_for(12) == lock_for(10_000) == timedelta(hours=1)


def test_a_closed_account_is_revealed_only_with_its_password(ann: Browser) -> None:
    ann.door.people.change("ann", disabled=True)
    assert code(ann.log_in("ann", "not the password")) == (401, "login/refused")
    assert code(ann.log_in("ann")) == (403, "login/closed")


def test_a_password_hashed_with_old_parameters_is_hashed_again(ann: Browser) -> None:
    from argon2 import PasswordHasher

    people = ann.door.people
    old = PasswordHasher(time_cost=2, memory_cost=16, parallelism=1).hash(PASSWORD)
    people.set_password("ann", old)
    assert ann.log_in("ann").status_code == 200
    kept = people.attempt("ann", "192.0.2.1", ann.door.clock.now, lock_for)
    assert kept is not None
    assert kept.password_hash is not None
    assert "t=1" in kept.password_hash
    assert ann.log_in("ann").status_code == 200


def test_a_new_password_ends_every_other_session(ann: Browser) -> None:
    ann.log_in("ann")
    first = ann.secret
    elsewhere = ann.door.visitor()
    elsewhere.log_in("ann")
    answer = ann.post("/api/password", {"old": PASSWORD, "new": OTHER})
    assert answer.status_code == 200
    assert ann.me()["name"] == "ann"
    assert ann.secret != first
    assert elsewhere.me() is None
    assert code(elsewhere.log_in("ann", PASSWORD))[0] == 401
    assert elsewhere.log_in("ann", OTHER).status_code == 200


def test_the_old_password_is_asked_for_and_guessing_it_locks(ann: Browser) -> None:
    ann.log_in("ann")
    for _ in range(5):
        answer = ann.post("/api/password", {"old": "not the password", "new": OTHER})
        assert code(answer) == (403, "password/wrong")
    assert code(ann.post("/api/password", {"old": PASSWORD, "new": OTHER}))[0] == 429
    assert ann.me()["name"] == "ann", "but this session goes on"


@pytest.mark.parametrize("new", ["short", "aaaaaaaaaaaa", "", "x" * 201, "Qwertyuiop1"])
def test_a_weak_password_is_refused_with_the_reason(ann: Browser, new: str) -> None:
    ann.log_in("ann")
    answer = ann.post("/api/password", {"old": PASSWORD, "new": new})
    assert code(answer) == (400, "password/weak")
    assert answer.json()["path"] == "new"


def test_a_password_is_not_the_name() -> None:
    with Door() as door:
        boss = door.visitor()
        boss.become_administrator()
        body = {"name": "annabella.king", "role": "player", "password": "Annabella.King"}
        answer = boss.post("/api/people", body)
        assert code(answer) == (400, "password/weak")
        assert (
            answer.json()["message"]
            == "The password must not be your name, with or without digits."
        )


def test_a_guest_has_no_password_to_change(door: Door) -> None:
    browser = door.visitor()
    browser.post("/api/guests")
    answer = browser.post("/api/password", {"old": PASSWORD, "new": OTHER})
    assert code(answer) == (403, "rights/missing")


def test_logging_out_ends_the_session_and_takes_the_cookies(ann: Browser) -> None:
    ann.log_in("ann")
    secret = ann.secret
    answer = ann.post("/api/logout")
    assert answer.status_code == 204
    assert ann.secret is None
    again = ann.get("/api/session", headers={"cookie": f"queenhigh_session={secret}"})
    assert again.json()["person"] is None


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"name": "ann"}, "password"),
        ({"name": 3, "password": PASSWORD}, "name"),
        ({"name": "ann", "password": PASSWORD, "role": "management"}, "role"),
        ({"name": "a" * 65, "password": PASSWORD}, "name"),
        ({"name": "ann", "password": "x" * 801}, "password"),
    ],
)
def test_an_unreadable_request_is_refused_with_the_place(
    ann: Browser, body: object, path: str
) -> None:
    answer = ann.post("/api/login", body)
    assert code(answer) == (400, "request/invalid")
    assert answer.json()["path"] == path


@pytest.mark.parametrize("body", [b"", b"{", b'"\xff"', b"[]", b"null", b'"\\ud800"', b"\x00"])
def test_a_body_that_is_not_json_is_not_a_server_error(ann: Browser, body: bytes) -> None:
    answer = ann.ask("POST", "/api/login", content=body)
    assert code(answer) == (400, "request/invalid")


def test_a_body_that_is_too_large_is_not_read(ann: Browser) -> None:
    answer = ann.ask("POST", "/api/login", content=b"x" * 100_000)
    assert code(answer) == (413, "request/too_large")


def test_errors_of_every_kind_have_the_same_shape(ann: Browser) -> None:
    assert code(ann.get("/api/nothing")) == (404, "request/not_found")
    answer = ann.get("/api/login")
    assert code(answer) == (405, "request/method")
    assert "POST" in answer.headers["allow"]


def test_a_server_error_reveals_nothing_internal(ann: Browser) -> None:
    answer = ann.get("/api/fault")
    assert code(answer) == (500, "service/fault")
    assert "hunter2" not in answer.text


def test_refused_logins_take_the_same_time() -> None:
    """The time taken must not reveal whether the name exists."""
    import time

    with Door(desk=DeskSettings(beat=0.05)) as door:
        browser = door.visitor()
        began = time.monotonic()
        browser.log_in("nobody-here", "not the password")
        assert time.monotonic() - began >= 0.05


def test_answers_about_people_are_not_cached(ann: Browser) -> None:
    assert ann.get("/api/session").headers["cache-control"] == "no-store"
