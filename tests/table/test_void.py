"""A void round: every stake goes back, folded or not, and so does all that the bets moved."""

from typing import Any

import pytest

from queenhigh.table.events import (
    DeckRemoved,
    IrregularityReported,
    RoundBegan,
    RoundVoided,
    SettledRoundVoided,
    ShuffleOpened,
)
from tests.clauses import cases, clause
from tests.table.driver import BUILT_IN, Driven

# How a round becomes void after the deal, in every house.
CAUSES: dict[str, dict[str, Any]] = {
    "report_exposed_card": {"seat": 0},
    "report_wrong_number_of_cards": {"seat": 1, "cards": 4},
    "report_wrong_deck_count": {"count": 51},
}


def voided(table: Driven, cause: str) -> Driven:
    table.give(cause, **CAUSES[cause])
    if table.table.phase == "halted":
        table.give("rule", ruling="void", reason="so ruled")
    assert len(table.events(RoundVoided)) == 1
    return table


@clause("mics-l3", "mics-l4", "manual-gen-E", "manual-auto-F", "classic-irreg-2", "chickasaw-t")
@pytest.mark.parametrize("cause", CAUSES)
@pytest.mark.parametrize("folds", ["as_each_folds", "after_all_decisions"])
@pytest.mark.parametrize("decided", ["", "play fold", "fold play"])
@pytest.mark.parametrize("of", BUILT_IN)
def test_every_stake_goes_back_whoever_has_folded(
    of: str, decided: str, folds: str, cause: str
) -> None:
    table = Driven(of, collect_folds=folds).opened().sit(2)
    table.bet(1, ante=5, toke_ante=1, pair_plus=5).bet(2, ante=7, pair_plus=5)
    table.bet(3, ante=5)  # This seat has not decided yet, so the round is not over.
    table.dealt()
    for seat, decision in enumerate(decided.split(), start=1):
        if decision == "play" and seat == 1:
            table.give("place_toke", seat=1, wager="play", amount=100)
        table.give(decision, seat=seat)
    voided(table, cause)
    assert [table.stack(seat) for seat in (1, 2, 3)] == [1000, 1000, 1000]
    assert table.account("tray") == 10_000 - 3000
    assert table.on_layout == {}
    table.check_replay()


@clause("manual-gen-E", "mics-l4")
@pytest.mark.parametrize("of", ["mics", "manual", "classic"])
def test_stakes_that_were_collected_before_the_reveal_go_back_too(of: str) -> None:
    table = Driven(of).opened().bet(1, ante=5, pair_plus=5).bet(2, ante=5).dealt()
    table.fold(1).play(2).until("reveal_dealer")
    voided(table, "report_exposed_card")
    assert [table.stack(seat) for seat in (1, 2)] == [1000, 1000]


@clause("manual-gen-E", "manual-prog-B")
@pytest.mark.parametrize("fold", [True, False])
def test_side_bets_go_back_and_what_they_fed_leaves_the_meter(fold: bool) -> None:
    table = Driven("manual").opened()
    bets = {"ante": 5, "pair_plus": 5, "six_card_bonus": 5, "progressive": 1}
    table.bet(1, **bets, toke_ante=1, toke_pair_plus=1, toke_six_card_bonus=1).bet(2, **bets)
    table.dealt()
    assert (table.account("meter"), table.account("reserve")) == (1000.40, 0.10)
    if fold:
        table.fold(1)
    voided(table, "report_exposed_card")
    assert [table.stack(seat) for seat in (1, 2)] == [1000, 1000]
    assert (table.account("meter"), table.account("reserve")) == (1000, 0)
    assert table.account("tips:dee") == 0


# After the dealer's hand is up

EVERYTHING = "1: As Ks Qs, 2: 9s 9d 4c, 3: 7h 5d 2c, 4: 8s 7d 6h, dealer: Qd 8d 3c"


def with_everything(of: str, **options: Any) -> tuple[Driven, dict[str, int]]:
    """Every bet, toke and coupon of the house on the layout, and everybody's chips before."""
    table = Driven(of, **options).opened().sit(2, 3, 4)
    before = table.money
    for seat in (1, 2, 3, 4):
        bets: dict[str, int] = dict.fromkeys(table.house.opening_bets, 5)
        if "progressive" in bets:
            bets["progressive"] = 1
        table.bet(seat, **bets, toke_ante=1)
        if table.house.takes_coupons():
            table.bet(seat, coupon_ante=5)
    return table, before


@clause("mics-l3", "manual-gen-E", "manual-auto-F", "classic-irreg-2", "chickasaw-t")
@pytest.mark.parametrize("passes", ["per_hand", "take_then_pay"])
@pytest.mark.parametrize("of", BUILT_IN)
def test_a_wrong_number_of_cards_found_late_voids_the_round_whatever_was_paid_by_then(
    of: str, passes: str
) -> None:
    table, before = with_everything(of, settlement_passes=passes)
    table.dealt(EVERYTHING).play(1, 2).fold(3).play(4)
    moments = 0
    while table.table.phase == "settling":
        void = voided(table.branched(), "report_wrong_number_of_cards")
        assert void.money == before
        void.check_replay()
        table.confirm()
        moments += 1
    assert moments > 20
    assert table.refused("report_wrong_number_of_cards", seat=1, cards=4).code == (
        "irregularity/cannot_be"
    )


@clause("manual-auto-F-2")
def test_a_dealers_third_card_is_made_up_for_only_before_the_hand_is_up() -> None:
    table = Driven("manual").opened().bet(1, ante=5).dealt().play(1).until("reveal_dealer")
    late = table.branched()
    table.give("report_wrong_number_of_cards", seat=0, cards=2)
    assert table.events(RoundVoided) == []
    late.confirm("reveal_dealer")
    voided(late, "report_wrong_number_of_cards")
    assert len(late.events(RoundVoided)) == 1


def test_the_tray_bears_what_a_winner_has_given_away_meanwhile() -> None:
    table, before = with_everything("mics")
    table.dealt(EVERYTHING).play(1, 2).fold(3).play(4).until("rack_hand")
    held = table.table.stack("ann")
    table.give("give_toke", seat=1, amount=held)
    voided(table, "report_wrong_number_of_cards")
    lost = held - before["stack:ann"]
    assert lost > 0
    assert table.money == {
        **{name: cents for name, cents in before.items() if name != "stack:ann"},
        "tips:dee": held,
        "tray": before["tray"] - lost,
    }


@clause("chickasaw-b-2", "chickasaw-t")
@cases("""
    refund  per       stack  fees
    true    player    1000   0
    true    position  1000   0
    false   player    998    4
    false   position  996    6
""")
def test_the_entry_charge_goes_back_where_the_house_says_so(
    refund: str, per: str, stack: str, fees: str
) -> None:
    fee = {"amount": 2, "per": per, "refund_on_void": refund == "true"}
    table = Driven("chickasaw", collection_fee=fee, max_positions=2).opened()
    table.sit(2, player="ann", dollars=0).bet(1, ante=5).bet(2, ante=5).bet(3, ante=5).dealt()
    voided(table, "report_wrong_number_of_cards")
    assert (table.stack(1), table.account("fees")) == (int(stack), int(fees))


@clause("chickasaw-b-2")
def test_an_uncollected_charge_is_not_returned() -> None:
    table = Driven("chickasaw", collection_fee={"amount": 2}).opened().bet(1, ante=5).lock()
    table.give("report_jam", device="shoe")
    table.give("rule", ruling="void", reason="jam")
    assert (table.stack(1), table.account("fees")) == (1000, 0)


def test_a_direct_toke_is_not_returned() -> None:
    table = Driven("manual").opened().bet(1, ante=300, toke_ante=50).dealt()
    voided(table, "report_exposed_card")
    assert (table.stack(1), table.account("tips:dee")) == (980, 20)


@clause("mics-f2")
def test_after_a_void_no_coupon_or_bet_is_left_from_before() -> None:
    table = Driven("mics").opened().bet(1, ante=10, coupon_ante=5).dealt()
    voided(table, "report_exposed_card")
    shown = table.view("public").seats[0]
    assert (shown.coupons, shown.wagers, shown.cards, shown.decision) == ({}, {}, [], "")


@pytest.mark.parametrize("of", BUILT_IN)
def test_the_shuffle_of_a_void_round_is_opened_and_the_next_round_begins(of: str) -> None:
    table = Driven(of).opened().bet(1, ante=5, pair_plus=5).dealt()
    voided(table, "report_exposed_card")
    assert len(table.events(ShuffleOpened)) == 1
    assert [event.number for event in table.events(RoundBegan)] == [1, 2]
    table.bet(1, ante=5, pair_plus=5).dealt().fold(1).finish()


@pytest.mark.parametrize("of", BUILT_IN)
def test_nobody_can_tell_how_a_void_round_would_have_ended(of: str) -> None:
    """Other players' hands are not shown; only the shuffle is opened, as in every round."""
    table = Driven(of).opened().bet(1, ante=5, pair_plus=5).bet(2, ante=5).dealt("2: As Ks Qs")
    voided(table, "report_exposed_card")
    assert all(seat.cards == [] for seat in table.view("player:ann").seats)


@pytest.mark.parametrize(("after", "decks"), [("alternate", [0, 1, 0]), ("same", [0, 0, 1])])
def test_after_a_void_round_the_decks_alternate_or_the_same_one_is_shuffled_again(
    after: str, decks: list[int]
) -> None:
    table = Driven("manual", deck_after_void=after).opened().bet(1, ante=5).dealt()
    table.give("report_wrong_number_of_cards", seat=1, cards=4)
    table.bet(1, ante=5).dealt().play(1).finish()
    assert [event.deck for event in table.events(RoundBegan)] == decks
    table.check_replay()


# A settled round that becomes void: MICS-23, machine_count_round.


def counted_wrong(decks: int, machine_count_round: str) -> Driven:
    """Seat 1 loses, seat 2 wins; then the machine counts 51 cards in the deck."""
    options: dict[str, Any] = {"decks": decks, "machine_count_round": machine_count_round}
    table = Driven("mics", **options).opened().bet(1, ante=5).bet(2, ante=5, toke_ante=1)
    table.dealt("1: 9s 4d 2c, 2: Ks Kd 2h, dealer: Qs 8d 3c").play(1, 2).finish()
    assert [table.stack(seat) for seat in (1, 2)] == [990, 1009]
    if decks == 2:  # Another round comes first, with the other deck.
        table.bet(1, ante=5).dealt().fold(1).finish()
        assert table.stack(1) == 985
    table.bet(1, ante=20)
    while table.due != "shuffle":
        table.confirm()
    table.give("shuffle_deck", deck=0, counted=51)
    return table


@clause("mics-g6-2")
@pytest.mark.parametrize("decks", [1, 2])
def test_a_round_that_is_settled_stands_when_the_machine_counts_wrong(decks: int) -> None:
    table = counted_wrong(decks, "settled_stands")
    assert table.last(IrregularityReported).rulings == ("MICS-23",)
    assert table.events(SettledRoundVoided) == []
    assert [table.stack(seat) for seat in (1, 2)] == [970 - 5 * (decks == 2), 1009]
    assert len(table.events(DeckRemoved)) == 1


@clause("mics-g6-2")
@pytest.mark.parametrize("decks", [1, 2])
def test_a_settled_round_is_undone_where_the_house_says_so(decks: int) -> None:
    table = counted_wrong(decks, "void")
    assert table.last(IrregularityReported).rulings == ("MICS-23",)
    void = table.last(SettledRoundVoided)
    assert (void.number, void.reason, void.clauses) == (1, "wrong_count", ("mics-g6", "mics-g6-2"))
    assert [table.stack(seat) for seat in (1, 2)] == [980 - 5 * (decks == 2), 1000]
    assert table.account("tips:dee") == 0
    assert table.on_layout == {"1:ante": 20}  # For the next round.
    assert table.account("tray") == 10_000 - 2000 + 5 * (decks == 2)
    table.check_replay()
    table.opened().dealt().fold(1).finish()
    table.check_replay()


def test_the_tray_bears_what_a_player_has_taken_away() -> None:
    table = Driven("mics", machine_count_round="void").opened().bet(1, ante=5).bet(2, ante=5)
    table.dealt("1: 9s 4d 2c, 2: Ks Kd 2h, dealer: Qs 8d 3c").play(1, 2).finish()
    table.give("leave", seat=2)  # With ten dollars that are not hers.
    table.give("report_wrong_deck_count", count=53, by_machine=True)
    assert table.stack(1) == 1000
    assert table.account("tray") == 10_000 - 2000 - 10


def test_a_round_dealt_with_the_deck_since_is_the_one_that_is_void() -> None:
    table = Driven("mics", machine_count_round="void").opened().bet(1, ante=5)
    table.dealt("1: 9s 4d 2c, dealer: Qs 8d 3c").fold(1).finish()
    table.bet(1, ante=5).dealt()
    table.give("report_wrong_deck_count", count=51, by_machine=True)
    assert (table.events(SettledRoundVoided), table.last(RoundVoided).number) == ([], 2)
    assert table.stack(1) == 995


def test_a_toke_that_stayed_up_stays_and_is_lost_later() -> None:
    options: dict[str, Any] = {"machine_count_round": "void", "pushed_toke": "stays"}
    table = Driven("mics", **options).opened().bet(1, ante=5, toke_ante=1)
    table.dealt("1: Ks 4d 2c, dealer: Kc 4h 2d").play(1).finish()
    assert table.on_layout == {"1:toke:ante": 1}
    table.give("report_wrong_deck_count", count=51, by_machine=True)
    assert (table.on_layout, table.stack(1)) == ({"1:toke:ante": 1}, 999)
    table.opened().bet(1, ante=5).dealt().fold(1).finish()
    assert (table.on_layout, table.stack(1)) == ({}, 994)
