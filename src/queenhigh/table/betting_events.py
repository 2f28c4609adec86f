"""Seats, chips and bets, until the bets are locked; the meters that bets feed."""

from msgspec import UNSET, UnsetType

from .event import Event, Step


class SeatTaken(Event, frozen=True, tag="seat_taken"):
    seat: int
    player: str


class SeatLeft(Event, frozen=True, tag="seat_left"):
    seat: int
    player: str
    with_cents: int


class ChipsBought(Event, frozen=True, tag="chips_bought"):
    seat: int
    player: str
    cents: int
    signed: tuple[str, ...] | UnsetType = UNSET  # The person who asked, and those who signed.


class ChipsColoured(Event, frozen=True, tag="chips_coloured"):
    seat: int | None
    cents: int
    supervisor: str


class WagerPlaced(Event, frozen=True, tag="wager_placed"):
    seat: int
    wager: str
    amount: int
    before: int


class WagerWithdrawn(Event, frozen=True, tag="wager_withdrawn"):
    seat: int
    wager: str
    amount: int
    because: str = ""  # The refusal code, if that is why it was handed back.


class TokePlaced(Event, frozen=True, tag="toke_placed"):
    seat: int
    wager: str
    amount: int
    before: int


class TokeWithdrawn(Event, frozen=True, tag="toke_withdrawn"):
    seat: int
    wager: str
    amount: int
    because: str = ""


class TokeGiven(Event, frozen=True, tag="toke_given"):
    seat: int
    amount: int
    dealer: str
    above_cap_on: str | UnsetType = UNSET  # The spot on which it was more than the toke's limit.


class CouponPlaced(Event, frozen=True, tag="coupon_placed"):
    seat: int
    on: str
    face: int


class CouponWithdrawn(Event, frozen=True, tag="coupon_withdrawn"):
    seat: int
    on: str
    because: str


class FirstCardAwaited(Event, frozen=True, tag="first_card_awaited"):
    """ "No more bets" was announced, but this house locks bets only with the first card."""

    todo: tuple[Step, ...]


class BetsLocked(Event, frozen=True, tag="bets_locked"):
    positions: tuple[int, ...]
    todo: tuple[Step, ...]


class FeeCollected(Event, frozen=True, tag="fee_collected"):
    seat: int
    player: str
    cents: int


class OfMeter(Event, frozen=True, kw_only=True):
    """What happens to a meter."""

    of: str | UnsetType = UNSET  # Which meter, where the house has several.


class MeterFed(OfMeter, frozen=True, tag="meter_fed"):
    meter: int
    reserve: int
    overflow: int = 0  # What the meter's limit kept out of it.


class MeterRead(OfMeter, frozen=True, tag="meter_read"):
    """The amount of a meter that several tables share, and its reserve."""

    meter: int
    reserve: int
    overflow: int | None = None  # Unknown in the logs of the first tables that shared a meter.


class JackpotLocked(OfMeter, frozen=True, tag="jackpot_locked"):
    """The jackpot is the winner's from now on, whoever hits the meter next."""

    seat: int
    cents: int
    wager: str | UnsetType = UNSET  # Which of the seat's wagers, where several could hit a meter.
    carried: int | UnsetType = UNSET  # Smaller than any chip: stays on the meter.


class JackpotShared(OfMeter, frozen=True, tag="jackpot_shared"):
    """Another table hit the meter before this jackpot was paid: the share of this seat."""

    seat: int
    cents: int
    before: int
    wager: str | UnsetType = UNSET


class MeterReset(OfMeter, frozen=True, tag="meter_reset"):
    seed: int
    from_reserve: int
    from_overflow: int = 0


class LateLimitNoticed(Event, frozen=True, tag="late_limit_noticed"):
    seat: int
    wager: str
    placed: int
    actual: int  # The amount that counts from now on.
    noticed: int | UnsetType = UNSET  # What lay there, if some of it went back.
    play_before: int | UnsetType = UNSET  # Where the play that backs it was placed already,
    play: int | UnsetType = UNSET  # and what it is now.
