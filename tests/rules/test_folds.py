"""What a fold takes, and what it leaves."""

import pytest

from tests.clauses import cases, clause
from tests.rules.builders import ALL_HOUSES, Document, settled

FORFEITS_THE_ANTE = clause(
    "mics-j2 chickasaw-g manual-intro-4 manual-vsdealer classic-rules-4 classic-deal-4",
    "classic-play1-1",
)
FORFEITS_PAIR_PLUS_TOO = clause("mics-j2-3 chickasaw-h classic-play3-4 classic-deal-4-2")
QUALIFIED, NOT_QUALIFIED = "Qh 7d 2c", "Jh Td 8c"


@FORFEITS_THE_ANTE
@pytest.mark.parametrize("house", ALL_HOUSES.split())
@pytest.mark.parametrize("dealer", [QUALIFIED, NOT_QUALIFIED])
def test_a_fold_forfeits_the_ante_whatever_the_dealer_turns_over(house: str, dealer: str) -> None:
    seat = settled(house, dealer, "As Ad Kc", "ante 10", decision="fold")
    assert (list(seat.lines), seat["ante"], seat.net) == (["ante"], "forfeit", -1_000)


@FORFEITS_THE_ANTE
def test_a_folded_hand_makes_no_play_wager() -> None:
    assert settled("manual", QUALIFIED, "As Ad Kc", decision="fold")["play"] == "none"


@FORFEITS_PAIR_PLUS_TOO
@pytest.mark.parametrize("house", ["mics", "mics-alternate", "chickasaw", "classic"])
@cases("""
    cards
    As Ad Kc     # a hand that pair plus would have paid
    7s 6s 5s
    9s 6d 3c
""")
def test_a_fold_forfeits_pair_plus_with_the_ante(house: str, cards: str) -> None:
    seat = settled(house, NOT_QUALIFIED, cards, "ante 10, pair_plus 5", decision="fold")
    assert (seat["ante"], seat["pair_plus"], seat.net) == ("forfeit", "forfeit", -1_500)


@clause("manual-6cb-foot manual-pp manual-intro-4 manual-vsdealer")
@cases("""
    cards       pair_plus   net
    As Ad Kc    1 to 1      -5
    7s 6s 5s    40 to 1     190
    9s 6d 3c    lose        -15
""")
def test_in_the_manual_pair_plus_survives_a_fold(cards: str, pair_plus: str, net: str) -> None:
    """MAN-1: the note to the 6 Card Bonus is explicit and general."""
    seat = settled("manual", QUALIFIED, cards, "ante 10, pair_plus 5", decision="fold")
    assert (seat["ante"], seat["pair_plus"]) == ("forfeit", pair_plus)
    assert seat.net == int(net) * 100


@clause("mics-j2-3 chickasaw-j-4 chickasaw-k-3 manual-pp classic-play2-1")
@pytest.mark.parametrize("house", ["mics", "chickasaw", "manual", "classic"])
def test_pair_plus_without_an_ante_cannot_be_folded_away(house: str) -> None:
    assert settled(house, QUALIFIED, "As Ad Kc", "pair_plus 5")["pair_plus"] == "1 to 1"


# Options: MAN-1, CLS-1, CHK-5 and MICS-16, fold_pair_plus.


@pytest.mark.parametrize("house", ALL_HOUSES.split())
@cases("""
    fold_pair_plus      pair_plus
    forfeits            forfeit
    survives            1 to 1
    forfeits_with_6cb   1 to 1      # there is no 6 Card Bonus beside it
""")
def test_what_a_fold_does_to_pair_plus(house: str, fold_pair_plus: str, pair_plus: str) -> None:
    options = {"fold_pair_plus": fold_pair_plus}
    wagers = "ante 10, pair_plus 5"
    seat = settled(house, QUALIFIED, "As Ad Kc", wagers, decision="fold", options=options)
    assert (seat["ante"], seat["pair_plus"]) == ("forfeit", pair_plus)
    played = settled(house, QUALIFIED, "As Ad Kc", wagers, options=options)
    assert played["pair_plus"] == "1 to 1"


@clause("manual-6cb-J manual-6cb-foot")
@cases("""
    fold_pair_plus      pair_plus
    forfeits            forfeit
    survives            1 to 1
    forfeits_with_6cb   forfeit
""")
def test_what_a_fold_does_to_pair_plus_next_to_a_6_card_bonus(
    fold_pair_plus: str, pair_plus: str
) -> None:
    options = {"fold_pair_plus": fold_pair_plus}
    wagers = "ante 10, pair_plus 5, six_card_bonus 5"
    seat = settled("manual", QUALIFIED, "As Ad Kc", wagers, decision="fold", options=options)
    assert seat["pair_plus"] == pair_plus


@clause("manual-hdeal-F-5 manual-6cb-J")
@cases("""
    cards       six_card_bonus
    7s 7c 3c    5 to 1           # with the dealer's seven
    Qs Qd 2s    25 to 1
    As Kd 9c    lose
""")
@pytest.mark.parametrize("fold_pair_plus", ["forfeits", "survives", "forfeits_with_6cb"])
def test_a_folded_hand_can_win_the_6_card_bonus(
    cards: str, six_card_bonus: str, fold_pair_plus: str
) -> None:
    options = {"fold_pair_plus": fold_pair_plus}
    wagers = "ante 10, pair_plus 5, six_card_bonus 5"
    seat = settled("manual", QUALIFIED, cards, wagers, decision="fold", options=options)
    assert (seat["ante"], seat["six_card_bonus"]) == ("forfeit", six_card_bonus)


@clause("manual-prog-C")
@cases("""
    cards
    As Ks Qs     # not even the jackpot
    Ad Kd Qd
    7s 6d 5c
    9s 6d 3c
""")
def test_a_folded_hand_cannot_win_the_progressive(cards: str) -> None:
    meter = 1_234_500
    wagers = "ante 10, progressive 1"
    seat = settled("manual", QUALIFIED, cards, wagers, decision="fold", meter=meter)
    assert (seat["progressive"], seat.net) == ("forfeit", -1_100)


def test_the_rules_on_folds_do_not_reach_a_hand_that_is_played() -> None:
    options: Document = {"fold_pair_plus": "forfeits", "ante_bonus_requires": "ante"}
    wagers = "ante 10, pair_plus 5"
    assert settled("manual", QUALIFIED, "7s 6d 5c", wagers, options=options).net == 6_000
