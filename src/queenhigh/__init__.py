"""Three Card Poker, from the rule book to the table."""

__version__ = "0.1.0"
