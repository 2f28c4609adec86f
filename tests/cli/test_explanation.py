"""`--explain`: a round or a check for a person to read."""

import pytest

from queenhigh.house.catalogue import books, rulings_of
from tests.clauses import cases, clause
from tests.cli.runner import Document, a_round, run, with_seat

BUSY = with_seat(
    a_round(progressive_meter=500000),
    wagers={"ante": 1000, "pair_plus": 500, "six_card_bonus": 500, "progressive": 100},
    tokes={"ante": 100, "pair_plus": 100},
)


def explained(document: Document, command: str = "settle") -> str:
    answer = run(command, "--explain", stdin=document)
    assert answer.err == ""
    return answer.out


def in_one_line(text: str) -> str:
    """Drop table frames and line breaks."""
    return " ".join(text.replace("│", " ").split())


def test_every_line_is_there_with_its_money_and_its_clauses() -> None:
    settled = run("settle", stdin=BUSY).json
    shown = in_one_line(explained(BUSY))
    for line in [*settled["seats"][0]["lines"], *settled["seats"][0]["tokes"]]:
        assert line["clauses"][0] in shown
        if line["odds"]:
            assert line["odds"] in shown
    for words in ("Toke, Ante", "$5,000", "Net +$5,264", "100%", "Paid after all other seats."):
        assert words in shown


def test_the_dealers_words_are_quoted() -> None:
    shown = explained(with_seat(a_round("classic"), seat=2))
    assert '"No more bets"' in shown
    assert '"No PAIR PLUS, position 2."' in shown
    assert '"Dealer plays with a Queen."' in shown


def test_the_rulings_that_decided_are_named_with_the_option_for_the_other_reading() -> None:
    folded = with_seat(a_round(), decision="fold", wagers={"ante": 1000, "pair_plus": 500})
    shown = in_one_line(explained(folded))
    assert "MAN-1 " in shown
    assert rulings_of(books()["manual"])["MAN-1"].title in shown
    assert "Option: fold_pair_plus." in shown


@cases("""
    house      option            value            ruling    said
    manual     fold_pair_plus    forfeits         MAN-1     fold_pair_plus = "forfeits"
    classic    ante_table        replaces         CLS-4     ante_table = "replaces"
    mics       ante_bonus_base   ante_plus_play   MICS-12   ante_bonus_base = "ante_plus_play"
    mics       tie               dealer           MICS-2    tie = "dealer"
""")
def test_a_house_with_another_reading_says_which(
    house: str, option: str, value: str, ruling: str, said: str
) -> None:
    document = a_round(house) if option != "tie" else with_seat(a_round(house), cards="Qs 7c 2d")
    decision = "fold" if option == "fold_pair_plus" else "play"
    document = with_seat(document, decision=decision, wagers={"ante": 1000, "pair_plus": 500})
    for options, told in [({}, False), ({option: value}, True)]:
        shown = in_one_line(explained(document | {"options": options}))
        contested = shown.partition("Contested points")[2]
        assert f"{ruling} " in contested
        assert (said in contested) is told


def test_in_a_file_there_are_no_colours_and_no_endless_lines() -> None:
    for shown in (explained(BUSY), explained(BUSY, "check")):
        assert "\x1b" not in shown
        assert max(map(len, shown.splitlines())) <= 120


def test_refusals_are_explained_by_their_clauses_in_words() -> None:
    low = with_seat(a_round("classic"), wagers={"ante": 100})
    shown = explained(low, "check")
    assert "Refused, seat 3" in shown
    assert "classic-amount-ante: Ante: $2 minimum, $10 maximum." in shown


@clause("manual-std-E", "classic-deal-2-2")
def test_before_the_deal_seats_without_ante_or_pair_plus_are_named() -> None:
    def bets(seat: int, *wagers: str) -> Document:
        return {"seat": seat, "wagers": dict.fromkeys(wagers, 500)}

    seats = [bets(1, "ante"), bets(2, "pair_plus"), bets(4, "ante", "pair_plus"), bets(6, "ante")]
    for house in ("manual", "classic"):
        lines = explained({"house": house, "seats": seats}, "check").splitlines()
        assert "  No Ante: seat 2" in lines
        assert "  No Pair Plus: seat 1, 6" in lines
    everyone = {"house": "manual", "seats": [bets(4, "ante", "pair_plus")]}
    assert "No Ante" not in explained(everyone, "check")
    assert "No Pair Plus" not in explained(everyone, "check")


def test_accepted_bets_are_reported_as_accepted() -> None:
    assert "accepted" in explained(a_round(), "check")


@pytest.mark.parametrize("house", ["mics", "mics-alternate", "chickasaw", "manual", "classic"])
def test_every_house_can_be_explained(house: str) -> None:
    for decision in ("play", "fold"):
        shown = explained(with_seat(a_round(house), decision=decision))
        assert "Seat 3" in shown
        assert "The dealer's moves" in shown
