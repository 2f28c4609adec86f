"""Bets for the dealer, coupons, and the entry charge."""

import pytest

from queenhigh.table.events import (
    CouponWithdrawn,
    FeeCollected,
    SeatLeft,
    TokeGiven,
    TokePlaced,
    TokeWithdrawn,
    WagerWithdrawn,
)
from tests.clauses import cases, clause
from tests.table.driver import BUILT_IN, Driven, kinds

# Tokes


@clause("manual-tips-F")
def test_a_toke_given_outright_is_the_dealers_at_once() -> None:
    table = Driven("manual").opened()
    table.give("give_toke", seat=1, amount=500)
    given = table.last(TokeGiven)
    assert (given.dealer, "manual-tips-F" in given.clauses) == ("dee", True)
    assert (table.account("tips:dee"), table.stack(1)) == (5, 995)


@clause("manual-tips-B", "manual-prog-F", "manual-tips-B-2")
@cases("""
    bets                  toke            amount  code
    ante                  ante            1       -
    ante                  play            1       toke/play_needs_ante
    ante toke_ante        play            1       -
    ante progressive      progressive     1       toke/on_progressive
    ante                  pair_plus       1       toke/needs_own_bet
    ante                  six_card_bonus  1       -     # an own ante is enough
    pair_plus             six_card_bonus  25      -
    ante                  ante            0.50    toke/wrong_step
""")
def test_a_toke_may_be_bet_on_the_spots_of_the_book(
    bets: str, toke: str, amount: str, code: str
) -> None:
    table = Driven("manual").opened()
    amounts = {"progressive": 1, "toke_ante": 1}
    table.bet(1, **{name: amounts.get(name, 5) for name in bets.split()})
    wish = {"seat": 1, "wager": toke, "amount": round(float(amount) * 100)}
    if code == "-":
        table.give("place_toke", **wish)
    else:
        assert table.refused("place_toke", **wish).code == code


@clause("manual-tips-H", "manual-tips-I", "manual-limits-F2")
@cases("""
    ante  toke  bet  given
    300   30    30   0
    300   50    30   20      # at the maximum a tenth of it may be bet
    200   130   130  0
    200   140   130  10      # bet and toke at most 330
    5     300   300  0       # and never above the table maximum
""")
def test_the_dealer_keeps_the_part_of_a_toke_above_its_limit_and_deals_to_the_rest(
    ante: str, toke: str, bet: str, given: str
) -> None:
    table = Driven("manual").opened().bet(1, ante=int(ante))
    table.bet(1, toke_ante=int(toke))
    assert table.last(TokePlaced).amount == int(bet) * 100
    assert table.account("tips:dee") == int(given)
    if int(given):
        assert table.last(TokeGiven).clauses == ("manual-tips-H",)
    assert table.stack(1) == 1000 - int(ante) - int(toke)


@clause("manual-tips-H")
def test_the_excess_over_a_cap_is_given_once_however_often_the_toke_is_stated() -> None:
    table = Driven("manual").opened().bet(1, ante=300)
    for _ in range(3):
        table.bet(1, toke_ante=50)
    assert table.on_layout == {"1:ante": 300, "1:toke:ante": 30}
    assert (table.account("tips:dee"), table.stack(1)) == (20, 650)
    table.check_replay()


@clause("manual-tips-H")
def test_a_toke_that_a_raised_bet_pushes_over_its_cap_is_split() -> None:
    table = Driven("manual").opened().bet(1, ante=100, toke_ante=100).bet(1, ante=300)
    table.lock()
    assert table.on_layout == {"1:ante": 300, "1:toke:ante": 30}
    assert table.account("tips:dee") == 70
    assert table.last(TokeGiven).clauses == ("manual-tips-H",)
    assert table.events(TokeWithdrawn) == []
    table.check_replay()


def test_a_toke_that_can_still_win_stays_when_the_hand_beside_it_is_thrown_in() -> None:
    """The six cards of a 6 Card Bonus are not yet known when Pair Plus has lost."""
    table = Driven("manual", pp_only_losing="throw_in").opened()
    table.bet(1, pair_plus=10, toke_six_card_bonus=5).bet(2, ante=5)
    table.dealt("1: 9s 7d 2c, 2: Ks Kd 3c, dealer: 9h 9d 9c")
    table.give("throw_in", seat=1)
    assert table.on_layout == {"1:toke:six_card_bonus": 5, "2:ante": 5}
    table.play(2).finish()
    assert table.on_layout == {}
    assert table.account("tips:dee") > 5  # Four of a kind, with the dealer's cards.
    table.check_replay()


@pytest.mark.parametrize("toke", [0, 35])
def test_payouts_on_tokes_count_towards_a_large_payout(toke: int) -> None:
    table = Driven("manual").opened().bet(1, ante=5, pair_plus=30)
    if toke:
        table.bet(1, toke_pair_plus=toke)
    table.dealt("1: As 9s 4s, dealer: 2c 7d 9h").play(1).until("reveal_hand")
    assert any(step.name == "verify_payout" for step in table.table.todo) is bool(toke)


@clause("manual-tips-B-2")
def test_a_toke_on_play_may_be_placed_with_the_decision() -> None:
    table = Driven("manual").opened().bet(1, ante=5, toke_ante=1).bet(2, ante=5, toke_ante=1)
    table.dealt()
    assert table.refused("place_toke", seat=2, wager="play", amount=100).code == "wager/locked"
    assert table.refused("place_toke", seat=1, wager="ante", amount=200).code == "wager/locked"
    table.give("place_toke", seat=1, wager="play", amount=100)
    table.play(1)
    assert table.refused("place_toke", seat=1, wager="play", amount=200).code == "wager/locked"


@clause("manual-tips-B-3")
@pytest.mark.parametrize("of", BUILT_IN)
def test_a_toke_goes_back_with_the_bet_it_lay_beside(of: str) -> None:
    table = Driven(of).opened().bet(1, ante=5, toke_ante=1).bet(2, ante=5, pair_plus=5)
    table.give("withdraw_wager", seat=1, wager="ante")
    table.lock()
    assert [event.seat for event in table.events(TokeWithdrawn)] == [1]
    assert table.stack(1) == 1000
    table.dealt_from_here().fold(2).finish()
    assert table.on_layout == {}


@pytest.mark.parametrize("of", BUILT_IN)
def test_no_toke_is_left_on_the_layout_when_the_table_closes(of: str) -> None:
    table = Driven(of).opened().bet(1, ante=5, toke_ante=1)
    table.give("withdraw_wager", seat=1, wager="ante")
    table.give("close_table")
    assert table.on_layout == {}
    assert table.last(SeatLeft).with_cents == 100_000


def test_a_bet_that_is_handed_back_takes_its_toke_along() -> None:
    table = Driven("mics", wager_version="i").opened().bet(1, ante=5, pair_plus=10)
    table.bet(1, toke_pair_plus=2).lock()
    assert [event.because for event in table.events(TokeWithdrawn)] == ["toke/needs_own_bet"]
    assert (table.stack(1), table.on_layout) == (995, {"1:ante": 5})


# Coupons


@clause("mics-f2")
@cases("""
    house      on         face  code
    mics       ante       10    -
    mics       ante       5     -
    mics       ante       15    coupon/exceeds_chips
    mics       pair_plus  5     coupon/wrong_spot
    manual     ante       5     coupon/not_taken
    chickasaw  ante       5     coupon/not_taken
    classic    ante       5     coupon/not_taken
""")
def test_a_match_play_coupon_lies_on_the_ante_beside_as_many_chips(
    house: str, on: str, face: str, code: str
) -> None:
    table = Driven(house).opened().bet(1, ante=10, pair_plus=10)
    wish = {"seat": 1, "on": on, "face": int(face) * 100}
    if code == "-":
        table.give("place_coupon", **wish)
        assert table.view("public").seats[0].coupons == {on: int(face) * 100}
    else:
        assert table.refused("place_coupon", **wish).code == code


@clause("mics-f2")
def test_a_coupon_above_the_chips_is_handed_back_at_the_lock() -> None:
    table = Driven("mics").opened().bet(1, ante=10, coupon_ante=10).bet(1, ante=5).lock()
    assert table.last(CouponWithdrawn).because == "coupon/exceeds_chips"
    assert table.view("public").seats[0].coupons == {}


# The entry charge


@clause("chickasaw-b", "chickasaw-b-2", "chickasaw-o")
def test_the_entry_charge_is_collected_after_no_more_bets_and_before_the_first_card() -> None:
    table = Driven("chickasaw", collection_fee={"amount": 2}).opened()
    table.bet(1, ante=5).bet(2, pair_plus=5).sit(3).lock()
    assert table.todo[:2] == ["collect_fee", "deal 1"]
    assert kinds(table.log[-2:]) == ["announced", "bets_locked"]
    assert table.refused("confirm", step="deal").clauses == ("chickasaw-b-2", "chickasaw-o")
    table.confirm("collect_fee")
    assert [(event.seat, event.cents) for event in table.events(FeeCollected)] == [
        (1, 200),
        (2, 200),
    ]
    assert [table.stack(seat) for seat in (1, 2, 3)] == [993, 993, 1000]
    assert table.account("fees") == 4


@clause("chickasaw-b-2")
@cases("""
    per       paid
    player    2
    position  4
""")
def test_the_charge_is_for_a_player_or_for_each_position(per: str, paid: str) -> None:
    fee = {"amount": 2, "per": per}
    table = Driven("chickasaw", collection_fee=fee, max_positions=2).opened()
    table.sit(2, player="ann", dollars=0).bet(1, ante=5).bet(2, ante=5).lock()
    table.confirm("collect_fee")
    assert table.account("fees") == int(paid)


@clause("chickasaw-b-2")
def test_a_player_who_cannot_pay_the_charge_gets_the_bets_back() -> None:
    table = Driven("chickasaw", collection_fee={"amount": 2}).opened()
    table.sit(2, dollars=6).bet(2, ante=5).bet(1, ante=5).lock()
    assert table.last(WagerWithdrawn).because == "fee/not_enough_chips"
    assert (table.stack(2), table.table.round.positions) == (6, (1,))


@clause("chickasaw-b-2")
def test_the_charge_is_owed_from_the_announcement() -> None:
    """Its chips cannot be given away between announcement and collection."""
    table = Driven("chickasaw", collection_fee={"amount": 2}).opened()
    table.sit(2, dollars=7).bet(2, ante=5).lock()
    table.try_("give_toke", seat=2, amount=100)
    table.confirm("collect_fee")
    assert table.account("fees") == 2
    assert table.stack(2) == 0


@pytest.mark.parametrize("of", [of for of in BUILT_IN if of != "chickasaw"])
def test_no_other_book_has_a_charge(of: str) -> None:
    table = Driven(of).opened().bet(1, ante=5, pair_plus=5).lock()
    assert "collect_fee" not in table.todo


@pytest.mark.parametrize(
    ("on_push", "stack", "tips", "lying"),
    [("returned", 1000, 0, {}), ("dealer", 999, 1, {}), ("stays", 999, 0, {"1:toke:ante": 1})],
)
def test_a_toke_that_pushes_goes_where_the_house_says(
    on_push: str, stack: int, tips: int, lying: dict[str, float]
) -> None:
    table = Driven("mics", pushed_toke=on_push).opened().bet(1, ante=5, toke_ante=1)
    table.dealt("1: Qd 8c 3h, dealer: Qs 8d 3c").play(1).finish()
    assert (table.stack(1), table.account("tips:dee"), table.on_layout) == (stack, tips, lying)
    table.bet(1, ante=5).dealt("1: As Ad 3h, dealer: Qs 8d 3c").play(1).finish()
    assert table.account("tips:dee") == (2 if on_push == "stays" else tips)
    table.check_replay()
