"""Houses for the tests of the mathematics: built-in ones with options and pay tables changed."""

import json
from typing import Any

import msgspec

from queenhigh.house.loader import built_in, with_options
from queenhigh.house.model import House
from queenhigh.house.paytables import AnteBonusTable, PairPlusTable, SixCardTable
from queenhigh.maths.variants import variant

_QUALIFYING = ("any", "jack_high", "queen_high", "king_high", "ace_high", "pair")


def house(key: str = "mics", **options: Any) -> House:
    return with_options(built_in(key), json.dumps(options).encode()) if options else built_in(key)


def with_ante_bonus(pays: str) -> House:
    return variant(built_in("classic"), ante_bonus=AnteBonusTable.from_shorthand(pays))


def with_pair_plus(strongest_first: str) -> House:
    pays = "/".join(reversed(strongest_first.split("-")))
    return variant(built_in("classic"), pair_plus=PairPlusTable.from_shorthand(pays))


def with_six_card_bonus(strongest_first: str) -> House:
    pays = "/".join(reversed(strongest_first.split("/")))
    return variant(built_in("manual"), six_card_bonus=SixCardTable.from_shorthand(pays))


def qualifying_with(what: str, **options: Any) -> House:
    base = house("mics", **options)
    return variant(base, dealer=msgspec.structs.replace(base.dealer, qualifies_with=what))


def rankings_and_qualifiers() -> list[House]:
    """Everything that the counts depend on."""
    return [
        qualifying_with(what, tie_break=tie_break, ace_low_straight=ace_low)
        for what in _QUALIFYING
        for tie_break in ("standard", "literal_c3")
        for ace_low in (True, False)
    ]
