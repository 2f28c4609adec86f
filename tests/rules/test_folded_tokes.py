"""The bonus on a folded hand's toke, where a house pays one: its base includes no play."""

from tests.clauses import clause
from tests.rules.builders import settled


@clause("manual-tips-B-2", "manual-tips-B-4")
def test_a_play_toke_of_a_folded_hand_does_not_raise_the_bonus() -> None:
    seat = settled(
        "manual",
        "Qs 7d 2c",
        "6s 5d 4c",
        "ante 10",
        decision="fold",
        tokes="ante 2, play 1",
        options={"ante_bonus_requires": "ante", "ante_bonus_base": "ante_plus_play"},
    )
    assert seat.tokes["ante_bonus"].paid == 200
