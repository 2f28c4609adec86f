"""What lands, what does not, and the answer to each."""

import pytest

from queenhigh.money.posting import LedgerImbalance
from queenhigh.store.records import (
    Changed,
    Head,
    IdTaken,
    Landed,
    Stale,
    Store,
    TooLittle,
)
from tests.stores import batch, fact


def test_a_new_store_is_empty(store: Store) -> None:
    assert store.log_head() == store.head("table:1") == Head(0, "")
    assert store.streams() == []
    assert store.log() == store.records("table:1") == []
    assert store.commands("table:1") == []
    assert store.postings("table:1") == []
    assert store.command("c1") is None
    assert store.snapshot("table:1") is None
    assert store.balances() == {}
    assert store.balance("cage") == 0


def test_nothing_to_land_lands_nothing(store: Store) -> None:
    assert store.land([]) == []


def test_a_batch_lands_whole_and_is_read_back_as_it_was(store: Store) -> None:
    facts = [fact(number=n) for n in range(3)]
    assert store.land([batch("table:1", 0, "c1", *facts)]) == [Landed("table:1", 0, 2)]
    records = store.records("table:1")
    assert [record.event for record in records] == [each.event for each in facts]
    assert [record.version for record in records] == [0, 1, 2]
    assert {record.command for record in records} == {"c1"}
    assert store.records("table:1", 1) == records[1:]
    assert store.records("table:1", 1, 2) == records[1:2]
    assert store.log() == records


def test_a_stream_goes_on_where_it_was(store: Store) -> None:
    store.land([batch("table:1", 0, "c1", fact(), fact())])
    assert store.land([batch("table:1", 2, "c2")]) == [Landed("table:1", 2, 2)]
    assert store.head("table:1").count == 3


def test_a_batch_that_expects_an_older_version_is_stale(store: Store) -> None:
    store.land([batch("table:1", 0, "c1", fact(), fact())])
    assert store.land([batch("table:1", 1, "c2")]) == [Stale("table:1", 1)]
    assert store.land([batch("table:1", 3, "c2")]) == [Stale("table:1", 1)]
    assert store.land([batch("table:2", 1, "c2")]) == [Stale("table:2", -1)]
    assert store.log_head().count == 2
    assert store.command("c2") is None


def test_a_command_that_is_sent_twice_acts_once(store: Store) -> None:
    sent = batch("table:1", 0, "c1", fact(("cage", -5), ("bank", 5)), fact())
    assert store.land([sent]) == [Landed("table:1", 0, 1)]
    assert store.land([sent]) == [Landed("table:1", 0, 1, repeated=True)]
    assert store.log_head().count == 2
    assert store.balance("bank") == 5


def test_a_command_that_is_sent_twice_at_once_acts_once(store: Store) -> None:
    sent = batch("table:1", 0, "c1", fact(("cage", -5), ("bank", 5)))
    again = Landed("table:1", 0, 0, repeated=True)
    assert store.land([sent, sent, sent]) == [Landed("table:1", 0, 0), again, again]
    assert store.balance("bank") == 5


def test_a_command_sent_again_is_known_whatever_it_expects_now(store: Store) -> None:
    store.land([batch("table:1", 0, "c1")])
    store.land([batch("table:1", 1, "c2")])
    again = batch("table:1", 2, "c1", fact(other="events"))
    assert store.land([again]) == [Landed("table:1", 0, 0, repeated=True)]


def test_an_id_is_one_command_s_for_ever(store: Store) -> None:
    store.land([batch("table:1", 0, "c1")])
    other_wish = batch("table:1", 1, "c1", asked=b'{"id":"c1","type":"another"}')
    other_stream = batch("table:2", 0, "c1")
    assert store.land([other_wish, other_stream]) == [IdTaken("c1"), IdTaken("c1")]
    assert store.streams() == ["table:1"]


def test_a_batch_lands_only_while_the_balances_it_relied_on_stand(store: Store) -> None:
    fed = batch("table:1", 0, "c1", fact(("cage", -100), ("meter:big", 100)))
    store.land([fed])
    hit = batch("table:2", 0, "c2", stands={"meter:big": 90})
    assert store.land([hit]) == [Changed("meter:big", 100)]
    assert store.head("table:2") == Head()
    right = batch("table:2", 0, "c2", stands={"meter:big": 100, "reserve:big": 0})
    assert store.land([right]) == [Landed("table:2", 0, 0)]


def test_a_batch_lands_only_while_the_streams_it_relied_on_have_not_grown(
    store: Store,
) -> None:
    store.land([batch("table:1", 0, "c1")])
    answers = store.land(
        [
            batch("table:2", 0, "c2", leans={"table:1": 1, "table:3": 0}),
            batch("table:1", 1, "c3", leans={"table:2": 0}),
            batch("table:1", 1, "c4", leans={"table:2": 1}),
        ]
    )
    assert answers == [Landed("table:2", 0, 0), Stale("table:2", 0), Landed("table:1", 1, 1)]


def test_a_balance_may_move_within_the_group_before_the_batch_that_relied_on_it(
    store: Store,
) -> None:
    answers = store.land(
        [
            batch("table:1", 0, "c1", fact(("cage", -100), ("meter:big", 100))),
            batch("table:2", 0, "c2", stands={"meter:big": 0}),
            batch("table:3", 0, "c3", stands={"meter:big": 100}),
        ]
    )
    assert answers == [
        Landed("table:1", 0, 0),
        Changed("meter:big", 100),
        Landed("table:3", 0, 0),
    ]


@pytest.mark.parametrize("account", ["patron:ann", "play:ann", "table:1:stack:ann", "tips:dora"])
def test_an_account_that_may_not_be_negative_never_is(store: Store, account: str) -> None:
    store.land([batch("patron:ann", 0, "c1", fact(("outside", -50), (account, 50)))])
    too_much = batch("patron:ann", 1, "c2", fact((account, -51), ("outside", 51)))
    assert store.land([too_much]) == [TooLittle(account, 50)]
    assert store.balance(account) == 50
    everything = batch("patron:ann", 1, "c2", fact((account, -50), ("outside", 50)))
    assert store.land([everything]) == [Landed("patron:ann", 1, 1)]
    assert store.balance(account) == 0


def test_the_house_may_be_negative(store: Store) -> None:
    store.land([batch("table:1", 0, "c1", fact(("cage", -50), ("table:1:tray", 50)))])
    assert store.balance("cage") == -50


def test_money_that_comes_and_goes_within_a_command_is_not_needed_beforehand(
    store: Store,
) -> None:
    out = fact(("patron:ann", -50), ("outside", 50))
    back = fact(("patron:ann", 50), ("outside", -50))
    assert store.land([batch("patron:ann", 0, "c1", out, back)]) == [Landed("patron:ann", 0, 1)]


def test_two_cannot_take_the_same_money_in_one_group(store: Store) -> None:
    store.land([batch("patron:ann", 0, "c1", fact(("outside", -50), ("patron:ann", 50)))])
    buys = [
        batch(f"table:{n}", 0, f"b{n}", fact(("patron:ann", -50), (f"table:{n}:stack:ann", 50)))
        for n in (1, 2)
    ]
    assert store.land(buys) == [Landed("table:1", 0, 0), TooLittle("patron:ann", 0)]
    assert store.streams("table:") == ["table:1"]


def test_a_refused_batch_does_not_keep_the_others_from_landing(store: Store) -> None:
    answers = store.land(
        [
            batch("table:1", 0, "c1"),
            batch("table:1", 0, "c2"),  # Made stale by the one before it.
            batch("table:1", 1, "c3"),
            batch("table:2", 0, "c1"),
        ]
    )
    assert answers == [
        Landed("table:1", 0, 0),
        Stale("table:1", 0),
        Landed("table:1", 1, 1),
        IdTaken("c1"),
    ]
    assert [record.command for record in store.log()] == ["c1", "c3"]


def test_a_refused_command_may_be_sent_again_with_its_id(store: Store) -> None:
    store.land([batch("table:1", 5, "c1")])
    assert store.land([batch("table:1", 0, "c1")]) == [Landed("table:1", 0, 0)]


def test_postings_that_do_not_balance_stop_the_whole_group(store: Store) -> None:
    whole = batch("table:1", 0, "c1")
    odd = batch("table:2", 0, "c2", fact(("cage", -5), ("bank", 4)))
    with pytest.raises(LedgerImbalance, match="table:2: postings sum to -1 cents"):
        store.land([whole, odd])
    assert store.log_head() == Head()
    assert store.land([whole]) == [Landed("table:1", 0, 0)]


def test_a_batch_needs_an_id(store: Store) -> None:
    with pytest.raises(ValueError, match="needs the id of its command"):
        store.land([batch("table:1", 0, "")])


def test_a_command_that_led_to_nothing_leaves_no_trace(store: Store) -> None:
    from queenhigh.store.records import Batch

    nothing = Batch("table:1", 0, "c1", b"{}", (), snapshot=b"state")
    assert store.land([nothing]) == [Landed("table:1", 0, -1)]
    assert store.command("c1") is None
    assert store.snapshot("table:1") is None
    assert store.streams() == []
    assert store.land([batch("table:1", 0, "c1")]) == [Landed("table:1", 0, 0)]
