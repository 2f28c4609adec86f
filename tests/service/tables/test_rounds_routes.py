"""Rounds over HTTP: practice, advice, history, replay, results, previews."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from queenhigh.cards.card import parse_card
from queenhigh.house.loader import built_in, built_in_keys
from queenhigh.maths.analysis.analysis import analyze
from queenhigh.maths.analysis.strategy import advise
from queenhigh.service.tables.round_history import own_rounds
from queenhigh.store.people import People
from queenhigh.table.fairness import verify
from queenhigh.wagers.document import SeatBets
from tests.floor.day import Day, Floor
from tests.floor.landed import batches, land, new_store
from tests.service.desk import Browser, House
from tests.table.driver import house


def _practice(guest: Browser, house: str, **wanted: object) -> str:
    answer = guest.post("/api/practice", {"house": house, **wanted})
    assert answer.status_code == 201, answer.text
    table: str = answer.json()["id"]
    guest.done(table, type="sit", seat=4)
    guest.done(table, type="buy_in", seat=4, cents=50_000)
    return table


def _view(browser: Browser, table: str) -> dict[str, object]:
    found: dict[str, object] = browser.get(f"/api/tables/{table}").json()
    return found


def _moves(browser: Browser, table: str) -> set[str]:
    return {move["type"] for move in _view(browser, table)["moves"]}  # type: ignore[attr-defined]


def _bet_and_deal(browser: Browser, table: str) -> None:
    for _ in range(50):
        if "place_wager" in _moves(browser, table):
            break
    browser.done(table, type="place_wager", seat=4, wager="ante", amount=500)
    assert "announce_no_more_bets" in _moves(browser, table)  # Alone, there is nobody to wait for.
    browser.done(table, type="announce_no_more_bets")


@pytest.mark.parametrize("key", built_in_keys())
def test_a_guest_practises_at_a_table_that_nobody_else_sees(house: House, key: str) -> None:
    guest, other = house.guest(), house.guest()
    table = _practice(guest, key)
    _bet_and_deal(guest, table)
    assert {"play", "fold"} <= _moves(guest, table)
    assert other.get(f"/api/tables/{table}").status_code == 404
    assert table not in {each["id"] for each in other.get("/api/tables").json()}
    assert house.person("surveillance").get(f"/api/tables/{table}").status_code == 200
    guest.done(table, type="fold", seat=4)


def test_advice_is_exact_and_only_given_to_the_player_whose_turn_it_is(house: House) -> None:
    guest = house.guest()
    table = _practice(guest, "mics")
    assert guest.get(f"/api/tables/{table}/advice").json() is None
    _bet_and_deal(guest, table)
    told = guest.get(f"/api/tables/{table}/advice").json()
    seat = next(s for s in _view(guest, table)["view"]["seats"] if s["seat"] == 4)  # type: ignore[index]
    first, second, third = map(parse_card, seat["cards"])
    bets = SeatBets(4, {"ante": 500})
    expected = advise(built_in("mics"), (first, second, third), bets)
    assert told["advice"]["play"]["exact"] == expected.play.exact
    assert told["advice"]["best"] == expected.best
    assert (told["seat"], told["ante_cents"]) == (4, 500)


def test_rounds_are_listed_step_by_step_and_their_shuffles_can_be_checked(
    house: House,
) -> None:
    guest = house.guest()
    table = _practice(guest, "classic")
    for _ in range(3):
        _bet_and_deal(guest, table)
        guest.done(table, type="play", seat=4)
    rounds = guest.get(f"/api/tables/{table}/rounds").json()
    assert [each["number"] for each in rounds] == [3, 2, 1]
    assert all(each["staked"] == {"ante": 500, "play": 500} for each in rounds)
    bought = 50_000 + sum(each["net"] for each in rounds)
    sat = next(s for s in _view(guest, table)["view"]["seats"] if s["seat"] == 4)  # type: ignore[index]
    assert sat["stack"] == bought
    earlier = guest.get(f"/api/tables/{table}/rounds", before=3, limit=1).json()
    assert [each["number"] for each in earlier] == [2]
    told = guest.get(f"/api/tables/{table}/rounds/2").json()
    kinds = [event["type"] for step in told["steps"] for event in step["events"]]
    assert kinds.index("bets_locked") < kinds.index("dealer_revealed") < kinds.index("round_ended")
    for opened in told["shuffles"]:
        assert verify(opened["commitment"], opened["order"], opened["nonce"])
    assert told["shuffles"]
    assert guest.get(f"/api/tables/{table}/rounds/99").status_code == 404
    proof = guest.get(f"/api/tables/{table}/rounds/2/proof.html")
    assert 'filename="' in proof.headers["content-disposition"]
    assert proof.headers["cache-control"] == "private, no-store"  # It shows your own bets.
    data = proof.text.partition('id="round">')[2].partition("</script>")[0]
    [seat] = msgspec.json.decode(data)["seats"]
    assert (seat["seat"], seat["decision"]) == (4, "play")
    assert {line["wager"] for line in seat["lines"]} >= {"ante", "play"}
    results = guest.get(f"/api/tables/{table}/results").json()
    assert [each["number"] for each in results["rounds"]] == [1, 2, 3]
    figures = analyze(built_in("classic")).ante_play
    for expected in results["expected"]:
        assert expected["mean_cents"] == pytest.approx(-500 * figures.house_edge.value)
        assert expected["variance"] == pytest.approx((500 * figures.standard_deviation.value) ** 2)
    assert len(results["expected"]) == 3
    assert [each["round"] for each in results["totals"]] == [1, 2, 3]
    last = results["totals"][-1]
    assert last["net"] == sum(each["net"] for each in results["rounds"])
    assert last["staked"] == sum(sum(each["staked"].values()) for each in results["rounds"])
    assert last["mean_cents"] == pytest.approx(-1500 * figures.house_edge.value)
    assert last["deviation_cents"] == pytest.approx(500 * 3**0.5 * figures.standard_deviation.value)
    assert last["luck_cents"] == pytest.approx(
        last["net"] - last["mean_cents"] + last["mistakes_cents"]
    )


def test_players_at_a_table_are_shown_by_their_display_names(house: House) -> None:
    ann, guest = house.person("player", "ann"), house.guest()
    People(house.store.database).change("ann", display="Ann the Second")
    ann.done("mics", type="sit", seat=2)
    assert guest.get("/api/tables/mics/names").json() == {"ann": "Ann the Second"}
    assert guest.get("/api/tables/no-such-table/names").status_code == 404


def test_the_felt_says_where_coupons_lie(house: House) -> None:
    guest = house.guest()
    assert guest.get("/api/houses/mics").json()["felt"]["coupons_on"] == ["ante"]
    assert guest.get("/api/houses/manual").json()["felt"]["coupons_on"] == []


def test_an_irregularity_can_be_looked_at_before_it_is_reported(house: House) -> None:
    guest = house.guest()
    table = _practice(guest, "mics")
    _bet_and_deal(guest, table)
    version = _view(guest, table)["version"]
    report = {"type": "report_wrong_number_of_cards", "seat": 4, "cards": 4}
    told = guest.post(f"/api/tables/{table}/preview?as=floor", report)
    assert told.status_code == 200, told.text
    kinds = [event["type"] for event in told.json()["events"]]
    assert kinds[0] == "irregularity_reported"
    assert _view(guest, table)["version"] == version
    other = guest.post(f"/api/tables/{table}/preview", {"type": "play", "seat": 4})
    assert (other.status_code, other.json()["code"]) == (400, "preview/not_a_report")


def test_at_their_own_practice_table_one_person_takes_every_role(house: House) -> None:
    guest = house.guest()
    answer = guest.post("/api/practice", {"house": "classic", "automation": []})
    table = answer.json()["id"]
    opened = guest.post(
        f"/api/tables/{table}/commands?as=floor",
        {"type": "open_table", "dealer": guest.person["name"], "tray": 100_000},
    )
    assert opened.status_code == 200, opened.text
    due = guest.get(f"/api/tables/{table}").json()["view"]["due"]
    confirm = {"type": "confirm", "step": due["step"], "deck": due["deck"]}
    done = guest.post(f"/api/tables/{table}/commands?as={due['role']}", confirm)
    assert done.status_code == 200, done.text
    refused = guest.post(f"/api/tables/{table}/commands?as=system", confirm)
    assert refused.status_code == 403
    elsewhere = guest.post("/api/tables/classic/commands?as=dealer", confirm)
    assert elsewhere.status_code == 403


def test_the_floor_sees_every_table_with_what_needs_attention(house: House) -> None:
    tables = house.person("floor").get("/api/floor/tables").json()
    manual = next(each for each in tables if each["shown"]["id"] == "manual")
    assert manual["view"]["tray"] is not None
    assert {deck["back"] for deck in manual["view"]["decks"]} == {"red", "blue"}
    assert house.guest().get("/api/floor/tables").status_code == 403


def test_a_table_sends_its_house_and_what_was_missed(house: House) -> None:
    guest = house.guest()
    table = _practice(guest, "manual")
    version = guest.get(f"/api/tables/{table}").json()["version"]
    _bet_and_deal(guest, table)
    missed = guest.get(f"/api/tables/{table}/changes", after=version).json()
    assert {"wager_placed", "cards_dealt"} <= {each["type"] for each in missed["events"]}
    assert guest.get(f"/api/tables/{table}/house").json()["house"] == "manual"


@pytest.mark.parametrize("reading", ["settled_stands", "void"])
def test_a_settled_round_that_became_void_is_shown_as_void(reading: str, tmp_path: Path) -> None:
    floor = Floor()
    table = floor.table(house("mics", machine_count_round=reading))
    table.opened().bet(1, ante=5).dealt("1: 9s 4d 2c, dealer: Qs 8d 3c").play(1).finish()
    table.give("report_wrong_deck_count", count=51, by_machine=True)
    table.opened().bet(1, ante=5).dealt("1: 9s 4d 2c, dealer: Qs 8d 3c").play(1).finish()
    store = new_store("sqlite", tmp_path)
    land(store, batches(Day(floor, table, table, table, table.house)))
    lobby: Any = SimpleNamespace(store=store)
    running: Any = SimpleNamespace(stream="table:1", table=table.table)
    later, first = own_rounds(lobby, running, "player:ann", None, 10)
    assert (later.shown.void, later.shown.net) == (False, -10_00)
    void = reading == "void"
    assert (first.shown.void, first.shown.net) == (void, 0 if void else -10_00)
    store.close()


def test_a_table_quotes_the_clauses_of_the_book_it_was_opened_with(house: House) -> None:
    guest = house.guest()
    table = _practice(guest, "manual")
    said = guest.get(f"/api/tables/{table}/clauses/manual-payout-E").json()
    assert said["id"] == "manual-payout-E"
    assert said["text"] == built_in("manual").book.by_id["manual-payout-E"].gist
    assert guest.get(f"/api/tables/{table}/clauses/nobody-1").status_code == 404
