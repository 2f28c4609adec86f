"""Random rounds of every house and option, against the slow model of `tests/model`."""

from typing import Any

import msgspec
from hypothesis import given, settings

from queenhigh.wagers.document import read_round
from queenhigh.wagers.opening import check_opening
from queenhigh.wagers.round_settlement import settle_round
from tests.model.checking import allowed
from tests.model.documents import Document, check_documents, settle_documents
from tests.model.settling import settle
from tests.samples import tries
from tests.wagers.own_options import house_of, money


def ours(document: Document) -> dict[str, Any]:
    settled = settle_round(house_of(document), read_round(msgspec.json.encode(document)))
    answer: dict[str, Any] = msgspec.to_builtins(settled)
    return answer


@settings(max_examples=tries(100))
@given(settle_documents())
def test_every_chip_moves_as_in_the_model(document: Document) -> None:
    got, expected = ours(document), settle(document)
    assert got["dealer"]["qualifies"] == expected["dealer"]["qualifies"]
    assert got["dealer"]["category"] == expected["dealer"]["category"]
    assert [seat["seat"] for seat in got["seats"]] == [seat["seat"] for seat in expected["seats"]]
    for mine, theirs in zip(got["seats"], expected["seats"], strict=True):
        assert mine["category"] == theirs["category"]
        assert money(mine["lines"]) == money(theirs["lines"])
        assert money(mine.get("tokes", [])) == money(theirs.get("tokes", []))
        assert mine["net"] == theirs["net"]
    assert money(got["envy"]) == money(expected.get("envy", []))
    if "progressive" in got:
        assert got["progressive"]["paid"] == expected["progressive"]["paid"]


def house_gains(line: dict[str, Any]) -> int:
    """From the result alone: a lost stake, or minus what is paid; the meter pays jackpots."""
    match line["result"]:
        case "lose" | "forfeit":
            return int(line["stake"])
        case "push":
            return 0
        case _:
            kept = line["stake"] if "for 1" in line["odds"] or "%" in line["odds"] else 0
            return int(kept) - (0 if "%" in line["odds"] else int(line["paid"]))


@settings(max_examples=tries(75))
@given(settle_documents())
def test_the_players_losses_are_the_gains_of_house_meter_and_dealer(document: Document) -> None:
    settled = ours(document)
    lines = [line for seat in settled["seats"] for line in seat["lines"]]
    tokes = [line for seat in settled["seats"] for line in seat.get("tokes", [])]
    unspecified = sum(seat.get("tokes", {}).get("unspecified", 0) for seat in document["seats"])
    put_up = sum(line["stake"] for line in tokes)
    taken_back = sum(line["returned"] for line in tokes if line["result"] == "push")
    players = sum(seat["net"] for seat in settled["seats"]) - put_up + taken_back - unspecified
    envy = sum(each["paid"] for each in settled["envy"])
    house = sum(house_gains(line) for line in lines + tokes) - envy
    meter = -settled.get("progressive", {"paid": 0})["paid"]
    assert players + house + meter + settled["to_the_dealer"] == 0


BROADLY = {
    "wager/none": "no_wager",
    "wager/not_offered": "not_offered",
    "wager/below_minimum": "below_minimum",
    "wager/above_maximum": "above_maximum",
    "wager/wrong_step": "step",
    "wager/more_than_five_times": "ratio",
}


def broad(code: str) -> str:
    family = code.partition("/")[0]
    by_family = {"position": "positions", "toke": "toke", "coupon": "coupon"}
    return BROADLY.get(code) or by_family.get(family, "prerequisite")


@settings(max_examples=tries(200))
@given(check_documents())
def test_opening_bets_are_refused_for_the_reasons_of_the_model(document: Document) -> None:
    house = house_of(document)
    checked = msgspec.to_builtins(check_opening(house, read_round(msgspec.json.encode(document))))
    refused: dict[int, set[str]] = {}
    for refusal in checked.get("refusals", []):
        refused.setdefault(refusal["seat"], set()).add(broad(refusal["code"]))
    expected = allowed(document)
    assert checked["accepted"] == (not expected)
    # For one player's positions the model names all, the refusal only the one too many.
    for reasons in (refused, expected):
        for seat in [seat for seat, found in reasons.items() if found == {"positions"}]:
            del reasons[seat]
    assert {seat: found - {"positions"} for seat, found in refused.items()} == {
        seat: found - {"positions"} for seat, found in expected.items()
    }
