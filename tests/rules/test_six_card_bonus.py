"""6 Card Bonus: the best five of the player's three cards and the dealer's three."""

import pytest

from queenhigh.house.errors import HouseError
from tests.clauses import cases, clause
from tests.rules.builders import Document, SeatResult, seat, settle, settled, table

PAY_TABLE = clause("manual-6cb-M manual-6cb-H manual-6cb-I manual-6cb-A manual-6cb-G")
ON_SIX_CARDS = clause("manual-6cb manual-6cb-A manual-6cb-G")
WHATEVER_THE_DEALER_HOLDS = clause("manual-payout-C5 manual-payout-D5 manual-intro-5")


@PAY_TABLE
@WHATEVER_THE_DEALER_HOLDS
@cases("""
    dealer      cards       pays        category
    As Ks 2d    Qs Js Ts    1000 to 1   royal_flush
    Js Ts 9s    As Ks Qs    1000 to 1   royal_flush       # MAN-5: six of them are paid as five
    9s 8s 2d    7s 6s 5s    200 to 1    straight_flush
    As 2s 9d    3s 4s 5s    200 to 1    straight_flush
    7d 7c 2d    7s 7h As    50 to 1     four_of_a_kind
    7d 7c 2d    7s 2s 2h    25 to 1     full_house
    7d 7c 7s    2d 2s 9h    25 to 1     full_house
    Ks 9s 2d    7s 5s 2s    15 to 1     flush
    9s 8d 2d    7s 6c 5s    10 to 1     straight
    As 2d 9d    3s 4c 5s    10 to 1     straight
    7d 7c 2d    7s 9h As    5 to 1      three_of_a_kind
    7d 9c 2d    7s 7h As    5 to 1      three_of_a_kind
    Jd 9c 2d    Js 9h As    lose        nothing           # two pairs
    As Ad 9c    Ks Jh 2c    lose        nothing
    Js 9d 4c    8s 6d 2c    lose        nothing
""")
def test_the_progressive_pays_by_its_table(
    dealer: str, cards: str, pays: str, category: str
) -> None:
    for wagers in ("ante 10, six_card_bonus 20", "pair_plus 10, six_card_bonus 20"):
        seat = settled("manual", dealer, cards, wagers)
        assert seat["six_card_bonus"] == pays
        assert seat.lines["six_card_bonus"].category == category


@ON_SIX_CARDS
@cases("""
    dealer      cards
    7d 7c 2d    7s 9h As
    9s 8d 2d    7s 6c 5s
    Jd 9c 2d    Js 9h As
    Qs Js Ts    As Ks 2d
""")
def test_the_holder_of_the_three_cards_does_not_matter(dealer: str, cards: str) -> None:
    wagers = "pair_plus 10, six_card_bonus 20"
    one, other = settled("manual", dealer, cards, wagers), settled("manual", cards, dealer, wagers)
    assert one["six_card_bonus"] == other["six_card_bonus"]


@ON_SIX_CARDS
def test_the_dealers_cards_count_for_every_seat() -> None:
    wagers = "ante 10, six_card_bonus 5"
    seats = [seat(3, "7s 9h As", wagers), seat(2, "Ks Jh 8c", wagers), seat(1, "2s 2c Kd", wagers)]
    round = settle(table("manual", *seats, dealer="7d 7c 2d"))
    pays = [SeatResult(each)["six_card_bonus"] for each in round.seats]
    assert pays == ["5 to 1", "lose", "25 to 1"]


@clause("manual-intro-5 manual-payout-D5 manual-payout-E")
@cases("""
    dealer      cards       ante
    7d 7c 2d    7s 9h 2s    lose      # full house
    2d 2c Jh    2s 8h 8c    1 to 1
    7d 7c 2d    7s 7h 2s    push
""")
def test_the_progressive_does_not_depend_on_the_ante(dealer: str, cards: str, ante: str) -> None:
    seat = settled("manual", dealer, cards, "ante 10, six_card_bonus 20")
    assert seat["ante"] == ante
    assert seat.lines["six_card_bonus"].result == "win"


@clause("manual-payout-C5 manual-6cb-H")
def test_the_6_card_bonus_is_paid_when_the_dealer_does_not_qualify() -> None:
    seat = settled("manual", "Js 9d 8c", "7s Tc 2d", "ante 10, six_card_bonus 20")
    assert (seat["play"], seat["six_card_bonus"]) == ("push", "10 to 1")
    assert seat.net == 1_000 + 20_000


@clause("manual-payout-H manual-6cb-L")
@cases("""
    dealer      cards       paid_last
    As Ks 2d    Qs Js Ts    yes
    Js Ts 9s    As Ks Qs    yes         # of six cards too
    9s 8s 2d    7s 6s 5s    no
    7d 7c 2d    7s 7h As    no
    Jd 9c 2d    Js 9h As    no
""")
def test_only_royals_are_paid_last(dealer: str, cards: str, paid_last: str) -> None:
    lines = settled("manual", dealer, cards, "ante 10, pair_plus 5, six_card_bonus 20").lines
    late = [wager for wager, line in lines.items() if line.paid_last is True]
    assert late == (["six_card_bonus"] if paid_last == "yes" else [])


# Option: MAN-27, six_card_wheel.


@cases("""
    dealer      cards       with_it    without
    As 2d 9d    3s 4c 5s    10 to 1    lose
    As 2s 9d    3s 4s 5s    200 to 1   15 to 1
    As 2s 6s    3s 4s 5s    200 to 1   200 to 1
    As Kd 9d    Qs Jc Ts    10 to 1    10 to 1
""")
def test_whether_five_to_ace_is_a_straight_here(
    dealer: str, cards: str, with_it: str, without: str
) -> None:
    wagers = "ante 10, six_card_bonus 20"
    for wheel, expected in ((True, with_it), (False, without)):
        seat = settled("manual", dealer, cards, wagers, options={"six_card_wheel": wheel})
        assert seat["six_card_bonus"] == expected


def test_the_wheel_and_three_two_ace_are_two_questions() -> None:
    wagers = "pair_plus 10, six_card_bonus 5"
    no_low_straight: Document = {"ace_low_straight": False}
    seat = settled("manual", "4d 5d 9c", "As 2d 3c", wagers, options=no_low_straight)
    assert (seat["pair_plus"], seat["six_card_bonus"]) == ("lose", "10 to 1")
    no_wheel: Document = {"six_card_wheel": False}
    seat = settled("manual", "4d 5d 9c", "As 2d 3c", wagers, options=no_wheel)
    assert (seat["pair_plus"], seat["six_card_bonus"]) == ("6 to 1", "lose")


# Option: MAN-5, six_card_super_royal.


@cases("""
    super_royal  six_cards    five_cards
    none         1000 to 1    1000 to 1
    2000         2000 to 1    1000 to 1
    20000        20000 to 1   1000 to 1
    1000         1000 to 1    1000 to 1
""")
def test_nine_to_ace_may_have_odds_of_its_own(
    super_royal: str, six_cards: str, five_cards: str
) -> None:
    options = {"six_card_super_royal": "none" if super_royal == "none" else int(super_royal)}
    wagers = "ante 10, six_card_bonus 20"
    six = settled("manual", "Jd Td 9d", "Ad Kd Qd", wagers, options=options)
    assert (six["six_card_bonus"], six.lines["six_card_bonus"].paid_last) == (six_cards, True)
    five = settled("manual", "Jd Td 8d", "Ad Kd Qd", wagers, options=options)
    assert five["six_card_bonus"] == five_cards
    from_nine = settled("manual", "Jd Td 9d", "8d Kd Qd", wagers, options=options)
    assert from_nine["six_card_bonus"] == "200 to 1"


@pytest.mark.parametrize("house", ["mics", "chickasaw", "classic"])
def test_its_options_are_unknown_where_it_is_not_offered(house: str) -> None:
    for name, value in {"six_card_wheel": False, "six_card_super_royal": 2000}.items():
        with pytest.raises(HouseError, match=rf"^options\.{name}: is not known here"):
            settled(house, "Qh 7d 2c", "As Kd 9c", options={name: value})
