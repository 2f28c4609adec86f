"""Links: who may share a meter, on which terms, and which decisions need an exact reading."""

from typing import Any

import msgspec
import pytest

from queenhigh.house.model import House
from queenhigh.money.ledger import postings_of_link
from queenhigh.money.links import (
    FundLink,
    LinkFunded,
    LinkSetUp,
    SetUpLink,
    Terms,
    decide_link,
    leans_on_meter,
    reading,
    refuse_joining,
    shares,
    terms_of,
)
from queenhigh.money.posting import Posting
from queenhigh.table import events as e
from queenhigh.table.refusal import Refusal
from tests.clauses import cases, clause
from tests.money.room import setup_of
from tests.table.driver import NOON, house, house_with

TERMS = Terms(seed=1_000_00, contribution=20, reserve=5)
STAMP: dict[str, Any] = {"by": "management:mia", "at": NOON}
WIDE = SetUpLink(link="wide", kind="linked", stakes="money", terms=TERMS, **STAMP)


def set_up(**changes: Any) -> LinkSetUp:
    answer = decide_link(None, msgspec.structs.replace(WIDE, **changes), house("manual"))
    assert not isinstance(answer, Refusal), answer.message
    (event,) = answer
    assert isinstance(event, LinkSetUp)
    return event


def code(answer: object) -> str:
    assert isinstance(answer, Refusal)
    return answer.code


def with_meter(**changes: Any) -> House:
    """Return the manual's house with its meter, or what feeds it, changed."""
    feeds = {name: value for name, value in changes.items() if name in ("cents", "reserve_cents")}
    meter = {name: value for name, value in changes.items() if name not in feeds}
    fed = {"progressive": {"feeds": {"main": feeds}}}
    return house_with("manual", meters={"main": meter}, wagers=fed)


# Setting up


@clause("manual-prog-B")
def test_a_link_is_set_up_with_its_seed_from_the_bank() -> None:
    event = set_up()
    assert event.clauses == ("manual-prog-B",)
    assert postings_of_link(event) == (Posting("bank", -1_000_00), Posting("meter:wide", 1_000_00))


def test_a_meter_of_play_money_is_seeded_with_play_money() -> None:
    accounts = {each.account for each in postings_of_link(set_up(stakes="play"))}
    assert accounts == {"play_money", "meter:wide"}


@pytest.mark.parametrize("into", ["meter", "reserve"])
@pytest.mark.parametrize(("stakes", "bank"), [("money", "bank"), ("play", "play_money")])
def test_more_money_goes_into_the_meter_or_the_reserve(into: Any, stakes: Any, bank: str) -> None:
    wish = FundLink(link="wide", cents=500, into=into, reason="a birthday", **STAMP)
    answer = decide_link(set_up(stakes=stakes), wish)
    event = LinkFunded(
        link="wide", stakes=stakes, cents=500, into=into, reason="a birthday", **STAMP
    )
    assert answer == [event]
    assert set(postings_of_link(event)) == {Posting(bank, -500), Posting(f"{into}:wide", 500)}


@cases("""
    change          code
    link=           link/bad_name
    link=a:b        link/bad_name
    by=player:ann   role/not_yours
    by=floor:flo    role/not_yours
    by=x            role/unknown
""")
def test_an_impossible_link_is_refused(change: str, code: str) -> None:
    name, _, value = change.partition("=")
    answer = decide_link(None, msgspec.structs.replace(WIDE, **{name: value}))
    assert isinstance(answer, Refusal)
    assert answer.code == code


@cases("""
    name          value    words
    seed          -1       must be 0 to
    contribution  -1       must be 0 to
    reserve       -1       must be 0 to
    percent       0        1 to 100 percent
    percent       101      1 to 100 percent
    limit         99999    at least the seed
    limit         -1       must be 0 to
""")
def test_impossible_terms_are_refused(name: str, value: str, words: str) -> None:
    terms = msgspec.structs.replace(TERMS, **{name: int(value)})
    answer = decide_link(None, msgspec.structs.replace(WIDE, terms=terms))
    assert isinstance(answer, Refusal)
    assert answer.code == "link/bad_terms"
    assert words in answer.message
    assert "\n" not in answer.message


def test_a_link_is_set_up_once_and_funded_only_after_that() -> None:
    fund = FundLink(link="wide", cents=500, into="meter", **STAMP)
    assert code(decide_link(set_up(), WIDE)) == "link/exists"
    assert code(decide_link(None, fund)) == "link/unknown"
    none = msgspec.structs.replace(fund, cents=0)
    assert code(decide_link(set_up(), none)) == "money/not_positive"


# Joining


def test_a_table_may_share_the_meter_of_a_link_on_the_terms_of_its_house() -> None:
    setup = setup_of(house("manual"))
    link = set_up(terms=terms_of(house("manual")))
    assert refuse_joining(link, setup, ["7", "8"]) is None


def test_houses_that_differ_elsewhere_may_share_a_meter() -> None:
    link = set_up(terms=terms_of(house("manual")))
    assert refuse_joining(link, setup_of(house("manual", tie="push"))) is None


def test_a_table_without_a_progressive_needs_no_link() -> None:
    assert refuse_joining(None, setup_of(house("mics"))) is None


@cases("""
    name           value     differ
    seed_cents     200000    seed
    cents          21        contribution
    reserve_cents  6         reserve
    limit_cents    500000    limit
""")
def test_a_house_with_other_terms_may_not_join(name: str, value: str, differ: str) -> None:
    link = set_up(terms=terms_of(house("manual")))
    answer = refuse_joining(link, setup_of(with_meter(**{name: int(value)})))
    assert isinstance(answer, Refusal)
    assert answer.code == "link/terms_differ"
    assert answer.message == f"The house and the link wide differ in {differ}."


def test_money_and_play_money_do_not_share_a_meter() -> None:
    link = set_up(terms=terms_of(house("manual")), stakes="play")
    assert code(refuse_joining(link, setup_of(house("manual")))) == "link/other_stakes"


def test_a_table_cannot_share_a_missing_meter() -> None:
    assert code(refuse_joining(None, setup_of(house("manual")))) == "link/unknown"


@clause("manual-prog-B")
def test_a_solo_meter_has_one_table() -> None:
    link = set_up(terms=terms_of(house("manual")), kind="solo")
    setup = setup_of(house("manual"))
    assert refuse_joining(link, setup) is None
    assert refuse_joining(link, setup, [setup.table]) is None
    answer = refuse_joining(link, setup, ["2"])
    assert isinstance(answer, Refusal)
    assert (answer.code, answer.clauses) == ("link/solo", ("manual-prog-B",))


# Readings


def test_a_reading_is_the_amount_on_the_link() -> None:
    balances = {"meter:wide": 120_000, "reserve:wide": 500, "overflow:wide": 70, "meter:other": 7}
    assert reading(balances, "wide") == (120_000, 500, 70)
    assert reading(balances, "new") == (0, 0, 0)


FED = e.MeterFed(meter=20, reserve=5)
LEANING = [
    e.JackpotLocked(seat=1, cents=1),
    e.MeterReset(seed=1, from_reserve=0),
    e.RoundVoided(number=1, reason=""),
]


@pytest.mark.parametrize("event", LEANING)
def test_a_jackpot_a_reset_and_a_void_need_an_exact_reading(event: e.AnyEvent) -> None:
    assert leans_on_meter([FED, event], house("manual"))
    assert not leans_on_meter([FED, event], house("mics"))


def test_feeding_needs_no_reading_unless_the_meter_has_a_limit() -> None:
    assert not leans_on_meter([FED], house("manual"))
    assert leans_on_meter([FED], with_meter(limit_cents=10**7))
    assert not leans_on_meter([], with_meter(limit_cents=10**7))


@cases("""
    first   second  each
    100000  100020  100010 100010
    100001  100000  100001 100000    # the odd cent is the first one's
    0       1       1 0
    0       0       0 0
""")
def test_two_who_split_get_equal_shares_and_no_cent_is_lost(
    first: str, second: str, each: str
) -> None:
    assert shares(int(first), int(second)) == tuple(map(int, each.split()))


def test_where_chips_are_paid_the_first_winner_gets_the_odd_one() -> None:
    assert shares(100_000, 100_100, 100) == (100_100, 100_000)
