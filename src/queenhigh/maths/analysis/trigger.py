"""A meter that must be hit by an amount, from the view of one bet.

The trigger is uniform between the seed and that amount. The chance that a bet met it is the chance
that it lay in what the bet added, given that it was not below.
"""

from fractions import Fraction

import msgspec

from ..exact_figure import Exact, exact


def chance_met(by_cents: int, fed_cents: int, meter_cents: int) -> Fraction:
    """The chance that a bet of this feed, which brought the meter here, met the trigger."""
    room = by_cents - meter_cents + fed_cents
    return min(Fraction(fed_cents, room), Fraction(1)) if room > 0 else Fraction(1)


class TriggerFigures(msgspec.Struct, frozen=True):
    must_hit_by_cents: int
    chance: Exact  # That this bet meets it at the current meter.
    player_return: Exact  # On the bet; a hand's hit in that round takes precedence.


class Trigger(msgspec.Struct, frozen=True):
    by_cents: int
    fed_cents: int  # By one bet.
    hit: Fraction  # Chance that a hand of this bet hits the meter.
    stake_cents: int

    def chance(self, meter_cents: int) -> Fraction:
        return chance_met(self.by_cents, self.fed_cents, meter_cents)

    def returned(self, meter_cents: int) -> Fraction:
        return self.chance(meter_cents) * (1 - self.hit) * meter_cents / self.stake_cents

    def figures(self, meter_cents: int) -> TriggerFigures:
        chance, returned = self.chance(meter_cents), self.returned(meter_cents)
        return TriggerFigures(self.by_cents, exact(chance), exact(returned))

    def break_even(self, missing: Fraction, return_per_cent: Fraction) -> Exact | msgspec.UnsetType:
        """The lowest meter in whole cents at which the bet is fair or better."""
        if self._at(self.by_cents, return_per_cent) < missing:
            return msgspec.UNSET
        low, high = -1, self.by_cents
        while high - low > 1:
            middle = (low + high) // 2
            fair = self._at(middle, return_per_cent) >= missing
            low, high = (low, middle) if fair else (middle, high)
        return exact(Fraction(high))

    def _at(self, meter_cents: int, return_per_cent: Fraction) -> Fraction:
        return meter_cents * return_per_cent + self.returned(meter_cents)
