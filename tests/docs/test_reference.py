"""The reference pages and the picture match the program."""

from enum import StrEnum

import pytest

from docs.pictures import make as picture
from docs.reference import make as reference
from queenhigh.house.catalogue import books
from queenhigh.house.options import options_of
from queenhigh.wagers.refusal import RefusalCode


@pytest.mark.parametrize("name", reference.PAGES)
def test_a_reference_page_is_up_to_date(name: str) -> None:
    written = (reference.HERE / name).read_text("utf-8")
    assert written == reference.page(name), "run python docs/reference/make.py"


def test_the_picture_is_up_to_date() -> None:
    drawn = picture.PICTURE.read_text("utf-8")
    assert drawn == picture.drawn(), "run python docs/pictures/make.py"


def test_every_option_has_its_section() -> None:
    page = reference.page("options.md")
    names = {name for book in books().values() for name in options_of(book.rulings)}
    assert [name for name in sorted(names) if f"### `{name}`" not in page] == []


@pytest.mark.parametrize("code", reference.REFUSED)
def test_every_refusal_is_shown_with_bets_that_get_it(code: str) -> None:
    assert reference.refused_with(code).code == code


@pytest.mark.parametrize("code", RefusalCode)
def test_every_kind_of_refusal_is_shown(code: RefusalCode) -> None:
    """Codes that name wagers begin or end with the kind: wager/needs_ante, wager/ante_below_..."""
    word = code.value.rpartition("/")[2]
    group = code.value.partition("/")[0]
    assert any(each.startswith(group) and word in each for each in reference.REFUSED)


@pytest.mark.parametrize("codes", reference.LISTS, ids=lambda codes: codes.__name__)
def test_every_code_of_a_closed_list_is_used_somewhere(codes: type[StrEnum]) -> None:
    assert [code for code, said in reference.said_with(codes).items() if not said] == []


def test_each_of_the_services_own_codes_has_a_status() -> None:
    said = reference.said_by_the_service()
    assert {"request/too_many", "table/unknown", "service/fault"} <= said.keys()
    without = [code for code, each in said.items() if not any(found.status for found in each)]
    assert without == []
