"""Every clause of the rule books is accounted for: by code or a book, and by a test."""

import ast
import tomllib
from pathlib import Path

import pytest

from queenhigh.house import registry
from queenhigh.house.catalogue import clauses, conventions, options, rulings
from queenhigh.house.citation import BOOKS
from queenhigh.house.loader import built_in, built_in_keys

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "queenhigh"

# In the catalogue, but neither code nor a book nor a test carries them yet. Take an id out when one
# does: the tests below ask for it.
NOT_YET_CARRIED = {
    "mics-h1-2",
    "mics-i1-2",
    "mics-j2-8",
    "chickasaw-title",
    "manual-std-F-3",
    "manual-payout-J-4",
    "manual-antebonus-2",
    "manual-pp-table-2",
    "manual-6cb-N3-5",
    "manual-prog-G-3",
    "classic-ways",
    "classic-play3-6",
    "classic-deal-5-2",
}


def test_every_clause_has_code_or_a_book_behind_it() -> None:
    lacking = {each for each in clauses() if not registry.places().get(each)}
    assert lacking == NOT_YET_CARRIED


def test_every_clause_has_a_test_that_holds_it() -> None:
    lacking = {each for each in clauses() if not registry.tests().get(each)}
    assert lacking == NOT_YET_CARRIED


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
    assert len([each for each in rulings() if not each.startswith("QH-")]) == 27 + 12 + 46 + 11
    assert len(conventions()) == 45
    for convention in conventions().values():
        assert convention.confidence in ("H", "M", "L", "high", "medium", "low")


def test_clauses_are_named_after_their_book_and_all_are_there() -> None:
    assert len(clauses()) == 398
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
    """It reads what modules assign, with plain texts; written otherwise, a citation is lost."""
    for path in PACKAGE.rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        calls = [node for node in ast.walk(tree) if is_call_of_cite(node)]
        assigned = [
            call
            for node in tree.body
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value
            for call in ast.walk(node.value)
            if is_call_of_cite(call)
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
    standings = registry.standings()
    assert [each.clause.id for each in standings] == [
        each for each in clauses() if each not in NOT_YET_CARRIED
    ]
    for standing in standings:
        assert standing.status in registry.STATUSES
        assert standing.places


@pytest.mark.parametrize("key", built_in_keys())
def test_a_book_cites_rulings_and_clauses_that_exist(key: str) -> None:
    known = clauses().keys() | rulings().keys()
    for cited in built_in(key).cites.values():
        assert set(cited) <= known
