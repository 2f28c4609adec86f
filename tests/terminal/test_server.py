"""The same screen on a real server, driven by a person's keys."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator

import pytest

from queenhigh.client import Client
from queenhigh.faults.real_service import Served
from queenhigh.terminal.game import ServerSeat, play_at_server
from queenhigh.terminal.screen import PlayScreen
from queenhigh.terminal.server_sitting import ServerSitting, sit_down
from tests.patience import SECONDS, until

Press = Callable[..., Awaitable[None]]
TABLES = [{"id": "busy", "house": "classic", "betting_seconds": 600, "decision_seconds": 600}]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("terminal")
    service = Served(folder, str(folder / "room.db"), TABLES)
    service.start()
    try:
        asyncio.run(service.ready())
        yield service
    finally:
        service.stop()


class Seat:
    """A person at the keyboard."""

    def __init__(self, screen: PlayScreen, sitting: ServerSitting, press: Press) -> None:
        self.screen, self.sitting, self.press = screen, sitting, press

    async def until(self, condition: Callable[[], bool]) -> None:
        await self.sitting.table.until(lambda _: condition(), SECONDS)

    async def shows(self, text: str) -> str:
        """Return the screen once it shows this."""
        await until(lambda: text in self.shown())
        return self.shown()

    def shown(self) -> str:
        strips = self.screen.screen._compositor.render_strips()
        return "\n".join("".join(each.text for each in strip).rstrip() for strip in strips)


def seated(served: Served, play: Callable[[Seat], Awaitable[None]], **wanted: object) -> None:
    async def run() -> None:
        asked = {"server": served.address, "house": "classic", "bots": 0, "chips_cents": 100_00}
        sitting = await sit_down(ServerSeat(**{**asked, **wanted}))  # type: ignore[arg-type]
        screen = PlayScreen(sitting)
        async with screen.run_test(size=(100, 30)) as pilot:
            await play(Seat(screen, sitting, pilot.press))
            if sitting.deciding:
                await pilot.press("q")  # It asks first while a hand is out.
            await pilot.press("q")

    asyncio.run(run())


def test_a_round_is_played_with_keys_at_a_server(served: Served) -> None:
    async def play(seat: Seat) -> None:
        sitting = seat.sitting
        assert sitting.chips == 100_00
        await seat.press("d")
        await seat.until(lambda: sitting.deciding)
        await seat.shows("p: play")
        assert sitting.dealer_cards == ("??",) * 3
        await seat.press("a")
        await seat.shows("Best: ")
        await seat.press("f")
        shown = await seat.shows("forfeit")
        assert "You: " in shown
        assert "??" not in sitting.dealer_cards
        assert len(sitting.dealer_cards) == 3
        ante = sitting.stakes["ante"]
        assert sitting.chips == 100_00 - ante
        assert [net for _, _, net in sitting.history()] == [-ante]
        assert sitting.won == -ante

    seated(served, play)


def test_a_refusal_by_the_server_is_shown_and_nothing_changes(served: Served) -> None:
    async def play(seat: Seat) -> None:
        seat.sitting.stakes["ante"] = 1
        await seat.press("d")
        await seat.shows("The Ante minimum is")
        assert seat.sitting.chips == 100_00

    seated(served, play)


def test_the_trainer_grades_by_the_servers_figures(served: Served) -> None:
    async def play(seat: Seat) -> None:
        await seat.press("t", "d")
        await seat.until(lambda: seat.sitting.deciding)
        await seat.press("p")
        await seat.shows("trainer: ")
        assert seat.sitting.graded == 1

    seated(served, play)


def test_bots_are_shown_as_neighbours(served: Served) -> None:
    async def play(seat: Seat) -> None:
        await seat.until(lambda: len(list(seat.sitting.neighbours())) == 2)
        await seat.shows("Seat ")

    seated(served, play, bots=2)


def test_at_a_table_with_others_the_bets_wait_for_them(served: Served) -> None:
    async def play(seat: Seat) -> None:
        async with Client(served.address) as other:
            await other.become_guest()
            async with await other.table("busy") as table:
                await table.sit(5)
                await table.buy_in(5, 50_00)
                await table.give("place_wager", seat=5, wager="ante", amount=5_00)
                await seat.press("d")
                await seat.shows("Your bets are laid.")
                assert not seat.sitting.deciding
                await table.give("announce_no_more_bets")
                await table.until(lambda table: table.view.next_to_decide is not None, 10)
                if table.view.next_to_decide == 5:
                    await table.play(5)
                await seat.until(lambda: seat.sitting.deciding)

    seated(served, play, table="busy")


@pytest.mark.parametrize(
    ("server", "table", "said"),
    [("http://127.0.0.1:9", "", "127.0.0.1:9"), ("", "no-such", "no-such|no table")],
)
def test_a_missing_server_or_table_is_a_one_line_error(
    served: Served, server: str, table: str, said: str
) -> None:
    wanted = ServerSeat(
        server=server or served.address, table=table, house="classic", bots=0, chips_cents=100
    )
    with pytest.raises(ValueError, match=f"(?i){said}"):
        play_at_server(wanted)
