"""The built-in books match their clauses, figure by figure, and mark what is ours."""

from typing import Any

import pytest

from queenhigh.house.catalogue import conventions, rulings_of
from queenhigh.house.loader import built_in, built_in_keys, load_house
from queenhigh.house.model import House
from queenhigh.house.options import chosen_reading, options_of
from queenhigh.house.wager import Row
from queenhigh.wagers.tokes import takes_tokes
from tests.clauses import cases, clause
from tests.house.own import data, in_cents, setting, settings_of
from tests.table.driver import METHODS, methods_of

# Settings and figures of clauses that use different words for the same thing.
IN_A_BOOK = {
    "queen_high": "Q",
    "void_round": "void",
    "discard_and_continue": "discard_one_void_several",  # One card is discarded; several void.
    "use_as_next_card": "next_card",
    "void_round_and_remove_deck": "void_and_remove_deck",
}
TABLE_NAMES = {"trips": "three_of_a_kind", "quads": "four_of_a_kind", "royal": "royal_flush"}


@pytest.mark.parametrize("key", built_in_keys())
def test_every_built_in_house_loads_under_its_key(key: str) -> None:
    house = load_house(key)
    assert house.key == key
    assert house is built_in(key)
    assert house.name
    assert house.standing


@clause("mics-k1-ii mics-k1-ii-A mics-k1-iii mics-k1-iii-A")
@clause("chickasaw-pp chickasaw-ab manual-antebonus manual-pp-table manual-6cb-M manual-prog-G")
@clause("classic-pay-pp classic-pay-ab")
@cases("""
    source            house           table
    mics-k1-ii        mics            wagers.pair_plus.pays
    mics-k1-iii       mics            ante_bonus.pays
    mics-k1-ii-A      mics-alternate  wagers.pair_plus.pays
    mics-k1-iii-A     mics-alternate  ante_bonus.pays
    chickasaw-pp      chickasaw       wagers.pair_plus.pays
    chickasaw-ab      chickasaw       ante_bonus.pays
    manual-pp-table   manual          wagers.pair_plus.pays
    manual-antebonus  manual          ante_bonus.pays
    manual-6cb-M      manual          wagers.six_card_bonus.pays
    manual-prog-G     manual          wagers.progressive.pays
    classic-pay-pp    classic         wagers.pair_plus.pays
    classic-pay-ab    classic         ante_bonus.pays
""")
def test_a_pay_table_matches_its_clauses(source: str, house: str, table: str) -> None:
    pays = setting(built_in(house), table)
    stated = {TABLE_NAMES.get(name, name): odds for name, odds in data(source).items()}
    for name, row in pays.items():
        assert first_given(row) == stated.get(name, stated.get(f"{name}_pct"))
        assert source in built_in(house).clauses(f"{table}.{name}")


def first_given(row: dict[str, Any]) -> object:
    """Return what a row gives, in whatever unit."""
    units = ("to_one", "for_one", "cents", "percent")
    return next(row[unit] for unit in units if row.get(unit) is not None)


@clause("manual-prog-G manual-prog-G-2")
def test_the_progressive_pays_for_one_and_a_share_of_the_meter() -> None:
    rows = built_in("manual").wagers["progressive"].pays
    assert rows["akq_spades"].percent == data("manual-prog-G")["akq_spades_pct"]
    assert data("manual-prog-G")["unit"] == "for_1"
    assert all(row.for_one is not None for key, row in rows.items() if key != "akq_spades")
    for key, dollars in data("manual-prog-G-2").items():
        assert rows[key].envy_cents == in_cents(dollars)


@clause("manual-limits-C manual-limits-D")
def test_the_minimum_is_posted_within_the_range_of_the_book() -> None:
    for source, path in [
        ("manual-limits-C", "wagers.pair_plus.limits.minimum_cents"),
        ("manual-limits-D", "ante.limits.minimum_cents"),
    ]:
        low, high = in_cents(data(source)["min_range"])
        support = built_in("manual").book.support(path)
        assert support is not None
        assert support.between == (low, high)
        assert low <= setting(built_in("manual"), path) <= high


@clause("manual-payout-F manual-tips-B manual-payout-J manual-payout-J-3")
def test_the_manual_settles_takes_tokes_and_verifies_as_its_clauses_say() -> None:
    manual = built_in("manual")
    assert list(manual.settle_order) == data("manual-payout-F")["order"]
    assert [name for name in ("ante", "play", *manual.wagers) if takes_tokes(manual, name)] == (
        data("manual-tips-B")["allowed"]
    )
    for source in ("manual-payout-J", "manual-payout-J-3"):
        assert manual.payouts.large.over_cents == in_cents(data(source)["combined_over"])


@clause("manual-limits-C manual-limits-D manual-limits-E manual-limits-F1 manual-limits-G")
@clause("manual-6cb-D manual-prog-B manual-prog-G-2")
@clause("classic-amount-ante classic-amount-pp classic-equip-4")
@cases("""
    source               figure              house    setting_name
    manual-limits-E      min                 manual   wagers.six_card_bonus.limits.minimum_cents
    manual-limits-C      max                 manual   wagers.pair_plus.limits.maximum_cents
    manual-limits-D      max                 manual   ante.limits.maximum_cents
    manual-limits-E      max                 manual   wagers.six_card_bonus.limits.maximum_cents
    manual-limits-E      increment           manual   wagers.six_card_bonus.limits.step_cents
    manual-6cb-D         max                 manual   wagers.six_card_bonus.limits.maximum_cents
    manual-6cb-D         increment           manual   wagers.six_card_bonus.limits.step_cents
    manual-limits-F1     min                 manual   wagers.progressive.limits.minimum_cents
    manual-limits-F1     max                 manual   wagers.progressive.limits.maximum_cents
    manual-prog-B        wager               manual   wagers.progressive.limits.maximum_cents
    manual-limits-G      min                 manual   tokes.step_cents
    manual-limits-G      max                 manual   wagers.six_card_bonus.tokes.maximum_cents
    classic-amount-ante  min                 classic  ante.limits.minimum_cents
    classic-amount-ante  max                 classic  ante.limits.maximum_cents
    classic-amount-pp    min                 classic  wagers.pair_plus.limits.minimum_cents
    classic-amount-pp    max                 classic  wagers.pair_plus.limits.maximum_cents
    classic-equip-4      chip_denominations  classic  betting.chips_cents
""")
def test_an_amount_matches_its_clauses(
    source: str, figure: str, house: str, setting_name: str
) -> None:
    assert setting(built_in(house), setting_name) == in_cents(data(source)[figure])


@clause("mics-b1 mics-b1-2 mics-c1-3 mics-d5 mics-d5-2 mics-e3-i-B mics-f2 mics-f3 mics-f5")
@clause("mics-g2 mics-g5 mics-h2-iii mics-h5 mics-i2-ii mics-i5 mics-j2-4 mics-k1-i-2")
@clause("chickasaw-b chickasaw-j chickasaw-n")
@clause("manual-intro-3 manual-open-D manual-auto-A manual-auto-H manual-std-D-2 manual-std-F-2")
@clause("manual-limits-E manual-prog-G manual-outcome manual-payout-C manual-payout-D")
@clause("manual-payout-E manual-outcome-D manual-payout-F manual-payout-F-2 manual-payout-J")
@clause("manual-payout-J-3 manual-6cb-K manual-gen-D manual-gen-cond-3 manual-gen-G")
@clause("manual-hdeal-A manual-tips-B manual-tips-B-4 manual-tips-H")
@clause("classic-equip-2 classic-equip-3 classic-rules-7 classic-rules-12 classic-deal-1-2")
@clause("classic-deal-2 classic-deal-5 classic-deal-6")
@cases("""
    source             figure              house      setting_name
    mics-b1            decks               mics       cards.decks
    mics-b1-2          cover_cards         mics       cards.cover_cards
    mics-c1-3          ace_low_straight    mics       ranking.ace_low_straight
    mics-d5            max_hours           mics       cards.change.hours.shoe
    mics-d5-2          max_hours           mics       cards.change.hours.hand
    mics-e3-i-B        min_cards           mics       shuffle.cut_least_cards
    mics-f2            instruments         mics       betting.instruments
    mics-f3            seated_only         mics       betting.seated_only
    mics-f5            max_positions       mics       betting.positions
    mics-g2            announce            mics       announcements.no_more_bets
    mics-h2-iii        announce            mics       announcements.no_more_bets
    mics-i2-ii         announce            mics       announcements.no_more_bets
    mics-g5            every_rounds        mics       cards.stub_count.every
    mics-h5            every_rounds        mics       cards.stub_count.every
    mics-i5            every_rounds        mics       cards.stub_count.every
    mics-j2-4          collect_folds       mics       settlement.folds
    mics-k1-i-2        qualify             mics       dealer.qualifies_with
    chickasaw-b        announce            chickasaw  announcements.no_more_bets
    chickasaw-j        qualify             chickasaw  dealer.qualifies_with
    chickasaw-n        buy_in              chickasaw  betting.buy_in
    manual-intro-3     positions           manual     seats
    manual-open-D      hours               manual     cards.change.hours
    manual-auto-A      decks               manual     cards.decks
    manual-auto-H      steps               manual     shuffle.before_machine
    manual-std-D-2     target              manual     shuffle.cut_aims_at
    manual-std-F-2     times               manual     shuffle.new_deck.hand
    manual-payout-C    qualify             manual     dealer.qualifies_with
    manual-payout-D    qualify             manual     dealer.qualifies_with
    manual-outcome     qualify             manual     dealer.qualifies_with
    manual-payout-E    tie                 manual     ante.tie
    manual-outcome-D   tie                 manual     ante.tie
    manual-payout-F-2  bonus_paid_on_loss  manual     ante_bonus.on_loss
    manual-6cb-K       notify              manual     wagers.six_card_bonus.pays.royal_flush.notify
    manual-gen-D       max_positions       manual     betting.positions
    manual-gen-cond-3  seated_only         manual     betting.seated_only
    manual-gen-G       ace_low_straight    manual     ranking.ace_low_straight
    manual-hdeal-A     announce            manual     announcements.no_more_bets
    manual-tips-B-4    six_card_bonus_max  manual     wagers.six_card_bonus.tokes.most_to_one
    manual-tips-H      excess              manual     tokes.excess
    classic-equip-2    decks               classic    cards.decks
    classic-equip-3    cut_cards           classic    cards.cover_cards
    classic-rules-7    qualify             classic    dealer.qualifies_with
    classic-rules-12   tie                 classic    ante.tie
    classic-deal-1-2   max_positions       classic    betting.positions
    classic-deal-2     announce            classic    announcements.no_more_bets
    classic-deal-5     collect_folds       classic    settlement.folds
    classic-deal-6     announce_no         classic    announcements.dealer_out
""")
def test_a_setting_is_what_its_clause_says(
    source: str, figure: str, house: str, setting_name: str
) -> None:
    says = data(source)[figure]
    assert setting(built_in(house), setting_name) == IN_A_BOOK.get(str(says), says)


@clause("mics-l1 mics-l1-2 mics-l2 mics-l3 mics-g5-ii-2 chickasaw-t")
@clause("manual-auto-F manual-gen-E manual-gen-F classic-irreg-1 classic-irreg-2")
@cases("""
    source           figure               house      irregularity
    mics-l1          result               mics       card_face_up
    mics-l2          result               mics       card_drawn_in_error
    mics-l3          result               mics       wrong_number_of_cards
    mics-g5-ii-2     result               mics       wrong_count
    chickasaw-t      authority            chickasaw  wrong_number_of_cards
    chickasaw-t      authority            chickasaw  card_face_up
    chickasaw-t      authority            chickasaw  card_drawn_in_error
    chickasaw-t      authority            chickasaw  player_card_exposed
    chickasaw-t      authority            chickasaw  wrong_count
    chickasaw-t      authority            chickasaw  jam
    manual-auto-F    result               manual     wrong_number_of_cards
    manual-gen-E     result               manual     wrong_number_of_cards
    manual-gen-F     exposed_player_card  manual     player_card_exposed
    classic-irreg-2  result               classic    wrong_number_of_cards
""")
def test_an_irregularity_has_the_remedy_of_its_clause(
    source: str, figure: str, house: str, irregularity: str
) -> None:
    says = data(source)[figure]
    remedy = setting(built_in(house), f"irregularities.{irregularity}")
    assert remedy == IN_A_BOOK.get(says, says)


@clause("mics-j2-3 chickasaw-h manual-6cb-foot classic-play3-4 classic-deal-4-2")
def test_a_fold_costs_the_pair_plus_where_the_clauses_say_so() -> None:
    for source in ("mics-j2-3", "chickasaw-h", "classic-play3-4", "classic-deal-4-2"):
        house = built_in(source.partition("-")[0])
        assert "pair_plus" in data(source)["fold_forfeits"]
        assert house.wagers["pair_plus"].fold == "forfeits"
    assert data("manual-6cb-foot")["pair_plus_survives_fold"]
    assert built_in("manual").wagers["pair_plus"].fold == "stays"


@clause("mics-a1 mics-f1-i mics-f1-ii mics-f1-iii chickasaw-desc chickasaw-a manual-intro-1")
@clause("manual-bets-1 manual-bets-2 manual-bets-3 manual-bets-4 manual-bets-5 classic-obj")
@clause("classic-types")
@cases("""
    house           wagers
    mics            ante pair_plus
    mics-alternate  ante pair_plus
    chickasaw       ante pair_plus
    manual          ante pair_plus six_card_bonus progressive
    classic         ante pair_plus
""")
def test_a_house_offers_the_wagers_of_its_book(house: str, wagers: str) -> None:
    assert built_in(house).opening_bets == tuple(wagers.split())
    assert built_in(house).offers("play")


@clause("mics-pre mics-pre-2 manual-rev chickasaw-title")
def test_a_house_says_what_standing_its_text_has() -> None:
    assert data("mics-pre-2")["status"] == "proposed"
    assert built_in("mics").standing == "Proposed additions for the Tribe's approval"
    assert data("manual-rev")["revision"] == "2024-07"
    assert "7/2024" in built_in("manual").standing
    assert built_in("chickasaw").clauses("standing") == ("chickasaw-title",)
    assert built_in("mics").clauses("standing") == ("mics-pre", "mics-pre-2")


@clause("mics-g1 mics-h1 mics-i1 mics-b1-3 mics-d1 chickasaw-s chickasaw-t chickasaw-u")
def test_a_document_that_a_book_names_but_does_not_contain_stays_an_obligation() -> None:
    obligations = " ".join(built_in("mics").compliance.obligations)
    for source in ("mics-b1-3", "mics-d1", "mics-g1"):
        assert data(source)["external_ref"] in obligations
    for report in data("chickasaw-s")["reports"]:
        assert any(report in each for each in built_in("chickasaw").compliance.obligations)
    assert built_in("chickasaw").compliance.disputes == ("management", "commissioner")
    assert data("chickasaw-u")["escalate_to"] in built_in("chickasaw").compliance.authority


@clause("mics-h1-2 mics-i1-2")
@clause("mics-g1 mics-h1 mics-i1 chickasaw-p manual-deal-A manual-hdeal-use classic-deal-2")
def test_a_house_may_be_dealt_in_the_ways_of_its_book() -> None:
    ways = tuple(data(source)["method"] for source in ("mics-g1", "mics-h1", "mics-i1"))
    assert methods_of("mics") == METHODS == ways
    assert data("chickasaw-p")["deal_method"] == "house_choice"
    assert methods_of("chickasaw") == ways
    assert methods_of("manual") == ("hand", "automated_shoe")
    for key in built_in_keys():
        assert built_in(key).dealing.method == "automated_shoe"  # Stacks of three.


@clause("mics-h2-i mics-e1 manual-auto-E manual-std-use manual-std-machine manual-6cb-N1")
def test_where_a_machine_is_called_for_the_house_has_one() -> None:
    assert built_in("mics").dealing.hand_needs_machine
    assert data("manual-std-machine")["requires"] == "automated_shuffler"
    assert data("manual-6cb-N1")["requires"] == "automated_shuffler"
    for key in built_in_keys():
        assert built_in(key).shuffle.method == "machine"
    assert built_in("manual").shuffle.hand_only_without == ("six_card_bonus", "progressive")
    assert built_in("manual").shuffle.fallback[0] == "backup_machine"
    assert built_in("manual").shuffle.fallback[-1] == "hand"


@clause("mics-b2 mics-b2-i mics-b2-ii mics-b2-v manual-auto-A classic-equip-2")
def test_two_decks_are_told_apart_by_their_backs() -> None:
    assert data("mics-b2")["decks_max"] == 2
    for source, key in [
        ("mics-b2-ii", "back_colours_differ"),
        ("manual-auto-A", "back_colours_differ"),
        ("classic-equip-2", "distinguishable"),
    ]:
        house = built_in(source.partition("-")[0])
        assert data(source)[key]
        assert len(set(house.cards.backs)) == 2
    assert built_in("mics").cards.one_deck_in_rack


@clause("mics-g6")
def test_a_shuffler_that_counts_can_be_stated() -> None:
    assert data("mics-g6")["stub_count_waived_by"] == "counting_shuffler"
    assert built_in("mics").shuffle.machine_counts is False


@clause("mics-f2-2 chickasaw-m manual-gen-D classic-play3-5")
@cases("""
    source           figure                     house      setting_name
    mics-f2-2        verbal_cash_wager          mics       verbal_with_cash
    chickasaw-m      side_bets_between_players  chickasaw  side_bets_between_players
    manual-gen-D     side_bets_between_players  manual     side_bets_between_players
    classic-play3-5  side_bets_between_players  classic    side_bets_between_players
""")
def test_a_setting_that_a_clause_forbids_is_refused(
    source: str, figure: str, house: str, setting_name: str
) -> None:
    assert data(source)[figure] is False
    assert setting(built_in(house), f"betting.{setting_name}") in ("refused", "prohibited")


@clause("chickasaw-n chickasaw-r")
def test_foreign_money_buys_no_chips() -> None:
    assert data("chickasaw-r")["foreign_instruments"] is False
    assert built_in("chickasaw").betting.buy_in == tuple(data("chickasaw-n")["buy_in"])


@clause("mics-f6 mics-f6-i mics-f6-ii mics-f6-iii")
def test_the_versions_of_linked_wagers_are_those_of_the_clause() -> None:
    readings = options_of(built_in("mics").book.rulings)["wager_version"][0].readings
    assert readings.keys() == set(data("mics-f6")["versions"])
    assert chosen("mics", "wager_version") == "free"
    assert chosen("mics-alternate", "wager_version") == "ii"
    assert built_in("mics-alternate").clauses("wagers.pair_plus.at_most.ante") == ("mics-f6-ii",)


@clause("mics-k1-ii-A mics-k1-iii-A mics-f6-ii")
def test_the_alternate_house_is_the_standard_with_linked_wagers_33_35_and_1_5_6() -> None:
    plain, alternate = settings_of(built_in("mics")), settings_of(built_in("mics-alternate"))
    differing = {name for name in alternate if plain.get(name) != alternate[name]}
    assert differing - {"standing"} == {
        "wagers.pair_plus.pays.three_of_a_kind",
        "wagers.pair_plus.pays.straight_flush",
        "ante_bonus.pays.three_of_a_kind",
        "ante_bonus.pays.straight_flush",
        "wagers.pair_plus.at_most.ante",
    }


@clause("manual-tips-A manual-tips-G manual-limits-H manual-tips-E")
def test_the_manual_keeps_its_rules_about_tokes_and_changing_limits() -> None:
    manual = built_in("manual")
    assert manual.tokes.soliciting == "prohibited"
    assert manual.tokes.colour_up_notifies == "floor"
    assert manual.tokes.winners_tapped
    assert data("manual-limits-H")["mutable"]
    assert manual.betting.limit_changes == "between_rounds"


@clause("classic-deal-7-2 classic-deal-7-3 classic-deal-6 classic-deal-2-2 chickasaw-k")
def test_the_words_and_the_order_of_the_rule_sheet() -> None:
    classic = built_in("classic")
    assert list(classic.settle_order) == data("classic-deal-7-2")["order"]
    assert classic.completion.pay_style in data("classic-deal-7-3")["options"]
    said = classic.announcements.dealer_qualifies.format(hand="Queen")
    assert said == data("classic-deal-6")["announce_yes"]
    template = classic.wagers["pair_plus"].absent
    assert template is not None
    assert template.startswith(data("classic-deal-2-2")["announce"].removesuffix("{n}"))
    said = built_in("chickasaw").announcements.dealer_qualifies.format(hand="pair of eights, King")
    assert said == data("chickasaw-k")["example"]


# What the texts leave open is ours, and marked as such.


@cases("""
    house      setting_name                                 value   ours
    mics       ante.limits.minimum_cents                    500     yes
    mics       ante.limits.maximum_cents                    50000   yes
    mics       wagers.pair_plus.limits.minimum_cents        500     yes
    mics       wagers.pair_plus.limits.maximum_cents        50000   yes
    mics       seats                                        7       yes
    chickasaw  ante.limits.minimum_cents                    500     yes
    chickasaw  ante.limits.maximum_cents                    50000   yes
    chickasaw  wagers.pair_plus.limits.minimum_cents        500     yes
    chickasaw  wagers.pair_plus.limits.maximum_cents        50000   yes
    chickasaw  seats                                        7       yes
    chickasaw  fee.amount_cents                             0       yes
    manual     ante.limits.minimum_cents                    500     yes
    manual     wagers.pair_plus.limits.minimum_cents        500     yes
    manual     ante.limits.maximum_cents                    30000   no
    manual     seats                                        7       no
    manual     wagers.six_card_bonus.limits.step_cents      500     no
    manual     meters.main.seed_cents                       100000  yes
    manual     wagers.progressive.feeds.main.cents          20      yes
    manual     wagers.progressive.feeds.main.reserve_cents  5       yes
    classic    ante.limits.minimum_cents                    200     no
    classic    ante.limits.maximum_cents                    1000    no
    classic    seats                                        7       yes
""")
def test_our_default_is_marked_and_a_stated_amount_is_not(
    house: str, setting_name: str, value: str, ours: str
) -> None:
    assert setting(built_in(house), setting_name) == int(value)
    assert (setting_name in built_in(house).ours) is (ours == "yes")


@pytest.mark.parametrize("key", built_in_keys())
def test_bets_are_in_whole_dollars_but_for_the_6_card_bonus(key: str) -> None:
    house = built_in(key)
    for wager in house.opening_bets:
        assert house.limits(wager).step_cents == (500 if wager == "six_card_bonus" else 100)


@pytest.mark.parametrize("key", built_in_keys())
def test_each_default_of_ours_is_a_setting_and_has_a_reason(key: str) -> None:
    house = built_in(key)
    assert house.ours.keys() <= settings_of(house).keys()
    assert all(reason.endswith(".") for reason in house.ours.values())


@pytest.mark.parametrize("key", built_in_keys())
def test_everything_cited_exists_in_the_book(key: str) -> None:
    house = built_in(key)
    known = house.book.by_id.keys()
    for path in house.settings:
        cited = house.cited(path)
        assert set(cited.clauses) <= known
        assert set(cited.rulings) <= rulings_of(house.book).keys()
        assert not cited.departs_from, path


@pytest.mark.parametrize("key", built_in_keys())
def test_a_book_supports_settings_or_tables_of_settings(key: str) -> None:
    house = built_in(key)
    names = [*house.settings, *optional(house)]
    for path, support in house.book.settings.items():
        assert support.clauses or support.also or support.open or support.rulings, path
        is_one = any(each == path or each.startswith(f"{path}.") for each in names)
        assert is_one or is_a_table(house, path), path


def optional(house: House) -> list[str]:
    """Further settings a house may have: the fields of rows, and rows by other readings."""
    tables = [path for path in house.settings if ".pays." in path]
    fields = [f"{path}.{field}" for path in tables for field in Row.__struct_fields__]
    readings = [
        parameter.path
        for each in options_of(house.book.rulings).values()
        for ruling in each
        if (parameter := ruling.parameter)
    ]
    return [*fields, *readings, *(f"constraints.{each.name}" for each in house.book.constraints)]


def is_a_table(house: House, path: str) -> bool:
    """Whether this is a table, empty in this house."""
    return setting(house, path) in ({}, [])


def test_the_reasons_name_only_rulings_and_conventions_that_exist() -> None:
    for key in built_in_keys():
        known = rulings_of(built_in(key).book).keys() | conventions().keys()
        for reason in built_in(key).ours.values():
            for word in reason.replace("(", " ").replace(")", " ").replace(",", " ").split():
                if word.rstrip(".").startswith(("conv-", "MICS-", "CHK-", "MAN-", "CLS-", "QH-")):
                    assert word.rstrip(".") in known


# The index of the rulings: the default of each option in each house.


def chosen(key: str, option: str) -> str | None:
    """Return the house's reading; None if it does not have the option."""
    house = built_in(key)
    known = options_of(house.book.rulings)
    return chosen_reading(known[option][0], house.settings) if option in known else "-"


@cases("""
    option                        mics                 chickasaw            manual                      classic
    fold_pair_plus                forfeits             forfeits             survives                    forfeits
    tie                           push                 push                 push                        push
    tie_break                     standard             standard             standard                    standard
    ace_low_straight              true                 true                 true                        true
    ante_bonus_on_loss            true                 true                 true                        true
    ante_bonus_requires           play                 play                 play                        play
    wager_version                 free                 free                 free                        free
    max_positions                 2                    1                    1                           2
    six_card_steps                -                    -                    multiples_of_5              -
    six_card_with_pair_plus_only  -                    -                    true                        -
    six_card_wheel                -                    -                    true                        -
    envy_trigger                  -                    -                    any_unfolded                -
    toke_cap                      table_maximum        table_maximum        combined_110                table_maximum
    exposed_dealer_card           void                 management           void                        void
    dealer_third_card_exception   false                management           true                        false
    settlement_passes             take_then_pay        per_hand             per_hand                    per_hand
    misdeal                       management           management           management                  management
    hand_shuffle                  unless_hand_dealt    house_choice         no_side_bets                house_choice
    lock_event                    announcement         announcement         announcement_or_first_card  announcement
    collect_folds                 after_all_decisions  after_all_decisions  as_each_folds               after_all_decisions
""")  # noqa: E501
def test_an_option_has_the_default_of_the_index(
    option: str, mics: str, chickasaw: str, manual: str, classic: str
) -> None:
    defaults = {"mics": mics, "chickasaw": chickasaw, "manual": manual, "classic": classic}
    assert {key: chosen(key, option) for key in defaults} == defaults


def test_a_card_face_up_in_a_stack_voids_the_round_or_is_for_management() -> None:
    assert chosen("mics", "faceup_in_stack") == "void"
    assert chosen("chickasaw", "faceup_in_stack") == "management"


@clause("mics-d5 mics-d5-2 manual-open-D")
def test_decks_are_changed_by_the_clock_where_a_book_says_when() -> None:
    modes = {key: built_in(key).cards.change.mode for key in built_in_keys()}
    assert modes == {
        "mics": "block",
        "mics-alternate": "block",
        "chickasaw": "none",
        "manual": "remind",
        "classic": "none",
    }


@pytest.mark.parametrize("key", built_in_keys())
def test_only_chickasaw_names_a_fee_and_no_house_collects_one_unasked(key: str) -> None:
    house = built_in(key)
    assert house.fee.amount_cents == 0
    assert bool(house.clauses("fee")) is (key == "chickasaw")
