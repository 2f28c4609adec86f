"""One measurement of two things."""

import msgspec


class Ratio(msgspec.Struct):
    """How much faster ours is than what it stands beside, in the same run."""

    what: str
    against: str
    ours_seconds: float
    their_seconds: float
    ratio: float
    must: float
    aim: float
