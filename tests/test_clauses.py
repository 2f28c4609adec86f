"""Every clause of the rule books is accounted for: by code or book and by a test, or as pending."""

import ast
import tomllib
from pathlib import Path

import pytest

from queenhigh.house import registry
from queenhigh.house.catalogue import clauses, conventions, options, rulings
from queenhigh.house.citation import BOOKS
from queenhigh.house.loader import BUILT_IN, built_in

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "queenhigh"
PENDING = PACKAGE / "house" / "clauses" / "pending.txt"
# The file of pending clauses only gets shorter: lower this with it.
MOST_PENDING = 16
DONE_PACKAGES = ("cards", "house", "wagers", "cli", "terminal")
DONE_TOPICS = {"ranking", "wagers", "limits", "payout", "side-bet", "progressive", "toke"}


def test_every_clause_that_is_not_pending_has_code_or_a_book_behind_it() -> None:
    done = clauses().keys() - registry.pending()
    lacking = sorted(each for each in done if not registry.places().get(each))
    assert not lacking, lacking


def test_every_clause_that_is_not_pending_has_a_test_that_holds_it() -> None:
    done = clauses().keys() - registry.pending()
    lacking = sorted(each for each in done if not registry.tests().get(each))
    assert not lacking, lacking


def test_what_is_pending_exists_and_is_listed_once() -> None:
    lines = PENDING.read_text("utf-8").splitlines()
    listed = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    assert set(listed) <= clauses().keys()
    assert len(set(listed)) == len(listed)
    assert set(listed) == registry.pending()


def test_what_is_pending_is_listed_under_its_topic() -> None:
    topic = ""
    for line in PENDING.read_text("utf-8").splitlines()[1:]:
        if line.startswith("# "):
            topic = line.removeprefix("# ")
        elif line:
            assert clauses()[line].topic == topic, line


def test_the_list_of_pending_clauses_only_gets_shorter() -> None:
    assert len(registry.pending()) <= MOST_PENDING


def test_nothing_is_pending_under_the_topics_that_are_done() -> None:
    assert [each for each in registry.pending() if clauses()[each].topic in DONE_TOPICS] == []


def test_every_id_that_code_or_a_book_cites_exists() -> None:
    known = clauses().keys() | rulings().keys()
    assert {each for each in registry.places() if each not in known} == set()


def test_every_id_that_a_test_cites_exists() -> None:
    assert {each for each in registry.tests() if each not in clauses()} == set()


def test_every_id_that_a_ruling_rests_on_exists_in_its_book() -> None:
    for ruling in rulings().values():
        for identity in ruling.clauses:
            assert clauses()[identity].book == ruling.book or ruling.id.startswith("QH-"), ruling.id


def test_rulings_and_conventions_are_whole() -> None:
    prefixes = {"MICS": "mics", "CHK": "chickasaw", "MAN": "manual", "CLS": "classic"}
    for ruling in rulings().values():
        prefix = ruling.id.partition("-")[0]
        assert prefix == "QH" or ruling.book == prefixes[prefix]
        assert ruling.title
        assert ruling.question
        assert ruling.default
    assert len([each for each in rulings() if not each.startswith("QH-")]) == 20 + 11 + 36 + 11
    assert len(conventions()) == 45
    for convention in conventions().values():
        assert convention.confidence in ("H", "M", "L", "high", "medium", "low")


def test_clauses_are_named_after_their_book_and_all_are_there() -> None:
    assert len(clauses()) == 385
    for identity, clause in clauses().items():
        assert clause.book in BOOKS
        assert clause.id == identity
        assert clause.gist
        assert clause.ref
        assert clause.kind in ("engine", "config", "procedure", "record", "conduct")


def test_every_id_in_a_catalogue_is_there_once() -> None:
    for book in BOOKS:
        entries = tomllib.loads((PACKAGE / f"house/clauses/{book}.toml").read_text("utf-8"))
        ids = [entry["id"] for entry in entries["clause"]]
        assert len(set(ids)) == len(ids)
    for name, key in [("options", "option"), ("rulings", "ruling"), ("rulings", "convention")]:
        entries = tomllib.loads((PACKAGE / f"house/{name}.toml").read_text("utf-8"))[key]
        names = [entry.get("id") or entry["name"] for entry in entries]
        assert len(set(names)) == len(names)
    assert options()


def test_every_citation_in_the_code_is_one_that_the_registry_finds() -> None:
    """It reads assignments of `cite` with plain texts; written otherwise, a citation is lost."""
    for path in [path for each in DONE_PACKAGES for path in (PACKAGE / each).rglob("*.py")]:
        tree = ast.parse(path.read_text("utf-8"))
        calls = [node for node in ast.walk(tree) if is_call_of_cite(node)]
        assigned = [
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign)
            and is_call_of_cite(node.value)
            and isinstance(node.targets[0], ast.Name)
        ]
        assert len(calls) == len(assigned), path
        for call in assigned:
            assert isinstance(call, ast.Call)
            assert call.args
            for argument in call.args:
                assert isinstance(argument, ast.Constant), path
                assert isinstance(argument.value, str), path


def is_call_of_cite(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "cite"


def test_every_citation_of_a_test_is_one_that_the_registry_finds() -> None:
    lost = []
    for path in (ROOT / "tests").rglob("test_*.py"):
        if path.name == "test_clauses_mechanics.py":
            continue
        file = str(path.relative_to(ROOT))
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "clause":
                for argument in node.args:
                    assert isinstance(argument, ast.Constant), file
                    ids = str(argument.value).split()
                    lost += [f"{file} {each}" for each in ids if not found_in(file, each)]
    assert not lost, lost


def found_in(file: str, identity: str) -> bool:
    return any(each.startswith(f"{file}::") for each in registry.tests().get(identity, []))


def test_every_clause_has_a_status_that_agrees_with_where_it_lives() -> None:
    for standing in registry.standings():
        assert standing.status in registry.STATUSES
        is_pending = standing.clause.id in registry.pending()
        assert (standing.status == "pending") is is_pending
        assert is_pending or standing.places


@pytest.mark.parametrize("key", BUILT_IN)
def test_a_book_cites_rulings_and_clauses_that_exist(key: str) -> None:
    known = clauses().keys() | rulings().keys()
    for cited in built_in(key).cites.values():
        assert set(cited) <= known
