"""Every option of the rulings in every reading, from a file and from a document."""

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from queenhigh.house.book import Parameter, Ruling
from queenhigh.house.catalogue import books, rulings_of
from queenhigh.house.errors import HouseError
from queenhigh.house.loader import built_in, built_in_keys, with_options
from queenhigh.house.model import House
from queenhigh.house.options import common_options, options_of
from queenhigh.house.shorthand import same_value, setting_or_table, shorthand
from tests.clauses import cases, clause
from tests.house.own import house_of, setting

# The options with free values, in TOML, one per line.
VALUES = """
pair_plus_table = "1/4/6/30/40"
pair_plus_table = "1/4/6/33/35"
pair_plus_table = "1/3/6/30/40"
pair_plus_table = "1/3/5/30/40"
ante_bonus_table = "1/4/5"
ante_bonus_table = "1/5/6"
ante_bonus_table = "1/3/4"
collection_fee = {amount = 0}
collection_fee = {amount = 1, per = "player", refund_on_void = true}
collection_fee = {amount = 2, per = "position", refund_on_void = false}
match_play = {spots = ["ante"], counts_for_play = false, on_push = "stays"}
match_play = {spots = ["ante", "play", "pair_plus"], counts_for_play = true, on_push = "taken"}
six_card_min = 5
six_card_min = 1
six_card_super_royal = 5000
jackpot_lines = ["akq_spades"]
jackpot_lines = ["akq_spades", "akq_suited"]
settle_order = ["play", "ante_bonus", "ante", "pair_plus", "six_card_bonus", "progressive"]
settle_order = ["progressive", "six_card_bonus", "pair_plus", "ante", "ante_bonus", "play"]
announce_yes = "Dealer plays with a {hand}"
announce_yes = "Dealer plays"
announce_no_qualify = "Dealer does not qualify"
announce_no_qualify = "No, only {hand}"
layout_spots = ["ante", "play", "pair_plus"]
layout_spots = ["ante", "play", "pair_plus", "six_card_bonus", "progressive"]
new_deck_shuffles = {hand = 2, machine = 1}
new_deck_shuffles = {hand = 1, machine = 3}
deck_change = {hours = 4, mode = "remind"}
deck_change = {hours = 4, mode = "block"}
deck_change = {hours = 4, mode = "minimum_interval"}
deck_change = {hours = {shoe = 8, hand = 4}, mode = "block"}
deck_change = {mode = "none"}
stub_count = {every = 5, window = "rolling", per = "table"}
stub_count = {every = 3, window = "block", per = "deck"}
role_aliases = {"pit boss" = "pit_manager"}
large_payout = {over = 500, chip = 100, rule = "either"}
large_payout = {over = 1000, chip = 500, rule = "both"}
tax_form_threshold = 1200
toke_min = 5
last_order = ["jackpot", "royal"]
""".split("\n")[1:-1]
# Readings and values that a house cannot have, and their errors.
FORBIDDEN = {
    ("mics", 'ante_bonus_table = "1/5/6"'): "mics-k1-iii-A",
    ("mics-alternate", "wager_version = free"): "mics-k1-iii-A",
    ("mics-alternate", 'pair_plus_table = "1/4/6/30/40"'): "mics-k1-iii-A",
    ("mics-alternate", 'pair_plus_table = "1/3/6/30/40"'): "mics-k1-iii-A",
    ("mics-alternate", 'pair_plus_table = "1/3/5/30/40"'): "mics-k1-iii-A",
    ("manual", 'layout_spots = ["ante", "play", "pair_plus"]'): "manual-intro-3",
    **{
        (key, line): "there is no "
        for key in built_in_keys()
        for line in VALUES
        if key != "manual" and line.startswith(("layout", "settle")) and "progressive" in line
    },
}


def known(key: str) -> dict[str, tuple[Ruling, ...]]:
    return options_of(built_in(key).book.rulings)


def value_of(reading: str) -> Any:
    """Return what a document writes to choose a reading."""
    if reading in ("true", "false"):
        return reading == "true"
    return int(reading) if reading.isdigit() else reading


READINGS = [
    (key, option, reading)
    for key in built_in_keys()
    for option, rulings in known(key).items()
    for reading in rulings[0].readings
]


def parsed(line: str) -> tuple[str, Any]:
    [(name, value)] = tomllib.loads(line).items()
    return name, value


def overridden(key: str, **changes: Any) -> House:
    return with_options(built_in(key), msgspec.json.encode(changes))


def said_by(key: str, name: str, value: Any) -> str:
    with pytest.raises(HouseError) as refusal:
        overridden(key, **{name: value})
    return str(refusal.value)


# Readings


@pytest.mark.parametrize(("key", "option", "reading"), READINGS)
def test_every_reading_loads_and_sets_its_paths(key: str, option: str, reading: str) -> None:
    value = reading.split("+") if "royal_notice" in option and reading else value_of(reading)
    value = [] if reading == "" else value
    if said := FORBIDDEN.get((key, f"{option} = {reading}")):
        assert said in said_by(key, option, value)
        return
    house = overridden(key, **{option: value})
    for path, wanted in known(key)[option][0].readings[reading].set.items():
        there = setting_or_table(house.settings, path)
        if wanted is False and ".pays." in path:
            assert path not in house.settings  # A row that is removed.
        elif ".pays." in path and path not in house.settings:
            row, _, field = path.rpartition(".")
            assert same_value(wanted, house.settings[row][field])
        else:
            assert same_value(wanted, there), path


@pytest.mark.parametrize("key", built_in_keys())
def test_a_reading_is_chosen_in_a_file_as_in_a_document(key: str, tmp_path: Path) -> None:
    file = house_of(tmp_path, f'extends = "{key}"\n[options]\ntie = "dealer"\ndecks = 1')
    document = overridden(key, tie="dealer", decks=1)
    assert file.settings == document.settings


@clause("manual-prog-G")
def test_the_unit_of_a_pay_table_changes_in_all_its_rows_but_the_meters() -> None:
    rows = overridden("manual", progressive_unit="to_1").wagers["progressive"].pays
    plain = built_in("manual").wagers["progressive"].pays
    assert rows["akq_spades"] == plain["akq_spades"]
    for name in ("akq_suited", "straight_flush", "three_of_a_kind", "straight"):
        assert (rows[name].to_one, rows[name].for_one) == (plain[name].for_one, None)


@clause("classic-pay-ab")
def test_a_table_that_replaces_even_money_is_moved_to_the_ante() -> None:
    house = overridden("classic", ante_table="replaces")
    assert (set(house.ante.pays), house.ante_bonus.pays) == (
        set(built_in("classic").ante_bonus.pays),
        {},
    )


@pytest.mark.parametrize("row", ["straight = {for_one = 6}", "akq_suited = {for_one = 400}"])
def test_a_row_and_an_option_that_give_different_units_contradict_each_other(
    row: str, tmp_path: Path
) -> None:
    text = 'extends = "manual"\n[options]\nprogressive_unit = "{}"\n[wagers.progressive.pays]\n{}'
    with pytest.raises(HouseError, match=r"options.progressive_unit.*contradicts wagers.progress"):
        house_of(tmp_path, text.format("to_1", row))
    with pytest.raises(HouseError, match=r"contradicts wagers\.progressive\.pays\.straight"):
        house_of(tmp_path, text.format("for_1", "straight = 6"))
    house_of(tmp_path, text.format("for_1", row))
    house_of(tmp_path, text.format("to_1", "straight = 7\nthree_of_a_kind = false"))


def test_a_row_stated_where_a_table_is_moved_to_is_laid_over_it(tmp_path: Path) -> None:
    text = 'extends = "classic"\n[options]\nante_table = "{}"\n[{}.pays]\nstraight = 2'
    for stated in ("ante", "ante_bonus"):
        house = house_of(tmp_path, text.format("replaces", stated))
        odds = {key: row.amount for key, row in house.ante.pays.items()}
        assert odds == {"straight_flush": 4, "three_of_a_kind": 3, "straight": 2}
        assert not house.ante_bonus.pays
    with pytest.raises(HouseError, match=r"options.ante_table.*contradicts ante.pays"):
        house_of(tmp_path, text.format("bonus", "ante"))


@pytest.mark.parametrize("key", books())
def test_a_ruling_of_a_book_is_complete(key: str) -> None:
    for identity, ruling in rulings_of(books()[key]).items():
        assert ruling.title, identity
        assert ruling.question, identity
        assert ruling.default, identity


@pytest.mark.parametrize("key", books())
def test_every_option_says_what_it_is_about_and_can_be_chosen(key: str) -> None:
    for name, rulings in options_of(books()[key].rulings).items():
        assert any(each.title for each in (*rulings, *common_options())), name
        assert any(each.called for each in rulings), name
        assert rulings[0].readings or rulings[0].parameter or rulings[0].parameters, name


# Free values


def has(key: str, name: str) -> bool:
    return name in known(key)


def parts(ruling: Ruling, value: Any) -> list[tuple[Parameter, Any]]:
    if ruling.parameter is not None:
        return [(ruling.parameter, value)]
    return [(ruling.parameters[part], each) for part, each in value.items()]


def holds(house: House, ruling: Ruling, value: Any) -> None:
    for parameter, each in parts(ruling, value):
        match parameter.type:
            case "dollars":
                assert setting(house, parameter.path) == each * 100
            case "odds":
                rows = setting(house, parameter.path)
                odds = "/".join(str(rows[row]["to_one"]) for row in parameter.rows)
                assert odds == each
            case "row":
                assert setting(house, parameter.path)["to_one"] == each
            case "rows":
                table, _, field = parameter.path.partition(".*.")
                chosen = [
                    name
                    for name, row in setting(house, table).items()
                    if row[field] == parameter.chosen
                ]
                assert chosen == each
            case _:
                assert same_value(each, setting(house, parameter.path))


@pytest.mark.parametrize("line", VALUES)
def test_every_value_loads_through_a_file_and_through_a_document(line: str, tmp_path: Path) -> None:
    name, value = parsed(line)
    allowed = [key for key in built_in_keys() if has(key, name) and (key, line) not in FORBIDDEN]
    for key in allowed:
        holds(overridden(key, **{name: value}), known(key)[name][0], value)
    one = allowed[VALUES.index(line) % len(allowed)]
    file = house_of(tmp_path, f'extends = "{one}"\n[options]\n{line}')
    holds(file, known(one)[name][0], value)


@pytest.mark.parametrize(("key", "line"), [each for each in FORBIDDEN if each[1] in VALUES])
def test_an_impossible_value_loads_neither_way(key: str, line: str, tmp_path: Path) -> None:
    for said in refused(tmp_path, key, line):
        assert FORBIDDEN[key, line] in said


def test_every_option_with_a_value_of_its_own_is_in_this_list() -> None:
    of_a_value = {
        name
        for key in built_in_keys()
        for name, rulings in known(key).items()
        if rulings[0].parameter or rulings[0].parameters
    }
    assert {parsed(line)[0] for line in VALUES} == of_a_value


# Impossible values


@pytest.mark.parametrize("key", built_in_keys())
def test_a_wrong_value_is_refused_with_those_that_are_allowed(key: str) -> None:
    for name, rulings in known(key).items():
        if not rulings[0].readings or rulings[0].parameter:
            continue
        said = said_by(key, name, "whatever")
        assert said.startswith(f'options.{name} = "whatever": is not one of ')
        assert "\n" not in said
        for reading in rulings[0].readings:
            assert reading in said


def test_an_option_of_another_book_is_not_known() -> None:
    assert "options.six_card_wheel: is not known here" in said_by("classic", "six_card_wheel", True)
    assert "did you mean tie_break?" in said_by("classic", "tie_brake", "standard")


def refused(folder: Path, key: str, line: str) -> list[str]:
    """Return the errors for a file with that line, and for a document with that option."""
    name, value = parsed(line)
    with pytest.raises(HouseError) as of_file:
        house_of(folder, f'extends = "{key}"\n[options]\n{line}')
    return [str(of_file.value), said_by(key, name, value)]


@cases("""
    line                                          place                               words
    collection_fee = {amount = -1}                collection_fee.amount = -1          must be 0 to
    collection_fee = {per = "table"}              collection_fee.per = "table"        position
    collection_fee = {tip = 1}                    collection_fee.tip                  not known
    collection_fee = 5                            collection_fee = 5                  a table
    match_play = {spots = []}                     match_play.spots = []               at least one
    match_play = {spots = ["progressive"]}        match_play.spots = ["progressive"]  pair_plus
    match_play = {on_push = "x"}                  match_play.on_push = "x"            stays, taken
    stub_count = {every = 0}                      stub_count.every = 0                at least 1
    stub_count = {window = "x"}                   stub_count.window = "x"             rolling, block
    deck_change = {hours = 0}                     deck_change.hours = 0               at least 1
    deck_change = {hours = 1.5}                   deck_change.hours = 1.5             whole number
    deck_change = {hours = {shoe = 8}}            deck_change.hours.hand              missing
    deck_change = {hours = {shoe = 0, hand = 1}}  deck_change.hours.shoe = 0          at least 1
    deck_change = {mode = "x"}                    deck_change.mode = "x"              remind
    new_deck_shuffles = {hand = 0}                new_deck_shuffles.hand = 0          at least 1
    large_payout = {over = -1}                    large_payout.over = -1              must be 0 to
    large_payout = {chip = 0}                     large_payout.chip = 0               must be 1 to
    large_payout = {rule = "x"}                   large_payout.rule = "x"             either, both
    tax_form_threshold = "never"                  tax_form_threshold = "never"        a whole number
    settle_order = ["ante"]                       settle_order = ["ante"]             leaves out
    settle_order = ["toke"]                       settle_order = ["toke"]             no toke here
    layout_spots = ["blind"]                      layout_spots = ["blind"]            no blind here
    role_aliases = {boss = 5}                     role_aliases                        text
    role_aliases = {boss = "emperor"}             role_aliases                        dealer, floor
    role_aliases = {boss = "system"}              role_aliases                        dealer, floor
    role_aliases = {player = "floor"}             role_aliases                        a role itself
    role_aliases = {pit_manager = "floor"}        role_aliases                        a role itself
    role_aliases = {system = "player"}            role_aliases                        a role itself
    announce_yes = "{hands}"                      announce_yes = "{hands}"            {hand}
    announce_yes = "{hand"                        announce_yes = "{hand"              brace
    announce_yes = "{hand.rank}"                  announce_yes = "{hand.rank}"        {hand}
    announce_yes = "{}"                           announce_yes = "{}"                 {hand}
    announce_no_qualify = "{0}"                   announce_no_qualify = "{0}"         {hand}
    announce_yes = 5                              announce_yes = 5                    text
    pair_plus_table = "1/4/6"                     pair_plus_table = "1/4/6"           straight_flush
    pair_plus_table = "1/4/6/30/40/50"            pair_plus_table                     straight_flush
    pair_plus_table = "1-4-6-30-40"               pair_plus_table                     1/2/3/4/5
    pair_plus_table = "40/30/6/4/1"               pair_plus_table                     pay less
    pair_plus_table = "-1/4/6/30/40"              pair_plus_table                     pair
    pair_plus_table = 14630                       pair_plus_table = 14630             write the odds
    ante_bonus_table = "1/4"                      ante_bonus_table = "1/4"            straight_flush
    ante_bonus_table = "1/4/9999999"              ante_bonus_table                    1,000,000
    ace_low_straight = "yes"                      ace_low_straight = "yes"            true, false
    ace_low_straight = 1                          ace_low_straight = 1                true, false
    colour = "red"                                colour                              not known
""")
def test_an_impossible_value_is_refused_at_its_key(
    line: str, place: str, words: str, tmp_path: Path
) -> None:
    for said in refused(tmp_path, "classic", line):
        assert f"options.{place}" in said
        assert words in said
        assert "\n" not in said


@cases("""
    line                              words
    six_card_super_royal = -5         to_one
    six_card_super_royal = 9999999    1,000,000
    six_card_super_royal = "all"      must be odds to one
    jackpot_lines = ["pair"]          there is no row pair
    royal_notice = ["royal_6"]        is not one of
""")
def test_an_impossible_value_of_the_manuals_own_options_is_refused(
    line: str, words: str, tmp_path: Path
) -> None:
    for said in refused(tmp_path, "manual", line):
        assert f"options.{parsed(line)[0]}" in said
        assert words in said
        assert "\n" not in said


def test_a_repeated_bet_in_the_order_is_refused() -> None:
    order = ["play", "play", "ante_bonus", "ante", "pair_plus"]
    with pytest.raises(HouseError, match=r"options\.settle_order.*once"):
        overridden("classic", settle_order=order)


def test_an_order_lists_what_the_house_offers() -> None:
    order = ["pair_plus", "ante", "ante_bonus", "play"]
    assert list(overridden("classic", settle_order=order).settle_order) == order


# How a document's options affect a house.


def test_no_options_are_the_house_itself() -> None:
    assert with_options(built_in("manual"), b"{}") is built_in("manual")


def test_a_part_of_an_option_leaves_its_other_parts_alone() -> None:
    house = overridden("mics", deck_change={"hours": {"hand": 3}})
    assert setting(house, "cards.change.hours") == {"shoe": 8, "hand": 3}
    assert house.cards.change.mode == "block"
    assert overridden("manual", match_play={"on_push": "taken"}).match_play.spots == ("ante",)


def test_options_leave_everything_else_of_the_house_alone() -> None:
    before, after = built_in("manual"), overridden("manual", tie="dealer")
    assert (after.key, after.name, after.book) == (before.key, before.name, before.book)
    changed = {path for path in after.settings if after.settings[path] != before.settings[path]}
    assert changed == {"ante.tie", "play.tie"}
    assert before.ante.tie == "push", "the built-in house is not touched"


def test_an_option_that_is_stated_is_no_longer_ours(tmp_path: Path) -> None:
    assert "ante.tie" in built_in("chickasaw").ours
    stated = house_of(tmp_path, 'extends = "chickasaw"\n[options]\ntie = "push"')
    assert stated.ours.keys() == built_in("chickasaw").ours.keys() - {"ante.tie"}


@clause("mics-k1-iii-A mics-k1-ii-A mics-f6")
@pytest.mark.parametrize("version", ["i", "ii", "iii"])
def test_1_5_6_goes_with_any_linked_version_and_33_35(version: str) -> None:
    house = overridden(
        "mics",
        wager_version=version,
        pair_plus_table="1/4/6/33/35",
        ante_bonus_table="1/5/6",
    )
    assert odds(house) == "1/5/6"


def odds(house: House) -> str:
    return shorthand(setting(house, "ante_bonus.pays"))


@clause("mics-k1-ii-A")
def test_33_35_goes_with_any_version_unless_it_is_read_as_their_partner() -> None:
    table = "1/4/6/33/35"
    loose = overridden("mics", pair_plus_table=table)
    assert loose.wagers["pair_plus"].pays["straight_flush"].to_one == 35
    with pytest.raises(HouseError, match=r"at_most.*mics-f6, MICS-10"):
        overridden("mics", pair_plus_table=table, pp_33_35_requires_f6=True)
    linked = overridden(
        "mics", pair_plus_table=table, pp_33_35_requires_f6=True, wager_version="iii"
    )
    assert linked.wagers["pair_plus"].pays["straight_flush"].to_one == 35


def test_the_conditions_of_one_book_do_not_bind_the_others() -> None:
    for key in ("chickasaw", "manual", "classic"):
        assert odds(overridden(key, ante_bonus_table="1/5/6")) == "1/5/6"


@clause("manual-limits-D")
def test_ante_and_play_together_halve_what_the_ante_may_be() -> None:
    assert built_in("manual").limits("ante").maximum_cents == 30000
    assert overridden("manual", ante_play_max="combined").limits("ante").maximum_cents == 15000
