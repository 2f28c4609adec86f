"""Whole rounds in words, compared verbatim."""

from pathlib import Path

import pytest

from queenhigh.house.loader import built_in_keys
from tests.golden.playthrough import Playthrough, files


@pytest.mark.parametrize("file", files(), ids=lambda file: file.stem)
def test_a_round_reads_as_recorded(file: Path) -> None:
    stored = Playthrough.read(file)
    now = stored.answered()
    assert now.printed == stored.printed, "see tests/golden/README.md"
    assert now.status == stored.status


@pytest.mark.parametrize("file", files(), ids=lambda file: file.stem)
def test_a_golden_file_is_stored_as_it_is_generated(file: Path) -> None:
    assert file.read_text("utf-8") == Playthrough.read(file).text()


@pytest.mark.parametrize("key", built_in_keys())
def test_every_house_has_at_least_three_settled_and_one_checked(key: str) -> None:
    of_house = [Playthrough.read(file) for file in files() if f'"{key}"' in file.read_text("utf-8")]
    assert sum("settle" in each.command for each in of_house) >= 3
    assert sum("check" in each.command for each in of_house) >= 1
