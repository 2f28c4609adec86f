"""`analyze` as its users see it: the contract of the design, section 5."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from queenhigh.house.loader import built_in, built_in_keys
from queenhigh.maths.analysis.analysis import analyze
from queenhigh.maths.exact_figure import exact, root, variance
from tests.maths.houses import house


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
def test_what_cannot_be_analysed_is_refused(
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
