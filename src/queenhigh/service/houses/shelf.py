"""The houses that this service knows: built in, from the configured folders, and uploaded."""

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from ...floor.book_editions import STREAM, AnyBookEvent, Edition, Editions, follow_editions, offered
from ...house.errors import HouseError
from ...house.linter import lint_house
from ...house.loader import built_in, built_in_keys, houses_in, path_of, read_house
from ...house.model import House
from ...store.chain import digest
from ...store.records import Store
from ...store.upcasts import upcast
from ..errors import ServiceError
from .book_upload import BookFinding, draft, finding_of

Source = Literal["built_in", "folder", "upload"]
_events: msgspec.json.Decoder[AnyBookEvent] = msgspec.json.Decoder(AnyBookEvent)


class Shelved(msgspec.Struct, frozen=True):
    house: House
    source: Source
    edition: Edition | None = None  # Only for uploads.

    @property
    def version(self) -> int:
        return self.edition.uploaded.version if self.edition else 0


def houses_at(places: Sequence[str]) -> dict[str, tuple[House, Path]]:
    """Every named house file, and every house of every book in the folders, by key.

    Raises HouseError for an invalid house.
    """
    found: dict[str, tuple[House, Path]] = {}
    for path in (file for place in map(Path, places) for file in _house_files(place)):
        house = read_house(path)
        if house.key in found or house.key in built_in_keys():
            raise ValueError(f"books: {path}: there is a house {house.key} already")
        found[house.key] = house, path
    return found


def _house_files(place: Path) -> list[Path]:
    if place.is_file():
        return [place]
    if not place.is_dir():
        raise ValueError(f"books: there is no folder or house file {place}")
    books = [place, *sorted(each for each in place.iterdir() if each.is_dir())]
    return list(houses_in(*books).values())


class Shelf:
    def __init__(self, store: Store, places: Sequence[str] = ()):
        self._store = store
        self._of_folders = houses_at(places)
        self._editions: Editions = {}
        self._read = 0  # Records of the stream read so far.
        self._uploaded: dict[tuple[str, int], dict[str, House]] = {}
        self._turn = threading.Lock()

    # Houses

    def all(self) -> list[Shelved]:
        """All houses in listing order. Call this in a thread: it reads the log."""
        built = [Shelved(built_in(key), "built_in") for key in built_in_keys()]
        folders = [Shelved(house, "folder") for house, _ in self._of_folders.values()]
        return [*built, *folders, *self._uploads()]

    def of_folders(self) -> dict[str, str]:
        """The hash of each house from a folder or file, by key."""
        found = ((key, path) for key, (_, path) in self._of_folders.items())
        return {key: digest(path.read_bytes()) for key, path in found}

    def find(self, key: str) -> Shelved | None:
        if key in built_in_keys():
            return Shelved(built_in(key), "built_in")
        if key in self._of_folders:
            return Shelved(self._of_folders[key][0], "folder")
        return next((each for each in self._uploads() if each.house.key == key), None)

    def shelved(self, key: str) -> Shelved:
        if found := self.find(key):
            return found
        there = ", ".join(each.house.key for each in self.all())
        message = f"There is no house {key} (there are {there})."
        raise ServiceError("house/unknown", message, status=404, path="house")

    def house(self, key: str) -> House:
        """A house from the shelf only, since clients must not read files."""
        return self.shelved(key).house

    def taken(self, but: str) -> set[str]:
        """The keys of all houses except those of this uploaded book."""
        others = {
            each.key
            for edition in offered(self.editions())
            if edition.uploaded.book != but
            for each in edition.uploaded.houses
        }
        return {*built_in_keys(), *self._of_folders, *others}

    def findings(self, key: str) -> list[BookFinding]:
        """The linter's findings on a house and, if it is the book's own house, on the book."""
        shelved = self.shelved(key)
        if shelved.edition:
            return list(draft(shelved.edition.uploaded.files).findings)
        path = self._of_folders[key][1] if shelved.source == "folder" else path_of(key)
        return [finding_of(each, path) for each in lint_house(str(path))]

    # Uploaded books

    def editions(self) -> Editions:
        """All editions, up to date with the log."""
        with self._turn:
            records = self._store.records(STREAM, self._read)
            if records:
                events = [_events.decode(upcast(each.event)) for each in records]
                self._editions = follow_editions(self._editions, events)
                self._read += len(records)
            return self._editions

    def edition(self, book: str, version: int) -> Edition:
        found = self.editions().get((book, version))
        if found is None:
            message = f"There is no version {version} of a book {book}."
            raise ServiceError("book/unknown", message, status=404)
        return found

    def _uploads(self) -> Iterator[Shelved]:
        for edition in offered(self.editions()):
            for house in self._houses_of(edition).values():
                yield Shelved(house, "upload", edition)

    def _houses_of(self, edition: Edition) -> dict[str, House]:
        """The edition's houses, read once; none if this version of the program cannot read them."""
        if edition.id not in self._uploaded:
            try:
                self._uploaded[edition.id] = draft(edition.uploaded.files).houses
            except (HouseError, ValueError):
                self._uploaded[edition.id] = {}
        return self._uploaded[edition.id]
