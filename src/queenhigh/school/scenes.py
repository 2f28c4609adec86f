"""Rounds for questions: bets, cards and decisions of a house, settled by the settlement itself."""

from collections.abc import Sequence
from random import Random
from typing import Final

import msgspec

from ..cards.card import FULL_DECK, Card, Hand, card_text, parse_hand
from ..house.model import House
from ..house.wager import Row, When
from ..wagers.award import Deal as SeenDeal
from ..wagers.award import first_row
from ..wagers.contest import contest_of
from ..wagers.document import Decision, DocumentError, Round, SeatBets
from ..wagers.envy import EnvyPaid
from ..wagers.opening import check_opening
from ..wagers.outcome import Line
from ..wagers.round_settlement import SeatSettled, Settled, settle_round
from ..wagers.tokes import takes_tokes, toke_cap
from .hand_samples import Deal, deal_of_contest, deal_of_row, hand_of_category, some_deal
from .topics import NO_ROW, Level, Topic

_TRIES: Final = 40
_FACTORS: Final[dict[Level, tuple[int, ...]]] = {
    1: (1, 2),
    2: (1, 2, 3, 4, 5),
    3: (1, 3, 7, 9, 11, 13, 17),
}
_SEATS: Final[dict[Level, int]] = {1: 1, 2: 1, 3: 3}


class Scene(msgspec.Struct, frozen=True):
    """A round, its settlement, and the seat in question."""

    written: Round
    settled: Settled
    seat: int

    @property
    def own(self) -> SeatSettled:
        return next(each for each in self.settled.seats if each.seat == self.seat)

    @property
    def bets(self) -> SeatBets:
        return next(each for each in self.written.seats if each.seat == self.seat)

    @property
    def player(self) -> Hand:
        return parse_hand(self.own.cards)

    @property
    def dealer(self) -> Hand:
        return parse_hand(self.settled.dealer.cards)

    def contest(self, house: House) -> When:
        return contest_of(house, self.player, self.dealer, self.own.decision)


def scene(house: House, topic: Topic, level: Level, chance: Random) -> Scene | None:
    """Return a round in which the topic comes up; None if none was found."""
    for _ in range(_TRIES):
        dealt = _deal(house, topic, chance)
        found = dealt and _scene(house, topic, level, dealt, chance)
        if found and _comes_up(house, topic, found):
            return found
    return None


def line_about(topic: Topic, found: Scene) -> Line | EnvyPaid | None:
    """Return the round's line on the bet in question; None for an unpaid ante bonus."""
    if topic.kind == "envy":
        won = [each for each in found.settled.envy if each.seat == found.seat]
        return next((each for each in won if each.wager == topic.bet), None)
    if topic.kind == "toke":
        tokes = [] if found.own.tokes is msgspec.UNSET else found.own.tokes
        return next((each for each in tokes if each.wager == topic.bet), None)
    if topic.kind == "match_play":
        return next((each for each in found.own.lines if each.on == topic.bet), None)
    return next((each for each in found.own.lines if each.wager == topic.bet), None)


# Cards


def _deal(house: House, topic: Topic, chance: Random) -> Deal | None:
    if topic.skill == "qualifies":
        return _about_the_qualifier(house, topic.said, chance)
    if topic.kind == "envy":
        wager = house.wagers[topic.bet]
        rows = [row for row in wager.pays.values() if row.envy_cents]
        return deal_of_row(chance.choice(rows), wager.of, chance) if rows else None
    if topic.hand:
        hand = hand_of_category(topic.hand, chance)
        other = hand and _others(hand, chance)
        if not hand or not other:
            return None
        return (other, hand) if topic.skill == "announcement" else (hand, other)
    if topic.said == "award":
        wager = house.wagers[topic.bet]
        return deal_of_row(chance.choice([*wager.pays.values()]), wager.of, chance)
    if topic.said in ("winning_hand", "dealer_beats_all", "dealer_out"):
        wanted: tuple[When, ...] = ("wins", "loses")
        if topic.said == "dealer_out":
            wanted = ("dealer_out",)
        elif topic.said == "dealer_beats_all":
            wanted = ("loses",)
        return deal_of_contest(house, chance.choice(wanted), chance)
    if topic.row and topic.row != NO_ROW:
        return _deal_of_row(house, topic, chance)
    if topic.contest and topic.contest != "folded":
        return deal_of_contest(house, topic.contest, chance)
    return some_deal(chance)


def _deal_of_row(house: House, topic: Topic, chance: Random) -> Deal | None:
    match topic.bet:
        case "ante":
            return deal_of_row(house.ante.pays[topic.row], "player", chance)
        case "play":
            return deal_of_row(house.play.pays[topic.row], "player", chance)
        case "ante_bonus":
            return deal_of_row(house.ante_bonus.pays[topic.row], "player", chance)
        case bet:
            wager = house.wagers[bet]
            return deal_of_row(wager.pays[topic.row], wager.of, chance)


def _about_the_qualifier(house: House, where: str, chance: Random) -> Deal | None:
    """Return a dealer's hand that qualifies or not; `just`: the closest to the limit of a few."""
    plays = where.endswith("plays")
    hands = []
    for _ in range(60 if where.startswith("just") else 400):
        player, dealer = some_deal(chance)
        if house.dealer_qualifies(dealer) == plays:
            if not where.startswith("just"):
                return player, dealer
            hands.append((house.ranking.strength(dealer), player, dealer))
    if not hands:
        return None
    _, player, dealer = min(hands) if plays else max(hands)
    return player, dealer


def _others(taken: Sequence[Card], chance: Random) -> Hand:
    first, second, third = chance.sample([card for card in FULL_DECK if card not in taken], 3)
    return first, second, third


# Bets


def _scene(house: House, topic: Topic, level: Level, dealt: Deal, chance: Random) -> Scene | None:
    player, dealer = dealt
    number = min(_SEATS[level], house.seats)
    if topic.kind == "envy":
        number = max(number, 2)
    if number > house.seats:
        return None
    taken: list[Card] = [*player, *dealer]
    seats = sorted(chance.sample(range(1, house.seats + 1), number))
    focus = chance.choice(seats)
    holder = focus
    if topic.kind == "envy":
        holder = chance.choice([seat for seat in seats if seat != focus])
    written = []
    for seat in seats:
        if seat == holder:
            cards: Hand = player
        else:
            cards = _others(taken, chance)
            taken += cards
        bets = _bets(house, topic, seat, level, chance, focus=seat in (focus, holder))
        bets.cards = list(map(card_text, cards))
        if bets.ante:
            bets.decision = _decision(house, topic, level, chance, focus=seat in (focus, holder))
        if bets.decision == "play" and len(house.play.multiples) > 1:
            bets.multiple = chance.choice(house.play.multiples)
        written.append(bets)
    document = Round(written, dealer=list(map(card_text, dealer)), meters=dict(house.seeds))
    try:
        return Scene(document, settle_round(house, document), focus)
    except DocumentError:
        return None


def _decision(house: House, topic: Topic, level: Level, chance: Random, *, focus: bool) -> Decision:
    if focus:
        rows = _rows(house, topic)
        only_folded = rows and all(set(row.contests) == {"folded"} for row in rows)
        return "fold" if topic.contest == "folded" or only_folded else "play"
    return "fold" if level == 3 and chance.random() < 0.25 else "play"


def _rows(house: House, topic: Topic) -> list[Row]:
    wager = house.wagers.get(topic.bet)
    row = wager.pays.get(topic.row) if wager else None
    return [row] if row else []


def _bets(
    house: House, topic: Topic, seat: int, level: Level, chance: Random, *, focus: bool
) -> SeatBets:
    """Return a seat's bets within the house's rules."""
    few = (1,)
    for factors in (*(_FACTORS[level],) * 6, *(few,) * 6):
        bets = _wagered(house, topic, seat, level, factors, chance, focus=focus)
        if check_opening(house, Round([bets])).accepted:
            return bets
    return _wagered(house, topic, seat, level, few, chance, focus=focus)  # Settled as placed.


def _wagered(
    house: House,
    topic: Topic,
    seat: int,
    level: Level,
    factors: tuple[int, ...],
    chance: Random,
    *,
    focus: bool,
) -> SeatBets:
    needed = _needed(house, topic) if focus else {"ante"}
    placed = {}
    for bet in house.opening_bets:
        required = bet in house.wagers and house.wagers[bet].required
        more = level > 1 and chance.random() < (0.7 if focus else 0.5)
        if topic.said == "absent" and bet == topic.bet and focus:
            continue
        if bet in needed or required or more:
            limits = house.limits(bet)
            most = limits.most
            amount = limits.first * chance.choice(factors)
            placed[bet] = amount if amount <= most else limits.first
    if topic.chip and focus:
        placed["ante"] = _ante_for(house, topic.chip, level, chance)
    bets = SeatBets(seat, placed, player=f"player-{seat}")
    if (topic.kind == "toke" and focus) or (level == 3 and chance.random() < 0.3):
        bets.tokes = _tokes(house, topic if focus else None, bets, factors, chance)
    if topic.kind == "match_play" and focus:
        bets.match_play = {topic.bet: min(500, bets.stake(topic.bet))}
    return bets


def _needed(house: House, topic: Topic) -> set[str]:
    """Return the bets that the topic requires, and those that they require in turn."""
    rows = _rows(house, topic)
    without_ante = rows and all(set(row.contests) == {"no_ante"} for row in rows)
    needed = set() if without_ante else {"ante"}
    if topic.bet in house.wagers and topic.said != "absent":
        needed.add(topic.bet)
        for group in house.wagers[topic.bet].needs:
            if not needed & set(group):
                needed.add(group[0])
    return needed


def _ante_for(house: House, chip: int, level: Level, chance: Random) -> int:
    """Return an ante whose even payout has this chip as its largest."""
    chips = house.betting.chips_cents
    following = next((each for each in chips if each > chip), chip * 5)
    step = chips[0] if level > 1 else max((each for each in chips if each < chip), default=chip)
    amounts = range(chip, min(following, chip * (2 + 3 * level)), step)
    return chance.choice(amounts) if amounts else chip


def _tokes(
    house: House, topic: Topic | None, bets: SeatBets, factors: tuple[int, ...], chance: Random
) -> dict[str, int] | msgspec.UnsetType:
    step = house.tokes.step_cents
    least = max(house.tokes.minimum_cents or step, step)
    wanted = {"ante"} if topic is None or topic.kind != "toke" else {topic.bet}
    if "play" in wanted:
        wanted.add("ante")
    amount = least * chance.choice(factors)
    tokes = {}
    for bet in house.spots:
        if bet in wanted and takes_tokes(house, bet) and bets.stake(bet):
            tokes[bet] = max(min(amount, toke_cap(house, bet, bets.stake(bet))), least)
    return tokes or msgspec.UNSET


# Whether a topic comes up


def _comes_up(house: House, topic: Topic, found: Scene) -> bool:
    contest = found.contest(house)
    line = line_about(topic, found)
    if topic.skill == "hand":
        return found.own.category == topic.hand
    if topic.skill == "winner":
        return contest == topic.contest
    if topic.skill == "chips":
        line = next((each for each in found.own.lines if each.wager == "play"), None)
        return line is not None and line.paid > 0 and _greatest(house, line.paid) == topic.chip
    if topic.skill == "announcement":
        return _is_said(house, topic, found)
    if topic.skill == "qualifies":
        return True
    if topic.kind:
        return line is not None
    if topic.contest and contest != topic.contest:
        return False
    if topic.bet in house.wagers:
        if not isinstance(line, Line):
            return False
        if topic.contest == "folded":
            return True
        held = "nothing" if topic.row == NO_ROW else topic.row
        return line.category == held
    return not topic.row or _row_held(house, topic, found, contest) == topic.row


def _row_held(house: House, topic: Topic, found: Scene, contest: When) -> str:
    """Return the row of ante, play or ante bonus that pays the hand, if any."""
    rows = {"ante": house.ante.pays, "play": house.play.pays}
    line = line_about(topic, found)
    if topic.bet == "ante_bonus" and line is None:
        return NO_ROW
    if not isinstance(line, Line) or line.result != "win":
        return NO_ROW
    deal = SeenDeal(house, found.player, found.dealer)
    row = first_row(rows.get(topic.bet, house.ante_bonus.pays), "player", deal, contest)
    return row.key if row else NO_ROW


def _greatest(house: House, cents: int) -> int:
    """Return the largest chip of a payout; 0 if chips cannot make it up."""
    stacks, rest = cut(cents, house.betting.chips_cents)
    return max(stacks) if stacks and not rest else 0


def cut(cents: int, chips: tuple[int, ...]) -> tuple[dict[int, int], int]:
    """Return the chips of a payout, largest first, and the remainder."""
    stacks: dict[int, int] = {}
    for value in reversed(chips):
        number, cents = divmod(cents, value)
        if number:
            stacks[value] = number
    return stacks, cents


def _is_said(house: House, topic: Topic, found: Scene) -> bool:
    dealer = found.settled.dealer
    match topic.said:
        case "dealer_plays":
            return dealer.qualifies and dealer.category == topic.hand
        case "dealer_out":
            return not dealer.qualifies
        case "absent":
            return topic.bet not in found.bets.wagers
        case "award":
            line = line_about(topic, found)
            return isinstance(line, Line) and line.result == "win"
        case "winning_hand":
            return found.contest(house) in ("wins", "loses")
        case "dealer_beats_all":
            return house.announcements.dealer_beats_all in found.settled.announcements
        case _:
            return True
