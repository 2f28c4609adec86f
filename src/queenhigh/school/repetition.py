"""Spaced repetition with Leitner boxes: mistakes come back soon, known topics rarely.

A topic never asked is in no box. A right answer moves it one box up, a wrong one back into the
first. Each box makes its topics due after a number of questions; no clock is involved, so a learner
who returns after a holiday continues from the same point.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Final

import msgspec

from .topics import Topic

AFTER: Final = (2, 5, 12, 30, 70)  # Questions until a topic is due again, by box.
LAST_BOX: Final = len(AFTER)


class Place(msgspec.Struct, frozen=True):
    """A topic's place: its box, from 1, and the number of the question that put it there."""

    box: int
    asked: int

    @property
    def due(self) -> int:
        """The number of the first question at which it is due again."""
        return self.asked + AFTER[self.box - 1]


Boxes = Mapping[str, Place]  # By the topic's key.


def moved(boxes: Boxes, topic: str, number: int, *, right: bool) -> dict[str, Place]:
    """Return the boxes after an answer to question `number`."""
    before = boxes.get(topic)
    box = min(before.box + 1 if before else 2, LAST_BOX) if right else 1
    return {**boxes, topic: Place(box, number)}


def next_topic(
    topics: Sequence[Topic],
    boxes: Boxes,
    number: int,
    chance: Random,
    without: Collection[str] = (),
) -> Topic | None:
    """Choose the topic of question `number`: a due one, lowest box first; then a new one; else the
    one that will be due soonest.

    With several skills, every second question is a new topic of the least practised skill, so wrong
    answers in one skill do not crowd out the others. `without` names topics to avoid now; they are
    used if nothing else is left.
    """
    wanted = [topic for topic in topics if topic.key not in without] or list(topics)
    if not wanted:
        return None
    due = [each for each in wanted if each.key in boxes and boxes[each.key].due <= number]
    new = _of_the_skill_least_met([each for each in wanted if each.key not in boxes], topics, boxes)
    several = len({each.skill for each in topics}) > 1
    if due and not (new and several and number % 2 == 0):
        lowest = min(boxes[each.key].box for each in due)
        return chance.choice([each for each in due if boxes[each.key].box == lowest])
    if new:
        return chance.choice(new)
    soonest = min(boxes[each.key].due for each in wanted)
    return chance.choice([each for each in wanted if boxes[each.key].due == soonest])


def _of_the_skill_least_met(
    new: Sequence[Topic], topics: Sequence[Topic], boxes: Boxes
) -> list[Topic]:
    met = Counter(each.skill for each in topics if each.key in boxes)
    least = min((met[each.skill] for each in new), default=0)
    return [each for each in new if met[each.skill] == least]
