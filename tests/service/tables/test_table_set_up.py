"""Setting up tables: one kind each, the system's cards, and no private table for money."""

import asyncio
from typing import Any

import msgspec
import pytest

from queenhigh.money.links import LinkSetUp
from queenhigh.money.setup import TableSetUp
from queenhigh.money.stream import link_stream
from queenhigh.service.tables.room_feed import PitFeed
from queenhigh.service.tables.running_table import Running
from queenhigh.service.tables.table_set_up import TableWanted
from queenhigh.service.tables.window import Window, may_watch
from queenhigh.store.credentials import Person
from queenhigh.table import commands as c
from queenhigh.table.events import DeckShuffled
from queenhigh.table.refusal import Refusal
from tests.service.desk import House
from tests.service.pit import Pit
from tests.service.rooms import NOON, Trial, trial

ANN, FLO = Person("ann", "Ann", "player", NOON), Person("flo", "Flo", "floor", NOON)


def asked(at: House, **wanted: Any) -> tuple[int, str]:
    answer = at.person("floor").post("/api/tables", {"id": "x", "house": "classic", **wanted})
    return answer.status_code, answer.json().get("code", "")


@pytest.mark.parametrize("kind", [{}, {"kind": "digital"}])
def test_a_dealer_deals_the_systems_cards_without_naming_them(
    house: House, kind: dict[str, str]
) -> None:
    """Regression: without a kind, the dealer dealt cards of his own choice, for money."""
    pit = Pit(house, f"set-up-{len(kind)}", "classic", **kind)
    pit.open()
    assert pit.view()["kind"] == "digital"
    pit.sit(1, pit.table)
    pit.until("betting")
    bet = {"type": "place_wager", "seat": 1, "wager": "ante", "amount": 10_00}
    pit.players[1].done(pit.table, **bet)
    pit.say("dealer", type="announce_no_more_bets")
    while pit.view()["due"]["step"] != "deal":
        pit.step()
    _, wish = pit.wish()
    path = f"/api/tables/{pit.table}/commands"
    answer = pit.staff["dealer"].post(path, {**wish, "cards": ["As", "Ks", "Qs"]})
    assert (answer.status_code, answer.json()["code"]) == (403, "rights/cards")
    pit.until("deciding")
    pit.decide(1)
    pit.finish()
    assert pit.view()["round"] == 2
    events = house.lobby.cardroom.room.events(pit.table, 1, 1_000)
    shuffles = [each for each in events if isinstance(each, DeckShuffled)]
    assert shuffles
    assert all(each.order and each.by == "system" for each in shuffles)


def as_in_older_logs(room: Trial, table: str, **said: Any) -> Running:
    """The table as an older set-up would have it."""
    tables = room.cardroom.room.tables
    old: TableSetUp = msgspec.structs.replace(tables[table].setup, **said)
    tables[table] = running = msgspec.structs.replace(tables[table], setup=old)
    return running


def test_a_table_that_was_set_up_without_a_kind_is_opened_as_a_digital_one() -> None:
    async def work() -> None:
        async with trial() as room:
            table = await room.table(automation=("deal",), stakes="money")
            as_in_older_logs(room, table, kind=msgspec.UNSET, automation=())
            opening = c.OpenTable(by="floor:flo", at=room.clock(), dealer="dan", tray=0)
            await room.done(table, opening)
            now = room.now(table).table
            assert (now.kind, now.automation) == ("digital", frozenset({"shuffle"}))

    asyncio.run(work())


def test_nobody_names_cards_at_a_table_open_without_a_kind() -> None:
    async def work() -> None:
        async with trial() as room:
            table = await room.table(stakes="money", kind="physical")
            opening = c.OpenTable(by="floor:flo", at=room.clock(), dealer="dan", tray=0)
            await room.done(table, opening)
            running = room.now(table)
            room.cardroom.room.tables[table] = msgspec.structs.replace(
                running, table=running.table.but(kind="")
            )
            wish = c.Confirm(by="dealer:dan", at=room.clock(), step="deal", cards=("As",))
            answer = await room.give(table, wish)
            assert isinstance(answer, Refusal)
            assert answer.code == "rights/cards"
            assert "open it again" in answer.message

    asyncio.run(work())


@pytest.mark.parametrize("named", [{"practice": True}, {"owner": "ann"}])
@pytest.mark.parametrize("stakes", ["money", "play"])
def test_nobody_sets_up_a_table_owned_by_somebody(
    house: House, named: dict[str, Any], stakes: str
) -> None:
    """Regression: the owner acted as dealer, floor and count at a table for money."""
    assert asked(house, stakes=stakes, **named) == (400, "request/invalid")


def test_a_money_table_has_no_owner_even_if_an_older_set_up_names_one() -> None:
    async def work() -> None:
        async with trial() as room:
            table = await room.table(stakes="money")
            running = as_in_older_logs(room, table, practice=True, owner="ann")
            assert not Window(room.lobby, ANN, table).voice.own
            assert may_watch(None, running)
            shown = await PitFeed(room.lobby, FLO).whole()
            assert [each.shown.id for each in shown.tables] == [table]
            assert not (await room.lobby.shown(running)).practice

    asyncio.run(work())


def test_players_at_an_abandoned_practice_table_get_their_chips_back() -> None:
    """Regression: only the owner got them back."""

    async def work() -> None:
        async with trial() as room:
            table = await room.table(owner="ann")
            for seat, player in enumerate(("ann", "ben"), start=1):
                await room.lobby.patrons.grant(player, 100_00)
                by, at = f"player:{player}", room.clock()
                await room.done(table, c.Sit(by=by, at=at, seat=seat))
                await room.done(table, c.BuyIn(by=by, at=at, seat=seat, cents=100_00))
            assert await room.lobby.patrons.balance("ben", play_money=True) == 0
            await room.lobby.give_up(table)
            for player in ("ann", "ben"):
                assert await room.lobby.patrons.balance(player, play_money=True) == 100_00

    asyncio.run(work())


@pytest.mark.parametrize(
    "automation",
    [["verify_payout", "verify_royal", "notify_royal"], ["verify_payout"], ["verify"], ["settle"]],
)
def test_the_system_verifies_nothing_that_a_dealer_pays_with_money(
    house: House, automation: list[str]
) -> None:
    """Regression: one person had the system verify the jackpots that a dealer paid."""
    wanted = {"id": "v1", "house": "manual", "stakes": "money", "automation": automation}
    answer = house.person("floor").post("/api/tables", wanted)
    assert (answer.status_code, answer.json()["path"]) == (400, "automation")
    assert answer.json()["code"] == "table/not_for_money"


@pytest.mark.parametrize("said", [(), ("verify_payout", "settle", "wash", "shuffle")])
def test_an_older_set_up_leaves_no_control_of_money_to_the_system(said: tuple[str, ...]) -> None:
    """Opened by the list of its set-up, or without one: the people do what is theirs today."""

    async def work() -> None:
        async with trial() as room:
            table = await room.table("manual", automation=("wash",), stakes="money")
            old = ("verify_payout", "settle", "wash", "shuffle")
            as_in_older_logs(room, table, automation=old)
            opening = c.OpenTable(by="floor:flo", at=room.clock(), dealer="dan", tray=0)
            await room.done(table, msgspec.structs.replace(opening, automation=said))
            now = room.now(table).table
            assert now.automation == frozenset({"wash", "shuffle"})
            assert now.tray_is_chips  # So a dealer pays from a counted tray.

    asyncio.run(work())


def test_an_older_set_up_that_does_every_step_still_does() -> None:
    async def work() -> None:
        async with trial() as room:
            table = await room.table(automation=("all",), stakes="money")
            await room.until(lambda: "settle" in room.now(table).table.automation)

    asyncio.run(work())


def test_the_house_says_whose_step_it_is(house: House) -> None:
    """In one house the floor opens the deck, in another the dealer."""
    for key in ("manual", "classic", "mics", "chickasaw"):
        opened_by = house.lobby.shelf.house(key).cards.opened_by
        wanted = {"stakes": "money", "house": key, "automation": ["break_seal"]}
        refused = asked(house, id=f"v-{key}", **wanted) == (400, "table/not_for_money")
        assert refused is (opened_by != "dealer"), key


@pytest.mark.parametrize(
    "wanted",
    [
        {"id": "v2", "stakes": "money", "automation": ["all"]},  # Nobody deals there.
        {"id": "v3", "stakes": "money", "automation": ["deal", "wash"]},
        {"id": "v4", "stakes": "play", "automation": ["verify_payout"]},
    ],
)
def test_the_system_does_other_steps(house: House, wanted: dict[str, Any]) -> None:
    assert asked(house, **wanted) == (201, "")


def test_bots_play_with_play_money_only(house: House) -> None:
    assert asked(house, stakes="money", bots=["optimal"]) == (400, "table/not_for_money")


@pytest.mark.parametrize("identity", [".", "..", ".x", "-x", "", "a:b", "a/b", "pit-1\n", "x" * 65])
def test_table_and_link_ids_are_valid_in_addresses(house: House, identity: str) -> None:
    assert asked(house, id=identity) == (400, "request/invalid")
    assert not identity or asked(house, link=identity) == (400, "request/invalid")


# Names


@pytest.mark.parametrize("name", ["Table\n1", "Table \u202e1", "Ta\u200bble", "a\x00b", "\u2028"])
def test_a_tables_name_has_no_unseen_characters(house: House, name: str) -> None:
    """Regression: a name could turn the rest of a line round, or begin another one."""
    wanted = {"id": "n1", "house": "classic", "name": f"x{name}x"}
    answer = house.person("floor").post("/api/tables", wanted)
    assert (answer.status_code, answer.json()["code"]) == (400, "name/invalid")
    assert answer.json()["path"] == "name"


def test_two_tables_do_not_have_the_same_name(house: House) -> None:
    assert asked(house, id="n2", name="Café one") == (201, "")
    alike = "Café\u00a0one", "\u0421afé one", "Café  one"  # Regression: these were accepted.
    for other in ("Café one", " CAFÉ ONE ", "Cafe\u0301 one", *alike):
        assert asked(house, id="n3", name=other) == (409, "name/taken")
    assert asked(house, id="n3", name="Table n4") == (201, "")
    assert asked(house, id="n4") == (409, "name/taken")  # What it would be called.
    assert asked(house, id="n4", name="Café two") == (201, "")
    assert asked(house, id="n7", name="★") == (201, "")
    assert asked(house, id="n8", name="☆") == (201, "")


def test_practice_tables_share_a_name_and_take_none_from_the_room(house: House) -> None:
    for _ in range(2):
        answer = house.person("player").post("/api/practice", {"house": "classic"})
        assert answer.status_code == 201, answer.text
    assert asked(house, id="n5", name="Practice") == (201, "")


# Meters of one table


def linked(at: House, identity: str, **wanted: Any) -> tuple[int, str]:
    return asked(at, id=identity, house="manual", **wanted)


def test_nobody_gives_a_meter_the_name_of_one_tables_own(house: House) -> None:
    """Regression: a table shared the own meter of a table that was set up later."""
    for link in ("table-future", "table"):  # With several meters: `table-` and a meter's key.
        wanted = {"id": "l1", "house": "manual", "link": link}
        answer = house.person("floor").post("/api/tables", wanted)
        assert (answer.status_code, answer.json()["path"]) == (400, "link")
    assert linked(house, "future") == (201, "")
    assert linked(house, "l1", link="tables") == (201, "")
    assert linked(house, "l2", link="tables") == (201, "")


def test_tables_whose_ids_begin_alike_have_each_their_own_meter(house: House) -> None:
    """Regression: `table-abc` counted as the own meter of `a`, and there could be no `abc`."""
    for identity in ("la", "labc", "la-main"):
        assert linked(house, identity) == (201, "")
    meters = house.anybody().get("/api/meters").json()
    assert {each["link"]: each["tables"] for each in meters}["table-la"] == ["la"]


def test_a_link_with_a_tables_prefix_is_not_the_tables_own() -> None:
    """As an earlier version took it: the link of `a` is `table-a`, and not `table-abc`."""

    async def work() -> None:
        async with trial() as room:
            table = await room.table("manual", id="a")
            setup: TableSetUp = room.now(table).setup
            house = room.now(table).table.house
            (meter,) = house.meters
            for link, kind in (("table-abc", "linked"), ("table-a", "solo")):
                of = msgspec.structs.replace(setup, link=link)
                assert await room.lobby.links.join(of, house, meter) is None
                first = room.cardroom.store.records(link_stream(link), 0, 1)[0]
                assert msgspec.json.decode(first.event, type=LinkSetUp).kind == kind
            refused = await room.lobby.set_up(TableWanted(id="abc", house="manual"), by="floor:flo")
            assert isinstance(refused, Refusal)
            assert refused.code == "link/exists"

    asyncio.run(work())


def test_a_dealers_repeated_command_acts_once(house: House) -> None:
    """Regression: the second announcement was taken for another command with the same id."""
    pit = Pit(house, "twice", "classic")
    pit.open()
    pit.sit(1, pit.table)
    pit.until("betting")
    bet = {"type": "place_wager", "seat": 1, "wager": "ante", "amount": 10_00}
    pit.players[1].done(pit.table, **bet)
    first, second = (pit.say("dealer", type="announce_no_more_bets", id="once") for _ in "12")
    assert not first["repeated"]
    assert second["repeated"]
    assert second["version"] == first["version"]


def test_one_of_two_simultaneous_tables_with_one_name_is_refused() -> None:
    async def work() -> None:
        async with trial() as room:
            wanted = [TableWanted(id=each, house="classic", name="High Noon") for each in "ab"]
            answers = await asyncio.gather(
                *(room.lobby.set_up(each, by="floor:flo") for each in wanted)
            )
            refused = [each.code for each in answers if isinstance(each, Refusal)]
            assert refused == ["name/taken"]
            assert len(room.cardroom.room.tables) == 1
            counted = room.cardroom.metrics.commands.labels("set_up_table", "refused")
            assert counted._value.get() == 1

    asyncio.run(work())


@pytest.mark.parametrize("titles", [{"player": "floor"}, {"dealer": "floor"}, {"system": "player"}])
def test_no_option_gives_the_people_of_a_table_another_role(
    house: House, titles: dict[str, str]
) -> None:
    """Regression: a patron signed the count of a tray, by an option that made players floor."""
    answer = asked(house, house="manual", stakes="money", options={"role_aliases": titles})
    assert answer == (400, "house/invalid")


def test_nobody_with_an_account_is_seated_at_anothers_practice_table(house: House) -> None:
    """Regression: a guest put chips into a patron's purse, and a private table into their list."""
    ann, guest = house.person("player", "ann-away"), house.guest()
    table = guest.post("/api/practice", {"house": "classic", "automation": []}).json()["id"]
    own = guest.person["name"]

    def said(role: str, **command: Any) -> tuple[int, str]:
        answer = guest.post(f"/api/tables/{table}/commands?as={role}", command)
        return answer.status_code, answer.json().get("code", "")

    assert said("floor", type="open_table", dealer=own, tray=50_000_00) == (200, "")
    refused = said("dealer", type="sit", seat=2, player="ann-away")
    assert refused == (403, "rights/not_imaginary")
    assert ann.get("/api/me/seats").json() == []
    assert said("dealer", type="sit", seat=2, player="somebody") == (200, "")
    assert said("dealer", type="sit", seat=3, player=own) == (200, "")
