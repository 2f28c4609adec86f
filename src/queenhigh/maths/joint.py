"""All bets of a seat together: they share cards, so they win and lose together.

The exact distribution of the seat's net over the 407,170,400 deals of its hand and the dealer's,
by bet, with the decision that is best for everything it has on the layout, or by another rule.
Envy is left out: it depends on other seats' cards.
"""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property

import msgspec

from ..house.model import House
from ..wagers.document import SeatBets
from ..wagers.possible import check_bets
from .analysis import read_meters
from .analysis_figures import ANTE_PLAY, Strategy
from .deals import deals_of
from .decisions import Plays, by_rule, choices, described
from .prices import CONTEST_BETS, price_seat

MATCH_PLAY = "match_play"


class Joint(msgspec.Struct, frozen=True, dict=True):
    """How many deals end in each combination of nets, in cents, in the order of `bets`."""

    house: House
    bets: tuple[str, ...]
    opening_cents: int  # What the seat bets before the cards.
    play_cents: int  # The most that the decision to play adds.
    played_cents: int  # What it adds, over all deals.
    plays: int  # Deals that are played.
    strategy: Strategy
    nets: dict[tuple[int, ...], int]

    @cached_property
    def totals(self) -> dict[int, int]:
        """Deals by the seat's net, from the worst to the best."""
        found: Counter[int] = Counter()
        for nets, deals in self.nets.items():
            found[sum(nets)] += deals
        return dict(sorted(found.items()))


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
    most = played = plays = 0
    for cell in cells:
        nets = dict.fromkeys(placed, 0)
        deal = cell.player, cell.dealer, cell.contest
        for line in price_seat(house, deal, bets, cell.multiple, standing):
            nets[ANTE_PLAY if line.bet in CONTEST_BETS else line.bet] += line.net
            if line.bet == "play":
                most = max(most, line.stake)
                played += line.stake * cell.deals
        found[tuple(nets.values())] += cell.deals
        plays += cell.deals if cell.multiple else 0
    return Joint(
        house,
        placed,
        sum(bets.wagers.values()),
        most,
        played,
        plays,
        strategy,
        dict(found),
    )


def _placed(house: House, bets: SeatBets) -> tuple[str, ...]:
    wagers = [key for key in house.wagers if bets.wagers.get(key)]
    ante = [ANTE_PLAY] if bets.ante else []
    return (*ante, *wagers, *([MATCH_PLAY] if bets.placed_coupons() else []))
