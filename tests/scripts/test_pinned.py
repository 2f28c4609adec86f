"""Everything installed is pinned by version and hash, with nothing left out."""

import re
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from scripts import pinned

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
HASHES = (ROOT / "hashes.txt").read_text("utf-8")
PINS = pinned.pins(HASHES)


def _versions(block: str) -> list[str]:
    """One version, or several for different Pythons."""
    return [line.rstrip(" \\") for line in block.splitlines() if not line.startswith(" ")]


def test_the_hashes_are_of_the_versions_that_are_pinned() -> None:
    constraints = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    listed = [line for block in PINS.values() for line in _versions(block)]
    assert listed == constraints, "run scripts/pin"


def test_every_package_has_hashes_and_no_registry_is_named() -> None:
    without = [name for name, block in PINS.items() if "--hash=sha256:" not in block]
    assert without == []
    assert not re.search(r"https?://|--index|--find-links", HASHES)


@pytest.mark.parametrize("extra", ["base", *PROJECT["optional-dependencies"]])
def test_a_list_has_all_that_its_packages_need(extra: str) -> None:
    """According to the metadata of the packages installed here."""
    listed = pinned.with_needs(pinned.asked_for(PROJECT, ["base", extra]), PINS)
    names = {canonicalize_name(_versions(block)[0].partition("==")[0]) for block in listed}
    missing = {
        f"{name} needs {needed.name}"
        for name in names
        for written in _requirements(name)
        if (needed := Requirement(written)).marker is None or needed.marker.evaluate({"extra": ""})
        if canonicalize_name(needed.name) not in names
    }
    assert missing == set()


def _requirements(name: str) -> list[str]:
    try:
        return metadata.requires(name) or []
    except metadata.PackageNotFoundError:
        return []  # From an extra that is not installed here.


def test_an_unknown_extra_or_package_is_an_error() -> None:
    with pytest.raises(SystemExit, match="no extra named nothing"):
        pinned.asked_for(PROJECT, ["nothing"])
    with pytest.raises(SystemExit, match=r"hashes\.txt lacks new-package: run scripts/pin"):
        pinned.with_needs({"new-package"}, PINS)


def test_the_environment_takes_nothing_without_a_hash_but_queenhigh_itself() -> None:
    script = (ROOT / "scripts" / "environment").read_text("utf-8")
    installs = re.findall(r"pip install .*?(?=\n\})", script, re.S)
    assert len(installs) == 2  # By pip and by uv.
    assert all("--no-deps" in each for each in installs)
    assert '"$install" --require-hashes --requirement "$list"' in script
    others = re.findall(r'^\s+"\$1" (--.*)$', script, re.M)
    assert others == ["--no-build-isolation --editable ."]


def test_the_list_is_printed_for_pip(capsys: pytest.CaptureFixture[str]) -> None:
    pinned.main(["base"])
    printed = capsys.readouterr().out
    assert printed.startswith(tuple(PINS))
    assert "msgspec==" in printed
    assert "uvicorn" in PINS
    assert "uvicorn==" not in printed
