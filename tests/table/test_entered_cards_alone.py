"""Attacks by one person who enters or names cards, and the fix for each."""

from datetime import timedelta
from typing import Any

import pytest

from queenhigh.table import events as e
from queenhigh.table.entered_wins import won_alone_by
from tests.clauses import cases
from tests.table.driver import hands, house_with, kinds
from tests.table.felt import Felt
from tests.table.guarded import ROYAL, shown_to_the_dealer_alone, signed

# Cards that a device has read


@pytest.mark.parametrize("way", ["step", "group"])
def test_cards_that_a_shoe_read_differently_count_once_the_floor_has_signed(way: str) -> None:
    """Regression: a dealer alone turned a losing hand into a winning one, found out only later."""
    table = _read_by_a_shoe({0: "Kh 7c 2d", 1: "As Ks Qs"})
    wish = {
        "step": ("confirm", {"step": "reveal_dealer"}),
        "group": ("confirm_group", {"group": "reveal"}),
    }
    kind, said = wish[way]
    table.give(kind, **said, cards=["Qh", "7c", "2d"], by="dealer:dee")
    assert table.unsigned("dealer:dee") == "approval/same_person"
    assert not table.events(e.DealerRevealed)
    signed(table, "floor:flo")
    event = table.last(e.DealerRevealed)
    assert (event.cards, event.read) == (("Qh", "7c", "2d"), ("Kh", "7c", "2d"))
    table.check_replay()


def test_a_card_that_a_shoe_read_elsewhere_is_entered_in_front_of_the_floor() -> None:
    """Fix: it would contradict the shoe's other reading, and the dealer would enter that alone."""
    table = _read_by_a_shoe({1: "As Ks Qs"})
    wish = {"step": "reveal_dealer", "by": "dealer:dee"}
    asked = table.branched().give("confirm", **wish, cards=["Qs", "7c", "2d"])
    assert [type(event) for event in asked] == [e.ApprovalRequested]
    table.give("confirm", **wish, cards=["Qh", "7c", "2d"])
    assert table.events(e.DealerRevealed)


def _read_by_a_shoe(hands: dict[int, str]) -> Felt:
    table = Felt("classic")
    table.open(guarded=True)
    table.sit(1).ready().bet(1, ante=10).dealt().play(1).until("reveal_dealer")
    for place, cards in hands.items():
        table.give("read_cards", place=place, cards=cards.split(), by="system:shoe-1")
    return table


# Cards that one person enters and no device reads


@pytest.mark.parametrize("way", ["step", "group"])
def test_a_dealer_alone_pays_no_more_than_the_limit_for_a_hand_they_name(way: str) -> None:
    """Regression: a royal nobody else saw was paid without a signature or a notice."""
    table = shown_to_the_dealer_alone()
    before, cards = table.stack(6), ["As", "Ks", "Qs"]
    if way == "step":
        table.give("confirm", step="reveal_hand", seat=6, cards=cards, by="dealer:dee")
    else:
        table.give("confirm_group", group="hand:6", cards=cards, by="dealer:dee")
    assert table.unsigned("dealer:dee") == "approval/same_person"
    assert (table.events(e.HandRevealed), table.stack(6)) == ([], before)
    signed(table, "floor:flo")
    table.finish()
    assert table.stack(6) > before + 1000
    table.check_replay()


@cases("""
    limit    asked
    1000000  no
    1        yes
""")
def test_the_house_says_how_much_is_paid_for_cards_that_one_person_enters(
    limit: str, asked: str
) -> None:
    of = house_with("mics", controls={"staff_payout_cents": int(limit) * 100})
    table = Felt(of, "6: 9s 9h 2d, dealer: Qh 7c 3d")
    table.open(guarded=True)
    table.sit(6).ready().bet(6, ante=5).dealt().play(6).until("reveal_hand").confirm()
    assert bool(table.table.requests) == (asked == "yes")


@cases("""
    read                           asked
    6: As Ks Qs, dealer: Qh 7c 2d  no
    6: As Ks, dealer: Qh 7c 2d     yes    # Not the whole hand.
    6: As Ks Qs                    yes    # The dealer's hand decides, too.
""")
def test_a_hand_that_a_device_has_read_is_paid_without_a_signature(read: str, asked: str) -> None:
    table = Felt("mics", ROYAL)
    table.open(guarded=True)
    table.sit(6).ready().bet(6, ante=100, pair_plus=100).dealt().play(6).until("reveal_dealer")
    for place, cards in hands(read).items():
        table.give("read_cards", place=place, cards=cards.split(), by="system:shoe-1")
    table.until("reveal_hand").confirm()
    assert bool(table.table.requests) == (asked == "yes")


def test_a_payout_that_the_house_verifies_is_not_signed_twice() -> None:
    table = shown_to_the_dealer_alone("manual")
    table.confirm()
    assert not table.table.requests
    assert "verify_payout" in [step.name for step in table.table.todo]


@pytest.mark.parametrize("way", ["taken back", "waiting"])
def test_a_named_hand_is_renamed_in_front_of_the_floor(way: str) -> None:
    """Regression: a dealer withdrew his own request and named the hand differently."""
    table = shown_to_the_dealer_alone()
    wish = {"step": "reveal_hand", "seat": 6, "by": "dealer:dee"}
    table.give("confirm", **wish, cards=["As", "Ks", "Qs"])
    if way == "taken back":
        table.give("decline", request=table.table.last_request, reason="slip", by="dealer:dee")
    asked = table.give("confirm", **wish, cards=["As", "Kc", "9s"])
    assert [type(event) for event in asked] == [e.ApprovalRequested]
    signed(table, "floor:flo")
    assert table.last(e.HandRevealed).cards == ("As", "Kc", "9s")
    table.check_replay()


def test_a_hand_that_was_named_wrongly_is_turned_up_as_a_device_has_read_it() -> None:
    table = _read_by_a_shoe({1: "As Ks Qs", 0: "Qh 7c 2d"})
    table.until("reveal_hand")
    wish = {"step": "reveal_hand", "seat": 1, "by": "dealer:dee"}
    table.give("confirm", **wish, cards=["As", "Ks", "9d"])
    table.give("decline", request=table.table.last_request, reason="slip", by="dealer:dee")
    for cards in (["Qs", "Ks", "As"], []):
        assert "hand_revealed" in kinds(table.branched().give("confirm", **wish, cards=cards))


# Totals


def _hand(table: Felt, seat: int, cards: str, dealer: str = "Qh 7c 2d") -> None:
    """Play a round with one patron, up to where the hand is named."""
    table.lies = {seat: cards, 0: dealer}
    table.ready().bet(seat, ante=100, pair_plus=100).dealt().play(seat).until("reveal_hand")
    table.confirm()


def test_hands_that_a_dealer_names_alone_add_up_over_the_gaming_day() -> None:
    """Regression: the limit was per hand, and a confederate won just below it again and again."""
    table = Felt("mics")
    table.open(guarded=True)
    table.sit(6)
    for _ in range(2):
        _hand(table, 6, "9s 9h 2c")  # Ante, play and Pair Plus at even money: $300.
        assert not table.table.requests
        table.finish()
    _hand(table, 6, "As Kd Jc", dealer="Ah Kc Qd")  # Losses count against it: $300.
    table.finish()
    for _ in range(2):
        _hand(table, 6, "9s 9h 2c")
        assert not table.table.requests
        table.finish()
    _hand(table, 6, "9s 9h 2c")  # $1,200 in all.
    assert len(table.table.requests) == 1
    signed(table, "floor:flo")
    table.finish()
    assert won_alone_by(table.table, "dee", table.at) == 900 * 100
    table.check_replay()


def test_other_players_losses_make_no_room_for_a_confederate() -> None:
    table = Felt("mics")
    table.open(guarded=True)
    table.sit(1, 6)
    _hand(table, 1, "As Kd Jc", dealer="Ah Kc Qd")
    table.finish()
    for number in range(4):
        _hand(table, 6, "9s 9h 2c")
        assert bool(table.table.requests) == (number == 3)
        if number < 3:
            table.finish()


def test_wins_elsewhere_count_and_the_next_day_starts_from_zero() -> None:
    table = shown_to_the_dealer_alone("mics", "6: 9s 9h 2c, dealer: Qh 7c 2d")
    wish: dict[str, Any] = {"step": "reveal_hand", "seat": 6, "cards": ["9s", "9h", "2c"]}
    by = {"by": "dealer:dee"}
    asked = table.give("confirm", **wish, won_elsewhere=800_00, **by)
    assert [type(event) for event in asked] == [e.ApprovalRequested]
    table.give("decline", request=table.table.last_request, **by)
    table.give("confirm", **wish, won_elsewhere=700_00, **by)
    table.finish()
    assert won_alone_by(table.table, "dee", table.at) == 300_00
    assert won_alone_by(table.table, "dee", table.at + timedelta(days=1)) == 0


@cases("""
    limit  asked
    559    yes
    560    no
""")
def test_envy_that_a_hand_pays_counts_towards_its_limit(limit: str, asked: str) -> None:
    """Regression: the sum left out envy, which is paid because of the same named cards."""
    of = house_with(
        "manual",
        controls={"staff_payout_cents": int(limit) * 100},
        payouts={"large": {"over_cents": 10**7, "chip_cents": 10**7}},
    )
    table = Felt(of, "1: 5s 4h 2c, 6: Ah Kh Qh, dealer: Qd 7c 2d")
    table.open(guarded=True)
    table.sit(1, 6).ready()
    table.bet(1, ante=5, progressive=1).bet(6, ante=5, progressive=1)
    table.dealt().play(1).play(6).until("reveal_hand").confirm()  # $535 for seat 6,
    assert not table.table.requests
    table.until("reveal_hand").confirm()  # and $25 for seat 1, because of it.
    assert bool(table.table.requests) == (asked == "yes")


def test_nobody_verifies_a_payout_for_cards_that_the_same_person_has_entered() -> None:
    """Regression: the check looked at the role, not the person."""
    table = shown_to_the_dealer_alone("manual")
    table.confirm("reveal_hand")
    table.until("verify_payout")
    refused = table.refused("confirm", step="verify_payout", seat=6, by="floor:dee")
    assert refused.code == "approval/same_person"
    table.give("confirm", step="verify_payout", seat=6, by="floor:una")
    table.check_replay()
