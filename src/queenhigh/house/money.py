"""Amounts as people write them, in the book's currency."""

from typing import Final

_SIGNS: Final = {"USD": "$", "EUR": "€", "GBP": "£", "CAD": "C$", "AUD": "A$"}


def currency_text(cents: int, currency: str = "USD") -> str:
    """Format an amount: ``$12``, ``$12.50``, ``€5``, ``CHF 20``."""
    whole, part = divmod(abs(cents), 100)
    amount = f"{whole:,}.{part:02}" if part else f"{whole:,}"
    sign = _SIGNS.get(currency, f"{currency} ")
    return f"-{sign}{amount}" if cents < 0 else f"{sign}{amount}"


def fine_currency_text(cents: float, currency: str) -> str:
    """Format an amount, to a hundredth of a cent unless it is a whole number of cents."""
    if cents == int(cents):
        return currency_text(int(cents), currency)
    sign = "-" if cents < 0 else ""
    unit = currency_text(0, currency).removesuffix("0")
    return f"{sign}{unit}{abs(cents) / 100:,.4f}"
