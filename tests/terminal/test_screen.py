"""A full-screen seat, driven by a person's keys."""

import asyncio

import pytest

from queenhigh.house.loader import built_in, built_in_keys
from queenhigh.terminal.local_sitting import LocalSitting
from queenhigh.terminal.screen import PlayScreen
from queenhigh.terminal.sitting import Sitting


def pressed(sitting: Sitting, *keys: str, size: tuple[int, int] = (80, 24)) -> str:
    """Return what the screen shows after these keys."""

    async def press() -> str:
        screen = PlayScreen(sitting)
        async with screen.run_test(size=size) as pilot:
            await pilot.press(*keys)
            await pilot.pause()
            shown = [
                "".join(segment.text for segment in strip).rstrip()
                for strip in screen.screen._compositor.render_strips()
            ]
        return "\n".join(shown)

    return asyncio.run(press())


@pytest.mark.parametrize("key", built_in_keys())
@pytest.mark.parametrize("size", [(80, 24), (200, 50)], ids=["small", "large"])
def test_a_round_is_bet_dealt_and_folded_with_keys(key: str, size: tuple[int, int]) -> None:
    house = built_in(key)
    sitting = LocalSitting(house, 200_00, bots=2, seed=5)
    shown = pressed(sitting, "d", "f", size=size)
    least = house.limits("ante").first
    assert sitting.chips == 200_00 - least - house.fee.amount_cents
    assert "forfeit" in shown
    assert "You: " in shown
    assert house.money(sitting.chips) in shown


def test_bets_are_changed_with_arrow_keys_and_a_refusal_is_shown() -> None:
    sitting = LocalSitting(built_in("mics-alternate"), 500_00, seed=1)
    shown = pressed(sitting, "right", "down", *["right"] * 20, "enter")
    assert sitting.stakes["ante"] == 600
    assert not sitting.deciding
    assert "needs an ante" in shown
    pressed(sitting, *["left"] * 30, "enter")
    assert sitting.stakes["pair_plus"] == 0
    assert sitting.deciding


def test_advice_gives_the_worth_of_both_decisions() -> None:
    sitting = LocalSitting(built_in("classic"), 200_00, seed=2)
    shown = pressed(sitting, "d", "a")
    assert "Best: " in shown
    assert "folding -1.000" in shown


def test_the_trainer_counts_what_was_right() -> None:
    sitting = LocalSitting(built_in("classic"), 200_00, seed=2)
    pressed(sitting, "t", "d", "f", "d", "f", "d", "f", "d", "f")
    assert sitting.graded == 4
    assert 0 < sitting.right < 4


def test_the_history_is_next_to_a_wide_table_and_opens_with_a_key() -> None:
    sitting = LocalSitting(built_in("classic"), 200_00, seed=2)
    assert "Rounds" not in pressed(sitting, "d", "f")
    assert "Rounds" in pressed(sitting, "h")
    assert "Rounds" in pressed(sitting, size=(200, 50))


@pytest.mark.parametrize("keys", [("d", "p"), ("d", "f")])
def test_a_full_table_and_the_whole_result_fit_a_small_screen(keys: tuple[str, ...]) -> None:
    house = built_in("manual")
    sitting = LocalSitting(house, 200_00, bots=6, seed=5)
    for name in house.opening_bets:
        sitting.stakes[name] = house.limits(name).first
    shown = pressed(sitting, *keys)
    assert "Dealer" in shown
    assert "Seat 7" in shown
    titles = [house.title(line.wager) for line in sitting.lines]
    assert [title for title in titles if f"\n {title}" not in shown] == []


def test_a_tall_screen_has_large_cards() -> None:
    sitting = LocalSitting(built_in("classic"), 200_00, seed=2)
    assert "┌─────────┐" in pressed(sitting, "d", size=(200, 50))
    assert "┌────┐" in pressed(sitting, size=(80, 24))


@pytest.mark.parametrize("key", ["p", "f"])
def test_a_tiny_screen_has_whole_cards_without_frames_and_the_result(key: str) -> None:
    house = built_in("manual")
    sitting = LocalSitting(house, 200_00, seed=5)
    shown = pressed(sitting, "d", key, size=(40, 12))
    assert "…" not in shown
    assert not set("┌│└") & set(shown)
    assert sum(shown.count(sign) for sign in "♣♦♥♠") == 6
    titles = [house.title(line.wager) for line in sitting.lines]
    assert [title for title in titles if f"\n {title}" not in shown] == []


def test_a_player_without_chips_sees_a_message() -> None:
    sitting = LocalSitting(built_in("classic"), 1_00, seed=2)
    assert not sitting.deciding
    asyncio.run(sitting.deal())
    assert sitting.said
    assert sitting.chips == 1_00


def test_there_is_no_room_for_too_many_bots() -> None:
    with pytest.raises(ValueError, match="room for 0 to 6"):
        LocalSitting(built_in("classic"), 100_00, bots=7)


def test_the_screen_follows_the_window() -> None:
    async def resized() -> tuple[bool, bool]:
        screen = PlayScreen(LocalSitting(built_in("classic"), 200_00, seed=2))
        async with screen.run_test(size=(80, 24)) as pilot:
            before = bool(screen.query_one("#history").display)
            await pilot.resize_terminal(200, 50)
            await pilot.pause()
            return before, bool(screen.query_one("#history").display)

    assert asyncio.run(resized()) == (False, True)


def test_leaving_in_the_middle_of_a_hand_asks_for_confirmation() -> None:
    sitting = LocalSitting(built_in("classic"), 200_00, seed=2)
    assert "q again leaves" in pressed(sitting, "d", "q")
    assert sitting.deciding
    assert "q again leaves" not in pressed(sitting, "a")


def test_the_second_time_and_between_rounds_leaving_is_immediate() -> None:
    async def left(*keys: str) -> bool:
        screen = PlayScreen(LocalSitting(built_in("classic"), 200_00, seed=2))
        async with screen.run_test() as pilot:
            await pilot.press(*keys)
            await pilot.pause()
        return screen.taken > 0

    assert asyncio.run(left("q"))
    assert asyncio.run(left("d", "q", "q"))
    assert not asyncio.run(left("d", "q", "a"))
