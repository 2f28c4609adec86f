"""The file of a round verifies itself in a browser that knows nothing about the service."""

import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser, Page

from queenhigh.floor.round_proof import (
    Dealt,
    LineProved,
    RoundProof,
    SeatProved,
    as_page,
    round_proof,
)
from queenhigh.house.loader import built_in
from queenhigh.store.sample import START
from queenhigh.table import events as e
from queenhigh.table.players import play_rounds
from tests.table.entropy_scenes import locked_with, reveal

A, B = "a1" * 32, "b2" * 32


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page without a network: the file needs none."""
    context = browser.new_context(offline=True)
    yield context.new_page()
    context.close()


def played(seed: int, of: str = "classic") -> RoundProof:
    """A round of a table in this process, with bets at every seat."""
    house = built_in(of)
    events = play_rounds(house, rounds=1, seats=3, chance=random.Random(seed), start=START)
    found = list(events)
    began = next(n for n, each in enumerate(found) if isinstance(each, e.RoundBegan))
    opened = next(n for n, each in enumerate(found) if isinstance(each, e.ShuffleOpened))
    settled = next(each.settled for each in found if isinstance(each, e.SettlementBegan))
    return round_proof(house, "pit-1", found[began : opened + 1], settled.seats)


def shown(page: Page, folder: Path, proof: RoundProof) -> tuple[str, list[str]]:
    file = folder / "round.html"
    file.write_bytes(as_page(proof))
    page.goto(file.as_uri())
    failed = page.locator("li.fails").all_inner_texts()
    return page.locator("#verdict").inner_text(), failed


@pytest.mark.parametrize("house", ["classic", "manual", "mics-alternate"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_an_unchanged_round_passes(page: Page, tmp_path: Path, seed: int, house: str) -> None:
    proof = played(seed, house)
    assert proof.shuffle is not None
    assert shown(page, tmp_path, proof) == ("What this file can check holds.", [])
    assert page.locator("li.holds").count() > 5


def test_any_change_is_found(page: Page, tmp_path: Path) -> None:
    proof, change = played(1), msgspec.structs.replace
    shuffle = proof.shuffle
    assert shuffle is not None
    order = (shuffle.order[1], shuffle.order[0], *shuffle.order[2:])
    first = proof.dealt[0]
    swapped = Dealt(first.at, first.seat, tuple(reversed(first.cards)))
    seat = proof.seats[0]
    line = seat.lines[0]
    paid = change(seat, lines=(change(line, result="win", odds="1 to 1", paid=line.stake + 1),))
    for changed, says in (
        (change(proof, shuffle=change(shuffle, order=order)), "not the one committed to"),
        (change(proof, shuffle=change(shuffle, nonce="0" * 64)), "not the one committed to"),
        (change(proof, dealt=(swapped, *proof.dealt[1:])), "did not lie at place"),
        (change(proof, seats=(paid, *proof.seats[1:])), "is not"),
        (change(proof, seats=(change(seat, cards=("2c", "3d", "5h")),)), "other cards"),
    ):
        verdict, failed = shown(page, tmp_path, changed)
        assert verdict == "THIS ROUND DOES NOT HOLD"
        assert any(says in text for text in failed), (says, failed)


def test_each_way_against_the_dealer_is_checked(page: Page, tmp_path: Path) -> None:
    """Whatever the dealer holds, one result is right and the others are found."""
    proof, change = played(1), msgspec.structs.replace
    assert proof.contest is not None
    cards = ("Ah", "9d", "4c")
    even, nothing = {"odds": "1 to 1", "paid": 500}, {"odds": None, "paid": 0}
    right = {
        ("Jc", "5d", "3h"): ("win", "push"),  # The dealer does not qualify.
        ("Qc", "5d", "3h"): ("win", "win"),
        ("As", "9c", "5h"): ("lose", "lose"),
        ("Ac", "9h", "4d"): ("push", "push"),
        ("2c", "2d", "3h"): ("lose", "lose"),
        ("Ad", "2h", "3c"): ("lose", "lose"),  # A straight with the ace low.
    }
    for dealer, due in right.items():
        for results in product(("win", "lose", "push"), repeat=2):
            lines = tuple(
                LineProved(wager, wager, 500, 0, result, **(even if result == "win" else nothing))
                for wager, result in zip(("ante", "play"), results, strict=True)
            )
            seat = SeatProved(1, cards, "high_card", lines)
            dealt = (Dealt(0, 1, cards), Dealt(3, 0, dealer))
            made = change(proof, shuffle=None, dealt=dealt, seats=(seat,))
            _, failed = shown(page, tmp_path, made)
            assert bool(failed) is (results != due), (dealer, results, failed)


def test_a_bonus_that_is_missing_is_found(page: Page, tmp_path: Path) -> None:
    proof, change = played(1), msgspec.structs.replace
    cards, dealer = ("4h", "5d", "6c"), ("Qc", "5c", "3h")
    lines = tuple(
        LineProved(wager, wager, 500, 0, "win", "1 to 1", 500) for wager in ("ante", "play")
    )
    seat = SeatProved(1, cards, "straight", lines)
    made = change(
        proof, shuffle=None, dealt=(Dealt(0, 1, cards), Dealt(3, 0, dealer)), seats=(seat,)
    )
    _, failed = shown(page, tmp_path, made)
    assert any("Ante Bonus of 1 to 1 was due" in text for text in failed)


def added_to(late: bool) -> RoundProof:
    """A round in which two players add to the shuffle, one of them too late if `late`."""
    table = locked_with({1: A, 2: B}, "classic", seats=(1, 2))
    reveal(table, {1: A} if late else {1: A, 2: B})
    if late:
        table.later(seconds=3)
        table.give("mix_entropy")
    table.play(1, 2)
    opened = next(n for n, each in enumerate(table.log) if isinstance(each, e.ShuffleOpened))
    settled = next(each.settled for each in table.log if isinstance(each, e.SettlementBegan))
    return round_proof(table.house, "pit-1", table.log[: opened + 1], settled.seats)


@pytest.mark.parametrize("late", [False, True])
def test_a_round_with_entropy_from_players_passes(page: Page, tmp_path: Path, late: bool) -> None:
    assert shown(page, tmp_path, added_to(late)) == ("What this file can check holds.", [])
    open_points = " ".join(page.locator("li.open").all_inner_texts())
    assert ("Seat 2 is said not to have revealed in time" in open_points) is late


def test_a_house_that_ignores_or_changes_what_players_added_is_found(
    page: Page, tmp_path: Path
) -> None:
    proof, change = added_to(late=False), msgspec.structs.replace
    shuffle = proof.shuffle
    assert shuffle is not None
    first, second = shuffle.entropy
    for entropy, says in (
        ((), "did not lie at place"),
        ((first,), "did not lie at place"),
        ((first, change(second, revealed=None)), "did not lie at place"),
        ((change(first, revealed="0" * 64), second), "is not what it had committed to"),
    ):
        cheated = change(proof, shuffle=change(shuffle, entropy=entropy))
        verdict, failed = shown(page, tmp_path, cheated)
        assert verdict == "THIS ROUND DOES NOT HOLD"
        assert any(says in text for text in failed), (says, failed)


def test_a_name_cannot_end_the_script(page: Page, tmp_path: Path) -> None:
    proof = msgspec.structs.replace(played(1), table="</script><h1>no</h1>")
    assert b"</script><h1>" not in as_page(proof)
    shown(page, tmp_path, proof)
    assert "</script><h1>no</h1>" in page.locator("#title").inner_text()
