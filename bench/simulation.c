/* The one-seat kernel of queenhigh.maths.kernel, line by line in C: the yardstick for its speed.
   Same generator, same draws, same tables, hence the same counts to the last one. */
#include <stdbool.h>
#include <stdint.h>

#define STATES 5
#define SUITED_OFFSET 2197

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

static inline int64_t place_of(int64_t a, int64_t b, int64_t c) {
    const int64_t place = (a >> 2) * 169 + (b >> 2) * 13 + (c >> 2);
    return place + ((((a ^ b) | (b ^ c)) & 3) == 0 ? SUITED_OFFSET : 0);
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
        const int64_t player = place_of(deck[0], deck[1], deck[2]);
        const int64_t dealer = place_of(deck[3], deck[4], deck[5]);
        const int64_t own = own_by_place[player];
        int64_t contest = 0;
        if (own >= folds_below) {
            const int32_t mine = strengths[player], his = strengths[dealer];
            contest = !qualifies[dealer] ? 1 : mine > his ? 2 : mine < his ? 3 : 4;
        }
        counts[own * STATES + contest]++;
    }
}
