"""A finished round as facts."""

from datetime import timedelta

import pytest

from queenhigh.floor.round_facts import RoundFacts
from queenhigh.floor.table_incidents import Happening, happening
from queenhigh.house.loader import built_in_keys
from queenhigh.table.evolve import evolve
from queenhigh.table.state import Table
from tests.floor.day import facts_of
from tests.money.room import Room, RoomTable


def table_of(of: str) -> RoomTable:
    return Room().table(of).opened()


def only(table: RoomTable) -> RoundFacts:
    (facts,) = facts_of(table)
    return facts


def test_a_round_has_what_was_bet_dealt_decided_and_paid() -> None:
    table = table_of("manual").bet(1, ante=10, pair_plus=5, toke_ante=2).bet(2, ante=20)
    table.dealt("1: 9s 9d 4c, 2: 7s 5d 2h, dealer: Kh 8c 5c").play(1).fold(2).finish()
    facts = only(table)
    assert (facts.table, facts.house, facts.number, facts.dealer) == ("1", "manual", 1, "dee")
    assert (facts.dealer_cards, facts.dealer_category) == (("Kh", "8c", "5c"), "high_card")
    assert facts.qualifies
    one, two = facts.seats
    assert (one.patron, one.cards, one.category) == ("ann", ("9s", "9d", "4c"), "pair")
    assert {name: bet.net for name, bet in one.bets.items()} == {
        "play": 10_00,
        "ante": 10_00,
        "pair_plus": 5_00,
    }
    assert (one.staked, one.paid, one.net) == (25_00, 25_00, 25_00)
    assert (one.tokes["ante"].paid, one.tokes_won) == (2_00, 4_00)
    assert (two.decision, two.bets["ante"].result, two.net) == ("fold", "forfeit", -20_00)
    assert facts.net == 5_00


def test_its_versions_and_times_are_those_of_its_first_and_last_event() -> None:
    table = table_of("classic").bet(1, ante=5)
    table.dealt("1: 9s 9d 4c, dealer: Kh 8c 5c").play(1).finish()
    facts = only(table)
    first, last = table.log[facts.first - 1], table.log[facts.last - 1]
    assert (type(first).__name__, type(last).__name__) == ("RoundBegan", "RoundEnded")
    assert (facts.began, facts.ended) == (first.at, last.at)
    assert facts.locked is not None
    assert facts.began < facts.locked < facts.ended


@pytest.mark.parametrize("of", built_in_keys())
def test_a_void_round_gives_every_stake_back(of: str) -> None:
    table = table_of(of).bet(1, ante=5, pair_plus=5, toke_ante=1).bet(2, ante=5)
    table.dealt().fold(1)
    table.give("report_wrong_number_of_cards", seat=2, cards=4)
    if table.table.phase == "halted":
        table.give("rule", ruling="void", reason="so ruled")
    facts = only(table)
    assert facts.void
    assert facts.staked == 0
    for seat in facts.seats:
        assert seat.net == 0
        assert {bet.result for bet in seat.bets.values()} == {"void"}
    assert facts.seats[0].tokes["ante"].returned == 1_00
    assert [each.kind for each in facts.irregularities] == ["wrong_number_of_cards"]


def test_clauses_and_rulings_that_came_up_are_named() -> None:
    table = table_of("manual").bet(1, ante=10, pair_plus=5)
    table.dealt("1: 9s 8d 4c, dealer: Kh 8c 5c").fold(1).finish()
    facts = only(table)
    assert "manual-6cb-foot" in facts.clauses
    assert "MAN-1" in facts.rulings
    assert len(set(facts.clauses)) == len(facts.clauses)


def test_a_ruling_that_decided_envy_is_named() -> None:
    table = table_of("manual").bet(1, ante=5, progressive=1).bet(2, ante=5, progressive=1)
    table.dealt("1: As Ks Qs, 2: 9d 8c 2c, dealer: Jc 9h 3c").play(1, 2).finish()
    assert "MAN-10" in only(table).rulings


def test_a_fold_by_the_clock_is_distinguished_from_one_by_the_player() -> None:
    table = table_of("classic").bet(1, ante=5).bet(2, ante=5).dealt()
    table.give("time_out", seat=1, by="system")
    table.fold(2).finish()
    assert [seat.timed_out for seat in only(table).seats] == [True, False]


def test_a_jackpot_is_the_links_and_a_seed_may_be_the_trays() -> None:
    table = table_of("manual").bet(4, ante=10, progressive=1)
    table.dealt("4: As Ks Qs, dealer: Jc 9d 3c").play(4).finish()
    facts = only(table)
    bet = facts.seats[0].bets["progressive"]
    assert bet.paid == bet.of_meter == facts.jackpot == 1000_20
    assert bet.award == "akq_spades"
    assert (facts.fed, facts.seeded) == (25, 1000_00 - 5)


def test_a_round_that_was_prepared_but_never_dealt_does_not_count() -> None:
    table = table_of("classic")
    table.give("leave", seat=1)
    table.give("close_table")
    assert facts_of(table) == []


def test_numbers_go_on_when_a_table_reopens() -> None:
    table = table_of("classic").bet(1, ante=5).dealt().fold(1).finish()
    table.give("leave", seat=1)
    table.give("close_table")
    table.opened().bet(1, ante=5).dealt().fold(1).finish()
    table.bet(1, ante=5).dealt().fold(1).finish()
    found = facts_of(table)
    assert [each.number for each in found] == [1, 2, 3]
    assert [each.first for each in found] == sorted({each.first for each in found})


def test_a_verified_payout_says_by_whom() -> None:
    table = table_of("manual").bet(1, ante=100)
    table.dealt("1: 9s 9d 4c, dealer: Kh 8c 5c").play(1).finish()
    (seat,) = only(table).seats
    assert seat.large
    assert seat.verified_by.startswith("floor:")


def happenings(table: RoomTable) -> list[Happening]:
    now, found = Table(table.house), []
    for event in table.log:
        after = evolve(now, event)
        if each := happening(table.setup, now, event, after):
            found.append(each)
        now = after
    return found


def test_incidents_besides_the_bets_have_one_form() -> None:
    table = table_of("manual")
    table.give("fill_tray", cents=500_00, by="floor:flo")
    table.give("credit_tray", cents=100_00, by="floor:flo")
    table.give("report_shuffler_failure")
    table.give("replace_shuffler", source="backup_machine")
    table.give("give_toke", seat=1, amount=5_00)
    table.give("relieve_dealer", dealer="kim")
    found = {each.kind: each for each in happenings(table)}
    assert found["opened"].cents == 10_000_00
    assert found["filled"].cents == 500_00
    assert (found["bought"].patron, found["bought"].cents) == ("ann", 1000_00)
    assert (found["toke_given"].patron, found["toke_given"].dealer) == ("ann", "dee")
    assert found["shuffler_replaced"].detail == "backup_machine"
    assert (found["relieved"].dealer, found["relieved"].detail) == ("dee", "kim")
    assert found["shuffler_failed"].at - found["filled"].at == timedelta(seconds=2)
