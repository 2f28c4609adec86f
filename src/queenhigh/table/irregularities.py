"""Irregularities: what each house does when something goes wrong with the cards."""

from ..cards.card import FULL_DECK, Card, card_texts
from ..house.points import Point, point
from . import commands as c
from . import events as e
from .bet_lock import lock_at_first_card
from .decisions import take_all
from .entropy import refuse_before_the_mix
from .events import Remedy
from .instructions import ruling_awaited
from .refusal import TableRefusal
from .returned_bets import take_back_all
from .roles import Actor, may_rule
from .rounds import begin_round, end_round, rack, remove_deck, void_round
from .shown_cards import cards_entered, known_cards
from .state import DEALER, STUB, Phase
from .transaction import Transaction

BURNED = point("irregularity.burned")
ONE_FACE_UP = point("irregularity.one_face_up")
SEVERAL_FACE_UP = point("irregularity.several_face_up")
DRAWN_IN_ERROR = point("irregularity.drawn_in_error")
WRONG_NUMBER = point("irregularity.wrong_number")
THIRD_CARD = point("irregularity.dealer_third_card")
PLAYER_EXPOSED = point("irregularity.player_exposed")
SHARED = point("irregularity.hands_shared")
EARLY_LOOK = point("irregularity.early_look")
DEALER_EXPOSED = point("irregularity.dealer_exposed")
MISDEALT_WITH_52 = point("irregularity.misdealt_with_52")
DECK_NOT_52 = point("irregularity.not_52")
MACHINE_COUNT = point("irregularity.machine_count")
MANAGEMENT = point("irregularity.management")
MACHINE_FAILURE = point("irregularity.machine")


def report_face_up_card(now: Transaction, command: c.ReportFaceUpCard) -> None:
    """Report a card found face up in the shoe or deck during the deal."""
    _must_be_possible(now)
    _must_be_dealing(now)
    cards = _next_cards(now, command)
    rules, policy = now.house.irregularities, now.house.irregularities.card_face_up
    for_dealer = _next_to_be_dealt(now) == DEALER
    several = now.table.round.face_up + len(cards) > 1
    in_stack = now.house.dealing.method == "automated_shoe"
    options = " ".join(
        name
        for name, decides in (("faceup_on_dealer_turn", for_dealer), ("faceup_in_stack", in_stack))
        if decides
    )
    if policy == "management":
        _apply(now, "face_up_card", "halt", MANAGEMENT)
    elif policy == "burn":
        _apply(now, "face_up_card", "discard", BURNED)
        now.add(e.CardsDiscarded(cards=card_texts(cards)))
    elif policy == "continue" and for_dealer:
        _dealer_card_seen(now, "face_up_card")
    elif policy == "continue":
        _apply(now, "face_up_card", "continue", ONE_FACE_UP)
    elif several:
        _apply(now, "face_up_card", "void", SEVERAL_FACE_UP, detail=f"{len(cards)} cards")
    elif for_dealer and rules.faceup_on_dealer_turn == "void":
        _apply(now, "face_up_card", "void", DEALER_EXPOSED, option="faceup_on_dealer_turn")
    elif in_stack and rules.faceup_in_stack == "void":
        _apply(now, "face_up_card", "void", ONE_FACE_UP, option=options)
    elif in_stack and rules.faceup_in_stack == "management":
        _apply(now, "face_up_card", "halt", MANAGEMENT, option=options)
    else:
        _apply(now, "face_up_card", "discard", ONE_FACE_UP, option=options)
        texts = card_texts(cards)
        now.add(e.CardsDiscarded(cards=texts))


def report_card_drawn_in_error(now: Transaction, command: c.ReportCardDrawnInError) -> None:
    """Report a card drawn but not exposed: it becomes the next card, so the order is kept."""
    _must_be_possible(now)
    if _none_is_due(now):
        _drawn_when_none_is_due(now)
        return
    _must_be_dealing(now)
    policy = now.house.irregularities.card_drawn_in_error
    if policy == "management":
        _apply(now, "card_drawn_in_error", "halt", MANAGEMENT)
    else:
        _apply(now, "card_drawn_in_error", "next_card", DRAWN_IN_ERROR)


def _none_is_due(now: Transaction) -> bool:
    """Whether every hand has its cards and the stub is not racked yet."""
    racked = any(entry.seat == STUB for entry in now.table.round.rack)
    dealt = _cards_are_out(now) and _next_to_be_dealt(now) is None
    return now.table.phase is Phase.DEALING and dealt and not racked


def _drawn_when_none_is_due(now: Transaction) -> None:
    """No place is due a card: discard it, void the round, or wait for a ruling."""
    kind, option = "card_drawn_in_error", "drawn_when_none_due"
    match now.house.irregularities.drawn_when_none_due:
        case "ruling":
            _apply(now, kind, "halt", DRAWN_IN_ERROR, option=option, waits_for="floor")
        case "void":
            _apply(now, kind, "void", DRAWN_IN_ERROR, option=option)
        case "discard":
            _apply(now, kind, "discard", DRAWN_IN_ERROR, option=option)
            drawn = now.table.round.drawn
            texts = card_texts(now.table.deck.order[drawn : drawn + 1])
            if texts:
                now.add(e.CardsDiscarded(cards=texts))
            elif now.table.physical:
                now.add(e.CardsDiscarded(cards=(), count=1))


def report_wrong_number_of_cards(now: Transaction, command: c.ReportWrongNumberOfCards) -> None:
    """Report a misdealt hand until the round ends: hands are rebuilt and payouts reversed."""
    if not _cards_are_out(now):
        raise _cannot_be(now, "No cards are out.")
    if command.seat not in now.table.round.hands:
        raise _cannot_be(now, "That place was dealt no cards.")
    if command.cards == 3:
        raise _cannot_be(now, "Three cards are the right number.")
    if not 0 <= command.cards <= len(FULL_DECK):
        raise _cannot_be(now, f"No hand has {command.cards} cards: a deck has {len(FULL_DECK)}.")
    _must_be_possible(now)
    rules, kind = now.house.irregularities, "wrong_number_of_cards"
    detail = f"{'dealer' if command.seat == DEALER else f'seat {command.seat}'}: {command.cards}"
    seats = [now.table.seats[number] for number in now.table.round.positions]
    discarded = any(seat.folded or seat.thrown_in for seat in seats)
    revealed = DEALER in now.table.round.revealed
    missing_third = command.seat == DEALER and command.cards == 2 and not discarded and not revealed
    if missing_third and rules.dealer_third_card_exception is True:
        option = "dealer_third_card_exception"
        _apply(now, kind, "complete", THIRD_CARD, option=option, detail=detail)
        if now.table.cards_at(DEALER) == 3:  # If not, it will be dealt anyway.
            todo = (e.Step("deal_third_card", seat=DEALER), *now.table.todo)
            now.add(e.ThirdCardMissing(todo=todo, clauses=now.clauses(THIRD_CARD)))
    elif missing_third and rules.dealer_third_card_exception == "management":
        option = "dealer_third_card_exception"
        _apply(now, kind, "halt", MANAGEMENT, option=option, detail=detail)
    elif now.house.irregularities.wrong_number_of_cards == "management":
        _apply(now, kind, "halt", MANAGEMENT, detail=detail)
    else:
        option = "dealer_third_card_exception" if missing_third else ""
        _apply(now, kind, "void", WRONG_NUMBER, option=option, detail=detail)


def report_exposed_card(now: Transaction, command: c.ReportExposedCard) -> None:
    """Report a card in somebody's hand that was seen too early."""
    if not _hidden_cards_are_out(now):
        raise _cannot_be(now, "No hidden cards are out.")
    if command.seat not in now.table.round.hands or command.seat in now.table.round.revealed:
        raise _cannot_be(now, "That place holds no hidden cards.")
    if command.seat == DEALER or command.looked:
        _must_be_possible(now)
    if command.looked and now.house.irregularities.early_look:
        _void_hand(now, command.seat)
        return
    texts = card_texts(cards_entered(now, command.cards))
    now.add(e.CardsExposed(seat=command.seat, cards=texts))
    if command.seat != DEALER:
        if now.house.irregularities.player_card_exposed == "management":
            _apply(now, "exposed_card", "halt", MANAGEMENT)
        else:
            _apply(now, "exposed_card", "continue", PLAYER_EXPOSED)
        return
    _dealer_card_seen(now, "exposed_dealer_card")


def report_shared_hands(now: Transaction, command: c.ReportSharedHands) -> None:
    """Void the round if the book has a remedy; otherwise it is a matter of conduct."""
    if not now.house.irregularities.hands_shared:
        raise _cannot_be(now, "Here that is a matter of conduct: the round goes on.")
    if not (_hidden_cards_are_out(now) and now.table.round.released):
        raise _cannot_be(now, "Nobody has seen a hand yet.")
    _apply(now, "hands_shared", "void", SHARED)


def _void_hand(now: Transaction, number: int) -> None:
    """Void the hand of a player who looked before the deal was over; the others play on."""
    early = now.table.phase is Phase.DEALING and number not in now.table.round.released
    if number == DEALER or not early:
        raise _cannot_be(now, "The players may look at their cards.")
    kind, detail = "early_look", f"seat {number}, whose hand alone is void"
    _apply(now, kind, "continue", EARLY_LOOK, option="void_hand_bets", detail=detail)
    clauses = now.clauses(EARLY_LOOK)
    if now.house.irregularities.void_hand_bets == "returned":
        take_back_all(now, number, because=kind, clauses=clauses)
    else:
        take_all(now, number, clauses, "looked")
    rack(now, number)
    if not now.table.round.positions:
        end_round(now)  # Nobody is left to deal to.


def _dealer_card_seen(now: Transaction, kind: str) -> None:
    """Void, play on, or wait for a decision, as the house says."""
    policy, option = now.house.irregularities.exposed_dealer_card, "exposed_dealer_card"
    if policy == "management":
        _apply(now, kind, "halt", MANAGEMENT, option=option)
    elif policy == "supervisor":
        _apply(now, kind, "halt", DEALER_EXPOSED, option=option, waits_for="floor")
    else:
        _apply(now, kind, policy, DEALER_EXPOSED, option=option)


def report_wrong_deck_count(now: Transaction, command: c.ReportWrongDeckCount) -> None:
    counting = now.table.phase in (Phase.BETTING, Phase.DEALING) or _hidden_cards_are_out(now)
    if not counting:
        raise _cannot_be(now, "No deck is being counted.")
    if command.count == 52 and not command.misdealt:
        raise _cannot_be(now, "52 cards are the right number.")
    _must_be_possible(now)
    possible_count(now, command.count)
    wrong_count(now, command.count, misdealt=command.misdealt, by_machine=command.by_machine)


def possible_count(now: Transaction, *counts: int | None) -> None:
    """Refuse an impossible count: at most two decks have been mixed."""
    for count in counts:
        if count is not None and not 0 <= count <= 2 * len(FULL_DECK):
            raise _cannot_be(
                now, f"{count} cards cannot be the count: a deck has {len(FULL_DECK)}."
            )


def wrong_count(now: Transaction, count: int, *, misdealt: bool, by_machine: bool) -> None:
    """Void the round if hands are out; remove the deck unless only the deal was wrong."""
    kind, detail = "wrong_count", f"{count} cards"
    if now.house.irregularities.wrong_count == "management":
        _apply(now, kind, "halt", MANAGEMENT, detail=detail)
    elif misdealt and count == 52:
        _apply(now, kind, "void", MISDEALT_WITH_52, detail=detail)
    elif misdealt and now.house.irregularities.misdealt_and_short == "void_only":
        _apply(now, kind, "void", MISDEALT_WITH_52, option="misdealt_and_short", detail=detail)
    else:
        because = MACHINE_COUNT if by_machine else DECK_NOT_52
        option = "machine_count_round" if by_machine else "misdealt_and_short" if misdealt else ""
        void_too = by_machine and not now.table.round.positions and _settled_with(now)
        _apply(now, kind, "remove_deck", because, option=option, detail=detail)
        if void_too:
            clauses = now.clauses(MACHINE_COUNT)
            now.add(e.SettledRoundVoided(number=void_too, reason=kind, clauses=clauses))


def _settled_with(now: Transaction) -> int | None:
    """The settled round that was dealt from this deck, if the house voids it."""
    played = now.table.played.get(now.table.round.deck)
    void = now.house.irregularities.machine_count_round == "void"
    return played.number if played and void else None


def report_jam(now: Transaction, command: c.ReportJam) -> None:
    now.must_be(
        *(Phase.BETTING, Phase.DEALING),
        code=TableRefusal.NO_SUCH_IRREGULARITY,
        message="No device is at work.",
    )
    _must_be_possible(now)
    if now.house.irregularities.jam == "management":
        _apply(now, "jam", "halt", MANAGEMENT, detail=command.device)
    elif now.table.phase is Phase.DEALING:
        _apply(now, "jam", "void", MACHINE_FAILURE, detail=command.device)
    else:
        _apply(now, "jam", "continue", MACHINE_FAILURE, detail=command.device)
    if command.device == "shuffler" and now.table.shuffler_works:
        now.add(e.ShufflerFailed())


def rule(now: Transaction, command: c.Rule) -> None:
    """Rule, as the awaited role or above, that the round goes on or is void."""
    message = "The table is not waiting for a ruling."
    now.must_be(Phase.HALTED, code=TableRefusal.NOT_HALTED, message=message)
    if not may_rule(now.role_of(command.by), now.table.waits_for):
        message = ruling_awaited(now.table.waits_for)
        raise now.refusal(TableRefusal.NOT_YOUR_ROLE, message, MANAGEMENT)
    reported_by, ruled_by = (Actor.parse(by).name for by in (now.table.halted_by, command.by))
    if now.table.guarded and command.ruling == "void" and reported_by == ruled_by:
        message = "The person who reported it may not rule that the round is void."
        raise now.refusal(TableRefusal.OWN_REQUEST, message)
    clauses = tuple(dict.fromkeys((*now.clauses(MANAGEMENT), *now.table.halted_because)))
    now.add(e.RulingMade(ruling=command.ruling, reason=command.reason, clauses=clauses))
    if command.ruling == "void":
        _void(now, command.reason, clauses)


def _apply(
    now: Transaction,
    kind: str,
    remedy: Remedy,
    because: Point,
    *,
    option: str = "",
    detail: str = "",
    waits_for: str = "",
) -> None:
    """Record what happened, the remedy and the options behind it, and carry the remedy out."""
    if remedy == "halt" and now.house.irregularities.misdeal == "void" and because == MANAGEMENT:
        remedy, option = "void", "misdeal"
    if remedy == "void" and DEALER in now.table.round.revealed:
        # Everybody knows who has won, so nobody at the table voids it: the floor rules.
        remedy, waits_for = "halt", "floor"
    clauses = now.clauses(because)
    rulings = tuple(
        each for name in option.split() for each in now.house.rulings_on(f"irregularities.{name}")
    )
    now.add(
        e.IrregularityReported(
            kind=kind, remedy=remedy, detail=detail, rulings=rulings, clauses=clauses
        )
    )
    if remedy == "halt":
        now.add(
            e.TableHalted(
                kind=kind,
                proposal="void",
                waits_for=waits_for or now.house.irregularities.halted_for or "management",
                clauses=clauses,
            )
        )
    elif remedy == "void":
        _void(now, kind, clauses)
    elif remedy == "remove_deck":
        deck = now.table.round.deck
        if now.table.round.positions:
            void_round(now, kind, clauses)
        remove_deck(now, deck, detail or kind)


def _void(now: Transaction, reason: str, clauses: tuple[str, ...]) -> None:
    void_round(now, reason, clauses)
    begin_round(now, after_play=True, after_void=True)


def _cards_are_out(now: Transaction) -> bool:
    running = now.table.phase in (Phase.DEALING, Phase.DECIDING, Phase.SETTLING)
    return running and now.table.round.cards_are_out


def _hidden_cards_are_out(now: Transaction) -> bool:
    """Whether the table is between the first card and the reveal of the dealer's hand."""
    return _cards_are_out(now) and DEALER not in now.table.round.revealed


def _next_to_be_dealt(now: Transaction) -> int | None:
    """The place that gets the next card of the deal."""
    steps = now.table.todo if now.table.phase is Phase.DEALING else ()
    return next((step.seat for step in steps if step.name == "deal"), None)


def _must_be_possible(now: Transaction) -> None:
    """Refuse reports of misdeals at a guarded table whose deck the system shuffled and holds.

    At an unguarded table, a known order stands for cards that somebody deals.
    """
    if now.table.guarded and now.table.decks and now.table.deck.order:
        message = "The system deals these cards, so this cannot have happened."
        raise _cannot_be(now, message)


def _must_be_dealing(now: Transaction) -> None:
    """Nothing can be wrong with the first card before it is out, so lock the bets."""
    lock_at_first_card(now)
    refuse_before_the_mix(now)
    if _next_to_be_dealt(now) is None:
        raise _cannot_be(now, "The cards are not being dealt.")


def _next_cards(now: Transaction, command: c.ReportFaceUpCard) -> tuple[Card, ...]:
    """The next cards out; if the table knows the order, nobody has to name or guess them."""
    order, drawn = now.table.deck.order, now.table.round.drawn
    if order:
        if command.cards or not 1 <= command.count <= len(order) - drawn:
            message = "The table knows its cards: say how many lay face up."
            raise now.refusal(TableRefusal.WRONG_CARDS, message)
        return order[drawn : drawn + command.count]
    cards = cards_entered(now, command.cards)
    if not cards or len(set(cards) - known_cards(now.table).keys()) < len(cards):
        message = "Say which cards lay face up, each once; none may already be in play."
        raise now.refusal(TableRefusal.WRONG_CARDS, message)
    return cards


def _cannot_be(now: Transaction, message: str) -> Exception:
    return now.refusal(TableRefusal.NO_SUCH_IRREGULARITY, message)
