"""Tax forms: which payouts need one, by dated rules, and what goes on the worksheet."""

from collections.abc import Iterator
from datetime import date, datetime
from typing import Final, Literal

import msgspec

from ..house.calendar import calendar
from ..house.model import House
from ..house.points import point
from ..table.events import WagerPaid
from ..table.state import Table
from ..wagers.outcome import Line
from .cash import in_force
from .round_facts import RoundFacts

ROW_TAKES_A_FORM = point("payout.tax_form")

Form = Literal["w2g", "w8"]
FORMS: Final[dict[Form, str]] = {"w2g": "W-2G", "w8": "W-8"}
_BESIDE: Final = {"match_play": "Match Play", "envy": "Envy Bonus"}


class Payout(msgspec.Struct, frozen=True, kw_only=True):
    """One bet that was paid, or is about to be."""

    table: str
    round: int
    first: int  # The version at which its round begins.
    seat: int
    patron: str
    wager: str
    title: str  # What the house calls it.
    currency: str
    stake: int
    winnings: int  # The player's gain from the bet.
    at: datetime
    award: str = ""

    @property
    def id(self) -> str:
        return f"{self.table}@{self.first}/{self.seat}/{self.wager}"


class FormDuty(msgspec.Struct, frozen=True, kw_only=True, tag_field="duty", tag="form"):
    """A payout for which a form is taken."""

    payout: Payout
    rule: Literal["amount", "row"]  # Whether the winnings or the pay table row require it.
    threshold: int  # In cents; for the amount rule.
    times_wager: int
    before_payout: bool  # The payout waits for it.
    clauses: tuple[str, ...]
    rulings: tuple[str, ...]


class Worksheet(msgspec.Struct, frozen=True, kw_only=True):
    """What a form asks for about the money. The patron is named only in the identity."""

    form: Form
    payer: str
    payout: str
    patron: str
    date_won: date
    type_of_wager: str
    wager_cents: int
    reportable_winnings_cents: int
    withholding_percent: int
    withheld_cents: int
    paid_cents: int  # The winnings less what is withheld.
    because: str  # Why this much is withheld.


def payouts(house: House, facts: RoundFacts) -> Iterator[Payout]:
    """The payouts of a finished round. Envy counts for the bet that entitles to it."""
    with_envy = next((key for key, wager in house.wagers.items() if wager.envy), "")
    beside = {"envy": with_envy, "ante_bonus": "ante"}
    for seat in facts.seats:
        for wager, bet in seat.bets.items():
            if not bet.paid:
                continue
            stands_on = beside.get(wager, "")
            own = seat.bets.get(stands_on)
            yield Payout(
                table=facts.table,
                round=facts.number,
                first=facts.first,
                seat=seat.seat,
                patron=seat.patron,
                wager=wager,
                title=title_of(house, wager),
                currency=house.currency,
                stake=own.staked if own else bet.staked,
                winnings=bet.paid if stands_on else bet.net,
                at=facts.ended,
                award=bet.award,
            )


def payouts_coming(table: Table, name: str, first: int, at: datetime) -> Iterator[Payout]:
    """The payouts of the round being settled, at a table where they may still wait.

    `name` is the table's id, `first` the version at which the round began.

    Only face-up hands are included, so viewers learn nothing about the others.
    """
    settled = table.round.settled
    for seat in settled.seats if settled else ():
        if seat.seat not in table.round.revealed:
            continue
        for line in seat.lines:
            if line.result != "win" or line.on is not msgspec.UNSET:
                continue
            jackpot = table.jackpot_of(seat.seat, line.wager) if line.meter else None
            paid = jackpot.cents if jackpot else line.paid
            net = paid + line.returned - line.stake
            yield _payout(table, name, first, at, seat.seat, line, net)


def payout_made(table: Table, name: str, first: int, event: WagerPaid) -> Payout | None:
    """The payout of a bet as its chips move, whatever command moves them.

    `table` is the state before; the rest is as above. A toke is not a payout to the patron.
    """
    settled = table.round.settled
    for seat in settled.seats if settled and not event.toke else ():
        for line in seat.lines:
            own = (seat.seat, line.wager) == (event.seat, event.wager)
            if own and line.on is msgspec.UNSET:
                net = event.paid + event.returned - event.stake
                return _payout(table, name, first, event.at, seat.seat, line, net)
    return None


def _payout(
    table: Table, name: str, first: int, at: datetime, seat: int, line: Line, winnings: int
) -> Payout:
    return Payout(
        table=name,
        round=table.round.number,
        first=first,
        seat=seat,
        patron=table.seats[seat].player,
        wager=line.wager,
        title=title_of(table.house, line.wager),
        currency=table.house.currency,
        stake=table.bets(seat).ante if line.wager == "ante_bonus" else line.stake,
        winnings=winnings,
        at=at,
        award=line.category if isinstance(line.category, str) else "",
    )


def form_duty(house: House, payout: Payout) -> FormDuty | None:
    """The duty, checking first for a row that requires a form at any amount."""
    before_payout = house.compliance.forms_before_payout
    if path := _row_with_form(house, payout):
        return FormDuty(
            payout=payout,
            rule="row",
            threshold=0,
            times_wager=0,
            before_payout=before_payout,
            clauses=house.clauses(ROW_TAKES_A_FORM),
            rulings=house.rulings_on(path),
        )
    threshold, times = _threshold(house, calendar(house.compliance).local_date(payout.at))
    if threshold is None or payout.winnings < max(threshold, times * payout.stake):
        return None
    return FormDuty(
        payout=payout,
        rule="amount",
        threshold=threshold,
        times_wager=times,
        before_payout=before_payout,
        clauses=(),
        rulings=house.rulings_on("compliance.tax_form_over_cents"),
    )


def _row_with_form(house: House, payout: Payout) -> str:
    """The setting of the row that was paid, if it requires a form at any amount."""
    wager = house.wagers.get(payout.wager)
    row = wager.pays.get(payout.award) if wager else None
    return f"wagers.{payout.wager}.pays.{payout.award}.form" if row and row.form else ""


def _threshold(house: House, day: date) -> tuple[int | None, int]:
    """Cents and multiple of the wager. The house's amount overrides the dated rules."""
    dated = in_force(house.compliance.tax_form_from, day)
    times = dated.times_wager if dated else 0
    if own := house.compliance.tax_form_over_cents:
        return own, times
    return (dated.cents if dated else None), times


def worksheet(
    house: House, duty: FormDuty, *, resident: bool = True, taxpayer_number: bool = True
) -> Worksheet:
    """Compute the amounts, rounded to the nearest cent."""
    payout = duty.payout
    day = calendar(house.compliance).local_date(payout.at)
    percent, because = _withheld(house, payout, day, resident, taxpayer_number)
    withheld = (payout.winnings * percent + 50) // 100
    return Worksheet(
        form="w2g" if resident else "w8",
        payer=house.name,
        payout=payout.id,
        patron=payout.patron,
        date_won=day,
        type_of_wager=f"Three Card Poker, {payout.title}",
        wager_cents=payout.stake,
        reportable_winnings_cents=payout.winnings,
        withholding_percent=percent,
        withheld_cents=withheld,
        paid_cents=payout.winnings - withheld,
        because=because,
    )


def _withheld(
    house: House, payout: Payout, day: date, resident: bool, taxpayer_number: bool
) -> tuple[int, str]:
    rule = in_force(house.compliance.withholding, day)
    if rule is None:
        return 0, "no rule on that day"
    if not resident:
        return rule.nonresident_percent, "not a resident"
    dated = in_force(house.compliance.tax_form_from, day)
    high = payout.winnings > rule.over_cents
    if high and payout.winnings >= (dated.times_wager if dated else 0) * payout.stake:
        return rule.percent, "winnings above the amount from which tax is held back"
    if not taxpayer_number:
        return rule.backup_percent, "no taxpayer number"
    return 0, "below the amount from which tax is held back"


def title_of(house: House, wager: str) -> str:
    """The title of a bet, or of what is paid besides one."""
    return house.words.get(wager, _BESIDE[wager]) if wager in _BESIDE else house.title(wager)
