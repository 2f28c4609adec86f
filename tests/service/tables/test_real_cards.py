"""Tables with real cards over HTTP: groups, a shoe that reads, and what a history contains."""

from itertools import count
from typing import Any

import msgspec
import pytest

from tests.service.desk import Browser, House
from tests.service.pit import Pit

NUMBERS = count()
HANDS = {1: ["As", "Ks", "Qs"], 2: ["9d", "9c", "2h"], 0: ["Qh", "7c", "2d"]}


class RealCards(Pit):
    def __init__(self, house: House, of: str = "classic", **wanted: Any):
        settings = {"stakes": "play", "automation": None, "kind": "physical", **wanted}
        super().__init__(house, f"real-{next(NUMBERS)}", of, **settings)

    def group(self, **fields: Any) -> str:
        """Confirm the group that is due, as its owner; return its key."""
        group = self.view()["group"]
        if needed := group["needs"]["cards"]:
            fields.setdefault("cards", HANDS[needed["place"]])
        self.say(group["role"], type="confirm_group", group=group["key"], **fields)
        return str(group["key"])

    def dealt(self, bets_by: str = "") -> "RealCards":
        """Up to the decisions; each player bets, or whoever enters the bets for them."""
        self.open()
        for seat in (1, 2):
            player = self.players[seat] = self.house.person("player", f"{self.table}-{seat}")
            player.done(self.table, type="sit", seat=seat)
            self.say("dealer", type="buy_in", seat=seat, cents=100_00)
        while self.view()["phase"] == "opening":
            self.group()
        for seat in (1, 2):
            bet = {"type": "place_wager", "seat": seat, "wager": "ante", "amount": 1000}
            if bets_by:
                self.say(bets_by, **bet)
            else:
                self.players[seat].done(self.table, **bet)
        while self.view()["phase"] != "deciding":
            self.group()
        return self


def shoe(table: RealCards) -> Browser:
    return table.house.person("device", f"shoe-{table.table}")


@pytest.fixture
def table(house: House) -> RealCards:
    return RealCards(house).dealt()


def test_a_table_is_set_up_of_a_kind(house: House) -> None:
    floor = house.person("floor")
    for kind in ("digital", "physical", "training"):
        answer = floor.post("/api/tables", {"id": kind, "house": "classic", "kind": kind})
        assert answer.status_code == 201, answer.text
        assert answer.json()["kind"] == kind
        assert answer.json()["relief_minutes"] == (None if kind == "digital" else 60)
    wanted = {"id": "x", "house": "classic", "kind": "physical", "automation": ["all"]}
    answer = floor.post("/api/tables", wanted)
    assert (answer.status_code, answer.json()["code"]) == (400, "table/not_this_kind")


def test_bots_are_refused_at_tables_with_real_cards(house: House) -> None:
    """Regression: the table was set up, and no bots came."""
    wanted = {"house": "classic", "kind": "physical", "bots": 3, "automation": []}
    answer = house.person("dealer").post("/api/practice", wanted)
    assert (answer.status_code, answer.json()["code"]) == (400, "table/not_this_kind")
    assert answer.json()["path"] == "bots"


def test_a_round_is_dealt_by_groups_and_nobody_names_a_card_before_it_is_shown(
    table: RealCards,
) -> None:
    for seat in (1, 2):
        table.say("dealer", type="play", seat=seat)
    keys = []
    while table.view()["round"] == 1:
        keys.append(table.group())
    assert keys == ["reveal", "hand:2", "hand:1", "end"]
    assert {seat["seat"]: seat["stack"] for seat in table.view()["seats"]} == {
        1: 100_00 + 20_00 + 40_00,
        2: 100_00 + 20_00,
    }


def test_bets_that_the_dealer_enters_are_in_the_players_history(house: House) -> None:
    """Regression: such players were told that they had not played a round to its end."""
    table = RealCards(house).dealt(bets_by="dealer")
    for seat in (1, 2):
        table.say("dealer", type="play", seat=seat)
    while table.view()["round"] == 1:
        table.group()
    path = f"/api/tables/{table.table}"
    table.players[2].done(table.table, type="leave", seat=2)
    table.players[2].done(table.table, type="sit", seat=3)
    for seat, net in ((1, 60_00), (2, 20_00)):
        player = table.players[seat]
        [shown] = player.get(f"{path}/rounds").json()
        assert (shown["stake"], shown["net"]) == (20_00, net)
        assert [each["net"] for each in player.get(f"{path}/results").json()["rounds"]] == [net]
        assert player.get(f"{path}/rounds/1").json()["round"]["net"] == net
    [shown] = table.staff["dealer"].get(f"{path}/rounds").json()
    assert (shown["stake"], shown["net"]) == (0, 0)


def test_no_clock_runs_where_people_deal(table: RealCards) -> None:
    snapshot = table.staff["dealer"].get(f"/api/tables/{table.table}").json()
    assert snapshot["deadline"] is None
    table.house.clock.pass_(minutes=5)
    assert table.view()["waits"]["text"].startswith(("Seat 1 decides", "Offer seat 1"))
    assert table.view()["seats"][0]["decision"] == ""


def test_a_shoe_reads_what_nobody_is_shown_until_it_is_turned_up(table: RealCards) -> None:
    device = shoe(table)
    for place, cards in HANDS.items():
        sent = {"place": place, "cards": cards}
        assert device.post(f"/api/tables/{table.table}/cards", sent).status_code == 200
    watchers = [*table.staff.values(), *table.players.values()]
    for watcher in watchers:
        for path in ("", "/changes?after=0"):
            shown = watcher.get(f"/api/tables/{table.table}{path}").text
            assert not [card for hand in HANDS.values() for card in hand if f'"{card}"' in shown]
    for seat in (1, 2):
        table.say("dealer", type="play", seat=seat)
    assert table.view()["group"]["needs"]["cards"] is None
    table.say("dealer", type="confirm_group", group="reveal")
    assert sorted(table.view()["dealer_cards"]) == sorted(HANDS[0])


def test_a_device_may_only_read_cards(table: RealCards) -> None:
    device = shoe(table)
    assert device.get(f"/api/tables/{table.table}").status_code == 403
    wish = {"type": "play", "seat": 1}
    assert device.post(f"/api/tables/{table.table}/commands", wish).status_code == 403
    assert device.post("/api/tables/none/cards", {"cards": ["As"]}).status_code == 404
    assert device.post(f"/api/tables/{table.table}/cards", {"cards": []}).status_code == 400
    sent = {"cards": ["As"], "place": 1}
    assert table.staff["dealer"].post(f"/api/tables/{table.table}/cards", sent).status_code == 403


def test_a_device_reads_only_at_its_own_table(table: RealCards) -> None:
    """Regression: one token could feed cards to every table of the house."""
    sent = {"cards": ["As"], "place": 1}
    for name in ("shoe-1", f"shoe-{table.table}-2", table.table):
        other = table.house.person("device", name)
        answer = other.post(f"/api/tables/{table.table}/cards", sent)
        assert (answer.status_code, answer.json()["code"]) == (403, "rights/other_table")
    assert shoe(table).post(f"/api/tables/{table.table}/cards", sent).status_code == 200


def test_a_replay_shows_what_was_known_and_the_placard_of_its_time(table: RealCards) -> None:
    table.say("dealer", type="play", seat=1)
    table.say("dealer", type="fold", seat=2)
    while table.view()["round"] == 1:
        table.group()
    limits = {"wager": "ante", "minimum": 500, "maximum": 1000}
    table.say("floor", type="change_limits", **limits)
    told = table.staff["floor"].get(f"/api/tables/{table.table}/rounds/1").json()
    hand = "The hand of seat 2 was not shown."
    assert told["unknown"] == f"Shuffled by the machine; the order is not known. {hand}"
    assert told["shuffles"] == []
    then = next(each for each in told["felt"]["spots"] if each["key"] == "ante")
    now = table.staff["floor"].get(f"/api/tables/{table.table}/house").json()
    later = next(each for each in now["spots"] if each["key"] == "ante")
    assert then != later
    assert not [c for c in HANDS[2] if f'"{c}"' in msgspec.json.encode(told).decode()]


def test_a_payment_in_a_group_of_steps_waits_for_the_form_too(house: House) -> None:
    """Fix: whether a payment waits depends on the chips that move, not on the command."""
    table = RealCards(house, "manual", stakes="money")
    table.open()
    player = house.person("player", "ann")
    player.done(table.table, type="sit", seat=1)
    table.say("dealer", type="buy_in", seat=1, cents=100_00)
    while table.view()["phase"] == "opening":
        table.group()
    for wager, amount in (("ante", 1000), ("six_card_bonus", 500)):
        player.done(table.table, type="place_wager", seat=1, wager=wager, amount=amount)
    while table.view()["phase"] != "deciding":
        table.group()
    table.say("dealer", type="play", seat=1)
    table.group(cards=["Qs", "Js", "Ts"])
    table.group(cards=["As", "Ks", "2d"])
    while (group := table.view()["group"])["key"] != "last":
        table.group()
    wish = {"type": "confirm_group", "group": group["key"]}
    answer = table.staff["dealer"].post(f"/api/tables/{table.table}/commands", wish)
    assert (answer.status_code, answer.json()["code"]) == (409, "compliance/form_missing")
    assert table.view()["seats"][0]["stack"] < 100_00
