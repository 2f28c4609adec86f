"""How a house file overrides the one it extends, as the reference tells its author."""

from pathlib import Path

import pytest

from queenhigh.house.errors import HouseError
from queenhigh.house.loader import load_house, with_options, with_settings
from queenhigh.house.model import House
from tests.house.own import house_of, written

BASE = """
    [ante.limits]
    minimum_cents = 500
    maximum_cents = 10000
    [wagers.lucky]
    title = "Lucky Three"
    needs = [["ante"]]
    [wagers.lucky.pays]
    straight_flush = {to_one = 40, notify = ["floor"], form = true}
    three_of_a_kind = 30
    straight = {hand = "straight", for_one = 7, envy_cents = 100}
    pair = 1
    [wagers.second]
    fold = {forfeits_with = ["lucky"]}
    [wagers.second.pays]
    flush = 4
    [layout]
    spots = ["ante", "play", "second", "lucky"]
    [settlement]
    order = ["ante", "play", "ante_bonus", "second", "lucky"]
"""


def over(folder: Path, text: str) -> House:
    """Return a house that extends the one above."""
    written(folder, BASE, "base.toml")
    return house_of(folder, 'extends = "base.toml"\n' + text)


def rows(house: House, wager: str = "lucky") -> list[str]:
    return list(house.wagers[wager].pays)


def refused(folder: Path, text: str) -> str:
    with pytest.raises(HouseError) as caught:
        over(folder, text)
    return str(caught.value)


def test_a_number_changes_what_a_row_gives_and_nothing_else(tmp_path: Path) -> None:
    house = over(tmp_path, "wagers.lucky.pays.straight_flush = 35\nwagers.lucky.pays.straight = 5")
    flush, straight = (house.wagers["lucky"].pays[each] for each in ("straight_flush", "straight"))
    assert (flush.to_one, flush.notify, flush.form) == (35, ("floor",), True)
    assert (straight.to_one, straight.for_one, straight.envy_cents) == (5, None, 100)


@pytest.mark.parametrize(
    "gives",
    ["{for_one = 50}", "{cents = 5000}", '{result = "push"}', '{percent = 10, meter = "m"}'],
)
def test_a_row_has_one_kind_of_payment(tmp_path: Path, gives: str) -> None:
    house = over(tmp_path, f"meters.m = {{}}\nwagers.lucky.pays.straight_flush = {gives}")
    row = house.wagers["lucky"].pays["straight_flush"]
    assert row.to_one is None
    assert row.form is True


@pytest.mark.parametrize(
    ("gives", "paid"), [("50", (50, None, None)), ("{percent = 20}", (None, 20, "m"))]
)
def test_a_percentage_gives_way_with_its_meter_or_to_another_percentage_of_it(
    tmp_path: Path, gives: str, paid: tuple[int | None, int | None, str | None]
) -> None:
    written(
        tmp_path,
        'extends = "base.toml"\nmeters.m = {}\n'
        'wagers.lucky.pays.straight_flush = {percent = 10, meter = "m"}',
        "middle.toml",
    )
    written(tmp_path, BASE, "base.toml")
    changed = f'extends = "middle.toml"\nwagers.lucky.pays.straight_flush = {gives}'
    row = house_of(tmp_path, changed).wagers["lucky"].pays["straight_flush"]
    assert (row.to_one, row.percent, row.meter) == paid


def test_an_inherited_row_keeps_its_place_and_a_new_one_goes_last(tmp_path: Path) -> None:
    text = "[wagers.lucky.pays]\nhigh_card = 0\nstraight_flush = 45\npair = 2"
    assert rows(over(tmp_path, text)) == [
        "straight_flush", "three_of_a_kind", "straight", "pair", "high_card",
    ]  # fmt: skip


def test_before_puts_a_new_row_directly_before_another(tmp_path: Path) -> None:
    text = """
        [wagers.lucky.pays]
        first = {ranks = "432", to_one = 60, before = "second"}
        second = {ranks = "AKQ", to_one = 50, before = "straight_flush"}
        third = {colour = "red", hand = "pair", to_one = 2, before = "pair"}
    """
    assert rows(over(tmp_path, text)) == [
        "first", "second", "straight_flush", "three_of_a_kind", "straight", "third", "pair",
    ]  # fmt: skip


def test_before_works_in_the_file_that_first_has_the_table(tmp_path: Path) -> None:
    text = """
        [wagers.x.pays]
        mini_royal = {hand = "straight_flush", ranks = "AKQ", to_one = 50,before = "straight_flush"}
        pair = 1
        straight_flush = 40
    """
    assert rows(house_of(tmp_path, text), "x") == ["pair", "mini_royal", "straight_flush"]


@pytest.mark.parametrize("before", ["flush", "itself", ""])
def test_before_a_missing_row_is_an_error(tmp_path: Path, before: str) -> None:
    text = f'wagers.lucky.pays.itself = {{ranks = "AKQ", to_one = 50, before = "{before}"}}'
    found = refused(tmp_path, text)
    assert f'wagers.lucky.pays.itself.before = "{before}"' in found


def test_before_a_removed_row_is_an_error(tmp_path: Path) -> None:
    text = '[wagers.lucky.pays]\npair = false\nx = {ranks = "AKQ", to_one = 50, before = "pair"}'
    assert "wagers.lucky.pays.x.before" in refused(tmp_path, text)


def test_false_removes_a_row(tmp_path: Path) -> None:
    assert rows(over(tmp_path, "wagers.lucky.pays.straight = false")) == [
        "straight_flush", "three_of_a_kind", "pair",
    ]  # fmt: skip
    assert "wagers.lucky.pays.flush" in refused(tmp_path, "wagers.lucky.pays.flush = false")


def test_false_removes_a_wager_and_orders_follow(tmp_path: Path) -> None:
    house = over(tmp_path, "wagers.second = false")
    assert list(house.wagers) == ["lucky"]
    assert house.spots == ("ante", "play", "lucky")
    assert house.settle_order == ("ante", "play", "ante_bonus", "lucky")
    assert "wagers.third" in refused(tmp_path, "wagers.third = false")


def test_a_reference_to_a_removed_wager_is_an_error(tmp_path: Path) -> None:
    found = refused(tmp_path, "wagers.lucky = false")
    assert "wagers.second.fold.forfeits_with" in found
    assert "there is no lucky here" in found


def test_an_order_that_the_layer_states_is_left_alone(tmp_path: Path) -> None:
    found = refused(
        tmp_path, 'wagers.second = false\nlayout.spots = ["ante", "play", "second", "lucky"]'
    )
    assert "layout.spots" in found


def test_a_new_wager_goes_last_in_the_inherited_orders(tmp_path: Path) -> None:
    house = over(tmp_path, "wagers.prime.pays.pair = 1")
    assert house.spots == ("ante", "play", "second", "lucky", "prime")
    assert house.settle_order[-1] == "prime"


def test_false_removes_a_meter(tmp_path: Path) -> None:
    written(tmp_path, "meters.a = {}\nmeters.b = {}", "two.toml")
    assert list(house_of(tmp_path, 'extends = "two.toml"\nmeters.a = false').meters) == ["b"]
    with pytest.raises(HouseError, match="there is no a here"):
        house_of(
            tmp_path,
            'extends = "two.toml"\nmeters.a = false\n[wagers.x]\nfeeds = {a = {cents = 1}}\n'
            "pays = {pair = 1}",
        )


def test_tables_merge_and_lists_replace(tmp_path: Path) -> None:
    house = over(
        tmp_path,
        'ante.limits.maximum_cents = 20000\nwagers.lucky.needs = [["second"], ["ante"]]',
    )
    limits = house.ante.limits
    assert (limits.minimum_cents, limits.maximum_cents) == (500, 20000)
    assert house.wagers["lucky"].needs == (("second",), ("ante",))
    assert over(tmp_path, "wagers.lucky.needs = []").wagers["lucky"].needs == ()


def test_a_fold_rule_replaces_the_inherited_one(tmp_path: Path) -> None:
    assert over(tmp_path, 'wagers.second.fold = "stays"').wagers["second"].fold == "stays"


def test_a_removed_wager_can_come_back(tmp_path: Path) -> None:
    written(tmp_path, BASE, "base.toml")
    written(tmp_path, 'extends = "base.toml"\nwagers.second = false', "middle.toml")
    house = house_of(tmp_path, 'extends = "middle.toml"\nwagers.second.pays.pair = 3')
    assert rows(house, "second") == ["pair"]


def test_settings_change_by_path_as_a_file_would_change_them() -> None:
    house = with_settings(
        load_house("manual"),
        {"wagers.pair_plus.pays.flush": 4, "wagers.progressive": False, "seats": 5},
    )
    assert house.wagers["pair_plus"].pays["flush"].to_one == 4
    assert list(house.wagers) == ["pair_plus", "six_card_bonus"]
    assert house.seats == 5


# Options and paths


def test_an_option_and_its_path_may_say_the_same(tmp_path: Path) -> None:
    text = 'extends = "manual"\noptions.fold_pair_plus = "forfeits"\nwagers.pair_plus.fold = '
    assert house_of(tmp_path, text + '"forfeits"').wagers["pair_plus"].fold == "forfeits"
    with pytest.raises(HouseError, match=r"options\.fold_pair_plus.*contradicts wagers\.pair_plus"):
        house_of(tmp_path, text + '"stays"')


@pytest.mark.parametrize(
    ("base", "near", "fold"),
    [
        ('options.fold_pair_plus = "forfeits"', 'wagers.pair_plus.fold = "stays"', "stays"),
        ('wagers.pair_plus.fold = "stays"', 'options.fold_pair_plus = "forfeits"', "forfeits"),
    ],
)
def test_across_files_the_nearer_one_wins(tmp_path: Path, base: str, near: str, fold: str) -> None:
    written(tmp_path, f'extends = "manual"\n{base}', "base.toml")
    house = house_of(tmp_path, f'extends = "base.toml"\n{near}')
    assert house.wagers["pair_plus"].fold == fold
    document = with_options(house, b'{"fold_pair_plus": "survives"}')
    assert document.wagers["pair_plus"].fold == "stays"


def test_an_unknown_option_suggests_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(HouseError, match=r"options\.fold_pair_pls.*did you mean fold_pair_plus"):
        house_of(tmp_path, 'extends = "manual"\noptions.fold_pair_pls = "forfeits"')


@pytest.mark.parametrize("before", ["[]", '["pair"]', "{}", "5", "true"])
def test_before_anything_but_a_name_is_an_error(tmp_path: Path, before: str) -> None:
    text = f'wagers.lucky.pays.itself = {{ranks = "AKQ", to_one = 50, before = {before}}}'
    assert "wagers.lucky.pays.itself.before" in refused(tmp_path, text)
