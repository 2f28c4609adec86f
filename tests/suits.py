"""Sets of cards in which suits are interchangeable."""

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

from queenhigh.cards.card import FULL_DECK, Card


def sets_up_to_suits(size: int, lowest: int = 0) -> Iterator[tuple[list[Card], int]]:
    """Yield one set of this size for all sets that differ from it only by an exchange of suits.

    Which representative is chosen varies from set to set; each comes with the number it stands for.
    Cards are numbered ``4 * rank + suit``; ranks below `lowest` are left out.
    """
    of_length = {each: list(combinations(range(lowest, 13), each)) for each in range(size + 1)}
    cards_of = [
        {
            ranks: [FULL_DECK[4 * rank + suit] for rank in ranks]
            for ranks in chain(*of_length.values())
        }
        for suit in range(4)
    ]
    orders = cycle(permutations(cards_of))
    shapes = {tuple(sorted(each)) for each in product(range(size + 1), repeat=4)}
    for shape in sorted(each for each in shapes if sum(each) == size):  # Cards in each suit.
        suits_of_a_length = [
            combinations_with_replacement(of_length[length], suits)
            for length, suits in Counter(shape).items()
        ]
        for grouped in product(*suits_of_a_length):
            suits = one, two, three, four = tuple(chain.from_iterable(grouped))
            first, second, third, fourth = next(orders)
            yield first[one] + second[two] + third[three] + fourth[four], _alike(suits)


def _alike(suits: tuple[tuple[int, ...], ...]) -> int:
    """Count the sets one stands for: suits with the same ranks are interchangeable."""
    return 24 if len(set(suits)) == 4 else 24 // prod(map(factorial, Counter(suits).values()))
