"""A learner who follows the book passes, one who answers at random fails, at every house."""

from datetime import date

import pytest

from queenhigh.floor.paper_document import as_pdf
from queenhigh.house.model import House
from queenhigh.school.certificate_paper import certificate_paper
from queenhigh.school.exam import ExamAnswer
from queenhigh.school.learner import progress
from queenhigh.school.learner_requests import exam_of, valid
from queenhigh.school.questions import Answer
from queenhigh.school.records import (
    AnswerExam,
    BeginExam,
    CertificateAwarded,
    ExamEnded,
    QuestionAnswered,
)
from tests.school.pupils import ALL_HOUSES, BEN, Pupil, by_the_key, named

FEWER = {"school.drill_answers": 10}  # To make the tests quicker.


@pytest.mark.parametrize("key", ALL_HOUSES, ids=named)
def test_a_dealer_who_follows_the_book_is_certified(key: str) -> None:
    pupil = Pupil(House.load(key).replace(FEWER))
    pupil.drill(knows=True)
    assert all(each.met for each in pupil.standing.skills)
    assert not pupil.standing.met  # Not without the exams.
    pupil.examine("opening", knows=True)
    pupil.examine("round", knows=True)
    assert pupil.standing.met
    (awarded,) = [each for each in pupil.events if isinstance(each, CertificateAwarded)]
    assert awarded is pupil.events[-1]
    assert (awarded.learner, awarded.house) == ("ben", pupil.house.key)
    assert set(awarded.skills.values()) == set(awarded.exams.values()) == {100}


@pytest.mark.parametrize("key", ALL_HOUSES, ids=named)
def test_a_dealer_who_answers_at_random_fails(key: str) -> None:
    pupil = Pupil(House.load(key).replace(FEWER))
    pupil.drill(knows=False)
    pupil.examine("opening", knows=False)
    pupil.examine("round", knows=False)
    assert not any(each.met for each in pupil.standing.skills)
    exams = [each for each in pupil.events if isinstance(each, ExamEnded)]
    assert len(exams) == 2
    assert not any(each.passed for each in exams)
    assert not any(isinstance(each, CertificateAwarded) for each in pupil.events)


def test_an_exam_begun_is_an_attempt_that_the_certificate_shows() -> None:
    """Regression: an exam that looked hard could be restarted at no cost."""
    pupil = Pupil(House.load("chickasaw").replace({"school.drill_answers": 1}))
    pupil.drill(knows=True)
    begin = BeginExam(house="chickasaw", kind="opening", level=2, by=BEN, at=pupil.now())
    pupil.give(begin)
    pupil.give(begin)
    pupil.examine("opening", knows=True)
    pupil.examine("round", knows=True)
    (awarded,) = pupil.learner.at("chickasaw").certificates
    assert awarded.attempts == {"opening": 3, "round": 1}
    assert "Opening the table (attempt 3)" in str(certificate_paper(awarded, "here").sections)


def test_a_false_report_fails_the_exam_unless_the_house_allows_it() -> None:
    wolf = ExamAnswer(does="report", irregularity="hands_shared", remedy="void")
    for allowed in (0, 1):
        changed = {"school.irregularities_missed": allowed, "school.exam_percent": 80}
        pupil = Pupil(House.load("classic").replace(changed), seed=3)
        result = _exam_with(pupil, wolf, instead_of="say")
        assert (result.false_reports, result.passed) == (1, bool(allowed))


def test_drills_below_the_level_of_the_house_do_not_count() -> None:
    pupil = Pupil(House.load("classic"))
    for _ in range(pupil.house.school.drill_answers):
        pupil.answer(by_the_key(pupil.ask("hand", level=1)))
    assert not pupil.standing.skills[0].met
    assert pupil.standing.skills[0].asked == 0


def test_the_pass_marks_are_settings_of_the_house() -> None:
    house = House.load("classic").replace(
        {"school.drill_answers": 4, "school.drill_percent": 50, "school.level": 1}
    )
    pupil = Pupil(house)
    for number in range(4):
        asked = pupil.ask("hand", level=1)
        pupil.answer(by_the_key(asked) if number % 2 else Answer())
    (hand,) = [each for each in pupil.standing.skills if each.skill == "hand"]
    assert (hand.asked, hand.right, hand.met) == (4, 2, True)
    strict = Pupil(house.replace({"school.drill_percent": 51}))
    strict.events = pupil.events
    assert not strict.standing.skills[0].met


def test_a_missed_irregularity_fails_the_exam_unless_the_house_allows_it() -> None:
    for allowed in (0, 1):
        changed = {"school.irregularities_missed": allowed, "school.exam_percent": 80}
        pupil = Pupil(House.load("classic").replace(changed), seed=4)
        result = _exam_with(pupil, ExamAnswer(does="step", step="end_round"), instead_of="report")
        assert result.planted - result.noticed == 1
        assert result.passed is bool(allowed)


def _exam_with(pupil: Pupil, other: ExamAnswer, *, instead_of: str) -> ExamEnded:
    """A round by the book, except for the first answer of one kind."""
    pupil.give(BeginExam(house=pupil.house.key, kind="round", level=2, by=BEN, at=pupil.now()))
    begun = pupil.learner.open_exam
    assert begun
    exam = exam_of(pupil.house, begun, [])
    assert exam
    step = done = 0
    while not exam.over:
        step += 1
        answer = exam.expected()
        if answer.does == instead_of and not done:
            answer, done = other, 1
        pupil.give(AnswerExam(exam=begun.exam, step=step, answer=answer, by=BEN, at=pupil.now()))
        exam.answer(answer)
    ended = pupil.events[-1]
    assert isinstance(ended, ExamEnded)
    return ended


def test_an_answer_after_its_time_is_wrong() -> None:
    pupil = Pupil(House.load("classic"))
    asked = pupil.ask("hand", seconds=10)
    (answered,) = pupil.answer(by_the_key(asked), seconds=13)
    assert isinstance(answered, QuestionAnswered)
    assert (answered.right, answered.late, answered.took_seconds) == (False, True, 13)
    asked = pupil.ask("hand", seconds=10)
    (answered,) = pupil.answer(by_the_key(asked), seconds=10)
    assert isinstance(answered, QuestionAnswered)
    assert answered.right


def test_a_question_that_is_left_for_another_drill_counts_as_wrong() -> None:
    pupil = Pupil(House.load("classic"))
    pupil.ask("hand")
    pupil.ask("chips")
    (left,) = [each for each in pupil.events if isinstance(each, QuestionAnswered)]
    assert (left.skill, left.right, left.given_up) == ("hand", False, True)


def test_a_certificate_is_valid_as_long_as_the_house_says() -> None:
    marks = {"school.certificate_months": 6, "school.drill_answers": 1}
    pupil = Pupil(House.load("chickasaw").replace(marks))
    pupil.drill(knows=True)
    pupil.examine("opening", knows=True)
    pupil.examine("round", knows=True)
    at = pupil.learner.at(pupil.house.key)
    (awarded,) = at.certificates
    assert awarded.until == date(2026, 9, 1)
    assert valid(at, date(2026, 9, 1)) is awarded
    assert valid(at, date(2026, 9, 2)) is None
    pdf = as_pdf(certificate_paper(awarded, "school:ben, record 7"))
    assert pdf.startswith(b"%PDF")
    assert pdf == as_pdf(certificate_paper(awarded, "school:ben, record 7"))


def test_a_certificate_uses_peoples_display_names() -> None:
    """Regression: it showed their sign-in name."""
    awarded = CertificateAwarded(
        learner="bo",
        house="mics",
        house_name="MICS",
        number=2,
        until=date(2026, 9, 1),
        skills={},
        exams={},
        display="Bo Derek Lee",
    )
    paper = certificate_paper(awarded, "school:bo, record 7")
    assert paper.title == "Bo Derek Lee"
    assert "Bo Derek Lee" in paper.footer
    assert ("Signs in as", "bo", True) in paper.facts


def test_progress_is_reported_day_by_day_and_skill_by_skill() -> None:
    pupil = Pupil(House.load("classic"))
    pupil.answer(by_the_key(pupil.ask("hand")))
    pupil.ask("hand")
    pupil.answer(Answer())
    pupil.ask("chips")
    pupil.answer(Answer(), seconds=86_400)
    told = [
        (each.day.day, each.skill, each.asked, each.right)
        for each in progress(pupil.learner.at("classic"))
    ]
    assert told == [(1, "hand", 2, 1), (2, "chips", 1, 0)]
