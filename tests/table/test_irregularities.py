"""When something goes wrong with the cards: what each house does, under each reading."""

import pytest

from queenhigh.table.events import (
    CardsDealt,
    CardsDiscarded,
    DealerRevealed,
    HandRacked,
    IrregularityReported,
    RoundVoided,
    TableHalted,
)
from queenhigh.table.state import Phase
from tests.clauses import cases, clause
from tests.table.driver import BUILT_IN, EVERY_DEAL, Driven
from tests.table.scenes import DECIDE_THEMSELVES, being_dealt, hands_of, remedy, void

# A card face up in shoe or deck


@clause("mics-l1")
@pytest.mark.parametrize("method", ["manual_shoe", "hand"])
@pytest.mark.parametrize("of", ["mics", "mics-alternate", "classic"])
def test_one_card_found_face_up_is_not_used_and_the_deal_goes_on(of: str, method: str) -> None:
    table = being_dealt(of, method)
    table.confirm("deal")
    table.give("report_face_up_card")
    assert remedy(table) == "discard"
    assert table.last(CardsDiscarded).cards == ("9s",)
    table.dealt_from_here()
    assert not table.events(RoundVoided)
    assert {seat: len(cards) for seat, cards in hands_of(table).items()} == {0: 3, 1: 3, 2: 3}
    assert all("9s" not in cards for cards in hands_of(table).values())
    assert len(table.last(HandRacked).cards) == 52 - 9 - 1
    table.play(1, 2).finish()


@clause("mics-l1-2")
@pytest.mark.parametrize("method", ["manual_shoe", "hand", "automated_shoe"])
@pytest.mark.parametrize("of", ["mics", "mics-alternate", "classic"])
def test_more_than_one_found_face_up_voids_all_hands(of: str, method: str) -> None:
    at_once = being_dealt(of, method, faceup_in_stack="replace")
    at_once.give("report_face_up_card", count=2)
    assert (remedy(at_once), void(at_once)) == ("void", True)
    in_turn = being_dealt(of, method, faceup_in_stack="replace")
    in_turn.give("report_face_up_card")
    assert remedy(in_turn) == "discard"
    in_turn.confirm("deal")
    in_turn.give("report_face_up_card")
    assert (remedy(in_turn), void(in_turn)) == ("void", True)
    if in_turn.house.book.key == "mics":
        assert in_turn.last(RoundVoided).clauses == ("mics-l1-2",)


@clause("mics-l1")
@cases("""
    option      remedy
    void        void
    replace     discard
""")
@pytest.mark.parametrize("of", ["mics", "classic"])
def test_one_face_up_in_a_stack_of_three_is_read_in_two_ways(
    of: str, option: str, remedy: str
) -> None:
    table = being_dealt(of, faceup_in_stack=option)
    table.give("report_face_up_card")
    assert table.last(IrregularityReported).remedy == remedy
    assert void(table) is (remedy == "void")
    if of == "mics":
        assert table.last(IrregularityReported).rulings == ("MICS-6",)
    if remedy == "discard":
        table.dealt_from_here()
        assert hands_of(table)[1] == ["Kd", "2c", "9s"]


@clause("mics-l1", "mics-l4")
@cases("""
    method          option   remedy
    manual_shoe     discard  discard
    manual_shoe     void     void
    hand            discard  discard
    hand            void     void
    automated_shoe  discard  discard
    automated_shoe  void     void
""")
def test_one_face_up_on_the_dealers_turn_is_read_in_two_ways(
    method: str, option: str, remedy: str
) -> None:
    table = being_dealt("mics", method, faceup_on_dealer_turn=option, faceup_in_stack="replace")
    while table.todo[0] not in ("deal dealer", "cover_dealer_stack"):
        table.confirm()
    table.give("report_face_up_card")
    assert table.last(IrregularityReported).remedy == remedy
    assert void(table) is (remedy == "void")


@clause("manual-gen-F")
@pytest.mark.parametrize("method", ["hand", "automated_shoe"])
def test_the_manual_turns_an_exposed_card_over_and_goes_on(method: str) -> None:
    table = being_dealt("manual", method)
    table.give("report_face_up_card")
    table.confirm("deal")
    table.give("report_face_up_card")
    assert remedy(table) == "continue"
    assert table.last(IrregularityReported).clauses == ("manual-gen-F",)
    table.dealt_from_here()
    assert " ".join(hands_of(table)[1]) == "As Kd 2c"


@clause("manual-gen-F")
@pytest.mark.parametrize("method", ["hand", "automated_shoe"])
@cases("""
    option    remedy
    void      void
    continue  continue
""")
def test_a_face_up_card_for_the_dealers_hand_has_the_remedy_of_the_option(
    method: str, option: str, remedy: str
) -> None:
    table = being_dealt("manual", method, exposed_dealer_card=option)
    while table.todo[0] not in ("deal dealer", "slide_cut_card_under"):
        table.confirm()
    table.give("report_face_up_card")
    assert table.last(IrregularityReported).remedy == remedy
    assert void(table) is (remedy == "void")


@pytest.mark.parametrize(("of", "method"), EVERY_DEAL)
def test_a_card_is_found_face_up_only_while_cards_are_dealt(of: str, method: str) -> None:
    table = Driven(of, deal_method=method).opened().bet(1, ante=5, pair_plus=5).ready()
    assert table.refused("report_face_up_card").code == "irregularity/cannot_be"
    table.lock().until("release")
    assert table.refused("report_face_up_card").code == "irregularity/cannot_be"
    table.dealt_from_here()
    assert table.refused("report_face_up_card").code == "irregularity/cannot_be"


@pytest.mark.parametrize("method", ["manual_shoe", "hand"])
def test_a_table_that_knows_its_cards_asks_only_how_many_lay_face_up(method: str) -> None:
    table = being_dealt("mics", method)
    for wrong in ({"cards": ["As"]}, {"count": 0}, {"count": 60}):
        assert table.refused("report_face_up_card", **wrong).code == "cards/wrong"


def test_at_a_physical_table_the_report_says_which_card_lay_face_up() -> None:
    table = Driven("mics", deal_method="manual_shoe").opened().bet(1, ante=5)
    table.give("shuffle_deck", deck=0)
    table.until()
    table.give("announce_no_more_bets")
    table.confirm("deal", cards=["As"])
    for wrong in ([], ["As"], ["2c", "2c"], ["zz"]):
        assert table.refused("report_face_up_card", cards=wrong).code == "cards/wrong"
    table.give("report_face_up_card", cards=["Kd"])
    assert table.last(CardsDiscarded).cards == ("Kd",)
    assert table.refused("confirm", step="deal", cards=["Kd"]).code == "cards/wrong"


# A card drawn in error


@clause("mics-l2")
@pytest.mark.parametrize(("of", "method"), EVERY_DEAL)
def test_a_card_drawn_in_error_is_the_next_card(of: str, method: str) -> None:
    table = being_dealt(of, method)
    table.give("report_card_drawn_in_error")
    if of == "chickasaw":
        assert table.table.phase is Phase.HALTED
        table.give("rule", ruling="continue", reason="next card")
    else:
        assert remedy(table) == "next_card"
    table.dealt_from_here()
    assert {seat: " ".join(cards) for seat, cards in hands_of(table).items()} == {
        1: "As Kd 2c",
        2: "9s 9d 4c",
        0: "Qs 8d 3c",
    }


# A wrong number of cards


@clause("mics-l3", "classic-irreg-1", "classic-irreg-2", "manual-auto-F", "manual-gen-E")
@pytest.mark.parametrize("moment", ["dealing", "deciding", "all decided"])
@pytest.mark.parametrize(("seat", "cards"), [(1, 2), (1, 4), (2, 0), (0, 4)])
@pytest.mark.parametrize("of", DECIDE_THEMSELVES)
def test_a_wrong_number_of_cards_voids_all_hands(
    of: str, seat: int, cards: int, moment: str
) -> None:
    table = being_dealt(of)
    if moment == "dealing":
        table.until("release")
    else:
        table.dealt_from_here()
    if moment == "all decided":
        table.play(1, 2)
    table.give("report_wrong_number_of_cards", seat=seat, cards=cards)
    assert (remedy(table), void(table)) == ("void", True)
    if table.house.book.key != "manual":
        wanted = {"mics": ("mics-l3",), "classic": ("classic-irreg-1", "classic-irreg-2")}
        assert table.last(RoundVoided).clauses == wanted[table.house.book.key]


@clause("mics-l3", "classic-irreg-2", "manual-gen-E", "mics-e1")
@pytest.mark.parametrize("of", DECIDE_THEMSELVES)
def test_after_a_void_the_cards_are_shuffled_again(of: str) -> None:
    table = being_dealt(of)
    table.confirm("deal")
    table.give("report_wrong_number_of_cards", seat=1, cards=4)
    assert table.table.phase is Phase.BETTING
    assert "shuffle" in [step.partition(" of ")[0] for step in table.todo]
    assert table.refused("announce_no_more_bets").code == "step/still_due"


@clause("manual-auto-F-2", "manual-gen-E")
@cases("""
    exception  before      cards  remedy
    true       -           2      complete
    true       play 1      2      complete
    true       fold 1      2      void       # a player has discarded
    true       throw_in 1  2      void       # and so has who threw a hand in
    true       -           4      void
    true       -           1      void
    false      -           2      void
""")
def test_the_dealers_missing_third_card_is_made_good_until_somebody_discards(
    exception: str, before: str, cards: str, remedy: str
) -> None:
    table = Driven("manual", dealer_third_card_exception=exception == "true").opened()
    bets = {"pair_plus": 5} if before.startswith("throw_in") else {"ante": 5}
    table.bet(1, **bets).bet(2, ante=5).dealt("1: 9s 7d 2c")
    if before != "-":
        table.give(before.split(maxsplit=1)[0], seat=1)
    table.give("report_wrong_number_of_cards", seat=0, cards=int(cards))
    assert table.last(IrregularityReported).remedy == remedy
    assert void(table) is (remedy == "void")
    if remedy == "complete":
        assert table.last(IrregularityReported).clauses == ("manual-auto-F-2",)
        assert table.last(IrregularityReported).rulings == ("MAN-8",)


@clause("manual-auto-F-2")
@pytest.mark.parametrize("method", ["automated_shoe", "hand"])
@pytest.mark.parametrize("moment", ["dealing", "deciding", "decided"])
def test_the_dealers_third_card_is_really_dealt(method: str, moment: str) -> None:
    table = Driven("manual", deal_method=method).opened().bet(1, ante=5)
    table.lock("1: Ks Kd 2c, dealer: Qs 8d 3c").until("remove_stub")
    if moment != "dealing":
        table.dealt_from_here()
    if moment == "decided":
        table.play(1)
    table.give("report_wrong_number_of_cards", seat=0, cards=2)
    seen = table.view("dealer:dee")
    assert (seen.dealer_cards, seen.due and seen.due.step) == (["??"] * 2, "deal_third_card")
    assert seen.due is not None
    assert (seen.due.clauses, seen.due.cards) == (("manual-auto-F-2",), 1)
    assert table.refused("confirm", step="reveal_dealer").code == "step/out_of_order"
    table.confirm("deal_third_card")
    assert table.last(CardsDealt).cards == ("3c",)
    table.dealt_from_here()
    if moment != "decided":
        table.play(1)
    table.finish()
    assert hands_of(table)[0] == ["Qs", "8d", "3c", "3c"]  # Recorded, and then dealt.
    assert table.stack(1) == 1010
    table.check_replay()


@clause("manual-auto-F-2")
def test_a_third_card_from_an_unknown_deck_is_entered_when_it_is_dealt() -> None:
    table = Driven("manual").opened().bet(1, ante=5).until("shuffle")
    table.give("shuffle_deck", deck=table.table.round.deck)
    table.until()
    table.give("announce_no_more_bets")
    for cards in (["Ks", "Kd", "2c"], ["Qs", "8d", "3c"]):
        table.until("deal").confirm("deal", cards=cards)
    table.dealt_from_here()
    table.give("report_wrong_number_of_cards", seat=0, cards=2)
    assert table.refused("confirm", step="deal_third_card").code == "cards/wrong"
    table.confirm("deal_third_card", cards=["9h"])
    table.play(1).until("reveal_hand")
    assert table.last(DealerRevealed).cards == ("Qs", "9h", "8d")
    table.finish().check_replay()


@clause("mics-l1", "mics-l4")
@cases("""
    method          whose    on_dealer_turn  in_stack  remedy   rulings
    hand            dealer   discard         void      discard  MICS-7
    hand            dealer   void            void      void     MICS-7
    hand            seat     discard         void      discard  -
    automated_shoe  dealer   discard         replace   discard  MICS-7 MICS-6
    automated_shoe  dealer   discard         void      void     MICS-7 MICS-6
    automated_shoe  seat     discard         void      void     MICS-6
""")
def test_the_rulings_that_decide_on_a_face_up_card_are_recorded(
    method: str, whose: str, on_dealer_turn: str, in_stack: str, remedy: str, rulings: str
) -> None:
    table = being_dealt(
        "mics", method, faceup_on_dealer_turn=on_dealer_turn, faceup_in_stack=in_stack
    )
    while whose == "dealer" and table.todo[0] != "deal dealer":
        table.confirm()
    table.give("report_face_up_card")
    reported = table.last(IrregularityReported)
    assert reported.remedy == remedy
    assert reported.rulings == (() if rulings == "-" else tuple(rulings.split()))


@clause("manual-auto-F")
def test_a_players_missing_third_card_is_not_an_exception() -> None:
    table = being_dealt("manual").dealt_from_here()
    table.give("report_wrong_number_of_cards", seat=1, cards=2)
    assert void(table)


@pytest.mark.parametrize("of", BUILT_IN)
def test_only_possible_irregularities_are_reported(of: str) -> None:
    table = Driven(of).opened().bet(1, ante=5, pair_plus=5).ready()
    wrong = {"seat": 1, "cards": 4}
    assert table.refused("report_wrong_number_of_cards", **wrong).code == "irregularity/cannot_be"
    assert table.refused("report_exposed_card", seat=1).code == "irregularity/cannot_be"
    assert table.refused("report_card_drawn_in_error").code == "irregularity/cannot_be"
    table.dealt()
    for wrong in ({"seat": 1, "cards": 3}, {"seat": 5, "cards": 2}, {"seat": 1, "cards": -1}):
        found = table.refused("report_wrong_number_of_cards", **wrong)
        assert found.code == "irregularity/cannot_be"
    assert table.refused("report_exposed_card", seat=5).code == "irregularity/cannot_be"
    assert table.refused("report_wrong_deck_count", count=52).code == "irregularity/cannot_be"
    assert table.refused("report_exposed_card", seat=1, cards=["zz"]).code == "cards/wrong"
    assert table.refused("report_jam", device="shoe").code == "irregularity/cannot_be"
    assert table.refused("rule", ruling="void", reason="none").code == "table/not_halted"


# Exposed cards


@clause("manual-gen-F")
@pytest.mark.parametrize("of", DECIDE_THEMSELVES)
def test_an_exposed_card_of_a_player_plays_on(of: str) -> None:
    table = being_dealt(of)
    table.confirm("deal")
    table.give("report_exposed_card", seat=1, cards=["As"])
    assert remedy(table) == "continue"
    table.dealt_from_here().play(1, 2).finish()


@clause("mics-l4", "manual-gen-F")
@pytest.mark.parametrize("moment", ["dealing", "deciding", "all decided"])
@pytest.mark.parametrize("of", DECIDE_THEMSELVES)
def test_an_exposed_card_of_the_dealer_voids_all_hands_until_the_reveal(
    of: str, moment: str
) -> None:
    table = being_dealt(of)
    if moment == "dealing":
        table.until("release")
    else:
        table.dealt_from_here()
    if moment == "all decided":
        table.play(1).fold(2).until("reveal_dealer")
    table.give("report_exposed_card", seat=0, cards=["Qs"])
    assert (remedy(table), void(table)) == ("void", True)


@clause("mics-l4")
def test_once_the_dealers_hand_is_revealed_its_cards_are_not_exposed() -> None:
    table = being_dealt("mics").dealt_from_here().play(1, 2).until("reveal_dealer")
    table.confirm()
    assert table.refused("report_exposed_card", seat=0).code == "irregularity/cannot_be"


@clause("manual-gen-F")
@cases("""
    option      phase     waits_for
    void        betting   -
    continue    deciding  -
    supervisor  halted    floor
""")
@pytest.mark.parametrize("of", ["manual", "classic"])
def test_the_effect_of_an_exposed_dealer_card_is_an_option(
    of: str, option: str, phase: str, waits_for: str
) -> None:
    table = being_dealt(of, exposed_dealer_card=option).dealt_from_here()
    table.give("report_exposed_card", seat=0)
    assert table.table.phase == phase
    if waits_for != "-":
        assert table.last(TableHalted).waits_for == waits_for
        table.give("rule", ruling="void", reason="seen by all", by=f"{waits_for}:x")
        assert void(table)
