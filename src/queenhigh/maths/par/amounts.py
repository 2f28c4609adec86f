"""Amounts of a sheet, in the currency of its house."""

from ...house.money import currency_text, fine_currency_text
from ..exact_figure import Exact
from ..paper.blocks import Cell
from .sheet import Sheet


def money(sheet: Sheet, cents: int) -> Cell:
    return Cell(amount(sheet, cents), str(cents), cents)


def amount(sheet: Sheet, cents: int) -> str:
    """Format an amount in the house's currency."""
    return currency_text(cents, sheet.title.currency).replace("-", "−")


def exact_money(sheet: Sheet, cents: Exact) -> Cell:
    text = fine_currency_text(cents.value, sheet.title.currency).replace("-", "−")
    return Cell(text, cents.exact, cents.value)
