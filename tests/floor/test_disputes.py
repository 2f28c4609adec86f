"""Disputes from the claim to the commissioner."""

from datetime import timedelta
from typing import Any, get_args

import msgspec
import pytest

from queenhigh.floor.dispute_decisions import MAY, decide_dispute, decides, goes_to_commissioner
from queenhigh.floor.disputes import (
    AnyDisputeCommand,
    AnyDisputeEvent,
    CountersignDispute,
    DecideDispute,
    Dispute,
    Disputed,
    MakeStatement,
    NotifyCommissioner,
    OpenDispute,
    RecordFinding,
    TakeToCommissioner,
    disputed,
    disputed_now,
    follow,
    overdue_notice,
    postings_of_dispute,
)
from queenhigh.floor.log_follower import Follower
from queenhigh.floor.notices import Notice
from queenhigh.house.calendar import calendar
from queenhigh.house.loader import built_in_keys
from queenhigh.money.posting import Posting
from queenhigh.table.refusal import Refusal
from tests.clauses import clause
from tests.floor.day import facts_of, the_day
from tests.money.room import Room
from tests.table.driver import NOON, house

ROUND = Disputed(table="2", stakes="money", number=7, first=300, seats={3: "cy", 4: "di"},
                 most={3: 600_00, 4: 0}, given={3: 100_00, 4: 0})  # fmt: skip


class Case:
    """A dispute in a house, and its outcome."""

    def __init__(self, of: str = "chickasaw") -> None:
        self.house = house(of)
        self.events: list[AnyDisputeEvent] = []

    @property
    def now(self) -> Dispute | None:
        return follow(self.events)

    @property
    def dispute(self) -> Dispute:
        assert self.now is not None
        return self.now

    def answer(
        self, kind: type[AnyDisputeCommand], by: str, round_: Disputed | None = None, **fields: Any
    ) -> Refusal | list[AnyDisputeEvent]:
        at = NOON + timedelta(minutes=len(self.events))
        command = kind(**{"dispute": "D-1", "by": by, "at": at, **fields})
        return decide_dispute(self.house, self.now, command, round_)

    def give(self, kind: type[AnyDisputeCommand], by: str, *args: Any, **fields: Any) -> "Case":
        answer = self.answer(kind, by, *args, **fields)
        assert not isinstance(answer, Refusal), answer.message
        self.events += answer
        return self

    def refused(self, kind: type[AnyDisputeCommand], by: str, *args: Any, **fields: Any) -> Refusal:
        answer = self.answer(kind, by, *args, **fields)
        assert isinstance(answer, Refusal)
        return answer


def opened(of: str = "chickasaw", by: str = "player:cy", **fields: Any) -> Case:
    return Case(of).give(OpenDispute, by, ROUND, **{"claim": "I had a pair.", **fields})


def decided(decision: str = "denied", **fields: Any) -> Case:
    reason = {"reason": "The camera shows it.", "decision": decision}
    return opened().give(DecideDispute, "management:mia", **reason, **fields)


def taken() -> Case:
    return decided().give(TakeToCommissioner, "player:cy", reason="I want it looked into.")


# Opening


@pytest.mark.parametrize("by", ["player:cy", "dealer:ben", "floor:flo", "surveillance:sam"])
def test_player_dealer_supervisor_and_surveillance_may_open_one(by: str) -> None:
    found = opened(by=by, seat=3, cents=50_00).dispute.opened
    assert (found.table, found.round, found.first, found.seat) == ("2", 7, 300, 3)
    assert (found.patron, found.cents) == ("cy", 50_00)
    assert found.clauses == ("chickasaw-t",)


def test_a_player_disputes_their_own_hand_without_saying_which() -> None:
    assert opened().dispute.opened.seat == 3
    case = Case()
    stranger = case.refused(OpenDispute, "player:ann", ROUND, claim="?")
    assert stranger.code == "dispute/not_yours"
    assert case.refused(OpenDispute, "player:cy", ROUND, claim="?", seat=4).code == (
        "dispute/not_yours"
    )


def test_it_may_be_opened_during_the_round() -> None:
    table = Room().table("chickasaw")
    table.opened().bet(3, ante=5).dealt()
    now = disputed_now(table.setup, table.table, 40)
    assert now.seats == {1: "ann", 3: "cy"}
    case = Case().give(OpenDispute, "player:cy", now, claim="That is not my card.")
    assert case.dispute.state == "open"


def test_some_disputes_are_refused() -> None:
    case = Case()
    assert case.refused(OpenDispute, "player:cy", None, claim="x").code == "dispute/no_such_round"
    assert case.refused(OpenDispute, "floor:flo", ROUND, claim="x", seat=1).code == (
        "dispute/no_such_round"
    )
    assert case.refused(OpenDispute, "player:cy", ROUND, claim=" ").code == "floor/no_reason"
    assert opened().refused(OpenDispute, "player:cy", ROUND, claim="x").code == "dispute/exists"
    assert case.refused(MakeStatement, "player:cy", text="x").code == "dispute/unknown"


# Arguing and deciding


def test_the_staff_and_the_patron_may_make_statements() -> None:
    case = opened()
    for by in ("player:cy", "dealer:ben", "floor:flo", "surveillance:sam"):
        case.give(MakeStatement, by, text=f"I am {by}.")
    assert [each.by for each in case.dispute.statements] == [
        *("player:cy", "dealer:ben", "floor:flo", "surveillance:sam"),
    ]
    assert case.refused(MakeStatement, "player:di", text="Me too.").code == "dispute/not_yours"
    assert case.refused(MakeStatement, "player:cy", text="").code == "floor/no_reason"


@clause("chickasaw-t")
def test_management_decides_with_a_reason() -> None:
    case = opened()
    refusal = case.refused(DecideDispute, "floor:flo", decision="denied", reason="no")
    assert (refusal.code, refusal.clauses) == ("role/not_yours", ("chickasaw-t",))
    assert case.refused(DecideDispute, "management:mia", decision="denied", reason="").code == (
        "floor/no_reason"
    )
    case.give(DecideDispute, "management:mia", decision="denied", reason="The rack shows it.")
    assert case.dispute.state == "denied"
    again = case.refused(DecideDispute, "management:mia", decision="upheld", reason="no, wait")
    assert again.code == "dispute/decided"


def test_where_the_book_names_nobody_the_shift_manager_may_decide_too() -> None:
    assert decides(house("manual")) == ("shift_manager", "management")
    case = opened("manual")
    case.give(DecideDispute, "shift_manager:sue", decision="denied", reason="as filmed")
    assert case.dispute.decided is not None


@pytest.mark.parametrize(("stakes", "house_account", "own"), [
    ("money", "cage", "patron:cy"), ("play", "play_money", "play:cy"),
])  # fmt: skip
def test_money_moves_only_through_the_decisions_postings(
    stakes: str, house_account: str, own: str
) -> None:
    round_ = msgspec.structs.replace(ROUND, stakes=stakes)
    case = Case().give(OpenDispute, "player:cy", round_, claim="a pair")
    upheld = {"decision": "upheld", "reason": "filmed so", "cents": 75_00}
    case.give(DecideDispute, "management:mia", round_, **upheld)
    assert not any(postings_of_dispute(event) for event in case.events)
    case.give(CountersignDispute, "surveillance:sam", confirmed=True)
    assert [postings_of_dispute(event) for event in case.events] == [
        *[()] * 3,
        tuple(sorted([Posting(house_account, -75_00), Posting(own, 75_00)])),
    ]


def test_an_overpayment_may_be_taken_back() -> None:
    case = proposed(-20_00, by="floor:flo", seat=3)
    case.give(CountersignDispute, "shift_manager:sue", confirmed=True)
    assert postings_of_dispute(case.events[-1]) == (
        Posting("cage", 20_00),
        Posting("patron:cy", -20_00),
    )


# Nobody alone


def proposed(cents: int = 75_00, claimed: int = 0, **fields: Any) -> Case:
    upheld = {"decision": "upheld", "reason": "filmed so", "cents": cents}
    return opened(**fields, cents=claimed).give(DecideDispute, "management:mia", ROUND, **upheld)


def test_the_person_who_opened_a_dispute_does_not_decide_on_its_money() -> None:
    own = opened(by="management:mia", seat=3)
    upheld = {"decision": "upheld", "reason": "r", "cents": 1}
    for wish in (upheld, {**upheld, "cents": -1}):
        refusal = own.refused(DecideDispute, "management:mia", ROUND, **wish)
        assert refusal.code == "dispute/not_alone"
    patron = opened().refused(DecideDispute, "management:cy", ROUND, **upheld)
    assert patron.code == "dispute/not_alone"
    own.give(DecideDispute, "management:mia", decision="denied", reason="no money moves")
    assert own.dispute.state == "denied"


def test_money_waits_for_a_second_person_who_is_not_involved() -> None:
    case = proposed(by="floor:flo", seat=3)
    assert (case.dispute.state, case.dispute.decided) == ("to be countersigned", None)
    for by in ("floor:flo", "shift_manager:flo", "management:mia", "floor:mia", "floor:cy"):
        for confirmed in (True, False):
            wish = {"confirmed": confirmed, "reason": "r"}
            assert case.refused(CountersignDispute, by, **wish).code == "dispute/not_alone", by
    for by in ("player:di", "dealer:ben", "cage:cat"):
        assert case.refused(CountersignDispute, by, confirmed=True).code == "role/not_yours", by
    case.give(CountersignDispute, "surveillance:sam", confirmed=True)
    decided = case.dispute.decided
    assert decided is not None
    assert (decided.by, decided.cents, case.dispute.state) == ("management:mia", 75_00, "upheld")
    again = case.refused(CountersignDispute, "surveillance:sam", confirmed=True)
    assert again.code == "dispute/nothing_to_sign"


def test_while_a_decision_is_pending_there_is_no_other() -> None:
    case = proposed()
    for cents in (0, 10_00):
        other = {"decision": "upheld", "reason": "r", "cents": cents}
        refusal = case.refused(DecideDispute, "management:max", ROUND, **other)
        assert refusal.code == "dispute/waits_for_signature"
    assert case.refused(TakeToCommissioner, "player:cy").code == "dispute/waits_for_signature"


def test_a_declined_decision_moves_nothing_and_may_be_replaced() -> None:
    case = proposed()
    blank = case.refused(CountersignDispute, "floor:flo", confirmed=False, reason=" ")
    assert blank.code == "floor/no_reason"
    case.give(CountersignDispute, "floor:flo", confirmed=False, reason="The film shows less.")
    assert not any(postings_of_dispute(event) for event in case.events)
    assert case.dispute.state == "open"
    case.give(DecideDispute, "management:mia", decision="denied", reason="So it does.")
    assert case.dispute.state == "denied"


# The claim, and the first amount above it, above the seat's bets (600), or above what it
# received (100).
TOO_MUCH = [
    (50_00, 50_01), (0, 600_01), (10**11, 10**11), (50_00, -100_01), (0, -100_01), (-30_00, 1),
    (-30_00, -30_01),
]  # fmt: skip


@pytest.mark.parametrize(("claimed", "cents"), TOO_MUCH)
def test_no_more_moves_than_was_claimed_or_than_the_round_could_have_owed_or_paid(
    claimed: int, cents: int
) -> None:
    case = opened(by="floor:flo", seat=3, cents=claimed)
    upheld = {"decision": "upheld", "reason": "r", "cents": cents}
    assert case.refused(DecideDispute, "management:mia", ROUND, **upheld).code == (
        "dispute/too_much"
    )


@pytest.mark.parametrize(
    ("claimed", "cents"), [(50_00, 50_00), (0, 600_00), (50_00, -100_00), (-30_00, -30_00)]
)
def test_up_to_that_much_may_move(claimed: int, cents: int) -> None:
    case = proposed(cents, by="floor:flo", seat=3, claimed=claimed)
    assert case.dispute.waiting is not None


def test_a_finding_and_the_decision_before_it_share_the_bound() -> None:
    case = opened(cents=50_00)
    part = {"decision": "partly_upheld", "reason": "r", "cents": 30_00}
    case.give(DecideDispute, "management:mia", ROUND, **part)
    case.give(CountersignDispute, "floor:flo", confirmed=True)
    case.give(TakeToCommissioner, "player:cy")
    case.give(NotifyCommissioner, "management:mia", how="by letter")
    much = case.refused(RecordFinding, "management:mia", ROUND, finding="f", cents=20_01)
    assert much.code == "dispute/too_much"
    case.give(RecordFinding, "management:mia", ROUND, finding="f", cents=20_00)


def test_money_waits_for_the_end_of_the_round() -> None:
    upheld = {"decision": "upheld", "reason": "r", "cents": 1}
    going_on = msgspec.structs.replace(ROUND, most={}, given={})
    for round_ in (None, going_on):
        refusal = opened().refused(DecideDispute, "management:mia", round_, **upheld)
        assert refusal.code == "dispute/round_goes_on"


def test_the_most_a_seat_could_be_owed_follows_from_its_bets() -> None:
    day = the_day()
    round_ = disputed(day.chickasaw.house, facts_of(day.chickasaw)[1])
    assert (round_.seats, round_.given) == ({3: "cy"}, {3: 400_00})
    assert 400_00 <= round_.most[3] < 10_000_00
    void = msgspec.structs.replace(facts_of(day.chickasaw)[1], seats=())
    assert disputed(day.chickasaw.house, void).most == {}


def test_surveillance_and_management_are_notified_of_money_at_once() -> None:
    case = proposed(by="floor:flo", seat=3)
    case.give(CountersignDispute, "surveillance:sam", confirmed=True)
    follower, told = Follower(calendar(case.house.compliance)), []
    for version, event in enumerate(case.events):
        found = follower.take("dispute:D-1", version, event)
        told += [each for each in found if isinstance(each, Notice)]
    assert [(each.about, each.told, each.table, each.seat) for each in told] == [
        ("dispute", ("surveillance", "management"), "2", 3)
    ] * 2
    assert [each.detail for each in told] == [
        "dispute D-1: $75 to cy, by management:mia; it waits for a second signature",
        "dispute D-1: $75 to cy, by management:mia; signed by surveillance:sam",
    ]


def test_a_decision_in_an_older_log_stands_without_a_second_signature() -> None:
    old = (
        b'{"type":"dispute_decided","by":"management:mia","at":"2026-01-05T12:00:00Z",'
        b'"clauses":[],"dispute":"D-1","decision":"upheld","reason":"r","patron":"cy",'
        b'"stakes":"money","cents":7500}'
    )
    event = msgspec.json.decode(old, type=AnyDisputeEvent)
    dispute = follow([*opened().events, event])
    assert dispute is not None
    assert dispute.state == "upheld"
    assert Posting("patron:cy", 75_00) in postings_of_dispute(event)
    assert b"signatures" not in msgspec.json.encode(dispute)


def test_money_goes_to_a_patron_and_only_where_a_claim_is_upheld() -> None:
    money = {"decision": "denied", "reason": "x", "cents": 1}
    assert opened().refused(DecideDispute, "management:mia", **money).code == (
        "compliance/wrong_amount"
    )
    doubt = opened(by="floor:flo")  # The house itself has doubts.
    assert doubt.dispute.opened.patron == ""
    upheld = {**money, "decision": "upheld"}
    assert doubt.refused(DecideDispute, "management:mia", **upheld).code == "dispute/no_patron"


# The commissioner


@clause("chickasaw-u")
def test_the_patron_may_ask_the_commissioner_to_investigate() -> None:
    case = taken()
    asked = case.dispute.taken
    assert asked is not None
    assert asked.authority == "Chickasaw Nation Office of the Gaming Commissioner"
    assert asked.clauses == ("chickasaw-u",)
    assert case.dispute.state == "commissioner to be notified"
    assert case.refused(TakeToCommissioner, "player:cy").code == "dispute/taken_further"


@clause("chickasaw-u")
def test_the_commissioner_may_be_asked_once_management_has_decided_or_cannot() -> None:
    assert opened().refused(TakeToCommissioner, "player:cy").code == "dispute/undecided"
    case = decided("unresolved").give(TakeToCommissioner, "player:cy")
    assert case.dispute.taken is not None
    later = decided("unresolved")
    later.give(DecideDispute, "management:mia", decision="denied", reason="after all")
    assert later.dispute.state == "denied"


@clause("chickasaw-u")
def test_only_the_patron_may_ask_the_commissioner() -> None:
    assert decided().refused(TakeToCommissioner, "player:di").code == "dispute/not_yours"
    assert decided().give(TakeToCommissioner, "floor:flo").dispute.taken  # For the patron.
    doubt = opened(by="floor:flo")
    doubt.give(DecideDispute, "management:mia", decision="denied", reason="no")
    assert doubt.refused(TakeToCommissioner, "floor:flo").code == "dispute/not_yours"


@clause("chickasaw-u-2")
def test_management_notifies_the_commissioner_at_once_and_the_time_is_recorded() -> None:
    case = taken()
    later = NOON + timedelta(hours=2)
    assert overdue_notice(case.dispute, later) == timedelta(minutes=118)
    refusal = case.refused(NotifyCommissioner, "floor:flo", how="by telephone")
    assert refusal.code == "role/not_yours"
    assert case.refused(NotifyCommissioner, "management:mia", how="").code == "floor/no_reason"
    case.give(NotifyCommissioner, "management:mia", how="by telephone", reference="call 17")
    notified = case.dispute.notified
    assert notified is not None
    assert notified.clauses == ("chickasaw-u-2",)
    assert case.dispute.notified_after == timedelta(minutes=1)
    assert overdue_notice(case.dispute, later) is None
    assert case.dispute.state == "with the commissioner"
    again = case.refused(NotifyCommissioner, "management:mia", how="again")
    assert again.code == "dispute/notified"
    assert decided().refused(NotifyCommissioner, "management:mia", how="x").code == (
        "dispute/not_taken_further"
    )


def test_the_commissioners_finding_ends_the_dispute_and_may_move_money() -> None:
    case = taken()
    finding = {"finding": "The claim is right.", "cents": 40_00}
    assert case.refused(RecordFinding, "management:mia", **finding).code == (
        "dispute/not_taken_further"
    )
    case.give(NotifyCommissioner, "management:mia", how="by letter")
    case.give(RecordFinding, "management:mia", ROUND, **finding)
    assert case.dispute.state == "to be countersigned"
    case.give(CountersignDispute, "floor:flo", confirmed=True)
    assert case.dispute.state == "found"
    assert Posting("patron:cy", 40_00) in postings_of_dispute(case.events[-1])
    assert case.refused(RecordFinding, "management:mia", **finding).code == (
        "dispute/not_taken_further"
    )


@clause("chickasaw-u")
@pytest.mark.parametrize("of", [of for of in built_in_keys() if of != "chickasaw"])
def test_where_the_book_names_no_authority_a_dispute_goes_no_further(of: str) -> None:
    assert not goes_to_commissioner(house(of))
    case = opened(of).give(DecideDispute, "management:mia", decision="denied", reason="x")
    assert case.refused(TakeToCommissioner, "player:cy").code == "dispute/no_authority"


def test_every_compliance_command_names_its_roles() -> None:
    assert {str(each.__struct_config__.tag) for each in get_args(AnyDisputeCommand)} == MAY.keys()


# A patron's own claim


def test_a_patron_claims_in_a_dispute_that_staff_opened_even_after_its_decision() -> None:
    case = opened(by="dealer:ben", seat=3, cents=1)
    decision = {"decision": "upheld", "reason": "A cent was missing.", "cents": 1}
    case.give(DecideDispute, "management:mia", ROUND, **decision)
    waits = case.refused(OpenDispute, "player:cy", ROUND, claim="I was owed $30.", cents=30_00)
    assert waits.code == "dispute/exists"  # Until the second signature.
    case.give(CountersignDispute, "floor:flo", confirmed=True)
    case.give(OpenDispute, "player:cy", ROUND, claim="I was owed $30.", cents=30_00)
    assert (case.dispute.state, case.dispute.opened.cents) == ("open", 30_00)
    assert [each.text for each in case.dispute.statements] == ["I had a pair."]
    decision = {"decision": "upheld", "reason": "Seen."}
    too_much = case.refused(DecideDispute, "management:mia", ROUND, **decision, cents=30_00)
    assert too_much.code == "dispute/too_much"  # With the cent that was paid.
    case.give(DecideDispute, "management:mia", ROUND, **decision, cents=29_99)
    alone = case.refused(CountersignDispute, "dealer:ben", confirmed=True)
    assert alone.code in ("dispute/not_alone", "role/not_yours")
    case.give(CountersignDispute, "surveillance:sam", confirmed=True)
    again = case.refused(OpenDispute, "player:cy", ROUND, claim="More.", cents=1)
    assert again.code == "dispute/exists"


def test_a_member_of_staff_who_opened_a_dispute_does_not_sign_in_it_later() -> None:
    case = opened(by="floor:flo", seat=3, cents=1)
    case.give(OpenDispute, "player:cy", ROUND, claim="I was owed $30.", cents=30_00)
    decision = {"decision": "upheld", "reason": "Seen.", "cents": 30_00}
    case.give(DecideDispute, "management:mia", ROUND, **decision)
    assert case.refused(CountersignDispute, "floor:flo", confirmed=True).code == "dispute/not_alone"
