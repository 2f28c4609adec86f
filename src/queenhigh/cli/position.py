"""`queenhigh joint` and `protect`: all bets of a seat, and what seeing cards is worth."""

from typing import TYPE_CHECKING, NotRequired, TypedDict

from .exact_figures import seat_of
from .figures import house_with, money, percent
from .output import columns, console, print_json
from .progress import working
from .stakes import meters, stakes

if TYPE_CHECKING:
    from ..house.model import House
    from ..maths.exact_figure import Exact
    from ..maths.risk.bankroll import Hold
    from ..maths.risk.joint_figures import JointFigures
    from ..maths.risk.ruin import Ruin


def joint(
    house: str,
    *,
    bets: list[str] | None,
    meter: list[str] | None,
    rule: str | None,
    rounds: int | None,
    bankroll: int | None,
    goal: int | None,
    rounds_an_hour: int,
    options: str | None,
    json: bool,
) -> None:
    """Bankroll and goal in cents."""
    playing = house_with(house, options)
    with working("all bets together"):
        found = _joint(
            playing,
            stakes(playing, bets),
            meters(playing, meter),
            rule,
            rounds,
            bankroll,
            goal,
            rounds_an_hour,
        )
    if json:
        print_json(found)
        return
    _print_joint(playing, found)


class _Meter(TypedDict):
    moves: bool
    left_still: NotRequired[str]


class _Found(TypedDict):
    rule: str
    bets: dict[str, int]
    figures: "JointFigures"
    rounds_an_hour: int
    theoretical_win_cents_an_hour: "Exact"
    hold: NotRequired["Hold"]
    meter: NotRequired[_Meter]
    ruin: NotRequired["Ruin"]


def _joint(
    house: "House",
    bets: dict[str, int],
    standing: dict[str, int],
    rule: str | None,
    rounds: int | None,
    bankroll: int | None,
    goal: int | None,
    rounds_an_hour: int,
) -> _Found:
    from ..maths.analysis.player_rule import check_rule

    if (bankroll or goal) and not rounds:
        raise ValueError("--bankroll and --goal need --rounds")
    if goal and not bankroll:
        raise ValueError("--goal needs --bankroll")
    if goal and bankroll and goal <= bankroll:
        raise ValueError(f"--goal: it must be more than the bankroll of {house.money(bankroll)}")
    _check_bankroll(house, bankroll, _least_needed(house, bets, rule))
    if rule:
        check_rule(house, rule)
    from ..maths.analysis.decisions import rule as by_rule
    from ..maths.risk.bankroll import seat_hold, theoretical_win_cents
    from ..maths.risk.joint_distribution import joint as worked_out
    from ..maths.risk.joint_figures import joint_figures
    from ..maths.risk.ruin import risk_of_ruin
    from ..wagers.document import SeatBets

    seat = worked_out(
        house,
        SeatBets(1, bets),
        meters=standing,
        rule=by_rule(house, rule) if rule else None,
    )
    found: _Found = {
        "rule": rule or "best for all bets together",
        "bets": bets,
        "figures": joint_figures(seat),
        "rounds_an_hour": rounds_an_hour,
        "theoretical_win_cents_an_hour": theoretical_win_cents(
            seat.totals,
            rounds_an_hour=rounds_an_hour,
            fee_cents=house.fee.amount_cents,
        ),
    }
    needed = seat.opening_cents + seat.play_cents
    _check_bankroll(house, bankroll, needed)
    if rounds:
        held = found["hold"] = seat_hold(seat, rounds)
        found["meter"] = {"moves": bool(seat.paying) and not held.left_still}
        if held.left_still:
            found["meter"]["left_still"] = held.left_still
    if rounds and bankroll:
        followed, _ = seat.jackpots_followed(rounds)
        found["ruin"] = risk_of_ruin(
            seat.plain if followed else seat.totals,
            bankroll_cents=bankroll,
            needed_cents=needed,
            rounds=rounds,
            goal_cents=goal,
            jackpots=followed,
        )
    return found


def _least_needed(house: "House", bets: dict[str, int], rule: str | None) -> int:
    """The least that a round takes, before it is known which multiples are played."""
    folds = rule == "never" or not bets.get("ante")
    return sum(bets.values()) + (0 if folds else bets["ante"] * min(house.play.multiples))


def _check_bankroll(house: "House", bankroll: int | None, needed: int) -> None:
    if bankroll and bankroll < needed:
        needs = f"a round needs {house.money(needed)}"
        raise ValueError(f"--bankroll: {needs}, more than {house.money(bankroll)}")


def _print_joint(house: "House", found: _Found) -> None:
    from rich.markup import escape

    from ..maths.analysis.titles import titles

    out, figures = console(), found["figures"]
    named = {name: escape(title) for name, title in titles(house).items()}
    staked = _staked(house, found["bets"])
    out.print(f"[bold]{escape(figures.house)}[/]: {staked}; decisions {found['rule']}.\n")
    table = columns("", "", "exactly")
    table.add_row("House edge", percent(figures.house_edge), figures.house_edge.exact)
    risk = figures.element_of_risk
    table.add_row("Element of risk", percent(risk), risk.exact)
    table.add_row("Hit frequency", percent(figures.hit_frequency), figures.hit_frequency.exact)
    table.add_row("Plays", percent(figures.plays), figures.plays.exact)
    expected = figures.expected_cents
    table.add_row("Expected net", money(house, expected.value), f"{expected.exact} cents")
    table.add_row("Standard deviation", money(house, figures.standard_deviation_cents.value), "")
    hour = found["theoretical_win_cents_an_hour"]
    table.add_row(f"House wins in {found['rounds_an_hour']} rounds", money(house, hour.value), "")
    out.print(table)
    bets = columns("Bet", "Expected", "Deviation", *(named[each.bet] for each in figures.bets))
    for each in figures.bets:
        bets.add_row(
            named[each.bet],
            money(house, each.expected_cents.value),
            money(house, each.standard_deviation_cents.value),
            *(f"{each.correlation.get(other.bet, 0):+.4f}" for other in figures.bets),
        )
    out.print("\nEach bet, and how they correlate:", bets, sep="\n")
    percentiles = columns(*(f"{each}%" for each in figures.percentiles_cents))
    percentiles.add_row(*(house.money(cents) for cents in figures.percentiles_cents.values()))
    out.print("\nPercentiles of the net:", percentiles, sep="\n")
    if "hold" in found:
        _print_hold(house, found)


def _staked(house: "House", bets: dict[str, int]) -> str:
    from rich.markup import escape

    return ", ".join(f"{escape(house.title(name))} {house.money(c)}" for name, c in bets.items())


def _print_hold(house: "House", found: _Found) -> None:
    out, held = console(), found["hold"]
    how = "exact" if held.method == "exact" else f"off by {held.error:.0e} at most"
    if found["meter"]["moves"]:
        out.print("\nThe meter starts as given, grows with this seat's bets and is hit at random.")
    elif "left_still" in found["meter"]:
        out.print(f"\nThe meter does not grow: {found['meter']['left_still']}.")
    out.print(
        f"\nAfter {held.rounds:,} rounds the house is ahead with probability "
        f"{held.house_wins:.6f} ({how}); its hold lies"
    )
    for each in held.intervals:
        out.print(f"  in {each.probability:.0%} between {each.lowest:.2%} and {each.highest:.2%}")
    if "ruin" in found:
        ruin = found["ruin"]
        goal = (
            f", {ruin.goal_reached:.6f} to reach {house.money(ruin.goal_cents)} first"
            if ruin.goal_cents
            else ""
        )
        out.print(
            f"With {house.money(ruin.bankroll_cents)} the probability of ruin in these rounds is "
            f"{ruin.ruined:.6f}{goal} (off by {ruin.error:.0e} at most)."
        )


def protect(
    house: str,
    *,
    others: int,
    samples: int,
    options: str | None,
    json: bool,
    bets: list[str] | None = None,
    meter: list[str] | None = None,
) -> None:
    playing = house_with(house, options)
    if others >= playing.seats:
        most = playing.seats - 1
        raise ValueError(f"--others: must be 1 to {most} at {playing.key}, not {others}")
    seat, standing = seat_of(playing, bets, meter), meters(playing, meter)
    with working("cards seen"):
        from ..maths.protection import protection
        from ..maths.protection.collusion import Sampled, sampled_hands
        from ..maths.protection.irregularities import ruling_costs

        classes = [each for each in protection.CARD_CLASSES if each != "card"]
        looks = [
            *(protection.dealer_cards(cards) for cards in (1, 2, 3)),
            *(protection.dealer_cards(cards, each) for each in classes for cards in (1, 2, 3)),
            protection.dealer_category(),
            protection.dealer_qualifying(),
            protection.dead_cards(1),
        ]
        *seen, another = protection.seen(
            playing, *looks, protection.another_hand(), bets=seat, meters=standing
        )
        numbers = range(2, others + 1)
        more = sampled_hands(playing, numbers, bets=seat, meters=standing, samples=samples)
        shared: list[protection.Seen | Sampled] = [another, *more]
        fair = protection.by_the_rules(playing, seat, standing)
        rulings = ruling_costs(playing, (seen[0], seen[2], seen[-1]), fair)
    if json:
        staked = {"bets": seat.wagers} if seat else {}
        found = {"seen": seen, "shared": shared, "rulings": rulings}
        print_json({"house": playing.key, **staked, **found})
        return
    from rich.markup import escape

    out = console()
    of = f"all bets ({_staked(playing, seat.wagers)}), per ante," if seat else "the ante"
    out.print(f"[bold]{escape(playing.key)}[/]: the edge on {of} against a player who knows\n")
    table = columns("", "House edge", "Worth", "exactly")
    rows: list[protection.Seen | Sampled] = [*seen, *shared]
    for row in rows:
        if isinstance(row, Sampled):
            error = f"± {row.standard_error:.4%}"
            table.add_row(row.seen, f"{row.house_edge:.4%}", f"{row.worth:.4%}", error)
        else:
            edge = row.house_edge
            table.add_row(row.seen, percent(edge), percent(row.worth), edge.exact)
    out.print(table)
    table = columns("Irregularity", "Ruling", "House edge", "Costs the house", "")
    for each in rulings:
        table.add_row(
            each.irregularity,
            each.ruling,
            percent(each.house_edge),
            percent(each.cost),
            "this house" if each.house_rules_so else "",
        )
    out.print("\nWhat a ruling costs:", table, sep="\n")
