"""Invalid house files: one line with file, key, value and clause, and exit status 2."""

import os
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.clauses import clause
from tests.cli.runner import a_round, needs_the_table, run, run_apart
from tests.house.own import written


class Bad(NamedTuple):
    """A file, and what its error says: where, what, and on whose authority."""

    text: str
    where: str
    words: str
    because: str = ""


MICS, MANUAL, CLASSIC = (f'extends = "{key}"\n' for key in ("mics", "manual", "classic"))

BAD = {
    # Keys
    "an unknown key": Bad(MANUAL + "tables = 3", "tables = 3", "not known"),
    "an unknown key in a table": Bad(
        MANUAL + "[ante.limits]\nmost_cents = 5",
        "ante.limits.most_cents = 5",
        "not known",
        "manual-limits-D",
    ),
    "an unknown option": Bad(MANUAL + "[options]\ntye = 5", "options.tye", "did you mean tie?"),
    "an unknown table": Bad(MANUAL + "[bets]\nante = 5", "bets", "not known"),
    "a line of a pay table that is no hand": Bad(
        MANUAL + "[wagers.pair_plus.pays]\nroyal = 50",
        "wagers.pair_plus.pays.royal",
        "any = true",
        "manual-pp-table",
    ),
    "a value of the first form": Bad(
        MANUAL + '[dealer]\nqualifies_with = "queen_high"',
        "dealer.qualifies_with",
        '"queen_high" is "Q" now',
    ),
    "a clause of its own twice": Bad(
        MANUAL + '[[clause]]\nid = "x-1"\ngist = "One."\n[[clause]]\nid = "x-1"\ngist = "Two."',
        "clause",
        "there is already a clause x-1",
    ),
    "a currency that is none": Bad(
        MANUAL + 'currency = "dollars"', 'currency = "dollars"', "three capital letters"
    ),
    "a meter that is not there": Bad(
        MANUAL + '[wagers.x.pays]\nflush = {percent = 1, meter = "north"}',
        'wagers.x.pays.flush.meter = "north"',
        "there are main",
    ),
    # Types
    "a text for a number": Bad(
        MANUAL + 'seats = "seven"', 'seats = "seven"', "whole number", "manual-intro-3"
    ),
    "a fraction for cents": Bad(
        MANUAL + "[ante.limits]\nminimum_cents = 7.5",
        "ante.limits.minimum_cents = 7.5",
        "whole number",
        "manual-limits-D",
    ),
    "true for a number": Bad(
        MANUAL + "[wagers.pair_plus.pays]\npair = true",
        "wagers.pair_plus.pays.pair = true",
        "must be a number to one, a fraction such as",
    ),
    "a number for a table": Bad(
        MANUAL + "[ante]\nlimits = 500", "ante.limits = 500", "a table", "manual-limits-D"
    ),
    "a number for the options": Bad(MANUAL + "options = 5", "options = 5", "a table"),
    "a text for a list": Bad(
        MANUAL + '[layout]\nspots = "ante"', 'layout.spots = "ante"', "a list", "manual-intro-3"
    ),
    "a date for a number": Bad(
        MANUAL + "seats = 2024-07-01", 'seats = "2024-07-01"', "whole number", "manual-intro-3"
    ),
    "a number for the key": Bad(MANUAL + "key = 5", "key = 5", "text"),
    "a number for what it extends": Bad("extends = 5", "extends = 5", "a house or a file"),
    "a list of wagers": Bad(CLASSIC + 'wagers = ["ante"]', "wagers", "a table of its own"),
    # Tables
    "a wager without rows": Bad(
        CLASSIC + "[wagers.blind]", "wagers.blind.pays", "at least one row"
    ),
    "no seats": Bad(MANUAL + "seats = 0", "seats = 0", "1 to 9", "manual-intro-3"),
    "ten seats": Bad(MANUAL + "seats = 10", "seats = 10", "1 to 9", "manual-intro-3"),
    # Pay tables
    "a stronger hand paying less": Bad(
        MANUAL + "[wagers.pair_plus.pays]\nstraight = 2",
        "wagers.pair_plus.pays.straight = 2",
        "a stronger hand may not pay less than a weaker one (flush pays 3)",
        "manual-pp-table",
    ),
    "a weaker hand paying more": Bad(
        MANUAL + "[ante_bonus.pays]\nstraight = 9",
        "ante_bonus.pays.straight_flush = 5",
        "may not pay less",
        "manual-antebonus",
    ),
    "a royal paying less": Bad(
        MANUAL + "[wagers.six_card_bonus.pays]\nroyal_flush = 100",
        "wagers.six_card_bonus.pays.royal_flush = 100",
        "may not pay less",
        "manual-6cb-M",
    ),
    "a negative envy bonus": Bad(
        MANUAL + "[wagers.progressive.pays.akq_spades]\nenvy_cents = -5",
        "wagers.progressive.pays.akq_spades.envy_cents = -5",
        "must be 0 to",
        "manual-prog-G",
    ),
    "negative odds": Bad(
        MANUAL + "[wagers.pair_plus.pays]\npair = -1",
        "wagers.pair_plus.pays.pair.to_one = -1",
        "must be 0 to 1,000,000",
        "manual-pp-table",
    ),
    "negative odds as a shorthand": Bad(
        MANUAL + '[options]\nante_bonus_table = "-1/4/5"',
        'options.ante_bonus_table = "-1/4/5"',
        "odds",
    ),
    "absurd odds": Bad(
        MANUAL + "[wagers.six_card_bonus.pays]\nroyal_flush = 100000000",
        "wagers.six_card_bonus.pays.royal_flush.to_one = 100000000",
        "must be 0 to 1,000,000",
        "manual-6cb-M",
    ),
    "a table at odds with its shorthand": Bad(
        MANUAL + '[options]\npair_plus_table = "1/4/6/30/40"\n[wagers.pair_plus.pays]\nflush = 3',
        'options.pair_plus_table = "1/4/6/30/40"',
        "contradicts",
    ),
    # Limits
    "a minimum above the maximum": Bad(
        CLASSIC + "[ante.limits]\nminimum_cents = 2000",
        "ante.limits.minimum_cents = 2000",
        "above the maximum of 1000",
        "classic-amount-ante",
    ),
    "a maximum below the minimum": Bad(
        CLASSIC + "[wagers.pair_plus.limits]\nmaximum_cents = 100",
        "wagers.pair_plus.limits.minimum_cents = 200",
        "above the maximum of 100",
        "classic-amount-pp",
    ),
    "a maximum of the 6 Card Bonus below its minimum": Bad(
        MANUAL + "[wagers.six_card_bonus.limits]\nmaximum_cents = 400",
        "wagers.six_card_bonus.limits.minimum_cents = 500",
        "above the maximum of 400",
        "manual-limits-E",
    ),
    "a step of nothing": Bad(
        CLASSIC + "[ante.limits]\nstep_cents = 0",
        "ante.limits.step_cents = 0",
        "must be 1 to 10,000,000,000",
        "classic-amount-ante",
    ),
    "a step of the 6 Card Bonus of nothing": Bad(
        MANUAL + "[wagers.six_card_bonus.limits]\nstep_cents = 0",
        "wagers.six_card_bonus.limits.step_cents = 0",
        "must be 1 to 10,000,000,000",
        "manual-limits-E",
    ),
    "a step that leaves no bet": Bad(
        CLASSIC + "[ante.limits]\nstep_cents = 1500",
        "ante.limits.step_cents = 1500",
        "no multiple",
        "classic-amount-ante",
    ),
    "a minimum of nothing": Bad(
        CLASSIC + "[ante.limits]\nminimum_cents = 0",
        "ante.limits.minimum_cents = 0",
        "must be 1 to 10,000,000,000",
        "classic-amount-ante",
    ),
    "ante and play that cannot both meet the minimum": Bad(
        MANUAL
        + '[options]\nante_play_max = "combined"\n[ante.limits]\nminimum_cents = 10000\n'
        + "maximum_cents = 15000",
        'play.maximum = "combined"',
        "together",
        "manual-limits-D",
    ),
    "ante and play that cannot both come to the first step": Bad(
        MANUAL
        + '[options]\nante_play_max = "combined"\n[ante.limits]\nminimum_cents = 550\n'
        + "maximum_cents = 1150",
        'play.maximum = "combined"',
        "together",
        "manual-limits-D",
    ),
    # What a book ties together
    "1/5/6 alone": Bad(
        MICS + '[options]\nante_bonus_table = "1/5/6"',
        'wagers.pair_plus.pays = "1/4/6/30/40"',
        "needs an (f)(6) version",
        "mics-k1-iii-A",
    ),
    "1/5/6 without a linked version": Bad(
        MICS + '[options]\nante_bonus_table = "1/5/6"\npair_plus_table = "1/4/6/33/35"',
        "wagers.pair_plus.at_most.ante",
        "needs an (f)(6) version",
        "mics-k1-iii-A",
    ),
    "1/5/6 without 33/35": Bad(
        MICS + '[options]\nante_bonus_table = "1/5/6"\nwager_version = "ii"',
        'wagers.pair_plus.pays = "1/4/6/30/40"',
        "needs an (f)(6) version",
        "mics-k1-iii-A",
    ),
    "1/5/6 written out, without its conditions": Bad(
        MICS + "[ante_bonus.pays]\nstraight = 1\nthree_of_a_kind = 5\nstraight_flush = 6",
        'wagers.pair_plus.pays = "1/4/6/30/40"',
        "needs an (f)(6) version",
        "mics-k1-iii-A",
    ),
    "33/35 as the partner of a linked version": Bad(
        MICS + '[options]\npair_plus_table = "1/4/6/33/35"\npp_33_35_requires_f6 = true',
        "wagers.pair_plus.at_most.ante",
        "an (f)(6) version only",
        "mics-f6",
    ),
    "a linked version without pair plus": Bad(
        MICS + 'wagers.pair_plus = false\n[options]\nwager_version = "i"',
        'options.wager_version = "i"',
        "there is no pair_plus here",
    ),
    "hand dealing without a shuffler": Bad(
        MICS + '[options]\ndeal_method = "hand"\n[shuffle]\nmethod = "hand"',
        'dealing.method = "hand"',
        "needs a shuffling machine",
        "mics-h2-i",
    ),
    "two decks without a shuffler": Bad(
        MICS + '[options]\ndecks = 2\n[shuffle]\nmethod = "hand"',
        "cards.decks = 2",
        "needs a shuffling machine",
        "mics-b2",
    ),
    "two decks of one colour": Bad(
        MICS + '[options]\ndecks = 2\n[cards]\nbacks = ["red", "red"]',
        'cards.backs = ["red","red"]',
        "different colours",
        "mics-b2-ii",
    ),
    "two decks of the rule sheet of one colour": Bad(
        CLASSIC + '[cards]\nbacks = ["red", "red"]',
        'cards.backs = ["red","red"]',
        "different colours",
        "classic-equip-2",
    ),
    "two decks and one colour": Bad(
        MANUAL + '[cards]\nbacks = ["red"]',
        'cards.backs = ["red"]',
        "each of 2 decks",
        "manual-auto-A",
    ),
    "a hand shuffle beside the progressive": Bad(
        MANUAL + '[options]\ndecks = 1\n[shuffle]\nmethod = "hand"',
        'shuffle.method = "hand"',
        "does not shuffle by hand",
        "manual-std-machine",
    ),
    "a hand shuffle beside the 6 Card Bonus": Bad(
        MANUAL + 'wagers.progressive = false\n[options]\ndecks = 1\n[shuffle]\nmethod = "hand"',
        'shuffle.method = "hand"',
        "does not shuffle by hand with six_card_bonus",
        "MAN-6",
    ),
    "a hand shuffle where there is never one": Bad(
        MANUAL
        + "wagers.progressive = false\nwagers.six_card_bonus = false\n"
        + '[options]\ndecks = 1\nhand_shuffle = "never"\n[shuffle]\nmethod = "hand"',
        'shuffle.method = "hand"',
        "does not shuffle by hand at any table",
        "MAN-6",
    ),
    # The meter, chips, thresholds, words
    "more to the meter than was bet": Bad(
        MANUAL + "[wagers.progressive.feeds.main]\ncents = 96",
        "wagers.progressive.feeds = 101",
        "more goes to the meters than the lowest bet of 100",
    ),
    "a negative seed": Bad(
        MANUAL + "[meters.main]\nseed_cents = -1",
        "meters.main.seed_cents = -1",
        "must be 0 to",
        "manual-prog-B",
    ),
    "a meter that may not reach its seed": Bad(
        MANUAL + "[meters.main]\nlimit_cents = 99999",
        "meters.main.limit_cents = 99999",
        "at least the seed of 100000",
        "manual-prog-B",
    ),
    "a spot without a wager": Bad(
        CLASSIC + '[options]\nlayout_spots = ["ante", "play", "pair_plus", "progressive"]',
        'options.layout_spots = ["ante","play","pair_plus","progressive"]',
        "there is no progressive here",
    ),
    "a wager without a spot": Bad(
        MANUAL + '[options]\nlayout_spots = ["ante", "play", "pair_plus", "six_card_bonus"]',
        'options.layout_spots = ["ante","play","pair_plus","six_card_bonus"]',
        "progressive",
        "manual-intro-3",
    ),
    "no spot to play on": Bad(
        CLASSIC + '[options]\nlayout_spots = ["ante", "pair_plus"]',
        'options.layout_spots = ["ante","pair_plus"]',
        "leaves out play",
    ),
    "more than the whole meter": Bad(
        MANUAL + '[wagers.progressive.pays]\nakq_spades = {percent = 101, meter = "main"}',
        "wagers.progressive.pays.akq_spades.percent = 101",
        "0 to 100",
        "manual-prog-G",
    ),
    "chips that do not rise": Bad(
        CLASSIC + "[betting]\nchips_cents = [500, 100]",
        "betting.chips_cents = [500,100]",
        "rise",
        "classic-equip-4",
    ),
    "thresholds out of order": Bad(
        CLASSIC
        + "[compliance]\ncurrency_report_over = [{since = 2020-01-01, cents = 1}, "
        + "{since = 2019-01-01, cents = 1}]",
        "compliance.currency_report_over",
        "dates must rise",
    ),
    "a negative threshold": Bad(
        CLASSIC + "[compliance]\ncurrency_report_over = [{since = 2020-01-01, cents = -1}]",
        "compliance.currency_report_over[0].cents = -1",
        "",
    ),
    "a threshold without a date": Bad(
        CLASSIC + "[compliance]\ncurrency_report_over = [{cents = 1}]",
        "compliance.currency_report_over[0].since",
        "is missing",
    ),
    "no cut cards": Bad(
        CLASSIC + "[cards]\ncover_cards = 0", "cards.cover_cards = 0", "", "classic-equip-3"
    ),
    "chips that cash cannot buy": Bad(
        'extends = "chickasaw"\n[betting]\nbuy_in = ["foreign_money"]',
        'betting.buy_in = ["foreign_money"]',
        "for cash",
        "chickasaw-n",
    ),
    "a cut that leaves nothing": Bad(
        MICS + "[shuffle]\ncut_least_cards = 52",
        "shuffle.cut_least_cards = 52",
        "1 to 51",
        "mics-e3-i-B",
    ),
    "an announcement with an unknown blank": Bad(
        CLASSIC + '[options]\nannounce_yes = "{card}"',
        'options.announce_yes = "{card}"',
        "{hand}",
        "classic-deal-6",
    ),
    "an announcement of positions with an unknown blank": Bad(
        CLASSIC + '[wagers.pair_plus]\nabsent = "No PAIR PLUS, {seats}"',
        'wagers.pair_plus.absent = "No PAIR PLUS, {seats}"',
        "{positions}",
        "classic-deal-2-2",
    ),
    "an announcement of positions with half a brace": Bad(
        CLASSIC + '[wagers.pair_plus]\nabsent = "No PAIR PLUS, {"',
        'wagers.pair_plus.absent = "No PAIR PLUS, {"',
        "brace",
        "classic-deal-2-2",
    ),
    "an empty key": Bad(CLASSIC + 'key = ""', 'key = ""', ""),
    "a built-in key": Bad(CLASSIC + 'key = "manual"', 'key = "manual"', "built-in"),
    "an amendment by a clause that does not exist": Bad(
        CLASSIC + '[amends]\nseats = ["classic-equip-99"]', "amends.seats", "no clause"
    ),
    "a mark on a setting that does not exist": Bad(
        CLASSIC + '[ours]\n"ante.limits.blind" = "We felt like it."',
        "ours.ante.limits.blind",
        "no such setting",
    ),
    # The file itself
    "no TOML": Bad("extends = ", "", "not TOML"),
    "a key twice": Bad("seats = 1\nseats = 2", "", "not TOML"),
    "odds of a billion digits": Bad(
        CLASSIC + '[wagers.pair_plus.pays.flush]\nto_one = "1e999999999"',
        'wagers.pair_plus.pays.flush.to_one = "1e999999999"',
        "3/2",
    ),
    "a number of five thousand digits": Bad(f"seats = {'9' * 5000}", "", "not TOML: a number"),
    "a title that turns the writing round": Bad(
        CLASSIC + '[wagers.pair_plus]\ntitle = "Pair \\u202e Plus"',
        "wagers.pair_plus.title",
        "U+202E",
    ),
    "a name with a null character": Bad(CLASSIC + 'name = "Lucky\\u0000"', "name", "U+0000"),
    "a word that turns the writing round": Bad(
        CLASSIC + '[words]\nante = "An\\u202ete"', "words.ante", "U+202E"
    ),
    "more rows than anybody reads": Bad(
        CLASSIC
        + "[wagers.pair_plus.pays]\n"
        + "".join(f'r{n} = {{ranks = "AKQ", to_one = 1}}\n' for n in range(201)),
        "wagers.pair_plus.pays",
        "at most 200 rows",
    ),
    "more wagers than a layout has room for": Bad(
        CLASSIC + "".join(f"[wagers.w{n}.pays]\npair = 1\n" for n in range(51)),
        "wagers = 52",
        "at most 50",
    ),
    "very many brackets": Bad("x = " + "[" * 5000, "", "not TOML"),
    "very many dots": Bad("x" + ".x" * 5000 + " = 1", "", "nested too deeply"),
    "an amount below nothing beside the steps": Bad(
        CLASSIC + "[ante.limits]\nalso_cents = [50, -50]",
        "ante.limits.also_cents = -50",
        "must be 1 to 10,000,000,000",
    ),
    "a need of nothing": Bad(
        CLASSIC + "[wagers.x]\nneeds = [[]]\n[wagers.x.pays]\npair = 1",
        "wagers.x.needs",
        "names at least one wager",
    ),
    "an option of a wager that is taken away": Bad(
        CLASSIC + '[options]\nfold_pair_plus = "survives"\n[wagers]\npair_plus = false',
        'options.fold_pair_plus = "survives"',
        "there is no pair_plus here",
    ),
    "an option of a meter that is taken away": Bad(
        MANUAL
        + '[options]\nlinked_simultaneous = "split"\n'
        + "[wagers]\nprogressive = false\n[meters]\nmain = false",
        'options.linked_simultaneous = "split"',
        "there is no main here",
    ),
    "no base of that name": Bad('extends = "bellagio"', 'extends = "bellagio"', "no such file"),
    "no base at all": Bad('extends = ""', 'extends = ""', ""),
    "a base that is a directory without a house": Bad(
        'extends = "."', 'extends = "."', "no such file"
    ),
    "a base with a zero in its name": Bad(r'extends = "a\u0000b"', "extends", ""),
}


def without_line(file: Path, complaint: str) -> str:
    """Drop the line number, which only lint gives."""
    return re.sub(rf"({re.escape(str(file))}):\d+: ", r"\1: ", complaint)


@pytest.mark.parametrize("what", BAD)
@clause("mics-k1-iii-A mics-h2-i mics-b2 mics-b2-i mics-b2-ii mics-f6 manual-auto-A")
@clause("manual-std-machine manual-hdeal-use manual-6cb-N1 manual-limits-C manual-limits-D")
@clause("classic-equip-2 manual-intro-3")
def test_a_bad_house_file_gets_one_line_with_file_key_value_and_clause(
    what: str, tmp_path: Path
) -> None:
    bad = BAD[what]
    file = written(tmp_path, bad.text)
    linted, settled = run("lint", file), run("settle", "--house", file, stdin=a_round())
    for answer in (linted, settled):
        assert answer.status == 2
        complaint = without_line(file, answer.complaint.removeprefix("queenhigh: "))
        assert complaint.startswith(f"{file}: {bad.where}")
        assert bad.words in complaint
        assert bad.because in complaint
    assert without_line(file, linted.complaint) == settled.complaint


@pytest.mark.parametrize("what", BAD)
def test_as_json_the_findings_say_the_same(what: str, tmp_path: Path) -> None:
    bad = BAD[what]
    file = written(tmp_path, bad.text)
    answer = run("lint", file, "--json")
    assert (answer.status, answer.err) == (2, "")
    assert answer.json["valid"] is False
    first = answer.json["findings"][0]
    assert first["level"] == "wrong"
    assert bad.where.startswith(first["key"])
    assert bad.words in first["message"] or bad.words in bad.where
    assert not bad.because or bad.because in first["cites"]


@pytest.mark.parametrize(
    "command",
    ["rules", "compare", "check", pytest.param("play", marks=needs_the_table), "settle --lines"],
)
@pytest.mark.parametrize("what", ["1/5/6 alone", "no TOML", "a wager without rows"])
def test_every_command_that_takes_a_house_gives_the_same_error(
    command: str, what: str, tmp_path: Path
) -> None:
    file = str(written(tmp_path, BAD[what].text))
    arguments = {
        "rules": ["rules", file],
        "compare": ["compare", "classic", file],
        "check": ["check", "--house", file],
        "play": ["play", "--house", file],
        "settle --lines": ["settle", "--lines", "--house", file],
    }[command]
    answer = run(*arguments, stdin=a_round())
    assert answer.status == 2
    assert file in answer.complaint
    assert BAD[what].words in answer.complaint


@pytest.mark.parametrize("bytes_", [b'name = "\xff"', "name = 'ä'".encode("latin-1"), b"\xff\xfe"])
def test_a_file_that_is_not_utf_8_gets_that_error(bytes_: bytes, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_bytes(bytes_)
    for answer in (run("lint", file), run("settle", "--house", file, stdin=a_round())):
        assert answer.status == 2
        assert f"{file}: not UTF-8" in answer.complaint


def test_a_directory_and_a_missing_file_get_different_errors(tmp_path: Path) -> None:
    """A directory belongs to a book, and has a house.toml."""
    none = tmp_path / "none.toml"
    for file, missing in [(tmp_path, tmp_path / "house.toml"), (none, none)]:
        for answer in (run("lint", file), run("settle", "--house", file, stdin=a_round())):
            assert answer.status == 2
            assert f"{missing}: no such file" in answer.complaint


def test_an_unknown_house_gets_the_names_of_the_known_ones() -> None:
    for answer in (run("lint", "bellagio"), run("settle", "--house", "bellagio", stdin=a_round())):
        assert answer.status == 2
        assert "mics, mics-alternate, chickasaw, manual, classic" in answer.complaint


def test_a_circular_link_gets_that_error(tmp_path: Path) -> None:
    folder = tmp_path / ("a-house-in-a-folder-with-a-long-name-" * 3)
    folder.mkdir()
    file = folder / "own.toml"
    file.symlink_to(file)
    for answer in (run("lint", file), run("settle", "--house", file, stdin=a_round())):
        assert answer.status == 2
        assert str(file) in answer.complaint


@pytest.mark.parametrize("length", [1, 2, 5])
def test_extends_in_a_circle_shows_the_circle(length: int, tmp_path: Path) -> None:
    for n in range(length):
        written(tmp_path, f'extends = "{(n + 1) % length}.toml"', f"{n}.toml")
    file = tmp_path / "0.toml"
    for answer in (run("lint", file), run("settle", "--house", file, stdin=a_round())):
        assert answer.status == 2
        assert f"{file}: extends" in without_line(file, answer.complaint)
        assert "circle" in answer.complaint
        for n in range(length):
            assert f"{n}.toml" in answer.complaint


def test_a_circle_further_down_the_chain_is_found_too(tmp_path: Path) -> None:
    written(tmp_path, 'extends = "b.toml"', "a.toml")
    written(tmp_path, 'extends = "a.toml"', "b.toml")
    file = written(tmp_path, 'extends = "a.toml"')
    assert "circle" in run("lint", file).complaint


@pytest.mark.parametrize(
    ("text", "words"), [("seats = ", "not TOML"), ('extends = "classic"\nkey = "mics"', "built-in")]
)
def test_an_error_in_a_base_names_the_base(text: str, words: str, tmp_path: Path) -> None:
    base = written(tmp_path, text, "base.toml")
    file = written(tmp_path, 'extends = "base.toml"')
    for answer in (run("lint", file), run("settle", "--house", file, stdin=a_round())):
        assert answer.status == 2
        assert str(base) in answer.complaint
        assert words in answer.complaint


def test_a_file_named_like_a_built_in_house_takes_its_key(tmp_path: Path) -> None:
    file = written(tmp_path, 'extends = "classic"', "manual.toml")
    assert 'key = "manual"' in run("lint", file).complaint
    named = written(tmp_path, 'extends = "classic"\nkey = "own"', "manual.toml")
    assert run("lint", named).status == 0


def test_a_line_break_in_a_key_does_not_break_the_line(tmp_path: Path) -> None:
    file = written(tmp_path, 'extends = "classic"\n"a\\nb" = 1')
    for answer in (run("lint", file), run("settle", "--house", file, stdin=a_round())):
        assert answer.status == 2
        assert answer.complaint


def test_several_errors_are_several_lines_of_lint(tmp_path: Path) -> None:
    text = MANUAL + '[options]\ndecks = 2\n[shuffle]\nmethod = "hand"\n[cards]\nbacks = ["red"]'
    file = written(tmp_path, text)
    answer = run("lint", file)
    assert (answer.status, answer.out) == (2, "")
    lines = answer.err.splitlines()
    assert len(lines) == 3
    assert all(line.startswith(f"queenhigh: {file}:") for line in lines)
    assert len(run("lint", file, "--json").json["findings"]) == 3
    settled = run("settle", "--house", file, stdin=a_round())
    assert settled.complaint == without_line(file, lines[0])


def test_a_house_that_lint_passes_can_be_settled_by(tmp_path: Path) -> None:
    file = written(tmp_path, MANUAL + "seats = 3")
    assert run("lint", file).status == 0
    assert run("settle", "--house", file, stdin=a_round()).status == 0
    assert run("check", "--house", file, stdin=a_round()).status == 0


@needs_the_table
def test_a_house_that_lint_passes_can_be_played_at(tmp_path: Path) -> None:
    assert run("play", "--house", written(tmp_path, MANUAL + "seats = 3")).status == 0


def test_a_table_smaller_than_seven_seats_has_no_seventh(tmp_path: Path) -> None:
    file = written(tmp_path, MANUAL + "seats = 2")
    answer = run("settle", "--house", file, stdin=a_round())
    assert answer.status == 2
    assert "seats[0].seat: the table has seats 1 to 2, not 3" in answer.complaint


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="needs files for open pipes")
@pytest.mark.parametrize("arguments", ["lint", "settle --house", "settle --lines --house"])
def test_a_house_may_come_from_a_pipe_which_can_be_read_once(arguments: str) -> None:
    reading, writing = os.pipe()
    os.write(writing, MANUAL.encode())
    os.close(writing)
    try:
        pipe = f"/dev/fd/{reading}"
        answer = run_apart(*arguments.split(), pipe, stdin=a_round(), pass_fds=[reading])
    finally:
        os.close(reading)
    assert answer.status == 0
    assert '"error"' not in answer.out
