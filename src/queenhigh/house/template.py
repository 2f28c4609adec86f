"""House texts with names in braces."""

from string import Formatter


def template_problem(text: str, *names: str) -> str:
    """Return what is wrong with a text that may contain these {names}, or ""."""
    try:
        parts = list(Formatter().parse(text))
    except ValueError:
        return "its braces do not match"
    plain = all(field in (None, *names) and not spec and not how for _, field, spec, how in parts)
    allowed = ", ".join(f"{{{name}}}" for name in names)
    return "" if plain else f"only {allowed} may be in braces"
