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
from .claims import asked, contest, unclaimed
from .events import Step
from .instructions import told_of_awards
from .state import DEALER, hand_of
from .transaction import Transaction

NOTICES = point("payout.told")


def reveal_dealer(now: Transaction, step: Step) -> None:
    house, dealer = now.house, hand_of(now.table, DEALER)
    qualifies = house.dealer_qualifies(dealer)
    texts = tuple(map(card_text, house.ranking.arranged(dealer)))
    category = category_of(house.ranking.strength(dealer)).name.lower()
    now.add(e.DealerRevealed(cards=texts, category=category, qualifies=qualifies))
    said = announcements.of_dealer(house, dealer, qualifies=qualifies)
    now.add(e.Announced(text=said))
    if seats := asked(now.table):
        now.add(e.CallsAwaited(seats=seats, todo=(Step("hear_calls"),)))
    else:
        _begin_settlement(now)


def hear_calls(now: Transaction, step: Step) -> None:
    _begin_settlement(now)


def _begin_settlement(now: Transaction) -> None:
    settled = settle_round(now.house, _document(now))
    todo = procedure.settling(now.table, settled, moves(now.house, settled))
    now.add(e.SettlementBegan(settled=settled, todo=todo))


def _document(now: Transaction) -> Document:
    """The round as `settle` reads it."""
    seats = []
    for number in now.table.round.positions:
        bets, seat = now.table.bets(number), now.table.seats[number]
        bets.cards = [card_text(card) for card in hand_of(now.table, number)]
        if seat.ante:
            bets.decision = "fold" if seat.folded else "play"
        bets.unclaimed = unclaimed(now.table, number)
        seats.append(bets)
    dealer = [card_text(card) for card in hand_of(now.table, DEALER)]
    return Document(seats, dealer=dealer, meters=now.table.meters)


def reveal_hand(now: Transaction, step: Step) -> None:
    seat = step.seat or 0
    hand = hand_of(now.table, seat)
    texts = tuple(map(card_text, now.house.ranking.arranged(hand)))
    category = now.house.ranking.category(hand).name.lower()
    now.add(e.HandRevealed(seat=seat, cards=texts, category=category))
    _compare(now, seat)
    meter.lock(now, seat)


def _compare(now: Transaction, seat: int) -> None:
    """What the dealer says of the two hands, and after the last of them of all."""
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


def settle(now: Transaction, step: Step) -> None:
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


def _pay(now: Transaction, move: Move, line: Line, because: dict[str, Any]) -> None:
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
