"""The database holds what following the log finds, however it got there."""

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import msgspec
import pytest

from queenhigh.floor.reports import day_report
from queenhigh.floor.round_facts import RoundFacts
from queenhigh.floor.search import Query
from queenhigh.floor.totals import summed
from queenhigh.store.projections import Projections
from queenhigh.store.sql import SqlStore
from queenhigh.table.denominations import chips_for
from tests.floor.day import DAY, TONIGHT, Day, Floor, the_day
from tests.floor.journal import Journal
from tests.floor.landed import batches, land, new_store
from tests.money.room import RoomTable
from tests.table.driver import NOON, house, house_with

WHOLE_DAY = NOON - timedelta(hours=6), NOON + timedelta(hours=18)


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SqlStore]:
    opened = new_store(request.param, tmp_path)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def journal() -> Journal:
    day = the_day()
    return day.floor.journal(day.cage)


def same(kept: Projections, journal: Journal) -> None:
    for name in ("cash", "forms", "notices", "conduct"):
        assert getattr(kept, name)(WHOLE_DAY) == getattr(journal, name)(WHOLE_DAY), name
    for name in ("houses", "links", "compliance", "disputes"):
        assert getattr(kept, name)() == getattr(journal, name)(), name
    assert kept.forms_of("di") == journal.forms_of("di") != []
    assert journal.rounds_of(DAY) == journal.rounds
    assert kept.totals(DAY, DAY) == journal.totals(DAY, DAY)
    assert kept.meters(DAY) == journal.meters(DAY)
    by_time = sorted(journal.happenings(DAY), key=lambda each: (each.at, each.table, each.version))
    assert kept.happenings(DAY) == by_time
    notices = [each.id for each in journal.notices(WHOLE_DAY)]
    said = sorted(journal.acknowledgements(notices), key=lambda each: (each.notice, each.role))
    assert kept.acknowledgements(notices) == said
    assert kept.rounds_of(DAY) == [as_kept(facts) for facts in by_position(journal)]


def by_position(journal: Journal) -> list[RoundFacts]:
    """Sort by time: tables are played one after another, so it gives the log's order."""
    return sorted(journal.rounds, key=lambda facts: facts.ended)


def as_kept(facts: RoundFacts) -> RoundFacts:
    """Drop what is not kept with a round: it stays in the log."""
    trouble = tuple(msgspec.structs.replace(each, rulings=()) for each in facts.irregularities)
    seats = tuple(
        msgspec.structs.replace(
            seat,
            bets={
                name: seat.bets[name]
                for name in sorted(seat.bets, key=_ORDER.index)
                if seat.bets[name].staked or seat.bets[name].paid
            },
        )
        for seat in facts.seats
    )
    return msgspec.structs.replace(
        facts, seats=seats, irregularities=trouble, clauses=(), rulings=(), notices=()
    )


_ORDER = [
    *("ante", "play", "ante_bonus", "pair_plus", "six_card_bonus", "progressive"),
    *("match_play", "envy"),
]


def test_the_projections_match_the_log(store: SqlStore, journal: Journal) -> None:
    day = the_day()
    land(store, batches(day))
    kept = Projections(store.database, day.cage)
    assert kept.catch_up() == store.log_head().count == kept.position
    same(kept, journal)
    assert day_report(kept, day.cage, DAY, TONIGHT) == day_report(journal, day.cage, DAY, TONIGHT)


def test_the_projections_can_be_deleted_and_rebuilt(store: SqlStore, journal: Journal) -> None:
    day = the_day()
    land(store, batches(day))
    kept = Projections(store.database, day.cage)
    kept.catch_up()
    kept.rebuild()
    same(kept, journal)


@pytest.mark.parametrize("at_a_time", [1, 7, 50])
def test_projecting_resumes_where_it_stopped_even_in_the_middle_of_a_round(
    store: SqlStore, journal: Journal, at_a_time: int
) -> None:
    """Each part is followed by a process that knows only the database."""
    day = the_day()
    found = batches(day)
    for start in range(0, len(found), at_a_time):
        land(store, found[start : start + at_a_time])
        if start % 3 == 0:
            Projections(store.database, day.cage, at_a_time=23).catch_up()
    Projections(store.database, day.cage, at_a_time=23).catch_up()
    same(Projections(store.database, day.cage), journal)


def test_projections_of_another_version_are_rebuilt(
    store: SqlStore, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = the_day()
    land(store, batches(day))
    with monkeypatch.context() as patched:
        patched.setattr("queenhigh.store.projections.FORM", "an older one")
        Projections(store.database, day.cage).catch_up()
    kept = Projections(store.database, day.cage)
    assert kept.position == 0
    kept.catch_up()
    same(kept, journal)


def test_nothing_is_counted_twice_and_a_fault_leaves_nothing_behind(
    store: SqlStore, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = the_day()
    land(store, batches(day))
    kept = Projections(store.database, day.cage, at_a_time=100)
    with monkeypatch.context() as patched:
        calls = iter([False] * 5 + [True] + [False] * 1000)

        def fail(*_: object) -> None:
            if next(calls):
                raise RuntimeError("in the middle")

        original = Projections._write

        def write(self: Projections, *what: object) -> None:
            original(self, *what)  # type: ignore[arg-type]
            fail()

        patched.setattr(Projections, "_write", write)
        with pytest.raises(RuntimeError, match="in the middle"):
            kept.catch_up()
        kept.catch_up()
    kept.catch_up()
    same(kept, journal)


def test_a_day_without_anything_has_an_empty_report(store: SqlStore) -> None:
    day = the_day()
    land(store, batches(day))
    kept = Projections(store.database, day.cage)
    kept.catch_up()
    report = day_report(kept, day.cage, date(2026, 2, 1), TONIGHT)
    assert report.total.rounds == report.total.drop == 0
    assert report.by == {"table": (), "dealer": (), "shift": (), "house": ()}
    assert [tray.closing for tray in report.trays] == [
        tray.closing for tray in day_report(kept, day.cage, DAY, TONIGHT).trays if tray.closing
    ]


# Rounds that change after they end


def landed_day(table: RoomTable, floor: Floor) -> Day:
    return Day(floor, table, table, table, house("mics"))


def test_a_settled_round_that_becomes_void_is_void_in_searches_and_totals(
    store: SqlStore,
) -> None:
    floor = Floor()
    table = floor.table(house("mics", machine_count_round="void"))
    table.opened().bet(1, ante=5).bet(2, ante=5)
    table.dealt("1: 9s 4d 2c, 2: Ks Kd 2h, dealer: Qs 8d 3c").play(1, 2).finish()
    table.give("give_toke", seat=1, amount=100)
    table.give("leave", seat=2)  # With ten dollars that the tray has to bear.
    table.give("report_wrong_deck_count", count=51, by_machine=True)
    floor.check()
    day = landed_day(table, floor)
    land(store, batches(day))
    journal = floor.journal(day.cage)
    kept = Projections(store.database, day.cage, at_a_time=20)
    kept.catch_up()
    for each in (journal, kept):
        totals = summed(totals for _, totals in each.totals(DAY, DAY))
        assert (totals.win, totals.taken_back) == (-10_00, 10_00)
        assert totals.tray == table.table.accounts["tray"]
        (facts,) = each.rounds_of(DAY)
        assert (facts.void, facts.staked) == ("wrong_count", 0)
        (taken_back,) = [x for x in each.happenings(DAY) if x.kind == "taken_back"]
        assert (taken_back.cents, taken_back.detail) == (10_00, "round 1: wrong_count")
    (found,) = kept.search(Query(void=True)).rounds
    assert (found.number, found.void) == (1, "wrong_count")
    assert kept.search(Query(void=False)).rounds == ()


@pytest.mark.parametrize("taken_back", [False, True])
def test_a_tray_held_in_chips_is_right_in_the_totals(taken_back: bool) -> None:
    """Meters are owed rather than fed from it, and a jackpot is paid in its chips."""
    rules = {"irregularities": {"machine_count_round": "void"}, "cards": {"decks": 1}}
    floor = Floor()
    table = floor.table(house_with("manual", **rules))
    table.open(chips=chips_for(table.house, 1_000_000))
    table.opened().bet(1, ante=5, progressive=1)
    table.dealt("1: As Ks Qs, dealer: Jc 9d 3c").play(1).finish()
    if taken_back:
        table.until("shuffle").give("shuffle_deck", deck=0, counted=51)
    else:
        table.bet(1, ante=5, progressive=1).dealt("1: 9s 4d 2c, dealer: Jc 9d 3c").fold(1).finish()
    floor.check()
    totals = summed(each for _, each in floor.journal(table.house).totals(DAY, DAY))
    assert totals.tray == table.table.tray
    assert totals.held == -table.table.accounts["contributions"]


def test_losses_by_leaving_are_in_the_round_and_in_the_totals() -> None:
    floor = Floor()
    table = floor.table(house_with("classic", betting={"leaving_during_round": "bets_lost"}))
    table.opened().bet(1, ante=5, pair_plus=5).bet(2, ante=5)
    table.dealt("1: 9s 4d 2c, 2: Ks Kd 2h, dealer: Qs 8d 3c").play(1)
    table.give("leave", seat=1)
    table.play(2).finish()
    journal = floor.journal(house("classic"))
    (facts,) = journal.rounds
    assert [(seat.seat, seat.patron, seat.net) for seat in facts.seats] == [
        (1, "ann", -15_00),
        (2, "bob", 10_00),
    ]
    totals = summed(totals for _, totals in journal.totals(DAY, DAY))
    assert (totals.hands, totals.win) == (2, 5_00)
    assert totals.tray == table.table.accounts["tray"]
    floor.check()
