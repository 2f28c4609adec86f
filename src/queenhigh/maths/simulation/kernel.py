"""The simulation kernel: a fast twin of `wagers`, driven by tables that `wagers` fills.

It deals, looks up signatures and counts, and knows no rules of the game: which hands beat which,
who plays and what each cell is worth all come in as arrays. A round of one seat falls into one cell
of a histogram (decision x player's signature x contest x dealer's signature x six cards'
signature), and everything else follows from the counts. Seats of a round depend on each other
through the dealer's hand, so the table's sums and squares are kept as well.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..deals.deal_kernel import (
    Int,
    Integers,
    colouring_of,
    compiled,
    flush_of,
    one_colour,
    ranks_of_suit,
    suit_of_flush,
)

STATES = 5  # No contest (folded, or no ante), dealer out, player, dealer, tie.
NO_SIX, PLAIN_SIX, COLOURED_SIX = 0, 1, 2  # Whether and how rows look at the six cards.

_SUITED_OFFSET = 2197  # In tables by rank, suited hands follow the unsuited ones.

U64 = np.uint64
State = NDArray[np.uint64]  # Four numbers.
Deck = NDArray[np.uint8]
Bools = NDArray[np.bool_]


class Arguments(NamedTuple):
    """What the kernels look up. They unpack it: reading its fields in a loop takes a tenth longer.

    A table by place covers all suits, or has -1 where the table by cards must be used.
    """

    strengths: NDArray[np.int32]
    qualifies: Bools
    own_by_place: NDArray[np.int16]
    own_by_cards: NDArray[np.int16]
    dealer_by_place: NDArray[np.int16]
    dealer_by_cards: NDArray[np.int16]
    sets: NDArray[np.int16]
    six_look: int
    together: Integers
    sixes: Integers
    plain: Integers
    spare: Integers
    place: Integers
    sums: Integers
    five: Integers
    six: Integers
    folds_below: int
    dealer_many: int
    six_many: int


@compiled(inline="always")
def _mixed(state: Int) -> Int:
    """One output of splitmix64: any two different states give unrelated numbers."""
    z = state
    z = (z ^ (z >> U64(30))) * U64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> U64(27))) * U64(0x94D049BB133111EB)
    return z ^ (z >> U64(31))


@compiled(inline="always")
def _next(state: State) -> Int:
    """The next number of xoshiro256++; each block has its own stream."""
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    total = s0 + s3
    result: Int = ((total << U64(23)) | (total >> U64(41))) + s0
    t = s1 << U64(17)
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= t
    s3 = (s3 << U64(45)) | (s3 >> U64(19))
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
    return result


@compiled()
def seeded(seed: Int, block: Int) -> State:
    """The stream of a block, which depends only on seed and block, not on who runs it."""
    state = np.empty(4, np.uint64)
    start = _mixed(seed + U64(0x9E3779B97F4A7C15)) ^ _mixed(
        block * U64(0xD1342543DE82EF95) + U64(1)
    )
    for i in range(4):
        start += U64(0x9E3779B97F4A7C15)
        state[i] = _mixed(start)
    return state


@compiled(inline="always")
def _below(bits: Int, bound: Int, state: State) -> Int:
    """A uniform number below `bound` from 32 random bits (more if unlucky)."""
    product = (bits & U64(0xFFFFFFFF)) * bound
    low = product & U64(0xFFFFFFFF)
    if low < bound:
        threshold = U64(0x100000000) % bound
        while low < threshold:
            product = (_next(state) >> U64(32)) * bound
            low = product & U64(0xFFFFFFFF)
    return product >> U64(32)


@compiled(inline="always")
def draw(deck: Deck, count: Int, state: State) -> None:
    """Move `count` random cards to the front; any deck order will do for the next round."""
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


@compiled(inline="always")
def place_of(a: np.int64, b: np.int64, c: np.int64) -> np.int64:
    """A hand's index in the tables by rank."""
    suited = ((a ^ b) | (b ^ c)) & 3
    place = (a >> 2) * 169 + (b >> 2) * 13 + (c >> 2)
    return place + (_SUITED_OFFSET if suited == 0 else 0)


@compiled(inline="always")
def suits_of(a: np.int64, b: np.int64, c: np.int64) -> np.int64:
    """Count the cards of each suit, 4 bits each."""
    one = np.int64(1)
    return (one << ((a & 3) << 2)) + (one << ((b & 3) << 2)) + (one << ((c & 3) << 2))


@compiled(inline="always")
def by_suit_of(a: np.int64, b: np.int64, c: np.int64) -> np.int64:
    """The ranks of each suit, 13 bits each."""
    one = np.int64(1)
    return (
        (one << ((a & 3) * 13 + (a >> 2)))
        | (one << ((b & 3) * 13 + (b >> 2)))
        | (one << ((c & 3) * 13 + (c >> 2)))
    )


@compiled(inline="always")
def red_ranks_of(a: np.int64, b: np.int64, c: np.int64) -> np.int64:
    """Sum the ranks of the red cards: diamonds and hearts are suits 1 and 2."""
    found = np.int64(0)
    for card in (a, b, c):
        found += (card >> 2) if (card & 3) == 1 or (card & 3) == 2 else 0
    return found


@compiled(inline="always")
def state_of(own: Int, dealer: Int, qualifies: bool) -> Int:
    """The contest state of a hand that is played."""
    if not qualifies:
        return 1
    return 2 if own > dealer else (3 if own < dealer else 4)


@compiled()
def one_seat(
    rounds: Int,
    state: State,
    deck: Deck,
    tables: Arguments,
    hit: Bools,
    counts: Integers,
    hits: Integers,
) -> Int:
    """Count every round by its cell, and record the rounds and cells paid from a meter.

    A hand's own number is its decision times the number of signatures, plus its signature; below
    `folds_below` it is folded. Returns the number of hits, or -1 if there are more than `hits` can
    hold.
    """
    (strengths, qualifies, own_by_place, own_by_cards, dealer_by_place, dealer_by_cards, sets,
     six_look, together, sixes, plain, spare, place, sums, five, six, folds_below, dealer_many,
     six_many) = tables  # fmt: skip
    found = 0
    for index in range(rounds):
        draw(deck, 6, state)
        a, b, c = np.int64(deck[0]), np.int64(deck[1]), np.int64(deck[2])
        d, e, f = np.int64(deck[3]), np.int64(deck[4]), np.int64(deck[5])
        own_place, dealer_place = place_of(a, b, c), place_of(d, e, f)
        own = np.int64(own_by_place[own_place])
        if own < 0:
            own = np.int64(own_by_cards[(a * 52 + b) * 52 + c])
        contest: Int = 0
        if own >= folds_below:
            contest = state_of(
                strengths[own_place], strengths[dealer_place], qualifies[dealer_place]
            )
        cell = own * STATES + contest
        if dealer_many > 1:
            dealer = np.int64(dealer_by_place[dealer_place])
            if dealer < 0:
                dealer = np.int64(dealer_by_cards[(d * 52 + e) * 52 + f])
            cell = cell * dealer_many + dealer
        if six_look != NO_SIX:
            # Inlined: numba would count references to each table passed to a function.
            cell *= six_many
            suits = suits_of(a, b, c) + suits_of(d, e, f)
            flush = flush_of(suits)
            if flush:
                by_suit = by_suit_of(a, b, c) | by_suit_of(d, e, f)
                suit = suit_of_flush(flush)
                suited = ranks_of_suit(by_suit, suit)
                if by_suit == suited << (13 * suit):
                    cell += six[suit, place[suited]]
                else:
                    ranks = (a >> 2) + (b >> 2) + (c >> 2) + (d >> 2) + (e >> 2) + (f >> 2)
                    cell += five[suit, place[suited], ranks - sums[suited], one_colour(suits)]
            elif six_look == PLAIN_SIX:
                cell += together[sets[own_place], sets[dealer_place]]
            else:
                number = sixes[sets[own_place], sets[dealer_place]]
                red = red_ranks_of(a, b, c) + red_ranks_of(d, e, f)
                ranks = (a >> 2) + (b >> 2) + (c >> 2) + (d >> 2) + (e >> 2) + (f >> 2)
                colouring = colouring_of(
                    suits, red, ranks - red, spare[0, number], spare[1, number]
                )
                cell += plain[number, colouring]
        counts[cell] += 1
        if hit[cell]:
            if found >= len(hits):
                return -1
            hits[found, 0] = index
            hits[found, 1] = cell
            found += 1
    return found


@compiled()
def many_seats(
    rounds: Int,
    state: State,
    deck: Deck,
    tables: Arguments,
    hit: Bools,
    counts: Integers,
    hits: Integers,
    seats: Int,
    net: Integers,
    envy: Integers,
    dealer_envy: Integers,
    envy_rules: Integers,
    totals: Integers,
    squares: NDArray[np.float64],
    hit_rounds: Integers,
    rounds_apart: Integers,
) -> Int:
    """Play whole tables: cells by seat, and for each wager the table's sums and their squares.

    `net` is the worth of each cell to the player, by wager. For wagers with envy, `envy` is what
    each cell earns the others, `dealer_envy` what the dealer's hand earns them, and `envy_rules`
    whether own hand, dealer's hand and several awards count. In `totals` and `squares` the last
    column is the whole including envy, the one before it envy alone. `hit_rounds` has the sums of
    rounds with a hit; `rounds_apart` the whole of each round, as far as it has room.
    """
    (strengths, qualifies, own_by_place, own_by_cards, dealer_by_place, dealer_by_cards, sets,
     six_look, together, sixes, plain, spare, place, sums, five, six, folds_below, dealer_many,
     six_many) = tables  # fmt: skip
    wagers = net.shape[1]
    cells = np.empty(seats, np.int64)
    of_round = np.empty(wagers + 2, np.int64)
    found, last = 0, 3 * seats
    for index in range(rounds):
        draw(deck, last + 3, state)
        d, e, f = np.int64(deck[last]), np.int64(deck[last + 1]), np.int64(deck[last + 2])
        dealer_place = place_of(d, e, f)
        dealer = np.int64(0)
        if dealer_many > 1:
            dealer = np.int64(dealer_by_place[dealer_place])
            if dealer < 0:
                dealer = np.int64(dealer_by_cards[(d * 52 + e) * 52 + f])
        dealer_suits, dealer_ranks = suits_of(d, e, f), (d >> 2) + (e >> 2) + (f >> 2)
        of_round[:] = 0
        envied, before = False, found
        for seat in range(seats):
            a = np.int64(deck[3 * seat])
            b = np.int64(deck[3 * seat + 1])
            c = np.int64(deck[3 * seat + 2])
            own_place = place_of(a, b, c)
            own = np.int64(own_by_place[own_place])
            if own < 0:
                own = np.int64(own_by_cards[(a * 52 + b) * 52 + c])
            contest: Int = 0
            if own >= folds_below:
                contest = state_of(
                    strengths[own_place], strengths[dealer_place], qualifies[dealer_place]
                )
            cell = (own * STATES + contest) * dealer_many + dealer
            if six_look != NO_SIX:
                cell *= six_many
                suits = suits_of(a, b, c) + dealer_suits
                flush = flush_of(suits)
                if flush:
                    by_suit = by_suit_of(a, b, c) | by_suit_of(d, e, f)
                    suit = suit_of_flush(flush)
                    suited = ranks_of_suit(by_suit, suit)
                    if by_suit == suited << (13 * suit):
                        cell += six[suit, place[suited]]
                    else:
                        ranks = (a >> 2) + (b >> 2) + (c >> 2) + dealer_ranks
                        cell += five[suit, place[suited], ranks - sums[suited], one_colour(suits)]
                elif six_look == PLAIN_SIX:
                    cell += together[sets[own_place], sets[dealer_place]]
                else:
                    number = sixes[sets[own_place], sets[dealer_place]]
                    red = red_ranks_of(a, b, c) + red_ranks_of(d, e, f)
                    ranks = (a >> 2) + (b >> 2) + (c >> 2) + dealer_ranks
                    colouring = colouring_of(
                        suits, red, ranks - red, spare[0, number], spare[1, number]
                    )
                    cell += plain[number, colouring]
            counts[cell] += 1
            cells[seat] = cell
            for wager in range(wagers):
                of_round[wager] += net[cell, wager]
            for bearer in range(len(envy)):
                envied |= envy[bearer, cell] > 0
            if hit[cell]:
                if found >= len(hits):
                    return -1
                hits[found, 0] = index
                hits[found, 1] = cell
                found += 1
        for bearer in range(len(envy)):
            of_dealer = np.int64(0)
            if envy_rules[bearer, 1]:
                of_dealer = dealer_envy[bearer, (d * 52 + e) * 52 + f]
            if envied or of_dealer:
                for collector in range(seats):
                    won, highest = of_dealer, of_dealer
                    for holder in range(seats):
                        if holder != collector or envy_rules[bearer, 0]:
                            amount = envy[bearer, cells[holder]]
                            won += amount
                            highest = max(highest, amount)
                    of_round[wagers] += won if envy_rules[bearer, 2] else highest
        for wager in range(wagers + 1):
            of_round[wagers + 1] += of_round[wager]
        for column in range(wagers + 2):
            totals[column] += of_round[column]
            squares[column] += np.float64(of_round[column]) * np.float64(of_round[column])
        if index < len(rounds_apart):
            rounds_apart[index] = of_round[wagers + 1]
        for noted in range(before, found):
            hit_rounds[noted, :] = of_round
    return found
