"""Patrons' money over HTTP: who may move it, and that it exists only once."""

from tests.service.desk import PASSWORD, House
from tests.service.pit import Pit, deposited, paid_out


def test_a_guest_comes_with_play_money_and_gets_more_only_when_it_runs_out(house: House) -> None:
    guest = house.guest()
    assert guest.get("/api/me/purse").json() == {
        "patron": guest.person["name"],
        "money_cents": 0,
        "play_cents": 100_000,
        "cash_out": None,
        "paid": None,
    }
    refused = guest.post("/api/me/play-money")
    assert (refused.status_code, refused.json()["code"]) == (409, "money/enough")
    guest.done("classic", type="sit", seat=1)
    guest.done("classic", type="buy_in", seat=1, cents=40_000)
    assert guest.get("/api/me/purse").json()["play_cents"] == 60_000
    assert guest.post("/api/me/play-money").json()["play_cents"] == 100_000
    guest.done("classic", type="leave", seat=1)


def test_an_account_gets_play_money_again_when_it_runs_out_and_its_money_is_left_alone(
    house: House,
) -> None:
    invited, was_guest = house.person("player", "amy"), house.guest()
    deposited(house.person("cage"), "amy", cents=50_000, how="cash", id="deposit-amy")
    wanted = {"name": "beatrice", "password": PASSWORD, "display": "Bea"}
    assert was_guest.post("/api/account", wanted).status_code == 200
    for player, seat, money in ((was_guest, 1, 0), (invited, 2, 50_000)):
        player.post("/api/me/play-money")
        player.done("classic", type="sit", seat=seat)
        player.done("classic", type="buy_in", seat=seat, cents=100_000)
        assert player.get("/api/me/purse").json()["play_cents"] == 0
        again = player.post("/api/me/play-money").json()
        assert (again["play_cents"], again["money_cents"]) == (100_000, money)
        refused = player.post("/api/me/play-money")
        assert (refused.status_code, refused.json()["code"]) == (409, "money/enough")
        player.done("classic", type="leave", seat=seat)


def test_a_player_elsewhere_sees_where_their_chips_and_hand_wait(house: House) -> None:
    guest, other = house.guest(), house.guest()
    assert guest.get("/api/me/seats").json() == []
    guest.done("classic", type="sit", seat=1)
    guest.done("classic", type="buy_in", seat=1, cents=40_000)
    guest.done("classic", type="place_wager", seat=1, wager="ante", amount=1_000)
    (held,) = guest.get("/api/me/seats").json()
    assert (held["table"], held["stakes"], held["cents"]) == ("classic", "play", 40_000)
    assert not held["to_decide"]
    guest.done("classic", type="announce_no_more_bets")
    (held,) = guest.get("/api/me/seats").json()
    assert held["to_decide"]
    assert held["cents"] == 40_000
    assert other.get("/api/me/seats").json() == []


def test_the_cage_takes_money_in_and_pays_it_out_to_the_cent(house: House) -> None:
    cage = house.person("cage")
    ann = house.person("player", "ann")
    for _ in range(2):
        taken = deposited(cage, "ann", cents=50_000, how="cash", id="deposit-1")
        assert taken.json()["money_cents"] == 50_000
    purse = paid_out(house.person("cage", "cage-2"), "ann", 20_000, asks=ann).json()
    assert (purse.pop("paid")["cents"], purse) == (
        20_000,
        {"patron": "ann", "money_cents": 30_000, "play_cents": 0, "cash_out": None},
    )
    refused = ann.post("/api/me/cash-outs", {"cents": 30_001})
    assert (refused.status_code, refused.json()["code"]) == (409, "money/not_enough")
    books = cage.get("/api/accounts").json()
    assert sum(each["cents"] for each in books) == 0


def test_only_staff_see_or_move_other_peoples_money(house: House) -> None:
    for browser in (house.guest(), house.person("player", "eve"), house.person("dealer")):
        assert browser.get("/api/patrons/ann/purse").status_code == 403
        assert browser.get("/api/accounts").status_code == 403
        assert browser.post("/api/patrons/ann/deposits", {"cents": 1}).status_code == 403
    for role in ("auditor", "floor", "shift_manager", "management"):
        staff = house.person(role)
        assert staff.get("/api/patrons/ann/purse").status_code == 200
        assert staff.post("/api/patrons/ann/deposits", {"cents": 1}).status_code == 403
    for role in ("count", "administrator"):
        staff = house.person(role)
        assert staff.get("/api/accounts").status_code == 403
        assert staff.post("/api/patrons/ann/cash-outs", {"cents": 1}).status_code == 403


def test_guests_do_not_sit_where_money_is_played(house: House) -> None:
    floor = house.person("floor")
    table = {"id": "real", "house": "classic", "stakes": "money"}
    assert floor.post("/api/tables", table).status_code == 201
    sit = {"type": "sit", "seat": 3}
    refused = house.guest().post("/api/tables/real/commands", sit)
    assert (refused.status_code, refused.json()["code"]) == (403, "rights/guest")
    player = house.person("player", "bea")
    deposited(house.person("cage"), "bea", cents=10_000)
    player.done("real", **sit)
    player.done("real", type="buy_in", seat=3, cents=10_000)
    assert player.get("/api/me/purse").json()["money_cents"] == 0
    refused = player.post("/api/tables/real/commands", {"type": "buy_in", "seat": 3, "cents": 1})
    assert refused.json()["code"] == "money/not_enough"  # Play money does not count here.


def test_meters_are_shown_to_everybody_and_links_are_shared(house: House) -> None:
    floor = house.person("pit_manager")
    for identity in ("m1", "m2"):
        wanted = {"id": identity, "house": "manual", "link": "main", "stakes": "money"}
        assert floor.post("/api/tables", wanted).status_code == 201
    meters = {each["link"]: each for each in house.anybody().get("/api/meters").json()}
    assert meters["main"]["tables"] == ["m1", "m2"]
    assert meters["main"]["meter_cents"] == 100_000
    other = {"id": "m3", "house": "manual", "link": "main", "stakes": "play"}
    refused = floor.post("/api/tables", other)
    assert (refused.status_code, refused.json()["code"]) == (409, "link/other_stakes")


def test_only_the_dealer_places_a_coupon_worth_money(house: House) -> None:
    pit = Pit(house, "coupons", of="mics")
    pit.open()
    player = pit.sit(1, "cleo")
    pit.until("betting")
    player.done("coupons", type="place_wager", seat=1, wager="ante", amount=10_00)
    coupon = {"type": "place_coupon", "seat": 1, "on": "ante", "face": 10_00}
    refused = player.post("/api/tables/coupons/commands", coupon)
    assert (refused.status_code, refused.json()["code"]) == (403, "rights/coupon")
    offered = {move["type"] for move in player.get("/api/tables/coupons").json()["moves"]}
    assert "withdraw_wager" in offered
    assert "place_coupon" not in offered
    pit.say("dealer", **coupon)
