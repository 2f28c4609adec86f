"""`analyze` as its users see it: the contract of the design, section 5."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from queenhigh.house.loader import built_in, built_in_keys
from queenhigh.maths.analysis.analysis import analyze
from queenhigh.maths.analysis.side_wager import side_wager
from queenhigh.maths.exact_figure import exact, root, variance
from queenhigh.maths.meters.meter_course import meter_courses
from tests.maths.houses import changed, house, there

SEATS = range(1, 8)


def as_json(*arguments: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(analyze(*arguments)))


@pytest.mark.parametrize("key", built_in_keys())
def test_every_wager_of_a_house_has_its_figures(key: str) -> None:
    ruled = built_in(key)
    found = as_json(ruled)["wagers"]
    assert set(found) == {"ante_play", *ruled.wagers}
    for figures in found.values():
        assert {"house_edge", "standard_deviation", "hit_frequency", "outcomes"} <= set(figures)
        counted = [each["combinations"] for each in figures["outcomes"]]
        assert sum(counted) == figures["combinations"]
        contributed = sum(Fraction(each["contribution"]["exact"]) for each in figures["outcomes"])
        assert contributed == -Fraction(figures["house_edge"]["exact"])


def test_ante_and_play_have_their_strategy_and_the_element_of_risk() -> None:
    found = as_json(built_in("mics"))["wagers"]["ante_play"]
    assert found["house_edge"] == {"exact": "13733780/407170400", "value": 0.03372980943604938}
    assert found["strategy"] == {"play_from": "Q64"}
    assert Fraction(found["element_of_risk"]["exact"]) == Fraction(13733780, 681688000)


def test_the_progressive_has_its_break_even_and_its_envy() -> None:
    found = as_json(built_in("manual"), 3, 1_234_500)["wagers"]["progressive"]
    assert (found["seats"], found["meter_cents"]) == (3, 1_234_500)
    assert Fraction(found["fixed_return"]["exact"]) == Fraction(12020, 22100)
    assert Fraction(found["break_even_meter"]["exact"]) == 973_000
    assert Fraction(found["envy_per_other_seat"]["exact"]) == Fraction(175, 22100)
    edge = 1 - Fraction(12020 + 12345 + 350, 22100)
    assert Fraction(found["house_edge"]["exact"]) == edge


def test_a_wager_with_a_meter_and_no_envy_has_the_same_figures() -> None:
    rows = {"straight_flush": {"percent": 10, "meter": "main"}, "straight": 6}
    plain = changed(
        "classic", {"meters.main": {"seed_cents": 100_000}, "wagers.lone": {"pays": rows}}
    )
    found = as_json(plain)["wagers"]["lone"]
    assert Fraction(found["fixed_return"]["exact"]) == Fraction(7 * 720, 22100)
    assert Fraction(found["break_even_meter"]["exact"]) == Fraction(17060 * 100 * 10, 48)
    assert Fraction(found["envy_per_other_seat"]["exact"]) == 0


def test_a_meter_that_no_hand_can_win_never_makes_the_bet_fair() -> None:
    """The row before pays every hand."""
    rows = {"all": {"any": True, "for_one": "1/2"}, "pair": {"percent": 100, "meter": "main"}}
    lone = {"fold": "stays", "pays": rows}
    plain = changed("classic", {"meters.main": {}, "wagers.lone": lone})
    found = as_json(plain)["wagers"]["lone"]
    assert Fraction(found["house_edge"]["exact"]) == Fraction(1, 2)
    assert "break_even_meter" not in found


def test_a_condition_that_no_hand_of_the_dealer_meets_changes_nothing() -> None:
    """Three cards of a rank are never all black."""
    row = {"of": "dealer", "hand": "three_of_a_kind", "colour": "black", "to_one": 9}
    plain, more = (
        as_json(changed("classic", {"wagers.lone": {"pays": rows}}))["wagers"]
        for rows in ({"pair": 1}, {"pair": 1, "never": row})
    )
    for wager in ("ante_play", "lone"):
        edges = (Fraction(each[wager]["house_edge"]["exact"]) for each in (plain, more))
        assert len(set(edges)) == 1


@pytest.mark.parametrize(
    ("settings", "even"),
    [
        ({"max_award_cents": 300_000}, {}),  # Fixed awards and $3,000 never make it fair.
        ({"max_award_cents": 950_000}, {5: 938_000, 6: 920_500, 7: 903_000}),
        (  # Above $3,000 only the other three hands win more.
            {
                "max_award_cents": 300_000,
                "pays.akq_suited": {"percent": 60, "meter": "main", "envy_cents": 0},
            },
            {seats: Fraction(858_000 - 10_000 * (seats - 1)) / Fraction(9, 5) for seats in SEATS},
        ),
    ],
)
def test_a_meter_breaks_even_only_below_the_most_that_an_award_pays(
    settings: dict[str, Any], even: dict[int, Fraction]
) -> None:
    paths = {f"wagers.progressive.{path}": value for path, value in settings.items()}
    capped = changed("manual", paths)
    found = analyze(capped).side_wagers["progressive"]
    by_seats = found.by_seats or ()
    fair = [each.seats for each in by_seats if each.break_even_meter is not msgspec.UNSET]
    assert fair == list(even)
    assert found.long_run is msgspec.UNSET
    assert not meter_courses(capped, "progressive", found)
    for seats, cents in even.items():
        assert there(by_seats[seats - 1].break_even_meter).fraction == cents
        at_even = side_wager(capped, "progressive", seats, {"main": int(cents)})
        assert abs(at_even.house_edge.fraction) < Fraction(1, 10_000)


def test_every_exact_figure_is_a_fraction_with_its_nearest_float() -> None:
    def figures(found: Any) -> Any:
        if isinstance(found, dict) and set(found) == {"exact", "value"}:
            yield found
        elif isinstance(found, (dict, list)):
            for each in found.values() if isinstance(found, dict) else found:
                yield from figures(each)

    for each in figures(as_json(built_in("manual"), 7, 999_999)):
        text = each["exact"]
        if text.startswith("sqrt("):
            assert each["value"] ** 2 == pytest.approx(float(Fraction(text[5:-1])))
        else:
            assert each["value"] == float(Fraction(text))


def test_a_fee_adds_its_share_of_the_ante_to_the_edge() -> None:
    ruled = house("chickasaw", collection_fee={"amount": 1})
    fee = analyze(ruled).collection_fee
    assert fee is not msgspec.UNSET
    minimum = ruled.limits("ante").least
    assert fee.at_minimum_ante.fraction == Fraction(100, minimum)
    assert fee.edge_at_minimum_ante.fraction == Fraction(100, minimum) + Fraction(
        13733780, 407170400
    )
    assert "collection_fee" not in as_json(built_in("chickasaw"))


@pytest.mark.parametrize(
    ("key", "seats", "meter", "complaint"),
    [
        ("manual", 0, None, "1 to 7 seats"),
        ("manual", 8, None, "1 to 7 seats"),
        ("manual", 1, -1, "0 cents or more"),
        ("classic", 1, 100_000, "no meter"),
    ],
)
def test_a_house_that_cannot_be_analysed_is_refused(
    key: str, seats: int, meter: int | None, complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        analyze(built_in(key), seats, meter)


def test_whole_numbers_keep_their_denominator_and_fractions_are_reduced() -> None:
    assert exact(2, 4).exact == "2/4"
    assert exact(Fraction(2, 4)).exact == "1/2"
    assert exact(7).exact == "7/1"
    assert root(Fraction(1, 4)).value == 0.5
    assert variance([(1, 1), (3, 1)]) == 1
