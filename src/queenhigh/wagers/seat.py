"""One seat settled: every bet in the house's order, coupons and tokes with it."""

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from ..cards.card import FULL_DECK, Hand
from ..cards.ranking import Category
from ..cards.six import SixCardCategory
from ..house.model import House
from ..house.points import point
from .ante import settle_ante
from .ante_bonus import bonus_base, settle_ante_bonus
from .document import DocumentError, SeatBets, TokeBets
from .match_play import settle_coupon
from .outcome import Contest, Line, Outcome, settled
from .pair_plus import settle_pair_plus
from .play import play_stake, settle_play
from .progressive import Award, jackpot_cents, settle_progressive
from .six_card_bonus import SixCards, settle_six_card_bonus

UNBACKED_ANTE_TOKE = point("toke.unbacked_ante")

# Answers depend on the house and a few classes of hands, so they are worked out once.
_play = lru_cache(maxsize=1024)(settle_play)
_ante = lru_cache(maxsize=4096)(settle_ante)
_ante_bonus = lru_cache(maxsize=4096)(settle_ante_bonus)
_pair_plus = lru_cache(maxsize=4096)(settle_pair_plus)
_six_card_bonus = lru_cache(maxsize=4096)(settle_six_card_bonus)
_progressive = lru_cache(maxsize=1024)(settle_progressive)


class SeatHand(msgspec.Struct, frozen=True, gc=False):
    """A seat's cards against the dealer's: all that its outcomes depend on."""

    house: House
    cards: Hand
    dealer: Hand
    category: Category
    contest: Contest
    dealer_qualifies: bool
    award: Award  # On the progressive's table.
    six: SixCards  # With the dealer's cards, for the 6 card bonus.
    meter_cents: int | None

    @property
    def folded(self) -> bool:
        return self.contest is Contest.FOLDED


def settle_wagers(hand: SeatHand, bets: SeatBets) -> Iterator[Line]:
    house, wagers, coupons = hand.house, bets.wagers, bets.match_play
    on_ante = 0 if coupons is msgspec.UNSET else coupons.ante
    raised = 0 if hand.folded else play_stake(house, wagers.ante, on_ante)
    for name in house.options.settle_order:
        if name == "ante_bonus":
            if wagers.ante:
                yield from _bonus(hand, hand.contest, bonus_base(house, wagers.ante, raised))
            continue
        stake = raised if name == "play" else getattr(wagers, name)
        if stake:
            yield _line(hand, name, stake, _outcome(hand, bets, name))
        if coupons is not msgspec.UNSET and (face := getattr(coupons, name, 0)):
            yield settle_coupon(house, name, face, _outcome(hand, bets, name))


def settle_tokes(hand: SeatHand, bets: SeatBets, tokes: TokeBets) -> Iterator[Line]:
    """Tokes follow the player's hand, at the same odds."""
    house = hand.house
    unbacked = bool(tokes.ante) and not tokes.play
    forfeited = unbacked and house.options.unbacked_ante_toke == "forfeits"
    for name in house.options.settle_order:
        stake = tokes.ante if name == "ante_bonus" else getattr(tokes, name)
        if not stake:
            continue
        match name:
            case "ante_bonus":
                backed = 0 if hand.folded else tokes.play
                if not forfeited:
                    yield from _bonus(hand, hand.contest, bonus_base(house, stake, backed))
            case "ante" if unbacked and not hand.folded:
                contest = Contest.FOLDED if forfeited else hand.contest
                outcome = _ante(house, contest, hand.category)
                yield settled(name, stake, _decided_by_ruling(house, outcome))
            case _:
                yield _line(hand, name, stake, _outcome(hand, bets, name, toke=True))


def taken_by_a_fold(house: House, bets: SeatBets) -> dict[str, tuple[str, ...]]:
    """The wagers that a fold costs at once, with the clauses; others stay for the settlement."""
    nothing = SixCards(SixCardCategory.NOTHING)
    cards = (FULL_DECK[0], FULL_DECK[5], FULL_DECK[10])
    hand = SeatHand(
        house, cards, cards, Category.HIGH_CARD, Contest.FOLDED, True, Award.NOTHING, nothing, None
    )
    lines = settle_wagers(hand, bets)
    return {line.wager: line.clauses for line in lines if line.result == "forfeit"}


def _outcome(hand: SeatHand, bets: SeatBets, name: str, *, toke: bool = False) -> Outcome:
    house = hand.house
    match name:
        case "play":
            return _play(house, hand.contest)
        case "ante":
            return _ante(house, hand.contest, hand.category)
        case "pair_plus":
            with_six = bets.wagers.six_card_bonus > 0
            return _pair_plus(
                house,
                hand.category,
                dealer_qualifies=hand.dealer_qualifies,
                folded=hand.folded,
                with_six_card_bonus=with_six,
            )
        case "six_card_bonus":
            return _six_card_bonus(
                house,
                hand.six,
                dealer_qualifies=hand.dealer_qualifies,
                folded=hand.folded,
                toke=toke,
            )
        case "progressive":
            return _progressive(
                house, hand.award, dealer_qualifies=hand.dealer_qualifies, folded=hand.folded
            )
        case _:
            raise LookupError(f"no wager is called {name}")


def _line(hand: SeatHand, name: str, stake: int, outcome: Outcome) -> Line:
    line = settled(name, stake, outcome, jackpot=_jackpot(hand) if outcome.of_meter else 0)
    if name == "six_card_bonus":
        line.category = hand.six.category.name.lower()
    elif name == "progressive":
        line.category = hand.award
    return line


def _bonus(hand: SeatHand, contest: Contest, base: int) -> Iterator[Line]:
    """Its stake is the ante's and stands on that line, so here it is 0."""
    outcome = _ante_bonus(hand.house, contest, hand.category)
    if outcome is not None:
        line = settled("ante_bonus", base, outcome)
        line.stake = line.returned = 0
        yield line


def _jackpot(hand: SeatHand) -> int:
    if hand.meter_cents is None:
        raise DocumentError("progressive_meter", "a jackpot is won, and there is no meter")
    return jackpot_cents(hand.house, hand.meter_cents)


def _decided_by_ruling(house: House, outcome: Outcome) -> Outcome:
    clauses = outcome.clauses + house.clauses(UNBACKED_ANTE_TOKE)
    rulings = outcome.rulings + house.rulings_on("unbacked_ante_toke")
    return msgspec.structs.replace(outcome, clauses=clauses, rulings=rulings)
