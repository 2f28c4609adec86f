"""Procedure exams: graded by the engine, mistakes named, irregularities planted, no hints."""

import msgspec
import pytest

from queenhigh.house.model import House
from queenhigh.school.exam import Exam, ExamAnswer, Graded, Kind
from queenhigh.school.exam_scene import menu, scene_of
from queenhigh.school.planted_irregularities import IRREGULARITIES, Seen
from queenhigh.table.events import RoundEnded
from queenhigh.table.views import HIDDEN
from tests.school.pupils import ALL_HOUSES, named


def passed(exam: Exam) -> list[Graded]:
    """Take the exam by the book, to its end."""
    graded = []
    while not exam.over:
        graded.append(exam.answer(exam.expected()))
    return graded


def with_report(key: str, *irregularities: str, kind: Kind = "round") -> Exam:
    """The first level 2 exam with one of these, at the moment it becomes visible."""
    house = House.load(key)
    for seed in range(60):
        exam = Exam(house, kind, 2, seed)
        while not exam.over:
            if exam.present and (exam.present.irregularity in irregularities or not irregularities):
                return exam
            exam.answer(exam.expected())
    raise AssertionError(f"{irregularities} never come up")


def until(exam: Exam, does: str, step: str = "") -> ExamAnswer:
    """Answer by the book until such an answer is due; return it without giving it."""
    while not exam.over:
        expected = exam.expected()
        if expected.does == does and step in ("", expected.step):
            return expected
        exam.answer(expected)
    raise AssertionError(f"{does} {step} is never due")


def is_passed(exam: Exam, key: list[ExamAnswer]) -> bool:
    """Whether these answers pass, by the marks that every house has."""
    graded: list[bool] = []
    wrong = 0
    while not exam.over:
        given = key[min(len(graded), len(key) - 1)]
        found = exam.answer(given)
        wrong += found.planted != "" and not found.noticed
        wrong += given.does == "report" and not found.planted
        graded.append(found.right)
    return sum(graded) >= 0.9 * len(graded) and not wrong


def test_a_command_on_a_copy_does_not_change_the_exam() -> None:
    exam = Exam(House.load("manual"), "round", 3, 7)
    for _ in range(4):
        exam.answer(exam.expected())
    before, grades = exam.copied(), passed(exam.copied())
    assert grades
    assert not exam.over
    assert scene_of(exam) == scene_of(before)
    assert passed(exam) == passed(before) == grades


@pytest.mark.parametrize("key", ALL_HOUSES, ids=named)
def test_the_answers_of_one_exam_do_not_pass_another(key: str) -> None:
    """Regression: every opening of a house was the same, and one key passed them all."""
    house = House.load(key)
    kinds: tuple[Kind, ...] = ("opening", "round")
    for kind in kinds:
        harvested, book = [], Exam(house, kind, 2, 100)
        while not book.over:
            harvested.append(book.expected())
            book.answer(harvested[-1])
        assert is_passed(Exam(house, kind, 2, 100), harvested)
        assert not any(is_passed(Exam(house, kind, 2, seed), harvested) for seed in range(12))


def test_the_faults_at_an_opening_vary_and_there_may_be_none() -> None:
    exams = [passed(Exam(House.load("classic"), "opening", 2, seed)) for seed in range(60)]
    planted = [[each.planted for each in graded if each.planted] for graded in exams]
    assert {len(each) for each in planted} == {0, 1, 2}
    assert len({each for found in planted for each in found}) > 3


@pytest.mark.parametrize("key", ALL_HOUSES, ids=named)
def test_every_irregularity_comes_up_and_is_handled_by_the_book(key: str) -> None:
    house, planted = House.load(key), set()
    kinds: tuple[Kind, ...] = ("opening", "round")
    for kind in kinds:
        for seed in range(8):
            graded = passed(Exam(house, kind, 3, seed))
            assert all(each.right for each in graded), [e for e in graded if not e.right]
            planted |= {each.planted for each in graded if each.planted}
    machine = house.dealing.method != "hand" or house.shuffle.method == "machine"
    wanted = {*IRREGULARITIES} - {"card_drawn_in_error", "hands_shared"}
    assert planted == (wanted if machine else wanted - {"jam"})


def test_a_step_out_of_order_is_named_with_its_clause_and_the_exam_goes_on() -> None:
    exam = Exam(House.load("mics"), "opening", 1, 1)
    expected = exam.expected()
    assert expected.step != "deal"
    graded = exam.answer(ExamAnswer(does="step", step="deal", seat=1))
    assert not graded.right
    assert graded.mistake.startswith("Out of order")
    assert graded.clauses
    assert graded.expected
    assert exam.expected() != expected


def test_a_bet_is_settled_by_its_amount_and_the_mistake_has_the_round_s_reason() -> None:
    exam = Exam(House.load("manual"), "round", 1, 2)
    due = until(exam, "step", "settle")
    wrong = msgspec.structs.replace(due, action="pay", cents=12_345)
    graded = exam.answer(wrong)
    assert not graded.right
    assert graded.why
    assert graded.clauses


def test_a_step_at_a_place_needs_the_place() -> None:
    exam = Exam(House.load("mics"), "round", 2, 1)
    due = until(exam, "step", "deal")
    graded = exam.answer(msgspec.structs.replace(due, seat=None))
    assert (graded.right, graded.mistake) == (False, "Say at which place.")


def test_the_stub_may_be_counted_more_often_than_it_must() -> None:
    exam = Exam(House.load("mics"), "round", 1, 1)
    until(exam, "step", "rack_stub")
    assert exam.answer(ExamAnswer(does="step", step="count_stub")).right
    assert exam.expected().step == "rack_stub"


def test_words_are_needed_where_the_house_says_something() -> None:
    exam = Exam(House.load("classic"), "round", 1, 1)
    until(exam, "say")
    assert not exam.answer(ExamAnswer(does="step", step="deal", seat=1)).right
    due = until(exam, "say")
    assert not exam.answer(ExamAnswer(does="say", words="Something else")).right
    assert due.words not in [exam.expected().words]


def test_going_on_past_an_irregularity_is_missing_it() -> None:
    for irregularity in ("exposed_card", "jam", "face_up_card"):
        exam = with_report("mics", irregularity)
        graded = exam.answer(ExamAnswer(does="step", step="release"))
        assert (graded.right, graded.noticed) == (False, False)
        assert graded.planted
        assert graded.mistake.startswith("Missed")
        passed(exam)


def test_the_wrong_remedy_is_a_mistake_but_it_was_noticed() -> None:
    exam = with_report("chickasaw")
    due = exam.expected()
    assert due.remedy == "halt"
    graded = exam.answer(msgspec.structs.replace(due, remedy="continue"))
    assert (graded.right, graded.noticed) == (False, True)


def test_crying_wolf_is_a_mistake_and_changes_nothing() -> None:
    exam = Exam(House.load("mics"), "round", 1, 1)
    until(exam, "step", "deal")
    version = exam.training.table.round.number
    graded = exam.answer(ExamAnswer(does="report", irregularity="jam", remedy="void"))
    assert (graded.right, graded.planted) == (False, "")
    assert exam.training.table.round.number == version


def test_the_same_seed_and_answers_give_the_same_exam() -> None:
    house = House.load("manual")
    first, second = (Exam(house, "round", 3, 9) for _ in range(2))
    while not first.over:
        assert scene_of(first) == scene_of(second)
        answer = first.expected()
        assert first.answer(answer) == second.answer(answer)
    assert second.over


@pytest.mark.parametrize("key", ALL_HOUSES, ids=named)
def test_no_byte_of_the_scene_depends_on_what_is_due(key: str) -> None:
    """Remove what the table has to do next, or swap cards nobody sees: the page is the same."""
    exam = Exam(House.load(key), "round", 3, 4)
    offered = msgspec.json.encode(menu(exam.house))
    while not exam.over:
        shown, table = msgspec.json.encode(scene_of(exam)), exam.training.table
        exam.training.table = table.but(todo=())
        assert msgspec.json.encode(scene_of(exam)) == shown
        exam.training.table = _with_other_hidden_cards(exam)
        assert msgspec.json.encode(scene_of(exam)) == shown
        exam.training.table = table
        exam.answer(exam.expected())
        assert msgspec.json.encode(menu(exam.house)) == offered
    assert any(isinstance(each.event, RoundEnded) for each in exam.happened)


def _with_other_hidden_cards(exam: Exam):  # type: ignore[no-untyped-def]
    """Give each face-down hand the cards of the next."""
    table = exam.training.table
    open_cards = exam.present.seat if exam.present else None
    hidden = [
        seat
        for seat in table.round.hands
        if seat not in table.round.revealed and seat != open_cards
    ]
    hands = dict(table.round.hands)
    for seat, other in zip(hidden, [*hidden[1:], *hidden[:1]], strict=True):
        if len(table.round.hands[seat]) == len(table.round.hands[other]):
            hands[seat] = table.round.hands[other]
    return table.with_round(hands=hands)


def test_an_exposed_card_and_a_fourth_card_are_seen_at_their_place() -> None:
    for irregularity in ("exposed_card", "wrong_number_of_cards", "jam"):
        exam = with_report("mics", irregularity)
        due, scene = exam.expected(), scene_of(exam)
        cards = {0: scene.dealer, **{each.seat: each.cards for each in scene.seats}}
        if due.irregularity == "exposed_card":
            assert due.seat is not None
            assert sum(card != HIDDEN for card in cards[due.seat]) == 1
        elif due.irregularity == "wrong_number_of_cards":
            assert due.seat is not None
            assert len(cards[due.seat]) == 4
        else:
            assert scene.devices.lamp == "red"


def test_a_flaw_and_a_wrong_count_are_seen_in_the_deck_by_dealer_or_floor() -> None:
    house, seen = House.load("manual"), set()
    for seed in range(40):
        exam = Exam(house, "opening", 3, seed)
        while not exam.over:
            due = exam.training.table.due
            if exam.present and exam.training.table.round.number == 0 and due:
                assert scene_of(exam).devices.inspected != Seen().inspected
                seen.add((exam.present.irregularity, due.name, due.deck))
            exam.answer(exam.expected())
    flawed = {("flawed_deck", step, deck) for step in ("inspect", "verify") for deck in (0, 1)}
    assert seen == flawed | {("wrong_deck_count", "count", deck) for deck in (0, 1)}
