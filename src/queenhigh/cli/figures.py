"""A house with options, and exact figures in columns."""

from typing import TYPE_CHECKING

import msgspec

from ..house.decode_errors import doubled_key, not_json
from ..house.loader import load_house, with_options
from ..house.money import fine_currency_text

if TYPE_CHECKING:
    from rich.table import Table

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


def columns(*headings: str) -> "Table":
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="left" if not number else "right")
    return table


def percent(figure: "Exact") -> str:
    return f"{figure.value:.4%}"


def both(figure: "Exact") -> str:
    return f"{figure.value:.4%} ({figure.exact})"


def money(house: "House", cents: float) -> str:
    return fine_currency_text(cents, house.currency)
