"""The file of a round verifies itself in a browser that knows nothing about the service."""

import random
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import Phase as Step
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page

from queenhigh.floor.proof_rules import rules_of
from queenhigh.floor.round_proof import (
    Dealt,
    Holder,
    Jackpots,
    LineProved,
    RoundProof,
    as_page,
    round_proof,
    seats_proved,
)
from queenhigh.house.loader import built_in, load_house
from queenhigh.house.model import House
from queenhigh.store.sample import START
from queenhigh.table import events as e
from queenhigh.table.players import play_rounds
from queenhigh.table.state import Phase, Table
from queenhigh.wagers.document import read_round
from queenhigh.wagers.round_settlement import settle_round
from tests.model.documents import Document, settle_documents
from tests.model.houses import as_toml, houses, rounds
from tests.samples import IS_LONGER, tries
from tests.table.driver import BUILT_IN, Driven
from tests.table.entropy_scenes import led_by_a_dealer, locked_with, reveal
from tests.wagers.own_options import house_of

A, B = "a1" * 32, "b2" * 32


@pytest.fixture(scope="module")
def opened(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """The file of some round, to ask it about others."""
    context = browser.new_context(offline=True)
    page = context.new_page()
    shown(page, tmp_path_factory.mktemp("proof"), played(1))
    yield page
    context.close()


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
    return proof_from(house, list(events))


def proof_from(house: House, log: list[e.AnyEvent]) -> RoundProof:
    """The proof of the log's first round, for every seat."""
    opened = next(n for n, each in enumerate(log) if isinstance(each, e.ShuffleOpened))
    return round_proof(Table(house), "pit-1", log[: opened + 1], range(1, 10))


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
    for changed, says in (
        (change(proof, shuffle=change(shuffle, order=order)), "not the one committed to"),
        (change(proof, shuffle=change(shuffle, nonce="0" * 64)), "not the one committed to"),
        (change(proof, dealt=(swapped, *proof.dealt[1:])), "did not lie at place"),
        (change(proof, seats=(change(seat, cards=("2c", "3d", "5h")),)), "other cards"),
        (change(proof, dealer=("2c", "3d", "5h")), "not the one dealt"),
    ):
        verdict, failed = shown(page, tmp_path, changed)
        assert verdict == "THIS ROUND DOES NOT HOLD"
        assert any(says in text for text in failed), (says, failed)


# The settlement


def settled_proof(house: House, document: Document) -> RoundProof:
    """The proof of a round as the rules settle it, without a table."""
    written = read_round(msgspec.json.encode(document))
    settled = settle_round(house, written)
    held = {each.seat: each for each in written.seats}
    hands = [(0, tuple(settled.dealer.cards))]
    hands += [(each.seat, tuple(each.cards)) for each in settled.seats]
    return RoundProof(
        table="pit-1",
        number=1,
        shuffle=None,
        dealt=tuple(Dealt(0, seat, cards) for seat, cards in hands),
        dealer=tuple(settled.dealer.cards),
        seats=seats_proved(house, settled, held, Jackpots()),
        holders=tuple(
            Holder(each.seat, each.seat, each.decision, tuple(held[each.seat].wagers))
            for each in settled.seats
        ),
        corrections=(),
        rules=rules_of(house),
    )


Found = dict[str, list[str]]
_CHECK = "(rounds) => rounds.map((told) => { round = told; return [...checked()]; })"


def checked(page: Page, *proofs: RoundProof) -> list[Found]:
    """What the open file says of other rounds, by state."""
    answers: list[Found] = []
    for told in page.evaluate(_CHECK, [msgspec.to_builtins(proof) for proof in proofs]):
        found: Found = {"holds": [], "fails": [], "open": []}
        for state, text, _ in told:
            found[state].append(text)
        answers.append(found)
    return answers


def otherwise(line: LineProved) -> Iterator[LineProved]:
    """The line as a house that cheats could settle it."""
    change = msgspec.structs.replace
    yield change(line, paid=line.paid + 1)
    yield change(line, returned=line.returned + 1)
    for result in ("win", "lose", "push", "forfeit"):
        if result != line.result:
            yield change(line, result=result)


def lines_checked(page: Page, proof: RoundProof) -> None:
    """Every line holds, and each that is settled otherwise is found."""
    change, cheated = msgspec.structs.replace, list[RoundProof]()
    for seat in proof.seats:
        for number, line in enumerate(seat.lines):
            for wrong in otherwise(line):
                lines = (*seat.lines[:number], wrong, *seat.lines[number + 1 :])
                cheated.append(change(proof, seats=(change(seat, lines=lines),)))
    right, *wrongly = checked(page, proof, *cheated)
    assert not right["fails"], right["fails"]
    for told, found in zip(cheated, wrongly, strict=True):
        assert found["fails"], told


# Not made smaller: that asks the browser thousands of times.
few = settings(
    max_examples=tries(10),
    derandomize=not IS_LONGER,
    deadline=None,
    database=None,
    phases=[Step.generate],
)


@few
@given(document=settle_documents())
def test_every_line_of_every_book_is_checked(opened: Page, document: Document) -> None:
    """With any options: other rankings, meters, coupons and tokes included."""
    house = house_of(document)
    assume(house.payouts.aggregate_cents is None)
    proof = settled_proof(house, document)
    lines_checked(opened, proof)


@few
@given(data=st.data())
def test_every_line_of_any_house_is_checked(
    opened: Page, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """Invented wagers: other cards, ranks, suits, colours, contests, units, roundings and caps."""
    written = data.draw(houses())
    aggregate = written.get("payouts", {}).pop("aggregate_cents", None)
    file = tmp_path_factory.mktemp("house") / "own.toml"
    file.write_text(as_toml(written), "utf-8")
    proof = settled_proof(load_house(str(file)), data.draw(rounds(written)))
    lines_checked(opened, proof)
    if aggregate is not None:
        capped = msgspec.structs.replace(proof.rules, aggregate_cents=aggregate)
        [limited] = checked(opened, msgspec.structs.replace(proof, rules=capped))
        assert not limited["fails"]


def test_a_payout_below_the_houses_limit_for_a_round_says_that_it_is_not_checked(
    page: Page, tmp_path: Path
) -> None:
    house = built_in("classic").replace({"payouts.aggregate_cents": 1000})
    seat = {"seat": 1, "cards": "4h 5d 6c", "decision": "play"}
    wagers = {"ante": 500, "pair_plus": 500}
    document = {"dealer": "Qc 5c 3h", "seats": [{**seat, "wagers": wagers}]}
    shown(page, tmp_path, played(1))
    [found] = checked(page, settled_proof(house, document))
    assert not found["fails"]
    assert any("at most $10 a round" in text for text in found["open"])


def test_a_bonus_that_is_missing_is_found(page: Page, tmp_path: Path) -> None:
    seat = {"seat": 1, "cards": "4h 5d 6c", "decision": "play", "wagers": {"ante": 500}}
    proof = settled_proof(built_in("classic"), {"dealer": "Qc 5c 3h", "seats": [seat]})
    lines = tuple(line for line in proof.seats[0].lines if line.wager != "ante_bonus")
    seats = (msgspec.structs.replace(proof.seats[0], lines=lines),)
    _, failed = shown(page, tmp_path, msgspec.structs.replace(proof, seats=seats))
    assert failed == ["Ante Bonus: $5 (Straight) was due and is missing."]


def test_a_jackpot_is_checked_against_the_meter_and_says_what_the_file_cannot_know(
    page: Page, tmp_path: Path
) -> None:
    table = jackpot()
    proof, change = proof_from(table.house, table.log), msgspec.structs.replace
    verdict, failed = shown(page, tmp_path, proof)
    assert (verdict, failed) == ("What this file can check holds.", [])
    open_points = page.locator("li.open").all_inner_texts()
    assert any("said to have stood at $5,000.40" in text for text in open_points)
    seat = next(each for each in proof.seats if each.seat == 1)
    line = next(each for each in seat.lines if each.meter)
    others = tuple(each for each in seat.lines if each is not line)
    assert line.meter is not None
    for wrong, says in (
        (change(line, paid=line.paid - 100), "should be"),
        (change(line, meter=change(line.meter, stood=line.meter.stood + 100)), "should be"),
        (
            change(line, paid=0, meter=change(line.meter, carried=line.paid + line.meter.carried)),
            "there are chips for that",
        ),
    ):
        cheated = change(proof, seats=(change(seat, lines=(*others, wrong)),))
        _, failed = shown(page, tmp_path, cheated)
        assert any(says in text for text in failed), (says, failed)


def jackpot() -> Driven:
    """Seat 1 wins the whole meter at a table whose smallest chip is a dollar."""
    table = Driven("manual")
    table.open(kind="digital", meter=500_000, reserve=0, guarded=True)
    table.opened()
    table.bet(1, ante=5, progressive=1).bet(2, ante=5, progressive=1)
    table.dealt("1: As Ks Qs, 2: 9s 9d 4c, dealer: Qd 8d 3c").play(1, 2)
    while table.table.phase is Phase.SETTLING:
        table.confirm()
    return table


def test_envy_that_was_not_paid_is_found(page: Page, tmp_path: Path) -> None:
    royal = {"seat": 1, "cards": "Ah Kh Qh", "decision": "play", "wagers": {"ante": 500}}
    other = {"seat": 2, "cards": "9h 5d 2c", "decision": "play"}
    wagers = {"ante": 500, "pair_plus": 500, "progressive": 100}
    seats_bet = [royal, {**other, "wagers": wagers}]
    document = {"dealer": "Qc 5c 3h", "seats": seats_bet, "progressive_meter": 100_00}
    proof, change = settled_proof(built_in("manual"), document), msgspec.structs.replace
    shown(page, tmp_path, proof)
    seats = tuple(change(seat, envy={}) for seat in proof.seats)
    right, unpaid = checked(page, proof, change(proof, seats=seats))
    assert any("envy: $25" in text for text in right["holds"])
    assert any("$25 is due for the hands of others" in text for text in unpaid["fails"])


def test_a_hand_that_was_not_shown_says_that_it_is_not_checked(page: Page, tmp_path: Path) -> None:
    seat = {"seat": 1, "cards": "4h 5d 7c", "decision": "fold", "wagers": {"ante": 500}}
    proof = settled_proof(built_in("classic"), {"dealer": "Qc 5c 3h", "seats": [seat]})
    seats = (msgspec.structs.replace(proof.seats[0], cards=()),)
    shown(page, tmp_path, msgspec.structs.replace(proof, seats=seats, dealt=()))
    open_points = page.locator("li.open").all_inner_texts()
    assert "Ante is forfeited. Not checked: the hand was not shown." in open_points


# What players add


def added_to(late: bool) -> RoundProof:
    """A round in which two players add to the shuffle, one of them too late if `late`."""
    table = locked_with({1: A, 2: B}, "classic", seats=(1, 2))
    reveal(table, {1: A} if late else {1: A, 2: B})
    if late:
        table.later(seconds=3)
        table.give("mix_entropy")
    table.play(1, 2)
    return proof_from(table.house, table.log)


@pytest.mark.parametrize("late", [False, True])
def test_a_round_with_entropy_from_players_passes(page: Page, tmp_path: Path, late: bool) -> None:
    assert shown(page, tmp_path, added_to(late)) == ("What this file can check holds.", [])
    open_points = " ".join(page.locator("li.open").all_inner_texts())
    assert ("Seat 2 is said not to have revealed in time" in open_points) is late


@pytest.mark.parametrize("house", BUILT_IN)
def test_a_round_that_a_dealer_led_passes(page: Page, tmp_path: Path, house: str) -> None:
    """The system shuffles there too, so players add to it, whoever cuts and deals."""
    table = led_by_a_dealer({1: A, 2: B}, house)
    reveal(table, {1: A, 2: B})
    table.dealt_from_here().play(1, 2).finish()
    assert shown(page, tmp_path, proof_from(table.house, table.log)) == (
        "What this file can check holds.",
        [],
    )
    held = " ".join(page.locator("li.holds").all_inner_texts())
    assert "Seat 2 added to the shuffle what it had committed to." in held


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
