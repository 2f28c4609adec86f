"""A run as a path: what the players have won and what the meter shows, round after round.

A recorder looks on at the run after each block. Where that makes too few points, the blocks are
dealt a second time in steps: a block depends on the plan and its number alone, so it comes out the
same. What the meter paid is not in the blocks; it is laid over them from the run's list of jackpots.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate
from math import sqrt
from os import process_cpu_count  # type: ignore[attr-defined]
