"""The simulation kernel: a fast twin of `wagers`, driven by tables that `wagers` fills.

It deals, classifies and counts, and knows no rule of the game: which hands beat which, who plays,
what each class of result is worth all comes in as arrays. A round of one seat falls into one cell
of a small histogram (contest x hand class x six-card class), and everything else follows from the
counts. Seats of one round depend on each other through the dealer's hand, so the table's sums and
squares are kept as well.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import numba
import numpy as np

CONTESTS = 6  # Folded, dealer out, player, dealer, tie; and no ante, hence no contest.
CLASSES = 8  # The six categories, A-K-Q suited, A-K-Q of spades.
SIX_CLASSES = 9  # The eight categories of six cards, and the six-card royal.
CELLS = CONTESTS * CLASSES * SIX_CLASSES
WAGERS = 4  # Ante with play and bonus, pair plus, 6 card bonus, progressive.

_AKQ_SUITED = 6
_SUITED_OFFSET = 2197  # Suited hands follow the unsuited ones in tables by rank.
_SPADES = 3

U64 = np.uint64
Int = Any  # Numba gives every integer its machine type; int would not tell which.


_F = TypeVar("_F", bound=Callable[..., Any])


def _compiled(**options: Any) -> Callable[[_F], _F]:
    """Compiled once for the machine and kept; runs beside other threads."""
    compiler: Callable[[_F], _F] = numba.njit(
        cache=True, nogil=True, error_model="numpy", **options
    )
    return compiler


@_compiled(inline="always")
def _mixed(state: Int) -> Any:
    """One output of splitmix64: any two different states give unrelated numbers."""
    z = state
    z = (z ^ (z >> U64(30))) * U64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> U64(27))) * U64(0x94D049BB133111EB)
    return z ^ (z >> U64(31))


@_compiled(inline="always")
def _next(state: Any) -> Any:
    """xoshiro256++, one stream a block."""
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    total = s0 + s3
    result = ((total << U64(23)) | (total >> U64(41))) + s0
    t = s1 << U64(17)
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= t
    s3 = (s3 << U64(45)) | (s3 >> U64(19))
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
    return result


@_compiled()
def seeded(seed: Int, block: Int) -> Any:
    """The stream of a block: it depends on seed and block alone, not on who runs it."""
    state = np.empty(4, np.uint64)
    start = _mixed(seed + U64(0x9E3779B97F4A7C15)) ^ _mixed(
        block * U64(0xD1342543DE82EF95) + U64(1)
    )
    for i in range(4):
        start += U64(0x9E3779B97F4A7C15)
        state[i] = _mixed(start)
    return state


@_compiled(inline="always")
def _below(bits: Int, bound: Int, state: Any) -> Any:
    """A number below `bound`, all equally likely, out of 32 random bits (more if unlucky)."""
    product = (bits & U64(0xFFFFFFFF)) * bound
    low = product & U64(0xFFFFFFFF)
    if low < bound:
        threshold = U64(0x100000000) % bound
        while low < threshold:
            product = (_next(state) >> U64(32)) * bound
            low = product & U64(0xFFFFFFFF)
    return product >> U64(32)


@_compiled(inline="always")
def draw(deck: Any, count: Int, state: Any) -> None:
    """Brings `count` random cards to the front; a deck left in any order serves the next round."""
    place = 0
    while place < count:
        bits = _next(state)
        for half in (bits, bits >> U64(32)):
            if place < count:
                pick = place + np.int64(_below(half, U64(52 - place), state))
                card = deck[pick]
                deck[pick] = deck[place]
                deck[place] = card
                place += 1


@_compiled(inline="always")
def place_of(a: Int, b: Int, c: Int) -> Any:
    """The place of a hand in the tables by rank."""
    suited = ((a ^ b) | (b ^ c)) & 3
    place = (a >> 2) * 169 + (b >> 2) * 13 + (c >> 2)
    return place + (_SUITED_OFFSET if suited == 0 else 0)


@_compiled(inline="always")
def class_of(place: Int, first_card: Int, classes: Any) -> Any:
    found = classes[place]
    return found + 1 if found == _AKQ_SUITED and first_card & 3 == _SPADES else found


@_compiled(inline="always")
def contest_of(own: Int, dealer: Int, qualifies: bool, plays: bool) -> Any:
    """As `wagers.outcome.Contest` counts them, from 0."""
    if not plays:
        return 0
    if not qualifies:
        return 1
    return 2 if own > dealer else (3 if own < dealer else 4)


@_compiled(inline="always")
def six_class_of(a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, wheel: bool) -> Any:
    """The best five of six, as `cards.six` counts them from 0; 8 is nine to ace of one suit.

    Ranks are bits; the suits' sets of ranks lie side by side in one integer, 16 bits each, and so
    do the numbers of cards of each suit, 4 bits each.
    """
    by_suit, numbers = np.int64(0), np.int64(0)
    once, twice, thrice, four = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    for card in (a, b, c, d, e, f):
        bit = np.int64(1) << ((card >> 2) + 2)
        by_suit |= bit << ((card & 3) << 4)
        numbers += np.int64(1) << ((card & 3) << 2)
        four |= thrice & bit
        thrice |= twice & bit
        twice |= once & bit
        once |= bit
    flush = (numbers + 0x3333) & 0x8888  # Five or six of a suit carry into its highest bit.
    if flush:
        suit = (flush > 0x8) + (flush > 0x80) + (flush > 0x800)
        suited = (by_suit >> (suit << 4)) & 0xFFFF
        if suited & 0x7C00 == 0x7C00:
            return 8 if suited == 0x7E00 else 7
        return 6 if _run_of_five(suited, wheel) else 3
    if four:
        return 5
    if thrice:
        # Another pair beside the three, or two threes.
        full = twice != thrice or thrice & (thrice - 1)
        return 4 if full else 1
    return 2 if _run_of_five(once, wheel) else 0


@_compiled(inline="always")
def _run_of_five(ranks: Int, wheel: bool) -> Any:
    if wheel and ranks & 0x4000:
        ranks |= 2
    return ranks & (ranks >> 1) & (ranks >> 2) & (ranks >> 3) & (ranks >> 4) != 0


@_compiled()
def one_seat(
    seed: Int,
    block: Int,
    rounds: Int,
    strengths: Any,
    classes: Any,
    qualifies: Any,
    plays: Any,
    bets_ante: bool,
    six_cards: bool,
    wheel: bool,
    counts: Any,
    jackpots: Any,
) -> Any:
    """Counts every round of a block by its cell; notes rounds and cells with A-K-Q of spades."""
    state = seeded(seed, block)
    deck = np.arange(52).astype(np.uint8)
    hits = 0
    for index in range(rounds):
        draw(deck, 6, state)
        a, b, c = np.int64(deck[0]), np.int64(deck[1]), np.int64(deck[2])
        d, e, f = np.int64(deck[3]), np.int64(deck[4]), np.int64(deck[5])
        own, dealer = place_of(a, b, c), place_of(d, e, f)
        hand = class_of(own, a, classes)
        contest = 5
        if bets_ante:
            contest = contest_of(strengths[own], strengths[dealer], qualifies[dealer], plays[own])
        six = six_class_of(a, b, c, d, e, f, wheel) if six_cards else 0
        cell = (contest * CLASSES + hand) * SIX_CLASSES + six
        counts[cell] += 1
        if hand == _AKQ_SUITED + 1 and contest != 0:
            jackpots[hits, 0] = index
            jackpots[hits, 1] = cell
            hits += 1
    return hits


@_compiled()
def many_seats(
    seed: Int,
    block: Int,
    rounds: Int,
    seats: Int,
    strengths: Any,
    classes: Any,
    qualifies: Any,
    plays: Any,
    bets_ante: bool,
    six_cards: bool,
    wheel: bool,
    net: Any,
    envy: Any,
    envy_rules: Any,
    counts: Any,
    sums: Any,
    squares: Any,
    jackpots: Any,
) -> Any:
    """Whole tables: cells by seat, and for each wager the sum over the table, with its squares.

    `net` is what each cell is worth to the player by wager, `envy` the two amounts, `envy_rules`
    the trigger (0 for unfolded hands, 1 for any dealt), own hand, dealer's hand, several awards.
    Of `sums` and `squares` the last column is the whole with envy, the one before it envy alone.
    """
    state = seeded(seed, block)
    deck = np.arange(52).astype(np.uint8)
    hands = np.empty(seats, np.int64)
    folded = np.empty(seats, np.bool_)
    of_round = np.empty(WAGERS + 2, np.int64)
    hits = 0
    for index in range(rounds):
        draw(deck, 3 * seats + 3, state)
        last = 3 * seats
        d, e, f = np.int64(deck[last]), np.int64(deck[last + 1]), np.int64(deck[last + 2])
        dealer = place_of(d, e, f)
        dealer_hand = class_of(dealer, d, classes)
        of_round[:] = 0
        best, jackpot = 0, False
        for seat in range(seats):
            a = np.int64(deck[3 * seat])
            b = np.int64(deck[3 * seat + 1])
            c = np.int64(deck[3 * seat + 2])
            own = place_of(a, b, c)
            hand = class_of(own, a, classes)
            contest = 5
            if bets_ante:
                contest = contest_of(
                    strengths[own], strengths[dealer], qualifies[dealer], plays[own]
                )
            six = six_class_of(a, b, c, d, e, f, wheel) if six_cards else 0
            cell = (contest * CLASSES + hand) * SIX_CLASSES + six
            counts[cell] += 1
            for wager in range(WAGERS):
                of_round[wager] += net[cell, wager]
            hands[seat], folded[seat] = hand, contest == 0
            best = max(best, hand)
            jackpot |= hand == _AKQ_SUITED + 1 and contest != 0
        if best >= _AKQ_SUITED or (envy_rules[2] and dealer_hand >= _AKQ_SUITED):
            of_round[WAGERS] = _envy(hands, folded, dealer_hand, seats, envy, envy_rules)
        for wager in range(WAGERS + 1):
            of_round[WAGERS + 1] += of_round[wager]
        for column in range(WAGERS + 2):
            sums[column] += of_round[column]
            squares[column] += np.float64(of_round[column]) * np.float64(of_round[column])
        if jackpot:
            jackpots[hits, 0] = index
            jackpots[hits, 1] = of_round[WAGERS - 1]
            jackpots[hits, 2] = of_round[WAGERS + 1]
            hits += 1
    return hits


@_compiled()
def _envy(hands: Any, folded: Any, dealer_hand: Int, seats: Int, envy: Any, rules: Any) -> Any:
    """What all seats together collect; every seat has the progressive bet."""
    total = np.int64(0)
    for collector in range(seats):
        won, highest = np.int64(0), np.int64(0)
        for holder in range(seats):
            if hands[holder] < _AKQ_SUITED or (folded[holder] and rules[0] == 0):
                continue
            if holder == collector and rules[1] == 0:
                continue
            amount = envy[hands[holder] - _AKQ_SUITED]
            won += amount
            highest = max(highest, amount)
        if rules[2] and dealer_hand >= _AKQ_SUITED:
            amount = envy[dealer_hand - _AKQ_SUITED]
            won += amount
            highest = max(highest, amount)
        total += won if rules[3] else highest
    return total
