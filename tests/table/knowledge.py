"""The cards a viewer may know by the rules, worked out from the log rather than from views."""

from queenhigh.cards.card import FULL_DECK, card_text
from queenhigh.house.model import House
from queenhigh.table import events as e
from queenhigh.table.state import Table

CARDS = frozenset(map(card_text, FULL_DECK))


class Knowledge:
    """Cards shown to all, and the viewer's own once they may be looked at."""

    def __init__(self, viewer: str, house: House):
        self.viewer = viewer
        self.one_by_one = house.decisions.before_second_look
        self.own: set[int] = set()
        self.forget()

    def forget(self) -> None:
        """Start a new round with unknown cards."""
        self.public: set[str] = set()
        self.dealt: dict[int, list[str]] = {}
        self.released: set[int] = set()
        self.undecided: set[int] = set()

    def learn(self, event: e.Event, after: Table) -> None:
        match event:
            case e.TableOpened() | e.RoundBegan():
                self.forget()
            case e.SeatTaken():
                self.own -= {event.seat}
                if self.viewer == f"player:{event.player}":
                    self.own.add(event.seat)
            case e.BetsLocked():
                seats = after.seats
                self.undecided = {seat for seat in event.positions if seats[seat].ante}
            case e.CardsDealt():
                self.dealt.setdefault(event.seat, []).extend(event.cards)
            case e.ApprovalRequested():  # People's claims, true or not.
                said = (event.command.get(name) for name in ("entered", "actual"))
                self.public |= {card for card in said if card}
            case e.CardCorrected():
                self.public |= {*event.cards, event.entered}
            case e.CardsDiscarded() | e.DealerRevealed() | e.HandRevealed():
                self.public |= set(event.cards)
            case e.CardsReleased():
                self.released |= set(event.seats)
            case e.PlayPlaced() | e.Folded():
                self.undecided -= {event.seat}
            case e.ShuffleOpened():
                self.public = set(CARDS)
            case _:
                pass

    def cards(self) -> set[str]:
        known = set(self.public)
        for seat in self.own & self.released:
            waits = self.one_by_one and any(n in self.own and n < seat for n in self.undecided)
            if not waits:
                known |= set(self.dealt.get(seat, ()))
        return known
