/* Every one of the 407,170,400 deals of one player and the dealer, compared one by one: what exact
   analysis is measured against. Strengths, signatures and decisions come in as tables by hand. */
#include "deal.h"

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
                const int64_t place = place_of((hand){a, b, c});
                strength[hands] = strengths[place];
                qualified[hands] = qualifies[place];
                cards[hands++] = 1ULL << a | 1ULL << b | 1ULL << c;
            }
    int own = 0;
    for (int a = 0; a < 52; a++)
        for (int b = 0; b < a; b++)
            for (int c = 0; c < b; c++, own++) {
                const int64_t place = place_of((hand){a, b, c});
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

/* The same for all wagers of any house: every deal falls into one cell, as in the kernels. */
void enumerate_cells(const tables *t, int64_t *counts) {
    static hand hands[22100];
    static uint64_t cards[22100];
    static int64_t places[22100], signs[22100];
    int many = 0;
    for (int a = 0; a < 52; a++)
        for (int b = 0; b < a; b++)
            for (int c = 0; c < b; c++, many++) {
                hands[many] = (hand){a, b, c};
                cards[many] = 1ULL << a | 1ULL << b | 1ULL << c;
                places[many] = place_of(hands[many]);
                signs[many] = dealer_number(t, hands[many], places[many]);
            }
    for (int own = 0; own < many; own++)
        for (int dealer = 0; dealer < many; dealer++)
            if (!(cards[dealer] & cards[own]))
                counts[cell_of(t, hands[own], places[own], hands[dealer], places[dealer],
                               signs[dealer])]++;
}
