"""Random one-seat rounds, the same ones every time."""

import random
from collections.abc import Iterator

import msgspec

from queenhigh.cards.card import FULL_DECK, Hand, card_text, parse_hand
from queenhigh.cards.ranking import ranking
from queenhigh.house.loader import built_in
from queenhigh.house.model import House

SEED = 20240607
HOUSES = ("mics", "manual")


def least_bets(house: House) -> dict[str, int]:
    """Return the minimum bet of every wager."""
    return {name: house.limits(name).first for name in house.opening_bets}


WAGERS = {key: least_bets(built_in(key)) for key in HOUSES}
_METER_CENTS = 1_234_500
_WORST_PLAYED: Hand = parse_hand("Qs 6d 4c")  # The usual strategy: about a third of hands fold.


def lines(house: str, count: int) -> Iterator[bytes]:
    """Yield rounds as `settle --lines` reads them, each with its newline."""
    chance = random.Random(SEED)
    order, wagers = ranking(), WAGERS[house]
    least = order.strength(_WORST_PLAYED)
    for _ in range(count):
        first, second, third, *dealer = chance.sample(FULL_DECK, 6)
        document: dict[str, object] = {
            "house": house,
            "dealer": " ".join(map(card_text, dealer)),
            "seats": [
                {
                    "seat": chance.randint(1, 7),
                    "cards": " ".join(map(card_text, (first, second, third))),
                    "decision": "play"
                    if order.strength((first, second, third)) >= least
                    else "fold",
                    "wagers": wagers,
                }
            ],
        }
        if built_in(house).only_meter:
            document["progressive_meter"] = _METER_CENTS
        yield msgspec.json.encode(document) + b"\n"
