"""A house may pay a share of the meter: whole cents, and the fraction stays in it."""

from pathlib import Path

import msgspec

from queenhigh.house.loader import load_house
from queenhigh.wagers.document import read_round
from queenhigh.wagers.round_settlement import settle_round
from tests.clauses import clause
from tests.rules.builders import settled

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


@clause("manual-prog-G-3")
def test_the_starred_100_percent_is_of_the_meter_as_it_stands() -> None:
    """The asterisk has no note; the base of the percentage is our choice."""
    house = load_house("manual")
    assert house.wagers["progressive"].pays["akq_spades"].percent == 100
    assert "manual-prog-G-3" in house.clauses("meters.main")
    paid = settled("manual", "Qh 7d 2c", "As Ks Qs", "ante 10, progressive 1", meter=777_700)
    [line] = [line for line in paid.settled.lines if line.wager == "progressive"]
    assert (line.paid, line.odds) == (777_700, "100%")
