"""The cards that counted in a round: those that decide, and the five of six that won a bet."""

from ..cards.best_of_six import best_fives
from ..cards.card import Card, Hand, card_texts
from ..cards.deciding_cards import deciding_cards
from .events import CountedCards
from .sight import Sight
from .state import DEALER, Table, hand_of


def counted_cards(table: Table, sight: Sight) -> dict[int, CountedCards]:
    """By seat, for the hands that are seen; 0 is the dealer's hand, compared with none."""
    round_ = table.round
    dealers = hand_of(table, DEALER) if DEALER in round_.revealed else None
    found = {
        seat: _counted(table, seat, dealers)
        for seat in round_.positions
        if sight.sees(table, seat) and is_counted(table, seat)
    }
    if dealers is not None:
        alone = deciding_cards(dealers, table.house.ranking)
        found[DEALER] = CountedCards((), card_texts(alone))
    return found


def is_counted(table: Table, seat: int) -> bool:
    """Whether a hand's cards are told to those who see it; of a folded one, only if all do."""
    round_ = table.round
    if seat not in round_.positions or len(round_.hands.get(seat, ())) != 3:
        return False
    return seat in round_.revealed or not table.seats[seat].folded


def _counted(table: Table, seat: int, dealers: Hand | None) -> CountedCards:
    hand, ranking = hand_of(table, seat), table.house.ranking
    if dealers is None:
        return CountedCards(card_texts(deciding_cards(hand, ranking)), ())
    five = card_texts(_five_paid(table, seat, hand + dealers))
    if table.seats[seat].folded:
        return CountedCards((), card_texts(deciding_cards(dealers, ranking)), five)
    own, others = deciding_cards(hand, ranking, dealers), deciding_cards(dealers, ranking, hand)
    return CountedCards(card_texts(own), card_texts(others), five)


def _five_paid(table: Table, seat: int, six: tuple[Card, ...]) -> tuple[Card, ...]:
    """The five cards for which a bet of the seat won, the same as in the reason for it."""
    lines = table.results.get(seat, ()) if table.results_of == table.round.number else ()
    for line in lines:
        wager = table.house.wagers.get(line.wager)
        if wager and wager.of == "best_five" and line.result == "win" and not line.toke:
            return best_fives(six, wheel=wager.wheel)[0]
    return ()
