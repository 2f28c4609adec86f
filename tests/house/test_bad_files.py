"""House files that are no house: one line with file, key, value and clause, and exit status 2."""

import os
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.clauses import clause
from tests.cli.runner import a_round, run, run_apart
from tests.house.own import written


class Bad(NamedTuple):
    """A file, and what the line about it says: where, what, and on whose word."""

    text: str
    where: str
    words: str
    because: str = ""


MICS, MANUAL, CLASSIC = (f'extends = "{key}"\n' for key in ("mics", "manual", "classic"))

BAD = {
    # Keys
    "an unknown key": Bad(MANUAL + "tables = 3", "tables = 3", "not known"),
    "an unknown key in a table": Bad(
        MANUAL + "[limits.ante]\nmost_cents = 5",
        "limits.ante.most_cents = 5",
        "not known",
        "manual-limits-D",
    ),
    "an unknown option": Bad(MANUAL + "[options]\ntye = 5", "options.tye = 5", "not known"),
    "an unknown table": Bad(MANUAL + "[bets]\nante = 5", "bets", "not known"),
    "an unknown line of a pay table": Bad(
        MANUAL + "[pair_plus]\nroyal = 50", "pair_plus.royal = 50", "not known", "manual-pp-table"
    ),
    # Types
    "a text for a number": Bad(
        MANUAL + 'seats = "seven"', 'seats = "seven"', "whole number", "manual-intro-3"
    ),
    "a fraction for cents": Bad(
        MANUAL + "[limits.ante]\nminimum_cents = 7.5",
        "limits.ante.minimum_cents = 7.5",
        "whole number",
        "manual-limits-D",
    ),
    "true for a number": Bad(
        MANUAL + "[pair_plus]\npair = true",
        "pair_plus.pair = true",
        "whole number",
        "manual-pp-table",
    ),
    "a number for a table": Bad(
        MANUAL + "[limits]\nante = 500", "limits.ante = 500", "a table", "manual-limits-D"
    ),
    "a number for the options": Bad(MANUAL + "options = 5", "options = 5", "a table"),
    "a text for a list": Bad(MANUAL + 'wagers = "ante"', 'wagers = "ante"', "a list"),
    "a date for a number": Bad(
        MANUAL + "seats = 2024-07-01", 'seats = "2024-07-01"', "whole number", "manual-intro-3"
    ),
    "a number for the key": Bad(MANUAL + "key = 5", "key = 5", "a text"),
    "a number for what it extends": Bad("extends = 5", "extends = 5", "a house or a file"),
    "an unknown book": Bad(MANUAL + 'book = "own"', 'book = "own"', "mics, chickasaw, manual"),
    "an unknown wager": Bad(
        CLASSIC + 'wagers = ["ante", "blind"]', 'wagers[1] = "blind"', "pair_plus"
    ),
    # Tables
    "a missing table": Bad(
        'book = "mics"\nname = "x"\nstanding = "y"\nwagers = ["ante"]\nseats = 7',
        "limits",
        "missing",
    ),
    "a missing setting": Bad('key = "x"', "book: is missing", "is missing"),
    "a wager without its pay table": Bad(
        CLASSIC
        + 'wagers = ["ante", "six_card_bonus"]\n[limits.six_card_bonus]\nmaximum_cents = 10000',
        "six_card_bonus",
        "the table is missing, and the wager is offered",
    ),
    "a wager without its limits": Bad(
        CLASSIC
        + 'wagers = ["ante", "progressive"]\n[progressive.pays]\nstraight = 6\n'
        + "three_of_a_kind = 60\nstraight_flush = 70\nakq_suited = 500\n[progressive.envy]\n"
        + "akq_spades_cents = 1\nakq_suited_cents = 1\n[progressive.meter]\nseed_cents = 1\n"
        + "contribution_cents = 1\nreserve_cents = 1",
        "limits.progressive",
        "the table is missing, and the wager is offered",
    ),
    "no ante": Bad(CLASSIC + 'wagers = ["pair_plus"]', 'wagers = ["pair_plus"]', "the ante"),
    "a wager twice": Bad(CLASSIC + 'wagers = ["ante", "ante"]', "wagers = ", "once"),
    "no seats": Bad(MANUAL + "seats = 0", "seats = 0", "1 to 7", "manual-intro-3"),
    "eight seats": Bad(MANUAL + "seats = 8", "seats = 8", "1 to 7", "manual-intro-3"),
    # Pay tables
    "a stronger hand paying less": Bad(
        MANUAL + "[pair_plus]\nstraight = 2",
        "pair_plus.straight = 2",
        "a stronger hand may not pay less than a weaker one (flush pays 3)",
        "manual-pp-table",
    ),
    "a weaker hand paying more": Bad(
        MANUAL + "[ante_bonus]\nstraight = 9",
        "ante_bonus.three_of_a_kind = 4",
        "may not pay less",
        "manual-antebonus",
    ),
    "a royal paying less": Bad(
        MANUAL + "[six_card_bonus]\nroyal_flush = 100",
        "six_card_bonus.royal_flush = 100",
        "may not pay less",
        "manual-6cb-M",
    ),
    "a progressive award paying less": Bad(
        MANUAL + "[progressive.pays]\nakq_suited = 5",
        "progressive.pays.akq_suited = 5",
        "may not pay less",
        "manual-prog-G",
    ),
    "an envy bonus paying less": Bad(
        MANUAL + "[progressive.envy]\nakq_spades_cents = 5",
        "progressive.envy.akq_spades_cents = 5",
        "may not pay less",
        "manual-prog-G-2",
    ),
    "negative odds": Bad(
        MANUAL + "[pair_plus]\npair = -1",
        "pair_plus.pair = -1",
        "odds cannot be negative",
        "manual-pp-table",
    ),
    "negative odds as a shorthand": Bad(
        MANUAL + '[options]\nante_bonus_table = "-1/4/5"',
        'options.ante_bonus_table = "-1/4/5"',
        "odds",
    ),
    "absurd odds": Bad(
        MANUAL + "[six_card_bonus]\nroyal_flush = 100000000",
        "six_card_bonus.royal_flush = 100000000",
        "at most 1,000,000",
        "manual-6cb-M",
    ),
    "a table at odds with its shorthand": Bad(
        MANUAL + '[options]\npair_plus_table = "1/4/6/30/40"\n[pair_plus]\nflush = 3',
        'options.pair_plus_table = "1/4/6/30/40"',
        "contradicts",
    ),
    # Limits
    "a minimum above the maximum": Bad(
        CLASSIC + "[limits.ante]\nminimum_cents = 2000",
        "limits.ante.minimum_cents = 2000",
        "above the maximum of 1000",
        "classic-amount-ante",
    ),
    "a maximum below the minimum": Bad(
        CLASSIC + "[limits.pair_plus]\nmaximum_cents = 100",
        "limits.pair_plus.minimum_cents = 200",
        "above the maximum of 100",
        "classic-amount-pp",
    ),
    "a maximum of the 6 Card Bonus below its minimum": Bad(
        MANUAL + "[limits.six_card_bonus]\nmaximum_cents = 400",
        "limits.six_card_bonus.maximum_cents = 400",
        "minimum",
        "manual-limits-E",
    ),
    "a step of nothing": Bad(
        CLASSIC + "[limits.ante]\nstep_cents = 0",
        "limits.ante.step_cents = 0",
        "at least 1",
        "classic-amount-ante",
    ),
    "a step of the 6 Card Bonus of nothing": Bad(
        MANUAL + "[limits.six_card_bonus]\nstep_cents = 0",
        "limits.six_card_bonus.step_cents = 0",
        "at least 1",
        "manual-limits-E",
    ),
    "a step that leaves no bet": Bad(
        CLASSIC + "[limits.ante]\nstep_cents = 1500",
        "limits.ante.step_cents = 1500",
        "no multiple",
        "classic-amount-ante",
    ),
    "a minimum of nothing": Bad(
        CLASSIC + "[limits.ante]\nminimum_cents = 0",
        "limits.ante.minimum_cents = 0",
        "at least 1",
        "classic-amount-ante",
    ),
    "a minimum below the manual's range": Bad(
        MANUAL + "[limits.ante]\nminimum_cents = 400",
        "limits.ante.minimum_cents = 400",
        "between 500 and 10000",
        "manual-limits-D",
    ),
    "a minimum above the manual's range": Bad(
        MANUAL + "[limits.pair_plus]\nminimum_cents = 10100",
        "limits.pair_plus.minimum_cents = 10100",
        "between 500 and 10000",
        "manual-limits-C",
    ),
    "a range the wrong way round": Bad(
        MANUAL + "[limits.ante]\nallowed_minimum_cents = [10000, 500]",
        "limits.ante.allowed_minimum_cents = [10000,500]",
        "",
        "manual-limits-D",
    ),
    "a range of three": Bad(
        MANUAL + "[limits.ante]\nallowed_minimum_cents = [1, 2, 3]",
        "limits.ante.allowed_minimum_cents = [1,2,3]",
        "2",
        "manual-limits-D",
    ),
    "ante and play that cannot both meet the minimum": Bad(
        MANUAL
        + '[options]\nante_play_max = "combined"\n[limits.ante]\nminimum_cents = 10000\n'
        + "maximum_cents = 15000",
        'options.ante_play_max = "combined"',
        "together",
        "manual-limits-D",
    ),
    # What a book ties together
    "1/5/6 alone": Bad(
        MICS + '[options]\nante_bonus_table = "1/5/6"',
        'ante_bonus = "1/5/6"',
        "version free and 1/4/6/30/40",
        "mics-k1-iii-A",
    ),
    "1/5/6 without a linked version": Bad(
        MICS + '[options]\nante_bonus_table = "1/5/6"\npair_plus_table = "1/4/6/33/35"',
        'ante_bonus = "1/5/6"',
        "version free and 1/4/6/33/35",
        "mics-k1-iii-A",
    ),
    "1/5/6 without 33/35": Bad(
        MICS + '[options]\nante_bonus_table = "1/5/6"\nwager_version = "ii"',
        'ante_bonus = "1/5/6"',
        "version ii and 1/4/6/30/40",
        "mics-k1-iii-A",
    ),
    "1/5/6 written out, without its conditions": Bad(
        MICS + "[ante_bonus]\nstraight = 1\nthree_of_a_kind = 5\nstraight_flush = 6",
        'ante_bonus = "1/5/6"',
        "needs an (f)(6) version",
        "mics-k1-iii-A",
    ),
    "33/35 as the partner of a linked version": Bad(
        MICS + '[options]\npair_plus_table = "1/4/6/33/35"\npp_33_35_requires_f6 = true',
        'pair_plus = "1/4/6/33/35"',
        "version free",
        "mics-f6",
    ),
    "a linked version without pair plus": Bad(
        MICS + 'wagers = ["ante"]\n[options]\nwager_version = "i"',
        'options.wager_version = "i"',
        "pair plus",
        "mics-f6",
    ),
    "hand dealing without a shuffler": Bad(
        MICS + '[options]\ndeal_method = "hand"\n[shuffle]\nmethod = "hand"',
        'options.deal_method = "hand"',
        "needs a shuffling machine",
        "mics-h2-i",
    ),
    "two decks without a shuffler": Bad(
        MICS + '[options]\ndecks = 2\n[shuffle]\nmethod = "hand"',
        "options.decks = 2",
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
        "forbids shuffling by hand",
        "manual-std-machine",
    ),
    "a hand shuffle beside the 6 Card Bonus": Bad(
        MANUAL
        + 'wagers = ["ante", "six_card_bonus"]\n[options]\ndecks = 1\n[shuffle]\nmethod = "hand"',
        'shuffle.method = "hand"',
        "forbids shuffling by hand",
        "manual-6cb-N1",
    ),
    "a hand shuffle where there is never one": Bad(
        MANUAL
        + 'wagers = ["ante", "pair_plus"]\n[options]\ndecks = 1\nhand_shuffle = "never"\n'
        + '[shuffle]\nmethod = "hand"',
        'shuffle.method = "hand"',
        "forbids shuffling by hand",
        "manual-6cb-N1",
    ),
    "a way of dealing the book does not know": Bad(
        MANUAL + '[options]\ndeal_method = "manual_shoe"',
        'options.deal_method = "manual_shoe"',
        "automated_shoe, hand",
        "manual-deal-A",
    ),
    # The meter, chips, thresholds, words
    "more to the meter than was bet": Bad(
        MANUAL + "[progressive.meter]\ncontribution_cents = 96",
        "progressive.meter.contribution_cents = 96",
        "more than the dollar",
        "manual-prog-B",
    ),
    "a negative seed": Bad(
        MANUAL + "[progressive.meter]\nseed_cents = -1",
        "progressive.meter.seed_cents = -1",
        "negative",
        "manual-prog-B",
    ),
    "a meter that may not reach its seed": Bad(
        MANUAL + "[progressive.meter]\nlimit_cents = 99999",
        "progressive.meter.limit_cents = 99999",
        "at least the seed of 100000",
        "manual-prog-B",
    ),
    "a spot without a wager": Bad(
        CLASSIC + '[options]\nlayout_spots = ["ante", "play", "pair_plus", "progressive"]',
        'options.layout_spots = ["ante","play","pair_plus","progressive"]',
        "names play and each wager that is offered once: ante, pair_plus, play",
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
        "names play",
    ),
    "more than the whole meter": Bad(
        MANUAL + "[progressive]\nakq_spades_percent = 101",
        "progressive.akq_spades_percent = 101",
        "1 to 100",
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
        "dates rise",
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
    "a negative number of cut cards": Bad(
        CLASSIC + "[cards]\ncut_cards = -1", "cards.cut_cards = -1", "", "classic-equip-3"
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
        CLASSIC + '[announcements]\nno_pair_plus = "No PAIR PLUS, {seats}"',
        'announcements.no_pair_plus = "No PAIR PLUS, {seats}"',
        "{positions}",
        "classic-deal-2-2",
    ),
    "an announcement of positions with half a brace": Bad(
        CLASSIC + '[announcements]\nno_pair_plus = "No PAIR PLUS, {"',
        'announcements.no_pair_plus = "No PAIR PLUS, {"',
        "brace",
        "classic-deal-2-2",
    ),
    "an empty key": Bad(CLASSIC + 'key = ""', 'key = ""', ""),
    "a built-in key": Bad(CLASSIC + 'key = "manual"', 'key = "manual"', "built-in"),
    "a citation that does not exist": Bad(
        CLASSIC + '[cites]\nseats = ["classic-equip-99"]', "cites.seats", "classic-equip-99"
    ),
    "a mark on a setting that does not exist": Bad(
        CLASSIC + '[ours]\n"limits.blind" = "We felt like it."', "ours", "limits.blind"
    ),
    # The file itself
    "no TOML": Bad("extends = ", "", "not TOML"),
    "a key twice": Bad("seats = 1\nseats = 2", "", "not TOML"),
    "an empty file": Bad("", "book: is missing", "is missing"),
    "very many brackets": Bad("x = " + "[" * 5000, "", "not TOML"),
    "no base of that name": Bad('extends = "bellagio"', 'extends = "bellagio"', "no such file"),
    "no base at all": Bad('extends = ""', 'extends = ""', ""),
    "a base that is a directory": Bad('extends = "."', 'extends = "."', "directory"),
    "a base with a zero in its name": Bad(r'extends = "a\u0000b"', "extends", ""),
}


@pytest.mark.parametrize("what", BAD)
@clause("mics-k1-iii-A mics-h2-i mics-b2 mics-b2-i mics-b2-ii mics-f6 manual-auto-A")
@clause("manual-std-machine manual-hdeal-use manual-6cb-N1 manual-limits-C manual-limits-D")
@clause("classic-equip-2 manual-intro-3")
def test_a_file_that_is_no_house_gets_one_line_with_file_key_value_and_clause(
    what: str, tmp_path: Path
) -> None:
    bad = BAD[what]
    file = written(tmp_path, bad.text)
    linted, settled = run("lint", file), run("settle", "--house", file, stdin=a_round())
    for answer in (linted, settled):
        assert answer.status == 2
        complaint = answer.complaint.removeprefix("queenhigh: ")
        assert complaint.startswith(f"{file}: {bad.where}")
        assert bad.words in complaint
        assert bad.because in complaint
    assert linted.complaint == settled.complaint


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


@pytest.mark.parametrize("command", ["rules", "compare", "check", "play", "settle --lines"])
@pytest.mark.parametrize("what", ["1/5/6 alone", "no TOML", "a missing table"])
def test_every_command_that_takes_a_house_complains_alike(
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
def test_a_file_that_is_not_utf_8_is_told_so(bytes_: bytes, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_bytes(bytes_)
    for answer in (run("lint", file), run("settle", "--house", file, stdin=a_round())):
        assert answer.status == 2
        assert f"{file}: not UTF-8" in answer.complaint


def test_a_directory_and_a_file_that_is_not_there_are_told_apart(tmp_path: Path) -> None:
    for file, words in [(tmp_path, "directory"), (tmp_path / "none.toml", "no such file")]:
        for answer in (run("lint", file), run("settle", "--house", file, stdin=a_round())):
            assert answer.status == 2
            assert f"{file}: " in answer.complaint
            assert words in answer.complaint.lower()


def test_a_word_that_is_no_house_gets_the_names_of_those_there_are() -> None:
    for answer in (run("lint", "bellagio"), run("settle", "--house", "bellagio", stdin=a_round())):
        assert answer.status == 2
        assert "mics, mics-alternate, chickasaw, manual, classic" in answer.complaint


def test_a_link_that_goes_round_is_told_so(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
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
        assert f"{file}: extends" in answer.complaint
        assert "circle" in answer.complaint
        for n in range(length):
            assert f"{n}.toml" in answer.complaint


def test_a_circle_further_on_is_found_too(tmp_path: Path) -> None:
    written(tmp_path, 'extends = "b.toml"', "a.toml")
    written(tmp_path, 'extends = "a.toml"', "b.toml")
    file = written(tmp_path, 'extends = "a.toml"')
    assert "circle" in run("lint", file).complaint


@pytest.mark.parametrize(
    ("text", "words"), [("seats = ", "not TOML"), ('extends = "classic"\nkey = "mics"', "built-in")]
)
def test_what_is_wrong_in_a_base_is_laid_at_its_door(text: str, words: str, tmp_path: Path) -> None:
    base = written(tmp_path, text, "base.toml")
    file = written(tmp_path, 'extends = "base.toml"')
    for answer in (run("lint", file), run("settle", "--house", file, stdin=a_round())):
        assert answer.status == 2
        assert str(base) in answer.complaint
        assert words in answer.complaint


def test_a_file_called_like_a_built_in_house_takes_its_key(tmp_path: Path) -> None:
    file = written(tmp_path, 'extends = "classic"', "manual.toml")
    assert 'key = "manual"' in run("lint", file).complaint
    named = written(tmp_path, 'extends = "classic"\nkey = "own"', "manual.toml")
    assert run("lint", named).status == 0


def test_a_line_break_in_a_key_does_not_break_the_line(tmp_path: Path) -> None:
    file = written(tmp_path, 'extends = "classic"\n"a\\nb" = 1')
    for answer in (run("lint", file), run("settle", "--house", file, stdin=a_round())):
        assert answer.status == 2
        assert answer.complaint


def test_several_things_wrong_are_several_lines_of_lint(tmp_path: Path) -> None:
    text = MANUAL + '[options]\ndecks = 2\n[shuffle]\nmethod = "hand"\n[cards]\nbacks = ["red"]'
    file = written(tmp_path, text)
    answer = run("lint", file)
    assert (answer.status, answer.out) == (2, "")
    lines = answer.err.splitlines()
    assert len(lines) == 3
    assert all(line.startswith(f"queenhigh: {file}: ") for line in lines)
    assert len(run("lint", file, "--json").json["findings"]) == 3
    settled = run("settle", "--house", file, stdin=a_round())
    assert settled.complaint == lines[0]


def test_a_house_that_lint_passes_can_be_settled_by_and_played_at(tmp_path: Path) -> None:
    file = written(tmp_path, MANUAL + "seats = 3")
    assert run("lint", file).status == 0
    assert run("settle", "--house", file, stdin=a_round()).status == 0
    assert run("check", "--house", file, stdin=a_round()).status == 0
    assert run("play", "--house", file).status == 0


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
