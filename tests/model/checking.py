"""A slow, obvious answer to: may these opening bets stand?

`allowed` gives all broad reasons for refusal, for every seat whose bets would be refused. A program
that stops at the first reason agrees with the model when it refuses the same seats and each reason
it gives is among the model's. A player on too many seats, or on seats that are not adjacent, gets
the reason "positions" at each of those seats.
"""

from typing import Any

Document = dict[str, Any]

DOLLAR = 100

ORDINARY_OPTIONS: dict[str, Any] = {
    "wager_version": "free",
    "six_card_min": 5,
    "six_card_steps": "multiples_of_5",
    "six_card_with_pair_plus_only": True,
    "progressive_requires_6cb": False,
    "minimum_applies": "each_bet",
    "ante_play_max": "each",
    "toke_cap": "combined_110",
    "six_card_toke_cap": "fixed_25",
    "six_card_toke_requires": "ante_or_pair_plus",
    "match_play": {"spots": ["ante"]},
}

HOUSE_OPTIONS: dict[str, dict[str, Any]] = {
    "mics": {"max_positions": 2},
    "mics-alternate": {"max_positions": 2, "wager_version": "ii"},
    "chickasaw": {"max_positions": 1},
    "manual": {"max_positions": 1},
    "classic": {"max_positions": 2},
}

OFFERED = {
    "mics": ["ante", "pair_plus"],
    "mics-alternate": ["ante", "pair_plus"],
    "chickasaw": ["ante", "pair_plus"],
    "manual": ["ante", "pair_plus", "six_card_bonus", "progressive"],
    "classic": ["ante", "pair_plus"],
}

# The minimum and maximum on the ante spot, and likewise on the pair plus spot.
MINIMUM = {
    "mics": 5 * DOLLAR,
    "mics-alternate": 5 * DOLLAR,
    "chickasaw": 5 * DOLLAR,
    "manual": 5 * DOLLAR,
    "classic": 2 * DOLLAR,
}
MAXIMUM = {
    "mics": 500 * DOLLAR,
    "mics-alternate": 500 * DOLLAR,
    "chickasaw": 500 * DOLLAR,
    "manual": 300 * DOLLAR,
    "classic": 10 * DOLLAR,
}

HOUSES_THAT_TAKE_COUPONS = ["mics", "mics-alternate"]


def options_of(document: Document) -> dict[str, Any]:
    options = dict(ORDINARY_OPTIONS)
    options.update(HOUSE_OPTIONS[document["house"]])
    for name, chosen in document.get("options", {}).items():
        if name == "match_play":
            options["match_play"] = {**ORDINARY_OPTIONS["match_play"], **chosen}
        else:
            options[name] = chosen
    return options


def minimum_of(spot: str, house: str, options: dict[str, Any]) -> int:
    if spot == "progressive":
        return 1 * DOLLAR
    if spot == "six_card_bonus":
        return int(options["six_card_min"]) * DOLLAR
    return MINIMUM[house]


def maximum_of(spot: str, house: str, options: dict[str, Any]) -> int:
    if spot == "progressive":
        return 1 * DOLLAR
    if spot == "six_card_bonus":
        return 100 * DOLLAR
    if spot in ("ante", "play") and options["ante_play_max"] == "combined":
        return MAXIMUM[house] // 2  # Ante and play are equal and share the maximum (MAN-16).
    return MAXIMUM[house]


def is_whole_dollars(amount: int) -> bool:
    return amount % DOLLAR == 0


def is_multiple_of_five_dollars(amount: int) -> bool:
    return amount % (5 * DOLLAR) == 0


# Amounts


def is_below_minimum(spot: str, wagers: dict[str, int], house: str, options: Document) -> bool:
    amount = wagers[spot]
    if amount >= minimum_of(spot, house, options):
        return False
    if spot == "six_card_bonus" and options["six_card_steps"] == "one_or_multiples":
        return amount != 1 * DOLLAR
    if spot in ("ante", "pair_plus") and options["minimum_applies"] == "either_bet":
        ante_is_enough = wagers.get("ante", 0) >= minimum_of("ante", house, options)
        pair_plus_is_enough = wagers.get("pair_plus", 0) >= minimum_of("pair_plus", house, options)
        return not (ante_is_enough or pair_plus_is_enough)
    return True


def is_off_the_steps(spot: str, amount: int, options: dict[str, Any]) -> bool:
    if spot != "six_card_bonus":
        return not is_whole_dollars(amount)
    if options["six_card_steps"] == "one_or_multiples":
        return amount != 1 * DOLLAR and not is_multiple_of_five_dollars(amount)
    if options["six_card_steps"] == "from_minimum":
        above_the_minimum = amount - int(options["six_card_min"]) * DOLLAR
        return not is_multiple_of_five_dollars(above_the_minimum)
    return not is_multiple_of_five_dollars(amount)


# Which wager needs which other


def lacks_a_prerequisite(wagers: dict[str, int], house: str, options: dict[str, Any]) -> bool:
    has_ante = "ante" in wagers
    has_pair_plus = "pair_plus" in wagers

    if "six_card_bonus" in wagers and "six_card_bonus" in OFFERED[house]:
        if not has_ante and not has_pair_plus:
            return True
        if not has_ante and not options["six_card_with_pair_plus_only"]:
            return True

    if "progressive" in wagers and "progressive" in OFFERED[house]:
        if not has_ante and not has_pair_plus:
            return True
        if options["progressive_requires_6cb"] and "six_card_bonus" not in wagers:
            return True

    if options["wager_version"] == "i" and has_pair_plus:
        return wagers.get("ante", 0) < wagers["pair_plus"]
    if options["wager_version"] == "ii" and has_pair_plus:
        return 2 * wagers.get("ante", 0) < wagers["pair_plus"]
    if options["wager_version"] == "iii":
        return not (has_ante and has_pair_plus)
    return False


def is_out_of_ratio(wagers: dict[str, int], options: dict[str, Any]) -> bool:
    if options["wager_version"] != "iii":
        return False
    if "ante" not in wagers or "pair_plus" not in wagers:
        return False
    greater = max(wagers["ante"], wagers["pair_plus"])
    lesser = min(wagers["ante"], wagers["pair_plus"])
    return greater > 5 * lesser


# Positions


def is_at_too_many_positions(
    seat: Document, seats: list[Document], options: dict[str, Any]
) -> bool:
    if "player" not in seat:
        return False
    numbers = sorted(other["seat"] for other in seats if other.get("player") == seat["player"])
    if len(numbers) > options["max_positions"]:
        return True
    return len(numbers) == 2 and numbers[1] - numbers[0] != 1


# Tokes


def own_bet_on(spot: str, wagers: dict[str, int]) -> int:
    """The player's own chips on a spot; the play bet will equal the ante."""
    if spot == "play":
        return wagers.get("ante", 0)
    return wagers.get(spot, 0)


def manual_toke_cap(spot: str, wagers: dict[str, int], options: dict[str, Any]) -> int:
    """The general cap of manual-limits-F2 and manual-tips-I, read as MAN-15 says."""
    maximum = maximum_of(spot, "manual", options)
    ten_percent = maximum // 10
    if options["toke_cap"] == "ten_percent_flat":
        return ten_percent
    if own_bet_on(spot, wagers) >= maximum:
        return ten_percent
    room = maximum + ten_percent - own_bet_on(spot, wagers)
    return min(room, maximum)


def manual_refuses_toke(spot: str, amount: int, seat: Document, options: dict[str, Any]) -> bool:
    wagers = seat["wagers"]
    if spot == "progressive":
        return True
    if not is_whole_dollars(amount):
        return True
    if spot == "six_card_bonus":
        if options["six_card_toke_requires"] == "pair_plus" and "pair_plus" not in wagers:
            return True
        if "ante" not in wagers and "pair_plus" not in wagers:
            return True
        cap = 25 * DOLLAR
        if options["six_card_toke_cap"] == "min_of_both":
            cap = min(cap, manual_toke_cap(spot, wagers, options))
        return amount > cap
    if own_bet_on(spot, wagers) == 0:
        return True
    if spot == "play" and "ante" not in seat["tokes"]:
        return True
    return amount > manual_toke_cap(spot, wagers, options)


def other_house_refuses_toke(
    spot: str, amount: int, seat: Document, house: str, options: dict[str, Any]
) -> bool:
    if spot not in ("ante", "play", "pair_plus"):
        return True
    if own_bet_on(spot, seat["wagers"]) == 0:
        return True
    if not is_whole_dollars(amount):
        return True
    return amount > maximum_of(spot, house, options)


def has_a_bad_toke(seat: Document, house: str, options: dict[str, Any]) -> bool:
    for spot, amount in seat.get("tokes", {}).items():
        if house == "manual":
            if manual_refuses_toke(spot, amount, seat, options):
                return True
        else:
            if other_house_refuses_toke(spot, amount, seat, house, options):
                return True
    return False


# Coupons


def has_a_bad_coupon(seat: Document, house: str, options: dict[str, Any]) -> bool:
    coupons = seat.get("match_play", {})
    if not coupons:
        return False
    if house not in HOUSES_THAT_TAKE_COUPONS:
        return True
    if len(coupons) > 1:
        return True
    for spot, face in coupons.items():
        if spot not in options["match_play"]["spots"]:
            return True
        if own_bet_on(spot, seat["wagers"]) < face:
            return True
    return False


# The table


def allowed(document: Document) -> dict[int, set[str]]:
    """The reasons for refusal, seat by seat; an empty dict when all bets are accepted."""
    house = document["house"]
    options = options_of(document)
    refused: dict[int, set[str]] = {}

    for seat in document["seats"]:
        wagers = seat["wagers"]
        reasons: set[str] = set()

        if not wagers:
            reasons.add("no_wager")
        else:
            if lacks_a_prerequisite(wagers, house, options):
                reasons.add("prerequisite")
            if is_out_of_ratio(wagers, options):
                reasons.add("ratio")

        for spot, amount in wagers.items():
            if spot not in OFFERED[house]:
                reasons.add("not_offered")
                continue
            if is_below_minimum(spot, wagers, house, options):
                reasons.add("below_minimum")
            if amount > maximum_of(spot, house, options):
                reasons.add("above_maximum")
            if is_off_the_steps(spot, amount, options):
                reasons.add("step")

        if is_at_too_many_positions(seat, document["seats"], options):
            reasons.add("positions")
        if has_a_bad_toke(seat, house, options):
            reasons.add("toke")
        if has_a_bad_coupon(seat, house, options):
            reasons.add("coupon")

        if reasons:
            refused[seat["seat"]] = reasons
    return refused
