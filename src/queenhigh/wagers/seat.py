"""One seat settled: every bet in the house's order, with coupons and tokes."""

from collections.abc import Container, Iterator, MutableMapping
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

import msgspec

from ..house.citation import RANKING
from ..house.model import House
from ..house.points import point
from ..house.wager import Row, When
from .award import Deal, exact_paid, paid_cents, row_of
from .contest import bonus_base, contest_of, settle_ante, settle_ante_bonus, settle_play
from .document import ANY_HAND, DocumentError, SeatBets
from .match_play import settle_coupon
from .outcome import Line, Outcome, line_of, reasons
from .reason import HandNames, capped, names_of, why_of
from .side import settle_side

UNBACKED_ANTE_TOKE = point("toke.unbacked_ante")
NOT_CLAIMED = point("wager.claim")
ROUNDING: Final = "payouts.rounding"


class SeatHand:
    """A seat's cards against the dealer's, its bets, and the meters as they stand."""

    def __init__(self, deal: Deal, contest: When, bets: SeatBets, meters: MutableMapping[str, int]):
        self.deal, self.contest, self.bets, self.meters = deal, contest, bets, meters
        self.house = deal.house
        self.placed = frozenset(bets.wagers)

    @cached_property
    def names(self) -> HandNames:
        return names_of(self.house.ranking, self.deal.player, self.deal.dealer, self.contest)

    @cached_property
    def ranked_by_the_book(self) -> "SeatHand | None":
        """The same hand with the book's ranking, if the house departs from that."""
        written = self.house.ranked_by_the_book
        if written is None:
            return None
        deal = Deal(written, self.deal.player, self.deal.dealer)
        contest = contest_of(written, deal.player, deal.dealer, self.bets.decision)
        return SeatHand(deal, contest, self.bets, self.meters)

    @property
    def folded(self) -> bool:
        return self.contest == "folded"

    @property
    def play_stake(self) -> int:
        return 0 if self.contest in ("folded", "no_ante") else play_stake(self.house, self.bets)


def play_stake(house: House, bets: SeatBets, times: int | None = None) -> int:
    """The ante times the multiple; a coupon beside it counts only if the house says so."""
    if times is None:
        times = house.play.multiples[0] if bets.multiple is msgspec.UNSET else bets.multiple
    beside = 0
    if bets.match_play is not msgspec.UNSET and house.match_play.counts_for_play:
        beside = bets.match_play.get("ante", 0)
    return (bets.ante + beside) * times


@lru_cache(maxsize=4096)
def play_prices(house: House, ante: int, coupon: int) -> dict[int, int]:
    """By multiple: what playing costs, with a coupon beside the ante or 0."""
    bets = SeatBets(1, {"ante": ante}, match_play={"ante": coupon} if coupon else msgspec.UNSET)
    return {times: play_stake(house, bets, times) for times in house.play.multiples}


def settle_wagers(hand: SeatHand) -> Iterator[Line]:
    house, bets = hand.house, hand.bets
    raised = hand.play_stake
    coupons = {} if bets.match_play is msgspec.UNSET else bets.match_play
    for name in house.settle_order:
        if name == "ante_bonus":
            if bets.ante:
                yield from _bonus(hand, bonus_base(house, bets.ante, raised))
            continue
        stake = raised if name == "play" else bets.wagers.get(name, 0)
        if stake:
            yield line_on(hand, name, stake, outcome_on(hand, name))
        if face := coupons.get(name, 0):
            yield settle_coupon(house, name, face, outcome_on(hand, name))


def unbacked_ante(house: House, tokes: Container[str]) -> str:
    """What happens to a toke on the ante without one on the play bet; empty if it has one."""
    return house.tokes.unbacked_ante if "ante" in tokes and "play" not in tokes else ""


def settle_tokes(hand: SeatHand) -> Iterator[Line]:
    """Tokes follow the player's hand, at the same odds."""
    house, tokes = hand.house, dict(hand.bets.placed_tokes())
    unbacked = unbacked_ante(house, tokes)
    forfeited = unbacked == "forfeits"
    for name in house.settle_order:
        stake = tokes.get("ante" if name == "ante_bonus" else name, 0)
        if not stake:
            continue
        if name == "ante_bonus":
            backed = 0 if hand.folded else tokes.get("play", 0)
            if not forfeited:
                yield from _bonus(hand, bonus_base(house, stake, backed))
        elif name == "ante" and unbacked and not hand.folded:
            contest: When = "folded" if forfeited else hand.contest
            outcome = _decided_by_ruling(house, settle_ante(house, hand.deal, contest))
            yield line_on(hand, name, stake, outcome)
        else:
            yield line_on(hand, name, stake, outcome_on(hand, name, toke=True))


class Forfeited(NamedTuple):
    """Why a fold costs a bet: clauses and reason."""

    clauses: tuple[str, ...]
    why: str


def taken_by_a_fold(house: House, bets: SeatBets) -> dict[str, Forfeited]:
    """The wagers that a fold costs at once; others stay for the settlement."""
    coupons = () if bets.match_play is msgspec.UNSET else tuple(bets.match_play)
    return _taken_by_a_fold(house, tuple(bets.wagers), coupons)


@lru_cache(maxsize=4096)
def _taken_by_a_fold(
    house: House, wagers: tuple[str, ...], coupons: tuple[str, ...]
) -> dict[str, Forfeited]:
    """The wagers that a fold costs, whatever the amounts."""
    bets = SeatBets(1, dict.fromkeys(wagers, 1), match_play=dict.fromkeys(coupons, 1))
    hand = SeatHand(Deal(house, ANY_HAND, ANY_HAND), "folded", bets, dict.fromkeys(house.meters, 0))
    lost = (line for line in settle_wagers(hand) if line.result == "forfeit")
    return {line.wager: Forfeited(line.clauses, line.why) for line in lost}


def outcome_on(hand: SeatHand, name: str, *, toke: bool = False) -> Outcome:
    outcome = _outcome_on(hand, name, toke=toke)
    if written := hand.ranked_by_the_book:
        return _as_ranked(hand.house, outcome, _outcome_on(written, name, toke=toke))
    return outcome


def _as_ranked(house: House, outcome: Outcome, by_the_book: Outcome | None) -> Outcome:
    """The outcome with its reasons, which are not the book's if its ranking gives another."""
    row = by_the_book.row if by_the_book else None
    if by_the_book and by_the_book.result == outcome.result and row == outcome.row:
        return outcome
    cited = outcome.cited
    for path in RANKING:
        if house.law.standing(path).departs:
            cited = house.law.changed_by(cited, path)
    return msgspec.structs.replace(outcome, cited=cited)


def _outcome_on(hand: SeatHand, name: str, *, toke: bool) -> Outcome:
    house, deal, contest = hand.house, hand.deal, hand.contest
    if name == "play":
        return settle_play(house, deal, contest)
    if name == "ante":
        return settle_ante(house, deal, contest)
    wager = house.wagers[name]
    outcome = settle_side(house, wager, deal, contest, hand.placed, toke=toke)
    unclaimed = wager.claim and contest in wager.claim.contests and name in hand.bets.unclaimed
    if unclaimed and outcome.result == "win":
        return Outcome("lose", reasons(house, NOT_CLAIMED, wager=name))
    return outcome


def line_on(hand: SeatHand, name: str, stake: int, outcome: Outcome) -> Line:
    house, row = hand.house, outcome.row
    wager = house.wagers.get(name)
    if row is not None and row.meter is not None and row.meter not in hand.meters:
        where = "progressive_meter" if house.only_meter else f"meters.{row.meter}"
        raise DocumentError(where, "a jackpot is won, and there is no meter")
    most = wager.max_award_cents if wager and outcome.result == "win" else None
    paid = 0
    if outcome.result == "win":
        paid = stake if row is None else paid_cents(house, row, stake, hand.meters, most)
    why = why_of(hand, name, outcome)
    if most is not None and row is not None and paid < paid_cents(house, row, stake, hand.meters):
        why += f" {capped(house, most)}"
        cited = house.law.changed_by(outcome.cited, f"wagers.{name}.max_award_cents")
        outcome = msgspec.structs.replace(outcome, cited=cited)
    if row is not None and _is_rounded_against_the_book(hand, row, stake):
        cited = house.law.changed_by(outcome.cited, ROUNDING)
        outcome = msgspec.structs.replace(outcome, cited=cited)
    line = line_of(name, stake, outcome, paid=paid, why=why)
    if wager is not None:
        held = row or row_of(wager, hand.deal, hand.contest)
        line.category = held.key if held else "nothing"
    if row is not None and row.meter is not None:
        hand.meters[row.meter] -= paid
    return line


def _is_rounded_against_the_book(hand: SeatHand, row: Row, stake: int) -> bool:
    departs = hand.house.law.standing(ROUNDING).departs
    return departs and exact_paid(row, stake, hand.meters).denominator > 1


def _bonus(hand: SeatHand, base: int) -> Iterator[Line]:
    """The bonus, if any is paid. Its stake is on the ante's line, so here it is 0."""
    outcome = settle_ante_bonus(hand.house, hand.deal, hand.contest)
    if outcome is not None:
        if written := hand.ranked_by_the_book:
            theirs = settle_ante_bonus(written.house, written.deal, written.contest)
            outcome = _as_ranked(hand.house, outcome, theirs)
        line = line_of_bonus(hand, base, outcome)
        if line.paid:
            yield line


def line_of_bonus(hand: SeatHand, base: int, outcome: Outcome) -> Line:
    line = line_on(hand, "ante_bonus", base, outcome)
    line.stake = line.returned = 0
    return line


def _decided_by_ruling(house: House, outcome: Outcome) -> Outcome:
    cited = house.cited(UNBACKED_ANTE_TOKE)
    rulings = house.rulings_on("tokes.unbacked_ante")
    both = msgspec.structs.replace(
        outcome.cited,
        clauses=outcome.cited.clauses + cited.clauses,
        rulings=outcome.cited.rulings + rulings,
    )
    return msgspec.structs.replace(outcome, cited=both)
