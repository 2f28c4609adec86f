"""What the command line answered when it was frozen, it answers now, but for added fields."""

import re
from collections.abc import Iterable
from itertools import islice
from typing import Any

import msgspec
import pytest

from queenhigh.wagers.refusal import RefusalCode
from tests.model.documents import HOUSES
from tests.oracle import command, storage
from tests.oracle.compare import differences
from tests.oracle.figures import essentials
from tests.oracle.values import OWN_HOUSES

Entry = dict[str, Any]
_AT_ONCE = 500


def hold(given: Any, frozen: Any, now: Any) -> None:
    """Fail with the first difference and the document that shows it."""
    if msgspec.json.encode(frozen) == msgspec.json.encode(now):
        return
    if found := differences(frozen, now):
        more = f"\n({len(found) - 1} more differences in this answer)" if found[1:] else ""
        document = given if isinstance(given, str) else msgspec.json.encode(given).decode()
        pytest.fail(f"{found[0]}{more}\ngiven: {document[:3000]}", pytrace=False)


def in_batches(entries: Iterable[Entry]) -> Iterable[list[Entry]]:
    iterator = iter(entries)
    while batch := list(islice(iterator, _AT_ONCE)):
        yield batch


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", storage.names("settle"))
def test_rounds_settle_as_they_did(name: str) -> None:
    for batch in in_batches(storage.read(name)):
        answers = command.settle_all([entry["given"] for entry in batch])
        for entry, now in zip(batch, answers, strict=True):
            hold(entry["given"], entry["answer"], now)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", storage.names("check"))
def test_opening_bets_are_judged_as_they_were(name: str) -> None:
    for entry in storage.read(name):
        now = command.check(msgspec.json.encode(entry["given"]))
        hold(entry["given"], entry["answer"], now)


def test_what_is_no_document_is_refused_in_the_same_words() -> None:
    for entry in storage.read("errors"):
        document = entry["given"].encode("latin-1")
        hold(entry["given"], entry["settle"], command.settle(document))
        hold(entry["given"], entry["check"], command.check(document))


@pytest.mark.exhaustive
@pytest.mark.parametrize("house", HOUSES)
def test_the_exact_figures_are_what_they_were(house: str) -> None:
    for entry in storage.read(f"analyze/{house}"):
        now = essentials(command.figures("analyze", *entry["given"]))
        hold(entry["given"], entry["frozen"], now)


@pytest.mark.exhaustive
def test_the_same_seed_gives_the_same_totals() -> None:
    for entry in storage.read("simulate"):
        now = essentials(command.figures("simulate", *entry["given"]))
        hold(entry["given"], entry["frozen"], now)


def house_file(name: str) -> str:
    """A house file of the frozen form, for `--house`. A later form is converted to here."""
    return str(storage.FROZEN / f"houses/{name}.toml")


@pytest.mark.parametrize("name", OWN_HOUSES)
def test_a_house_of_one_s_own_answers_as_it_did(name: str) -> None:
    file, entries = house_file(name), list(storage.read(f"houses/{name}"))
    rounds = [entry for entry in entries if "settle" in entry]
    settled = command.settle_all([entry["settle"] for entry in rounds], file)
    for entry, now in zip(rounds, settled, strict=True):
        hold(entry["settle"], entry["answer"], now)
    for entry in entries:
        if "check" in entry:
            now = command.check(msgspec.json.encode(entry["check"]), file)
            hold(entry["check"], entry["answer"], now)
        if "analyze" in entry:
            now = essentials(command.figures("analyze", *entry["analyze"], "--house", file))
            hold(entry["analyze"], entry["answer"], now)


# What is frozen reaches what it is meant to reach.


def test_every_reason_to_refuse_a_bet_is_among_the_frozen() -> None:
    reached = {
        refusal["code"]
        for house in HOUSES
        for entry in storage.read(f"check/{house}")
        for refusal in entry["answer"].get("answer", {}).get("refusals", [])
    }
    assert reached >= {str(code) for code in RefusalCode}


@pytest.mark.parametrize(
    ("frozen", "now", "found"),
    [
        ({"a": 1}, {"a": 1, "b": 2}, ""),
        ({"a": [{"b": 1}]}, {"a": [{"b": 1, "c": 2}]}, ""),
        ({"a": 1}, {"b": 1}, "a: was 1, is missing"),
        ({"a": [{"b": 1}]}, {"a": [{"b": 2}]}, r"a\[0\].b: was 1, is 2"),
        ([1, 2], [2, 1], r"\[0\]: was 1, is 2"),
        ({"a": [1]}, {"a": [1, 2]}, "a: was 1 long, is 2 long"),
        (1, True, "the answer: was 1, is True"),
        (1, 1.0, "the answer: was 1, is 1.0"),
        (None, 0, "the answer: was None, is 0"),
        ({"a": 1}, [1], "the answer: was"),
    ],
)
def test_equal_but_for_added_fields(frozen: Any, now: Any, found: str) -> None:
    told = differences(frozen, now)
    assert re.match(found, told[0]) if found else not told
