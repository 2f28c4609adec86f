"""Amounts that a program gives to the library."""


def check_cents(name: str, cents: object) -> None:
    """Raises TypeError for what is no whole number of cents."""
    if not isinstance(cents, int) or isinstance(cents, bool):
        raise TypeError(f"{name} is {cents!r}; amounts are whole cents, as integers")
