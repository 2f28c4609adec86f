"""Misdeals of real cards: seen anywhere and at any time, and what the house does about them."""

import pytest

from queenhigh.table import events as e
from queenhigh.table.state import Phase
from queenhigh.table.step_groups import CardsNeeded
from tests.clauses import clause
from tests.table.driver import Driven, house, house_with
from tests.table.felt import Felt

HANDS = "1: As Ks Qs, 3: 9d 9c 2h, dealer: Qh 7c 2d"


def felt(key: str = "mics", **options: object) -> Felt:
    table = Felt(house(key, **options), HANDS)
    table.open()
    return table.bet(1, ante=10).bet(3, ante=10)


@clause("mics-l3")
@pytest.mark.parametrize("cards", [0, 1, 2, 4, 5])
@pytest.mark.parametrize("place", [0, 1, 3])
def test_any_number_of_cards_at_any_place_can_be_reported(place: int, cards: int) -> None:
    table = felt().dealt()
    table.give("report_wrong_number_of_cards", seat=place, cards=cards)
    assert table.last(e.IrregularityReported).remedy == "void"
    assert table.stack(1) == table.stack(3) == 1000
    table.check_replay()


@pytest.mark.parametrize(
    "fields",
    [
        *({"seat": 1, "cards": cards} for cards in (-1, 53, 10**9)),
        *({"count": count} for count in (-1, 105, 10**9)),
    ],
)
def test_nobody_reports_more_cards_than_there_are(fields: dict[str, int]) -> None:
    """Regression: a thousand million cards at a seat voided the round."""
    kind = "report_wrong_number_of_cards" if "seat" in fields else "report_wrong_deck_count"
    assert felt().dealt().refused(kind, **fields).code == "irregularity/cannot_be"


def test_nobody_counts_more_cards_than_there_are() -> None:
    table = felt(stub_count={"every": 1}).lock().until("count_stub")
    counted = {"step": "count_stub", "misdealt": False}
    for wrong in ({"count": 105}, {"count": -1}, {"count": 30, "total": 10**9}):
        assert table.refused("confirm", **counted, **wrong).code == "irregularity/cannot_be"


def test_after_the_dealers_hand_is_known_the_floor_rules() -> None:
    table = felt().dealt().play(1, 3).until("settle")
    table.give("report_wrong_number_of_cards", seat=3, cards=4)
    assert table.table.phase is Phase.HALTED
    table.give("rule", ruling="void", reason="four cards", by="floor:flo")
    assert table.stack(1) == table.stack(3) == 1000


@clause("manual-auto-F-2")
def test_the_dealers_missing_third_card_is_dealt_from_the_deck() -> None:
    table = felt("manual", dealer_third_card_exception=True).dealt()
    before = table.table.round.drawn
    table.give("report_wrong_number_of_cards", seat=0, cards=2)
    assert (table.table.cards_at(0), table.table.round.drawn) == (2, before - 1)
    assert table.view("dealer:dee").group.key == "third_card"  # type: ignore[union-attr]
    table.confirm("deal_third_card")
    assert (table.table.cards_at(0), table.table.round.drawn) == (3, before)
    table.play(1, 3).finish()
    table.check_replay()


@clause("mics-g5-ii")
def test_a_wrong_stub_asks_whether_a_hand_was_misdealt() -> None:
    table = felt(stub_count={"every": 1}).lock()
    count = {"type": "confirm_group", "group": "deal", "by": "dealer:dee"}
    asked = table.refused(**count, count=42)
    assert (asked.code, asked.message) == (
        "deck/misdealt_unsaid",
        "There should be 43 cards: say whether a hand was misdealt.",
    )
    table.give(**count, count=42, misdealt=True)
    assert table.last(e.RoundVoided).reason == "wrong_count"
    assert not table.events(e.DeckRemoved)  # All 52 are there: only the deal was wrong.


def test_a_card_that_was_found_face_up_is_known_and_no_hand_has_it() -> None:
    table = felt("chickasaw").lock().until("deal")
    table.confirm("deal")
    assert table.refused("report_face_up_card").code == "cards/wrong"
    table.give("report_face_up_card", cards=["Qh"])
    if table.table.phase is Phase.DEALING:
        table.dealt_from_here().play(1, 3).until("reveal_dealer")
        hand = table.refused("confirm", step="reveal_dealer", cards=["Qh", "7c", "2d"])
        assert hand.code == "cards/elsewhere"


# A shoe that reads


def shoe(table: Felt, place: int, cards: str) -> None:
    by = "system:shoe-1"
    table.give("read_cards", place=place, cards=cards.split(), by=by)


def test_a_hand_read_by_a_shoe_is_turned_up_as_read() -> None:
    table = felt().lock()
    for place, cards in table.lies.items():
        for card in cards.split():  # As they leave the shoe.
            shoe(table, place, card)
    table.lies = {}
    table.dealt_from_here().play(1, 3)
    assert table.view("dealer:dee").read == (0, 1, 3)
    table.finish()
    assert {each.seat: each.cards for each in table.events(e.HandRevealed)} == {
        3: ("9d", "9c", "2h"),
        1: ("As", "Ks", "Qs"),
    }
    table.check_replay()


def test_nobody_is_shown_what_a_shoe_has_read() -> None:
    table = felt().dealt()
    shoe(table, 1, "As Ks Qs")
    for viewer in ("public", "dealer:dee", "floor:x", "surveillance:x", "player:ann", "system"):
        assert not [each for each in table.seen(viewer) if isinstance(each, e.CardsRead)]
        assert "As" not in str(table.view(viewer))


def test_without_a_place_it_is_the_next_hand_that_is_turned_up() -> None:
    table = felt().dealt().play(1, 3)
    for cards in ("Qh 7c 2d", "9d 9c 2h", "As Ks Qs"):
        table.give("read_cards", cards=cards.split(), by="system:shoe-1")
    assert [each.place for each in table.events(e.CardsRead)] == [0, 3, 1]


def test_the_dealers_entry_overrides_the_reading_and_both_are_kept() -> None:
    table = felt().dealt().play(1, 3)
    shoe(table, 0, "Qh 7c 3d")
    table.until("reveal_dealer").give(
        "confirm", step="reveal_dealer", cards=["Qh", "7c", "2d"], by="dealer:dee"
    )
    event = table.last(e.DealerRevealed)
    assert (event.cards, event.read) == (("Qh", "7c", "2d"), ("Qh", "7c", "3d"))


def test_a_reading_with_a_card_that_is_known_elsewhere_is_entered_by_the_dealer() -> None:
    """Regression: nothing asked for the cards, and the round was stuck without them."""
    table = felt().dealt().play(1, 3)
    shoe(table, 3, "9d 9c 2d")
    table.until("reveal_dealer").confirm(cards=["Qh", "7c", "2d"])
    table.until("reveal_hand")
    view = table.view("dealer:dee")
    conflict = "Enter the hand of seat 3: 2d was read there, and is in the dealer's hand."
    assert view.read == ()
    assert view.group is not None
    assert view.group.needs.cards == CardsNeeded(3, 3, conflict)
    assert view.due is not None
    needed = view.due.needs.cards
    assert needed is not None
    assert (needed.count, needed.conflict) == (3, conflict)
    assert table.refused("confirm", step="reveal_hand", seat=3).message == conflict
    table.confirm(cards=["9d", "9c", "2h"])
    assert table.last(e.HandRevealed).read == ("9d", "9c", "2d")


def test_a_reading_that_lacks_a_card_is_not_a_different_reading() -> None:
    table = felt().dealt().play(1, 3)
    shoe(table, 0, "Qh 7c")
    table.until("reveal_dealer").confirm()
    assert not table.last(e.DealerRevealed).read


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"place": 2, "cards": ["As"]}, "cards/not_to_be_read"),
        ({"place": 1, "cards": ["As", "Kd", "2c", "3c"]}, "cards/wrong"),
        ({"place": 1, "cards": ["As", "As"]}, "cards/wrong"),
        ({"place": 1, "cards": []}, "cards/wrong"),
        ({"place": 1, "cards": ["Xx"]}, "cards/wrong"),
    ],
)
def test_an_impossible_reading_is_refused(fields: dict[str, object], code: str) -> None:
    table = felt().dealt()
    assert table.refused("read_cards", **fields, by="system:shoe-1").code == code


def test_only_a_device_reads_cards() -> None:
    wish = {"place": 1, "cards": ["As"], "by": "dealer:dee"}
    assert felt().dealt().refused("read_cards", **wish).code == "role/not_yours"


# Groups


def test_a_group_out_of_order_is_refused_with_the_one_that_is_due() -> None:
    table = felt().dealt().play(1, 3)
    wish = {"group": "hand:3", "cards": ["9d", "9c", "2h"], "by": "dealer:dee"}
    refused = table.refused("confirm_group", **wish)
    assert refused.code == "step/not_the_group"
    assert refused.message.startswith("Out of order. First: Turn over the dealer's hand")


def test_a_group_is_done_whole_or_not_at_all() -> None:
    table = felt(settlement_passes="per_hand").dealt().play(1, 3).until("reveal_hand")
    version = table.table.version
    wish = {"group": "hand:3", "cards": ["Qh", "9c", "2h"], "by": "dealer:dee"}
    assert table.refused("confirm_group", **wish).code == "cards/elsewhere"
    assert table.table.version == version


def test_a_shown_hand_says_what_to_pay_with_which_chips() -> None:
    table = felt("classic").dealt().play(1, 3).until("reveal_hand")
    table.confirm()
    group = table.view("dealer:dee").group
    assert group is not None
    assert (group.key, group.needs.cards) == ("hand:3", None)
    paid = [(each.wager, each.action, each.paid) for each in group.payouts]
    assert paid == [("play", "pay", 1000), ("ante", "pay", 1000)]
    assert (group.pays, group.pays_now, group.takes_now) == (2000, 2000, 0)
    assert [(chip.value, chip.count) for chip in group.payouts[0].chips] == [(500, 2)]
    assert table.view("player:ann").group is None


def test_the_dealers_list_calls_envy_as_the_house_does() -> None:
    of = house_with("manual", words={"envy": "Share of the luck"})
    table = Driven(of).opened(kind="training")
    table.bet(1, ante=5, progressive=1).bet(2, ante=5, progressive=1)
    table.dealt("1: As Ks Qs, 2: 9s 9d 4c").play(1, 2)
    titles = set()
    while table.table.round.number == 1 and not table.table.round.over:
        group = table.view("dealer:dee").group
        assert group is not None
        titles |= {each.title for each in group.payouts}
        table.give("confirm_group", group=group.key, by=f"{group.role}:dee")
    assert "Share of the luck" in titles
    assert "Envy" not in titles


def test_a_round_of_seven_seats_takes_few_touches() -> None:
    """A card is one touch, as is a group; bets and decisions take one each, plus one a fold."""
    cards = iter(f"{rank}{suit}" for suit in "shd" for rank in "23456789TJQKA")
    lies = {seat: " ".join(next(cards) for _ in range(3)) for seat in (0, 1, 2, 3, 4, 5, 6, 7)}
    for folds, most in (((), 36), ((2, 5), 30)):
        table = Felt("classic")
        table.open()
        table.lies = lies
        for seat in range(1, 8):
            table.bet(seat, ante=10)
        table.grouped()
        touches = 1 + 1  # The bets again, and the deal.
        if table.table.phase is Phase.BETTING:
            table.group()
        for seat in range(1, 8):
            table.give("fold" if seat in folds else "play", seat=seat)
        touches += 1 + len(folds)
        while table.table.round.number == 1:
            group = table.view("dealer:dee").group
            assert group is not None
            needs = 3 if group.needs.cards else 0
            # Three cards submit themselves; the touch that pays a hand follows.
            touches += needs + (group.key != "reveal")
            table.group()
        assert touches <= most, touches


def test_at_a_training_table_a_group_reveals_nothing_about_a_hand_before_it_is_shown() -> None:
    """The steps that settle a hand would reveal its result: they appear once it lies open."""
    table = Driven("classic").opened(kind="training").bet(1, ante=10)
    table.dealt("1: As Ks Qs, dealer: Qh 7c 2d").play(1).until("reveal_hand")
    group = table.view("dealer:dee").group
    assert group is not None
    assert ([step.name for step in group.steps], group.payouts) == (["reveal_hand"], ())
    table.give("confirm_group", group="hand:1", by="dealer:dee")
    assert table.table.due is not None
    assert table.table.due.name in ("rack_hand", "end_round")
