"""Legal moves: found by trying what `decide` accepts, not by a second list."""

from collections.abc import Callable, Hashable, Iterator
from datetime import datetime
from functools import cache, lru_cache

from ..house.model import House
from ..wagers.least_bets import least_of_each
from . import commands as c
from .chip_place import RESERVE, of_meter
from .claims import unclaimed
from .command_rules import MAY
from .commands import AnyCommand
from .decide import accepts
from .denominations import chips_for
from .event import Fields
from .roles import Actor, role_of
from .state import DEALER, Table
from .step_groups import key_due

CommonGrounds = tuple[Hashable, ...]


def legal(table: Table, by: str, at: datetime) -> list[AnyCommand]:
    """The commands that this person may give now, with the smallest amounts allowed."""
    return [command for command in candidates(table, by, at) if accepts(table, command)]


def grounds(table: Table, by: str, common: CommonGrounds | None = None) -> tuple[Hashable, ...]:
    """What this person's legal moves depend on: if it is the same, so are they.

    A player's moves do not depend on the bets, chips and results of others, on whose turn it is
    among them, on the dealer's progress elsewhere, or on how many more chips the player has than
    any of them takes. Where nobody signs for money, they do not depend on who the player is.
    `common` is `common_grounds(table)`, if known.
    """
    if role_of(table.house, by) != "player":
        return by, table.name, table.version
    name, turn = Actor.parse(by).name, table.next_to_decide
    own = [number for number, seat in table.seats.items() if seat.player == name]
    return (
        common or common_grounds(table),
        *(turn if turn in own else None, min(table.stack(name), _enough(table, own))),
        (table.name, name) if table.guarded else None,
        *[_lies_there(table, seat) for seat in own],
        *(_called(table, own) if table.round.calls or table.to_call else ()),
    )


def unmoved(before: Table, after: Table) -> frozenset[str]:
    """Players whose legal moves cannot have changed, since nothing they depend on has.

    After a bet or a decision that is nearly everybody; when cards or steps move, nobody.
    """
    same = before.round is after.round and before.to_call == after.to_call
    if not same or common_grounds(before) != common_grounds(after):
        return frozenset()
    turns = {before.next_to_decide, after.next_to_decide}
    turns = turns if len(turns) > 1 else set()
    moved = {
        seat.player
        for number, seat in after.seats.items()
        if before.seats.get(number) is not seat or number in turns or seat.folded
    }
    others = {seat.player for seat in after.seats.values()} - moved
    return frozenset([each for each in others if before.stack(each) == after.stack(each)])


def common_grounds(table: Table) -> CommonGrounds:
    """What the legal moves of all players depend on."""
    round_, todo = table.round, table.todo
    fee_is_due = bool(todo) and any(step.name == "collect_fee" for step in todo)
    return (
        *(table.house, table.phase, table.kind, table.waits_for, table.dealer, table.awaits_void),
        *(fee_is_due, round_.positions, bool(round_.hands), tuple(table.seats)),
    )


def _lies_there(table: Table, number: int) -> tuple[Hashable, ...]:
    """The seat's cards and chips, as far as a player's moves depend on them."""
    round_, seat = table.round, table.seats[number]
    cards = round_.hands.get(number, ())
    return (
        *(number, tuple(seat.wagers.items()), seat.play, seat.multiple, seat.decision),
        *(tuple(seat.tokes.items()), tuple(seat.coupons.items()), seat.timed_out, seat.thrown_in),
        *(tuple(seat.excess_given.items()), seat.withheld, seat.own),
        len(cards) if seat.ante else cards,  # A losing hand without an ante may be thrown in.
        *(round_.backs.get(number), number in round_.released),
        bool(round_.rack) and any(entry.seat == number for entry in round_.rack),
        # After a fold, a player may leave once nothing of theirs lies there.
        seat.folded and table.has_chips_on(number),
    )


def _called(table: Table, own: list[int]) -> tuple[Hashable, ...]:
    """What calls depend on: the cards of this round."""
    round_ = table.round
    cards = tuple(round_.hands.get(seat) for seat in (DEALER, *own))
    return table.name, round_.number, table.to_call, tuple(round_.calls.items()), cards


def _enough(table: Table, own: list[int]) -> int:
    """The chips that the dearest move takes: a larger stack allows nothing more."""
    house, seats = table.house, [table.seats[number] for number in own]
    at_stake = sum(sum(seat.wagers.values()) + sum(seat.coupons.values()) for seat in seats)
    return max(house.play.multiples) * at_stake + _enough_to_begin(house)


@lru_cache(maxsize=256)
def _enough_to_begin(house: House) -> int:
    """The fees of all seats, and every smallest bet and toke."""
    least = sum(least_of_each(house).values())
    return least + house.tokes.step_cents + _GIVEN_CENTS + house.seats * house.fee.amount_cents


def candidates(table: Table, by: str, at: datetime) -> Iterator[AnyCommand]:
    """Every command this person could give, whether or not the table would accept it now."""
    role, name = role_of(table.house, by), Actor.parse(by).name
    own = name if role == "player" else None
    # A dealer who is not on duty asks to come in; anybody else asks for a dealer.
    relief = name if role == "dealer" and name != table.dealer else _SOMEBODY
    for kind, chosen in _of_role(role):
        for fields in chosen(table, own):
            asks = {**fields, "dealer": relief} if fields.get("dealer") == _SOMEBODY else fields
            yield kind(by=by, at=at, **asks)


# Samples of what people choose or enter themselves: the table accepts other values as well.
_SOMEBODY = "relief"  # Any incoming dealer.
_WITNESS = str(Actor("floor", "witness"))
_FILL_CENTS, _CREDIT_CENTS, _SHARE_CENTS = 10_000, 100, 100
_BUY_IN_CENTS, _COUPON_CENTS, _GIVEN_CENTS, _COLOURED_CENTS = 10_000, 500, 100, 100
_OFF_LIMITS_CENTS = 100
_LONG_HAND, _SHORT_DECK = 4, 51


_Candidates = Callable[[Table, str | None], Iterator[Fields]]


@cache
def _of_role(role: str) -> tuple[tuple[Callable[..., AnyCommand], _Candidates], ...]:
    """The commands open to a role; the rest need not be tried."""
    return tuple(
        # mypy reads `tag` before the condition that sets it.
        (kind, _CANDIDATES.get(tag, _once()))  # type: ignore[misc]
        for kind in c.COMMANDS
        if role in MAY.get(tag := str(kind.__struct_config__.tag), ())
    )


def _once(**fields: object) -> _Candidates:
    def candidates(table: Table, own: str | None) -> Iterator[Fields]:
        yield fields

    return candidates


def _any_of(*written: Fields) -> _Candidates:
    def candidates(table: Table, own: str | None) -> Iterator[Fields]:
        yield from written

    return candidates


def _taken(**fields: object) -> _Candidates:
    """One candidate for each occupied seat, or for each of the player's own."""

    def candidates(table: Table, own: str | None) -> Iterator[Fields]:
        for seat in _seats(table, own):
            yield {"seat": seat, **fields}

    return candidates


def _seats(table: Table, own: str | None) -> Iterator[int]:
    for number in sorted(table.seats):
        if own is None or table.seats[number].player == own:
            yield number


def _free(table: Table, own: str | None) -> Iterator[Fields]:
    for seat in range(1, table.house.seats + 1):
        if seat not in table.seats:
            yield {"seat": seat, "player": "guest" if own is None else ""}


def _due(table: Table, own: str | None) -> Iterator[Fields]:
    if due := table.due:
        yield {"step": due.name, "deck": due.deck, "seat": due.seat}


def _group(table: Table, own: str | None) -> Iterator[Fields]:
    if key := key_due(table):
        yield {"group": str(key)}


def _decks(**fields: object) -> _Candidates:
    def candidates(table: Table, own: str | None) -> Iterator[Fields]:
        for deck in range(len(table.decks)):
            yield {"deck": deck, **fields}

    return candidates


def _turn(table: Table, own: str | None) -> Iterator[Fields]:
    """The seat whose decision is awaited."""
    if (seat := table.next_to_decide) is not None and seat in _seats(table, own):
        yield {"seat": seat}


def _least_bets(table: Table, own: str | None) -> Iterator[Fields]:
    least = least_of_each(table.house)
    for seat in _seats(table, own):
        for wager, amount in least.items():
            yield {"seat": seat, "wager": wager, "amount": amount}


def _placed_bets(table: Table, own: str | None) -> Iterator[Fields]:
    for seat in _seats(table, own):
        for wager in table.seats[seat].wagers:
            yield {"seat": seat, "wager": wager}


def _tokes(table: Table, own: str | None) -> Iterator[Fields]:
    for seat in _seats(table, own):
        for wager in table.house.spots:
            yield {"seat": seat, "wager": wager, "amount": table.house.tokes.step_cents}


def _limits(table: Table, own: str | None) -> Iterator[Fields]:
    posted = table.house.limits("ante")
    yield {"wager": "ante", "minimum": posted.least, "maximum": posted.most}


def _hands(cards: int | None = None) -> _Candidates:
    """One candidate for each hand that is out, including the dealer's."""

    def candidates(table: Table, own: str | None) -> Iterator[Fields]:
        for seat in sorted(table.round.hands):
            yield {"seat": seat} if cards is None else {"seat": seat, "cards": cards}

    return candidates


def _slip(cents: int) -> _Candidates:
    def candidates(table: Table, own: str | None) -> Iterator[Fields]:
        by_value = {"chips": chips_for(table.house, cents), "runner": "runner"}
        yield {"cents": cents, **(by_value if table.guarded else {})}

    return candidates


def _witness(table: Table, own: str | None) -> Iterator[Fields]:
    if not table.guarded:
        yield {"counted": table.tray, "witness": _WITNESS}
    for inventory in ("opening", "shift", "closing") if table.guarded else ():
        yield {"counted": 0, "inventory": inventory}


def _boxes(table: Table, own: str | None) -> Iterator[Fields]:
    for box in table.boxes:
        yield {"box": box, "counted": 0, "notes": ()}


def _meter(table: Table, own: str | None) -> Iterator[Fields]:
    for key, cents in table.meters.items():
        reserve = table.accounts.get(of_meter(RESERVE, key), 0)
        of = {} if table.house.only_meter else {"of": key}
        yield {"meter": cents, "reserve": reserve, **of}


def _coupons(table: Table, own: str | None) -> Iterator[Fields]:
    for seat in _seats(table, own):
        for spot in table.house.match_play.spots:
            yield {"seat": seat, "on": spot, "face": _COUPON_CENTS}


def _plays(table: Table, own: str | None) -> Iterator[Fields]:
    several = len(table.house.play.multiples) > 1
    for turn in _turn(table, own):
        for multiple in table.house.play.multiples:
            yield {**turn, "multiple": multiple} if several else turn


def _calls(table: Table, own: str | None) -> Iterator[Fields]:
    """Two candidates for a seat: call everything that can be called, and call nothing."""
    for seat in _seats(table, own):
        if seat in table.to_call:
            yield {"seat": seat, "wagers": unclaimed(table, seat)}
            yield {"seat": seat, "wagers": ()}


def _nothing(table: Table, own: str | None) -> Iterator[Fields]:
    """No candidates: only people know what they entered wrongly, saw, or add to a shuffle."""
    yield from ()


def _other_decisions(table: Table, own: str | None) -> Iterator[Fields]:
    other = {"play": "fold", "fold": "play"}
    for seat in _seats(table, own):
        if decided := other.get(table.seats[seat].decision):
            yield {"seat": seat, "decision": decided, "reason": "mis-keyed"}


def _requests(table: Table, own: str | None) -> Iterator[Fields]:
    for number in table.requests:
        yield {"request": number}


# How the fields of each command are chosen; kinds not listed have none to choose.
_CANDIDATES: dict[str, _Candidates] = {
    "open_table": _once(dealer="dealer"),
    "fill_tray": _slip(_FILL_CENTS),
    "credit_tray": _slip(_CREDIT_CENTS),
    "count_tray": _witness,
    "count_drop": _boxes,
    "read_meter": _meter,
    "share_jackpot": _once(cents=_SHARE_CENTS),
    "confirm": _due,
    "confirm_group": _group,
    "read_cards": _nothing,
    "shuffle_deck": _decks(),
    "order_recut": _once(reason="improper cut"),
    "sit": _free,
    "leave": _taken(),
    "buy_in": _taken(cents=_BUY_IN_CENTS),
    "colour_up": _once(cents=_COLOURED_CENTS, supervisor="supervisor"),
    "place_wager": _least_bets,
    "withdraw_wager": _placed_bets,
    "place_toke": _tokes,
    "give_toke": _taken(amount=_GIVEN_CENTS),
    "place_coupon": _coupons,
    "play": _plays,
    "fold": _turn,
    "time_out": _turn,
    "throw_in": _taken(),
    "call_awards": _calls,
    "commit_entropy": _nothing,
    "reveal_entropy": _nothing,
    "change_deck": _decks(reason="on request"),
    "change_limits": _limits,
    "relieve_dealer": _once(dealer=_SOMEBODY),
    "replace_shuffler": _once(source="backup_machine"),
    "rule": _any_of(
        {"ruling": "void", "reason": "void"}, {"ruling": "continue", "reason": "play on"}
    ),
    "report_wrong_number_of_cards": _hands(cards=_LONG_HAND),
    "report_exposed_card": _hands(),
    "report_wrong_deck_count": _once(count=_SHORT_DECK),
    "report_jam": _any_of({"device": "shuffler"}, {"device": "shoe"}),
    "report_bet_outside_limits": _taken(wager="ante", actual=_OFF_LIMITS_CENTS),
    "correct_card": _nothing,
    "correct_decision": _other_decisions,
    "correct_wager": _nothing,
    "correct_coupon": _nothing,
    "correct_payout": _nothing,
    "approve": _requests,
    "decline": _requests,
}
