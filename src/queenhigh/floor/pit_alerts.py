"""Alerts about the house itself: trays, counts, dealers, notices, voids, tokes, reliefs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from ..house.model import House
from ..house.money import currency_text
from ..house.words import plain_words
from ..table.state import Phase, Table
from .acknowledgements import NoticeStanding
from .alert_subject import About
from .alerts import Alert, AlertKind, Limits, alert_of_table, by_dealer_and_table, round_at
from .reports import ReportLine
from .round_facts import RoundFacts
from .table_incidents import Happening

PRACTICE_SPAN: Final = timedelta(hours=1)


# Current tables


def tray_alerts(name: str, table: Table, now: datetime, limits: Limits) -> Iterator[Alert]:
    """Alerts for a tray that owes chips, or that the next payouts may empty."""
    least = limits.tray_bets * table.house.limits("ante").least
    if table.phase is Phase.CLOSED or table.tray >= least:
        return
    money = table.house.money
    below = f"The tray is {money(-table.tray)} below zero" if table.tray < 0 else ""
    low = f"{money(table.tray)} is left in the tray, less than {money(least)}"
    kind: AlertKind = "tray_negative" if below else "tray_low"
    yield alert_of_table(kind, name, f"{below or low}: it needs a fill.", now)


def dealer_alerts(name: str, table: Table, role: str | None, now: datetime) -> Iterator[Alert]:
    """Alerts for a dealer on duty who is unknown to the house, or has no dealing role."""
    if table.phase is Phase.CLOSED or not table.dealer or role == "dealer":
        return
    who = (
        "nobody with that name works here" if role is None else f"{plain_words(role)} does not deal"
    )
    reason = f"{table.dealer} is on duty as the dealer, and {who}."
    yield alert_of_table("dealer_unknown", name, reason, now)


def doubled_dealers(tables: Mapping[str, Table], now: datetime) -> Iterator[Alert]:
    """Dealers on duty at two tables with real cards: somebody else must be dealing at one."""
    on_duty: dict[str, list[str]] = {}
    for name, table in tables.items():
        if table.phase is not Phase.CLOSED and table.physical and table.dealer:
            on_duty.setdefault(table.dealer, []).append(name)
    for dealer, names in sorted(on_duty.items()):
        for name in names if len(names) > 1 else ():
            others = ", ".join(each for each in names if each != name)
            reason = f"{dealer} is on duty here and at {others} at the same time."
            yield alert_of_table("dealer_at_two_tables", name, reason, now)


def practice_alerts(
    made: Mapping[str, Sequence[datetime]], now: datetime, limits: Limits
) -> Iterator[Alert]:
    """People who made too many practice tables; `made` has their times by person."""
    for owner, times in sorted(made.items()):
        lately = [at for at in times if now - at < PRACTICE_SPAN]
        if len(lately) >= limits.practice_tables:
            yield Alert(
                kind="practice_in_series",
                about=str(About("patron", owner)),
                reason=f"{len(lately)} practice tables were made within an hour.",
                at=lately[-1],
            )


# Alerts of a day


def count_variances(
    houses: Mapping[str, House], happenings: Iterable[Happening]
) -> Iterator[Alert]:
    """Tray and drop box counts that differ from the books."""
    for each in happenings:
        if each.kind not in ("counted", "box_counted") or each.cents == each.expected:
            continue
        money, off = houses[each.table].money, each.cents - each.expected
        what = "tray" if each.kind == "counted" else f"drop {each.detail}"
        reason = (
            f"The {what} was counted at {money(each.cents)}: "
            f"{money(abs(off))} {'more' if off > 0 else 'less'} than there should be."
        )
        yield alert_of_table("count_variance", each.table, reason, each.at)


def unacknowledged_notices(notices: Iterable[NoticeStanding]) -> Iterator[Alert]:
    for each in notices:
        if each.open and each.overdue > timedelta():
            minutes = int(each.overdue.total_seconds() // 60)
            whom = " and ".join(map(plain_words, each.waiting))
            notice = each.notice
            reason = f"A notice ({notice.about}) waits for {whom}, {minutes} minutes late."
            yield alert_of_table("notice_unacknowledged", notice.table, reason, notice.at)


def repeated_voids(rounds: Iterable[RoundFacts], limits: Limits) -> Iterator[Alert]:
    """Repeated voids by dealer and by table."""
    for about, each in by_dealer_and_table(facts for facts in rounds if facts.void):
        if len(each) >= limits.voids:
            yield Alert(
                kind="voids_repeat",
                about=about,
                reason=f"{len(each)} rounds became void in one day.",
                at=max(facts.ended for facts in each),
                rounds=tuple(round_at(facts) for facts in each),
            )


def high_tokes(dealers: Iterable[ReportLine], at: datetime, limits: Limits) -> Iterator[Alert]:
    """Tokes that are a large share of all bets placed with a dealer."""
    for line in dealers:
        much = line.tokes * 100 > limits.tokes_percent * line.handle
        if much and line.tokes >= limits.tokes_cents:
            yield Alert(
                kind="tokes_high",
                about=str(About("dealer", line.of)),
                reason=f"{currency_text(line.tokes, line.currency)} in tokes on bets of "
                f"{currency_text(line.handle, line.currency)}: more than "
                f"{limits.tokes_percent} percent.",
                at=at,
            )


def needless_reliefs(happenings: Iterable[Happening], limits: Limits) -> Iterator[Alert]:
    """Dealers relieved almost as soon as they had taken over the table."""
    since: dict[str, datetime] = {}
    for each in happenings:
        if each.kind == "relieved" and (began := since.get(each.table)) is not None:
            minutes = (each.at - began).total_seconds() / 60
            if minutes < limits.relief_minutes:
                told = f"{each.dealer} was relieved by {each.detail}"
                whole = round(minutes)
                reason = f"{told} after {whole} minute{'' if whole == 1 else 's'} on duty."
                yield alert_of_table("relief_needless", each.table, reason, each.at)
        if each.kind in ("opened", "relieved"):
            since[each.table] = each.at
