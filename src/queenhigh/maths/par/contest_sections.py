"""The sections of a PAR sheet on the contest, returns and exposure."""

from collections import Counter
from collections.abc import Iterator
from math import ceil

from ...house.words import plain_words
from ..analysis.contest_table import ContestPart, ContestRow
from ..deals.suit_classes import DEALS
from ..exact_figure import Exact
from ..paper.blocks import (
    Block,
    Cell,
    Row,
    Table,
    Text,
    fraction,
    inexact_share,
    percent,
    plain,
    share,
    signed,
    table_of,
    whole,
)
from ..risk.table_hold import TableHold
from .amounts import amount, money
from .sheet import Sheet

_ENDS = {
    "dealer_out": "dealer out",
    "wins": "win",
    "ties": "tie",
    "loses": "lose",
    "folded": "folded",
}


def rules(sheet: Sheet) -> Iterator[Block]:
    for sentence in sheet.rules:
        yield Text(sentence)


def contest(sheet: Sheet) -> Iterator[Block]:
    yield Text(
        f"Every deal, {DEALS:,} in all, by the player's hand and by how the round ends, for a seat "
        "that decides as is best for the ante. Net and contribution are in antes; a contribution "
        "is the probability times the net."
    )
    for part in sheet.contest:
        yield _part(sheet, part)


def _part(sheet: Sheet, part: ContestPart) -> Table:
    alike = Counter((each.hand, each.ends) for each in part.rows)
    rows = [
        (
            _hand(each, several=alike[each.hand, each.ends] > 1),
            whole(each.combinations),
            percent(each.probability, 6),
            Cell(_signed(each.net), "", each.net),
            signed(each.contribution.value, 8, each.contribution.exact),
            fraction(each.contribution),
        )
        for each in part.rows
    ]
    made = sum(each.combinations for each in part.rows)
    last = (
        "total",
        whole(made),
        percent(Exact(f"{made}/{DEALS}", made / DEALS), 6),
        "",
        signed(part.expected.value, 8, part.expected.exact),
        fraction(part.expected),
    )
    return table_of(
        title=f"{sheet.titles[part.part]}, hand by outcome",
        columns=(
            *("Hand and outcome", "Combinations", "Probability", "Net", "Contribution", "exactly"),
        ),
        rows=(*rows, last),
        small=True,
        last_is_sum=True,
    )


def _hand(row: ContestRow, *, several: bool) -> str:
    """Name a row; if hands with the same ending are paid differently, the name includes the net."""
    name = f"{plain_words(row.hand)}, {_ENDS[row.ends]}"
    return f"{name}, {_signed(row.net)}" if several else name


def _signed(net: float) -> str:
    text = f"{net:+,.4f}".rstrip("0").rstrip(".") if net % 1 else f"{net:+,.0f}"
    return text.replace("-", "−") if net else "0"


def returns(sheet: Sheet) -> Iterator[Block]:
    yield Text(
        "Return and edge are per unit of the initial bet. All bet counts a raise too; resolved is "
        "what is won or lost, without bets that are handed back. Hits are wins of any size; above "
        "the bet are nets of more than the initial bet. The volatility index is 1.645 standard "
        "deviations: nine of ten results of many rounds lie within that, over the root of the "
        "rounds, of the edge."
    )
    yield table_of(
        title="Return and edge",
        columns=(
            *("Wager", "Return", "Edge", "All bet", "Edge of all bet"),
            *("Resolved", "Edge of resolved"),
        ),
        rows=(
            (
                sheet.titles[name],
                percent(each.player_return),
                percent(each.house_edge),
                plain(each.all_bet),
                percent(each.edge_of_all_bet),
                plain(each.resolved),
                percent(each.edge_of_resolved),
            )
            for name, each in sheet.returns.items()
        ),
    )
    yield table_of(
        title="Hits and volatility",
        columns=("Wager", "Hits", "exactly", "Above the bet", "exactly", "Volatility index"),
        rows=(
            (
                sheet.titles[name],
                percent(each.hit_frequency),
                fraction(each.hit_frequency),
                percent(each.above_the_bet),
                fraction(each.above_the_bet),
                Cell(f"{each.volatility_index:.4f}", "", each.volatility_index),
            )
            for name, each in sheet.returns.items()
        ),
    )
    yield _confidence(sheet)


def _confidence(sheet: Sheet) -> Table:
    found = sheet.volatility
    at = [rounds for rounds in found.rounds if str(rounds)[0] == "1"]
    rows = []
    for name, holds in found.holds.items():
        bands = {
            each.rounds: band
            for each in holds
            for band in each.intervals
            if band.probability == 0.95
        }
        cells = (
            f"{share(band.lowest, 2)} to {share(band.highest, 2)}"
            if (band := bands.get(rounds))
            else "not worked out"
            for rounds in at
        )
        rows.append((sheet.titles[name], *cells))
    return table_of(
        title="Hold of each wager in 95 of 100 runs, by its own distribution",
        columns=("Wager", *(f"{rounds:,} bets" for rounds in at)),
        rows=rows,
        small=True,
    )


def exposure(sheet: Sheet) -> Iterator[Block]:
    found = sheet.exposure
    bets = ", ".join(f"{sheet.titles[n]} {amount(sheet, c)}" for n, c in found.bets.items())
    unlimited = ", ".join(sheet.titles[name] for name in found.unlimited)
    yield Text(
        f"With {bets}, the most that the limits allow"
        + (f" ({unlimited} has no maximum and stands at its minimum)" if unlimited else "")
        + ". One deck cannot give every seat the best hand, so a full table stays below its bound."
    )
    rows = [
        ("One seat wins at most", money(sheet, found.seat_cents)),
        (f"All {found.seats} seats win less than", money(sheet, found.table_cents)),
    ]
    if found.meters_cents:
        rows.insert(1, ("of which meters pay", money(sheet, found.meters_cents)))
    if found.aggregate_cents is not None:
        most = money(sheet, found.aggregate_cents)
        rows.append(("The house pays at most in a round", most))
    yield table_of(title="Exposure in a round", columns=("", "Net"), rows=rows)


def table(sheet: Sheet) -> Iterator[Block]:
    found = sheet.table
    if found is None:
        return
    envy = any(each.envy_variance for each in found.by_seats)
    fees = sheet.position.collection_fee_cents
    with_it = " and ".join(name for name, met in (("envy", envy), ("fees", fees)) if met)
    yield Text(
        "Seats of a round meet the same dealer's hand, so they win and lose together: two of them "
        f"correlate at {found.correlation:+.4f}. All seats bet as in “All bets together” and "
        "decide as is best for the ante. Means and deviations are exact"
        f"{f', {with_it} included' if with_it else ''}; bands are those of the table's own "
        "distribution, which is skewed.".replace("-0.", "−0.")
    )
    before = ", before what is owed to meters" if found.by_seats[0].owed_cents else ""
    yield table_of(
        title=f"Hold of the table by seats{before}",
        columns=(
            *("Seats", "Win a round", "Deviation", "were seats apart", "Hold"),
            *(f"90% of {each.rounds:,} rounds" for each in found.by_seats[0].bands),
        ),
        rows=(
            (
                whole(each.seats),
                _cents(sheet, each.expected_cents),
                _cents(sheet, each.deviation_cents),
                _cents(sheet, each.independent_cents),
                inexact_share(each.hold),
                *(f"{share(b.lowest, 1)} to {share(b.highest, 1)}" for b in each.bands),
            )
            for each in found.by_seats
        ),
        small=True,
    )
    if before:
        yield from _with_meters(sheet, found)
    yield Text(_band_errors(found))
    yield from _shapes(sheet, found)
    yield table_of(
        title="Correlation of a bet at one seat with a bet at another",
        columns=("", *(sheet.titles[bet] for bet in found.bets)),
        rows=(
            (sheet.titles[bet], *(signed(of.get(other, 0.0), 4) for other in found.bets))
            for bet, of in found.between_seats.items()
        ),
    )


def _with_meters(sheet: Sheet, found: TableHold) -> Iterator[Block]:
    first, many = found.by_seats[0].paid, min(len(each.paid) for each in found.by_seats)
    yield table_of(
        title="Hold of the table by seats, with its meters: expected, and 90% of runs",
        columns=("Seats", "As it accrues", *(f"Paid in {b.rounds:,} rounds" for b in first[:many])),
        rows=(
            (
                whole(each.seats),
                inexact_share(each.accrued),
                *(
                    f"{share(b.expected, 2)}: {share(b.lowest, 1)} to {share(b.highest, 1)}"
                    for b in each.paid[:many]
                ),
            )
            for each in found.by_seats
        ),
        small=True,
    )
    standing = ", ".join(amount(sheet, cents) for cents in sheet.position.meters.values())
    short = "" if many == len(found.by_seats[0].bands) else f"; {_not_followed(found)}"
    yield Text(
        "A round owes its meters what its bets feed to them and, in the long run, the seeds that "
        "follow hits. Counted as it accrues, that is the same in every round; it is the hold to "
        f"expect of a table over years. Counted as it is paid, meters begin at {standing}, grow "
        f"with every bet and are hit by chance{short}."
    )


def _not_followed(found: TableHold) -> str:
    many = min(len(each.paid) for each in found.by_seats)
    if found.left_still:
        return f"this is not worked out here, for {found.left_still}"
    return f"{'more' if many else 'these'} rounds are too many to follow"


def _band_errors(found: TableHold) -> str:
    """Say what is proven about the bands, and what is sampled."""
    every = [band for each in found.by_seats for band in (*each.bands, *each.paid)]
    proven = max((b.error or 0.0 for b in every if b.method in ("exact", "bounded")), default=0.0)
    text = (
        "Of one seat and of two every deal is counted, and no probability of their bands is off by "
        f"more than {proven:.0e}."
    )
    sampled = [band for band in every if band.method == "sampled"]
    if sampled:
        ends = (
            f"{share(max(b.standard_error for b in sampled if b.rounds == rounds), 3)} at "
            f"{rounds:,} rounds"
            for rounds in dict.fromkeys(b.rounds for b in sampled)
        )
        text += (
            f" More seats were dealt {found.shapes[-1].one_round.dealt:,} rounds at random: the "
            f"ends of their bands have standard errors of up to {', '.join(ends)}."
        )
    if any(band.method == "normal" for band in every):
        text += " Where results lie too far apart for so many rounds, a band is a normal one."
    return text


def _shapes(sheet: Sheet, found: TableHold) -> Iterator[Block]:
    """Show percentiles of the table's own distribution: it is skewed, not normal."""
    rows: list[Row] = []
    for each in found.shapes:
        one, shift = each.one_round, each.shift
        seats = "1 seat" if one.seats == 1 else f"{one.seats} seats"
        deals = "dealt" if one.dealt else "counted"
        wins, of_round = inexact_share(one.house_wins, 1), one.percentiles_cents.values()
        amounts = (_cents(sheet, cents) for cents in of_round)
        rows.append((f"{seats}, a round", deals, wins, *amounts))
        ahead = inexact_share(shift.house_ahead, 1)
        # Cents would overstate the precision of a sample.
        unit = 100 if one.dealt else 1
        amounts = (_cents(sheet, round(at.win_cents / unit) * unit) for at in shift.quantiles)
        rows.append((f"{seats}, {shift.rounds} rounds", deals, ahead, *amounts))
    shares = found.shapes[0].one_round.percentiles_cents
    yield table_of(
        title="Win of the table in a round and in a shift: at most, with each probability",
        columns=("Table", "Deals", "House ahead", *shares),
        rows=rows,
        small=True,
    )
    for each in found.shapes:
        one, shift = each.one_round, each.shift
        if one.dealt:
            error = ceil(max(at.standard_error_cents for at in shift.quantiles) / 100) * 100
            yield Text(
                f"{'Meters pay nothing here. ' if sheet.position.meters else ''}{one.seats} seats: "
                "in 99 samples of 100 no probability of a round is off by more than "
                f"{share(one.error, 2)}, and each of a shift by no more than "
                f"{share(shift.error or 0.0, 2)}; the percentiles of a shift have standard errors "
                f"of up to {amount(sheet, error)}."
            )


def _cents(sheet: Sheet, cents: float) -> Cell:
    return Cell(amount(sheet, round(cents)), "", cents)


def course(sheet: Sheet, key: str) -> Iterator[Block]:
    """Show a meter over time."""
    found = sheet.courses.get(key, ())
    if not found:
        return
    shares = found[0].rounds_by_share
    yield table_of(
        title="Rounds until the meter is hit, and what it then holds at most",
        columns=("Seats betting", "On average", *(f"{each} within" for each in shares)),
        rows=(
            (
                whole(each.seats),
                Cell(f"{(wait := each.rounds_to_hit).value:,.1f}", wait.exact, wait.value),
                *(
                    f"{rounds:,}, {amount(sheet, each.meter_by_share[name])}"
                    for name, rounds in each.rounds_by_share.items()
                ),
            )
            for each in found
        ),
        small=True,
    )
    spans = found[0].edges
    yield table_of(
        title=f"Expected edge of the bet over time from here, {found[0].dealt} seats dealt in",
        columns=("Seats betting", *(f"{int(span):,} rounds" for span in spans)),
        rows=(
            (whole(each.seats), *(inexact_share(edge, 3) for edge in each.edges.values()))
            for each in found
        ),
    )
    yield table_of(
        title="Deviation of what the meter pays, and its reserve",
        columns=(
            "Seats betting",
            *(f"{int(span):,} rounds" for span in spans),
            "Seed reserved by the hit",
        ),
        rows=(
            (
                whole(each.seats),
                *(_cents(sheet, cents) for cents in each.deviations.values()),
                inexact_share(each.reserve_covers_seed),
            )
            for each in found
        ),
        small=True,
    )
