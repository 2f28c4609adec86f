"""Who sits where, and with which chips."""

from typing import Any

import pytest

from queenhigh.house.loader import built_in
from queenhigh.table.events import (
    ChipsBought,
    ChipsColoured,
    HandRacked,
    SeatLeft,
    WagerTaken,
)
from queenhigh.table.state import Phase
from tests.clauses import cases, clause
from tests.table.driver import BUILT_IN, Driven, house_with
from tests.table.felt import Felt

# Seats


@pytest.mark.parametrize("of", BUILT_IN)
def test_a_seat_is_for_one_and_there_are_seven(of: str) -> None:
    table = Driven(of).opened()
    assert table.refused("sit", seat=1, by="dealer:dee", player="zoe").code == "seat/taken"
    assert table.refused("sit", seat=1, by="player:zoe").code == "seat/taken"
    for seat in (0, 8, -1):
        assert table.refused("sit", seat=seat, by="player:zoe").code == "seat/impossible"
    assert table.refused("sit", seat=2, by="dealer:dee").code == "seat/no_player"
    table.give("sit", seat=7, by="dealer:dee", player="zoe")
    assert table.table.seats[7].player == "zoe"


@clause("mics-f3", "manual-gen-cond-3", "manual-6cb-N3-3")
@pytest.mark.parametrize("of", BUILT_IN)
def test_only_seated_players_may_bet(of: str) -> None:
    table = Driven(of).opened()
    found = table.refused("place_wager", seat=2, wager="ante", amount=500, by="player:bob")
    assert found.code == "seat/empty"
    wanted = {"mics": ("mics-f3",), "manual": ("manual-gen-cond-3", "manual-6cb-N3-3")}
    assert found.clauses == wanted.get(table.house.book.key, ())


@clause("manual-gen-D")
@pytest.mark.parametrize("of", BUILT_IN)
def test_nobody_bets_at_another_players_seat(of: str) -> None:
    table = Driven(of).opened().sit(2)
    for kind in ("place_wager", "withdraw_wager"):
        more = {"amount": 500} if kind == "place_wager" else {}
        found = table.refused(kind, seat=2, wager="ante", by="player:ann", **more)
        assert found.code == "role/not_your_seat"
        wanted = ("manual-gen-D",) if table.house.book.key == "manual" else ()
        assert found.clauses == wanted


@clause("mics-f5", "classic-deal-1-2", "manual-gen-D")
@cases("""
    house      seats   refused
    mics       3 4     -
    mics       4 3     -
    mics       3 5     position/not_adjacent
    mics       3 4 5   position/too_many
    classic    2 3     -
    classic    2 7     position/not_adjacent
    manual     3 4     position/too_many
    chickasaw  3 4     position/too_many
""")
def test_one_player_has_as_many_positions_as_the_house_allows_side_by_side(
    house: str, seats: str, refused: str
) -> None:
    table = Driven(house).opened()
    *first, last = map(int, seats.split())
    for seat in first:
        table.give("sit", seat=seat, by="player:zoe")
    if refused == "-":
        table.give("sit", seat=last, by="player:zoe")
    else:
        assert table.refused("sit", seat=last, by="player:zoe").code == refused


@clause("mics-f3")
@pytest.mark.parametrize("of", BUILT_IN)
def test_a_player_who_was_dealt_cards_stays_until_the_round_is_complete(of: str) -> None:
    table = Driven(of).opened().bet(1, ante=5, pair_plus=5).sit(2).lock()
    assert table.refused("leave", seat=1).code == "seat/must_stay"
    table.dealt_from_here()
    found = table.refused("leave", seat=1)
    wanted = {"mics": ("mics-f3",), "manual": ("manual-gen-cond-3",)}
    assert (found.code, found.clauses) == ("seat/must_stay", wanted.get(table.house.book.key, ()))
    table.give("leave", seat=2)
    table.fold(1)
    while table.table.phase is Phase.SETTLING:
        assert table.refused("leave", seat=1).code == "seat/must_stay"
        table.confirm()
    table.give("leave", seat=1)


@clause("mics-f3")
@pytest.mark.parametrize("cause", ["report_jam", "report_wrong_deck_count"])
def test_when_a_round_is_void_everybody_may_leave(cause: str) -> None:
    table = Driven("mics").opened().bet(1, ante=10).lock()
    more: dict[str, Any] = {"device": "shoe"} if cause == "report_jam" else {"count": 51}
    table.give(cause, **more)
    table.give("leave", seat=1)
    assert table.last(SeatLeft).with_cents == 100_000


@pytest.mark.parametrize("of", BUILT_IN)
def test_a_player_who_leaves_before_the_deal_takes_bets_and_chips_along(of: str) -> None:
    table = Driven(of).opened().bet(1, ante=5, toke_ante=1, pair_plus=5)
    table.give("leave", seat=1)
    assert table.last(SeatLeft).with_cents == 100_000
    assert table.on_layout == {}
    assert table.account("stack:ann") == 0


def test_a_player_who_leaves_one_of_two_seats_keeps_the_chips_at_the_other() -> None:
    table = Driven("mics").opened().sit(2, player="ann", dollars=50).bet(2, ante=10)
    table.give("leave", seat=2)
    assert table.last(SeatLeft).with_cents == 0
    assert table.stack(1) == 1050
    table.give("leave", seat=1)
    assert table.last(SeatLeft).with_cents == 105_000


# Houses that let a player leave who was dealt in


def deserted(*deciding: int, **changes: Any) -> Driven:
    own = house_with("classic", betting={"leaving_during_round": "bets_lost"}, **changes)
    table = Driven(own).opened()
    for seat in deciding:
        table.bet(seat, ante=5, pair_plus=5)
    return table.dealt()


def test_leaving_while_decisions_are_made_loses_the_bets_where_the_house_says_so() -> None:
    table = deserted(1, 2, 3)
    tray = table.account("tray")
    table.play(1)
    table.give("leave", seat=1)
    assert table.last(SeatLeft).with_cents == 98_500
    assert table.last(WagerTaken).why == "You left during the round: Play is lost."
    assert table.account("tray") == tray + 15
    assert table.table.next_to_decide == 2
    table.give("leave", seat=2)  # The seat whose turn it is.
    assert table.table.next_to_decide == 3
    table.fold(3).finish()
    assert sorted(event.seat for event in table.events(HandRacked)) == [-1, 0, 1, 2, 3]
    assert table.account("tray") == tray + 35
    table.check_replay()


def test_when_the_last_one_leaves_the_round_is_over() -> None:
    table = deserted(1)
    table.give("leave", seat=1)
    assert table.table.phase is Phase.BETTING
    assert (table.on_layout, table.table.round.number) == ({}, 2)
    table.check_replay()


def test_before_the_deal_is_over_and_once_hands_are_shown_everybody_stays() -> None:
    own = house_with("classic", betting={"leaving_during_round": "bets_lost"})
    table = Driven(own).opened().bet(1, ante=5).bet(2, ante=5).lock()
    assert table.refused("leave", seat=1).code == "seat/must_stay"
    table.dealt_from_here().play(1).fold(2)
    while table.table.phase is Phase.SETTLING:
        assert table.refused("leave", seat=1).code == "seat/must_stay"
        table.confirm()


@clause("mics-f3")
def test_a_house_of_its_book_that_lets_players_go_cites_nothing_for_it() -> None:
    own = house_with("mics", betting={"leaving_during_round": "bets_lost"})
    table = Driven(own).opened().bet(1, ante=5).bet(2, ante=5).dealt()
    table.give("leave", seat=1)
    assert table.last(WagerTaken).clauses == ()


# Chips


@clause("chickasaw-n")
def test_cheques_are_bought_at_the_table_for_cash() -> None:
    table = Driven("chickasaw").opened()
    tray = table.account("tray")
    table.give("buy_in", seat=1, cents=20_000)
    bought = table.last(ChipsBought)
    assert (bought.cents, bought.clauses) == (20_000, ("chickasaw-n",))
    assert table.stack(1) == 1200
    assert table.account("tray") == tray - 200
    assert table.account("drop") == 1200


@clause("chickasaw-r")
def test_foreign_money_buys_nothing_and_is_not_a_bet() -> None:
    table = Driven("chickasaw").opened()
    bought = table.refused("buy_in", seat=1, cents=20_000, offered_as="foreign_money")
    assert (bought.code, bought.clauses) == ("chips/foreign_money", ("chickasaw-r",))
    bet = {"seat": 1, "wager": "ante", "amount": 500, "offered_as": "foreign_money"}
    found = table.refused("place_wager", **bet)
    assert (found.code, found.clauses) == ("wager/foreign_money", ("chickasaw-r",))


@clause("chickasaw-r")
def test_a_house_that_exchanges_foreign_money_sells_chips_for_it() -> None:
    own = house_with("chickasaw", betting={"buy_in": ["cash", "foreign_money"]})
    table = Driven(own).opened()
    table.give("buy_in", seat=1, cents=20_000, offered_as="foreign_money")
    assert table.stack(1) == 1200
    bet = {"seat": 1, "wager": "ante", "amount": 500, "offered_as": "foreign_money"}
    found = table.refused("place_wager", **bet)  # It buys chips but still is not a bet.
    assert (found.code, found.clauses) == ("wager/foreign_money", ())


@clause("mics-f2", "mics-f2-2")
@cases("""
    offered           code
    verbal_with_cash  wager/verbal
    cash              wager/cash
    foreign_money     wager/foreign_money
""")
def test_only_chips_can_be_wagered(offered: str, code: str) -> None:
    table = Driven("mics").opened()
    bet = {"seat": 1, "wager": "ante", "amount": 500, "offered_as": offered}
    found = table.refused("place_wager", **bet)
    assert found.code == code
    if offered == "verbal_with_cash":
        assert found.clauses == ("mics-f2-2",)


@pytest.mark.parametrize("of", BUILT_IN)
def test_nobody_bets_more_than_they_have_on_the_table(of: str) -> None:
    table = Driven(of).opened().sit(2, dollars=9)
    found = table.refused("place_wager", seat=2, wager="ante", amount=1000)
    assert (found.code, "$9" in found.message) == ("chips/not_enough", True)
    table.bet(2, ante=5)
    assert table.refused("give_toke", seat=2, amount=500).code == "chips/not_enough"
    assert table.refused("place_wager", seat=2, wager="pair_plus", amount=500).code == (
        "chips/not_enough"
    )


def test_chips_are_changed_for_others_of_the_same_worth() -> None:
    table = Driven("classic").opened()
    before = dict(table.table.accounts)
    table.give("colour_up", seat=1, cents=50_000)
    assert table.table.accounts == before
    assert table.refused("colour_up", seat=1, cents=200_000).code == "chips/not_enough"


@clause("manual-tips-G")
def test_tokes_are_coloured_up_only_when_the_supervisor_is_told() -> None:
    table = Driven("manual").opened()
    table.give("give_toke", seat=1, amount=2000)
    found = table.refused("colour_up", cents=1000)
    assert (found.code, found.clauses) == ("chips/supervisor_not_told", ("manual-tips-G",))
    table.give("colour_up", cents=1000, supervisor="flo")
    assert table.last(ChipsColoured).clauses == ("manual-tips-G",)
    assert table.refused("colour_up", cents=2100, supervisor="flo").code == "chips/not_enough"


@pytest.mark.parametrize(
    "wish",
    [
        {"kind": "buy_in", "cents": 1},
        {"kind": "buy_in", "cents": 10_050},
        {"kind": "colour_up", "cents": 1},
        {"kind": "give_toke", "amount": 50},
    ],
)
def test_where_people_handle_chips_only_whole_chips_change_hands(wish: dict[str, Any]) -> None:
    """Regression: a cent was bought, changed and given, though no table has a one-cent chip."""
    kind = wish.pop("kind")
    table = Felt("classic")
    table.open()
    refused = table.sit(1).refused(kind, seat=1, by="dealer:dee", **wish)
    assert refused.code == "chips/not_whole"
    assert refused.message.endswith("the smallest is $1.")


def test_where_people_handle_chips_bets_are_made_of_them() -> None:
    """A house with steps of a dollar and no chip below five."""
    house = built_in("classic").replace({"betting.chips_cents": [500, 2500]})
    table = Felt(house)
    table.open()
    refused = table.sit(1).refused("place_wager", seat=1, by="dealer:dee", wager="ante", amount=600)
    assert refused.code == "chips/not_whole"
