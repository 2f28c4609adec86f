"""House files and books by somebody who knows only the reference."""

from pathlib import Path

import pytest

from queenhigh.house.errors import HouseError
from queenhigh.house.linter import lint_house
from queenhigh.house.loader import load_house
from queenhigh.house.model import House
from tests.clauses import cases
from tests.cli.runner import run
from tests.house.own import house_of, written


def refused(folder: Path, text: str) -> str:
    with pytest.raises(HouseError) as caught:
        house_of(folder, text)
    return str(caught.value).removeprefix(f"{folder / 'own.toml'}: ")


# Defaults


def test_a_file_without_anything_is_a_house(tmp_path: Path) -> None:
    house = house_of(tmp_path, "")
    assert (house.key, house.seats, house.wagers) == ("own", 7, {})
    assert house.spots == ("play", "ante")
    assert house.settle_order == ("play", "ante_bonus", "ante")


def test_a_wager_has_defaults(tmp_path: Path) -> None:
    house = house_of(tmp_path, "[wagers.lucky_three.pays]\npair = 1\n")
    wager = house.wagers["lucky_three"]
    assert (wager.title, wager.of, wager.fold) == ("Lucky Three", "player", "forfeits")
    assert (wager.limits.step_cents, wager.limits.least) == (100, 100)
    assert wager.limits.maximum_cents is None
    assert house.spots == ("play", "ante", "lucky_three")
    assert house.settle_order == ("play", "ante_bonus", "ante", "lucky_three")


def test_the_hand_is_the_rows_name_where_that_is_a_category(tmp_path: Path) -> None:
    text = """
        [wagers.x]
        of = "best_five"
        [wagers.x.pays]
        royal_flush = {colour = "red", to_one = 100}
        full_house = 10
        pair = {colour = "red", to_one = 2}
        straight = {of = "player", to_one = 1}
        flush = {hand = "three_of_a_kind", to_one = 1}
        rest = {any = true, result = "push"}
    """
    hands = {key: row.hand for key, row in house_of(tmp_path, text).wagers["x"].pays.items()}
    assert hands == {
        "royal_flush": "royal_flush",
        "full_house": "full_house",
        "pair": None,  # Not a category of five cards here.
        "straight": "straight",
        "flush": "three_of_a_kind",
        "rest": None,
    }


# Impossible houses


@cases("""
    row                                             said
    rest = 5                                        any = true
    rest = {any = true, suit = "s", to_one = 1}     any = true
    x = {hand = "full_house", to_one = 1}           full_house
    x = {of = "all_six", hand = "pair", to_one = 1} pair
    x = {ranks = "AKQJT", to_one = 1}               ranks
    x = {ranks = "AK", to_one = 1}                  ranks
    x = {ranks = "AK1", to_one = 1}                 ranks
    x = {of="all_six", ranks="AAAAAK", to_one=1}    four times
    x = {suit = "x", to_one = 1}                    suit
    x = {colour = "green", to_one = 1}              colour
    x = {when = "never", to_one = 1}                when
    x = {suit = "s", to_one = 1, cents = 5}         exactly one
    x = {suit = "s"}                                exactly one
    x = {suit = "s", percent = 5}                   meter
    x = {suit = "s", percent = 5, meter = "m"}      there is no m here
    x = {suit = "s", percent = 101, meter = "m"}    percent
    x = {suit = "s", to_one = "3/0"}                to_one
    x = {suit = "s", to_one = "three"}              to_one
    x = {suit = "s", to_one = -1}                   to_one
    x = {suit = "s", to_one = 1.5}                  to_one
    x = {suit = "s", tone = 1}                      to_one
    x = true                                        pays.x
    x = {suit = "s", result = "win"}                result
""")
def test_an_impossible_row_is_named(tmp_path: Path, row: str, said: str) -> None:
    found = refused(tmp_path, f"[wagers.w.pays]\n{row}\n")
    assert found.startswith("wagers.w"), found
    assert said in found


@pytest.mark.parametrize(
    "key",
    "ante play ante_bonus ante_play match_play envy tokes multiple player seat cards decision "
    "9lives Prime with-dash _x".split(),
)
def test_a_reserved_or_odd_key_cannot_name_a_wager(tmp_path: Path, key: str) -> None:
    assert refused(tmp_path, f"[wagers.{key}.pays]\npair = 1\n").startswith(f"wagers.{key}: ")


@cases("""
    text                                  said
    seats = 0                             seats = 0
    seats = 10                            seats = 10
    seat = 5                              did you mean seats?
    dealer.qualifies_with = "QQ"          dealer.qualifies_with
    dealer.qualifies_with = "QQ4"         dealer.qualifies_with
    dealer.qualify_with = "Q"             did you mean qualifies_with?
    betting.positions = 4                 betting.positions = 4
    betting.positions = 0                 betting.positions = 0
    play.multiples = []                   play.multiples
    play.multiples = [0]                  play.multiples
    ante.tie = "dealer"                   ante.tie
    ante.dealer_out = "no"                ante.dealer_out
    ante.limits.step_cents = 0            ante.limits.step_cents
    payouts.rounding = "bankers"          payouts.rounding
    match_play.spots = ["pair_plus"]      match_play.spots
    settlement.order = ["ante"]           settlement.order
    layout.spots = ["ante", "x"]          layout.spots
    wagers.x.fold = "keeps"               wagers.x
    wagers.x.pays = {}                    wagers.x
    wagers.x = {}                         wagers.x
""")
def test_an_impossible_setting_is_named_by_its_key(tmp_path: Path, text: str, said: str) -> None:
    assert said in refused(tmp_path, text)


@pytest.mark.parametrize("seats", range(1, 10))
def test_a_table_has_one_to_nine_seats(tmp_path: Path, seats: int) -> None:
    assert house_of(tmp_path, f"seats = {seats}").seats == seats


def test_falling_odds_between_plain_rows_are_an_error(tmp_path: Path) -> None:
    found = refused(tmp_path, "[wagers.w.pays]\nflush = 4\nstraight = 3\n")
    assert found.startswith("wagers.w.pays.straight = 3")


@cases("""
    first                                       second
    flush = 4                                   straight = {for_one = 3}
    flush = 4                                   straight = {of = "dealer", to_one = 3}
    flush = 4                                   straight = {suit = "same", to_one = 3}
    flush = {colour = "red", to_one = 4}        straight = 3
    flush = {when = "wins", to_one = 4}         straight = 3
""")
def test_elsewhere_odds_may_fall(tmp_path: Path, first: str, second: str) -> None:
    house_of(tmp_path, f"[wagers.w.pays]\n{first}\n{second}\n")


def test_falling_odds_that_are_allowed_are_a_finding(tmp_path: Path) -> None:
    text = '[wagers.w.pays]\nstraight = {colour = "red", to_one = 3}\nflush = 4\n'
    findings = lint_house(str(written(tmp_path, text)))
    (odds,) = [each for each in findings if each.level == "odds"]
    assert (odds.key, odds.line) == ("wagers.w.pays.flush", 3)


# Departures


BOOK = """
    key = "pa"
    title = "Ours"
    currency = "EUR"
    language = "fr"
"""
CLAUSES = (
    "\n".join(f'[[clause]]\nid = "pa-{n}"\ngist = "Clause {n}."' for n in range(1, 9))
    + '\n[[clause]]\nid = "pa-9"\ngist = "Only by hand."\napplies = {"dealing.method" = "hand"}\n'
)
POINTS = """
    [points]
    "ante.wins" = ["pa-1"]
    "deal.order" = ["pa-9"]
    [settings]
    "wagers.lucky.pays" = {clauses = ["pa-2"], also = [{value = "1/4/6", clauses = ["pa-3"]}]}
    "wagers.lucky.pays.flush" = ["pa-4"]
    "ante.limits.minimum_cents" = {clauses = ["pa-5"], between = [500, 10000]}
    "completion.pay_style" = {clauses = ["pa-6"], open = true}
    "ante.tie" = ["pa-7"]
    "dealing.method" = ["pa-9"]
    [[constraint]]
    name = "few_seats"
    if = {"dealing.method" = "hand"}
    must = {seats = [1, 2, 3]}
    clauses = ["pa-8"]
"""
HOUSE = """
    seats = 3
    ante.limits.minimum_cents = 500
    [wagers.lucky.pays]
    straight = 6
    flush = 3
    pair = 1
"""


def book(folder: Path) -> Path:
    home = folder / "pa"
    parts = {"book": BOOK, "clauses": CLAUSES, "points": POINTS, "house": HOUSE}
    for name, text in parts.items():
        written(home, text, f"{name}.toml")
    return home


def own(folder: Path, text: str) -> House:
    book(folder)
    return house_of(folder, f'extends = "pa"\n{text}')


def cited(house: House, path: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    found = house.law.standing(path).cited
    return found.clauses, found.departs_from


def test_a_house_is_loaded_from_a_folder(tmp_path: Path) -> None:
    home = book(tmp_path)
    house = load_house(str(home))
    assert (house.key, house.currency, house.language) == ("pa", "EUR", "fr")
    assert house.book.key == "pa"
    assert cited(house, "wagers.lucky.pays.pair") == (("pa-2",), ())
    assert run("lint", home).status == 0
    assert run("rules", home).status == 0


def test_a_pay_table_departs_row_by_row(tmp_path: Path) -> None:
    house = own(tmp_path, "wagers.lucky.pays.flush = 2")
    assert cited(house, "wagers.lucky.pays.flush") == ((), ("pa-4",))
    assert cited(house, "wagers.lucky.pays.pair") == (("pa-2",), ())


def test_an_alternative_of_the_book_is_not_a_departure(tmp_path: Path) -> None:
    house = own(tmp_path, "wagers.lucky.pays.flush = 4")
    assert cited(house, "wagers.lucky.pays") == (("pa-3",), ())
    assert cited(house, "wagers.lucky.pays.pair") == (("pa-3",), ())


@cases("""
    cents    clauses   departs
    500      pa-5
    10000    pa-5
    400                pa-5
    10100              pa-5
""")
def test_a_minimum_departs_only_outside_the_books_range(
    tmp_path: Path, cents: str, clauses: str, departs: str
) -> None:
    house = own(tmp_path, f"ante.limits.minimum_cents = {cents}")
    found = cited(house, "ante.limits.minimum_cents")
    assert found == (tuple(clauses.split()), tuple(departs.split()))


def test_a_setting_that_the_book_leaves_open_is_not_a_departure(tmp_path: Path) -> None:
    house = own(tmp_path, 'completion.pay_style = "pick_and_pay"')
    assert cited(house, "completion.pay_style") == (("pa-6",), ())


def test_a_setting_that_the_book_does_not_mention_is_not_a_departure(tmp_path: Path) -> None:
    house = own(tmp_path, "fee.amount_cents = 50")
    assert house.law.standing("fee.amount_cents").silent
    assert cited(house, "fee.amount_cents") == ((), ())


def test_a_house_amends_with_clauses_of_its_own(tmp_path: Path) -> None:
    text = """
        wagers.lucky.pays.flush = 5
        [[clause]]
        id = "lucky-1"
        gist = "Our flush pays 5."
        [amends]
        "wagers.lucky.pays.flush" = ["lucky-1"]
    """
    house = own(tmp_path, text)
    assert cited(house, "wagers.lucky.pays.flush") == (("lucky-1",), ("pa-4",))
    assert house.book.by_id["lucky-1"].gist == "Our flush pays 5."


def test_a_clause_id_may_not_be_reused(tmp_path: Path) -> None:
    with pytest.raises(HouseError, match="pa-1"):
        own(tmp_path, '[[clause]]\nid = "pa-1"\ngist = "Mine."')


def test_an_amendment_names_an_existing_clause(tmp_path: Path) -> None:
    with pytest.raises(HouseError, match="lucky-9"):
        own(tmp_path, '[amends]\n"ante.tie" = ["lucky-9"]')
    with pytest.raises(HouseError, match=r"amends\.ante\.tei: .*did you mean ante\.tie"):
        own(tmp_path, '[amends]\n"ante.tei" = ["pa-1"]')


def test_a_combination_that_the_book_forbids_is_an_error(tmp_path: Path) -> None:
    own(tmp_path, 'seats = 2\ndealing.method = "hand"')
    with pytest.raises(HouseError, match=r"seats = 4.*\(pa-8\)"):
        own(tmp_path, 'seats = 4\ndealing.method = "hand"')
    own(tmp_path, "seats = 4")


def test_a_clause_is_cited_only_where_it_applies(tmp_path: Path) -> None:
    assert own(tmp_path, "").clauses("dealing.method") == ()
    assert own(tmp_path, 'dealing.method = "hand"').clauses("deal.order") in ((), ("pa-9",))


def test_a_line_says_what_it_departs_from(tmp_path: Path) -> None:
    book(tmp_path)
    file = written(tmp_path, 'extends = "pa"\nwagers.lucky.pays.flush = 2\nante.tie = "lose"')
    seat = {
        "seat": 1,
        "cards": "9s 7s 2s",
        "decision": "play",
        "wagers": {"ante": 1000, "lucky": 1000},
    }
    answer = run("settle", "--house", file, stdin={"dealer": "Qd 7d 2c", "seats": [seat]}).json
    lines = {line["wager"]: line for line in answer["seats"][0]["lines"]}
    assert (lines["lucky"]["odds"], lines["lucky"]["departs_from"]) == ("2 to 1", ["pa-4"])
    assert "pa-4" not in lines["lucky"]["clauses"]
    assert lines["ante"]["clauses"] == ["pa-1"]
    assert "departs_from" not in lines["ante"]
    said = run(
        "settle", "--house", file, "--explain", stdin={"dealer": "Qd 7d 2c", "seats": [seat]}
    )
    assert "House rule; the book says" in " ".join(said.out.split())
