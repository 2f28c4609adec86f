"""Texts of a house that hold one name in braces."""

from string import Formatter


def template_problem(text: str, name: str) -> str:
    """What is wrong with a text that may hold one {name}, or nothing."""
    try:
        parts = list(Formatter().parse(text))
    except ValueError:
        return "its braces do not match"
    plain = all(field in (None, name) and not spec and not how for _, field, spec, how in parts)
    return "" if plain else f"only {{{name}}} may stand in braces"
