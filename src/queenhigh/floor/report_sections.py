"""The report sections on people's duties, and on what went wrong."""

from collections.abc import Iterable, Iterator

from ..house.words import plain_words
from ..maths.paper.blocks import Block, Row, Table, Text, table_of
from .alerts import Alert
from .cash import CashDuty
from .compliance import Standing
from .dossier_paper import moment
from .paper_document import Currency
from .reports import DayReport
from .table_incidents import Happening

_MOST_ROUNDS = 12  # Listed per alert on paper; the data has all of them.


def compliance(report: DayReport) -> Iterator[Block]:
    money = Currency(report.currency).cell
    yield table_of(
        title="Duties",
        columns=("Duty", "Patron", "Amount", "Done", "Missing, and who sees to it"),
        rows=(_duty(report.currency, each) for each in report.duties),
        widths=(5, 3, 3, 4, 8),
        small=True,
    )
    if report.cash:
        yield table_of(
            title="Cash transactions",
            columns=("Time", "Patron", "Direction", "Amount", "Day so far", "Crosses"),
            rows=(
                (
                    moment(each.transaction.at),
                    each.transaction.patron,
                    each.transaction.direction,
                    money(each.transaction.cents),
                    money(each.total),
                    plain_words(", ".join(each.crossed)),
                )
                for each in report.cash
            ),
            small=True,
        )
    if report.obligations:
        yield table_of(
            title="What the books demand by other documents' names",
            columns=("House", "Obligation", "Vouched for by", "Reference"),
            rows=(
                (
                    each.house,
                    each.obligation,
                    (each.attested.by if each.attested else "nobody yet"),
                    (each.attested.reference if each.attested else ""),
                )
                for each in report.obligations
            ),
        )


def _duty(currency: str, each: Standing) -> Row:
    duty = each.duty
    if isinstance(duty, CashDuty):
        name = f"{plain_words(duty.report).capitalize()}, cash {duty.direction}"
        patron, cents = duty.patron, duty.cents
    else:
        name = f"Tax form, {duty.payout.title}, payout {duty.payout.id}"
        patron, cents = duty.payout.patron, duty.payout.winnings
        currency = duty.payout.currency
    done = f"{each.done.reference}, {each.done.by}" if each.done else ""
    missing = "; ".join(f"{m.what} ({plain_words(m.who)})" for m in each.missing)
    money = Currency(currency).cell(cents)
    return name, patron, money, done, missing or "nothing"


def notices(report: DayReport) -> Iterator[Block]:
    if report.notices:
        yield table_of(
            title="",
            columns=("Time", "Table", "About", "Acknowledged", "Waits for"),
            rows=(
                (
                    moment(each.notice.at),
                    each.notice.table,
                    (
                        plain_words(each.notice.about)
                        + (f", {each.notice.detail}" if each.notice.detail else "")
                    ),
                    (
                        "; ".join(
                            f"{plain_words(role)}: {said.by}"
                            for role, said in sorted(each.acknowledged.items())
                        )
                    ),
                    plain_words(", ".join((*each.waiting, *each.escalated_to))),
                )
                for each in report.notices
            ),
            widths=(4, 2, 4, 6, 4),
            small=True,
        )


def trouble(report: DayReport) -> Iterator[Block]:
    if report.trouble:
        yield _happenings(report.trouble, "What followed")


def decks(report: DayReport) -> Iterator[Block]:
    if report.decks:
        yield _happenings(report.decks, "")


def _happenings(found: Iterable[Happening], outcome: str) -> Table:
    return table_of(
        title="",
        columns=("Time", "Table", "Round", "Dealer", "What", "Details", outcome, "Clauses"),
        rows=(
            (
                each.at.strftime("%H:%M:%S"),
                each.table,
                str(each.round),
                each.dealer,
                plain_words(each.kind),
                plain_words(each.detail),
                plain_words(each.outcome),
                ", ".join(each.clauses),
            )
            for each in found
        ),
        widths=(3, 2, 2, 3, 4, 6, 3, 5),
        small=True,
    )


def conduct(report: DayReport) -> Iterator[Block]:
    if report.violations:
        yield table_of(
            title="Violations",
            columns=("Time", "Table", "Against", "What", "By", "Clauses"),
            rows=(
                (
                    moment(each.at),
                    each.table,
                    each.dealer or each.patron or f"seat {each.seat}",
                    (each.violation + (f": {each.detail}" if each.detail else "")),
                    each.by,
                    ", ".join(each.clauses),
                )
                for each in report.violations
            ),
            widths=(4, 2, 3, 6, 4, 4),
            small=True,
        )
    if report.suspicions:
        yield Text(f"Suspicions reported: {report.suspicions}. They are with those they were told.")
    if report.disputes:
        yield table_of(
            title="Disputes",
            columns=("Dispute", "Table", "Round", "Patron", "Claim", "State", "Moved"),
            rows=(
                (
                    each.opened.dispute,
                    each.opened.table,
                    str(each.opened.round),
                    each.opened.patron,
                    each.opened.claim,
                    each.state,
                    Currency(report.currency_at(each.opened.table)).cell(
                        (each.decided.cents if each.decided else 0)
                        + (each.finding.cents if each.finding else 0)
                    ),
                )
                for each in report.disputes
            ),
            widths=(3, 2, 2, 3, 7, 4, 3),
            small=True,
        )


def alerts(raised: Iterable[Alert]) -> Iterator[Block]:
    found = list(raised)
    if found:
        yield table_of(
            title="",
            columns=("About", "Reason", "Chance", "Rounds"),
            rows=(
                (
                    each.about,
                    each.reason,
                    ("" if each.chance is None else f"{each.chance:.1e}"),
                    _rounds(each),
                )
                for each in found
            ),
            widths=(3, 9, 2, 5),
            small=True,
        )


def _rounds(alert: Alert) -> str:
    shown = [f"{each.table}/{each.number}" for each in alert.rounds[:_MOST_ROUNDS]]
    more = len(alert.rounds) - len(shown)
    return ", ".join(shown) + (f" and {more:,} more" if more > 0 else "")
