"""What no member of staff can do alone, over HTTP."""

from collections.abc import Iterator

import pytest

from queenhigh.cards.card import FULL_DECK, card_text

from .desk import House, cardroom
from .pit import Pit


@pytest.fixture
def fresh() -> Iterator[House]:
    with cardroom() as running:
        yield running


def test_nobody_supplies_the_order_of_a_deck(fresh: House) -> None:
    """A dealer who could name the order turned a confederate's $500 into $5,700."""
    pit = Pit(fresh, "m1")
    pit.open()
    while pit.view()["due"]["step"] != "shuffle":
        pit.step()
    wish = {"type": "shuffle_deck", "deck": pit.view()["due"]["deck"] or 0}
    order, nonce = list(map(card_text, FULL_DECK)), "n" * 32
    attacks: list[dict[str, object]] = [
        {"order": order, "nonce": nonce},
        {"order": []},
        {"nonce": nonce},
    ]
    for chosen in attacks:
        answer = pit.staff["dealer"].post("/api/tables/m1/commands", {**wish, **chosen})
        assert (answer.status_code, answer.json()["code"]) == (400, "request/invalid")
    moves = pit.staff["dealer"].get("/api/tables/m1").json()["moves"]
    (offered,) = (each for each in moves if each["type"] == "shuffle_deck")
    assert not {"order", "nonce"} & set(offered)
    pit.say("dealer", **offered)


def test_where_the_system_shuffles_nobody_is_quicker(fresh: House) -> None:
    floor, dealer = fresh.person("floor"), fresh.person("dealer")
    wanted = {"id": "m2", "house": "manual", "stakes": "money", "automation": ["shuffle"]}
    assert floor.post("/api/tables", wanted).status_code == 201
    opening = {"type": "open_table", "dealer": "dealer", "tray": 50_000_00}
    assert floor.post("/api/tables/m2/commands", opening).status_code == 200
    answer = dealer.post("/api/tables/m2/commands", {"type": "shuffle_deck", "deck": 0})
    assert (answer.status_code, answer.json()["code"]) == (403, "rights/shuffle")
    moves = dealer.get("/api/tables/m2").json()["moves"]
    assert not [each for each in moves if each["type"] == "shuffle_deck"]
