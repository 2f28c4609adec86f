"""Rounds kept from the generator, settled every time: quick enough for every mutant."""

from pathlib import Path

import msgspec

from queenhigh.wagers.document import read_round
from queenhigh.wagers.round_settlement import settle_round
from tests.model.settling import settle
from tests.wagers.own_options import house_of, money

ROUNDS = (Path(__file__).parent / "rounds.jsonl").read_bytes().splitlines()


def test_every_chip_of_the_kept_rounds_moves_as_in_the_model() -> None:
    for line in ROUNDS:
        document = msgspec.json.decode(line)
        got = msgspec.to_builtins(settle_round(house_of(document), read_round(line)))
        expected = settle(document)
        assert got["dealer"]["qualifies"] == expected["dealer"]["qualifies"]
        assert money(got["envy"]) == money(expected.get("envy", []))
        for mine, theirs in zip(got["seats"], expected["seats"], strict=True):
            assert (mine["seat"], mine["net"]) == (theirs["seat"], theirs["net"])
            assert money(mine["lines"]) == money(theirs["lines"])
            assert money(mine.get("tokes", [])) == money(theirs.get("tokes", []))
            amounts = [line["paid"] for line in mine["lines"]] + [mine["net"]]
            assert all(type(amount) is int for amount in amounts)
