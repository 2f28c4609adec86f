"""Amounts as people write them, in the currency of the book."""

from typing import Final

_SIGNS: Final = {"USD": "$", "EUR": "€", "GBP": "£", "CAD": "C$", "AUD": "A$"}


def currency_text(cents: int, currency: str = "USD") -> str:
    """Format an amount: ``$12``, ``$12.50``, ``€5``, ``CHF 20``."""
    whole, part = divmod(abs(cents), 100)
    amount = f"{whole:,}.{part:02}" if part else f"{whole:,}"
    sign = _SIGNS.get(currency, f"{currency} ")
    return f"-{sign}{amount}" if cents < 0 else f"{sign}{amount}"
