"""Random rounds and random opening bets, for every house, with rare things made common.

`settle_documents()` gives valid input for `queenhigh settle`. `check_documents()` gives input for
`queenhigh check` that is well formed and may or may not be accepted. No card appears twice in a
round, and the options of a document always make a valid house.
"""

from functools import cache
from itertools import combinations, product
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from tests.model.ranking import (
    DECK,
    RANKS,
    SUITS,
    is_ace_king_queen_of_spades,
    is_six_card_royal,
    read_hand,
)

Document = dict[str, Any]
Hand = list[str]

HOUSES = ["mics", "mics-alternate", "chickasaw", "manual", "classic"]
HOUSES_THAT_TAKE_COUPONS = ["mics", "mics-alternate"]
SPOTS_OF = {
    "mics": ["ante", "pair_plus"],
    "mics-alternate": ["ante", "pair_plus"],
    "chickasaw": ["ante", "pair_plus"],
    "manual": ["ante", "pair_plus", "six_card_bonus", "progressive"],
    "classic": ["ante", "pair_plus"],
}
PLAYERS = ["ann", "bob", "cho"]

# Options

PAIR_PLUS_TABLES = {
    "mics": ["1/4/6/30/40", "1/4/6/33/35"],
    "mics-alternate": ["1/4/6/30/40", "1/4/6/33/35"],
    "chickasaw": ["1/3/6/30/40", "1/4/6/30/40", "1/3/5/30/40", "1/4/6/33/35"],
    "manual": ["1/3/6/30/40", "1/4/6/30/40", "1/3/5/30/40", "1/4/6/33/35"],
    "classic": ["1/3/6/30/40", "1/4/6/30/40", "1/3/5/30/40", "1/4/6/33/35"],
}
ANTE_BONUS_TABLES = {
    "mics": ["1/4/5", "1/5/6"],
    "mics-alternate": ["1/4/5", "1/5/6"],
    "chickasaw": ["1/4/5", "1/3/4", "1/5/6"],
    "manual": ["1/4/5", "1/3/4", "1/5/6"],
    "classic": ["1/4/5", "1/3/4", "1/5/6"],
}
DEFAULT_TABLES = {
    "mics": ("free", "1/4/6/30/40", "1/4/5"),
    "mics-alternate": ("ii", "1/4/6/33/35", "1/5/6"),
    "chickasaw": ("free", "1/3/6/30/40", "1/4/5"),
    "manual": ("free", "1/3/6/30/40", "1/4/5"),
    "classic": ("free", "1/3/5/30/40", "1/3/4"),
}
SETTLE_ORDER = ["play", "ante_bonus", "ante", "pair_plus", "six_card_bonus", "progressive"]
COUPON_SPOTS = ["ante", "play", "pair_plus"]
JACKPOT_LINES = ["akq_spades", "akq_suited", "straight_flush", "three_of_a_kind", "straight"]

# Building a strategy for each draw takes longer than the draw: these are built once.
BOOLEANS = st.booleans()
ANY_HOUSE = st.sampled_from(HOUSES)
ANY_PLAYER = st.sampled_from(PLAYERS)
ANY_SUIT = st.sampled_from(SUITS)
COUPON_OPTIONS: SearchStrategy[Document] = st.fixed_dictionaries(
    {},
    optional={
        "spots": st.lists(st.sampled_from(COUPON_SPOTS), min_size=1, unique=True),
        "counts_for_play": BOOLEANS,
        "on_push": st.sampled_from(["stays", "taken"]),
    },
)


@cache
def one_in(number: int) -> SearchStrategy[bool]:
    """True once in this many draws."""
    return st.sampled_from([False] * (number - 1) + [True])


def one_of(*values: Any) -> SearchStrategy[Any]:
    return st.sampled_from(values)


@cache
def settle_options_of(house: str) -> dict[str, SearchStrategy[Any]]:
    """Every option that can change the answer of `settle`, with every value it allows."""
    return {
        "fold_pair_plus": one_of("forfeits", "survives", "forfeits_with_6cb"),
        "tie": one_of("push", "dealer", "player"),
        "tie_break": one_of("standard", "literal_c3"),
        "ace_low_straight": BOOLEANS,
        "ante_bonus_on_loss": BOOLEANS,
        "ante_bonus_requires": one_of("play", "ante"),
        "ante_bonus_base": one_of("ante", "ante_plus_play"),
        "ante_table": one_of("bonus", "replaces"),
        "pair_plus_table": st.sampled_from(PAIR_PLUS_TABLES[house]),
        "ante_bonus_table": st.sampled_from(ANTE_BONUS_TABLES[house]),
        "wager_version": one_of("free", "i", "ii", "iii"),
        "pp_33_35_requires_f6": BOOLEANS,
        "settlement_passes": one_of("take_then_pay", "per_hand"),
        "settle_order": st.permutations(SETTLE_ORDER),
        "match_play": COUPON_OPTIONS,
        "six_card_wheel": BOOLEANS,
        "six_card_super_royal": one_of("none", 1000, 2000, 20000),
        "progressive_unit": one_of("for_1", "to_1"),
        "progressive_pass": one_of("per_hand", "separate"),
        "jackpot_lines": st.lists(st.sampled_from(JACKPOT_LINES), min_size=1, unique=True),
        "linked_simultaneous": one_of("first_lock", "split"),
        "envy_trigger": one_of("any_unfolded", "holder_with_bet", "any_dealt_hand"),
        "envy_needs_bet": BOOLEANS,
        "envy_own_hand": BOOLEANS,
        "envy_dealer_hand": BOOLEANS,
        "envy_multiple": BOOLEANS,
        "unbacked_ante_toke": one_of("rides", "forfeits"),
    }


@cache
def check_options_of(house: str) -> dict[str, SearchStrategy[Any]]:
    """Every option that can change the answer of `check`, with every value it allows."""
    options: dict[str, SearchStrategy[Any]] = {
        "wager_version": one_of("free", "i", "ii", "iii"),
        "max_positions": one_of(1, 2),
        "minimum_applies": one_of("each_bet", "either_bet"),
        "ante_play_max": one_of("each", "combined"),
        "match_play": COUPON_OPTIONS,
    }
    if house == "manual":
        options["six_card_min"] = one_of(5, 1)
        options["six_card_steps"] = one_of("multiples_of_5", "one_or_multiples", "from_minimum")
        options["six_card_with_pair_plus_only"] = BOOLEANS
        options["progressive_requires_6cb"] = BOOLEANS
        options["toke_cap"] = one_of("combined_110", "ten_percent_flat")
        options["six_card_toke_cap"] = one_of("fixed_25", "min_of_both")
        options["six_card_toke_requires"] = one_of("ante_or_pair_plus", "pair_plus")
    return options


def is_valid_house(house: str, options: Document) -> bool:
    """MICS-10: 1/5/6 needs a version of (f)(6) and 33/35; 33/35 may need a version too."""
    default_version, default_pair_plus, default_bonus = DEFAULT_TABLES[house]
    has_version = options.get("wager_version", default_version) != "free"
    has_33_35 = options.get("pair_plus_table", default_pair_plus) == "1/4/6/33/35"
    has_1_5_6 = options.get("ante_bonus_table", default_bonus) == "1/5/6"
    if has_1_5_6 and not (has_version and has_33_35):
        return False
    needs_version = options.get("pp_33_35_requires_f6", False)
    return not (needs_version and has_33_35 and not has_version)


def made_valid(house: str, options: Document) -> Document:
    """Repair the options as little as possible to make a valid house."""
    repaired = dict(options)
    if not is_valid_house(house, repaired):
        repaired["pp_33_35_requires_f6"] = False
    if not is_valid_house(house, repaired):
        repaired["ante_bonus_table"] = "1/4/5"
    return repaired


@cache
def orders(names: tuple[str, ...]) -> SearchStrategy[list[str]]:
    return st.permutations(names)


@st.composite
def option_overrides(draw: DrawFn, house: str, choices: dict[str, SearchStrategy[Any]]) -> Document:
    """Often no options, often a few, sometimes many."""
    how_many = draw(st.sampled_from([0, 1, 2, 3, 5, 8, len(choices)]))
    names = draw(orders(tuple(sorted(choices))))[:how_many]
    options = {name: draw(choices[name]) for name in names}
    if "settle_order" in options:
        options["settle_order"] = list(options["settle_order"])
    return made_valid(house, options)


# Cards


def all_hands(first: str, second: str, third: str) -> list[Hand]:
    """Every hand of three different cards with these ranks, in every combination of suits."""
    hands = []
    for suits in product(SUITS, repeat=3):
        hand = [first + suits[0], second + suits[1], third + suits[2]]
        if len(set(hand)) == 3:
            hands.append(hand)
    return hands


def straights() -> list[tuple[str, str, str]]:
    runs = [(RANKS[low + 2], RANKS[low + 1], RANKS[low]) for low in range(11)]
    return [*runs, ("3", "2", "A")]


SUITED_AKQ = [["A" + suit, "K" + suit, "Q" + suit] for suit in SUITS]
HANDS_BY_PATTERN: dict[str, list[Hand]] = {
    "suited_akq": SUITED_AKQ,
    "akq_of_spades": [["As", "Ks", "Qs"]],
    "straight": [hand for run in straights() for hand in all_hands(*run)],
    "three_two_ace": all_hands("3", "2", "A"),
    "suited_three_two_ace": [["3" + suit, "2" + suit, "A" + suit] for suit in SUITS],
    "four_three_two": all_hands("4", "3", "2"),
    "straight_flush": [[a + s, b + s, c + s] for a, b, c in straights() for s in SUITS],
    "three_of_a_kind": [
        [rank + suit for suit in suits] for rank in RANKS for suits in combinations(SUITS, 3)
    ],
    "flush": [
        [rank + suit for rank in three] for suit in SUITS for three in combinations(RANKS, 3)
    ],
    "low_pair_high_kicker": all_hands("3", "3", "A") + all_hands("3", "3", "K"),
    "high_pair_low_kicker": all_hands("K", "K", "2") + all_hands("K", "K", "3"),
    "just_queen_high": all_hands("Q", "3", "2") + all_hands("Q", "6", "4"),
    "just_below_queen_high": all_hands("J", "T", "8") + all_hands("J", "3", "2"),
    "low": all_hands("5", "3", "2") + all_hands("7", "5", "4"),
}
SEAT_PATTERNS = [
    "anything",
    "anything",
    "ties_the_dealer",
    "ties_the_dealer",
    "suited_akq",
    "suited_akq",
    "straight",
    "three_two_ace",
    "suited_three_two_ace",
    "four_three_two",
    "straight_flush",
    "three_of_a_kind",
    "flush",
    "low_pair_high_kicker",
    "high_pair_low_kicker",
    "just_queen_high",
    "akq_of_spades",
]
DEALER_PATTERNS = [
    "anything",
    "anything",
    "just_queen_high",
    "just_below_queen_high",
    "just_below_queen_high",
    "low",
    "suited_akq",
    "suited_akq",
    "straight",
    "three_two_ace",
    "four_three_two",
    "straight_flush",
    "three_of_a_kind",
    "flush",
    "low_pair_high_kicker",
    "high_pair_low_kicker",
]

A_SEATS_PATTERN = st.sampled_from(SEAT_PATTERNS)
A_DEALERS_PATTERN = st.sampled_from(DEALER_PATTERNS)


@st.composite
def hand_from(draw: DrawFn, left: list[str], pattern: str, dealer: Hand | None) -> Hand:
    """A hand of the pattern from the remaining cards; any hand if none is left."""
    if pattern == "ties_the_dealer" and dealer is not None:
        candidates = all_hands(dealer[0][0], dealer[1][0], dealer[2][0])
    else:
        candidates = HANDS_BY_PATTERN.get(pattern, [])
    there = set(left)
    possible = [hand for hand in candidates if there.issuperset(hand)]
    if possible:
        hand = list(draw(st.sampled_from(possible)))
    else:
        hand = draw(st.lists(st.sampled_from(left), min_size=3, max_size=3, unique=True))
    return list(draw(st.permutations(hand)))


@st.composite
def six_cards_worth_having(draw: DrawFn) -> Hand:
    """Six cards, the player's and dealer's together, that win a 6 Card Bonus."""
    suit = draw(ANY_SUIT)
    kind = draw(
        st.sampled_from(
            ["royal", "royal", "royal", "six_card_royal", "six_card_royal"]
            + ["straight_flush", "straight_flush", "steel_wheel", "steel_wheel"]
            + ["wheel", "straight"]
            + ["flush", "four_of_a_kind", "full_house", "two_threes"]
        )
    )
    if kind == "six_card_royal":
        six = [rank + suit for rank in "9TJQKA"]
    elif kind in ("four_of_a_kind", "full_house", "two_threes"):
        one, other = draw(st.lists(st.sampled_from(RANKS), min_size=2, max_size=2, unique=True))
        shape = {"four_of_a_kind": (4, 1), "full_house": (3, 2), "two_threes": (3, 3)}[kind]
        suits = draw(st.permutations(SUITS))
        six = [one + s for s in suits[: shape[0]]] + [other + s for s in suits[-shape[1] :]]
    else:
        low = draw(st.integers(min_value=0, max_value=8))
        ranks = [RANKS[low + step] for step in range(5)]
        if kind == "royal":
            ranks = list("TJQKA")
        if kind in ("steel_wheel", "wheel"):
            ranks = list("A2345")
        if kind == "flush":
            ranks = draw(st.lists(st.sampled_from(RANKS), min_size=5, max_size=5, unique=True))
        if kind in ("wheel", "straight"):
            six = [rank + draw(ANY_SUIT) for rank in ranks]
        else:
            six = [rank + suit for rank in ranks]
    while len(six) < 6:
        six.append(draw(st.sampled_from([card for card in DECK if card not in six])))
    return list(draw(st.permutations(six)))


@st.composite
def deals(draw: DrawFn, number_of_seats: int, six_often: bool) -> tuple[Hand, list[Hand]]:
    """The dealer's hand and the seats' hands, without duplicates.

    `six_often` makes it likely that the dealer's hand and one seat's win a 6 Card Bonus.
    """
    seats: list[Hand] = []
    if draw(one_in(2 if six_often else 8)):
        six = draw(six_cards_worth_having())
        dealer = six[:3]
        seats.append(six[3:])
    else:
        dealer = draw(hand_from(list(DECK), draw(A_DEALERS_PATTERN), None))
    left = [card for card in DECK if card not in dealer and not any(card in h for h in seats)]
    while len(seats) < number_of_seats:
        hand = draw(hand_from(left, draw(A_SEATS_PATTERN), dealer))
        seats.append(hand)
        left = [card for card in left if card not in hand]
    return dealer, list(draw(st.permutations(seats)))


WAYS_TO_WRITE = one_of("blanks", "blanks", "blanks", "commas", "both", "list", "tens")


@st.composite
def written(draw: DrawFn, hand: Hand) -> str | list[str]:
    """A hand as a document may write it."""
    how = draw(WAYS_TO_WRITE)
    if how == "blanks":
        return " ".join(hand)
    if how == "commas":
        return ",".join(hand)
    if how == "both":
        return ", ".join(hand)
    if how == "list":
        return list(hand)
    return " ".join(card.replace("T", "10") for card in hand)


# Settle documents

ORDINARY_AMOUNTS = st.integers(min_value=1, max_value=60).map(lambda dollars: dollars * 500)
ANY_AMOUNTS = st.one_of(
    ORDINARY_AMOUNTS,
    ORDINARY_AMOUNTS,
    st.integers(min_value=1, max_value=100_000),
    st.integers(min_value=1, max_value=10_000_000_000),
)

DECISIONS = one_of("play", "play", "fold")
SEAT_NUMBERS = st.permutations(range(1, 8))


@cache
def some_spots(house: str) -> SearchStrategy[set[str]]:
    return st.lists(st.sampled_from(SPOTS_OF[house]), min_size=1, unique=True).map(set)


@st.composite
def settle_seats(draw: DrawFn, house: str, number: int, hand: Hand, spots: list[str]) -> Document:
    wagers_placed = draw(some_spots(house))
    if draw(one_in(2)):
        wagers_placed = wagers_placed | {"ante"}
    if draw(one_in(2)):
        wagers_placed = set(SPOTS_OF[house])
    wagers = {}
    for spot in SPOTS_OF[house]:
        if spot in wagers_placed:
            if spot == "progressive" and draw(BOOLEANS):
                wagers[spot] = 100
            else:
                wagers[spot] = draw(ANY_AMOUNTS)
    seat: Document = {"seat": number, "cards": draw(written(hand)), "wagers": wagers}
    if "ante" in wagers:
        seat["decision"] = draw(DECISIONS)

    if draw(one_in(3)):
        toke_spots = [spot for spot in SPOTS_OF[house] if spot != "progressive"]
        toke_spots.append("play")
        if "ante" not in wagers:
            toke_spots = [spot for spot in toke_spots if spot not in ("ante", "play")]
        chosen = draw(st.lists(st.sampled_from(toke_spots), unique=True))
        seat["tokes"] = {spot: draw(ANY_AMOUNTS) for spot in chosen}

    if house in HOUSES_THAT_TAKE_COUPONS and draw(BOOLEANS):
        bet_on = set(wagers)
        if "ante" in wagers:
            bet_on.add("play")
        possible = [spot for spot in spots if spot in bet_on]
        if possible:
            seat["match_play"] = {draw(st.sampled_from(possible)): draw(ANY_AMOUNTS)}

    if draw(one_in(3)):
        seat["player"] = draw(ANY_PLAYER)
    return seat


def wins_the_jackpot(seat: Document) -> bool:
    if "progressive" not in seat["wagers"] or seat.get("decision") == "fold":
        return False
    return is_ace_king_queen_of_spades(read_hand(seat["cards"]))


@st.composite
def settle_documents(draw: DrawFn, house: str | None = None) -> Document:
    """A valid input for `queenhigh settle`, for the given house or any."""
    if house is None:
        house = draw(ANY_HOUSE)
    options = draw(option_overrides(house, settle_options_of(house)))
    spots = options.get("match_play", {}).get("spots", ["ante"])

    number_of_seats = draw(st.integers(min_value=1, max_value=7))
    numbers = draw(SEAT_NUMBERS)[:number_of_seats]
    dealer, hands = draw(deals(number_of_seats, six_often=house == "manual"))
    seats = [
        draw(settle_seats(house, number, hand, spots))
        for number, hand in zip(numbers, hands, strict=True)
    ]

    # Two rare things that would hardly ever coincide by chance.
    if any(is_six_card_royal(dealer + hand) for hand in hands) and draw(one_in(2)):
        options["six_card_super_royal"] = draw(one_of("none", 1000, 2000, 20000))

    document: Document = {"house": house, "dealer": draw(written(dealer)), "seats": seats}
    if options:
        document["options"] = options
    if house == "manual":
        if any(wins_the_jackpot(seat) for seat in seats) or draw(BOOLEANS):
            document["progressive_meter"] = draw(st.integers(min_value=1, max_value=10_000_000_000))
        elif draw(BOOLEANS):
            document["progressive_meter"] = 0
    return document


# Check documents


@cache
def near(*dollars: int) -> SearchStrategy[int]:
    """Amounts at these dollars, and a cent, half a dollar or a dollar away."""
    around = []
    for amount in dollars:
        around.extend([amount * 100] * 4)
        around.extend([amount * 100 + change for change in (-100, -1, 1, 50, 100)])
    return st.sampled_from([cents for cents in around if cents > 0])


@cache
def dollars_of(*dollars: int) -> SearchStrategy[int]:
    return st.sampled_from([amount * 100 for amount in dollars])


@cache
def good_amounts(house: str) -> SearchStrategy[int]:
    """Amounts that the house takes on the ante spot, and on pair plus, taken alone."""
    if house == "classic":
        return dollars_of(2, 3, 5, 10)
    return dollars_of(5, 10, 20, 25, 100, 200, 300)


@cache
def amounts_near_the_limits(house: str) -> SearchStrategy[int]:
    if house == "classic":
        return near(2, 3, 4, 5, 9, 10)
    if house == "manual":
        return near(5, 10, 20, 25, 50, 100, 150, 200, 300)
    return near(5, 10, 20, 25, 50, 100, 250, 500)


MAIN_BETS = one_of(["ante"], ["pair_plus"], ["ante", "pair_plus"], ["ante", "pair_plus"])


@st.composite
def good_wagers(draw: DrawFn, house: str) -> dict[str, int]:
    """Ante, pair plus or both, each within its own limits."""
    spots = draw(MAIN_BETS)
    return {spot: draw(good_amounts(house)) for spot in spots}


# What a seat tries. Each kind of seat is valid except for the one thing it is about.


@st.composite
def plain_seats(draw: DrawFn, house: str) -> Document:
    return {"wagers": draw(good_wagers(house))}


@st.composite
def seats_near_the_limits(draw: DrawFn, house: str) -> Document:
    spots = draw(MAIN_BETS)
    return {"wagers": {spot: draw(amounts_near_the_limits(house)) for spot in spots}}


@st.composite
def seats_with_one_bet_under_the_minimum(draw: DrawFn, house: str) -> Document:
    low = dollars_of(1) if house == "classic" else dollars_of(1, 4)
    wagers = {"ante": draw(good_amounts(house)), "pair_plus": draw(good_amounts(house))}
    for spot in draw(one_of(["ante"], ["pair_plus"], ["ante", "pair_plus"])):
        wagers[spot] = draw(low)
    return {"wagers": wagers}


@st.composite
def seats_with_a_ratio(draw: DrawFn, house: str) -> Document:
    """Ratios around equal, one half, and five times (mics-f6)."""
    unit = 200 if house == "classic" else 1000
    times = draw(one_of((1, 1), (1, 2), (2, 1), (1, 5), (5, 1)))
    wagers = {"ante": unit * times[0], "pair_plus": unit * times[1]}
    spot = draw(one_of("ante", "pair_plus"))
    wagers[spot] = wagers[spot] + draw(one_of(0, 0, 100, -100))
    return {"wagers": wagers}


@st.composite
def seats_with_side_bets(draw: DrawFn, house: str) -> Document:
    """6 Card Bonus and progressive, in the manual or where they are not offered."""
    wagers = draw(good_wagers(house))
    if draw(one_in(6)):
        wagers = {}
    side_bets = draw(one_of(["six_card_bonus"], ["progressive"], ["six_card_bonus", "progressive"]))
    if "six_card_bonus" in side_bets:
        wagers["six_card_bonus"] = draw(near(1, 5, 6, 10, 50, 96, 100, 101, 105))
    if "progressive" in side_bets:
        wagers["progressive"] = draw(one_of(100, 100, 100, 100, 99, 101, 150, 200, 50))
    return {"wagers": wagers}


@st.composite
def seats_with_tokes(draw: DrawFn, house: str) -> Document:
    wagers = draw(good_wagers(house))
    own = list(wagers)
    if "ante" in wagers:
        own.append("play")
    spots = draw(st.lists(st.sampled_from(own), min_size=1, unique=True))
    if draw(one_in(8)):
        spots = [draw(one_of("ante", "play", "pair_plus", "progressive"))]
    amounts = {
        "classic": near(1, 2, 10),
        "manual": near(5, 30, 40, 50, 100, 130, 230, 300, 305),
    }.get(house, near(1, 5, 250, 500))
    return {"wagers": wagers, "tokes": {spot: draw(amounts) for spot in spots}}


@st.composite
def seats_with_a_six_card_bonus_toke(draw: DrawFn, house: str) -> Document:
    """For the manual only. The player's own 6 Card Bonus bet is high, low or absent."""
    wagers = draw(good_wagers(house))
    if draw(one_in(2)):
        wagers["six_card_bonus"] = draw(dollars_of(5, 90, 95, 100))
    return {"wagers": wagers, "tokes": {"six_card_bonus": draw(near(1, 10, 15, 20, 25))}}


@st.composite
def seats_with_a_coupon(draw: DrawFn, house: str) -> Document:
    wagers = draw(good_wagers(house))
    spots = draw(one_of(["ante"], ["ante"], ["play"], ["pair_plus"], ["ante", "pair_plus"]))
    coupons = {}
    for spot in spots:
        chips = wagers.get("ante" if spot == "play" else spot, 500)
        coupons[spot] = chips + draw(one_of(0, 0, -100, 100))
    return {"wagers": wagers, "match_play": coupons}


@st.composite
def check_seats(draw: DrawFn, house: str, number: int, options: Document) -> Document:
    kinds = [plain_seats] * 4 + [seats_near_the_limits] * 2
    kinds += [seats_with_one_bet_under_the_minimum, seats_with_a_ratio, seats_with_a_ratio]
    # The books do not say what the toke caps become where ante and play share one maximum (MAN-16).
    if options.get("ante_play_max") != "combined":
        kinds += [seats_with_tokes] * 4
    if house == "manual":
        kinds += [seats_with_side_bets] * 4 + [seats_with_a_six_card_bonus_toke] * 3
    elif draw(one_in(2)):
        kinds += [seats_with_side_bets] * 2
    if house in HOUSES_THAT_TAKE_COUPONS:
        kinds += [seats_with_a_coupon] * 3
    elif draw(one_in(4)):
        kinds += [seats_with_a_coupon]
    if draw(one_in(20)):
        return {"seat": number, "wagers": {}}  # No other bet either.
    seat: Document = {"seat": number, **draw(draw(st.sampled_from(kinds))(house))}
    if draw(one_in(3)):
        seat["player"] = draw(ANY_PLAYER)
    return seat


@st.composite
def check_documents(draw: DrawFn, house: str | None = None) -> Document:
    """A well-formed input for `queenhigh check`, with bets in and around the limits."""
    if house is None:
        house = draw(ANY_HOUSE)
    options = draw(option_overrides(house, check_options_of(house)))
    number_of_seats = draw(st.sampled_from([1, 1, 1, 2, 2, 3, 7]))
    numbers = list(draw(SEAT_NUMBERS)[:number_of_seats])
    if draw(BOOLEANS):
        numbers = list(range(1, number_of_seats + 1))  # Adjacent, for two positions.
    seats = [draw(check_seats(house, number, options)) for number in numbers]
    # Rare things that would hardly ever coincide by chance.
    if any("six_card_bonus" in seat.get("tokes", {}) for seat in seats) and draw(one_in(2)):
        options["six_card_toke_cap"] = draw(one_of("fixed_25", "min_of_both"))
    six_card_bonus_without_ante = any(
        "six_card_bonus" in seat["wagers"] and "ante" not in seat["wagers"] for seat in seats
    )
    if house == "manual" and six_card_bonus_without_ante and draw(one_in(2)):
        options["six_card_with_pair_plus_only"] = draw(BOOLEANS)

    document: Document = {"house": house, "seats": seats}
    if options:
        document["options"] = options
    return document
