"""Match-play coupons: beside chips of at least their value, paid even money once (MICS-15)."""

import pytest

from queenhigh.wagers.document import DocumentError
from tests.clauses import cases, clause
from tests.rules.builders import Document, answer, settled

COUPON = clause("mics-f2")


@COUPON
@cases("""
    dealer      cards       ante     coupon    net
    Qs 7d 2c    As 8d 3c    1 to 1   1 to 1    25     # ante, play and the coupon
    Js 7d 2c    9s 6d 3c    1 to 1   1 to 1    15
    Qs 7d 2c    9s 6d 3c    lose     lose      -20
    Qs 7d 2c    Qd 7c 2h    push     push      0
""")
def test_a_coupon_follows_the_ante_that_it_lies_beside(
    dealer: str, cards: str, ante: str, coupon: str, net: str
) -> None:
    seat = settled("mics", dealer, cards, "ante 10", coupons="ante 5")
    assert (seat["ante"], seat["match_play on ante"]) == (ante, coupon)
    line = seat.lines["match_play on ante"]
    assert (line.stake, line.face, line.returned) == (0, 500, 0)
    assert seat.net == int(net) * 100


@COUPON
def test_a_coupon_is_lost_with_a_fold() -> None:
    seat = settled("mics", "Qs 7d 2c", "As 8d 3c", "ante 10", coupons="ante 5", decision="fold")
    assert (seat["match_play on ante"], seat.net) == ("forfeit", -1_000)


@COUPON
def test_the_line_of_a_coupon_follows_the_line_of_its_wager() -> None:
    wagers = "ante 10, pair_plus 5"
    seat = settled("mics-alternate", "Qs 7d 2c", "7s 6d 5c", wagers, coupons="ante 5")
    order = ["play", "ante_bonus", "ante", "match_play on ante", "pair_plus"]
    assert list(seat.lines) == order


@COUPON
def test_the_bonus_is_on_chips_only() -> None:
    seat = settled("mics", "Qs 7d 2c", "6s 6d 6c", "ante 10", coupons="ante 10")
    assert seat.lines["ante_bonus"].paid == 4_000


@COUPON
@cases("""
    wagers                  coupons               answered
    ante 10                 ante 10               accepted
    ante 10                 ante 5                accepted
    ante 10                 ante 10.01            coupon/exceeds_chips
    pair_plus 10            ante 10               coupon/exceeds_chips
    ante 10, pair_plus 10   pair_plus 5           coupon/wrong_spot
    ante 10                 play 5                coupon/wrong_spot
    ante 10, pair_plus 10   ante 5, pair_plus 5   coupon/more_than_one, coupon/wrong_spot
""")
def test_where_a_coupon_may_lie(wagers: str, coupons: str, answered: str) -> None:
    assert answer("mics", wagers, coupons=coupons) == answered


@COUPON
@pytest.mark.parametrize("house", ["chickasaw", "manual", "classic"])
def test_only_one_book_takes_coupons_and_a_placed_coupon_is_settled(house: str) -> None:
    assert answer(house, "ante 10", coupons="ante 5") == "coupon/not_taken"
    seat = settled(house, "Qs 7d 2c", "As 8d 3c", "ante 10", coupons="ante 5")
    assert (seat["match_play on ante"], seat.net) == ("1 to 1", 2_500)


@COUPON
@cases("""
    wagers         coupons       where
    ante 10        pair_plus 5   pair_plus
    ante 10        play 5        play
    pair_plus 10   ante 5        ante        # there are no chips
""")
def test_an_impossible_coupon_is_refused(wagers: str, coupons: str, where: str) -> None:
    with pytest.raises(DocumentError, match=rf"^seats\[0\]\.match_play\.{where}: "):
        settled("mics", "Qs 7d 2c", "As 8d 3c", wagers, coupons=coupons)


# Options: MICS-15, match_play = {spots, counts_for_play, on_push}.


def match_play(**parts: object) -> Document:
    return {"match_play": parts}


@cases("""
    wagers                  coupons       answered
    ante 10                 ante 5        coupon/wrong_spot
    ante 10, pair_plus 10   pair_plus 5   accepted
    ante 10, pair_plus 4    pair_plus 5   wager/below_minimum, coupon/exceeds_chips
    ante 10                 play 10       accepted
    ante 10                 play 11       coupon/exceeds_chips    # play is the ante again
""")
def test_coupons_may_be_taken_on_other_spots(wagers: str, coupons: str, answered: str) -> None:
    options = match_play(spots=["play", "pair_plus"])
    assert answer("mics", wagers, coupons=coupons, options=options) == answered


@cases("""
    cards       on          coupon
    As 8d 3c    pair_plus   lose
    7s 6s 5s    pair_plus   1 to 1    # even money, whatever the pay table says
    As 8d 3c    play        1 to 1
    9s 6d 3c    play        lose
    Qd 7c 2h    play        push
""")
def test_a_coupon_on_another_spot_follows_the_wager_there(cards: str, on: str, coupon: str) -> None:
    options = match_play(spots=["play", "pair_plus"])
    wagers = "ante 10, pair_plus 10"
    seat = settled("mics", "Qs 7d 2c", cards, wagers, coupons=f"{on} 5", options=options)
    assert seat[f"match_play on {on}"] == coupon


def test_a_coupon_on_the_play_spot_of_a_folded_hand_is_forfeited() -> None:
    options = match_play(spots=["play"])
    coupons = "play 5"
    seat = settled(
        "mics", "Qs 7d 2c", "As 8d 3c", coupons=coupons, decision="fold", options=options
    )
    assert (seat["play"], seat["match_play on play"]) == ("none", "forfeit")


@clause("mics-a1-iv")
@pytest.mark.parametrize(("counts", "stake"), [(False, 1_000), (True, 1_500)])
def test_whether_the_play_wager_matches_the_coupon_too(counts: bool, stake: int) -> None:
    options = match_play(counts_for_play=counts)
    seat = settled("mics", "Qs 7d 2c", "As 8d 3c", "ante 10", coupons="ante 5", options=options)
    assert seat.lines["play"].stake == stake
    assert seat.lines["ante"].stake == 1_000
    without = settled("mics", "Qs 7d 2c", "As 8d 3c", "ante 10", options=options)
    assert without.lines["play"].stake == 1_000


@pytest.mark.parametrize(("on_push", "coupon"), [("stays", "push"), ("taken", "lose")])
def test_what_a_push_does_to_a_coupon(on_push: str, coupon: str) -> None:
    options = match_play(on_push=on_push)
    seat = settled("mics", "Qs 7d 2c", "Qd 7c 2h", "ante 10", coupons="ante 5", options=options)
    assert (seat["ante"], seat["match_play on ante"], seat.net) == ("push", coupon, 0)
