"""A house's PAR sheet as a PDF, computed and typeset in a separate process."""

from datetime import date
from typing import Final

from ...house.model import House
from ...wagers.least_bets import least_of_each
from ..paper_process import Turns, made_apart
from ..steady_clock import utc_now

_SECONDS: Final = 300  # It contains all figures of a house.
_TURNS: Final = Turns(1, 3)  # Few may wait, as anybody may request one.


def par_pdf(house: House) -> bytes:
    return made_apart(_written, house, utc_now().date(), turns=_TURNS, seconds=_SECONDS)


def _written(house: House, day: date) -> bytes:
    from ...maths.par.files import as_pdf
    from ...maths.par.sheet import par_sheet

    return as_pdf(par_sheet(house, day, bets=least_of_each(house)))
