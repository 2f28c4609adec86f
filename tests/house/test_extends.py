"""A user's own file states its changes, and extends a built-in house or another file."""

from pathlib import Path

import msgspec
import pytest

from queenhigh.house.errors import HouseError
from queenhigh.house.loader import built_in, built_in_keys, load_house, path_of, read_house
from queenhigh.house.model import House
from queenhigh.house.shorthand import shorthand
from tests.clauses import cases, clause
from tests.house.own import house_of, settings_of, written


def changed(house_file: Path, base: str) -> set[str]:
    before, after = settings_of(built_in(base)), settings_of(read_house(house_file))
    return {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}


def in_short(house: House) -> str:
    return shorthand(msgspec.to_builtins(house.wagers["pair_plus"].pays))


@pytest.mark.parametrize("key", built_in_keys())
def test_a_file_that_only_extends_is_the_house_under_another_name(key: str, tmp_path: Path) -> None:
    file = written(tmp_path, f'extends = "{key}"')
    house = read_house(file)
    assert changed(file, key) == set()
    assert (house.key, house.book.key) == ("own", built_in(key).book.key)
    assert key in house.name
    assert house.ours == built_in(key).ours
    for name in house.settings:
        assert house.cited(name) == built_in(key).cited(name)


def test_three_lines_change_three_settings(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        """
        extends = "manual"
        [ante.limits]
        minimum_cents = 1500
        [options]
        fold_pair_plus = "forfeits"
        pair_plus_table = "1/4/6/30/40"
        """,
    )
    assert changed(file, "manual") == {
        "ante.limits.minimum_cents",
        "wagers.pair_plus.fold",
        "wagers.pair_plus.pays.flush",
    }


def test_key_and_name_are_the_files_own_where_it_gives_them(tmp_path: Path) -> None:
    text = 'extends = "classic"\nkey = "saloon"\nname = "The Saloon"'
    house = house_of(tmp_path, text)
    assert (house.key, house.name) == ("saloon", "The Saloon")


def test_extends_is_relative_to_the_file(tmp_path: Path) -> None:
    written(tmp_path, 'extends = "classic"\nseats = 6\n[options]\ntie = "dealer"', "base.toml")
    written(tmp_path, 'extends = "../base.toml"\nseats = 5\n[options]\ndecks = 1', "floor/pit.toml")
    last = written(tmp_path, 'extends = "floor/pit.toml"\n[ante.limits]\nminimum_cents = 300')
    house = load_house(str(last))
    assert house.seats == 5, "the nearer file counts"
    assert (house.ante.tie, house.play.tie, house.cards.decks) == ("lose", "lose", 1)
    assert house.limits("ante").minimum_cents == 300
    assert house.limits("ante").maximum_cents == 1000


def test_a_file_may_extend_one_by_its_whole_path(tmp_path: Path) -> None:
    base = written(tmp_path, 'extends = "classic"\nseats = 6', "elsewhere/base.toml")
    assert house_of(tmp_path, f'extends = "{base}"').seats == 6


def test_a_long_chain_of_extends_loads(tmp_path: Path) -> None:
    written(tmp_path, 'extends = "classic"', "0.toml")
    for n in range(1, 30):
        written(tmp_path, f'extends = "{n - 1}.toml"\nseats = {n % 7 + 1}', f"{n}.toml")
    assert read_house(tmp_path / "29.toml").seats == 2


def test_a_built_in_key_takes_precedence_over_a_file_of_that_name(tmp_path: Path) -> None:
    written(tmp_path, "nonsense", "classic")
    assert house_of(tmp_path, 'extends = "classic"').book.key == "classic"


def test_a_pay_table_is_changed_line_by_line_or_as_a_whole(tmp_path: Path) -> None:
    by_line = house_of(tmp_path, 'extends = "classic"\n[wagers.pair_plus.pays]\nflush = 4')
    assert in_short(by_line) == "1/4/5/30/40"
    as_a_whole = house_of(
        tmp_path,
        """
        extends = "classic"
        [options]
        pair_plus_table = "1/4/6/25/35"
        ante_bonus_table = "2/3/4"
        """,
    )
    assert in_short(as_a_whole) == "1/4/6/25/35"
    assert shorthand(msgspec.to_builtins(as_a_whole.ante_bonus.pays)) == "2/3/4"


def test_a_table_and_its_shorthand_may_agree_and_may_not_differ(tmp_path: Path) -> None:
    whole = "\n".join(
        ["[wagers.pair_plus.pays]", "pair = 1", "flush = 4", "straight = 6", "three_of_a_kind = 30"]
        + ["straight_flush = 40"]
    )
    options = '[options]\npair_plus_table = "1/4/6/30/40"'
    agreed = house_of(tmp_path, f'extends = "classic"\n{options}\n{whole}')
    assert in_short(agreed) == "1/4/6/30/40"
    with pytest.raises(HouseError, match=r"options\.pair_plus_table.*contradicts"):
        house_of(tmp_path, f'extends = "classic"\n{options}\n[wagers.pair_plus.pays]\nflush = 3')


def test_a_shorthand_agrees_with_a_line_of_its_table(tmp_path: Path) -> None:
    text = '[options]\npair_plus_table = "1/4/6/30/40"\n[wagers.pair_plus.pays]\nflush = 4'
    house = house_of(tmp_path, f'extends = "classic"\n{text}')
    assert in_short(house) == "1/4/6/30/40"


def test_a_later_file_may_change_a_table_that_an_earlier_one_gave_as_shorthand(
    tmp_path: Path,
) -> None:
    text = 'extends = "classic"\n[options]\npair_plus_table = "1/4/6/30/40"'
    written(tmp_path, text, "base.toml")
    house = house_of(tmp_path, 'extends = "base.toml"\n[wagers.pair_plus.pays]\nflush = 5')
    assert in_short(house) == "1/5/6/30/40"


def test_lists_are_replaced_and_not_added_to(tmp_path: Path) -> None:
    house = house_of(tmp_path, 'extends = "classic"\n[betting]\nchips_cents = [500, 1000]')
    assert house.betting.chips_cents == (500, 1000)


@cases("""
    wagers                                      spots
    ante, pair_plus                             ante, play, pair_plus
    ante, pair_plus, six_card_bonus             ante, play, pair_plus, six_card_bonus
""")
@clause("manual-intro-3")
def test_fewer_wagers_keep_the_spots_of_the_others(wagers: str, spots: str, tmp_path: Path) -> None:
    gone = [each for each in built_in("manual").wagers if each not in wagers]
    house = house_of(tmp_path, 'extends = "manual"\n[wagers]\n' + " = false\n".join([*gone, ""]))
    assert ", ".join(house.spots) == spots


# What a file states is its own, not our default.


def test_a_stated_value_is_no_longer_ours_even_if_it_is_the_same(tmp_path: Path) -> None:
    house = house_of(tmp_path, 'extends = "mics"\n[ante.limits]\nminimum_cents = 500')
    gone = built_in("mics").ours.keys() - house.ours.keys()
    assert gone == {"ante.limits.minimum_cents"}


def test_a_table_stated_whole_is_no_longer_ours_in_any_part(tmp_path: Path) -> None:
    meter = '[meters.main]\nseed_cents = 1\nlink = "linked"\nsimultaneous = "split"'
    house = house_of(tmp_path, f'extends = "manual"\n{meter}')
    assert not any(name.startswith("meters.main") for name in house.ours)
    assert "announcements.dealer_qualifies" in house.ours


def test_a_stated_part_of_an_option_is_no_longer_ours(tmp_path: Path) -> None:
    text = 'extends = "chickasaw"\n[options]\ncollection_fee = {amount = 1}'
    house = house_of(tmp_path, text)
    assert "fee.amount_cents" in built_in("chickasaw").ours
    assert "fee.amount_cents" not in house.ours
    assert "seats" in house.ours


def test_settings_of_an_intermediate_file_are_no_longer_our_defaults(tmp_path: Path) -> None:
    written(tmp_path, 'extends = "mics"\nseats = 6', "base.toml")
    house = house_of(tmp_path, 'extends = "base.toml"')
    assert "seats" not in house.ours


def test_a_file_may_mark_defaults_of_its_own(tmp_path: Path) -> None:
    text = 'extends = "classic"\nseats = 6\n[ours]\nseats = "The room is small."'
    assert house_of(tmp_path, text).ours["seats"] == "The room is small."


@clause("manual-limits-H")
def test_a_house_may_post_other_limits_within_what_its_book_allows(tmp_path: Path) -> None:
    for minimum in (500, 2500, 10000):
        limit = f"minimum_cents = {minimum}"
        text = f'extends = "manual"\n[ante.limits]\n{limit}\n[wagers.pair_plus.limits]\n{limit}'
        assert house_of(tmp_path, text).limits("ante").minimum_cents == minimum


@clause("mics-g6")
def test_a_house_may_have_a_shuffler_that_counts(tmp_path: Path) -> None:
    house = house_of(tmp_path, 'extends = "mics"\n[shuffle]\nmachine_counts = true')
    assert house.shuffle.machine_counts


@clause("mics-g1 mics-h1 mics-i1")
@pytest.mark.parametrize("method", ["manual_shoe", "hand", "automated_shoe"])
def test_a_house_may_be_dealt_in_any_of_the_three_ways(method: str, tmp_path: Path) -> None:
    house = house_of(tmp_path, f'extends = "mics"\n[options]\ndeal_method = "{method}"')
    assert house.dealing.method == method


@clause("mics-b2 mics-b2-ii")
def test_two_decks_of_two_colours_with_a_machine_are_allowed(tmp_path: Path) -> None:
    text = '[options]\ndecks = 2\n[cards]\nbacks = ["green", "brown"]'
    assert house_of(tmp_path, f'extends = "mics"\n{text}').cards.decks == 2


def test_a_house_need_not_extend_anything(tmp_path: Path) -> None:
    whole = path_of("classic").read_text("utf-8")
    file = written(tmp_path, whole)
    assert changed(file, "classic") == set()
    assert read_house(file).key == "own"
    assert read_house(file).clauses("ante.tie") == ()  # It has no book.
