"""Whether time grows with the size of what is given and no faster."""

import time
from collections.abc import Callable

# Of four times a size: 4 where time grows with the size, 16 where it grows with its square.
_MOST_GROWTH = 10.0


def grows_with(work: Callable[[int], object], size: int, noise: float = 0.0) -> bool:
    """Whether four times ``size`` takes ``work`` less than ten times as long, or less than ``noise`` seconds.

    Each is tried up to eight times, for the machine may be busy.
    """
    first = last = float("inf")
    for _ in range(8):
        first = min(first, _seconds(work, size))
        last = min(last, _seconds(work, 4 * size))
        if last < max(noise, first * _MOST_GROWTH):
            return True
    return False


def _seconds(work: Callable[[int], object], size: int) -> float:
    began = time.perf_counter()
    work(size)
    return time.perf_counter() - began
