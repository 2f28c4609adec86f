"""The sections of a PAR sheet on risk: all bets together, the meter, the hold over many rounds."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec

from ..analysis.analysis_figures import SideFigures
from ..deals.suit_classes import DEALS
from ..exact_figure import Exact
from ..paper.blocks import (
    Block,
    Cell,
    Plot,
    Text,
    chance,
    figure,
    fraction,
    hand_text,
    inexact_share,
    percent,
    share,
    signed,
    table_of,
    whole,
)
from .amounts import amount, exact_money, money
from .sheet import AtMeter, Sheet, Volatility

_PIECE = 24  # Rows of the distribution kept together: twelve in each column.


def stated_bet(sheet: Sheet) -> str:
    bets = ", ".join(
        f"{sheet.titles[name]} {amount(sheet, cents)}"
        for name, cents in sheet.position.bets.items()
    )
    meters = sheet.position.meters
    if len(meters) == 1:
        bets += f", the meter at {amount(sheet, *meters.values())}"
    elif meters:
        shown = (f"{name} {amount(sheet, cents)}" for name, cents in meters.items())
        bets += f", the meters at {', '.join(shown)}"
    return bets


def position(sheet: Sheet) -> Iterator[Block]:
    figures = sheet.position.figures
    decided = ""
    if "ante" in sheet.position.bets:
        found = figures.strategy
        also, lowest = found.also_play, hand_text(found.play_from or found.all_from)
        extra = f", and {', '.join(also)} too" if also else ""
        decided = (
            f" Best for all of them together is to play {lowest} or better{extra}{found.raises}."
        )
    opening = amount(sheet, figures.opening_cents)
    yield Text(
        f"One seat with {stated_bet(sheet)}: {opening} before the cards. The bets share "
        "cards, so they win and lose together; this is their exact joint distribution "
        f"over all {DEALS:,} deals{_by_trigger(sheet)}, without envy and fee.{decided}"
    )
    spread = figures.standard_deviation_cents
    yield table_of(
        title="The position",
        columns=("Figure", "Value", "exactly"),
        rows=(
            figure("House edge, of the opening bets", figures.house_edge),
            figure("Element of risk, of all bets", figures.element_of_risk),
            figure("Ends above zero", figures.hit_frequency),
            (
                "Expected net",
                exact_money(sheet, figures.expected_cents),
                _in_cents(figures.expected_cents),
            ),
            ("Standard deviation", exact_money(sheet, spread), _in_cents(spread)),
        ),
    )
    yield Plot(
        "joint",
        "Left: how often the seat ends at each net. Right: how often it ends at a net or above, "
        "both axes logarithmic.",
        "Bars of the probability of each net, and a falling curve of the probability of winning "
        "at least that much; the figures are in the table of the distribution.",
    )
    yield table_of(
        title="Each bet, and how they correlate",
        columns=(
            "Bet",
            "Expected net",
            "Deviation",
            *(sheet.titles[each.bet] for each in figures.bets),
        ),
        rows=(
            (
                sheet.titles[each.bet],
                exact_money(sheet, each.expected_cents),
                exact_money(sheet, each.standard_deviation_cents),
                *(signed(each.correlation.get(other.bet, 0.0), 4) for other in figures.bets),
            )
            for each in figures.bets
        ),
    )
    yield table_of(
        title="Percentiles of the net",
        columns=("", *(f"{each}%" for each in figures.percentiles_cents)),
        rows=[("Net", *(money(sheet, cents) for cents in figures.percentiles_cents.values()))],
    )
    yield from _distribution(sheet)


def _by_trigger(sheet: Sheet) -> str:
    ways = sheet.position.figures.combinations // DEALS
    return f", each with all {ways:,} places at which a trigger may lie" if ways > 1 else ""


def _distribution(sheet: Sheet) -> Iterator[Block]:
    """Show the distribution in page-sized pieces, each read column by column."""
    outcomes = sheet.position.figures.outcomes
    for begin in range(0, len(outcomes), _PIECE):
        yield table_of(
            title="Distribution of the net" + (", continued" if begin else ""),
            columns=("Net", "Combinations", "Probability", "At most"),
            rows=(
                (
                    money(sheet, each.net_cents),
                    whole(each.combinations),
                    percent(each.probability, 6),
                    percent(each.at_most, 6),
                )
                for each in outcomes[begin : begin + _PIECE]
            ),
            fold=2,
            small=True,
        )


def _in_cents(figure: Exact) -> Cell:
    found = fraction(figure)
    return found._replace(text=f"{found.text} cents")


def _straight(found: Sequence[AtMeter]) -> bool:
    """Whether each cent of the meter is worth as much as any other."""
    points = [(each.meter_cents, each.house_edge[0].fraction) for each in found]
    falls = {(low - high) / (b - a) for (a, low), (b, high) in pairwise(points)}
    return len(falls) < 2


def meters(sheet: Sheet, key: str) -> Iterator[Block]:
    """Show the meter of a wager that has one."""
    figures = sheet.analysis.side_wagers[key]
    fixed, of_thousand = figures.fixed_return, figures.return_per_1000_dollars
    if fixed is msgspec.UNSET or of_thousand is msgspec.UNSET:
        return
    met, falls = figures.trigger, "in a straight line as the meter rises"
    if not _straight(sheet.meters[key]):
        falls += ", until an award reaches the most that it pays"
    if met is not msgspec.UNSET:
        by = amount(sheet, met.must_hit_by_cents)
        falls = f"as the meter rises, ever faster towards the {by} by which it must be hit"
    yield Text(
        f"The edge falls {falls}, and by the envy of each other seat "
        + (
            "that is dealt in, whether it has the bet or not: the edge and the break-even meter of "
            "a lone bettor at a full table are those of the full table."
            if figures.envy_of == "dealt"
            else "with the same bet."
        )
    )
    envy = msgspec.UNSET if figures.envy_of is msgspec.UNSET else figures.envy_per_other_seat
    yield table_of(
        title="Parts of the return",
        columns=("Figure", "Value", "exactly"),
        rows=(
            figure("Fixed awards return", fixed),
            figure(f"Each {amount(sheet, 100_000)} of the meter returns", of_thousand),
            *(() if met is msgspec.UNSET else (figure("The trigger returns", met.player_return),)),
            *(() if envy is msgspec.UNSET else (figure("Envy of each other seat returns", envy),)),
        ),
    )
    seats = range(1, len(sheet.meters[key][0].house_edge) + 1)
    yield table_of(
        title=f"House edge by meter and {_counted(figures).lower()}",
        columns=("Meter", *(f"{number} seat{'s' if number > 1 else ''}" for number in seats)),
        rows=(
            (money(sheet, each.meter_cents), *(percent(edge, 3) for edge in each.house_edge))
            for each in sheet.meters[key]
        ),
    )
    yield Plot(
        f"meter_{key}",
        "House edge by meter. Between the two lines lie the other numbers of seats.",
        "Two falling lines, one for a single seat and one for a full table; where each "
        "crosses zero is the break-even meter of the table.",
    )
    yield table_of(
        title="Break-even meter",
        columns=(_counted(figures), "Envy returns", "exactly", "Break-even meter", "in cents"),
        rows=(
            (
                whole(each.seats),
                percent(each.envy_return),
                fraction(each.envy_return),
                exact_money(sheet, each.break_even_meter),
                fraction(each.break_even_meter),
            )
            for each in figures.by_seats or ()
            if each.break_even_meter is not msgspec.UNSET
        ),
    )
    run, seats_now = figures.long_run, sheet.analysis.seats
    if run is msgspec.UNSET:
        return
    yield table_of(
        title=f"In the long run, {seats_now} seat{'s' if seats_now > 1 else ''} betting",
        columns=("Figure", "Value", "exactly"),
        rows=(
            figure(
                "Bets between jackpots",
                run.bets_between_jackpots,
                Cell(f"{run.bets_between_jackpots.value:,.2f}".removesuffix(".00")),
            ),
            (
                "Average meter when hit",
                exact_money(sheet, run.average_jackpot_meter),
                _in_cents(run.average_jackpot_meter),
            ),
            figure("Player's return", run.player_return),
            figure("House edge", run.house_edge),
            figure("Reserve takes of each bet", run.reserve_per_bet),
            figure("Seeds need of each bet", run.seed_per_bet),
            figure("House keeps of each bet", run.kept_per_bet),
        ),
    )


def _counted(figures: SideFigures) -> str:
    """Say whose hands count for envy."""
    return "Seats dealt in" if figures.envy_of == "dealt" else "Seats betting"


def volatility(sheet: Sheet) -> Iterator[Block]:
    found, seat = sheet.volatility, sheet.position
    fee = seat.collection_fee_cents
    hour = exact_money(sheet, seat.theoretical_win_cents)
    yield Text(
        f"The hold is the house's win over what was bet at the opening, after so many rounds of "
        f"one seat with {stated_bet(sheet)}. Drop is not known here, so it is not a hold per "
        f"drop; {_meter_text(found)}. In an hour of {seat.rounds_an_hour} "
        f"rounds the house wins {hour.text} on average"
        + (", with the meter where it begins" if found.meter_moves else "")
        + (f", the collection fee of {amount(sheet, fee)} a round included." if fee else ".")
    )
    yield from _hold(found)
    every = [place for place, rounds in enumerate(found.rounds) if str(rounds)[0] == "1"]
    yield table_of(
        title="Standard deviation of the hold, each wager by itself",
        columns=("Wager", *(f"{found.rounds[place]:,} rounds" for place in every)),
        rows=(
            (sheet.titles[name], *(percent(each[place], 3) for place in every))
            for name, each in found.deviations.items()
        ),
    )


_TOO_FAR = "not computed: the results of this bet are too far apart"


def _meter_text(found: Volatility) -> str:
    if found.meter_moves:
        return "the meter begins there, grows with every bet and is hit at random"
    if found.left_still:
        return f"the meter is held fixed: {found.left_still}"
    return "no meter moves"


def _expected_text(found: Volatility) -> str:
    if found.meter_moves:
        return "Expected of a single round, the meter where it begins:"
    return "Expected at any number of rounds:"


def _hold(found: Volatility) -> Iterator[Block]:
    expected, missing = found.expected, len(found.hold) < len(found.rounds)
    if not found.hold:
        yield Text(f"Hold by number of rounds: {_TOO_FAR}.")
        return
    yield table_of(
        title="Hold by number of rounds",
        columns=(
            "Rounds",
            "Expected",
            "House ahead",
            "50% from",
            "50% to",
            "90% from",
            "90% to",
            "99% from",
            "99% to",
            "Off by at most",
        ),
        rows=(
            (
                whole(each.rounds),
                inexact_share(each.expected_value),
                chance(each.house_wins, each.error),
                *(
                    inexact_share(bound)
                    for interval in each.intervals
                    if interval.probability in (0.5, 0.9, 0.99)
                    for bound in (interval.lowest, interval.highest)
                ),
                Cell("exact" if each.method == "exact" else f"{each.error:.0e}", "", each.error),
            )
            for each in found.hold
        ),
    )
    yield Text(
        f"{_expected_text(found)} {share(expected.value)} ({fraction(expected).text}). "
        "The last column bounds the error of each probability, not of the hold."
        + (f" More than {found.hold[-1].rounds:,} rounds: {_TOO_FAR}." if missing else "")
    )
    yield Plot(
        "hold",
        "The bands in which the hold lies in 50, 90 and 99 of 100 runs of so many rounds.",
        "Three nested bands around the expected hold, which narrow as rounds grow; the figures "
        "are in the table above.",
    )
