"""The cards that counted in a round, as viewers are told at its end."""

import pytest

from queenhigh.table.events import CountedCards, RoundEnded
from tests.clauses import cases
from tests.table.driver import Driven, house_with


def counted(table: Driven, viewer: str = "public") -> dict[int, CountedCards]:
    [ended] = [each for each in table.seen(viewer) if isinstance(each, RoundEnded)]
    assert isinstance(ended.counted, dict)
    return ended.counted


def of(cards: str, dealers: str, five: str = "") -> CountedCards:
    return CountedCards(tuple(cards.split()), tuple(dealers.split()), tuple(five.split()))


def test_at_the_end_of_a_round_all_are_told_which_cards_decided() -> None:
    table = Driven("mics").opened().bet(1, ante=5).bet(2, ante=5).bet(3, ante=5)
    table.dealt("1: Qh 9d 4c, 2: 9s 9h 4d, 3: 7h 5d 2c, dealer: Qs 8d 3c")
    table.play(1).play(2).fold(3).finish()
    assert counted(table) == {
        0: of("", "Qs"),
        1: of("Qh 9d", "Qs 8d"),
        2: of("9s 9h", "Qs"),
    }
    assert counted(table, "player:cy") == counted(table)


def test_of_a_hand_that_stays_closed_only_its_player_is_told() -> None:
    called = {"pair_plus": {"claim": {"when": ["loses"]}}}
    table = Driven(house_with("mics", ante_bonus=False, wagers=called)).opened()
    table.bet(1, ante=5, pair_plus=5).bet(3, ante=5, pair_plus=5)
    table.dealt("1: 9h 9d 4c, 3: 8h 8d 5s, dealer: Ts Td 2c").play(1).play(3)
    table.until("hear_calls").give("call_awards", seat=1, wagers=["pair_plus"])
    table.finish()
    public = {0: of("", "Ts Td"), 1: of("9h 9d", "Ts Td")}
    assert counted(table) == counted(table, "player:ann") == public
    assert counted(table, "player:cy") == {**public, 3: of("8h 8d", "Ts Td")}


def test_where_all_have_folded_only_the_dealer_may_have_shown_a_hand() -> None:
    table = Driven("mics").opened().bet(1, ante=5).dealt("1: 9h 9d 4c").fold(1).finish()
    assert counted(table).keys() <= {0}
    assert counted(table, "player:ann") == counted(table)


def test_the_log_has_nothing_of_it() -> None:
    table = Driven("mics").opened().bet(1, ante=5).dealt().play(1).finish()
    assert not table.last(RoundEnded).counted


@cases("""
    hand        dealer      wheel    five
    As Ks Qs    Js Ts 2d    yes      As Ks Qs Js Ts
    8s 8d 4h    8c 4s 2c    yes      8s 8d 4h 8c 4s
    As 2d 3c    4h 5s 9s    yes      As 2d 3c 4h 5s
    As 2d 3c    4h 5s 9s    no                          # no straight there, so nothing won
    As Kd 9c    Qh 7s 4d    yes
""")
@pytest.mark.parametrize("decision", ["play", "fold"])
def test_the_five_of_six_that_won_are_told(
    hand: str, dealer: str, wheel: str, five: str, decision: str
) -> None:
    bonus = {"wheel": wheel == "yes", "fold": "stays"}
    house = house_with("manual", wagers={"six_card_bonus": bonus})
    table = Driven(house).opened().bet(1, ante=5, six_card_bonus=5)
    table.dealt(f"1: {hand}, dealer: {dealer}").give(decision, seat=1)
    table.finish()
    assert counted(table)[1].five == tuple(five.split())
