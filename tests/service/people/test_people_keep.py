"""A guest who makes an account stays the same player, with chips, seats and rounds."""

from collections.abc import Iterator

import pytest

from queenhigh.floor.personnel import AccountMade
from queenhigh.store.people import NameTaken
from tests.service.people_door import OTHER, PASSWORD, Door, code

WANTED = {"name": "Ann", "password": PASSWORD, "display": "Ann of the river"}


@pytest.fixture
def door() -> Iterator[Door]:
    with Door() as opened:
        yield opened


def test_a_guest_keeps_the_name_in_log_and_books_and_signs_in_with_another(door: Door) -> None:
    browser = door.visitor()
    browser.post("/api/guests")
    guest = browser.me()["name"]
    answer = browser.post("/api/account", WANTED)
    assert answer.status_code == 200
    now = {"name": guest, "display": "Ann of the river", "role": "player", "guest": False,
           "sign_in": "ann", "waits": False}  # fmt: skip
    assert browser.me() == now
    elsewhere = door.visitor()
    login = {"name": "ANN", "password": PASSWORD}
    assert elsewhere.post("/api/login", login).status_code == 200
    assert elsewhere.me() == now


def test_the_log_records_a_new_account(door: Door) -> None:
    browser = door.visitor()
    browser.post("/api/guests")
    guest = browser.me()["name"]
    browser.post("/api/account", WANTED)
    _, made, _ = (each.event for each in door.store.records(f"person:{guest}", 1))
    assert str(AccountMade.__struct_config__.tag) in made.decode()
    assert PASSWORD not in made.decode()


def test_a_name_that_somebody_has_or_signs_in_with_is_not_given_twice(door: Door) -> None:
    first, second = door.visitor(), door.visitor()
    for browser in (first, second):
        browser.post("/api/guests")
    first.post("/api/account", WANTED)
    answer = second.post("/api/account", {**WANTED, "password": OTHER})
    assert code(answer) == (409, "name/taken")
    assert second.me()["guest"]
    boss = door.visitor()
    boss.become_administrator()
    invited = boss.post("/api/people", {"name": "ann", "password": OTHER, "role": "player"})
    assert code(invited) == (409, "name/taken")
    with pytest.raises(NameTaken):
        door.people.make_account(second.me()["name"], "boss", "Boss", "hash")


def test_a_weak_password_is_refused_without_a_change(door: Door) -> None:
    browser = door.visitor()
    browser.post("/api/guests")
    answer = browser.post("/api/account", {**WANTED, "password": "password12"})
    assert answer.status_code == 400
    assert browser.me()["guest"]


def test_somebody_with_an_account_cannot_make_another(door: Door) -> None:
    browser = door.visitor()
    browser.post("/api/guests")
    browser.post("/api/account", WANTED)
    answer = browser.post("/api/account", {**WANTED, "name": "bea"})
    assert answer.status_code == 403
