"""A house that departs from its book: no line cites the book's clause as its reason."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from queenhigh.house.loader import built_in, built_in_keys, with_options
from queenhigh.house.options import options_of
from queenhigh.wagers.document import read_round
from queenhigh.wagers.opening import check_opening
from tests.clauses import cases
from tests.wagers.test_own_wagers import line, made, seat, settled


def answer(
    folder: Path, change: str, *, cards: str = "As 8d 3c", dealer: str = "Qh 7d 2c", **bets: Any
) -> dict[str, Any]:
    house = made(folder, 'extends = "manual"\n' + change.replace("; ", "\n"))
    return settled(house, seat(1, cards, **{"ante": 500, **bets}), dealer=dealer)


@cases("""
    change                                     wager        cards      dealer     departs_from
    [ante]; dealer_out = "push"                ante         As 8d 3c   Jh 7d 2c   manual-outcome-A
    [ante]; dealer_out = "lose"                ante         As 8d 3c   Jh 7d 2c   manual-outcome-A
    [play]; dealer_out = "win"                 play         As 8d 3c   Jh 7d 2c   manual-outcome-A
    [ante]; tie = "win"                        ante         Qs 7c 2d   Qh 7d 2c   manual-outcome-D
    [play]; tie = "lose"                       play         Qs 7c 2d   Qh 7d 2c   manual-outcome-D
    [dealer]; qualifies_with = "K"             ante         As 8d 3c   Qh 7d 2c   manual-outcome-A
    [dealer]; qualifies_with = "any"           ante         As 8d 3c   Jh 7d 2c   manual-outcome-B
    [dealer]; qualifies_with = "any"           play         Ts 8d 3c   Jh 7d 2c   manual-outcome-C
    [ante.pays]; pair = 2                      ante         8s 8d 3c   Qh 7d 2c   manual-outcome-B
    [play.pays]; pair = 2                      play         8s 8d 3c   Qh 7d 2c   manual-outcome-B
    [ante_bonus.pays]; straight = 2            ante_bonus   4s 5d 6c   Qh 7d 2c   manual-antebonus
    [wagers.pair_plus.pays]; flush = 4         pair_plus    As 8s 3s   Qh 7d 2c   manual-pp-table
    [wagers.pair_plus.pays]; pair = false      pair_plus    8s 8d 3c   Qh 7d 2c   manual-pp-table
    [wagers.pair_plus.pays.pair]; suit = "s"   pair_plus    8s 8d 3c   Qh 7d 2c   manual-pp-table
    [wagers.pair_plus]; of = "dealer"          pair_plus    As 8d 3c   Qh Qd 2c   manual-pp
    [ante_bonus]; base = "ante_plus_play"      ante_bonus   4s 5d 6c   Qh 7d 2c   manual-antebonus
""")
def test_a_line_settled_differently_departs(
    tmp_path: Path, change: str, wager: str, cards: str, dealer: str, departs_from: str
) -> None:
    bets = {"pair_plus": 500} if wager == "pair_plus" else {}
    found = line(answer(tmp_path, change, cards=cards, dealer=dealer, **bets), wager)
    assert departs_from in found["departs_from"]
    assert not set(found["clauses"]) & set(found["departs_from"])


@cases("""
    change                                     wager        cards      dealer
    [ante]; dealer_out = "push"                play         As 8d 3c   Jh 7d 2c
    [ante]; dealer_out = "push"                ante         As 8d 3c   Qh 7d 2c
    [play]; tie = "lose"                       ante         Qs 7c 2d   Qh 7d 2c
    [dealer]; qualifies_with = "K"             ante         As 8d 3c   Kh 7d 2c
    [dealer]; qualifies_with = "any"           ante         As 8d 3c   Qh 7d 2c
    [ante.pays]; pair = 2                      ante         As 8d 3c   Qh 7d 2c
    [ante_bonus.pays]; straight = 2            ante_bonus   4s 4d 4c   Qh 7d 2c
    [wagers.pair_plus.pays]; flush = 4         pair_plus    8s 8d 3c   Qh 7d 2c
    [wagers.pair_plus.pays]; flush = 4         pair_plus    As 8d 3c   Qh 7d 2c
    [wagers.pair_plus.pays]; pair = false      pair_plus    As 8d 3c   Qh 7d 2c
    [wagers.pair_plus.pays.pair]; suit = "s"   pair_plus    As 8d 3c   Qh 7d 2c
""")
def test_a_line_that_the_book_would_settle_alike_does_not_depart(
    tmp_path: Path, change: str, wager: str, cards: str, dealer: str
) -> None:
    bets = {"pair_plus": 500} if wager == "pair_plus" else {}
    found = line(answer(tmp_path, change, cards=cards, dealer=dealer, **bets), wager)
    assert "departs_from" not in found
    assert found["clauses"]


def test_a_row_that_the_house_took_away_lets_another_pay_and_departs(tmp_path: Path) -> None:
    change = "[wagers.progressive.pays]; akq_spades = false"
    answered = answer(tmp_path, change, cards="As Ks Qs", dealer="Jh 7d 2c", progressive=100)
    found = line(answered, "progressive")
    assert found["odds"] == "500 for 1"
    assert "departs_from" in found


def test_a_house_rule_is_cited_and_says_what_it_departs_from(tmp_path: Path) -> None:
    change = '[[clause]]; id = "own-1"; gist = "Antes push."; [ante]; dealer_out = "push"'
    change += '; [amends]; "ante.dealer_out" = ["own-1"]'
    found = line(answer(tmp_path, change, cards="As 8d 3c", dealer="Jh 7d 2c"), "ante")
    assert list(found["clauses"]) == ["own-1"]
    assert "manual-outcome-A" in found["departs_from"]


def test_a_reading_is_cited_by_its_clauses_and_its_ruling() -> None:
    house = with_options(built_in("manual"), b'{"fold_pair_plus": "forfeits_with_6cb"}')
    bets = {"ante": 500, "pair_plus": 500, "six_card_bonus": 500}
    found = line(settled(house, seat(1, "8s 8d 3c", decision="fold", **bets)), "pair_plus")
    assert (list(found["clauses"]), list(found["rulings"])) == (["manual-6cb-J"], ["MAN-1"])
    assert "departs_from" not in found


@pytest.mark.parametrize("key", built_in_keys())
def test_a_built_in_house_departs_from_nothing(key: str) -> None:
    assert list(built_in(key).law.departures()) == []


@pytest.mark.parametrize("key", built_in_keys())
def test_no_reading_of_a_ruling_departs(key: str) -> None:
    house = built_in(key)
    for name, (ruling, *_) in options_of(house.book.rulings).items():
        for text in ruling.readings if ruling.id else ():
            chosen = with_options(house, msgspec.json.encode({name: value_of(text)}))
            assert list(chosen.law.departures()) == [], f"{name} = {text}"


def value_of(text: str) -> object:
    """Turn a reading's name into an option's value."""
    if text in ("true", "false"):
        return text == "true"
    if "+" in text or not text:
        return text.split("+") if text else []
    return int(text) if text.isdigit() else text


def test_a_house_says_what_it_departs_from_rows_taken_away_included(tmp_path: Path) -> None:
    house = made(
        tmp_path,
        """
        extends = "manual"
        [ante]
        dealer_out = "push"
        [wagers.pair_plus.pays]
        pair = false
        flush = 4
        """,
    )
    found = {each.path: each.value for each in house.law.departures()}
    assert found.keys() == {
        "ante.dealer_out",
        "wagers.pair_plus.pays.flush",
        "wagers.pair_plus.pays.pair",
    }
    assert found["wagers.pair_plus.pays.pair"] is None


def test_a_custom_qualifier_is_named_only_where_it_decides(
    tmp_path: Path,
) -> None:
    change = '[dealer]; qualifies_with = "J"'
    ten_high = answer(tmp_path, change, dealer="Td 9c 3s", pair_plus=500)
    for each in ten_high["seats"][0]["lines"]:
        assert "departs_from" not in each, each
        assert each["clauses"]
    jack_high = answer(tmp_path, change, dealer="Jd 9c 3s", pair_plus=500)
    assert line(jack_high, "play")["departs_from"][0] == "manual-outcome"
    assert "departs_from" not in line(jack_high, "pair_plus")


@cases("""
    change                                           wager       cards      cut
    [wagers.pair_plus]; max_award_cents = 1000       pair_plus   9s 9d 9c   True
    [wagers.pair_plus]; max_award_cents = 1000       pair_plus   9s 9d 3c   False
    [payouts]; aggregate_cents = 1000                pair_plus   9s 9d 9c   True
    [payouts]; aggregate_cents = 1000                pair_plus   9s 9d 3c   False
""")
def test_an_award_cut_by_a_house_limit_departs(
    tmp_path: Path, change: str, wager: str, cards: str, cut: str
) -> None:
    found = line(answer(tmp_path, change, cards=cards, pair_plus=500), wager)
    departs = found.get("departs_from", [])
    assert ("manual-pp-table" in departs) == (cut == "True"), found
    assert ("manual-pp-table" in found["clauses"]) == (cut == "False"), found


@cases("""
    change                                      bets                             code
    [ante.limits]; minimum_cents = 20000        {"ante": 500}                    below_minimum
    [ante.limits]; maximum_cents = 60000        {"ante": 70000}                  above_maximum
    [wagers.pair_plus.limits]; step_cents = 50  {"ante": 500, "pair_plus": 530}  wrong_step
""")
def test_a_refusal_by_a_limit_of_the_house_names_the_clause_it_departs_from(
    tmp_path: Path, change: str, bets: str, code: str
) -> None:
    house = made(tmp_path, 'extends = "manual"\n' + change.replace("; ", "\n"))
    document = {"seats": [{"seat": 1, "wagers": msgspec.json.decode(bets)}]}
    refusals = check_opening(house, read_round(msgspec.json.encode(document))).refusals
    assert refusals
    (found,) = refusals
    assert found.code == f"wager/{code}"
    assert not found.clauses
    assert found.departs_from
