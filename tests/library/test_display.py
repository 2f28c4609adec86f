"""Short reprs, pictures for notebooks, and results as columns."""

import sys
from html.parser import HTMLParser
from unittest.mock import patch

import pytest

import queenhigh as qh

DEALER = "Qh 7d 2c"


class Balanced(HTMLParser):
    """Checks that elements open and close in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def is_html(text: str) -> bool:
    parser = Balanced()
    parser.feed(text)
    parser.close()
    return not parser.open and "<" in text


def settled() -> qh.Result:
    seat = qh.Seat(3, "As Ks Qs", "play", ante=1000, pair_plus=500, match_play={"ante": 500})
    return qh.settle("manual", dealer=DEALER, seats=[seat])


def played() -> qh.Table:
    table = qh.Table("manual", seed=7)
    table.sit(1, "ann <b>", 100_00)
    for _ in range(2):
        table.bet(1, ante=500)
        table.deal()
        table.fold(1)
    return table


def test_reprs_are_short() -> None:
    assert repr(settled()) == "<Result of manual: seat 3 +27500>"
    assert repr(played()) == "<Table manual, betting: 1 ann <b>>"
    seat = (
        "Seat(3, \"As Ks Qs\", \"play\", ante=500, multiple=2, tokes={'ante': 100}, player='ann')"
    )
    assert repr(eval("qh." + seat)) == seat
    assert repr(qh.Hand("10d 9s 2c")) == 'Hand("Td 9s 2c")'
    assert len(repr(qh.House.load("manual"))) < 100


def test_hands_houses_tables_results_and_figures_have_a_picture() -> None:
    house, table = qh.House.load("manual"), played()
    for shown in (qh.Hand("As Kd 2c"), house, table, settled(), qh.analyze(house)):
        assert is_html(shown._repr_html_())
    assert "&lt;b&gt;" in table._repr_html_()
    assert "40 to 1" in house._repr_html_()
    assert is_html(qh.Table(house)._repr_html_())


def test_a_table_shows_the_cards_of_the_hand_being_played() -> None:
    table = qh.Table("manual", seed=7)
    table.sit(1, "ann", 100_00)
    assert table.cards(1) == ()
    table.bet(1, ante=500)
    table.deal()
    assert len(table.cards(1)) == 3
    assert is_html(table._repr_html_())


def test_a_result_as_columns_has_a_row_for_each_line() -> None:
    result = settled()
    frame, arrow = result.to_pandas(), result.to_arrow()
    lines = result.seats[0].lines
    assert list(frame["wager"]) == [line.wager for line in lines]
    assert frame["net"].sum() == result.seats[0].net
    assert arrow.num_rows == len(lines)
    assert arrow.column("paid").to_pylist() == [line.paid for line in lines]


def test_a_table_as_columns_has_every_round() -> None:
    table = played()
    assert sorted(set(table.to_pandas()["round"])) == [1, 2]
    assert len(table.rounds) == 2
    assert table.result is table.rounds[-1]


def test_figures_as_columns_have_a_row_for_each_wager() -> None:
    found = qh.analyze("classic")
    assert list(found.to_pandas()["wager"]) == list(found.wagers)


def test_columns_have_the_same_types_with_no_rows() -> None:
    table, empty = played(), qh.Table("manual")
    assert empty.to_arrow().num_rows == 0
    assert empty.to_arrow().schema == table.to_arrow().schema
    numbers = ["round", "seat", "stake", "paid", "returned", "net"]
    assert list(empty.to_pandas()[numbers].dtypes) == list(table.to_pandas()[numbers].dtypes)


@pytest.mark.parametrize(("package", "extra"), [("pandas", "pandas"), ("pyarrow", "parquet")])
def test_a_missing_package_is_named_with_its_extra(package: str, extra: str) -> None:
    result = settled()
    with (
        patch.dict(sys.modules, {package: None}),
        pytest.raises(ModuleNotFoundError, match=rf"queenhigh\[{extra}\]"),
    ):
        result.to_pandas() if package == "pandas" else result.to_arrow()


def test_a_simulation_gives_its_totals_and_its_path() -> None:
    found = qh.simulate("classic", rounds=20_000, seed=3, ante=500)
    assert found.rounds == 20_000
    assert found.to_dict()["wagers"]["ante_play"]["staked"] > 20_000 * 500
    path = found.to_arrow()
    assert path.column("rounds").to_pylist()[-1] == 20_000
    assert repr(found).startswith("<Simulation of classic, 20,000 rounds: ante_play")
    with pytest.raises(ValueError, match="offers no par_plus; did you mean pair_plus"):
        qh.simulate("classic", rounds=10, par_plus=500)


def test_a_simulation_of_one_round_says_so_and_shows_titles_instead_of_keys() -> None:
    found = qh.simulate("manual", rounds=1)
    assert repr(found).startswith("<Simulation of manual, 1 round: ")
    for shown in (found._repr_html_(), qh.analyze("manual")._repr_html_()):
        assert is_html(shown)
        assert "Ante and Play" in shown
        assert "six_card_bonus" not in shown
