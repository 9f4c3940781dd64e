"""Many clients at once, each asking, checking, writing, listing and deleting as fast as it is answered."""

import random
import threading
import time

import httpx

from tests.hostile.report import Outcome
from tests.hostile.server import STORE, Server

_CHECK = "/v1/projects/p/locations/l/groundingConfigs/default_grounding_config:check"
_BRANCH = f"/v1/{STORE}/branches/0"
_BUSY = {429, 503, 504}  # are answers, too, where they come with words


def attack(server: Server, clients: int, seconds: float, seed: int = 1) -> Outcome:
    """``clients`` for so many seconds, the same mix for each; the memory is that before and after."""
    outcome = Outcome(f"{clients} clients for {seconds:.0f} s")
    server.make_store()
    lock = threading.Lock()
    end = time.monotonic() + seconds

    def visit(number: int) -> None:
        chance = random.Random(f"{seed}/{number}")
        own = Outcome("one client")
        with server.client() as client:
            while time.monotonic() < end:
                _request(client, own, chance, number)
        with lock:
            outcome.answers.update(own.answers)
            outcome.worst = max(outcome.worst, own.worst)
            outcome.broken.extend(own.broken)

    with outcome.against(server):
        threads = [threading.Thread(target=visit, args=(number,)) for number in range(clients)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return outcome


def _request(client: httpx.Client, outcome: Outcome, chance: random.Random, number: int) -> None:
    document = f"{_BRANCH}/documents/c{number}-{chance.randrange(3)}"
    text = f"The lamp {chance.randrange(10_000)} burns whale oil. " * chance.randint(1, 20)
    match chance.choice(("check", "put", "put", "get", "list", "delete", "search")):
        case "check":
            body = {"answerCandidate": text[:300], "facts": [{"factText": text}]}
            sent = outcome.send(client, "check", "POST", _CHECK, json=body)
        case "put":
            body = {"structData": {"title": "A lamp", "text": text}}
            sent = outcome.send(client, "put", "PATCH", f"{document}?allowMissing=true", json=body)
        case "get":
            sent = outcome.send(client, "get", "GET", document)
        case "list":
            sent = outcome.send(client, "list", "GET", f"{_BRANCH}/documents")
        case "delete":
            sent = outcome.send(client, "delete", "DELETE", document)
        case _:
            body = {"query": "Which lamp burns?", "pageSize": 5}
            sent = outcome.send(
                client, "search", "POST", f"/v1/{STORE}/servingConfigs/default_search:search", json=body
            )
    if sent is not None and sent.status_code in _BUSY:
        time.sleep(0.2)
