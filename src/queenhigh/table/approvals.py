"""Approvals: what takes several people at a guarded table, each under their own sign-in."""

from collections.abc import Callable, Iterator

import msgspec

from ..cards.card import card_texts
from ..house.points import Point, point
from ..house.words import plain_words
from ..wagers.seat import play_stake
from . import commands as c
from . import events as e
from .command_rules import RULES
from .commands import AnyCommand, Command, type_of
from .corrected_payouts import verifiers
from .entered_payouts import would_pay_above_limit
from .event import WrittenCommand
from .events import Signature
from .named_hands import named_otherwise, place_to_name
from .refusal import TableRefusal
from .roles import RUNNERS, Actor, may_act_for
from .seats import is_walk_in
from .shown_cards import cards_entered, contradicts_reading
from .state import DEALER, Phase, Request, Table
from .transaction import Transaction
from .tray import refuse_who_moved_chips

RELIEVED_AFTER_THE_HAND = point("relief.when")
_BECAUSE: dict[str, Point] = {"relieve_dealer": RELIEVED_AFTER_THE_HAND}
_FLOOR = Signature("floor")
_Needed = Iterator[Signature]
_CORRECTIONS = frozenset(
    f"correct_{each}" for each in ("card", "decision", "wager", "coupon", "payout")
)
_COUNTS = frozenset({"count_tray", "count_drop"})
_RUNNER = "runner"  # The staff member who carries the chips, named on the slip.


def missing(now: Transaction, command: AnyCommand) -> tuple[Signature, ...]:
    """The signatures a command needs besides that of the person giving it."""
    rule = _SIGNED.get(type_of(command))
    asked = now.table.guarded or (rule in (_correction, _payout) and now.table.physical)
    return tuple(rule(now, command)) if asked and rule else ()


def missing_for_void(now: Transaction, before: Table, command: Command) -> tuple[Signature, ...]:
    """The signatures needed at a guarded table because a command voided the round or a hand.

    Once a hand is out, somebody may have looked at it, whatever has been confirmed, and a void may
    be worth something to them.
    """
    ruled = before.phase is Phase.HALTED  # By somebody other than the reporter.
    if not before.round.cards_are_out or ruled or now.role_of(command.by) == "system":
        return ()
    if not any(map(_voids, now.events)):
        return ()
    return tuple(_second(now, command))


def _voids(event: e.Event) -> bool:
    """Whether the event voids the round, or the hand of somebody who looked too early."""
    early = isinstance(event, e.IrregularityReported) and event.kind == "early_look"
    return early or isinstance(event, e.RoundVoided)


def ask(
    now: Transaction, command: AnyCommand, signatures: tuple[Signature, ...], *, voids: bool = False
) -> None:
    """Record the request; refuse the same request twice."""
    asked: WrittenCommand = msgspec.json.decode(msgspec.json.encode(command))  # As in the log.
    if any(_wish(each.command) == _wish(asked) for each in now.table.requests.values()):
        message = "That has already been asked for and waits for signatures."
        raise now.refusal(TableRefusal.ALREADY_ASKED, message)
    because = _BECAUSE.get(type_of(command))
    now.add(
        e.ApprovalRequested(
            request=now.table.last_request + 1,
            command=asked,
            signatures=signatures,
            slip=now.table.last_slip + 1 if RULES[type_of(command)].slip else msgspec.UNSET,
            voids=voids or msgspec.UNSET,
            clauses=now.clauses(because) if because else (),
        )
    )


def _wish(command: WrittenCommand) -> WrittenCommand:
    return {name: value for name, value in command.items() if name not in ("at", "id")}


def sign(now: Transaction, command: c.Approve) -> Request | None:
    """Take a signature; return the request if that was the last one missing.

    At an unguarded table, one person may hold several roles and sign in another one.
    """
    request = _request(now, command.request)
    names = {Actor.parse(by).name for by in request.signed}
    if Actor.parse(command.by).name in names if now.table.guarded else command.by in request.signed:
        message = "Another person must sign: not one who asked or has already signed."
        raise now.refusal(TableRefusal.OWN_REQUEST, message)
    # First the signature that nobody else can give: a runner of the cage signs as the runner.
    by_name = sorted(request.missing, key=lambda each: not each.name)
    fitting = next((each for each in by_name if _signs(now, each, command.by)), None)
    if fitting is None:
        wanted = " and ".join(_in_words(each) for each in request.missing)
        message = f"That must be signed by {wanted}."
        raise now.refusal(TableRefusal.NOT_YOUR_SIGNATURE, message)
    if request.command["type"] in _COUNTS:
        refuse_who_moved_chips(now, command.by)
    left = tuple(each for each in request.missing if each is not fitting)
    now.add(e.RequestSigned(request=command.request, missing=left))
    if left:
        return None
    people = (*request.signed, command.by)
    return msgspec.structs.replace(request, missing=(), signed=people)


def decline(now: Transaction, command: c.Decline) -> None:
    """Decline a request: for anybody who could sign it or who made it."""
    request = _request(now, command.request)
    asked = Actor.parse(request.signed[0]).name == Actor.parse(command.by).name
    if not asked and not any(_signs(now, each, command.by) for each in request.missing):
        message = "Only the requester or a signer can withdraw it."
        raise now.refusal(TableRefusal.NOT_YOUR_SIGNATURE, message)
    _decline(now, command.request, command.reason)


def refuse_while_a_correction_waits(now: Transaction) -> None:
    """Refuse to end a round while a correction waits: it cannot be corrected afterwards."""
    if any(each.command["type"] in _CORRECTIONS for each in now.table.requests.values()):
        message = "A correction waits for the floor: sign, decline or withdraw it first."
        raise now.refusal(TableRefusal.CORRECTION_WAITS, message)


def requests_of_round(table: Table) -> list[int]:
    """Requests that end with the round if they are not signed."""
    return [n for n, each in table.requests.items() if not RULES[each.command["type"]].standing]


def end_requests_of_round(now: Transaction) -> None:
    """End the round's requests: they must not be signed in another round."""
    _end(now, requests_of_round(now.table), "the round is over")


def end_requests_of_seat(now: Transaction, seat: int) -> None:
    """End the seat's requests: they must not be signed for the next patron."""
    ended = [n for n, each in now.table.requests.items() if each.command.get("seat") == seat]
    _end(now, ended, "the seat has been given up")


def end_all_requests(now: Transaction) -> None:
    """End all requests: a slip that is not fully signed is void, and the log says so."""
    _end(now, list(now.table.requests), "the table is closed")


def _end(now: Transaction, requests: list[int], reason: str) -> None:
    by, now.by = now.by, "system"
    for number in requests:
        _decline(now, number, reason)
    now.by = by


def _decline(now: Transaction, number: int, reason: str) -> None:
    """Decline a request; a slip's paper is kept although it is void."""
    asked = now.table.requests[number]
    slip, command = (asked.slip, asked.command) if asked.slip else (msgspec.UNSET, msgspec.UNSET)
    now.add(e.RequestDeclined(request=number, reason=reason, slip=slip, command=command))


def asked_for(request: Request, now: Transaction) -> AnyCommand:
    """The command as given, but at the time of the last signature."""
    command: AnyCommand = msgspec.convert(request.command, c.AnyCommand, strict=False)
    return msgspec.structs.replace(command, at=now.at, id="")


def _request(now: Transaction, number: int) -> Request:
    if number not in now.table.requests:
        message = f"No request {number} waits for a signature."
        raise now.refusal(TableRefusal.NO_SUCH_REQUEST, message)
    return now.table.requests[number]


def _signs(now: Transaction, signature: Signature, by: str) -> bool:
    role = now.role_of(by)
    if signature.role == _RUNNER:
        return role in RUNNERS and signature.name == Actor.parse(by).name
    if signature.instead and may_act_for(role, signature.instead):
        return True
    return may_act_for(role, signature.role) and signature.name in ("", Actor.parse(by).name)


def _in_words(signature: Signature) -> str:
    role = plain_words(signature.role)
    return f"{role} {signature.name}" if signature.name else f"the {role}"


# Whose signature each command takes.


def _relief(now: Transaction, command: c.RelieveDealer) -> _Needed:
    """The floor and both dealers, except for the person asking."""
    people = (
        Signature("dealer", now.table.dealer, instead="shift_manager"),
        Signature("dealer", command.dealer),
        _FLOOR,
    )
    asks = next((each for each in people[::-1] if _signs(now, each, command.by)), None)
    if asks is None:
        message = f"{now.table.dealer} is the dealer on duty."
        raise now.refusal(TableRefusal.NOT_ON_DUTY, message, RELIEVED_AFTER_THE_HAND)
    yield from (each for each in people if each is not asks)


def _second(now: Transaction, command: Command) -> _Needed:
    """The floor for a dealer; the dealer on duty or other floor staff for the floor."""
    if now.role_of(command.by) == "dealer":
        yield _FLOOR
    else:
        yield Signature("dealer", now.table.dealer, instead="floor")


def _slip(now: Transaction, command: c.FillTray | c.CreditTray) -> _Needed:
    """The cage, the runner, and the dealer at whose table the chips are counted out."""
    yield Signature("cage")
    yield Signature(_RUNNER, command.runner)
    yield Signature("dealer", now.table.dealer, instead="floor")


def _box(now: Transaction, command: c.TakeDropBox) -> _Needed:
    yield Signature("dealer", now.table.dealer, instead="floor")


def _count(now: Transaction, command: c.CountTray) -> _Needed:
    """A second person; if the counters asked, the floor or a dealer looks on."""
    if now.role_of(command.by) == "count":
        yield Signature("floor", instead="dealer")
    else:
        yield Signature("count", instead="floor")


def _drop_count(now: Transaction, command: c.CountDrop) -> _Needed:
    yield Signature("count", instead="floor")


def _for_a_patron(now: Transaction, command: Command) -> _Needed:
    """A second person, to see that the patron is there, has the coupon, or gives the toke.

    At a guarded table the floor does none of this alone either.
    """
    role = now.role_of(command.by)
    if role == "dealer" or (now.table.guarded and role not in ("player", "system")):
        yield from _second(now, command)


def _seated(now: Transaction, command: c.Sit) -> _Needed:
    """The floor; not for a walk-in at real cards, who brings money instead of having chips."""
    if not (now.table.physical and is_walk_in(command.player)):
        yield from _for_a_patron(now, command)


def _chips_bought(now: Transaction, command: c.BuyIn) -> _Needed:
    """The floor, once a dealer's purchases for patrons exceed the limit in a gaming day.

    They count across seats and tables: leaving and coming back, as patron or dealer, does not reset
    the limit.
    """
    alone = now.table.bought_alone_by(Actor.parse(command.by).name, command.at)
    elsewhere = command.bought_elsewhere or 0
    if alone + elsewhere + command.cents > now.house.controls.staff_buy_in_cents:
        yield from _for_a_patron(now, command)


def _bet(now: Transaction, command: c.PlaceWager) -> _Needed:
    if _is_much(now, command.amount) or _is_patrons_own(now, command):
        yield from _for_a_patron(now, command)


def _withdrawal(now: Transaction, command: c.WithdrawWager) -> _Needed:
    if _is_patrons_own(now, command):
        yield from _for_a_patron(now, command)


def _play(now: Transaction, command: c.Play | c.CorrectDecision) -> _Needed:
    if command.seat not in now.table.seats:
        return
    if isinstance(command, c.Play) and _decides_personally(now, command.seat):
        yield from _for_a_patron(now, command)
        return
    bets = now.table.bets(command.seat)
    if command.multiple is not None:
        bets.multiple = command.multiple
    if _is_much(now, play_stake(now.house, bets)):
        yield from _for_a_patron(now, command)


def _fold(now: Transaction, command: c.Fold | c.TimeOut) -> _Needed:
    """The dealer enters a fold for a patron without a session; the floor enters no fold alone."""
    if _decides_personally(now, command.seat) or now.role_of(command.by) != "dealer":
        yield from _for_a_patron(now, command)


def _decides_personally(now: Transaction, number: int) -> bool:
    """Whether the patron has the hand on their own screen.

    Real cards lie in front of everybody: the dealer enters what they all see.
    """
    seat = now.table.seats.get(number)
    return not now.table.physical and seat is not None and seat.personal


def _has_bet_personally(now: Transaction, number: int) -> bool:
    seat = now.table.seats.get(number)
    return seat is not None and bool(seat.own)


def _leave(now: Transaction, command: c.Leave) -> _Needed:
    """The floor: the player may lose the bets, or have bet personally and want to play."""
    if command.seat in now.table.round.positions or _has_bet_personally(now, command.seat):
        yield from _for_a_patron(now, command)


def _correction(now: Transaction, command: Command) -> _Needed:
    """A second person, once chips have moved or the correction could exploit what is known.

    Also if it changes what the patron bet personally.
    """
    if now.table.round.undo or _is_known(now, command):
        yield from _second(now, command)
    elif isinstance(command, c.CorrectWager) and _is_much(now, command.amount):
        yield from _for_a_patron(now, command)
    elif isinstance(command, c.CorrectCoupon) and now.table.guarded:
        yield from _for_a_patron(now, command)
    elif isinstance(command, c.CorrectDecision) and command.decision == "play":
        yield from _play(now, command)


def _payout(now: Transaction, command: c.CorrectPayout) -> _Needed:
    """Also the people who verify a payout of that size before it is paid."""
    roles = [now.role_of(command.by)]
    for each in _correction(now, command):
        roles.append(each.role)
        yield each
    about = command.seat, command.wager, command.paid
    for role in verifiers(now.table, *about, toke=command.toke):
        if role not in roles:
            roles.append(role)
            yield Signature(role)


def _is_known(now: Transaction, command: Command) -> bool:
    """Whether the corrector may know what it is worth, or changes a patron's personal bet."""
    round_ = now.table.round
    match command:
        case c.CorrectWager() if _is_patrons_own(now, command):
            return True
        case c.CorrectWager() | c.CorrectCoupon():
            return bool(round_.released or round_.exposed)
        case c.CorrectDecision():  # Hands have been looked at, and real ones may lie open.
            return now.table.guarded or DEALER in round_.revealed
        case c.CorrectCard():
            return now.table.guarded and DEALER in round_.revealed
        case _:
            return False


def _is_patrons_own(
    now: Transaction, command: c.PlaceWager | c.WithdrawWager | c.CorrectWager
) -> bool:
    """Whether the patron placed that bet from their own session."""
    seat = now.table.seats.get(command.seat)
    return seat is not None and command.wager in seat.own


def _is_much(now: Transaction, cents: int) -> bool:
    return cents > now.house.controls.staff_bet_cents


def _entered_hand(now: Transaction, command: c.Confirm | c.ConfirmGroup) -> _Needed:
    """A second person, if the cards pay a lot or contradict a device or an earlier entry."""
    place = place_to_name(now.table, type_of(command))
    if place is None:
        return
    shown = card_texts(cards_entered(now, command.cards))
    otherwise = bool(shown) and (
        contradicts_reading(now.table, place, shown) or named_otherwise(now.table, place, shown)
    )
    elsewhere = command.won_elsewhere or 0
    if otherwise or (
        place != DEALER and would_pay_above_limit(now, place, command.cards, elsewhere)
    ):
        yield from _second(now, command)


def _tokes_coloured(now: Transaction, command: c.ColourUp) -> _Needed:
    """The floor, where the supervisor must know that the dealer changes tokes."""
    if command.seat is None and now.house.tokes.colour_up_notifies:
        yield _FLOOR


def _late_limit(now: Transaction, command: Command) -> _Needed:
    """The floor, which must have seen it too."""
    yield _FLOOR


def _settled_round(now: Transaction, command: c.ShuffleDeck | c.ReportWrongDeckCount) -> _Needed:
    """A second person, if a machine's count may void a settled round."""
    by_machine = isinstance(command, c.ShuffleDeck) or command.by_machine
    count = command.counted if isinstance(command, c.ShuffleDeck) else command.count
    wrong = by_machine and count not in (None, 52)
    if wrong and now.table.played and now.role_of(command.by) != "system":
        yield from _second(now, command)


_SIGNED: dict[str, Callable[..., _Needed]] = {
    "relieve_dealer": _relief,
    "fill_tray": _slip,
    "credit_tray": _slip,
    "count_tray": _count,
    "take_drop_box": _box,
    "count_drop": _drop_count,
    "close_table": _second,
    "sit": _seated,
    "place_coupon": _for_a_patron,
    "place_toke": _for_a_patron,
    "give_toke": _for_a_patron,
    "buy_in": _chips_bought,
    "colour_up": _tokes_coloured,
    "place_wager": _bet,
    "withdraw_wager": _withdrawal,
    "play": _play,
    "fold": _fold,
    "time_out": _fold,
    "leave": _leave,
    "confirm": _entered_hand,
    "confirm_group": _entered_hand,
    "correct_card": _correction,
    "correct_decision": _correction,
    "correct_wager": _correction,
    "correct_coupon": _correction,
    "correct_payout": _payout,
    "report_bet_outside_limits": _late_limit,
    "report_wrong_deck_count": _settled_round,
    "shuffle_deck": _settled_round,
}
