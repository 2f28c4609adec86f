"""The figures as the commands print them."""

from typing import Any

import msgspec
import pytest

from queenhigh.cli import figures, position

BETS = ["ante=1000", "pair_plus=500", "six_card_bonus=500", "progressive=100"]
ANTE_ALONE = ["ante=1000", "pair_plus=0"]


def joint_with(**changes: Any) -> dict[str, Any]:
    return {
        "bets": BETS,
        "meter": [],
        "rule": None,
        "rounds": None,
        "bankroll": None,
        "goal": None,
        "rounds_an_hour": 40,
        "options": None,
        "json": False,
    } | changes


def test_analyze_prints_percentages_with_their_fractions(
    capsys: pytest.CaptureFixture[str],
) -> None:
    figures.analyze("manual", seats=3, meter=["1234500"], options=None, json=False)
    printed = capsys.readouterr().out
    for text in (
        "3.3730%",
        "13733780/407170400",
        "Play Q64 or better",
        "$9,730",
        "A-K-Q of spades",
    ):
        assert text in printed


def test_analyze_prints_one_json_document(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    figures.analyze("mics", seats=1, meter=[], options='{"tie": "player"}', json=True)
    found = msgspec.json.decode(capfdbinary.readouterr().out)
    assert found["wagers"]["ante_play"]["strategy"]["also_play"] == ["Q63 (Qc 6d 3h)"]


def test_the_fee_is_printed_where_there_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    options = '{"collection_fee": {"amount": 1}}'
    figures.analyze("chickasaw", seats=1, meter=[], options=options, json=False)
    assert "The collection fee of $1 a player" in capsys.readouterr().out


def test_strategy_prints_rules_and_close_decisions(capsys: pytest.CaptureFixture[str]) -> None:
    figures.strategy("mics", rules=["Q7"], closest=3, options=None, json=False)
    printed = capsys.readouterr().out
    for text in ("mimic", "Q7", "0.0761%", "Qc 6d 3h", "-1.002551"):
        assert text in printed


def test_joint_prints_hold_and_ruin_where_asked(capsys: pytest.CaptureFixture[str]) -> None:
    position.joint("manual", **joint_with(rounds=50, bankroll=50_000, goal=100_000))
    printed = capsys.readouterr().out
    for text in ("Element of risk", "+0.4852", "After 50 rounds", "probability of ruin"):
        assert text in printed


def test_joint_prints_one_json_document(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    position.joint("mics", **joint_with(bets=ANTE_ALONE, rule="always", json=True))
    found = msgspec.json.decode(capfdbinary.readouterr().out)
    assert found["figures"]["combinations"] == 407_170_400
    assert found["rule"] == "always"


def test_a_bankroll_without_rounds_is_refused() -> None:
    with pytest.raises(ValueError, match="go with --rounds"):
        position.joint("mics", **joint_with(bets=ANTE_ALONE, bankroll=10_000))


@pytest.mark.exhaustive
def test_protect_prints_what_seeing_is_worth(capsys: pytest.CaptureFixture[str]) -> None:
    position.protect("mics", others=2, samples=3, options=None, json=False)
    printed = capsys.readouterr().out
    for text in ("-3.4829%", "the hands of 2 other players", "this house"):
        assert text in printed


def test_design_prints_tables_best_first(capsys: pytest.CaptureFixture[str]) -> None:
    arguments: dict[str, Any] = {
        "house": "manual",
        "edge": 2.3167,
        "hit_frequency": None,
        "deviation": None,
        "within": 0.05,
        "bounds": ["pair=1", "flush=3-4", "straight=6", "three_of_a_kind=25,30"],
        "best": 3,
        "json": False,
    }
    assert figures.design("pair_plus", **arguments) == 0
    assert "1/4/6/30/40     2.3167%  512/22100" in capsys.readouterr().out
    assert figures.design("pair_plus", **arguments | {"edge": 50}) == 1
    assert "No table" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["flush", "flush=", "flush=a", "flush=3-", "flush=3-4-5"])
def test_a_bound_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no bound"):
        figures.design(
            "pair_plus",
            house="manual",
            edge=2,
            hit_frequency=None,
            deviation=None,
            within=None,
            bounds=[text],
            best=1,
            json=False,
        )


def test_costs_are_printed_for_each_other_house(capsys: pytest.CaptureFixture[str]) -> None:
    keys = ["mics", "classic", "manual"]
    figures.print_costs(keys, figures.costs(keys))
    printed = capsys.readouterr().out
    for text in (
        "From mics to classic",
        "From mics to manual",
        "wagers.pair_plus.pays.flush",
        "274/5525",
    ):
        assert text in printed


def test_options_that_are_no_json_are_refused_in_a_line() -> None:
    with pytest.raises(ValueError, match="not JSON"):
        figures.analyze("mics", seats=1, meter=[], options="{tie", json=False)
