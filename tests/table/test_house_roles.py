"""Settings for who does what, and for what the house does when something goes wrong."""

import pytest

from queenhigh.table import events as e
from tests.clauses import cases, clause
from tests.table.driver import Driven, house_with
from tests.table.scenes import by_hand


def test_the_house_says_who_opens_verifies_and_cuts() -> None:
    of = house_with("manual", cards={"opened_by": "pit_manager", "verified_by": "shift_manager"})
    table = Driven(of)
    table.open()
    assert table.view("public").due.role == "pit_manager"  # type: ignore[union-attr]
    assert table.refused("confirm", step="break_seal", by="floor:x").code == "step/not_yours"
    table.give("confirm", step="break_seal", by="pit_manager:x")
    table.give("confirm", step="inspect")
    assert table.refused("confirm", step="verify", by="pit_manager:x").code == "step/not_yours"
    table.give("confirm", step="verify", by="management:x")


def test_the_house_says_who_may_order_a_recut() -> None:
    of = house_with(
        "mics",
        shuffle={"method": "hand", "recut_by": "pit_manager"},
        options={"decks": 1, "deal_method": "manual_shoe"},
    )
    table = Driven(of).opened().until()
    assert table.refused("order_recut", reason="uneven", by="floor:x").code == "role/not_yours"
    table.give("order_recut", reason="uneven", by="pit_manager:x")
    assert (
        Driven(by_hand("mics", deal_method="manual_shoe"))
        .opened()
        .until()
        .give("order_recut", reason="uneven", by="floor:x")
    )


def test_a_house_goes_on_without_its_machine_only_in_the_ways_that_it_names() -> None:
    table = Driven(house_with("mics", shuffle={"fallback": ["backup_machine"]})).opened()
    table.give("report_shuffler_failure")
    assert table.refused("shuffle_by_hand").code == "deck/hand_shuffle_forbidden"
    table.give("replace_shuffler", source="backup_machine")


@pytest.mark.parametrize(
    ("policy", "remedy"), [("ruling", "halt"), ("discard", "discard"), ("void", "void")]
)
def test_a_card_drawn_when_none_is_due_has_the_remedy_of_the_house(
    policy: str, remedy: str
) -> None:
    of = house_with("mics", irregularities={"drawn_when_none_due": policy})
    table = Driven(of).opened().bet(1, ante=5).lock().until("rack_stub")
    table.give("report_card_drawn_in_error")
    assert table.last(e.IrregularityReported).remedy == remedy
    if policy == "discard":
        table.dealt_from_here().play(1).finish()
    table.check_replay()


@pytest.mark.parametrize("misdealt", [False, True])
def test_a_wrong_count_of_the_stub_says_whether_the_cards_were_misdealt(misdealt: bool) -> None:
    of = house_with("mics", options={"misdealt_and_short": "void_only"})
    table = Driven(of).opened().bet(1, ante=5).lock().until("rack_stub")
    table.give("confirm", step="count_stub", count=40, misdealt=misdealt)
    removed = bool(table.events(e.DeckRemoved))
    assert removed is not misdealt


@pytest.mark.parametrize("may", [True, False])
def test_a_player_who_has_folded_may_leave_where_the_house_says_so(may: bool) -> None:
    of = house_with("classic", options={"folded_may_leave": may, "collect_folds": "as_each_folds"})
    table = Driven(of).opened().bet(1, ante=5).bet(2, ante=5).dealt().fold(1)
    if not may:
        assert table.refused("leave", seat=1).code == "seat/must_stay"
        return
    table.give("leave", seat=1)
    table.play(2).finish()
    table.check_replay()


def test_the_dealer_is_told_the_manner_of_the_house() -> None:
    def told(of: str, step: str) -> str:
        table = Driven(of).opened().bet(1, ante=5).lock().until(step)
        due = table.view("dealer:dee").due
        return due.text if due else ""

    assert "see that there are three" in told("manual", "deal")
    assert "see that there are three" not in told("mics", "deal")
    assert told("classic", "name_who_has_no_pair_plus") == "Name the positions without Pair Plus."


TAPPED = "taken down with the wager, tapped once on the tray, into the tip container"
APART = "cut out in the work area, apart from the other bets"


@clause("manual-payout-I manual-payout-J manual-payout-J-2 manual-tips-E classic-deal-7-3")
@pytest.mark.parametrize(
    ("of", "ante", "wager", "manner", "clause"),
    [
        ("manual", 5, "play", "sized into", "manual-payout-I"),
        ("manual", 5, "ante_bonus", "sized from a stack or broken down", "manual-payout-I"),
        ("manual", 300, "play", APART, "manual-payout-J"),
        ("manual", 5, "six_card_bonus", "brought out separately", "manual-payout-J-2"),
        ("manual", 5, "ante toke", TAPPED, "manual-tips-E"),
        ("classic", 5, "play", "lay and pay", "classic-deal-7-3"),
    ],
)
def test_how_a_payout_is_made_is_shown_with_the_bet_that_is_paid(
    of: str, ante: int, wager: str, manner: str, clause: str
) -> None:
    more = {"six_card_bonus": 5, "toke_ante": 1} if of == "manual" else {}
    table = Driven(of).opened().bet(1, ante=ante, **more)
    table.dealt("1: As Ad Ac, dealer: Qs 8d 3c").play(1)
    while table.table.phase == "settling":
        seen = table.view("dealer:dee")
        for line in seen.to_settle:
            if f"{line.wager}{' toke' if line.toke else ''}" == wager:
                assert line.manner == manner
                assert seen.due is not None
                assert clause in seen.due.clauses
                table.confirm("settle")
                assert clause in table.events(e.StepDone)[-1].clauses
                return
        table.confirm()
    raise AssertionError(f"{wager} was not settled")


@clause("classic-deal-7-3")
@pytest.mark.parametrize("pay_style", ["lay_and_pay", "pick_and_pay"])
def test_the_dealer_lays_or_picks_as_the_casino_says(pay_style: str) -> None:
    table = Driven("classic", pay_style=pay_style).opened().bet(1, ante=5)
    table.dealt("1: As Ad 3h, dealer: Qs 8d 3c").play(1).until("settle")
    assert [each.manner for each in table.view("dealer:dee").to_settle] == [
        pay_style.replace("_", " ")
    ]


@clause("classic-deal-3-2")
def test_the_bottom_card_of_the_dealers_stack_is_not_exposed() -> None:
    table = Driven("classic").opened().bet(1, ante=5).lock().until("deal")
    table.confirm("deal")
    due = table.view("dealer:dee").due
    assert due is not None
    assert (due.seat, due.text.endswith("Do not expose the bottom card.")) == (0, True)
    assert "classic-deal-3-2" in due.clauses


@clause("manual-deal-A manual-deal-B")
@cases("""
    method          spread
    automated_shoe  yes
    hand            no
""")
def test_each_set_of_the_machine_is_spread_to_see_its_three_cards(method: str, spread: str) -> None:
    table = Driven("manual", deal_method=method).opened().bet(1, ante=5).lock()
    for _ in ("seat 1", "the dealer"):
        table.until("deal")
        due = table.view("dealer:dee").due
        assert due is not None
        assert ("see that there are three" in due.text) is (spread == "yes")
        assert ("manual-deal-A" in due.clauses) is (spread == "yes")
        table.confirm("deal")
