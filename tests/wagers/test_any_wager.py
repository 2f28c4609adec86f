"""Houses with invented wagers, settled by the command as by the model."""

import io
import sys
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from queenhigh.cli.rounds import settle
from tests.model.houses import as_toml, houses, rounds
from tests.model.rows import settle_by_rows

Document = dict[str, Any]
MONEY = ("wager", "stake", "result", "odds", "paid", "returned", "on", "face", "meter")
NUMBERS = count()


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("houses")


def settled(house: Path, documents: list[Document]) -> list[Document]:
    """Settle by the function behind `queenhigh settle --lines`, called as the command does."""
    file, out = house.with_suffix(".jsonl"), io.BytesIO()
    file.write_bytes(b"\n".join(map(msgspec.json.encode, documents)))
    with patch.object(sys, "stdout", io.TextIOWrapper(out, "utf-8", write_through=True)) as stdout:
        settle(str(file), str(house), lines=True, explain=False, json=False)
        stdout.flush()
        return [msgspec.json.decode(line) for line in out.getvalue().splitlines()]


def bare(lines: list[Document]) -> list[Document]:
    return [{name: line[name] for name in MONEY if name in line} for line in lines]


@settings(max_examples=100, derandomize=True, deadline=None)
@given(data=st.data())
def test_any_house_settles_as_the_model_does(folder: Path, data: st.DataObject) -> None:
    house = data.draw(houses())
    documents = data.draw(st.lists(rounds(house), min_size=1, max_size=6))
    file = folder / f"h{next(NUMBERS)}.toml"  # A new file each time: the command caches houses.
    file.write_text(as_toml(house), "utf-8")
    for document, got in zip(documents, settled(file, documents), strict=True):
        assert "error" not in got, (got, document)
        compare(got, settle_by_rows(house, document))


def compare(got: Document, expected: Document) -> None:
    assert [seat["seat"] for seat in got["seats"]] == [seat["seat"] for seat in expected["seats"]]
    for mine, model in zip(got["seats"], expected["seats"], strict=True):
        assert bare(mine["lines"]) == bare(model["lines"])
        assert bare(mine.get("tokes", [])) == bare(model["tokes"])
        assert mine["net"] == model["net"]
        assert all(line["why"] for line in mine["lines"])
    envy = [
        {name: each[name] for name in ("seat", "for_seat", "paid", "wager")} for each in got["envy"]
    ]
    assert envy == expected["envy"]
    assert meters_in(got) == expected["meters"]


def meters_in(got: Document) -> Document:
    if "progressive" in got:
        only = got["progressive"]
        return {"main": {"before": only["meter_before"], "paid": only["paid"]}}
    return dict(got.get("meters", {}))
