"""What an attack did, and the table of all."""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import httpx

from tests.hostile.server import Server


@dataclass
class Outcome:
    """Counts of an attack by status ("200", "timeout", …), its worst time in seconds, the server's memory in MiB
    before and after, and a line for each thing that broke, with what breaks it again.
    """

    attack: str
    answers: Counter[str] = field(default_factory=Counter)
    worst: float = 0.0
    before: float = 0.0
    after: float = 0.0
    broken: list[str] = field(default_factory=list)

    def send(
        self, client: httpx.Client, what: str, method: str, address: str, **sent: object
    ) -> httpx.Response | None:
        """Send a request and count its answer; no answer in time and a status of 500 are breaks."""
        began = time.monotonic()
        try:
            answer = client.request(method, address, **sent)  # type: ignore[arg-type]
        except (httpx.HTTPError, httpx.InvalidURL, UnicodeError, ValueError) as error:
            self.count(type(error).__name__, time.monotonic() - began)
            if isinstance(error, httpx.TransportError) and not isinstance(error, httpx.UnsupportedProtocol):
                self.broken.append(f"{what}: {type(error).__name__}")
            return None
        self.count(str(answer.status_code), time.monotonic() - began)
        if answer.status_code == 500:
            self.broken.append(f"{what}: 500 {answer.text[:200]}")
        return answer

    def count(self, status: str, seconds: float) -> None:
        self.answers[status] += 1
        self.worst = max(self.worst, seconds)

    @contextmanager
    def against(self, server: Server) -> Iterator[None]:
        """Measure the memory before and after, and see that the server lives on."""
        self.before = server.memory()
        yield
        self.after = server.memory()
        if not server.healthy():
            self.broken.append("/healthz does not answer afterwards")


def table(outcomes: list[Outcome]) -> str:
    """The outcomes as a Markdown table, and below it what broke."""
    lines = ["| attack | tried | outcomes | worst | memory, MiB | broke |", "|---|---|---|---|---|---|"]
    for one in outcomes:
        answers = ", ".join(f"{status} × {count}" for status, count in sorted(one.answers.items()))
        lines.append(
            f"| {one.attack} | {one.answers.total()} | {answers} | {one.worst:.1f} s "
            f"| {one.before:.0f} → {one.after:.0f} | {len(one.broken)} |"
        )
    return "\n".join(lines + [f"{one.attack}: {line}" for one in outcomes for line in one.broken])
