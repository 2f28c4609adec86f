/* The kernels of queenhigh.maths.simulation.kernel, line by line in C: the yardstick for their speed.
   Same generator, same draws, same tables, hence the same counts to the last one. */
#include <string.h>

#include "deal.h"

typedef struct { uint64_t s[4]; } stream;

static inline uint64_t mixed(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

static inline uint64_t rotl(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static inline uint64_t next(stream *g) {
    uint64_t *s = g->s;
    const uint64_t result = rotl(s[0] + s[3], 23) + s[0], t = s[1] << 17;
    s[2] ^= s[0]; s[3] ^= s[1]; s[1] ^= s[2]; s[0] ^= s[3]; s[2] ^= t; s[3] = rotl(s[3], 45);
    return result;
}

static stream seeded(uint64_t seed, uint64_t block) {
    stream g;
    uint64_t start = mixed(seed + 0x9E3779B97F4A7C15ULL) ^ mixed(block * 0xD1342543DE82EF95ULL + 1);
    for (int i = 0; i < 4; i++) { start += 0x9E3779B97F4A7C15ULL; g.s[i] = mixed(start); }
    return g;
}

static inline uint64_t below(uint64_t bits, uint64_t bound, stream *g) {
    uint64_t product = (bits & 0xFFFFFFFFULL) * bound, low = product & 0xFFFFFFFFULL;
    if (low < bound) {
        const uint64_t threshold = 0x100000000ULL % bound;
        while (low < threshold) {
            product = (next(g) >> 32) * bound;
            low = product & 0xFFFFFFFFULL;
        }
    }
    return product >> 32;
}

static inline void swap_in(uint8_t *deck, int place, uint64_t bits, stream *g) {
    const int64_t pick = place + (int64_t)below(bits, (uint64_t)(52 - place), g);
    const uint8_t card = deck[pick];
    deck[pick] = deck[place];
    deck[place] = card;
}

/* For houses whose wagers look at the player's cards alone, and whose suits do not matter. */
void one_seat(uint64_t seed, uint64_t block, int64_t rounds, const int32_t *strengths,
              const bool *qualifies, const int16_t *own_by_place, int64_t folds_below,
              int64_t *counts) {
    stream g = seeded(seed, block);
    uint8_t deck[52];
    for (int i = 0; i < 52; i++) deck[i] = (uint8_t)i;
    for (int64_t index = 0; index < rounds; index++) {
        for (int place = 0; place < 6; place += 2) {
            const uint64_t bits = next(&g);
            swap_in(deck, place, bits, &g);
            swap_in(deck, place + 1, bits >> 32, &g);
        }
        const int64_t player = place_of((hand){deck[0], deck[1], deck[2]});
        const int64_t dealer = place_of((hand){deck[3], deck[4], deck[5]});
        const int64_t own = own_by_place[player];
        int64_t contest = 0;
        if (own >= folds_below) {
            const int32_t mine = strengths[player], his = strengths[dealer];
            contest = !qualifies[dealer] ? 1 : mine > his ? 2 : mine < his ? 3 : 4;
        }
        counts[own * STATES + contest]++;
    }
}

/* Whole tables of any house, as kernel.many_seats deals them: the cells of all seats, and the sums
   of each round with their squares. `net` has `wagers` columns, `envy` a row of `cells` for each of
   `bearers`, with rules on own hand, dealer's hand and several awards. Returns the hits. */
int64_t many_seats(uint64_t seed, uint64_t block, int64_t rounds, const tables *t, const bool *hit,
                   int64_t *counts, int64_t *hits, int64_t seats, const int64_t *net,
                   int64_t wagers, const int64_t *envy, int64_t bearers, int64_t cells,
                   const int64_t *dealer_envy, const int64_t *envy_rules, int64_t *totals,
                   double *squares, int64_t *hit_rounds) {
    stream g = seeded(seed, block);
    uint8_t deck[52];
    for (int i = 0; i < 52; i++) deck[i] = (uint8_t)i;
    int64_t of_seat[9], of_round[64], found = 0;
    const int64_t last = 3 * seats, columns = wagers + 2;
    for (int64_t index = 0; index < rounds; index++) {
        for (int64_t place = 0; place < last + 3; place += 2) {
            const uint64_t bits = next(&g);
            swap_in(deck, (int)place, bits, &g);
            if (place + 1 < last + 3) swap_in(deck, (int)place + 1, bits >> 32, &g);
        }
        const hand dealer = {deck[last], deck[last + 1], deck[last + 2]};
        const int64_t dealers = place_of(dealer), sign = dealer_number(t, dealer, dealers);
        const int64_t before = found;
        bool envied = false;
        memset(of_round, 0, sizeof of_round);
        for (int64_t seat = 0; seat < seats; seat++) {
            const hand own = {deck[3 * seat], deck[3 * seat + 1], deck[3 * seat + 2]};
            const int64_t cell = cell_of(t, own, place_of(own), dealer, dealers, sign);
            counts[cell]++;
            of_seat[seat] = cell;
            for (int64_t wager = 0; wager < wagers; wager++)
                of_round[wager] += net[cell * wagers + wager];
            for (int64_t bearer = 0; bearer < bearers; bearer++)
                envied |= envy[bearer * cells + cell] > 0;
            if (hit[cell]) {
                hits[2 * found] = index;
                hits[2 * found + 1] = cell;
                found++;
            }
        }
        for (int64_t bearer = 0; bearer < bearers; bearer++) {
            const int64_t *rules = envy_rules + 3 * bearer, *of = envy + bearer * cells;
            const int64_t of_dealer =
                rules[1] ? dealer_envy[bearer * 140608 + cards_of(dealer)] : 0;
            if (!envied && !of_dealer) continue;
            for (int64_t collector = 0; collector < seats; collector++) {
                int64_t won = of_dealer, highest = of_dealer;
                for (int64_t holder = 0; holder < seats; holder++)
                    if (holder != collector || rules[0]) {
                        const int64_t amount = of[of_seat[holder]];
                        won += amount;
                        if (amount > highest) highest = amount;
                    }
                of_round[wagers] += rules[2] ? won : highest;
            }
        }
        for (int64_t wager = 0; wager <= wagers; wager++) of_round[wagers + 1] += of_round[wager];
        for (int64_t column = 0; column < columns; column++) {
            totals[column] += of_round[column];
            squares[column] += (double)of_round[column] * (double)of_round[column];
        }
        for (int64_t noted = before; noted < found; noted++)
            memcpy(hit_rounds + noted * columns, of_round, (size_t)columns * sizeof *of_round);
    }
    return found;
}
