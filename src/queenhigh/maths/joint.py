"""All bets of a seat together: they share cards, so they win and lose together.

The exact distribution of the seat's net over the 407,170,400 deals of its hand and the dealer's,
by bet, with the decision that is best for everything it has on the layout, or by another rule.
Envy is left out: it depends on other seats' cards.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property

import msgspec

from ..house.model import House
from ..wagers.document import SeatBets
from ..wagers.possible import check_bets
from .analysis import read_meters
from .analysis_figures import ANTE_PLAY, Strategy
from .classes import DEALS
from .deals import deals_of
from .decisions import Plays, by_rule, choices, described
from .meter_process import MeterProcess, fed_cents
from .prices import CONTEST_BETS, price_seat
from .rounds import MOST_METERS, Jackpots

MATCH_PLAY = "match_play"
_LIMIT_REACHED = 1e-3  # Up to which it goes into the error.


class Joint(msgspec.Struct, frozen=True, dict=True):
    """How many deals end in each combination of nets, in cents, in the order of `bets`."""

    house: House
    bets: tuple[str, ...]
    stakes: dict[str, int]  # Before the cards, by wager.
    opening_cents: int  # What the seat bets before the cards.
    play_cents: int  # The most that the decision to play adds.
    played_cents: int  # What it adds, over all deals.
    plays: int  # Deals that are played.
    strategy: Strategy
    nets: dict[tuple[int, ...], int]
    meters: dict[str, int]  # As they stand.
    plain: dict[int, int]  # Deals that hit no meter, by net.
    hits: dict[tuple[str, ...], dict[int, int]]  # By meters hit: deals by the net without awards.
    left_still: str  # Why the meter cannot be followed as it moves, or nothing.

    @cached_property
    def totals(self) -> dict[int, int]:
        """Deals by the seat's net, from the worst to the best."""
        found: Counter[int] = Counter()
        for nets, deals in self.nets.items():
            found[sum(nets)] += deals
        return dict(sorted(found.items()))

    @cached_property
    def jackpots(self) -> Jackpots | None:
        """The meters that this seat alone feeds and may hit, from where they stand."""
        if not self.hits or self.left_still:
            return None
        meters = tuple(dict.fromkeys(name for which in self.hits for name in which))
        chances = {
            name: Fraction(sum(sum(n.values()) for which, n in self.hits.items() if name in which))
            / DEALS
            for name in meters
        }
        terms = self.house.meters
        processes = tuple(
            MeterProcess(
                self.meters[name],
                terms[name].seed_cents,
                fed_cents(self.house, name, self.stakes),
                chances[name],
                terms[name].limit_cents,
            )
            for name in meters
        )
        hits = {tuple(map(meters.index, which)): nets for which, nets in self.hits.items()}
        return Jackpots(processes, hits)

    def jackpots_followed(self, rounds: int) -> tuple[Jackpots | None, str]:
        """For so many rounds; or none, and why."""
        found = self.jackpots
        if found is None:
            return None, self.left_still
        if sum(each.limit_reached(rounds) for each in found.processes) > _LIMIT_REACHED:
            return None, "a meter often reaches its limit in so many rounds"
        return found, ""


def joint(
    house: House,
    bets: SeatBets,
    *,
    meter_cents: int | None = None,
    meters: Mapping[str, int] | None = None,
    rule: Plays | None = None,
) -> Joint:
    """The best decision is taken for all bets together where no rule is given."""
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
    most = played = plays = 0
    in_parts = False
    for cell in cells:
        nets = dict.fromkeys(placed, 0)
        award, hit = 0, set()
        deal = cell.player, cell.dealer, cell.contest
        for line in price_seat(house, deal, bets, cell.multiple, standing):
            nets[ANTE_PLAY if line.bet in CONTEST_BETS else line.bet] += line.net
            if line.bet == "play":
                most = max(most, line.stake)
                played += line.stake * cell.deals
            if line.meter is not None:
                award, in_parts = award + line.paid, in_parts or line.paid != standing[line.meter]
                hit.add(line.meter)
        net = sum(nets.values())
        which = tuple(name for name in house.meters if name in hit)
        (jackpots.setdefault(which, Counter()) if which else plain)[net - award] += cell.deals
        found[tuple(nets.values())] += cell.deals
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
        dict(found),
        {name: standing[name] for name in house.meters},
        dict(plain),
        {which: dict(each) for which, each in jackpots.items()},
        _left_still(house, jackpots, in_parts),
    )


def _left_still(house: House, jackpots: Mapping[tuple[str, ...], object], in_parts: bool) -> str:
    hit = {name for which in jackpots for name in which}
    if any(house.meters[name].must_hit_by for name in hit):
        return "it must be hit by an amount, and the trigger that sees to it is left out"
    if len(hit) > MOST_METERS:
        return f"more than {MOST_METERS} meters pay these bets"
    if in_parts:
        return "a hit does not take the whole meter"
    return ""


def _placed(house: House, bets: SeatBets) -> tuple[str, ...]:
    wagers = [key for key in house.wagers if bets.wagers.get(key)]
    ante = [ANTE_PLAY] if bets.ante else []
    return (*ante, *wagers, *([MATCH_PLAY] if bets.placed_coupons() else []))
