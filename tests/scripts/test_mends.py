"""Each fix in the list occurs in its file once, and has its test. `scripts.mends` runs them."""

from pathlib import Path

import pytest

from scripts.mends import ROOT, Mend, mends, taken_back

LISTED = [each for listed in mends().values() for each in listed]


@pytest.mark.parametrize("mend", LISTED, ids=lambda each: each.promise)
def test_a_listed_mend_is_found_once_and_has_its_test(mend: Mend) -> None:
    assert (ROOT / mend.file).read_text("utf-8").count(mend.text) == 1
    file, _, name = mend.test.partition("::")
    assert not name or f"def {name}(" in (ROOT / file).read_text("utf-8")


def test_a_promise_is_listed_once() -> None:
    assert len({each.promise for each in LISTED}) == len(LISTED)


def test_a_mend_is_removed_only_from_the_copy(tmp_path: Path) -> None:
    mend = LISTED[0]
    copy = tmp_path / mend.file
    copy.parent.mkdir(parents=True)
    copy.write_text((ROOT / mend.file).read_text("utf-8"), "utf-8")
    written = taken_back(mend, tmp_path / "src")
    assert mend.text in written
    assert mend.text not in copy.read_text("utf-8")
    with pytest.raises(ValueError, match="0 times"):
        taken_back(mend, tmp_path / "src")
