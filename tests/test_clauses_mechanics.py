"""The rule tests' own tools: citations and tables of cases."""

from pathlib import Path
from textwrap import dedent

import pytest

from tests import clauses
from tests.clauses import BadTable, UnknownClause, cases, clause, read_table


@pytest.fixture
def catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for house, id_ in [("mics", "mics-k1-i"), ("manual", "manual-outcome-A")]:
        (tmp_path / house).mkdir()
        file = tmp_path / house / "clauses.toml"
        file.write_text(f'[[clause]]\nid = "{id_}"\n', "utf-8")
    monkeypatch.setattr(clauses, "CATALOGUE", tmp_path)


@pytest.mark.usefixtures("catalogue")
@pytest.mark.parametrize(
    "ids", [("mics-k1-i", "manual-outcome-A"), ("mics-k1-i manual-outcome-A",)]
)
def test_a_citation_is_a_mark_that_carries_the_ids(ids: tuple[str, ...]) -> None:
    mark = clause(*ids).mark
    assert (mark.name, mark.args) == ("clause", ("mics-k1-i", "manual-outcome-A"))


@pytest.mark.usefixtures("catalogue")
def test_a_clause_that_does_not_exist_cannot_be_cited() -> None:
    with pytest.raises(UnknownClause, match=r"no clause 'mics-k1-j' .*did you mean mics-k1-i\?"):
        clause("mics-k1-i", "mics-k1-j")


@pytest.mark.usefixtures("catalogue")
def test_a_citation_names_at_least_one_clause() -> None:
    with pytest.raises(UnknownClause, match="names no clause"):
        clause()


def test_the_rule_books_can_be_cited() -> None:
    assert clauses.known_clauses(clauses.CATALOGUE)


@cases("""
    dealer      qualifies
    Qs 3d 2c    yes        # the lowest that does

    # A line of its own may be a comment,
    5d 3d 2d               # a value may be empty,
    a#b         yes        # and a sign inside a word is no comment.
""")
def test_a_table_gives_one_case_a_row(dealer: str, qualifies: str) -> None:
    assert (dealer, qualifies) in {("Qs 3d 2c", "yes"), ("5d 3d 2d", ""), ("a#b", "yes")}


def test_a_case_is_named_after_its_values() -> None:
    mark = cases("dealer    qualifies\nQs 3d 2c  yes").mark
    assert mark.args == (("dealer", "qualifies"), [("Qs 3d 2c", "yes")])
    assert mark.kwargs == {"ids": ["Qs 3d 2c, yes"]}


@pytest.mark.parametrize("indent", ["", "    "])
def test_columns_begin_where_their_names_begin(indent: str) -> None:
    table = f"\n{indent}a   b c\n{indent}1     3\n{indent}12 3\n{indent}x\n"
    assert read_table(table) == (("a", "b", "c"), [("1", "", "3"), ("12 3", "", ""), ("x", "", "")])


BAD_TABLES = {
    "names and at least one row": "dealer  qualifies",
    "column 'qualifies' begins inside a word": """
        dealer    qualifies
        Qs 3d 2c 4hyes
    """,
    "column 'dealer' holds two values": """
        dealer          qualifies
        Qs 3d 2c  yes
    """,
    "begins left of the first column": """
          dealer  qualifies
        Qs        yes
    """,
    "stands in the table twice": """
        dealer  qualifies
        Qs      yes
        Qs      yes        # again
    """,
    "a tab has no width": "dealer  qualifies\nQs\tyes",
    "'dealer' cannot name a column": "dealer  dealer\nQs      Qs",
    "'pair-plus' cannot name a column": "ante  pair-plus\n5     5",
}


@pytest.mark.parametrize("complaint", BAD_TABLES)
def test_a_table_that_could_be_misread_is_refused(complaint: str) -> None:
    with pytest.raises(BadTable, match=complaint):
        read_table(BAD_TABLES[complaint])


def test_a_refused_table_shows_the_place() -> None:
    with pytest.raises(BadTable) as refusal:
        read_table("dealer qualifies\nQs 3d 2c yes")
    assert str(refusal.value) == dedent("""\
        line 2 of the table: column 'qualifies' begins inside a word
        Qs 3d 2c yes
               ^""")
