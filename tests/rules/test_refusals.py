"""Every reason for refusing an opening bet, each reached by the smallest document."""

import pytest

from queenhigh.wagers.refusal import RefusalCode
from tests.clauses import cases, clause
from tests.rules.builders import Document, refusals, seat, table

CAUSES: dict[str, Document] = {
    "wager/locked": table("mics", seat(1, "", "ante 10"), moment="announced"),
    "wager/verbal": table("mics", seat(1, "", "ante 10", offered_as="verbal_with_cash")),
    "wager/foreign_money": table("chickasaw", seat(1, "", "ante 10", offered_as="foreign_money")),
    "wager/cash": table("chickasaw", seat(1, "", "ante 10", offered_as="cash")),
    "wager/none": table("classic", seat(1, "", "")),
    "wager/not_offered": table("classic", seat(1, "", "ante 5, six_card_bonus 5")),
    "wager/below_minimum": table("classic", seat(1, "", "ante 1")),
    "wager/above_maximum": table("classic", seat(1, "", "ante 11")),
    "wager/wrong_step": table("manual", seat(1, "", "ante 5, six_card_bonus 7")),
    "wager/needs_ante_or_pair_plus": table("manual", seat(1, "", "six_card_bonus 5")),
    "wager/needs_ante": table(
        "manual",
        seat(1, "", "pair_plus 5, six_card_bonus 5"),
        options={"six_card_with_pair_plus_only": False},
    ),
    "wager/needs_six_card_bonus": table(
        "manual", seat(1, "", "ante 5, progressive 1"), options={"progressive_requires_6cb": True}
    ),
    "wager/ante_below_pair_plus": table(
        "mics", seat(1, "", "ante 5, pair_plus 6"), options={"wager_version": "i"}
    ),
    "wager/ante_below_half_pair_plus": table(
        "mics", seat(1, "", "ante 5, pair_plus 11"), options={"wager_version": "ii"}
    ),
    "wager/both_required": table("mics", seat(1, "", "ante 5"), options={"wager_version": "iii"}),
    "wager/more_than_five_times": table(
        "mics", seat(1, "", "ante 5, pair_plus 26"), options={"wager_version": "iii"}
    ),
    "position/too_many": table(
        "manual", seat(2, "", "ante 5", player="ann"), seat(1, "", "ante 5", player="ann")
    ),
    "position/not_adjacent": table(
        "classic", seat(1, "", "ante 5", player="ann"), seat(3, "", "ante 5", player="ann")
    ),
    "toke/not_taken": table("classic", seat(1, "", "ante 5", tokes="six_card_bonus 1")),
    "toke/on_progressive": table("manual", seat(1, "", "ante 5", tokes="progressive 1")),
    "toke/needs_own_bet": table("manual", seat(1, "", "ante 5", tokes="pair_plus 1")),
    "toke/play_needs_ante": table("manual", seat(1, "", "ante 5", tokes="play 1")),
    "toke/wrong_step": table("manual", seat(1, "", "ante 5", tokes="ante 1.50")),
    "toke/below_minimum": table(
        "manual", seat(1, "", "ante 5", tokes="ante 1"), options={"toke_min": 2}
    ),
    "toke/play_not_equal": table(
        "manual",
        seat(1, "", "ante 5", tokes="ante 2, play 1"),
        options={"play_toke": "equals_ante_toke"},
    ),
    "toke/above_maximum": table("manual", seat(1, "", "ante 300", tokes="ante 31")),
    "coupon/not_taken": table("manual", seat(1, "", "ante 5", coupons="ante 5")),
    "coupon/wrong_spot": table("mics", seat(1, "", "pair_plus 5", coupons="pair_plus 5")),
    "coupon/more_than_one": table(
        "mics",
        seat(1, "", "ante 5, pair_plus 5", coupons="ante 5, pair_plus 5"),
        options={"match_play": {"spots": ["ante", "pair_plus"]}},
    ),
    "coupon/exceeds_chips": table("mics", seat(1, "", "ante 5", coupons="ante 6")),
}


@pytest.mark.parametrize("code", CAUSES)
def test_each_refusal_has_its_own_cause(code: str) -> None:
    (found,) = refusals(CAUSES[code])
    assert found.code == code
    assert found.message
    assert "\n" not in found.message


def test_no_refusal_is_out_of_reach() -> None:
    """Codes about certain wagers name them, so a kind is reached by a code that begins with it."""
    kinds = {code.value for code in RefusalCode}
    for kind in kinds:
        assert any(code == kind or code.startswith(f"{kind}_") for code in CAUSES), kind
    assert any("_below_" in code for code in CAUSES)


@clause("mics-f1-i mics-f6-ii manual-limits-D classic-amount-pp manual-gen-D manual-tips-B-2")
@cases("""
    house            wagers                  tokes    cited
    mics             ante 4                           mics-f1-i
    mics-alternate   pair_plus 10                     mics-f6-ii
    manual           ante 301                         manual-limits-D
    manual           ante 10, pair_plus 1             manual-limits-C
    classic          pair_plus 11                     classic-amount-pp
    manual           ante 5                  play 1   manual-tips-B-2
    chickasaw        ante 4                           chickasaw-a
""")
def test_a_refusal_names_the_clause_it_rests_on(
    house: str, wagers: str, tokes: str, cited: str
) -> None:
    (found,) = refusals(table(house, seat(1, "", wagers, tokes=tokes)))
    assert cited in found.clauses
    assert all(each.startswith(house.partition("-")[0]) for each in found.clauses)


def test_all_refusals_are_listed_seat_by_seat() -> None:
    seats = [seat(3, "", "ante 1, pair_plus 400"), seat(1, "", "ante 5"), seat(2, "", "ante 4")]
    found = refusals(table("manual", *seats))
    assert [(each.seat, str(each.code)) for each in found] == [
        (3, "wager/below_minimum"),
        (3, "wager/above_maximum"),
        (2, "wager/below_minimum"),
    ]


@pytest.mark.parametrize("house", ["mics", "chickasaw", "manual", "classic"])
def test_cards_and_decisions_do_not_matter_to_the_opening_bets(house: str) -> None:
    full = seat(1, "As 8d 3c", "ante 5", decision="fold")
    assert refusals(table(house, full, dealer="Qs 7d 2c")) == []
