"""Alerts for people who watch the floor, each with its reason and the rounds behind it.

An alert accuses nobody. If it rests on chance, it says how often chance alone would do this.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from ..extras import has_figures
from ..house.model import House
from ..house.points import point
from ..house.words import plain_words
from ..table.commands import MONEY
from ..table.decks import DECK_AGE, age_from, hours_in_use
from ..table.state import Phase, Table
from ..table.stub_count import rounds_since_count, stub_count_due
from ..wagers.large_payout import VERIFIED
from .alert_subject import About
from .card_knowledge import Suspect, suspects
from .luck import Luck, luck
from .round_facts import RoundFacts, SeatFacts
from .table_incidents import Happening
from .tail_bounds import Hands, at_most, of_one_unit
from .theory import GameLine, bets_of_game

STUB_IS_COUNTED = point("deck.stub_count")

AlertKind = Literal[
    "stub_count_overdue", "deck_overdue", "payout_unverified", "irregularities_repeat",
    "result_unlikely", "decisions_fit_knowledge",
    "tray_negative", "tray_low", "count_variance", "dealer_unknown", "notice_unacknowledged",
    "voids_repeat", "tokes_high", "relief_needless", "practice_in_series",
    "staff_changed", "limits_changed", "dealer_at_two_tables", "deposits_large",
]  # fmt: skip


class RoundAt(msgspec.Struct, frozen=True, order=True):
    """A round to look at, by its number and by the version at which it begins."""

    table: str
    number: int
    first: int


class Alert(msgspec.Struct, frozen=True, kw_only=True):
    kind: AlertKind
    about: str  # As `About` prints it.
    reason: str
    at: datetime
    chance: float | None = None  # How often chance alone does this or more.
    method: str = ""  # exact, bounded (with a proven error), at most.
    rounds: tuple[RoundAt, ...] = ()
    clauses: tuple[str, ...] = ()


_Times = Annotated[int, Meta(ge=1, le=10_000)]
_Amount = Annotated[int, Meta(ge=0, le=1_000_000_00)]


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """The limits above which there is an alert; chance alone must reach them rarely."""

    irregularities: _Times = 3  # Per dealer or table, in the rounds examined.
    chance: Annotated[float, Meta(gt=0, le=0.1)] = 1e-4
    rounds: _Times = 30  # With fewer rounds there are no alerts about luck or knowledge.
    tray_bets: _Amount = 200  # A tray with less than this many minimum bets is low.
    voids: _Times = 3  # Per dealer or table, per day.
    tokes_percent: Annotated[int, Meta(ge=0, le=100)] = 10  # Of the bets placed with a dealer;
    tokes_cents: _Amount = 100_00  # no alert below this amount.
    relief_minutes: Annotated[int, Meta(ge=0, le=1_440)] = 15  # A dealer relieved after less time
    # did not need relief.
    practice_tables: _Times = 20  # Per person, within an hour.
    deposits_cents: _Amount = 10_000_00  # Taken in by one person for one patron within a day.


USUAL: Final = Limits()


class LimitsWanted(Limits, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Fields left out keep their defaults. No kind of alert can be switched off."""

    # Narrower than what a log may hold.
    irregularities: Annotated[int, Meta(ge=1, le=10)] = USUAL.irregularities
    chance: Annotated[float, Meta(ge=1e-6, le=0.1)] = USUAL.chance
    rounds: Annotated[int, Meta(ge=1, le=500)] = USUAL.rounds
    tray_bets: Annotated[int, Meta(ge=20, le=1_000_000_00)] = USUAL.tray_bets
    voids: Annotated[int, Meta(ge=1, le=10)] = USUAL.voids
    tokes_percent: Annotated[int, Meta(ge=0, le=25)] = USUAL.tokes_percent
    tokes_cents: Annotated[int, Meta(ge=0, le=1_000_00), MONEY] = USUAL.tokes_cents
    relief_minutes: Annotated[int, Meta(ge=5, le=1_440)] = USUAL.relief_minutes
    practice_tables: Annotated[int, Meta(ge=1, le=100)] = USUAL.practice_tables
    deposits_cents: Annotated[int, Meta(ge=1_000_00, le=100_000_00), MONEY] = USUAL.deposits_cents


def alert_of_table(
    kind: AlertKind,
    table: str,
    reason: str,
    at: datetime,
    *,
    rounds: tuple[RoundAt, ...] = (),
    clauses: tuple[str, ...] = (),
) -> Alert:
    about = str(About("table", table))
    return Alert(kind=kind, about=about, reason=reason, at=at, rounds=rounds, clauses=clauses)


# Current tables


def table_alerts(name: str, table: Table, now: datetime) -> Iterator[Alert]:
    """Alerts for things that are overdue at a table now."""
    if table.phase is Phase.CLOSED or not table.decks:
        return
    house = table.house
    every = house.cards.stub_count.every
    since = rounds_since_count(table)
    if stub_count_due(table) and since > every:
        reason = f"The stub was last counted {since} rounds ago; it is counted every {every}."
        because = house.clauses(STUB_IS_COUNTED)
        yield alert_of_table("stub_count_overdue", name, reason, now, clauses=because)
    if house.cards.change.mode not in ("block", "remind"):
        return  # The book gives no limit, or only a minimum time in use.
    hours = hours_in_use(table)
    for number, deck in enumerate(table.decks):
        age = now - (age_from(table, deck) or now)
        if age > timedelta(hours=hours):
            used = f"{age.total_seconds() / 3600:.1f}"
            yield alert_of_table(
                "deck_overdue",
                name,
                f"Deck {number} ({deck.back}) has been in use for {used} hours; "
                f"it is changed after {hours}.",
                now,
                clauses=house.clauses(DECK_AGE),
            )


# Finished rounds


def round_at(facts: RoundFacts) -> RoundAt:
    return RoundAt(facts.table, facts.number, facts.first)


def unverified_payouts(
    houses: Mapping[str, House], rounds: Iterable[RoundFacts]
) -> Iterator[Alert]:
    """Large payouts that nobody verified, or only the system."""
    for facts in rounds:
        for seat in facts.seats:
            if not seat.large or seat.verified_by not in ("", "system"):
                continue
            house = houses[facts.table]
            whom = "the system" if seat.verified_by else "nobody"
            yield alert_of_table(
                "payout_unverified",
                facts.table,
                f"A large payout to seat {seat.seat} was verified by {whom}.",
                facts.ended,
                rounds=(round_at(facts),),
                clauses=house.clauses(VERIFIED),
            )


def by_dealer_and_table(rounds: Iterable[RoundFacts]) -> list[tuple[str, list[RoundFacts]]]:
    found: dict[str, list[RoundFacts]] = {}
    for facts in rounds:
        found.setdefault(str(About("dealer", facts.dealer)), []).append(facts)
        found.setdefault(str(About("table", facts.table)), []).append(facts)
    return sorted(found.items())


def repeated_irregularities(rounds: Iterable[RoundFacts], limits: Limits) -> Iterator[Alert]:
    """Repeated irregularities by dealer and by table."""
    for about, each in by_dealer_and_table(f for f in rounds for _ in f.irregularities):
        if len(each) < limits.irregularities:
            continue
        kinds: dict[str, int] = {}
        for one in (i for facts in _once(each) for i in facts.irregularities):
            kinds[one.kind] = kinds.get(one.kind, 0) + 1
        told = ", ".join(f"{plain_words(name)} {many}" for name, many in sorted(kinds.items()))
        yield Alert(
            kind="irregularities_repeat",
            about=about,
            reason=f"{len(each)} irregularit{'y' if len(each) == 1 else 'ies'}: {told}.",
            at=max(facts.ended for facts in each),
            rounds=tuple(round_at(facts) for facts in _once(each)),
        )


def _once(rounds: Iterable[RoundFacts]) -> list[RoundFacts]:
    return list({round_at(facts): facts for facts in rounds}.values())


def unlikely_lines(
    of: str,
    games: Iterable[GameLine],
    houses: Mapping[str, House],
    rounds: Iterable[RoundFacts],
    at: datetime,
    limits: Limits,
) -> Iterator[Alert]:
    """Results by wager of a table or dealer that are too far from their expectation."""
    rounds = [facts for facts in rounds if not facts.void]
    for game in games:
        if not game.off_by or game.hands < limits.rounds:
            continue
        chance = min(1.0, 2 * at_most(_hands(houses, rounds, game.game), _net(rounds, game.game)))
        if chance > limits.chance:
            continue
        way = "above" if game.off_by > 0 else "below"
        yield Alert(
            kind="result_unlikely",
            about=of,
            reason=f"{game.title}: the house's win of {_money(houses, rounds)(game.win)} is "
            f"{abs(game.off_by):.1f} standard errors {way} what is expected over "
            f"{game.hands:,} hands.",
            at=at,
            chance=chance,
            method="at most",
            rounds=tuple(round_at(facts) for facts in rounds if _played(facts, game.game)),
        )


def _money(houses: Mapping[str, House], rounds: Iterable[RoundFacts]) -> Callable[[int], str]:
    """The money format of the house where the first of these rounds was played."""
    return next(houses[facts.table].money for facts in rounds)


def _played(facts: RoundFacts, game: str) -> list[SeatFacts]:
    return [seat for seat in facts.seats if bets_of_game(game)[0] in seat.bets]


def _hands(houses: Mapping[str, House], rounds: Iterable[RoundFacts], game: str) -> Iterator[Hands]:
    alike: dict[tuple[str, int, int], int] = {}
    for facts in rounds:
        seats = _played(facts, game)
        for seat in seats:
            key = facts.table, len(seats), seat.bets[bets_of_game(game)[0]].staked
            alike[key] = alike.get(key, 0) + 1
    for (table, together, stake), many in alike.items():
        yield Hands(of_one_unit(houses[table], game), many, together, stake)


def _net(rounds: Iterable[RoundFacts], game: str) -> int:
    """Sum the players' net, without what links paid."""
    bets = [
        bet
        for facts in rounds
        for seat in _played(facts, game)
        for wager, bet in seat.bets.items()
        if wager in bets_of_game(game)
    ]
    return sum(bet.net - bet.of_meter for bet in bets)


def lucky_patrons(
    houses: Mapping[str, House], rounds: Iterable[RoundFacts], limits: Limits
) -> Iterator[Alert]:
    """Patrons who won improbably much by the exact distribution of their bets."""
    for found in luck(houses, rounds):
        if found.rounds >= limits.rounds and found.chance <= limits.chance:
            yield _lucky(houses, found)


def _lucky(houses: Mapping[str, House], found: Luck) -> Alert:
    how = {"exact": "exactly", "bounded": "within its proven error", "at most": "at most"}
    money = houses[found.behind[0][0]].money
    return Alert(
        kind="result_unlikely",
        about=str(About("patron", found.patron)),
        reason=f"Won {money(found.net)} over {found.rounds:,} rounds; "
        f"{money(round(found.expected))} is expected. Chance alone does that with a probability "
        f"of {found.chance:.2e}, {how[found.method]}.",
        at=found.last,
        chance=found.chance,
        method=found.method,
        rounds=tuple(RoundAt(*each) for each in found.behind),
    )


def knowing_patrons(
    houses: Mapping[str, House], rounds: Iterable[RoundFacts], limits: Limits
) -> Iterator[Alert]:
    """Patrons whose decisions fit a dealer's card that they should not have seen."""
    for found in suspects(houses, rounds):
        if found.decisions >= limits.rounds and found.chance <= limits.chance:
            yield _knowing(houses, found)


def _knowing(houses: Mapping[str, House], found: Suspect) -> Alert:
    money = houses[found.table].money
    place = ("first", "second", "third")[found.card]
    return Alert(
        kind="decisions_fit_knowledge",
        about=str(About("patron", found.patron)),
        reason=f"{found.fits} of {found.decisions} decisions on which the dealer's {place} card "
        f"bears are those of somebody who knew it; {found.expected:.1f} are expected of anybody "
        f"who did not. They were worth {money(round(found.gain))} more.",
        at=found.last,
        chance=found.chance,
        method="exact",
        rounds=tuple(RoundAt(*each) for each in found.behind),
    )


def all_alerts(
    houses: Mapping[str, House],
    rounds: Iterable[RoundFacts],
    lines: Iterable[tuple[str, Iterable[GameLine]]] = (),
    *,
    at: datetime,
    limits: Limits,
) -> list[Alert]:
    """All alerts from rounds; `lines` are results by wager, each with its owner."""
    rounds = [facts for facts in rounds if facts.table in houses]
    found = [*unverified_payouts(houses, rounds), *repeated_irregularities(rounds, limits)]
    if not has_figures():
        return found  # The other alerts need exact probabilities.
    found += lucky_patrons(houses, rounds, limits)
    found += knowing_patrons(houses, rounds, limits)
    for of, games in lines:
        kind, name = About.parse(of)
        own = [facts for facts in rounds if getattr(facts, kind) == name]
        found += unlikely_lines(of, games, houses, own, at, limits)
    return found


def missed_stub_counts(
    houses: Mapping[str, House], rounds: Iterable[RoundFacts]
) -> Iterator[Alert]:
    """Tables with more rounds between two stub counts than the house allows."""
    since: dict[str, list[RoundFacts]] = {}
    for facts in sorted(rounds, key=lambda each: (each.table, each.first)):
        house = houses[facts.table]
        if house.shuffle.machine_counts:
            continue
        uncounted = since.setdefault(facts.table, [])
        uncounted.append(facts)
        every = house.cards.stub_count.every
        if facts.counted is not None:
            since[facts.table] = []
        elif len(uncounted) == every + 1:
            yield alert_of_table(
                "stub_count_overdue",
                facts.table,
                f"No stub was counted in {len(uncounted)} rounds.",
                facts.ended,
                rounds=tuple(round_at(each) for each in uncounted),
                clauses=house.clauses(STUB_IS_COUNTED),
            )


def overdue_decks(happenings: Iterable[Happening]) -> Iterator[Alert]:
    """Decks that the table itself reported as due for a change."""
    for each in happenings:
        if each.kind == "deck_change_due":
            reason = f"{each.detail.capitalize()} in use."
            yield alert_of_table("deck_overdue", each.table, reason, each.at, clauses=each.clauses)
