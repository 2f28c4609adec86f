"""The names of the accounts: which may be negative, and what people call them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from queenhigh.money import accounts
from queenhigh.money.accounts import in_words, may_go_below_zero
from tests.clauses import cases

NAMES = st.text(min_size=1)
IDS = NAMES.filter(lambda text: ":" not in text)


@cases("""
    account               may_owe  words
    outside               yes      cash outside
    play_money            yes      source of play money
    cage                  yes      cage
    bank                  yes      bank
    patron:ann            no       ann's account
    play:ann              no       ann's play money
    tips:dee              no       tokes of dee
    play_tips:dee         no       tokes of dee in play money
    table:3:tray          yes      tray of table 3
    table:3:drop          yes      drop of table 3
    table:3:fees          yes      fees of table 3
    table:3:coupons       yes      coupons of table 3
    table:3:promotion     yes      promotion of table 3
    table:3:layout        no       layout of table 3
    table:3:stack:ann     no       ann's stack at table 3
    meter:wide            no       meter of wide
    reserve:wide          no       reserve of wide
    jackpot:wide          no       locked jackpot of wide
    overflow:wide         no       overflow of wide
""")
def test_the_house_may_owe_and_holders_of_chips_may_not(
    account: str, may_owe: str, words: str
) -> None:
    assert may_go_below_zero(account) is (may_owe == "yes")
    assert in_words(account) == words


@given(IDS, NAMES)
def test_no_name_of_a_table_or_a_person_changes_what_an_account_is(table: str, name: str) -> None:
    assert not may_go_below_zero(accounts.stack(table, name))
    assert not may_go_below_zero(accounts.layout(table))
    assert may_go_below_zero(accounts.tray(table))
    assert not may_go_below_zero(accounts.patron(name))
    assert not may_go_below_zero(accounts.patron(name, play_money=True))
    assert in_words(accounts.stack(table, name)) == f"{name}'s stack at table {table}"


def test_money_and_play_money_never_meet_on_an_account() -> None:
    for kind in (accounts.patron, accounts.tips):
        assert kind("ann") != kind("ann", play_money=True)


def test_an_unknown_account_has_no_words() -> None:
    with pytest.raises(KeyError):
        in_words("purse:ann")
