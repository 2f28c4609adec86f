"""What a wager may be made with."""

import pytest

from queenhigh.house.loader import load_house
from queenhigh.wagers.document import SeatBets
from queenhigh.wagers.instruments import instrument_refusals
from tests.clauses import cases, clause
from tests.rules.builders import ALL_HOUSES, answer


@clause("mics-f2 mics-f2-2 chickasaw-r")
@pytest.mark.parametrize("house", ALL_HOUSES.split())
@cases("""
    offered_as         answered
    chips              accepted
    verbal_with_cash   wager/verbal
    foreign_money      wager/foreign_money
    cash               wager/cash            # CHK-7: cash buys chips and is not a bet
""")
def test_only_chips_on_the_layout_are_a_wager(house: str, offered_as: str, answered: str) -> None:
    assert answer(house, "ante 10", offered_as=offered_as) == answered


# Option: CHK-7, cash_plays.


@clause("chickasaw-r")
@cases("""
    offered_as         answered
    cash               accepted
    verbal_with_cash   wager/verbal
    foreign_money      wager/foreign_money
""")
def test_where_cash_plays_foreign_money_still_does_not(offered_as: str, answered: str) -> None:
    options = {"cash_plays": True}
    assert answer("chickasaw", "ante 10", offered_as=offered_as, options=options) == answered


# Setting: betting.verbal_with_cash.


@clause("mics-f2-2")
@cases("""
    verbal_with_cash  answered
    refused           wager/verbal
    taken             accepted
""")
def test_a_spoken_bet_is_taken_where_the_house_takes_it(
    verbal_with_cash: str, answered: str
) -> None:
    own = load_house("mics").replace({"betting.verbal_with_cash": verbal_with_cash})
    spoken = SeatBets(1, {"ante": 1000}, offered_as="verbal_with_cash")
    found = [each.code for each in instrument_refusals(own, spoken)]
    assert found == ([] if answered == "accepted" else [answered])
