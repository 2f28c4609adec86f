"""What a rule book forbids a house to combine."""

import json
from pathlib import Path

import pytest

from queenhigh.house.errors import HouseError
from tests.clauses import cases, clause
from tests.rules.builders import Document, own_house, settled

HAND_SHUFFLE = '[shuffle]\nmethod = "hand"\n'


def refused(folder: Path, text: str) -> str:
    """Return why the house is invalid; empty if it is valid."""
    try:
        own_house(folder, text)
    except HouseError as error:
        return str(error)
    return ""


def made_of(house: str, **options: object) -> bool:
    """Whether a document may set these options."""
    try:
        settled(house, "Qs 7d 2c", "As 8d 3c", options=dict(options))
    except HouseError:
        return False
    return True


# MICS-10: the pay tables that go together.


@clause("mics-k1-iii-A mics-f6")
@cases("""
    version   ledger          bonus    answered
    free      1/4/6/30/40     1/4/5    yes
    free      1/4/6/33/35     1/4/5    yes        # at the casino's discretion
    i         1/4/6/30/40     1/4/5    yes
    i         1/4/6/33/35     1/4/5    yes        # 1/5/6 may be paid, and need not
    i         1/4/6/33/35     1/5/6    yes
    ii        1/4/6/33/35     1/5/6    yes
    iii       1/4/6/33/35     1/5/6    yes
    free      1/4/6/33/35     1/5/6    no
    i         1/4/6/30/40     1/5/6    no
    ii        1/4/6/30/40     1/5/6    no
    iii       1/4/6/30/40     1/5/6    no
    free      1/4/6/30/40     1/5/6    no
""")
def test_1_5_6_needs_a_linked_version_and_33_35(
    version: str, ledger: str, bonus: str, answered: str
) -> None:
    options = {"wager_version": version, "pair_plus_table": ledger, "ante_bonus_table": bonus}
    assert made_of("mics", **options) is (answered == "yes")


@clause("mics-k1-iii-A")
def test_the_refusal_names_the_clause(tmp_path: Path) -> None:
    text = 'extends = "mics"\n[ante_bonus.pays]\nthree_of_a_kind = 5\nstraight_flush = 6\n'
    assert "mics-k1-iii-A" in refused(tmp_path, text)


@clause("mics-k1-ii-A mics-k1-iii-A mics-f6-ii")
def test_the_alternate_house_has_all_three() -> None:
    seat = settled("mics-alternate", "Qs 7d 2c", "6s 6d 6c", "ante 5, pair_plus 10")
    assert (seat["ante_bonus"], seat["pair_plus"]) == ("5 to 1", "33 to 1")


# Option: MICS-10, pp_33_35_requires_f6.


@clause("mics-k1-ii-A")
@cases("""
    required   version   ledger         answered
    false      free      1/4/6/33/35    yes
    true       free      1/4/6/33/35    no
    true       ii        1/4/6/33/35    yes
    true       free      1/4/6/30/40    yes
""")
def test_whether_33_35_needs_a_linked_version(
    required: str, version: str, ledger: str, answered: str
) -> None:
    options: Document = {"wager_version": version, "pair_plus_table": ledger}
    options["pp_33_35_requires_f6"] = required == "true"
    assert made_of("mics", **options) is (answered == "yes")


# Pay tables


@cases("""
    option             value
    pair_plus_table    1/4/6/35/33
    pair_plus_table    5/4/6/30/40
    ante_bonus_table   1/5/4
    ante_bonus_table   2/1/5
    pair_plus_table    1/4/6/30
    pair_plus_table    1/4/6/30/40/50
    ante_bonus_table   1/4/x
""")
def test_a_stronger_hand_never_pays_less(option: str, value: str) -> None:
    assert not made_of("mics", **{option: value})


# Decks and shuffling


@clause("mics-b1 mics-b2 manual-auto-A")
@cases("""
    house    decks  method    answered
    mics     1      machine   yes
    mics     1      hand      yes
    mics     2      machine   yes
    mics     2      hand      no          # a second deck needs the shuffling device
    manual   2      machine   yes
    classic  2      hand      yes         # two decks, and no word on a device
""")
def test_a_second_deck_needs_a_shuffling_machine(
    tmp_path: Path, house: str, decks: str, method: str, answered: str
) -> None:
    text = f'extends = "{house}"\n[options]\ndecks = {decks}\n[shuffle]\nmethod = "{method}"\n'
    assert (refused(tmp_path, text) == "") is (answered == "yes")


@clause("mics-b1 mics-b2-i mics-b2-ii manual-auto-A classic-equip-2")
@cases("""
    house     backs           answered
    mics      "red", "blue"   yes
    mics      "red", "red"    no
    mics      "red"           no         # each deck has its own back
    manual    "red", "red"    no
    classic   "red", "red"    no
    classic   "red", "blue"   yes
""")
def test_two_decks_have_backs_of_different_colours(
    tmp_path: Path, house: str, backs: str, answered: str
) -> None:
    text = f'extends = "{house}"\n[options]\ndecks = 2\n[cards]\nbacks = [{backs}]\n'
    assert (refused(tmp_path, text) == "") is (answered == "yes")


@clause("mics-b1")
def test_one_deck_needs_one_back(tmp_path: Path) -> None:
    assert not refused(
        tmp_path, 'extends = "mics"\n[options]\ndecks = 1\n[cards]\nbacks = ["red"]\n'
    )


@clause("mics-h2-i")
@cases("""
    method    needs   answered
    machine   true    yes
    hand      true    no
    hand      false   yes
""")
def test_dealing_from_the_hand_needs_a_shuffling_machine(
    tmp_path: Path, method: str, needs: str, answered: str
) -> None:
    """MICS-5, hand_deal_requires_shuffler."""
    text = f"""
        extends = "mics"
        [options]
        deal_method = "hand"
        hand_deal_requires_shuffler = {needs}
        [shuffle]
        method = "{method}"
    """
    assert (refused(tmp_path, text) == "") is (answered == "yes")


@clause("manual-std-machine manual-hdeal-use manual-6cb-N1")
@cases("""
    wagers                                  hand_shuffle     answered
    "six_card_bonus", "progressive"         no_side_bets     no
    "six_card_bonus"                        no_side_bets     no
    "progressive"                           no_side_bets     no
    "pair_plus"                             no_side_bets     yes
    "six_card_bonus"                        no_progressive   yes
    "progressive"                           no_progressive   no
    "pair_plus"                             never            no
    "progressive"                           house_choice     yes
""")
def test_with_the_progressive_the_machine_shuffles(
    tmp_path: Path, wagers: str, hand_shuffle: str, answered: str
) -> None:
    """MAN-6, hand_shuffle."""
    gone = [name for name in ("six_card_bonus", "progressive") if name not in wagers]
    without = "\n".join(f"wagers.{name} = false" for name in gone)
    text = f"""
        extends = "manual"
        {without}
        [options]
        decks = 1
        hand_shuffle = "{hand_shuffle}"
        [shuffle]
        method = "hand"
    """
    assert (refused(tmp_path, text) == "") is (answered == "yes")


@clause("manual-intro-3")
@cases("""
    seats   answered
    7       by the book
    1       by the book
    8       departs
    9       departs
    0       refused
    10      refused
""")
def test_a_table_has_at_most_seven_positions(tmp_path: Path, seats: str, answered: str) -> None:
    text = f'extends = "manual"\nseats = {seats}\n'
    if answered == "refused":
        assert "seats" in refused(tmp_path, text)
        return
    standing = own_house(tmp_path, text).law.standing("seats")
    assert standing.departs is (answered == "departs")
    assert "manual-intro-3" in standing.cited.clauses + standing.cited.departs_from


@clause("manual-limits-D")
def test_ante_and_play_together_need_room_for_two_minimums(tmp_path: Path) -> None:
    """MAN-16."""
    text = """
        extends = "manual"
        [ante.limits]
        minimum_cents = {least}
        maximum_cents = 10000
        [options]
        ante_play_max = "combined"
    """
    assert refused(tmp_path, text.format(least=5000)) == ""
    assert "manual-limits-D" in refused(tmp_path, text.format(least=5100))


@clause("manual-prog-B")
@cases("""
    link     answered
    solo     yes
    linked   yes
    shared   no
""")
def test_the_progressive_is_solo_or_linked(tmp_path: Path, link: str, answered: str) -> None:
    text = f'extends = "manual"\n[meters.main]\nlink = "{link}"\n'
    assert (refused(tmp_path, text) == "") is (answered == "yes")


# Options about a wager belong to the books that have the wager.


@pytest.mark.parametrize("house", ["mics", "mics-alternate", "chickasaw", "classic"])
@cases("""
    option                         value
    six_card_min                   1
    six_card_with_pair_plus_only   false
    six_card_wheel                 false
    progressive_unit               "to_1"
    progressive_requires_6cb       true
    progressive_pass               "separate"
    envy_trigger                   "any_dealt_hand"
    envy_needs_bet                 false
""")
def test_an_option_of_another_books_wager_is_refused(house: str, option: str, value: str) -> None:
    assert made_of("manual", **{option: json.loads(value)})
    with pytest.raises(HouseError, match=rf"^options\.{option}: is not known here"):
        settled(house, "Qs 7d 2c", "As 8d 3c", options={option: json.loads(value)})
