"""Leitner's boxes: wrong answers come back soon, known ones seldom."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from queenhigh.school.repetition import AFTER, LAST_BOX, Place, moved, next_topic
from queenhigh.school.topics import SKILLS, Topic

TOPICS = [Topic("hand", f"hand/{number}") for number in range(6)]


def test_a_wrong_answer_goes_back_to_the_first_box_and_a_right_one_up() -> None:
    boxes = moved({}, "a", 1, right=False)
    assert boxes["a"] == Place(1, 1)
    for number in range(2, 10):
        boxes = moved(boxes, "a", number, right=True)
        assert boxes["a"].box == min(number, LAST_BOX)
    assert moved(boxes, "a", 10, right=False)["a"] == Place(1, 10)


def test_a_topic_known_at_once_comes_back_later_than_one_that_was_not() -> None:
    known, unknown = (moved({}, "a", 1, right=right)["a"] for right in (True, False))
    assert known.due > unknown.due


def test_a_wrong_topic_comes_back_after_the_interval_of_the_first_box() -> None:
    boxes, chance = moved({}, TOPICS[0].key, 1, right=False), Random(1)
    for number in range(2, 1 + AFTER[0]):
        topic = next_topic(TOPICS, boxes, number, chance)
        assert topic
        assert topic.key != TOPICS[0].key
        boxes = moved(boxes, topic.key, number, right=True)
    assert next_topic(TOPICS, boxes, 1 + AFTER[0], chance) == TOPICS[0]


def test_due_topics_come_before_new_ones_and_the_lowest_box_first() -> None:
    boxes = {TOPICS[0].key: Place(3, 0), TOPICS[1].key: Place(1, 0)}
    assert next_topic(TOPICS, boxes, 100, Random(1)) == TOPICS[1]
    assert next_topic(TOPICS, {TOPICS[0].key: Place(3, 0)}, 100, Random(1)) == TOPICS[0]


def test_without_topics_nothing_is_asked() -> None:
    assert next_topic([], {}, 1, Random(1)) is None


@given(answers=st.lists(st.booleans(), max_size=40), seed=st.integers(0, 99))
def test_every_topic_comes_up_and_none_twice_in_a_row(answers: list[bool], seed: int) -> None:
    boxes: dict[str, Place] = {}
    chance, last = Random(seed), ""
    for number, right in enumerate(answers, start=1):
        topic = next_topic(TOPICS, boxes, number, chance, without={last})
        assert topic
        assert topic.key != last
        boxes, last = moved(boxes, topic.key, number, right=right), topic.key
    if all(answers) and len(answers) >= 2 * len(TOPICS):
        assert len(boxes) == len(TOPICS)


def test_wrong_answers_in_one_skill_do_not_crowd_out_the_others() -> None:
    """Regression: people who got nearly all wrong kept getting the same first few topics."""
    topics = [Topic(skill, f"{skill}/{number}") for skill in SKILLS for number in range(9)]
    boxes, chance, last = dict[str, Place](), Random(1), ""
    for number in range(1, 26):
        topic = next_topic(topics, boxes, number, chance, without={last})
        assert topic
        boxes, last = moved(boxes, topic.key, number, right=False), topic.key
    assert {topic.skill for topic in topics if topic.key in boxes} == {*SKILLS}
