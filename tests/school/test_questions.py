"""Drills: made from any house without code, checked by a second settlement, and without hints."""

from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from queenhigh.house.model import House
from queenhigh.school.questions import (
    Answer,
    Asked,
    Question,
    ask,
    is_right,
    same_words,
    topics,
)
from queenhigh.school.scenes import Scene, scene
from queenhigh.school.topics import SKILLS, Level, Topic, all_topics
from tests.clauses import cases
from tests.model.houses import as_toml, houses
from tests.model.rows import settle_by_rows
from tests.school.pupils import ALL_HOUSES, by_the_key, guess, named

NUMBERS = count()


@pytest.mark.parametrize("key", ALL_HOUSES, ids=named)
def test_every_bet_and_every_row_of_a_house_is_asked_about(key: str) -> None:
    house = House.load(key)
    found = {topic.key for topic in topics(house)}
    assert found == {topic.key for topic in all_topics(house)}
    for bet, wager in house.wagers.items():
        assert {f"payout/{bet}/{row}" for row in wager.pays} <= found
    assert {topic.skill for topic in topics(house)} == set(SKILLS)


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("key", ALL_HOUSES, ids=named)
def test_the_key_is_right_and_a_guess_seldom(key: str, level: Any) -> None:
    house, chance, lucky, asked_about = House.load(key), Random(level), 0, 0
    for topic in topics(house):
        asked = ask(house, topic, level, 11)
        if asked is None:
            continue
        asked_about += 1
        assert is_right(house, asked, by_the_key(asked))
        assert not is_right(house, asked, Answer())
        lucky += is_right(house, asked, guess(asked.question, chance))
        assert asked.key.why
    assert asked_about > 0.9 * len(topics(house))
    assert lucky < 0.5 * asked_about


@settings(max_examples=10, derandomize=True, deadline=None)
@given(data=st.data())
def test_any_house_gets_its_drills_and_the_model_gives_the_same_answers(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    written = data.draw(houses())
    file = _folder(tmp_path_factory) / f"h{next(NUMBERS)}.toml"
    file.write_text(as_toml(written), "utf-8")
    house = House.load(str(file))
    some = data.draw(st.sampled_from(list(all_topics(house))))
    assert topics(house)
    level: Level = data.draw(st.sampled_from([1, 2, 3]))
    seed = data.draw(st.integers(0, 1 << 40))
    for topic in {some, *topics(house)[::7]}:
        found = scene(house, topic, level, Random(seed))
        asked = ask(house, topic, level, seed)
        assert (found is None) == (asked is None)
        if found is None or asked is None or topic.skill != "payout":
            continue
        document = as_written(found)
        compare(asked, topic, settle_by_rows(written, document), found.seat)


def as_written(found: Scene) -> dict[str, Any]:
    """The round as a document for the model."""
    written = found.written
    seats = []
    for bets in written.seats:
        seat: dict[str, Any] = msgspec.to_builtins(bets)
        seat["cards"] = " ".join(seat["cards"])
        if seat["decision"] is None:
            del seat["decision"]
        seats.append(seat)
    dealer = " ".join(written.dealer or ())
    return {"dealer": dealer, "seats": seats, "meters": written.meters}


def _folder(factory: pytest.TempPathFactory) -> Path:
    return factory.mktemp("school")


def compare(asked: Asked, topic: Topic, model: dict[str, Any], seat: int) -> None:
    """Check the drill's right answer against the independent settlement."""
    own = next(each for each in model["seats"] if each["seat"] == seat)
    match topic.kind:
        case "envy":
            paid = sum(
                each["paid"]
                for each in model["envy"]
                if each["seat"] == seat and each.get("wager", topic.bet) == topic.bet
            )
            assert asked.key.cents == paid
            return
        case "toke":
            lines = [each for each in own["tokes"] if each["wager"] == topic.bet]
        case "match_play":
            lines = [each for each in own["lines"] if each.get("on") == topic.bet]
        case _:
            lines = [each for each in own["lines"] if each["wager"] == topic.bet]
    if not lines:
        assert topic.bet == "ante_bonus"
        assert asked.key.cents == 0
        return
    actions = {"win": "pay", "push": "push", "lose": "take", "forfeit": "take"}
    assert asked.key.action == actions[lines[0]["result"]]
    assert asked.key.cents == lines[0]["paid"]


@pytest.mark.parametrize("key", ALL_HOUSES, ids=named)
def test_no_byte_of_a_question_depends_on_the_answer(key: str) -> None:
    """Whatever the answer, the page gets the same kinds of fields, without the reason."""
    house = House.load(key)
    shapes: dict[tuple[str, str], set[tuple[str, ...]]] = {}
    for topic in topics(house):
        asked = ask(house, topic, 2, 5)
        if asked is None:
            continue
        sent = msgspec.json.encode(asked.question)
        assert asked.key.why.encode() not in sent
        assert topic.key.encode() not in sent
        for clause in asked.key.clauses:
            assert f'"{clause}"'.encode() not in sent
        if asked.question.asks == "words":
            assert asked.key.words.encode() not in sent
        choices = tuple(each.key for each in asked.question.choices)
        shapes.setdefault((topic.skill, asked.question.asks), set()).add(choices)
    assert all(len(each) == 1 for each in shapes.values())
    assert not {"key", "topic", "why", "clauses", "seed"} & set(Question.__struct_fields__)


@cases("""
    said                        right
    No more bets                yes
    no more BETS!               yes
    "No more, bets."            yes
    No more bet                 no
    more bets                   no
    No more bets please         no
""")
def test_words_are_compared_without_case_and_punctuation(said: str, right: str) -> None:
    assert same_words(said, "No more bets") is (right == "yes")


def test_accents_and_apostrophes_do_not_count_and_silence_is_not_right() -> None:
    assert same_words("bonus paye", "Bonus payé")
    assert same_words("rien ne va plus, nest-ce pas", "Rien ne va plus, n’est-ce pas")
    assert not same_words("", "")


def test_chips_are_the_fewest_of_the_house() -> None:
    house = House.load("classic")
    topic = next(each for each in topics(house) if each.skill == "chips" and each.chip == 400)
    asked = ask(house, topic, 1, 3)
    assert asked
    assert asked.key.chips == {400: asked.key.cents // 400}
    assert is_right(house, asked, Answer(chips=asked.key.chips))
    assert not is_right(house, asked, Answer(chips={100: asked.key.cents // 100}))
    assert not is_right(house, asked, Answer(chips={**asked.key.chips, 100: 1}))
    assert not is_right(house, asked, Answer(chips={asked.key.cents // 2: 2, 7: 0}))


def test_the_same_seed_gives_the_same_question() -> None:
    house = House.load("manual")
    topic = topics(house)[20]
    assert ask(house, topic, 3, 5) == ask(house, topic, 3, 5)
    assert ask(house, topic, 3, 5) != ask(house, topic, 3, 6)
