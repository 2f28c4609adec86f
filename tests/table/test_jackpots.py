"""Large payouts verified, royals and jackpots last, the progressive's directions."""

import pytest

from queenhigh.table import events as e
from tests.clauses import cases, clause
from tests.table.driver import BUILT_IN, Driven
from tests.table.scenes import moves

# Large payouts


@clause("manual-payout-J-3", "manual-payout-J")
@cases("""
    ante  pair_plus  verified    # with a pair: what is won is ante + play + pair plus
    99    99         no
    100   5          yes         # a black chip
    99    0          no
""")
def test_a_large_payout_is_verified_by_a_supervisor_before_anything_of_it_is_paid(
    ante: str, pair_plus: str, verified: str
) -> None:
    table = Driven("manual").opened().bet(1, ante=int(ante))
    if int(pair_plus):
        table.bet(1, pair_plus=int(pair_plus))
    table.dealt("1: Ks Kd 3h, dealer: Qs 8d 3c").play(1).until("settle", "verify_payout")
    assert (table.due == "verify_payout") is (verified == "yes")
    if verified == "yes":
        assert table.refused("confirm", step="settle").clauses == ("manual-payout-J-3",)
        found = table.refused("confirm", step="verify_payout", by="dealer:dee")
        assert found.code == "step/not_yours"
        table.give("confirm", step="verify_payout", by="floor:flo")
    table.finish()
    assert ("verify 1" in moves(table)) is (verified == "yes")


@clause("manual-payout-J-3", "manual-payout-J")
@cases("""
    rule    over  chip  verified    # 50 + 50 + 50 is won
    either  149   100   yes
    either  150   100   no
    either  500   50    yes
    both    149   50    yes
    both    150   50    no
    both    149   51    no
""")
def test_the_large_payout_can_be_set(rule: str, over: str, chip: str, verified: str) -> None:
    terms = {"rule": rule, "over": int(over), "chip": int(chip)}
    table = Driven("manual", large_payout=terms).opened().bet(1, ante=50, pair_plus=50)
    table.dealt("1: Ks Kd 3h, dealer: Qs 8d 3c").play(1).finish()
    assert ("verify 1" in moves(table)) is (verified == "yes")


@pytest.mark.parametrize("of", [of for of in BUILT_IN if of not in ("manual", "classic")])
def test_other_books_ask_for_no_verification(of: str) -> None:
    table = Driven(of).opened().bet(1, ante=300)
    table.dealt("1: Ks Kd 3h, dealer: Qs 8d 3c").play(1).finish()
    assert "verify 1" not in moves(table)


# Royals, jackpots, the progressive


@clause("manual-payout-H", "manual-6cb-L", "manual-6cb-K")
def test_a_royal_is_notified_at_once_and_paid_after_all_others_once_verified() -> None:
    table = Driven("manual").opened().bet(3, ante=5, six_card_bonus=5).bet(1, ante=5)
    table.dealt("3: As Ks 2d, 1: 9h 4d 3c, dealer: Qs Js Ts").play(1, 3).finish()
    assert moves(table) == [
        *("reveal 3", "notice 3", "take 3 play", "take 3 ante"),
        *("reveal 1", "take 1 play", "take 1 ante", "rack 1"),
        *("verify 3", "pay 3 six_card_bonus", "rack 3", "rack 0"),
    ]
    notice = table.last(e.NoticeGiven)
    assert notice.told == ("pit_manager", "shift_manager", "surveillance")
    assert notice.clauses == ("manual-6cb-K",)
    assert table.stack(3) == 990 + 5000


@clause("manual-payout-H")
def test_a_toke_beside_a_royal_is_paid_with_it_after_all_others() -> None:
    """Regression: the dealer's toke was paid in turn for a hand still awaiting verification."""
    table = Driven("manual").opened().bet(3, ante=5, six_card_bonus=5).bet(1, ante=5)
    table.give("place_toke", seat=3, wager="six_card_bonus", amount=100)
    table.dealt("3: As Ks 2d, 1: 9h 4d 3c, dealer: Qs Js Ts").play(1, 3).finish()
    assert moves(table)[-6:] == [
        *("rack 1", "verify 3", "pay 3 six_card_bonus", "pay 3 six_card_bonus toke"),
        *("rack 3", "rack 0"),
    ]


@clause("manual-6cb-L", "manual-6cb-L-2")
def test_surveillance_verifies_the_royal_and_the_winner_stays_seated() -> None:
    table = Driven("manual").opened().bet(1, ante=5, six_card_bonus=5)
    table.dealt("1: As Ks 2d, dealer: Qs Js Ts").play(1).until("verify_royal")
    assert table.refused("confirm", step="verify_royal", by="floor:flo").code == "step/not_yours"
    assert table.refused("leave", seat=1).code == "seat/must_stay"
    table.give("confirm", step="verify_royal", by="surveillance:sue")


@clause("manual-payout-H")
def test_the_royals_cards_stay_until_it_is_paid() -> None:
    table = Driven("manual").opened().bet(3, ante=5, six_card_bonus=5).bet(1, ante=5)
    table.dealt("3: As Ks 2d, 1: 9h 4d 3c, dealer: Qs Js Ts").play(1, 3).until("verify_royal")
    assert table.on_layout == {"3:six_card_bonus": 5}
    assert 3 not in {event.seat for event in table.events(e.HandRacked)}


@clause("manual-payout-K", "manual-prog-G", "manual-prog-G-2", "manual-prog-E")
def test_the_jackpot_comes_last_of_all_pays_the_meter_and_others_collect_envy() -> None:
    table = Driven("manual").opened().bet(2, ante=5, progressive=1).bet(5, ante=5, progressive=1)
    table.bet(6, ante=5).dealt("2: As Ks Qs, 5: 7h 5d 2c, 6: 8h 5h 2d, dealer: Qd 8d 3c")
    assert table.account("meter") == 1000.40
    table.play(2).fold(5).play(6).finish()
    assert moves(table)[-4:] == [*("pay 2 progressive", "envy 5 for 2", "rack 2", "rack 0")]
    assert moves(table).index("notice 2") == moves(table).index("reveal 2") + 1
    paid = next(event for event in table.events(e.WagerPaid) if event.wager == "progressive")
    assert (paid.of_meter, paid.paid) == (True, 100_040)
    assert table.account("meter") == 1000
    assert table.last(e.MeterReset).from_reserve == 10
    assert table.stack(5) == 1000 - 6 + 100


@clause("manual-payout-K")
def test_in_a_pass_of_its_own_the_progressive_goes_right_to_left_and_jackpots_left_to_right() -> (
    None
):
    table = Driven("manual", progressive_pass="separate").opened()
    for seat in (1, 3, 5, 7):
        table.bet(seat, ante=5, progressive=1)
    hands = "1: 4s 3d 2h, 3: As Ks Qs, 5: 8s 7d 6h, 7: Th 5d 2c, dealer: Qd 9d 3c"
    table.dealt(hands).play(1, 3, 5, 7).finish()
    paid = [move for move in moves(table) if move.endswith("progressive")]
    assert paid[-3:] == ["pay 5 progressive", "pay 1 progressive", "pay 3 progressive"]
    assert moves(table).index("pay 1 ante") < moves(table).index("pay 5 progressive")


@clause("manual-payout-K", "manual-6cb-K")
def test_notices_are_given_for_royals_and_jackpots_only() -> None:
    table = Driven("manual", progressive_pass="separate").opened().bet(1, ante=5, progressive=1)
    table.dealt("1: 4s 3d 2h, dealer: Qd 9d 3c").play(1).finish()
    assert table.events(e.NoticeGiven) == []


@clause("manual-6cb-K")
@pytest.mark.parametrize("noticed", [["royal_5"], ["royal_5", "akq_suited"]])
def test_which_hands_count_as_royals_is_an_option(noticed: list[str]) -> None:
    table = Driven("manual", royal_notice=noticed).opened().bet(1, ante=5, progressive=1)
    table.dealt("1: Ah Kh Qh, dealer: Qs 9d 3c").play(1).finish()
    assert len(table.events(e.NoticeGiven)) == len(noticed) - 1


@clause("manual-payout-K")
def test_jackpots_are_what_the_house_says_and_two_go_from_left_to_right() -> None:
    lines = ["akq_spades", "akq_suited"]
    table = Driven("manual", jackpot_lines=lines).opened()
    for seat in (2, 5):
        table.bet(seat, ante=5, progressive=1)
    table.dealt("2: Ah Kh Qh, 5: Ad Kd Qd, dealer: Qs 9d 3c").play(2, 5).finish()
    paid = [move for move in moves(table) if move.endswith("progressive")]
    assert paid == ["pay 2 progressive", "pay 5 progressive"]
