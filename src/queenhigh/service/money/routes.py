"""Money away from the tables: patrons' balances with the house, and the meters."""

import asyncio
from typing import Annotated, Literal

import msgspec
from litestar import Controller
from litestar.params import JSONBody, PathParameter, QueryParameter

from ...money.accounts import in_words, may_go_below_zero
from ...money.patrons import (
    REQUEST_LASTS,
    AnyPatronCommand,
    AskCashOut,
    CashOut,
    Deposit,
    TakeBackCashOut,
)
from ...wire.messages import CashOutPaid, CashOutWanted, MeterShown, Purse, SeatHeld
from ...wire.requests import Identity
from ..errors import ServiceError, accepted
from ..floor_requests import Wish, who
from ..people import display_names
from ..people.routes import Desk
from ..policy import is_patron
from ..request_scope import Asked, TheConfig, TheFloor, TheLobby
from ..rights import act, read

Name = Annotated[str, PathParameter(max_length=64)]


class MoneyAsked(Wish, frozen=True, kw_only=True, forbid_unknown_fields=True):
    cents: Annotated[int, msgspec.Meta(ge=1, le=10**12, examples=[20_000])]


class MoneyMoved(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cents: Annotated[int, msgspec.Meta(ge=1, le=10**12, examples=[50_000])]
    how: Literal["cash", "check", "wire"] = "cash"
    reference: Annotated[str, msgspec.Meta(max_length=200)] = ""
    id: Identity = ""


class DepositTaken(MoneyMoved, frozen=True, forbid_unknown_fields=True):
    """`seen` is the patron's `known_as`, as read by the person who takes the money."""

    seen: Annotated[str, msgspec.Meta(max_length=200, examples=["Ann Example"])] = ""


class PatronShown(msgspec.Struct, frozen=True):
    name: str
    display: str
    known_as: str  # With the name in the books if somebody else's display name looks the same.


class CashOutToPay(msgspec.Struct, frozen=True):
    """An open cash-out request, with the patron's balance."""

    patron: str
    known_as: str
    money_cents: int
    wanted: CashOutWanted


class AccountShown(msgspec.Struct, frozen=True):
    account: str
    words: str
    cents: int
    may_owe: bool


class Money(Controller):
    path = "/api"
    tags = ("money",)

    @read("/me/purse", "results.own", "Your money with the house")
    async def own(self, request: Asked, lobby: TheLobby) -> Purse:
        """Money and play money, separately; chips at tables are not included."""
        return await _purse(lobby, request.user.name)

    @act("/me/cash-outs", "cash_outs.own", "Request a cash-out")
    async def ask(self, request: Asked, lobby: TheLobby, data: JSONBody[MoneyAsked]) -> Purse:
        """It is valid for one day, and replaces your earlier request."""
        return await _asked(request, lobby, request.user.name, data)

    @act("/me/cash-outs/withdrawal", "cash_outs.own", "Withdraw your cash-out request")
    async def take_back(self, request: Asked, lobby: TheLobby, data: JSONBody[Wish]) -> Purse:
        """This also works if the floor asked for you. The cage then pays nothing."""
        return await _asked(request, lobby, request.user.name, data)

    @read("/me/seats", "results.own", "Your seats")
    async def seats(self, request: Asked, lobby: TheLobby) -> list[SeatHeld]:
        """The tables where you sit, your chips there, and whether a hand awaits your decision."""
        return lobby.seats_of(request.user.name)

    @act("/me/play-money", "tables.play", "Refill play money")
    async def refill(
        self,
        request: Asked,
        lobby: TheLobby,
        config: TheConfig,
    ) -> Purse:
        """For a player who has run out of play money."""
        name = request.user.name
        accepted(await lobby.patrons.refill(name, config.guest_money_cents))
        return await _purse(lobby, name)

    @read("/patrons/{name:str}", "patrons.see", "Who a patron is")
    async def patron(self, desk: Desk, name: Name) -> PatronShown:
        """The name by which the patron is known: check it before you take money for them."""
        found = await desk.find_in_books(name)
        return PatronShown(found.name, found.display, await desk.known_as(found))

    @read("/patrons/{name:str}/purse", "patrons.see", "A patron's money")
    async def purse(self, lobby: TheLobby, desk: Desk, name: Name) -> Purse:
        """A patron's balance with the house; chips at tables are not included."""
        return await _purse(lobby, name.lower())

    @act("/patrons/{name:str}/deposits", "cage.move", "Take a deposit")
    async def deposit(
        self,
        request: Asked,
        lobby: TheLobby,
        desk: Desk,
        name: Name,
        data: JSONBody[DepositTaken],
    ) -> Purse:
        """Takes in money at the cage. Sent twice with the same id, it happens once.

        `seen` is the name by which the patron is known: a check, so that a typing error or an
        identical display name does not give the money to somebody else.
        """
        patron = await _patron(desk, name, data.seen)
        return await _moved(request, lobby, Deposit, patron, data)

    @read("/cage/cash-outs", "cage.see", "Open cash-out requests")
    async def wanted(self, lobby: TheLobby, floor: TheFloor, desk: Desk) -> list[CashOutToPay]:
        """Unpaid requests of the last day, by patrons or the floor, oldest first."""
        return await _to_pay(lobby, floor, desk)

    @act(
        "/patrons/{name:str}/cash-outs/request", "cash_outs.ask", "Request a cash-out for a patron"
    )
    async def ask_for(
        self, request: Asked, lobby: TheLobby, desk: Desk, name: Name, data: JSONBody[MoneyAsked]
    ) -> Purse:
        """For a walk-in, or a patron at the window: the cage pays only what others ask for."""
        return await _asked(request, lobby, name.lower(), data)

    @act(
        "/patrons/{name:str}/cash-outs/withdrawal",
        "cash_outs.ask",
        "Withdraw a patron's cash-out request",
    )
    async def take_back_for(
        self, request: Asked, lobby: TheLobby, desk: Desk, name: Name, data: JSONBody[Wish]
    ) -> Purse:
        """This also works if the patron asked. The cage then pays nothing."""
        return await _asked(request, lobby, name.lower(), data)

    @act("/patrons/{name:str}/cash-outs", "cage.move", "Pay a patron out")
    async def cash_out(
        self,
        request: Asked,
        lobby: TheLobby,
        desk: Desk,
        name: Name,
        data: JSONBody[MoneyMoved],
    ) -> Purse:
        """Pays a requested amount, in full or in part.

        Sent twice with the same id, it happens once.
        """
        return await _moved(request, lobby, CashOut, name.lower(), data)

    @read("/accounts", "patrons.see", "The books of the house", in_thread=True)
    def books(
        self,
        lobby: TheLobby,
        prefix: Annotated[str, QueryParameter(max_length=100)] = "",
    ) -> list[AccountShown]:
        """Every account and its balance."""
        found = lobby.store.balances(prefix)
        return [
            AccountShown(name, in_words(name), cents, may_go_below_zero(name))
            for name, cents in sorted(found.items())
        ]

    @read("/meters", "tables.list", "Progressive meters")
    async def meters(self, lobby: TheLobby) -> list[MeterShown]:
        """Meter, reserve, jackpot and overflow of each link, and its tables."""
        return await lobby.links.all()


async def _patron(desk: Desk, name: str, seen: str) -> str:
    """Only registered patrons and names with a balance have money to move."""
    found = await desk.find_in_books(name)
    if not is_patron(found):
        message = f"{found.name} is not a registered patron and has no balance here."
        raise ServiceError("money/no_patron", message, status=409, path="name")
    known_as = await desk.known_as(found)
    if seen != known_as:
        message = (
            f"{found.name} is known as {known_as}. Check that this is the patron, and send that"
            " name as seen."
        )
        raise ServiceError("money/look_again", message, status=409, path="seen")
    return found.name


async def _moved(
    request: Asked,
    lobby: TheLobby,
    kind: type[Deposit] | type[CashOut],
    patron: str,
    data: MoneyMoved,
) -> Purse:
    command = kind(
        **who(request, lobby, data),
        patron=patron,
        cents=data.cents,
        how=data.how,
        reference=_plain(data.reference),
    )
    accepted(await lobby.patrons.act(command))
    return await _purse(lobby, patron)


async def _asked(request: Asked, lobby: TheLobby, patron: str, data: Wish) -> Purse:
    said = who(request, lobby, data)
    command: AnyPatronCommand = TakeBackCashOut(**said, patron=patron)
    if isinstance(data, MoneyAsked):
        command = AskCashOut(**said, patron=patron, cents=data.cents)
    accepted(await lobby.patrons.act(command))
    return await _purse(lobby, patron)


async def _to_pay(lobby: TheLobby, floor: TheFloor, desk: Desk) -> list[CashOutToPay]:
    found, since = [], lobby.cardroom.now() - REQUEST_LASTS
    for name in await asyncio.to_thread(lambda: floor.now().asked_for_money(since)):
        purse = await _purse(lobby, name)
        if purse.cash_out:
            known = await asyncio.to_thread(desk.people.find, name)
            known_as = await desk.known_as(known) if known else name
            found.append(CashOutToPay(name, known_as, purse.money_cents, purse.cash_out))
    return sorted(found, key=lambda each: each.wanted.at)


async def _purse(lobby: TheLobby, name: str) -> Purse:
    account = await asyncio.to_thread(lobby.patrons.account, name)
    asked, paid = account.asked_at(lobby.cardroom.now()), account.paid
    return Purse(
        name,
        await lobby.patrons.balance(name, play_money=False),
        await lobby.patrons.balance(name, play_money=True),
        CashOutWanted(asked.cents, asked.by, asked.at, asked.at + REQUEST_LASTS) if asked else None,
        CashOutPaid(paid.cents, paid.how, paid.at) if paid else None,
    )


def _plain(reference: str) -> str:
    """A reference that everybody reads alike: no invisible or direction-changing characters."""
    if display_names.has_unseen(reference):
        message = "A reference must not contain control characters."
        raise ServiceError("money/reference", message, status=400, path="reference")
    return reference
