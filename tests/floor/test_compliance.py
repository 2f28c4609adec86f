"""Cash and tax: what is due, what is missing, who must act, and which commands are refused."""

from datetime import date, datetime, timedelta
from typing import Any, get_args

import msgspec
import pytest

from queenhigh.floor.cash import (
    CashDuty,
    CashTransaction,
    Direction,
    cash_duties,
    cash_lines,
    cash_transaction,
)
from queenhigh.floor.compliance import (
    MAY,
    AnyComplianceCommand,
    AnyComplianceEvent,
    AttestObligation,
    Duty,
    FileReport,
    ReadIdentity,
    RecordIdentity,
    TakeForm,
    decide_compliance,
    obligations,
    standings,
)
from queenhigh.floor.held_payouts import forms_first, refuse_cash_out, refuse_payout
from queenhigh.floor.tax import FormDuty, Payout, form_duty, payouts, worksheet
from queenhigh.house.model import House
from queenhigh.money.patrons import CashedOut, CashOut, Deposited, PlayMoneyGranted
from queenhigh.table.commands import Confirm
from queenhigh.table.decide import advance
from queenhigh.table.refusal import Refusal
from tests.clauses import cases, clause
from tests.floor.day import facts_of
from tests.money.room import Room, RoomTable
from tests.table.driver import NOON, house, house_with

CHICKASAW, MANUAL = house("chickasaw"), house("manual")


# Cash


def brought(patron: str, *cents: int, direction: Direction = "in") -> list[CashTransaction]:
    return [
        CashTransaction(
            patron=patron, direction=direction, cents=each, at=NOON + timedelta(minutes=n),
            by="floor:flo", version=n,
        )
        for n, each in enumerate(cents)
    ]  # fmt: skip


def due(of: House, transactions: list[CashTransaction]) -> list[tuple[str, str, int]]:
    duties = cash_duties(of, cash_lines(of, transactions))
    return [(duty.report, duty.direction, duty.cents) for duty in duties]


@clause("chickasaw-s")
@cases("""
    cents            reports
    299999           none
    300000           transaction_log
    1000000          transaction_log
    1000001          transaction_log currency_report
    500000 500000    transaction_log
    500000 500001    transaction_log currency_report
    1 1 1            none
""")
def test_one_patrons_day_brings_about_these_duties(cents: str, reports: str) -> None:
    expected = [] if reports == "none" else reports.split()
    for direction in ("in", "out"):
        amounts = map(int, cents.split())
        found = due(CHICKASAW, brought("ann", *amounts, direction=direction))
        assert [report for report, _, _ in found] == expected


@clause("chickasaw-s")
def test_in_and_out_and_patrons_and_days_are_added_up_separately() -> None:
    halves = [
        *brought("ann", 6_000_00),
        *brought("ann", 6_000_00, direction="out"),
        *brought("bob", 6_000_00),
        msgspec.structs.replace(brought("ann", 6_000_00)[0], at=NOON - timedelta(hours=7)),
    ]
    assert {report for report, _, _ in due(CHICKASAW, halves)} == {"transaction_log"}
    same_day = [*halves, msgspec.structs.replace(halves[0], at=NOON + timedelta(hours=17))]
    assert ("currency_report", "in", 12_000_00) in due(CHICKASAW, same_day)


def test_cash_after_the_threshold_is_in_the_report_too() -> None:
    (_, duty) = cash_duties(CHICKASAW, cash_lines(CHICKASAW, brought("ann", 10_001_00, 500_00)))
    assert (duty.cents, len(duty.transactions)) == (10_501_00, 2)
    assert duty.crossed_at == NOON


def test_thresholds_apply_from_their_dates() -> None:
    own = house_with(
        "chickasaw",
        compliance={
            "currency_report_over": [
                {"since": "1990-01-01", "cents": 10_000_00},
                {"since": "2026-01-06", "cents": 5_000_00},
            ]
        },
    )
    today = brought("ann", 6_000_00)
    tomorrow = [msgspec.structs.replace(today[0], at=NOON + timedelta(days=1))]
    assert [report for report, _, _ in due(own, today)] == ["transaction_log"]
    assert [report for report, _, _ in due(own, tomorrow)] == ["transaction_log", "currency_report"]


def test_only_cash_is_cash() -> None:
    at = {"by": "floor:flo", "at": NOON}
    assert cash_transaction(Deposited(patron="ann", cents=1, how="check", **at)) is None  # type: ignore[arg-type]
    assert cash_transaction(PlayMoneyGranted(patron="ann", cents=1, **at)) is None  # type: ignore[arg-type]
    out = cash_transaction(CashedOut(patron="ann", cents=1, how="cash", **at))  # type: ignore[arg-type]
    assert out is not None
    assert out.direction == "out"


# Tax forms


def payout(cents: int, stake: int = 100, at: datetime = NOON, **fields: Any) -> Payout:
    wager = fields.pop("wager", "progressive")
    return Payout(
        table="1", round=1, first=40, seat=4, patron="ann", wager=wager,
        title=MANUAL.title(wager), currency="USD", stake=stake, winnings=cents, at=at, **fields,
    )  # fmt: skip


IN_2025 = datetime.fromisoformat("2025-12-31T23:59:59Z")


@clause("manual-6cb-K")
@cases("""
    year  winnings  stake  form
    2025  59999     100    no
    2025  60000     100    yes
    2025  60000     200    yes     # 300 times
    2025  60000     201    no
    2026  60000     100    no
    2026  199999    100    no
    2026  200000    100    yes
    2026  200000    667    no      # not 300 times
""")
def test_a_form_is_due_by_the_rule_of_the_day(
    year: str, winnings: str, stake: str, form: str
) -> None:
    at = NOON if year == "2026" else IN_2025
    found = form_duty(MANUAL, payout(int(winnings), int(stake), at))
    assert (found is not None) is (form == "yes")


def test_the_day_is_the_calendar_day_and_not_the_gaming_day() -> None:
    at = datetime.fromisoformat("2026-01-01T03:00:00Z")
    assert form_duty(MANUAL, payout(60_000, at=at)) is None
    chicago = house_with("manual", compliance={"time_zone": "America/Chicago"})
    assert form_duty(chicago, payout(60_000, at=at)) is not None


def test_the_option_of_the_house_overrides_the_dates() -> None:
    own = house("manual", tax_form_threshold=1200)
    assert form_duty(own, payout(1199_99)) is None
    found = form_duty(own, payout(1200_00))
    assert found is not None
    assert found.rulings == ("MAN-28",)


@clause("manual-6cb-K")
def test_every_royal_needs_a_form_if_the_book_says_so() -> None:
    royal = payout(500_00, 50, wager="six_card_bonus", award="royal_flush")
    found = form_duty(MANUAL, royal)
    assert found is not None
    assert (found.rule, found.clauses) == ("row", ("manual-6cb-K",))
    assert found.before_payout
    straight = payout(500_00, 50, wager="six_card_bonus", award="straight_flush")
    assert form_duty(MANUAL, straight) is None
    mini = payout(499_00, wager="progressive", award="akq_suited")
    assert form_duty(MANUAL, mini) is None
    assert form_duty(house("manual", royal_notice=["royal_5", "akq_suited"]), mini) is not None


def test_the_worksheet_has_its_amounts_calculated() -> None:
    duty = form_duty(MANUAL, payout(6_000_01))
    assert duty is not None
    sheet = worksheet(MANUAL, duty)
    assert (sheet.form, sheet.reportable_winnings_cents) == ("w2g", 6_000_01)
    assert (sheet.withholding_percent, sheet.withheld_cents) == (24, 1_440_00)
    assert sheet.paid_cents == 6_000_01 - 1_440_00
    assert sheet.type_of_wager == "Three Card Poker, Progressive"
    foreign = worksheet(MANUAL, duty, resident=False)
    assert (foreign.form, foreign.withheld_cents) == ("w8", 1_800_00)


@cases("""
    winnings  number  percent
    500000    yes     0        # not above 5,000
    500000    no      24
    500001    yes     24
""")
def test_tax_is_held_back_above_an_amount_and_without_a_number(
    winnings: str, number: str, percent: str
) -> None:
    duty = form_duty(MANUAL, payout(int(winnings)))
    assert duty is not None
    sheet = worksheet(MANUAL, duty, taxpayer_number=number == "yes")
    assert sheet.withholding_percent == int(percent)


def test_each_payout_of_a_round_comes_with_its_stake() -> None:
    table = (
        Room()
        .table("manual")
        .opened()
        .bet(4, ante=10, progressive=1)
        .bet(5, ante=10, progressive=1)
    )
    table.dealt("4: As Ks Qs, 5: 8s 7d 6c, dealer: Jc 9d 3c").play(4, 5).finish()
    (facts,) = facts_of(table)
    found = {
        each.id.split("/", 1)[1]: (each.stake, each.winnings) for each in payouts(MANUAL, facts)
    }
    assert found == {
        "4/ante": (10_00, 10_00),
        "4/ante_bonus": (10_00, 50_00),
        "4/progressive": (1_00, 1000_40 - 1_00),
        "5/ante": (10_00, 10_00),
        "5/ante_bonus": (10_00, 10_00),
        "5/progressive": (1_00, 5_00),
        "5/envy": (1_00, 100_00),
    }


# Payouts that wait


def royal_table(**options: Any) -> RoomTable:
    table = Room().table(house_with("manual", **options)).opened()
    table.bet(4, ante=10, six_card_bonus=5).dealt("4: As Ks 2d, dealer: Qs Js Ts").play(4)
    return table


def refused_next(table: RoomTable, taken: list[Any]) -> Refusal | None:
    """Return the refusal if the step that is due would pay what waits for its form."""
    due = table.table.due
    wish = Confirm(step=due.name, seat=due.seat, by="dealer:dee", at=table.at)  # type: ignore[union-attr]
    answer = advance(table.table, wish)
    changes = [] if isinstance(answer, Refusal) else answer.changes
    return refuse_payout(table.table, forms_first(changes, "1", 40), taken)


@clause("manual-6cb-K", "manual-6cb-L-2")
def test_the_royal_waits_for_its_form_and_nothing_else_does() -> None:
    table = royal_table()
    waited = []
    while table.table.phase == "settling":
        refusal = refused_next(table, [])
        if refusal:
            waited.append((table.table.round.moves[table.table.due.move].wager, refusal))  # type: ignore[union-attr,index]
        table.confirm()
    ((wager, refusal),) = waited
    assert wager == "six_card_bonus"
    assert (refusal.code, refusal.clauses) == ("compliance/form_missing", ("manual-6cb-K",))
    assert "stays seated" in refusal.message


def test_with_its_form_taken_or_where_the_house_does_not_wait_it_is_paid() -> None:
    from queenhigh.floor.compliance import FormTaken

    taken = FormTaken(
        patron="ann", payout="1@40/4/six_card_bonus", form="w2g", winnings=1, withheld_cents=0,
        reference="x", by="floor:flo", at=NOON,
    )  # fmt: skip
    for facts, settings in (([taken], {}), ([], {"compliance": {"forms_before_payout": False}})):
        table = royal_table(**settings)
        while table.table.phase == "settling":
            assert refused_next(table, facts) is None
            table.confirm()


def test_winnings_paid_by_the_system_wait_at_the_cage() -> None:
    duty = form_duty(MANUAL, payout(5_000_00, 5_00, wager="six_card_bonus", award="royal_flush"))
    assert duty is not None
    (open_,) = standings(MANUAL, [duty], [])
    cash_out = CashOut(patron="ann", cents=6_000_00, by="floor:flo", at=NOON)
    refusal = refuse_cash_out([open_], 10_000_00, cash_out)
    assert refusal is not None
    assert refusal.clauses == ("manual-6cb-K",)
    less = CashOut(patron="ann", cents=5_000_00, by="floor:flo", at=NOON)
    assert refuse_cash_out([open_], 10_000_00, less) is None
    other = CashOut(patron="bob", cents=6_000_00, by="floor:flo", at=NOON)
    assert refuse_cash_out([open_], 6_000_00, other) is None


# What is missing, and who must act


def day_duty(cents: int = 12_000_00) -> CashDuty:
    return cash_duties(CHICKASAW, cash_lines(CHICKASAW, brought("ann", cents)))[-1]


def decide(
    command: AnyComplianceCommand,
    duties: list[Duty] | None = None,
    facts: list[AnyComplianceEvent] | None = None,
    of: House = CHICKASAW,
) -> Refusal | list[AnyComplianceEvent]:
    return decide_compliance(of, duties or [], facts or [], command)


def done(command: AnyComplianceCommand, *args: Any, **kw: Any) -> AnyComplianceEvent:
    answer = decide(command, *args, **kw)
    assert not isinstance(answer, Refusal), answer.message
    return answer[0]


def code(command: AnyComplianceCommand, *args: Any, **kw: Any) -> str:
    answer = decide(command, *args, **kw)
    assert isinstance(answer, Refusal)
    return answer.code


FULL = ("legal_name", "address", "born", "document", "document_number", "taxpayer_number")


def identity(*fields: str, resident: bool = True, by: str = "floor:flo") -> RecordIdentity:
    return RecordIdentity(patron="ann", fields=fields or FULL, resident=resident, by=by, at=NOON)


def filed(cents: int = 12_000_00, reference: str = "CTR-1", **changes: Any) -> FileReport:
    fields: dict[str, Any] = {
        "patron": "ann", "day": date(2026, 1, 5), "report": "currency_report", "direction": "in",
        "cents": cents, "reference": reference, "by": "shift_manager:sue", "at": NOON,
    }  # fmt: skip
    return FileReport(**{**fields, **changes})


@clause("chickasaw-s")
def test_a_report_is_listed_as_missing_with_its_fields_until_it_is_filed() -> None:
    duty = day_duty()
    (before,) = standings(CHICKASAW, [duty], [])
    assert {(each.what, each.who) for each in before.missing} == {
        *((name.replace("_", " "), "floor") for name in FULL),
        ("currency report", "shift_manager"),
    }
    known = done(identity("legal_name", "address"))
    (now,) = standings(CHICKASAW, [duty], [known])
    assert len(now.missing) == len(before.missing) - 2
    report = done(filed(), [duty])
    (after,) = standings(CHICKASAW, [duty], [known, report])
    assert not after.open
    assert after.done == report
    assert report.clauses == ("chickasaw-s",)


def test_money_that_comes_after_the_report_opens_it_again() -> None:
    report = done(filed(), [day_duty()])
    (again,) = standings(CHICKASAW, [day_duty(13_000_00)], [report])
    assert again.open
    assert "amended" in again.missing[-1].what
    amended = done(filed(13_000_00), [day_duty(13_000_00)], [report])
    assert amended.cents == 13_000_00  # type: ignore[union-attr]


def test_impossible_reports_are_refused() -> None:
    duty = day_duty()
    assert code(filed(), []) == "compliance/report_not_due"
    assert code(filed(direction="out"), [duty]) == "compliance/report_not_due"
    assert code(filed(11_000_00), [duty]) == "compliance/wrong_amount"
    assert code(filed(reference=""), [duty]) == "compliance/no_reference"
    assert code(filed(), [duty], [done(filed(), [duty])]) == "compliance/report_filed"
    assert code(filed(by="dealer:dee"), [duty]) == "role/not_yours"
    assert code(filed(by="cook:joe"), [duty]) == "role/unknown"


def royal_duty() -> FormDuty:
    royal = payout(5_000_00, 5_00, wager="six_card_bonus", award="royal_flush")
    duty = form_duty(MANUAL, royal)
    assert duty is not None
    return duty


def form(kind: str = "w2g", reference: str = "W-1", **changes: Any) -> TakeForm:
    fields: dict[str, Any] = {
        "patron": "ann", "payout": royal_duty().payout.id, "form": kind, "reference": reference,
        "by": "floor:flo", "at": NOON,
    }  # fmt: skip
    return TakeForm(**{**fields, **changes})


@clause("manual-6cb-K")
def test_a_form_is_taken_once_from_a_patron_whose_identity_is_known() -> None:
    duty, known = royal_duty(), done(identity())
    (before,) = standings(MANUAL, [duty], [])
    assert before.missing[-1].what == "form W-2G"
    assert code(form(), [duty]) == "compliance/no_identity"
    taken = done(form(withheld_cents=1_200_00), [duty], [known])
    assert taken.winnings == 5_000_00  # type: ignore[union-attr]
    assert taken.clauses == ("manual-6cb-K",)
    (after,) = standings(MANUAL, [duty], [known, taken])
    assert not after.open
    assert code(form(), [duty], [known, taken]) == "compliance/form_taken"
    assert code(form(), [], [known]) == "compliance/form_not_due"
    assert code(form(patron="bob"), [duty], [known]) == "compliance/form_not_due"
    assert code(form(reference=""), [duty], [known]) == "compliance/no_reference"
    assert code(form(withheld_cents=5_000_01), [duty], [known]) == "compliance/wrong_amount"
    assert code(form("w8"), [duty], [known]) == "compliance/wrong_form"


@clause("manual-6cb-K")
def test_a_nonresident_gets_the_other_form() -> None:
    duty = royal_duty()
    known = done(identity("legal_name", "address", "document", "document_number", resident=False))
    (standing,) = standings(MANUAL, [duty], [known])
    assert [each.what for each in standing.missing] == ["country", "form W-8"]
    assert done(form("w8"), [duty], [known]).clauses == ("manual-6cb-K",)
    assert code(form("w2g"), [duty], [known]) == "compliance/wrong_form"


def test_an_identity_has_fields_that_forms_ask_for_and_events_never_say_what_is_in_them() -> None:
    known = done(identity("taxpayer_number", "legal_name"))
    assert known.fields == ("legal_name", "taxpayer_number")  # type: ignore[union-attr]
    assert code(identity("shoe_size")) == "compliance/no_such_field"
    read = ReadIdentity(patron="ann", why="the report of 5 January", by="floor:flo", at=NOON)
    assert done(read, [], [known]).by == "floor:flo"
    assert code(read) == "compliance/no_identity"
    assert code(msgspec.structs.replace(read, why=" "), [], [known]) == "floor/no_reason"
    assert code(msgspec.structs.replace(read, by="dealer:dee"), [], [known]) == "role/not_yours"
    assert (
        code(msgspec.structs.replace(read, by="surveillance:sam"), [], [known]) == "role/not_yours"
    )


@clause("mics-b1-3", "chickasaw-s")
@pytest.mark.parametrize("of", ["mics", "chickasaw"])
def test_duties_away_from_the_table_are_vouched_for_by_name(of: str) -> None:
    chosen = house(of)
    first, *rest = obligations(chosen, [])
    assert first.attested is None
    assert first.clauses
    wish = AttestObligation(
        house=of,
        obligation=first.obligation,
        reference="certificate 7",
        by="management:mia",
        at=NOON,
    )
    fact = done(wish, of=chosen)
    now, *still = obligations(chosen, [fact])
    assert now.attested == fact
    assert still == rest
    assert code(msgspec.structs.replace(wish, reference=""), of=chosen) == "compliance/no_reference"
    unknown = msgspec.structs.replace(wish, obligation="Section 99")
    assert code(unknown, of=chosen) == "compliance/no_such_obligation"
    assert code(msgspec.structs.replace(wish, by="floor:flo"), of=chosen) == "role/not_yours"


def test_every_compliance_command_names_its_roles() -> None:
    commands = get_args(AnyComplianceCommand)
    assert {str(each.__struct_config__.tag) for each in commands} == MAY.keys()
