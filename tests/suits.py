"""Sets of cards, where it does not matter which suit is which."""

from collections import Counter
from collections.abc import Iterator
from itertools import (
    chain,
    combinations,
    combinations_with_replacement,
    cycle,
    permutations,
    product,
)
from math import factorial, prod


def sets_up_to_suits(size: int, lowest: int = 0) -> Iterator[tuple[list[int], int]]:
    """One set of so many cards for all that differ from it by an exchange of suits.

    Which of them it is changes from set to set; with it goes their number. Cards are numbered by
    rank and suit, ``4 * rank + suit``; those of lower ranks are left out.
    """
    orders = cycle(permutations(range(4)))
    of_length = {each: list(combinations(range(lowest, 13), each)) for each in range(size + 1)}
    shapes = {tuple(sorted(each)) for each in product(range(size + 1), repeat=4)}
    for shape in sorted(each for each in shapes if sum(each) == size):  # The cards of each suit.
        suits_of_a_length = [
            combinations_with_replacement(of_length[length], suits)
            for length, suits in Counter(shape).items()
        ]
        for grouped in product(*suits_of_a_length):
            suits = tuple(chain.from_iterable(grouped))
            in_order = zip(next(orders), suits, strict=True)
            yield [4 * rank + suit for suit, ranks in in_order for rank in ranks], _alike(suits)


def _alike(suits: tuple[tuple[int, ...], ...]) -> int:
    """Suits that hold the same ranks are not told apart."""
    return 24 if len(set(suits)) == 4 else 24 // prod(map(factorial, Counter(suits).values()))
