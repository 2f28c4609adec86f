"""Duties that clauses give the dealer."""

from queenhigh.floor.conduct_rules import NOT_DISTRACTED, rules_of
from queenhigh.house.loader import built_in
from queenhigh.table.instructions import STEPS, role_of_step
from tests.clauses import clause


@clause("manual-std-F-3")
def test_the_dealer_washes_the_cards() -> None:
    manual = built_in("manual")
    assert role_of_step(manual, "wash") == "dealer"
    assert "manual-std-F-3" in manual.clauses(STEPS["wash"].because)


@clause("manual-6cb-N3-5")
def test_the_dealer_keeps_the_cards_in_view() -> None:
    manual = built_in("manual")
    assert "manual-6cb-N3-5" in manual.clauses(NOT_DISTRACTED)
    rules = [rule for rule in rules_of(manual) if "manual-6cb-N3-5" in manual.clauses(rule.because)]
    assert {rule.who for rule in rules} == {"dealer"}
