"""Account and cage pages hear that money has moved: whose and how much, they load."""

from collections.abc import Iterator
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect

from queenhigh.service.money.money_feed import CageFeed, PurseFeed
from queenhigh.service.tables.watch import Grown
from queenhigh.store.credentials import Person
from tests.service.desk import Browser, House, cardroom
from tests.service.pit import deposited
from tests.service.rooms import NOON
from tests.service.test_api_description import wrong

PURSE, CAGE = "/api/v1/me/purse/live", "/api/v1/cage/live"
MOVED = {"type": "money"}


@pytest.fixture
def fresh() -> Iterator[House]:
    with cardroom() as house:
        yield house


def live(house: House, path: str, person: Browser | None) -> Any:
    headers = person.live_headers() if person else {}
    return house.client.websocket_connect(path, headers=headers)


def test_a_patron_hears_of_deposits_and_of_chips_taken_to_a_table(fresh: House) -> None:
    ann, cage = fresh.person("player", "ann"), fresh.person("cage")
    with live(fresh, PURSE, ann) as socket:
        first = socket.receive_json()
        assert (first, wrong(first)) == (MOVED, [])
        deposited(cage, "ann", cents=500_00)
        assert socket.receive_json() == MOVED
        ann.post("/api/me/play-money")
        assert socket.receive_json() == MOVED
        ann.done("classic", type="sit", seat=1)
        ann.done("classic", type="buy_in", seat=1, cents=40_000)
        assert socket.receive_json() == MOVED


def test_the_cage_hears_that_a_patron_asks(fresh: House) -> None:
    ann, cage = fresh.person("player", "ann"), fresh.person("cage")
    deposited(cage, "ann", cents=500_00)
    with live(fresh, CAGE, cage) as socket:
        assert socket.receive_json() == MOVED
        ann.post("/api/me/cash-outs", {"cents": 100_00})
        assert socket.receive_json() == MOVED


def test_nobody_hears_of_what_does_not_concern_them(house: House) -> None:
    ann = PurseFeed(house.lobby, Person("ann", "Ann", "player", NOON))
    with house.client.portal() as portal:

        def hears(feed: PurseFeed | CageFeed, *streams: str) -> bool:
            return portal.call(feed.since, Grown(frozenset(streams))) is not None

        portal.call(ann.whole)
        assert not hears(ann, "patron:bob", "table:classic", "notices")
        assert hears(ann, "patron:bob", "patron:ann")
        assert hears(CageFeed(), "patron:bob")
        assert not hears(CageFeed(), "table:classic", "notices")


@pytest.mark.parametrize(
    ("path", "role", "code"), [(PURSE, None, 4401), (CAGE, None, 4401), (CAGE, "player", 4403)]
)
def test_nobody_listens_to_money_without_the_right(
    house: House, path: str, role: str | None, code: int
) -> None:
    person = house.person(role) if role else None
    with pytest.raises(WebSocketDisconnect) as refused, live(house, path, person) as socket:
        socket.receive_json()
    assert refused.value.code == code
