"""Random rounds of every house and option, against the slow model of `tests/model`."""

from typing import Any

import msgspec
from hypothesis import given, settings

from queenhigh.house.loader import built_in, with_options
from queenhigh.house.model import House
from queenhigh.wagers.document import read_round
from queenhigh.wagers.opening import check_opening
from queenhigh.wagers.settle import settle_round
from tests.model.checking import allowed
from tests.model.documents import Document, check_documents, settle_documents
from tests.model.settling import settle

REASONS = {"clauses", "rulings", "category"}


def house_of(document: Document) -> House:
    options = msgspec.json.encode(document.get("options", {}))
    return with_options(built_in(document["house"]), options)


def ours(document: Document) -> dict[str, Any]:
    settled = settle_round(house_of(document), read_round(msgspec.json.encode(document)))
    return msgspec.to_builtins(settled)


def bare(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{name: line[name] for name in line if name not in REASONS} for line in lines]


@settings(max_examples=400)
@given(settle_documents())
def test_every_chip_moves_as_in_the_model(document: Document) -> None:
    got, expected = ours(document), settle(document)
    assert got["dealer"]["qualifies"] == expected["dealer"]["qualifies"]
    assert got["dealer"]["category"] == expected["dealer"]["category"]
    assert [seat["seat"] for seat in got["seats"]] == [seat["seat"] for seat in expected["seats"]]
    for mine, theirs in zip(got["seats"], expected["seats"], strict=True):
        assert mine["category"] == theirs["category"]
        assert bare(mine["lines"]) == bare(theirs["lines"])
        assert bare(mine.get("tokes", [])) == bare(theirs.get("tokes", []))
        assert mine["net"] == theirs["net"]
    assert bare(got["envy"]) == bare(expected.get("envy", []))
    if "progressive" in got:
        assert got["progressive"]["paid"] == expected["progressive"]["paid"]


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


@settings(max_examples=800)
@given(check_documents())
def test_opening_bets_are_refused_for_the_reasons_of_the_model(document: Document) -> None:
    house = house_of(document)
    checked = msgspec.to_builtins(check_opening(house, read_round(msgspec.json.encode(document))))
    refused: dict[int, set[str]] = {}
    for refusal in checked.get("refusals", []):
        refused.setdefault(refusal["seat"], set()).add(broad(refusal["code"]))
    expected = allowed(document)
    assert checked["accepted"] == (not expected)
    # Of one player's positions the model names all, and the refusal the one too many.
    for reasons in (refused, expected):
        for seat in [seat for seat, found in reasons.items() if found == {"positions"}]:
            del reasons[seat]
    assert {seat: found - {"positions"} for seat, found in refused.items()} == {
        seat: found - {"positions"} for seat, found in expected.items()
    }
