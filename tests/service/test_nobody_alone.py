"""What no member of staff can do alone, over HTTP."""

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from queenhigh.cards.card import FULL_DECK, card_text
from queenhigh.service.app import make_app
from queenhigh.service.cardroom import Cardroom
from queenhigh.service.config import Config
from queenhigh.service.errors import ServiceError
from queenhigh.service.people.display_names import new_name
from queenhigh.service.room import Attempt, Room, Wanted
from queenhigh.service.tables.window import Window
from queenhigh.store.credentials import Person
from queenhigh.store.people import People
from queenhigh.store.records import Landed, Stale
from queenhigh.store.store_address import open_store
from queenhigh.table.commands import BuyIn
from queenhigh.table.events import ApprovalRequested, DeckShuffled
from queenhigh.table.refusal import Refusal
from queenhigh.wire.requests import AnyWish
from tests.service.desk import House, cardroom
from tests.service.people_door import bearer
from tests.service.pit import Pit, deposited, paid_out


@pytest.fixture
def fresh() -> Iterator[House]:
    with cardroom() as running:
        yield running


def test_nobody_supplies_the_order_of_a_deck(fresh: House) -> None:
    """A dealer who could choose the order turned a confederate's $500 into $5,700."""
    pit = Pit(fresh, "m1")
    pit.open()
    wish = {"type": "shuffle_deck", "deck": 0}
    order, nonce = list(map(card_text, FULL_DECK)), "n" * 32
    attacks: list[dict[str, object]] = [
        {"order": order, "nonce": nonce},
        {"order": []},
        {"nonce": nonce},
    ]
    for chosen in attacks:
        answer = pit.staff["dealer"].post("/api/tables/m1/commands", {**wish, **chosen})
        assert (answer.status_code, answer.json()["code"]) == (400, "request/invalid")
    real = Pit(fresh, "m0", "classic", kind="physical", automation=None)
    real.open()
    while real.view()["due"]["step"] != "shuffle":
        real.step()
    moves = real.staff["dealer"].get("/api/tables/m0").json()["moves"]
    (offered,) = (each for each in moves if each["type"] == "shuffle_deck")
    assert not {"order", "nonce"} & set(offered)
    real.say("dealer", **offered)


def test_nobody_shuffles_before_the_system(fresh: House) -> None:
    floor, dealer = fresh.person("floor"), fresh.person("dealer")
    wanted = {"id": "m2", "house": "manual", "stakes": "money", "automation": ["shuffle"]}
    assert floor.post("/api/tables", wanted).status_code == 201
    opening = {"type": "open_table", "dealer": "dealer", "tray": 0, "chips": []}
    assert floor.post("/api/tables/m2/commands", opening).status_code == 200
    answer = dealer.post("/api/tables/m2/commands", {"type": "shuffle_deck", "deck": 0})
    assert (answer.status_code, answer.json()["code"]) == (403, "rights/shuffle")
    moves = dealer.get("/api/tables/m2").json()["moves"]
    assert not [each for each in moves if each["type"] == "shuffle_deck"]


@pytest.mark.parametrize("change", [{"disabled": True}, {"role": "dealer"}])
@pytest.mark.parametrize("gone", ["floor", "cage"])
def test_a_request_asked_for_or_signed_by_somebody_who_left_is_not_carried_out(
    fresh: House, change: dict[str, Any], gone: str
) -> None:
    pit = Pit(fresh, "m9")
    pit.open()
    chips = pit.chips(100_00)
    pit.say("floor", type="credit_tray", cents=100_00, chips=chips, runner="pit_manager")
    pit.sign("cage")
    boss = fresh.person("administrator")
    assert boss.patch(f"/api/people/{gone}", change).status_code == 200
    sign = {"type": "approve", "request": pit.view()["requests"][-1]["request"]}
    for role in ("pit_manager", "dealer"):
        answer = pit.staff[role].post("/api/tables/m9/commands", sign)
        assert (answer.status_code, answer.json()["code"]) == (403, "rights/signer_gone")
        assert f"{gone} requested or signed this" in answer.json()["message"]
    pit.say("dealer", **{**sign, "type": "decline"})
    assert pit.view()["requests"] == []


@pytest.mark.parametrize("change", [{"disabled": True}, {"role": "dealer"}])
def test_staff_who_left_give_no_command_over_a_connection_still_open(
    fresh: House, change: dict[str, Any]
) -> None:
    """Fix: the connection ends a moment later, and signed a relief until then."""
    pit = Pit(fresh, "m9")
    pit.open()
    people = fresh.lobby.people
    assert people is not None
    gone = people.find(pit.staff["pit_manager"].person["name"])
    assert gone is not None
    window = Window(fresh.lobby, gone, "m9")
    boss = fresh.person("administrator")
    assert boss.patch(f"/api/people/{gone.name}", change).status_code == 200
    wish = msgspec.convert({"type": "announce_no_more_bets"}, AnyWish)
    refused = asyncio.run(window.requests.give(wish))
    assert isinstance(refused, Refusal)
    assert refused.code == "rights/changed"


def test_every_money_table_is_guarded(fresh: House) -> None:
    """Fix: the service decides, and does not take a client's word for it."""
    pit = Pit(fresh, "m3")
    opening = {"type": "open_table", "dealer": "dealer", "tray": 0, "guarded": False}
    pit.say("floor", **opening)
    other = fresh.person("dealer", "dealer-2")
    answer = pit.staff["dealer"].post(
        "/api/tables/m3/commands", {"type": "relieve_dealer", "dealer": "dealer-2"}
    )
    assert [event["type"] for event in answer.json()["events"]] == ["approval_requested"]
    sign = {"type": "approve", "request": 1}
    assert other.post("/api/tables/m3/commands", sign).status_code == 200
    assert pit.view()["dealer"] == "dealer"
    assert pit.staff["floor"].post("/api/tables/m3/commands", sign).status_code == 200
    assert pit.view()["relief"] == "dealer-2"


def test_opening_a_money_table_with_automation_lifts_no_control(
    fresh: House,
) -> None:
    """Regression: a table opened with `["all"]` closed without anybody counting its tray."""
    pit = Pit(fresh, "m10")
    opening = {"type": "open_table", "dealer": "dealer", "tray": 0}
    for automation in (["all"], ["settle"]):
        wish = {**opening, "automation": automation}
        answer = pit.staff["floor"].post("/api/tables/m10/commands", wish)
        assert (answer.status_code, answer.json()["code"]) == (403, "rights/automation")
    wanted = {"id": "m11", "house": "manual", "stakes": "money", "automation": ["settle"]}
    answer = pit.staff["floor"].post("/api/tables", wanted)
    assert (answer.status_code, answer.json()["path"]) == (400, "automation")
    pit.say("floor", **opening, automation=["shuffle"])  # As it was set up.


def test_staff_seat_patrons_and_walk_ins_and_nobody_else_where_money_is_played_for(
    fresh: House,
) -> None:
    """Regression: a ghost's chips were credited to a name somebody registered afterwards."""
    pit = Pit(fresh, "m4", "classic", kind="physical", automation=None)
    pit.open()
    fresh.person("player", "ann")
    commands = "/api/tables/m4/commands"
    for name in ("dealer", "ghost", "Ann", "walk-in-", "walk-in-X", "walk-in--", "walk-in-a--b"):
        wish = {"type": "sit", "seat": 1, "player": name}
        answer = pit.staff["dealer"].post(commands, wish)
        assert (answer.status_code, answer.json()["code"]) == (403, "rights/no_patron"), name
    pit.say("dealer", type="sit", seat=1, player="ann")
    pit.say("dealer", type="sit", seat=2, player="walk-in-7f3a")
    assert [seat["player"] for seat in pit.view()["seats"]] == ["walk-in-7f3a"]
    pit.sign("floor")
    assert [seat["player"] for seat in pit.view()["seats"]] == ["ann", "walk-in-7f3a"]


def test_the_name_of_a_walk_in_is_that_of_one_person(fresh: House) -> None:
    """Regression: one name sat at two tables and shared a purse at the cage."""
    pits = [Pit(fresh, name, "classic", kind="physical", automation=None) for name in ("w1", "w2")]
    for pit in pits:
        pit.open()
    here, there = pits
    sit = {"type": "sit", "seat": 1, "player": "walk-in-1-7f3a", "id": "sat-down"}
    here.say("dealer", **sit)
    here.say("dealer", **sit)  # Sent again, it is the same command.
    here.say("dealer", type="buy_in", seat=1, cents=100_00)

    def refused(pit: Pit, **wish: object) -> tuple[int, str]:
        answer = pit.staff["dealer"].post(f"/api/tables/{pit.table}/commands", wish)
        return answer.status_code, answer.json()["code"]

    elsewhere = {"type": "sit", "seat": 2, "player": "walk-in-1-7f3a"}
    assert refused(there, **elsewhere) == (409, "seat/walk_in_taken")
    here.say("dealer", type="leave", seat=1)
    for pit in pits:  # The chips wait at the cage.
        assert refused(pit, **elsewhere) == (409, "seat/walk_in_taken")
    staff = here.staff
    paid = paid_out(staff["cage"], "walk-in-1-7f3a", 100_00, asks=staff["floor"])
    assert paid.status_code == 200, paid.text
    assert refused(there, **elsewhere) == (409, "seat/walk_in_taken")
    here.say("dealer", **elsewhere)


def test_a_refused_seat_uses_up_no_name(fresh: House) -> None:
    pits = [Pit(fresh, name, "classic", kind="physical", automation=None) for name in ("w3", "w4")]
    for pit in pits:
        pit.open()
    here, there = pits
    sit = {"type": "sit", "seat": 1, "player": "walk-in-2-7f3a"}
    here.say("dealer", type="sit", seat=1, player="walk-in-1-7f3a")
    answer = here.staff["dealer"].post(f"/api/tables/{here.table}/commands", sit)
    assert (answer.status_code, answer.json()["code"]) == (409, "seat/taken")
    there.say("dealer", **sit)


def test_chips_that_a_dealer_buys_alone_count_across_all_tables(fresh: House) -> None:
    """Regression: a dealer at two tables had the house's limit twice."""
    pits = [Pit(fresh, name, "classic", kind="physical", automation=None) for name in ("b1", "b2")]
    for number, pit in enumerate(pits):
        pit.open()
        pit.say("dealer", type="sit", seat=1, player=f"walk-in-b{number}")
    limit = pits[0].of.controls.staff_buy_in_cents
    buy_in = {"type": "buy_in", "seat": 1, "cents": limit, "id": "bought"}
    pits[0].say("dealer", **buy_in)
    asked = pits[1].say("dealer", type="buy_in", seat=1, cents=500)
    assert [event["type"] for event in asked["events"]] == ["approval_requested"]
    pits[1].sign("floor")
    assert pits[1].view()["seats"][0]["stack"] == 500
    again = pits[0].say("dealer", **buy_in)
    assert again["events"][0]["cents"] == limit  # The same command again does nothing.
    assert pits[0].view()["seats"][0]["stack"] == limit
    wish = {**buy_in, "id": "", "bought_elsewhere": 0}
    answer = pits[1].staff["dealer"].post("/api/tables/b2/commands", wish)
    assert (answer.status_code, answer.json()["code"]) == (400, "request/invalid")


def test_two_purchases_in_the_same_instant_in_two_processes_have_one_limit(fresh: House) -> None:
    """Regression: each process saw the other table's old state, and both allowed it."""
    pits = [Pit(fresh, name, "classic", kind="physical", automation=None) for name in ("b1", "b2")]
    for number, pit in enumerate(pits):
        pit.open()
        pit.say("dealer", type="sit", seat=1, player=f"walk-in-b{number}")
    limit = pits[0].of.controls.staff_buy_in_cents
    processes = [Room(fresh.store), Room(fresh.store)]
    wanted = []
    for number, pit in enumerate(pits):
        for process in processes:
            process.load(pit.table)
        by, at = "dealer:dealer", fresh.clock()
        wish = BuyIn(seat=1, cents=limit, by=by, at=at, id=f"bought-{number}")
        wanted.append(Wanted(pit.table, wish))
    first, second = (
        process.decide_with_store(each) for process, each in zip(processes, wanted, strict=True)
    )
    assert isinstance(first, Attempt)
    assert isinstance(second, Attempt)
    assert isinstance(fresh.store.land([first.batch])[0], Landed)
    (late,) = fresh.store.land([second.batch])
    assert isinstance(late, Stale)
    assert processes[1].conclude(second, late) is None  # It checks again.
    again = processes[1].decide_with_store(wanted[1])
    assert isinstance(again, Attempt)
    assert [type(each) for each in again.news.events] == [ApprovalRequested]


def test_a_relief_needs_a_person_and_not_a_name(fresh: House) -> None:
    """Regression: a request waited for the signature of somebody who cannot sign in."""
    pit = Pit(fresh, "r1", "classic", kind="physical", automation=None)
    pit.open()
    fresh.person("player", "ann")
    for name in ("ghost", "ann", "floor"):
        wish = {"type": "relieve_dealer", "dealer": name}
        answer = pit.staff["dealer"].post("/api/tables/r1/commands", wish)
        assert (answer.status_code, answer.json()["code"]) == (403, "rights/no_dealer")
    assert pit.view()["requests"] == []


def test_a_table_is_opened_with_a_dealer_of_the_house(fresh: House) -> None:
    """Regression: a name mistyped at the opening waited for ever to be relieved."""
    pit = Pit(fresh, "r2", "classic", kind="physical", automation=None)
    opening = {"type": "open_table", "dealer": "daeler", "tray": 0}
    answer = pit.staff["floor"].post("/api/tables/r2/commands", opening)
    assert (answer.status_code, answer.json()["code"]) == (403, "rights/no_dealer")
    assert pit.view()["phase"] == "closed"


def test_nobody_registers_as_a_walk_in() -> None:
    for name in ("walk-in-7f3a", "Walk-In-7f3a", "walk-in"):
        with pytest.raises(ServiceError, match="is reserved"):
            new_name(name)


def test_deposits_are_for_existing_people_and_never_for_oneself(fresh: House) -> None:
    """Fix: the cage looks the name up, and nobody is on both sides of the window."""
    cage = fresh.person("cage")
    nobody = cage.post("/api/patrons/nobody-there/deposits", {"cents": 500})
    assert nobody.status_code == 404
    own = cage.post("/api/patrons/cage/cash-outs", {"cents": 500})
    assert (own.status_code, own.json()["code"]) == (409, "money/own")


@pytest.mark.parametrize("role", ["cage", "floor", "guest"])
def test_staff_and_guests_cannot_deposit(house: House, role: str) -> None:
    """Fix: money could be hidden in an account that nobody plays from."""
    cage = house.person("cage")
    who = house.guest() if role == "guest" else house.person(role)
    answer = deposited(cage, who.person["name"], cents=500)
    assert (answer.status_code, answer.json()["code"]) == (409, "money/no_patron")


def test_a_deposit_needs_the_name_by_which_the_patron_is_known(fresh: House) -> None:
    """Regression: one wrong letter gave the money to another existing person."""
    cage = fresh.person("cage")
    for name in ("ann", "anne"):
        fresh.person("player", name)
    for seen in ("", "ann", "Anne Else"):
        answer = cage.post("/api/patrons/anne/deposits", {"cents": 500, "seen": seen})
        assert (answer.status_code, answer.json()["code"]) == (409, "money/look_again")
        assert "anne" in answer.json()["message"]
    assert cage.get("/api/patrons/anne/purse").json()["money_cents"] == 0
    assert deposited(cage, "anne", cents=500).status_code == 200


_NAMESAKES = (
    *(("ann", "Ann Example"), ("eve", "ANN  EXAMPLE")),
    *(("bob", "Bob"), ("rob", "Bob (bob)")),
)


def test_patrons_with_the_same_display_name_are_told_apart_at_a_deposit(fresh: House) -> None:
    """Regression: a stranger who called himself Ann Example got what was brought for her."""
    cage, people = fresh.person("cage"), People(fresh.store.database)
    for name, display in _NAMESAKES:
        people.add(Person(name, display, "player", fresh.clock()))
    for name, display in _NAMESAKES[:2]:
        path, known_as = f"/api/patrons/{name}", f"{display} ({name})"
        assert cage.get(path).json()["known_as"] == known_as
        answer = cage.post(f"{path}/deposits", {"cents": 500, "seen": display})
        assert (answer.status_code, answer.json()["code"]) == (409, "money/look_again")
        assert known_as in answer.json()["message"]
        assert cage.post(f"{path}/deposits", {"cents": 500, "seen": known_as}).status_code == 200
    assert cage.get("/api/patrons/bob").json()["known_as"] == "Bob"
    assert cage.get("/api/patrons/rob").json()["known_as"] == "Bob (bob) (rob)"


@pytest.mark.parametrize("identity", ["shuffle:m2:47", "set_up:m9", "x" * 101, "a b"])
def test_nobody_takes_an_id_that_the_service_will_need(house: House, identity: str) -> None:
    """Fix: one pattern for ids everywhere; a deposit under such an id froze a table."""
    cage = house.person("cage")
    house.person("player", "ann")
    answer = cage.post("/api/patrons/ann/deposits", {"cents": 500, "seen": "ann", "id": identity})
    assert (answer.status_code, answer.json()["code"]) == (400, "request/invalid")


def test_no_impossible_name_enters_the_log(house: House) -> None:
    """Fix: names in commands follow the pattern of names."""
    floor = house.person("floor")
    wanted = {"id": "m4", "house": "manual", "stakes": "money", "automation": []}
    assert floor.post("/api/tables", wanted).status_code == 201
    for dealer in ("x" * 20_000, "joe:floor", "joe\u202eeoj", "two words"):
        opening = {"type": "open_table", "dealer": dealer, "tray": 0}
        answer = floor.post("/api/tables/m4/commands", opening)
        assert (answer.status_code, answer.json()["code"]) == (400, "request/invalid"), dealer


# Randomness


def test_no_control_character_enters_the_log(fresh: House) -> None:
    pit = Pit(fresh, "m9")
    pit.open()
    wish = {"type": "change_deck", "deck": 1, "reason": "worn\x00"}
    answer = pit.staff["dealer"].post("/api/tables/m9/commands", wish)
    assert (answer.status_code, answer.json()["path"]) == (400, "reason")
    claim = {"table": "m9", "round": 1, "claim": "A bell\x07 rang.\nTwice."}
    answer = pit.staff["dealer"].post("/api/disputes", claim)
    assert (answer.status_code, answer.json()["path"]) == (400, "claim")


def test_the_service_shuffles_with_the_systems_randomness(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fix: a seeded generator must not get into production unnoticed."""
    made: list[Cardroom] = []

    class Seen(Cardroom):
        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            made.append(self)

    monkeypatch.setattr("queenhigh.service.running_service.Cardroom", Seen)
    make_app(Config(database="memory"))
    assert [type(each.chance) for each in made] == [random.SystemRandom]


def test_two_shuffles_never_have_the_same_nonce_or_order(fresh: House) -> None:
    floor = fresh.person("floor")
    for number in range(4):
        wanted = {"id": f"d{number}", "house": "classic", "stakes": "play"}
        assert floor.post("/api/tables", wanted).status_code == 201
    while len(shuffles := _shuffles(fresh)) < 4:
        floor.get("/api/tables")  # The house shuffles automatically, in its own time.
    assert all(len(each.nonce) == 64 for each in shuffles)
    assert len({each.nonce for each in shuffles}) == len(shuffles)
    assert len({each.order for each in shuffles}) == len(shuffles)


def _shuffles(fresh: House) -> list[DeckShuffled]:
    return [
        msgspec.json.decode(record.event, type=DeckShuffled)
        for number in range(4)
        for record in fresh.store.records(f"table:d{number}")
        if b"deck_shuffled" in record.event
    ]


def test_only_the_owner_can_read_the_database(tmp_path: Path) -> None:
    path = tmp_path / "room.db"
    open_store(str(path)).close()
    for kept in tmp_path.iterdir():
        assert kept.stat().st_mode & 0o077 == 0, kept.name


# The cage


def test_a_fill_is_a_slip_that_four_people_sign_and_anybody_can_read_later(fresh: House) -> None:
    pit = Pit(fresh, "m5", "classic", kind="physical", automation=None)
    pit.open()
    runner = fresh.person("floor", "ron")
    asked = {"cents": 1_000_00, "chips": pit.chips(1_000_00), "runner": "ron"}
    pit.say("floor", type="fill_tray", **asked)
    (waits,) = pit.staff["cage"].get("/api/cage/slips").json()["waiting"]
    assert (waits["number"], waits["kind"], waits["cents"]) == (1, "fill", 1_000_00)
    assert [each["role"] for each in waits["missing"]] == ["cage", "runner", "dealer"]
    pit.sign("cage")
    runner.done("m5", type="approve", request=waits["request"])
    pit.sign("dealer")
    pit.say("floor", type="fill_tray", **asked)
    pit.say("cage", type="decline", request=pit.view()["requests"][0]["request"], reason="no")
    shown = pit.staff["surveillance"].get("/api/cage/slips").json()
    opening, slip, void = shown["slips"]
    assert (opening["kind"], opening["inventory"]) == ("inventory", "opening")
    assert (opening["cents"], opening["expected"]) == (50_000_00, 50_000_00)
    assert (slip["number"], slip["state"], slip["runner"]) == (1, "done", "ron")
    assert slip["signed"] == ["floor:floor", "cage:cage", "floor:ron", "dealer:dealer"]
    assert slip["stacks"] == pit.chips(1_000_00)
    assert (void["number"], void["state"], void["reason"]) == (2, "void", "no")
    for role in ("dealer", "count"):  # People who count are not told what was moved.
        assert pit.staff[role].get("/api/cage/slips").status_code == 403
    fresh.clock.pass_(days=2)
    later = fresh.person("surveillance", "sue")
    assert later.get("/api/cage/slips", day=shown["day"]).json()["slips"] == shown["slips"]
    assert later.get("/api/cage/slips", day="2020-01-02").json()["slips"] == []


def test_the_cage_only_signs_at_tables(fresh: House) -> None:
    pit = Pit(fresh, "m6", "classic", kind="physical", automation=None)
    pit.open()
    moves = pit.staff["cage"].get("/api/tables/m6").json()["moves"]
    assert moves == []
    for wish in (
        {"type": "fill_tray", "cents": 500, "chips": pit.chips(500), "runner": "cage"},
        {"type": "count_tray", "counted": 0},
        {"type": "sit", "seat": 1, "player": "walk-in-1"},
    ):
        answer = pit.staff["cage"].post("/api/tables/m6/commands", wish)
        assert answer.json()["code"] == "role/not_yours"


def test_nobody_takes_chips_between_closing_and_opening(fresh: House) -> None:
    """Regression: the floor alone opened with $40,000 of the $50,000 that were counted."""
    pit = Pit(fresh, "m12", "classic", kind="physical", automation=None)
    pit.open(50_000_00)
    pit.until("betting")
    pit.count(50_000_00, "closing")
    pit.say("floor", type="close_table")
    pit.sign("dealer")
    less = {"dealer": "dealer", "tray": 40_000_00, "chips": pit.chips(40_000_00)}
    path = "/api/tables/m12/commands"
    answer = pit.staff["floor"].post(path, {"type": "open_table", **less})
    assert answer.json()["code"] == "tray/not_as_closed"
    assert "closed with $50,000 in the tray" in answer.json()["message"]
    same = {"dealer": "dealer", "tray": 50_000_00, "chips": pit.chips(50_000_00)}
    pit.say("floor", type="open_table", **same)


def test_a_dealer_who_no_longer_deals_and_a_low_tray_raise_alerts_at_once(fresh: House) -> None:
    pit = Pit(fresh, "m7", "classic", kind="physical", automation=None)
    pit.say("floor", type="open_table", dealer="dealer", tray=0)
    changed = fresh.person("administrator").patch("/api/people/dealer", {"role": "cage"})
    assert changed.status_code == 200, changed.text
    found = pit.staff["surveillance"].get("/api/alerts").json()["now"]
    assert {"tray_low", "dealer_unknown"} <= {each["kind"] for each in found}


READ_OTHERWISE: dict[str, Any] = {"stakes": "money", "options": {"tie": "player"}}


def test_a_money_table_with_readings_of_its_own_is_opened_by_another_person(fresh: House) -> None:
    """Regression: one of the floor chose a reading that favours players, and opened the table."""
    pit = Pit(fresh, "m1", **READ_OTHERWISE)
    commands, opening = "/api/tables/m1/commands", {"type": "open_table", "dealer": "dealer"}
    answer = pit.staff["floor"].post(commands, opening)
    assert (answer.status_code, answer.json()["code"]) == (403, "rights/readings")
    assert "floor set options for this table" in answer.json()["message"]
    offered = pit.staff["floor"].get("/api/tables/m1").json()["moves"]
    assert "open_table" not in {each["type"] for each in offered}
    (shown,) = (
        each
        for each in pit.staff["pit_manager"].get("/api/floor/tables").json()
        if each["shown"]["id"] == "m1"
    )
    assert (shown["set_up_by"], shown["opens_by_another"]) == ("floor", True)
    assert shown["readings"] == [
        {"option": "tie", "title": "Equal hands", "chosen": "player", "house": "push"}
    ]
    pit.say("pit_manager", **opening)
    assert pit.view()["phase"] != "closed"


def test_a_money_table_with_only_the_readings_of_its_house_is_opened_by_anybody(
    fresh: House,
) -> None:
    """Regression: options equal to the house's own needed a second person for nothing."""
    pit = Pit(fresh, "m1", stakes="money", options={"tie": "push", "ace_low_straight": True})
    pit.say("floor", type="open_table", dealer="dealer")
    assert pit.view()["phase"] != "closed"


def test_no_token_confirms_the_readings_of_a_money_table(fresh: House) -> None:
    pit = Pit(fresh, "m1", **READ_OTHERWISE)
    wanted = {"label": "bot", "scopes": ["floor"]}
    token = pit.staff["pit_manager"].post("/api/tokens", wanted).json()["token"]
    fresh.client.cookies.clear()
    answer = fresh.client.post(
        "/api/tables/m1/commands",
        json={"type": "open_table", "dealer": "dealer"},
        headers=bearer(token),
    )
    assert (answer.status_code, answer.json()["code"]) == (403, "rights/session")


def test_an_automatic_money_table_with_readings_of_its_own_waits_for_another_person(
    tmp_path: Path,
) -> None:
    """Also after a restart, when the service finishes what it was setting up."""
    file = str(tmp_path / "room.db")
    wanted = {"id": "auto", "house": "manual", **READ_OTHERWISE}
    with cardroom(file) as house:
        floor = house.person("floor")
        assert floor.post("/api/tables", wanted).json()["phase"] == "closed"
    with cardroom(file) as house:
        floor, other = house.person("floor"), house.person("pit_manager")
        assert floor.get("/api/tables/auto").json()["view"]["phase"] == "closed"
        forms = other.get("/api/tables/auto/forms").json()
        (form,) = (each for each in forms if each["type"] == "open_table")
        assert [(each["name"], each["initial"]) for each in form["fields"]] == [("dealer", "house")]
        opening = {"type": "open_table", "dealer": "house", "tray": 1, "chips": []}
        refused = floor.post("/api/tables/auto/commands", opening)
        assert (refused.status_code, refused.json()["code"]) == (403, "rights/readings")
        other.done("auto", **opening)
        assert other.get("/api/tables/auto").json()["view"]["tray"] > 1  # As if opened by itself.
        ann = house.person("player", "ann")
        deposited(house.person("cage"), "ann", cents=100_00)
        ann.done("auto", type="sit", seat=1)
        ann.done("auto", type="buy_in", seat=1, cents=100_00)


@pytest.mark.parametrize(
    "wanted", [{"stakes": "play", "options": {"tie": "player"}}, {"stakes": "money"}]
)
def test_without_money_or_without_readings_of_its_own_a_table_is_opened_by_one_person(
    fresh: House, wanted: dict[str, Any]
) -> None:
    pit = Pit(fresh, "m1", **wanted)
    pit.say("floor", type="open_table", dealer="dealer")
