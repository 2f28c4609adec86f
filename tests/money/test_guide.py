"""The guide to money shows what happens, and is complete."""

import re
from doctest import DocTestParser, DocTestRunner
from pathlib import Path
from typing import get_args

import pytest

from queenhigh.money import accounts
from queenhigh.money.links import AnyLinkEvent
from queenhigh.money.patrons import AnyPatronEvent
from queenhigh.money.refusal import MoneyRefusal
from queenhigh.table import chips

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "money.md"
TEXT = GUIDE.read_text("utf-8")


def test_the_examples_in_the_guide_are_true() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", TEXT, re.M | re.S)
    page = DocTestParser().get_doctest("\n".join(blocks), {}, GUIDE.name, str(GUIDE), 0)
    said: list[str] = []
    failed, tried = DocTestRunner(verbose=False).run(page, out=said.append)
    assert (failed, tried > 30) == (0, True), "".join(said)


def section(title: str) -> str:
    return TEXT.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def first_column(title: str) -> set[str]:
    rows = [line.split("|")[1] for line in section(title).splitlines() if line.startswith("| `")]
    return {name for row in rows for name in re.findall(r"`([^`]+)`", row)}


def test_every_event_that_posts_is_in_the_guide() -> None:
    moving = (*chips.MOVE_CHIPS, *get_args(AnyPatronEvent), *get_args(AnyLinkEvent))
    tags = {str(kind.__struct_config__.tag) for kind in moving} | {"tray_counted"}
    assert first_column("What each event posts") == tags


@pytest.mark.parametrize("code", MoneyRefusal)
def test_every_refusal_is_in_the_guide(code: MoneyRefusal) -> None:
    assert code.value in first_column("What is refused")


def test_every_account_is_in_the_guide() -> None:
    made = {
        *(accounts.OUTSIDE, accounts.PLAY_MONEY, accounts.CAGE, accounts.BANK),
        *(kind("ann", play_money=play) for kind in (accounts.patron,) for play in (False, True)),
        *(accounts.tips("dee", play_money=play) for play in (False, True)),
        *(kind("3") for kind in (accounts.tray, accounts.drop, accounts.fees, accounts.layout)),
        *(kind("3") for kind in (accounts.coupons, accounts.promotion, accounts.count_room)),
        accounts.contributions("3"),
        accounts.stack("3", "ann"),
        *(f"{kind}:north" for kind in accounts.OF_A_LINK),
    }
    assert first_column("The accounts") == made
