/* Every one of the 407,170,400 deals of one player and the dealer, compared one by one: what exact
   analysis is measured against. Strengths, signatures and decisions come in as tables by hand. */
#include <stdbool.h>
#include <stdint.h>

#define SUITED_OFFSET 2197

static inline int64_t place_of(int64_t a, int64_t b, int64_t c) {
    const int64_t place = (a >> 2) * 169 + (b >> 2) * 13 + (c >> 2);
    return place + ((((a ^ b) | (b ^ c)) & 3) == 0 ? SUITED_OFFSET : 0);
}

/* counts: by the player's decision and signature, and by contest (folded, dealer out, player,
   dealer, tie). */
void enumerate_deals(const int32_t *strengths, const bool *qualifies, const int16_t *own_by_place,
                     int64_t folds_below, int64_t *counts) {
    static int32_t strength[22100];
    static uint64_t cards[22100];
    static bool qualified[22100];
    int hands = 0;
    for (int a = 0; a < 52; a++)
        for (int b = 0; b < a; b++)
            for (int c = 0; c < b; c++) {
                const int64_t place = place_of(a, b, c);
                strength[hands] = strengths[place];
                qualified[hands] = qualifies[place];
                cards[hands++] = 1ULL << a | 1ULL << b | 1ULL << c;
            }
    int own = 0;
    for (int a = 0; a < 52; a++)
        for (int b = 0; b < a; b++)
            for (int c = 0; c < b; c++, own++) {
                const int64_t place = place_of(a, b, c);
                const int64_t signature = own_by_place[place];
                const bool playing = signature >= folds_below;
                const uint64_t held = cards[own];
                const int32_t mine = strength[own];
                int64_t met[5] = {0, 0, 0, 0, 0};
                for (int dealer = 0; dealer < hands; dealer++) {
                    if (cards[dealer] & held) continue;
                    const int32_t his = strength[dealer];
                    const int contest = !playing ? 0 : !qualified[dealer] ? 1 : mine > his ? 2 : mine < his ? 3 : 4;
                    met[contest]++;
                }
                for (int contest = 0; contest < 5; contest++)
                    counts[signature * 5 + contest] += met[contest];
            }
}
