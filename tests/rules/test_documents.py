"""Documents that are not a round, whatever the house."""

import msgspec
import pytest

from queenhigh.wagers.document import DocumentError, read_round
from tests.clauses import cases, clause
from tests.rules.builders import ALL_HOUSES, Document, SeatResult, check, seat, settle, table

ONE_DECK = clause("mics-b1 chickasaw-q manual-intro-2 manual-open-A classic-equip-2")


def path_of(document: Document) -> str:
    with pytest.raises(DocumentError) as refused:
        settle(document)
    return refused.value.path


@ONE_DECK
@pytest.mark.parametrize("house", ALL_HOUSES.split())
@cases("""
    dealer      first       second      path
    Qs 7d 2c    Qs 8d 3c    9s 6d 4c    seats[0].cards
    Qs 7d 2c    As 8d 3c    9s 6d 2c    seats[1].cards
    Qs 7d 2c    As 8d 3c    9s 3c 4c    seats[1].cards
    Qs Td 2c    As 8d 10d   9s 3c 4c    seats[0].cards
    Qs 7d Qs    As 8d 3c    9s 6d 4c    dealer
    Qs 7d 2c    As As 3c    9s 6d 4c    seats[0].cards
""")
def test_a_round_is_dealt_from_one_deck(
    house: str, dealer: str, first: str, second: str, path: str
) -> None:
    assert path_of(table(house, seat(1, first), seat(2, second), dealer=dealer)) == path


@ONE_DECK
@clause("mics-a1-vii")
@cases("""
    cards
    As 8d Jk
    As 8d 1c
    As 8d 3x
""")
def test_there_are_no_jokers_and_no_fifth_suit(cards: str) -> None:
    assert path_of(table("manual", seat(1, cards), dealer="Qs 7d 2c")) == "seats[0].cards"


@clause("mics-a1-ii chickasaw-c manual-hands manual-intro-2 classic-rules-2")
@cases("""
    dealer        cards         path
    Qs 7d         As 8d 3c      dealer
    Qs 7d 2c 2d   As 8d 3c      dealer
    Qs 7d 2c      As 8d         seats[0].cards
    Qs 7d 2c      As 8d 3c 3d   seats[0].cards
""")
def test_player_and_dealer_have_three_cards_each(dealer: str, cards: str, path: str) -> None:
    assert path_of(table("classic", seat(1, cards), dealer=dealer)) == path


@pytest.mark.parametrize("missing", ["dealer", "cards"])
def test_no_hand_is_missing(missing: str) -> None:
    document = table("classic", seat(1, "As 8d 3c"), dealer="Qs 7d 2c")
    if missing == "dealer":
        del document["dealer"]
        assert path_of(document) == "dealer"
    else:
        del document["seats"][0]["cards"]
        assert path_of(document) == "seats[0].cards"


@clause("manual-intro-3")
@pytest.mark.parametrize("number", [0, 8, -1, 1.5, "1", True, None])
def test_seats_are_1_to_7(number: object) -> None:
    document = table("manual", seat(1, "As 8d 3c") | {"seat": number}, dealer="Qs 7d 2c")
    assert path_of(document) == "seats[0].seat"


@clause("manual-intro-3")
def test_seven_seats_can_play() -> None:
    ranks = "3456789"
    seats = [seat(place + 1, f"{rank}s {rank}d {rank}h") for place, rank in enumerate(ranks)]
    round = settle(table("manual", *seats, dealer="Qs Jd 2c"))
    assert [SeatResult(each)["ante"] for each in round.seats] == ["1 to 1"] * 7


def test_a_seat_is_taken_once_and_a_round_has_at_least_one() -> None:
    twice = [seat(3, "As 8d 3c"), seat(3, "9s 6d 4c")]
    assert path_of(table("classic", *twice, dealer="Qs 7d 2c")) == "seats[1].seat"
    assert path_of(table("classic", dealer="Qs 7d 2c")) == "seats"
    with pytest.raises(DocumentError, match="seat 3 appears twice"):
        check(table("classic", *twice))


@pytest.mark.parametrize("amount", [0, -100, 10.0, 10.5, "1000", True, None, 10_000_000_001])
def test_an_amount_is_a_positive_whole_number_of_cents(amount: object) -> None:
    for spot in ("ante", "pair_plus", "six_card_bonus", "progressive"):
        document = table("manual", seat(1, "As 8d 3c"), dealer="Qs 7d 2c")
        document["seats"][0]["wagers"] = {"ante": 1000} | {spot: amount}
        assert path_of(document) == f"seats[0].wagers.{spot}"


def test_the_highest_amount_is_settled_to_the_cent() -> None:
    wagers = "ante 100000000, pair_plus 100000000"
    round = settle(table("manual", seat(1, "7s 6s 5s", wagers), dealer="Qs 7d 2c"))
    assert round.seats[0].net == 10_000_000_000 * (1 + 1 + 5 + 40)


@pytest.mark.parametrize(
    "written",
    [b"", b"  ", b"[]", b"{", b"null", b'{"seats": 3}', b"\xff\xfe", b"[" * 100_000, b'"seats"'],
)
def test_a_document_that_is_not_a_json_object_is_refused(written: bytes) -> None:
    with pytest.raises(DocumentError):
        read_round(written)


@cases("""
    where      name
    document   dealers
    seat       card
    wagers     raise
    wagers     ante_bonus
    tokes      tip
""")
def test_an_unknown_name_is_refused(where: str, name: str) -> None:
    document = table("classic", seat(1, "As 8d 3c", tokes="ante 1"), dealer="Qs 7d 2c")
    at_one = document["seats"][0]
    {"document": document, "seat": at_one}.get(where, at_one.get(where))[name] = 100
    assert path_of(document).endswith(name)


def test_the_result_names_the_house() -> None:
    for house in ALL_HOUSES.split():
        assert settle(table(house, seat(1, "As 8d 3c"), dealer="Qs 7d 2c")).house == house


@cases("""
    wagers             net
    six_card_bonus 5   25
    progressive 1      -1
""")
def test_a_bet_that_may_not_stand_alone_is_settled_as_it_lies(wagers: str, net: str) -> None:
    """Combinations are checked with the opening bets."""
    round = settle(table("manual", seat(1, "7s 7h 3d", wagers), dealer="Qs 7d 2c"))
    assert round.seats[0].net == int(net) * 100


def test_hands_may_be_lists_and_are_shown_in_the_order_given() -> None:
    at_one = seat(1, "As 8d 3c") | {"cards": ["3c", "10s", "8d"]}
    round = settle(table("classic", at_one, dealer=["2c", "Qs", "7d"]))
    assert (round.dealer.cards, round.seats[0].cards) == (["2c", "Qs", "7d"], ["3c", "Ts", "8d"])


def test_a_round_is_settled_alike_however_its_json_is_laid_out() -> None:
    document = table("manual", seat(1, "As 8d 3c"), dealer="Qs 7d 2c")
    written = msgspec.json.encode(document)
    assert read_round(msgspec.json.format(written, indent=4)) == read_round(written)
