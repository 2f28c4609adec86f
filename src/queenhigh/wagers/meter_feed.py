"""What the bets of a round contribute to a meter and to its reserve.

Shares in percent are added over all bets of the round and rounded down once, because a round feeds
a meter once.
"""

from collections.abc import Iterable
from fractions import Fraction

from ..house.model import House
from ..house.wager import Feed


def contribution_cents(house: House, meter: str, bets: Iterable[tuple[str, int]]) -> int:
    """Return what these bets of one round, each a wager and its stake, add to a meter."""
    return int(sum(exact_contribution(feed, stake) for feed, stake in _feeding(house, meter, bets)))


def reserve_cents(house: House, meter: str, bets: Iterable[tuple[str, int]]) -> int:
    """Return what these bets of one round add to a meter's reserve."""
    return sum(feed.reserve_cents for feed, _ in _feeding(house, meter, bets))


def exact_contribution(feed: Feed, stake: int) -> Fraction | int:
    """Return what one bet adds before the round's total is rounded down."""
    return feed.cents + Fraction(feed.percent) * stake / 100 if feed.percent else feed.cents


def _feeding(
    house: House, meter: str, bets: Iterable[tuple[str, int]]
) -> Iterable[tuple[Feed, int]]:
    for key, stake in bets:
        wager = house.wagers.get(key)
        feed = wager.feeds.get(meter) if wager else None
        if feed is not None and stake:
            yield feed, stake
