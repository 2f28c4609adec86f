"""The figures of the sheet's newer sections, against dealing hands one by one."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from queenhigh.cards.card import FULL_DECK, Hand
from queenhigh.house.loader import built_in
from queenhigh.maths.analysis.analysis import analyze
from queenhigh.maths.analysis.contest_table import ContestPart, contest_tables
from queenhigh.maths.analysis.returns import returns
from queenhigh.maths.meters.meter_course import meter_courses
from queenhigh.maths.par.rules_of_play import rules_of_play
from queenhigh.maths.risk.exposure import exposure
from queenhigh.maths.risk.table_hold import table_hold
from tests.maths.dealt_out import BONUS, QUEEN_HIGH, RANKING
from tests.maths.houses import changed

MICS, MANUAL = built_in("mics"), built_in("manual")


@pytest.fixture(scope="module")
def parts() -> dict[str, ContestPart]:
    return {each.part: each for each in contest_tables(MICS)}


def test_the_parts_add_up_to_the_edge_of_the_ante(parts: dict[str, ContestPart]) -> None:
    total = sum((each.expected.fraction for each in parts.values()), Fraction(0))
    assert total == Fraction(-13_733_780, 407_170_400)
    for each in parts.values():
        assert sum(row.contribution.fraction for row in each.rows) == each.expected.fraction
    assert sum(row.combinations for row in parts["ante"].rows) == 407_170_400
    assert parts["play"].bet.fraction == Fraction(274_517_600, 407_170_400)


def test_hands_of_every_category_end_as_dealing_every_deal_says(
    parts: dict[str, ContestPart],
) -> None:
    """One deal of each pattern of ranks and suits; played with queen-six-four or better."""
    found: Counter[tuple[str, str]] = Counter()
    hands: list[Hand] = list(combinations(FULL_DECK, 3))
    cards = np.array([sum(1 << card for card in hand) for hand in hands])
    strengths = np.array([RANKING.strength(hand) for hand in hands])
    lowest_played = RANKING.strength((40, 17, 8))  # type: ignore[arg-type]
    patterns: dict[tuple[tuple[int, int], ...], tuple[int, int]] = {}
    for number, hand in enumerate(hands):
        suits: dict[int, int] = {}
        alike = tuple((card // 4, suits.setdefault(card % 4, len(suits))) for card in hand)
        first, many = patterns.get(alike, (number, 0))
        patterns[alike] = first, many + 1
    for number, many in patterns.values():
        own, against = strengths[number], strengths[(cards & cards[number]) == 0]
        name, meets = RANKING.category(hands[number]).name.lower(), against[against >= QUEEN_HIGH]
        if own < lowest_played:
            found[name, "folded"] += many * len(against)
            continue
        found[name, "dealer_out"] += many * (len(against) - len(meets))
        for ends, met in (("wins", own > meets), ("ties", own == meets), ("loses", own < meets)):
            found[name, ends] += many * int(met.sum())
    rows = {(row.hand, row.ends): row.combinations for row in parts["ante"].rows}
    assert rows == {key: many for key, many in found.items() if many}


def test_the_result_of_play_follows_from_how_the_round_ends(parts: dict[str, ContestPart]) -> None:
    assert {(row.ends, row.net) for row in parts["play"].rows} == {
        *(("dealer_out", 0), ("wins", 1), ("ties", 0), ("loses", -1)),
    }


def test_the_bonus_is_paid_on_every_hand_that_earns_it(parts: dict[str, ContestPart]) -> None:
    earned: Counter[str] = Counter()
    for hand in combinations(FULL_DECK, 3):
        if RANKING.category(hand) in BONUS:
            earned[RANKING.category(hand).name.lower()] += 18_424
    paid: Counter[str] = Counter()
    for row in parts["ante_bonus"].rows:
        paid[row.hand] += row.combinations
    assert paid == earned


def test_the_edge_of_what_is_resolved_leaves_pushes_out(parts: dict[str, ContestPart]) -> None:
    """The ante returns ties, and play also rounds in which the dealer does not qualify."""
    found = returns(analyze(MICS), tuple(parts.values()))["ante_play"]
    pushed = sum(r.combinations for each in parts.values() for r in each.rows if not r.net)
    assert found.resolved.fraction == Fraction(681_688_000 - pushed, 407_170_400)
    assert found.edge_of_all_bet.fraction == Fraction(13_733_780, 681_688_000)
    assert found.above_the_bet.fraction == Fraction(101_915_268, 407_170_400)


def test_the_most_a_seat_wins_is_that_of_its_best_hand() -> None:
    """A winning straight flush pays ante, play, five for the bonus, and pair plus."""
    found = exposure(MICS, {})
    ante, pair_plus = found.bets["ante"], found.bets["pair_plus"]
    assert found.seat_cents == ante * (1 + 1 + 5) + pair_plus * 40
    assert found.table_cents == found.seats * found.seat_cents
    assert found.meters_cents == 0


def test_a_meter_is_followed_by_seats_and_rounds() -> None:
    alone, _, full = meter_courses(
        MANUAL, "progressive", analyze(MANUAL).side_wagers["progressive"]
    )
    assert (alone.seats, full.seats) == (1, 7)
    assert alone.rounds_to_hit.fraction == 7 * full.rounds_to_hit.fraction == 22_100
    assert alone.rounds_by_share["50%"] == 15_319
    assert alone.meter_by_share["50%"] == 100_000 + 20 * 15_319
    # A first round pays a meter that holds the seed and one bet.
    assert alone.edges["1000000"] == pytest.approx(0.2109, abs=0.005)
    assert full.edges["100"] < alone.edges["100"]


def test_seven_antes_hold_as_a_table_does() -> None:
    found = table_hold(MICS, {"ante": 500})
    assert found is not None
    seven = found.by_seats[-1]
    assert round(seven.deviation_cents / 500, 3) == 6.372
    assert round(seven.independent_cents / 500, 3) == 4.337
    assert found.between_seats["ante_play"]["ante_play"] == pytest.approx(0.193, abs=5e-4)
    assert seven.hold == pytest.approx(13_733_780 / 407_170_400)


def test_the_rules_of_play_say_what_the_settings_are() -> None:
    plain = " ".join(rules_of_play(MANUAL))
    for text in (
        "The dealer qualifies with queen high or better.",
        "Ante wins and Play is handed back",
        "A-K-Q of spades 100%",
        "It stays when the hand folds.",
        "A-2-3 is a straight.",
    ):
        assert text in plain
    other = changed("mics", {"dealer.qualifies_with": "pair", "ante.tie": "win"})
    assert "qualifies with a pair or better" in " ".join(rules_of_play(other))
    assert "On a tie Ante wins" in " ".join(rules_of_play(other))


def test_the_rules_of_play_say_that_the_figures_assume_every_call() -> None:
    said = "Pair Plus is paid only if it is called aloud{}: the figures assume that it always is."
    claim = "wagers.pair_plus.claim"
    always = " ".join(rules_of_play(changed("manual", {f"{claim}.says": "Bonus"})))
    assert said.format("") in always
    one = " ".join(rules_of_play(changed("manual", {f"{claim}.when": ["dealer_out"]})))
    assert said.format(" (if the dealer does not qualify)") in one
    assert "called aloud" not in " ".join(rules_of_play(MANUAL))


def test_the_rules_of_play_say_what_a_meter_gets_and_who_receives_envy() -> None:
    plain = " ".join(rules_of_play(MANUAL))
    for text in (
        "A-K-Q of spades 100% of the meter Progressive, A-K-Q suited 500 for 1",
        "Each bet on Progressive adds $0.20 to the meter Progressive, $0.05 to the reserve",
        "The meter Progressive begins at $1,000 and returns to it",
        "Each seat with Progressive, folded or not, receives envy for a hand of another seat:",
        "another seat: $100 for A-K-Q of spades, $25 for A-K-Q suited.",
        "with Progressive or without. Each such hand earns it.",
    ):
        assert text in plain
    envy = {"trigger": "holder_with_bet", "needs_bet": False, "dealer_hand": True}
    envy |= {"own_hand": True, "multiple": False}
    limited = {"meters.main.limit_cents": 500_000}
    path = "wagers.progressive.envy"
    other = changed("manual", limited | {f"{path}.{key}": value for key, value in envy.items()})
    plain = " ".join(rules_of_play(other))
    for text in (
        "Each seat, folded or not, receives envy",
        "for a hand of another seat or itself or the dealer",
        "Players' hands count if they have Progressive and have not folded. Of several the highest",
        "it grows to $5,000 at most.",
    ):
        assert text in plain


def test_rules_with_conditions_are_distinguished() -> None:
    row = {"hand": "straight", "when": "loses", "to_one": 40}
    found = changed("mics", {"wagers.pair_plus.pays.beaten": row | {"before": "straight"}})
    assert "; straight, if it loses: 40 to 1; straight 6 to 1;" in " ".join(rules_of_play(found))
