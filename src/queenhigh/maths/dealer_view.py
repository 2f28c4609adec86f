"""The worth of a seat's choices against each dealer hand."""

from collections.abc import Mapping

import numpy as np

from ..house.model import House
from ..wagers.document import SeatBets
from .deals import FOLDED, Deals, Kind, deals_of
from .decisions import priced
from .hand_tables import Array, categories, hand_number, hand_tables


class DealerView:
    """Worth by hand in whole numbers of 1/`unit` antes, or cents if bets are given."""

    def __init__(
        self, house: House, bets: SeatBets | None = None, meters: Mapping[str, int] | None = None
    ):
        self.deals: Deals = deals_of(house, () if bets is None else tuple(bets.wagers))
        self.categories: Array = categories(house.ranking)
        prices = [priced(house, bets, meters, multiple) for multiple in house.play.multiples]
        played, folded = self.deals.priced(prices, FOLDED)
        self.unit = folded.unit
        self.played, self.folded = [each.table for each in played], folded.table

    def against(self, kind: Kind) -> tuple[Array, Array]:
        """Return the possible dealer hands, and the worths against each by multiple, then fold."""
        number = int(hand_number()[kind.hand_class.hand])
        possible = np.flatnonzero((hand_tables().held & hand_tables().held[number]) == 0)
        columns = self.deals.columns_against(number)[possible]
        contest = self.deals.contests_against(number)[possible]
        cells = contest * len(self.deals.columns) + columns
        played = [table[kind.own].ravel().take(cells) for table in self.played]
        return possible, np.stack([*played, self.folded[kind.own, 0].take(columns)])
