"""Forms for the commands that need explaining: what each asks for at this table, and the choices.

The choices come from the house and the view: no form offers what the house lacks, or reveals what
its reader may not see.
"""

from collections.abc import Iterable, Iterator
from typing import Final, Unpack

from ..house.words import capitalised
from . import commands as c
from .command_form import (
    CommandForm,
    FormChoice,
    FormField,
    FormGroup,
    More,
    ask,
    form,
    named,
    pick,
    said,
)
from .command_rules import MAY
from .denominations import in_words, notes_of
from .procedure import deal_method, shuffles_by_hand
from .roles import Actor
from .shuffler import hand_may_replace_machine
from .state import DEALER, Table
from .views import HIDDEN, TableView

_NO_YES: Final = [FormChoice(value=False, name="No"), FormChoice(value=True, name="Yes")]
_WHY: Final = said("reason", "Why", "Keyed wrongly", "Misread", "Seen on review")
_WITNESSES: Final = {
    "floor": "Floor", "dealer": "Dealer", "pit_manager": "Pit manager",
    "shift_manager": "Shift manager",
}  # fmt: skip


def forms(
    table: Table,
    shown: TableView,
    viewer: str,
    *,
    guarded: bool,
    roles: Iterable[str],
    dealt_by: str = "",
) -> list[CommandForm]:
    """The forms of a table, given a view of it.

    `guarded` says what a closed table will be; `dealt_by` is who deals it if no person does.
    """
    maker = _Forms(table, shown, viewer, guarded=guarded, dealt_by=dealt_by)
    speak = set(roles)
    return [each for each in maker.all() if speak.intersection(MAY[each.type])]


def _place(number: int) -> str:
    return f"Seat {number}" if number else "The dealer"


class _Forms:
    """The facts that the forms of one table draw on."""

    def __init__(
        self, table: Table, shown: TableView, viewer: str, *, guarded: bool, dealt_by: str
    ):
        self.table, self.house, self.shown = table, table.house, shown
        self.role, self.person = Actor.parse(viewer)
        self.guarded, self.dealt_by = guarded, dealt_by
        self.machine = self.house.shuffle.method == "machine"

    def all(self) -> Iterator[CommandForm]:
        yield self._opening()
        yield self._ruling()
        yield from self._irregularities()
        yield from self._corrections()
        yield from self._around()
        yield from self._tray()
        yield from self._shuffler()
        yield form(c.CloseTable, "table", "Close the table", "Close the table")

    #

    def _money(self, name: str, label: str, **more: Unpack[More]) -> FormField:
        """An amount, with the table's chips as shortcuts."""
        chips = tuple(FormChoice(value) for value in self.house.betting.chips_cents)
        return ask(name, label, choices=chips, **more)

    def _taken(self, label: str) -> FormField:
        seats = [FormChoice(each.seat, _place(each.seat), each.player) for each in self.shown.seats]
        return pick("seat", label, seats)

    def _hands(self, label: str) -> FormField:
        """The hands that are out, and the dealer's."""
        seats = [each for each in self.shown.seats if each.cards or each.wagers]
        out = next((each.seat for each in seats if each.cards), DEALER)
        places = [*(each.seat for each in seats), DEALER]
        choices = (FormChoice(each, _place(each)) for each in places)
        return pick("seat", label, choices, initial=out)

    def _bets(self, label: str) -> FormField:
        """Any bet with limits at this table."""
        bets = (FormChoice(key, self.house.title(key)) for key in self.shown.limits)
        return pick("wager", label, bets)

    def _chips(self, label: str, total: str, hint: str = "") -> FormField:
        chips = tuple(FormChoice(value) for value in self.shown.chips)
        return ask("chips", label, choices=chips, total=total, hint=hint)

    def _amount(self, label: str, name: str, start: int | None = None, hint: str = "") -> FormField:
        """An amount: by chip value if others sign for it, otherwise one sum."""
        if self.guarded:
            return self._chips(label, name, hint)
        return ask(name, label, initial=start)

    # Opening and ruling

    def _opening(self) -> CommandForm:
        dealer = self.dealt_by or (self.person if self.role == "dealer" else None)
        left = self.table.chips_found
        hint = f"Closed with {in_words(left, self.house.money)}." if left else ""
        amount = self._amount("Chips in the tray", "tray", 10_000_00, hint)
        tray = [] if self.dealt_by else [amount]
        return form(
            c.OpenTable, "opening", "Open the table", "Open the table",
            ask("dealer", "Dealer on duty, by name", initial=dealer), *tray,
        )  # fmt: skip

    def _ruling(self) -> CommandForm:
        rulings = {"void": "The round is void", "continue": "Play goes on"}
        why = said("reason", "Why", "By the rules of the house", "Seen on review", initial=None)
        return form(
            c.Rule, "ruling", "Rule on the halt", "Rule",
            pick("ruling", "Ruling", named(rulings)), why,
        )  # fmt: skip

    # What went wrong, in the order of a round

    def _irregularities(self) -> Iterator[CommandForm]:
        rules = self.house.irregularities
        group: FormGroup = "irregularity"
        yield form(
            c.ReportFaceUpCard, group, "Card face up in the shoe", "Report the card",
            ask("count", "How many", initial=1) if self._knows_order
            else ask("cards", "Which cards"),
        )  # fmt: skip
        yield form(c.ReportCardDrawnInError, group, "Card drawn in error", "Report the card")
        yield form(
            c.ReportWrongNumberOfCards, group, "Wrong number of cards", "Report the hand",
            self._hands("Whose hand"),
            pick("cards", "Cards in it", (FormChoice(each, str(each)) for each in (4, 2, 1, 0, 5))),
        )  # fmt: skip
        yield form(
            c.ReportExposedCard, group, "Card exposed", "Report the card",
            self._hands("Whose card"), ask("cards", "Cards that were seen", required=False),
        )  # fmt: skip
        if rules.early_look:
            yield form(
                c.ReportExposedCard, group, "Player looked too early", "Report the player",
                self._taken("Which player"), fixed={"looked": True},
                about="At their own cards, before the end of the deal.",
            )  # fmt: skip
        if rules.hands_shared:
            yield form(
                c.ReportSharedHands, group, "Hands told to others", "Report it",
                about="Players have told each other what they hold.",
            )  # fmt: skip
        yield self._wrong_count()
        if devices := self._devices():
            where = pick("device", "Where", named(devices))
            yield form(c.ReportJam, group, "Jam", "Report the jam", where)
        if self.machine:
            failed = "Shuffler failed"
            yield form(c.ReportShufflerFailure, group, failed, "Report the failure")
        yield form(
            c.ReportBetOutsideLimits, group, "Bet outside the limits", "Report the bet",
            self._taken("Whose bet"), self._bets("Which bet"),
            ask("actual", "Actual amount"),
            about="Noticed when the cards were out already.",
        )  # fmt: skip

    def _wrong_count(self) -> CommandForm:
        machine = pick("by_machine", "Counted by the machine", _NO_YES)
        return form(
            c.ReportWrongDeckCount, "irregularity", "Deck does not count to 52", "Report the count",
            ask("count", "Cards counted", initial=51),
            pick("misdealt", "A hand was misdealt", _NO_YES),
            *([machine] if self.house.shuffle.machine_counts else []),
        )  # fmt: skip

    @property
    def _knows_order(self) -> bool:
        return bool(self.table.decks and self.table.deck.order)

    def _devices(self) -> dict[str, str]:
        shoe = deal_method(self.table) != "hand"
        here = {"shuffler": self.machine and not shuffles_by_hand(self.table), "shoe": shoe}
        names = {"shuffler": "Shuffler", "shoe": "Shoe"}
        return {device: names[device] for device, there in here.items() if there}

    # What was entered wrongly

    def _corrections(self) -> Iterator[CommandForm]:
        group: FormGroup = "correction"
        yield self._card_correction()
        decided = [
            FormChoice(each.seat, f"{_place(each.seat)}: {each.decision}")
            for each in self.shown.seats
            if each.decision
        ]
        said = {"fold": "Fold", "play": self.house.title("play")}
        several = self.house.play.multiples if len(self.house.play.multiples) > 1 else ()
        times = [FormChoice(each, f"{each} times") for each in several]
        multiple = pick(
            "multiple", f"{said['play']}, of {self.house.title('ante')}", times, required=False
        )
        yield form(
            c.CorrectDecision, group, "A decision", "Correct the decision",
            pick("seat", "Which seat", decided, initial=None),
            pick("decision", "The player said", named(said)),
            *([multiple] if times else []), _WHY,
        )  # fmt: skip
        yield form(
            c.CorrectWager, group, "A bet", "Correct the bet",
            self._taken("Whose bet"), self._bets("Which bet"),
            self._money("amount", "Actual amount", hint="0 if there is none."),
            _WHY,
        )  # fmt: skip
        if self.house.takes_coupons() and (spots := self.house.match_play.spots):
            on = (FormChoice(each, self.house.title(each)) for each in spots)
            yield form(
                c.CorrectCoupon, group, "A coupon", "Correct the coupon",
                self._taken("Whose coupon"), pick("on", "On which bet", on),
                self._money("face", "Actual face value", hint="0 if there is none."),
                _WHY,
            )  # fmt: skip
        yield from self._payout_corrections()

    def _card_correction(self) -> CommandForm:
        faces = {each.seat: self._faces(each.seat, each.cards) for each in self.shown.seats}
        faces[DEALER] = self._faces(DEALER, self.shown.dealer_cards)
        entered = [each for each, cards in faces.items() if cards]
        places = (FormChoice(each, _place(each)) for each in entered)
        cards = (FormChoice(card, of=each) for each in entered for card in faces[each])
        return form(
            c.CorrectCard, "correction", "A card", "Correct the card",
            pick("seat", "Whose hand", places, initial=_last(entered)),
            pick("entered", "Which card was entered", cards, after="seat"),
            ask("actual", "What it really is"), _WHY,
        )  # fmt: skip

    def _faces(self, seat: int, lying: list[str]) -> tuple[str, ...]:
        """The cards that were entered, from the layout or the rack."""
        if seen := tuple(card for card in lying if card != HIDDEN):
            return seen
        racked = (each.faces for each in self.shown.rack if each.seat == seat)
        return next(racked, ())

    def _payout_corrections(self) -> Iterator[CommandForm]:
        yield self._payout_correction(
            "A payout", "Whose bet", "Which bet",
            about="Of a bet that is settled: what the player was really given.",
        )  # fmt: skip
        if any(line.toke for seat in self.shown.seats for line in seat.results):
            yield self._payout_correction(
                "A toke's payout", "Whose toke", "On which bet", toke=True,
                about="Of a toke that is settled: what the dealer was really given.",
            )  # fmt: skip

    def _payout_correction(
        self, title: str, whose: str, which: str, *, about: str, toke: bool = False
    ) -> CommandForm:
        settled = [
            (seat.seat, line)
            for seat in self.shown.seats
            for line in seat.results
            if line.toke is toke
        ]
        lines = (
            FormChoice(
                line.wager, f"{self.house.title(line.wager)}, paid {self.house.money(line.paid)}",
                of=seat, sets={"returned": line.returned},
            )
            for seat, line in settled
        )  # fmt: skip
        seats = list(dict.fromkeys(seat for seat, _ in settled))
        return form(
            c.CorrectPayout, "correction", title, "Correct the payout",
            pick("seat", whose, (FormChoice(each, _place(each)) for each in seats),
                 initial=_last(seats)),
            pick("wager", which, lines, after="seat"),
            self._money("paid", "Really paid"),
            self._money("returned", "Really handed back of the stake"), _WHY,
            about=about, fixed={"toke": True} if toke else {},
        )  # fmt: skip

    # Around the rounds

    def _around(self) -> Iterator[CommandForm]:
        comes = self.role == "dealer" and self.person != self.shown.dealer
        yield form(
            c.RelieveDealer, "table", "Relieve the dealer", "Relieve",
            ask("dealer", "Who comes in", initial=self.person if comes else None),
            about="The new dealer asks under their own name; both dealers and the floor sign.",
        )  # fmt: skip
        backs = (
            FormChoice(number, capitalised(each.back))
            for number, each in enumerate(self.shown.decks)
        )
        yield form(
            c.ChangeDeck, "table", "Change a deck", "Change the deck",
            pick("deck", "Which deck", backs),
            said("reason", "Why", "Its time is over", "A card is damaged", "A player asks for it"),
        )  # fmt: skip
        yield form(
            c.ChangeLimits, "table", "Change the limits", "Change the limits",
            pick("wager", "Bet", self._limited()), self._money("minimum", "Minimum"),
            self._money("maximum", "Maximum"), about="Between rounds. The dealer announces them.",
        )  # fmt: skip
        told = () if self.guarded else (ask("supervisor", "Supervisor who was told"),)
        yield form(
            c.ColourUp, "table", "Colour up tokes", "Colour up",
            self._money("cents", "Amount"), *told,
        )  # fmt: skip
        names = {
            "spread_face_up": FormChoice("up", "Face up"),
            "spread_face_down": FormChoice("down", "Face down"),
        }
        faces = pick("face", "Cards lie", [names[way] for way in self.house.shuffle.idle or names])
        asked = [faces] if len(faces.choices) > 1 else []
        yield form(c.MarkIdle, "table", "Table is idle", "Spread the cards", *asked)

    def _limited(self) -> Iterator[FormChoice]:
        """Each bet with its present limits."""
        for key in self.shown.limits:
            limits = self.house.limits(key)
            sets = {"minimum": limits.least, "maximum": limits.most}
            yield FormChoice(key, self.house.title(key), sets=sets)

    def _tray(self) -> Iterator[CommandForm]:
        runner = ask(
            "runner", "Runner, by name",
            hint="The runner, who carries the chips, signs the slip too, as do cage and dealer.",
        )  # fmt: skip
        carried = [runner] if self.guarded else []
        for command, title, verb, about in (
            (c.FillTray, "Fill the tray", "Ask for the fill", "Chips from the cage into the tray."),
            (c.CreditTray, "Credit the tray", "Ask for the credit",
             "Chips from the tray back to the cage."),
        ):  # fmt: skip
            amount = self._amount("Chips" if self.guarded else "Amount", "cents")
            yield form(command, "table", title, verb, amount, *carried, about=about)
        yield form(
            c.CountTray, "table", "Count the tray", "Write the count down", *self._counted(),
            about="Two people count. Neither may have moved chips of this table today.",
        )  # fmt: skip
        yield form(
            c.TakeDropBox, "table", "Take the drop box", "Take the box",
            about="The box goes to the count room; the dealer or another floor supervisor signs.",
        )  # fmt: skip
        boxes = (FormChoice(each, f"Box {each}") for each in self.shown.boxes)
        notes = tuple(FormChoice(value) for value in notes_of(self.house.currency))
        yield form(
            c.CountDrop, "table", "Count a drop box", "Write the count down",
            pick("box", "Box", boxes), ask("notes", "Notes", choices=notes, total="counted"),
            about="Somebody else who counts, or the floor, signs.",
        )  # fmt: skip

    def _counted(self) -> Iterator[FormField]:
        if not self.guarded:
            yield self._amount("Counted", "counted")
            witnesses = named(dict(_WITNESSES))
            yield FormField("witness", "The witness", "actor", choices=witnesses, initial="floor")
            return
        kinds = {"opening": "Opening", "shift": "Shift", "closing": "Closing"}
        first = "shift" if self.shown.inventory else "opening"
        yield pick("inventory", "For", named(kinds), initial=first)
        yield self._chips("Counted", "counted")

    def _shuffler(self) -> Iterator[CommandForm]:
        why = said("reason", "Why", "The cut was improper", "A card showed")
        yield form(c.OrderRecut, "table", "Order a recut", "Order it", why)
        if not self.machine:
            return
        names = {"backup_machine": "Backup machine", "borrowed_machine": "Borrowed machine"}
        ways = self.house.shuffle.fallback
        sources = {key: name for key, name in names.items() if not ways or key in ways}
        if sources:
            by = pick("source", "By", named(sources))
            yield form(c.ReplaceShuffler, "table", "Replace the shuffler", "Replace it", by)
        if hand_may_replace_machine(self.house):
            title, verb = "Shuffle by hand for now", "Shuffle by hand"
            yield form(c.ShuffleByHand, "table", title, verb)


def _last(places: list[int]) -> int | None:
    """The hand shown last: the lowest seat, since hands are turned up from the dealer's right."""
    return min((each for each in places if each), default=places[0] if places else None)
