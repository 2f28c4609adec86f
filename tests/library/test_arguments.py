"""Invalid amounts are refused before anything happens."""

from typing import Any

import pytest

import queenhigh as qh


@pytest.mark.parametrize("cents", [1000.5, 700.0, "500", True, None])
def test_a_table_accepts_only_whole_cents(cents: Any) -> None:
    table = qh.Table("manual", seed=1)
    with pytest.raises(TypeError, match="amounts are whole cents"):
        table.sit(1, "ann", cents)
    table.sit(1, "ann", 10_000)
    with pytest.raises(TypeError, match=r"ante is .*; amounts are whole cents"):
        table.bet(1, ante=cents)


def test_a_wager_may_have_any_key_that_a_house_allows() -> None:
    table = qh.Table(
        qh.House.load("manual").replace({"wagers.self": {"pays": {"pair": 1}}}), seed=1
    )
    table.sit(1, "ann", 10_000)
    table.bet(seat=1, ante=500, self=100)
    table.deal()
    table.play(1)
    assert table.result is not None
    assert [line.stake for line in table.result.seats[0].lines if line.wager == "self"] == [100]


@pytest.mark.parametrize("number", [1.0, "1", True, None])
def test_a_table_takes_whole_numbers_for_seats_and_multiples(number: Any) -> None:
    table = qh.Table("manual", seed=1)
    table.sit(1, "ann", 10_000)
    for act in (table.bet, table.leave, table.chips, table.cards):
        with pytest.raises(TypeError, match=f"seat is a whole number, not {number!r}"):
            act(number)
    table.bet(1, ante=500)
    table.deal()
    for decide in (table.play, table.fold):
        with pytest.raises(TypeError, match=f"seat is a whole number, not {number!r}"):
            decide(number)
    if number is not None:
        with pytest.raises(TypeError, match=f"multiple is a whole number, not {number!r}"):
            table.play(1, number)
    table.play(1, 1)
    assert table.result is not None


@pytest.mark.parametrize("cents", [1.5, "500", True, None])
def test_an_analysis_accepts_only_whole_cents_on_a_meter(cents: Any) -> None:
    with pytest.raises(TypeError, match=r"main is .*; amounts are whole cents"):
        qh.analyze("manual", meters={"main": cents})


@pytest.mark.parametrize("cents", [0, -1000])
def test_nobody_sits_down_with_less_than_nothing(cents: int) -> None:
    with pytest.raises(ValueError, match=f"not {cents} cents"):
        qh.Table("manual", seed=1).sit(1, "ann", cents)


@pytest.mark.parametrize("cents", [10**10 + 1, 10**30])
def test_nobody_sits_down_with_more_than_a_document_may_have(cents: int) -> None:
    table = qh.Table("manual", seed=1)
    with pytest.raises(ValueError, match="nobody brings more than 10,000,000,000"):
        table.sit(1, "ann", cents)
    table.sit(1, "ann", 10**10)
    assert table.chips(1) == 10**10


@pytest.mark.parametrize("cents", [-500, 1, 10**15])
def test_a_simulation_keeps_to_the_limits(cents: int) -> None:
    with pytest.raises(ValueError, match="Ante"):
        qh.simulate("manual", rounds=10, ante=cents)


def test_a_simulation_without_bets_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no bet"):
        qh.simulate("manual", rounds=10, ante=0)
    with pytest.raises(TypeError, match="whole cents"):
        qh.simulate("manual", rounds=10, ante=10.5)  # type: ignore[arg-type]


@pytest.mark.parametrize("house", [None, 5, {}])
def test_an_argument_that_is_not_a_house_is_a_type_error(house: Any) -> None:
    seat = qh.Seat(1, "Qs 6d 4c", "play", ante=500)
    for ask in (
        lambda: qh.Table(house),
        lambda: qh.analyze(house),
        lambda: qh.simulate(house, rounds=1),
        lambda: qh.settle(house, dealer="Js Td 8c", seats=[seat]),
    ):
        with pytest.raises(TypeError, match=r"house is a qh\.House, a key or a path"):
            ask()


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_an_ambiguous_seed_is_refused(seed: int) -> None:
    with pytest.raises(ValueError, match="seed is 0 to"):
        qh.Table("classic", seed=seed)
    with pytest.raises(ValueError, match="seed is 0 to"):
        qh.simulate("classic", rounds=1, seed=seed)
    with pytest.raises(TypeError, match="seed is a whole number"):
        qh.Table("classic", seed=2.5)  # type: ignore[arg-type]


@pytest.mark.parametrize("cards", [None, 5, ["As", ["Kd"], "Qs"], "As Kd", "As As Kd", "1x Kd Qs"])
def test_a_malformed_hand_is_a_card_error(cards: Any) -> None:
    with pytest.raises(qh.CardError):
        qh.Hand(cards)


@pytest.mark.parametrize("dealer", [None, 5, "Qh 7d", ["Qh", 5, "2c"]])
def test_a_dealer_without_a_hand_is_a_document_error(dealer: Any) -> None:
    with pytest.raises(qh.DocumentError) as wrong:
        qh.settle("manual", dealer=dealer, seats=[qh.Seat(1, "As Ks Qs", "play", ante=1000)])
    assert wrong.value.path.startswith("dealer")


def test_an_error_names_the_argument_that_the_program_gave() -> None:
    jackpot = qh.Seat(3, "As Ks Qs", "play", ante=1000, progressive=100)
    with pytest.raises(qh.DocumentError, match=r"^meters\.main: a jackpot is won"):
        qh.settle("manual", dealer="Qh 7d 2c", seats=[jackpot])
    for name, wrong in (("meters", 5), ("options", 5)):
        with pytest.raises(TypeError, match=f"{name} is a dictionary, not 5"):
            qh.settle("manual", dealer="Qh 7d 2c", seats=[jackpot], **{name: wrong})  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"seats is a list of qh\.Seat objects"):
        qh.settle("manual", dealer="Qh 7d 2c", seats=jackpot)  # type: ignore[arg-type]


def test_hands_compare_only_with_hands() -> None:
    with pytest.raises(TypeError, match="not supported between"):
        qh.Hand("As Ks Qs") < 5  # type: ignore[operator]  # noqa: B015
    assert qh.Hand(qh.Hand("As Ks Qs")) == qh.Hand("As Ks Qs")


@pytest.mark.parametrize("player", [None, 5, b"ann"])
def test_a_player_has_a_name(player: Any) -> None:
    with pytest.raises(TypeError, match="player is a name, not"):
        qh.Table("manual", seed=1).sit(2, player, 100_00)


@pytest.mark.parametrize("options", [[], "", 0])
def test_options_are_a_dictionary_even_where_there_are_none(options: Any) -> None:
    seat = qh.Seat(1, "Qs 6d 4c", "play", ante=500)
    with pytest.raises(TypeError, match="options is a dictionary, not"):
        qh.settle("classic", dealer="Js Td 8c", seats=[seat], options=options)


def test_a_misspelt_wager_is_refused_with_a_suggestion() -> None:
    table = qh.Table("manual", seed=1)
    table.sit(1, "ann", 100_00)
    with pytest.raises(qh.Refused, match=r"offers no anty; did you mean ante\?$") as refused:
        table.bet(1, anty=500)
    assert refused.value.code == "wager/not_offered"
    with pytest.raises(qh.Refused, match=r"offers no zzz\.$"):
        table.bet(1, zzz=500)


def test_a_misspelt_meter_is_refused_with_a_suggestion() -> None:
    with pytest.raises(ValueError, match=r"no meter man; did you mean main\?"):
        qh.analyze("manual", meters={"man": 100})
    seat = qh.Seat(1, "Qs 6d 4c", "play", ante=500)
    with pytest.raises(ValueError, match=r"no such meter; did you mean main\?"):
        qh.settle("manual", dealer="Js Td 8c", seats=[seat], meters={"man": 100})
