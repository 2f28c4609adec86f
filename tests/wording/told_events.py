"""Every event with every kind of value its sentence may contain."""

import ast
import inspect
import types
from collections.abc import Iterator
from functools import cache
from typing import Any, Final, Literal, Union, get_args, get_origin

import msgspec
from msgspec import UNSET, UnsetType

from queenhigh.house.model import House
from queenhigh.table import events as e
from queenhigh.table import irregularities
from queenhigh.table.command_rules import MAY
from queenhigh.table.commands import ReplaceShuffler
from queenhigh.table.event import Step
from queenhigh.table.instructions import STEPS
from queenhigh.table.roles import ROLES
from queenhigh.table.upkeep_events import Signature
from queenhigh.wagers.refusal import RefusalCode

# Text and names that people type are never translated.
TYPED: Final = "Zzyzx"
_FREE: Final = {
    "player", "dealer", "outgoing", "incoming", "runner", "witness", "supervisor", "by", "table",
    "house", "flaws", "text", "commitment", "entropy", "nonce", "sealed", "why",
}  # fmt: skip


@cache
def irregularity_kinds() -> set[str]:
    """The kinds, as the program names them."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(inspect.getsource(irregularities))):
        match node:
            case ast.Call(
                func=ast.Name(id="_apply" | "_dealer_card_seen"),
                args=[_, ast.Constant(value=str(kind)), *_],
            ):
                found.add(kind)
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                for name, value in zip(names, values, strict=True):
                    if isinstance(name, ast.Name) and isinstance(value, ast.Constant):
                        found |= {str(value.value)} if name.id == "kind" else set()
            case _:
                pass
    return found


def _codes(house: House) -> list[str]:
    """The codes with which a bet goes back."""
    named = [str(code) for code in RefusalCode]
    low, high, *_ = house.bets
    bets = [RefusalCode.below(low, high, times) for times in (1, 2, 3)]
    needs = [RefusalCode.needs([low, high])]
    tokes = [RefusalCode.toke_on(low)]
    return [*named, *bets, *needs, *tokes, "fee/not_enough_chips", "early_look"]


def values_of(field: str, kind: Any, house: House, event: type) -> list[Any]:
    """The values a field can hold, as far as they change the sentence."""
    origin = get_origin(kind)
    if origin in (types.UnionType, Union):
        return [
            value
            for part in get_args(kind)
            for value in ([UNSET] if part is UnsetType else values_of(field, part, house, event))
        ]
    if origin is Literal:
        return list(get_args(kind))
    kinds = sorted(irregularity_kinds())
    named: dict[str, list[Any]] = {
        "kind": kinds,
        "wager": [*house.bets],
        "wagers": [(), (*house.bets,)[:1], (*house.bets,)[:2]],
        "on": ["ante"],
        "because": ["", *_codes(house)],
        "waits_for": list(ROLES),
        "told": [(), ("pit_manager",), tuple(ROLES)],
        "reason": [TYPED, "wrong_count", *kinds] if event in VOIDS else REASONS.get(event, [TYPED]),
        "detail": ["", "52 cards", "dealer: 2", "seat 3: 4", "shuffler", EARLY],
        "result": ["win", "lose", "push"],
        "about": ["royal or jackpot"],
        "source": SOURCES,
        "back": ["red", "blue", "green"],
        "step": [Step(name, seat=3) for name in STEPS],
        "command": [{"type": name} for name in MAY],
        "signatures": [(Signature(role=role),) for role in ROLES],
        "differences": [{}, {TYPED: 500}, {TYPED: -500}, {TYPED: 500, "Zz": -500}],
        "entered": ["As", "", "play", "fold"], "actual": ["Kd", "", "play", "fold"],
        "of": [*house.meters],
        "cards": [("As", "Kd", "9c")],
        "order": [()], "todo": [()], "automation": [()],
        "entropy": [{}, {3: "0" * 64}] if event is e.ShuffleMixed else ["0" * 64],
        "withheld": [(), (3, 5)],
    }  # fmt: skip
    if event is e.DecisionCorrected and field in ("entered", "actual"):
        return ["", "play", "fold"]
    if event is e.CardCorrected and field in ("entered", "actual"):
        return ["As"]
    if field == "wager" and event is e.BetReopened:
        return [*house.bets, "match_play", "envy", "jackpot", "ante_bonus"]
    if field == "deck":
        return [0]
    if kind is int:
        return [-1, 0, 3] if field in ("seat", "place") and event in OF_PLACES else [3]
    if kind is bool:
        return [False, True]
    if kind is type(None):
        return [None]
    if field in named and not (field in ("entered", "actual") and kind is int):
        return named[field]
    if kind is str and field in _FREE:
        return [TYPED]
    return [EMPTY[get_origin(kind) or kind]]


SOURCES: Final = [
    value
    for each in msgspec.structs.fields(ReplaceShuffler)
    if each.name == "source"
    for value in get_args(each.type)
]
EARLY: Final = "seat 3, whose hand alone is void"
EMPTY: Final[dict[Any, Any]] = {tuple: (), dict: {}, str: TYPED}
VOIDS: Final = (e.RoundVoided, e.SettledRoundVoided)
REASONS: Final[dict[type, list[str]]] = {
    e.DeckRemoved: [TYPED, f"flawed: {TYPED}", "51 cards"],
}
OF_PLACES: Final = (e.CardsDealt, e.HandRacked, e.CardsExposed, e.CardsRead, e.CardCorrected)
STAMPS: Final = ("at", "clauses", "departs_from")
UNTOLD: Final = (e.SettlementBegan, e.HandSettled, e.SettlementCorrected)


def events_of(kind: type[e.Event], house: House) -> Iterator[Any]:
    """Yield an event with the first value of every field, then one for each other value."""
    fields = [each for each in msgspec.structs.fields(kind) if each.name not in STAMPS]
    values = {each.name: values_of(each.name, each.type, house, kind) for each in fields}
    values["by"] = [f"player:{TYPED}", "system"]
    first = {name: found[0] for name, found in values.items()}
    yield kind(**first)
    for name, found in values.items():
        for value in found[1:]:
            yield kind(**first | {name: value})
            yield kind(**{each: others[-1] for each, others in values.items()} | {name: value})
