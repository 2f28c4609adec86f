"""Drill questions: what the learner sees, and separately the right answer with its reason.

A question is determined by house, topic, level and seed. The right answer is the settlement's
result of the round shown, never computed a second time.
"""

import re
import unicodedata
from functools import lru_cache
from random import Random
from typing import Annotated, Final, Literal

import msgspec

from ..cards.names import hand_name
from ..house.model import House
from ..house.wager import THREE_CARD_HANDS
from ..house.words import capitalised, listed
from ..table.event import Fields
from ..wagers import announcements
from ..wagers.award_title import hand_title
from ..wagers.envy import EnvyPaid
from ..wagers.outcome import Line
from ..wagers.reason import told_to_dealer
from ..wagers.sequence import Action
from .scenes import Scene, cut, line_about, scene
from .topics import PLAYED, Level, Skill, Topic, all_topics

Asks = Literal["choice", "payout", "amount", "chips", "words"]
_LOOKED_AT: Final = 7  # The seed to test whether a topic can come up at all.
_SEEDS: Final = 2

MOST_TEXT: Final = 300


class Choice(msgspec.Struct, frozen=True):
    key: str
    text: str


class BetShown(msgspec.Struct, frozen=True):
    wager: str
    title: str
    cents: int
    kind: Literal["bet", "toke", "coupon"] = "bet"


class SeatShown(msgspec.Struct, frozen=True):
    seat: int
    cards: tuple[str, ...]
    bets: tuple[BetShown, ...]
    folded: bool = False


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """All that the learner sees. Nothing in it depends on what is right."""

    skill: Skill
    level: Level
    text: str
    asks: Asks
    currency: str
    language: str  # Of the announcements.
    dealer: tuple[str, ...] = ()
    seats: tuple[SeatShown, ...] = ()
    seat: int = 0  # The seat in question.
    wager: str = ""  # The bet in question.
    cents: int = 0  # Of chips: their total.
    choices: tuple[Choice, ...] = ()
    chips: tuple[int, ...] = ()
    meters: dict[str, int] = {}


class Key(msgspec.Struct, frozen=True, kw_only=True):
    """What is right, and the round's own reason."""

    choice: str = ""
    action: Action | Literal[""] = ""
    cents: int = 0
    chips: dict[int, int] = {}
    words: str = ""
    text: str = ""  # The right answer in words.
    why: str = ""
    clauses: tuple[str, ...] = ()
    departs_from: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()


Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Amount = Annotated[int, msgspec.Meta(ge=0, le=10**12)]


class Answer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the learner says: only what the question asks for counts."""

    choice: Annotated[str, msgspec.Meta(max_length=64)] = ""
    action: Action | Literal[""] = ""
    cents: Amount | None = None
    chips: Annotated[dict[int, Count], msgspec.Meta(max_length=32)] = {}
    words: Annotated[str, msgspec.Meta(max_length=MOST_TEXT)] = ""


class Asked(msgspec.Struct, frozen=True):
    question: Question
    key: Key


def ask(house: House, topic: Topic, level: Level, seed: int) -> Asked | None:
    """Return the question of that seed; None if no round was found for it."""
    found = scene(house, topic, level, Random(seed))
    return _asked(house, topic, level, found) if found else None


@lru_cache(maxsize=64)
def topics(house: House) -> tuple[Topic, ...]:
    """Return the house's topics that cards can produce."""
    return tuple(
        topic
        for topic in all_topics(house)
        if any(ask(house, topic, 2, _LOOKED_AT + more) for more in range(_SEEDS))
    )


def is_right(house: House, asked: Asked, answer: Answer) -> bool:
    key = asked.key
    match asked.question.asks:
        case "choice":
            return answer.choice == key.choice
        case "payout":
            same = answer.action == key.action
            return same and (key.action != "pay" or answer.cents == key.cents)
        case "amount":
            return answer.cents == key.cents
        case "chips":
            return _is_cut(house, key, answer)
        case "words":
            return same_words(answer.words, key.words)


def _is_cut(house: House, key: Key, answer: Answer) -> bool:
    """Whether the chips are the house's, make up the amount, and are as few as possible."""
    if not set(answer.chips) <= set(house.betting.chips_cents):
        return False
    total = sum(value * number for value, number in answer.chips.items())
    return total == key.cents and sum(answer.chips.values()) <= sum(key.chips.values())


def same_words(said: str, expected: str) -> bool:
    """Compare words regardless of case, accents, punctuation and spaces."""
    return spoken(said) == spoken(expected) != ""


def spoken(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return " ".join(re.findall(r"\w+", re.sub(r"['’]", "", letters)))


# By skill


def _asked(house: House, topic: Topic, level: Level, found: Scene) -> Asked:
    match topic.skill:
        case "hand":
            return _hand(house, level, found)
        case "qualifies":
            return _qualifies(house, level, found)
        case "winner":
            return _winner(house, level, found)
        case "payout":
            return _payout(house, topic, level, found)
        case "chips":
            return _chips(house, level, found)
        case "announcement":
            return _announcement(house, topic, level, found)


def _hand(house: House, level: Level, found: Scene) -> Asked:
    question = _question(
        house,
        found,
        skill="hand",
        level=level,
        text=f"Which hand does seat {found.seat} hold?",
        asks="choice",
        choices=tuple(Choice(each, hand_title(house, each)) for each in THREE_CARD_HANDS),
    )
    named = capitalised(hand_name(found.player, house.ranking))
    right = found.own.category
    rulings = found.own.rulings or ()
    key = Key(choice=right, text=hand_title(house, right), why=f"{named}.", rulings=rulings)
    return Asked(question, _with_line(key, _of(found, "play"), named))


def _qualifies(house: House, level: Level, found: Scene) -> Asked:
    question = _question(
        house,
        found,
        skill="qualifies",
        level=level,
        text="Does the dealer qualify?",
        asks="choice",
        choices=(Choice("yes", "Qualifies"), Choice("no", "Does not qualify")),
        seats=(),
    )
    plays = found.settled.dealer.qualifies
    cited = house.cited("dealer.qualifies_with")
    named = capitalised(hand_name(found.dealer, house.ranking))
    does = "qualifies" if plays else "does not qualify"
    key = Key(
        choice="yes" if plays else "no",
        text="Qualifies" if plays else "Does not qualify",
        why=f"{named} {does}.",
        clauses=cited.clauses,
        departs_from=cited.departs_from,
        rulings=house.rulings_on("dealer.qualifies_with"),
    )
    return Asked(question, key)


_WINNER: Final = {
    "wins": "The player",
    "loses": "The dealer",
    "ties": "Nobody: a tie",
    "dealer_out": "The dealer does not qualify",
}


def _winner(house: House, level: Level, found: Scene) -> Asked:
    question = _question(
        house,
        found,
        skill="winner",
        level=level,
        text=f"Seat {found.seat} has played. Who wins?",
        asks="choice",
        choices=tuple(
            Choice(each, _WINNER[each])
            for each in PLAYED
            if each != "dealer_out" or house.dealer.qualifies_with != "any"
        ),
    )
    contest = found.contest(house)
    key = Key(choice=contest, text=_WINNER[contest], rulings=found.own.rulings or ())
    return Asked(question, _with_line(key, _of(found, "play")))


def _payout(house: House, topic: Topic, level: Level, found: Scene) -> Asked:
    line, title = line_about(topic, found), house.title(topic.bet)
    asks: Asks = "payout"
    match topic.kind:
        case "toke":
            text = f"The dealer's toke on {title} at seat {found.seat}: what happens to it?"
        case "envy":
            text, asks = f"What does seat {found.seat} receive as envy on {title}?", "amount"
        case "match_play":
            text = f"The coupon on {title} at seat {found.seat}: what happens to it?"
        case _ if topic.bet == "ante_bonus":
            text, asks = f"What does seat {found.seat} receive as {title}? 0 if nothing.", "amount"
        case _:
            text = f"{title} at seat {found.seat}: take, push or pay, and how much?"
    question = _question(
        house,
        found,
        skill="payout",
        level=level,
        text=text,
        asks=asks,
        wager=topic.bet,
        meters=found.written.meters,
    )
    return Asked(question, _key_of(house, topic, found, line))


def _key_of(house: House, topic: Topic, found: Scene, line: Line | EnvyPaid | None) -> Key:
    if line is None:  # An ante bonus that no pay table row gives.
        named = capitalised(hand_name(found.player, house.ranking))
        cited = house.cited(f"{topic.bet}.pays")
        why = f"{named}: no {house.title(topic.bet)}."
        return Key(cents=0, text=house.money(0), why=why, clauses=cited.clauses)
    if isinstance(line, EnvyPaid):
        total = sum(
            each.paid
            for each in found.settled.envy
            if each.seat == found.seat and each.wager == topic.bet
        )
        whose = "the dealer" if line.for_seat == "dealer" else f"seat {line.for_seat}"
        why = f"For the hand of {whose}: {house.money(line.paid)}."
        return Key(
            cents=total,
            text=house.money(total),
            why=why,
            clauses=line.clauses,
            departs_from=line.departs_from or (),
            rulings=line.rulings,
        )
    action = action_of(line)
    text = {"take": "Take it", "push": "Push"}.get(action) or f"Pay {house.money(line.paid)}"
    if topic.bet == "ante_bonus" and not topic.kind:
        text = house.money(line.paid)
    return _with_line(Key(action=action, cents=line.paid, text=text), line)


def action_of(line: Line) -> Action:
    if line.result == "win":
        return "pay"
    return "push" if line.result == "push" else "take"


def _chips(house: House, level: Level, found: Scene) -> Asked:
    line = _of(found, "play")
    cents = line.paid if line else 0
    stacks, _ = cut(cents, house.betting.chips_cents)
    question = _question(
        house,
        found,
        skill="chips",
        level=level,
        text=f"Pay {house.money(cents)}: which chips do you cut? The fewest there can be.",
        asks="chips",
        cents=cents,
        chips=house.betting.chips_cents,
        dealer=(),
        seats=(),
    )
    text = " + ".join(f"{number} × {house.money(value)}" for value, number in stacks.items())
    key = Key(cents=cents, chips=stacks, text=text)
    return Asked(question, _with_line(key, line, f"{house.money(cents)} = {text}"))


def _announcement(house: House, topic: Topic, level: Level, found: Scene) -> Asked:
    text, words, cited, shown = _said(house, topic, found)
    question = _question(
        house,
        found,
        skill="announcement",
        level=level,
        text=text,
        asks="words",
        hidden=shown == "bets",
        wager=topic.bet,
        **({} if shown else {"dealer": (), "seats": ()}),
    )
    key = Key(
        words=words,
        text=words,
        why=f"The dealer says: “{words}”",
        clauses=house.clauses(*cited, wager=topic.bet if topic.bet else ""),
    )
    return Asked(question, key)


def _said(
    house: House, topic: Topic, found: Scene
) -> tuple[str, str, tuple[str, ...], Literal["", "bets", "cards"]]:
    """Return the question, the words, their settings, and how much of the round is shown."""
    match topic.said:
        case "no_more_bets":
            words = house.announcements.no_more_bets
            text = "The bets are down. What do you say before the deal?"
            return text, words, ("announcements.no_more_bets",), ""
        case "absent":
            positions = announcements.without(found.written.seats, topic.bet)
            words = house.wagers[topic.bet].absent.format(positions=listed(positions))
            text = f"Before the deal: what do you say about {house.title(topic.bet)}?"
            return text, words, (f"wagers.{topic.bet}.absent",), "bets"
        case "award":
            words = house.wagers[topic.bet].announce
            text = f"{house.title(topic.bet)} at seat {found.seat} is paid. What do you say?"
            return text, words, (f"wagers.{topic.bet}.announce",), "cards"
        case "winning_hand":
            words = announcements.of_comparison(
                house, found.player, found.dealer, found.contest(house)
            )
            text = f"You compare the hand of seat {found.seat} with the dealer's. What do you say?"
            return text, words, ("announcements.winning_hand",), "cards"
        case "dealer_beats_all":
            words = house.announcements.dealer_beats_all
            text = "Every hand has been compared. What do you say?"
            return text, words, ("announcements.dealer_beats_all",), "cards"
        case _:
            words = found.settled.dealer.announcement
            path = "dealer_qualifies" if found.settled.dealer.qualifies else "dealer_out"
            text = "You turn over the dealer's hand. What do you say?"
            return text, words, (f"announcements.{path}",), "cards"


# What is shown


def _question(house: House, found: Scene, *, hidden: bool = False, **asked: object) -> Question:
    """Show the whole round unless less is asked for; `hidden`: before any card is out.

    `asked` are fields of a question.
    """
    shown: Fields = {
        "dealer": () if hidden else tuple(found.settled.dealer.cards),
        "seats": _seats(house, found, hidden=hidden),
    }
    return Question(
        currency=house.currency, language=house.language, seat=found.seat, **(shown | asked)
    )


def _seats(house: House, found: Scene, *, hidden: bool) -> tuple[SeatShown, ...]:
    return tuple(
        SeatShown(
            bets.seat,
            () if hidden else tuple(bets.cards or ()),
            tuple(_bets_shown(house, found, bets.seat)),
            bets.decision == "fold" and not hidden,
        )
        for bets in found.written.seats
    )


def _bets_shown(house: House, found: Scene, seat: int) -> list[BetShown]:
    bets = next(each for each in found.written.seats if each.seat == seat)
    shown = []
    for spot in house.spots:
        cents = bets.wagers.get(spot, 0)
        if spot == "play" and bets.decision == "play":
            cents = bets.ante * (bets.multiple or house.play.multiples[0])
        if cents:
            shown.append(BetShown(spot, house.title(spot), cents))
    shown += [BetShown(k, house.title(k), v, "toke") for k, v in bets.placed_tokes()]
    shown += [BetShown(k, house.title(k), v, "coupon") for k, v in bets.placed_coupons()]
    return shown


def _of(found: Scene, wager: str) -> Line | None:
    return next((each for each in found.own.lines if each.wager == wager), None)


def _with_line(key: Key, line: Line | None, before: str = "") -> Key:
    """Add the round's own reason to the key."""
    if line is None:
        return key
    told = told_to_dealer(line.why)
    why = f"{before}. {told}" if before else told
    return msgspec.structs.replace(
        key,
        why=why,
        clauses=line.clauses,
        departs_from=line.departs_from or (),
        rulings=tuple(dict.fromkeys((*key.rulings, *(line.rulings or ())))),
    )
