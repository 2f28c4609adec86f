"""Many seats at once, for training: each with its own dealer and deck.

Rounds are dealt and priced as arrays. Results that depend only on the player's cards and the
contest are looked up in tables, made once for each set of bets from the same prices as the
mathematics; a wager that also looks at the dealer's cards is priced deal by deal. Meters stay at
their seeds.

An episode that ends restarts in the same step; `infos["final_obs"]` has its last observation.
"""

from functools import lru_cache

import numpy as np
from gymnasium import spaces
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from ..cards.card import Hand
from ..house.model import House
from ..house.wager import When
from ..maths.analysis.prices import CONTEST_BETS, price_seat
from ..maths.deals.deals import another
from ..maths.deals.hand_tables import all_hands, hand_number, strengths
from ..maths.deals.signatures import conditions_of, signatures
from ..wagers.document import SeatBets
from .spaces import BETTING, DECIDING, NOT_DEALT, Info, Observation, SeatSpaces

Numbers = NDArray[np.int64]
Bools = NDArray[np.bool_]
# In the order of the tables: without an ante, folded, and the four of a played hand.
_CONTESTS: tuple[When, ...] = ("no_ante", "folded", "dealer_out", "wins", "loses", "ties")
_NO_ANTE, _FOLDED, _OUT, _WINS, _LOSES, _TIES = range(6)


class ManySeatsEnv(VectorEnv[Observation, ArrayLike, NDArray[np.float64] | Bools]):
    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(self, house: House | str, num_envs: int = 1, levels: int = 3):
        self.num_envs = num_envs
        self.spaces = SeatSpaces(house, levels)
        self.single_action_space = self.spaces.action
        self.single_observation_space: spaces.Dict = self.spaces.observation
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._prices = _Prices(self.spaces)
        self._is_reset = False
        self._begin(np.ones(num_envs, np.bool_), first=True)

    def reset(
        self, *, seed: int | list[int] | None = None, options: Info | None = None
    ) -> tuple[Observation, Info]:
        super().reset(seed=seed if not isinstance(seed, list) else seed[0], options=options)
        self._begin(np.ones(self.num_envs, np.bool_))
        self._is_reset = True
        return self._observed(), {}

    def step(
        self, actions: ArrayLike
    ) -> tuple[Observation, NDArray[np.float64], Bools, Bools, Info]:
        asked = self._checked(actions)
        betting, deciding = self._phase == BETTING, self._phase == DECIDING
        nets = np.zeros(self.num_envs, np.int64)
        over = deciding.copy()
        if deciding.any():
            chosen = np.flatnonzero(deciding)
            nets[chosen] = self._prices.nets(
                self._bets[chosen], asked[chosen, -1], self._player[chosen], self._dealer[chosen]
            )
        if betting.any():
            self._bet(np.flatnonzero(betting), asked, nets, over)
        rewards = nets / self.spaces.unit_cents
        infos: Info = {}
        if over.any():
            infos = {"final_obs": self._observed(), "_final_obs": over.copy()}
            self._begin(over)
        return self._observed(), rewards, over, np.zeros(self.num_envs, np.bool_), infos

    def _checked(self, actions: ArrayLike) -> Numbers:
        if not self._is_reset:
            raise ResetNeeded("call reset() before step()")
        asked = np.asarray(actions)
        if not self.action_space.contains(asked):
            raise InvalidAction(f"these are not actions: the space is {self.action_space}")
        return asked.astype(np.int64, copy=False)

    def _bet(self, places: Numbers, asked: Numbers, nets: Numbers, over: Bools) -> None:
        """Deal to seats whose bets are accepted; settle at once if there is nothing to decide."""
        bets = asked[places, :-1]
        taken = self._prices.taken(bets)
        over[places[~taken]] = True
        places, bets = places[taken], bets[taken]
        self._bets[places] = bets
        self._player[places], self._dealer[places] = self._dealt(len(places))
        self._phase[places] = DECIDING
        at_once = places[bets[:, 0] == 0]
        if len(at_once):
            nothing = np.zeros(len(at_once), np.int64)
            nets[at_once] = self._prices.nets(
                self._bets[at_once], nothing, self._player[at_once], self._dealer[at_once]
            )
            over[at_once] = True

    def _dealt(self, many: int) -> tuple[Numbers, Numbers]:
        """Deal hands by number: six different cards each, all orders equally likely."""
        found = np.empty((many, 6), np.int64)
        for place in range(6):
            # An index among the remaining cards: each lower card dealt before moves it up by one.
            pick = self.np_random.integers(52 - place, size=many)
            for dealt in np.sort(found[:, :place], axis=1).T:
                pick += pick >= dealt
            found[:, place] = pick
        numbers = hand_number()
        player, dealer = found[:, :3].T, found[:, 3:].T
        return numbers[player[0], player[1], player[2]], numbers[dealer[0], dealer[1], dealer[2]]

    def _begin(self, over: Bools, *, first: bool = False) -> None:
        if first:
            self._phase = np.zeros(self.num_envs, np.int64)
            self._bets = np.zeros((self.num_envs, len(self.spaces.bets)), np.int64)
            self._player = np.full(self.num_envs, -1, np.int64)
            self._dealer = np.full(self.num_envs, -1, np.int64)
        self._phase[over] = BETTING
        self._bets[over] = 0
        self._player[over] = self._dealer[over] = -1

    def _observed(self) -> Observation:
        cards = np.full((self.num_envs, 3), NOT_DEALT, np.int64)
        dealt = self._player >= 0
        cards[dealt] = _cards()[self._player[dealt], ::-1]
        return {"phase": self._phase.copy(), "cards": cards, "bets": self._bets.copy()}


@lru_cache(maxsize=1)
def _cards() -> Numbers:
    return np.array(all_hands(), np.int64)


class _Prices:
    """Results of rounds, in cents."""

    def __init__(self, of: SeatSpaces):
        house = of.house
        self._spaces, self._house = of, house
        self._strengths = strengths(house.ranking)
        hands = all_hands()
        self._qualifies = np.array([house.dealer_qualifies(hand) for hand in hands], np.bool_)
        known = signatures(house.ranking, conditions_of(house, of.bets[1:]))
        self._own, self._own_many = known.own, known.own_many
        self._stands_for = [hands[place] for place in np.unique(known.own, return_index=True)[1]]
        self._deal_by_deal = tuple(name for name in of.bets if self._looks_further(name))
        self._tables: dict[bytes, Numbers] = {}

    def taken(self, bets: Numbers) -> NDArray[np.bool_]:
        """Whether the house accepts these bets, row by row."""
        found = np.zeros(len(bets), np.bool_)
        for row, places in _alike(bets):
            found[places] = self._spaces.refusal(row) is None
        return found

    def nets(self, bets: Numbers, chosen: Numbers, player: Numbers, dealer: Numbers) -> Numbers:
        """Return the nets for the chosen decisions: 0 folds, n plays the n-th multiple."""
        contest = self._contests(bets[:, 0] > 0, chosen > 0, player, dealer)
        found = np.empty(len(bets), np.int64)
        for row, places in _alike(bets):
            table = self._table(row)
            found[places] = table[
                np.maximum(chosen[places] - 1, 0), self._own[player[places]], contest[places]
            ]
            if any(row[self._spaces.bets.index(name)] for name in self._deal_by_deal):
                for place in places:
                    found[place] += self._one(row, chosen, player, dealer, contest, place)
        return found

    def _contests(self, ante: Bools, plays: Bools, player: Numbers, dealer: Numbers) -> Numbers:
        own, other = self._strengths[player], self._strengths[dealer]
        played = np.where(own > other, _WINS, np.where(own < other, _LOSES, _TIES))
        played = np.where(self._qualifies[dealer], played, _OUT)
        return np.where(ante, np.where(plays, played, _FOLDED), _NO_ANTE)

    def _table(self, row: Numbers) -> Numbers:
        """Return the nets that own cards and contest decide: by multiple, signature, contest."""
        key = row.tobytes()
        if key not in self._tables:
            bets = SeatBets(1, self._spaces.wagers(row))
            multiples = self._spaces.multiples
            made = np.zeros((len(multiples), self._own_many, len(_CONTESTS)), np.int64)
            for at, multiple in enumerate(multiples):
                for own, hand in enumerate(self._stands_for):
                    for contest, name in enumerate(_CONTESTS):
                        if (name == "no_ante") is bool(bets.ante):
                            continue
                        deal = hand, another(hand), name
                        made[at, own, contest] = self._net(deal, bets, multiple, by_deal=False)
            fee = self._house.fee.amount_cents
            self._tables[key] = made - fee
        return self._tables[key]

    def _one(
        self,
        row: Numbers,
        chosen: Numbers,
        player: Numbers,
        dealer: Numbers,
        contest: Numbers,
        place: int,
    ) -> int:
        hands, bets = all_hands(), SeatBets(1, self._spaces.wagers(row))
        deal = hands[player[place]], hands[dealer[place]], _CONTESTS[contest[place]]
        multiple = self._spaces.multiples[max(chosen[place] - 1, 0)]
        return self._net(deal, bets, multiple, by_deal=True)

    def _net(
        self, deal: tuple[Hand, Hand, When], bets: SeatBets, multiple: int, *, by_deal: bool
    ) -> int:
        lines = price_seat(self._house, deal, bets, multiple, self._house.seeds)
        return sum(line.net for line in lines if self._is_by_deal(line.bet) is by_deal)

    def _is_by_deal(self, bet: str) -> bool:
        return ("ante" if bet in CONTEST_BETS else bet) in self._deal_by_deal

    def _looks_further(self, name: str) -> bool:
        """Whether a bet's rows look at more than the player's own cards."""
        house = self._house
        if name == "ante":
            return any((row.of or "player") != "player" for row in house.contest_rows)
        wager = house.wagers[name]
        return any(wager.look_of(row) != "player" for row in wager.pays.values())


def _alike(bets: Numbers) -> list[tuple[Numbers, Numbers]]:
    """Return each distinct row and its indexes."""
    if not len(bets):
        return []
    rows, which = np.unique(bets, axis=0, return_inverse=True)
    which = which.ravel()
    return [(row, np.flatnonzero(which == number)) for number, row in enumerate(rows)]
