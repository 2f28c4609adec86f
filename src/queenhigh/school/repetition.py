"""Spaced repetition: Leitner's boxes. What was wrong comes back soon, what is known comes seldom.

A topic that has never been asked is in no box. A right answer moves it one box up, a wrong one back
into the first. A topic of a box is due again after so many questions; there is no clock in it, so
that a learner who comes back after a holiday goes on where the learner was.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Final

import msgspec

from .topics import Topic

AFTER: Final = (2, 5, 12, 30, 70)  # Questions until a topic of each box is due again.
LAST_BOX: Final = len(AFTER)


class Place(msgspec.Struct, frozen=True):
    """Where a topic is: its box from 1 on, and the number of the question that put it there."""

    box: int
    asked: int

    @property
    def due(self) -> int:
        """The number of the first question at which it is due again."""
        return self.asked + AFTER[self.box - 1]


Boxes = Mapping[str, Place]  # By the topic's key.


def moved(boxes: Boxes, topic: str, number: int, *, right: bool) -> dict[str, Place]:
    """The boxes after an answer to question `number`."""
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
    """The topic of question `number`: what is due, the lowest box first; then what is new; and
    where nothing is due or new, what will be due soonest.

    Where several skills are asked, every second question is a new one of the skill least met, so
    that wrong answers of one skill do not keep out the others.
    `without` names topics that are not asked now; where nothing else is left, they are.
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
