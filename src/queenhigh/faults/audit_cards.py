"""Independent audit of the cards: all 52 once, dealt as shuffled, seen only by those allowed to."""

import re
from hashlib import sha256

import msgspec

from .audit_money import Breach, Event

DECK = frozenset(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")
# Events after which somebody may know more, or everything changes.
_SHOWING = frozenset(
    {
        *("seat_taken", "seat_left", "deck_shuffled", "shuffle_opened", "round_began"),
        *("cards_dealt", "cards_discarded", "cards_exposed", "cards_released", "deck_removed"),
        *("dealer_revealed", "hand_revealed", "card_corrected"),
    }
)
_CARD = re.compile(r'"([2-9TJQKA][cdhs])"')  # A card is a separate JSON string.
_CARD_IN_WORDS = re.compile(r"\b([2-9TJQKA][cdhs])\b")


class Known(msgspec.Struct, frozen=True):
    """The faces that each person may know at one moment."""

    everybody: frozenset[str] = frozenset()
    own: dict[str, frozenset[str]] = {}
    secrets: tuple[str, ...] = ()  # Nonces of shuffles not opened yet.

    def to(self, player: str) -> frozenset[str]:
        return self.everybody | self.own.get(player, frozenset())


class TableCards:
    """The cards of one table, and who may have seen which, by version."""

    def __init__(self) -> None:
        self.version = 0
        self.sits: dict[int, str] = {}
        self._orders: dict[int, tuple[list[str], str, str]] = {}  # Order, commitment, nonce.
        self._deck = 0
        self._dealt: list[str] = []
        self.hands: dict[int, list[str]] = {}
        self._backs: dict[int, int] = {}  # Numbers of face-down cards by place, real or sealed.
        self._sealed: dict[int, list[int]] = {}  # Deck indexes of sealed cards, by seat.
        self._drawn = 0
        self._moved: set[int] = set()  # Decks that people have cut or mixed since the shuffle.
        self._released: set[int] = set()
        self._open: set[str] = set()  # Cards that everybody has seen in this round.
        self._known: dict[int, Known] = {0: Known()}

    def happened(self, version: int, e: Event) -> None:
        self.version = version
        match e["type"]:
            case "seat_taken":
                self.sits[e["seat"]] = e["player"]
            case "seat_left":
                del self.sits[e["seat"]]
            case "deck_shuffled":
                self._shuffled(e)
            case "deck_cut" | "recut_ordered" | "shuffle_mixed":
                # This auditor cannot track a deck after people cut or mix it.
                self._orders.pop(e["deck"], None)
                self._moved.add(e["deck"])
            case "deck_removed":
                self._orders.pop(e["deck"], None)
            case "shuffle_opened":
                self._opened(e)
            case "round_began":
                self._deck, self._dealt, self.hands = e["deck"], [], {}
                self._backs, self._sealed, self._drawn = {}, {}, 0
                self._released, self._open = set(), set()
            case "cards_dealt":
                self._deal(e["seat"], list(e["cards"]))
                self._deal_closed(e["seat"], e.get("count", 0), sealed="sealed" in e)
                self._drawn += len(e["cards"]) + e.get("count", 0)
            case "cards_discarded" | "cards_exposed":
                self._open |= set(e["cards"])
                if e["type"] == "cards_discarded":
                    self._draw(list(e["cards"]))
                    self._drawn += len(e["cards"]) + e.get("count", 0)
            case "cards_released":
                self._released |= set(e["seats"])
            case "dealer_revealed" | "hand_revealed":
                seat = e.get("seat", 0)
                self._turn_up(seat, list(e["cards"]))
                if sorted(e["cards"]) != sorted(self.hands[seat]):
                    raise Breach(f"seat {seat} shows {e['cards']} and has {self.hands[seat]}")
                self._open |= set(e["cards"])
            case "card_corrected":
                self._correct(e)
            case "third_card_missing":
                self._take_back()
            case "round_ended" | "round_voided":
                for seat, cards in e.get("hands", {}).items():
                    self._tell(int(seat), cards)
            case _:
                pass
        self._known[version] = self._now(self._known[version - 1], e["type"])

    def _shuffled(self, e: Event) -> None:
        order = list(e["order"])
        if order:
            if frozenset(order) != DECK or len(order) != len(DECK):
                raise Breach("a shuffle lost a card")
            self._orders[e["deck"]] = order, e["commitment"], e["nonce"]

    def _deal_closed(self, seat: int, count: int, *, sealed: bool) -> None:
        self._backs[seat] = self._backs.get(seat, 0) + count
        if sealed:
            places = range(self._drawn, self._drawn + count)
            self._sealed.setdefault(seat, []).extend(places)

    def _take_back(self) -> None:
        """Return the dealer's last card to the deck; it was dealt face down."""
        self._drawn -= 1
        if places := self._sealed.get(0):
            places.pop()
            self._backs[0] -= 1

    def _tell(self, seat: int, cards: list[str]) -> None:
        """Compare the hand opened at the end of the round with the one shown, if any."""
        self._turn_up(seat, cards)
        if sorted(cards) != sorted(self.hands[seat]):
            raise Breach(f"seat {seat} had {cards} and showed {self.hands[seat]}")

    def _opened(self, e: Event) -> None:
        order, commitment, nonce = self._orders.pop(e["deck"], (list(e["order"]), "", ""))
        told = sha256(f"{e['nonce']}:{''.join(e['order'])}".encode()).hexdigest()
        if list(e["order"]) != order or told != e["commitment"]:
            raise Breach("a shuffle was opened that was not committed to")
        if commitment and (commitment != told or nonce != e["nonce"]):
            raise Breach("a shuffle was opened that was not committed to")
        if e["deck"] == self._deck and e["deck"] not in self._moved:
            self._must_have_lain(e["order"])
        self._moved.discard(e["deck"])
        self._open = set(DECK)

    def _must_have_lain(self, order: list[str]) -> None:
        for seat, places in self._sealed.items():
            if sorted(order[place] for place in places) != sorted(self.hands[seat]):
                raise Breach(f"{self.hands[seat]} were dealt to {seat} out of the shuffled order")

    def _deal(self, seat: int, cards: list[str]) -> None:
        self._draw(cards)
        self.hands[seat] = [*self.hands.get(seat, []), *cards]

    def _turn_up(self, seat: int, cards: list[str]) -> None:
        """Turn up real cards, of which only the number was known."""
        if not (backs := self._backs.pop(seat, 0)):
            return
        if len(cards) != backs:
            raise Breach(f"seat {seat} shows {len(cards)} cards and was dealt {backs}")
        self._deal(seat, cards)

    def _correct(self, e: Event) -> None:
        hand = self.hands[e["seat"]]
        if e["entered"] not in hand:
            raise Breach(f"{e['entered']} of seat {e['seat']} is corrected, which has {hand}")
        self._dealt.remove(e["entered"])
        hand.remove(e["entered"])
        self._deal(e["seat"], [e["actual"]])
        self._open |= set(hand)

    def _draw(self, cards: list[str]) -> None:
        if set(cards) & set(self._dealt) or len(set(cards)) != len(cards):
            raise Breach(f"a card of {cards} was dealt twice")
        if self._deck in self._orders:
            order = self._orders[self._deck][0]
            if order[len(self._dealt) : len(self._dealt) + len(cards)] != cards:
                raise Breach(f"{cards} were dealt out of the shuffled order")
        self._dealt += cards

    # Who may know what

    def _now(self, before: Known, kind: str) -> Known:
        if kind not in _SHOWING:
            return before
        own: dict[str, frozenset[str]] = {}
        for seat in sorted(self._released & self.sits.keys()):
            player = self.sits[seat]
            own[player] = own.get(player, frozenset()) | frozenset(self.hands.get(seat, ()))
        nonces = (nonce for _, _, nonce in self._orders.values() if nonce)
        return Known(frozenset(self._open), own, tuple(nonces))

    def check_seen(
        self, player: str, after: int, version: int, view: str, events: str, texts: list[str]
    ) -> None:
        """Check what a player was shown of the table at a version, and of events since another.

        A player who was not there before has seen none of those: `after` is then the version
        itself.
        """
        known = self._known[version]
        if leaked := faces(view) - known.to(player):
            raise Breach(f"{player} was shown {_few(leaked)} at version {version}")
        span = [self._known[each] for each in range(after + 1, version + 1)]
        allowed = frozenset().union(*(each.to(player) for each in (*span, known)))
        said = frozenset(_CARD_IN_WORDS.findall(" ".join(texts)))
        if leaked := (faces(events) | said) - allowed:
            told = f"{_few(leaked)} between versions {after} and {version}"
            raise Breach(f"{player} was told of {told}")
        if any(secret in view or secret in events for secret in known.secrets):
            raise Breach(f"{player} was told the nonce of a shuffle at version {version}")


def _few(cards: frozenset[str]) -> str:
    shown = " ".join(sorted(cards)[:6])
    return f"{shown} and {len(cards) - 6} more" if len(cards) > 6 else shown


def faces(text: str) -> frozenset[str]:
    """Return every card face in a message."""
    return frozenset(_CARD.findall(text))
