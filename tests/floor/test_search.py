"""A search is read as written, and finds what checking every round finds."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import msgspec
import pytest

from queenhigh.floor.round_facts import RoundFacts, SeatFacts
from queenhigh.floor.search import AMOUNTS, FIELDS, AmountIs, BetWas, Query, hand_key, parse_query
from queenhigh.money.posting import Posting
from queenhigh.store.floor_rows import tags_of
from queenhigh.store.projections import Projections, event_of
from queenhigh.store.records import Batch
from queenhigh.store.round_search import search
from queenhigh.store.sample import room
from queenhigh.store.sql import SqlStore
from tests.clauses import cases
from tests.floor.day import the_day
from tests.floor.journal import Journal
from tests.floor.landed import batches, land, new_store
from tests.table.driver import house

# Reading a query


def test_a_query_is_read_field_by_field() -> None:
    found = parse_query(
        "dealer:ben hand:straight_flush net>=100000 clause:manual-payout-K from:2026-01-01"
    )
    assert found == Query(
        dealer=("ben",),
        hand=("straight_flush",),
        amounts=(AmountIs("net", ">=", 100_000),),
        clause=("manual-payout-K",),
        since=datetime(2026, 1, 1, tzinfo=UTC),
    )


@cases("""
    text                        field       value
    patron:ann,bob              patron      ('ann', 'bob')
    table:1 table:2             table       ('1', '2')
    round:7                     number      (7, 7)
    round:5..9                  number      (5, 9)
    seat:1,3                    seat        (1, 3)
    cards:QsKsAs                cards       ('AsKsQs',)
    cards:10d,9d,8d             cards       ('Td9d8d',)
    dealer_hand:pair            dealer_hand ('pair',)
    decision:timed_out          decision    ('timed_out',)
    irregularity:jam            irregularity ('jam',)
    notice:jackpot              notice      ('jackpot',)
    void:yes                    void        True
    large:no                    large       False
    ruling:MAN-1                clause      ('MAN-1',)
""")
def test_every_field_has_its_form(text: str, field: str, value: str) -> None:
    assert repr(getattr(parse_query(text), field)) == value


@cases("""
    text             operator  cents
    net>=$1,000      >=        100000
    net>=$12.50      >=        1250
    net<-$5          <         -500
    paid:250         =         250
    staked=1_000     =         1000
    jackpot>0        >         0
""")
def test_an_amount_is_cents_or_dollars(text: str, operator: str, cents: str) -> None:
    (found,) = parse_query(text).amounts
    assert (found.operator, found.cents) == (operator, int(cents))


def test_times_are_utc_and_a_day_includes_its_end() -> None:
    found = parse_query("from:2026-01-05 to:2026-01-06")
    assert (found.since, found.until) == (
        datetime(2026, 1, 5, tzinfo=UTC),
        datetime(2026, 1, 7, tzinfo=UTC),
    )
    exact = parse_query("to:2026-01-05T12:00:00-06:00").until
    assert exact == datetime(2026, 1, 5, 18, tzinfo=UTC)
    assert parse_query("day:2026-01-05").day == (date(2026, 1, 5),)


def test_results_of_bets_are_asked_for_by_wager() -> None:
    found = parse_query("won:pair_plus lost:ante,play")
    assert found.bets == (
        BetWas("pair_plus", "win"), BetWas("ante", "lose"), BetWas("play", "lose"),
    )  # fmt: skip


@cases("""
    text                says
    ben                 write field:value
    colour:red          there is no field 'colour'
    hand:royal          hand is high_card
    net>=lots           an amount is cents
    dealer>=ben         only amounts can be compared
    nett:five           did you mean net?
    dealer:             the value is missing
    seat:three          is not a number
    cards:AsKs          three cards
    cards:AsAsKd        three cards
    void:maybe          yes or no
    from:yesterday      a time is
    day:2026-13-01      a gaming day is
    won:21              there is no wager
    'dealer:"ben'       do not match
""")
def test_a_malformed_query_is_a_one_line_error(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says) as error:
        parse_query(text.strip("'"))
    assert "\n" not in str(error.value)


def test_every_field_is_known_by_name() -> None:
    assert {"dealer", "patron", "hand", "clause", "won", *AMOUNTS} <= set(FIELDS)


def test_a_hand_is_found_whatever_the_order_of_its_cards() -> None:
    assert hand_key(["2c", "As", "Td"]) == hand_key(["Td", "2c", "As"]) == "AsTd2c"


# Searching


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def stores(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[SqlStore, Projections, list[RoundFacts]]]:
    """The scripted day, and rounds that simple players have played since."""
    folder: Path = tmp_path_factory.mktemp("search")
    store = new_store(request.param, folder)
    day = the_day()
    land(store, batches(day))
    land(store, [renamed(each) for each in room("classic", "manual", rounds=60, seats=4, seed=11)])
    kept = Projections(store.database, day.cage)
    kept.catch_up()
    journal = Journal(day.cage)
    for record in store.log(0, 1_000_000):
        event = event_of(record.stream, record.version, record.event)
        journal.take(record.stream, record.version, event)
    yield store, kept, journal.rounds
    store.close()


def renamed(batch: Batch) -> Batch:
    """Rename the sample's tables: their names clash with those of the day."""

    def new(text: str) -> str:
        parts = text.split(":")
        if parts[0] == "table":
            parts[1] = f"1{parts[1]}"
        return ":".join(parts)

    def event(written: bytes) -> bytes:
        if b'"type":"table_set_up"' not in written:
            return written
        data = msgspec.json.decode(written)
        data["table"] = f"1{data['table']}"
        return msgspec.json.encode(data, order="sorted")

    facts = tuple(
        msgspec.structs.replace(
            fact,
            event=event(fact.event),
            postings=tuple(sorted(Posting(new(p.account), p.cents) for p in fact.postings)),
        )
        for fact in batch.facts
    )
    return msgspec.structs.replace(
        batch, stream=new(batch.stream), command=f"s-{batch.command}", facts=facts, snapshot=None
    )


QUERIES = [
    *("dealer:ben", "dealer:dealer", "table:12", "table:11,12", "house:manual", "patron:cy"),
    *("patron:two", "hand:pair", "hand:straight_flush", "hand:flush,straight", "decision:fold"),
    *("cards:AsKsQs", "dealer_hand:high_card", "dealer_hand:pair", "round:5..9 table:12"),
    *("round:3", "net>=$100", "net>0", "net<0", "paid>=$1000", "staked=1000", "ante>=$100"),
    *("pair_plus>0", "six_card_bonus>0", "progressive>0", "jackpot>0", "won:pair_plus"),
    *("lost:ante", "pushed:play", "won:six_card_bonus", "irregularity:wrong_number_of_cards"),
    *("irregularity:exposed_card", "remedy:void", "notice:royal", "notice:jackpot", "void:yes"),
    *("void:no table:1", "large:yes", "large:no table:3", "clause:mics-l3", "clause:MAN-1"),
    *("clause:manual-pp-table", "clause:chickasaw-t,classic-rules-12", "ruling:MAN-34"),
    *("from:2026-01-05T12:01:00Z", "to:2026-01-05T12:01:00Z", "day:2026-01-05", "day:2026-01-06"),
    *("from:2026-01-05T13:00:00Z to:2026-01-05T14:00:00Z", "seat:3", "seat:1 hand:pair"),
    *("dealer:dealer hand:pair net>0 decision:play", "patron:two won:pair_plus house:manual"),
    *("patron:two table:1", "hand:pair patron:cy", "dealer:nobody", "clause:no-such", ""),
]


def fits(facts: RoundFacts, query: Query) -> bool:
    """Whether the facts meet every condition."""
    moments = (query.since is None or facts.ended >= query.since) and (
        query.until is None or facts.ended < query.until
    )
    tags = tags_of(facts)
    wanted_tags = [
        {f"{kind}:{value}" for value in getattr(query, kind)}
        for kind in ("irregularity", "remedy", "notice")
        if getattr(query, kind)
    ]
    jackpots = [each for each in query.amounts if each.amount == "jackpot"]
    checks = [
        not query.table or facts.table in query.table,
        not query.house or facts.house in query.house,
        not query.dealer or facts.dealer in query.dealer,
        not query.number or query.number[0] <= facts.number <= query.number[1],
        not query.dealer_hand or facts.dealer_category in query.dealer_hand,
        not query.dealer_cards or hand_key(facts.dealer_cards) in query.dealer_cards,
        moments,
        not query.day or any(facts.ended.date() == day for day in query.day),
        query.void is None or bool(facts.void) is query.void,
        all(tags & wanted for wanted in wanted_tags),
        not query.clause or bool({*facts.clauses, *facts.rulings} & set(query.clause)),
        all(compared(facts.jackpot, each) for each in jackpots),
    ]
    seats = [seat for seat in facts.seats if seat_fits(seat, query)]
    return all(checks) and (bool(seats) or not about_a_seat(query))


def compared(cents: int, asked: AmountIs) -> bool:
    return {
        "=": cents == asked.cents,
        ">": cents > asked.cents,
        ">=": cents >= asked.cents,
        "<": cents < asked.cents,
        "<=": cents <= asked.cents,
    }[asked.operator]


def about_a_seat(query: Query) -> bool:
    of_seat = (query.patron, query.seat, query.hand, query.cards, query.decision, query.bets)
    amounts = any(each.amount != "jackpot" for each in query.amounts)
    return any(of_seat) or amounts or query.large is not None


def seat_fits(seat: SeatFacts, query: Query) -> bool:
    def amount(asked: AmountIs) -> bool:
        if asked.amount in ("net", "paid", "staked"):
            return compared(getattr(seat, asked.amount), asked)
        bet = seat.bets.get(asked.amount)
        return asked.amount == "jackpot" or compared(bet.staked if bet else 0, asked)

    def was(asked: BetWas) -> bool:
        bet = seat.bets.get(asked.wager)
        if bet is None:
            return False
        found = "win" if bet.paid else "push" if bet.returned else "lose"
        return found == asked.result and bool(bet.staked or bet.paid)

    return all(
        [
            not query.patron or seat.patron in query.patron,
            not query.seat or seat.seat in query.seat,
            not query.hand or seat.category in query.hand,
            not query.cards or hand_key(seat.cards) in query.cards,
            not query.decision
            or seat.decision in query.decision
            or (seat.timed_out and "timed_out" in query.decision),
            query.large is None or seat.large is query.large,
            all(map(amount, query.amounts)),
            all(map(was, query.bets)),
        ]
    )


Stores = tuple[SqlStore, Projections, list[RoundFacts]]


@pytest.mark.parametrize("few", [0, 3, 5_000])
@pytest.mark.parametrize("text", QUERIES)
def test_a_search_finds_what_looking_at_every_round_finds(
    stores: Stores, text: str, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever way it searches: by the condition with few rows, or along the rounds."""
    monkeypatch.setattr("queenhigh.store.round_search._FEW", few)
    _, kept, rounds = stores
    query = parse_query(text)
    found = kept.search(query, limit=1_000)
    expected = {(each.table, each.first) for each in rounds if fits(each, query)}
    assert {(each.table, each.first) for each in found.rounds} == expected
    positions = [each.position for each in found.rounds]
    assert positions == sorted(positions, reverse=True)
    assert not found.more
    if about_a_seat(query):
        assert all(each.seats for each in found.rounds)


def test_only_the_latest_are_shown_up_to_the_limit(stores: Stores) -> None:
    _, kept, rounds = stores
    all_of_them = kept.search(Query(), limit=1_000)
    assert len(all_of_them.rounds) == len(rounds)
    some = kept.search(Query(), limit=10)
    assert some.rounds == all_of_them.rounds[:10]
    assert some.more
    assert some.upto == kept.position


def test_a_result_is_the_round_with_the_seats_that_fit(stores: Stores) -> None:
    _, kept, rounds = stores
    (found,) = kept.search(parse_query("notice:jackpot patron:di"), limit=10).rounds
    (facts,) = (each for each in rounds if (each.table, each.first) == (found.table, found.first))
    (seat,) = found.seats
    assert (seat.patron, seat.cards, seat.category) == ("di", ("As", "Ks", "Qs"), "straight_flush")
    assert (found.number, found.dealer, found.jackpot) == (facts.number, "kim", facts.jackpot)
    assert (found.first, found.last, found.ended) == (facts.first, facts.last, facts.ended)
    assert seat.net == facts.seats[0].net


def test_a_search_is_for_at_least_one_round(stores: Stores) -> None:
    store, _, _ = stores
    with store.database.reading() as connection, pytest.raises(ValueError, match="at least one"):
        search(connection, Query(), 0)


def test_the_house_of_the_sample_is_the_one_it_was_played_with(stores: Stores) -> None:
    _, kept, _ = stores
    assert kept.houses()["12"].key == house("manual").key


def test_a_search_for_an_impossible_wager_finds_nothing(stores: Stores) -> None:
    _, kept, _ = stores
    assert kept.search(Query(bets=(BetWas("no'such[0]", "win"),)), limit=10).rounds == ()
