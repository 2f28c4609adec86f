"""A seat at the terminal, with prepared answers and a stacked deck."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from queenhigh.cards.card import FULL_DECK, card_text
from queenhigh.house.loader import built_in, built_in_keys, load_house
from queenhigh.terminal import game
from tests.table.driver import stacked

WINS = ("9s 9d 2c", "Qd 7d 3c")  # The player's hand, then the dealer's.
LOSES = ("Js 8d 2c", "Qd 7d 3c")
NO_CONTEST = ("9s 9d 2c", "Jd 7d 3c")  # The dealer does not qualify.


class Sitting(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.out)


Play = Callable[..., Sitting]


class StackedDeck:
    """Deals prepared hands, round after round."""

    def __init__(self, rounds: list[tuple[str, str]], method: str):
        self._rounds, self._method = iter(rounds), method

    def __call__(self) -> "StackedDeck":
        return self

    def getrandbits(self, bits: int) -> int:
        return bits

    def shuffle(self, deck: list[str]) -> None:
        assert sorted(deck) == sorted(map(card_text, FULL_DECK)), "each round has a whole deck"
        player, dealer = next(self._rounds, WINS)  # The deck of a round that is not played.
        deck[:] = stacked(f"1: {player}, dealer: {dealer}", self._method)


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    def sit_down(
        answers: str,
        *rounds: tuple[str, str],
        house: str = "classic",
        dollars: int = 200,
        json: bool = False,
        then: type[BaseException] = EOFError,
    ) -> Sitting:
        given = iter(answers.split())

        def answer(prompt: str = "") -> str:
            for each in given:
                return "" if each == "-" else each
            raise then

        monkeypatch.setattr("builtins.input", answer)
        method = load_house(house).dealing.method
        monkeypatch.setattr("random.SystemRandom", StackedDeck(list(rounds), method))
        status = game.play(house, bankroll_cents=dollars * 100, json=json)
        assert next(given, None) is None, "not every answer was asked for"
        return Sitting(status, *capsys.readouterr())

    return sit_down


def test_a_round_is_bet_played_and_settled(play: Play) -> None:
    sat = play("10 5 p q", WINS)
    assert sat.status == 0
    for shown in ("9s 9d 2c", "pair of nines, Two", "No more bets", "Qd 7d 3c"):
        assert shown in sat.out
    assert "Dealer plays with a Queen." in sat.out
    assert "classic-rules-10" in sat.out
    assert "You have $225." in sat.out
    assert "You leave with $225" in sat.out


def test_a_fold_costs_what_the_house_says_it_costs(play: Play) -> None:
    assert "You have $185." in play("10 5 f q", WINS).out
    assert "You have $195." in play("10 5 - - f q", WINS, house="manual").out


def test_a_hand_without_an_ante_is_not_asked_to_decide(play: Play) -> None:
    sat = play("- 5 q", WINS)
    assert "Play $" not in sat.out
    assert "You have $205." in sat.out


def test_where_the_dealer_does_not_qualify_the_play_comes_back(play: Play) -> None:
    sat = play("10 - p q", NO_CONTEST)
    assert "Dealer doesn't play" in sat.out
    assert "You have $210." in sat.out


def test_bets_are_refused_with_their_clause_and_asked_for_again(play: Play) -> None:
    sat = play("1 - 11 - 10 - p q", WINS)
    assert "The Ante minimum is $2; $1 was bet." in sat.out
    assert "The Ante maximum is $10; $11 was bet." in sat.out
    assert "classic-amount-ante" in sat.out
    assert "You have $220." in sat.out


def test_no_bet_at_all_is_asked_for_again(play: Play) -> None:
    sat = play("- - 10 - f q", WINS)
    assert "You have $190." in sat.out


@pytest.mark.parametrize("nonsense", ["ten", "5.50", "-5", "1e3", "²", "0x10", "9" * 5000])
def test_a_malformed_amount_is_asked_for_again(play: Play, nonsense: str) -> None:
    sat = play(f"{nonsense} 10 - p q", WINS)
    assert sat.status == 0
    assert "You have $220." in sat.out


def test_a_dollar_sign_may_be_written(play: Play) -> None:
    assert "You have $220." in play("$10 $0 p q", WINS).out


@pytest.mark.parametrize("answer", ["p", "P", "play", "PLAY"])
def test_a_decision_may_be_typed_in_more_than_one_way(play: Play, answer: str) -> None:
    assert "You have $220." in play(f"10 - maybe {answer} q", WINS).out


def test_more_than_the_bankroll_cannot_be_bet(play: Play) -> None:
    sat = play("10 10 5 - p q", WINS, dollars=15)
    assert "You have $15." in sat.out
    assert "You have $25." in sat.out


def test_an_ante_that_cannot_be_backed_is_folded(play: Play) -> None:
    sat = play("10 - q", WINS, dollars=15)
    assert "cannot back the ante" in sat.out
    assert "You have $5." in sat.out


def test_a_broke_player_is_thanked(play: Play) -> None:
    sat = play("5 - p", LOSES, dollars=11)
    assert sat.status == 0
    assert "You have $1." in sat.out
    assert "Thank you for playing" in sat.out


@pytest.mark.parametrize("answers", ["q", "Q", "quit", "10 q", "10 5 q"])
def test_a_player_may_leave_at_any_question(play: Play, answers: str) -> None:
    sat = play(answers, WINS)
    assert sat.status == 0
    assert "You leave with" in sat.out


@pytest.mark.parametrize("then", [EOFError, KeyboardInterrupt])
@pytest.mark.parametrize("answers", ["", "10", "10 5", "10 5 p"])
def test_the_end_of_the_input_and_an_interrupt_are_leaving(
    play: Play, answers: str, then: type[BaseException]
) -> None:
    sat = play(answers, WINS, then=then)
    assert sat.status == 0
    assert "You leave with" in sat.out


def test_leaving_a_hand_undecided_does_not_win_the_ante_back(play: Play) -> None:
    sat = play("10 5 q", LOSES)
    assert "You leave with $185" in sat.out, "the cards were out and the bets were made"


def test_many_rounds_add_up(play: Play) -> None:
    sat = play("10 5 p 10 5 p 10 - f 5 5 p q", WINS, LOSES, WINS, NO_CONTEST, json=True)
    document = sat.json
    nets = [each["seats"][0]["net"] for each in document["rounds"]]
    assert nets == [2500, -2500, -1000, 1000]
    assert document["bankroll"] == 20000 + sum(nets)
    for each in document["rounds"]:
        lines = each["seats"][0]["lines"]
        net = sum(line["paid"] + line["returned"] - line["stake"] for line in lines)
        assert each["seats"][0]["net"] == net


def test_with_json_the_prompts_go_to_standard_error(play: Play) -> None:
    sat = play("10 - p q", WINS, json=True)
    assert sat.json.keys() == {"rounds", "bankroll"}
    assert "Your hand" in sat.err
    assert "Your hand" not in sat.out


@pytest.mark.parametrize("house", built_in_keys())
def test_every_house_can_be_played(play: Play, house: str) -> None:
    bets = {"classic": "10 5", "manual": "10 5 5 1"}.get(house, "10 10")
    sat = play(f"{bets} p q", WINS, house=house)
    assert sat.status == 0
    assert built_in(house).called in sat.out
    assert built_in(house).announcements.no_more_bets in sat.out


def test_the_side_bets_of_the_manual_are_offered_and_paid(play: Play) -> None:
    sat = play("5 - 5 1 p q", ("As Ks Qs", "Qd 7d 3c"), house="manual", json=True)
    [settled] = sat.json["rounds"]
    assert settled["progressive"] == {"meter_before": 100020, "paid": 100020}
    lines = {line["wager"]: line["paid"] for line in settled["seats"][0]["lines"]}
    assert lines == {
        "play": 500,
        "ante_bonus": 2500,
        "ante": 500,
        "six_card_bonus": 0,
        "progressive": 100020,  # The seed, plus the wager's own contribution.
    }


def test_the_prerequisites_of_the_side_bets_hold(play: Play) -> None:
    sat = play("- - 5 - 5 - - - f q", WINS, house="manual")
    assert "6 Card Bonus needs an ante or a pair plus beside it" in sat.out
    assert "You have $195." in sat.out


def test_the_deck_is_shuffled_by_the_system_for_each_round(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers: Iterator[str] = iter(["5", "", "f"] * 20 + ["q"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(answers))
    game.play("classic", bankroll_cents=20000, json=True)
    rounds = msgspec.json.decode(capsys.readouterr().out)["rounds"]
    hands = {tuple(each["seats"][0]["cards"] + each["dealer"]["cards"]) for each in rounds}
    assert len(hands) == 20
    assert all(len(set(hand)) == 6 for hand in hands)


def test_the_houses_fee_is_taken_as_at_any_table(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "fee.toml"
    file.write_text('extends = "classic"\n[fee]\namount_cents = 100\n', "utf-8")
    sat = play("10 - p q", WINS, house=str(file))
    assert "The house takes its fee of $1." in sat.out
    assert "You have $219." in sat.out
    poor = play("10 - 9 -", WINS, house=str(file), dollars=10)
    assert "You have $10, and the house takes a fee of $1." in poor.out
    assert "You leave with $0" in poor.out


def test_a_house_with_several_multiples_asks_for_one(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "raise.toml"
    file.write_text('extends = "classic"\n[play]\nmultiples = [1, 2]\n', "utf-8")
    assert "You have $230." in play("10 - p2 q", WINS, house=str(file)).out
    assert "You have $220." in play("10 - p q", WINS, house=str(file)).out
