"""Before the cards: seats, chips, bets, tokes, coupons, and the lock."""

from datetime import timedelta

import msgspec

from ..house.citation import cite
from ..house.dollars import dollars
from ..wagers import announcements
from ..wagers.document import Moment, SeatBets, TokeBets, Wagers
from ..wagers.document import Round as Document
from ..wagers.lock import lock_refusals
from ..wagers.opening import check_opening
from ..wagers.positions import position_refusals
from ..wagers.refusal import Refusal as WagerRefusal
from ..wagers.refusal import RefusalCode
from ..wagers.tokes import toke_cap
from . import commands as c
from . import events as e
from . import procedure
from .refusal import Refused, TableRefusal
from .state import Phase, Seat
from .unfolding import Unfolding

SEATED_PLAYERS = cite("mics-f3 manual-gen-cond-3 manual-6cb-N3-3")
STAYS_SEATED = cite("mics-f3 manual-gen-cond-3")
CHEQUES_AT_THE_TABLE = cite("chickasaw-n")
NO_FOREIGN_MONEY = cite("chickasaw-r")
COLOURED_UP_WITH_THE_SUPERVISOR = cite("manual-tips-G")
KEPT_WHEN_UNSPECIFIED = cite("manual-tips-F manual-tips-A")
EXCESS = cite("manual-tips-H")
NO_MORE_BETS = cite(
    "mics-f4 mics-g2 mics-h2-iii mics-i2-ii chickasaw-b manual-hdeal-A classic-deal-2"
)
CHECKED_WHILE_SHUFFLING = cite("manual-std-E")
DECK_AGE = cite("mics-d5 mics-d5-2 manual-open-D")
FED_BY_THE_WAGERS = cite("manual-prog-B")

# What may still be put right before the lock, by another bet; the rest is refused at once.
_MENDABLE = {
    RefusalCode.NO_WAGER,
    RefusalCode.NEEDS_ANTE_OR_PAIR_PLUS,
    RefusalCode.NEEDS_ANTE,
    RefusalCode.NEEDS_SIX_CARD_BONUS,
    RefusalCode.ANTE_BELOW_PAIR_PLUS,
    RefusalCode.ANTE_BELOW_HALF_PAIR_PLUS,
    RefusalCode.BOTH_REQUIRED,
    RefusalCode.MORE_THAN_FIVE_TIMES,
    RefusalCode.BELOW_MINIMUM,  # Where one of two bets meeting the minimum is enough.
}


def seat_of(now: Unfolding, number: int) -> Seat:
    if not 1 <= number <= now.house.seats:
        message = f"The table has seats 1 to {now.house.seats}."
        raise now.refusal(TableRefusal.NO_SUCH_SEAT, message)
    if number not in now.table.seats:
        message = f"Nobody sits at seat {number}."
        raise now.refusal(TableRefusal.SEAT_EMPTY, message, SEATED_PLAYERS)
    return now.table.seats[number]


def must_be(now: Unfolding, *phases: Phase) -> None:
    if now.table.phase not in phases:
        allowed = " or ".join(phases)
        message = f"The table is {now.table.phase}; that is done while it is {allowed}."
        raise now.refusal(TableRefusal.WRONG_PHASE, message)


def sit(now: Unfolding, command: c.Sit) -> None:
    role, _, name = command.by.partition(":")
    player = name if role == "player" else command.player
    if not 1 <= command.seat <= now.house.seats:
        message = f"The table has seats 1 to {now.house.seats}."
        raise now.refusal(TableRefusal.NO_SUCH_SEAT, message)
    if command.seat in now.table.seats:
        raise now.refusal(TableRefusal.SEAT_TAKEN, f"Seat {command.seat} is taken.")
    if not player:
        raise now.refusal(TableRefusal.NO_PLAYER, "Say who sits down.")
    own = sorted([n for n, s in now.table.seats.items() if s.player == player] + [command.seat])
    _check_positions(now, own, player)
    now.add(e.SeatTaken(seat=command.seat, player=player))


def _check_positions(now: Unfolding, own: list[int], player: str) -> None:
    """As many positions as the house allows one player, side by side."""
    seats = [SeatBets(number, Wagers(), player=player) for number in own]
    for found in position_refusals(now.house, seats):
        raise _as_refused(found)


def leave(now: Unfolding, command: c.Leave) -> None:
    seat = seat_of(now, command.seat)
    if command.seat in now.table.round.positions:
        message = "The player stays seated until the round is complete."
        raise now.refusal(TableRefusal.MUST_STAY, message, STAYS_SEATED)
    _take_back_all(now, command.seat)
    others = any(s.player == seat.player for n, s in now.table.seats.items() if n != command.seat)
    carried = 0 if others else now.table.stack(seat.player)
    now.add(e.SeatLeft(seat=command.seat, player=seat.player, with_cents=carried))


def buy_in(now: Unfolding, command: c.BuyIn) -> None:
    seat = seat_of(now, command.seat)
    if command.offered_as == "foreign_money":
        message = "Chips, coins and notes that are not the house's are not taken."
        raise now.refusal(TableRefusal.FOREIGN_MONEY, message, NO_FOREIGN_MONEY)
    now.add(
        e.ChipsBought(
            seat=command.seat,
            player=seat.player,
            cents=command.cents,
            clauses=now.clauses(CHEQUES_AT_THE_TABLE),
        )
    )


def colour_up(now: Unfolding, command: c.ColourUp) -> None:
    if command.seat is None:
        if now.house.tokes.colour_up_notifies and not command.supervisor:
            message = "Tokes are coloured up only when the supervisor is told: name who was."
            raise now.refusal(
                TableRefusal.SUPERVISOR_NOT_TOLD, message, COLOURED_UP_WITH_THE_SUPERVISOR
            )
        held = now.table.accounts.get(f"tips:{now.table.dealer}", 0)
    else:
        held = now.table.stack(seat_of(now, command.seat).player)
    if command.cents > held:
        raise now.refusal(TableRefusal.NOT_ENOUGH_CHIPS, "There are not that many chips to change.")
    now.add(
        e.ChipsColoured(
            seat=command.seat,
            cents=command.cents,
            supervisor=command.supervisor,
            clauses=now.clauses(COLOURED_UP_WITH_THE_SUPERVISOR) if command.seat is None else (),
        )
    )


def place_wager(now: Unfolding, command: c.PlaceWager) -> None:
    seat = seat_of(now, command.seat)
    _check_lock(now, command.seat)
    before = getattr(seat.wagers, command.wager)
    wagers = msgspec.structs.replace(seat.wagers, **{command.wager: command.amount})
    bets = SeatBets(command.seat, wagers, offered_as=command.offered_as)
    for found in _refusals(now, bets):
        if found.code not in _MENDABLE or _concerns_this_bet(now, found, command):
            raise _as_refused(found)
    _check_chips(now, seat, command.amount - before)
    now.add(
        e.WagerPlaced(
            seat=command.seat,
            wager=command.wager,
            amount=command.amount,
            before=before,
        )
    )


def _concerns_this_bet(now: Unfolding, found: WagerRefusal, command: c.PlaceWager) -> bool:
    """A bet under its own minimum is refused at once, unless the other bet may excuse it."""
    if found.code is not RefusalCode.BELOW_MINIMUM:
        return False
    return now.house.options.minimum_applies == "each_bet" or command.wager not in (
        "ante",
        "pair_plus",
    )


def _check_lock(now: Unfolding, number: int) -> None:
    must_be(now, Phase.OPENING, Phase.BETTING, Phase.DEALING, Phase.DECIDING, Phase.SETTLING)
    if now.table.phase in (Phase.OPENING, Phase.BETTING):
        return
    moment: Moment = "first_card" if now.table.round.cards_are_out else "announced"
    locked = list(lock_refusals(now.house, now.table.bets(number), moment))
    # Once the deal has begun, the positions are fixed, whatever the house calls the lock.
    locked += lock_refusals(now.house, now.table.bets(number), "first_card")
    raise _as_refused(locked[0])


def _check_chips(now: Unfolding, seat: Seat, needed: int) -> None:
    held = now.table.stack(seat.player)
    if any(step.name == "collect_fee" for step in now.table.todo):
        held -= fees_due(now).get(seat.player, 0)  # Owed from the announcement on.
    if needed > held:
        message = f"{seat.player} has {dollars(held)} and needs {dollars(needed)}."
        raise now.refusal(TableRefusal.NOT_ENOUGH_CHIPS, message)


def _refusals(now: Unfolding, *bets: SeatBets) -> list[WagerRefusal]:
    checked = check_opening(now.house, Document(list(bets)))
    return [] if checked.refusals is msgspec.UNSET else checked.refusals


def _as_refused(found: WagerRefusal) -> Refused:
    return Refused(found.code.value, found.message, found.clauses)


def withdraw_wager(now: Unfolding, command: c.WithdrawWager) -> None:
    seat = seat_of(now, command.seat)
    _check_lock(now, command.seat)
    amount = getattr(seat.wagers, command.wager)
    if not amount:
        raise now.refusal(TableRefusal.NOTHING_THERE, "Nothing lies on that spot.")
    now.add(e.WagerWithdrawn(seat=command.seat, wager=command.wager, amount=amount))
    for found in _refusals(now, now.table.bets(command.seat)):
        if found.code.startswith("toke/"):  # A toke goes back with the bet it lay beside.
            _take_back_tokes(now, command.seat, found.code.value)
        elif found.code.startswith("coupon/"):
            _take_back_coupons(now, command.seat, found.code.value)


def place_toke(now: Unfolding, command: c.PlaceToke) -> None:
    """Above the limit the rest is a direct toke where the house takes it so."""
    seat = seat_of(now, command.seat)
    at_the_decision = command.wager == "play" and now.table.next_to_decide == command.seat
    if not at_the_decision:
        _check_lock(now, command.seat)
    before = getattr(seat.tokes, command.wager)
    amount, extra = command.amount, 0
    while True:
        tokes = msgspec.structs.replace(seat.tokes, **{command.wager: amount})
        bets = SeatBets(command.seat, seat.wagers, tokes=tokes)
        found = [each for each in _refusals(now, bets) if each.code.startswith("toke/")]
        if not found:
            break
        refused = found[0]
        if refused.code is not RefusalCode.TOKE_ABOVE_MAXIMUM or extra:
            raise _as_refused(refused)
        own = getattr(seat.wagers, "ante" if command.wager == "play" else command.wager)
        most = toke_cap(now.house, command.wager, own)
        if now.house.tokes.excess is None or not most:
            raise _as_refused(refused)
        amount, extra = most, command.amount - most
    _check_chips(now, seat, amount - before + extra)
    now.add(
        e.TokePlaced(
            seat=command.seat,
            wager=command.wager,
            amount=amount,
            before=before,
        )
    )
    if extra:
        now.add(_given(now, command.seat, extra, now.clauses(EXCESS)))


def give_toke(now: Unfolding, command: c.GiveToke) -> None:
    seat = seat_of(now, command.seat)
    _check_chips(now, seat, command.amount)
    now.add(_given(now, command.seat, command.amount, now.clauses(KEPT_WHEN_UNSPECIFIED)))


def _given(now: Unfolding, seat: int, amount: int, clauses: tuple[str, ...]) -> e.TokeGiven:
    dealer = now.table.dealer
    return e.TokeGiven(seat=seat, amount=amount, dealer=dealer, clauses=clauses)


def place_coupon(now: Unfolding, command: c.PlaceCoupon) -> None:
    seat = seat_of(now, command.seat)
    _check_lock(now, command.seat)
    coupons = msgspec.structs.replace(seat.coupons, **{command.on: command.face})
    bets = SeatBets(command.seat, seat.wagers, match_play=coupons)
    for found in _refusals(now, bets):
        if found.code.startswith("coupon/"):
            raise _as_refused(found)
    now.add(e.CouponPlaced(seat=command.seat, on=command.on, face=command.face))


def announce_no_more_bets(now: Unfolding, command: c.AnnounceNoMoreBets) -> None:
    """The bets are locked; what does not go together is handed back first."""
    must_be(now, Phase.BETTING)
    if now.table.due:
        step = procedure.STEPS[now.table.due.name]
        message = f"The deck is not ready: {step.text}"
        raise now.refusal(TableRefusal.STEPS_DUE, message, step.because)
    check_deck_age(now)
    text = now.house.announcements.no_more_bets
    now.add(e.Announced(text=text, clauses=now.clauses(NO_MORE_BETS)))
    _hand_back(now)
    positions = tuple(now.table.bettors())
    if not positions:
        raise now.refusal(TableRefusal.NO_BETS, "Nobody has made a bet that can be dealt to.")
    todo = procedure.dealing(now.table, positions)
    now.add(e.BetsLocked(positions=positions, todo=todo))
    _feed_meter(now)


def check_deck_age(now: Unfolding) -> None:
    rule, deck = now.house.options.deck_change, now.table.deck
    if rule.mode not in ("block", "remind") or deck.in_use_since is None:
        return
    hours = rule.hours
    if not isinstance(hours, int):
        hours = hours.hand if now.house.options.deal_method == "hand" else hours.shoe
    if now.at - deck.in_use_since <= timedelta(hours=hours):
        return
    if rule.mode == "block":
        message = f"The cards have been in use for more than {hours} hours: change the deck."
        raise now.refusal(TableRefusal.TOO_OLD, message, DECK_AGE)
    if not deck.reminded:
        now.add(
            e.DeckChangeDue(
                deck=now.table.round.deck,
                hours=hours,
                clauses=now.clauses(DECK_AGE),
            )
        )


def _hand_back(now: Unfolding) -> None:
    """Until what lies on the layout is allowed, or nothing is left."""
    for _ in range(8 * now.house.seats):
        bets = [now.table.bets(number) for number in now.table.bettors()]
        found = _refusals(now, *bets) if bets else []
        if found:
            _hand_back_for(now, found[0])
        elif poor := _cannot_pay_the_fee(now):
            _take_back_all(now, poor, because="fee/not_enough_chips")
        else:
            return


def _hand_back_for(now: Unfolding, found: WagerRefusal) -> None:
    seat, family = found.seat, found.code.partition("/")[0]
    because = found.code.value
    if family == "toke":
        _take_back_tokes(now, seat, because)
    elif family == "coupon":
        _take_back_coupons(now, seat, because)
    elif found.code in _DEPENDENT:
        for wager in _DEPENDENT[found.code]:
            _take_back(now, seat, wager, because, found.clauses)
    else:
        _take_back_all(now, seat, because=because, clauses=found.clauses)


# Which bet goes back when another one is missing or too small.
_DEPENDENT: dict[RefusalCode, tuple[str, ...]] = {
    RefusalCode.NEEDS_ANTE_OR_PAIR_PLUS: ("six_card_bonus", "progressive"),
    RefusalCode.NEEDS_ANTE: ("six_card_bonus",),
    RefusalCode.NEEDS_SIX_CARD_BONUS: ("progressive",),
    RefusalCode.ANTE_BELOW_PAIR_PLUS: ("pair_plus",),
    RefusalCode.ANTE_BELOW_HALF_PAIR_PLUS: ("pair_plus",),
}


def _take_back(
    now: Unfolding, seat: int, wager: str, because: str, clauses: tuple[str, ...] = ()
) -> None:
    if amount := getattr(now.table.seats[seat].wagers, wager):
        now.add(
            e.WagerWithdrawn(
                seat=seat,
                wager=wager,
                amount=amount,
                because=because,
                clauses=clauses,
            )
        )


def _take_back_tokes(now: Unfolding, seat: int, because: str) -> None:
    tokes = now.table.seats[seat].tokes
    for name in TokeBets.__struct_fields__:
        if amount := getattr(tokes, name):
            now.add(e.TokeWithdrawn(seat=seat, wager=name, amount=amount, because=because))


def _take_back_coupons(now: Unfolding, seat: int, because: str) -> None:
    coupons = now.table.seats[seat].coupons
    for name in coupons.__struct_fields__:
        if getattr(coupons, name):
            now.add(e.CouponWithdrawn(seat=seat, on=name, because=because))


def _take_back_all(
    now: Unfolding, seat: int, *, because: str = "", clauses: tuple[str, ...] = ()
) -> None:
    _take_back_tokes(now, seat, because)
    _take_back_coupons(now, seat, because)
    for wager in now.table.seats[seat].wagers.__struct_fields__:
        _take_back(now, seat, wager, because, clauses)


def fees_due(now: Unfolding) -> dict[str, int]:
    """By player: once, or for each position."""
    fee = now.house.options.collection_fee
    due: dict[str, int] = {}
    for number in now.table.bettors():
        player = now.table.seats[number].player
        if fee.amount and (fee.per == "position" or player not in due):
            due[player] = due.get(player, 0) + fee.amount * 100
    return due


def _cannot_pay_the_fee(now: Unfolding) -> int | None:
    for player, cents in fees_due(now).items():
        if now.table.stack(player) < cents:
            seats = [n for n in now.table.bettors() if now.table.seats[n].player == player]
            return seats[-1]
    return None


def _feed_meter(now: Unfolding) -> None:
    terms = now.house.progressive
    if terms is None:
        return
    wagered = sum(now.table.seats[n].wagers.progressive for n in now.table.round.positions)
    meter = wagered * terms.meter.contribution_cents // 100
    reserve = wagered * terms.meter.reserve_cents // 100
    if meter or reserve:
        clauses = now.clauses(FED_BY_THE_WAGERS)
        now.add(e.MeterFed(meter=meter, reserve=reserve, clauses=clauses))


def name_who_has_no_pair_plus(now: Unfolding) -> None:
    bets = [now.table.bets(number) for number in now.table.round.positions]
    said = announcements.before_the_deal(now.house, bets)
    for text in said[1:]:
        now.add(e.Announced(text=text))
