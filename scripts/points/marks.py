"""What disappears with a rule point when it is taken out at one place, as the program runs.

Code names a point where it does what the point says, and the result carries the point as its
reason: a refusal, an event, an outcome. So we follow the reason. A point that is out gives no
clauses, its answer is marked, and anything carrying a marked answer does not happen:

- nothing is raised or yielded, and the code goes on;
- nothing is returned, where the function may return something else (`Refusal | None`);
- a call statement that is given a marked answer is skipped: no event is added;
- lists lose it: decided events, entries of a comprehension;
- a block that does something and appends its reason is not entered; a comparison with it fails;
- a step of the procedure is not due, and a rule of behaviour is not in force;
- a bet that won, lost or was forfeited becomes a push, and a push becomes a loss.

Where only a field carries the answer (a notice that says why), only the citation disappears.
`places.py` rewrites the code to ask here. Nothing happens until `take_out`.
"""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Final

import msgspec

from queenhigh.house.points import Point, point

NOTHING: Final = object()  # Stands for a thing that was not made.
_ANOTHER: Final = {"win": "push", "lose": "push", "forfeit": "push", "push": "lose"}
_REASONS: Final = ("clauses", "cites", "because")

reached: set[str] = set()  # The places whose clauses were asked for.
gone: set[str] = set()  # The kinds of things that did not happen.
_out: set[str] = set()


class Place(Point, frozen=True):
    """A point as named at one place in the code."""

    where: str = ""

    @property
    def is_out(self) -> bool:
        return self.where in _out

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Place):
            return NotImplemented
        reached.update((self.where, other.where))
        if self.is_out or other.is_out:
            gone.add("comparison")
            return False
        return self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)


class Marked(tuple[str, ...]):
    """The clauses left where a point is out. Still an answer, so that `or` stops at it."""

    def __bool__(self) -> bool:
        return True

    def __add__(self, other: Any) -> Any:
        return Marked((*self, *other))

    def __radd__(self, other: Any) -> Any:
        return Marked((*other, *self))


def take_out(places: Iterable[str]) -> None:
    _out.update(places)


def _is_out(reason: object) -> bool:
    return isinstance(reason, Marked) or (isinstance(reason, Place) and reason.is_out)


def _is_marked(thing: object) -> bool:
    if type(thing).__name__ == "StepDone":
        return False  # Steps already done stay done; the step is simply not due.
    return _is_out(thing) or any(_is_out(getattr(thing, name, None)) for name in _REASONS)


def _goes(thing: object) -> bool:
    if not _is_marked(thing):
        return False
    gone.add(type(thing).__name__)
    return True


# What the rewritten code asks


@cache
def place(name: str, where: str) -> Place:
    known = point(name)
    return Place(known.name, known.says, known.status, known.depends, where)


def call(function: Callable[..., Any], /, *given: Any, **named: Any) -> Any:
    """Call a statement's function, or the maker of a thing raised or yielded; skip it if marked."""
    collects = getattr(function, "__name__", "") == "append" and isinstance(given[0], Place)
    if _out and not collects and any(map(_is_marked, (*given, *named.values()))):
        gone.add(getattr(function, "__name__", "call"))
        return NOTHING
    return function(*given, **named)


def goes(thing: object) -> bool:
    return thing is NOTHING or bool(_out and _goes(thing))


def answer(found: Any, *, may_go_on: bool) -> Any:
    if not _out:
        return found
    if type(found).__name__ == "Outcome" and isinstance(found.cited.clauses, Marked):
        gone.add("Outcome")
        cited = msgspec.structs.replace(found.cited, clauses=tuple(found.cited.clauses))
        return type(found)(_ANOTHER[found.result], cited)
    if isinstance(found, list):
        return kept(found)
    if isinstance(found, tuple | Place) or not may_go_on:
        return found  # Reasons, or something the caller does without.
    return NOTHING if _goes(found) else found


def kept(found: list[Any]) -> list[Any]:
    """Drop marked entries from a list; a list of points is a list of reasons, and stays whole."""
    if not _out:
        return found
    return [each for each in found if isinstance(each, Place) or not _goes(each)]


def truth(thing: object) -> bool:
    if isinstance(thing, Marked):
        gone.add("condition")
        return False
    return bool(thing)


def holds(reason: Place) -> bool:
    if reason.is_out:
        gone.add("block")
    return not reason.is_out


# What is asked of the program itself


def watch() -> None:
    """Make every citation report where it was asked for, and let steps be left out."""
    from queenhigh.house.citation import Cited, Law
    from queenhigh.table.instructions import STEPS
    from queenhigh.table.transaction import Transaction

    cited, add = Law.cited, Transaction.add

    def watched(law: Law, because: tuple[Point | str, ...], *asked: Any) -> Cited:
        reached.update(each.where for each in because if isinstance(each, Place))
        left = tuple(each for each in because if not _is_out(each))
        found = cited(law, left, *asked)
        if len(left) < len(because):
            found = msgspec.structs.replace(found, clauses=Marked(found.clauses))
        return found

    def added(now: Transaction, *events: Any) -> None:
        for event in events:
            todo = getattr(event, "todo", ()) or ()
            rules = [STEPS[step.name] for step in todo]
            reached.update(rule.because.where for rule in rules if isinstance(rule.because, Place))
            left = tuple(s for s, rule in zip(todo, rules, strict=True) if not goes(rule))
            add(now, event if left == todo else msgspec.structs.replace(event, todo=left))

    Law.cited = watched  # type: ignore[assignment, method-assign]
    Transaction.add = added  # type: ignore[assignment, method-assign]
