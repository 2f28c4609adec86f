"""The front end's types of what it is sent are up to date."""

from .schema import KEPT, types


def test_the_front_ends_types_match_the_service() -> None:
    assert KEPT.read_text("utf-8") == types(), "make them again: npm run types, in web"
