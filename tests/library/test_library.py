"""The public library, as its documentation shows it."""

import doctest
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

import queenhigh as qh
from queenhigh.house.loader import built_in_keys
from queenhigh.library import columns, figures, result, round, simulation, table
from queenhigh.maths.analysis.analysis import analyze as analysed
from queenhigh.table.events import DeckRemoved
from queenhigh.table.evolve import evolve
from queenhigh.table.state import Table as State

FRANCE = Path(__file__).parents[2] / "examples" / "books" / "france"


@pytest.mark.parametrize("module", [columns, figures, result, round, simulation, table])
def test_the_docstring_examples_pass(module: object) -> None:
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]


@pytest.mark.parametrize("key", built_in_keys())
def test_an_analysis_is_that_of_the_command_in_fractions(key: str) -> None:
    house = qh.House.load(key)
    found = qh.analyze(house)
    assert found.to_dict() == msgspec.json.decode(msgspec.json.encode(analysed(house)))
    assert found.wagers["pair_plus"].house_edge == Fraction(
        found.to_dict()["wagers"]["pair_plus"]["house_edge"]["exact"]
    )
    assert found.wagers["pair_plus"].break_even_meter is None
    deviation = found.wagers["pair_plus"].standard_deviation
    assert deviation == pytest.approx(float(found.wagers["pair_plus"].variance) ** 0.5)


def test_an_analysis_takes_seats_and_meters() -> None:
    least = qh.analyze("manual", seats=1, meters={"main": 100_000})
    most = qh.analyze("manual", seats=7, meters={"main": 1_000_000})
    assert least.wagers["progressive"].house_edge > most.wagers["progressive"].house_edge


@pytest.mark.parametrize("key", built_in_keys())
def test_a_round_is_played_as_documented(key: str) -> None:
    table = qh.Table(qh.House.load(key), seed=7)
    table.sit(1, "player-1", 100_00)
    table.bet(1, ante=500)
    table.deal()
    assert table.result is None
    assert table.next_to_decide == 1
    table.play(1)
    assert table.result is not None
    (seat,) = table.result.seats
    assert table.chips(1) == 100_00 + seat.net
    assert "why" in msgspec.to_builtins(seat.lines[0])


def test_the_log_is_the_whole_table() -> None:
    played = qh.Table("manual", seed=3)
    played.sit(2, "ann", 500_00)
    played.bet(2, ante=500, pair_plus=500)
    played.deal()
    played.fold(2)
    state = State(played.house)
    for event in played.log:
        state = evolve(state, event)
    assert state.stack("ann") == played.chips(2)


def test_a_seed_deals_the_same_cards_and_no_seed_deals_others() -> None:
    def dealt(seed: int | None) -> tuple[str, ...]:
        table = qh.Table("classic", seed=seed)
        table.sit(1, "ann", 100_00)
        table.bet(1, ante=500)
        table.deal()
        return table.cards(1)

    assert dealt(5) == dealt(5) != dealt(6)
    assert len({dealt(None) for _ in range(4)}) > 1


def test_a_refusal_changes_nothing() -> None:
    table = qh.Table("manual", seed=1)
    table.sit(1, "ann", 100_00)
    before = len(table.log)
    with pytest.raises(qh.Refused) as refused:
        table.bet(1, ante=500, pair_plus=1)
    assert (refused.value.code, refused.value.clauses) == (
        "wager/below_minimum",
        ("manual-limits-C",),
    )
    assert (table.chips(1), len(table.log)) == (100_00, before)
    with pytest.raises(qh.Refused):
        table.play(1)
    with pytest.raises(qh.Refused, match="Nobody sits at seat 2"):
        table.bet(2, ante=500)


def test_a_bet_without_a_decision_is_settled_at_once_and_a_result_lasts_until_the_next_deal() -> (
    None
):
    table = qh.Table("manual", seed=2)
    table.sit(1, "ann", 100_00)
    table.bet(1, pair_plus=500)
    table.deal()
    assert table.result is not None
    table.bet(1, ante=500)
    assert table.result is not None
    table.deal()
    assert table.result is None
    table.fold(1)
    table.leave(1)
    assert repr(table) == "<Table manual, betting: nobody>"


def test_a_long_game_changes_its_decks() -> None:
    table = qh.Table(qh.House.load("mics").replace({"cards.change.hours": 1}), seed=11)
    table.sit(1, "ann", 1_000_000_00)
    for _ in range(1_000):
        table.bet(1, pair_plus=500)
        table.deal()
    assert any(isinstance(event, DeckRemoved) for event in table.log)


def test_a_seat_can_say_that_a_bet_was_not_called() -> None:
    called = qh.Seat(1, "7s 7d 7c", "play", ante=500, bonus=500, pair_plus=500)
    silent = called.not_called("bonus")
    before, after = (
        {line.wager: line.result for line in settled.seats[0].lines}
        for settled in (
            qh.settle(FRANCE, dealer="Js 8d 2c", seats=[seat]) for seat in (called, silent)
        )
    )
    assert before["bonus"] == "win"
    assert after == before | {"bonus": "lose"}
    with pytest.raises(qh.DocumentError, match="the seat has no lucky"):
        qh.settle(FRANCE, dealer="Js 8d 2c", seats=[called.not_called("lucky")])


def test_a_bet_that_has_to_be_called_is_called_when_it_wins() -> None:
    """When the dealer is out, the French book pays only what is called aloud."""
    table = qh.Table(qh.House.load(FRANCE), seed=3)
    table.sit(1, "ann", 1_000_000)
    paid = 0
    for _ in range(60):
        table.bet(1, ante=500, bonus=500, pair_plus=500)
        table.deal()
        table.play(1)
        assert table.result is not None
        won = [line for line in table.result.seats[0].lines if line.wager == "pair_plus"]
        out = not table.result.dealer.qualifies
        paid += out and won[0].result == "win"
        held = table.result.seats[0].category
        assert (won[0].result == "win") is (held != "high_card")
    assert paid
