"""Every option of the rulings in every value, through a file and through a document."""

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from queenhigh.house.catalogue import OptionEntry, options, rulings
from queenhigh.house.errors import HouseError
from queenhigh.house.loader import built_in, built_in_keys, with_options
from queenhigh.house.model import House
from queenhigh.house.options import Options
from tests.clauses import cases, clause
from tests.house.own import house_of, setting

# As the rulings write them, in TOML. One a line; a value that needs others has them beside it.
VALUES = """
fold_pair_plus = "survives"
fold_pair_plus = "forfeits"
fold_pair_plus = "forfeits_with_6cb"
tie = "push"
tie = "dealer"
tie = "player"
tie_break = "standard"
tie_break = "literal_c3"
ace_low_straight = true
ace_low_straight = false
ante_bonus_on_loss = true
ante_bonus_on_loss = false
ante_bonus_requires = "play"
ante_bonus_requires = "ante"
ante_bonus_base = "ante"
ante_bonus_base = "ante_plus_play"
ante_table = "bonus"
ante_table = "replaces"
pair_plus_table = "1/4/6/30/40"
pair_plus_table = "1/4/6/33/35"
pair_plus_table = "1/3/6/30/40"
pair_plus_table = "1/3/5/30/40"
ante_bonus_table = "1/4/5"
ante_bonus_table = "1/5/6"
ante_bonus_table = "1/3/4"
wager_version = "free"
wager_version = "i"
wager_version = "ii"
wager_version = "iii"
pp_33_35_requires_f6 = false
pp_33_35_requires_f6 = true
max_positions = 1
max_positions = 2
two_hands_decide_before_second_look = false
two_hands_decide_before_second_look = true
collection_fee = {amount = 0}
collection_fee = {amount = 1, per = "player", refund_on_void = true}
collection_fee = {amount = 2, per = "position", refund_on_void = false}
match_play = {spots = ["ante"], counts_for_play = false, on_push = "stays"}
match_play = {spots = ["ante", "play", "pair_plus"], counts_for_play = true, on_push = "taken"}
cash_plays = false
cash_plays = true
minimum_applies = "each_bet"
minimum_applies = "either_bet"
ante_play_max = "each"
ante_play_max = "combined"
late_limit_error = "honour_actual"
six_card_min = 5
six_card_min = 1
six_card_steps = "multiples_of_5"
six_card_steps = "one_or_multiples"
six_card_steps = "from_minimum"
six_card_with_pair_plus_only = true
six_card_with_pair_plus_only = false
six_card_wheel = true
six_card_wheel = false
six_card_super_royal = "none"
six_card_super_royal = 5000
progressive_unit = "for_1"
progressive_unit = "to_1"
progressive_pass = "per_hand"
progressive_pass = "separate"
progressive_requires_6cb = false
progressive_requires_6cb = true
jackpot_lines = ["akq_spades"]
jackpot_lines = ["akq_spades", "akq_suited"]
linked_simultaneous = "first_lock"
linked_simultaneous = "split"
envy_trigger = "any_unfolded"
envy_trigger = "holder_with_bet"
envy_trigger = "any_dealt_hand"
envy_needs_bet = true
envy_needs_bet = false
envy_own_hand = false
envy_own_hand = true
envy_dealer_hand = false
envy_dealer_hand = true
envy_multiple = true
envy_multiple = false
toke_cap = "combined_110"
toke_cap = "ten_percent_flat"
toke_cap = "table_maximum"
six_card_toke_cap = "fixed_25"
six_card_toke_cap = "min_of_both"
six_card_toke_requires = "ante_or_pair_plus"
six_card_toke_requires = "pair_plus"
unbacked_ante_toke = "rides"
unbacked_ante_toke = "forfeits"
settle_order = ["play", "ante_bonus", "ante", "pair_plus", "six_card_bonus", "progressive"]
settle_order = ["progressive", "six_card_bonus", "pair_plus", "ante", "ante_bonus", "play"]
settlement_passes = "take_then_pay"
settlement_passes = "per_hand"
collect_folds = "after_all_decisions"
collect_folds = "as_each_folds"
pay_style = "lay_and_pay"
pay_style = "pick_and_pay"
announce_yes = "Dealer plays with a {hand}"
announce_yes = "Dealer plays"
announce_no_qualify = "Dealer does not qualify"
announce_no_qualify = "No, only {hand}"
layout_spots = ["ante", "play", "pair_plus"]
layout_spots = ["ante", "play", "pair_plus", "six_card_bonus", "progressive"]
decks = 1
decks = 2
deal_method = "automated_shoe"
deal_method = "hand"
deal_method = "manual_shoe"
hand_deal_requires_shuffler = true
hand_deal_requires_shuffler = false
hand_shuffle = "no_side_bets"
hand_shuffle = "never"
hand_shuffle = "no_progressive"
hand_shuffle = "unless_hand_dealt"
hand_shuffle = "house_choice"
cover_cards = 1
cover_cards = 2
new_deck_shuffles = {hand = 2, machine = 1}
new_deck_shuffles = {hand = 1, machine = 3}
deck_change = {hours = 4, mode = "remind"}
deck_change = {hours = 4, mode = "block"}
deck_change = {hours = 4, mode = "minimum_interval"}
deck_change = {hours = {shoe = 8, hand = 4}, mode = "block"}
deck_change = {mode = "none"}
stub_count = {every = 5, window = "rolling", per = "table"}
stub_count = {every = 3, window = "block", per = "deck"}
lock_event = "announcement_or_first_card"
lock_event = "first_card"
lock_event = "announcement"
release = "table"
release = "seat"
release = "dealer_squares"
release = "green_light"
pp_only_losing = "throw_in"
pp_only_losing = "hold"
role_aliases = {"pit boss" = "pit_manager"}
misdeal = "management"
misdeal = "void"
misdealt_and_short = "void_and_remove"
misdealt_and_short = "void_only"
faceup_in_stack = "void"
faceup_in_stack = "replace"
faceup_in_stack = "management"
faceup_on_dealer_turn = "discard"
faceup_on_dealer_turn = "void"
exposed_dealer_card = "void"
exposed_dealer_card = "continue"
exposed_dealer_card = "supervisor"
exposed_dealer_card = "management"
dealer_third_card_exception = true
dealer_third_card_exception = false
dealer_third_card_exception = "management"
large_payout = {over = 500, chip = 100, rule = "either"}
large_payout = {over = 1000, chip = 500, rule = "both"}
royal_notice = ["royal_5"]
royal_notice = ["royal_5", "akq_suited"]
tax_form_threshold = "by_date"
tax_form_threshold = 1200
""".split("\n")[1:-1]
SHORTHANDS = {"pair_plus_table": "pair_plus", "ante_bonus_table": "ante_bonus"}
# What a house of these books cannot have, and the clause or list that forbids it.
FORBIDDEN = {
    ("mics", 'ante_bonus_table = "1/5/6"'): "mics-k1-iii-A",
    ("mics-alternate", 'wager_version = "free"'): "mics-k1-iii-A",
    ("mics-alternate", 'pair_plus_table = "1/4/6/30/40"'): "mics-k1-iii-A",
    ("mics-alternate", 'pair_plus_table = "1/3/6/30/40"'): "mics-k1-iii-A",
    ("mics-alternate", 'pair_plus_table = "1/3/5/30/40"'): "mics-k1-iii-A",
    ("manual", 'deal_method = "manual_shoe"'): "manual-deal-A",
    ("manual", 'layout_spots = ["ante", "play", "pair_plus"]'): "manual-intro-3",
    **{
        (key, line): "ante, pair_plus, play"
        for key in built_in_keys()
        for line in VALUES
        if key != "manual" and line.startswith("layout_spots") and "progressive" in line
    },
}


def parsed(line: str) -> tuple[str, Any]:
    [(name, value)] = tomllib.loads(line).items()
    return name, value


def overridden(key: str, **changes: Any) -> House:
    return with_options(built_in(key), msgspec.json.encode(changes))


def holds(house: House, name: str, value: Any) -> None:
    if name in SHORTHANDS:
        assert getattr(house, SHORTHANDS[name]).shorthand == value
    elif isinstance(value, dict):
        assert setting(house, f"options.{name}").items() >= value.items()
    else:
        assert setting(house, f"options.{name}") == value


@pytest.mark.parametrize("line", VALUES)
def test_every_value_loads_through_a_file_and_through_a_document(line: str, tmp_path: Path) -> None:
    name, value = parsed(line)
    allowed = [key for key in built_in_keys() if (key, line) not in FORBIDDEN]
    for key in allowed:
        holds(overridden(key, **{name: value}), name, value)
    one = allowed[VALUES.index(line) % len(allowed)]
    holds(house_of(tmp_path, f'extends = "{one}"\n[options]\n{line}'), name, value)


@pytest.mark.parametrize(("key", "line"), FORBIDDEN)
def test_what_a_book_forbids_loads_neither_way(key: str, line: str, tmp_path: Path) -> None:
    for said in refused(tmp_path, key, line):
        assert FORBIDDEN[key, line] in said


def test_the_options_of_the_model_the_catalogue_and_this_list_are_the_same() -> None:
    here = {parsed(line)[0] for line in VALUES}
    assert here == options().keys()
    assert here - SHORTHANDS.keys() == set(Options.__struct_fields__)


def test_the_catalogue_lists_the_values_that_load_and_no_others() -> None:
    for entry in options().values():
        if not is_a_choice(entry):
            continue
        here = {as_text(value) for name, value in map(parsed, VALUES) if name == entry.name}
        assert set(entry.values) == here, entry.name


def is_a_choice(entry: OptionEntry) -> bool:
    """Whether its values are listed one by one, not described."""
    return not any(" " in value for value in entry.values)


def as_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def test_the_lists_of_the_catalogue_are_those_of_the_model() -> None:
    for name, others in [("jackpot_lines", ["pair"]), ("royal_notice", ["royal_6"])]:
        [described] = options()[name].values
        for item in others:
            with pytest.raises(HouseError):
                overridden("manual", **{name: [item]})
            assert item not in described


# Named by rulings, but no option of a house yet.
NOT_YET_OPTIONS = {
    "limits_per",
    "machine_count_round",
    "drawn_when_none_due",
    "deck_after_void",
    "folded_may_leave",
    "deck_age_from",
    "pushed_toke",
    "offered_toke",
    "play_toke",
    "toke_min",
    "fold_tokes",
    "award_funding",
    "last_order",
    "toke_paid",
}


def test_options_and_rulings_name_each_other() -> None:
    known = rulings()
    named = {name for ruling in known.values() for name in ruling.options}
    assert named - options().keys() == NOT_YET_OPTIONS
    for ruling in known.values():
        for name in set(ruling.options) - NOT_YET_OPTIONS:
            if not ruling.id.startswith("QH-"):  # Our own rule on options that others brought in.
                assert ruling.id in options()[name].rulings
    for entry in options().values():
        for identity in entry.rulings:
            assert entry.name in known[identity].options


def test_every_option_says_what_it_is_about_and_where_it_acts() -> None:
    for entry in options().values():
        assert entry.about.endswith(".")
        assert entry.acts_on


# Values that cannot be.

LITERALS = [name for name in options() if is_a_choice(options()[name]) and name not in SHORTHANDS]


def refused(folder: Path, key: str, line: str) -> list[str]:
    """What is said to a file with that line, and to a document with that option."""
    name, value = parsed(line)
    with pytest.raises(HouseError) as of_file:
        house_of(folder, f'extends = "{key}"\n[options]\n{line}')
    with pytest.raises(HouseError) as of_document:
        overridden(key, **{name: value})
    return [str(of_file.value), str(of_document.value)]


@pytest.mark.parametrize("name", LITERALS)
def test_a_wrong_value_is_refused_with_those_that_are_allowed(name: str, tmp_path: Path) -> None:
    sample = next(value for known, value in map(parsed, VALUES) if known == name)
    wrong = "17" if type(sample) is int else '"whatever"'
    for said in refused(tmp_path, "manual", f"{name} = {wrong}"):
        assert f"options.{name} = {wrong}: " in said
        for value in options()[name].values:
            assert value in said


@cases("""
    line                                           place                              words
    collection_fee = {amount = -1}                 collection_fee.amount = -1         at least 0
    collection_fee = {per = "table"}               collection_fee.per = "table"       position
    collection_fee = {tip = 1}                     collection_fee.tip = 1             not known
    collection_fee = 5                             collection_fee = 5                 a table
    match_play = {spots = []}                      match_play.spots = []              at least one
    match_play = {spots = ["progressive"]}         match_play.spots[0]                pair_plus
    match_play = {on_push = "x"}                   match_play.on_push = "x"           stays, taken
    stub_count = {every = 0}                       stub_count.every = 0               at least 1
    stub_count = {window = "x"}                    stub_count.window = "x"            rolling, block
    deck_change = {hours = 0}                      deck_change.hours = 0              at least 1
    deck_change = {hours = 1.5}                    deck_change.hours = 1.5            whole number
    deck_change = {hours = {shoe = 8}}             deck_change.hours.hand             missing
    deck_change = {hours = {shoe = 0, hand = 1}}   deck_change.hours.shoe = 0         at least 1
    deck_change = {mode = "x"}                     deck_change.mode = "x"             remind
    new_deck_shuffles = {hand = 0}                 new_deck_shuffles.hand = 0         at least 1
    large_payout = {over = -1}                     large_payout.over = -1             at least 0
    large_payout = {chip = 0}                      large_payout.chip = 0              at least 1
    large_payout = {rule = "x"}                    large_payout.rule = "x"            either, both
    six_card_super_royal = 0                       six_card_super_royal = 0           none
    six_card_super_royal = -5                      six_card_super_royal = -5          none
    six_card_super_royal = 9999999                 six_card_super_royal = 9999999     1,000,000
    six_card_super_royal = "all"                   six_card_super_royal = "all"       odds
    tax_form_threshold = 0                         tax_form_threshold = 0             by_date
    tax_form_threshold = "never"                   tax_form_threshold = "never"       whole dollars
    settle_order = ["ante"]                        settle_order = ["ante"]            leaves out
    settle_order = []                              settle_order = []                  leaves out
    settle_order = ["toke"]                        settle_order[0] = "toke"           six_card_bonus
    jackpot_lines = "akq_spades"                   jackpot_lines = "akq_spades"       a list
    royal_notice = ["royal_6"]                     royal_notice[0] = "royal_6"        royal_5
    layout_spots = ["blind"]                       layout_spots[0] = "blind"          progressive
    role_aliases = {boss = 5}                      role_aliases                       a text
    announce_yes = "{hands}"                       announce_yes = "{hands}"           {hand}
    announce_yes = "{hand"                         announce_yes = "{hand"             brace
    announce_yes = "{hand.rank}"                   announce_yes = "{hand.rank}"       {hand}
    announce_yes = "{}"                            announce_yes = "{}"                {hand}
    announce_no_qualify = "{0}"                    announce_no_qualify = "{0}"        {hand}
    announce_yes = 5                               announce_yes = 5                   a text
    pair_plus_table = "1/4/6"                      pair_plus_table = "1/4/6"          straight_flush
    pair_plus_table = "1/4/6/30/40/50"             pair_plus_table                    straight_flush
    pair_plus_table = "1-4-6-30-40"                pair_plus_table                    1/2/3/4/5
    pair_plus_table = "40/30/6/4/1"                pair_plus_table                    pay less
    pair_plus_table = "-1/4/6/30/40"               pair_plus_table                    pair
    pair_plus_table = 14630                        pair_plus_table = 14630            a text
    ante_bonus_table = "1/4"                       ante_bonus_table = "1/4"           straight_flush
    ante_bonus_table = "1/4/9999999"               ante_bonus_table                   at most
    ace_low_straight = "yes"                       ace_low_straight = "yes"           true or false
    ace_low_straight = 1                           ace_low_straight = 1               true or false
    colour = "red"                                 colour = "red"                     not known
""")
def test_a_value_that_cannot_be_is_refused_where_it_stands(
    line: str, place: str, words: str, tmp_path: Path
) -> None:
    for said in refused(tmp_path, "classic", line):
        assert f"options.{place}" in said
        assert words in said
        assert "\n" not in said


def test_a_repeated_bet_in_the_order_is_refused() -> None:
    order = ["play", "play", "ante_bonus", "ante", "pair_plus"]
    with pytest.raises(HouseError, match=r"options\.settle_order.*once"):
        overridden("classic", settle_order=order)


def test_an_order_may_leave_out_what_the_house_does_not_offer() -> None:
    order = ["pair_plus", "ante", "ante_bonus", "play"]
    assert list(overridden("classic", settle_order=order).options.settle_order) == order


# How a document's options act on a house.


def test_no_options_are_the_house_itself() -> None:
    assert with_options(built_in("manual"), b"{}") is built_in("manual")


def test_a_part_of_an_option_leaves_its_other_parts_alone() -> None:
    house = overridden("mics", deck_change={"hours": {"hand": 3}})
    assert setting(house, "options.deck_change") == {
        "hours": {"shoe": 8, "hand": 3},
        "mode": "block",
    }
    assert overridden("manual", match_play={"on_push": "taken"}).options.match_play.spots == (
        "ante",
    )


def test_options_leave_everything_else_of_the_house_alone() -> None:
    before, after = built_in("manual"), overridden("manual", tie="dealer")
    assert (after.key, after.name, after.cites) == (before.key, before.name, before.cites)
    assert after.limits == before.limits
    assert before.options.tie == "push", "the built-in house is not touched"


def test_an_option_that_is_stated_is_no_longer_ours() -> None:
    assert "options.tie" in built_in("chickasaw").ours
    stated = overridden("chickasaw", tie="push")
    assert "options.tie" not in stated.ours
    assert stated.ours.keys() == built_in("chickasaw").ours.keys() - {"options.tie"}


def test_an_option_about_a_wager_that_is_not_offered_loads_and_changes_no_other() -> None:
    house = overridden("classic", six_card_wheel=False, envy_trigger="any_dealt_hand")
    assert house.wagers == built_in("classic").wagers


@clause("mics-k1-iii-A mics-k1-ii-A mics-f6")
@pytest.mark.parametrize("version", ["i", "ii", "iii"])
def test_1_5_6_goes_with_any_linked_version_and_33_35(version: str) -> None:
    house = overridden(
        "mics",
        wager_version=version,
        pair_plus_table="1/4/6/33/35",
        ante_bonus_table="1/5/6",
    )
    assert house.ante_bonus.shorthand == "1/5/6"


@clause("mics-k1-ii-A")
def test_33_35_goes_with_any_version_unless_it_is_read_as_their_partner() -> None:
    table = "1/4/6/33/35"
    assert setting(overridden("mics", pair_plus_table=table), "pair_plus.straight_flush") == 35
    with pytest.raises(HouseError, match=r'pair_plus = "1/4/6/33/35".*mics-f6, MICS-10'):
        overridden("mics", pair_plus_table=table, pp_33_35_requires_f6=True)
    linked = overridden(
        "mics", pair_plus_table=table, pp_33_35_requires_f6=True, wager_version="iii"
    )
    assert setting(linked, "pair_plus.straight_flush") == 35


def test_the_conditions_of_one_book_do_not_bind_the_others() -> None:
    for key in ("chickasaw", "manual", "classic"):
        assert overridden(key, ante_bonus_table="1/5/6").ante_bonus.shorthand == "1/5/6"


def test_a_condition_that_an_option_states_binds_every_house_that_sets_it() -> None:
    with pytest.raises(HouseError, match="pair_plus"):
        overridden("classic", pair_plus_table="1/4/6/33/35", pp_33_35_requires_f6=True)


@clause("manual-limits-D")
def test_ante_and_play_together_halve_what_the_ante_may_be() -> None:
    assert built_in("manual").limit("ante").maximum_cents == 30000
    assert overridden("manual", ante_play_max="combined").limit("ante").maximum_cents == 15000
