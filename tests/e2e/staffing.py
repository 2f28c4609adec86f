"""A cardroom after a day's work, with people of every role, who can all sign in."""

import asyncio
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from queenhigh.floor.identity import KEY_VARIABLE
from queenhigh.floor.keyring import new_key
from queenhigh.service.people.passwords import Passwords
from queenhigh.store.keys import Person
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
def staffed_room(folder: Path, tables: str, staff: Mapping[str, str]) -> Iterator[Service]:
    """A cardroom with these tables, and their staff by name and role."""
    service = Service(folder, tables)
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


def sign_in(visitor: Visitor, name: str) -> Visitor:
    """Sign in outside the page: the door has its own tests."""
    visitor.get("/api/session")  # Sets the cookie that every command needs.
    visitor.post("/api/login", {"name": name, "password": PASSWORD})
    return visitor
