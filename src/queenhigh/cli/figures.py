"""A house with options, and exact figures as text."""

from typing import TYPE_CHECKING

import msgspec

from ..house.decode_errors import doubled_key, not_json
from ..house.loader import load_house, with_options
from ..house.money import fine_currency_text

if TYPE_CHECKING:
    from ..house.model import House
    from ..maths.exact_figure import Exact


def house_with(key_or_file: str, options: str | None) -> "House":
    house = load_house(key_or_file)
    if not options:
        return house
    try:
        playing = with_options(house, options.encode())
    except msgspec.DecodeError as error:
        raise ValueError(f"--options: {not_json(error)}") from None
    if twice := doubled_key(options.encode()):
        raise ValueError(f"--options: {twice} is given twice")
    return playing


def percent(figure: "Exact") -> str:
    return f"{figure.value:.4%}"


def both(figure: "Exact") -> str:
    return f"{figure.value:.4%} ({figure.exact})"


def money(house: "House", cents: float) -> str:
    return fine_currency_text(cents, house.currency)
