"""A request that waits for signatures, in words."""

from collections.abc import Callable, Iterable, Iterator

from ..house.model import House
from ..house.words import plain_words
from .events import Signature
from .roles import Actor
from .state import Request

_AMOUNTS = ("cents", "paid", "amount", "counted", "actual", "face")


def request_in_words(house: House, request: Request, called: Callable[[str], str] = str) -> str:
    """Who asks for what, where and how much: ``flo: Fill tray, $1,000.``"""
    asked = ", ".join(each for each in _said(house, request.command, called) if each)
    return f"{called(Actor.parse(request.signed[0]).name)}: {asked}."


def _said(house: House, command: dict[str, object], called: Callable[[str], str]) -> Iterator[str]:
    yield plain_words(str(command["type"])).capitalize()
    if command.get("seat") is not None:
        yield f"seat {command['seat']}"
    for who in ("dealer", "player"):
        yield called(str(command.get(who) or ""))
    if wager := command.get("wager"):
        yield house.title(str(wager))
    amounts = (command.get(name) for name in _AMOUNTS)
    cents = next((each for each in amounts if isinstance(each, int)), None)
    if cents is not None:
        yield house.money(cents)
    yield str(command.get("decision") or "")
    entered = command.get("entered")
    if isinstance(entered, str) and entered:
        yield f"{command.get('actual')}, not {entered}"
    cards = command.get("cards")
    if isinstance(cards, list | tuple):
        yield " ".join(map(str, cards))


def signers_in_words(missing: Iterable[Signature], called: Callable[[str], str] = str) -> str:
    """Whose signatures are missing: ``joe or floor and cage``."""
    return " and ".join(
        (called(each.name) if each.name else plain_words(each.role))
        + (f" or {plain_words(each.instead)}" if each.instead else "")
        for each in missing
    )
