"""The dealer school over HTTP: drills, exams, results, certificates, and no hints in advance."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from queenhigh.house.model import House as Rules
from queenhigh.school.exam import ExamAnswer
from queenhigh.school.learner import Learner, follow
from queenhigh.school.learner_requests import exam_of, question_of
from queenhigh.school.records import CertificateAwarded, stream_of
from queenhigh.store.audit import verify
from queenhigh.store.evidence import DatabaseEvidence
from queenhigh.store.people import People
from queenhigh.store.school_streams import school_event
from queenhigh.table.instructions import ALL_STEPS
from tests.school.pupils import by_the_key
from tests.service import lucky
from tests.service.desk import Browser, House, cardroom

FILE = Path(__file__).with_name("small.toml")
RULES = FILE.stem


@pytest.fixture
def fresh() -> Iterator[House]:
    with cardroom(books=(str(FILE),)) as running:
        yield running


def learner(house: House, name: str) -> Learner:
    records = house.store.records(stream_of(name))
    return follow([school_event(each.event) for each in records])


def asked(browser: Browser, key: str = RULES, **drill: Any) -> dict[str, Any]:
    answer = browser.post(f"/api/school/houses/{key}/questions", drill)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def right(house: House, name: str) -> dict[str, Any]:
    """Return the right answer to the open question, from the log."""
    open_now = learner(house, name).at(RULES).open
    assert open_now
    found = question_of(Rules.load(FILE), open_now)
    assert found
    answer = by_the_key(found)
    return {
        "choice": answer.choice,
        "action": answer.action,
        "cents": answer.cents,
        "chips": {str(value): number for value, number in answer.chips.items()},
        "words": answer.words,
    }


def answered(browser: Browser, number: int, answer: dict[str, Any]) -> dict[str, Any]:
    wish = {"question": number, "answer": answer}
    said = browser.post(f"/api/school/houses/{RULES}/answers", wish)
    assert said.status_code == 201, said.text
    found: dict[str, Any] = said.json()
    return found


def expected(house: House, name: str) -> tuple[dict[str, Any], bool]:
    """Return the right answer in the open exam, and whether there is one."""
    now = learner(house, name)
    if now.open_exam is None:
        return {}, False
    exam = exam_of(Rules.load(FILE), now.open_exam, now.exam_answers)
    assert exam
    answer = exam.expected()
    fields = {name: getattr(answer, name) for name in ExamAnswer.__struct_fields__}
    return fields, True


def test_a_drill_asks_grades_and_explains(fresh: House) -> None:
    ben = fresh.person("dealer", "ben")
    question = asked(ben, skill="payout", level=2)
    assert question["question"]["skill"] == "payout"
    assert asked(ben, skill="payout", level=2) == question  # Still open.
    graded = answered(ben, question["number"], right(fresh, "ben"))
    assert graded["right"]
    assert graded["why"]
    assert graded["clauses"]
    other = asked(ben, skill="payout", level=2)
    assert other["number"] == question["number"] + 1
    assert not answered(ben, other["number"], {"action": "pay", "cents": 1})["right"]
    again = ben.post(f"/api/school/houses/{RULES}/answers", {"question": 2, "answer": {}})
    assert (again.status_code, again.json()["code"]) == (409, "school/no_question")
    assert ben.get(f"/api/school/houses/{RULES}").json()["at"]["answers"] == 2


def test_an_answer_sent_twice_counts_once(fresh: House) -> None:
    ben = fresh.person("dealer", "ben")
    number = asked(ben, skill="hand")["number"]
    wish = {"id": "a1", "question": number, "answer": right(fresh, "ben")}
    first, second = (ben.post(f"/api/school/houses/{RULES}/answers", wish) for _ in range(2))
    assert first.json() == second.json()
    assert len(learner(fresh, "ben").at(RULES).answers) == 1


def test_a_dealer_who_passes_gets_a_certificate_that_supervisors_see(fresh: House) -> None:
    ben, floor = fresh.person("dealer", "ben"), fresh.person("floor")
    People(fresh.store.database).change("ben", display="Ben Hur")
    for skill in ("hand", "qualifies", "winner", "payout", "chips", "announcement"):
        for _ in range(2):
            question = asked(ben, skill=skill, level=2)
            assert answered(ben, question["number"], right(fresh, "ben"))["right"]
    results = [exam(fresh, ben, kind) for kind in ("opening", "round")]
    assert all(each["result"]["passed"] for each in results)
    number = results[-1]["certificate"]["number"]
    where = f"/api/school/learners/ben/certificates/{number}/certificate.pdf"
    assert ben.get(where).content.startswith(b"%PDF")
    assert floor.get(where).status_code == 200
    assert fresh.person("dealer", "eve").get(where).status_code == 403
    (seen,) = floor.get("/api/school/learners").json()
    assert seen["learner"] == "ben"
    assert seen["houses"][0]["standing"]["met"]
    assert floor.get("/api/school/learners/ben").json() == seen
    assert ben.get("/api/school/results").json() == seen
    for path in ("/api/school/exams/2", "/api/school/learners/ben/exams/2"):
        steps = (ben if "learners" not in path else floor).get(path).json()
        assert all(each["right"] for each in steps)
    assert ben.get("/api/school/learners").status_code == 403
    events = [school_event(each.event) for each in fresh.store.records(stream_of("ben"))]
    assert isinstance(events[-1], CertificateAwarded)
    assert events[-1].display == "Ben Hur"
    kept = fresh.store.database
    with kept.reading() as connection:
        assert verify(DatabaseEvidence(connection, kept.name)).findings == []


def exam(house: House, browser: Browser, kind: str) -> dict[str, Any]:
    begun = browser.post(f"/api/school/houses/{RULES}/exams", {"kind": kind, "level": 2})
    assert begun.status_code == 201, begun.text
    shown: dict[str, Any] = {"exam": begun.json()}
    while shown["exam"]:
        number, step = shown["exam"]["exam"], shown["exam"]["step"]
        assert browser.get("/api/school/exam").json() == {"exam": shown["exam"], "changed": False}
        wish = {"step": step, "answer": expected(house, "ben")[0]}
        answer = browser.post(f"/api/school/exams/{number}/answers", wish)
        assert answer.status_code == 201, answer.text
        shown = answer.json()
    return shown


def test_no_byte_of_an_exam_reveals_what_is_due(fresh: House) -> None:
    """The page is the same whatever comes next: only what lies on the table differs."""
    ben = fresh.person("dealer", "ben")
    begun = ben.post(f"/api/school/houses/{RULES}/exams", {"kind": "round", "level": 3})
    shown = begun.json()
    menu = shown["menu"]
    assert {each["key"] for each in menu["steps"]} <= ALL_STEPS
    assert [each["text"] for each in menu["steps"]] == sorted(x["text"] for x in menu["steps"])
    said: list[str] = []
    while shown:
        assert shown["menu"] == menu
        assert set(shown) == {"exam", "house", "kind", "level", "step", "right", "scene", "menu"}
        wish, _ = expected(fresh, "ben")
        texts = list(values({**shown, "menu": None}))
        assert not {wish["step"], wish["irregularity"]} & set(texts) - {""}
        words = wish["words"]
        assert not words or words in said or not any(words in str(each) for each in texts)
        begun_exam = learner(fresh, "ben").open_exam
        assert begun_exam
        assert begun_exam.seed not in texts
        said.append(words)
        number, step = shown["exam"], shown["step"]
        answer = ben.post(f"/api/school/exams/{number}/answers", {"step": step, "answer": wish})
        shown = answer.json()["exam"]


def values(shown: Any) -> Iterator[Any]:
    """Yield every string and number in a JSON document."""
    if isinstance(shown, dict | list):
        for each in shown.values() if isinstance(shown, dict) else shown:
            yield from values(each)
    else:
        yield shown


def test_hidden_cards_stay_hidden_in_an_exam(fresh: House) -> None:
    ben = fresh.person("dealer", "ben")
    begun = ben.post(f"/api/school/houses/{RULES}/exams", {"kind": "round", "level": 1})
    shown = begun.json()
    faces = 0
    while shown:
        now = learner(fresh, "ben")
        assert now.open_exam
        exam = exam_of(Rules.load(FILE), now.open_exam, now.exam_answers)
        assert exam
        table = exam.training.table
        for seat in shown["scene"]["seats"]:
            if seat["cards"] and seat["seat"] not in table.round.revealed:
                assert set(seat["cards"]) == {"??"}
        faces += sum(card != "??" for card in shown["scene"]["dealer"])
        wish, _ = expected(fresh, "ben")
        answer = ben.post(
            f"/api/school/exams/{shown['exam']}/answers", {"step": shown["step"], "answer": wish}
        )
        shown = answer.json()["exam"]
    assert faces


def test_an_exam_takes_each_step_once_and_in_turn(fresh: House) -> None:
    ben = fresh.person("dealer", "ben")
    begun = ben.post(f"/api/school/houses/{RULES}/exams", {"kind": "opening"}).json()
    where = f"/api/school/exams/{begun['exam']}/answers"
    late = ben.post(where, {"step": 2, "answer": {"does": "step", "step": "deal"}})
    assert late.json()["code"] == "school/other_step"
    for step in ("nope", ""):
        unknown = ben.post(where, {"step": 1, "answer": {"does": "step", "step": step}})
        assert (unknown.status_code, unknown.json()["code"]) == (409, "school/no_such_step")
    wrong = ben.post(where, {"step": 1, "answer": {"does": "step", "step": "deal", "seat": 1}})
    graded = wrong.json()["graded"]
    assert (graded["right"], bool(graded["mistake"])) == (False, True)
    assert graded["expected"]
    assert ben.post("/api/school/exams/9/answers", {"step": 1, "answer": {"does": "say"}}).json()[
        "code"
    ] == ("school/unknown")


def test_an_uploaded_book_is_taught_without_code(fresh: House) -> None:
    administrator, manager = fresh.person("administrator"), fresh.person("management")
    assert administrator.post("/api/books", {"files": lucky.files()}).status_code == 201
    assert manager.post("/api/books/lucky/1/approve").status_code == 200
    ben = fresh.person("dealer", "ben")
    for skill in ("payout", "announcement", "chips"):
        assert asked(ben, "lucky", skill=skill, level=3)["question"]["text"]
    begun = ben.post("/api/school/houses/lucky/exams", {"kind": "round", "level": 2})
    assert begun.status_code == 201


def test_bad_requests_change_nothing(fresh: House) -> None:
    ben = fresh.person("dealer", "ben")
    for drill in ({"level": 4}, {"skill": "juggling"}, {"seconds": -1}, {"seed": 1}):
        assert ben.post(f"/api/school/houses/{RULES}/questions", drill).status_code == 400
    assert ben.post("/api/school/houses/nowhere/questions", {}).status_code == 404
    assert ben.post(f"/api/school/houses/{RULES}/exams", {"kind": "oral"}).status_code == 400
    assert ben.get("/api/school/exam").json() == {"exam": None, "changed": False}
    assert ben.get("/api/school/exams/1").status_code == 404
    assert not fresh.store.streams("school:")
    player = fresh.person("player", "ann")
    assert player.post(f"/api/school/houses/{RULES}/questions", {}).status_code == 403
