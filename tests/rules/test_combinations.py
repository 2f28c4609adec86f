"""Which bets may be combined."""

from itertools import chain, combinations

import pytest

from queenhigh.wagers.document import DocumentError
from tests.clauses import cases, clause
from tests.rules.builders import Document, answer, refusals, seat, settled, table

AMOUNTS = {"ante": 10, "pair_plus": 10, "six_card_bonus": 10, "progressive": 1}
EVERY_COMBINATION = list(
    chain.from_iterable(combinations(AMOUNTS, length) for length in range(1, 5))
)

ANTE_PAIR_PLUS_OR_BOTH = clause(
    "mics-f1-i mics-f1-ii mics-f1-iii chickasaw-desc chickasaw-a classic-rules-1 classic-deal-1",
    "classic-types classic-obj-3 mics-k1",
)


def written(spots: tuple[str, ...]) -> str:
    return ", ".join(f"{spot} {AMOUNTS[spot]}" for spot in spots)


@ANTE_PAIR_PLUS_OR_BOTH
@pytest.mark.parametrize("house", ["mics", "chickasaw", "classic"])
@pytest.mark.parametrize("spots", EVERY_COMBINATION)
def test_ante_pair_plus_or_both_and_no_other_wager(house: str, spots: tuple[str, ...]) -> None:
    not_offered = [spot for spot in spots if spot in ("six_card_bonus", "progressive")]
    expected = ", ".join("wager/not_offered" for _ in not_offered) or "accepted"
    assert answer(house, written(spots)) == expected


@ANTE_PAIR_PLUS_OR_BOTH
@pytest.mark.parametrize("house", ["mics", "chickasaw", "classic"])
@pytest.mark.parametrize("spot", ["six_card_bonus", "progressive"])
def test_a_wager_that_is_not_offered_cannot_be_settled(house: str, spot: str) -> None:
    with pytest.raises(DocumentError, match=rf"^seats\[0\]\.wagers\.{spot}: {house} "):
        settled(house, "Qs 7d 2c", "As 8d 3c", f"ante 10, {spot} 5")


@pytest.mark.parametrize("house", ["mics", "chickasaw", "manual", "classic"])
def test_a_play_wager_before_the_cards_is_refused_as_what_it_is(house: str) -> None:
    (refused,) = refusals(table(house, seat(1, "", "ante 10, play 10")))
    assert refused.code == "wager/not_offered"
    assert refused.message == "Play is bet with the decision, after the cards are seen."


@clause("manual-intro-6 manual-intro-7 manual-intro-10 manual-bets-1 manual-bets-2 manual-bets-3")
@clause("manual-bets-4 manual-bets-5 manual-6cb manual-6cb-B manual-gen-A manual-prog-A")
@pytest.mark.parametrize("spots", EVERY_COMBINATION)
def test_in_the_manual_side_bets_need_an_ante_or_a_pair_plus(spots: tuple[str, ...]) -> None:
    """MAN-3: a pair plus is enough for the 6 Card Bonus; MAN-22: the progressive needs none."""
    alone = not {"ante", "pair_plus"} & set(spots)
    expected = ", ".join("wager/needs_ante_or_pair_plus" for _ in spots) if alone else "accepted"
    assert answer("manual", written(spots)) == expected


@clause("manual-intro-1 chickasaw-desc classic-obj")
@pytest.mark.parametrize("house", ["mics", "chickasaw", "manual", "classic"])
def test_three_ways_to_play_and_four_ways_to_win(house: str) -> None:
    ways_to_play = ["ante 10", "pair_plus 10", "ante 10, pair_plus 10"]
    assert [answer(house, wagers) for wagers in ways_to_play] == ["accepted"] * 3
    seat = settled(house, "Qs 7d 2c", "7s 6d 5c", ways_to_play[-1])
    assert [name for name, line in seat.lines.items() if line.result == "win"] == [
        "play",
        "ante_bonus",
        "ante",
        "pair_plus",
    ]


@ANTE_PAIR_PLUS_OR_BOTH
@clause("manual-bets-1 manual-bets-2 manual-bets-3 manual-bets-4 manual-bets-5")
@clause("manual-intro-6 manual-gen-A")
@pytest.mark.parametrize("house", ["mics", "mics-alternate", "chickasaw", "manual", "classic"])
def test_a_seat_without_a_bet_is_not_in_the_round(house: str) -> None:
    assert answer(house, "").startswith("wager/none")
    with pytest.raises(DocumentError, match=r"^seats\[0\]\.wagers: "):
        settled(house, "Qs 7d 2c", "As 8d 3c", "")


# Options: MAN-3 and MAN-22, six_card_with_pair_plus_only and progressive_requires_6cb.


@clause("manual-intro-6 manual-6cb-B")
@cases("""
    wagers                                     allowed   answered
    pair_plus 10, six_card_bonus 10            true      accepted
    pair_plus 10, six_card_bonus 10            false     wager/needs_ante
    ante 10, six_card_bonus 10                 false     accepted
    ante 10, pair_plus 10, six_card_bonus 10   false     accepted
    six_card_bonus 10                          false     wager/needs_ante_or_pair_plus
""")
def test_whether_pair_plus_is_enough_for_a_6_card_bonus(
    wagers: str, allowed: str, answered: str
) -> None:
    options = {"six_card_with_pair_plus_only": allowed == "true"}
    assert answer("manual", wagers, options=options) == answered


@clause("manual-prog-A manual-intro-10")
@cases("""
    wagers                                       required   answered
    ante 10, progressive 1                       false      accepted
    ante 10, progressive 1                       true       wager/needs_six_card_bonus
    pair_plus 10, progressive 1                  true       wager/needs_six_card_bonus
    ante 10, six_card_bonus 10, progressive 1    true       accepted
    ante 10                                      true       accepted
    ante 10, six_card_bonus 10                   true       accepted
""")
def test_whether_the_progressive_needs_a_6_card_bonus(
    wagers: str, required: str, answered: str
) -> None:
    options = {"progressive_requires_6cb": required == "true"}
    assert answer("manual", wagers, options=options) == answered


# Option: wager_version, the linked versions of (f)(6).


@clause("mics-f6 mics-f6-i")
@cases("""
    wagers                   answered
    ante 10, pair_plus 10    accepted
    ante 11, pair_plus 10    accepted
    ante 500, pair_plus 5    accepted
    ante 9, pair_plus 10     wager/ante_below_pair_plus
    pair_plus 10             wager/ante_below_pair_plus
    ante 10                  accepted
""")
def test_version_i_asks_for_an_ante_of_at_least_the_pair_plus(wagers: str, answered: str) -> None:
    assert answer("mics", wagers, options={"wager_version": "i"}) == answered


@clause("mics-f6 mics-f6-ii")
@cases("""
    wagers                   answered
    ante 5, pair_plus 10     accepted
    ante 6, pair_plus 11     accepted
    ante 5, pair_plus 11     wager/ante_below_half_pair_plus
    pair_plus 10             wager/ante_below_half_pair_plus
    ante 10                  accepted
    ante 500, pair_plus 5    accepted
    ante 250, pair_plus 500  accepted
    ante 249, pair_plus 500  wager/ante_below_half_pair_plus
""")
def test_version_ii_asks_for_an_ante_of_at_least_half_the_pair_plus(
    wagers: str, answered: str
) -> None:
    assert answer("mics", wagers, options={"wager_version": "ii"}) == answered
    assert answer("mics-alternate", wagers) == answered


@clause("mics-f6 mics-f6-iii")
@cases("""
    wagers                   answered
    ante 10, pair_plus 10    accepted
    ante 10, pair_plus 50    accepted
    ante 50, pair_plus 10    accepted
    ante 10, pair_plus 51    wager/more_than_five_times
    ante 51, pair_plus 10    wager/more_than_five_times
    ante 10                  wager/both_required
    pair_plus 10             wager/both_required
""")
def test_version_iii_asks_for_both_and_neither_above_five_times_the_other(
    wagers: str, answered: str
) -> None:
    assert answer("mics", wagers, options={"wager_version": "iii"}) == answered


@clause("mics-f6 mics-f1-ii")
def test_without_a_version_ante_and_pair_plus_are_independent() -> None:
    options: Document = {"wager_version": "free"}
    for wagers in ("pair_plus 10", "ante 5, pair_plus 500", "ante 500, pair_plus 5"):
        assert answer("mics", wagers, options=options) == answer("mics", wagers) == "accepted"
