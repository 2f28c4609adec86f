"""Reports: the results of a gaming day by table, dealer, shift and house, with all details.

Everything here is computed from findings in the log, so a report can be reproduced at any time, to
the byte.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime
from typing import Final, Literal, TypedDict

import msgspec

from ..house.calendar import calendar
from ..house.model import House
from ..house.plain_data import carried_over
from ..maths.exact_figure import Exact, exact
from ..money.setup import Stakes
from .acknowledgements import NoticeStanding, standing
from .cash import CashLine, cash_duties, cash_lines
from .compliance import Duty, Obligation, Standing, obligations, standings
from .conduct import Record, SuspicionReported, ViolationRecorded, records
from .disputes import Dispute
from .log_findings import Kept
from .meters import MeterReport, meter_report
from .table_incidents import DECKS, MACHINES, TROUBLE, Happening
from .theory import GameLine, game_lines, to_meters
from .totals import Key, Totals, summed

By = Literal["table", "dealer", "shift", "day", "house"]
BY: Final[dict[By, Callable[[Key], str]]] = {
    "table": lambda key: key.table,
    "dealer": lambda key: key.dealer,
    "shift": lambda key: str(key.shift),
    "day": lambda key: key.day.isoformat(),
    "house": lambda key: key.house,
}
_FIRST_DAY: Final = date(1, 1, 2)


class ReportLine(msgspec.Struct, frozen=True, kw_only=True):
    """A table, a dealer, a shift, a day, a house. Money in cents; the win is the house's."""

    of: str
    currency: str
    rounds: int
    voids: int
    hands: int
    hours: float
    rounds_an_hour: float | None
    drop: int
    handle: int
    win: int  # Of the tray, by the bets, less contributions and seeds for meters.
    hold: float | None  # Of the drop.
    expected: Exact | None  # Of the wagers, less what their meters take in the long run.
    fees: int
    tokes: int
    irregularities: int
    games: tuple[GameLine, ...]


class TokeLine(msgspec.Struct, frozen=True):
    dealer: str
    currency: str
    won: int  # Winning bets for the dealer, with their stakes.
    given: int

    @property
    def total(self) -> int:
        return self.won + self.given


class CountLine(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    at: datetime
    by: str
    witness: str
    expected: int
    counted: int
    variance: int


class TrayLine(msgspec.Struct, frozen=True, kw_only=True):
    """A table's tray over the day. What was in it and came, less what went, is what is in it."""

    table: str
    currency: str
    opening: int  # At the start of the day.
    opened: int
    fills: int
    credits: int
    drop: int
    win: int
    closed: int
    closing: int
    counts: tuple[CountLine, ...]


class DayReport(msgspec.Struct, frozen=True, kw_only=True):
    day: date
    stakes: Stakes
    made_at: datetime
    currency: str  # The cage's.
    total: ReportLine
    others: tuple[ReportLine, ...]  # Tables that play in another currency.
    by: dict[str, tuple[ReportLine, ...]]  # table, dealer, shift, house.
    trays: tuple[TrayLine, ...]
    tokes: tuple[TokeLine, ...]
    meters: tuple[MeterReport, ...]
    trouble: tuple[Happening, ...]
    decks: tuple[Happening, ...]
    cash: tuple[CashLine, ...]
    duties: tuple[Standing, ...]
    obligations: tuple[Obligation, ...]
    notices: tuple[NoticeStanding, ...]
    violations: tuple[ViolationRecorded, ...]
    conduct: tuple[Record, ...]
    suspicions: int  # A count; the content is for the people notified.
    disputes: tuple[Dispute, ...]
    seal: str = ""  # Of the log at the day's last round, to compare with the paper.

    def currency_at(self, table: str) -> str:
        """A table's currency, as far as the report knows the table; otherwise its own."""
        found = {each.table: each.currency for each in self.trays}
        found |= {each.of: each.currency for each in self.by.get("table", ())}
        return found.get(table, self.currency)


def lines(
    parts: Iterable[tuple[Key, Totals]], houses: Mapping[str, House], by: By
) -> tuple[ReportLine, ...]:
    """One line each, in order, and separate lines per currency, which do not add up."""
    groups: dict[tuple[str, str], list[tuple[Key, Totals]]] = {}
    for key, totals in parts:
        groups.setdefault((BY[by](key), houses[key.table].currency), []).append((key, totals))
    return tuple(
        line(of, group, houses, currency) for (of, currency), group in sorted(groups.items())
    )


def line(
    of: str, parts: list[tuple[Key, Totals]], houses: Mapping[str, House], currency: str
) -> ReportLine:
    found = summed(totals for _, totals in parts)
    games = tuple(game_lines(parts, houses))
    hours = found.seconds / 3600
    return carried_over(
        ReportLine,
        found,
        of=of,
        currency=currency,
        hours=hours,
        rounds_an_hour=(found.rounds + found.voids) / hours if hours else None,
        handle=found.handle,
        win=found.win,
        hold=found.win / found.drop if found.drop else None,
        expected=_expected(games, parts, houses),
        tokes=found.tokes_won + found.tokes_given,
        games=games,
    )


def _expected(
    games: Iterable[GameLine], parts: list[tuple[Key, Totals]], houses: Mapping[str, House]
) -> Exact | None:
    """Return None if the required packages are missing; a day without bets needs none."""
    known = [game.expected for game in games]
    if any(each is None for each in known):
        return None
    return exact(sum((each.fraction for each in known if each), -to_meters(parts, houses)))


def day_report(
    kept: Kept, cage: House, day: date, made_at: datetime, *, stakes: Stakes = "money"
) -> DayReport:
    """Make a day's report; `cage` has the calendar and thresholds for cash and things without a
    table.
    """
    houses = kept.houses()
    parts = _of(kept.totals(day, day), stakes)
    happenings = [each for each in kept.happenings(day) if each.stakes == stakes]
    span = calendar(cage.compliance).span(day)
    conduct = kept.conduct(span)
    return DayReport(
        day=day,
        stakes=stakes,
        made_at=made_at,
        currency=cage.currency,
        total=_all(parts, houses, cage.currency),
        others=tuple(_all(parts, houses, each) for each in _other_currencies(parts, houses, cage)),
        by={by: lines(parts, houses, by) for by in BY if by != "day"},
        trays=tuple(_trays(kept, houses, day, stakes, happenings)),
        tokes=_tokes(parts, houses),
        meters=_meters(kept, day, stakes),
        trouble=tuple(each for each in happenings if each.kind in TROUBLE),
        decks=tuple(each for each in happenings if each.kind in (*DECKS, *MACHINES)),
        **_compliance(kept, cage, houses, span),
        notices=_notices(kept, houses, cage, span, made_at),
        violations=tuple(each for each in conduct if isinstance(each, ViolationRecorded)),
        conduct=tuple(records(conduct)),
        suspicions=sum(isinstance(each, SuspicionReported) for each in conduct),
        disputes=tuple(_disputes(kept, span)),
    )


def _all(
    parts: Iterable[tuple[Key, Totals]], houses: Mapping[str, House], currency: str
) -> ReportLine:
    own = [(key, totals) for key, totals in parts if houses[key.table].currency == currency]
    return line("all", own, houses, currency)


def _other_currencies(
    parts: Iterable[tuple[Key, Totals]], houses: Mapping[str, House], cage: House
) -> list[str]:
    return sorted({houses[key.table].currency for key, _ in parts} - {cage.currency})


def _of(parts: Iterable[tuple[Key, Totals]], stakes: Stakes) -> list[tuple[Key, Totals]]:
    return [(key, totals) for key, totals in parts if key.stakes == stakes]


def _trays(
    kept: Kept,
    houses: Mapping[str, House],
    day: date,
    stakes: Stakes,
    happenings: Iterable[Happening],
) -> list[TrayLine]:
    before: dict[str, list[Totals]] = {}
    of_day: dict[str, list[Totals]] = {}
    for key, totals in _of(kept.totals(_FIRST_DAY, day), stakes):
        (of_day if key.day == day else before).setdefault(key.table, []).append(totals)
    counts = [_count(each) for each in happenings if each.kind == "counted"]
    found = []
    for table in sorted(before.keys() | of_day.keys()):
        opening = summed(before.get(table, ())).tray
        own = summed(of_day.get(table, ()))
        if table not in of_day and not opening:
            continue
        found.append(
            carried_over(
                TrayLine,
                own,
                table=table,
                currency=houses[table].currency,
                opening=opening,
                win=own.win,
                closing=opening + own.tray,
                counts=tuple(each for each in counts if each.table == table),
            )
        )
    return found


def _count(each: Happening) -> CountLine:
    variance = each.cents - each.expected
    return carried_over(CountLine, each, witness=each.detail, counted=each.cents, variance=variance)


def _tokes(
    parts: Iterable[tuple[Key, Totals]], houses: Mapping[str, House]
) -> tuple[TokeLine, ...]:
    won: dict[tuple[str, str], list[Totals]] = {}
    for key, totals in parts:
        won.setdefault((key.dealer, houses[key.table].currency), []).append(totals)
    found = [(whose, summed(each)) for whose, each in sorted(won.items())]
    return tuple(TokeLine(*whose, each.tokes_won, each.tokes_given) for whose, each in found)


def _meters(kept: Kept, day: date, stakes: Stakes) -> tuple[MeterReport, ...]:
    of = kept.links()  # A link whose table is still to be set up is in both reports.
    moves = [each for each in kept.meters(day) if of.get(each[0].link, stakes) == stakes]
    links = sorted({key.link for key, _ in moves})
    return tuple(meter_report(link, day, moves) for link in links)


class _Compliance(TypedDict):
    cash: tuple[CashLine, ...]
    duties: tuple[Standing, ...]
    obligations: tuple[Obligation, ...]


def _compliance(
    kept: Kept, cage: House, houses: Mapping[str, House], span: tuple[datetime, datetime]
) -> _Compliance:
    facts = kept.compliance()
    cash = cash_lines(cage, kept.cash(span))
    found = standings(cage, cash_duties(cage, cash), facts)
    for duty in kept.forms(span):
        own: list[Duty] = [duty]
        found += standings(houses[duty.payout.table], own, facts)
    books = {house.key: house for house in (cage, *houses.values())}
    demanded = [each for _, house in sorted(books.items()) for each in obligations(house, facts)]
    return {"cash": tuple(cash), "duties": tuple(found), "obligations": tuple(demanded)}


def _notices(
    kept: Kept,
    houses: Mapping[str, House],
    cage: House,
    span: tuple[datetime, datetime],
    now: datetime,
) -> tuple[NoticeStanding, ...]:
    found = [each for each in kept.notices(span) if not each.discreet]  # Discreet: only counted.
    said = kept.acknowledgements(each.id for each in found)
    return tuple(standing(houses.get(each.table, cage), each, said, now) for each in found)


def _disputes(kept: Kept, span: tuple[datetime, datetime]) -> list[Dispute]:
    """Disputes opened on the day, or still open at its end."""
    found = []
    for dispute in kept.disputes():
        opened = dispute.opened.at
        decided = dispute.decided.at if dispute.decided else None
        still = opened < span[0] and (decided is None or decided >= span[0])
        if span[0] <= opened < span[1] or still:
            found.append(dispute)
    return found


def period_report(
    kept: Kept, since: date, until: date, by: By, *, stakes: Stakes = "money"
) -> tuple[ReportLine, ...]:
    """Lines over several days, both included."""
    return lines(_of(kept.totals(since, until), stakes), kept.houses(), by)
