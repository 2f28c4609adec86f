"""Cardrooms with people of every role, who can all sign in: after a day's work, and before one."""

import asyncio
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from queenhigh.floor.identity import KEY_VARIABLE
from queenhigh.floor.keyring import new_key
from queenhigh.service.people.passwords import Passwords
from queenhigh.store.credentials import Person
from queenhigh.store.people import People
from queenhigh.store.store_address import open_store
from tests.floor.day import the_day
from tests.floor.landed import batches, land
from tests.table.driver import NOON

from . import serving
from .browsing import Visitor
from .serving import Service

PASSWORD = "the queen plays, the jack folds"
# The day's staff, the roles it does without, and a patron.
PEOPLE = {
    "flo": "floor",
    "pia": "pit_manager",
    "sue": "shift_manager",
    "mia": "management",
    "cat": "cage",
    "cou": "count",
    "vic": "surveillance",
    "abe": "auditor",
    "ben": "dealer",
    "pat": "player",
}
# In addition to the day's tables, one at which somebody can play a round now.
TABLES = """
[[tables]]
id = "tonight"
name = "Tonight"
house = "chickasaw"
stakes = "money"
betting_seconds = 600
decision_seconds = 600
"""

# A pit before its shift: a table for each test that needs its own, and books from elsewhere.
PIT_STAFF = {
    "ada": "administrator",
    "mia": "management",
    "flo": "floor",
    "ron": "floor",
    "pia": "pit_manager",
    "dora": "dealer",
    "dan": "dealer",
    "shoe-shoe": "device",
    "cou": "count",
    "cat": "cage",
    "cal": "cage",
    "pat": "player",
    "ann": "player",
    "pam": "player",
}
PIT_TABLES = """
[[tables]]
id = "one"
name = "One"
house = "manual"

[[tables]]
id = "idle"
house = "mics"
kind = "physical"
stakes = "money"
relief_minutes = 45

[[tables]]
id = "pit"
house = "chickasaw"
kind = "physical"
stakes = "money"

[[tables]]
id = "forty"
house = "chickasaw"
kind = "physical"
stakes = "money"

[[tables]]
id = "shoe"
house = "chickasaw"
kind = "physical"
stakes = "money"
"""
BOOKS = Path(__file__).parents[2] / "examples" / "books"
# It pays more for a flush than the book, and its dealer always qualifies.
GENEROUS = """
extends = "classic"
name = "Generous"

[dealer]
qualifies_with = "any"

[wagers.pair_plus.pays]
flush = 4
"""


@contextmanager
def room_after_the_day(folder: Path) -> Iterator[Service]:
    """Tables 1 of mics, 2 of chickasaw, 3 of manual, after 5 January 2026; and one for tonight."""
    service = Service(folder, TABLES)
    store = open_store(str(service.database))
    try:
        land(store, batches(the_day()))
        add_people(People(store.database), PEOPLE)
    finally:
        store.close()
    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(serving.SETTINGS, KEY_VARIABLE, new_key())
        service.start()
    try:
        yield service
    finally:
        service.stop()


@contextmanager
def pit_before_the_shift(folder: Path) -> Iterator[Service]:
    """Tables that are still closed, their staff, and books that do not ship with the program."""
    house = folder / "generous.toml"
    house.write_text(GENEROUS, "utf-8")
    books = f'books = ["{BOOKS}", "{house}"]'
    with staffed_room(folder, f"{books}\n{PIT_TABLES}", PIT_STAFF) as service:
        yield service


@contextmanager
def staffed_room(folder: Path, config: str, staff: Mapping[str, str]) -> Iterator[Service]:
    """A cardroom whose staff, by name and role, is already there."""
    service = Service(folder, config)
    store = open_store(str(service.database))
    add_people(People(store.database), staff)
    store.close()
    service.start()
    try:
        yield service
    finally:
        service.stop()


def add_people(people: People, roles: Mapping[str, str]) -> None:
    password = hashed()
    for name, role in roles.items():
        people.add(Person(name, name, role, NOON), password)


def hashed() -> str:
    """Hash in a separate thread: browser tests already run an event loop here."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(Passwords().hash(PASSWORD))).result()


_sessions: dict[tuple[str, str], dict[str, str]] = {}  # Cookies, by service and name.


def sign_in(visitor: Visitor, name: str) -> Visitor:
    """Sign in outside the page: the door has its own tests.

    Checking a password takes a tenth of a second, so a session that nobody has ended is used again.
    """
    visitor.take_cookies(_sessions.get((visitor.origin, name), {}))
    told = visitor.get("/api/session")  # Sets the cookie that every command needs.
    if (told["person"] or {}).get("name") != name:
        visitor.post("/api/login", {"name": name, "password": PASSWORD})
        _sessions[visitor.origin, name] = visitor.cookies
    return visitor
