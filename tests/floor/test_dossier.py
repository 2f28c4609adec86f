"""The dossier builds itself, and lists discrepancies first."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from queenhigh.floor.dossier import Dossier, Happened, Proof, ProofLine, build_dossier
from queenhigh.floor.dossier_paper import dossier_paper
from queenhigh.floor.paper_document import as_csv, as_pdf
from queenhigh.house.loader import built_in_keys
from queenhigh.table import events as e
from queenhigh.table.evolve import evolve
from queenhigh.table.state import Table
from tests.clauses import cases, clause
from tests.floor.day import facts_of, the_day
from tests.money.room import Room, RoomTable
from tests.table.driver import NOON


def of_round(table: RoomTable, number: int = 1) -> tuple[Table, Happened]:
    """The table before a round, and its events, including those that open its shuffle."""
    first = next(facts.first for facts in facts_of(table) if facts.number == number)
    now = Table(table.house)
    for event in table.log[: first - 1]:
        now = evolve(now, event)
    happened: list[tuple[int, e.AnyEvent]] = []
    for version, event in enumerate(table.log[first - 1 :], start=first):
        if isinstance(event, e.RoundBegan) and event.number != number:
            break
        happened.append((version, event))
    return now, happened


def dossier(table: RoomTable, number: int = 1, **more: Any) -> Dossier:
    before, happened = of_round(table, number)
    return build_dossier(table.setup, before, happened, **more)


def played(of: str) -> RoomTable:
    table = Room().table(of)
    bets: dict[str, int] = dict.fromkeys(table.house.opening_bets, 5)
    bets |= {"progressive": 1} if "progressive" in bets else {}
    table.opened().bet(1, **bets, toke_ante=1).bet(2, **bets).bet(3, ante=5, pair_plus=5)
    table.dealt("1: As Ks Qs, 2: 8s 7d 6c, 3: 9h 5d 2c, dealer: Qd 8d 3c")
    table.play(1, 2).fold(3).finish()
    return table


@clause("mics-j4", "manual-payout-G-3", "chickasaw-t")
@pytest.mark.parametrize("of", built_in_keys())
def test_dossiers_agree_on_hands_and_settlement_in_every_house(of: str) -> None:
    table = played(of)
    found = dossier(table)
    assert found.agrees
    assert found.over
    assert [hand.seat for hand in found.hands] == [1, 2, 3, 0]
    for hand in found.hands:
        assert sorted(hand.by_log) == sorted(hand.by_rack or ()) == sorted(hand.by_deck or ())
    settled = {(line.seat, line.wager, line.toke) for line in found.lines}
    assert {(1, "ante", False), (1, "ante", True), (3, "ante", False)} <= settled
    assert all(line.clauses for line in found.lines)
    assert "is the one committed to" in found.shuffle


@clause("mics-j4", "mics-j3-ii", "manual-payout-G-3")
@cases("""
    of         by
    mics       mics-j4 mics-j3-ii
    chickasaw  -                   # It says nothing of it, and the hands are there all the same.
    manual     manual-payout-G-3
    classic    -
""")
def test_every_hand_is_rebuilt_from_the_rack_by_the_clause_that_keeps_it(of: str, by: str) -> None:
    found = dossier(played(of))
    rebuilt = {hand.seat: " ".join(sorted(hand.by_rack or ())) for hand in found.hands}
    assert rebuilt == {1: "As Ks Qs", 2: "6c 7d 8s", 3: "2c 5d 9h", 0: "3c 8d Qd"}
    assert found.rebuilt_by == tuple(each for each in by.split() if each != "-")


@pytest.mark.parametrize("of", built_in_keys())
def test_every_clause_and_ruling_named_is_quoted(of: str) -> None:
    found = dossier(played(of))
    named = {id_ for step in found.steps for id_ in step.clauses}
    named |= {id_ for line in found.lines for id_ in (*line.clauses, *line.rulings)}
    assert named == found.reasons.keys()
    assert all(found.reasons.values())


def test_the_round_is_described_step_by_step_with_who_and_when() -> None:
    found = dossier(played("classic"))
    told = [step.text for step in found.steps]
    assert told[0] == "Round 1, red deck"
    assert 'Dealer: "No more bets"' in told
    assert "Seat 1 is dealt As Ks Qs" in told
    assert "Seat 3 folds" in told
    assert told.index("Seat 3 folds") < told.index("The dealer shows Qd 8d 3c: Queen high")
    assert [step.version for step in found.steps] == sorted(step.version for step in found.steps)


def tampered(change: Callable[[e.AnyEvent], e.AnyEvent]) -> Dossier:
    table = played("classic")
    before, happened = of_round(table)
    return build_dossier(table.setup, before, [(v, change(event)) for v, event in happened])


def test_a_hand_switched_in_the_rack_is_found() -> None:
    def switch(event: e.AnyEvent) -> e.AnyEvent:
        if isinstance(event, e.HandRacked) and event.seat == 2:
            return msgspec.structs.replace(event, cards=("8s", "7d", "5c"))
        return event

    found = tampered(switch)
    assert any("seat 2 is not the same" in each for each in found.disagreements)


def test_a_card_that_was_not_the_next_of_the_deck_is_found() -> None:
    def swap(event: e.AnyEvent) -> e.AnyEvent:
        if isinstance(event, e.CardsDealt) and event.seat == 2:
            return msgspec.structs.replace(event, cards=("8h", "7d", "6c"))
        return event

    found = tampered(swap)
    assert any("seat 2 is not the same" in each for each in found.disagreements)


def test_a_bet_paid_wrongly_is_found() -> None:
    def overpay(event: e.AnyEvent) -> e.AnyEvent:
        if isinstance(event, e.WagerPaid) and event.wager == "pair_plus" and event.seat == 2:
            return msgspec.structs.replace(event, paid=event.paid + 5_00)
        return event

    (wrong,) = tampered(overpay).disagreements
    assert "Seat 2, Pair Plus" in wrong


def test_a_bet_that_was_never_settled_is_found() -> None:
    table = played("classic")
    before, happened = of_round(table)
    left = [
        (v, event)
        for v, event in happened
        if not (isinstance(event, e.WagerPaid) and event.wager == "ante_bonus" and event.toke)
    ]
    (wrong,) = build_dossier(table.setup, before, left).disagreements
    assert "Seat 1, toke on Ante Bonus" in wrong


def test_a_shuffle_other_than_the_committed_one_is_found() -> None:
    def lie(event: e.AnyEvent) -> e.AnyEvent:
        if isinstance(event, e.ShuffleOpened):
            return msgspec.structs.replace(event, nonce="another")
        return event

    assert "The shuffle is not the one that was committed to." in tampered(lie).disagreements


def test_a_broken_chain_is_reported_first_and_an_unbroken_one_is_shown() -> None:
    table = played("classic")
    lines = (ProofLine(1, 2, "aa", "", "bb"),)
    whole = dossier(table, proof=Proof("table:1", True, "All hashes fit.", lines))
    assert whole.agrees
    broken = dossier(table, proof=Proof("table:1", False, "record 12 does not hash", lines))
    assert broken.disagreements == ("The chain of the log is broken: record 12 does not hash",)


def test_a_void_round_is_described_with_what_was_racked_by_then() -> None:
    table = Room().table("manual")
    table.opened().bet(1, ante=5).bet(2, ante=5).dealt().fold(1)
    table.give("report_wrong_number_of_cards", seat=2, cards=4)
    found = dossier(table)
    assert found.agrees
    assert found.void == "wrong_number_of_cards"
    assert found.lines == ()
    racked = {hand.seat: hand.by_rack is not None for hand in found.hands}
    assert racked == {1: True, 2: False, 0: False}


def test_a_physical_deck_has_no_known_order_but_the_rack_still_tells() -> None:
    table = Room().table("classic")
    table.opened().bet(1, ante=5).until("shuffle")
    table.next_order = None
    table.shuffle(table.table.due.deck or 0)  # type: ignore[union-attr]
    table.until()
    table.give("announce_no_more_bets")
    hands = {1: ("9s", "9d", "4c"), 0: ("Kh", "8c", "5d")}
    while table.table.phase == "dealing":
        seat = table.table.due.seat if table.table.due else None
        dealing = table.due == "deal" and seat is not None
        cards: dict[str, Any] = {"cards": hands[seat or 0]} if dealing else {}
        table.confirm(**cards)
    table.play(1).finish()
    found = dossier(table)
    assert found.agrees
    assert [hand.by_deck for hand in found.hands] == [None, None]


def test_no_hidden_card_is_shown_during_the_round() -> None:
    table = Room().table("classic")
    table.opened().bet(1, ante=5).dealt("1: As Kd 9c, dealer: Qs 8d 3c")
    first = table.table.version - len(table.log) + 1
    began = next(n for n, event in enumerate(table.log) if isinstance(event, e.RoundBegan))
    now = Table(table.house)
    for event in table.log[:began]:
        now = evolve(now, event)
    happened = list(enumerate(table.log[began:], start=began + first))
    found = build_dossier(table.setup, now, happened)
    assert not found.over
    assert (found.hands, found.lines) == ((), ())
    written = msgspec.json.encode(found).decode()
    for card in ("As", "Kd", "9c", "Qs", "8d", "3c"):
        assert f'"{card}"' not in written
        assert f" {card}" not in written
    assert "still going on" in as_csv_text(found)


def as_csv_text(found: Dossier) -> str:
    return as_csv(dossier_paper(found, NOON)).decode()


def test_the_dossier_has_the_dispute_with_who_said_what() -> None:
    day = the_day()
    journal = day.floor.journal(day.cage)
    (dispute,) = journal.disputes()
    found = dossier(day.chickasaw, 2, dispute=dispute)
    assert found.state == "with the commissioner"
    assert {"chickasaw-t", "chickasaw-u", "chickasaw-u-2"} <= found.reasons.keys()
    text = as_csv_text(found)
    for words in (
        "I paid both bets.",
        "Only one was paid.",
        "The camera shows one payout.",
        "$100",
    ):
        assert words in text


def test_the_dossiers_pdf_is_the_same_to_the_byte() -> None:
    found = dossier(played("manual"))
    paper = dossier_paper(found, NOON + timedelta(hours=1))
    assert as_pdf(paper) == as_pdf(paper)
    assert as_pdf(paper).startswith(b"%PDF")


def test_a_dossier_begins_with_a_round() -> None:
    table = played("classic")
    before, happened = of_round(table)
    with pytest.raises(ValueError, match="begins a round"):
        build_dossier(table.setup, before, happened[1:])
