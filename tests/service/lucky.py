"""A small invented rule book, as somebody would upload it."""

import base64
import io
import zipfile

BOOK = """key = "lucky"
title = "The Lucky Deuce"
currency = "EUR"
"""

CLAUSES = """[[clause]]
id = "lucky-1"
ref = "1"
topic = "wagers"
kind = "rule"
gist = "Ante and Two Kings are offered."

[[clause]]
id = "lucky-2"
ref = "2"
topic = "payouts"
kind = "payout"
gist = "Two Kings pays a pair 2 to 1."
"""

POINTS = """[settings]
"wagers.two_kings.pays" = ["lucky-2"]

[stated]
"lucky-1" = "An introduction."
"""

HOUSE = """name = "The Lucky Deuce"
seats = 5

[ante]
limits = {minimum_cents = 1000, maximum_cents = 20000}

[ante_bonus.pays]
straight_flush = 5

[wagers.two_kings]
title = "Two Kings"
fold = "stays"
limits = {minimum_cents = 200, maximum_cents = 5000}

[wagers.two_kings.pays]
straight_flush = {cents = 50000, notify = ["pit_manager"], form = true}
three_of_a_kind = 25
pair = 2
"""


def files(**changed: str) -> dict[str, str]:
    """Return the folder's files; keywords replace the text of a file, named without its suffix."""
    found = {"book": BOOK, "clauses": CLAUSES, "points": POINTS, "house": HOUSE, **changed}
    return {f"{name}.toml": text for name, text in found.items()}


def zipped(texts: dict[str, str], folder: str = "") -> str:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in texts.items():
            archive.writestr(f"{folder}{name}", text)
    return base64.b64encode(packed.getvalue()).decode()
