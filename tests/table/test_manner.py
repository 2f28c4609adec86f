"""A house's additions to a step, told to the dealer with their clause when the step is due."""

import pytest

from queenhigh.house.loader import with_settings
from queenhigh.table.events import StepDone, TokeGiven, TokePlaced
from queenhigh.table.views import view
from tests.clauses import cases, clause
from tests.table.driver import Driven, house
from tests.table.scenes import by_hand


def said(table: Driven) -> str:
    due = view(table.table, "dealer:dee").due
    return due.text if due else ""


def done(table: Driven, step: str) -> tuple[str, ...]:
    return [event for event in table.events(StepDone) if event.step.name == step][-1].clauses


@clause("manual-std-E")
def test_while_shuffling_the_dealer_sees_that_all_have_bet() -> None:
    table = Driven("manual").opened().until("shuffle")
    assert "everybody who wants to bet has done so" in said(table)
    due = view(table.table, "dealer:dee").due
    assert due is not None
    assert "manual-std-E" in due.clauses
    table.confirm()
    assert "manual-std-E" in done(table, "shuffle")


def test_where_the_house_does_not_require_it_the_dealer_does_not_check_the_bets() -> None:
    changed = with_settings(house("manual"), {"shuffle.bets_checked": False})
    table = Driven(changed).opened().until("shuffle")
    assert "bet" not in said(table)
    table.confirm()
    assert "manual-std-E" not in done(table, "shuffle")


@clause("classic-deal-3-2")
def test_the_dealer_is_told_to_hide_only_the_bottom_card_of_their_own_stack() -> None:
    table = Driven("classic").opened().bet(1, ante=5).lock().until("deal")
    assert "bottom card" not in said(table)
    while table.todo[0] != "deal dealer":
        table.confirm()
    assert "Do not expose the bottom card." in said(table)
    table.confirm("deal")
    assert "classic-deal-3-2" in done(table, "deal")


@pytest.mark.parametrize("last_cut", ["player", "dealer"])
def test_where_players_cut_last_the_dealer_is_told_to_whom_the_cut_is_offered(
    last_cut: str,
) -> None:
    changed = with_settings(by_hand("mics"), {"shuffle.last_cut": last_cut})
    table = Driven(changed).opened().until("cut")
    assert ("Offer it to the player at your far left" in said(table)) is (last_cut == "player")


@clause("classic-deal-7")
def test_a_hand_comes_into_the_work_area_before_it_is_turned_over() -> None:
    table = Driven("classic").opened().bet(1, ante=5).dealt().play(1).until("reveal_hand")
    assert "work area" in said(table)
    table.confirm()
    assert "classic-deal-7" in done(table, "reveal_hand")
    elsewhere = Driven("mics").opened().bet(1, ante=5).dealt().play(1).until("reveal_hand")
    assert "work area" not in said(elsewhere)


@clause("manual-deal-B-2")
@cases("""
    method          checked
    automated_shoe  yes
    hand            no
""")
def test_the_red_light_is_checked_where_the_machine_is_emptied(method: str, checked: str) -> None:
    table = Driven("manual", deal_method=method).opened().bet(1, ante=5).dealt()
    steps = [event.step.name for event in table.events(StepDone)]
    assert ("check_red_light" in steps) is (checked == "yes")
    assert "check_green_light" in steps


@clause("manual-6cb-J manual-hdeal-F-5")
@cases("""
    method          bets            cited
    automated_shoe  six_card_bonus  manual-6cb-J manual-6cb-foot
    hand            six_card_bonus  manual-6cb-J manual-6cb-foot manual-hdeal-F-5
    automated_shoe  none            none
    hand            none            none
""")
def test_a_fold_cites_what_keeps_the_cards_on_the_table(method: str, bets: str, cited: str) -> None:
    table = Driven("manual", deal_method=method).opened().bet(1, ante=5)
    if bets != "none":
        table.bet(1, **{bets: 5})
    [folded, *_] = table.dealt().give("fold", seat=1)
    assert folded.clauses == (() if cited == "none" else tuple(cited.split()))


@clause("manual-tips-F")
@cases("""
    offered         kept
    keep            yes
    dealer_chooses  no
""")
def test_a_toke_may_be_left_to_the_dealer(offered: str, kept: str) -> None:
    table = Driven("manual", offered_toke=offered).opened().bet(1, ante=10)
    table.give("place_toke", seat=1, wager="ante", amount=100, left_to_dealer=True)
    assert bool(table.events(TokeGiven)) is (kept == "yes")
    assert bool(table.events(TokePlaced)) is (kept == "no")
    if kept == "yes":
        assert table.last(TokeGiven).clauses == ("manual-tips-F",)
