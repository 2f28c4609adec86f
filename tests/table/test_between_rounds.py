"""Between rounds: the age of decks, deck changes, an idle table, limits, relief, closing."""

from typing import Any

import pytest

from queenhigh.table.events import (
    DealerRelieved,
    DeckChangeDue,
    DeckRemoved,
    LimitsChanged,
    SeatLeft,
    StepDone,
    TableClosed,
    TableIdled,
    TokeGiven,
)
from queenhigh.table.refusal import Refusal
from queenhigh.table.state import Phase
from tests.clauses import cases, clause
from tests.table.driver import BUILT_IN, NOON, Driven, house_with

# The age of the cards


@clause("mics-d5", "mics-d5-2")
@cases("""
    method          hours  seconds  allowed
    manual_shoe     8      -1       yes
    manual_shoe     8      0        no
    automated_shoe  8      -1       yes
    automated_shoe  8      0        no
    hand            4      -1       yes
    hand            4      0        no
""")
def test_cards_are_not_dealt_when_they_have_been_in_use_too_long(
    method: str, hours: str, seconds: str, allowed: str
) -> None:
    table = Driven("mics", deal_method=method).opened().bet(1, ante=5).ready()
    table.at = next(each.at for each in table.events(StepDone) if each.step.deck == 0)
    table.later(hours=int(hours), seconds=int(seconds) - 1)
    if allowed == "yes":
        table.give("announce_no_more_bets")
        return
    found = table.refused("announce_no_more_bets")
    assert (found.code, found.clauses) == ("deck/too_old", ("mics-d5", "mics-d5-2"))
    assert f"{hours} hours" in found.message
    table.give("withdraw_wager", seat=1, wager="ante")
    table.give("change_deck", deck=0, reason="age")
    table.opened().bet(1, ante=5).lock()


def test_the_age_may_be_counted_from_the_first_deal() -> None:
    table = Driven("mics", deck_age_from="first_deal").opened().bet(1, ante=5).ready()
    table.later(hours=9)
    table.give("announce_no_more_bets")
    table.dealt_from_here().play(1).finish()
    table.bet(1, ante=5).ready()
    table.later(hours=8)
    assert table.refused("announce_no_more_bets").code == "deck/too_old"


@clause("mics-d5")
def test_with_two_decks_each_has_its_own_age() -> None:
    table = Driven("mics", decks=2).opened()
    table.later(hours=5)
    table.give("change_deck", deck=1, reason="sticking")
    table.opened()
    since = [deck.in_use_since for deck in table.table.decks]
    assert since[0] is not None
    assert since[1] is not None
    assert since[0] < since[1]
    table.later(hours=4)
    table.bet(1, ante=5).ready()
    if table.table.round.deck == 0:
        assert table.refused("announce_no_more_bets").code == "deck/too_old"
    else:
        table.give("announce_no_more_bets")


@clause("manual-open-D")
def test_the_manual_reminds_once_and_goes_on() -> None:
    table = Driven("manual").opened()
    table.later(hours=4, minutes=1)
    for _ in range(3):
        table.bet(1, ante=5).dealt().fold(1).finish()
    due = table.events(DeckChangeDue)
    assert [(event.deck, event.hours) for event in due] == [(0, 4), (1, 4)]
    assert due[0].clauses == ("manual-open-D",)


@clause("manual-open-D", "manual-open-E")
@cases("""
    mode              refused       allowed_by
    block             deck/too_old  -
    remind            -             -
    none              -             -
    minimum_interval  -             -
""")
def test_the_meaning_of_four_hours_is_an_option(mode: str, refused: str, allowed_by: str) -> None:
    table = Driven("manual", deck_change={"hours": 4, "mode": mode}).opened()
    table.later(hours=5)
    table.bet(1, ante=5).ready()
    if refused == "-":
        table.give("announce_no_more_bets")
    else:
        assert table.refused("announce_no_more_bets").code == refused
    assert bool(table.events(DeckChangeDue)) is (mode == "remind")


@clause("manual-open-D")
def test_where_four_hours_are_the_least_a_dealer_waits_and_a_supervisor_decides() -> None:
    table = Driven("manual", deck_change={"hours": 4, "mode": "minimum_interval"}).opened()
    table.later(hours=3)
    refused = table.refused("change_deck", deck=0, reason="habit", by="dealer:dee")
    assert (refused.code, "manual-open-D" in refused.clauses) == ("deck/changed_too_soon", True)
    table.give("change_deck", deck=0, reason="discretion", by="floor:flo")
    table.opened()
    table.later(hours=5)
    table.give("change_deck", deck=0, reason="habit", by="dealer:dee")


@clause("mics-d5", "mics-d5-2")
@cases("""
    mode              method          after  answer
    minimum_interval  automated_shoe  7      deck/changed_too_soon
    minimum_interval  automated_shoe  8      changed
    minimum_interval  hand            3      deck/changed_too_soon
    minimum_interval  hand            4      changed
    block             automated_shoe  9      deck/too_old
    block             hand            5      deck/too_old
    block             automated_shoe  5      dealt
""")
def test_the_hours_are_those_of_the_way_of_dealing(
    mode: str, method: str, after: str, answer: str
) -> None:
    hours = {"hours": {"shoe": 8, "hand": 4}, "mode": mode}
    table = Driven("mics", deck_change=hours, deal_method=method).opened()
    table.later(hours=int(after))
    if mode == "block":
        table.bet(1, ante=5).ready()
        found = table.try_("announce_no_more_bets")
    else:
        found = table.try_("change_deck", deck=0, reason="habit", by="dealer:dee")
    assert (found.code if isinstance(found, Refusal) else answer) == answer
    assert isinstance(found, Refusal) is ("/" in answer)


@pytest.mark.parametrize("of", ["chickasaw", "classic"])
def test_where_the_book_is_silent_cards_have_no_age(of: str) -> None:
    table = Driven(of).opened()
    table.later(hours=100)
    table.bet(1, ante=5).lock()


# Deck changes


@clause("manual-open-E", "mics-d5")
@pytest.mark.parametrize("of", BUILT_IN)
def test_a_deck_is_changed_between_rounds_and_the_new_one_opened(of: str) -> None:
    table = Driven(of).opened()
    table.give("change_deck", deck=0, reason="sticking", by="dealer:dee")
    assert (table.last(DeckRemoved).reason, table.table.phase) == ("sticking", Phase.OPENING)
    table.opened().bet(1, ante=5, pair_plus=5)
    assert table.refused("change_deck", deck=0, reason="late").code == "table/bets_down"
    table.lock()
    assert table.refused("change_deck", deck=0, reason="late").code == "table/wrong_phase"
    assert table.refused("change_deck", deck=7, reason="none").code == "table/wrong_phase"


def test_only_an_existing_deck_is_changed() -> None:
    table = Driven("mics").opened()
    for deck in (1, -1):
        found = table.refused("change_deck", deck=deck, reason="which")
        assert found.code == "deck/unknown"


# An idle table


@clause("mics-e5", "mics-e5-2")
@pytest.mark.parametrize("face", ["up", "down"])
def test_the_cards_of_an_idle_table_are_spread_until_a_player_has_seen_them(face: str) -> None:
    table = Driven("mics").opened().until()
    table.give("leave", seat=1)
    table.give("mark_idle", face=face)
    idled = table.last(TableIdled)
    assert (idled.face, idled.clauses) == (face, ("mics-e5", "mics-e5-2"))
    assert [step.partition(" of ")[0] for step in table.todo] == [
        *("spread_for_first_player", "wash", "stack", "shuffle", "load_shoe"),
    ]
    assert table.refused("confirm", step="spread_for_first_player").code == "seat/no_player"
    table.sit(3)
    table.bet(3, ante=5).dealt().fold(3).finish()


@clause("mics-e5", "manual-auto-D")
@cases("""
    house      face  lies
    mics       -     up
    mics       down  down
    manual     -     down
    manual     up    refused
    classic    -     up      # Of which it says nothing.
    classic    down  down
""")
def test_the_cards_of_an_idle_table_lie_as_the_house_says(house: str, face: str, lies: str) -> None:
    table = Driven(house).opened().until()
    wish = {} if face == "-" else {"face": face}
    if lies == "refused":
        found = table.refused("mark_idle", **wish)
        assert (found.code, "face down" in found.message) == ("deck/spread_otherwise", True)
    else:
        table.give("mark_idle", **wish)
        assert table.last(TableIdled).face == lies


@pytest.mark.parametrize("of", BUILT_IN)
def test_a_table_with_bets_is_not_idle(of: str) -> None:
    table = Driven(of).opened().bet(1, ante=5, pair_plus=5)
    assert table.refused("mark_idle").code == "table/bets_down"
    table.lock()
    assert table.refused("mark_idle").code == "table/wrong_phase"


# Limits


@clause("manual-limits-H", "manual-limits-A")
@pytest.mark.parametrize("of", BUILT_IN)
def test_limits_change_between_rounds_and_apply_from_then_on(of: str) -> None:
    table = Driven(of).opened()
    table.give("change_limits", wager="ante", minimum=1000, maximum=20_000)
    assert table.view("public").limits["ante"] == "$10 to $200"
    assert table.refused("place_wager", seat=1, wager="ante", amount=500).code == (
        "wager/below_minimum"
    )
    table.bet(1, ante=200)
    wish: dict[str, Any] = {"wager": "ante", "minimum": 500, "maximum": 1000}
    assert table.refused("change_limits", **wish).code == "table/bets_down"
    table.lock()
    assert table.refused("change_limits", **wish).code == "table/wrong_phase"
    table.dealt_from_here().fold(1).finish()
    table.check_replay()


@clause("manual-limits-C", "manual-limits-D")
@cases("""
    house    wager      minimum  maximum  accepted
    manual   ante       5        300      yes
    manual   ante       100      300      yes
    manual   ante       101      300      no        # the minimum is posted from 5 to 100
    manual   pair_plus  4        300      no
    classic  ante       5        4        no
    mics     pair_plus  5        5        yes
""")
def test_impossible_limits_are_refused(
    house: str, wager: str, minimum: str, maximum: str, accepted: str
) -> None:
    table = Driven(house).opened()
    wish = {"wager": wager, "minimum": int(minimum) * 100, "maximum": int(maximum) * 100}
    if accepted == "yes":
        table.give("change_limits", **wish)
        assert table.last(LimitsChanged).maximum == int(maximum) * 100
    else:
        assert table.refused("change_limits", **wish).code == "limits/invalid"


def test_there_are_no_limits_of_a_wager_that_the_house_does_not_offer() -> None:
    without = house_with("classic", wagers={"pair_plus": False})
    table = Driven(without).opened()
    wish: dict[str, Any] = {"wager": "pair_plus", "minimum": 500, "maximum": 1000}
    assert table.refused("change_limits", **wish).code == "limits/invalid"


# Relief


@clause("manual-relief-1", "manual-relief-3", "manual-relief-4-2")
def test_the_manuals_relief_goes_in_steps_and_ends_with_a_new_shuffle() -> None:
    table = Driven("manual").opened().until()
    table.give("relieve_dealer", dealer="dan")
    names = [step.partition(" of ")[0] for step in table.todo]
    assert names[:3] == ["enter_from_left", "tap", "spread"]
    assert "shuffle" in names
    table.bet(1, ante=5)
    found = table.refused("announce_no_more_bets")
    assert found.clauses == ("manual-relief-1", "manual-relief-2")
    table.dealt()


@clause("manual-relief-2")
def test_the_outgoing_dealer_is_on_duty_until_the_relief_has_tapped() -> None:
    table = Driven("manual").opened().until()
    table.give("relieve_dealer", dealer="dan")
    table.give("give_toke", seat=1, amount=100)
    assert table.last(TokeGiven).dealer == "dee"
    table.until("spread")
    table.give("give_toke", seat=1, amount=100)
    assert table.last(TokeGiven).dealer == "dan"


@clause("manual-relief-4-2", "manual-auto-H", "manual-auto-B")
def test_a_relief_does_not_leave_out_what_was_due_before_it() -> None:
    """The used deck still goes to the machine."""
    table = Driven("manual").opened().bet(1, ante=5).dealt().fold(1).finish()
    assert "load_machine of deck 0" in table.todo
    table.give("relieve_dealer", dealer="dan")
    assert "load_machine of deck 0" in table.todo


@clause("manual-relief-4")
@pytest.mark.parametrize("of", BUILT_IN)
def test_no_relief_until_all_work_on_the_hand_is_done(of: str) -> None:
    table = Driven(of).opened().bet(1, ante=5, pair_plus=5).lock()

    def refused() -> None:
        found = table.refused("relieve_dealer", dealer="dan")
        assert found.code == "table/cards_out"
        if table.house.book.key == "manual":
            assert "manual-relief-4" in found.clauses

    refused()
    table.dealt_from_here()
    refused()
    table.play(1)
    while table.table.phase is Phase.SETTLING:
        refused()
        table.confirm()
    table.give("relieve_dealer", dealer="dan")
    relieved = table.last(DealerRelieved)
    assert (relieved.outgoing, relieved.incoming) == ("dee", "dan")
    assert table.refused("relieve_dealer", dealer="dan").code == "relief/same_dealer"


@pytest.mark.parametrize("of", [of for of in BUILT_IN if of != "manual"])
def test_elsewhere_the_relief_takes_over_between_rounds_without_steps(of: str) -> None:
    table = Driven(of).opened().until()
    table.give("relieve_dealer", dealer="dan")
    assert (table.todo, table.table.dealer) == ([], "dan")


def test_tokes_go_to_the_dealer_on_duty() -> None:
    table = Driven("mics").opened()
    table.give("give_toke", seat=1, amount=100)
    table.give("relieve_dealer", dealer="dan")
    table.give("give_toke", seat=1, amount=300)
    assert (table.account("tips:dee"), table.account("tips:dan")) == (1, 3)


# Closing


@pytest.mark.parametrize("of", BUILT_IN)
def test_a_table_closes_between_rounds_and_players_take_their_chips(of: str) -> None:
    table = Driven(of).opened().sit(2, dollars=50).bet(1, ante=5, pair_plus=5)
    assert table.refused("close_table").code == "table/bets_down"
    table.lock()
    assert table.refused("close_table").code == "table/wrong_phase"
    table.dealt_from_here().fold(1).finish()
    stacks = [table.table.stack("ann"), table.table.stack("bob")]
    tray = table.table.accounts["tray"]
    table.give("close_table")
    assert [event.with_cents for event in table.events(SeatLeft)] == stacks
    assert table.last(TableClosed).tray == tray
    assert (table.table.phase, table.table.seats) == (Phase.CLOSED, {})
    assert table.refused("sit", seat=1, by="player:ann").code == "table/closed"
    assert table.account("stack:ann") == 0
    table.check_replay()


def test_a_player_with_two_seats_takes_the_chips_once() -> None:
    table = Driven("mics").opened().sit(2, player="ann", dollars=50)
    table.give("close_table")
    assert [event.with_cents for event in table.events(SeatLeft)] == [105_000, 0]


@clause("manual-prog-B")
def test_the_meter_is_what_it_was_when_a_table_opens_again() -> None:
    table = Driven("manual").opened().bet(1, ante=5, progressive=1).dealt().fold(1).finish()
    assert table.account("meter") == 1000.20
    table.give("close_table")
    table.opened()
    assert table.account("meter") == 1000.20


@pytest.mark.parametrize("of", BUILT_IN)
def test_a_closed_table_can_be_opened_again(of: str) -> None:
    table = Driven(of).opened().bet(1, ante=5, pair_plus=5).dealt().fold(1).finish()
    table.give("close_table")
    table.opened().bet(1, ante=5, pair_plus=5).dealt().fold(1).finish()
    table.check_replay()


def test_the_test_clock_starts_at_noon() -> None:
    assert Driven("mics").at == NOON


@clause("manual-limits-H")
@cases("""
    limit_changes   answered
    between_rounds  changed
    never           limits/fixed
""")
def test_limits_change_or_stay_as_the_house_says(limit_changes: str, answered: str) -> None:
    own = house_with("manual", betting={"limit_changes": limit_changes})
    table = Driven(own).opened()
    wish = {"wager": "ante", "minimum": 1000, "maximum": 20_000}
    if answered == "changed":
        table.give("change_limits", **wish)
        assert table.view("public").limits["ante"] == "$10 to $200"
    else:
        found = table.refused("change_limits", **wish)
        assert (found.code, found.clauses) == (answered, ())  # It departs from its book.
        assert table.view("public").limits["ante"] == "$5 to $300"
