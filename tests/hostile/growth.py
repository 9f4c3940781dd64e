"""Whether time grows with the size of what is given and no faster."""

import time
from collections.abc import Callable
from itertools import pairwise

# Of twice a size: 2 where time grows with the size, 4 where it grows with its square.
_MOST_GROWTH = 2.8
_TRIES = 8


def grows_with(work: Callable[[int], object], size: int, noise: float = 0.0) -> bool:
    """Whether doubling ``size`` twice makes ``work`` take less than 2.8 times as long at least once, or the last less
    than ``noise`` seconds.

    Once is enough, for memory is had in steps; each is tried up to eight times, for the machine may be busy.
    """
    times = [float("inf")] * 3
    for _ in range(_TRIES):
        times = [min(before, _seconds(work, size << step)) for step, before in enumerate(times)]
        if times[2] < noise or any(after < _MOST_GROWTH * before for before, after in pairwise(times)):
            return True
    return False


def _seconds(work: Callable[[int], object], size: int) -> float:
    began = time.perf_counter()
    work(size)
    return time.perf_counter() - began
