"""Patrons bring money and take it away; play money comes from nowhere and goes nowhere."""

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from queenhigh.money.ledger import postings_of_patron
from queenhigh.money.patrons import (
    DEPOSITS_APART,
    REQUEST_LASTS,
    AskCashOut,
    CashedOut,
    CashOut,
    CashOutAsked,
    CashOutTakenBack,
    Deposit,
    Deposited,
    GrantPlayMoney,
    NameWalkIn,
    PatronAccount,
    PlayMoneyGranted,
    TakeBackCashOut,
    WalkInNamed,
    decide_patron,
    evolve_patron,
    follow_patron,
)
from queenhigh.money.posting import Posting
from queenhigh.table.commands import Command
from queenhigh.table.refusal import Refusal
from tests.clauses import cases, clause
from tests.money.balances import Ledger
from tests.table.driver import NOON, house

MOVES_MONEY = (Deposit, CashOut, GrantPlayMoney)
BY: dict[str, Any] = {"by": "cage:cat", "at": NOON, "patron": "ann"}
ASKS: dict[str, Any] = {"by": "player:ann", "at": NOON, "patron": "ann"}


def asked(cents: int, by: str = "player:ann") -> PatronAccount:
    return follow_patron([CashOutAsked(patron="ann", cents=cents, by=by, at=NOON)])


def code(answer: object) -> str:
    assert isinstance(answer, Refusal)
    return answer.code


def test_money_brought_in_is_the_patrons_and_comes_from_outside() -> None:
    answer = decide_patron(0, Deposit(**BY, cents=500_00, how="check", reference="no. 17"))
    event = Deposited(**BY, cents=500_00, how="check", reference="no. 17")
    assert answer == [event]
    assert postings_of_patron(event) == (Posting("outside", -500_00), Posting("patron:ann", 500_00))


def test_money_taken_away_goes_outside() -> None:
    answer = decide_patron(500_00, CashOut(**BY, cents=500_00), account=asked(500_00))
    event = CashedOut(**BY, cents=500_00, how="cash", asked_by="player:ann")
    assert answer == [event]
    assert postings_of_patron(event) == (Posting("outside", 500_00), Posting("patron:ann", -500_00))


def test_play_money_is_kept_apart_from_money() -> None:
    answer = decide_patron(0, GrantPlayMoney(**BY, cents=1_000_00))
    event = PlayMoneyGranted(**BY, cents=1_000_00)
    assert answer == [event]
    assert {each.account for each in postings_of_patron(event)} == {"play_money", "play:ann"}


def test_nobody_takes_away_more_than_there_is() -> None:
    for wish in (CashOut(**BY, cents=500_00), AskCashOut(**ASKS, cents=500_00)):
        answer = decide_patron(499_99, wish, account=asked(500_00))
        assert isinstance(answer, Refusal)
        assert (answer.code, answer.message) == (
            "money/not_enough",
            "ann has $499.99 with the house.",
        )


def test_the_cage_pays_what_somebody_has_asked_for_and_nothing_else() -> None:
    """A clerk alone cashed out patrons who were away."""
    answer = decide_patron(500_00, CashOut(**BY, cents=1))
    assert isinstance(answer, Refusal)
    assert answer.code == "money/not_asked"
    assert answer.message == (
        "Nobody has asked for ann's money to be paid out: the patron asks on their account page,"
        " or the floor asks for them."
    )
    answer = decide_patron(500_00, CashOut(**BY, cents=200_01), account=asked(200_00))
    assert isinstance(answer, Refusal)
    assert (answer.code, answer.message) == (
        "money/not_asked",
        "Only $200 was asked for ann.",
    )


def test_a_request_is_paid_once_in_full_or_in_parts() -> None:
    account, held = asked(200_00), 500_00
    for cents in (150_00, 50_00):
        answer: Any = decide_patron(held, CashOut(**BY, cents=cents), account=account)
        account, held = evolve_patron(account, answer[0]), held - cents
    assert account.asked is None
    assert code(decide_patron(held, CashOut(**BY, cents=1), account=account)) == "money/not_asked"


def test_a_new_request_replaces_the_one_before_it() -> None:
    account = evolve_patron(asked(200_00), CashOutAsked(**ASKS, cents=50_00))
    assert account.asked is not None
    assert account.asked.cents == 50_00


def test_a_withdrawn_request_is_not_paid() -> None:
    wish = TakeBackCashOut(**ASKS)
    assert code(decide_patron(500_00, wish)) == "money/not_asked"
    assert decide_patron(500_00, wish, account=asked(200_00)) == [CashOutTakenBack(**ASKS)]
    account = evolve_patron(asked(200_00), CashOutTakenBack(**ASKS))
    paid = decide_patron(500_00, CashOut(**BY, cents=1), account=account)
    assert code(paid) == "money/not_asked"


def test_a_request_is_good_for_a_day() -> None:
    """Nobody is waiting at the window any more: the clerk would be alone with it."""
    last: dict[str, Any] = {**BY, "at": NOON + REQUEST_LASTS}
    assert not isinstance(
        decide_patron(500_00, CashOut(**last, cents=1), account=asked(200_00)), Refusal
    )
    late = {**last, "at": last["at"] + timedelta(seconds=1)}
    paid = decide_patron(500_00, CashOut(**late, cents=1), account=asked(200_00))
    assert code(paid) == "money/not_asked"


def test_the_person_who_asked_does_not_pay() -> None:
    """Somebody of the floor who asked, and became a clerk since."""
    account = asked(200_00, by="floor:cat")
    paid = decide_patron(500_00, CashOut(**BY, cents=1), account=account)
    assert code(paid) == "money/own_request"


@cases("""
    by                 answer
    player:ann         yes
    player:eve         money/others
    floor:flo          yes
    floor:ann          money/own
    pit_manager:pat    yes
    shift_manager:sam  yes
    management:mia     yes
    cage:cat           role/not_yours
    dealer:dee         role/not_yours
    count:cou          role/not_yours
    surveillance:sue   role/not_yours
    system             role/not_yours
""")
def test_the_patron_asks_or_the_floor_and_never_the_cage(by: str, answer: str) -> None:
    about: dict[str, Any] = {"by": by, "at": NOON, "patron": "ann"}
    for wish in (AskCashOut(**about, cents=100), TakeBackCashOut(**about)):
        made: Any = decide_patron(100, wish, account=asked(100))
        assert (made.code if isinstance(made, Refusal) else "yes") == answer


def test_an_older_log_in_which_the_cage_paid_alone_is_followed() -> None:
    paid = CashedOut(**BY, cents=1, how="cash")
    account = follow_patron([Deposited(**BY, cents=2, how="cash"), paid])
    assert account == PatronAccount(known=True, paid=paid, taken_in={"cat": NOON})


@cases("""
    by         after                 answer
    cage:cat   0:00                  money/own_deposit
    cage:cat   23:59                 money/own_deposit
    cage:cat   24:00                 yes
    cage:cal   0:00                  yes
""")
def test_nobody_pays_out_a_patron_whose_deposit_they_took_in(
    by: str, after: str, answer: str
) -> None:
    """A clerk alone took in money that nobody had brought, for a friend, and paid it out."""
    hours, _, minutes = after.partition(":")
    at = NOON + timedelta(hours=int(hours), minutes=int(minutes))
    account = follow_patron(
        [
            Deposited(**BY, cents=500_00, how="wire"),
            CashOutAsked(**{**ASKS, "at": at}, cents=500_00),
        ]
    )
    wish = CashOut(patron="ann", cents=500_00, by=by, at=at)
    made: Any = decide_patron(500_00, wish, account=account)
    assert (made.code if isinstance(made, Refusal) else "yes") == answer
    if isinstance(made, Refusal):
        assert made.message == (
            "You took in a deposit of theirs at 12:00: somebody else at the cage must pay this out."
        )


def test_a_deposit_shows_the_house_s_local_time() -> None:
    account = evolve_patron(asked(500_00), Deposited(**BY, cents=500_00, how="cash"))
    at_home = house("chickasaw")
    made = decide_patron(500_00, CashOut(**BY, cents=1), at_home, account=account)
    assert isinstance(made, Refusal)
    local = NOON.astimezone(ZoneInfo(at_home.compliance.time_zone))
    assert f"at {local:%H:%M}:" in made.message


def test_a_deposit_counts_from_the_last_one_and_for_its_patron() -> None:
    again: dict[str, Any] = {**BY, "at": NOON + DEPOSITS_APART}
    account = follow_patron(
        [Deposited(**BY, cents=1, how="cash"), Deposited(**again, cents=1, how="cash")]
    )
    assert account.taken_in_by("cat", again["at"] + timedelta(hours=23)) == again["at"]
    assert account.taken_in_by("cal", again["at"]) is None


@clause("chickasaw-r")
def test_foreign_money_is_not_accepted() -> None:
    answer = decide_patron(0, Deposit(**BY, cents=100, how="foreign_money"), house("chickasaw"))
    assert isinstance(answer, Refusal)
    assert (answer.code, answer.clauses) == ("money/foreign", ("chickasaw-r",))


def test_a_walk_in_has_a_new_name() -> None:
    by: dict[str, Any] = {"by": "dealer:dee", "at": NOON, "patron": "walk-in-1", "table": "t1"}
    named = WalkInNamed(**by)
    assert decide_patron(0, NameWalkIn(**by)) == [named]
    assert postings_of_patron(named) == ()
    taken = "seat/walk_in_taken"
    assert code(decide_patron(100, NameWalkIn(**by))) == taken
    account = follow_patron([named])
    assert code(decide_patron(100, NameWalkIn(**by), account=account)) == taken
    elsewhere = NameWalkIn(**{**by, "table": "t2"})
    assert code(decide_patron(0, elsewhere, account=account)) == taken
    assert decide_patron(0, NameWalkIn(**by), account=account) == []
    known = follow_patron([PlayMoneyGranted(**BY, cents=1), named])
    assert code(decide_patron(0, NameWalkIn(**by), account=known)) == taken
    somebody = NameWalkIn(**{**by, "by": "player:ann"})
    assert code(decide_patron(0, somebody)) == "role/not_yours"


@pytest.mark.parametrize("kind", MOVES_MONEY)
@pytest.mark.parametrize("cents", [0, -1])
def test_an_amount_is_more_than_zero(kind: Any, cents: int) -> None:
    assert code(decide_patron(100, kind(**BY, cents=cents))) == "money/not_positive"


@pytest.mark.parametrize("kind", MOVES_MONEY)
def test_money_belongs_to_somebody(kind: Any) -> None:
    assert code(decide_patron(100, kind(**{**BY, "patron": ""}, cents=1))) == "money/no_patron"


@cases("""
    by                 deposit          cash_out         grant_play_money
    cage:cat           yes              yes              yes
    floor:flo          role/not_yours   role/not_yours   yes
    management:mia     role/not_yours   role/not_yours   yes
    count:cou          role/not_yours   role/not_yours   role/not_yours
    system             role/not_yours   role/not_yours   yes
    player:ann         role/not_yours   role/not_yours   role/not_yours
    dealer:dee         role/not_yours   role/not_yours   role/not_yours
    surveillance:sue   role/not_yours   role/not_yours   role/not_yours
    nobody:x           role/unknown     role/unknown     role/unknown
""")
def test_the_cage_handles_money_and_the_system_gives_play_money(
    by: str, deposit: str, cash_out: str, grant_play_money: str
) -> None:
    expected = {Deposit: deposit, CashOut: cash_out, GrantPlayMoney: grant_play_money}
    for kind, answer in expected.items():
        wish = kind(patron="ann", cents=100, by=by, at=NOON)
        made: Any = decide_patron(100, wish, account=asked(100, by="floor:fay"))
        assert (made.code if isinstance(made, Refusal) else "yes") == answer


WISHES = st.lists(
    st.builds(
        lambda kind, patron, cents: kind(
            patron=patron,
            cents=cents,
            by={AskCashOut: "floor:flo", CashOut: "cage:cal"}.get(kind, "cage:cat"),
            at=NOON,
        ),
        st.sampled_from((*MOVES_MONEY, AskCashOut)),
        st.sampled_from(["ann", "bob"]),
        st.integers(1, 50),
    ),
    max_size=40,
)


@given(WISHES)
def test_the_outside_balances_all_others_and_nobody_owes(wishes: list[Any]) -> None:
    ledger = Ledger()
    held, wanted = {"ann": 0, "bob": 0}, {"ann": 0, "bob": 0}
    log: dict[str, list[Any]] = {"ann": [], "bob": []}
    for wish in wishes:
        name = wish.patron
        answer = decide_patron(held[name], wish, account=follow_patron(log[name]))
        if isinstance(answer, Refusal):
            most = min(held[name], wanted[name]) if isinstance(wish, CashOut) else held[name]
            assert isinstance(wish, CashOut | AskCashOut)
            assert wish.cents > most
            continue
        log[name] += answer
        held[name] += _of_money(wish)
        if isinstance(wish, AskCashOut):
            wanted[name] = wish.cents
        elif isinstance(wish, CashOut):
            wanted[name] -= wish.cents
        for event in answer:
            ledger.post(postings_of_patron(event))
        assert ledger.breach() == ""
    assert ledger.balances.get("outside", 0) == -sum(held.values())
    assert {name: ledger.balances.get(f"patron:{name}", 0) for name in held} == held


def _of_money(wish: Command) -> int:
    match wish:
        case Deposit():
            return wish.cents
        case CashOut():
            return -wish.cents
        case _:
            return 0
