"""Houses for the maths tests: built-in ones with changed options and pay tables."""

import json
from pathlib import Path
from typing import Any

import msgspec

from queenhigh.house.loader import built_in, load_house, with_options, with_settings
from queenhigh.house.model import House
from queenhigh.house.wager import Row
from queenhigh.maths.design.variants import with_rows
from queenhigh.maths.exact_figure import Exact

_QUALIFYING = ("any", "J", "Q", "K", "A", "pair")


def house(key: str = "mics", **options: Any) -> House:
    return with_options(built_in(key), json.dumps(options).encode()) if options else built_in(key)


def changed(key: str, settings: dict[str, Any]) -> House:
    """A built-in house with settings changed by path."""
    return with_settings(built_in(key), settings)


def from_text(folder: Path, text: str, name: str = "house") -> House:
    path = folder / f"{name}.toml"
    path.write_text(text, "utf-8")
    return load_house(str(path))


def with_pays(key: str, wager: str, weakest_first: str) -> House:
    """Change the rows of the wager's own table, the last row first: ``1/4/6``."""
    base = built_in(key)
    rows = base.ante_bonus.pays if wager == "ante_bonus" else base.wagers[wager].pays
    pays = [int(each) for each in weakest_first.split("/")]
    paid: dict[str, Row] = {
        name: msgspec.structs.replace(row, to_one=to_one)
        for (name, row), to_one in zip(rows.items(), reversed(pays), strict=True)
    }
    return with_rows(base, wager, paid)


def with_ante_bonus(pays: str) -> House:
    return with_pays("classic", "ante_bonus", pays)


def with_pair_plus(strongest_first: str) -> House:
    return with_pays("classic", "pair_plus", "/".join(reversed(strongest_first.split("-"))))


def with_six_card_bonus(strongest_first: str) -> House:
    pays = "/".join(reversed(strongest_first.split("/")))
    return with_pays("manual", "six_card_bonus", pays)


def qualifying_with(what: str, **options: Any) -> House:
    base = house("mics", **options)
    dealer = msgspec.structs.replace(base.dealer, qualifies_with=what)
    return msgspec.structs.replace(base, dealer=dealer)


def rankings_and_qualifiers() -> list[House]:
    """Houses covering everything the counts depend on."""
    return [
        qualifying_with(what, tie_break=tie_break, ace_low_straight=ace_low)
        for what in _QUALIFYING
        for tie_break in ("standard", "literal_c3")
        for ace_low in (True, False)
    ]


def there(figure: Exact | msgspec.UnsetType) -> Exact:
    """Return a figure that this wager must have."""
    assert figure is not msgspec.UNSET
    return figure
