"""All bets of a seat together: they share cards, so they win and lose together.

Gives the exact distribution of the seat's net by bet over the 407,170,400 deals of its hand and the
dealer's, with the best decision for everything on the layout or by another rule. Envy is left out:
it depends on other seats' cards.
"""

from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import NamedTuple

import msgspec

from ...house.model import House
from ...wagers.document import SeatBets
from ...wagers.impossible_bets import check_bets
from ...wagers.meter_feed import contribution_cents
from ..analysis.analysis import read_meters
from ..analysis.analysis_figures import ANTE_PLAY, Strategy
from ..analysis.decisions import Plays, by_rule, choices, described
from ..analysis.prices import column_of, price_seat
from ..analysis.trigger import chance_met
from ..deals.deals import deals_of
from ..deals.suit_classes import DEALS
from ..meters.must_hit_meter import Process, process_of
from .many_rounds import MOST_METERS, Jackpots

MATCH_PLAY = "match_play"
_LIMIT_REACHED = 1e-3  # Up to this probability, reaching a limit is counted in the error.


class Joint(msgspec.Struct, frozen=True, dict=True):
    """The number of deals for each combination of nets in cents, in the order of `bets`.

    If a hidden trigger may pay a meter, each deal counts once for every place where the trigger may
    lie, so `every` is the total.
    """

    house: House
    bets: tuple[str, ...]
    stakes: dict[str, int]  # By wager, before the cards are dealt.
    opening_cents: int  # Total bet before the cards are dealt.
    play_cents: int  # The most that a play bet adds.
    played_cents: int  # Play bets summed over all deals.
    plays: int  # Deals that are played.
    strategy: Strategy
    every: int
    nets: dict[tuple[int, ...], int]
    meters: dict[str, int]  # Current amounts.
    plain: dict[int, int]  # Deals that hit no meter, by net.
    hits: dict[tuple[str, ...], dict[int, int]]  # By meters hit: deals by net without awards.
    left_still: str  # Why meters cannot be followed as they move; empty if they can.

    @cached_property
    def totals(self) -> dict[int, int]:
        """Deals by the seat's net, from worst to best."""
        found: Counter[int] = Counter()
        for nets, deals in self.nets.items():
            found[sum(nets)] += deals
        return dict(sorted(found.items()))

    @cached_property
    def paying(self) -> tuple[str, ...]:
        """The meters that may pay these bets, through a hand or a trigger."""
        return _paying(self.house, self.stakes, self.hits)

    @cached_property
    def jackpots(self) -> Jackpots | None:
        """The meters that this seat alone feeds and may hit, starting at their current amounts."""
        if not self.paying or self.left_still:
            return None
        meters = self.paying
        chances = {
            name: Fraction(sum(sum(n.values()) for which, n in self.hits.items() if name in which))
            / DEALS
            for name in meters
        }
        processes = tuple(
            process_of(
                self.house.meters[name],
                start_cents=self.meters[name],
                growth_cents=contribution_cents(self.house, name, self.stakes.items()),
                chance=chances[name],
            )
            for name in meters
        )
        hits = {tuple(map(meters.index, which)): nets for which, nets in self.hits.items()}
        return Jackpots(processes, hits or {(0,): {}})

    def jackpots_followed(self, rounds: int) -> tuple[Jackpots | None, str]:
        """The jackpots for this many rounds, or None and the reason."""
        found = self.jackpots
        if found is None:
            return None, self.left_still
        if still := limit_in_the_way(found.processes, rounds):
            return None, still
        return found, ""


def joint(
    house: House,
    bets: SeatBets,
    *,
    meter_cents: int | None = None,
    meters: Mapping[str, int] | None = None,
    rule: Plays | None = None,
) -> Joint:
    """The joint distribution; without a rule, decisions are best for all bets together."""
    decided = "play" if bets.ante else msgspec.UNSET
    check_bets(house, msgspec.structs.replace(bets, decision=decided), "bets")
    standing = {**house.seeds, **read_meters(house, meter_cents, meters)}
    multiples = house.play.multiples
    if bets.ante:
        known = choices(house, bets, standing)
        deals = known.deals
        decisions = known.best() if rule is None else by_rule(deals, rule)
        strategy = described(deals.kinds, decisions, multiples)
        cells = deals.cells(decisions, multiples)
    else:
        strategy = Strategy(None)
        cells = deals_of(house, tuple(bets.wagers)).cells_without_ante()
    placed = _placed(house, bets)
    found: Counter[tuple[int, ...]] = Counter()
    plain: Counter[int] = Counter()
    jackpots: dict[tuple[str, ...], Counter[int]] = {}
    triggers = _triggers(house, bets, standing)
    most = played = plays = 0
    in_parts = False
    for cell in cells:
        nets = dict.fromkeys(placed, 0)
        award, hit = 0, set()
        for line in price_seat(house, cell.deal, bets, cell.multiple, standing):
            nets[column_of(line.bet)] += line.net
            if line.bet == "play":
                most = max(most, line.stake)
                played += line.stake * cell.deals
            if line.meter is not None:
                award, in_parts = award + line.paid, in_parts or line.paid != standing[line.meter]
                hit.add(line.meter)
        net = sum(nets.values())
        which = tuple(name for name in house.meters if name in hit)
        (jackpots.setdefault(which, Counter()) if which else plain)[net - award] += cell.deals
        for paid, ways in _triggered(triggers, hit):
            found[tuple(n + paid.get(bet, 0) for bet, n in nets.items())] += cell.deals * ways
        plays += cell.deals if cell.multiple else 0
    return Joint(
        house,
        placed,
        dict(bets.wagers),
        sum(bets.wagers.values()),
        most,
        played,
        plays,
        strategy,
        sum(found.values()),
        dict(found),
        {name: standing[name] for name in house.meters},
        dict(plain),
        {which: dict(each) for which, each in jackpots.items()},
        left_still(house, _paying(house, bets.wagers, jackpots), in_parts=in_parts),
    )


def _paying(
    house: House, stakes: Mapping[str, int], hits: Iterable[tuple[str, ...]]
) -> tuple[str, ...]:
    hit = {name for which in hits for name in which}
    return tuple(
        name
        for name, terms in house.meters.items()
        if name in hit or (terms.must_hit_by and contribution_cents(house, name, stakes.items()))
    )


def left_still(house: House, hit: Collection[str], *, in_parts: bool) -> str:
    """Why meters that may be hit cannot be followed together as they move, or ""."""
    if len(hit) > 1 and any(house.meters[name].must_hit_by for name in hit):
        return "a meter that must be hit by an amount is followed alone, and others pay these bets"
    if len(hit) > MOST_METERS:
        return f"more than {MOST_METERS} meters pay these bets"
    if in_parts:
        return "a hit does not take the whole meter"
    return ""


def limit_in_the_way(processes: Iterable[Process], rounds: int) -> str:
    """A reason if a limit is reached too often; a rare one is counted in the error."""
    if sum(each.limit_reached(rounds) for each in processes) <= _LIMIT_REACHED:
        return ""
    return "a meter often reaches its limit in so many rounds"


class _Meeting(NamedTuple):
    """A bet that may meet a hidden trigger."""

    meter: str
    bet: str
    pays_cents: int
    ways: int  # Ways in which it does.
    every: int  # All ways.


def _triggers(house: House, bets: SeatBets, standing: Mapping[str, int]) -> list[_Meeting]:
    """The bets that may meet a trigger; `standing` already includes this round's bets."""
    found = []
    for name, terms in house.meters.items():
        fed = contribution_cents(house, name, bets.wagers.items())
        if terms.must_hit_by and fed:
            (bet,) = (key for key, each in house.wagers.items() if name in each.feeds)
            chance = chance_met(terms.must_hit_by, fed, standing[name])
            found.append(_Meeting(name, bet, standing[name], *chance.as_integer_ratio()))
    return found


def _triggered(
    triggers: Sequence[_Meeting], hit: Container[str]
) -> Iterator[tuple[dict[str, int], int]]:
    """Trigger payouts by bet, with their number of ways; a hand's hit takes precedence."""
    for met in product((False, True), repeat=len(triggers)):
        ways, paid = 1, {}
        for each, meets in zip(triggers, met, strict=True):
            ways *= each.ways if meets else each.every - each.ways
            if meets and each.meter not in hit:
                paid[each.bet] = each.pays_cents
        if ways:
            yield paid, ways


def _placed(house: House, bets: SeatBets) -> tuple[str, ...]:
    wagers = [key for key in house.wagers if bets.wagers.get(key)]
    ante = [ANTE_PLAY] if bets.ante else []
    return (*ante, *wagers, *([MATCH_PLAY] if bets.placed_coupons() else []))
