"""Everything that can be asked at a house: the skills, and their topics.

Everything is derived from the house: its bets, the rows of its pay tables, the outcomes of a
contest, its chips, its dealers' announcements. A new house has topics like any other.
"""

from collections.abc import Iterator
from typing import Final, Literal, get_args

import msgspec

from ..house.model import House
from ..house.wager import THREE_CARD_HANDS, When
from ..wagers.tokes import takes_tokes

Skill = Literal["hand", "qualifies", "winner", "payout", "chips", "announcement"]
SKILLS: Final[tuple[Skill, ...]] = get_args(Skill)
SKILL_TITLES: Final[dict[str, str]] = {
    "hand": "Read the hand",
    "qualifies": "Does the dealer qualify?",
    "winner": "Who wins?",
    "payout": "What is paid?",
    "chips": "Which chips?",
    "announcement": "What the dealer says",
    "procedure": "Procedure",
}
Level = Literal[1, 2, 3]
PLAYED: Final[tuple[When, ...]] = ("wins", "loses", "ties", "dealer_out")
NO_ROW: Final = "none"


class Topic(msgspec.Struct, frozen=True):
    """One thing to know. The key names it for good, within its house."""

    skill: Skill
    key: str
    bet: str = ""  # The bet in question,
    row: str = ""  # the pay table row that pays it, or `none`,
    contest: When | Literal[""] = ""  # and the contest's outcome.
    kind: Literal["", "toke", "envy", "match_play"] = ""
    hand: str = ""  # The category of the hand to read or announce.
    chip: int = 0  # The largest chip of a payout.
    said: str = ""  # The announcement.


def all_topics(house: House) -> Iterator[Topic]:
    """Yield possible topics; `questions.topics` removes those that no cards can produce."""
    yield from (Topic("hand", f"hand/{each}", hand=each) for each in THREE_CARD_HANDS)
    if house.dealer.qualifies_with != "any":
        yield from (
            Topic("qualifies", f"qualifies/{each}", said=each)
            for each in ("plays", "just_plays", "just_out", "out")
        )
    yield from (Topic("winner", f"winner/{each}", contest=each) for each in PLAYED)
    for bet in house.settle_order:
        yield from _payouts(house, bet)
    yield from _others(house)
    yield from (Topic("chips", f"chips/{each}", chip=each) for each in house.betting.chips_cents)
    yield from _announcements(house)


def _payouts(house: House, bet: str) -> Iterator[Topic]:
    def about(row: str = "", contest: When | Literal[""] = "") -> Topic:
        key = "/".join(filter(None, ("payout", bet, row, contest)))
        return Topic("payout", key, bet=bet, row=row, contest=contest)

    if bet in ("ante", "play"):
        part = house.ante if bet == "ante" else house.play
        yield from (about(contest=each) for each in PLAYED)
        yield from (about(row=key, contest="wins") for key in part.pays)
        if bet == "ante":
            yield about(contest="folded")
    elif bet == "ante_bonus":
        if house.ante_bonus.pays:
            yield from (about(row=key) for key in (*house.ante_bonus.pays, NO_ROW))
    else:
        yield from (about(row=key) for key in (*house.wagers[bet].pays, NO_ROW))
        yield about(contest="folded")


def _others(house: House) -> Iterator[Topic]:
    for bet in house.settle_order:
        if bet != "ante_bonus" and takes_tokes(house, bet):
            yield Topic("payout", f"payout/toke/{bet}", bet=bet, kind="toke")
    for key, wager in house.wagers.items():
        if wager.envy:
            yield Topic("payout", f"payout/envy/{key}", bet=key, kind="envy")
    if house.takes_coupons():
        for spot in house.match_play.spots:
            yield Topic("payout", f"payout/match_play/{spot}", bet=spot, kind="match_play")


def _announcements(house: House) -> Iterator[Topic]:
    def about(said: str, bet: str = "", hand: str = "") -> Topic:
        key = "/".join(filter(None, ("announcement", said, bet, hand)))
        return Topic("announcement", key, bet=bet, hand=hand, said=said)

    yield about("no_more_bets")
    yield from (about("dealer_plays", hand=each) for each in THREE_CARD_HANDS)
    if house.dealer.qualifies_with != "any":
        yield about("dealer_out")
    if house.announcements.winning_hand:
        yield about("winning_hand")
    if house.announcements.dealer_beats_all:
        yield about("dealer_beats_all")
    for key, wager in house.wagers.items():
        if wager.absent:
            yield about("absent", bet=key)
        if wager.announce:
            yield about("award", bet=key)
