/* How a deal is looked at, by the tables that queenhigh.maths makes of a house: what the twins of
   the kernels share. */
#include <stdbool.h>
#include <stdint.h>

#define STATES 5
#define SUITED_OFFSET 2197
#define SIX_SIZES 1716 /* Sets of six ranks of one suit; of five there are 1287. */

enum { NO_SIX, PLAIN_SIX, COLOURED_SIX };
enum { MIXED, ALL_RED, ALL_BLACK, FIVE_RED, FIVE_BLACK = FIVE_RED + 4 };

/* In the order in which kernel.one_seat takes them. */
typedef struct {
    const int32_t *strengths;
    const bool *qualifies;
    const int16_t *own_by_place, *own_by_cards, *dealer_by_place, *dealer_by_cards, *sets;
    int64_t six_look;
    const int16_t *together, *sixes, *plain;
    const int64_t *spare, *place, *sums;
    const int16_t *five, *six;
    int64_t folds_below, dealer_many, six_many;
    int64_t rank_sets, six_sets; /* The sizes of together and of spare. */
} tables;

typedef struct { int64_t a, b, c; } hand;

static inline int64_t place_of(hand h) {
    const int64_t place = (h.a >> 2) * 169 + (h.b >> 2) * 13 + (h.c >> 2);
    return place + ((((h.a ^ h.b) | (h.b ^ h.c)) & 3) == 0 ? SUITED_OFFSET : 0);
}

static inline int64_t cards_of(hand h) { return (h.a * 52 + h.b) * 52 + h.c; }

static inline int64_t suits_of(hand h) {
    return (1LL << ((h.a & 3) << 2)) + (1LL << ((h.b & 3) << 2)) + (1LL << ((h.c & 3) << 2));
}

static inline int64_t by_suit_of(hand h) {
    return 1LL << ((h.a & 3) * 13 + (h.a >> 2)) | 1LL << ((h.b & 3) * 13 + (h.b >> 2)) |
           1LL << ((h.c & 3) * 13 + (h.c >> 2));
}

static inline int64_t ranks_of(hand h) { return (h.a >> 2) + (h.b >> 2) + (h.c >> 2); }

static inline int64_t red(int64_t card) {
    return (card & 3) == 1 || (card & 3) == 2 ? card >> 2 : 0;
}

static inline int64_t reds_of(int64_t suits) { return ((suits >> 4) & 15) + ((suits >> 8) & 15); }

static inline int64_t own_number(const tables *t, hand h, int64_t place) {
    const int64_t own = t->own_by_place[place];
    return own >= 0 ? own : t->own_by_cards[cards_of(h)];
}

static inline int64_t dealer_number(const tables *t, hand h, int64_t place) {
    if (t->dealer_many == 1) return 0;
    const int64_t dealer = t->dealer_by_place[place];
    return dealer >= 0 ? dealer : t->dealer_by_cards[cards_of(h)];
}

static inline int64_t contest_of(const tables *t, int64_t own, int64_t mine, int64_t dealers) {
    if (own < t->folds_below) return 0;
    const int32_t strength = t->strengths[mine], his = t->strengths[dealers];
    return !t->qualifies[dealers] ? 1 : strength > his ? 2 : strength < his ? 3 : 4;
}

/* The six cards' signature. `mine` and `dealers` are the places of the hands. */
static inline int64_t six_number(const tables *t, hand own, hand dealer, int64_t mine,
                                 int64_t dealers) {
    const int64_t suits = suits_of(own) + suits_of(dealer);
    const int64_t flush = (suits + 0x3333) & 0x8888;
    if (flush) {
        const int64_t by_suit = by_suit_of(own) | by_suit_of(dealer);
        const int64_t suit = (flush > 0x8) + (flush > 0x80) + (flush > 0x800);
        const int64_t suited = (by_suit >> (13 * suit)) & 0x1FFF;
        const int64_t place = t->place[suited];
        if (by_suit == suited << (13 * suit)) return t->six[suit * SIX_SIZES + place];
        const int64_t sixth = ranks_of(own) + ranks_of(dealer) - t->sums[suited];
        const int64_t reds = reds_of(suits), one_colour = reds == 0 || reds == 6;
        return t->five[((suit * 1287 + place) * 13 + sixth) * 2 + one_colour];
    }
    const int64_t pair = t->sets[mine] * t->rank_sets + t->sets[dealers];
    if (t->six_look == PLAIN_SIX) return t->together[pair];
    const int64_t number = t->sixes[pair], reds = reds_of(suits);
    int64_t colouring = MIXED;
    if (reds == 6) colouring = ALL_RED;
    else if (reds == 0) colouring = ALL_BLACK;
    else if (reds == 5 || reds == 1) {
        const int64_t red_ranks = red(own.a) + red(own.b) + red(own.c) + red(dealer.a) +
                                  red(dealer.b) + red(dealer.c);
        const int64_t rank = reds == 5 ? ranks_of(own) + ranks_of(dealer) - red_ranks : red_ranks;
        colouring = ((t->spare[number] >> rank) & 1) +
                    2 * ((t->spare[t->six_sets + number] >> rank) & 1) +
                    (reds == 5 ? FIVE_RED : FIVE_BLACK);
    }
    return t->plain[number * 11 + colouring];
}

static inline int64_t cell_of(const tables *t, hand own, int64_t mine, hand dealer,
                              int64_t dealers, int64_t dealer_sign) {
    const int64_t number = own_number(t, own, mine);
    int64_t cell = number * STATES + contest_of(t, number, mine, dealers);
    cell = cell * t->dealer_many + dealer_sign;
    return t->six_look == NO_SIX
               ? cell
               : cell * t->six_many + six_number(t, own, dealer, mine, dealers);
}
