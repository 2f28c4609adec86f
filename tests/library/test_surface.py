"""What is promised to stay stays."""

import pytest

import queenhigh as qh
from tests.library.surface import RECORDED, surface


def test_the_public_library_changes_only_on_purpose() -> None:
    """After a change, run python -m tests.library.surface and add a line to the changelog."""
    assert surface() == RECORDED.read_text("utf-8")


@pytest.mark.parametrize("name", qh.__all__)
def test_a_public_name_exists_and_has_a_docstring(name: str) -> None:
    assert getattr(qh, name).__doc__
    assert name in dir(qh)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'frobnicate'"):
        qh.frobnicate  # type: ignore[attr-defined]  # noqa: B018
