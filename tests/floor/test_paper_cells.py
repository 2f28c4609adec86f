"""How a spreadsheet reads a report's cells."""

from queenhigh.maths.paper.blocks import csv_row
from tests.clauses import cases


@cases("""
    cell                 written
    =1+1                 '=1+1
    +cmd                 '+cmd
    @SUM(A1)             '@SUM(A1)
    -2+3                 '-2+3
    -2.5                 -2.5          # A number is a number.
    +1e3                 +1e3
    Seat 3               Seat 3
""")
def test_a_cell_that_a_spreadsheet_would_execute_is_text(cell: str, written: str) -> None:
    assert csv_row([cell]) == [written]
