"""`queenhigh play` on a whole screen: the felt, the cards, keys for everything."""

from collections.abc import Iterable
from typing import ClassVar

from rich.table import Table as Grid
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Footer, Static

from ..cards.card import SUIT_LETTERS
from ..extras import what_to_install
from .sitting import SEAT, Sitting

_SIGNS = dict(zip(SUIT_LETTERS, "♣♦♥♠", strict=True))
_WIDE = 110  # Columns from which on the history stands beside the table.
_RESULTS = {"win": "bold #9be7a8", "lose": "#ff8a80", "forfeit": "#ff8a80", "push": "yellow"}


class PlayScreen(App[None]):
    TITLE = "Queenhigh"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #table { width: 1fr; padding: 0 1; background: #12452f; color: #f4f1e8; }
    #history { width: 44; padding: 0 1; border-left: solid $primary; display: none; }
    #history.shown { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "choose(-1)", "bet before", show=False),
        Binding("down", "choose(1)", "bet"),
        Binding("right,plus", "change(1)", "more", key_display="→"),
        Binding("left,minus", "change(-1)", "less", key_display="←"),
        Binding("enter,d", "deal", "deal"),
        Binding("p", "play(1)", "play"),
        *(Binding(str(n), f"play({n})", f"play {n} times", show=False) for n in range(2, 10)),
        Binding("f", "fold", "fold"),
        Binding("a", "advice", "advice"),
        Binding("t", "trainer", "trainer"),
        Binding("h", "history", "history"),
        Binding("q", "quit", "leave"),
    ]

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self.sitting = sitting
        self._asked_for_history = False

    def compose(self) -> ComposeResult:
        with Horizontal():
            with VerticalScroll(id="table"):
                yield Static(id="felt")
            with VerticalScroll(id="history"):
                yield Static(id="rounds")
        yield Footer()

    def on_mount(self) -> None:
        self.draw()

    def on_resize(self) -> None:
        self.call_after_refresh(self.draw)  # Only then is the size the new one.

    def draw(self) -> None:
        sitting = self.sitting
        self.query_one("#felt", Static).update(_felt(sitting))
        shown = self._asked_for_history or self.size.width >= _WIDE
        self.query_one("#history").set_class(shown, "shown")
        self.query_one("#rounds", Static).update(_history(sitting))

    def action_choose(self, step: int) -> None:
        self.sitting.choose(step)
        self.draw()

    def action_change(self, steps: int) -> None:
        if not self.sitting.deciding:
            self.sitting.change(steps)
        self.draw()

    def action_deal(self) -> None:
        if not self.sitting.deciding:
            self.sitting.deal()
        self.draw()

    def action_play(self, multiple: int) -> None:
        sitting = self.sitting
        if sitting.deciding:
            multiples = sitting.house.play.multiples
            sitting.play(multiples[0] if multiple == 1 else multiple)
        self.draw()

    def action_fold(self) -> None:
        if self.sitting.deciding:
            self.sitting.fold()
        self.draw()

    def action_advice(self) -> None:
        sitting = self.sitting
        if sitting.deciding:
            try:
                sitting.said = [sitting.advice()]
            except ModuleNotFoundError as error:
                sitting.said = [f"Advice: {what_to_install(error) or error}"]
        self.draw()

    def action_trainer(self) -> None:
        self.sitting.trainer = not self.sitting.trainer
        self.draw()

    def action_history(self) -> None:
        self._asked_for_history = not self._asked_for_history
        self.draw()


def _felt(sitting: Sitting) -> Grid:
    house, result = sitting.house, sitting.result
    lines = Grid.grid(padding=0)
    trainer = ""
    if sitting.trainer:
        trainer = f"   trainer: {sitting.right} of {sitting.graded} right"
    lines.add_row(Text(f"{house.name}   you have {house.money(sitting.chips)}{trainer}", "bold"))
    dealer: Iterable[str] = result.dealer.cards if result else ("??",) * 3
    lines.add_row(_cards("Dealer", dealer if result or sitting.deciding else ()))
    own = f"You: {sitting.hand}" if sitting.cards else "You"
    lines.add_row(_cards(own, sitting.cards))
    for seat in sitting.bots:
        lines.add_row(Text(_bot(sitting, seat), "dim"))
    lines.add_row(_bets(sitting))
    for said in sitting.said[-3:]:
        lines.add_row(Text(said, "italic"))
    if result and not sitting.deciding:
        lines.add_row(_lines(sitting))
    return lines


def _cards(title: str, cards: Iterable[str]) -> Grid:
    shown = Grid.grid(padding=(0, 1))
    shown.add_row(*(_card(card) for card in cards) if cards else (Text("\n\n\n"),))
    both = Grid.grid()
    both.add_row(Text(title, "bold"))
    both.add_row(shown)
    return both


def _card(card: str) -> Text:
    if card == "??":
        return Text("┌────┐\n│░░░░│\n│░░░░│\n└────┘", "dim")
    rank, suit = card[:-1].replace("T", "10"), card[-1]
    style = "bold #ff8a80" if suit in "dh" else "bold"
    return Text(f"┌────┐\n│{rank:<4}│\n│{_SIGNS[suit]:>3} │\n└────┘", style)


def _bets(sitting: Sitting) -> Grid:
    house, shown = sitting.house, Grid.grid(padding=(0, 2))
    for number, (name, cents) in enumerate(sitting.stakes.items()):
        limits = house.limits(name)
        most = f" to {house.money(limits.most)}" if limits.maximum_cents is not None else ""
        mark = "▸" if number == sitting.chosen and not sitting.deciding else " "
        amount = house.money(cents) if cents else "–"
        span = f"{house.money(limits.least)}{most}"
        shown.add_row(f"{mark} {house.title(name)}", Text(amount, "bold", justify="right"), span)
    if sitting.deciding:
        ante = sitting.stakes["ante"]
        words = [f"{each}: {house.money(ante * each)}" for each in sitting.multiples[1:]]
        first = house.money(ante * house.play.multiples[0])
        more = f" ({', '.join(words)})" if words else ""
        shown.add_row(Text(f"p: play {first}{more}   f: fold   a: advice", "reverse"))
    return shown


def _lines(sitting: Sitting) -> Grid:
    house, result, shown = sitting.house, sitting.result, Grid.grid(padding=(0, 2))
    for seat in result.seats if result else ():
        if seat.seat == SEAT:
            for line in seat.lines:
                title = house.title(line.wager) if line.wager in house.settle_order else line.wager
                net = Text(house.money(line.net), justify="right")
                shown.add_row(title, Text(line.result, _RESULTS[line.result]), net, line.why)
    return shown


def _bot(sitting: Sitting, seat: int) -> str:
    chips = sitting.house.money(sitting.table.chips(seat))
    seats = sitting.result.seats if sitting.result else []
    for settled in seats:
        if settled.seat == seat:
            cards, did = " ".join(settled.cards), settled.decision or ""
            return f"Seat {seat}, {chips}: {cards} {did} {sitting.house.money(settled.net)}"
    return f"Seat {seat}, {chips}"


def _history(sitting: Sitting) -> Grid:
    house, shown = sitting.house, Grid.grid(padding=(0, 2))
    change = sitting.chips - sitting.brought
    shown.add_row(Text("Rounds", "bold"), "", Text(house.money(change), justify="right"))
    for number, cards, net in sitting.history():
        shown.add_row(str(number), cards, Text(house.money(net), justify="right"))
    return shown


def play_on_screen(sitting: Sitting) -> int:
    PlayScreen(sitting).run()
    chips, house = sitting.chips, sitting.house
    print(f"You leave with {house.money(chips)}.")
    return 0
