"""When the bets are locked."""

import pytest

from tests.clauses import cases, clause
from tests.rules.builders import Document, refusals, seat, settled, table


def answer_at(house: str, moment: str, wagers: str, options: Document | None = None) -> str:
    found = refusals(table(house, seat(1, "", wagers), options=options, moment=moment))
    return ", ".join(each.code for each in found) or "accepted"


@clause("mics-f4 mics-a1-i mics-a1-iii chickasaw-b classic-deal-2 manual-hdeal-A manual-gen-B")
@clause("manual-intro-11 manual-6cb-A manual-6cb-F manual-prog-D")
@pytest.mark.parametrize("house", ["mics", "mics-alternate", "chickasaw", "manual", "classic"])
@cases("""
    moment       answered
    open         accepted
    announced    wager/locked      # after "No more bets"
    first_card   wager/locked
""")
def test_no_opening_bet_is_taken_once_the_bets_are_closed(
    house: str, moment: str, answered: str
) -> None:
    for wagers in ("ante 10", "ante 10, pair_plus 10"):
        assert answer_at(house, moment, wagers) == answered


@clause("manual-6cb-A manual-6cb-F manual-prog-D manual-intro-11")
@cases("""
    wagers
    ante 10, six_card_bonus 10
    ante 10, progressive 1
    pair_plus 10, six_card_bonus 10, progressive 1
""")
def test_side_bets_are_locked_with_the_others(wagers: str) -> None:
    assert answer_at("manual", "open", wagers) == "accepted"
    assert answer_at("manual", "first_card", wagers) == "wager/locked"


@clause("mics-f4-2 mics-j2")
def test_the_play_wager_is_made_later() -> None:
    assert answer_at("mics", "first_card", "ante 10") == "wager/locked"
    assert settled("mics", "Qs 7d 2c", "As 8d 3c").lines["play"].stake == 1_000


# Option: MAN-18, lock_event.


@clause("manual-gen-B")
@cases("""
    lock_event                   announced      first_card
    announcement                 wager/locked   wager/locked
    announcement_or_first_card   wager/locked   wager/locked
    first_card                   accepted       wager/locked
""")
@pytest.mark.parametrize("house", ["mics", "manual"])
def test_the_announcement_locks_or_the_first_card(
    house: str, lock_event: str, announced: str, first_card: str
) -> None:
    options = {"lock_event": lock_event}
    assert answer_at(house, "announced", "ante 10", options) == announced
    assert answer_at(house, "first_card", "ante 10", options) == first_card
