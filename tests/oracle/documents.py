"""Random rounds and opening bets from a seeded generator, with rare things made common.

Hands and spots are those of `tests/model/documents.py`; here they are drawn with `random`, which
gives the same documents on every machine, and many of them quickly.
"""

from random import Random

from tests.model.documents import (
    COUPON_SPOTS,
    DEALER_PATTERNS,
    HANDS_BY_PATTERN,
    PLAYERS,
    SEAT_PATTERNS,
    SPOTS_OF,
    Document,
    Hand,
    all_hands,
    wins_the_jackpot,
)
from tests.model.ranking import DECK, RANKS, SUITS

SEATS = range(1, 8)
TOKE_SPOTS = ["ante", "play", "pair_plus", "six_card_bonus"]

# Rounds to settle


def round_of(
    rng: Random,
    house: str,
    *,
    most_seats: int = 7,
    coupon_spots: tuple[str, ...] = ("ante",),
    spots: list[str] | None = None,
) -> Document:
    """A round that `settle` takes. `spots` where a house after this one offers other wagers."""
    spots = spots or SPOTS_OF[house]
    number = min(rng.choice([1, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7]), most_seats)
    dealer, hands = _deal(rng, number, six_often="six_card_bonus" in spots)
    numbers = rng.sample(SEATS, number)
    seats = [
        _seat(rng, house, seat, hand, coupon_spots, spots)
        for seat, hand in zip(numbers, hands, strict=True)
    ]
    document: Document = {"house": house, "dealer": _written(rng, dealer), "seats": seats}
    if "progressive" in spots:
        if any(wins_the_jackpot(seat) for seat in seats) or rng.random() < 0.5:
            document["progressive_meter"] = rng.choice([100_000, 1_234_500, rng.randint(1, 10**9)])
        elif rng.random() < 0.2:
            document["progressive_meter"] = 0
    if rng.random() < 0.02:
        document["moment"] = rng.choice(["open", "announced", "first_card"])
    return document


def _seat(
    rng: Random,
    house: str,
    number: int,
    hand: Hand,
    coupon_spots: tuple[str, ...],
    spots: list[str],
) -> Document:
    placed = set(rng.sample(spots, rng.randint(1, len(spots))))
    if rng.random() < 0.5:
        placed.add("ante")
    wagers = {spot: _amount(rng) for spot in spots if spot in placed}
    if "progressive" in wagers and rng.random() < 0.7:
        wagers["progressive"] = 100
    seat: Document = {"seat": number, "cards": _written(rng, hand), "wagers": wagers}
    if "ante" in wagers:
        seat["decision"] = rng.choice(["play", "play", "play", "fold"])
    if rng.random() < 0.3:
        taken = [spot for spot in TOKE_SPOTS if spot == "play" or spot in spots]
        if "ante" not in wagers:
            taken = [spot for spot in taken if spot not in ("ante", "play")]
        chosen = rng.sample(taken, rng.randint(0, len(taken)))
        seat["tokes"] = {spot: _amount(rng) for spot in chosen}
        if rng.random() < 0.15:
            seat["tokes"]["unspecified"] = _amount(rng)
    backed = {*wagers, "play"} if "ante" in wagers else set(wagers)
    possible = [spot for spot in coupon_spots if spot in backed]
    if possible and rng.random() < (0.4 if house.startswith("mics") else 0.1):
        seat["match_play"] = {rng.choice(possible): _amount(rng)}
    if rng.random() < 0.25:
        seat["player"] = rng.choice(PLAYERS)
    if rng.random() < 0.02:
        seat["noticed_late"] = True
    if rng.random() < 0.02:
        seat["offered_as"] = rng.choice(["chips", "cash"])
    return seat


def _amount(rng: Random) -> int:
    """Mostly whole chips; sometimes odd cents; rarely a fortune."""
    kind = rng.random()
    if kind < 0.92:
        return rng.choice([500, 1000, 1500, 2000, 2500, 5000, 10_000, 30_000])
    if kind < 0.98:
        return rng.randint(1, 100_000)
    return rng.randint(1, 10_000_000_000)


def _deal(rng: Random, seats: int, *, six_often: bool) -> tuple[Hand, list[Hand]]:
    hands: list[Hand] = []
    if rng.random() < (0.4 if six_often else 0.1):
        six = _six_cards(rng)
        dealer = six[:3]
        hands.append(six[3:])
    else:
        dealer = _hand(rng, rng.choice(DEALER_PATTERNS), [], set())
    used = {card for hand in (dealer, *hands) for card in hand}
    while len(hands) < seats:
        hand = _hand(rng, rng.choice(SEAT_PATTERNS), dealer, used)
        used.update(hand)
        hands.append(hand)
    rng.shuffle(hands)
    return dealer, hands


def _hand(rng: Random, pattern: str, dealer: Hand, used: set[str]) -> Hand:
    """A hand of the pattern from the cards that are left; any hand if that does not come."""
    if pattern == "ties_the_dealer":
        candidates = all_hands(dealer[0][0], dealer[1][0], dealer[2][0])
    else:
        candidates = HANDS_BY_PATTERN.get(pattern, [])
    for _ in range(20 if candidates else 0):
        hand = rng.choice(candidates)
        if used.isdisjoint(hand):
            return rng.sample(hand, 3)
    return rng.sample([card for card in DECK if card not in used], 3)


def _six_cards(rng: Random) -> Hand:
    """Six cards, player's and dealer's together, that make something for the 6 Card Bonus."""
    suit = rng.choice(SUITS)
    kind = rng.choice(
        "royal royal six_card_royal six_card_royal straight_flush steel_wheel wheel wheel "
        "straight flush four_of_a_kind full_house two_threes three_of_a_kind".split()
    )
    low = rng.randint(0, 8)
    run = [RANKS[low + step] for step in range(5)]
    match kind:
        case "six_card_royal":
            six = [rank + suit for rank in "9TJQKA"]
        case "royal":
            six = [rank + suit for rank in "TJQKA"]
        case "straight_flush":
            six = [rank + suit for rank in run]
        case "steel_wheel":
            six = [rank + suit for rank in "A2345"]
        case "wheel":
            six = [rank + rng.choice(SUITS) for rank in "A2345"]
        case "straight":
            six = [rank + rng.choice(SUITS) for rank in run]
        case "flush":
            six = [rank + suit for rank in rng.sample(RANKS, 5)]
        case _:
            one, other = rng.sample(RANKS, 2)
            first, second = {
                "four_of_a_kind": (4, 1),
                "full_house": (3, 2),
                "two_threes": (3, 3),
                "three_of_a_kind": (3, 1),
            }[kind]
            suits = rng.sample(SUITS, 4)
            six = [one + each for each in suits[:first]] + [
                other + each for each in suits[-second:]
            ]
    while len(six) < 6:
        six.append(rng.choice([card for card in DECK if card not in six]))
    return rng.sample(six, 6)


def _written(rng: Random, hand: Hand) -> str | list[str]:
    """A hand as a document may write it."""
    kind = rng.random()
    if kind < 0.85:
        return " ".join(hand)
    if kind < 0.9:
        return ", ".join(hand)
    if kind < 0.95:
        return list(hand)
    return ",".join(card.replace("T", "10") for card in hand)


# Opening bets to check

ALL_SPOTS = ["ante", "pair_plus", "six_card_bonus", "progressive"]


def bets_of(rng: Random, house: str, spots: list[str] | None = None) -> Document:
    """Opening bets that `check` can judge, in order or not."""
    spots = spots or SPOTS_OF[house]
    number = rng.choice([1, 1, 1, 1, 2, 2, 3, 7])
    first = rng.randint(1, 8 - number)
    numbers = rng.choice([list(range(first, first + number)), rng.sample(SEATS, number)])
    document: Document = {
        "house": house,
        "seats": [_bets(rng, house, seat, spots) for seat in numbers],
    }
    if rng.random() < 0.15:
        document["moment"] = rng.choice(["open", "announced", "first_card"])
    return document


def _bets(rng: Random, house: str, number: int, spots: list[str]) -> Document:
    spots = spots if rng.random() < 0.9 else ALL_SPOTS
    chosen = rng.sample(spots, rng.randint(1, len(spots)))
    if rng.random() < 0.6:
        chosen.append("ante")
    wagers = {spot: _bet(rng, house, spot) for spot in spots if spot in chosen}
    if {"ante", "pair_plus"} <= wagers.keys() and rng.random() < 0.3:
        ratio = rng.choice([0.5, 1, 2, 5])
        wagers["pair_plus"] = max(1, int(wagers["ante"] * ratio) + rng.choice([0, 0, 100, -100]))
    if rng.random() < 0.03:
        wagers = {}
    seat: Document = {"seat": number, "wagers": wagers}
    if rng.random() < 0.35:
        own = [spot for spot in (*wagers, "play") if spot != "progressive"]
        if rng.random() < 0.15:
            own = [*TOKE_SPOTS, "progressive"]
        chosen = rng.sample(own, rng.randint(1, len(own)))
        seat["tokes"] = {spot: _toke(rng, house) for spot in chosen}
    if rng.random() < 0.1:
        seat.setdefault("tokes", {})["unspecified"] = rng.choice([100, 500, 2500])
    if rng.random() < (0.25 if house.startswith("mics") else 0.05):
        spots = rng.sample(COUPON_SPOTS, rng.choice([1, 1, 1, 2]))
        seat["match_play"] = {
            spot: max(
                1, wagers.get("ante" if spot == "play" else spot, 500) + rng.choice([0, -100, 100])
            )
            for spot in spots
        }
    if rng.random() < 0.5:
        seat["player"] = rng.choice(PLAYERS)
    if rng.random() < 0.1:
        seat["noticed_late"] = True
    if rng.random() < 0.1:
        seat["offered_as"] = rng.choice(["chips", "cash", "verbal_with_cash", "foreign_money"])
    return seat


def _bet(rng: Random, house: str, spot: str) -> int:
    if spot == "progressive":
        return rng.choice([100, 100, 100, 100, 200, 50, 101])
    if spot == "six_card_bonus":
        dollars = rng.choice([1, 5, 6, 10, 11, 50, 96, 100, 101, 105])
    elif house == "classic":
        dollars = rng.choice([1, 2, 2, 3, 4, 5, 6, 9, 10, 10, 11])
    else:
        most = 300 if house == "manual" else 500
        dollars = rng.choice([1, 4, 5, 5, 10, 20, 25, 50, 100, most // 2, most, most + 1])
    beside = rng.choice([0, 0, 0, 0, 0, 0, 0, 50, 1, -1])
    return dollars * 100 + beside


def _toke(rng: Random, house: str) -> int:
    dollars = {
        "classic": [1, 2, 5, 10, 11],
        "manual": [1, 5, 10, 11, 15, 20, 25, 26, 30, 40, 130, 230, 280, 300, 305],
    }.get(house, [1, 5, 25, 500, 501])
    return rng.choice(dollars) * 100 + rng.choice([0, 0, 0, 0, 0, 0, 50, 1])
