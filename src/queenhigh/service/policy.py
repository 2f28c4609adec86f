"""What the service forbids although the game allows it; checked before a command is decided."""

from enum import StrEnum
from typing import Protocol

from ..house.words import plain_words
from ..store.credentials import Person
from ..table import commands as c
from ..table.instructions import steps_of
from ..table.refusal import Refusal
from ..table.roles import Actor
from ..table.seats import is_walk_in
from .executor import refusal
from .tables.running_table import Running
from .tables.voice import Voice


class Registered(Protocol):
    """People whom this service knows."""

    def find(self, name: str) -> Person | None: ...


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
    CHANGED = "rights/changed"
    NOT_IMAGINARY = "rights/not_imaginary"


_NO_CARDS = "The system deals the cards at this table: they cannot be entered."
_NO_KIND = (
    "Cards can be entered only at tables with real cards. This table was opened before tables had"
    " kinds: void the round, close the table and open it again; then the system deals."
)
_AUTOMATION = (
    "The automation of a money table is set when the table is created: open it without a list."
)
MOST_A_ROUND = 500  # Events per player; seven bets, changed often, stay below it.


def refuse(
    running: Running, command: c.AnyCommand, voice: Voice | None, people: Registered | None
) -> Refusal | None:
    """Refuse what the service does not allow, at the table as it is now.

    Without a `voice` the service itself asks; without `people` nobody registers here.
    """
    if voice is None:
        return refuse_at_table(running, command, guest=False)
    if voice.refusal is not None:
        return voice.refusal
    if people is not None and (refused := _refuse_by_the_list(running, command, voice, people)):
        return refused
    if isinstance(command, c.Approve | c.Rule | c.OpenTable) and (
        refused := _refuse_token(running, command, voice.person)
    ):
        return refused
    if isinstance(command, c.Approve) and running.table.guarded:
        request = running.table.requests.get(command.request)
        for by in request.signed if request else ():
            if refused := refuse_signer(people, by):
                return refused
    return refuse_at_table(running, command, guest=voice.person.guest)


def _refuse_by_the_list(
    running: Running, command: c.AnyCommand, voice: Voice, people: Registered
) -> Refusal | None:
    """Refuse because of what the sender, or whom the command names, is now."""
    if running.table.guarded and not voice.plays:
        # Their connection ends a moment later; until then it must not sign anything.
        known = people.find(voice.person.name)
        if not still_is(known, voice.person.role):
            message = "Your account or your role has changed: sign in again."
            return refusal(PolicyRefusal.CHANGED, message)
    if isinstance(command, c.RelieveDealer | c.OpenTable) and not (
        running.setup.is_practice or running.automated
    ):
        return _refuse_dealer(command, people.find(command.dealer))
    if isinstance(command, c.Sit) and seats_another(command, running):
        return _refuse_seat(command, people.find(command.player))
    if isinstance(command, c.Sit) and running.setup.is_practice:
        return _refuse_at_practice(running, command, people)
    return None


def refuse_at_table(running: Running, command: c.AnyCommand, *, guest: bool) -> Refusal | None:
    """Refuse what depends on nobody but a guest: these moves are not offered either."""
    role, _ = Actor.parse(command.by)
    if guest and not running.setup.play_money:
        message = "This is a money table; guests can only play at play-money tables."
        return refusal(PolicyRefusal.GUEST, message)
    if role == "player" and running.said.get(command.by, 0) >= MOST_A_ROUND:
        message = "Too many changes in this round. Wait for the next one."
        return refusal(PolicyRefusal.TOO_MUCH, message)
    # A coupon is worth money: only the dealer, who has seen it, may place it.
    coupon = isinstance(command, c.PlaceCoupon) and role == "player"
    if coupon and not running.setup.play_money:
        message = "Show the coupon to the dealer, who will place it for you."
        return refusal(PolicyRefusal.COUPON, message)
    table = running.table
    if isinstance(command, c.ShuffleDeck) and role != "system" and table.shuffled_by_system:
        return refusal(PolicyRefusal.SHUFFLE, "The system shuffles at this table.")
    if isinstance(command, c.OpenTable) and not running.setup.play_money:
        every = {*steps_of(table.house)} if "all" in command.automation else {*command.automation}
        if every and every != {*running.setup.automation}:
            return refusal(PolicyRefusal.AUTOMATION, _AUTOMATION)
        setter, opener = (Actor.parse(by).name for by in (running.setup.by, command.by))
        if running.setup.opens_by_another and opener == setter:
            message = (
                f"{setter} set options for this table that differ from the house's: another"
                " supervisor must review and open it."
            )
            return refusal(PolicyRefusal.READINGS, message)
    # Also if the table has no kind, as in older logs: naming the cards would mean choosing them.
    if isinstance(command, c.Confirm | c.ConfirmGroup) and command.cards and not table.physical:
        return refusal(PolicyRefusal.CARDS, _NO_CARDS if table.kind else _NO_KIND)
    return None


def seats_another(command: c.Sit, running: Running) -> bool:
    """Whether staff seat somebody at a table for money."""
    return Actor.parse(command.by).role != "player" and not running.setup.play_money


def is_patron(known: Person) -> bool:
    """Whether that person plays for money here; staff and guests do not."""
    return known.role == "player" and not (known.guest or known.disabled)


def _refuse_seat(command: c.Sit, known: Person | None) -> Refusal | None:
    """Refuse names that are not a patron's or a walk-in's: leftover chips stay with the name."""
    if known is None and is_walk_in(command.player):
        return None
    if known is not None and known.name == command.player:
        if is_patron(known):
            return None
        if known.role != "player" and not known.disabled:
            message = f"{command.player} works here and may not play at money tables."
            return refusal(PolicyRefusal.NO_PATRON, message)
    message = (
        f"{command.player} is not a registered patron."
        " Seat somebody you do not know as walk-in-NAME."
    )
    return refusal(PolicyRefusal.NO_PATRON, message)


def _refuse_at_practice(running: Running, command: c.Sit, people: Registered) -> Refusal | None:
    """Refuse to seat others by their names: their chips would be in others' purses and lists."""
    owner, seated = running.setup.belongs_to, command.player
    if seated in ("", owner) or people.find(seated) is None:
        return None
    message = f"{seated} has an account here: seat only imaginary players at a practice table."
    return refusal(PolicyRefusal.NOT_IMAGINARY, message)


def _refuse_dealer(command: c.RelieveDealer | c.OpenTable, known: Person | None) -> Refusal | None:
    """Refuse as dealer anybody who cannot sign in and deal."""
    if known is None or known.role != "dealer" or known.guest or known.disabled or known.waits:
        return refusal(PolicyRefusal.NO_DEALER, f"{command.dealer} is not a dealer of this house.")
    return None


def _refuse_token(
    running: Running, command: c.Approve | c.Rule | c.OpenTable, person: Person
) -> Refusal | None:
    """Refuse a program's signature or ruling where money is played for: a person gives it.

    Opening a table counts as the second person's approval of its readings, if any were chosen.
    """
    if person.scopes is None or running.setup.play_money:
        return None
    if isinstance(command, c.OpenTable) and not running.setup.opens_by_another:
        return None
    message = "Tokens cannot sign or rule at a money table. Log in and do it in person."
    return refusal(PolicyRefusal.SESSION, message)


def still_is(known: Person | None, role: str) -> bool:
    """Whether that person is still here and confirmed, in that role."""
    return known is not None and not known.disabled and not known.waits and known.role == role


def refuse_signer(people: Registered | None, by: str, *, cash_out: bool = False) -> Refusal | None:
    """Refuse a request if somebody who signed it is gone or no longer has that role.

    It looks the person up, so call it in a thread.
    """
    role, name = Actor.parse(by)
    if people is None or still_is(people.find(name), role):
        return None
    as_what = plain_words(role)
    if cash_out:
        message = (
            f"{name} requested this and is no longer a confirmed {as_what} here: the floor must"
            " request it again for the patron, or withdraw it."
        )
        return refusal(PolicyRefusal.SIGNER_GONE, message)
    message = (
        f"{name} requested or signed this and is no longer a confirmed {as_what} here: decline it"
        " and request it again."
    )
    return refusal(PolicyRefusal.SIGNER_GONE, message)
