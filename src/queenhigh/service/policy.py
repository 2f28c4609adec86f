"""What the service forbids although the game allows it, checked before a command is decided."""

from enum import StrEnum

from ..house.words import plain_words
from ..store.keys import Person
from ..store.people import People
from ..table.commands import (
    AnyCommand,
    Approve,
    Confirm,
    ConfirmGroup,
    OpenTable,
    PlaceCoupon,
    RelieveDealer,
    Rule,
    ShuffleDeck,
    Sit,
)
from ..table.instructions import steps_of
from ..table.refusal import Refusal
from ..table.roles import role_and_name
from ..table.walk_ins import is_walk_in
from .executor import refusal
from .tables.running_table import Running


class PolicyRefusal(StrEnum):
    NO_DEALER = "rights/no_dealer"
    GUEST = "rights/guest"
    COUPON = "rights/coupon"
    SHUFFLE = "rights/shuffle"
    CARDS = "rights/cards"
    AUTOMATION = "rights/automation"
    READINGS = "rights/readings"
    NO_PATRON = "rights/no_patron"
    TOO_MUCH = "table/too_many_moves"
    SIGNER_GONE = "rights/signer_gone"
    SESSION = "rights/session"


_NO_CARDS = "The system deals the cards at this table: nobody names them."
_NO_KIND = (
    "Cards are named at tables of real cards. This one was opened before every table had a kind:"
    " void the round, close the table and open it again, and the system deals."
)
_AUTOMATION = (
    "Automation of a money table is set when the table is created. Open it without a list."
)
MOST_A_ROUND = 500  # Events per player; seven bets, changed often, stay below it.


def refuse_at_table(running: Running, command: AnyCommand, *, guest: bool) -> Refusal | None:
    role, _ = role_and_name(command.by)
    if guest and not running.setup.play_money:
        message = "This table is played with money; guests play with play money."
        return refusal(PolicyRefusal.GUEST, message)
    if role == "player" and running.said.get(command.by, 0) >= MOST_A_ROUND:
        message = "Too many changes in this round. Wait for the next one."
        return refusal(PolicyRefusal.TOO_MUCH, message)
    # A coupon is worth money, so only the dealer, who has seen it, may place it.
    coupon = isinstance(command, PlaceCoupon) and role == "player"
    if coupon and not running.setup.play_money:
        message = "Show the coupon to the dealer, who places it for you."
        return refusal(PolicyRefusal.COUPON, message)
    table = running.table
    if isinstance(command, ShuffleDeck) and role != "system" and table.shuffled_by_system:
        return refusal(PolicyRefusal.SHUFFLE, "The system shuffles at this table.")
    if isinstance(command, OpenTable) and not running.setup.play_money:
        every = {*steps_of(table.house)} if "all" in command.automation else {*command.automation}
        if every and every != {*running.setup.automation}:
            return refusal(PolicyRefusal.AUTOMATION, _AUTOMATION)
        setter, opener = (role_and_name(by).name for by in (running.setup.by, command.by))
        if running.setup.opens_by_another and opener == setter:
            message = (
                f"{setter} chose readings for this table that differ from the house's:"
                " another supervisor must review and open it."
            )
            return refusal(PolicyRefusal.READINGS, message)
    # Also if the table has no kind, as in older logs: naming the cards would mean choosing them.
    if isinstance(command, Confirm | ConfirmGroup) and command.cards and not table.physical:
        return refusal(PolicyRefusal.CARDS, _NO_CARDS if table.kind else _NO_KIND)
    return None


def seats_another(command: Sit, running: Running) -> bool:
    """Whether staff seat somebody at a table for money."""
    return role_and_name(command.by).role != "player" and not running.setup.play_money


def refuse_seat(command: Sit, known: Person | None) -> Refusal | None:
    """Refuse names that are neither a patron's nor a walk-in's: leftover chips go to the name."""
    if known is None and is_walk_in(command.player):
        return None
    if known is None or known.name != command.player or known.guest or known.disabled:
        message = (
            f"{command.player} is not a registered patron."
            " Seat somebody you do not know as walk-in-NAME."
        )
        return refusal(PolicyRefusal.NO_PATRON, message)
    if known.role != "player":
        message = f"{command.player} works here and may not play at money tables."
        return refusal(PolicyRefusal.NO_PATRON, message)
    return None


def refuse_relief(command: RelieveDealer, known: Person | None) -> Refusal | None:
    """Refuse a relief by anybody who cannot sign in and deal."""
    if known is None or known.role != "dealer" or known.guest or known.disabled or known.waits:
        return refusal(PolicyRefusal.NO_DEALER, f"{command.dealer} is not a dealer of this house.")
    return None


def refuse_token(
    running: Running, command: Approve | Rule | OpenTable, person: Person
) -> Refusal | None:
    """Refuse a program's signature or ruling where money is played for: a person gives it.

    To open a table is the second person's word on its readings, if somebody chose them.
    """
    if person.scopes is None or running.setup.play_money:
        return None
    if isinstance(command, OpenTable) and not running.setup.opens_by_another:
        return None
    message = "Tokens cannot sign or rule at a money table. Log in and do it in person."
    return refusal(PolicyRefusal.SESSION, message)


def still_is(known: Person | None, role: str) -> bool:
    """Whether that person is here, confirmed, and has that role."""
    return known is not None and not known.disabled and not known.waits and known.role == role


def refuse_signer(people: People | None, by: str, *, cash_out: bool = False) -> Refusal | None:
    """Refuse a request if somebody who signed it is gone or no longer has that role.

    It looks the person up: call it in a thread.
    """
    role, name = role_and_name(by)
    if people is None or still_is(people.find(name), role):
        return None
    as_what = plain_words(role)
    if cash_out:
        message = (
            f"{name} asked for this, and is no longer a confirmed {as_what} here: the floor asks"
            " again for the patron, or takes the request back."
        )
        return refusal(PolicyRefusal.SIGNER_GONE, message)
    message = (
        f"{name} asked for this or signed it, and is no longer a confirmed {as_what} here:"
        " decline it, and ask again."
    )
    return refusal(PolicyRefusal.SIGNER_GONE, message)
