"""A bot's decisions agree with the exact figures, which are computed independently."""

import pytest

from queenhigh.cards.card import parse_hand
from queenhigh.house.loader import built_in, built_in_keys
from queenhigh.house.model import House
from queenhigh.maths.analysis.player_rule import plays
from queenhigh.maths.analysis.strategy import advise
from queenhigh.maths.deals.suit_classes import hand_classes

KEYS = built_in_keys()


@pytest.mark.parametrize("key", KEYS)
def test_the_optimal_player_does_what_the_exact_figures_advise(key: str) -> None:
    house = built_in(key)
    for each in hand_classes()[::3]:
        best = advise(house, each.hand).best
        assert plays(house, "optimal", each.hand) is (best == "play"), each.example


@pytest.mark.parametrize(
    "settings",
    [
        {"play.multiples": [1, 3], "play.dealer_out": "win"},
        {"ante.pays.against_a_pair": {"of": "dealer", "hand": "pair", "to_one": 3}},
    ],
    ids=["with several multiples", "where the dealer's cards change the payout"],
)
def test_the_optimal_player_knows_a_house_of_its_own(settings: dict[str, object]) -> None:
    house: House = built_in(KEYS[0]).replace(settings)
    for each in hand_classes()[::20]:
        best = advise(house, each.hand).best
        assert plays(house, "optimal", each.hand) is (best == "play"), each.example


@pytest.mark.parametrize("rule", ["-5", "Q-", "- Q64", "Q--64", "", "-"])
def test_a_malformed_hand_is_not_a_rule(rule: str) -> None:
    with pytest.raises(ValueError, match="is not a rule: write optimal, mimic"):
        plays(built_in(KEYS[0]), rule, parse_hand("Qs 6d 4c"))


@pytest.mark.parametrize(
    ("rule", "lowest_played", "highest_folded"),
    [
        ("Q64", "Qs 6d 4c", "Qs 6d 3c"),
        ("q-6-4", "Qs 6d 4c", "Qs 6d 3c"),
        ("K 10 2", "Ks Td 2c", "Ks 9d 8c"),
        ("pair", "2s 2d 3c", "As Kd Jc"),
        ("mimic", "Qs 3d 2c", "Js Td 8c"),
    ],
)
def test_a_rule_has_a_lowest_hand(rule: str, lowest_played: str, highest_folded: str) -> None:
    house = built_in(KEYS[0])
    assert plays(house, rule, parse_hand(lowest_played))
    assert not plays(house, rule, parse_hand(highest_folded))
    assert plays(house, "always", parse_hand(highest_folded))
    assert not plays(house, "never", parse_hand(lowest_played))
