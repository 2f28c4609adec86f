"""The example agent learns when to play."""

import importlib.util
from pathlib import Path

import queenhigh as qh
from queenhigh.maths.analysis.ante_play import ante_play
from queenhigh.maths.analysis.decisions import rule

EXAMPLE = Path(__file__).parents[2] / "examples" / "agents" / "threshold.py"


def test_the_agent_finds_the_hand_to_play_from_within_a_tolerance() -> None:
    """Q-6-4 is best. Hands near it hardly matter, so the test is the cost of the error."""
    spec = importlib.util.spec_from_file_location("threshold", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    lowest: qh.Hand = module.learn("classic", 400_000, seed=1)
    house = qh.House.load("classic")
    assert qh.Hand("Js Td 8c") < lowest < qh.Hand("Ks 3d 2c")
    ranks = "".join(sorted((card[0] for card in lowest.cards), key="23456789TJQKA".index))[::-1]
    cost = ante_play(house, rule(house, ranks)).house_edge.value - ante_play(house).house_edge.value
    assert 0 <= cost < 0.002
