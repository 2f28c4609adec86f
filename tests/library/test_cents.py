"""Amounts that are none are refused before anything happens."""

from typing import Any

import pytest

import queenhigh as qh


@pytest.mark.parametrize("cents", [1000.5, 700.0, "500", True, None])
def test_a_table_takes_whole_cents_alone(cents: Any) -> None:
    table = qh.Table("manual", seed=1)
    with pytest.raises(TypeError, match="amounts are whole cents"):
        table.sit(1, "ann", cents)
    table.sit(1, "ann", 10_000)
    with pytest.raises(TypeError, match=r"ante is .*; amounts are whole cents"):
        table.bet(1, ante=cents)


@pytest.mark.parametrize("cents", [0, -1000])
def test_nobody_sits_down_with_less_than_nothing(cents: int) -> None:
    with pytest.raises(ValueError, match=f"not {cents} cents"):
        qh.Table("manual", seed=1).sit(1, "ann", cents)


@pytest.mark.parametrize("cents", [-500, 1, 10**15])
def test_a_simulation_keeps_to_the_limits(cents: int) -> None:
    with pytest.raises(ValueError, match="Ante"):
        qh.simulate("manual", rounds=10, ante=cents)


def test_a_simulation_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing is bet"):
        qh.simulate("manual", rounds=10, ante=0)
    with pytest.raises(TypeError, match="whole cents"):
        qh.simulate("manual", rounds=10, ante=10.5)  # type: ignore[arg-type]
