"""Environments honour the contracts of Gymnasium and PettingZoo, and pay what the house pays."""

import subprocess
import sys
import warnings
from itertools import pairwise
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

import queenhigh as qh
from queenhigh.cards.card import Card, card_text
from queenhigh.house.loader import built_in_keys
from queenhigh.maths.deals.hand_tables import all_hands
from queenhigh.rl.many_seats_env import ManySeatsEnv
from queenhigh.rl.seat_env import SeatEnv
from queenhigh.rl.spaces import NOT_DEALT, SeatSpaces, hand_of
from queenhigh.rl.table_env import TableEnv

NAME = "queenhigh/ThreeCardPoker-v0"


def test_gymnasium_finds_the_environment_by_its_name() -> None:
    env = gymnasium.make(NAME, house="manual")
    assert isinstance(env.unwrapped, SeatEnv)
    many = gymnasium.make_vec(NAME, num_envs=3, house="manual")
    assert isinstance(many.unwrapped, ManySeatsEnv)
    assert many.num_envs == 3


@pytest.mark.parametrize(
    "program",
    [
        "import gymnasium, queenhigh as qh",
        "import queenhigh as qh, gymnasium",
        "import queenhigh, importlib.util as u; u.find_spec('gymnasium'); import gymnasium",
        "import queenhigh.rl, gymnasium",
    ],
)
def test_a_program_with_both_can_make_it(program: str) -> None:
    made = f"{program}; print(gymnasium.spec('{NAME}').entry_point)"
    done = subprocess.run([sys.executable, "-c", made], capture_output=True, text=True, check=True)
    assert done.stdout == "queenhigh.rl.seat_env:SeatEnv\n"


def test_the_library_alone_does_not_load_gymnasium() -> None:
    program = "import queenhigh as qh, sys; qh.House; sys.exit('gymnasium' in sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_the_seat_passes_gymnasiums_check() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # It warns about mere recommendations.
        check_env(SeatEnv("manual", render_mode="ansi"), skip_render_check=True)


def test_the_table_passes_pettingzoos_check(capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(TableEnv("manual", seats=3), num_cycles=60)
    assert "Passed" in capsys.readouterr().out


def ante_alone(of: SeatSpaces, decision: int) -> list[int]:
    return [1, *(0 for _ in of.bets[1:]), decision]


def test_a_round_at_a_seat_is_bets_and_then_a_decision() -> None:
    env = SeatEnv("classic")
    seen, _ = env.reset(seed=5)
    assert seen["phase"] == 0
    assert set(seen["cards"]) == {NOT_DEALT}
    seen, reward, over, _, _ = env.step(ante_alone(env.spaces, 0))
    assert (seen["phase"], reward, over) == (1, 0.0, False)
    assert hand_of(seen) is not None
    _, reward, over, _, info = env.step(ante_alone(env.spaces, 0))
    assert (reward, over, info) == (-1.0, True, {"net_cents": -env.spaces.unit_cents})


def test_refused_bets_end_the_episode_and_say_why() -> None:
    env = SeatEnv("mics-alternate", levels=3)
    env.reset(seed=1)
    action = [1, 3, 0]  # A pair plus of three antes; two are allowed.
    _, reward, over, _, info = env.step(action)
    assert (reward, over) == (0.0, True)
    assert info["refused"].startswith("wager/")
    many = ManySeatsEnv("mics-alternate", num_envs=2)
    many.reset(seed=1)
    seen, rewards, overs, _, _ = many.step([action, ante_alone(many.spaces, 0)])
    assert (list(rewards), list(overs), list(seen["phase"])) == ([0.0, 0.0], [True, False], [0, 1])


@pytest.mark.parametrize(
    "action", [None, 5, [1, 0], [1, 0, 0, 0, 0, 0], [4, 0, 0], [-1, 0, 0], [0.5, 0.0, 0.0], "110"]
)
def test_an_invalid_action_is_refused_and_changes_nothing(action: Any) -> None:
    seat = SeatEnv("classic")
    before, _ = seat.reset(seed=1)
    many = ManySeatsEnv("classic", num_envs=2)
    many.reset(seed=1)
    table = TableEnv("classic", seats=2)
    table.reset(seed=1)
    for step in (
        lambda: seat.step(action),
        lambda: many.step([action, action] if isinstance(action, list) else action),
        lambda: table.step(action),
    ):
        with pytest.raises(InvalidAction, match="the space is"):
            step()
    assert seat.step(ante_alone(seat.spaces, 0))[0]["phase"] == 1
    assert before["phase"] == 0


@pytest.mark.parametrize("first", [[1, 0, 0], [0, 0, 0]])  # A fold; no bet, which is refused.
def test_a_round_that_is_over_is_over(first: list[int]) -> None:
    seat = SeatEnv("classic")
    seat.reset(seed=1)
    while not seat.step(first)[2]:
        pass
    table = TableEnv("classic", seats=1)
    table.reset(seed=1)
    for _ in table.agent_iter():
        table.step(None if table.last()[2] else first)
    for step in (seat.step, table.step, ManySeatsEnv("classic").step):
        with pytest.raises(ResetNeeded, match=r"call reset\(\)"):
            step([1, 0, 0])


@pytest.mark.parametrize("key", built_in_keys())
def test_many_seats_are_paid_what_the_house_pays(key: str) -> None:
    """Round by round against `settle`, with random bets on everything the house offers."""
    env = ManySeatsEnv(key, num_envs=40)
    env.reset(seed=3)
    env.action_space.seed(4)
    hands, of, checked = all_hands(), env.spaces, 0
    for _ in range(6):
        dealt, bets = (env._player.copy(), env._dealer.copy()), env._bets.copy()
        deciding = env._phase == 1
        actions = env.action_space.sample()
        _, rewards, over, _, _ = env.step(actions)
        for place in np.flatnonzero(deciding):
            player, dealer = ([card_text(Card(c)) for c in hands[each[place]]] for each in dealt)
            decision = "play" if actions[place][-1] else "fold"
            written: Any = {"multiple": of.multiple(actions[place]), **of.wagers(bets[place])}
            seat = qh.Seat(1, player, decision, **written)
            result = qh.settle(of.house, dealer=dealer, seats=[seat], meters=of.house.seeds)
            net = result.seats[0].net - of.house.fee.amount_cents
            assert rewards[place] == pytest.approx(net / of.unit_cents)
            assert over[place]
            checked += 1
    assert checked > 40


def test_the_cards_of_a_round_are_six_different_ones_and_all_of_them_come_up() -> None:
    env = ManySeatsEnv("classic", num_envs=2_000)
    env.reset(seed=9)
    player, dealer = env._dealt(2_000)
    cards = np.array(all_hands())
    six = np.sort(np.hstack([cards[player], cards[dealer]]), axis=1)
    assert all((one < other).all() for one, other in pairwise(six.T))
    counts = np.bincount(six.ravel(), minlength=52)
    # Each card comes up 2,000 * 6 / 52 = 231 times, give or take 14.
    assert counts.min() > 231 - 5 * 15
    assert counts.max() < 231 + 5 * 15


def test_the_same_seed_gives_the_same_rounds() -> None:
    def played(seed: int) -> list[float]:
        env = SeatEnv("manual")
        env.reset(seed=seed)
        env.action_space.seed(seed)
        found = []
        for _ in range(8):
            _, reward, over, _, _ = env.step(env.action_space.sample())
            found.append(reward)
            if over:
                env.reset()
        return found

    assert played(3) == played(3) != played(4)


def test_everybody_at_a_table_is_paid() -> None:
    env = TableEnv("classic", seats=3)
    env.reset(seed=2)
    rewards = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        _, reward, over, _, _ = env.last()
        rewards[agent] += reward
        env.step(None if over else ante_alone(env.spaces, 0))
    assert rewards == dict.fromkeys(env.possible_agents, -1.0)
