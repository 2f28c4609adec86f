"""The figures as the commands print them."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from queenhigh.cli import exact_figures, figures, house_costs, pay_table_design, position
from queenhigh.cli import simulation_run as simulating
from queenhigh.cli.stakes import meters, shares, stakes
from queenhigh.house.loader import built_in, load_house
from queenhigh.maths.protection import collusion, protection
from queenhigh.maths.protection.seen_cards import ClassDeals, class_deals

BETS = ["ante=1000", "pair_plus=500", "six_card_bonus=500", "progressive=100"]
ANTE_ALONE = ["ante=1000", "pair_plus=0"]
BOOKS = Path(__file__).parents[2] / "examples" / "books"


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
    exact_figures.analyze("manual", seats=3, meter=["1234500"], options=None, json=False)
    printed = capsys.readouterr().out
    for text in (
        "3.3730%",
        "13733780/407170400",
        "Play Q64 or better",
        "$9,730",
        "A-K-Q of spades",
    ):
        assert text in printed


def test_analyze_says_that_every_call_is_assumed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    own = tmp_path / "own.toml"
    own.write_text("extends = 'manual'\nwagers.pair_plus.claim.when = ['dealer_plays']", "utf-8")
    exact_figures.analyze(str(own), seats=1, meter=[], options=None, json=False)
    plain = " ".join(capsys.readouterr().out.split())
    said = "Pair Plus is paid only if it is called aloud (if the dealer qualifies): the figures"
    assert f"{said} assume that it always is." in plain


def test_analyze_prints_one_json_document(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    exact_figures.analyze("mics", seats=1, meter=[], options='{"tie": "player"}', json=True)
    found = msgspec.json.decode(capfdbinary.readouterr().out)
    assert found["wagers"]["ante_play"]["strategy"]["also_play"] == ["Q63 (Qc 6d 3h)"]


@pytest.mark.parametrize(
    ("seats", "dealt", "complaint"),
    [
        (7, 3, "--dealt: 3 is fewer than the 7 seats that bet"),
        (1, 8, "--dealt: manual has seats 1 to 7"),
        (8, None, "--seats: manual has seats 1 to 7"),
    ],
)
def test_analyze_refuses_seats_that_a_table_does_not_have(
    seats: int, dealt: int | None, complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        exact_figures.analyze("manual", seats=seats, dealt=dealt, meter=[], options=None, json=True)


def test_the_fee_is_printed_where_there_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    options = '{"collection_fee": {"amount": 1}}'
    exact_figures.analyze("chickasaw", seats=1, meter=[], options=options, json=False)
    assert "The collection fee of $1 per player" in capsys.readouterr().out


def test_strategy_prints_rules_and_close_decisions(capsys: pytest.CaptureFixture[str]) -> None:
    exact_figures.strategy("mics", rules=["Q7"], closest=3, options=None, json=False)
    printed = capsys.readouterr().out
    for text in ("mimic", "Q7", "0.0761%", "Qc 6d 3h", "-1.002551"):
        assert text in printed


def test_strategy_says_where_all_bets_together_differ(capsys: pytest.CaptureFixture[str]) -> None:
    given: dict[str, Any] = {"rules": [], "closest": 1, "options": None, "json": False}
    exact_figures.strategy("mics", **given, bets=["ante=1000", "pair_plus=500"])
    assert "The best decisions are the same as for the ante alone" in capsys.readouterr().out
    with pytest.raises(ValueError, match="nothing to decide"):
        exact_figures.strategy("mics", **given, bets=["ante=0", "pair_plus=500"])
    with pytest.raises(ValueError, match="no meter"):
        exact_figures.strategy("mics", **given, meter=["1000"])


def test_protect_refuses_more_players_than_seats() -> None:
    with pytest.raises(ValueError, match="--others"):
        position.protect("mics", others=9, samples=2, options=None, json=False)


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
    with pytest.raises(ValueError, match="need --rounds"):
        position.joint("mics", **joint_with(bets=ANTE_ALONE, bankroll=10_000))
    with pytest.raises(ValueError, match="needs --bankroll"):
        position.joint("mics", **joint_with(bets=ANTE_ALONE, rounds=10, goal=10_000))
    with pytest.raises(ValueError, match=r"a round needs \$20, more than \$9.99"):
        position.joint("mics", **joint_with(bets=ANTE_ALONE, rounds=10, bankroll=999))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"bankroll": 1999}, r"--bankroll: a round needs \$20"),
        ({"bankroll": 999, "rule": "never"}, r"--bankroll: a round needs \$10"),
        ({"bankroll": 5000, "goal": 5000}, r"--goal: it must be more than the bankroll of \$50"),
        ({"rule": "zzz"}, "'zzz' is not a rule"),
    ],
)
def test_joint_refuses_a_bad_argument_before_it_works_anything_out(
    changes: dict[str, Any], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("queenhigh.maths.risk.joint_distribution.joint")
    with pytest.raises(ValueError, match=message):
        position.joint("mics", **joint_with(bets=ANTE_ALONE, rounds=10, **changes))


def test_simulate_refuses_a_bad_rule_or_cluster_before_it_decides_anything(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    def never(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("queenhigh.maths.simulation.cells.decisions_of", never)
    with pytest.raises(ValueError, match="'zzz' is not a rule"):
        simulated("classic", capfdbinary, strategy="zzz")
    with pytest.raises(ValueError, match="'local:0' is not a cluster"):
        simulated("classic", capfdbinary, cluster="local:0")


@pytest.mark.exhaustive
def test_protect_prints_what_seeing_is_worth(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With every fortieth class of hands: other tests check the figures for all."""

    def some(*given: Any) -> Iterator[ClassDeals]:
        return islice(class_deals(*given), 0, None, 40)

    monkeypatch.setattr(protection, "class_deals", some)
    monkeypatch.setattr(collusion, "class_deals", some)
    position.protect("mics", others=2, samples=3, options=None, json=False)
    printed = capsys.readouterr().out
    edge = protection.seen(built_in("mics"), protection.dealer_cards(1))[0].house_edge.value
    for text in (f"{edge:.4%}", "the hands of 2 other players", "this house"):
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
    assert pay_table_design.design("pair_plus", **arguments) == 0
    assert "1/4/6/30/40     2.3167%  512/22100" in capsys.readouterr().out
    assert pay_table_design.design("pair_plus", **arguments | {"edge": 50}) == 1
    assert "No table" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["flush", "flush=", "flush=a", "flush=3-", "flush=3-4-5"])
def test_a_malformed_bound_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a bound"):
        pay_table_design.design(
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


def design_with(**changes: Any) -> int:
    given: dict[str, Any] = {
        "house": "manual",
        "edge": 2.3,
        "hit_frequency": None,
        "deviation": None,
        "within": None,
        "bounds": [],
        "best": 1,
        "json": False,
    }
    return pay_table_design.design("pair_plus", **given | changes)


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"bounds": ["flush=9-3"]}, "'flush=9-3' is empty"),
        ({"bounds": ["flush=3-9:0"]}, "has a step of 0"),
        ({"bounds": ["flush=1-1000000000"]}, "a row pays at most 1,000,000"),
        ({"bounds": ["flush=3", "flush=4"]}, "flush is given twice"),
        ({"edge": float("nan")}, "--edge: nan"),
        ({"edge": float("inf")}, "--edge: inf"),
        ({"within": -1.0}, "--within: -1"),
        ({"hit_frequency": 101.0}, "--hit-frequency: 101"),
        ({"deviation": -2.0}, "--deviation: -2"),
    ],
)
def test_a_target_that_makes_no_sense_is_refused(given: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        design_with(**given)


def test_a_target_that_cannot_be_met_names_the_nearest_table(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert design_with(edge=30.0, within=0.1, bounds=["flush=3", "straight=5-6"]) == 1
    printed = capsys.readouterr().out
    assert "No table within these bounds meets the target. The nearest is:" in printed
    assert "1/3/5/" in printed


def simulate_with(**changes: Any) -> int:
    given: dict[str, Any] = {
        "rounds": 10,
        "seats": 1,
        "seed": 1,
        "bets": [],
        "meter": [],
        "strategy": "optimal",
        "cores": 1,
        "cluster": None,
        "until_se": None,
        "output": None,
        "json": True,
    }
    return simulating.simulate("manual", **given | changes)


def test_a_run_of_one_round_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate_with(rounds=1, json=False) == 0
    assert "manual: 1 round at one seat" in capsys.readouterr().out


@pytest.mark.parametrize("error", [-1.0, 0.0, float("nan"), float("inf")])
def test_an_unreachable_standard_error_is_refused(error: float) -> None:
    with pytest.raises(ValueError, match="--until-se"):
        simulate_with(until_se=error)


@pytest.mark.parametrize(
    ("bet", "complaint"),
    [("ante=400", "minimum is"), ("ante=99999900", "maximum is"), ("ante=550", "steps of")],
)
def test_a_bet_that_the_table_would_refuse_is_refused(bet: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=f"--bet: .*{complaint}"):
        simulate_with(bets=[bet])


def test_costs_are_printed_for_each_other_house(capsys: pytest.CaptureFixture[str]) -> None:
    keys = ["mics", "classic", "manual"]
    house_costs.print_costs(keys, house_costs.costs(keys))
    printed = capsys.readouterr().out
    for text in (
        "From mics to classic",
        "From mics to manual",
        "wagers.pair_plus.pays.flush",
        "274/5525",
    ):
        assert text in printed


def test_options_that_are_not_json_are_a_one_line_error() -> None:
    with pytest.raises(ValueError, match="not JSON"):
        exact_figures.analyze("mics", seats=1, meter=[], options="{tie", json=False)


def test_a_duplicate_option_is_a_one_line_error() -> None:
    with pytest.raises(ValueError, match="--options: tie is given twice"):
        figures.house_with("mics", '{"tie": "push", "tie": "player"}')


def simulated(house: str, capfd: Any, **changes: Any) -> dict[str, Any]:
    asked: dict[str, Any] = {
        "rounds": 1_200_000,  # More than one block.
        "seats": 2,
        "seed": 5,
        "bets": [],
        "meter": [],
        "strategy": "optimal",
        "cores": 1,
        "cluster": None,
        "until_se": None,
        "output": None,
        "json": True,
    } | changes
    assert simulating.simulate(house, **asked) == 0
    found: dict[str, Any] = msgspec.json.decode(capfd.readouterr().out)
    return found


def test_simulate_has_every_wager_of_a_book_and_the_same_totals_on_two_cores(
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    prime = str(BOOKS / "prime")
    found = simulated(prime, capfdbinary)
    assert found == simulated(prime, capfdbinary, cores=2)
    assert list(found["wagers"]) == ["ante_play", *load_house(prime).wagers]
    for figure in found["wagers"].values():
        assert {"staked", "paid", "returned", "edge", "standard_error"} <= set(figure)
        assert abs(figure["standard_errors_apart"]) < 5


def test_figures_are_printed_in_the_words_and_the_currency_of_the_book(
    capsys: pytest.CaptureFixture[str],
) -> None:
    joint = joint_with(bets=["ante=1000", "pair_plus=0"])
    position.joint(str(BOOKS / "france"), **joint)
    printed = capsys.readouterr().out
    assert "Ante €10, Bonus €5;" in printed
    assert "Ante and Jouer" in printed
    assert "$" not in printed


@pytest.mark.parametrize(
    ("bets", "message"),
    [
        (["nothing=5"], "classic offers no nothing: there are ante, pair_plus"),
        (["ante"], "'ante' is not KEY=AMOUNT"),
        (["ante=-5"], "'-5' is not an amount"),
        (["ante=0", "pair_plus=0"], "there is no bet"),
        (["ante=500", "ante=0"], "--bet: ante is given twice"),
    ],
)
def test_a_malformed_bet_is_refused(bets: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        stakes(built_in("classic"), bets)


def test_a_meter_is_given_by_its_key_or_alone() -> None:
    house = built_in("manual")
    assert meters(house, ["5"]) == meters(house, ["main=5"]) == {"main": 5}
    with pytest.raises(ValueError, match="classic has no meter"):
        meters(built_in("classic"), ["5"])
    with pytest.raises(ValueError, match="--meter: main is given twice"):
        meters(house, ["5", "main=6"])


def test_how_often_a_bet_is_made_is_given_once() -> None:
    with pytest.raises(ValueError, match="--uptake: pair_plus is given twice"):
        shares({"ante": 500, "pair_plus": 500}, ["pair_plus=50", "pair_plus=60"])
