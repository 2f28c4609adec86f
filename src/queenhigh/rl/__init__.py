"""Environments for learning agents: a seat for Gymnasium, a full table for PettingZoo.

Importing this registers the seat as `queenhigh/ThreeCardPoker-v0`. A program that uses Gymnasium
and the public library need not: the library does it. `queenhigh.rl.table_env.TableEnv` is the
table. Needs the extra `rl`.
"""

from ..extras import extra_named

with extra_named():
    import gymnasium

gymnasium.register(
    id="queenhigh/ThreeCardPoker-v0",
    entry_point="queenhigh.rl.seat_env:SeatEnv",
    vector_entry_point="queenhigh.rl.many_seats_env:ManySeatsEnv",
)
