"""Lint: a house's departures, open points, defaults that fill gaps, and contested readings."""

from pathlib import Path

import pytest

from queenhigh.house.catalogue import books, clauses, conventions, rulings_of
from queenhigh.house.linter import LEVELS, Finding, lint_house
from queenhigh.house.loader import built_in, built_in_keys
from tests.clauses import clause
from tests.cli.runner import run
from tests.house.own import settings_of, written

KNOWN = {
    *clauses(),
    *conventions(),
    *(identity for book in books().values() for identity in rulings_of(book)),
}


def linted(folder: Path, text: str) -> list[Finding]:
    return lint_house(str(written(folder, text)))


def at(findings: list[Finding], level: str) -> dict[str, Finding]:
    of_level = [each for each in findings if each.level == level]
    by_key = {each.key: each for each in of_level}
    assert len(by_key) == len(of_level), "a setting is found fault with twice"
    return by_key


@pytest.mark.parametrize("key", built_in_keys())
def test_a_built_in_house_has_no_errors_and_no_contradictions(key: str) -> None:
    found = lint_house(key)
    assert not at(found, "wrong")
    assert not at(found, "departs")


@pytest.mark.parametrize("key", built_in_keys())
def test_each_of_our_defaults_is_listed_with_its_value(key: str) -> None:
    defaults = at(lint_house(key), "default")
    assert defaults.keys() == built_in(key).ours.keys()
    values = settings_of(built_in(key))
    for name, finding in defaults.items():
        assert finding.message == built_in(key).ours[name]
        assert finding.value == values[name]


@pytest.mark.parametrize("key", built_in_keys())
def test_every_contested_point_is_listed_with_its_rulings_and_subject(key: str) -> None:
    contested = at(lint_house(key), "contested")
    house = built_in(key)
    rulings = [each for each in house.book.rulings if each.option and each.id]
    assert contested.keys() == {f"options.{each.option}" for each in rulings}
    for name, finding in contested.items():
        of_option = [each for each in rulings if f"options.{each.option}" == name]
        assert set(finding.cites) == {each.id for each in of_option}
        subject, _, reading = finding.message.partition(". Here: ")
        assert subject != name.removeprefix("options.")
        assert ".." not in finding.message
        assert reading


@pytest.mark.parametrize("key", built_in_keys())
def test_a_setting_that_neither_book_nor_house_states_is_missing(key: str) -> None:
    values = settings_of(built_in(key))
    missing = at(lint_house(key), "missing")
    assert missing
    for name in missing:
        assert values[name] is None


def test_settings_of_a_wager_that_is_not_offered_are_not_missing() -> None:
    assert not [name for name in at(lint_house("classic"), "missing") if "six_card" in name]
    assert not [name for name in at(lint_house("classic"), "missing") if "progressive" in name]


@pytest.mark.parametrize("key", built_in_keys())
def test_every_citation_of_lint_exists(key: str) -> None:
    for finding in lint_house(key):
        assert set(finding.cites) <= KNOWN


@pytest.mark.parametrize("key", built_in_keys())
def test_findings_come_gravest_first(key: str) -> None:
    levels = [LEVELS.index(each.level) for each in lint_house(key)]
    assert levels == sorted(levels)


# A user's own file against its book.


def test_a_file_that_only_extends_has_the_findings_of_its_base(tmp_path: Path) -> None:
    for key in built_in_keys():
        of_file, of_base = linted(tmp_path, f'extends = "{key}"'), lint_house(key)
        of_the_book = ("unknown", "unused", "silent")  # Reported for the book itself.
        assert [(each.level, each.key) for each in of_file] == [
            (each.level, each.key) for each in of_base if each.level not in of_the_book
        ]


@clause("manual-limits-D manual-limits-C")
def test_a_setting_against_a_clause_contradicts_it(tmp_path: Path) -> None:
    found = at(
        linted(tmp_path, 'extends = "manual"\n[ante.limits]\nmaximum_cents = 60000'), "departs"
    )
    assert found.keys() == {"ante.limits.maximum_cents"}
    finding = found["ante.limits.maximum_cents"]
    assert (finding.value, finding.cites) == (60000, ("manual-limits-D",))
    assert "30000" in finding.message


def test_a_pay_table_against_its_clause_contradicts_it_line_by_line(tmp_path: Path) -> None:
    text = 'extends = "classic"\n[options]\npair_plus_table = "1/4/6/30/40"'
    found = at(linted(tmp_path, text), "departs")
    assert found.keys() == {"wagers.pair_plus.pays.flush", "wagers.pair_plus.pays.straight"}
    assert {each.cites for each in found.values()} == {("classic-pay-pp",)}


def test_another_reading_of_a_contested_point_contradicts_nothing(tmp_path: Path) -> None:
    text = 'extends = "manual"\n[options]\nfold_pair_plus = "forfeits"\nsix_card_min = 1'
    found = linted(tmp_path, text)
    assert not at(found, "departs")
    contested = at(found, "contested")
    assert contested["options.fold_pair_plus"].value == "forfeits"
    assert "stated by the house" in contested["options.fold_pair_plus"].message


def test_another_amount_where_the_book_states_none_contradicts_nothing(tmp_path: Path) -> None:
    text = 'extends = "mics"\nseats = 6\n[ante.limits]\nminimum_cents = 1000\nmaximum_cents = 90000'
    found = linted(tmp_path, text)
    assert not at(found, "departs")
    assert "ante.limits.minimum_cents" not in at(found, "default")
    assert "wagers.pair_plus.limits.minimum_cents" in at(found, "default")


def test_a_minimum_within_the_manuals_range_contradicts_nothing(tmp_path: Path) -> None:
    found = linted(tmp_path, 'extends = "manual"\n[ante.limits]\nminimum_cents = 2500')
    assert not at(found, "departs")


@clause("mics-k1-ii-A mics-k1-iii-A mics-f6")
def test_a_choice_left_to_the_casino_is_not_a_contradiction(tmp_path: Path) -> None:
    for text in (
        'extends = "mics-alternate"',
        'extends = "mics"\n[options]\nwager_version = "iii"',
        'extends = "mics"\n[options]\npair_plus_table = "1/4/6/33/35"',
        'extends = "mics"\n[options]\nmax_positions = 1',
        'extends = "mics"\n[options]\ndecks = 2',
        'extends = "mics"\n[options]\ndeal_method = "hand"',
    ):
        assert not at(linted(tmp_path, text), "departs"), text


def test_a_silence_that_the_file_fills_is_no_longer_missing(tmp_path: Path) -> None:
    name = "betting.side_bets_between_players"
    assert name in at(lint_house("mics"), "missing")
    text = 'extends = "mics"\n[betting]\nside_bets_between_players = "prohibited"'
    assert name not in at(linted(tmp_path, text), "missing")


def test_only_what_the_file_states_counts_as_stated_by_it(tmp_path: Path) -> None:
    found = at(linted(tmp_path, 'extends = "manual"\n[options]\ndecks = 1'), "contested")
    stated = {name for name, each in found.items() if "stated by the house" in each.message}
    assert stated == {"options.decks"}


# The command.


@pytest.mark.parametrize("key", built_in_keys())
def test_the_command_prints_a_finding_a_line_and_a_sum(key: str) -> None:
    findings = lint_house(key)
    answer = run("lint", key)
    assert (answer.status, answer.err) == (0, "")
    *lines, last = answer.out.splitlines()
    assert [line.partition(": ")[0] for line in lines] == [each.level for each in findings]
    for line, finding in zip(lines, findings, strict=True):
        assert finding.key in line
        assert finding.message in line
        assert all(identity in line for identity in finding.cites)
    assert last.startswith(f"{key} is a valid house")
    for level in LEVELS:
        number = len(at(findings, level))
        assert (f"{number} {level}" in last) is (number > 0)


def test_the_command_names_the_key_of_a_house_whose_file_has_another_name(tmp_path: Path) -> None:
    file = written(tmp_path, 'key = "paris"')
    last = run("lint", str(file)).out.splitlines()[-1]
    assert last.startswith(f"{file} (paris) is a valid house")


@pytest.mark.parametrize("key", built_in_keys())
def test_the_command_gives_the_findings_as_data(key: str) -> None:
    document = run("lint", key, "--json").json
    assert (document["file"], document["valid"]) == (key, True)
    levels_and_keys = [(each["level"], each["key"]) for each in document["findings"]]
    assert levels_and_keys == [(each.level, each.key) for each in lint_house(key)]
    assert all(
        each.keys() >= {"level", "key", "message", "cites", "value"}
        for each in document["findings"]
    )


@pytest.mark.parametrize(
    ("row", "paid"),
    [
        ('late = {hand = "flush", to_one = 4}', False),
        ('late = {hand = "flush", suit = "h", to_one = 4}', False),
        ('late = {hand = "flush", colour = "red", when = "wins", to_one = 4}', False),
        ('late = {hand = "pair", suit = "same", to_one = 4}', False),
        ('late = {ranks = "KKQ", suit = "s", to_one = 4}', False),
        ('late = {colour = "red", to_one = 1}', True),
        ('late = {of = "dealer", hand = "flush", to_one = 4}', True),
        ('late = {hand = "flush", suit = "h", to_one = 4, before = "flush"}', True),
    ],
)
def test_a_row_that_can_never_be_paid_is_found(tmp_path: Path, row: str, paid: bool) -> None:
    text = f'extends = "classic"\n[wagers.pair_plus.pays]\n{row}'
    found = at(linted(tmp_path, text), "odds").get("wagers.pair_plus.pays.late")
    assert (found is None or "never" not in found.message) is paid
    if not paid:
        assert found is not None
        assert found.line == 3


@pytest.mark.parametrize(
    ("limits", "end", "told"),
    [
        ("minimum_cents = 550", "minimum", "steps of $1 never come to $5.50: the lowest bet is $6"),
        ("maximum_cents = 1050", "maximum", "never come to $10.50: the highest bet is $10"),
        (
            'minimum_cents = 550\nmaximum_cents = 1000\nsteps_from = "minimum"',
            "maximum",
            "never come to $10: the highest bet is $9.50",
        ),
        ("minimum_cents = 550\nalso_cents = [575]", "minimum", "the lowest bet is $5.75"),
        ("minimum_cents = 550\nalso_cents = [550]", "minimum", ""),
        ('minimum_cents = 550\nsteps_from = "minimum"', "minimum", ""),
        ("minimum_cents = 500\nmaximum_cents = 1000", "maximum", ""),
    ],
)
@pytest.mark.parametrize("bet", ["ante", "wagers.own"])
def test_a_limit_off_its_steps_is_found(
    tmp_path: Path, bet: str, limits: str, end: str, told: str
) -> None:
    text = f"[wagers.own.pays]\npair = 1\n[{bet}.limits]\n{limits}"
    found = at(linted(tmp_path, text), "steps").get(f"{bet}.limits.{end}_cents")
    assert (found is not None) is bool(told)
    if found is not None:
        assert told in found.message
        assert found.line == 4 + (end == "maximum") * limits.startswith("minimum")


def test_where_ante_and_play_share_a_maximum_half_of_it_is_on_the_steps(tmp_path: Path) -> None:
    text = '[ante.limits]\nmaximum_cents = 10100\n[play]\nmaximum = "combined"'
    found = at(linted(tmp_path, text), "steps")["ante.limits.maximum_cents"]
    assert found.message == "steps of $1 never come to $50.50: the highest bet is $50"


def test_a_new_wager_named_much_like_an_inherited_one_is_found(tmp_path: Path) -> None:
    found = linted(tmp_path, 'extends = "manual"\n[wagers.par_plus.pays]\nflush = 4')
    assert at(found, "unknown")["wagers.par_plus"].message == (
        "is a new wager; did you mean pair_plus?"
    )
    assert at(found, "unknown")["wagers.par_plus"].line == 2
    found = linted(tmp_path, 'extends = "manual"\n[wagers.prime.pays]\nflush = 4')
    assert not at(found, "unknown")


@pytest.mark.parametrize("text", ["", "# nothing\n", 'name = "Own"\n'])
def test_a_house_file_without_settings_is_a_finding(tmp_path: Path, text: str) -> None:
    assert "the file has no settings" in at(linted(tmp_path, text), "missing")[""].message


def test_a_house_file_with_settings_is_not(tmp_path: Path) -> None:
    assert "" not in at(linted(tmp_path, "seats = 5\n"), "missing")
    assert "" not in at(linted(tmp_path, 'extends = "classic"\n'), "missing")


def test_a_byte_order_mark_before_a_house_is_ignored(tmp_path: Path) -> None:
    assert not at(linted(tmp_path, '\ufeffextends = "classic"\n'), "wrong")
