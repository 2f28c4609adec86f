"""`queenhigh analyze` and `strategy`: exact figures, printed."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from ..house.words import capitalised
from .figures import both, house_with, money, percent
from .output import columns, console, print_json
from .progress import working
from .stakes import check_seats, meters, stakes

if TYPE_CHECKING:
    from rich.table import Table

    from ..house.model import House
    from ..maths.analysis.analysis_figures import Analysis, SideFigures, Strategy
    from ..maths.analysis.position_strategy import PositionStrategy
    from ..maths.analysis.strategy import StrategyFigures
    from ..maths.analysis.wager_figures import WagerFigures
    from ..wagers.document import SeatBets


def analyze(
    house: str,
    *,
    seats: int,
    meter: list[str] | None,
    options: str | None,
    json: bool,
    dealt: int | None = None,
) -> None:
    from ..maths.analysis.analysis import analyze as analysed

    playing = house_with(house, options)
    check_seats(playing, seats, dealt)
    with working("every deal"):
        found = analysed(playing, seats, meters=meters(playing, meter), dealt=dealt)
    if json:
        print_json(found)
        return
    _print_analysis(playing, found)


def _print_analysis(house: "House", found: "Analysis") -> None:
    from rich.markup import escape

    from ..maths.analysis.titles import titles
    from ..wagers.award_title import calls_in_words

    out = console()
    named = {name: escape(title) for name, title in titles(house).items()}
    out.print(
        f"[bold]{escape(found.house)}[/], each wager by itself, per unit of the initial bet\n"
    )
    table = columns("Wager", "House edge", "exactly", "Deviation", "Hit frequency", "exactly")
    for name, each in found.wagers.items():
        table.add_row(
            named[name],
            percent(each.house_edge),
            each.house_edge.exact,
            f"{each.standard_deviation.value:.4f}",
            percent(each.hit_frequency),
            each.hit_frequency.exact,
        )
    out.print(table)
    ante = found.ante_play
    out.print(f"\n{_played(ante.strategy)}: {both(ante.plays)} of all hands.")
    out.print(f"Element of risk {both(ante.element_of_risk)}.")
    for name, each in found.wagers.items():
        out.print(f"\n[bold]{named[name]}[/], {each.combinations:,} combinations")
        out.print(_outcomes(name, each, named))
        if name in found.side_wagers:
            _print_remarks(house, found.side_wagers[name])
            award = house.wagers[name].max_award_cents
            if award is not None:
                out.print(f"An award is at most {house.money(award)}.")
            if called := calls_in_words(house, house.wagers[name]):
                out.print(f"\n{escape(called)}")
    cut = [named[name] for name, each in found.wagers.items() if each.rounding_left_out is True]
    if cut:
        out.print(
            f"\nThe odds of {', '.join(cut)} are fractional. The figures use them as written; at "
            f"the table each payout is rounded {house.payouts.rounding} to a cent."
        )
    if found.tokes:
        tokes = columns("Toke on", "House edge", "exactly", "Taken down for each 1")
        for spots, toke in found.tokes.items():
            edge, taken = toke.house_edge, toke.taken_down
            tokes.add_row(named[spots], percent(edge), edge.exact, f"{taken.value:.6f}")
        out.print("\nTokes, decided by the player's hand:", tokes, sep="\n")
    if found.collection_fee is not msgspec.UNSET:
        fee = found.collection_fee
        most = fee.edge_at_maximum_ante
        out.print(
            f"\nThe collection fee of {house.money(fee.fee_cents)} per {fee.per} makes the edge on "
            f"the ante {both(fee.edge_at_minimum_ante)} at the minimum"
            + ("." if most is msgspec.UNSET else f" and {both(most)} at the maximum.")
        )


def _played(found: "Strategy") -> str:
    """Say which hands to play; where they have no threshold, also name the weaker ones."""
    lowest = found.play_from or found.all_from
    parts = [f"{lowest} or better"] if lowest else []
    parts += found.also_play
    text = f"Play {' and '.join((parts[0], ', '.join(parts[1:]))[: len(parts)])}" if parts else ""
    return text + found.raises or "Play nothing"


def _outcomes(name: str, figures: "WagerFigures", named: dict[str, str]) -> "Table":
    table = columns("Result", "Pays", "Net", "Combinations", "Probability", "Contribution")
    for each in figures.outcomes:
        result = f"{name}.{each.outcome}"
        table.add_row(
            named.get(result, each.outcome),
            each.pays or ("push" if result in named and not each.net else ""),
            f"{each.net:+,}" if each.net else "0",
            f"{each.combinations:,}",
            f"{each.probability.value:.8f}",
            f"{each.contribution.value:+.8f}",
        )
    return table


def _print_remarks(house: "House", figures: "SideFigures") -> None:
    """Say what a wager's figures depend on, if it has envy, a meter or fixed awards."""
    out = console()
    if figures.stake_cents is not msgspec.UNSET:
        stake = house.money(figures.stake_cents)
        out.print(f"\nAt a stake of {stake}: some awards do not grow with the stake.")
    if figures.seats is not msgspec.UNSET:
        out.print("\n" + " ".join(_meter_remarks(house, figures)))
    envied = figures.envy_of is not msgspec.UNSET
    if envied and figures.by_seats is not msgspec.UNSET:
        counted = "Seats dealt in" if figures.envy_of == "dealt" else "Seats betting it"
        table = columns(counted, "Envy returns", "exactly", "Break-even meter")
        for each in figures.by_seats:
            even = each.break_even_meter
            table.add_row(
                str(each.seats),
                percent(each.envy_return),
                each.envy_return.exact,
                "" if even is msgspec.UNSET else money(house, even.value),
            )
        out.print(table)
    if figures.long_run is not msgspec.UNSET:
        run = figures.long_run
        out.print(
            f"In the long run the meter is hit at {money(house, run.average_jackpot_meter.value)} "
            f"on average, and the edge is {both(run.house_edge)}. The reserve takes "
            f"{percent(run.reserve_per_bet)} of each bet and the seeds need "
            f"{percent(run.seed_per_bet)}."
        )
    if figures.trigger is not msgspec.UNSET:
        met = figures.trigger
        out.print(
            f"The meter must hit by {house.money(met.must_hit_by_cents)}: this bet reaches the "
            f"hidden trigger with a probability of {percent(met.chance)}, which returns "
            f"{percent(met.player_return)}. The edge includes this; outcomes and deviation do not. "
            "`queenhigh meter` shows the long run."
        )
    if figures.envy_left_out is not msgspec.UNSET:
        out.print(f"Envy is not included: {figures.envy_left_out}.")
    if figures.aggregate_left_out:
        out.print("The limit on what the house pays in a round is not considered.")


def _meter_remarks(house: "House", figures: "SideFigures") -> Iterable[str]:
    per, even = house.money(100_000), figures.break_even_meter
    envied = figures.envy_of is not msgspec.UNSET
    envy = figures.envy_per_other_seat if envied else msgspec.UNSET
    taken = []
    if figures.meter_cents is not msgspec.UNSET:
        taken.append(f"at a meter of {house.money(figures.meter_cents)}")
    if envy is not msgspec.UNSET:
        taken.append(f"with {figures.seats} seat{'s' if figures.seats != 1 else ''} betting")
    if taken:
        yield f"{capitalised(' '.join(taken))}."
    if figures.fixed_return is not msgspec.UNSET:
        yield f"Fixed awards return {both(figures.fixed_return)}."
    if figures.return_per_1000_dollars is not msgspec.UNSET:
        yield f"Each {per} of the meter returns {both(figures.return_per_1000_dollars)}."
    if even is not msgspec.UNSET and envy is msgspec.UNSET:
        yield f"It breaks even at {money(house, even.value)}."
    if figures.meters is not msgspec.UNSET:
        for name, each in figures.meters.items():
            at = each.break_even_meter
            even_at = (
                f"; it breaks even at {money(house, at.value)}" if at is not msgspec.UNSET else ""
            )
            yield (
                f"The meter {name} at {house.money(each.meter_cents)} returns "
                f"{both(each.jackpot_return)}, each {per} of it "
                f"{both(each.return_per_1000_dollars)}{even_at}."
            )
    if envy is not msgspec.UNSET:
        yield f"Each other seat's envy returns {both(envy)}."


def strategy(
    house: str,
    *,
    rules: list[str] | None,
    closest: int,
    options: str | None,
    json: bool,
    bets: list[str] | None = None,
    meter: list[str] | None = None,
    seen: bool = False,
) -> None:
    from ..maths.analysis.position_strategy import position_strategy
    from ..maths.analysis.strategy import COMMON_RULES
    from ..maths.analysis.strategy import strategy as worked_out
    from ..maths.protection.protection import strategy_by_rank_seen

    playing = house_with(house, options)
    seat, standing = seat_of(playing, bets, meter), meters(playing, meter)
    with working("every decision"):
        found = worked_out(playing, rules=(*COMMON_RULES, *(rules or ())), closest=closest)
        whole = None if seat is None else position_strategy(playing, seat, standing)
        by_rank = strategy_by_rank_seen(playing, seat, standing) if seen else {}
    if json:
        document = msgspec.to_builtins(found)
        more = {"position": whole, "dealer_card_seen": by_rank}
        print_json(document | {name: each for name, each in more.items() if each})
        return
    _print_strategy(found)
    if whole is not None:
        _print_position(playing, whole)
    if by_rank:
        table = columns("Dealer card", "")
        for rank, each in by_rank.items():
            table.add_row(rank, _played(each))
        console().print("\nWith one dealer card seen:", table, sep="\n")


def seat_of(house: "House", bets: list[str] | None, meter: list[str] | None) -> "SeatBets | None":
    """The seat's bets if any were given, or if meters were, which only matter with all bets."""
    if not bets and not meter:
        return None
    from ..wagers.document import SeatBets

    placed = SeatBets(1, stakes(house, bets))
    if not placed.ante:
        raise ValueError("--bet: a seat without an ante has nothing to decide")
    return placed


def _print_strategy(found: "StrategyFigures") -> None:
    from rich.markup import escape

    out = console()
    out.print(
        f"[bold]{escape(found.house)}[/]: {_played(found.strategy)}. "
        f"House edge {both(found.house_edge)}."
    )
    table = columns("Rule", "House edge", "Costs", "exactly", "Plays")
    for each in found.rules:
        table.add_row(
            each.rule,
            percent(each.house_edge),
            percent(each.cost),
            each.cost.exact,
            percent(each.plays),
        )
    out.print("\nWhat other rules cost the player:", table, sep="\n")
    table = columns("Hand", "Such as", "Hands", "Play", "Fold", "Decision")
    for hand in found.closest:
        table.add_row(
            hand.hand,
            hand.example,
            str(hand.hands),
            f"{hand.play.value:+.6f}",
            f"{hand.fold.value:+.6f}",
            hand.decision,
        )
    out.print("\nThe closest decisions, in units of the ante:", table, sep="\n")


_MOST_SHOWN = 12  # Classes that differ; the JSON has them all.


def _print_position(house: "House", found: "PositionStrategy") -> None:
    from rich.markup import escape

    from ..maths.analysis.titles import titles

    out, named = console(), titles(house)
    bets = ", ".join(f"{named[name]} {house.money(c)}" for name, c in found.bets.items())
    alone = found.alone.play_from or found.alone.all_from or "nothing"
    out.print(f"\n[bold]All bets together[/]: {escape(bets)}.")
    if not found.differs:
        out.print(
            f"The best decisions are the same as for the ante alone: {_played(found.strategy)}."
        )
    else:
        lowest = found.strategy.play_from or found.strategy.all_from or "none"
        below = len(found.strategy.also_play)
        out.print(
            f"Play {lowest} or better"
            + (f" and {below} classes of hands below it" if below else "")
            + found.strategy.raises
            + f"; {len(found.differences)} classes are decided differently from the ante alone."
        )
        out.print(
            f"Playing for the ante alone (from {alone}) costs {both(found.cost)} antes per round."
        )
        table = columns("Hand", "Such as", "Hands", "Ante alone", "All bets", "Gains, in antes")
        largest = sorted(found.differences, key=lambda each: -each.gain.value * each.hands)
        for each in largest[:_MOST_SHOWN]:
            row = (each.hand, each.example, str(each.hands), each.alone, each.decision)
            table.add_row(*row, f"{each.gain.value:+.6f}")
        out.print(table)
        if len(largest) > _MOST_SHOWN:
            out.print(f"and {len(largest) - _MOST_SHOWN} more, which --json lists.")
    if found.meter_changes:
        table = columns("Meter", "From", "Hand", "Such as", "Hands", "Best is to")
        first = sorted(found.meter_changes, key=lambda each: each.cents)
        for change in first[:_MOST_SHOWN]:
            at = (change.meter, house.money(change.cents))
            of = (change.hand, change.example, str(change.hands), change.decision)
            table.add_row(*at, *of)
        out.print("\nMeters above which a decision changes:", table, sep="\n")
