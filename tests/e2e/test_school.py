"""A dealer learns in the browser: a drill, an exam by the book, the results; the floor watches."""

import re
import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import Locator, Page, expect

from queenhigh.house.model import House
from queenhigh.school.exam import ExamAnswer
from queenhigh.school.exam_scene import menu
from queenhigh.school.learner import Learner, follow
from queenhigh.school.learner_requests import exam_of, question_of
from queenhigh.school.planted_irregularities import REMEDIES, TITLES
from queenhigh.school.questions import Asked
from queenhigh.school.records import stream_of
from queenhigh.store.log_rows import as_bytes
from queenhigh.store.school_streams import school_event

from .conftest import Visit
from .serving import Service
from .staffing import sign_in

HOUSE = "chickasaw"
RIGHT = 4  # Answers before a wrong one.


def learner(service: Service) -> Learner:
    """Return what the service has recorded about ben."""
    query = "SELECT event FROM records WHERE stream = ? ORDER BY version"
    with closing(sqlite3.connect(f"file:{service.database}?mode=ro", uri=True)) as file:
        rows = file.execute(query, (stream_of("ben"),)).fetchall()
    return follow([school_event(as_bytes(event)) for (event,) in rows])


def open_question(service: Service) -> Asked:
    event = learner(service).at(HOUSE).open
    assert event
    asked = question_of(House.load(HOUSE), event)
    assert asked
    return asked


def give(page: Page, asked: Asked) -> None:
    """Give the right answer, by touch."""
    key, question = asked.key, asked.question
    article = page.get_by_role("article")
    match question.asks:
        case "choice":
            article.get_by_role("button", name=re.compile(f"{re.escape(key.text)}$")).click()
        case "payout" if key.action != "pay":
            name = "Take" if key.action == "take" else "Push"
            article.get_by_role("button", name=re.compile(name)).click()
        case "payout" | "amount":
            article.get_by_label("Pay").fill(f"{key.cents / 100:.2f}")
            article.get_by_role("button", name="Pay").click()
        case "chips":
            for value, number in key.chips.items():
                more = f"One {House.load(HOUSE).money(value)} chip more"
                for _ in range(number):
                    article.get_by_role("button", name=more).click()
            article.get_by_role("button", name="Cut").click()
        case "words":
            article.get_by_label("What do you say?").fill(key.words.lower())
            article.get_by_role("button", name="Say", exact=True).click()


def test_a_dealer_drills_takes_an_exam_and_the_floor_sees_it(visit: Visit, room: Service) -> None:
    ben = sign_in(visit(room), "ben")
    page = ben.page
    page.goto(f"/school/drill/{HOUSE}")
    page.get_by_label("Level").select_option("2")
    page.get_by_role("button", name="Begin").click()
    article = page.get_by_role("article")
    for _ in range(RIGHT):
        expect(article.get_by_role("button", name="I do not know")).to_be_visible()
        give(page, open_question(room))
        expect(article.get_by_text("✓ Right")).to_be_visible()
        page.keyboard.press("Enter")
    article.get_by_role("button", name="I do not know").click()
    expect(article.get_by_text("✗ Wrong")).to_be_visible()
    expect(article.get_by_text(f"{RIGHT} of {RIGHT + 1} right in this sitting.")).to_be_visible()
    exam(page, room)
    page.goto(f"/school?house={HOUSE}")
    row = page.get_by_role("row").filter(has_text="Exam: Opening the table")
    expect(row).to_contain_text("✓ met")
    page.get_by_role("button", name="Review").click()
    first = page.get_by_role("dialog").get_by_role("article").first
    expect(first).to_contain_text("✓ Step 1, right.")
    expect(first.get_by_role("definition").first).not_to_be_empty()

    flo = sign_in(visit(room), "flo").page
    flo.goto("/school/learners")
    seen = flo.get_by_role("row").filter(has_text="ben")
    expect(seen).to_contain_text(str(RIGHT + 1))
    seen.get_by_role("link", name="ben").click()
    expect(flo.get_by_role("row").filter(has_text="Exam: Opening")).to_contain_text("✓ met")


def exam(page: Page, room: Service) -> None:
    """Open a table by the book, dealing with whatever is wrong there."""
    house = House.load(HOUSE)
    texts = {each.key: each.text for each in menu(house).steps}
    page.goto(f"/school/exam/{HOUSE}")
    page.get_by_label("Exam").select_option("opening")
    page.get_by_role("button", name="Begin the exam").click()
    form = page.locator("form").filter(has=page.get_by_role("heading", name="What do you do?"))
    expect(form).to_be_visible()
    told = page.get_by_text(re.compile(r"Answer\s+\d+"))
    for step in range(1, 40):
        now = learner(room)
        if now.open_exam is None:
            break
        expect(told).to_contain_text(re.compile(rf"Answer\s+{step}\b"))
        running = exam_of(house, now.open_exam, now.exam_answers)
        assert running
        _act(form, running.expected(), texts)
        expect(
            page.get_by_text(re.compile(rf"Answer\s+{step + 1}\b"))
            .or_(page.get_by_role("heading", name="✓ Passed"))
            .first
        ).to_be_visible()
    expect(page.get_by_role("heading", name="✓ Passed")).to_be_visible()
    ended = learner(room).at(HOUSE).exams[-1]
    noticed = f"{ended.noticed} of {ended.planted} irregularities noticed"
    expect(page.get_by_text(noticed)).to_have_count(1 if ended.planted else 0)


def _act(form: Locator, answer: ExamAnswer, texts: dict[str, str]) -> None:
    if answer.irregularity and answer.remedy:
        form.get_by_role("button", name="Report").click()
        form.get_by_role("button", name=TITLES[answer.irregularity]).click()
        form.get_by_role("button", name=REMEDIES[answer.remedy]).click()
    elif answer.does == "say":
        form.get_by_role("button", name="Say something").click()
        form.get_by_label("What do you say?").fill(answer.words)
    else:
        form.get_by_role("radio", name=texts[answer.step], exact=True).check()
    if answer.seat is not None:
        place = form.get_by_role("group", name="At which place")
        place.get_by_role("button", name=str(answer.seat or "Dealer"), exact=True).click()
    form.get_by_role("button", name="Do it").click()


@pytest.mark.parametrize("size", [(1024, 768), (1180, 820)], ids=str)
def test_a_bet_is_settled_in_an_exam_without_scrolling(
    visit: Visit, room: Service, size: tuple[int, int]
) -> None:
    ben = sign_in(visit(room, viewport={"width": size[0], "height": size[1]}), "ben")
    page = ben.page
    ben.post("/api/school/houses/manual/exams", {"kind": "round", "level": 3})
    page.goto("/school/exam/manual")
    house = House.load("manual")
    settle = next(each.text for each in menu(house).steps if each.key == "settle")
    page.get_by_role("radio", name=settle, exact=True).click()
    page.get_by_role("button", name="Pay", exact=True).click()
    expect(page.get_by_label("How much")).to_be_enabled()
    over = page.evaluate("document.documentElement.scrollHeight - innerHeight")
    assert over <= 0, over


def test_the_pages_fit_a_phone_and_a_tablet(visit: Visit, room: Service) -> None:
    for width, height in ((390, 844), (1024, 768)):
        ben = sign_in(visit(room, viewport={"width": width, "height": height}), "ben")
        for path in ("/school", f"/school/drill/{HOUSE}", f"/school/exam/{HOUSE}"):
            ben.page.goto(path)
            expect(ben.page.get_by_role("heading", name="Dealer school")).to_be_visible()
            wide = ben.page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, (path, width)
