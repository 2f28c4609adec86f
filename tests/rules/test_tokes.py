"""Tokes: bets for the dealer."""

from pathlib import Path

import msgspec
import pytest

from queenhigh.wagers.document import DocumentError, read_round
from queenhigh.wagers.opening import check_opening
from queenhigh.wagers.round_settlement import settle_round
from tests.clauses import cases, clause
from tests.rules.builders import (
    ALL_HOUSES,
    Document,
    answer,
    check,
    own_house,
    refusals,
    seat,
    settle,
    settled,
    table,
)

# Where they may lie


@clause("manual-tips-B manual-prog-F manual-tips-B-2 manual-tips-B-3 manual-6cb-E")
@cases("""
    wagers                      tokes               answered
    ante 10                     ante 5              accepted
    ante 10                     ante 5, play 5      accepted
    ante 10                     play 5              toke/play_needs_ante
    pair_plus 10                pair_plus 5         accepted
    ante 10, pair_plus 10       ante 5, pair_plus 5 accepted
    ante 10, six_card_bonus 5   six_card_bonus 5    accepted
    ante 10                     six_card_bonus 5    accepted               # no own bet is needed
    pair_plus 10                six_card_bonus 5    accepted
    ante 10, progressive 1      progressive 1       toke/on_progressive
    ante 10                     pair_plus 5         toke/needs_own_bet     # MAN-34
    pair_plus 10                ante 5              toke/needs_own_bet
    ante 10                     ante 1              accepted
    ante 10                     ante 2.50           toke/wrong_step
    ante 10                     six_card_bonus 0.50 toke/wrong_step
""")
def test_a_toke_may_be_bet_on_the_spots_of_the_book(wagers: str, tokes: str, answered: str) -> None:
    assert answer("manual", wagers, tokes=tokes) == answered


@clause("manual-6cb-E manual-limits-G")
def test_a_6_card_bonus_toke_needs_the_players_bet() -> None:
    wagers, needs = "six_card_bonus 5", "wager/needs_ante_or_pair_plus"
    assert answer("manual", wagers) == needs
    assert answer("manual", wagers, tokes="six_card_bonus 5") == f"{needs}, toke/needs_own_bet"


@cases("""
    house            tokes               answered
    mics             ante 5, play 5      accepted
    mics-alternate   ante 5              accepted
    chickasaw        pair_plus 5         accepted
    classic          ante 5              accepted
    mics             play 5              accepted               # the manual's rule, and no other's
    mics             six_card_bonus 5    toke/not_taken
    classic          six_card_bonus 5    toke/not_taken
    chickasaw        progressive 1       toke/not_taken         # it has none to bet on
    chickasaw        ante 0.50           toke/wrong_step
""")
def test_the_other_houses_take_tokes_beside_the_players_bet(
    house: str, tokes: str, answered: str
) -> None:
    assert answer(house, "ante 10, pair_plus 10", tokes=tokes) == answered


# How high they may be


@clause("manual-limits-F2 manual-tips-I")
@cases("""
    own    toke   answered
    300    30     accepted                # ten percent of the maximum where the maximum is bet
    300    31     toke/above_maximum
    200    130    accepted                # otherwise bet and toke: maximum and ten percent
    200    131    toke/above_maximum
    299    31     accepted
    299    32     toke/above_maximum
    30     300    accepted
    31     300    toke/above_maximum
    31     299    accepted
    5      300    accepted                # but no single toke above the table maximum
    5      301    toke/above_maximum
""")
@pytest.mark.parametrize("spot", ["ante", "pair_plus"])
def test_a_toke_is_capped_by_bet_and_maximum_together(
    spot: str, own: str, toke: str, answered: str
) -> None:
    assert answer("manual", f"{spot} {own}", tokes=f"{spot} {toke}") == answered


@clause("manual-limits-F2 manual-tips-I")
def test_the_cap_holds_for_each_spot_and_on_play_the_bet_is_the_antes() -> None:
    wagers = "ante 200, pair_plus 300"
    assert answer("manual", wagers, tokes="ante 130, play 130, pair_plus 30") == "accepted"
    assert answer("manual", wagers, tokes="ante 130, play 131") == "toke/above_maximum"
    assert answer("manual", wagers, tokes="ante 1, pair_plus 31") == "toke/above_maximum"


@clause("manual-limits-G manual-6cb-E")
@cases("""
    toke   answered
    1      accepted
    25     accepted
    26     toke/above_maximum
""")
def test_a_6_card_bonus_toke_is_one_to_25_dollars(toke: str, answered: str) -> None:
    for wagers in ("ante 10", "pair_plus 300", "ante 10, six_card_bonus 100"):
        assert answer("manual", wagers, tokes=f"six_card_bonus {toke}") == answered


@cases("""
    house            own   toke   answered
    mics             5     500    accepted
    mics             5     501    toke/above_maximum
    mics-alternate   500   500    accepted
    chickasaw        500   500    accepted
    classic          2     10     accepted
    classic          10    11     toke/above_maximum
""")
def test_elsewhere_the_table_maximum_is_the_cap(
    house: str, own: str, toke: str, answered: str
) -> None:
    assert answer(house, f"ante {own}", tokes=f"ante {toke}") == answered


@clause("manual-limits-F2 manual-tips-I manual-limits-H")
@cases("""
    wagers                      tokes            answered
    ante 205                    ante 20          accepted             # 10% of 205, in whole dollars
    ante 205                    ante 21          toke/above_maximum
    pair_plus 100               pair_plus 10     accepted
    pair_plus 100               pair_plus 11     toke/above_maximum
    ante 100                    ante 125         accepted
    ante 205                    play 20, ante 1  accepted
    ante 205                    play 21, ante 1  toke/above_maximum
""")
def test_the_cap_is_that_of_the_spot(
    tmp_path: Path, wagers: str, tokes: str, answered: str
) -> None:
    house = own_house(
        tmp_path,
        """
        extends = "manual"
        [ante.limits]
        maximum_cents = 20500
        [wagers.pair_plus.limits]
        maximum_cents = 10000
        """,
    )
    document = table("", seat(1, "", wagers, tokes=tokes))
    checked = check_opening(house, read_round(msgspec.json.encode(document)))
    found = [] if checked.refusals is msgspec.UNSET else checked.refusals
    assert (", ".join(each.code for each in found) or "accepted") == answered


def test_no_toke_lies_on_a_wager_that_a_house_leaves_out(tmp_path: Path) -> None:
    text = 'extends = "manual"\n[wagers]\nsix_card_bonus = false\nprogressive = false\n'
    house = own_house(tmp_path, text)
    at_one = seat(1, "As 8d 3c", "ante 10", tokes="six_card_bonus 1")
    written = read_round(msgspec.json.encode(table("", at_one, dealer="Qs 7d 2c")))
    assert [each.code for each in check_opening(house, written).refusals or []] == [
        "toke/not_taken"
    ]
    with pytest.raises(DocumentError, match=r"^seats\[0\]\.tokes\.six_card_bonus: "):
        settle_round(house, written)


@clause("manual-tips-H")
@cases("""
    wagers        tokes               dealt_to  direct_toke
    ante 200      ante 150            130       20
    pair_plus 5   pair_plus 1000      300       700
    ante 10       six_card_bonus 40   25        15
""")
def test_the_excess_may_be_kept_and_the_rest_dealt_to(
    wagers: str, tokes: str, dealt_to: str, direct_toke: str
) -> None:
    (found,) = refusals(table("manual", seat(1, "", wagers, tokes=tokes)))
    assert (found.dealt_to, found.direct_toke) == (int(dealt_to) * 100, int(direct_toke) * 100)
    spot, _, _ = tokes.partition(" ")
    assert answer("manual", wagers, tokes=f"{spot} {dealt_to}") == "accepted"


# Options: MAN-15, toke_cap, six_card_toke_cap and six_card_toke_requires.


@cases("""
    toke_cap           own   most
    combined_110       200   130
    combined_110       5     300
    ten_percent_flat   200   30
    ten_percent_flat   5     30
    table_maximum      200   300
    table_maximum      300   300
""")
def test_the_cap_on_tokes_is_an_option(toke_cap: str, own: str, most: str) -> None:
    options = {"toke_cap": toke_cap}
    over = int(most) + 1
    assert answer("manual", f"ante {own}", tokes=f"ante {most}", options=options) == "accepted"
    assert (
        answer("manual", f"ante {own}", tokes=f"ante {over}", options=options)
        == "toke/above_maximum"
    )


@cases("""
    wagers                        six_card_toke_cap  toke_cap           most
    ante 10, six_card_bonus 100   fixed_25           combined_110       25
    ante 10, six_card_bonus 100   min_of_both        combined_110       10
    ante 10, six_card_bonus 90    min_of_both        combined_110       20
    ante 10, six_card_bonus 85    min_of_both        combined_110       25
    ante 10                       min_of_both        combined_110       25
    ante 10                       min_of_both        ten_percent_flat   10
    ante 10                       fixed_25           ten_percent_flat   25
""")
def test_the_cap_on_6_card_bonus_tokes_is_an_option(
    wagers: str, six_card_toke_cap: str, toke_cap: str, most: str
) -> None:
    options = {"six_card_toke_cap": six_card_toke_cap, "toke_cap": toke_cap}
    for dollars, expected in ((int(most), "accepted"), (int(most) + 1, "toke/above_maximum")):
        tokes = f"six_card_bonus {dollars}"
        assert answer("manual", wagers, tokes=tokes, options=options) == expected


@clause("manual-limits-G manual-6cb-E")
@cases("""
    wagers                  requires            answered
    ante 10                 ante_or_pair_plus   accepted
    ante 10                 pair_plus           toke/needs_own_bet
    pair_plus 10            pair_plus           accepted
    ante 10, pair_plus 10   pair_plus           accepted
""")
def test_the_bet_that_a_6_card_bonus_toke_needs_is_an_option(
    wagers: str, requires: str, answered: str
) -> None:
    options = {"six_card_toke_requires": requires}
    assert answer("manual", wagers, tokes="six_card_bonus 5", options=options) == answered


# Their results

ALL_FOUR = "ante 10, pair_plus 5, six_card_bonus 5"
TOKES = "ante 2, play 3, pair_plus 4, six_card_bonus 1"


@clause("manual-tips-B manual-tips-B-4")
@cases("""
    dealer      cards       play     ante_bonus  ante     pair_plus  six_card_bonus
    Qs 7d 2c    7s 6s 5s    1 to 1   5 to 1      1 to 1   40 to 1    lose
    Qs 7d 2c    7s 7h 7c    1 to 1   4 to 1      1 to 1   30 to 1    50 to 1
    Qs 7d 2c    9s 9h Kc    1 to 1   none        1 to 1   1 to 1     lose
    Qs 7d 2c    9s 6h 4c    lose     none        lose     lose       lose
    Js 7d 2c    9s 6h 4c    push     none        1 to 1   lose       lose
    Qs 7d 2c    Qd 7h 2s    push     none        push     lose       lose
    8s 8d 8c    7s 6d 5c    lose     1 to 1      lose     6 to 1     5 to 1
""")
def test_a_toke_goes_as_the_players_own_bet_at_full_odds(
    dealer: str,
    cards: str,
    play: str,
    ante_bonus: str,
    ante: str,
    pair_plus: str,
    six_card_bonus: str,
) -> None:
    seat = settled("manual", dealer, cards, ALL_FOUR, tokes=TOKES)
    names = ["play", "ante_bonus", "ante", "pair_plus", "six_card_bonus"]
    expected = [play, ante_bonus, ante, pair_plus, six_card_bonus]
    assert [seat.toke(name) for name in names] == expected
    assert [seat[name] for name in names] == expected
    stakes = {name: line.stake for name, line in seat.tokes.items() if name != "ante_bonus"}
    assert stakes == {"play": 300, "ante": 200, "pair_plus": 400, "six_card_bonus": 100}


def test_tokes_are_not_part_of_the_players_net() -> None:
    with_tokes = settled("manual", "Qs 7d 2c", "7s 6s 5s", ALL_FOUR, tokes=TOKES)
    assert with_tokes.net == settled("manual", "Qs 7d 2c", "7s 6s 5s", ALL_FOUR).net


@clause("manual-tips-B-4 manual-antebonus")
@cases("""
    base             paid
    ante             10
    ante_plus_play   25
""")
def test_a_toke_earns_a_bonus_of_its_own(base: str, paid: str) -> None:
    """MICS-12: on the toke, or on the tokes on ante and play."""
    options = {"ante_bonus_base": base}
    seat = settled("manual", "Qs 7d 2c", "7s 6s 5s", tokes="ante 2, play 3", options=options)
    bonus = seat.tokes["ante_bonus"]
    assert (bonus.stake, bonus.paid) == (0, int(paid) * 100)
    assert seat.lines["ante_bonus"].paid == (5_000 if base == "ante" else 10_000)


@clause("manual-tips-B-2 manual-vsdealer")
@pytest.mark.parametrize("house", ALL_HOUSES.split())
def test_tokes_on_ante_and_play_are_lost_with_a_fold(house: str) -> None:
    tokes = "ante 2, play 3"
    seat = settled(house, "Qs 7d 2c", "7s 6s 5s", "ante 10", tokes=tokes, decision="fold")
    found = [seat.toke(name) for name in ("ante", "play", "ante_bonus")]
    assert found == ["forfeit", "forfeit", "none"]


@cases("""
    fold_pair_plus      wagers                                   pair_plus
    forfeits            ante 10, pair_plus 5                     forfeit
    survives            ante 10, pair_plus 5                     1 to 1
    forfeits_with_6cb   ante 10, pair_plus 5                     1 to 1
    forfeits_with_6cb   ante 10, pair_plus 5, six_card_bonus 5   forfeit
""")
def test_a_pair_plus_toke_is_folded_with_the_players_bet(
    fold_pair_plus: str, wagers: str, pair_plus: str
) -> None:
    options = {"fold_pair_plus": fold_pair_plus}
    tokes = "pair_plus 1, six_card_bonus 1"
    cards = "9s 9d 9c"
    seat = settled("manual", "Qs 7d 2c", cards, wagers, decision="fold", tokes=tokes)
    assert seat.toke("six_card_bonus") == "5 to 1"
    cards = "9s 9d 3c"
    seat = settled(
        "manual", "Qs 7d 2c", cards, wagers, decision="fold", tokes=tokes, options=options
    )
    assert seat["pair_plus"] == seat.toke("pair_plus") == pair_plus


def test_a_bonus_on_a_folded_toke_follows_the_players() -> None:
    options = {"ante_bonus_requires": "ante"}
    tokes = "ante 2, play 3"
    seat = settled("manual", "Qs 7d 2c", "7s 6s 5s", decision="fold", tokes=tokes, options=options)
    assert (seat["ante_bonus"], seat.toke("ante_bonus")) == ("5 to 1", "5 to 1")
    assert seat.tokes["ante_bonus"].paid == 1_000


@clause("manual-6cb-E manual-tips-B-4 manual-payout-H")
@cases("""
    dealer      super_royal  own          toke
    Js Ts 8s    none         1000 to 1    1000 to 1
    Js Ts 9s    20000        20000 to 1   1000 to 1   # the most that a toke is paid
    Js Ts 8s    20000        1000 to 1    1000 to 1
    Js Ts 9s    1500         1500 to 1    1000 to 1
""")
def test_the_top_odds_of_a_6_card_bonus_toke(
    dealer: str, super_royal: str, own: str, toke: str
) -> None:
    options = {"six_card_super_royal": super_royal if super_royal == "none" else int(super_royal)}
    wagers, tokes = "ante 10, six_card_bonus 5", "six_card_bonus 1"
    seat = settled("manual", dealer, "As Ks Qs", wagers, tokes=tokes, options=options)
    assert (seat["six_card_bonus"], seat.toke("six_card_bonus")) == (own, toke)
    assert seat.tokes["six_card_bonus"].paid_last is True


# Option: MAN-34, unbacked_ante_toke.


@clause("manual-tips-B-2")
@cases("""
    cards       tokes            unbacked   ante      ante_bonus
    7s 6s 5s    ante 2           rides      1 to 1    5 to 1
    7s 6s 5s    ante 2           forfeits   forfeit   none
    7s 6s 5s    ante 2, play 2   forfeits   1 to 1    5 to 1
    9s 6d 4c    ante 2           rides      lose      none
    9s 6d 4c    ante 2           forfeits   forfeit   none
    Qd 7c 2h    ante 2           rides      push      none
    Qd 7c 2h    ante 2           forfeits   forfeit   none
""")
def test_an_ante_toke_without_a_play_toke_rides_or_is_forfeited(
    cards: str, tokes: str, unbacked: str, ante: str, ante_bonus: str
) -> None:
    options = {"unbacked_ante_toke": unbacked}
    seat = settled("manual", "Qs 7d 2c", cards, tokes=tokes, options=options)
    assert (seat.toke("ante"), seat.toke("ante_bonus")) == (ante, ante_bonus)


@pytest.mark.parametrize("decision", ["play", "fold"])
def test_an_unbacked_toke_that_is_forfeited_earns_no_bonus(decision: str) -> None:
    """Not even if the player's own bonus needs no play wager."""
    options = {"unbacked_ante_toke": "forfeits", "ante_bonus_requires": "ante"}
    seat = settled(
        "manual", "Qs 7d 2c", "7s 6s 5s", tokes="ante 2", decision=decision, options=options
    )
    assert seat["ante_bonus"] == "5 to 1"
    assert (seat.toke("ante"), seat.toke("ante_bonus")) == ("forfeit", "none")


# What the dealer keeps


@clause("manual-tips-C")
@cases("""
    dealer      cards       tokes            kept
    Qs 7d 2c    9s 9h Kc    ante 2, play 3   10     # wager and payoff of both
    Qs 7d 2c    9s 6h 4c    ante 2, play 3   0
    Qs 7d 2c    Qd 7h 2s    ante 2, play 3   0      # pushed: they stay up
    Js 7d 2c    9s 6h 4c    ante 2, play 3   4
    8s 8d 8c    7s 6d 5c    ante 2, play 3   2      # the bonus
    Qs 7d 2c    7s 6s 5s    pair_plus 4      164
""")
def test_wager_and_payoff_of_a_winning_toke_are_taken_down(
    dealer: str, cards: str, tokes: str, kept: str
) -> None:
    seats = [seat(1, cards, "ante 10, pair_plus 5", tokes=tokes)]
    assert settle(table("manual", *seats, dealer=dealer)).to_the_dealer == int(kept) * 100


@clause("manual-tips-F")
def test_a_toke_not_declared_as_a_bet_is_kept() -> None:
    for_the_dealer = "unspecified 5"
    checked = check(table("manual", seat(4, "", "ante 10", tokes=for_the_dealer)))
    assert checked.accepted
    assert [(each.seat, each.amount) for each in checked.direct_tokes or []] == [(4, 500)]
    loses = seat(4, "9s 6h 4c", "ante 10", tokes=for_the_dealer + ", ante 1")
    round = settle(table("manual", loses, dealer="Qs 7d 2c"))
    assert round.to_the_dealer == 500
    assert [line.wager for line in round.seats[0].tokes or []] == ["ante"]


# Impossible tokes


@clause("manual-prog-F manual-tips-B")
@cases("""
    house    wagers                   tokes                  where
    manual   ante 10, progressive 1   progressive 1          progressive
    manual   pair_plus 10             ante 1                 ante
    manual   pair_plus 10             play 1                 play
    mics     ante 10                  six_card_bonus 1       six_card_bonus
    classic  ante 10                  progressive 1          progressive
""")
def test_an_impossible_toke_is_refused(house: str, wagers: str, tokes: str, where: str) -> None:
    with pytest.raises(DocumentError, match=rf"^seats\[0\]\.tokes\.{where}: "):
        settled(house, "Qs 7d 2c", "9s 6h 4c", wagers, tokes=tokes)


@clause("manual-prog-F")
def test_a_toke_earns_no_envy() -> None:
    """MAN-11: envy follows the progressive wager, and no toke lies on that."""
    holder: Document = seat(2, "As Ks Qs")
    other = seat(1, "9s 6h 4c", "ante 10, six_card_bonus 5", tokes="six_card_bonus 5")
    assert settle(table("manual", holder, other, dealer="Qd 7d 2c")).envy == []
