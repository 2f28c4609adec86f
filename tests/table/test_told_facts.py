"""What a view says so that no screen has to work it out: prices, objections, needs, words."""

from queenhigh.table.denominations import chips_for
from queenhigh.table.step_groups import CardsNeeded, Needs
from queenhigh.table.views import DueView
from tests.table.driver import Driven, house_with
from tests.table.felt import Felt
from tests.table.guarded import guarded


def prices(table: Driven) -> dict[int, dict[int, int]]:
    return {seat.seat: seat.plays for seat in table.view("public").seats}


def objection(table: Driven, seat: int = 1) -> str:
    return next(each.refused for each in table.view("public").seats if each.seat == seat)


def due(table: Driven) -> DueView:
    found = table.view("dealer:dee").due
    assert found is not None
    return found


def test_playing_has_a_price_until_the_seat_has_decided() -> None:
    table = Driven("mics").opened().bet(1, ante=15).bet(2, ante=5).bet(3, pair_plus=5)
    assert prices(table) == {1: {}, 2: {}, 3: {}}
    table.dealt()
    assert prices(table) == {1: {1: 1500}, 2: {1: 500}, 3: {}}
    table.play(1)
    assert prices(table) == {1: {}, 2: {1: 500}, 3: {}}
    table.fold(2)
    assert prices(table) == {1: {}, 2: {}, 3: {}}


def test_the_price_follows_the_multiple_and_the_coupon() -> None:
    of = house_with("mics", play={"multiples": [1, 2, 3]})
    assert prices(Driven(of).opened().bet(1, ante=5).dealt()) == {1: {1: 500, 2: 1000, 3: 1500}}
    coupons = {"counts_for_play": True}
    table = Driven(house_with("mics", match_play=coupons)).opened().bet(1, ante=10)
    table.give("place_coupon", seat=1, on="ante", face=1000)
    assert prices(table.dealt()) == {1: {1: 2000}}


def test_bets_that_would_be_handed_back_say_why_until_the_deal() -> None:
    table = Driven("manual").opened().bet(1, six_card_bonus=5).bet(2, ante=5)
    why = "6 Card Bonus needs an ante or a pair plus beside it."
    assert (objection(table), objection(table, 2)) == (why, "")
    table.bet(1, ante=5)
    assert objection(table) == ""
    assert objection(table.dealt()) == ""


def test_bets_of_one_player_at_two_seats_are_looked_at_together() -> None:
    of = house_with("mics", betting={"positions": 2, "limits_per": "player"})
    most = of.limits("ante").most // 100
    table = Driven(of).opened().sit(2, player="ann", dollars=10_000)
    table.bet(2, ante=most)
    assert objection(table, 2) == ""
    table.bet(1, ante=most)
    assert objection(table, 1) or objection(table, 2)


def needs(table: Driven, *steps: str) -> Needs:
    return due(table.until(*steps)).needs


def test_a_step_says_what_is_entered_to_confirm_it() -> None:
    table = Driven("mics")
    table.open()
    table.sit(1)
    assert needs(table, "inspect") == Needs(flaws=True)
    assert needs(table, "wash") == Needs()
    table = Driven(house_with("mics", shuffle={"method": "hand"})).opened().bet(1, ante=5)
    assert needs(table, "cut") == Needs(count=True)
    known = Driven("mics").opened().bet(1, ante=5).lock()
    assert needs(known, "deal") == Needs()  # The table knows the order.


def test_cards_are_entered_as_dealt_where_only_the_dealer_knows_them() -> None:
    table = Driven("mics").opened().bet(1, ante=5).until("shuffle")
    table.give("shuffle_deck", deck=due(table).deck)
    table.until().give("announce_no_more_bets")
    assert needs(table, "deal") == Needs(CardsNeeded(1, 3))


def test_real_cards_are_entered_when_they_are_turned_up() -> None:
    table = Felt("mics", "1: As Ks Qs, dealer: Qh 7c 2d").opened().bet(1, ante=5).ready().lock()
    assert needs(table, "deal") == Needs()
    table.dealt_from_here().play(1)
    assert needs(table, "reveal_dealer") == Needs(CardsNeeded(0, 3))


def test_the_bet_to_settle_comes_with_the_chips_to_cut() -> None:
    table = Driven("mics").opened().bet(1, ante=15, pair_plus=5)
    table.dealt("1: 9s 9d 4c, dealer: Qs 8d 3c").play(1).until("settle")
    (line,) = table.view("dealer:dee").to_settle
    assert line.paid
    assert line.chips == chips_for(table.house, line.paid)


def test_a_table_that_stands_still_says_so_in_one_sentence() -> None:
    table = Driven("chickasaw").opened().bet(1, ante=5).dealt()
    table.give("report_exposed_card", seat=0)
    halted = table.view("player:ann").halted
    assert halted is not None
    assert halted.text == "The table waits for a ruling by management."
    assert halted.text == table.refused("play", seat=1).message


def test_a_request_is_told_in_words_to_those_who_may_sign() -> None:
    table = guarded()
    table.slip("fill_tray", 100_000)
    (request,) = table.view("floor:flo").requests
    assert request.text == "flo: Fill tray, $1,000."
    assert request.signers == "cage and ron and dee or floor"
    assert table.view("player:ann").requests == []


def test_a_correction_that_waits_says_what_is_corrected() -> None:
    table = Felt("classic", "1: 9d 9c 2h, dealer: Qh 7c 2d").opened().bet(1, ante=10)
    table.dealt().play(1).until("settle").until("rack_hand", "rack_hands", "end_round")
    slip = {"seat": 1, "entered": "9c", "actual": "8c", "reason": "slip"}
    table.give("correct_card", **slip, by="dealer:dee")
    (request,) = table.view("floor:flo").requests
    assert request.text == "dee: Correct card, seat 1, 8c, not 9c."
