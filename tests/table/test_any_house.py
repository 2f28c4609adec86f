"""A house outside every book: nine seats, its own bets and meters, play at a multiple."""

import random

import pytest

from queenhigh.house.model import House
from queenhigh.table import events as e
from queenhigh.table.legal_moves import legal
from queenhigh.table.players import play_rounds
from tests.table.driver import NOON, Driven, house_with


def own_house() -> House:
    return house_with(
        "classic",
        seats=9,
        betting={"positions": 3},
        play={"multiples": [1, 2, 3]},
        ante={"limits": {"maximum_cents": 50000}},
        meters={"big": {"seed_cents": 100000}, "small": {"seed_cents": 10000}},
        wagers={
            "suited": {
                "limits": {"minimum_cents": 100, "maximum_cents": 500},
                "feeds": {"big": {"cents": 10, "reserve_cents": 1}, "small": {"percent": 5}},
                "pays": {
                    "royal": {"ranks": "AKQ", "suit": "same", "percent": 100, "meter": "big"},
                    "flush": {"hand": "flush", "percent": 10, "meter": "small"},
                },
            },
            "colours": {
                "fold": "stays",
                "needs": [["ante"]],
                "pays": {"same": {"colour": "same", "to_one": 2}},
            },
        },
    )


def table() -> Driven:
    return Driven(own_house()).opened()


def test_each_meter_is_seeded_fed_hit_and_reset_by_itself() -> None:
    of = table()
    assert of.table.meters == {"big": 100000, "small": 10000}
    of.bet(1, ante=5, suited=2).bet(2, ante=5, suited=4)
    of.dealt("1: As Ks Qs, 2: 9h 7h 2h, dealer: Jc 9d 3c").play(1, 2)
    assert of.table.meters == {"big": 100020, "small": 10030}
    of.finish()
    locked = [(each.seat, each.of, each.cents) for each in of.events(e.JackpotLocked)]
    assert locked == [(2, "small", 1003), (1, "big", 100020)]
    paid = [
        (each.seat, each.paid, each.of_meter)
        for each in of.events(e.WagerPaid)
        if each.wager == "suited"
    ]
    assert sorted(paid) == [(1, 100020, True), (2, 1003, True)]
    assert of.table.meters == {"big": 100000, "small": 10000}
    view = of.view("public")
    assert (view.meter, view.meters) == (None, {"big": 100000, "small": 10000})
    of.check_replay()


def test_a_reading_names_the_meter_where_there_are_several() -> None:
    of = table()
    assert of.refused("read_meter", meter=1, reserve=0).code == "meter/none"
    of.give("read_meter", meter=5000, reserve=0, of="small")
    assert of.table.meters == {"big": 100000, "small": 5000}


def test_meters_are_shared_one_by_one() -> None:
    of = Driven(own_house())
    of.open(meters={"big": 700000}, reserves={"big": 100})
    assert of.table.meters == {"big": 700000, "small": 10000}
    assert of.table.linked == {"big"}


@pytest.mark.parametrize("multiple", [1, 2, 3])
def test_play_is_a_multiple_that_the_house_has(multiple: int) -> None:
    of = table().bet(1, ante=5).dealt("1: As Ks Qs, dealer: Qc 9d 3c")
    assert of.refused("play", seat=1, multiple=4).code == "decision/no_such_multiple"
    of.give("play", seat=1, multiple=multiple)
    assert of.on_layout["1:play"] == 5 * multiple
    of.finish()
    assert [each.paid for each in of.events(e.WagerPaid) if each.wager == "play"] == [
        500 * multiple
    ]
    of.check_replay()


def test_the_first_multiple_is_the_default_and_all_are_offered() -> None:
    of = table().bet(1, ante=5).dealt()
    offered = [
        each.multiple for each in legal(of.table, "player:ann", NOON) if hasattr(each, "multiple")
    ]
    assert offered == [1, 2, 3]
    of.play(1)
    assert of.last(e.PlayPlaced).multiple == 1


def test_a_bet_of_the_houses_own_is_checked_placed_and_handed_back() -> None:
    of = table()
    assert of.refused("place_wager", seat=1, wager="prime", amount=500).code == "wager/not_offered"
    of.bet(1, suited=1, colours=5).bet(2, ante=5)
    of.lock()
    back = [(each.wager, each.because) for each in of.events(e.WagerWithdrawn)]
    assert back == [("colours", "wager/needs_ante")]
    assert of.table.seats[1].wagers == {"suited": 100}


def test_nine_seats_and_three_positions_of_one_player() -> None:
    of = table().sit(7, 8, 9, player="ida")
    assert of.refused("sit", seat=3, by="player:ida").code.startswith("position/")
    of.bet(9, ante=5).bet(8, ante=5).bet(7, ante=5).dealt().play(7, 8, 9).finish()
    of.check_replay()


def test_the_house_plays_automatically() -> None:
    happened = list(
        play_rounds(own_house(), rounds=20, seats=9, chance=random.Random(5), start=NOON)
    )
    assert sum(isinstance(each, e.RoundEnded) for each in happened) == 20
