"""What `settle` and `check` promise to programs that read their output: DESIGN, section 5."""

from typing import Any

import pytest

from tests.cli.runner import Document, a_round, run, with_seat

# The design's example, with a dealer's queen that the player does not hold.
EXAMPLE: Document = {
    "house": "manual",
    "dealer": "Qd 7d 2c",
    "progressive_meter": 1234500,
    "seats": [
        {
            "seat": 3,
            "cards": "As Ks Qs",
            "decision": "play",
            "wagers": {"ante": 1000, "pair_plus": 500, "six_card_bonus": 500, "progressive": 100},
            "tokes": {"ante": 100, "play": 100, "pair_plus": 100, "six_card_bonus": 100},
            "match_play": {"ante": 500},
        }
    ],
}
LINE = {
    "wager": str,
    "stake": int,
    "result": str,
    "odds": str | None,
    "paid": int,
    "returned": int,
    "clauses": list,
    "why": str,
}
LINE_MAY_HAVE = {
    "on": str,
    "face": int,
    "category": str,
    "meter": str,
    "paid_last": bool,
    "rulings": list,
    "departs_from": list,
}
SEAT = {
    "seat": int,
    "cards": list,
    "category": str,
    "decision": str | None,
    "lines": list,
    "net": int,
}
SEAT_MAY_HAVE = {"tokes": list, "large_payout": dict, "rulings": list}
ROUND = {"house": str, "dealer": dict, "seats": list, "envy": list}
ROUND_MAY_HAVE = {"progressive": dict, "announcements": list, "to_the_dealer": int}
ENVY = {"seat": int, "for_seat": int | str, "paid": int}
ENVY_MAY_HAVE = {"clauses": list, "rulings": list, "wager": str}
REFUSAL = {"seat": int, "code": str, "message": str, "clauses": list}
REFUSAL_MAY_HAVE = {"rulings": list, "dealt_to": int, "direct_toke": int, "wager": str}


def settled(document: Document, *arguments: str) -> Any:
    answer = run("settle", *arguments, stdin=document)
    assert (answer.status, answer.err) == (0, "")
    return answer.json


def shape_of(found: Document, must: Document, may: Document | None = None) -> None:
    """Check for all promised keys and no others, each with its type."""
    allowed = must | (may or {})
    assert must.keys() <= found.keys() <= allowed.keys()
    for name, kind in allowed.items():
        if name in found:
            assert isinstance(found[name], kind), name
            assert kind is bool or not isinstance(found[name], bool), name


def check_shape(settled: Document) -> None:
    shape_of(settled, ROUND, ROUND_MAY_HAVE)
    shape_of(
        settled["dealer"], {"cards": list, "category": str, "qualifies": bool, "announcement": str}
    )
    for seat in settled["seats"]:
        shape_of(seat, SEAT, SEAT_MAY_HAVE)
        assert seat["decision"] in ("play", "fold", None)
        for line in [*seat["lines"], *seat.get("tokes", [])]:
            shape_of(line, LINE, LINE_MAY_HAVE)
            assert line["result"] in ("win", "lose", "push", "forfeit")
            assert line["clauses"] or line["rulings"], "a line that nothing is behind"
            assert (line["odds"] is None) is (line["result"] != "win")
            assert line.get("paid_last", True) is True
    for envy in settled["envy"]:
        shape_of(envy, ENVY, ENVY_MAY_HAVE)
    if "progressive" in settled:
        shape_of(settled["progressive"], {"meter_before": int | None, "paid": int})


def test_the_example_of_the_design_is_settled_in_its_shape() -> None:
    check_shape(settled(EXAMPLE))


def test_the_example_of_the_design_is_settled_to_the_cent() -> None:
    result = settled(EXAMPLE)
    assert result["house"] == "manual"
    assert result["dealer"]["cards"] == ["Qd", "7d", "2c"]
    assert (result["dealer"]["category"], result["dealer"]["qualifies"]) == ("high_card", True)
    [seat] = result["seats"]
    assert (seat["seat"], seat["cards"]) == (3, ["As", "Ks", "Qs"])
    assert (seat["category"], seat["decision"]) == ("straight_flush", "play")
    lines = [tuple(line[key] for key in list(LINE)[:6]) for line in seat["lines"]]
    assert lines == [
        ("play", 1000, "win", "1 to 1", 1000, 1000),
        ("ante_bonus", 0, "win", "5 to 1", 5000, 0),
        ("ante", 1000, "win", "1 to 1", 1000, 1000),
        ("match_play", 0, "win", "1 to 1", 500, 0),
        ("pair_plus", 500, "win", "40 to 1", 20000, 500),
        ("six_card_bonus", 500, "lose", None, 0, 0),
        ("progressive", 100, "win", "100%", 1234500, 0),
    ]
    assert "manual-outcome-B" in seat["lines"][0]["clauses"]
    assert seat["lines"][-1]["paid_last"] is True
    tokes = [(line["wager"], line["result"], line["paid"]) for line in seat["tokes"]]
    assert tokes == [
        ("play", "win", 100),
        ("ante_bonus", "win", 500),
        ("ante", "win", 100),
        ("pair_plus", "win", 4000),
        ("six_card_bonus", "lose", 0),
    ]
    assert seat["net"] == 1000 + 5000 + 1000 + 500 + 20000 - 500 + 1234500 - 100
    assert result["envy"] == []
    assert result["progressive"] == {"meter_before": 1234500, "paid": 1234500}


def test_a_coupon_is_a_line_of_its_own() -> None:
    seat = a_round("mics")["seats"][0] | {"match_play": {"ante": 500}}
    result = settled(a_round("mics", seats=[seat]))
    check_shape(result)
    [coupon] = [line for line in result["seats"][0]["lines"] if line["wager"] == "match_play"]
    assert (coupon["on"], coupon["face"], coupon["stake"]) == ("ante", 500, 0)
    assert (coupon["paid"], coupon["returned"]) == (500, 0)


def test_seats_come_in_the_dealers_order_and_envy_with_who_and_for_whom() -> None:
    def seat(number: int, cards: str) -> Document:
        wagers = {"ante": 1000, "progressive": 100}
        return {"seat": number, "cards": cards, "decision": "play", "wagers": wagers}

    seats = [seat(2, "9c 8d 6h"), seat(3, "As Ks Qs"), seat(7, "2d 4h 6c")]
    result = settled(a_round(seats=seats, progressive_meter=100000))
    check_shape(result)
    assert [each["seat"] for each in result["seats"]] == [7, 3, 2]
    envy = [(each["seat"], each["for_seat"], each["paid"]) for each in result["envy"]]
    assert envy == [(7, 3, 10000), (2, 3, 10000)]
    assert result["seats"][0]["net"] == -2000 - 100 + 10000


def test_a_seat_without_an_ante_has_no_decision() -> None:
    result = settled(with_seat(a_round(), decision=None, wagers={"pair_plus": 500}))
    check_shape(result)
    assert result["seats"][0]["decision"] is None
    assert [line["wager"] for line in result["seats"][0]["lines"]] == ["pair_plus"]


@pytest.mark.parametrize("tokes", [None, {}])
def test_tokes_are_absent_or_empty_where_there_are_none(tokes: Document | None) -> None:
    result = settled(with_seat(a_round(), tokes=tokes))
    assert result["seats"][0].get("tokes", []) == []


@pytest.mark.parametrize("house", ["mics", "mics-alternate", "chickasaw", "classic"])
def test_only_a_house_with_a_meter_mentions_one(house: str) -> None:
    result = settled(a_round(house))
    check_shape(result)
    assert "progressive" not in result
    assert result["envy"] == []


def test_json_is_what_settle_prints_anyway() -> None:
    assert settled(a_round(), "--json") == settled(a_round())


@pytest.mark.parametrize("written", ["10s 9d 2c", ["10s", "9d", "2c"], "Ts, 9d,2c", " Ts  9d 2c "])
def test_a_ten_and_a_hand_may_be_written_in_more_than_one_way(written: Any) -> None:
    assert settled(a_round(dealer=written))["dealer"]["cards"] == ["Ts", "9d", "2c"]


@pytest.mark.parametrize("arguments", [[], ["--json"]])
def test_accepted_bets_are_a_document_of_one_word(arguments: list[str]) -> None:
    document = {"house": "classic", "seats": [{"seat": 1, "wagers": {"ante": 500}}]}
    answer = run("check", *arguments, stdin=document)
    assert (answer.status, answer.json, answer.err) == (0, {"accepted": True}, "")


def test_refused_bets_come_with_seat_code_words_and_clauses() -> None:
    seats = [{"seat": 3, "wagers": {"ante": 100}}, {"seat": 1, "wagers": {"pair_plus": 5000}}]
    answer = run("check", "--json", stdin={"house": "classic", "seats": seats})
    assert (answer.status, answer.err) == (1, "")
    shape_of(answer.json, {"accepted": bool, "refusals": list})
    assert answer.json["accepted"] is False
    for refusal in answer.json["refusals"]:
        shape_of(refusal, REFUSAL, REFUSAL_MAY_HAVE)
        assert refusal["clauses"]
    codes = [(each["seat"], each["code"]) for each in answer.json["refusals"]]
    assert codes == [(3, "wager/below_minimum"), (1, "wager/above_maximum")]


def test_check_reads_what_settle_reads() -> None:
    without_coupon = with_seat(EXAMPLE, match_play=None)
    assert run("check", stdin=without_coupon).json == {"accepted": True}
    answer = run("check", stdin=EXAMPLE)
    assert answer.status == 1
    assert [each["code"] for each in answer.json["refusals"]] == ["coupon/not_taken"]


def test_two_seats_of_one_player_are_two_positions() -> None:
    seats = [{"seat": n, "player": "ann", "wagers": {"ante": 500}} for n in (1, 2)]
    answer = run("check", stdin={"house": "manual", "seats": seats})
    assert answer.status == 1
    assert [each["code"] for each in answer.json["refusals"]] == ["position/too_many"]


def test_the_house_on_the_command_line_overrides_the_documents() -> None:
    assert settled(a_round("manual"), "--house", "classic")["house"] == "classic"
    bets = {"house": "manual", "seats": [{"seat": 1, "wagers": {"ante": 2000}}]}
    assert run("check", stdin=bets).status == 0
    assert run("check", "--house", "classic", stdin=bets).status == 1


def test_a_document_need_not_name_a_house_that_the_command_line_names() -> None:
    document = a_round()
    del document["house"]
    assert settled(document, "--house", "mics")["house"] == "mics"


def test_options_override_the_house_for_this_document_only() -> None:
    folded = with_seat(a_round(), decision="fold", wagers={"ante": 1000, "pair_plus": 500})
    survives = settled(folded)["seats"][0]["net"]
    forfeits = settled(folded | {"options": {"fold_pair_plus": "forfeits"}})["seats"][0]["net"]
    assert (survives, forfeits) == (-1000 + 20000, -1500)
    assert settled(folded)["seats"][0]["net"] == survives


def test_options_in_the_document_apply_to_the_house_on_the_command_line() -> None:
    folded = with_seat(
        a_round(options={"fold_pair_plus": "survives"}),
        decision="fold",
        wagers={"ante": 1000, "pair_plus": 500},
    )
    assert settled(folded, "--house", "classic")["seats"][0]["net"] == -1000 + 20000


def test_options_apply_to_check_too() -> None:
    bets = {"house": "manual", "seats": [{"seat": 1, "wagers": {"ante": 500, "progressive": 100}}]}
    assert run("check", stdin=bets).status == 0
    answer = run("check", stdin=bets | {"options": {"progressive_requires_6cb": True}})
    assert answer.status == 1
    assert answer.json["refusals"][0]["code"] == "wager/needs_six_card_bonus"


def test_settle_pays_what_lies_on_the_layout_and_leaves_limits_to_check() -> None:
    late = with_seat(a_round("classic"), wagers={"ante": 100})
    assert settled(late)["seats"][0]["net"] > 0
    assert run("check", stdin=late).status == 1
