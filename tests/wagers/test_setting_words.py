"""Settings and their values in words."""

from pathlib import Path

import pytest

from queenhigh.house.loader import built_in, built_in_keys, load_house
from queenhigh.house.options import options_of
from queenhigh.wagers.setting_words import option_in_words, setting_title, value_in_words
from tests.clauses import cases

BOOKS = Path(__file__).parents[2] / "examples" / "books"


@cases("""
    house    setting                             value                title
    classic  wagers.pair_plus.pays.flush         3 to 1               Pair Plus: flush
    classic  ante.tie                            push                 Ante: tie
    classic  ante.limits.minimum_cents           $2                   Ante: minimum
    classic  ante_bonus.pays.straight_flush      4 to 1               Ante Bonus: straight flush
    manual   wagers.progressive.pays.akq_suited  500 for 1, envy $25  Progressive: A-K-Q suited
    manual   decisions.tuck_cards                yes                  Decisions: tuck cards
    france   ante.limits.minimum_cents           €5                   Ante: minimum
    france   wagers.pair_plus.pays.flush         3 to 1               Paire Plus: couleur
    france   play.multiples                      1                    Jouer: multiples
    prime    wagers.pair_plus.pays.mini_royal    50 to 1              Pair Plus: mini royal
""")  # fmt: skip
def test_a_setting_reads_as_people_say_it(house: str, setting: str, title: str, value: str) -> None:
    folder = BOOKS / house
    found = load_house(str(folder)) if folder.exists() else built_in(house)
    assert setting_title(found, setting) == title
    assert value_in_words(found, setting, found.settings[setting]) == value


@cases("""
    house      option              value
    manual     tie                 push
    manual     ace_low_straight    yes
    manual     six_card_min        $5
    manual     progressive_unit    for 1
    manual     jackpot_lines       akq spades
    manual     pair_plus_table     1/3/6/30/40
    manual     large_payout        over $500, chip $100, rule either
    chickasaw  ante_bonus_table    1/4/5
""")
def test_how_a_house_reads_an_option_is_said_in_words(house: str, option: str, value: str) -> None:
    found = built_in(house)
    assert option_in_words(found, options_of(found.book.rulings)[option][0]) == value


def test_every_option_of_every_house_can_be_said_in_words() -> None:
    for house in map(built_in, built_in_keys()):
        for rulings in options_of(house.book.rulings).values():
            assert option_in_words(house, rulings[0])


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "–"),
        ((), "none"),
        (["a_b", "c"], "a b, c"),
        ({"every": 5}, "every 5"),
        (True, "yes"),
        ("Dealer has {hand}.", "Dealer has …."),
        (
            {"since": "2026-01-01", "cents": 2_000_00, "times_wager": 300},
            "$2,000, 300 times the bet, since 2026-01-01",
        ),
        (
            {"since": "2026-01-01", "cents": 10_000_00, "times_wager": 0},
            "$10,000, since 2026-01-01",
        ),
    ],
)
def test_a_value_of_any_kind_has_words(value: object, words: str) -> None:
    assert value_in_words(built_in("classic"), "cards.stub_count", value) == words
