"""The dealer school: questions, exams, results, certificates.

The right answer is told with the grade and never before: a question is sent without its topic, and
an exam without the step that is due.
"""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal

import msgspec
from litestar import Controller, Response
from litestar.params import JSONBody, PathParameter

from ...floor.paper_document import as_pdf
from ...house.model import House
from ...house.plain_data import carried_over
from ...school import records
from ...school.certificate_paper import certificate_paper
from ...school.exam import Exam, ExamAnswer, Kind, answer_in_words
from ...school.exam_scene import menu, scene_of
from ...school.learner import AtHouse, Learner, progress, standing
from ...school.learner_requests import exam_of, is_open, question_of
from ...school.questions import Answer, topics
from ...school.topics import Level, Skill
from ..errors import ServiceError
from ..floor_requests import Wish, who
from ..houses.routes import HouseKey
from ..private_file import private_file
from ..reports.report_pool import aside
from ..request_scope import Asked, TheLobby
from ..rights import create, may, paper, read
from ..tables.lobby import Lobby
from . import school_pages as pages
from .schoolroom import Schoolroom, no_such

LearnerNamed = Annotated[str, PathParameter(description="The learner's name.", max_length=64)]
Numbered = Annotated[int, PathParameter(ge=1, le=10**9)]
MOST_SECONDS = 600


class Drill(Wish, frozen=True, kw_only=True, forbid_unknown_fields=True):
    skill: Skill | Literal[""] = ""  # Any.
    level: Level = 1
    seconds: Annotated[int, msgspec.Meta(ge=0, le=MOST_SECONDS)] = 0  # 0 for no limit.


class Answered(Wish, frozen=True, kw_only=True, forbid_unknown_fields=True):
    question: Annotated[int, msgspec.Meta(ge=1)]
    answer: Answer


class ExamWanted(Wish, frozen=True, kw_only=True, forbid_unknown_fields=True):
    kind: Kind
    level: Level = 2


class ExamStep(Wish, frozen=True, kw_only=True, forbid_unknown_fields=True):
    step: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    answer: ExamAnswer


class School(Controller):
    path = "/api/school"
    tags = ("school",)

    # Drills

    @read("/houses/{house:str}", "school.learn", "Your results so far")
    @aside
    def own(self, request: Asked, lobby: TheLobby, house: HouseKey) -> pages.SchoolShown:
        """Your results, exams and certificates at this house, and the open question."""
        room, name = _room(lobby), request.user.name
        playing, learner = room.house(house), room.learner(name)
        at, begun = learner.at(house), learner.open_exam
        return pages.SchoolShown(
            learner=name,
            at=_at_house(playing, at, room.now()),
            question=_question(playing, at.open) if at.open else None,
            exam=begun.exam if begun else None,
            exam_house=begun.house if begun else "",
        )

    @create("/houses/{house:str}/questions", "school.learn", "Get a question")
    async def question(
        self,
        request: Asked,
        lobby: TheLobby,
        house: HouseKey,
        data: JSONBody[Drill],
    ) -> pages.QuestionShown:
        """The next question; topics answered wrongly come back first. An open question of the same
        drill is asked again; one of another drill counts as wrong."""
        room = _room(lobby)
        playing = await asyncio.to_thread(room.house, house)
        command = carried_over(records.AskQuestion, data, house=house, **who(request, lobby, data))
        learner = await asyncio.to_thread(room.learner, request.user.name)
        if not is_open(playing, learner.at(house), command):
            await room.give(house, command, request.user.display)
            learner = await asyncio.to_thread(room.learner, request.user.name)
        open_now = learner.at(house).open
        shown = _question(playing, open_now) if open_now else None
        if shown is None:
            raise no_such("question")
        return shown

    @create("/houses/{house:str}/answers", "school.learn", "Answer a question")
    async def answer(
        self,
        request: Asked,
        lobby: TheLobby,
        house: HouseKey,
        data: JSONBody[Answered],
    ) -> pages.GradeShown:
        """Graded at once, with the explanation of the round and its clauses."""
        room = _room(lobby)
        command = carried_over(
            records.AnswerQuestion, data, house=house, **who(request, lobby, data)
        )
        await room.give(house, command, request.user.display)
        events = await asyncio.to_thread(room.events, request.user.name)
        graded = next(
            each
            for each in reversed(events)
            if isinstance(each, records.QuestionAnswered)
            and (each.house, each.question) == (house, data.question)
        )
        return carried_over(
            pages.GradeShown,
            graded,
            departs_from=graded.departs_from or (),
            certificate=_awarded(events, graded.at, room.now()),
        )

    # Exams

    @create("/houses/{house:str}/exams", "school.learn", "Start an exam")
    async def begin(
        self,
        request: Asked,
        lobby: TheLobby,
        house: HouseKey,
        data: JSONBody[ExamWanted],
    ) -> pages.ExamShown:
        """A whole round, or the opening of a table up to its first hands. An open exam is given
        up and counts as failed."""
        room = _room(lobby)
        command = carried_over(records.BeginExam, data, house=house, **who(request, lobby, data))
        await room.give(house, command, request.user.display)
        return await _open_exam(room, request.user.name)

    @read("/exam", "school.learn", "The open exam")
    @aside
    def exam(self, request: Asked, lobby: TheLobby) -> pages.OpenExam:
        """Null if there is none; `changed` if the book has changed since it began."""
        room = _room(lobby)
        learner = room.learner(request.user.name)
        if learner.open_exam is None:
            return pages.OpenExam(exam=None)
        try:
            return pages.OpenExam(exam=_exam_shown(room.house(learner.open_exam.house), learner))
        except ServiceError:
            return pages.OpenExam(exam=None, changed=True)

    @create("/exams/{exam:int}/answers", "school.learn", "Answer an exam")
    async def exam_answer(
        self, request: Asked, lobby: TheLobby, exam: Numbered, data: JSONBody[ExamStep]
    ) -> pages.ExamGraded:
        """The next step, words, or a report of something wrong. The reply says what was right."""
        room, name = _room(lobby), request.user.name
        before = await asyncio.to_thread(room.learner, name)
        begun = _begun(before, exam)
        command = carried_over(records.AnswerExam, data, exam=exam, **who(request, lobby, data))
        await room.give(begun.house, command, request.user.display)
        return await asyncio.to_thread(_exam_graded, room, begun.house, name, exam, data.step)

    @read("/exams/{exam:int}", "school.learn", "Review your exam")
    @aside
    def review(self, request: Asked, lobby: TheLobby, exam: Numbered) -> list[pages.StepGraded]:
        """Every answer of a finished exam, with its mistakes."""
        return _review(_room(lobby), request.user.name, exam)

    # Results

    @read("/results", "school.learn", "Your results")
    @aside
    def results(self, request: Asked, lobby: TheLobby) -> pages.LearnerShown:
        """Every house at which you have learned, with exams and certificates."""
        return _learner(_room(lobby), request.user.name)

    @read("/learners", "school.see", "All learners")
    @aside
    def learners(self, lobby: TheLobby) -> list[pages.LearnerShown]:
        """Everybody who has answered a question, with what is still missing for a certificate."""
        room = _room(lobby)
        return [_learner(room, name) for name in room.learners()]

    @read("/learners/{learner:str}", "school.see", "A learner's results")
    @aside
    def of_learner(self, lobby: TheLobby, learner: LearnerNamed) -> pages.LearnerShown:
        """What a learner has answered, passed and still lacks, house by house."""
        room = _room(lobby)
        if learner not in room.learners():
            raise no_such("learner")
        return _learner(room, learner)

    @read("/learners/{learner:str}/exams/{exam:int}", "school.see", "Review a learner's exam")
    @aside
    def review_of(
        self, lobby: TheLobby, learner: LearnerNamed, exam: Numbered
    ) -> list[pages.StepGraded]:
        """Every answer of a learner's finished exam, with its mistakes."""
        return _review(_room(lobby), learner, exam)

    @paper(
        "/learners/{learner:str}/certificates/{number:int}/certificate.pdf",
        "school.learn",
        "application/pdf",
        "A certificate",
    )
    @aside
    def certificate(
        self,
        request: Asked,
        lobby: TheLobby,
        learner: LearnerNamed,
        number: Numbered,
    ) -> Response[bytes]:
        """Your own, or anybody's if you may see everybody's results."""
        if learner != request.user.name and not may(request.user, "school.see"):
            raise ServiceError("rights/missing", "That is somebody else's certificate.", 403)
        events = _room(lobby).events(learner)
        for version, event in enumerate(events):
            if isinstance(event, records.CertificateAwarded) and event.number == number:
                paper = certificate_paper(event, f"{records.stream_of(learner)}, record {version}")
                name = f"certificate-{learner}-{number}.pdf"
                return private_file(as_pdf(paper), name)
        raise no_such("certificate")


def _room(lobby: Lobby) -> Schoolroom:
    return Schoolroom(lobby.cardroom, lobby.shelf)


def _question(house: House, event: records.QuestionAsked) -> pages.QuestionShown | None:
    asked = question_of(house, event)
    if asked is None:
        return None
    return pages.QuestionShown(
        number=event.question,
        drill=event.drill,
        seconds=event.seconds,
        asked_at=event.at,
        question=asked.question,
    )


def _certificate(event: records.CertificateAwarded, now: datetime) -> pages.CertificateShown:
    holds = event.until >= now.date()
    return pages.CertificateShown(event.number, event.at.date(), event.until, holds)


def _awarded(
    events: Sequence[records.AnySchoolEvent], at: datetime, now: datetime
) -> pages.CertificateShown | None:
    """The certificate that the learner's last answer, given at that time, has earned."""
    last = events[-1]
    if isinstance(last, records.CertificateAwarded) and last.at == at:
        return _certificate(last, now)
    return None


def _at_house(house: House, at: AtHouse, now: datetime) -> pages.AtHouseShown:
    return pages.AtHouseShown(
        house=house.key,
        house_name=house.called,
        level=house.school.level,
        answers=len(at.answers),
        standing=standing(house, topics(house), at),
        progress=progress(at),
        exams=[_result(each) for each in at.exams],
        certificates=[_certificate(each, now) for each in at.certificates],
    )


def _learner(room: Schoolroom, name: str) -> pages.LearnerShown:
    """Houses that are no longer offered are left out, and so are their results."""
    events = room.events(name)
    learner = room.learner(name)
    shown = []
    for key, at in learner.houses.items():
        try:
            shown.append(_at_house(room.house(key), at, room.now()))
        except ServiceError:
            continue
    return pages.LearnerShown(learner=name, houses=shown, last=events[-1].at if events else None)


def _result(event: records.ExamEnded) -> pages.ExamResult:
    return carried_over(pages.ExamResult, event, false_reports=event.false_reports or 0)


def _begun(learner: Learner, exam: int) -> records.ExamBegun:
    if learner.open_exam is None or learner.open_exam.exam != exam:
        if exam in learner.ended:
            raise ServiceError("school/exam_over", "That exam is over.", 409)
        raise no_such("exam")
    return learner.open_exam


async def _open_exam(room: Schoolroom, name: str) -> pages.ExamShown:
    learner = await asyncio.to_thread(room.learner, name)
    if learner.open_exam is None:
        raise no_such("open exam")
    house = await asyncio.to_thread(room.house, learner.open_exam.house)
    return await asyncio.to_thread(_exam_shown, house, learner)


def _exam_shown(house: House, learner: Learner) -> pages.ExamShown:
    begun = learner.open_exam
    exam = exam_of(house, begun, learner.exam_answers) if begun else None
    if begun is None or exam is None:
        message = (
            "The rule book or the program has changed since this exam began: start another one."
        )
        raise ServiceError("school/book_changed", message, 409)
    return _shown(house, begun, learner.exam_answers, exam)


def _shown(
    house: House, begun: records.ExamBegun, answers: list[records.ExamAnswered], exam: Exam
) -> pages.ExamShown:
    return carried_over(
        pages.ExamShown,
        begun,
        step=len(answers) + 1,
        right=sum(each.right for each in answers),
        scene=scene_of(exam),
        menu=menu(house),
    )


def _graded(house: House, event: records.ExamAnswered) -> pages.StepGraded:
    return carried_over(pages.StepGraded, event, given=answer_in_words(house, event.answer))


def _exam_graded(room: Schoolroom, key: str, name: str, exam: int, step: int) -> pages.ExamGraded:
    """Graded from the log: an answer sent twice gets the same reply."""
    house, events, learner = room.house(key), room.events(name), room.learner(name)
    answers = learner.ended.get(exam, learner.exam_answers)
    graded = _graded(house, answers[step - 1])
    if exam not in learner.ended:
        return pages.ExamGraded(graded=graded, exam=_exam_shown(house, learner))
    ended = next(e for e in events if isinstance(e, records.ExamEnded) and e.exam == exam)
    certificate = _awarded(events, ended.at, room.now())
    return pages.ExamGraded(graded=graded, result=_result(ended), certificate=certificate)


def _review(room: Schoolroom, name: str, exam: int) -> list[pages.StepGraded]:
    learner = room.learner(name)
    of = (key for key, at in learner.houses.items() for each in at.exams if each.exam == exam)
    if exam not in learner.ended or (key := next(of, None)) is None:
        raise no_such("exam that is over")
    house = room.house(key)
    return [_graded(house, each) for each in learner.ended[exam]]
