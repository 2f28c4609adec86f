"""The scripted day: every figure of its report against an independent computation."""

from datetime import timedelta
from fractions import Fraction
from functools import cache

import pytest
from msgspec.structs import replace

from queenhigh.floor.alerts import USUAL, all_alerts
from queenhigh.floor.cash import CashDuty
from queenhigh.floor.compliance import Standing
from queenhigh.floor.day_alerts import day_alerts
from queenhigh.floor.paper_document import as_csv, as_pdf
from queenhigh.floor.report_paper import day_paper
from queenhigh.floor.reports import DayReport, ReportLine, day_report, period_report
from queenhigh.floor.tax import FormDuty
from queenhigh.floor.theory import GameLine, theory
from queenhigh.house.calendar import calendar
from queenhigh.house.loader import built_in, with_settings
from queenhigh.maths.analysis.ante_play import ante_play
from queenhigh.maths.analysis.side_wager import side_wager
from queenhigh.maths.analysis.two_seats import covariance
from queenhigh.table import events as e
from tests.clauses import clause
from tests.floor.day import DAY, TONIGHT, Floor, Recorded, the_day
from tests.floor.separately import (
    ANTE_PLAY_EDGE,
    Wagered,
    by_cause,
    is_void,
    of_stream,
    on_account,
    pair_plus,
    rounds,
)

TABLES = {"1": "mics", "2": "chickasaw", "3": "manual"}
DEALERS = {"1": "dee", "2": "ben", "3": "kim"}
PAIR_PLUS = {
    "1": {"pair": 1, "flush": 4, "straight": 6, "three_of_a_kind": 30, "straight_flush": 40},
    "2": {"pair": 1, "flush": 3, "straight": 6, "three_of_a_kind": 30, "straight_flush": 40},
    "3": {"pair": 1, "flush": 3, "straight": 6, "three_of_a_kind": 30, "straight_flush": 40},
}


@cache
def report() -> DayReport:
    day = the_day()
    return day_report(day.floor.journal(day.cage), day.cage, DAY, TONIGHT)


@cache
def records(table: str = "") -> tuple[Recorded, ...]:
    found = tuple(the_day().floor.records())
    return tuple(of_stream(found, f"table:{table}")) if table else found


def line(by: str, of: str) -> ReportLine:
    return next(each for each in report().by[by] if each.of == of)


@cache
def wagered(table: str) -> Wagered:
    return Wagered([events for events in rounds(records(table)) if not is_void(events)])


def events_of(table: str, *kinds: type[e.Event]) -> list[e.Event]:
    return [each.event for each in records(table) if isinstance(each.event, kinds)]


def expected_of(figures: GameLine | ReportLine) -> Fraction:
    assert figures.expected is not None
    return figures.expected.fraction


# Results


@pytest.mark.parametrize("table", TABLES)
def test_rounds_voids_and_hands_are_counted(table: str) -> None:
    found = rounds(records(table))
    whole = [each for each in found if not is_void(each)]
    locked = [each for events in whole for each in events if isinstance(each, e.BetsLocked)]
    counted = line("table", table)
    assert (counted.rounds, counted.voids) == (len(whole), len(found) - len(whole))
    assert counted.hands == sum(len(each.positions) for each in locked)


@pytest.mark.parametrize("table", TABLES)
def test_drop_is_what_was_bought(table: str) -> None:
    bought = sum(each.cents for each in events_of(table, e.ChipsBought))  # type: ignore[attr-defined]
    assert line("table", table).drop == bought == on_account(records(), f"table:{table}:drop")


@pytest.mark.parametrize("table", TABLES)
def test_handle_and_results_by_wager_match_the_chips(table: str) -> None:
    own, found = wagered(table), line("table", table)
    assert found.handle == sum(own.staked.values())
    games = {game.game: game for game in found.games}
    for game, wagers in {
        "ante_play": ("ante", "play", "ante_bonus"),
        "pair_plus": ("pair_plus",),
        "six_card_bonus": ("six_card_bonus",),
        "progressive": ("progressive",),
    }.items():
        staked = sum(own.staked[wager] for wager in wagers)
        assert (game in games) is (staked > 0)
        if staked:
            assert games[game].staked == staked
            assert games[game].paid == sum(own.paid[wager] for wager in wagers)
            assert games[game].returned == sum(own.returned[wager] for wager in wagers)
            assert games[game].win == own.win(*wagers)
            assert games[game].hold == own.win(*wagers) / staked


@pytest.mark.parametrize("table", TABLES)
def test_the_win_by_the_bets_equals_the_win_by_the_tray_and_the_box(table: str) -> None:
    """Drop, plus what the tray gained, less what the cage put in and took out."""
    own = records(table)
    tray = on_account(own, f"table:{table}:tray")
    causes = by_cause(own, f"table:{table}:tray")
    moved = sum(
        causes[each] for each in ("table_opened", "tray_filled", "tray_credited", "table_closed")
    )
    drop = on_account(own, f"table:{table}:drop")
    assert line("table", table).win == tray - moved + drop
    assert line("table", table).hold == (tray - moved + drop) / drop


@pytest.mark.parametrize("table", TABLES)
def test_the_tray_in_the_report_matches_the_books(table: str) -> None:
    (tray,) = (each for each in report().trays if each.table == table)
    causes = by_cause(records(table), f"table:{table}:tray")
    assert tray.opening == 0
    assert tray.opened == causes["table_opened"]
    assert tray.fills == causes["tray_filled"]
    assert tray.closed == -causes["table_closed"]
    assert tray.drop == -causes["chips_bought"]
    assert tray.closing == on_account(records(), f"table:{table}:tray")


def test_two_people_count_the_tray_five_dollars_short() -> None:
    (count,) = (count for tray in report().trays for count in tray.counts)
    assert (count.table, count.by, count.witness) == ("1", "dealer:dee", "floor:flo")
    assert count.variance == -5_00
    assert count.expected == on_account(records("1"), "table:1:tray")


@pytest.mark.parametrize("table", TABLES)
def test_the_expected_results_of_the_wagers_are_exact(table: str) -> None:
    own, games = wagered(table), {game.game: game for game in line("table", table).games}
    edge, variance = pair_plus(**PAIR_PLUS[table])
    house = the_day().floor.tables[table].house
    assert expected_of(games["ante_play"]) == ANTE_PLAY_EDGE * own.staked["ante"]
    assert expected_of(games["pair_plus"]) == edge * own.staked["pair_plus"]
    together = covariance(house, "pair_plus")
    assert games["pair_plus"].error == pytest.approx(own.error("pair_plus", variance, together))
    of_ante = ante_play(house).variance.fraction
    error = own.error("ante", of_ante, covariance(house, "ante_play"))
    assert games["ante_play"].error == pytest.approx(error)
    off = float(own.win("ante", "play", "ante_bonus") - expected_of(games["ante_play"]))
    assert games["ante_play"].off_by == pytest.approx(off / error)


def test_the_expected_results_of_the_side_bets_are_exact() -> None:
    games = {game.game: game for game in line("table", "3").games}
    six = side_wager(the_day().manual.house, "six_card_bonus")
    assert expected_of(games["six_card_bonus"]) == six.house_edge.fraction * 5_00
    # For $1: straights 6, trips 60, straight flushes 70, suited A-K-Q 500; the jackpot excluded.
    returned = (720 * 6 + 52 * 60 + 44 * 70 + 3 * 500) / 22_100
    assert float(expected_of(games["progressive"])) == pytest.approx((1 - returned) * 3_00)


def test_without_the_maths_packages_only_expected_results_are_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("queenhigh.extras.missing_for_figures", lambda: "numba")
    day = the_day()
    journal = day.floor.journal(day.cage)
    found = day_report(journal, day.cage, DAY, TONIGHT)

    def without(of: ReportLine) -> ReportLine:
        games = [replace(each, expected=None, error=None, off_by=None) for each in of.games]
        return replace(of, expected=None, games=tuple(games))

    lines = {by: tuple(map(without, lines)) for by, lines in report().by.items()}
    assert found == replace(report(), total=without(report().total), by=lines)
    alerts = day_alerts(journal, found, calendar(day.cage.compliance).span(DAY), USUAL)
    assert alerts
    assert "pip install 'queenhigh[maths]'" in str(day_paper(found, alerts))
    assert "queenhigh[maths]" not in str(day_paper(report(), alerts))


def test_a_tables_expected_win_is_less_what_its_meter_takes() -> None:
    """Each bet feeds 20 cents and 5 of reserve, more than one seed of $1,000 in 22,100 bets."""
    own = line("table", "3")
    bets = next(game.hands for game in own.games if game.game == "progressive")
    of_bets = sum(expected_of(game) for game in own.games)
    assert bets
    assert expected_of(own) == of_bets - 25 * bets


def test_without_a_reserve_the_tray_puts_up_the_seeds() -> None:
    settings = {"wagers.progressive.feeds": {"main": {"cents": 20, "reserve_cents": 1}}}
    house = with_settings(built_in("manual"), settings)
    assert theory(house, "progressive").meters_a_bet == 21 + Fraction(100_000, 22_100) - 1


@pytest.mark.parametrize("by", ["table", "dealer", "shift", "house"])
def test_the_lines_add_up_to_the_total(by: str) -> None:
    for name in ("rounds", "voids", "hands", "drop", "handle", "win", "fees", "tokes"):
        assert sum(getattr(each, name) for each in report().by[by]) == getattr(report().total, name)
    expected = sum(expected_of(each) for each in report().by[by])
    assert expected == expected_of(report().total)


@pytest.mark.parametrize("table", TABLES)
def test_a_table_its_dealer_and_its_house_have_the_same_figures(table: str) -> None:
    own = line("table", table)
    for other in (line("dealer", DEALERS[table]), line("house", TABLES[table])):
        for name in ("rounds", "drop", "handle", "win", "tokes", "games"):
            assert getattr(other, name) == getattr(own, name)


def test_shifts_turn_at_two_in_the_afternoon() -> None:
    assert line("shift", "1").rounds == line("table", "1").rounds + line("table", "2").rounds
    assert line("shift", "2").rounds == line("table", "3").rounds


def test_the_pace_is_rounds_over_the_time_from_the_first_to_the_last() -> None:
    for table in TABLES:
        found = rounds(records(table))
        seconds = sum((each[-1].at - each[0].at).total_seconds() for each in found)
        assert line("table", table).rounds_an_hour == pytest.approx(len(found) / seconds * 3600)


# Tokes, meters


def test_tokes_match_each_dealers_account() -> None:
    for each in report().tokes:
        assert each.total == on_account(records(), f"tips:{each.dealer}")
        assert each.given == by_cause(records(), f"tips:{each.dealer}")["toke_given"]


def test_the_meter_is_reconciled_cause_by_cause() -> None:
    (found,) = report().meters
    for part in ("meter", "reserve", "jackpot", "overflow"):
        causes = by_cause(records(), f"{part}:wide")
        assert {c: getattr(x, part) for c, x in found.causes.items() if getattr(x, part)} == {
            cause: cents for cause, cents in causes.items() if cents
        }
        assert getattr(found.closing, part) == sum(causes.values())
    assert found.hits == 1
    assert (
        found.won == 2_500_40
    )  # Seed 1,000, funded with 1,500, fed 20 cents from each of two dollars.
    assert found.contributions == 60
    assert (found.reset_cents, found.from_reserve) == (1_000_00, 10)
    assert found.from_outside == 999_90


def test_a_report_has_the_meters_of_its_own_stakes() -> None:
    floor = Floor()
    floor.table("manual", link="wide")
    floor.table("manual", link="practice", stakes="play")
    cage = built_in("manual")
    journal = floor.journal(cage)
    of_money = day_report(journal, cage, DAY, TONIGHT, stakes="money")
    assert [each.link for each in of_money.meters] == ["wide"]
    of_play = day_report(journal, cage, DAY, TONIGHT, stakes="play")
    assert [each.link for each in of_play.meters] == ["practice"]


# Compliance


def duties(patron: str) -> set[str]:
    """``currency_report in``, ``form progressive``; with an asterisk if something is missing."""
    return {_named(each) for each in report().duties if _patron(each) == patron}


def _patron(each: Standing) -> str:
    duty = each.duty
    return duty.patron if isinstance(duty, CashDuty) else duty.payout.patron


def _named(each: Standing) -> str:
    duty = each.duty
    name = (
        f"{duty.report} {duty.direction}"
        if isinstance(duty, CashDuty)
        else f"form {duty.payout.wager}"
    )
    return name + ("*" if each.open else "")


@clause("chickasaw-s")
def test_each_legal_threshold_is_crossed_by_amounts_above_it_only() -> None:
    assert duties("ann") == set()  # A cent below 3,000.
    assert duties("bob") == {"transaction_log in*"}
    assert duties("cy") == {"transaction_log in*"}  # 10,000 is not over 10,000.
    assert duties("ed") == {"transaction_log in*", "currency_report in*"}  # In two payments.
    assert duties("fay") == set()  # A check is not currency.
    assert duties("di") == {
        *("transaction_log in*", "currency_report in"),
        *("transaction_log out*", "currency_report out*"),
        *("form progressive", "form six_card_bonus*"),
    }


@clause("chickasaw-s")
def test_every_transaction_that_crosses_a_threshold_is_flagged() -> None:
    from queenhigh.money.patrons import CashedOut, Deposited

    cash = [
        each.event
        for each in records()
        if isinstance(each.event, Deposited | CashedOut) and each.event.how == "cash"
    ]
    assert [(line.transaction.patron, line.transaction.cents) for line in report().cash] == [
        (event.patron, event.cents) for event in cash
    ]
    crossing = {
        (line.transaction.patron, line.transaction.direction): line.crossed
        for line in report().cash
        if line.crossed
    }
    assert crossing == {
        ("bob", "in"): ("transaction_log",),
        ("cy", "in"): ("transaction_log",),
        ("di", "in"): ("transaction_log", "currency_report"),
        ("ed", "in"): ("currency_report",),  # Second payment; the first reached the log.
        ("di", "out"): ("transaction_log", "currency_report"),
    }
    assert all(each.duty.clauses == ("chickasaw-s",) for each in report().duties if _is_cash(each))


def _is_cash(each: Standing) -> bool:
    return isinstance(each.duty, CashDuty)


@clause("manual-6cb-K")
def test_the_royal_takes_a_form_by_the_book_and_the_jackpot_by_the_amount() -> None:
    forms = {
        each.duty.payout.wager: each.duty
        for each in report().duties
        if isinstance(each.duty, FormDuty)
    }
    assert forms["six_card_bonus"].rule == "row"
    assert forms["six_card_bonus"].clauses == ("manual-6cb-K",)
    assert forms["progressive"].rule == "amount"
    assert forms["progressive"].payout.winnings == 2_500_40 - 1_00
    assert forms["progressive"].threshold == 2_000_00


@clause("mics-b1-3", "chickasaw-s")
def test_duties_away_from_the_table_are_missing_until_somebody_vouches_for_them() -> None:
    found = {each.obligation: each for each in report().obligations}
    assert found["Title 31"].attested is not None
    assert found["Section 15(cc): the cards"].attested is None
    assert "mics-b1-3" in found["Section 15(cc): the cards"].clauses


# Notices, trouble, disputes


def test_jackpot_royal_large_payouts_the_halt_and_dispute_money_are_notices() -> None:
    assert [each.notice.about for each in report().notices] == [
        *("halt", "large_payout", "jackpot", "large_payout", "large_payout", "royal"),
        *("dispute", "dispute"),
    ]
    assert len(events_of("3", e.NoticeGiven)) == 2
    waiting = {each.notice.about: each.waiting for each in report().notices}
    assert waiting["jackpot"] == waiting["royal"] == ("pit_manager", "shift_manager")
    assert waiting["halt"] == waiting["large_payout"] == ()


def test_the_two_irregularities_and_their_outcomes_are_listed() -> None:
    assert [(each.kind, each.table, each.outcome) for each in report().trouble] == [
        ("irregularity", "1", "void"),
        ("void", "1", ""),
        ("irregularity", "2", "halt"),
        ("halted", "2", "management"),
        ("ruled", "2", "continue"),
    ]


def test_decks_and_shufflers_are_listed() -> None:
    used = [each for table in TABLES for each in events_of(table, e.DeckPutInUse)]
    assert len([each for each in report().decks if each.kind == "deck_in_use"]) == len(used)


@clause("chickasaw-u", "chickasaw-u-2")
def test_the_dispute_moved_money_through_its_own_record_and_went_to_the_commissioner() -> None:
    (dispute,) = report().disputes
    assert dispute.state == "with the commissioner"
    assert dispute.notified_after == timedelta(minutes=1)
    of_dispute = of_stream(records(), "dispute:D-1")
    assert on_account(of_dispute, "patron:cy") == 100_00
    assert on_account(of_dispute, "cage") == -100_00


@clause("manual-gen-cond-1")
def test_the_violation_is_on_record_with_its_clause() -> None:
    (violation,) = report().violations
    assert (violation.patron, violation.clauses) == ("ed", ("manual-gen-cond-1",))
    (record,) = report().conduct
    assert (record.of, record.violations) == ("patron:ed", 1)


# The package


def test_the_report_is_reproducible_to_the_byte_as_json_csv_and_pdf() -> None:
    import msgspec

    day = the_day()
    again = day_report(day.floor.journal(day.cage), day.cage, DAY, TONIGHT)
    assert msgspec.json.encode(again) == msgspec.json.encode(report())
    assert as_csv(day_paper(again)) == as_csv(day_paper(report()))
    assert as_pdf(day_paper(again)) == as_pdf(day_paper(report()))


def test_the_csv_has_every_figure_of_the_tables() -> None:
    text = as_csv(day_paper(report())).decode()
    assert "Results / By table,1,Drop,250000,250000" in text
    assert "Meters / Link wide,Closing,Meter,100020,100020" in text


def test_a_period_is_the_sum_of_its_days() -> None:
    day = the_day()
    kept = day.floor.journal(day.cage)
    lines = period_report(kept, DAY - timedelta(days=3), DAY + timedelta(days=3), "house")
    assert lines == report().by["house"]
    assert [each.of for each in period_report(kept, DAY, DAY, "day")] == ["2026-01-05"]


def test_nobody_is_suspected_after_only_a_few_rounds() -> None:
    day = the_day()
    journal = day.floor.journal(day.cage)
    lines = [(f"table:{each.of}", each.games) for each in report().by["table"]]
    assert all_alerts(journal.houses(), journal.rounds, lines, at=TONIGHT, limits=USUAL) == []
