"""A house that changes its book never cites the book's clause as the reason."""

from pathlib import Path
from typing import Any

import pytest

from queenhigh.cli.rounds import house_of
from queenhigh.house.loader import built_in
from queenhigh.wagers.document import read_round
from queenhigh.wagers.round_settlement import settle_round
from tests.cli.runner import run

from .own import house_of as own_house
from .own import written

GENEROUS = """
    extends = "classic"
    [ante]
    tie = "win"
    [play]
    tie = "win"
    [wagers.pair_plus.pays]
    flush = 4
"""
TIE = b"""{"dealer": "Qd 7d 2c", "seats": [{"seat": 1, "cards": "Qs 7c 2h", "decision": "play",
"wagers": {"ante": 500}}]}"""


def tied(house: Any) -> dict[str, Any]:
    (seat,) = settle_round(house, read_round(TIE)).seats
    return {line.wager: line for line in seat.lines}


def test_a_tie_that_pays_does_not_cite_the_rule_that_it_pushes(tmp_path: Path) -> None:
    """The rule sheet says that ties push: only the list of results omits them (CLS-8)."""
    for line in tied(own_house(tmp_path, GENEROUS)).values():
        assert (line.result, line.clauses, line.departs_from) == (
            "win", (), ("classic-rules-12",),
        )  # fmt: skip
        assert not line.rulings
    for line in tied(built_in("classic")).values():
        assert (line.result, line.clauses, line.rulings) == (
            "push", ("classic-rules-12",), ("CLS-8",),
        )  # fmt: skip


def test_a_way_of_dealing_that_the_book_does_not_list_departs_and_loads(tmp_path: Path) -> None:
    """The manual deals from the shuffler or from the hand; any other way is a house rule."""
    for method, departs in (("automated_shoe", ()), ("hand", ()), ("manual_shoe", True)):
        file = f'extends = "manual"\n[dealing]\nmethod = "{method}"'
        cited = own_house(tmp_path, file).cited("dealing.method")
        assert bool(cited.departs_from) is bool(departs)
        assert bool(cited.clauses) is not bool(departs)


def test_a_departure_names_the_clauses_of_the_setting_besides_those_of_the_point(
    tmp_path: Path,
) -> None:
    """A footnote keeps Pair Plus after a fold, item J takes it: this house does neither (MAN-1)."""
    text = 'extends = "manual"\n[wagers.pair_plus]\nfold = {forfeits_with = ["ante"]}'
    folded = TIE.replace(b'"play"', b'"fold"').replace(b"500}", b'500, "pair_plus": 500}')
    (seat,) = settle_round(own_house(tmp_path, text), read_round(folded)).seats
    (line,) = [line for line in seat.lines if line.wager == "pair_plus"]
    assert not line.clauses
    assert sorted(line.departs_from or ()) == ["manual-6cb-J", "manual-6cb-foot"]


@pytest.mark.parametrize("key", ["classic", "manual"])
@pytest.mark.parametrize("tie", ["player", "dealer"])
def test_a_book_that_says_push_is_departed_from_by_the_option_too(key: str, tie: str) -> None:
    document = read_round(TIE.replace(b"{", b'{"options": {"tie": "%s"}, ' % tie.encode(), 1))
    for line in tied(house_of(document, key)).values():
        assert not line.clauses
        assert line.departs_from


def test_a_reading_that_is_not_the_books_own_does_not_cite_the_other_one(tmp_path: Path) -> None:
    """The manual's footnote says that Pair Plus stays, so it is no reason for taking it (MAN-1)."""
    file = 'extends = "manual"\n[options]\nfold_pair_plus = "forfeits"'
    cited = own_house(tmp_path, file).cited("wagers.pair_plus.fold")
    assert (cited.clauses, cited.departs_from, cited.rulings) == ((), (), ("MAN-1",))
    assert built_in("manual").cited("wagers.pair_plus.fold").clauses == ("manual-6cb-foot",)


@pytest.mark.parametrize("key", ["mics", "manual"])
def test_a_result_that_rests_on_another_ranking_departs(key: str, tmp_path: Path) -> None:
    """Both books count the ace low in 3-2-A: a house that does not pays nothing for it."""
    text = f'extends = "{key}"\n[ranking]\nace_low_straight = false'
    house = own_house(tmp_path, text)
    (on_ace_low,) = built_in(key).cited("ranking.ace_low_straight").clauses
    for cards, departs in (("As 2d 3h", True), ("4s 5d 6h", False), ("As Kd 3h", False)):
        bets = TIE.replace(b"\n", b" ").replace(b"Qs 7c 2h", cards.encode())
        bets = bets.replace(b"500}", b'500, "pair_plus": 500}')
        (seat,) = settle_round(house, read_round(bets)).seats
        lines = {line.wager: line for line in seat.lines}
        assert (on_ace_low in (lines["pair_plus"].departs_from or ())) is departs
        assert (lines["pair_plus"].clauses == ()) is departs
        assert not lines["ante"].departs_from, "it wins by either ranking"
        (streamed,) = run(
            "settle", "--house", tmp_path / "own.toml", "--lines", stdin=bets
        ).json_lines
        assert streamed == settle_round(house, read_round(bets)).to_dict()


def test_a_payout_that_is_rounded_against_the_book_departs(tmp_path: Path) -> None:
    written(tmp_path, 'key = "own"\ntitle = "Own"', "book.toml")
    written(
        tmp_path, '[[clause]]\nid = "own-1"\ngist = "Payouts are rounded down."', "clauses.toml"
    )
    written(tmp_path, '[settings]\n"payouts.rounding" = ["own-1"]', "points.toml")
    written(tmp_path, '[wagers.lucky.pays]\npair = "3/2"', "house.toml")
    house = own_house(tmp_path, 'extends = "house.toml"\n[payouts]\nrounding = "up"')
    bet = TIE.replace(b"Qs 7c 2h", b"8s 8c 2h").replace(b'"decision": "play",', b"")
    bet = bet.replace(b'"ante": 500', b'"lucky": %d')
    for stake, paid, departs in ((101, 152, ("own-1",)), (100, 150, None)):
        ((line,),) = (seat.lines for seat in settle_round(house, read_round(bet % stake)).seats)
        assert (line.paid, line.departs_from or None) == (paid, departs)
