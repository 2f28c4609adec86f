"""The tray: filled, credited and counted while the table is open."""

from collections.abc import Callable

import pytest

from queenhigh.table.events import TrayCounted, TrayCredited, TrayFilled
from tests.clauses import cases
from tests.table.driver import Driven


def locked() -> Driven:
    return Driven("mics").opened().bet(1, ante=5).lock()


def halted() -> Driven:
    table = Driven("chickasaw").opened().bet(1, ante=5).dealt()
    table.give("report_exposed_card", seat=0)
    return table


@pytest.mark.parametrize("at", [Driven("mics").opened, locked, halted])
def test_chips_go_between_cage_and_tray_whenever_the_table_is_open(
    at: Callable[[], Driven],
) -> None:
    table = at()
    before = table.account("tray"), table.account("cage")
    table.give("fill_tray", cents=50_000)
    assert (table.account("tray"), table.account("cage")) == (before[0] + 500, before[1] - 500)
    table.give("credit_tray", cents=20_000)
    assert (table.account("tray"), table.account("cage")) == (before[0] + 300, before[1] - 300)
    assert (table.last(TrayFilled).cents, table.last(TrayCredited).cents) == (50_000, 20_000)
    table.check_replay()


def test_a_tray_gives_no_more_than_it_has() -> None:
    table = Driven("mics", tray=2000).opened()
    assert table.account("tray") == 1000  # The first player bought in.
    assert table.refused("credit_tray", cents=100_001).code == "tray/not_enough"
    table.give("credit_tray", cents=100_000)
    assert table.account("tray") == 0


@cases("""
    counted  variance
    1000     0
    998.50   -1.50
    1005     5
""")
def test_two_people_count_the_tray_and_a_difference_moves_no_chip(
    counted: str, variance: str
) -> None:
    table = Driven("mics", tray=2000).opened()
    before = dict(table.table.accounts)
    cents = round(float(counted) * 100)
    table.give("count_tray", by="floor:flo", counted=cents, witness="dealer:dee")
    count = table.last(TrayCounted)
    assert (count.expected, count.counted) == (100_000, cents)
    assert count.variance == round(float(variance) * 100)
    assert (count.by, count.witness) == ("floor:flo", "dealer:dee")
    assert table.table.accounts == before


@cases("""
    by              witness             refused
    dealer:dee      floor:flo           no
    dealer:dee      pit_manager:pit     no
    management:mia  shift_manager:shi   no
    floor:flo       floor:fay           no
    floor:flo       floor:flo           tray/same_person
    floor:dee       dealer:dee          tray/same_person    # One person in two coats.
    floor:flo       player:ann          tray/witness_needed
    floor:flo       surveillance:sue    tray/witness_needed # Sees it on a screen.
    floor:flo       floor               tray/witness_needed
    surveillance:s  floor:flo           role/not_yours
    player:ann      floor:flo           role/not_yours
""")
def test_a_tray_count_needs_the_right_counter_and_witness(
    by: str, witness: str, refused: str
) -> None:
    table = Driven("mics").opened()
    if refused == "no":
        table.give("count_tray", by=by, counted=0, witness=witness)
    else:
        assert table.refused("count_tray", by=by, counted=0, witness=witness).code == refused


def test_a_title_of_the_house_is_a_witness_too() -> None:
    table = Driven("manual").opened()
    table.give("count_tray", by="dealer:dee", counted=0, witness="games supervisor:flo")


def test_only_staff_see_what_the_tray_holds() -> None:
    table = Driven("mics", tray=2000).opened()
    table.give("count_tray", by="floor:flo", counted=0, witness="dealer:dee")
    for viewer in ("dealer:dee", "floor:flo", "surveillance:sue", "management:mia"):
        assert table.view(viewer).tray == 100_000
        assert any(isinstance(event, TrayCounted) for event in table.seen(viewer))
    for viewer in ("player:ann", "public"):
        assert table.view(viewer).tray is None
        shown = table.seen(viewer)
        assert not any(isinstance(event, TrayCounted) for event in shown)
        assert {getattr(event, "tray", 0) for event in shown} == {0}
