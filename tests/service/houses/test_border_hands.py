"""Practice hands near the border between play and fold."""

import random

import pytest

from queenhigh.house.loader import built_in, built_in_keys
from queenhigh.service.houses.border_hands import border_hands


@pytest.mark.parametrize("house", built_in_keys())
def test_border_hands_are_close_decisions_of_this_house(house: str) -> None:
    hands = border_hands(built_in(house), 12, random.Random(3))
    assert len(hands) == 12
    assert {each.advice.best for each in hands} == {"play", "fold"}
    for each in hands:
        assert len(set(each.cards)) == 3
        assert abs(each.advice.play.value - each.advice.fold.value) <= 0.2
