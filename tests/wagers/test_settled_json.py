"""Output assembled from cached seats equals the settlement itself, byte for byte."""

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from queenhigh.house.loader import built_in, load_house
from queenhigh.house.model import House
from queenhigh.wagers.document import DocumentError, read_round
from queenhigh.wagers.round_settlement import settle_round
from queenhigh.wagers.seat_classes import seat_classes
from queenhigh.wagers.settled_json import SettledLines
from tests.model.documents import Document, settle_documents
from tests.model.houses import as_toml, houses, rounds
from tests.wagers.own_options import house_of

KEPT = (Path(__file__).parent / "rounds.jsonl").read_bytes().splitlines()


def assert_alike(house: House, documents: Sequence[bytes]) -> None:
    """Compare twice, so that the second time everything comes from the cache."""
    settled = SettledLines(lambda written: house)
    for document in [*documents, *documents]:
        results: list[bytes] = []
        settled.add(document, results)
        expected = msgspec.json.encode(settle_round(house, read_round(document)))
        assert b"".join(results) == expected + b"\n"
        at_the_table = settle_round(house, read_round(document), seat=seat_classes(house).settled)
        assert msgspec.json.encode(at_the_table) == expected


@settings(max_examples=100)
@given(settle_documents())
def test_rounds_of_every_house_and_option_read_alike(document: Document) -> None:
    assert_alike(house_of(document), [msgspec.json.encode(document)])


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_rounds_of_any_house_read_alike(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    house = data.draw(houses())
    file = tmp_path_factory.mktemp("house") / "own.toml"
    file.write_text(as_toml(house), "utf-8")
    documents = data.draw(st.lists(rounds(house), min_size=1, max_size=6))
    assert_alike(load_house(str(file)), [msgspec.json.encode(each) for each in documents])


def test_cached_text_of_one_round_does_not_appear_in_another() -> None:
    """Each house's kept rounds as one stream: different hands, stakes and seats every time."""
    for key in {msgspec.json.decode(line)["house"] for line in KEPT}:
        plain = [_without_options(line) for line in KEPT]
        assert_alike(built_in(key), [line for line in plain if f'"house":"{key}"'.encode() in line])


_SEAT = '"seat":1,"wagers":{"ante":500},"decision":"play"'


@pytest.mark.parametrize(
    "line",
    [
        '{"dealer":"HAND","seats":[{"cards":"Qs 6d 4c",%s}]}',
        '{"seats":[{"cards":"HAND",%s}], "dealer": "Qs 6d 4c"}',
        '{"dealer":["8c","9c","Th"],"seats":[{"cards":"Qs 6d 4c","player":"HAND",%s}]}',
        '{"dealer":"8c 9c 10h","seats":[{"cards":"Qs 6d 4c","player":"HAND",%s}]}',
        '{"dealer":"8c 9c Th","seats":[{"cards":"Qs 6d 4c","player":"\\"HAND",%s}]}',
        '{"dealer":"HAND","seats":[{"cards":"\\u0051s 6d 4c",%s}]}',
    ],
)
def test_lines_that_differ_in_what_looks_like_a_hand_read_alike(line: str) -> None:
    hands = ("8c 9c Th", "Js Td 8c", "Kh Kd 2c", "As Ah Ad")
    lines = [line.replace("HAND", hand) % _SEAT for hand in hands]
    assert_alike(built_in("mics"), [each.encode() for each in lines])


def _without_options(line: bytes) -> bytes:
    document = msgspec.json.decode(line)
    for seat in document["seats"]:
        seat.pop("tokes", None)
        seat.pop("match_play", None)
    return msgspec.json.encode({name: document[name] for name in document if name != "options"})


LINE = '{"dealer":"Qh 7d 2c","seats":[{"seat":3,"cards":"%s","wagers":{"pair_plus":500}}]}'


@pytest.mark.parametrize(
    "hand",
    [
        "As-Kd 9c",
        "As Kd-9c",
        "As Kd10c",
        "AsKd 109c",
        "As Kd 9x",
        "As Kd 9é",
        "As As 9c",
        "1s Kd 9c",
    ],
)
def test_a_line_with_a_wrong_hand_gets_the_same_answer_as_a_single_document(hand: str) -> None:
    settled, results = SettledLines(lambda written: built_in("classic")), list[bytes]()
    for known in ("As Kd 9c", "Ah Kd 9c", "Ad Kc 9c"):
        settled.add((LINE % known).encode(), results)
    line = (LINE % hand).encode()
    with pytest.raises(DocumentError) as alone:
        settle_round(built_in("classic"), read_round(line))
    with pytest.raises(DocumentError) as in_the_stream:
        settled.add(line, results)
    assert str(in_the_stream.value) == str(alone.value)
