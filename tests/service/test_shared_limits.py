"""A service's processes count one person's requests together."""

import subprocess
import sys

import pytest

from queenhigh.service.errors import ServiceError
from queenhigh.service.rate_limit_buckets import SharedBuckets, new_file
from queenhigh.service.rate_limits import Rate, RateLimits, RateSettings

_TAKE = """
import sys
from queenhigh.service.rate_limits import Rate, RateLimits, RateSettings
from queenhigh.service.rate_limit_buckets import SharedBuckets
limits = RateLimits(RateSettings(login=Rate(4, 0.001)), buckets=SharedBuckets(sys.argv[1]))
for _ in range(3):
    limits.take("login", "10.0.0.1")
"""


def test_processes_share_the_limit_on_logins() -> None:
    file = new_file()
    limits = RateLimits(RateSettings(login=Rate(4, 0.001)), buckets=SharedBuckets(file))
    subprocess.run([sys.executable, "-c", _TAKE, file], check=True)
    limits.take("login", "10.0.0.1")
    with pytest.raises(ServiceError, match="Too many"):
        limits.take("login", "10.0.0.1")
    limits.take("login", "10.0.0.2")  # Somebody else's bucket is still full.


def test_more_people_than_slots_are_still_limited_one_by_one() -> None:
    limits = RateLimits(RateSettings(login=Rate(1, 0.001)), lambda: 5.0, SharedBuckets(slots=16))
    for each in range(500):
        limits.take("login", f"10.0.{each}.1")
        with pytest.raises(ServiceError):
            limits.take("login", f"10.0.{each}.1")
