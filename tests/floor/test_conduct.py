"""Rules of behaviour: told to those they bind, and violations recorded with their clause."""

from typing import Any, get_args

import pytest

from queenhigh.floor.conduct import (
    MAY,
    AnnounceConduct,
    AnyConductCommand,
    AnyConductEvent,
    RecordViolation,
    ReportSuspicion,
    ViolationRecorded,
    decide_conduct,
    records,
    seen_by,
)
from queenhigh.floor.conduct_rules import BY_KEY, RULES, in_force, rules_of
from queenhigh.floor.notices import notice_of_suspicion
from queenhigh.house.loader import built_in_keys
from queenhigh.table.refusal import Refusal
from tests.clauses import cases, clause
from tests.table.driver import NOON, house, house_with


def done(of: str, command: AnyConductCommand) -> AnyConductEvent:
    answer = decide_conduct(house(of), command)
    assert not isinstance(answer, Refusal), answer.message
    return answer[0]


def code(of: str, command: AnyConductCommand) -> str:
    answer = decide_conduct(house(of), command)
    assert isinstance(answer, Refusal)
    return answer.code


def violation(rule: str, **fields: Any) -> RecordViolation:
    named = fields or {"seat": 3}
    return RecordViolation(**{"table": "1", "rule": rule, "by": "floor:flo", "at": NOON, **named})


@clause(
    "mics-j1-2", "chickasaw-d", "chickasaw-f", "chickasaw-f-2", "chickasaw-m",
    "manual-gen-cond-1", "manual-gen-cond-2", "manual-6cb-N3", "manual-6cb-N",
    "manual-6cb-N3-2", "classic-play3-5", "mics-f3", "manual-gen-cond-3", "manual-gen-D",
    "manual-6cb-N3-3", "manual-6cb-L-2", "manual-tips-A",
)  # fmt: skip
@cases("""
    of         rule                       binds   clauses
    mics       touches_anothers_cards     player  mics-j1-2
    mics       not_seated                 player  mics-f3
    chickasaw  touches_anothers_cards     player  chickasaw-f
    chickasaw  touches_cards_in_the_deal  player  chickasaw-d
    chickasaw  shows_or_discusses_hand    player  chickasaw-f-2
    chickasaw  side_bet                   player  chickasaw-m
    manual     shows_or_discusses_hand    player  manual-gen-cond-1
    manual     cards_out_of_view          player  manual-gen-cond-2 manual-6cb-N3
    manual     touches_anothers_cards     player  manual-gen-cond-3
    manual     side_bet                   player  manual-gen-D
    manual     not_seated                 player  manual-gen-cond-3
    manual     bystander                  player  manual-6cb-N3-3
    manual     winner_left                player  manual-6cb-L-2
    manual     solicited_tokes            dealer  manual-tips-A
    manual     procedure_not_followed     dealer  manual-6cb-N
    manual     distracted                 dealer  manual-6cb-N3-2 manual-6cb-N3-5
    classic    side_bet                   player  classic-play3-5
""")
def test_a_rule_is_announced_to_those_it_binds_and_recorded_against_those_who_break_it(
    of: str, rule: str, binds: str, clauses: str
) -> None:
    assert (BY_KEY[rule].who, BY_KEY[rule] in rules_of(house(of))) == (binds, True)
    announced = done(of, AnnounceConduct(table="1", rule=rule, by="dealer:dee", at=NOON))
    assert announced.text == BY_KEY[rule].said  # type: ignore[union-attr]
    assert announced.clauses == tuple(clauses.split())
    named = {"dealer": "dee"} if binds == "dealer" else {"seat": 3, "patron": "cy"}
    recorded = done(of, violation(rule, **named, round=7, detail="seen on camera 4"))
    assert isinstance(recorded, ViolationRecorded)
    assert recorded.clauses == tuple(clauses.split())
    assert (recorded.dealer or recorded.patron) in ("dee", "cy")
    assert (recorded.round, recorded.by, recorded.at) == (7, "floor:flo", NOON)


@clause("chickasaw-d", "manual-gen-cond-2", "classic-play3-5")
@cases("""
    of         rules
    mics       touches_anothers_cards not_seated
    chickasaw  touches_anothers_cards touches_cards_in_the_deal shows_or_discusses_hand side_bet
    classic    side_bet
""")
def test_a_house_has_the_rules_of_its_book_and_no_others(of: str, rules: str) -> None:
    assert [rule.key for rule in rules_of(house(of))] == rules.split()


def test_the_manual_has_all_but_the_rule_on_touching_in_the_deal() -> None:
    missing = {rule.key for rule in RULES if not in_force(house("manual"), rule)}
    assert missing == {"touches_cards_in_the_deal"}


def test_a_custom_house_may_have_a_rule_that_its_book_lacks() -> None:
    own = house_with("classic", dealing={"touching": "forbidden"})
    assert "touches_cards_in_the_deal" in {rule.key for rule in rules_of(own)}


@clause("chickasaw-d", "chickasaw-f-2", "chickasaw-m", "manual-gen-cond-2", "manual-6cb-N3-3")
@clause("manual-tips-A", "manual-gen-cond-3")
@cases("""
    of         setting                            value                    rule
    chickasaw  dealing.touching                   allowed                  touches_cards_in_the_deal
    chickasaw  dealing.showing                    allowed                  shows_or_discusses_hand
    chickasaw  betting.side_bets_between_players  allowed                  side_bet
    manual     dealing.handling                   free                     cards_out_of_view
    manual     betting.bystanders                 allowed                  bystander
    manual     betting.seated_only                no                       not_seated
    manual     tokes.soliciting                   allowed                  solicited_tokes
""")
def test_a_house_that_drops_a_rule_of_its_book_neither_announces_nor_records_it(
    of: str, setting: str, value: str, rule: str
) -> None:
    section, _, name = setting.partition(".")
    own = house_with(of, **{section: {name: False if value == "no" else value}})
    kept, dropped = ({rule.key for rule in rules_of(each)} for each in (house(of), own))
    assert kept - dropped == {rule}
    named = {"dealer": "dee"} if rule == "solicited_tokes" else {"seat": 3}
    refused = decide_conduct(own, violation(rule, **named))
    assert isinstance(refused, Refusal)
    assert refused.code == "conduct/no_such_rule"


@cases("""
    setting                            value                    rule
    dealing.touching                   forbidden                touches_cards_in_the_deal
    dealing.showing                    forbidden                shows_or_discusses_hand
    dealing.handling                   above_table_inside_rail  cards_out_of_view
    betting.bystanders                 forbidden                bystander
    betting.seated_only                yes                      not_seated
    tokes.soliciting                   prohibited               solicited_tokes
""")
def test_a_house_that_adds_a_rule_announces_it(setting: str, value: str, rule: str) -> None:
    section, _, name = setting.partition(".")
    own = house_with("classic", **{section: {name: True if value == "yes" else value}})
    added = {each.key for each in rules_of(own)} - {each.key for each in rules_of(house("classic"))}
    assert added == {rule}


@cases("""
    of         binds   when           rule
    manual     dealer  making_change  distracted
    chickasaw  player  dealing        touches_cards_in_the_deal
""")
def test_a_rule_says_whom_it_binds_and_when_it_is_announced(
    of: str, binds: str, when: str, rule: str
) -> None:
    said = [each.key for each in rules_of(house(of)) if (each.who, each.when) == (binds, when)]
    assert said == [rule]


@pytest.mark.parametrize("of", built_in_keys())
def test_every_rule_is_worded_and_names_its_clause_or_setting(of: str) -> None:
    for rule in rules_of(house(of)):
        assert rule.said.endswith(".")
        assert not rule.violation.endswith(".")
        assert house(of).clauses(rule.because) or rule.asked(house(of))


# What cannot be recorded


def test_a_rule_that_the_house_lacks_cannot_be_broken_there() -> None:
    assert code("mics", violation("side_bet")) == "conduct/no_such_rule"
    assert code("mics", violation("sings")) == "conduct/no_such_rule"
    announce = AnnounceConduct(table="1", rule="side_bet", by="dealer:dee", at=NOON)
    assert code("mics", announce) == "conduct/no_such_rule"


def test_a_violation_names_a_person_whom_the_rule_binds() -> None:
    assert code("classic", violation("side_bet", detail="?")) == "conduct/nobody_named"
    assert code("classic", violation("side_bet", dealer="dee")) == "conduct/not_theirs"
    assert code("manual", violation("distracted", seat=3)) == "conduct/not_theirs"


def test_dealers_do_not_record_their_own_violations() -> None:
    own = violation("distracted", dealer="dee", by="dealer:dee")
    assert code("manual", own) == "conduct/against_oneself"
    assert code("classic", violation("side_bet", seat=1, by="player:ann")) == "role/not_yours"


# Suspicions


def suspicion(**fields: Any) -> ReportSuspicion:
    return ReportSuspicion(
        **{
            "table": "1",
            "detail": "a bent ace",
            "seat": 3,
            "by": "dealer:dee",
            "at": NOON,
            **fields,
        }
    )


@clause("manual-6cb-N3-4")
def test_suspected_cheating_is_reported_to_the_supervisor_at_once_and_discreetly() -> None:
    manual = house("manual")
    event = done("manual", suspicion())
    assert event.clauses == ("manual-6cb-N3-4",)
    assert "floor" in event.told  # type: ignore[union-attr]
    notice = notice_of_suspicion(event, 0)  # type: ignore[arg-type]
    assert (notice.at, notice.discreet) == (NOON, True)
    for viewer in ("player:cy", "dealer:dee", "dealer:kim", "public", "auditor:al"):
        assert list(seen_by(manual, viewer, [event])) == []
    for viewer in ("floor:flo", "supervisor:flo", "surveillance:sam", "management:mia"):
        assert list(seen_by(manual, viewer, [event])) == [event]


@clause("manual-6cb-N3-4")
def test_a_suspicion_says_what_was_seen_and_about_whom() -> None:
    assert code("manual", suspicion(detail=" ")) == "floor/no_reason"
    assert code("manual", suspicion(seat=None)) == "conduct/nobody_named"
    assert code("manual", suspicion(by="player:ann")) == "role/not_yours"


def test_violations_are_for_staff_and_announcements_for_all() -> None:
    chosen = house("classic")
    said = done("classic", AnnounceConduct(table="1", rule="side_bet", by="dealer:dee", at=NOON))
    recorded = done("classic", violation("side_bet"))
    assert list(seen_by(chosen, "player:ann", [said, recorded])) == [said]
    assert list(seen_by(chosen, "dealer:dee", [said, recorded])) == [said, recorded]


def test_records_are_counted_by_the_person_they_concern() -> None:
    events = [
        done("classic", violation("side_bet", patron="ann", seat=1)),
        done("classic", violation("side_bet", patron="ann", seat=2)),
        done("classic", violation("side_bet", seat=5)),
        done("manual", violation("distracted", dealer="dee")),
    ]
    found = records(events)
    assert [(each.of, each.violations) for each in found] == [
        ("patron:ann", 2),
        ("dealer:dee", 1),
        ("seat:1/5", 1),
    ]
    assert found[0].by_rule == {"side_bet": 2}


def test_every_compliance_command_names_its_roles() -> None:
    assert {str(each.__struct_config__.tag) for each in get_args(AnyConductCommand)} == MAY.keys()
