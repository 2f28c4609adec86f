"""Tax and currency: duties, their records, and patrons' identities."""

import asyncio
from datetime import date, datetime, timedelta
from functools import partial
from typing import Annotated, Final

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
from ...house.plain_data import carried_over
from ...table.command_form import RequestForm, ask, fields_asked
from ..errors import RefusedField, ServiceError, accepted
from ..executor import Decided
from ..floor_requests import PatronNamed, Short, Wish, checked, who
from ..floor_view import FloorView
from ..reports.report_pool import aside
from ..request_scope import Asked, TheFloor
from ..rights import act, needs, read, speaker
from .duty_pages import DutiesShown, duties, duties_asked

_USUAL_DAYS = 7
_MOST_DAYS = 400
OfIdentity = RecordIdentity | ReadIdentity
OfPatron = OfIdentity | TakeForm | FileReport
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


_IDENTITY: Final = RequestForm(
    title="Identity",
    verb="Save sealed",
    about="Fields left empty are removed from the record.",
    fields=fields_asked(
        IdentityWritten,
        (
            ask("legal_name", "Legal name", required=False),
            ask("address", "Address", required=False),
            ask("born", "Date of birth", required=False, hint="Year first, as in 1970-01-31."),
            ask("document", "Document that was seen", required=False),
            ask("document_number", "The document's number", required=False),
            ask("taxpayer_number", "Taxpayer number", required=False),
            ask("country", "Country", required=False),
            ask("resident", "Resident of the United States", initial=True),
        ),
    ),
)


class IdentityKept(msgspec.Struct, frozen=True):
    """The fields that are now on record; reading them needs a reason."""

    patron: str
    fields: tuple[str, ...]
    resident: bool


class IdentityShown(msgspec.Struct, frozen=True):
    patron: str
    identity: Identity


class Compliance(Controller):
    path = "/api"
    tags = ("compliance",)

    @read("/compliance/duties", "compliance.see", "Obligations: due and missing")
    @aside
    def duties(
        self,
        floor: TheFloor,
        since: Annotated[date | None, QueryParameter(name="from")] = None,
        until: Annotated[date | None, QueryParameter(name="to")] = None,
        patron: Annotated[str | None, QueryParameter(max_length=64)] = None,
    ) -> DutiesShown:
        """Forms and reports by gaming day (default: the last seven), and houses' obligations."""
        today = _day(floor, floor.cardroom.now())
        last = checked(until or today, "to")
        first = checked(since or last - timedelta(days=_USUAL_DAYS - 1), "from")
        if not timedelta() <= last - first <= timedelta(days=_MOST_DAYS):
            message = f"from: must not be after to, and at most {_MOST_DAYS} days before it."
            raise ServiceError("request/invalid", message, 400, path="from")
        return duties(floor, first, last, patron)

    @act("/compliance/forms", "compliance.record", "Record a tax form")
    async def take_form(
        self, request: Asked, floor: TheFloor, data: JSONBody[FormToTake]
    ) -> DutiesShown:
        """Records that a tax form was taken; a payout that waited for it may then be made."""
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

    @act("/compliance/obligations", "compliance.record", "Confirm that an obligation is met")
    async def vouch(self, request: Asked, floor: TheFloor, data: JSONBody[Vouching]) -> DutiesShown:
        """Confirms an obligation from a document that the book names but does not contain."""
        house = await asyncio.to_thread(_house, floor, data.house)
        command = carried_over(AttestObligation, data, **who(request, floor, data))
        decide = partial(decide_compliance, house, (), (), command)
        accepted(await floor.cardroom.executor.act(house_stream_of(house), command, decide))
        today = await asyncio.to_thread(_day, floor, command.at)
        return await aside(duties)(floor, today, today, None)

    @read("/compliance/identity", "identity.see", "Form of an identity")
    async def identity_form(self) -> RequestForm:
        """The fields of a patron's identity, empty."""
        return _IDENTITY

    @read("/patrons/{name:str}/identity", "identity.see", "Read a patron's identity")
    async def identity(
        self,
        request: Asked,
        floor: TheFloor,
        name: PatronNamed,
        why: Annotated[str, QueryParameter(min_length=1, max_length=200)],
    ) -> IdentityShown:
        """Requires a reason; your access is logged first."""
        patron, identities = name.lower(), floor.identities
        by, at = speaker(request.user), floor.cardroom.now()
        await _recorded(floor, ReadIdentity(patron=patron, why=why, by=by, at=at))
        try:
            found = await asyncio.to_thread(identities.get, patron)
        except SealBroken as error:
            raise ServiceError(
                "identity/sealed", f"The identity cannot be decrypted: {error}.", 409
            ) from None
        if found is None:
            message = f"{patron}'s identity was recorded, but is not stored here: enter it again."
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
        """Sealed and kept outside the log; the log has only the field names."""
        patron, identities, asks = name.lower(), floor.identities, who(request, floor, data)
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


def _house(floor: FloorView, key: str) -> House:
    for house in (floor.cage, *floor.houses().values()):
        if house.key == key:
            return house
    raise ServiceError("house/unknown", f"No table uses a house {key}.", 404, path="house")


def _day(floor: FloorView, at: datetime) -> date:
    """The gaming day. It may have to read the cage's house: call it in a thread."""
    return calendar(floor.cage.compliance).day(at)


async def _recorded(floor: FloorView, command: OfPatron) -> None:
    stream, decide = stream_of(command.patron), partial(_decide, floor, command)
    accepted(await floor.cardroom.executor.act(stream, command, decide))


def _decide(floor: FloorView, command: OfPatron) -> Decided:
    if isinstance(command, OfIdentity) and not may_see(floor.cage, command.by):
        message = "Only people who may take forms may do that."
        return RefusedField("rights/missing", message, status=403)
    asked = duties_asked(floor, command)
    return decide_compliance(floor.cage, asked, floor.compliance_of(command.patron), command)


async def _of_patron(floor: FloorView, command: TakeForm | FileReport) -> DutiesShown:
    await _recorded(floor, command)
    day = await asyncio.to_thread(_day, floor, command.at)
    first = min(day, command.day) if isinstance(command, FileReport) else day
    return await aside(duties)(floor, first, day, command.patron)
