"""Whether memory grows with the requests answered: the server's, sampled under the mix of the crowd."""

import sys
import threading
from statistics import mean

from tests.hostile import crowd
from tests.hostile.report import Outcome
from tests.hostile.server import Server

# Caches fill and allocators keep pages: what comes to rest may be so much more in the last third than in the second.
_SLACK = 24.0  # MiB
_STEP = 10.0  # seconds between two samples


def attack(server: Server, clients: int, seconds: float, seed: int = 1, step: float = _STEP) -> Outcome:
    """``clients`` for so many seconds; the samples in MiB are written to standard error.

    Broken is a mean of the last third that is over 24 MiB above that of the second third.
    """
    ended = threading.Event()
    samples: list[float] = []

    def sample() -> None:
        while not ended.wait(step):
            samples.append(server.memory())

    sampler = threading.Thread(target=sample)
    sampler.start()
    try:
        outcome = crowd.attack(server, clients, seconds, seed)
    finally:
        ended.set()
        sampler.join()
    outcome.attack = f"memory under {clients} clients for {seconds:.0f} s"
    sys.stderr.write("MiB: " + " ".join(f"{size:.0f}" for size in samples) + "\n")
    third = len(samples) // 3
    if third:
        second, last = mean(samples[third : 2 * third]), mean(samples[2 * third :])
        if last - second > _SLACK:
            outcome.broken.append(f"memory grew from {second:.0f} to {last:.0f} MiB and did not come to rest")
    return outcome
