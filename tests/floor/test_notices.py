"""Notices: who gets them, acknowledged by name, and escalated if nobody does."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from queenhigh.floor.acknowledgements import (
    AcknowledgeNotice,
    NoticeAcknowledged,
    NoticeStanding,
    acknowledged_by_deed,
    decide_notice,
    seen_by,
    standing,
)
from queenhigh.floor.notices import Notice, notices_of
from queenhigh.table.evolve import evolve
from queenhigh.table.refusal import Refusal
from queenhigh.table.state import Table
from tests.clauses import clause
from tests.money.room import Room, RoomTable
from tests.table.driver import NOON, Driven, house, house_with

MANUAL = house("manual")


def told(table: Driven) -> list[Notice]:
    now, found = Table(table.house), list[Notice]()
    for event in table.log:
        after = evolve(now, event)
        found += notices_of("1", now, event, after)
        now = after
    return found


def deeds(table: Driven) -> Iterator[NoticeAcknowledged]:
    now, known = Table(table.house), list[Notice]()
    for event in table.log:
        after = evolve(now, event)
        yield from acknowledged_by_deed(now, event, known)
        known += list(notices_of("1", now, event, after))
        now = after


def playing(of: Any, **bets: int) -> RoomTable:
    table = Room().table(of)
    table.opened().bet(4, **bets)
    return table


def about(table: Driven) -> list[str]:
    return [each.about for each in told(table)]


# What causes a notice


@clause("manual-6cb-K", "manual-6cb-L", "manual-6cb-L-2")
def test_pit_shift_and_surveillance_are_notified_of_a_royal_at_once_and_the_winner_stays() -> None:
    table = playing("manual", ante=10, six_card_bonus=5)
    table.dealt("4: As Ks 2d, dealer: Qs Js Ts").play(4).until("reveal_hand")
    table.confirm("reveal_hand")
    table.confirm("notify_royal")  # Before anything is taken or paid.
    royal = told(table)[-1]
    assert (royal.about, royal.seat) == ("royal", 4)
    assert royal.told == ("pit_manager", "shift_manager", "surveillance")
    assert royal.waits
    assert royal.stays_seated
    assert {"manual-6cb-K", "manual-6cb-L", "manual-6cb-L-2"} <= set(royal.clauses)
    assert royal.at == table.log[-1].at


@clause("manual-6cb-K")
def test_a_jackpot_is_notified_as_one() -> None:
    table = playing("manual", ante=10, progressive=1)
    table.dealt("4: As Ks Qs, dealer: Jc 9d 3c").play(4).finish()
    assert about(table) == ["large_payout", "jackpot"]


@clause("manual-payout-J-3")
def test_a_large_payout_is_notified_when_its_hand_is_open_and_not_before() -> None:
    table = playing("manual", ante=100)
    table.dealt("4: 9s 9d 4c, dealer: Kh 8c 5d").play(4).until("reveal_hand")
    assert about(table) == []
    table.confirm()
    (notice,) = told(table)
    assert (notice.about, notice.told, notice.seat, notice.waits) == (
        *("large_payout", ("floor",), 4, True),
    )
    assert notice.clauses == ("manual-payout-J-3",)
    assert notice.detail == "di, pair of nines, Four, $200"


def test_a_royal_is_notified_with_name_hand_and_amount_including_tokes() -> None:
    table = playing("manual", ante=10, six_card_bonus=5, toke_six_card_bonus=1)
    table.dealt("4: As Ks 2d, dealer: Qs Js Ts").play(4).until("reveal_hand")
    table.confirm("reveal_hand")
    table.confirm("notify_royal")
    assert told(table)[-1].detail == "di, Royal flush, $6,000"


@clause("manual-open-B-4")
def test_those_named_by_the_book_are_notified_of_a_defective_deck() -> None:
    table = Room().table("manual")
    table.open()
    table.until("inspect")
    table.confirm(flaws="a marked ace")
    (notice,) = told(table)
    assert (notice.about, notice.told) == ("defective_deck", ("floor", "pit_manager"))
    assert "a marked ace" in notice.detail
    assert notice.clauses == ("manual-open-B-4",)


@pytest.mark.parametrize("of", ["mics", "manual", "classic"])
def test_a_wrong_count_in_play_is_notified(of: str) -> None:
    table = playing(of, ante=10)
    table.dealt()
    table.give("report_wrong_deck_count", count=51)
    assert about(table) == ["wrong_count"]
    assert told(table)[0].told == ("floor",)


def test_a_wrong_count_at_the_opening_is_notified_too() -> None:
    table = Room().table("manual")
    table.open()
    table.until("count")
    table.confirm(count=51)
    assert [(each.about, each.detail) for each in told(table)] == [
        ("wrong_count", "deck 0: 51 cards")
    ]


def test_a_flaw_told_in_any_words_is_not_a_wrong_count() -> None:
    table = Room().table("manual")
    table.open()
    table.until("inspect")
    table.confirm(flaws="three bent cards")
    assert about(table) == ["defective_deck"]


def test_a_machine_that_fails_or_jams_is_notified() -> None:
    table = playing("manual", ante=10)
    table.give("report_shuffler_failure")
    assert about(table) == ["machine_failure"]
    jammed = playing("classic", ante=5)
    jammed.give("report_jam", device="shoe")
    assert [(each.about, each.detail) for each in told(jammed)] == [
        ("machine_failure", "jam of the shoe")
    ]


@clause("chickasaw-t")
def test_a_halt_notifies_those_it_waits_for() -> None:
    table = playing("chickasaw", ante=10)
    table.dealt()
    table.give("report_exposed_card", seat=4)
    (notice,) = told(table)
    assert (notice.about, notice.told, notice.waits) == ("halt", ("management",), True)
    assert notice.clauses == ("chickasaw-t",)


def test_a_plain_round_notifies_nobody() -> None:
    table = playing("manual", ante=10, pair_plus=5)
    table.dealt("4: 9s 8d 4c, dealer: Kh 8c 5d").fold(4).finish()
    assert about(table) == []


# Acknowledging


def test_verifying_looking_or_ruling_acknowledges_a_notice() -> None:
    table = playing("manual", ante=100, six_card_bonus=5)
    table.dealt("4: As Ks 2d, dealer: Qs Js Ts").play(4).finish()
    assert [(each.role, each.by) for each in deeds(table)] == [
        ("surveillance", "surveillance:x"),  # Looks at the royal; then the payout is verified.
        ("floor", "floor:x"),
    ]
    halted = playing("chickasaw", ante=10)
    halted.dealt()
    halted.give("report_exposed_card", seat=4)
    halted.give("rule", ruling="continue", reason="seen by its holder")
    assert [(each.role, each.by) for each in deeds(halted)] == [("management", "management:mia")]


def royal() -> Notice:
    return Notice(
        id="1@99", table="1", round=3, about="royal", at=NOON,
        told=("pit_manager", "shift_manager", "surveillance"), seat=4, clauses=("manual-6cb-K",),
    )  # fmt: skip


def at(minutes: float, *said: NoticeAcknowledged) -> NoticeStanding:
    return standing(MANUAL, royal(), said, NOON + timedelta(minutes=minutes))


def acknowledge(
    by: str, now: NoticeStanding | None, minutes: float = 1
) -> Refusal | list[NoticeAcknowledged]:
    when = NOON + timedelta(minutes=minutes)
    return decide_notice(MANUAL, now, AcknowledgeNotice(notice="1@99", by=by, at=when))


def said(by: str, now: NoticeStanding, minutes: float = 1) -> NoticeAcknowledged:
    answer = acknowledge(by, now, minutes)
    assert not isinstance(answer, Refusal), answer.message
    return answer[0]


def code(by: str, now: NoticeStanding | None) -> str:
    answer = acknowledge(by, now)
    assert isinstance(answer, Refusal)
    return answer.code


@clause("manual-6cb-K")
def test_each_notified_role_acknowledges_by_name_and_time() -> None:
    one = said("pit_manager:pat", at(1))
    assert (one.role, one.by, one.at) == (
        "pit_manager",
        "pit_manager:pat",
        NOON + timedelta(minutes=1),
    )
    now = at(2, one)
    assert now.waiting == ("shift_manager", "surveillance")
    assert now.acknowledged["pit_manager"].by == "pit_manager:pat"
    two, three = said("shift_manager:sue", now), said("surveillance:sam", now)
    assert not at(3, one, two, three).open


def test_a_role_that_was_not_notified_has_nothing_to_acknowledge() -> None:
    assert code("dealer:dee", at(1)) == "notice/not_for_you"
    assert code("player:ann", at(1)) == "notice/not_for_you"
    assert code("pit_manager", at(1)) == "notice/not_for_you"  # By name.
    assert code("pit_manager:pat", None) == "notice/unknown"
    done = at(2, said("pit_manager:pat", at(1)))
    assert code("pit_manager:pia", done) == "notice/acknowledged"


def test_a_notice_not_acknowledged_in_ten_minutes_escalates() -> None:
    assert at(9.9).escalated_to == ()
    late = standing(MANUAL, wrong_count(), [], NOON + timedelta(minutes=15))
    assert late.escalated_to == ("shift_manager",)
    assert late.overdue == timedelta(minutes=5)
    answer = decide_notice(
        MANUAL, late, AcknowledgeNotice(notice="1@7", by="shift_manager:sue", at=NOON)
    )
    assert not isinstance(answer, Refusal)
    assert answer[0].role == "floor"  # The role it was for.


def wrong_count() -> Notice:
    return Notice(id="1@7", table="1", round=3, about="wrong_count", at=NOON, told=("floor",))


def test_how_long_and_to_whom_is_a_setting_of_the_house() -> None:
    own = house_with(
        "manual", compliance={"escalate_minutes": 3, "escalate_to": ["pit_manager", "management"]}
    )
    late = standing(own, wrong_count(), [], NOON + timedelta(minutes=4))
    assert late.escalated_to == ("pit_manager", "management")


def test_everybody_sees_their_own_notices_and_surveillance_all_but_the_discreet() -> None:
    open_ = standing(MANUAL, wrong_count(), [], NOON)
    late = standing(MANUAL, wrong_count(), [], NOON + timedelta(hours=1))
    assert list(seen_by(MANUAL, "floor:flo", [open_])) == [open_]
    assert list(seen_by(MANUAL, "supervisor:flo", [open_])) == [open_]
    assert list(seen_by(MANUAL, "player:ann", [open_, late])) == []
    assert list(seen_by(MANUAL, "shift_manager:sue", [open_, late])) == [late]
    assert list(seen_by(MANUAL, "surveillance:sam", [open_])) == [open_]
    discreet = Notice(
        id="x", table="1", round=1, about="suspicion", at=NOON, told=("floor",), discreet=True
    )
    hidden = standing(MANUAL, discreet, [], NOON)
    assert list(seen_by(MANUAL, "management:mia", [hidden])) == []
    assert list(seen_by(MANUAL, "floor:flo", [hidden])) == [hidden]
