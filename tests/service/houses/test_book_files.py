"""Rule book files from outside: how they are read, and what is said about them."""

import base64
import io
import tempfile
import tracemalloc
import zipfile
from pathlib import Path

import pytest

from queenhigh.service.houses.book_upload import MOST_BYTES, FilesError, draft, unpacked
from tests.service import lucky


def test_a_custom_book_loads_with_its_houses() -> None:
    found = draft(lucky.files())
    assert found.loads, found.findings
    assert (found.key, found.title, list(found.houses)) == ("lucky", "The Lucky Deuce", ["lucky"])
    house = found.houses["lucky"]
    assert (house.currency, house.seats, list(house.wagers)) == ("EUR", 5, ["two_kings"])


def test_a_second_house_of_a_book_is_named_after_both() -> None:
    found = draft(lucky.files(late='extends = "house.toml"\n[ante]\ntie = "win"\n'))
    assert list(found.houses) == ["lucky", "lucky-late"]
    assert found.houses["lucky-late"].ante.tie == "win"


def test_a_fault_is_named_with_its_file_its_line_and_its_key() -> None:
    wrong = lucky.HOUSE.replace("pair = 2", "pair = -2")
    (finding,) = draft(lucky.files(house=wrong)).findings
    line = wrong.splitlines().index("pair = -2") + 1
    assert (finding.level, finding.file, finding.line) == ("wrong", "house.toml", line)
    assert finding.key.startswith("wagers.two_kings.pays.pair")


def test_every_file_that_is_not_toml_is_named_with_the_line() -> None:
    found = draft(lucky.files(house="a = 1\nb =\n", clauses="[[clause]\n"))
    assert not found.loads
    assert {(each.file, each.line) for each in found.findings} == {
        ("house.toml", 2), ("clauses.toml", 1),
    }  # fmt: skip


def test_the_linter_reports_on_a_book_that_loads() -> None:
    points = POINTS_WITH_UNKNOWN
    found = draft(lucky.files(points=points))
    assert found.loads
    (unknown,) = [each for each in found.findings if each.level == "unknown"]
    assert (unknown.file, unknown.line) == ("points.toml", 2)
    assert "lucky-9" in unknown.message


POINTS_WITH_UNKNOWN = """[settings]
"wagers.two_kings.pays" = ["lucky-9"]
"""


@pytest.mark.parametrize("base", ["/etc/passwd", "../mics/house.toml", "other.toml", 7])
def test_no_file_of_the_machine_is_read_for_an_upload(base: object) -> None:
    written = f'"{base}"' if isinstance(base, str) else base
    found = draft(lucky.files(house=f"extends = {written}\n{lucky.HOUSE}"))
    (finding,) = found.findings
    assert (finding.file, finding.line, finding.key) == ("house.toml", 1, "extends")
    assert not found.houses


def test_a_house_may_extend_a_built_in_one() -> None:
    found = draft(lucky.files(house='extends = "mics"\nname = "Ours"\n[ante]\ntie = "win"\n'))
    assert found.loads, found.findings
    assert found.houses["lucky"].ante.tie == "win"


GENEROUS = 'extends = "manual"\nname = "Generous"\n[wagers.pair_plus.pays]\nflush = 4\n'


def test_a_single_house_file_is_its_bases_book_with_changes() -> None:
    found = draft({"generous.toml": GENEROUS})
    assert found.loads
    assert (found.key, found.title, list(found.houses)) == ("generous", "Generous", ["generous"])
    house = found.houses["generous"]
    assert house.book.key == "manual"
    assert house.cited("wagers.pair_plus.pays.flush").departs_from == ("manual-pp-table",)
    departs = [each for each in found.findings if each.level == "departs"]
    assert [(each.file, each.line, each.cites) for each in departs] == [
        ("generous.toml", 4, ("manual-pp-table",)),
    ]  # fmt: skip


def test_a_single_unnamed_house_file_must_state_its_key() -> None:
    (finding,) = draft({"house.toml": GENEROUS}).findings
    assert (finding.level, finding.file, finding.key) == ("wrong", "house.toml", "key")
    assert draft({"house.toml": f'key = "generous"\n{GENEROUS}'}).loads


@pytest.mark.parametrize(
    "texts",
    [
        {},
        {"house.toml": "", "late.toml": ""},
        {"book.toml": "", "../house.toml": ""},
        {"book.toml": "", "house.txt": ""},
        {"book.toml": "", "a/house.toml": ""},
        {"book.toml": "", "house.toml": "#" * (MOST_BYTES + 1)},
        {"book.toml": "", **{f"{n}.toml": "" for n in range(100)}},
    ],
)
def test_a_folder_that_is_not_a_book_is_refused(texts: dict[str, str]) -> None:
    with pytest.raises(FilesError):
        draft(texts)


@pytest.mark.parametrize("key", ['""', '"../x"', "7", '"a b"'])
def test_a_malformed_key_is_a_finding(key: str) -> None:
    found = draft(lucky.files(book=f'title = "x"\nkey = {key}\n'))
    (finding,) = found.findings
    assert (finding.file, finding.line, finding.key) == ("book.toml", 2, "key")


def test_a_zip_gives_its_files_with_or_without_a_folder_around_them() -> None:
    assert unpacked(lucky.zipped(lucky.files())) == lucky.files()
    assert unpacked(lucky.zipped(lucky.files(), "lucky/")) == lucky.files()


@pytest.mark.parametrize("packed", ["", "!", base64.b64encode(b"no zip").decode()])
def test_a_file_that_is_not_a_zip_is_refused(packed: str) -> None:
    with pytest.raises(FilesError):
        unpacked(packed)


def test_a_zip_that_grows_too_large_is_not_unpacked() -> None:
    with pytest.raises(FilesError, match="at most"):
        unpacked(lucky.zipped({"house.toml": "#" * (MOST_BYTES + 1)}))


def test_an_upload_leaves_nothing_on_the_machine() -> None:
    before = set(Path(tempfile.gettempdir()).glob("queenhigh-book-*"))
    draft(lucky.files())
    assert set(Path(tempfile.gettempdir()).glob("queenhigh-book-*")) <= before


@pytest.mark.parametrize("packing", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_damaged_zip_is_refused_however_it_is_packed(packing: int) -> None:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", packing) as archive:
        archive.writestr("book.toml", lucky.BOOK * 20)
    damaged = bytearray(content.getvalue())
    damaged[60:70] = b"\xff" * 10
    with pytest.raises(FilesError, match="not a readable zip"):
        unpacked(base64.b64encode(damaged).decode())


def test_a_base_that_is_not_text_is_a_finding() -> None:
    found = draft(lucky.files(house="extends = {}\n"))
    assert [(each.level, each.key) for each in found.findings] == [("wrong", "extends")]


def with_stated_size(packing: int, size: int, unpacks_to: bytes) -> str:
    """A zip that lies about the size of its only file."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", packing) as archive:
        archive.writestr("house.toml", unpacks_to)
    packed = bytearray(content.getvalue())
    for mark, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = packed.index(mark) + offset
        packed[at : at + 4] = size.to_bytes(4, "little")
    return base64.b64encode(packed).decode()


@pytest.mark.parametrize(
    "packing", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]
)
def test_a_zip_is_unpacked_only_as_far_as_it_says(packing: int) -> None:
    """Regression: 240 bytes of bzip2 took 600 MB, and a few kilobytes the service."""
    packed = with_stated_size(packing, 10, b"#" * 30_000_000)
    tracemalloc.start()
    try:
        with pytest.raises(FilesError, match="not a readable zip"):
            unpacked(packed)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 3 * len(packed) + 1_000_000


@pytest.mark.parametrize(
    ("start", "part"),
    [("", "a"), ("", '"a"'), ("", "'a'"), ("", '"\\""'), ("[", "a"), (" [[ ", "a\t")],
)
def test_a_key_of_very_many_parts_is_a_finding(start: str, part: str) -> None:
    """Regression: 30 kB of dotted keys took a gigabyte, 300 kB the service."""
    found = draft({"x.toml": f"extends = 'classic'\n{start}{f'{part} . ' * 10_000}b = 1\n"})
    assert [(each.line, each.message) for each in found.findings] == [
        (2, "not TOML: nested too deeply (at line 2, column 1)")
    ]


def test_a_sentence_may_have_many_dots() -> None:
    files = lucky.files(house=lucky.HOUSE + f"# {'a. ' * 20}{'. ' * 100}{'...' * 100}\n")
    assert draft(files).loads


def test_a_number_too_long_to_print_is_a_finding() -> None:
    """Regression: in hexadecimal it passed the limit on digits, and was answered with 500."""
    house = f"extends = 'classic'\n[ante.limits]\nminimum_cents = 0x{'f' * 5_000}\n"
    (finding,) = draft({"x.toml": house}).findings
    assert (finding.line, finding.value) == (3, "a number with thousands of digits")
