"""After the decisions: the dealer's hand, the players' hands, and every bet as it was settled."""

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
        if seat.wagers.ante:
            bets.decision = "fold" if seat.folded else "play"
        seats.append(bets)
    dealer = [card_text(card) for card in hand_of(now.table, DEALER)]
    document = Document(seats, dealer=dealer)
    if now.house.progressive:
        document.progressive_meter = now.table.meter
    return document


def reveal_hand(now: Unfolding, step: Step) -> None:
    hand = hand_of(now.table, step.seat or 0)
    texts = tuple(map(card_text, now.house.ranking.arranged(hand)))
    category = now.house.ranking.category(hand).name.lower()
    now.add(e.HandRevealed(seat=step.seat or 0, cards=texts, category=category))
    meter.lock(now, step.seat or 0)


def verify_payout(now: Unfolding, step: Step) -> None:
    now.add(e.PayoutVerified(seat=step.seat or 0))


def notify_royal(now: Unfolding, step: Step) -> None:
    told = tuple(now.house.completion.royal_notify)
    clauses = now.clauses(NOTICES)
    now.add(
        e.NoticeGiven(
            about="royal or jackpot",
            seat=step.seat,
            told=told,
            clauses=clauses,
        )
    )


def settle(now: Unfolding, step: Step) -> None:
    move = now.table.round.moves[step.move or 0]
    if move.line is None:
        _pay_envy(now, step.move or 0)
        return
    line, seat, clauses = move.line, move.seat, move.line.clauses
    if line.on is not msgspec.UNSET and line.face is not msgspec.UNSET:
        now.add(
            e.CouponSettled(
                seat=seat,
                on=line.on,
                face=line.face,
                paid=line.paid,
                result=line.result,
                clauses=clauses,
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
                clauses=clauses,
            )
        )
    elif move.action == "push":
        now.add(
            e.WagerPushed(
                seat=seat, wager=line.wager, stake=line.stake, toke=move.toke, clauses=clauses
            )
        )
    else:
        _pay(now, move, line)


def _pay(now: Unfolding, move: Move, line: Line) -> None:
    jackpot = now.table.round.jackpot if (line.odds or "").endswith("%") else None
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
            clauses=line.clauses,
        )
    )


def _pay_envy(now: Unfolding, place: int) -> None:
    """The envy moves stand in the order of the settlement's list."""
    settled, in_order = now.table.round.settled, now.table.round.moves
    if settled is None:
        return
    first = next(index for index, move in enumerate(in_order) if move.wager == "envy")
    envy = settled.envy[place - first]
    now.add(
        e.EnvyCollected(
            seat=envy.seat, for_seat=envy.for_seat, paid=envy.paid, clauses=envy.clauses
        )
    )
