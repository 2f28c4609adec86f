"""Tax and currency: what is due, that it was done, and who a patron is."""

import asyncio
from datetime import date, timedelta
from typing import Annotated

import msgspec
from litestar import Controller, put
from litestar.params import JSONBody, QueryParameter

from ...floor.cash import CashReport, Direction
from ...floor.compliance import (
    AttestObligation,
    FileReport,
    ReadIdentity,
    RecordIdentity,
    TakeForm,
    decide_compliance,
    house_stream_of,
    stream_of,
)
from ...floor.identity import Identity, may_see
from ...floor.keyring import SealBroken
from ...floor.tax import Form
from ...house.calendar import calendar
from ...house.model import House
from ...table.event import carried_over
from ..errors import ServiceError, accepted
from ..executor import Decided
from ..floor_requests import PatronNamed, Short, Wish, checked, who
from ..floor_view import FloorView
from ..reports.report_pool import aside
from ..request_scope import Asked, TheFloor
from ..rights import act, needs, read, speaker
from .duty_pages import DutiesShown, duties, duties_asked

_USUAL_DAYS = 7
_MOST_DAYS = 400
OfPatron = RecordIdentity | ReadIdentity | TakeForm | FileReport
Reference = Annotated[str, msgspec.Meta(max_length=200, examples=["W2G-17"])]


class FormToTake(Wish, frozen=True, kw_only=True, forbid_unknown_fields=True):
    patron: Annotated[str, msgspec.Meta(max_length=64, examples=["ann"])]
    payout: Annotated[str, msgspec.Meta(max_length=200, examples=["pit-1@812/3/ante_bonus"])]
    form: Form
    reference: Reference
    withheld_cents: Annotated[int, msgspec.Meta(ge=0, le=10**12)] = 0


class ReportToFile(Wish, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A currency report, or an entry in the log of transactions."""

    patron: Annotated[str, msgspec.Meta(max_length=64, examples=["ann"])]
    day: date
    report: CashReport
    direction: Direction
    cents: Annotated[int, msgspec.Meta(ge=1, le=10**12, description="The day's total.")]
    reference: Reference


class Vouching(Wish, frozen=True, kw_only=True, forbid_unknown_fields=True):
    house: Annotated[str, msgspec.Meta(max_length=64, examples=["house"])]
    obligation: Annotated[str, msgspec.Meta(max_length=200, examples=["Title 31"])]
    reference: Annotated[Short, msgspec.Meta(examples=["programme of 2025"])]


class IdentityWritten(Wish, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole identity: fields that are left out are removed from the record."""

    legal_name: Short = ""
    address: Short = ""
    born: Annotated[Short, msgspec.Meta(examples=["1970-01-31"])] = ""
    document: Annotated[Short, msgspec.Meta(examples=["driver's licence"])] = ""
    document_number: Short = ""
    taxpayer_number: Short = ""
    country: Short = ""
    resident: bool = True


class IdentityKept(msgspec.Struct, frozen=True):
    """Which fields are on record now; reading them needs a reason."""

    patron: str
    fields: tuple[str, ...]
    resident: bool


class IdentityShown(msgspec.Struct, frozen=True):
    patron: str
    identity: Identity


class Compliance(Controller):
    path = "/api"
    tags = ("compliance",)

    @read("/compliance/duties", "compliance.see", "What is due and what is missing")
    @aside
    def duties(
        self,
        floor: TheFloor,
        since: Annotated[date | None, QueryParameter(name="from")] = None,
        until: Annotated[date | None, QueryParameter(name="to")] = None,
        patron: Annotated[str | None, QueryParameter(max_length=64)] = None,
    ) -> DutiesShown:
        """Forms and reports by gaming day (default: the last seven), and obligations of houses."""
        today = calendar(floor.cage.compliance).day(floor.cardroom.now())
        last = checked(until or today, "to")
        first = checked(since or last - timedelta(days=_USUAL_DAYS - 1), "from")
        if not timedelta() <= last - first <= timedelta(days=_MOST_DAYS):
            message = f"from: comes before to, and at most {_MOST_DAYS} days."
            raise ServiceError("request/invalid", message, 400, path="from")
        return duties(floor, first, last, patron)

    @act("/compliance/forms", "compliance.record", "Record a tax form")
    async def take_form(
        self, request: Asked, floor: TheFloor, data: JSONBody[FormToTake]
    ) -> DutiesShown:
        """Records that a tax form was taken; a payout that waited for it may be made."""
        said = who(request, floor, data)
        command = carried_over(TakeForm, data, patron=data.patron.lower(), **said)
        return await _of_patron(floor, command)

    @act("/compliance/reports", "compliance.record", "Record a filed report")
    async def file_report(
        self, request: Asked, floor: TheFloor, data: JSONBody[ReportToFile]
    ) -> DutiesShown:
        """Records that a currency report was filed, or the transaction log written."""
        checked(data.day)
        said = who(request, floor, data)
        command = carried_over(FileReport, data, patron=data.patron.lower(), **said)
        return await _of_patron(floor, command)

    @act("/compliance/obligations", "compliance.record", "Vouch for an obligation")
    async def vouch(self, request: Asked, floor: TheFloor, data: JSONBody[Vouching]) -> DutiesShown:
        """You vouch that an obligation from a document that the book only names is met."""
        house = _house(floor, data.house)
        command = carried_over(AttestObligation, data, **who(request, floor, data))

        def decide() -> Decided:
            return decide_compliance(house, (), (), command)

        accepted(await floor.cardroom.executor.act(house_stream_of(house), command, decide))
        today = calendar(floor.cage.compliance).day(command.at)
        return await aside(duties)(floor, today, today, None)

    @read("/patrons/{name:str}/identity", "identity.see", "Read a patron's identity")
    async def identity(
        self,
        request: Asked,
        floor: TheFloor,
        name: PatronNamed,
        why: Annotated[str, QueryParameter(min_length=1, max_length=200)],
    ) -> IdentityShown:
        """Needs a reason. That you looked, and why, is on record before you see anything."""
        patron, identities = name.lower(), floor.identities
        by, at = speaker(request.user), floor.cardroom.now()
        _check(floor, by)
        await _recorded(floor, ReadIdentity(patron=patron, why=why, by=by, at=at))
        try:
            found = await asyncio.to_thread(identities.get, patron)
        except SealBroken as error:
            raise ServiceError("identity/sealed", f"It cannot be opened: {error}.", 409) from None
        if found is None:
            message = f"{patron}'s identity was on record but is not kept here: enter it again."
            raise ServiceError("identity/lost", message, status=404)
        return IdentityShown(patron, found)

    @put(
        "/patrons/{name:str}/identity",
        guards=[needs("identity.see")],
        summary="Record a patron's identity",
    )
    async def identify(
        self,
        request: Asked,
        floor: TheFloor,
        name: PatronNamed,
        data: JSONBody[IdentityWritten],
    ) -> IdentityKept:
        """Sealed and kept outside the log, which says only which fields there are."""
        patron, identities, asks = name.lower(), floor.identities, who(request, floor, data)
        _check(floor, asks["by"])
        written = {n: getattr(data, n) for n in Identity.__struct_fields__}
        identity = Identity(**written)
        await _recorded(
            floor,
            RecordIdentity(
                patron=patron, fields=identity.fields, resident=identity.resident, **asks
            ),
        )
        await asyncio.to_thread(identities.put, patron, identity, asks["by"], asks["at"])
        return IdentityKept(patron, identity.fields, identity.resident)


def _check(floor: FloorView, by: str) -> None:
    if not may_see(floor.cage, by):
        raise ServiceError("rights/missing", "Only those who take forms may do that.", status=403)


def _house(floor: FloorView, key: str) -> House:
    for house in (floor.cage, *floor.houses().values()):
        if house.key == key:
            return house
    raise ServiceError("house/unknown", f"No table is of a house {key}.", 404, path="house")


async def _recorded(floor: FloorView, command: OfPatron) -> None:
    patron = command.patron

    def decide() -> Decided:
        asked = duties_asked(floor, command)
        return decide_compliance(floor.cage, asked, floor.compliance_of(patron), command)

    accepted(await floor.cardroom.executor.act(stream_of(patron), command, decide))


async def _of_patron(floor: FloorView, command: TakeForm | FileReport) -> DutiesShown:
    await _recorded(floor, command)
    day = calendar(floor.cage.compliance).day(command.at)
    first = min(day, command.day) if isinstance(command, FileReport) else day
    return await aside(duties)(floor, first, day, command.patron)
