"""Houses in a program: changed by path, compared, sent to other processes."""

import pickle
from pathlib import Path
from typing import Any

import pytest

import queenhigh as qh
from tests.house.own import house_of

PRIME = {"pays": {"own_three": {"colour": "same", "to_one": 3}}}


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"wagers.par_plus.pays.flush": 4}, "no wager par_plus; did you mean pair_plus?"),
        ({"wagers.par_plus": {"title": "P"}}, "at least one row; did you mean pair_plus?"),
        ({"wagers.prime.title": "P"}, "give a new wager as one table, wagers.prime"),
        ({"meters.maim.seed_cents": 1}, "no meter maim; did you mean main?"),
        ({"wagers.pair_plus.pays.flsh": 4}, "there is no such hand or row; did you mean flush?"),
        ({"wagers.pair_plus.pays.flsh": False}, "no such row to remove; did you mean flush?"),
        ({"wagers.par_plus": False}, "to remove; did you mean pair_plus?"),
        ({"seat": 5}, "is not known here; did you mean seats?"),
        ({"ante": {"tie": "win"}, "ante.tie": "push"}, "ante is given too, and holds it"),
        ({"ante.tie": "push", "ante": {"tie": "win"}}, "ante is given too, and holds it"),
        ({"": 5}, "is not the path of a setting"),
        ({"options.tie": "player"}, "options.tie: change the settings that it sets, such as"),
        ({"ante..tie": "win"}, "is not the path of a setting"),
    ],
)
def test_a_change_that_is_probably_a_slip_is_refused(changed: dict[str, Any], said: str) -> None:
    with pytest.raises(qh.HouseError) as refused:
        qh.House.load("manual").replace(changed)
    assert said in str(refused.value)


@pytest.mark.parametrize("changed", [None, [("seats", 5)], {5: 5}, {"wagers": {1: PRIME}}])
def test_changes_that_are_not_settings_are_a_type_error(changed: Any) -> None:
    with pytest.raises(TypeError, match=r"^settings are "):
        qh.House.load("manual").replace(changed)


def test_a_new_wager_comes_as_one_table() -> None:
    assert list(qh.House.load("classic").replace({"wagers.prime": PRIME}).wagers)[-1] == "prime"


@pytest.mark.parametrize("key", ["manual", "mics-alternate"])
def test_a_house_that_says_the_same_is_equal(key: str) -> None:
    house = qh.House.load(key)
    other = house.replace({"seats": 5})
    assert house.replace({}) == house == other.replace({"seats": house.seats})
    assert other != house != key
    assert len({house, house.replace({}), other}) == 2


def test_a_house_made_in_a_program_changes_too() -> None:
    plain = qh.House(key="plain", name="Ante and play alone")
    assert plain.replace({"seats": 5}).seats == 5
    assert plain.replace({"seats": 5}).replace({"seats": 7}) == plain


def test_houses_and_what_they_settled_are_the_same_in_another_process() -> None:
    house = qh.House.load("manual").replace({"wagers.pair_plus.pays.flush": 4})
    seat = qh.Seat(3, "As Ks Qs", "play", ante=1000, pair_plus=500)
    result = qh.settle(house, dealer="Qh 7d 2c", seats=[seat])
    there, settled = pickle.loads(pickle.dumps((house, result)))
    assert (there, settled) == (house, result)
    assert qh.settle(there, dealer="Qh 7d 2c", seats=[seat]) == result
    assert settled._repr_html_() == result._repr_html_()


@pytest.mark.parametrize(
    "error",
    [
        qh.Refused("seat/empty", "Nobody sits there.", ("manual-limits-C",)),
        qh.DocumentError("seats[0].cards", "is missing", ("manual-limits-C",)),
    ],
)
def test_an_error_is_the_same_in_another_process(error: Exception) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), vars(again)) == (str(error), vars(error))


def test_a_house_error_is_the_same_in_another_process(tmp_path: Path) -> None:
    with pytest.raises(qh.HouseError) as wrong:
        house_of(tmp_path, 'extends = "manual"\nseats = 12')
    again = pickle.loads(pickle.dumps(wrong.value))
    assert (str(again), again.problems) == (str(wrong.value), wrong.value.problems)


@pytest.mark.parametrize("named", ["x" * 5000, "a\0b", "x" * 300 + "/y"])
def test_an_impossible_file_name_is_a_house_error(named: str) -> None:
    with pytest.raises(qh.HouseError, match="cannot be the name of a house or a file") as wrong:
        qh.House.load(named)
    assert len(str(wrong.value)) < 250


def test_an_empty_name_does_not_mean_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "house.toml").write_text('extends = "classic"\n', "utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(qh.HouseError, match="name a house: "):
        qh.House.load("")


def test_no_other_house_takes_the_key_of_a_built_in_one() -> None:
    house = qh.House.load("manual")
    with pytest.raises(qh.HouseError, match="belongs to a built-in house"):
        house.replace({"key": "classic"})
    with pytest.raises(qh.HouseError, match="letters, digits"):
        house.replace({"key": "of my own"})
    assert house.replace({"key": "manual"}).key == "manual"
    assert house.replace({"key": "mine"}).key == "mine"
