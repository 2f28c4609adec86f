"""`queenhigh par`: the PAR sheet of a house, as a file."""

import datetime
import sys
from hashlib import sha256
from pathlib import Path

from ..extras import need
from ..house.linter import lint_house
from .default_houses import the_house
from .figures import house_with
from .output import print_json
from .plain_parameters import date_given
from .progress import working
from .stakes import check_seats, meters, stakes


def par(
    named: str | None,
    house: str | None = None,
    *,
    output: str | None,
    date: str | None,
    bets: list[str] | None,
    meter: list[str] | None,
    seats: int,
    rounds_an_hour: int,
    options: str | None,
    json: bool,
) -> None:
    """With --json, print the sheet, or with a file what was written to it."""
    key = the_house(named, house)
    if output is None and not json:
        raise ValueError("give an output file, -o sheet.pdf (.html, .xlsx, .json, .csv), or --json")
    playing = house_with(key, options)
    check_seats(playing, seats)
    day = date_given(date, "--date") if date else datetime.datetime.now(datetime.UTC).date()
    staked, standing = stakes(playing, bets), meters(playing, meter)
    from ..maths.par.files import as_json, check_file, write_sheet

    file = None if output is None else Path(output)
    if file is None:
        need("numpy")
    else:
        check_file(file)
    from ..maths.par.rulebook import changed_settings
    from ..maths.par.sheet import par_sheet

    with working("the sheet"):
        sheet = par_sheet(
            playing,
            day,
            bets=staked,
            meters=standing,
            seats=seats,
            rounds_an_hour=rounds_an_hour,
            findings=lint_house(key),
            changed=changed_settings(house_with(key, None), playing) if options else (),
            file_hash=_file_hash(key),
        )
    if file is None:
        sys.stdout.buffer.write(as_json(sheet))
        sys.stdout.buffer.flush()
        return
    with working("the file"):
        write_sheet(sheet, file)
    title = sheet.title
    if json:
        print_json({"file": str(file), "title": title})
        return
    print(f"{file}: the PAR sheet of {title.key}, {title.date}, settings {title.settings_hash}")


def _file_hash(house: str) -> str | None:
    """For a house given as a file or as a book's folder."""
    file = Path(house) / "house.toml" if Path(house).is_dir() else Path(house)
    return sha256(file.read_bytes()).hexdigest() if file.is_file() else None
