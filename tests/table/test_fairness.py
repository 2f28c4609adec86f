"""A shuffle is committed before the bets close and opened after the round, and can be checked."""

from hashlib import sha256
from typing import Any

import pytest

from queenhigh.table.events import (
    BetsLocked,
    CardsDealt,
    DeckCut,
    DeckShuffled,
    RoundEnded,
    RoundVoided,
    ShuffleOpened,
)
from queenhigh.table.fairness import commitment, verify
from tests.table.driver import BUILT_IN, EVERY_DEAL, NONCE, Driven, house_with, stacked
from tests.table.scenes import hands_of


@pytest.mark.parametrize(("of", "method"), EVERY_DEAL)
def test_the_commitment_is_out_before_the_bets_close_and_opened_after_the_round(
    of: str, method: str
) -> None:
    table = Driven(of, deal_method=method).opened().bet(1, ante=5, pair_plus=5).dealt()
    kinds = [type(event) for event in table.log]
    assert kinds.index(DeckShuffled) < kinds.index(BetsLocked) < kinds.index(CardsDealt)
    assert ShuffleOpened not in kinds
    table.fold(1).finish()
    kinds = [type(event) for event in table.log]
    assert kinds.index(RoundEnded) < kinds.index(ShuffleOpened)
    shuffled, opened = table.last(DeckShuffled), table.last(ShuffleOpened)
    assert shuffled.commitment == opened.commitment
    assert verify(shuffled.commitment, opened.order, opened.nonce)


@pytest.mark.parametrize("viewer", ["public", "player:ann", "dealer:dee", "surveillance:sue"])
def test_everybody_sees_the_commitment_and_nobody_order_or_nonce_before_the_end(
    viewer: str,
) -> None:
    table = Driven("mics").opened().bet(1, ante=5).dealt()
    shuffled = [event for event in table.seen(viewer) if isinstance(event, DeckShuffled)]
    assert [(event.order, event.nonce) for event in shuffled] == [((), "")]
    assert shuffled[0].commitment == table.view(viewer).commitment == table.table.deck.commitment
    table.fold(1).finish()
    opened = [event for event in table.seen(viewer) if isinstance(event, ShuffleOpened)]
    assert (len(opened[0].order), opened[0].nonce) == (52, NONCE)


@pytest.mark.parametrize(("of", "method"), EVERY_DEAL)
def test_the_cards_that_were_dealt_are_those_of_the_opened_order(of: str, method: str) -> None:
    table = Driven(of, deal_method=method).opened().bet(1, ante=5, pair_plus=5).bet(4, ante=5)
    table.dealt().fold(1, 4).finish()
    order = table.last(ShuffleOpened).order
    if method == "automated_shoe":
        wanted = {1: order[:3], 4: order[3:6], 0: order[6:9]}
    else:
        wanted = {1: order[0:9:3], 4: order[1:9:3], 0: order[2:9:3]}
    assert hands_of(table) == {seat: list(cards) for seat, cards in wanted.items()}


def test_the_commitment_is_to_the_order_before_the_cut() -> None:
    table = Driven(house_with("mics", shuffle={"method": "hand"})).opened().bet(1, ante=5)
    table.stack_deck("1: As Kd 2c").until("cut")
    table.confirm("cut", count=17)
    table.until()
    table.give("announce_no_more_bets")
    table.dealt_from_here().fold(1).finish()
    opened = table.last(ShuffleOpened)
    assert verify(table.last(DeckShuffled).commitment, opened.order, opened.nonce)
    cut = table.last(DeckCut).count
    assert hands_of(table)[1] == list((opened.order[cut:] + opened.order[:cut])[:3])


def test_a_commitment_is_a_hash_that_anybody_can_make() -> None:
    order = stacked("", "hand")
    by_hand = sha256(f"{NONCE}:{''.join(order)}".encode()).hexdigest()
    assert commitment(order, NONCE) == by_hand
    assert verify(by_hand, order, NONCE)


def test_another_order_nonce_or_deck_does_not_verify() -> None:
    order = stacked("", "hand")
    published = commitment(order, NONCE)
    swapped = [order[1], order[0], *order[2:]]
    assert not verify(published, swapped, NONCE)
    assert not verify(published, order, NONCE + "x")
    short = order[:51]
    assert not verify(commitment(short, NONCE), short, NONCE)
    twice = [*order[:51], order[0]]
    assert not verify(commitment(twice, NONCE), twice, NONCE)


def test_malformed_cards_do_not_verify() -> None:
    strange = [f"x{number}" for number in range(52)]
    assert not verify(commitment(strange, NONCE), strange, NONCE)


def test_a_void_round_opens_its_shuffle_too() -> None:
    table = Driven("mics").opened().bet(1, ante=5).dealt()
    table.give("report_exposed_card", seat=0)
    kinds = [type(event) for event in table.log]
    assert kinds.index(RoundVoided) < kinds.index(ShuffleOpened)


@pytest.mark.parametrize("of", BUILT_IN)
def test_unknown_cards_in_the_hand_are_not_committed_to(of: str) -> None:
    table = Driven(of).opened().until("shuffle")
    table.give("shuffle_deck", deck=0)
    assert table.last(DeckShuffled).commitment == ""
    assert table.view("public").commitment == ""


@pytest.mark.parametrize("instead", ["relieve_dealer", "change_deck", "mark_idle", "close_table"])
def test_every_commitment_is_opened_even_if_its_deck_is_not_dealt(instead: str) -> None:
    """Otherwise a discarded shuffle could not be told from a fair one."""
    table = Driven("manual").opened().stack_deck("").until()
    more: dict[str, dict[str, Any]] = {
        "relieve_dealer": {"dealer": "dan"},
        "change_deck": {"deck": 0, "reason": "worn"},
    }
    table.give(instead, **more.get(instead, {}))
    if instead != "close_table":
        table.opened().bet(1, ante=5).dealt().fold(1).finish()
    committed = [event.commitment for event in table.events(DeckShuffled)]
    opened = [event.commitment for event in table.events(ShuffleOpened)]
    assert sorted(opened) == sorted(committed)
