"""After the decisions: the dealer's hand, the players' hands, and the settlement of each bet."""

from collections.abc import Collection, Iterator
from typing import TypedDict

import msgspec

from ..cards.card import card_texts, parse_hand
from ..cards.ranking import category_of
from ..house.model import House
from ..house.points import point
from ..wagers import announcements
from ..wagers.document import Round as Document
from ..wagers.envy import EnvyPaid
from ..wagers.outcome import Line
from ..wagers.round_settlement import Settled, settle_round, settled_so_far
from ..wagers.seat_classes import seat_classes
from ..wagers.sequence import Move, moves
from . import events as e
from . import meter, procedure
from .claims import asked, contest, unclaimed
from .events import Step
from .instructions import told_of_awards
from .shown_cards import cards_shown, read_otherwise
from .state import DEALER, Settling, Table, hand_of
from .transaction import Transaction

NOTICES = point("payout.told")


def reveal_dealer(now: Transaction, cards: tuple[str, ...]) -> None:
    house, shown = now.house, cards_shown(now, DEALER, cards)
    dealer = parse_hand(shown)
    qualifies = house.dealer_qualifies(dealer)
    texts = card_texts(house.ranking.arranged(dealer))
    category = category_of(house.ranking.strength(dealer)).name.lower()
    read = read_otherwise(now, DEALER, shown)
    now.add(e.DealerRevealed(cards=texts, category=category, qualifies=qualifies, read=read))
    said = announcements.of_dealer(house, dealer, qualifies=qualifies)
    now.add(e.Announced(text=said))
    if seats := asked(now.table):
        now.add(e.CallsAwaited(seats=seats, todo=(Step("hear_calls"),)))
    else:
        turn_up_or_settle(now)


def turn_up_or_settle(now: Transaction) -> None:
    """Turn up unknown hands before settling them."""
    closed = procedure.to_show(now.table) if now.table.physical else ()
    if closed:
        todo = tuple(Step("reveal_hand", seat=seat) for seat in closed)
        now.add(e.HandsAwaited(seats=closed, meters=now.table.meters, todo=todo))
    else:
        _begin_settlement(now)


def _begin_settlement(now: Transaction) -> None:
    seat = seat_classes(now.house).settled
    settled = settle_round(now.house, document(now), unseen=now.table.physical, seat=seat)
    in_order = moves(now.house, settled)
    if now.table.physical:
        todo = _rest(now, settled, in_order)
    else:
        todo = procedure.settling(now.table, settled, in_order)
    now.add(e.SettlementBegan(settled=settled, todo=todo))


def _rest(now: Transaction, settled: Settled, in_order: list[Move]) -> tuple[Step, ...]:
    """Steps after the last hand is up: its bets, or all if none is settled yet, and the end."""
    return remaining(now.table, settled, in_order, told=_settles_each(now.house))


def remaining(
    table: Table,
    settled: Settled,
    in_order: list[Move],
    *,
    told: bool = True,
    again: Collection[Settling] = (),
    untold: Collection[int] = (),
) -> tuple[Step, ...]:
    """The settlement steps that are left, apart from settled bets and racked hands.

    `told`: each hand but the last was notified as it was turned up; `again`: bets that a correction
    settles at once; `untold`: hands that it makes notable.
    """
    house, closed = table.house, hands_to_turn_up(table)
    steps = procedure.Completion(table, settled, in_order)
    from_the_right = sorted(table.round.positions, reverse=True)
    shown = [hand for hand in from_the_right if hand in table.round.revealed]
    pending = {step.seat for step in table.todo if step.name == "notify_royal"} | {*untold}
    by_hand, due = procedure.pays_hand_by_hand(house), list[Step]()
    whole = not (closed and table.physical)
    for hand in shown:
        last = hand == shown[-1] and not closed and not table.round.settled_whole
        if last or hand in pending or not told:
            due += steps.told(hand)
        if by_hand and (whole or _settles_each(house)):
            due += steps.paid(hand)
    if not by_hand and whole and not closed:
        due += steps.paid(None)
    for hand in closed:
        due += [Step("reveal_hand", seat=hand)] if table.physical else steps.revealed(hand)
        due += steps.paid(hand) if by_hand and not table.physical else []
    if not by_hand and closed and not table.physical:
        due += steps.paid(None)
    due += steps.end(due) if whole else []
    done = {key for key, _ in table.round.undo} | set(again)
    return _without(due, in_order, settled, done, {entry.seat for entry in table.round.rack})


def _without(
    due: list[Step], in_order: list[Move], settled: Settled, done: set[Settling], racked: set[int]
) -> tuple[Step, ...]:
    """The steps left, without those of settled bets and the steps that only accompany them."""
    keys = bet_keys(in_order, settled)
    left = [s for s in due if s.name != "settle" or keys[s.move or 0] not in done]
    to_pay = {s.seat for s in left if s.name == "settle" and in_order[s.move or 0].action == "pay"}
    return tuple(
        step
        for step in left
        if not (step.name in _BEFORE_PAYING and step.seat not in to_pay)
        and not (step.name == "rack_hand" and step.seat in racked)
    )


_BEFORE_PAYING = ("verify_payout", "verify_royal")


def behind_verification(table: Table, settled: Settled, in_order: list[Move]) -> set[Settling]:
    """The bets that are paid only after somebody has verified them."""
    keys, verified, found = bet_keys(in_order, settled), set[int | None](), set[Settling]()
    for step in remaining(table, settled, in_order):
        if step.name in _BEFORE_PAYING:
            verified.add(step.seat)
        elif step.name == "settle" and step.seat in verified:
            place = step.move or 0
            found |= {keys[place]} if in_order[place].action == "pay" else set()
    return found


def noticed_anew(table: Table, in_order: list[Move]) -> set[int]:
    """Hands with a reportable award of which nobody has been told yet."""
    before = procedure.noticed(table.house, table.round.moves)
    return {seat for seat, _, _ in procedure.noticed(table.house, in_order) - before}


def bet_keys(in_order: list[Move], settled: Settled) -> list[Settling]:
    """The bets that the moves settle, in order; envy moves follow the order of `settled.envy`."""
    envies = iter(settled.envy)
    return [_key(move, envies) for move in in_order]


def _key(move: Move, envies: Iterator[EnvyPaid]) -> Settling:
    if move.line is None:
        envy = next(envies)
        return Settling(envy.seat, "envy", on=f"{envy.wager}:{envy.for_seat}")
    on = move.line.on if isinstance(move.line.on, str) else ""
    return Settling(move.seat, move.wager, move.toke, on)


def hands_to_turn_up(table: Table) -> list[int]:
    """Hands in play that are not turned up yet, from the dealer's right."""
    return [seat for seat in procedure.to_show(table) if seat not in table.round.revealed]


def _settles_each(house: House) -> bool:
    """Whether hands can be settled one by one: not if they share a payout limit."""
    return house.payouts.aggregate_cents is None


def document(now: Transaction) -> Document:
    """The round as `settle` reads it, with the hands known so far; folded hands may be unknown."""
    seats = []
    racked = {entry.seat for entry in now.table.round.rack}
    for number in now.table.round.positions:
        bets, seat = now.table.bets(number), now.table.seats[number]
        closed = bool(now.table.round.backs.get(number))
        if closed and number not in racked:
            continue
        if not closed:
            bets.cards = [*card_texts(hand_of(now.table, number))]
        if seat.ante:
            bets.decision = "fold" if seat.folded else "play"
        bets.unclaimed = unclaimed(now.table, number)
        seats.append(bets)
    dealer = [*card_texts(hand_of(now.table, DEALER))]
    meters = now.table.round.meters or now.table.meters
    return Document(seats, dealer=dealer, meters=meters)


def reveal_hand(now: Transaction, seat: int, cards: tuple[str, ...]) -> None:
    show_hand(now, seat, cards_shown(now, seat, cards))
    if now.table.physical:
        _settle_shown(now, seat)
    _compare(now, seat)
    if not now.table.physical or _settles_each(now.house):
        meter.lock(now, seat)
    elif not hands_to_turn_up(now.table):
        for each in sorted(now.table.round.revealed - {DEALER}, reverse=True):
            meter.lock(now, each)


def show_hand(now: Transaction, seat: int, shown: tuple[str, ...]) -> None:
    hand = parse_hand(shown)
    texts = card_texts(now.house.ranking.arranged(hand))
    category = now.house.ranking.category(hand).name.lower()
    read = read_otherwise(now, seat, shown)
    now.add(
        e.HandRevealed(
            seat=seat, cards=texts, category=category, read=read, signed=now.signed or msgspec.UNSET
        )
    )


def _settle_shown(now: Transaction, seat: int) -> None:
    """Settle a hand as it is turned up; the last one settles the whole round."""
    house, round_ = now.house, now.table.round
    if not hands_to_turn_up(now.table):
        _begin_settlement(now)
        return
    if not _settles_each(house):
        return
    settled = settle_round(house, document(now), unseen=True)
    own = next(each for each in settled.seats if each.seat == seat)
    before = round_.settled.seats if round_.settled else []
    so_far = settled_so_far(house, [*before, own])
    steps = procedure.Completion(now.table, so_far, moves(house, so_far))
    due = steps.told(seat)
    if procedure.pays_hand_by_hand(house):
        due += steps.paid(seat)
    now.add(e.HandSettled(settled=own, todo=(*due, *now.table.todo)))


def _compare(now: Transaction, seat: int) -> None:
    """Announce the comparison of the two hands and, after the last, the overall result."""
    house, table = now.house, now.table
    if house.announcements.winning_hand:
        hands = hand_of(table, seat), hand_of(table, DEALER)
        said = announcements.of_comparison(house, *hands, contest(table, seat))
        _say(now, said, "announcements.winning_hand")
    is_last = not any(each.name == "reveal_hand" for each in table.todo)
    if house.announcements.dealer_beats_all and is_last:
        said = announcements.of_all(house, [contest(table, n) for n in table.round.positions])
        _say(now, said, "announcements.dealer_beats_all")


def _say(now: Transaction, text: str, setting: str) -> None:
    if text:
        now.add(e.Announced(text=text, clauses=now.house.clauses(setting)))


def verify_payout(now: Transaction, step: Step) -> None:
    now.add(e.PayoutVerified(seat=step.seat or 0))


def notify_royal(now: Transaction, step: Step) -> None:
    own = [each for each in now.table.round.moves if each.seat == step.seat]
    rows = [procedure.row_paid(now.house, each) for each in own]
    told = tuple(dict.fromkeys(role for row in rows if row for role in row.notify))
    now.add(
        e.NoticeGiven(
            about="royal or jackpot",
            seat=step.seat,
            told=told or told_of_awards(now.house),
            clauses=now.clauses(NOTICES),
        )
    )


class _Because(TypedDict):
    clauses: tuple[str, ...]
    departs_from: tuple[str, ...] | msgspec.UnsetType
    why: str | msgspec.UnsetType


def settle(now: Transaction, step: Step) -> None:
    move = now.table.round.moves[step.move or 0]
    if move.line is None:
        _pay_envy(now, step.move or 0)
        return
    line, seat = move.line, move.seat
    because: _Because = {
        "clauses": line.clauses,
        "departs_from": line.departs_from,
        "why": line.why or msgspec.UNSET,
    }
    if line.on is not msgspec.UNSET and line.face is not msgspec.UNSET:
        now.add(
            e.CouponSettled(
                seat=seat, on=line.on, face=line.face, paid=line.paid, result=line.result, **because
            )
        )
    elif move.action == "take":
        now.add(
            e.WagerTaken(
                seat=seat,
                wager=line.wager,
                stake=line.stake,
                toke=move.toke,
                result="forfeit" if line.result == "forfeit" else "lose",
                **because,
            )
        )
    elif move.action == "push":
        now.add(
            e.WagerPushed(seat=seat, wager=line.wager, stake=line.stake, toke=move.toke, **because)
        )
    else:
        _pay(now, move, line, because)


def _pay(now: Transaction, move: Move, line: Line, because: _Because) -> None:
    of_meter = line.meter is not msgspec.UNSET
    jackpot = now.table.jackpot_of(move.seat, line.wager) if of_meter else None
    now.add(
        e.WagerPaid(
            seat=move.seat,
            wager=line.wager,
            stake=line.stake,
            paid=jackpot.cents if jackpot else line.paid,
            returned=line.returned,
            toke=move.toke,
            of_meter=jackpot is not None,
            odds=line.odds or "",
            **because,
        )
    )
    if not move.toke:
        said = announcements.of_award(now.house, line)
        _say(now, said, f"wagers.{line.wager}.announce")


def _pay_envy(now: Transaction, place: int) -> None:
    """Pay an envy move; envy moves follow the order of the settlement's list."""
    settled, in_order = now.table.round.settled, now.table.round.moves
    if settled is None:
        return
    first = next(index for index, move in enumerate(in_order) if move.wager == "envy")
    envy = settled.envy[place - first]
    several = sum(wager.envy is not None for wager in now.house.wagers.values()) > 1
    now.add(
        e.EnvyCollected(
            seat=envy.seat,
            for_seat=envy.for_seat,
            paid=envy.paid,
            wager=envy.wager if several else msgspec.UNSET,
            clauses=envy.clauses,
            departs_from=envy.departs_from,
        )
    )
