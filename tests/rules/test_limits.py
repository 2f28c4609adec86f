"""How much may lie on a spot."""

from pathlib import Path

import msgspec
import pytest

from queenhigh.wagers.document import read_round
from queenhigh.wagers.opening import check_opening
from tests.clauses import cases, clause
from tests.rules.builders import answer, check, own_house, seat, settled, table

LIMITS = clause(
    "mics-f1-i mics-f1-ii chickasaw-a manual-limits-A manual-limits-C manual-limits-D",
    "classic-obj-3 classic-play3-3 classic-deal-1 classic-amount-ante classic-amount-pp",
)
UNRELATED = clause("manual-bets-6 manual-6cb-C classic-obj-3 classic-play3-2 mics-f1-iii")


@LIMITS
@pytest.mark.parametrize("spot", ["ante", "pair_plus"])
@cases("""
    house       dollars   answered
    mics        5         accepted
    mics        4         wager/below_minimum
    mics        500       accepted
    mics        501       wager/above_maximum
    chickasaw   5         accepted
    chickasaw   4         wager/below_minimum
    chickasaw   500       accepted
    chickasaw   501       wager/above_maximum
    manual      5         accepted
    manual      4         wager/below_minimum
    manual      300       accepted
    manual      301       wager/above_maximum
    classic     2         accepted
    classic     1         wager/below_minimum
    classic     3         accepted                 # CLS-7: any whole dollar
    classic     7         accepted
    classic     10        accepted
    classic     11        wager/above_maximum
    classic     2.50      wager/wrong_step
    manual      5.01      wager/wrong_step
    manual      4.50      wager/below_minimum, wager/wrong_step
    mics        500.50    wager/above_maximum, wager/wrong_step
""")
def test_ante_and_pair_plus_lie_within_the_limits(
    house: str, spot: str, dollars: str, answered: str
) -> None:
    assert answer(house, f"{spot} {dollars}") == answered


@UNRELATED
@cases("""
    house       wagers
    mics        ante 5, pair_plus 500
    chickasaw   ante 500, pair_plus 5
    classic     ante 2, pair_plus 10
    classic     ante 10, pair_plus 2
    manual      ante 5, pair_plus 300, six_card_bonus 100
    manual      pair_plus 10, six_card_bonus 20      # the example of the rule book
    manual      ante 300, pair_plus 5, six_card_bonus 5
""")
def test_the_amounts_of_a_seat_need_not_be_equal(house: str, wagers: str) -> None:
    assert answer(house, wagers) == "accepted"


@clause("mics-f1-iii manual-6cb-C")
def test_each_bet_is_held_to_its_own_limits() -> None:
    assert answer("mics", "ante 5, pair_plus 4") == "wager/below_minimum"
    assert answer("mics", "ante 4, pair_plus 4") == "wager/below_minimum, wager/below_minimum"
    assert answer("manual", "ante 301, six_card_bonus 3") == (
        "wager/above_maximum, wager/below_minimum, wager/wrong_step"
    )


@clause("manual-limits-E manual-6cb-D")
@cases("""
    dollars   answered
    5         accepted
    10        accepted
    95        accepted
    100       accepted
    105       wager/above_maximum
    1         wager/below_minimum, wager/wrong_step
    6         wager/wrong_step
    99        wager/wrong_step
    7.50      wager/wrong_step
""")
def test_the_6_card_bonus_goes_from_5_to_100_in_steps_of_5(dollars: str, answered: str) -> None:
    """It may exceed the other bets."""
    assert answer("manual", f"ante 5, six_card_bonus {dollars}") == answered


@clause("manual-limits-F1 manual-prog-B")
@cases("""
    dollars   answered
    1         accepted
    2         wager/above_maximum
    0.50      wager/below_minimum, wager/wrong_step
    1.50      wager/above_maximum, wager/wrong_step
""")
def test_the_progressive_is_exactly_one_dollar(dollars: str, answered: str) -> None:
    assert answer("manual", f"ante 5, progressive {dollars}") == answered


# Options: MAN-2, six_card_min and six_card_steps.


@clause("manual-limits-E manual-6cb-D")
@cases("""
    least  steps              accepted
    5      multiples_of_5     5 10 95 100
    1      multiples_of_5     5 10 95 100
    5      one_or_multiples   1 5 10 95 100
    1      one_or_multiples   1 5 10 95 100
    5      from_minimum       5 10 95 100
    1      from_minimum       1 6 11 91 96
""")
def test_which_amounts_the_6_card_bonus_takes(least: str, steps: str, accepted: str) -> None:
    options = {"six_card_min": int(least), "six_card_steps": steps}
    tried = [1, 2, 4, 5, 6, 9, 10, 11, 91, 95, 96, 99, 100, 101, 105]
    taken = [
        str(dollars)
        for dollars in tried
        if answer("manual", f"ante 5, six_card_bonus {dollars}", options=options) == "accepted"
    ]
    assert taken == accepted.split()


@cases("""
    least  dollars   answered
    5      4         wager/below_minimum, wager/wrong_step
    1      4         wager/wrong_step
""")
def test_the_6_card_minimum_is_an_option(least: str, dollars: str, answered: str) -> None:
    options = {"six_card_min": int(least)}
    assert answer("manual", f"ante 5, six_card_bonus {dollars}", options=options) == answered


# Option: MAN-36, minimum_applies.


@clause("manual-6cb-C")
@cases("""
    wagers                                  each_bet              either_bet
    ante 5, pair_plus 1                     wager/below_minimum   accepted
    ante 1, pair_plus 5                     wager/below_minimum   accepted
    ante 1                                  wager/below_minimum   wager/below_minimum
    pair_plus 1                             wager/below_minimum   wager/below_minimum
    ante 5, pair_plus 5                     accepted              accepted
    ante 5, pair_plus 1, six_card_bonus 5   wager/below_minimum   accepted
""")
def test_every_bet_meets_the_minimum_or_one_is_enough(
    wagers: str, each_bet: str, either_bet: str
) -> None:
    assert answer("manual", wagers, options={"minimum_applies": "each_bet"}) == each_bet
    assert answer("manual", wagers, options={"minimum_applies": "either_bet"}) == either_bet


def test_one_is_not_enough_for_the_other_spots() -> None:
    options = {"minimum_applies": "either_bet"}
    twice = "wager/below_minimum, wager/below_minimum"
    assert answer("manual", "ante 4, pair_plus 4", options=options) == twice
    low = "wager/below_minimum, wager/wrong_step"
    assert answer("manual", "ante 5, six_card_bonus 1", options=options) == low


# Option: MAN-16, ante_play_max.


@clause("manual-limits-D")
@cases("""
    house    ante   ante_play_max   answered
    manual   300    each            accepted
    manual   150    combined        accepted
    manual   151    combined        wager/above_maximum
    manual   300    combined        wager/above_maximum
    classic  5      combined        accepted
    classic  6      combined        wager/above_maximum
""")
def test_the_maximum_is_on_ante_and_play_each_or_together(
    house: str, ante: str, ante_play_max: str, answered: str
) -> None:
    options = {"ante_play_max": ante_play_max}
    assert answer(house, f"ante {ante}", options=options) == answered
    assert answer(house, "pair_plus 10", options=options) == "accepted"


@clause("manual-limits-C")
def test_the_pair_plus_maximum_is_not_shared_with_play() -> None:
    assert answer("manual", "pair_plus 300", options={"ante_play_max": "combined"}) == "accepted"


# Noticed late: MAN-29, late_limit_error.


@clause("manual-limits-B")
@cases("""
    wagers                                code
    ante 3                                wager/below_minimum
    pair_plus 3                           wager/below_minimum
    ante 400                              wager/above_maximum
    ante 5, six_card_bonus 7              wager/wrong_step
""")
def test_a_bet_noticed_late_stands_and_the_player_is_told(wagers: str, code: str) -> None:
    checked = check(table("manual", seat(2, "", wagers, noticed_late=True)))
    assert checked.accepted
    notices = [] if checked.notices is msgspec.UNSET else checked.notices
    assert [(each.seat, each.code) for each in notices] == [(2, code)]
    in_time = check(table("manual", seat(2, "", wagers)))
    assert not in_time.accepted
    assert in_time.notices is msgspec.UNSET


@clause("manual-limits-B")
@cases("""
    late_limit_error  wagers    told
    honour_actual     ante 3    It stands as bet
    honour_actual     ante 400  It stands as bet
    return_excess     ante 3    It stands as bet
    return_excess     ante 400  What is above it goes back
""")
def test_the_excess_above_the_maximum_goes_back_where_the_house_says_so(
    late_limit_error: str, wagers: str, told: str
) -> None:
    options = {"late_limit_error": late_limit_error}
    checked = check(table("manual", seat(2, "", wagers, noticed_late=True), options=options))
    assert checked.accepted
    (notice,) = checked.notices or []
    assert told in notice.message


@clause("manual-limits-B")
def test_late_notice_excuses_no_bet_of_another_seat_and_nothing_but_amounts() -> None:
    late = seat(2, "", "ante 3", noticed_late=True)
    checked = check(table("manual", late, seat(3, "", "ante 3")))
    assert [each.seat for each in checked.refusals or []] == [3]
    assert answer("manual", "six_card_bonus 5", noticed_late=True) == (
        "wager/needs_ante_or_pair_plus"
    )
    assert answer("manual", "ante 5", tokes="progressive 1", noticed_late=True) == (
        "toke/on_progressive"
    )


@clause("manual-limits-B")
@cases("""
    wagers        net
    ante 1        2
    ante 400      800
    ante 2.50     5
""")
def test_a_bet_outside_the_limits_is_paid_as_it_lies(wagers: str, net: str) -> None:
    assert settled("manual", "Qs 7d 2c", "As 8d 3c", wagers).net == int(net) * 100


# A house posts its own limits.

POSTED = """
extends = "manual"
[ante.limits]
minimum_cents = {ante}
[wagers.pair_plus.limits]
minimum_cents = {pair_plus}
"""


@clause("manual-limits-C manual-limits-D")
@cases("""
    ante    pair_plus   answered
    5       100         yes
    100     5           yes
    25      10          yes
    4       10          no
    101     10          no
    10      4           no
    10      101         no
""")
def test_the_posted_minimum_lies_between_5_and_100(
    tmp_path: Path, ante: str, pair_plus: str, answered: str
) -> None:
    """Outside the range the house departs from the book, and its refusals say so."""
    text = POSTED.format(ante=int(ante) * 100, pair_plus=int(pair_plus) * 100)
    house = own_house(tmp_path, text)
    limits = ("ante.limits.minimum_cents", "wagers.pair_plus.limits.minimum_cents")
    found = [house.law.standing(path) for path in limits]
    assert any(each.departs for each in found) is (answered == "no")
    for each in found:
        cited = each.cited.departs_from if each.departs else each.cited.clauses
        assert set(cited) & {"manual-limits-C", "manual-limits-D"}
        assert not (each.departs and each.cited.clauses)


@clause("manual-limits-A manual-limits-H manual-6cb-D")
def test_limits_can_change_and_the_6_card_bonus_does_not_follow_them(tmp_path: Path) -> None:
    house = own_house(tmp_path, POSTED.format(ante=2500, pair_plus=1000))
    written = table(
        "",
        seat(1, "", "ante 24"),
        seat(2, "", "ante 25, six_card_bonus 5"),
        seat(3, "", "pair_plus 10, six_card_bonus 100"),
        seat(4, "", "pair_plus 9"),
    )
    checked = check_opening(house, read_round(msgspec.json.encode(written)))
    found = {each.seat: (each.code, each.message) for each in checked.refusals or []}
    assert {number: code for number, (code, _) in found.items()} == {
        1: "wager/below_minimum",
        4: "wager/below_minimum",
    }
    assert "$25" in found[1][1]  # The player is told the posted minimum.
    assert "$10" in found[4][1]
