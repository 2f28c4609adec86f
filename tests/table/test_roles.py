"""Who may give which command, in one table; players for their own seat only."""

from typing import Any, get_args

import msgspec
import pytest

from queenhigh.house.loader import built_in
from queenhigh.house.wager import OTHER_ROLES
from queenhigh.house.wager import Role as NamedRole
from queenhigh.table.command_rules import MAY
from queenhigh.table.commands import COMMANDS
from queenhigh.table.instructions import STEPS
from queenhigh.table.roles import ROLES, role_of
from tests.clauses import clause
from tests.table.driver import Driven
from tests.table.examples import example_of

FLOOR = "floor pit_manager shift_manager management"
# The agreed table of roles; the program's own must match it.
WHO_MAY = f"""
    open_table                    {FLOOR}
    close_table                   {FLOOR}
    fill_tray                     {FLOOR}
    credit_tray                   {FLOOR}
    count_tray                    dealer {FLOOR} count
    take_drop_box                 {FLOOR}
    count_drop                    count
    read_meter                    system
    share_jackpot                 system
    confirm                       dealer {FLOOR} surveillance system
    confirm_group                 dealer {FLOOR} surveillance system
    read_cards                    system
    shuffle_deck                  dealer system
    order_recut                   {FLOOR}
    sit                           player dealer system
    leave                         player dealer system
    buy_in                        player dealer system
    colour_up                     dealer
    place_wager                   player dealer
    withdraw_wager                player dealer
    place_toke                    player dealer
    give_toke                     player dealer
    place_coupon                  player dealer
    announce_no_more_bets         dealer system
    play                          player dealer
    fold                          player dealer
    time_out                      system dealer {FLOOR}
    throw_in                      player
    call_awards                   player dealer
    commit_entropy                player
    reveal_entropy                player
    mix_entropy                   system
    change_deck                   dealer {FLOOR}
    change_limits                 {FLOOR}
    relieve_dealer                dealer {FLOOR}
    mark_idle                     dealer {FLOOR}
    replace_shuffler              {FLOOR}
    shuffle_by_hand               {FLOOR}
    rule                          management
    report_face_up_card           dealer {FLOOR} surveillance system
    report_card_drawn_in_error    dealer {FLOOR} surveillance system
    report_wrong_number_of_cards  dealer {FLOOR} surveillance system
    report_exposed_card           dealer {FLOOR} surveillance system
    report_shared_hands           dealer {FLOOR} surveillance system
    report_wrong_deck_count       dealer {FLOOR} surveillance system
    report_jam                    dealer {FLOOR} surveillance system
    report_shuffler_failure       dealer {FLOOR} surveillance system
    report_bet_outside_limits     dealer {FLOOR} surveillance system
    correct_card                  dealer {FLOOR}
    correct_decision              dealer {FLOOR}
    correct_wager                 dealer {FLOOR}
    correct_coupon                dealer {FLOOR}
    correct_payout                dealer {FLOOR}
    approve                       dealer {FLOOR} cage count surveillance
    decline                       dealer {FLOOR} cage count surveillance
"""
AGREED = {line.split()[0]: set(line.split()[1:]) for line in WHO_MAY.strip().splitlines()}
TYPES = [str(kind.__struct_config__.tag) for kind in COMMANDS]


def test_the_table_of_rights_names_every_command() -> None:
    assert set(MAY) == set(TYPES) == set(AGREED)


@pytest.mark.parametrize("command", [each for each in TYPES if each != "rule"])
def test_the_table_of_rights_is_as_agreed(command: str) -> None:
    assert set(MAY[command]) == AGREED[command]


@clause("chickasaw-t", "mics-e4")
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("command", TYPES)
def test_every_command_is_open_to_its_roles_and_to_nobody_else(command: str, role: str) -> None:
    """The role is checked first, whatever else speaks against the command."""
    table = Driven("manual").opened().bet(3, ante=10).dealt()
    fields = {**example_of(command), "by": f"{role}:ann"}
    answer = table.try_(**fields)
    refused = getattr(answer, "code", "")
    if role in MAY[command]:
        assert refused != "role/not_yours"
    else:
        assert refused == "role/not_yours"


@pytest.mark.parametrize("by", ["", "nobody", "nobody:x", "Player:ann", ":ann", "players:ann"])
def test_somebody_without_a_role_may_do_nothing(by: str) -> None:
    table = Driven("mics").opened()
    assert table.refused("sit", seat=2, by=by).code == "role/unknown"


OF_A_SEAT = [each for each in TYPES if "player" in MAY[each] and each != "sit"]


@clause("manual-gen-D")
@pytest.mark.parametrize("command", OF_A_SEAT)
def test_a_player_acts_only_for_their_own_seat(command: str) -> None:
    table = Driven("manual").opened().sit(3)
    fields: dict[str, Any] = {**example_of(command), "seat": 1, "by": "player:cy"}
    found = table.refused(**fields)
    assert (found.code, found.clauses) == ("role/not_your_seat", ("manual-gen-D",))
    assert "ann" in found.message


@clause("manual-relief-2", "manual-relief-4")
@pytest.mark.parametrize("of", ["mics", "manual"])
def test_only_the_dealer_on_duty_deals(of: str) -> None:
    table = Driven(of).opened().bet(1, ante=5).ready()
    found = table.refused("announce_no_more_bets", by="dealer:dan")
    assert found.code == "relief/not_on_duty"
    assert found.clauses == (("manual-relief-2", "manual-relief-4") if of == "manual" else ())
    table.give("announce_no_more_bets", by="dealer:dee")


def test_a_player_sits_down_under_their_own_name() -> None:
    table = Driven("mics").opened()
    table.give("sit", seat=2, by="player:zoe", player="somebody else")
    assert table.table.seats[2].player == "zoe"


@pytest.mark.parametrize("command", ["place_wager", "leave", "buy_in"])
def test_the_dealer_may_act_for_a_seat(command: str) -> None:
    table = Driven("manual").opened().sit(3)
    table.give(**{**example_of(command), "seat": 3, "by": "dealer:dee"})


# Steps

OUTSIDE = ("player", "cage", "count")  # They have no part in the procedure.


def test_every_step_belongs_to_somebody() -> None:
    assert {rule.role for rule in STEPS.values()} <= set(ROLES)
    others = {name: rule.role for name, rule in STEPS.items() if rule.role != "dealer"}
    assert others == {
        "break_seal": "floor",
        "verify": "floor",
        "verify_payout": "floor",
        "verify_royal": "surveillance",
    }


@pytest.mark.parametrize("role", ROLES)
def test_a_step_of_the_floor_may_be_done_by_those_above_it(role: str) -> None:
    table = Driven("manual")
    table.open()
    answer = table.try_("confirm", step="break_seal", by=f"{role}:dee")
    code = getattr(answer, "code", "")
    above = ("floor", "pit_manager", "shift_manager", "management", "system")
    wanted = "" if role in above else "role/not_yours" if role in OUTSIDE else "step/not_yours"
    assert code == wanted


@pytest.mark.parametrize("role", ROLES)
def test_a_step_of_the_dealer_is_the_dealers(role: str) -> None:
    table = Driven("mics")
    table.open()
    answer = table.try_("confirm", step="inspect", by=f"{role}:dee")
    code = getattr(answer, "code", "")
    wanted = "" if role in ("dealer", "system") else "step/not_yours"
    assert code == ("role/not_yours" if role in OUTSIDE else wanted)


@pytest.mark.parametrize("role", ROLES)
def test_a_role_stands_for_itself_whatever_the_titles_of_an_older_log_say(role: str) -> None:
    told = built_in("manual")
    titles = {each.replace("_", " "): "floor" for each in ROLES} | {"pit boss": "pit_manager"}
    house = msgspec.structs.replace(told, role_titles=titles)
    assert role_of(house, f"{role}:ann") == role
    assert role_of(house, "pit boss:ann") == "pit_manager"


def test_a_house_knows_every_role_of_a_table() -> None:
    """A title may stand for none of them, so one that the house did not know could be replaced."""
    beside_tables = {"commissioner"}
    assert {*get_args(NamedRole), *OTHER_ROLES} == {*ROLES} | beside_tables
