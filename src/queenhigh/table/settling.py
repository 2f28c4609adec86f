"""After the decisions: the dealer's hand, the players' hands, and every bet as it was settled."""

from typing import Any

import msgspec

from ..cards.card import card_text
from ..cards.ranking import category_of
from ..house.points import point
from ..wagers import announcements
from ..wagers.document import Round as Document
from ..wagers.outcome import Line
from ..wagers.sequence import Move, moves
from ..wagers.settle import settle_round
from . import events as e
from . import meter, procedure
from .events import Step
from .instructions import told_of_awards
from .state import DEALER, hand_of
from .unfolding import Unfolding

NOTICES = point("payout.told")


def reveal_dealer(now: Unfolding, step: Step) -> None:
    house, dealer = now.house, hand_of(now.table, DEALER)
    qualifies = house.dealer_qualifies(dealer)
    texts = tuple(map(card_text, house.ranking.arranged(dealer)))
    category = category_of(house.ranking.strength(dealer)).name.lower()
    now.add(e.DealerRevealed(cards=texts, category=category, qualifies=qualifies))
    said = announcements.of_dealer(house, dealer, qualifies=qualifies)
    now.add(e.Announced(text=said))
    settled = settle_round(house, _document(now))
    todo = procedure.settling(now.table, settled, moves(house, settled))
    now.add(e.SettlementBegan(settled=settled, todo=todo))


def _document(now: Unfolding) -> Document:
    """The round as `settle` reads it."""
    seats = []
    for number in now.table.round.positions:
        bets, seat = now.table.bets(number), now.table.seats[number]
        bets.cards = [card_text(card) for card in hand_of(now.table, number)]
        if seat.ante:
            bets.decision = "fold" if seat.folded else "play"
        seats.append(bets)
    dealer = [card_text(card) for card in hand_of(now.table, DEALER)]
    return Document(seats, dealer=dealer, meters=now.table.meters)


def reveal_hand(now: Unfolding, step: Step) -> None:
    hand = hand_of(now.table, step.seat or 0)
    texts = tuple(map(card_text, now.house.ranking.arranged(hand)))
    category = now.house.ranking.category(hand).name.lower()
    now.add(e.HandRevealed(seat=step.seat or 0, cards=texts, category=category))
    meter.lock(now, step.seat or 0)


def verify_payout(now: Unfolding, step: Step) -> None:
    now.add(e.PayoutVerified(seat=step.seat or 0))


def notify_royal(now: Unfolding, step: Step) -> None:
    own = [each for each in now.table.round.moves if each.seat == step.seat and not each.toke]
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


def settle(now: Unfolding, step: Step) -> None:
    move = now.table.round.moves[step.move or 0]
    if move.line is None:
        _pay_envy(now, step.move or 0)
        return
    line, seat = move.line, move.seat
    because: Any = {"clauses": line.clauses, "departs_from": line.departs_from}
    because["why"] = line.why or msgspec.UNSET
    if line.on is not msgspec.UNSET and line.face is not msgspec.UNSET:
        now.add(
            e.CouponSettled(
                seat=seat,
                on=line.on,
                face=line.face,
                paid=line.paid,
                result=line.result,
                **because,
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


def _pay(now: Unfolding, move: Move, line: Line, because: dict[str, Any]) -> None:
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


def _pay_envy(now: Unfolding, place: int) -> None:
    """The envy moves stand in the order of the settlement's list."""
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
