"""What a table needs from somebody besides its dealer, in words for the floor."""

from collections.abc import Iterable, Iterator

from ...house.words import capitalised, plain_words
from ...table.roles import Actor
from ...table.state import Phase
from ...table.views import TableView
from ...wire.messages import Need, ReadingChosen, TableShown
from ..people.display_names import spoken
from .running_table import Running


def needs_of(
    running: Running, shown: TableShown, view: TableView, readings: Iterable[ReadingChosen]
) -> Iterator[Need]:
    """The most pressing first."""
    closed = view.phase is Phase.CLOSED
    if shown.stopped:
        yield Need(f"Stopped: {shown.stopped}", stops=True)
    if view.halted:
        yield Need(f"{_words(view.halted.irregularity)}. {view.halted.text}", stops=True)
    if view.due and view.due.role != "dealer":
        yield Need(f"{_words(view.due.role)}: {view.due.text}", stops=True)
    if view.requests:
        yield Need("Something needs a signature")
    for deck in view.decks:
        if deck.reminded:
            yield Need(f"Change the {deck.back} deck")
    if view.tray is not None and view.tray < 0:
        yield Need(f"The tray is short by {running.table.house.money(-view.tray)}: fill it")
    if running.setup.opens_by_another and closed:
        yield Need(_reviewed(running, readings))
    if view.guarded and view.tray_is_chips and not closed and not view.inventory:
        yield Need("The tray must be counted for the opening", stops=True)
    for box in view.boxes:
        yield Need(f"Drop box {box} must be counted")
    if view.relief:
        yield Need(f"{spoken(view.relief)} relieves the dealer")


def _reviewed(running: Running, readings: Iterable[ReadingChosen]) -> str:
    listed = "; ".join(f"{each.title}: {each.chosen}" for each in readings)
    name = spoken(Actor.parse(running.setup.by).name)
    chosen = f"{name} chose these readings in place of the house's"
    return f"{chosen}; another member of the floor must open the table: {listed}"


def _words(key: str) -> str:
    return capitalised(plain_words(key))
