"""Events in words: with the house's names and currency, and only what their viewer may see."""

import pytest

from queenhigh.table import events as e
from queenhigh.table.evolve import evolve
from queenhigh.table.state import Table
from queenhigh.table.transaction import Change
from queenhigh.table.wording import seen_in_words, sentence, story
from tests.table.driver import BUILT_IN, Driven


def played(of: str = "mics") -> Driven:
    table = Driven(of).opened().bet(1, ante=5).bet(2, ante=5, pair_plus=5)
    table.dealt("1: As Ks Qs, 2: 9h 5d 2c, dealer: Qd 8d 3c")
    return table.play(1).fold(2).finish()


def changes(table: Driven) -> list[Change]:
    now, found = Table(table.house), []
    for event in table.log:
        after = evolve(now, event)
        found.append(Change(now, event, after))
        now = after
    return found


def told_to(viewer: str, table: Driven) -> list[str]:
    pairs = [pair for change in changes(table) for pair in seen_in_words(viewer, change)]
    return [text for _, text in pairs if text]


@pytest.mark.parametrize("of", BUILT_IN)
def test_bets_are_described_with_the_names_and_currency_of_the_house(of: str) -> None:
    table = played(of)
    title, money = table.house.title("pair_plus"), table.house.money
    texts = told_to("public", table)
    assert f"Seat 2 bets {title} {money(500)}" in texts
    assert f"Seat 2, {title}: {money(500)} is taken" in texts
    assert "The bets are locked" in texts
    assert "Round 1 is over" in texts


def test_only_the_holder_is_told_of_cards_that_are_face_down() -> None:
    table = played()
    dealt = "Seat 2 is dealt 3 cards face down"
    own = "You look at your cards: 9h 5d 2c, Nine high"
    assert dealt in told_to("public", table)
    assert dealt in told_to("player:bob", table)
    assert own in told_to("player:bob", table)
    for other in ("public", "player:ann", "dealer:dee", "surveillance:x"):
        assert not [text for text in told_to(other, table) if "9h" in text]


def test_the_log_itself_shows_every_card() -> None:
    told = (story(each.before, each.event, each.after) for each in changes(played()))
    texts = [text for story_ in told for text in story_]
    assert "Seat 2 is dealt 9h 5d 2c" in texts


def test_a_player_is_named_as_the_caller_wishes() -> None:
    table = played()
    sat = next(each for each in changes(table) if isinstance(each.event, e.SeatTaken))
    assert sentence(sat.before, sat.event, sat.after, called=str.upper) == "ANN sits down at seat 1"


def test_only_staff_are_told_what_is_in_the_tray() -> None:
    table = played()
    before = table.table
    closed = Change(before, e.TableClosed(tray=5_000_00), before)
    assert [text for _, text in seen_in_words("player:ann", closed)] == ["The table is closed"]
    money = table.house.money(5_000_00)
    (staff,) = [text for _, text in seen_in_words("floor:fay", closed)]
    assert staff == f"The table is closed with {money} in the tray"
