"""The fee collected before the deal, apart from any wager."""

import msgspec
import pytest

from queenhigh.house.loader import load_house
from queenhigh.wagers.document import Round, SeatBets
from queenhigh.wagers.opening import check_opening
from tests.clauses import cases, clause
from tests.rules.builders import Document, answer, check, seat, settled, table
from tests.table.driver import Driven

FEE = clause("chickasaw-b-2 chickasaw-o")


def fees(*seats: Document, house: str = "chickasaw", **fee: object) -> list[tuple[int, int]]:
    checked = check(table(house, *seats, options={"collection_fee": fee}))
    assert checked.accepted
    due = [] if checked.collection_fee is msgspec.UNSET else checked.collection_fee
    return [(each.seat, each.amount) for each in due]


@FEE
@cases("""
    wagers
    ante 10
    pair_plus 10            # those on pair plus alone owe it too
    ante 10, pair_plus 10
""")
def test_everyone_with_a_bet_owes_the_fee_once(wagers: str) -> None:
    """CHK-1: the house sets the amount."""
    assert fees(seat(3, "", wagers), seat(5, "", "ante 5"), amount=2) == [(3, 200), (5, 200)]


@FEE
def test_no_amount_is_stated_so_none_is_collected() -> None:
    assert fees(seat(3, "", "ante 10")) == []
    assert fees(seat(3, "", "ante 10"), amount=0) == []


# Option: CHK-1, collection_fee = {amount, per}.


@FEE
@cases("""
    per        owed
    player     2
    position   2 3
""")
def test_the_fee_is_by_the_player_or_by_the_position(per: str, owed: str) -> None:
    ann = [seat(2, "", "ante 10", player="ann"), seat(3, "", "ante 10", player="ann")]
    expected = [(int(number), 100) for number in owed.split()]
    assert fees(*ann, house="mics", amount=1, per=per) == expected


@FEE
def test_a_player_at_two_positions_does_not_pay_for_the_next_player() -> None:
    seats = [seat(number, "", "ante 10", player=name) for number, name in enumerate("aab", 1)]
    assert fees(*seats, house="classic", amount=1) == [(1, 100), (3, 100)]


@pytest.mark.parametrize("per", ["player", "position"])
def test_seats_without_a_name_are_different_players(per: str) -> None:
    seats = [seat(2, "", "ante 10"), seat(3, "", "ante 10")]
    assert fees(*seats, amount=1, per=per) == [(2, 100), (3, 100)]


def test_a_player_may_have_the_name_of_a_seat() -> None:
    seats = [seat(1, "", "ante 10", player="seat 3"), seat(3, "", "ante 10")]
    assert fees(*seats, amount=1) == [(1, 100), (3, 100)]


@FEE
def test_the_fee_is_not_part_of_the_wager_or_of_the_net() -> None:
    options = {"collection_fee": {"amount": 3}}
    assert settled("chickasaw", "Qs 7d 2c", "As 8d 3c", options=options).net == 2_000
    assert answer("chickasaw", "ante 4", options=options) == "wager/below_minimum"


@FEE
def test_refused_bets_owe_nothing() -> None:
    options = {"collection_fee": {"amount": 3}}
    checked = check(table("chickasaw", seat(1, "", "ante 4"), options=options))
    assert checked.collection_fee is msgspec.UNSET


@FEE
def test_a_fee_may_be_less_than_a_dollar() -> None:
    """By the setting: an option is in whole dollars."""
    own = load_house("chickasaw").replace({"fee.amount_cents": 50})
    checked = check_opening(own, Round([SeatBets(3, {"ante": 1000})]))
    (due,) = checked.collection_fee or []
    assert (due.seat, due.amount) == (3, 50)
    assert due.message.startswith("$0.50")
    at_table = Driven(own).opened().bet(1, ante=5).dealt().fold(1).finish()
    assert (at_table.stack(1), at_table.account("fees")) == (994.5, 0.5)
