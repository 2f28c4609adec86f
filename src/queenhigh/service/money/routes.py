"""Money away from the tables: what a patron has with the house, and the meters."""

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
from ..floor_requests import Wish
from ..people import display_names
from ..people.routes import Desk
from ..request_scope import Asked, TheConfig, TheFloor, TheLobby
from ..rights import act, read, speaker

Name = Annotated[str, PathParameter(max_length=64)]


class MoneyAsked(Wish, frozen=True, kw_only=True, forbid_unknown_fields=True):
    cents: Annotated[int, msgspec.Meta(ge=1, le=10**12, examples=[20_000])]


class MoneyMoved(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cents: Annotated[int, msgspec.Meta(ge=1, le=10**12, examples=[50_000])]
    how: Literal["cash", "check", "wire"] = "cash"
    reference: Annotated[str, msgspec.Meta(max_length=200)] = ""
    id: Identity = ""


class DepositTaken(MoneyMoved, frozen=True, forbid_unknown_fields=True):
    """`seen` is what the patron is `known_as`, as the person who takes the money reads it."""

    seen: Annotated[str, msgspec.Meta(max_length=200, examples=["Ann Example"])] = ""


class PatronShown(msgspec.Struct, frozen=True):
    name: str
    display: str
    known_as: str  # With the name in the books if somebody else's display name looks the same.


class CashOutToPay(msgspec.Struct, frozen=True):
    """What the cage is asked to pay, to whom, and what that patron has with the house."""

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
        """Play money and money, separately, without chips at tables."""
        return await _purse(lobby, request.user.name)

    @act("/me/cash-outs", "cash_outs.own", "Ask for your money")
    async def ask(self, request: Asked, lobby: TheLobby, data: JSONBody[MoneyAsked]) -> Purse:
        """The cage pays it within a day. What you asked for before is no longer asked for."""
        return await _asked(request, lobby, request.user.name, data)

    @act("/me/cash-outs/withdrawal", "cash_outs.own", "Take back what you asked for")
    async def take_back(self, request: Asked, lobby: TheLobby, data: JSONBody[Wish]) -> Purse:
        """Also if the floor asked for you. The cage then pays nothing."""
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
        """For a player who has run out of it."""
        name = request.user.name
        held = await lobby.balance(name, play_money=True)
        if held >= config.guest_money_cents:
            message = "You have enough play money."
            raise ServiceError("money/enough", message, status=409)
        await lobby.grant(name, config.guest_money_cents - held)
        return await _purse(lobby, name)

    @read("/patrons/{name:str}", "patrons.see", "Who a patron is")
    async def patron(self, desk: Desk, name: Name) -> PatronShown:
        """What the patron is known as: check it before you take money for them."""
        found = await desk.find(name)
        return PatronShown(found.name, found.display, await desk.known_as(found))

    @read("/patrons/{name:str}/purse", "patrons.see", "A patron's money")
    async def purse(self, lobby: TheLobby, desk: Desk, name: Name) -> Purse:
        """What a patron has with the house, without the chips at tables."""
        return await _purse(lobby, await _kept_name(desk, name))

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

        `seen` is what the patron is known as: a second look, so that a typing error or an equal
        display name does not give the money to somebody else.
        """
        patron = await _patron(desk, name, data.seen)
        return await _moved(request, lobby, Deposit, patron, data)

    @read("/cage/cash-outs", "cage.see", "What the cage is asked to pay")
    async def wanted(self, lobby: TheLobby, floor: TheFloor, desk: Desk) -> list[CashOutToPay]:
        """What patrons or the floor asked for within a day and is not paid yet, oldest first."""
        return await _to_pay(lobby, floor, desk)

    @act("/patrons/{name:str}/cash-outs/request", "cash_outs.ask", "Ask for a patron's money")
    async def ask_for(
        self, request: Asked, lobby: TheLobby, desk: Desk, name: Name, data: JSONBody[MoneyAsked]
    ) -> Purse:
        """For a walk-in, or somebody at the window: the cage pays only what others ask for."""
        return await _asked(request, lobby, await _kept_name(desk, name), data)

    @act(
        "/patrons/{name:str}/cash-outs/withdrawal", "cash_outs.ask", "Take back what was asked for"
    )
    async def take_back_for(
        self, request: Asked, lobby: TheLobby, desk: Desk, name: Name, data: JSONBody[Wish]
    ) -> Purse:
        """Also if the patron asked. The cage then pays nothing."""
        return await _asked(request, lobby, await _kept_name(desk, name), data)

    @act("/patrons/{name:str}/cash-outs", "cage.move", "Pay a patron out")
    async def cash_out(
        self,
        request: Asked,
        lobby: TheLobby,
        desk: Desk,
        name: Name,
        data: JSONBody[MoneyMoved],
    ) -> Purse:
        """Pays what the patron, or the floor for them, has asked for, or a part of it.

        Sent twice with the same id, it happens once.
        """
        return await _moved(request, lobby, CashOut, await _kept_name(desk, name), data)

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
        """Meter, reserve, jackpot and overflow of each link, and whose it is."""
        return await lobby.link_meters()


async def _patron(desk: Desk, name: str, seen: str) -> str:
    """Money of nobody is nobody's to pay out."""
    found = await desk.find(name)
    if found.guest or found.disabled or found.role != "player":
        message = f"{found.name} is not a registered patron: no money is kept for them."
        raise ServiceError("money/no_patron", message, status=409, path="name")
    known_as = await desk.known_as(found)
    if seen != known_as:
        message = f"{found.name} is known as {known_as}. Look again, and send that as seen."
        raise ServiceError("money/look_again", message, status=409, path="seen")
    return found.name


async def _kept_name(desk: Desk, name: str) -> str:
    """The name that the books have, whichever of the two was said."""
    found = await asyncio.to_thread(desk.people.look_up, name.lower())
    return found.name if found else name.lower()


async def _moved(
    request: Asked,
    lobby: TheLobby,
    kind: type[Deposit] | type[CashOut],
    patron: str,
    data: MoneyMoved,
) -> Purse:
    command = kind(
        by=speaker(request.user),
        at=lobby.cardroom.now(),
        id=data.id,
        patron=patron,
        cents=data.cents,
        how=data.how,
        reference=_plain(data.reference),
    )
    accepted(await lobby.on_patron(command))
    return await _purse(lobby, patron)


async def _asked(request: Asked, lobby: TheLobby, patron: str, data: Wish) -> Purse:
    by, at = speaker(request.user), lobby.cardroom.now()
    command: AnyPatronCommand = TakeBackCashOut(by=by, at=at, id=data.id, patron=patron)
    if isinstance(data, MoneyAsked):
        command = AskCashOut(by=by, at=at, id=data.id, patron=patron, cents=data.cents)
    accepted(await lobby.on_patron(command))
    return await _purse(lobby, patron)


async def _to_pay(lobby: TheLobby, floor: TheFloor, desk: Desk) -> list[CashOutToPay]:
    def lately() -> list[str]:
        return floor.now().asked_for_money(lobby.cardroom.now() - REQUEST_LASTS)

    found = []
    for name in await asyncio.to_thread(lately):
        purse = await _purse(lobby, name)
        if purse.cash_out:
            known = await asyncio.to_thread(desk.people.find, name)
            known_as = await desk.known_as(known) if known else name
            found.append(CashOutToPay(name, known_as, purse.money_cents, purse.cash_out))
    return sorted(found, key=lambda each: each.wanted.at)


async def _purse(lobby: TheLobby, name: str) -> Purse:
    account = await asyncio.to_thread(lobby.account, name)
    asked, paid = account.asked_at(lobby.cardroom.now()), account.paid
    return Purse(
        name,
        await lobby.balance(name, play_money=False),
        await lobby.balance(name, play_money=True),
        CashOutWanted(asked.cents, asked.by, asked.at, asked.at + REQUEST_LASTS) if asked else None,
        CashOutPaid(paid.cents, paid.how, paid.at) if paid else None,
    )


def _plain(reference: str) -> str:
    """As everybody reads it: nothing in it is unseen or turns the text around."""
    if display_names.has_unseen(reference):
        message = "A reference has no control characters."
        raise ServiceError("money/reference", message, status=400, path="reference")
    return reference
