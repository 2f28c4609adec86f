"""A command about a duty finds it, and a patron's duties are listed together."""

from datetime import timedelta

from queenhigh.floor.cash import CashDuty
from queenhigh.floor.compliance import AttestObligation, FileReport, TakeForm
from queenhigh.floor.duties import cash_duties_on, duties_for
from tests.floor.day import DAY, the_day
from tests.table.driver import NOON

REPORT = FileReport(
    patron="di", day=DAY, report="currency_report", direction="out", cents=10_000_02,
    reference="CTR-2", by="shift_manager:sue", at=NOON,
)  # fmt: skip


def test_a_report_is_about_the_day_and_a_form_about_the_patrons_payouts() -> None:
    day = the_day()
    kept = day.floor.journal(day.cage)
    reports = duties_for(kept, day.cage, REPORT)
    assert {(each.report, each.direction) for each in reports if isinstance(each, CashDuty)} == {
        *(("transaction_log", "in"), ("currency_report", "in")),
        *(("transaction_log", "out"), ("currency_report", "out")),
    }
    form = TakeForm(patron="di", payout="x", form="w2g", reference="W", by="floor:flo", at=NOON)
    assert [each.payout.wager for each in kept.forms_of("di")] == ["progressive", "six_card_bonus"]
    assert duties_for(kept, day.cage, form) == kept.forms_of("di")
    other = AttestObligation(
        house="mics", obligation="x", reference="y", by="management:mia", at=NOON
    )
    assert duties_for(kept, day.cage, other) == []


def test_another_day_has_no_duties() -> None:
    day = the_day()
    assert cash_duties_on(day.floor.journal(day.cage), day.cage, DAY + timedelta(days=1)) == []
