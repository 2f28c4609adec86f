"""The guide to a round with curl runs as one script against a real service."""

import asyncio
import re
import subprocess
from collections.abc import Iterator

import msgspec
import pytest

from queenhigh.cards.card import parse_hand
from queenhigh.faults.real_service import Served
from queenhigh.house.loader import load_house
from queenhigh.maths.analysis.strategy import advise
from queenhigh.service.tables.player_advice import AdviceShown
from queenhigh.wagers.document import SeatBets
from tests.docs.examples import ROOT

GUIDE = (ROOT / "docs" / "guides" / "curl.md").read_text("utf-8")
BLOCKS = re.findall(r"^```bash\n(.*?)^```(?:\n\n```(?:json|text)\n(.*?)^```)?", GUIDE, re.M | re.S)


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[str]]:
    """What each block of the guide prints."""
    folder = tmp_path_factory.mktemp("curl")
    service = Served(folder, str(folder / "room.db"))
    service.start()
    try:
        asyncio.run(service.ready())
        script = "\necho; echo ----\n".join(["set -euo pipefail", *(code for code, _ in BLOCKS)])
        assert "http://localhost:8030" in script
        done = subprocess.run(
            ["bash", "-c", script.replace("http://localhost:8030", service.address)],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        yield done.stdout.split("\n----\n")[1:]
    finally:
        service.stop()


def test_the_guide_is_played_to_its_end(printed: list[str]) -> None:
    assert len(printed) == len(BLOCKS) > 6
    last = printed[next(i for i, (code, _) in enumerate(BLOCKS) if "rounds/1" in code)]
    told = msgspec.json.decode(last)
    assert any("wager" in str(step) for step in told["steps"])
    assert told["shuffles"][0]["nonce"]


@pytest.mark.parametrize("number", [i for i, (_, shown) in enumerate(BLOCKS) if shown])
def test_an_answer_has_the_shape_that_the_guide_shows(printed: list[str], number: int) -> None:
    said, shown = printed[number], BLOCKS[number][1]
    if "code" in shown or not shown.startswith("{"):
        assert said.strip() == shown.strip()
    else:
        assert _shape(said) == _shape(shown)


def test_the_advice_is_what_the_service_says_about_the_hand() -> None:
    bets = SeatBets(3, {"ante": 500})
    advice = advise(load_house("classic"), parse_hand("Kd 8h 3c"), bets)
    assert "with K-8-3 it reads" in GUIDE
    assert msgspec.json.encode(AdviceShown(3, 500, advice)).decode() in GUIDE


def _shape(text: str) -> object:
    def of(value: object) -> object:
        if isinstance(value, dict):
            return {name: of(each) for name, each in value.items()}
        return type(value).__name__

    return of(msgspec.json.decode(text))
