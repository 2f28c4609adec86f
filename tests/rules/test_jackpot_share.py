"""A house may pay a share of the meter: whole cents, the fraction stays in it."""

from pathlib import Path

import msgspec

from queenhigh.house.loader import load_house
from queenhigh.wagers.document import read_round
from queenhigh.wagers.settle import settle_round
from tests.clauses import clause

SHARE = """
extends = "manual"

[wagers.progressive.pays]
akq_spades = {percent = 50, meter = "main"}
"""


@clause("manual-prog-G")
def test_a_share_of_the_meter_is_paid_in_whole_cents(tmp_path: Path) -> None:
    file = tmp_path / "share.toml"
    file.write_text(SHARE)
    document = {
        "dealer": "Qd 7d 2c",
        "progressive_meter": 12345,
        "seats": [
            {
                "seat": 1,
                "cards": "As Ks Qs",
                "decision": "play",
                "wagers": {"ante": 500, "progressive": 100},
            }
        ],
    }
    settled = settle_round(load_house(str(file)), read_round(msgspec.json.encode(document)))
    answer = msgspec.to_builtins(settled)
    [line] = [each for each in answer["seats"][0]["lines"] if each["wager"] == "progressive"]
    assert (line["odds"], line["paid"], type(line["paid"])) == ("50%", 6172, int)
    assert answer["progressive"] == {"meter_before": 12345, "paid": 6172}
