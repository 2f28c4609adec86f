"""Patrons bring money and take it away; play money comes from nowhere and goes nowhere."""

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from queenhigh.money.balances import Ledger
from queenhigh.money.ledger import postings_of_patron
from queenhigh.money.patrons import (
    AnyPatronCommand,
    CashedOut,
    CashOut,
    Deposit,
    Deposited,
    GrantPlayMoney,
    NameWalkIn,
    PlayMoneyGranted,
    WalkInNamed,
    decide_patron,
)
from queenhigh.money.posting import Posting
from queenhigh.table.commands import Command
from queenhigh.table.refusal import Refusal
from tests.clauses import cases, clause
from tests.table.driver import NOON, house

MOVES_MONEY = tuple(each for each in get_args(AnyPatronCommand) if each is not NameWalkIn)
BY: dict[str, Any] = {"by": "cage:cat", "at": NOON, "patron": "ann"}


def code(answer: object) -> str:
    assert isinstance(answer, Refusal)
    return answer.code


def test_money_brought_in_is_the_patrons_and_comes_from_outside() -> None:
    answer = decide_patron(0, Deposit(**BY, cents=500_00, how="check", reference="no. 17"))
    event = Deposited(**BY, cents=500_00, how="check", reference="no. 17")
    assert answer == [event]
    assert postings_of_patron(event) == (Posting("outside", -500_00), Posting("patron:ann", 500_00))


def test_money_taken_away_goes_outside() -> None:
    answer = decide_patron(500_00, CashOut(**BY, cents=500_00))
    event = CashedOut(**BY, cents=500_00, how="cash")
    assert answer == [event]
    assert postings_of_patron(event) == (Posting("outside", 500_00), Posting("patron:ann", -500_00))


def test_play_money_is_kept_apart_from_money() -> None:
    answer = decide_patron(0, GrantPlayMoney(**BY, cents=1_000_00))
    event = PlayMoneyGranted(**BY, cents=1_000_00)
    assert answer == [event]
    assert {each.account for each in postings_of_patron(event)} == {"play_money", "play:ann"}


def test_nobody_takes_away_more_than_there_is() -> None:
    answer = decide_patron(499_99, CashOut(**BY, cents=500_00))
    assert isinstance(answer, Refusal)
    assert (answer.code, answer.message) == (
        "money/not_enough",
        "ann has $499.99 with the house.",
    )


@clause("chickasaw-r")
def test_foreign_money_is_not_accepted() -> None:
    answer = decide_patron(0, Deposit(**BY, cents=100, how="foreign_money"), house("chickasaw"))
    assert isinstance(answer, Refusal)
    assert (answer.code, answer.clauses) == ("money/foreign", ("chickasaw-r",))


def test_a_walk_in_has_a_new_name() -> None:
    by: dict[str, Any] = {"by": "dealer:dee", "at": NOON, "patron": "walk-in-1", "table": "t1"}
    named = WalkInNamed(**by)
    assert decide_patron(0, NameWalkIn(**by)) == [named]
    assert postings_of_patron(named) == ()
    taken = "seat/walk_in_taken"
    assert code(decide_patron(100, NameWalkIn(**by))) == taken
    assert code(decide_patron(100, NameWalkIn(**by), first=named)) == taken
    elsewhere = NameWalkIn(**{**by, "table": "t2"})
    assert code(decide_patron(0, elsewhere, first=named)) == taken
    assert decide_patron(0, NameWalkIn(**by), first=named) == []
    somebody = NameWalkIn(**{**by, "by": "player:ann"})
    assert code(decide_patron(0, somebody)) == "role/not_yours"


@pytest.mark.parametrize("kind", MOVES_MONEY)
@pytest.mark.parametrize("cents", [0, -1])
def test_an_amount_is_more_than_zero(kind: Any, cents: int) -> None:
    assert code(decide_patron(100, kind(**BY, cents=cents))) == "money/not_positive"


@pytest.mark.parametrize("kind", MOVES_MONEY)
def test_money_belongs_to_somebody(kind: Any) -> None:
    assert code(decide_patron(100, kind(**{**BY, "patron": ""}, cents=1))) == "money/no_patron"


@cases("""
    by                 deposit          cash_out         grant_play_money
    cage:cat           yes              yes              yes
    floor:flo          role/not_yours   role/not_yours   yes
    management:mia     role/not_yours   role/not_yours   yes
    count:cou          role/not_yours   role/not_yours   role/not_yours
    system             role/not_yours   role/not_yours   yes
    player:ann         role/not_yours   role/not_yours   role/not_yours
    dealer:dee         role/not_yours   role/not_yours   role/not_yours
    surveillance:sue   role/not_yours   role/not_yours   role/not_yours
    nobody:x           role/unknown     role/unknown     role/unknown
""")
def test_the_cage_handles_money_and_the_system_gives_play_money(
    by: str, deposit: str, cash_out: str, grant_play_money: str
) -> None:
    expected = {Deposit: deposit, CashOut: cash_out, GrantPlayMoney: grant_play_money}
    for kind, answer in expected.items():
        made: Any = decide_patron(100, kind(patron="ann", cents=100, by=by, at=NOON))
        assert (made.code if isinstance(made, Refusal) else "yes") == answer


WISHES = st.lists(
    st.builds(
        lambda kind, patron, cents: kind(patron=patron, cents=cents, by="cage:cat", at=NOON),
        st.sampled_from(MOVES_MONEY),
        st.sampled_from(["ann", "bob"]),
        st.integers(1, 50),
    ),
    max_size=40,
)


@given(WISHES)
def test_the_outside_balances_all_others_and_nobody_owes(wishes: list[Any]) -> None:
    ledger = Ledger()
    held = {"ann": 0, "bob": 0}
    for wish in wishes:
        answer = decide_patron(held[wish.patron], wish)
        if isinstance(answer, Refusal):
            assert isinstance(wish, CashOut)
            assert wish.cents > held[wish.patron]
            continue
        held[wish.patron] += _of_money(wish)
        for event in answer:
            ledger.post(postings_of_patron(event))
        assert ledger.breach() == ""
    assert ledger.balances.get("outside", 0) == -sum(held.values())
    assert {name: ledger.balances.get(f"patron:{name}", 0) for name in held} == held


def _of_money(wish: Command) -> int:
    match wish:
        case Deposit():
            return wish.cents
        case CashOut():
            return -wish.cents
        case _:
            return 0
