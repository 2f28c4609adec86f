"""The dealer watches the deck's condition; a supervisor orders another shuffle."""

from queenhigh.table.events import DeckRemoved, DeckShuffled, ShuffledByHandInstead
from tests.clauses import clause
from tests.table.driver import Driven
from tests.table.scenes import small_manual, steps


@clause("manual-open-C", "manual-open-E")
def test_a_dealer_who_finds_the_deck_worn_has_it_changed() -> None:
    table = Driven("manual").opened()
    table.give("change_deck", deck=0, reason="cards stick together")
    assert table.last(DeckRemoved).reason == "cards stick together"
    assert table.last(DeckRemoved).clauses == ("manual-open-D", "manual-open-E")
    assert "inspect of deck 0" in table.todo


@clause("manual-std-A")
def test_a_shuffle_is_a_mix_of_all_the_cards() -> None:
    table = Driven("manual").opened()
    half = tuple(f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "cd")
    deck = table.table.round.deck
    while table.table.due and table.table.due.name != "shuffle":
        table.confirm()
    refused = table.refused("shuffle_deck", deck=deck, order=half, nonce="n" * 16, by="system")
    assert refused.code == "deck/not_52_cards"
    assert not any(event.order == half for event in table.events(DeckShuffled))


@clause("manual-std-G", "manual-auto-E")
def test_a_supervisor_may_order_another_shuffle() -> None:
    table = Driven("manual", hand_shuffle="no_progressive").opened()
    table.give("report_shuffler_failure")
    assert table.refused("shuffle_by_hand", by="dealer:dee").code == "role/not_yours"
    assert table.refused("shuffle_by_hand", by="floor:fay").code == "deck/hand_shuffle_forbidden"
    other = Driven(small_manual()).opened()
    other.give("report_shuffler_failure")
    assert other.refused("shuffle_by_hand", by="dealer:dee").code == "role/not_yours"
    other.give("shuffle_by_hand", by="floor:fay")
    assert other.events(ShuffledByHandInstead)
    assert steps(other.todo).index("box") < steps(other.todo).index("shuffle")
