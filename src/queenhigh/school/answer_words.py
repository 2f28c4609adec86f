"""A learner's exam answer in the words of the house."""

from ..house.model import House
from ..table.events import Step
from ..table.instructions import instruction
from .exam import ExamAnswer, bet_title, place_text, settling_text
from .planted import REMEDIES, TITLES


def answer_in_words(house: House, given: ExamAnswer) -> str:
    place = "" if given.seat is None else f" ({place_text(given.seat)})"
    if given.does == "say":
        return f"Say: “{given.words}”" if given.words else "Say nothing."
    if given.does == "report":
        named = TITLES[given.irregularity] if given.irregularity else "something"
        remedy = f" {REMEDIES[given.remedy]}." if given.remedy else ""
        return f"Report: {named}{place}.{remedy}"
    if given.step == "settle" and given.wager:
        return _settled(house, given)
    return f"{instruction(house, Step(given.step, seat=given.seat))}{place}"


def _settled(house: House, given: ExamAnswer) -> str:
    known = given.wager in (*house.settle_order, "envy", "match_play")
    bet = bet_title(house, given.wager) if known else given.wager
    place = "no seat" if given.seat is None else place_text(given.seat)
    return settling_text(house, given, bet, place)
