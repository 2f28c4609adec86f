"""The search for pay tables, against trying all of them."""

from itertools import product

import pytest

from queenhigh.house.loader import built_in
from queenhigh.maths.analysis.ante_play import ante_play
from queenhigh.maths.design.design import Target, design
from queenhigh.maths.design.table_search import around, tables_within
from tests.maths.houses import with_pair_plus

MANUAL = built_in("manual")
NARROW = {
    "pair": [1],
    "flush": [3, 4, 5],
    "straight": [4, 5, 6, 7],
    "three_of_a_kind": [20, 25, 30, 33],
    "straight_flush": [35, 40, 50],
}


def edge_of(pays: tuple[int, ...]) -> int:
    """The edge per 22,100 hands."""
    counts = (3744, 1096, 720, 52, 48)
    return 22_100 - sum(many * (pay + 1) for many, pay in zip(counts, pays, strict=True))


def test_the_best_tables_are_the_best_of_all() -> None:
    target = 0.0232
    every = [pays for pays in product(*NARROW.values()) if list(pays) == sorted(pays)]
    nearest = sorted(every, key=lambda pays: abs(edge_of(pays) - target * 22_100))
    found = design(MANUAL, "pair_plus", Target(edge=target), bounds=NARROW, best=5)
    off = [abs(each.house_edge.value - target) for each in found]
    expected = [abs(edge_of(pays) / 22_100 - target) for pays in nearest[:5]]
    assert off == pytest.approx(expected)
    assert found[0].table == "1/4/6/30/40"


@pytest.mark.parametrize("part", ["ante", "play"])
def test_the_tables_of_ante_and_play_are_searched_too(part: str) -> None:
    own = MANUAL.replace({f"{part}.pays.straight_flush": 5})
    wanted = ante_play(own.replace({f"{part}.pays.straight_flush": 8})).house_edge.value
    found = design(own, part, Target(edge=wanted), best=1)
    assert [each.table for each in found] == ["8"]
    with pytest.raises(ValueError, match=f"^'{part}' is not one of ante_bonus, "):
        design(MANUAL, part, Target(edge=wanted))


def test_tables_that_are_closest_to_the_houses_own_come_first() -> None:
    found = design(MANUAL, "pair_plus", Target(edge=0.073, edge_within=0.001))
    assert found[0].table == "1/3/6/30/40"
    assert [each.change for each in found] == sorted(each.change for each in found)
    assert all(abs(each.house_edge.value - 0.073) <= 0.001 for each in found)


def test_a_table_that_is_found_has_the_figures_it_was_found_for() -> None:
    found = design(
        MANUAL,
        "pair_plus",
        Target(hit_frequency=0.0867, standard_deviation=3.0, hit_frequency_within=0.001),
        bounds={"pair": [0, 1]},
    )
    assert all(each.pays["pair"] == 0 for each in found)
    assert found[0].standard_deviation.value == pytest.approx(3, abs=0.01)


def test_the_ante_bonus_is_designed_by_the_edge_of_ante_and_play() -> None:
    found = design(MANUAL, "ante_bonus", Target(edge=0.02920492), best=1)
    assert found[0].table == "1/5/6"


def test_the_six_card_bonus_and_the_progressive_are_designed_too() -> None:
    six = design(MANUAL, "six_card_bonus", Target(edge=0.10, edge_within=0.005))
    assert all(0.095 <= each.house_edge.value <= 0.105 for each in six)
    awards = design(MANUAL, "progressive", Target(edge=0.30), best=3)
    assert len(awards) == 3
    assert awards[0].house_edge.value == pytest.approx(0.30, abs=0.001)


def test_nothing_is_found_where_no_table_can_meet_the_target() -> None:
    target = Target(edge=0.5, edge_within=0.001)
    assert design(MANUAL, "pair_plus", target, bounds=NARROW) == []


@pytest.mark.parametrize(
    ("wager", "target", "bounds", "complaint"),
    [
        ("pair_plus", Target(), {}, "a target is required"),
        ("play", Target(edge=0.1), {}, "is not one of"),
        ("pair_plus", Target(edge=0.1), {"quads": [1]}, "has no line 'quads'"),
        ("six_card_bonus", Target(edge=0.1), {}, "is not one of"),
        ("ante_bonus", Target(edge=0.1), {"straight": range(99)}, "too many tables"),
    ],
)
def test_an_impossible_design_is_refused(
    wager: str, target: Target, bounds: dict[str, list[int]], complaint: str
) -> None:
    bounds = {**bounds, **({"three_of_a_kind": [*range(1, 199)]} if "many" in complaint else {})}
    with pytest.raises(ValueError, match=complaint):
        design(with_pair_plus("40-30-6-4-1"), wager, target, bounds=bounds)


def test_stronger_lines_pay_no_less() -> None:
    tables = list(tables_within({"weak": (1, 3), "strong": (2, 3)}, most=9))
    assert tables == [
        {"weak": 1, "strong": 2},
        {"weak": 1, "strong": 3},
        {"weak": 3, "strong": 3},
    ]


def test_pays_are_tried_around_the_current_ones() -> None:
    assert sorted(set(around(4))) == [2, 3, 4, 5, 6, 7]
    assert {25, 30, 40, 60} <= set(around(40))
