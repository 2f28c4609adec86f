"""The options of a document that its house has: those about other books' wagers say nothing."""

from typing import Any

import msgspec

from queenhigh.house.loader import built_in, with_options
from queenhigh.house.model import House
from queenhigh.house.options import options_of

Document = dict[str, Any]
# Words that go with the money; the model has none of them.
REASONS = {"clauses", "rulings", "category", "why", "departs_from", "meter"}


def house_of(document: Document) -> House:
    house = built_in(document["house"])
    known = options_of(house.book.rulings)
    chosen = {
        name: _offered(house, value) if name == "settle_order" else value
        for name, value in document.get("options", {}).items()
        if name in known
    }
    return with_options(house, msgspec.json.encode(chosen))


def _offered(house: House, order: list[str]) -> list[str]:
    return [name for name in order if name in house.settle_order]


def money(lines: list[Document]) -> list[Document]:
    """Lines, tokes or envy without their words; envy also without its wager."""
    left_out = REASONS | ({"wager"} if lines and "for_seat" in lines[0] else set())
    return [{name: line[name] for name in line if name not in left_out} for line in lines]
