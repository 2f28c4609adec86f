"""Attacks by one person with reports, voids and corrections, and the fix for each."""

from typing import Any

import pytest

from queenhigh.table import events as e
from queenhigh.table.commands import (
    AnyCommand,
    CorrectCard,
    CorrectDecision,
    CorrectWager,
    ReportWrongNumberOfCards,
)
from queenhigh.table.decide import foreseen
from queenhigh.table.refusal import Refusal
from tests.table.driver import BUILT_IN, Driven, house_with, kinds
from tests.table.felt import Felt
from tests.table.guarded import ROYAL, guarded, shown_to_the_dealer_alone, signed

# Reports and voids


ATTACKS: dict[str, dict[str, Any]] = {
    "report_wrong_number_of_cards": {"seat": 1, "cards": 4},
    "report_exposed_card": {"seat": 0},
    "report_wrong_deck_count": {"count": 51},
}


@pytest.mark.parametrize("report", ATTACKS)
@pytest.mark.parametrize("of", BUILT_IN)
def test_the_table_refuses_a_report_that_it_knows_to_be_untrue(of: str, report: str) -> None:
    """Fix: the system shuffled this deck and knows where each card is."""
    table = guarded(of).bet(1, ante=10).dealt()
    assert table.refused(report, **ATTACKS[report]).code == "irregularity/cannot_be"
    table.play(1).until("settle", "rack_hand")
    assert table.refused(report, **ATTACKS[report]).code == "irregularity/cannot_be"


_EARLY_LOOK = house_with("mics", irregularities={"early_look": "void_hand"})


def test_nobody_looks_early_at_cards_that_the_system_deals() -> None:
    """Regression: a dealer voided a patron's hand, although no screen had shown it."""
    table = Driven(_EARLY_LOOK).opened(guarded=True).bet(1, ante=10).bet(2, ante=10)
    table.ready().give("announce_no_more_bets")
    table.confirm()
    looked = {"seat": 1, "looked": True, "by": "dealer:dee"}
    assert table.refused("report_exposed_card", **looked).code == "irregularity/cannot_be"


def test_nobody_alone_voids_the_hand_of_a_player_reported_as_looking() -> None:
    """Regression: with real cards one report took a patron's bets, or gave a confederate's back."""
    table = Felt(_EARLY_LOOK, ROYAL)
    table.open(guarded=True)
    table.sit(1, 2).ready().bet(1, ante=10).bet(2, ante=10)
    table.give("announce_no_more_bets")
    table.confirm()
    asked = table.give("report_exposed_card", seat=1, looked=True, by="dealer:dee")
    assert kinds(asked) == ["approval_requested"]
    assert table.table.seats[1].ante == 1000
    assert table.refused("confirm", step=table.due).code == "table/halted"
    signed(table, "floor:flo")
    assert table.table.seats[1].ante == 0
    assert table.table.seats[2].ante == 1000


def physical(of: str) -> Driven:
    """Real cards of unknown order, dealt one by one, up to the settlement."""
    table = guarded(of, deal_method="hand").bet(1, ante=10)
    table.until("shuffle")
    table.give("shuffle_deck", deck=table.table.round.deck)
    table.until()
    table.give("announce_no_more_bets")
    cards = iter("As Ks 9d 8d 4c 2c".split())
    while table.table.phase == "dealing":
        if table.due == "deal":
            table.confirm(cards=[next(cards)])
        else:
            table.confirm()
    return table.play(1).until("settle")


@pytest.mark.parametrize("of", ["mics", "manual", "classic"])
def test_a_dealer_does_not_undo_a_result_by_a_report(of: str) -> None:
    """Fix: once the dealer's hand is known, a void needs a ruling by a second person."""
    table = physical(of)
    table.give("report_wrong_number_of_cards", seat=1, cards=4, by="floor:flo")
    assert table.events(e.RoundVoided) == []
    assert (table.table.phase, table.table.waits_for) == ("halted", "floor")
    wish = {"ruling": "void", "reason": "four cards"}
    assert table.refused("rule", **wish, by="floor:flo").code == "approval/same_person"
    assert table.refused("rule", **wish, by="dealer:dee").code == "role/not_yours"
    table.give("rule", **wish, by="pit_manager:pia")
    assert len(table.events(e.RoundVoided)) == 1
    assert table.last(e.RoundVoided).clauses
    table.check_replay()


@pytest.mark.parametrize(
    ("kind", "wish"),
    [
        ("shuffle_deck", {"counted": 51}),
        ("report_wrong_deck_count", {"count": 51, "by_machine": True}),
    ],
)
def test_a_dealer_alone_cannot_undo_a_settled_round_by_a_count(
    kind: str, wish: dict[str, Any]
) -> None:
    """Fix: where a machine's count undoes a round, somebody else signs it."""
    table = guarded("mics", machine_count_round="void").bet(1, ante=5).dealt().play(1).finish()
    assert table.table.played
    table.until("shuffle")
    if kind == "shuffle_deck":
        wish = {**wish, "deck": table.table.due.deck if table.table.due else None}
    table.give(kind, **wish, by="dealer:dee")
    assert table.events(e.SettledRoundVoided) == []
    assert list(table.table.requests) == [table.table.last_request]


def test_a_card_that_was_discarded_is_not_reported_face_up_again() -> None:
    """Fix: a card is in one place."""
    table = Driven("mics", deal_method="hand").opened().bet(1, ante=5).until("shuffle")
    table.give("shuffle_deck", deck=table.table.round.deck)
    table.until()
    table.give("announce_no_more_bets")
    table.until("deal")
    table.give("report_face_up_card", cards=["As"])
    assert table.refused("report_face_up_card", cards=["As"]).code == "cards/wrong"


def test_a_misread_bet_is_corrected_in_front_of_the_floor() -> None:
    table = guarded("manual").bet(1, ante=10).dealt()
    table.give("report_bet_outside_limits", seat=1, wager="ante", actual=40_000, by="dealer:dee")
    assert table.on_layout == {"1:ante": 10}
    signed(table, "floor:flo")
    assert table.on_layout == {"1:ante": 400}


# Voids


REPORTS: dict[str, dict[str, Any]] = {
    "report_exposed_card": {"seat": 0, "cards": ["Jd"]},
    "report_wrong_number_of_cards": {"seat": 6, "cards": 4},
    "report_wrong_deck_count": {"count": 51},
}


def _decided(of: Any = "mics", *, guard: bool = True) -> Felt:
    """A round whose cards are out, and the patron has looked at them."""
    table = Felt(of, "6: 9s 8h 2d, dealer: Qh 7c 3d")
    table.open(guarded=guard)
    return table.sit(6).ready().bet(6, ante=5).dealt()


@pytest.mark.parametrize("report", REPORTS)
def test_a_dealer_alone_voids_no_round_whose_hands_have_been_looked_at(report: str) -> None:
    """Regression: a confederate's bad hand got its stake back by a misdeal nobody else saw."""
    table = _decided()
    before, stack = table.table.round.number, table.stack(6)
    asked = table.give(report, **REPORTS[report], by="dealer:dee")
    assert [type(event) for event in asked] == [e.ApprovalRequested]
    assert table.unsigned("dealer:dee") == "approval/same_person"
    assert (table.table.round.number, table.stack(6)) == (before, stack)
    signed(table, "floor:flo")
    assert table.last(e.RoundVoided).number == before
    assert table.stack(6) == stack + 5
    assert (table.last(e.IrregularityReported).by, table.table.requests) == ("dealer:dee", {})
    table.check_replay()


def test_the_round_rests_until_a_report_that_voids_it_is_signed_or_taken_back() -> None:
    """Regression: the report was signed or dropped once it was clear who won."""
    table = _decided()
    table.give("report_wrong_number_of_cards", seat=6, cards=4, by="dealer:dee")
    seen = table.view("dealer:dee")
    assert (seen.group, seen.halted and seen.halted.to_sign) == (None, True)
    assert seen.waits
    assert seen.waits.role == "floor"
    assert table.refused("play", seat=6).code == "table/halted"
    assert table.refused("fold", seat=6, by="dealer:dee").code == "table/halted"
    table.give("decline", request=table.table.last_request, by="dealer:dee")
    assert table.view("dealer:dee").halted is None
    table.play(6)
    table.check_replay()


def test_the_floor_voids_a_round_in_front_of_somebody_else() -> None:
    table = _decided()
    table.give("report_wrong_number_of_cards", seat=6, cards=4, by="floor:flo")
    assert table.unsigned("floor:flo") == "approval/same_person"
    signed(table, "dealer:dee")
    assert table.events(e.RoundVoided)


def test_a_misdeal_is_signed_even_where_the_release_was_not_confirmed() -> None:
    """A dealer who delays the release lets a confederate look, and voids a bad hand."""
    table = Felt("mics", "6: 9s 8h 2d, dealer: Qh 7c 3d")
    table.open(guarded=True)
    table.sit(6).ready().bet(6, ante=5).give("announce_no_more_bets")
    table.until("release")
    table.give("report_wrong_number_of_cards", seat=6, cards=4, by="dealer:dee")
    assert table.events(e.ApprovalRequested)
    assert not table.events(e.RoundVoided)


def test_a_table_that_is_not_guarded_voids_a_misdeal_at_once() -> None:
    table = _decided(guard=False)
    table.give("report_wrong_number_of_cards", seat=6, cards=4, by="dealer:dee")
    assert table.events(e.RoundVoided)


# The effects are known before signing


def test_the_consequences_of_a_report_are_known_before_it_is_signed() -> None:
    table = _decided()
    wish = {"seat": 6, "cards": 4, "by": "dealer:dee", "at": table.at}
    answer = foreseen(table.table, ReportWrongNumberOfCards(**wish))  # type: ignore[arg-type]
    assert not isinstance(answer, Refusal)
    assert [each for each in answer.events if isinstance(each, e.RoundVoided)]
    assert not table.events(e.RoundVoided)


def test_the_payments_of_a_correction_are_known_before_it_is_signed() -> None:
    """Regression: for a card, a decision or a bet they were known only afterwards."""
    table = shown_to_the_dealer_alone("mics", "6: 9s 9h 2c, dealer: Qh 7c 2d", ante=10)
    table.confirm()
    table.until("rack_hand")
    about = {"by": "dealer:dee", "at": table.at, "reason": "misheard"}
    wishes: tuple[AnyCommand, ...] = (
        CorrectWager(seat=6, wager="ante", amount=20_00, **about),  # type: ignore[arg-type]
        CorrectDecision(seat=6, decision="fold", **about),  # type: ignore[arg-type]
        CorrectCard(seat=6, entered="9s", actual="3s", **about),  # type: ignore[arg-type]
    )
    for wish, cents in zip(wishes, (20_00, -30_00, -40_00), strict=True):
        answer = foreseen(table.table, wish)
        assert not isinstance(answer, Refusal), answer
        made = answer.events[-1]
        assert isinstance(made, e.CorrectionMade)
        assert made.differences == {table.table.seats[6].player: cents}
    refused = foreseen(table.table, CorrectCard(seat=6, entered="9s", actual="9s", **about))  # type: ignore[arg-type]
    assert isinstance(refused, Refusal)
