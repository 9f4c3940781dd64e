"""When a request is sent again, and after how many seconds."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

BUSY = {429, 503}
"""Nothing was done: the same request may come again."""

BEHIND = {502, 504}
"""Something behind the server failed: only a request that changes nothing comes again."""


@dataclass(frozen=True)
class Retries:
    """How patient a client is: ``times`` further tries, no single wait over ``longest_wait`` seconds."""

    times: int = 4
    longest_wait: float = 60.0

    def wait(self, tries: int, status: int, headers: Mapping[str, str], *, repeatable: bool) -> float | None:
        """Seconds until the try after ``tries`` earlier ones; None: the answer stands.

        A Retry-After is kept to the second. One that is over ``longest_wait`` ends the trying, since to come earlier
        than asked would only add to the load.
        """
        if tries >= self.times or status not in (BUSY | BEHIND if repeatable else BUSY):
            return None
        asked = retry_after(headers.get("retry-after", ""))
        if asked is None:
            return self._backoff(tries)
        return asked if asked <= self.longest_wait else None

    def wait_after_break(self, tries: int, *, repeatable: bool) -> float | None:
        """The same after a connection that could not be made, or, for a ``repeatable`` request, that broke."""
        return self._backoff(tries) if repeatable and tries < self.times else None

    def _backoff(self, tries: int) -> float:
        # Half of it by chance, so that clients that failed together do not come back together.
        return min(0.5 * 2.0**tries, self.longest_wait) * random.uniform(0.5, 1)


def retry_after(header: str) -> float | None:
    """Seconds that a Retry-After header asks for, as a number or as a date; None where it says neither."""
    if header.strip().isdecimal():
        return float(header)
    try:
        date = parsedate_to_datetime(header)
    except (TypeError, ValueError):
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=UTC)
    return max(0.0, (date - datetime.now(UTC)).total_seconds())
