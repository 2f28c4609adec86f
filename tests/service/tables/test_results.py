"""What a player's rounds are compared with: bets that share cards do not vary independently."""

from datetime import UTC, datetime

import pytest

from queenhigh.cards.card import parse_hand
from queenhigh.house.loader import built_in
from queenhigh.maths.analysis.strategy import advise
from queenhigh.maths.analysis.two_seats import covariance
from queenhigh.maths.risk.joint_distribution import joint
from queenhigh.maths.risk.joint_figures import joint_figures
from queenhigh.service.tables.player_results import Expected, expected_of
from queenhigh.service.tables.round_history import OwnRound, RoundShown
from queenhigh.wagers.document import Round, SeatBets
from queenhigh.wagers.round_settlement import settle_round

MANUAL = built_in("manual")
SHOWN = RoundShown(
    number=1, at=datetime(2026, 1, 1, tzinfo=UTC), first=1, last=2, dealer=(), qualifies=None,
    void=False, staked={}, stake=0, net=0,
)  # fmt: skip
HANDS = ("7d 7h 2c", "As 9s 4s")


def expected(*seats: dict[str, int], fees: int = 0, meter: int | None = None) -> Expected:
    bets = [
        SeatBets(
            number,
            wagers,
            cards=HANDS[number - 1],
            decision="play" if wagers.get("ante") else None,
        )
        for number, wagers in enumerate(seats, 1)
    ]
    settled = settle_round(MANUAL, Round(bets, dealer="Qc Jd 5h", progressive_meter=meter or 0))
    return expected_of(
        MANUAL, OwnRound(SHOWN, tuple(settled.seats), fees, {} if meter is None else {"": meter})
    )


def test_bets_of_one_seat_vary_together() -> None:
    wagers = {"ante": 500, "pair_plus": 1000, "six_card_bonus": 500}
    figures = joint_figures(joint(MANUAL, SeatBets(1, wagers)))
    found = expected(wagers)
    assert found.mean_cents == pytest.approx(figures.expected_cents.value)
    assert found.variance == pytest.approx(figures.variance.value)
    apart = sum(expected({name: cents}).variance for name, cents in wagers.items())
    assert found.variance > 1.1 * apart


def test_two_seats_meet_the_same_dealer() -> None:
    one, two = expected({"ante": 500}), expected({"ante": 500}, {"ante": 1000})
    assert two.mean_cents == pytest.approx(3 * one.mean_cents)
    together = 2 * 500 * 1000 * float(covariance(MANUAL, "ante_play"))
    assert two.variance == pytest.approx(5 * one.variance + together)


def test_a_fee_is_certain_and_a_fuller_meter_is_worth_more() -> None:
    bare, charged = expected({"ante": 500}), expected({"ante": 500}, fees=100)
    assert charged.mean_cents == pytest.approx(bare.mean_cents - 100)
    assert charged.variance == bare.variance
    low, high = (
        expected({"ante": 500, "progressive": 100}, meter=cents) for cents in (10**6, 10**7)
    )
    assert high.mean_cents > low.mean_cents
    assert high.variance > low.variance


def test_a_mistake_is_distinguished_from_luck() -> None:
    right = expected({"ante": 1000})
    assert (right.decisions, right.wrong, right.mistakes_cents) == (1, 0, 0)
    bets = [SeatBets(1, {"ante": 1000}, cards=HANDS[0], decision="fold")]  # A pair of sevens.
    settled = settle_round(MANUAL, Round(bets, dealer="Qc Jd 5h"))
    folded = expected_of(MANUAL, OwnRound(SHOWN, tuple(settled.seats), 0, {}))
    assert folded.wrong == 1
    assert folded.mean_cents == right.mean_cents  # The value of the best decisions.
    worth = advise(MANUAL, parse_hand(HANDS[0]), SeatBets(1, {"ante": 1000})).play.value
    assert folded.mistakes_cents == pytest.approx((worth + 1) * 1000)
