"""Rule books and their mathematics: houses, clauses, figures of a house as one would have it."""

from datetime import datetime
from typing import Annotated, Any

import msgspec
from litestar import Controller, Response, get, post
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter

from ...house.catalogue import book_title, conventions, options, rulings
from ...house.catalogue import clauses as all_clauses
from ...house.comparison import Difference, differences
from ...house.errors import HouseError
from ...house.loader import BUILT_IN, built_in, make_house
from ...house.model import House
from ...house.registry import standings
from ...maths.analysis import Analysis, analyze
from ..cardroom import utc_now
from ..errors import ServiceError
from ..felt import Felt, felt
from ..rights import needs

Key = Annotated[str, PathParameter(description="A built-in house.", max_length=64)]


class HouseShown(msgspec.Struct, frozen=True):
    key: str
    name: str
    standing: str
    book: str
    book_title: str
    felt: Felt
    settings: dict[str, Any]


class ClauseShown(msgspec.Struct, frozen=True):
    id: str
    book: str
    ref: str
    topic: str
    text: str
    status: str
    places: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()


class SaidShown(msgspec.Struct, frozen=True):
    """A clause, a ruling or a convention, in words."""

    id: str
    kind: str
    title: str
    text: str


class OptionShown(msgspec.Struct, frozen=True):
    name: str
    about: str
    values: tuple[str, ...]
    value: Any
    rulings: tuple[str, ...]
    acts_on: str


class AnalysisWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A house with changes laid over it, table by table, as a house file would write them."""

    house: str
    changes: dict[str, Any] = {}
    seats: int = 1
    meter: int | None = None


class Houses(Controller):
    path = "/api"
    tags = ("rule books",)

    @get("/houses", guards=[needs("houses.read")], sync_to_thread=True, summary="The houses")
    def houses(self) -> list[HouseShown]:
        return [_shown(built_in(key)) for key in BUILT_IN]

    @get("/houses/{key:str}", guards=[needs("houses.read")], sync_to_thread=True)
    def house(self, key: Key) -> HouseShown:
        return _shown(_house(key))

    @get("/houses/{key:str}/rules", guards=[needs("houses.read")], sync_to_thread=True)
    def rules(self, key: Key) -> list[ClauseShown]:
        """Every clause of the book, and what became of it."""
        book = _house(key).book
        return [
            ClauseShown(
                each.clause.id,
                each.clause.book,
                each.clause.ref,
                each.clause.topic,
                each.clause.gist,
                each.status,
                each.places,
                each.tests,
            )
            for each in standings()
            if each.clause.book == book
        ]

    @get("/houses/{key:str}/options", guards=[needs("houses.read")], sync_to_thread=True)
    def options(self, key: Key) -> list[OptionShown]:
        """What the book leaves open, how this house decides it, and by which ruling."""
        house = _house(key)
        return [
            OptionShown(
                name,
                entry.about,
                entry.values,
                msgspec.to_builtins(getattr(house.options, name, None)),
                house.rulings_on(name),
                entry.acts_on,
            )
            for name, entry in options().items()
        ]

    @get("/clauses/{identity:str}", guards=[needs("houses.read")], sync_to_thread=True)
    def clause(self, identity: Annotated[str, PathParameter(max_length=64)]) -> SaidShown:
        """What a clause, a ruling or a convention says."""
        if clause := all_clauses().get(identity):
            title = f"{book_title(clause.book)}, {clause.ref}"
            return SaidShown(identity, "clause", title, clause.gist)
        if ruling := rulings().get(identity):
            return SaidShown(identity, "ruling", ruling.title, ruling.taken)
        if convention := conventions().get(identity):
            return SaidShown(identity, "convention", convention.gap, convention.value)
        raise ServiceError("clause/unknown", f"There is no clause {identity}.", status=404)

    @get("/houses/{key:str}/analysis", guards=[needs("houses.read")], sync_to_thread=True)
    def analysis(
        self,
        key: Key,
        seats: Annotated[int, QueryParameter(ge=1, le=7)] = 1,
        meter: Annotated[int | None, QueryParameter(ge=0)] = None,
    ) -> Analysis:
        """Exact figures, wager by wager."""
        return _analysis(_house(key), seats, meter)

    @post("/analysis", guards=[needs("analysis.run")], sync_to_thread=True, status_code=200)
    def analyse(self, data: JSONBody[AnalysisWanted]) -> Analysis:
        """Exact figures of a house as you would have it; what cannot be is refused with its key."""
        base = msgspec.to_builtins(_house(data.house))
        return _analysis(make_house([base, data.changes]), data.seats, data.meter)

    @get("/compare", guards=[needs("houses.read")], sync_to_thread=True)
    def compare(self, houses: FromQuery[list[str]]) -> list[Difference]:
        """Setting by setting, where the houses differ."""
        if len(houses) < 2:
            raise ServiceError("compare/one", "Name at least two houses.", status=400)
        return differences({key: _house(key) for key in houses})

    @get("/houses/{key:str}/par.pdf", guards=[needs("analysis.run")], sync_to_thread=True,
         media_type="application/pdf")  # fmt: skip
    def par(self, key: Key) -> Response[bytes]:
        """The PAR sheet, as a PDF."""
        from ...maths.par import par_sheet
        from ...maths.par_files import as_pdf

        house = _house(key)
        bets: dict[str, int] = {w: house.limit(w).minimum_cents for w in house.wagers}
        sheet = par_sheet(house, _today(), bets=bets)
        headers = {"content-disposition": f'attachment; filename="par-{key}.pdf"'}
        return Response(as_pdf(sheet), media_type="application/pdf", headers=headers)


def _today() -> Any:
    now: datetime = utc_now()
    return now.date()


def _house(key: str) -> House:
    if key not in BUILT_IN:
        message = f"There is no house {key} (there are {', '.join(BUILT_IN)})."
        raise ServiceError("house/unknown", message, status=404)
    return built_in(key)


def _shown(house: House) -> HouseShown:
    settings: dict[str, Any] = msgspec.to_builtins(house)
    title = book_title(house.book)
    return HouseShown(
        house.key, house.name, house.standing, house.book, title, felt(house), settings
    )


def _analysis(house: House, seats: int, meter: int | None) -> Analysis:
    try:
        return analyze(house, seats, meter)
    except HouseError:
        raise
    except ValueError as error:
        raise ServiceError("analysis/impossible", str(error), status=400) from None
