"""Money as people read it."""


def dollars(cents: int) -> str:
    """``$12`` or ``$12.50``; a loss as ``-$12``."""
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    return f"{sign}${whole:,}.{rest:02}" if rest else f"{sign}${whole:,}"
