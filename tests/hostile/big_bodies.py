"""Bodies that are small to send and large to read."""

import threading
import time
from collections.abc import Iterator

from tests.hostile.report import Outcome
from tests.hostile.server import Server

_CHECK = "/v1/projects/p/locations/l/groundingConfigs/default_grounding_config:check"
# MiB that a body may cost the server, beside its own bytes in a few copies.
_MOST_MEMORY = 64.0
_COPIES = 12
MOST_WAIT = 10.0


def bodies(facts: int) -> Iterator[tuple[str, bytes]]:
    """A name and the bytes of each body; ``facts`` is how many empty ones fill a list."""
    filling = b"{}," * (facts - 1) + b"{}"
    yield "empty facts", b'{"answerCandidate": "The lamp burns.", "facts": [' + filling + b"]}"
    yield "nested lists", b'{"answerCandidate": ' + b"[" * facts + b"]" * facts + b"}"
    members = b",".join(b'"a%d":0' % number for number in range(facts // 4))
    yield "members", b'{"answerCandidate": "The lamp burns.", ' + members + b"}"
    yield "empty attributes", b'{"facts": [{"factText": "a", "attributes": {' + members + b"}}]}"


def attack(server: Server, facts: int, most_wait: float = MOST_WAIT) -> Outcome:
    """Each body, while ``/healthz`` is asked. Broken are answers that are not 400 or 413, a health that waits longer
    than so many seconds, and memory that grows by more than 64 MiB beside twelve times the body.
    """
    outcome = Outcome(f"bodies of {facts:,} members")
    with server.client() as client, outcome.against(server):
        for name, body in bodies(facts):
            ended = threading.Event()
            waits: list[float] = []
            most = [server.memory()]
            first = most[0]

            def ask(
                ended: threading.Event = ended, waits: list[float] = waits, most: list[float] = most
            ) -> None:
                while not ended.is_set():
                    began = time.monotonic()
                    server.healthy(120)
                    waits.append(time.monotonic() - began)
                    most.append(server.memory())
                    time.sleep(0.1)

            asker = threading.Thread(target=ask)
            asker.start()
            try:
                headers = {"content-type": "application/json"}
                answer = outcome.send(
                    client, name, "POST", _CHECK, content=body, headers=headers, timeout=300
                )
            finally:
                ended.set()
                asker.join()
            if answer is not None and answer.status_code not in (400, 413):
                outcome.broken.append(f"{name}: {answer.status_code} {answer.text[:120]}")
            if max(waits) > most_wait:
                outcome.broken.append(f"{name} of {len(body):,} bytes: /healthz waited {max(waits):.0f} s")
            if max(most) - first > _MOST_MEMORY + _COPIES * len(body) / 2**20:
                outcome.broken.append(
                    f"{name} of {len(body):,} bytes: {max(most) - first:.0f} MiB more memory"
                )
    return outcome
