"""An agent that learns when to play: from rounds alone, without knowing a single rule.

It plays and folds at random for a while and keeps what each strength of hand brought. Then it looks
for the lowest hand from which on playing has brought more than folding.

    python examples/agents/threshold.py
"""

import numpy as np

import queenhigh as qh
from queenhigh.rl.many_seats_env import ManySeatsEnv
from queenhigh.rl.spaces import hand_of

FOLD, PLAY = 0, 1


def learn(house: str, rounds: int, seed: int = 0, seats: int = 4096) -> qh.Hand:
    """The lowest hand to play, after about so many rounds."""
    env = ManySeatsEnv(house, num_envs=seats, levels=1)
    seen, _ = env.reset(seed=seed)
    actions = np.zeros((seats, len(env.spaces.bets) + 1), np.int64)
    actions[:, 0] = 1  # The ante, and nothing else.
    chance = np.random.default_rng(seed)
    hands, brought = [], []
    for _ in range(-(-rounds // seats)):
        seen, *_ = env.step(actions)
        actions[:, -1] = chance.integers(2, size=seats)
        _, rewards, *_ = env.step(actions)
        hands.append(seen["cards"])
        # A fold brings the same whatever the hand; what matters is how much better playing is.
        played = actions[:, -1] == PLAY
        brought.append(np.where(played, rewards, np.nan))
    return _lowest(np.concatenate(hands), np.concatenate(brought), folded=-1.0)


def _lowest(hands: np.ndarray, brought: np.ndarray, folded: float) -> qh.Hand:
    """From the strongest hand down, the place where the sum of what playing gains is highest."""
    kinds, which = np.unique(hands, axis=0, return_inverse=True)
    found = [hand_of({"cards": each}) for each in kinds]
    order = sorted(range(len(kinds)), key=lambda at: found[at], reverse=True)
    gains = np.where(np.isnan(brought), 0.0, brought - folded)
    by_kind = np.bincount(which.ravel(), weights=gains, minlength=len(kinds))[order]
    return found[order[int(np.argmax(np.cumsum(by_kind)))]]


if __name__ == "__main__":
    print(learn("classic", 2_000_000))
