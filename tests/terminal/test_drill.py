"""Drills in the terminal, with prepared answers."""

import json
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from queenhigh.house.loader import load_house
from queenhigh.school.learner_requests import question_of
from queenhigh.school.questions import Asked
from queenhigh.terminal import drill as drills
from queenhigh.terminal.drill import Drilling, drill


class Learner:
    """Types the right answer, or a prepared one."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, typed: list[str] | None = None):
        self.drilling: Drilling | None = None
        self._typed = iter(typed) if typed is not None else None
        monkeypatch.setattr(Console, "input", self.types)
        kept = Drilling.ask

        def ask(drilling: Drilling, *given: Any) -> Any:
            self.drilling = drilling
            return kept(drilling, *given)

        monkeypatch.setattr(Drilling, "ask", ask)

    def types(self, *_: Any) -> str:
        if self._typed is not None:
            text = next(self._typed, None)
            if text is None:
                raise EOFError
            return text
        assert self.drilling
        asked = question_of(self.drilling.house, self.drilling.events[-1])  # type: ignore[arg-type]
        assert asked
        return written(asked)


def written(asked: Asked) -> str:
    key = asked.key
    match asked.question.asks:
        case "choice":
            keys = [each.key for each in asked.question.choices]
            return str(keys.index(key.choice) + 1)
        case "payout":
            dollars = f"${key.cents / 100:,.2f}"
            return {"take": "t", "push": "push", "pay": dollars}[key.action or "take"]
        case "amount":
            return f"{key.cents / 100:.2f}"
        case "chips":
            return " ".join(f"{number}x{value / 100:g}" for value, number in key.chips.items())
        case "words":
            return key.words.upper()


def sat(house: str, *, results: Path | None = None, questions: int = 30, **more: Any) -> int:
    given = {"skill": None, "level": 2, "seconds": 0, "json": True, **more}
    return drill(house, questions=questions, results=results, **given)


@pytest.mark.parametrize("key", ["manual", "examples/books/france"])
def test_a_learner_who_knows_the_house_is_right_every_time(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], key: str
) -> None:
    Learner(monkeypatch)
    path = key if "/" not in key else str(Path(__file__).parents[2] / key)
    assert sat(path) == 0
    document = json.loads(capsys.readouterr().out)
    assert len(document["answers"]) == 30
    assert all(each["right"] for each in document["answers"])


def test_wrong_answers_are_explained_and_an_empty_one_is_wrong(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Learner(monkeypatch, ["", "nonsense", "99", "q"])
    assert sat("classic", skill="hand", json=False) == 0
    out = capsys.readouterr().out
    assert "✗ Wrong." in out
    assert "Enter number." in out
    assert "0 of 1 right" in out
    assert "classic-" in out


def test_results_are_kept_and_resumed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ben.jsonl"
    Learner(monkeypatch)
    sat("classic", results=file, questions=3, skill="chips")
    sat("classic", results=file, questions=2, skill="chips")
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert [each["question"] for each in lines] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    capsys.readouterr()
    assert Drilling(load_house("classic"), file).answered == []


def test_results_that_could_not_be_kept_are_refused_before_the_first_question(
    tmp_path: Path,
) -> None:
    with pytest.raises(ValueError, match="there is no folder"):
        sat("classic", results=tmp_path / "nosuch" / "results.jsonl")
    with pytest.raises(ValueError, match="is a folder"):
        sat("classic", results=tmp_path)


def test_a_file_that_holds_no_results_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "other.jsonl"
    file.write_text('{"type": "something"}\n', "utf-8")
    with pytest.raises(ValueError, match="results of drills"):
        Drilling(load_house("classic"), file)


@pytest.mark.parametrize(
    ("text", "cents"), [("12", 1200), ("$1,200", 120_000), ("2.5", 250), ("£0.05", 5)]
)
def test_amounts_are_read_as_people_write_them(text: str, cents: int) -> None:
    assert drills._cents(text) == cents


@pytest.mark.parametrize("text", ["-5", "ten", "1.234", "", "5 5"])
def test_a_malformed_amount_is_asked_again(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        drills._cents(text)
