"""Rule books and their mathematics: houses, clauses, exact figures of a house with changes."""

from collections.abc import Iterable
from typing import Annotated

import msgspec
from litestar import Controller, Response
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter

from ...extras import need_figures
from ...house.book import Book, Ruling
from ...house.book_index import paths_of
from ...house.catalogue import conventions, rulings_of
from ...house.comparison import Difference, differences
from ...house.errors import HouseError
from ...house.loader import with_options, with_settings
from ...house.model import House
from ...house.options import (
    chosen_reading,
    option_ids,
    option_name,
    option_subject,
    options_of,
)
from ...house.plain_data import Raw, SettingValue, carried_over
from ...house.registry import standings
from ...house.seats import MOST_SEATS
from ...wagers.setting_words import setting_title, value_in_words
from ..errors import ServiceError
from ..reports.report_pool import figured
from ..request_scope import TheLobby
from ..rights import act, paper, read
from ..tables.felt import Felt, felt
from .book_upload import BookFinding
from .border_hands import BorderHand, border_hands
from .changeable_settings import SettingGroup, changeable_settings
from .departures import Departure, departures_of
from .house_figures import AnalysisShown, shown
from .par_paper import par_pdf
from .shelf import Shelved, Source

HouseKey = Annotated[str, PathParameter(description="A house, by its key.", max_length=64)]


class CellShown(msgspec.Struct, frozen=True):
    """A setting of one house, with the clauses it rests on or departs from."""

    value: SettingValue
    value_in_words: str
    cites: tuple[str, ...]
    departs_from: tuple[str, ...]


class DifferenceShown(msgspec.Struct, frozen=True):
    setting: str
    title: str
    cells: dict[str, CellShown]  # By the key of the house.


class HouseShown(msgspec.Struct, frozen=True, kw_only=True):
    key: str
    name: str
    standing: str
    book: str
    book_title: str
    language: str
    currency: str
    source: Source
    version: int  # Of an uploaded book; 0 otherwise.
    felt: Felt
    departures: list[Departure]
    settings: dict[str, SettingValue]


class ClauseShown(msgspec.Struct, frozen=True):
    id: str
    book: str
    ref: str
    topic: str
    text: str
    status: str
    departed: bool  # The house departs from it, and says so.
    places: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()


class SaidShown(msgspec.Struct, frozen=True):
    """The text of a clause, a ruling or a convention."""

    id: str
    kind: str
    title: str
    text: str


class RulingShown(msgspec.Struct, frozen=True, kw_only=True):
    """A contradiction or gap in the book, and the reading chosen."""

    id: str
    title: str
    question: str
    clauses: tuple[str, ...]
    considered: tuple[str, ...]
    taken: str
    options: tuple[str, ...]


class OptionShown(msgspec.Struct, frozen=True):
    name: str
    title: str  # The name for people.
    about: str
    values: tuple[str, ...]
    value: SettingValue
    rulings: tuple[str, ...]
    acts_on: str


class AnalysisWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A house with changes, table by table, as in a house file."""

    house: str
    changes: Raw = {}
    seats: int = 1
    meter: int | None = None
    meters: dict[str, int] = {}


class Houses(Controller):
    path = "/api"
    tags = ("rule books",)

    @read("/houses", "houses.read", "The houses", in_thread=True)
    def houses(self, lobby: TheLobby) -> list[HouseShown]:
        """The built-in houses, those in the configured folders, and approved uploads."""
        return [_shown(each) for each in lobby.shelf.all()]

    @read("/houses/{key:str}", "houses.read", "One house", in_thread=True)
    def house(self, lobby: TheLobby, key: HouseKey) -> HouseShown:
        """Its name, book, currency and felt: what a page needs to introduce it."""
        return _shown(lobby.shelf.shelved(key))

    @read("/houses/{key:str}/felt", "houses.read", "The felt of a house", in_thread=True)
    def felt(self, lobby: TheLobby, key: HouseKey) -> Felt:
        """What is printed on its tables."""
        return felt(lobby.shelf.house(key))

    @read(
        "/houses/{key:str}/rules", "houses.read", "The rule book, clause by clause", in_thread=True
    )
    def rules(self, lobby: TheLobby, key: HouseKey) -> list[ClauseShown]:
        """Every clause of the book, with its status in the program."""
        house = lobby.shelf.house(key)
        left = {each for found in departures_of(house) for each in found.departs_from}
        return [
            ClauseShown(
                each.clause.id,
                each.book,
                each.clause.ref,
                each.clause.topic,
                each.clause.gist,
                each.status,
                each.clause.id in left,
                each.places,
                each.tests,
            )
            for each in standings(house.book, house.amends)
        ]

    @read("/houses/{key:str}/rulings", "houses.read", "Rulings of a house", in_thread=True)
    def rulings(self, lobby: TheLobby, key: HouseKey) -> list[RulingShown]:
        """Where the book contradicts itself or says nothing, and how it is read here."""
        book = lobby.shelf.house(key).book
        return [_ruling(book, each) for each in rulings_of(book).values()]

    @read("/houses/{key:str}/lint", "houses.read", "Findings on a house", in_thread=True)
    def lint(self, lobby: TheLobby, key: HouseKey) -> list[BookFinding]:
        """Findings on the house file: departures, gaps, contested points."""
        return lobby.shelf.findings(key)

    @read("/houses/{key:str}/options", "houses.read", "Options of a house", in_thread=True)
    def options(self, lobby: TheLobby, key: HouseKey) -> list[OptionShown]:
        """What the book leaves open, how this house decides it, and the ruling."""
        house = lobby.shelf.house(key)
        return [
            _option(house, name, rulings)
            for name, rulings in options_of(house.book.rulings).items()
        ]

    @read("/houses/{key:str}/changeable", "houses.read", "What moves the figures", in_thread=True)
    def changeable(self, lobby: TheLobby, key: HouseKey) -> list[SettingGroup]:
        """The settings of a house on which its exact figures depend, each as a field of a form."""
        return changeable_settings(lobby.shelf.house(key))

    @read("/clauses/{identity:str}", "houses.read", "A clause in words", in_thread=True)
    def clause(
        self,
        lobby: TheLobby,
        identity: Annotated[str, PathParameter(max_length=64)],
        house: Annotated[
            str,
            QueryParameter(description="The house, if several books have a clause with this id."),
        ] = "",
    ) -> SaidShown:
        """What a clause, a ruling or a convention says."""
        if house:
            books = [lobby.shelf.house(house).book]
        else:
            books = [each.house.book for each in lobby.shelf.all()]
        return what_is_said(books, identity)

    @read("/houses/{key:str}/analysis", "houses.read", "Exact figures of a house", in_thread=True)
    def analysis(
        self,
        lobby: TheLobby,
        key: HouseKey,
        seats: Annotated[int, QueryParameter(ge=1, le=MOST_SEATS)] = 1,
        meter: Annotated[int | None, QueryParameter(ge=0)] = None,
    ) -> AnalysisShown:
        """Exact figures, wager by wager."""
        return _analysis(lobby.shelf.house(key), seats, meter, {})

    @read(
        "/houses/{key:str}/border-hands", "houses.read", "Hands near the threshold", in_thread=True
    )
    def border_hands(
        self,
        lobby: TheLobby,
        key: HouseKey,
        count: Annotated[int, QueryParameter(ge=1, le=50)] = 10,
    ) -> list[BorderHand]:
        """Random practice hands on which playing and folding are worth nearly the same."""
        return border_hands(lobby.shelf.house(key), count, lobby.cardroom.chance)

    @act("/analysis", "analysis.run", "Figures of a modified house")
    @figured
    def analyse(self, lobby: TheLobby, data: JSONBody[AnalysisWanted]) -> AnalysisShown:
        """Exact figures with your changes; an impossible setting is refused with its key."""
        house = _changed(lobby.shelf.house(data.house), data.changes)
        return _analysis(house, data.seats, data.meter, data.meters)

    @read("/compare", "houses.read", "Compare houses", in_thread=True)
    def compare(self, lobby: TheLobby, houses: FromQuery[list[str]]) -> list[DifferenceShown]:
        """The differences between the houses, setting by setting."""
        if len(houses) < 2:
            raise ServiceError("compare/one", "Name at least two houses.", status=400)
        compared = {key: lobby.shelf.house(key) for key in houses}
        return [difference_shown(compared, each) for each in differences(compared)]

    @paper("/houses/{key:str}/par.pdf", "analysis.run", "application/pdf", "PAR sheet as a PDF")
    @figured
    def par(self, lobby: TheLobby, key: HouseKey) -> Response[bytes]:
        """The mathematics of the house on paper."""
        need_figures()
        headers = {"content-disposition": f'attachment; filename="par-{key}.pdf"'}
        written = par_pdf(lobby.shelf.house(key))
        return Response(written, media_type="application/pdf", headers=headers)


def _shown(shelved: Shelved) -> HouseShown:
    house = shelved.house
    return HouseShown(
        key=house.key,
        name=house.called,
        standing=house.standing,
        book=house.book.key,
        book_title=house.book.title,
        language=house.language,
        currency=house.currency,
        source=shelved.source,
        version=shelved.version,
        felt=felt(house),
        departures=departures_of(house),
        settings=msgspec.to_builtins(house),
    )


def difference_shown(houses: dict[str, House], found: Difference) -> DifferenceShown:
    path = found.setting
    whose = next(house for house in houses.values() if path in house.settings)
    cells = {
        key: CellShown(
            cell.value,
            value_in_words(houses[key], path, cell.value),
            cell.cites,
            cell.departs_from or (),
        )
        for key, cell in found.cells.items()
    }
    return DifferenceShown(path, setting_title(whose, path), cells)


def _ruling(book: Book, ruling: Ruling) -> RulingShown:
    options = (each.option for each in book.rulings if each.id == ruling.id and each.option)
    return carried_over(
        RulingShown, ruling, taken=ruling.taken, options=tuple(dict.fromkeys(options))
    )


def _option(house: House, name: str, rulings: tuple[Ruling, ...]) -> OptionShown:
    first = rulings[0]
    paths = dict.fromkeys(path for ruling in rulings for path in paths_of(ruling))
    value: object = chosen_reading(first, house.settings)
    if first.parameter and value is None:
        value = house.settings.get(first.parameter.path)
    return OptionShown(
        name,
        option_name(rulings),
        option_subject(rulings),
        tuple(first.readings),
        value,
        option_ids(rulings),
        ", ".join(paths),
    )


def what_is_said(books: Iterable[Book], identity: str) -> SaidShown:
    found = (_said(book, identity) for book in books)
    said = next((each for each in found if each), None) or _usual(identity)
    if said is None:
        raise ServiceError("clause/unknown", f"There is no clause {identity}.", status=404)
    return said


def _said(book: Book, identity: str) -> SaidShown | None:
    if clause := book.by_id.get(identity):
        title = f"{book.title}, {clause.ref}" if clause.ref else book.title
        return SaidShown(identity, "clause", title, clause.gist)
    if ruling := rulings_of(book).get(identity):
        return SaidShown(identity, "ruling", ruling.title, ruling.taken)
    return None


def _usual(identity: str) -> SaidShown | None:
    convention = conventions().get(identity)
    if convention is None:
        return None
    return SaidShown(identity, "convention", convention.gap, convention.value)


def _changed(house: House, changes: Raw) -> House:
    own = {name: value for name, value in changes.items() if name != "options"}
    options = changes.get("options", {})
    if own:
        house = with_settings(house, own)
    return with_options(house, msgspec.json.encode(options)) if options else house


def _analysis(house: House, seats: int, meter: int | None, meters: dict[str, int]) -> AnalysisShown:
    need_figures()
    from ...maths.analysis.analysis import analyze

    try:
        return shown(analyze(house, seats, meter, meters=meters))
    except HouseError:
        raise
    except ValueError as error:
        raise ServiceError("analysis/impossible", str(error), status=400) from None
