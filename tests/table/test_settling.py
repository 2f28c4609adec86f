"""The dealer's hand, every bet in the house's order, and the cards to the discard rack."""

from typing import Any

import pytest

from queenhigh.table import events as e
from queenhigh.table.state import STUB, Phase
from tests.clauses import cases, clause
from tests.table.driver import BUILT_IN, EVERY_DEAL, Driven, house_with
from tests.table.scenes import hands_of, moves

# Seat 2 wins, 4 loses, 6 ties: the dealer qualifies with a pair of nines.
CONTESTED = "2: Ks Kd 3h, 4: Jd Tc 4s, 6: 9h 9d 5s, dealer: 9c 9s 5c"
PER_HAND = [of for of in BUILT_IN if not of.startswith("mics")]


def contested(of: str, **options: Any) -> Driven:
    table = Driven(of, **options).opened()
    for seat in (2, 4, 6):
        table.bet(seat, ante=5, pair_plus=5)
    return table.dealt(CONTESTED).play(2, 4, 6)


# The dealer's hand


@clause("mics-j2-5", "chickasaw-i", "manual-intro-9", "manual-payout-B", "classic-deal-6")
@clause("classic-rules-6", "mics-j2-6")
@pytest.mark.parametrize(("of", "method"), EVERY_DEAL)
def test_the_dealers_hand_is_turned_over_after_all_decisions_and_laid_high_to_low(
    of: str, method: str
) -> None:
    table = Driven(of, deal_method=method).opened().bet(1, ante=5).bet(2, ante=5)
    table.dealt("dealer: 8s Kd 8c").play(1)
    assert table.refused("confirm", step="reveal_dealer").code in (
        "step/out_of_order",
        "step/nothing_due",
    )
    table.play(2).until("reveal_dealer")
    assert table.view("public").dealer_cards == ["??"] * 3
    table.confirm("reveal_dealer")
    shown = table.last(e.DealerRevealed)
    assert shown.cards in (("8s", "8c", "Kd"), ("8c", "8s", "Kd"))
    assert (shown.category, shown.qualifies) == ("pair", True)


@clause("chickasaw-k", "classic-deal-6", "manual-payout-B-2")
@cases("""
    house      dealer    said
    chickasaw  8s Kd 8c  Dealer qualifies with a pair of eights, King.
    chickasaw  Js Td 3c  Dealer does not qualify
    classic    Qs 8d 3c  Dealer plays with a Queen.
    classic    Js Td 3c  Dealer doesn't play
    manual     Qs 8d 3c  Dealer qualifies with Queen high.
    manual     Js Td 3c  Dealer does not qualify
    mics       As 8d 3c  Dealer qualifies with Ace high.
    mics       Js Td 3c  Dealer does not qualify
""")
def test_the_dealers_hand_is_named_in_the_words_of_the_house(
    house: str, dealer: str, said: str
) -> None:
    table = Driven(house).opened().bet(1, ante=5).dealt(f"dealer: {dealer}").play(1)
    table.finish()
    assert table.said[-1] == said


@clause("manual-payout-C", "manual-payout-C1", "manual-payout-D", "chickasaw-j", "chickasaw-j-2")
@clause("classic-rules-7", "manual-outcome")
@cases("""
    dealer    ante  play
    Qs 3d 2h  take  take
    Js Td 8h  pay   push
""")
@pytest.mark.parametrize("of", BUILT_IN)
def test_a_dealer_who_does_not_qualify_pays_the_ante_and_pushes_the_play(
    of: str, dealer: str, ante: str, play: str
) -> None:
    table = Driven(of).opened().bet(1, ante=5)
    table.dealt(f"1: 9s 4d 2c, dealer: {dealer}").play(1).finish()
    assert f"{ante} 1 ante" in moves(table)
    assert f"{play} 1 play" in moves(table)
    assert table.stack(1) == (1005 if ante == "pay" else 990)


# Directions and passes


@clause("mics-j2-7", "mics-j3", "mics-j3-i", "mics-j3-2", "mics-j3-ii")
@pytest.mark.parametrize("of", ["mics", "mics-alternate"])
def test_the_control_standard_shows_all_takes_all_losers_pays_all_winners_and_racks(
    of: str,
) -> None:
    assert moves(contested(of).finish()) == [
        *("reveal 6", "reveal 4", "reveal 2"),
        *("take 4 play", "take 4 ante", "take 4 pair_plus"),
        *("push 6 play", "push 6 ante", "pay 6 pair_plus"),
        *("pay 2 play", "pay 2 ante", "pay 2 pair_plus"),
        *("rack 6", "rack 4", "rack 2", "rack 0"),
    ]


@clause("chickasaw-k-2", "manual-payout-F", "manual-payout-G", "manual-payout-G-3")
@clause("classic-deal-7", "classic-deal-7-2")
@pytest.mark.parametrize("of", PER_HAND)
def test_the_others_settle_hand_by_hand_from_the_dealers_right(of: str) -> None:
    assert moves(contested(of).finish()) == [
        *("reveal 6", "push 6 play", "push 6 ante", "pay 6 pair_plus", "rack 6"),
        *("reveal 4", "take 4 play", "take 4 ante", "take 4 pair_plus", "rack 4"),
        *("reveal 2", "pay 2 play", "pay 2 ante", "pay 2 pair_plus", "rack 2"),
        "rack 0",
    ]


@clause("manual-payout-D1", "manual-payout-D3", "manual-payout-E", "manual-outcome-C")
@clause("manual-outcome-D", "classic-rules-9", "classic-rules-11", "classic-rules-12")
@clause("classic-play1-4", "chickasaw-k-2", "chickasaw-k-5", "classic-play3-2")
@cases("""
    seat  won    # ante and pair plus of 5: all win; all lose; the pair is paid though it ties
    2     15
    4     -15
    6     5
""")
@pytest.mark.parametrize("of", BUILT_IN)
def test_wins_losses_and_ties_are_settled_to_the_cent(of: str, seat: str, won: str) -> None:
    assert contested(of).finish().stack(int(seat)) == 1000 + int(won)


@clause("chickasaw-j-3")
def test_pair_plus_is_reconciled_when_the_dealer_does_not_qualify() -> None:
    table = Driven("chickasaw").opened().bet(1, ante=5, pair_plus=5).bet(2, pair_plus=5)
    table.dealt("1: 9s 4d 2c, 2: 9h 8h 2h, dealer: Js Td 8c").play(1).finish()
    assert (table.stack(1), table.stack(2)) == (1000, 1015)


@clause("mics-j3")
@cases("""
    house    passes
    mics     per_hand
    classic  take_then_pay
""")
def test_the_number_of_passes_is_an_option(house: str, passes: str) -> None:
    other = moves(contested(house, settlement_passes=passes).finish())
    usual = moves(contested("classic" if house == "mics" else "mics").finish())
    assert but_the_rack(other) == but_the_rack(usual)


def but_the_rack(made: list[str]) -> list[str]:
    return [move for move in made if not move.startswith("rack")]


@clause("mics-j3-2", "mics-j3-ii", "manual-payout-G-3", "classic-deal-7")
@cases("""
    passes         until          racked
    per_hand       own_hand_paid  each
    per_hand       all_paid       together
    take_then_pay  own_hand_paid  each
    take_then_pay  all_paid       together
""")
@pytest.mark.parametrize("of", BUILT_IN)
def test_a_hand_lies_open_until_it_is_paid_or_until_all_are(
    of: str, passes: str, until: str, racked: str
) -> None:
    own = house_with(
        of, completion={"hands_face_up_until": until}, options={"settlement_passes": passes}
    )
    table = Driven(own).opened()
    for seat in (2, 4, 6):
        table.bet(seat, ante=5, pair_plus=5)
    made = moves(table.dealt(CONTESTED).play(2, 4, 6).finish())
    racks = [place for place, move in enumerate(made) if move.startswith("rack")]
    assert (racks == list(range(len(made) - 4, len(made)))) is (racked == "together")
    for seat in (2, 4, 6):
        before = made[: made.index(f"rack {seat}")]
        assert not [move for move in made[len(before) + 1 :] if f" {seat} " in f"{move} "]
    assert made[-1] == "rack 0"


@cases("""
    house      until
    mics       all_paid
    manual     own_hand_paid
    classic    own_hand_paid
    chickasaw  own_hand_paid
""")
def test_by_default_hands_are_racked_as_the_passes_go(house: str, until: str) -> None:
    said = house_with(house, completion={"hands_face_up_until": until})
    usual = moves(contested(house).finish())
    table = Driven(said).opened()
    for seat in (2, 4, 6):
        table.bet(seat, ante=5, pair_plus=5)
    assert moves(table.dealt(CONTESTED).play(2, 4, 6).finish()) == usual


@clause("manual-payout-F", "manual-payout-F-2", "classic-deal-7-2")
@pytest.mark.parametrize("of", BUILT_IN)
def test_the_ante_bonus_is_paid_between_play_and_ante_also_when_the_hand_loses(of: str) -> None:
    table = Driven(of).opened().bet(1, ante=5)
    table.dealt("1: 4s 3d 2h, dealer: 9s 9d 9c").play(1).finish()
    in_order = ["take 1 play", "pay 1 ante_bonus", "take 1 ante"]
    if of.startswith("mics"):
        in_order = ["take 1 play", "take 1 ante", "pay 1 ante_bonus"]
    assert moves(table)[1:4] == in_order
    assert table.stack(1) == 995


@clause("manual-payout-F", "manual-payout-J-2")
def test_the_manuals_six_kinds_of_payout_come_in_their_order() -> None:
    table = Driven("manual", large_payout={"over": 100_000, "chip": 100_000}).opened()
    table.bet(1, ante=5, pair_plus=5, six_card_bonus=5, progressive=1)
    table.dealt("1: 7s 7d 7h, dealer: 7c 8d Qc").play(1).finish()
    assert moves(table)[1:7] == [
        *("pay 1 play", "pay 1 ante_bonus", "pay 1 ante", "pay 1 pair_plus"),
        *("pay 1 six_card_bonus", "pay 1 progressive"),
    ]
    # 5 + 20 + 5, pair plus 30 to 1, four of a kind 50 to 1, progressive 60 for 1.
    assert table.stack(1) == 1000 + 30 + 150 + 250 + 59


# Tokes and coupons


@clause("manual-tips-C", "manual-tips-D", "manual-tips-E")
@pytest.mark.parametrize("of", PER_HAND)
def test_a_toke_is_settled_after_the_players_own_bet_and_taken_down(of: str) -> None:
    table = Driven(of).opened().bet(1, ante=5, toke_ante=1, toke_play=1, pair_plus=5)
    table.bet(1, toke_pair_plus=1).dealt("1: Ks Kd 3h, dealer: Qs 8d 3c").play(1).finish()
    assert moves(table)[1:-2] == [
        *("pay 1 play", "pay 1 play toke", "pay 1 ante", "pay 1 ante toke"),
        *("pay 1 pair_plus", "pay 1 pair_plus toke"),
    ]
    assert table.account("tips:dee") == 6  # Three tokes of 1, with their winnings.
    assert table.on_layout == {}


@pytest.mark.parametrize("of", BUILT_IN)
def test_a_losing_toke_goes_to_the_house_and_a_push_goes_back(of: str) -> None:
    lost = Driven(of).opened().bet(1, ante=5, toke_ante=1)
    lost.dealt("1: Jd Tc 4s, dealer: Qs 8d 3c").play(1).finish()
    assert (lost.account("tips:dee"), lost.stack(1)) == (0, 989)
    tied = Driven(of).opened().bet(1, ante=5, toke_ante=1)
    tied.dealt("1: Qd 8c 3h, dealer: Qs 8d 3c").play(1).finish()
    assert (tied.account("tips:dee"), tied.stack(1)) == (0, 1000)


@clause("manual-tips-B-2")
@cases("""
    option    tips
    rides     2
    forfeits  0
""")
def test_an_ante_toke_without_a_toke_on_play_rides_or_is_lost(option: str, tips: str) -> None:
    table = Driven("manual", unbacked_ante_toke=option).opened().bet(1, ante=5, toke_ante=1)
    table.dealt("1: Ks Kd 3h, dealer: Qs 8d 3c").play(1).finish()
    assert table.account("tips:dee") == int(tips)


@pytest.mark.parametrize("of", BUILT_IN)
def test_tokes_on_a_folded_hand_are_taken_with_it(of: str) -> None:
    table = Driven(of).opened().bet(1, ante=5, toke_ante=1)
    table.dealt()
    table.give("place_toke", seat=1, wager="play", amount=100)
    table.fold(1).finish()
    assert (table.stack(1), table.account("tips:dee"), table.on_layout) == (993, 0, {})


@clause("mics-f2")
@cases("""
    cards     decision  result   won    # an ante of 10 with a coupon of 5
    Ks Kd 3h  play      win      25
    Jd Tc 4s  play      lose     -20
    Qd 8c 3h  play      push     0
    Jd Tc 4s  fold      forfeit  -10
""")
def test_a_coupon_is_settled_once_with_the_ante_it_lies_on(
    cards: str, decision: str, result: str, won: str
) -> None:
    table = Driven("mics").opened().bet(1, ante=10, coupon_ante=5)
    table.dealt(f"1: {cards}, dealer: Qs 8d 3c")
    table.give(decision, seat=1)
    table.finish()
    assert [event.result for event in table.events(e.CouponSettled)] == [result]
    assert table.stack(1) == 1000 + int(won)
    taken = 0 if result == "push" else 5  # A coupon that pushes stays the player's.
    assert (table.account("coupons"), table.account("promotion")) == (taken, -taken)


@clause("mics-f2")
def test_a_coupon_that_is_taken_on_a_push_is_counted() -> None:
    table = Driven("mics", match_play={"on_push": "taken"}).opened().bet(1, ante=10, coupon_ante=5)
    table.dealt("1: Qd 8c 3h, dealer: Qs 8d 3c").play(1).finish()
    assert (table.stack(1), table.account("coupons")) == (1000, 5)


@clause("manual-hdeal-F-3")
def test_a_coupon_on_a_hand_that_is_thrown_in_is_lost_with_it() -> None:
    of = house_with(
        "manual",
        betting={"instruments": ["chip", "match_play_coupon"]},
        options={"match_play": {"spots": ["pair_plus"]}},
    )
    table = Driven(of).opened().bet(1, pair_plus=10, coupon_pair_plus=5).bet(2, ante=5)
    table.dealt("1: 9s 7d 2c").give("throw_in", seat=1)
    assert [(event.on, event.result) for event in table.events(e.CouponSettled)] == [
        ("pair_plus", "lose")
    ]
    table.play(2).finish()
    assert (table.account("coupons"), len(table.events(e.CouponSettled))) == (5, 1)


# The rack


@clause("mics-j4", "mics-j3-ii", "manual-payout-G-3")
@pytest.mark.parametrize(("of", "method"), EVERY_DEAL)
def test_every_hand_can_be_rebuilt_from_the_discard_rack(of: str, method: str) -> None:
    table = Driven(of, deal_method=method).opened()
    for seat in (1, 3, 4, 7):
        table.bet(seat, ante=5, pair_plus=5)
    table.dealt().play(1).fold(3).play(4).fold(7).finish()
    racked = table.events(e.HandRacked)
    places = [event.seat for event in racked]
    assert sorted(places) == [STUB, 0, 1, 3, 4, 7]
    assert places[-1] == 0
    assert {event.seat: list(event.cards) for event in racked if event.seat != STUB} == (
        hands_of(table)
    )
    assert sum(len(event.cards) for event in racked) == 52


@clause("mics-a1-v", "mics-e1")
@pytest.mark.parametrize("of", BUILT_IN)
def test_a_round_is_over_when_every_wager_is_settled_and_every_card_racked(of: str) -> None:
    table = contested(of)
    while table.table.phase is Phase.SETTLING:
        table.confirm()
    ended = table.last(e.RoundEnded)
    assert ended.number == 1
    assert table.on_layout == {}
    assert (table.table.phase, table.table.round.number) == (Phase.BETTING, 2)
    table.check_replay()


@clause("mics-j3-2")
def test_winning_hands_stay_face_up_until_every_winner_is_paid() -> None:
    table = contested("mics")
    while table.due != "rack_hand":
        assert not [event for event in table.events(e.HandRacked) if event.seat != STUB]
        table.confirm()
    shown = {seat.seat: seat.cards for seat in table.view("public").seats}
    assert all("??" not in shown[seat] and len(shown[seat]) == 3 for seat in (2, 4, 6))


@clause("classic-equip-1")
def test_the_classic_table_has_a_layout_of_three_spots_and_a_discard_rack() -> None:
    table = Driven("classic").opened().bet(1, ante=5, pair_plus=5).dealt().play(1)
    assert set(table.on_layout) == {"1:ante", "1:pair_plus", "1:play"}
    table.finish()
    assert {event.seat for event in table.events(e.HandRacked)} == {STUB, 1, 0}


@pytest.mark.parametrize("of", BUILT_IN)
def test_all_money_of_a_round_is_somewhere(of: str) -> None:
    table = Driven(of).opened()
    for seat in (2, 4, 6):
        table.bet(seat, ante=5, pair_plus=5)
    before = table.account("tray") + sum(table.on_layout.values())
    stacks = sum(table.stack(seat) for seat in (2, 4, 6))
    table.dealt(CONTESTED).play(2, 4, 6).finish()
    won = sum(table.stack(seat) for seat in (2, 4, 6)) - stacks
    assert table.account("tray") == pytest.approx(before - won)
