"""`queenhigh play` in full screen: the felt, the cards, keys for everything."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from rich.table import Table as Grid
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Footer, Static

from ..cards.card import SUIT_SIGNS
from ..extras import what_to_install
from ..wagers.setting_words import limits_in_words
from .sitting import BACK, Neighbour, Sitting

_WIDE = 110  # With at least this many columns the history is next to the table.
_TALL = 40  # With at least this many rows cards are drawn large.
_SHORT = 30  # With fewer rows hands and neighbours are side by side.
_FEWEST_COLUMNS, _FEWEST_ROWS = 56, 18  # Below either, cards have no frames and results no reasons.
_LEAVES = "Your hand is out, and your bets lie on the table: q again leaves."
_RESULTS = {"win": "bold #9be7a8", "lose": "#ff8a80", "forfeit": "#ff8a80", "push": "yellow"}


class PlayScreen(App[None]):
    TITLE = "Queenhigh"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #table { width: 1fr; padding: 0 1; background: #12452f; color: #f4f1e8; }
    #table { align-horizontal: center; }
    #felt { width: 100%; max-width: 104; }
    #history { width: 28; padding: 0 1; border-left: solid $primary; display: none; }
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
        self.taken = 0  # The chips that the player left with.

    def compose(self) -> ComposeResult:
        with Horizontal():
            with VerticalScroll(id="table"):
                yield Static(id="felt")
            with VerticalScroll(id="history"):
                yield Static(id="rounds")
        yield Footer()

    async def on_mount(self) -> None:
        self.sitting.changed = self.draw
        await self.sitting.open()
        self.draw()

    async def action_quit(self) -> None:
        """Quit; during a hand only on a second press, because its bets are at stake."""
        if self.sitting.deciding and self.sitting.said[-1:] != [_LEAVES]:
            self.sitting.said = [_LEAVES]
            self.draw()
            return
        self.taken = self.sitting.chips
        await self.sitting.close()
        self.exit()

    def on_resize(self) -> None:
        self.call_after_refresh(self.draw)  # The size is updated only then.

    def draw(self) -> None:
        sitting = self.sitting
        self.query_one("#felt", Static).update(_felt(sitting, *self.size))
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

    async def action_deal(self) -> None:
        if not self.sitting.deciding:
            await self.sitting.deal()
        self.draw()

    async def action_play(self, multiple: int) -> None:
        sitting = self.sitting
        if sitting.deciding:
            await sitting.play(sitting.layout.multiples[0] if multiple == 1 else multiple)
        self.draw()

    async def action_fold(self) -> None:
        if self.sitting.deciding:
            await self.sitting.fold()
        self.draw()

    async def action_advice(self) -> None:
        sitting = self.sitting
        if sitting.deciding:
            try:
                sitting.said = [await sitting.advice()]
            except ModuleNotFoundError as error:
                sitting.said = [f"Advice: {what_to_install(error) or error}"]
        self.draw()

    def action_trainer(self) -> None:
        self.sitting.trainer = not self.sitting.trainer
        self.draw()

    def action_history(self) -> None:
        self._asked_for_history = not self._asked_for_history
        self.draw()


def _felt(sitting: Sitting, columns: int, rows: int) -> Grid:
    layout = sitting.layout
    lines = Grid.grid(padding=0)
    trainer = ""
    if sitting.trainer:
        trainer = f"   trainer: {sitting.right} of {sitting.graded} right"
    tiny = columns < _FEWEST_COLUMNS or rows < _FEWEST_ROWS
    title = "" if tiny else f"{layout.name}   "
    lines.add_row(Text(f"{title}you have {layout.money(sitting.chips)}{trainer}", "bold"))
    own = f"You: {sitting.hand}" if sitting.cards else "You"
    hands: list[Grid | Text] = [
        _cards_in_a_line(title, cards) if tiny else _cards(title, cards, large=rows >= _TALL)
        for title, cards in (("Dealer", sitting.dealer_cards), (own, sitting.cards))
    ]
    others = [Text(_neighbour(sitting, each), "dim") for each in sitting.neighbours()]
    across = 2 if rows < _SHORT and not tiny else 1
    lines.add_row(_in_columns(across, hands))
    if others or not tiny:
        lines.add_row(_in_columns(across, others))
    lines.add_row(_bets(sitting))
    if sitting.deciding:
        lines.add_row(_decision(sitting))
    for said in sitting.said[-3:]:
        lines.add_row(Text(said, "italic"))
    if not sitting.deciding:
        lines.add_row(_lines(sitting, with_reasons=not tiny))
    return lines


def _in_columns(across: int, parts: Sequence[Grid | Text]) -> Grid:
    columns = Grid.grid(padding=(0, 3))
    for first in range(0, len(parts), across):
        columns.add_row(*parts[first : first + across])
    return columns


def _cards(title: str, cards: Iterable[str], *, large: bool) -> Grid:
    shown = Grid.grid(padding=(0, 1))
    place = Text("\n" * (6 if large else 3))  # As high as cards, so that the layout does not jump.
    shown.add_row(*(_card(card, large=large) for card in cards) if cards else (place,))
    both = Grid.grid()
    both.add_row(Text(title, "bold"))
    both.add_row(shown)
    return both


def _cards_in_a_line(title: str, cards: Iterable[str]) -> Text:
    faces = (
        "░░" if each == BACK else each[:-1].replace("T", "10") + SUIT_SIGNS[each[-1]]
        for each in cards
    )
    return Text(f"{' '.join(faces)}  {title}", "bold")


def _card(card: str, *, large: bool) -> Text:
    width, height = (9, 5) if large else (4, 2)
    if card == BACK:
        return _framed(["░" * width] * height, "dim")
    rank, suit = card[:-1].replace("T", "10"), card[-1]
    sign = SUIT_SIGNS[suit]
    face = [f"{rank:<{width}}", f"{sign:>{width - 1}} "]
    if large:
        face = [face[0], "", f"{sign:^{width}}", "", f"{rank:>{width}}"]
    return _framed(
        [f"{line:<{width}}" for line in face], "bold #ff8a80" if suit in "dh" else "bold"
    )


def _framed(lines: list[str], style: str) -> Text:
    edge = "─" * len(lines[0])
    return Text("\n".join((f"┌{edge}┐", *(f"│{each}│" for each in lines), f"└{edge}┘")), style)


def _bets(sitting: Sitting) -> Grid:
    layout, shown = sitting.layout, Grid.grid(padding=(0, 2))
    for number, (name, cents) in enumerate(sitting.stakes.items()):
        mark = "▸" if number == sitting.chosen and not sitting.deciding else " "
        amount = layout.money(cents) if cents else "–"
        span = limits_in_words(layout.limits[name], layout.money)
        shown.add_row(f"{mark} {layout.title(name)}", Text(amount, "bold", justify="right"), span)
    return shown


def _decision(sitting: Sitting) -> Text:
    layout, ante = sitting.layout, sitting.stakes["ante"]
    words = [f"{each}: {layout.money(ante * each)}" for each in sitting.multiples[1:]]
    first = layout.money(ante * layout.multiples[0])
    more = f" ({', '.join(words)})" if words else ""
    return Text(f"p: play {first}{more}   f: fold   a: advice", "reverse")


def _lines(sitting: Sitting, *, with_reasons: bool) -> Grid:
    layout, shown = sitting.layout, Grid.grid(padding=(0, 2))
    for line in sitting.lines:
        net = Text(layout.money(line.net), justify="right")
        result = Text(line.result, _RESULTS.get(line.result, ""))
        shown.add_row(layout.title(line.wager), result, net, line.why if with_reasons else "")
    return shown


def _neighbour(sitting: Sitting, other: Neighbour) -> str:
    net = "" if other.net is None else sitting.layout.money(other.net)
    more = " ".join(part for part in (*other.cards, other.decision, net) if part)
    return f"Seat {other.seat}, {sitting.layout.money(other.chips)}" + (f": {more}" if more else "")


def _history(sitting: Sitting) -> Grid:
    layout, shown = sitting.layout, Grid.grid(padding=(0, 2))
    shown.add_row(Text("Rounds", "bold"), "", Text(layout.money(sitting.won), justify="right"))
    for number, cards, net in sitting.history():
        shown.add_row(str(number), cards, Text(layout.money(net), justify="right"))
    return shown


async def play_on_screen(sitting: Sitting) -> int:
    screen = PlayScreen(sitting)
    await screen.run_async()
    print(f"You leave with {sitting.layout.money(screen.taken)}.")
    return 0
