"""`queenhigh win` and `sensitivity`: what a table should win, and what each row of it is worth."""

from fractions import Fraction
from typing import TYPE_CHECKING

from ..house.words import plain_words
from .figures import house_with, money, percent
from .output import columns, console, print_json
from .progress import working
from .stakes import check_seats, meters, shares, stakes

if TYPE_CHECKING:
    from ..house.model import House
    from ..maths.risk.table_win import Spread, TableWin


def win(
    house: str,
    *,
    bets: list[str] | None,
    uptake: list[str] | None,
    meter: list[str] | None,
    seats: int,
    rounds_an_hour: int,
    hours: list[float] | None,
    comp: float,
    options: str | None,
    json: bool,
) -> None:
    """Uptake and comp in percent."""
    playing = house_with(house, options)
    check_seats(playing, seats)
    if not 0 <= comp <= 100:
        raise ValueError(f"--comp: {comp:g} is not a percentage of the loss, 0 to 100")
    spans = hours or [1, 8, 24]
    for each in spans:
        if not 0 < each <= 10_000:
            raise ValueError(f"--hours: {each:g} is not a number of hours above 0 and up to 10,000")
    placed = stakes(playing, bets)
    made, standing = shares(placed, uptake), meters(playing, meter)
    from ..maths.risk.table_round import table_round
    from ..maths.risk.table_win import table_win

    always = all(made.get(name, 1) == 1 for name in placed)
    with working("seats of one round"):
        whole = always and bool(placed.get("ante"))
        shape = table_round(playing, placed, seats=seats) if whole else None
        found = table_win(
            playing,
            placed,
            seats=seats,
            rounds_an_hour=rounds_an_hour,
            hours=tuple(spans),
            uptake=made,
            comp=Fraction(str(comp)) / 100,
            meters=standing,
            shape=shape,
        )
    if json:
        print_json(found)
        return
    _print_win(playing, found)


def _print_win(house: "House", found: "TableWin") -> None:
    from rich.markup import escape

    from ..maths.analysis.titles import titles

    out, named = console(), titles(house)
    bets = ", ".join(
        f"{named[name]} {house.money(cents)}"
        + (f" in {found.uptake[name]:.0%} of rounds" if found.uptake[name] < 1 else "")
        for name, cents in found.bets.items()
    )
    seats = "one seat" if found.seats == 1 else f"{found.seats} seats"
    out.print(
        f"[bold]{escape(house.key)}[/]: {seats}, {found.rounds_an_hour} rounds an hour. "
        f"Each seat bets {escape(bets)}.\n"
    )
    metered = any(each.jackpots_cents for each in found.periods)
    table = columns("Hours", "Rounds", "Staked", "Win", "Deviation", "90% from", "to", "Ahead")
    for each in found.periods:
        table.add_row(
            f"{each.hours:g}",
            f"{each.rounds:,}",
            house.money(round(each.staked_cents)),
            house.money(round(each.win.expected_cents)),
            house.money(round(each.deviation_cents)),
            *_spread(house, each.win),
        )
    out.print(table)
    if metered:
        _print_after_jackpots(house, found)
    out.print()
    _print_round(house, found)
    by_bet = columns("Per seat and round", "Win")
    for name, cents in found.win_a_round.items():
        by_bet.add_row(escape(named.get(name, name.capitalize())), money(house, cents.value))
    out.print(by_bet)
    if found.seats > 1:
        out.print(
            f"\nThe results of two seats have a correlation of {found.correlation:.4f}, because "
            "they play against the same dealer's hand. So the deviation of a round is "
            f"{money(house, found.table_deviation_cents)}, not "
            f"{money(house, found.independent_deviation_cents)}."
        )
    loss, comp = found.comp.loss_cents_an_hour, found.comp.comp_cents_an_hour
    out.print(
        f"A player loses {money(house, loss.value)} per hour on average"
        + (" in the long run, less what is owed to meters" if metered else "")
        + (f"; {money(house, comp.value)} of it is comp." if comp.value else ".")
    )


def _spread(house: "House", found: "Spread") -> tuple[str, str, str]:
    band = next(band for band in found.bands if band.probability == 0.9)
    ends = house.money(band.lowest_cents), house.money(band.highest_cents)
    return *ends, f"{found.house_ahead:.1%}"


def _print_after_jackpots(house: "House", found: "TableWin") -> None:
    out = console()
    out.print(
        "\nThe table above counts contributions to meters as won. After deducting what the meters "
        "pay from now on:"
    )
    table = columns("Hours", "Meters pay", "Left", "90% from", "to", "Ahead")
    for each in found.periods:
        left, pays = each.after_jackpots, house.money(round(each.jackpots_cents))
        expected = each.win.expected_cents - each.jackpots_cents
        shown = _spread(house, left) if left else ("", "", "")
        table.add_row(f"{each.hours:g}", pays, house.money(round(expected)), *shown)
    out.print(table)


def _print_round(house: "House", found: "TableWin") -> None:
    """Print one round of the table, and where the bands come from."""
    out, one = console(), found.a_round
    if one is None:
        out.print(
            "The bands assume a normal distribution, because side bets are not made in every "
            "round. The true one is skewed: over a few hours the upper end is too high, and the "
            "share of time that the house is ahead may be off by a few percent.\n"
        )
        return
    shown = ", ".join(
        f"{share} {house.money(cents)}" for share, cents in one.percentiles_cents.items()
    )
    out.print(
        f"In one round the house wins {one.house_wins:.2%} of the time and loses "
        f"{one.house_loses:.2%}. Percentiles of its win: {shown}."
    )
    if one.method == "exact":
        out.print("The bands come from the exact distribution over every deal.\n")
        return
    spreads = [s for each in found.periods for s in (each.win, each.after_jackpots) if s]
    ends = max(band.standard_error_cents for each in spreads for band in each.bands)
    out.print(
        f"{one.seats} seats are too many to count every deal: {one.dealt:,} rounds were dealt at "
        f"random. With 99% confidence no probability for a round is off by more than "
        f"{one.error:.2%}, nor one for a longer period by more than "
        f"{max(each.error or 0 for each in spreads):.2%}. The ends of the bands have standard "
        f"errors of up to {house.money(round(ends))}.\n"
    )


def sensitivity(house: str, *, options: str | None, json: bool) -> None:
    playing = house_with(house, options)
    from ..maths.design.sensitivity import sensitivity as worked_out

    with working("every row"):
        found = worked_out(playing)
    if json:
        print_json({"house": playing.key, "rows": found})
        return
    from rich.markup import escape

    from ..maths.analysis.titles import titles

    out, named = console(), titles(playing)
    out.print(f"[bold]{escape(playing.key)}[/]: what one unit more on a row adds to the edge\n")
    table = columns("Wager", "Row", "Pays", "Adds", "exactly")
    for each in found:
        shown = each.one_more
        table.add_row(
            escape(named[each.table or each.wager]),
            plain_words(each.row),
            f"{each.pays} {plain_words(each.unit)}",
            "" if shown is None else percent(shown),
            escape(each.impossible) if shown is None else shown.exact,
        )
    out.print(table)
    out.print("\nA fixed award in cents is raised by 100.")
