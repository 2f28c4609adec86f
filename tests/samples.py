"""How many examples the random tests try: each its own number, times QUEENHIGH_TRIES.

With the variable set the examples are new in every run; without it they are always the same.
"""

import os

TIMES = int(os.environ.get("QUEENHIGH_TRIES", "1"))
IS_LONGER = TIMES > 1


def every(usual: int) -> int:
    """Return the step through a list of cases of which one in `usual` is enough for every run."""
    return max(1, usual // TIMES)


def tries(usual: int) -> int:
    """Return how many examples to try where `usual` are enough for every run."""
    return usual * TIMES
