"""Intended changes since the answers were frozen, each with its reason."""

from typing import Any

import msgspec

_TEXTS = ("message", "error", "path")  # Wording may improve.
_READINGS_WITH_CLAUSES = {"MAN-1"}
_WITH_PARTS = (dict, list)  # All other values are kept unchanged: most are.
_DEALT_BY_HAND = "manual-hdeal-F-5"  # A round without a table comes from the book's machine.


def but_for(frozen: Any, now: Any, *, changed: bool = False) -> Any:
    """Return the frozen answer without the parts that are meant to differ now.

    `changed` means that the house departs from its book: then a line may cite less than it did.
    """
    if isinstance(frozen, dict) and isinstance(now, dict):
        kept = {name: value for name, value in frozen.items() if name not in _TEXTS}
        for name in ("clauses", "rulings") if changed else ():
            if set(now.get(name, ())) <= set(kept.get(name, ())):
                kept.pop(name, None)
        if _DEALT_BY_HAND in kept.get("clauses", ()):
            kept["clauses"] = [each for each in kept["clauses"] if each != _DEALT_BY_HAND]
        if "long_run" in kept and "long_run" not in now:
            kept.pop("long_run")  # There is none yet for a meter that is paid in parts.
        if now.get("outcome") == "six_card_royal":
            kept.pop("outcome", None)
        if "play_from" in kept and now.get("play_from") is None:
            return {}  # Hands to play without a threshold are now given by their classes.
        if set(now.get("rulings", ())) & _READINGS_WITH_CLAUSES:
            kept.pop("clauses", None)  # A reading now cites its own clauses.
        if "departs_from" in now:
            kept.pop("clauses", None)  # A house that departs from its book does not cite it.
        if "code" in kept:
            kept = _refusal(kept, now)
        if now.get("category") == "six_card_royal":
            kept.pop("category", None)  # The row has its own name,
            kept.pop("clauses", None)  # and cites the clause that names it.
        if set(kept.get("rulings", ())) < set(now.get("rulings", ())):
            kept.pop("rulings", None)  # A jackpot line cites the ruling on jackpots too.
        return {
            name: but_for(value, now.get(name), changed=changed)
            if isinstance(value, _WITH_PARTS)
            else value
            for name, value in kept.items()
        }
    if isinstance(frozen, list) and isinstance(now, list) and len(frozen) == len(now):
        pairs = zip(frozen, now, strict=True)
        return [
            but_for(was, new, changed=changed) if isinstance(was, _WITH_PARTS) else was
            for was, new in pairs
        ]
    return frozen


def _refusal(kept: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """Allow for: a toke on a wager the house lacks is not taken; a departure cites nothing."""
    kept = dict(kept)
    if kept["code"].startswith("toke/on_") and now.get("code") == "toke/not_taken":
        return {"seat": kept["seat"]}
    if not now.get("clauses"):
        kept.pop("clauses", None)
    return kept


def _options_of(given: Any) -> dict[str, Any]:
    if isinstance(given, list) and "--options" in given:  # From `analyze`.
        chosen: dict[str, Any] = msgspec.json.decode(given[given.index("--options") + 1])
        return chosen
    options: dict[str, Any] = given.get("options", {}) if isinstance(given, dict) else {}
    return options


def departs_now(given: Any, frozen: Any) -> bool:
    """Whether a dealing method the book does not list was an error, and now is a departure."""
    return "deal_method" in _options_of(given) and "automated_shoe, hand" in str(frozen)


def is_of_another_book(given: Any, now: Any) -> bool:
    """Whether an option names a wager of other books only, and so is refused here."""
    error = str(now.get("error", "")) if isinstance(now, dict) else ""
    chosen = _options_of(given)
    if "six_card_super_royal" in chosen and "error" not in str(now):
        return bool(chosen["six_card_super_royal"] == 999)  # Less than a royal: `lint` catches it.
    return bool(chosen) and any(
        said in error for said in ("is not known here", "is not one of", "there is no ")
    )
