"""Forms: what a table asks for, derived from the commands, the house and the viewer's view."""

from collections.abc import Iterator

import msgspec
import pytest

from queenhigh.cards.card import FULL_DECK, card_text
from queenhigh.house.model import House
from queenhigh.table import commands as c
from queenhigh.table.command_fields import fields_of
from queenhigh.table.command_form import CommandForm, ask, form, named, pick
from queenhigh.table.roles import ROLES
from queenhigh.table.state import Table
from queenhigh.table.table_forms import forms
from queenhigh.table.views import view
from tests.table.driver import BUILT_IN, house, house_with
from tests.table.felt import Felt

DEALER = "dealer:dee"
HANDS = "1: As Ks Qs, 3: 9d 9c 2h, dealer: Qh 7c 2d"
FACES = set(map(card_text, FULL_DECK))


def at(table: Table, viewer: str = DEALER, *, guarded: bool = False) -> list[CommandForm]:
    return forms(table, view(table, viewer), viewer, guarded=guarded, roles=ROLES)


def one(listed: list[CommandForm], type: str) -> CommandForm:
    return next(each for each in listed if each.type == type)


def choices(form: CommandForm, name: str) -> list[object]:
    return [one.value for each in form.fields if each.name == name for one in each.choices]


def stages(of: House | str) -> Iterator[Table]:
    """Yield one round with real cards: closed, betting, dealt, decided, settled."""
    table = Felt(of, HANDS)
    yield table.table
    table.open()
    table.bet(1, ante=10).bet(3, ante=10)
    yield table.table
    yield table.dealt().table
    yield table.play(1, 3).until("reveal_hand").table
    yield table.until("settle").table


@pytest.mark.parametrize("of", BUILT_IN)
def test_a_form_asks_for_all_that_its_command_needs(of: str) -> None:
    commands = {str(each.__struct_config__.tag): each for each in c.COMMANDS}
    for table in stages(of):
        for guarded in (False, True):
            for each in at(table, guarded=guarded):
                asked = {field.name for field in each.fields} | set(each.fixed)
                asked |= {field.total for field in each.fields}
                needed = {field.name for field in fields_of(commands[each.type]) if field.required}
                assert needed <= asked, each


@pytest.mark.parametrize("of", BUILT_IN)
def test_a_forms_default_is_one_of_its_choices(of: str) -> None:
    for table in stages(of):
        for each in at(table):
            for field in each.fields:
                if field.pick and field.initial is not None:
                    assert field.initial in [one.value for one in field.choices], (each, field)


def test_no_form_reveals_a_card_that_its_reader_may_not_see() -> None:
    closed, betting, dealt, *_ = stages("manual")
    for table in (closed, betting, dealt):
        said = msgspec.to_builtins(at(table))
        found = {choice["value"] for each in said for field in each["fields"]
                 for choice in field["choices"]}  # fmt: skip
        assert not found & FACES


def test_a_correction_offers_what_was_entered_hand_by_hand() -> None:
    *_, settling = stages("manual")
    card = one(at(settling), "correct_card")
    offered = {(each.of, each.value) for each in card.fields[1].choices}
    assert {(0, "Qh"), (0, "7c"), (0, "2d")} <= offered
    assert all(of in choices(card, "seat") for of, _ in offered)


def test_a_payout_is_corrected_beginning_with_what_was_handed_back() -> None:
    table = Felt("classic", HANDS)
    table.open()
    table.bet(1, ante=10).dealt().play(1).until("rack_hand")
    payout = one(at(table.table), "correct_payout")
    assert payout.fields[0].initial == 1
    ante = next(each for each in payout.fields[1].choices if each.value == "ante")
    assert (ante.of, ante.sets) == (1, {"returned": 10_00})


def test_a_tokes_payout_has_a_form_where_a_toke_was_settled() -> None:
    table = Felt("manual", HANDS)
    table.open()
    table.bet(1, ante=10).give("place_toke", seat=1, wager="ante", amount=100)
    before = [each for each in at(table.table) if each.type == "correct_payout"]
    assert [each.fixed for each in before] == [{}]
    table.dealt().play(1).until("rack_hand")
    _, toke = [each for each in at(table.table) if each.type == "correct_payout"]
    assert (toke.fixed, toke.fields[0].initial) == ({"toke": True}, 1)
    ante = next(each for each in toke.fields[1].choices if each.value == "ante")
    assert (ante.of, ante.sets) == (1, {"returned": 100})
    commands = {each.name for each in fields_of(c.CorrectPayout)}
    assert {*toke.fixed, *(each.name for each in toke.fields)} <= commands


def test_no_form_offers_what_the_house_lacks() -> None:
    by_hand = house_with("classic", shuffle={"method": "hand"}, dealing={"method": "hand"})
    types = {each.type for each in at(Table(by_hand))}
    assert not types & {"report_jam", "report_shuffler_failure", "replace_shuffler"}
    shoe = house_with("classic", shuffle={"method": "hand"}, dealing={"method": "manual_shoe"})
    assert choices(one(at(Table(shoe)), "report_jam"), "device") == ["shoe"]


@pytest.mark.parametrize(
    ("of", "type", "offered"),
    [
        ("mics", "mark_idle", ["up", "down"]),
        ("manual", "mark_idle", []),
    ],
)
def test_an_idle_table_asks_for_the_face_where_the_house_has_two_ways(
    of: str, type: str, offered: list[str]
) -> None:
    assert choices(one(at(Table(house(of))), type), "face") == offered


def test_a_coupon_is_corrected_where_coupons_are_taken() -> None:
    without = house_with("manual", betting={"instruments": ["chip"]})
    for of in (house("manual"), without):
        offered = any(each.type == "correct_coupon" for each in at(Table(of)))
        assert offered is of.takes_coupons()


def test_chips_are_counted_by_value_where_others_sign() -> None:
    table = Table(house("manual"))
    alone, signed = (one(at(table, guarded=each), "fill_tray") for each in (False, True))
    assert [each.name for each in alone.fields] == ["cents"]
    assert [(each.name, each.total) for each in signed.fields] == [
        ("chips", "cents"),
        ("runner", ""),
    ]


def test_each_role_has_the_forms_of_its_own_commands() -> None:
    table = Table(house("manual"))
    told = {
        role: {each.type for each in
               forms(table, view(table, role), role, guarded=True, roles=(role,))}
        for role in ("player", "dealer", "floor", "count")
    }  # fmt: skip
    assert told["player"] == set()
    assert told["count"] == {"count_tray", "count_drop"}
    assert "rule" in told["floor"] - told["dealer"]


def test_a_form_that_asks_for_what_its_command_lacks_cannot_be_made() -> None:
    with pytest.raises(KeyError):
        form(c.CloseTable, "table", "Close", "Close", ask("reason", "Why"))
    rulings = pick("ruling", "Ruling", named({"perhaps": "Perhaps"}))
    with pytest.raises(ValueError, match="does not take all its choices"):
        form(c.Rule, "ruling", "Rule", "Rule", rulings)
