"""Every deal of some player hands against every dealer hand, counted by contest and signature.

Compiled: about 10 ns a deal. It knows no rules of the game; those come in as tables.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import numba
import numpy as np
from numpy.typing import NDArray

from .signatures import ALL_BLACK, ALL_RED, FIVE_BLACK, FIVE_RED, MIXED

Int = int | np.integer  # Numba gives each its machine type, which need not be said.
Integers = NDArray[np.integer]  # Of any width.
# Of six cards; see `deals.six_tables`.
SixTables = tuple[Integers, bool, Integers, Integers, Integers, Integers, Integers, Integers]
_F = TypeVar("_F", bound=Callable[..., object])

_THREE_MORE = 0x3333  # Five or six cards of a suit carry into its highest bit.
_FLUSH = 0x8888


def compiled(**options: Any) -> Callable[[_F], _F]:  # Options as numba takes them.
    """Compile once per machine, cache the result, and release the GIL."""
    compiler: Callable[[_F], _F] = numba.njit(
        cache=True, nogil=True, error_model="numpy", **options
    )
    return compiler


@compiled(inline="always")
def reds_of(suits: Int) -> Int:
    """How many cards are red, given the counts by suit."""
    return ((suits >> 4) & 15) + ((suits >> 8) & 15)


@compiled()
def colouring_of(suits: Int, red_ranks: Int, black_ranks: Int, no_wheel: Int, wheel: Int) -> Int:
    """The colouring; `no_wheel` and `wheel` are the ranks that can be left out."""
    reds = reds_of(suits)
    if 1 < reds < 5:
        return MIXED
    if reds == 6:
        return ALL_RED
    if reds == 0:
        return ALL_BLACK
    # One card is of the other colour, so that colour's rank sum is its rank.
    rank = black_ranks if reds == 5 else red_ranks
    spare = ((no_wheel >> rank) & 1) + 2 * ((wheel >> rank) & 1)
    return spare + (FIVE_RED if reds == 5 else FIVE_BLACK)


@compiled(inline="always")
def flush_of(suits: Int) -> Int:
    """A bit for the suit with five or six cards, 0 if there is none."""
    return (suits + _THREE_MORE) & _FLUSH


@compiled(inline="always")
def suit_of_flush(flush: Int) -> Int | np.bool_:
    return (flush > 0x8) + (flush > 0x80) + (flush > 0x800)


@compiled(inline="always")
def ranks_of_suit(by_suit: Int, suit: Int | np.bool_) -> Int:
    return (by_suit >> (13 * suit)) & 0x1FFF


@compiled(inline="always")
def one_colour(suits: Int) -> Int:
    """1 if all six cards are of one colour, otherwise 0."""
    reds = reds_of(suits)
    return 1 if reds == 0 or reds == 6 else 0


@compiled()
def cells_against(
    own: Int,
    dealer_signatures: Integers,
    hands: Integers,
    with_six: bool,
    six_many: Int,
    tables: SixTables,
) -> NDArray[np.int64]:
    """Dealer times six signature by dealer hand; -1 if the hands share a card.

    `hands` has the columns held, rank set, suits, by suit, red ranks, black ranks.
    """
    sixes, coloured, plain, spare, place, sums, five, six = tables
    found = np.full(len(hands), -1, np.int64)
    held, own_suits, own_by_suit = hands[own, 0], hands[own, 2], hands[own, 3]
    own_red, own_black = hands[own, 4], hands[own, 5]
    row = sixes[hands[own, 1]]
    for dealer in range(len(hands)):
        if hands[dealer, 0] & held:
            continue
        cell = dealer_signatures[dealer] * six_many
        if with_six:
            # Inlined: numba would count references to each table passed to a function.
            suits = own_suits + hands[dealer, 2]
            red, black = own_red + hands[dealer, 4], own_black + hands[dealer, 5]
            ranks = row[hands[dealer, 1]]
            flush = flush_of(suits)
            if flush:
                by_suit = own_by_suit | hands[dealer, 3]
                suit = suit_of_flush(flush)
                suited = ranks_of_suit(by_suit, suit)
                if by_suit == suited << (13 * suit):
                    cell += six[suit, place[suited]]
                else:
                    sixth = red + black - sums[suited]
                    cell += five[suit, place[suited], sixth, one_colour(suits)]
            elif coloured:
                colouring = colouring_of(suits, red, black, spare[0, ranks], spare[1, ranks])
                cell += plain[ranks, colouring]
            else:
                cell += plain[ranks, 0]
        found[dealer] = cell
    return found


@compiled()
def count_deals(
    players: Integers,
    places: Integers,
    qualifying: Integers,
    dealer_signatures: Integers,
    hands: Integers,
    with_six: bool,
    six_many: Int,
    tables: SixTables,
    counts: Integers,
) -> None:
    """Add to counts[player, contest, dealer signature times six signature].

    Contests: dealer out, player, dealer, tie. `qualifying` is the dealer's place, -1 if it does not
    qualify.
    """
    for number in range(len(players)):
        own_place, out = places[players[number]], counts[number]
        cells = cells_against(players[number], dealer_signatures, hands, with_six, six_many, tables)
        for dealer in range(len(hands)):
            if cells[dealer] >= 0:
                against = qualifying[dealer]
                contest = 1 + (against > own_place) + 2 * (against == own_place)
                out[contest if against >= 0 else 0, cells[dealer]] += 1
