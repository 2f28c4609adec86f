"""Rule books and figures over HTTP: the same answers as the library gives."""

import msgspec
import pytest

from queenhigh.house.loader import built_in, built_in_keys
from queenhigh.house.registry import standings
from queenhigh.maths.analysis.analysis import analyze
from tests.service.desk import House


def test_anybody_may_read_the_houses(house: House) -> None:
    found = house.anybody().get("/api/houses").json()
    assert [each["key"] for each in found] == list(built_in_keys())


@pytest.mark.parametrize("key", built_in_keys())
def test_a_house_says_what_is_printed_on_its_felt(house: House, key: str) -> None:
    felt = house.anybody().get(f"/api/houses/{key}").json()["felt"]
    book = built_in(key)
    assert [spot["key"] for spot in felt["spots"]] == list(book.spots)
    assert felt["qualifies"] == "Dealer qualifies with Queen high or better"
    tables = {each["wager"]: each["rows"] for each in felt["pay_tables"]}
    assert set(tables) == {"ante_bonus", *book.wagers}
    for key, wager in book.wagers.items():
        assert [row["key"] for row in tables[key]] == list(wager.pays)
        for row in tables[key]:
            paid = wager.pays[row["key"]]
            if paid.unit == "to_one":
                assert row["pays"] == f"{paid.to_one} to 1"
            assert row["clauses"] or row["departs_from"]
    for name in book.opening_bets:
        limits = book.limits(name)
        assert felt["limits"][name]["minimum"] == limits.least
        assert felt["limits"][name]["maximum"] == limits.maximum_cents


@pytest.mark.parametrize("key", built_in_keys())
def test_every_clause_of_a_book_is_listed_with_its_standing(house: House, key: str) -> None:
    told = house.anybody().get(f"/api/houses/{key}/rules").json()
    own = standings(built_in(key).book)
    assert [(x["id"], x["status"]) for x in told] == [(x.clause.id, x.status) for x in own]


def test_a_clause_a_ruling_and_a_convention_are_quoted(house: House) -> None:
    browser = house.anybody()
    for identity, kind in (
        ("mics-k1-i", "clause"),
        ("MICS-3", "ruling"),
        ("conv-31", "convention"),
    ):
        told = browser.get(f"/api/clauses/{identity}").json()
        assert (told["id"], told["kind"]) == (identity, kind)
        assert told["title"]
        assert told["text"]
    missing = browser.get("/api/clauses/mics-zz")
    assert (missing.status_code, missing.json()["code"]) == (404, "clause/unknown")


@pytest.mark.parametrize("key", built_in_keys())
def test_the_analysis_is_that_of_the_library(house: House, key: str) -> None:
    told = house.anybody().get(f"/api/houses/{key}/analysis").json()
    own = msgspec.json.encode(analyze(built_in(key)))
    assert told == msgspec.json.decode(own)


def test_changing_a_pay_table_changes_the_figures(house: House) -> None:
    guest = house.guest()
    wanted = {"house": "manual", "changes": {"wagers.pair_plus.pays.straight": 5}}
    told = guest.post("/api/analysis", wanted).json()
    edge = told["wagers"]["pair_plus"]["house_edge"]["value"]
    before = analyze(built_in("manual")).wagers["pair_plus"]
    assert edge == pytest.approx(before.house_edge.value + 720 / 22_100)


def test_an_impossible_house_is_refused_with_the_key(house: House) -> None:
    wanted = {
        "house": "manual",
        "changes": {"wagers": {"pair_plus": {"pays": {"straight_flush": 2}}}},
    }
    refused = house.guest().post("/api/analysis", wanted)
    assert refused.status_code == 400
    assert refused.json()["code"] == "house/invalid"
    assert refused.json()["path"] == "wagers.pair_plus.pays.straight_flush"


def test_houses_are_compared_setting_by_setting(house: House) -> None:
    browser = house.anybody()
    found = browser.get("/api/compare", houses=["mics", "mics-alternate"]).json()
    assert "wagers.pair_plus.at_most" in {each["setting"].rpartition(".")[0] for each in found}
    assert browser.get("/api/compare", houses=["mics"]).status_code == 400
    assert browser.get("/api/compare", houses=["mics", "nowhere"]).status_code == 404


def test_a_par_sheet_is_a_pdf(house: House) -> None:
    answer = house.guest().get("/api/houses/classic/par.pdf")
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")


def test_steps_and_commands_are_listed_for_a_dealers_console(house: House) -> None:
    browser = house.anybody()
    steps = {each["name"] for each in browser.get("/api/steps").json()}
    assert {"shuffle", "deal", "reveal_dealer"} <= steps
    for key in ("manual", "classic"):
        told = {each["name"]: each for each in browser.get("/api/steps", house=key).json()}
        by_dealer = house.lobby.shelf.house(key).cards.opened_by == "dealer"
        assert told["break_seal"]["control"] is not by_dealer
        assert told["settle"]["control"]
        assert not told["deal"]["control"]
    commands = {each["type"]: each for each in browser.get("/api/commands").json()}
    assert "dealer" in commands["confirm"]["roles"]
    fields = {each["name"]: each for each in commands["sit"]["fields"]}
    assert (fields["seat"]["kind"], fields["seat"]["required"]) == ("seat", True)


def test_the_options_of_a_house_say_what_else_they_could_be(house: House) -> None:
    found = house.anybody().get("/api/houses/manual/options").json()
    fold = next(each for each in found if each["name"] == "fold_pair_plus")
    assert fold["title"] == "Pair Plus after a fold"
    assert fold["value"] in fold["values"]
    assert fold["rulings"] == ["MAN-1"]


def test_a_house_has_its_felt_and_rulings(house: House) -> None:
    felt = house.anybody().get("/api/houses/mics/felt")
    assert felt.status_code == 200, felt.text
    assert felt.json()["spots"]
    rulings = house.anybody().get("/api/houses/mics/rulings")
    assert rulings.status_code == 200, rulings.text
    assert rulings.json()


def test_anybody_may_practise_the_border_hands_of_a_house(house: House) -> None:
    found = house.anybody().get("/api/houses/classic/border-hands", count=3).json()
    assert [len(each["cards"]) for each in found] == [3, 3, 3]
    assert {each["advice"]["best"] for each in found} <= {"play", "fold"}


def test_the_lobby_shows_the_house_edge_of_each_table(house: House) -> None:
    table = house.anybody().get("/api/tables").json()[0]
    edges = house.anybody().get(f"/api/tables/{table['id']}/edges").json()
    assert next(iter(edges)) == "ante_play"
    assert 0 < edges["ante_play"]["value"] < 0.1
    assert house.anybody().get("/api/tables/no-such-table/edges").status_code == 404
