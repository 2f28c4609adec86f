"""Conduct rules of each house for players and dealers, in words for the people they bind.

A rule is in force if the house has a setting for it, or keeps a clause of its book.
"""

from collections.abc import Callable
from typing import Final, Literal

import msgspec

from ..house.model import House
from ..house.points import Point, point

Who = Literal["player", "dealer"]
When = Literal["sitting_down", "dealing", "hands_out", "making_change", "always"]

ONLY_DEALER_AND_HOLDER_TOUCH = point("conduct.touching")
NOT_TOUCHED_WHILE_DEALT = point("conduct.touching_in_deal")
NOT_SHOWN_OR_DISCUSSED = point("conduct.showing")
ABOVE_THE_TABLE = point("conduct.handling")
NO_SIDE_BETS = point("conduct.side_bets")
SEATED_WHILE_PLAYING = point("conduct.seated")
NO_BYSTANDERS = point("conduct.bystanders")
WINNER_STAYS_SEATED = point("conduct.winner_stays")
PROTECT_THE_GAME = point("conduct.protection")
NOT_DISTRACTED = point("conduct.attention")
TOKES_ARE_NOT_SOLICITED = point("conduct.soliciting")


class ConductRule(msgspec.Struct, frozen=True, kw_only=True):
    key: str
    who: Who  # Whom it binds.
    when: When  # When to announce it.
    said: str  # To the people it binds.
    violation: str  # As recorded.
    because: Point
    asked: Callable[[House], bool] = lambda house: False  # By a setting, if there is one.


RULES: Final = (
    ConductRule(
        key="touches_anothers_cards",
        who="player",
        when="hands_out",
        said="Nobody but the dealer and its player touches a hand.",
        violation="touched cards dealt to somebody else",
        because=ONLY_DEALER_AND_HOLDER_TOUCH,
    ),
    ConductRule(
        key="touches_cards_in_the_deal",
        who="player",
        when="dealing",
        said="Please leave the cards on the table while they are dealt.",
        violation="touched cards while they were being dealt",
        because=NOT_TOUCHED_WHILE_DEALT,
        asked=lambda house: house.dealing.touching == "forbidden",
    ),
    ConductRule(
        key="shows_or_discusses_hand",
        who="player",
        when="hands_out",
        said="Please do not show your cards to each other or talk about the hand in progress.",
        violation="showed a hand to another player, or discussed it",
        because=NOT_SHOWN_OR_DISCUSSED,
        asked=lambda house: house.dealing.showing == "forbidden",
    ),
    ConductRule(
        key="cards_out_of_view",
        who="player",
        when="hands_out",
        said="Please keep your cards above the table, inside the rail and in your own area, "
        "in full view of the cameras.",
        violation="held cards below the table, outside the rail or out of view",
        because=ABOVE_THE_TABLE,
        asked=lambda house: house.dealing.handling == "above_table_inside_rail",
    ),
    ConductRule(
        key="side_bet",
        who="player",
        when="sitting_down",
        said="Bets between players, or on another player's hand, are not allowed.",
        violation="bet with another player, or on another player's hand",
        because=NO_SIDE_BETS,
        asked=lambda house: house.betting.side_bets_between_players == "prohibited",
    ),
    ConductRule(
        key="not_seated",
        who="player",
        when="sitting_down",
        said="Please stay seated while you play.",
        violation="played without being seated",
        because=SEATED_WHILE_PLAYING,
        asked=lambda house: bool(house.betting.seated_only),
    ),
    ConductRule(
        key="bystander",
        who="player",
        when="always",
        said="Only players sit at the table, and nobody stands behind them.",
        violation="sat at the table without playing, or stood in the cameras' view",
        because=NO_BYSTANDERS,
        asked=lambda house: house.betting.bystanders == "forbidden",
    ),
    ConductRule(
        key="winner_left",
        who="player",
        when="always",
        said="Please stay seated until your win has been verified.",
        violation="left before a win was verified",
        because=WINNER_STAYS_SEATED,
    ),
    ConductRule(
        key="procedure_not_followed",
        who="dealer",
        when="always",
        said="Protect the game: follow every policy and procedure, always.",
        violation="did not follow a required policy or procedure",
        because=PROTECT_THE_GAME,
    ),
    ConductRule(
        key="distracted",
        who="dealer",
        when="making_change",
        said="Stay alert while you make change: keep your eyes on the cards in guests' hands.",
        violation="was distracted while cards were in guests' hands",
        because=NOT_DISTRACTED,
    ),
    ConductRule(
        key="solicited_tokes",
        who="dealer",
        when="always",
        said="Tokes are never asked for.",
        violation="asked for tokes",
        because=TOKES_ARE_NOT_SOLICITED,
        asked=lambda house: house.tokes.soliciting == "prohibited",
    ),
)
BY_KEY: Final = {rule.key: rule for rule in RULES}


def in_force(house: House, rule: ConductRule) -> bool:
    return rule.asked(house) or bool(house.clauses(rule.because))


def rules_of(house: House) -> list[ConductRule]:
    return [rule for rule in RULES if in_force(house, rule)]
