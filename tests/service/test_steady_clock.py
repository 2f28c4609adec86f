"""Setting the machine's clock back neither turns back the log's time nor stops a table."""

from datetime import UTC, datetime, timedelta

from queenhigh.service.steady_clock import SteadyClock

NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)


class Machine:
    def __init__(self) -> None:
        self.wall, self.counter = NOON, 0.0

    def passes(self, seconds: float) -> None:
        self.wall += timedelta(seconds=seconds)
        self.counter += seconds


def test_a_clock_that_is_set_back_goes_on() -> None:
    machine = Machine()
    clock = SteadyClock(lambda: machine.wall, lambda: machine.counter)
    machine.passes(10)
    assert clock() == NOON + timedelta(seconds=10)
    machine.wall -= timedelta(hours=1)
    assert clock() == NOON + timedelta(seconds=10), "not an hour earlier"
    machine.passes(20)
    assert clock() == NOON + timedelta(seconds=30), "and a table's 20 seconds are over"


def test_a_clock_that_is_set_forward_is_followed() -> None:
    machine = Machine()
    clock = SteadyClock(lambda: machine.wall, lambda: machine.counter)
    machine.wall += timedelta(hours=1)
    assert clock() == NOON + timedelta(hours=1)


def test_after_a_restart_time_goes_on_where_the_log_ended() -> None:
    machine = Machine()
    clock = SteadyClock(lambda: machine.wall, lambda: machine.counter)
    clock.not_before(NOON + timedelta(hours=2))
    machine.passes(5)
    assert clock() == NOON + timedelta(hours=2, seconds=5)
