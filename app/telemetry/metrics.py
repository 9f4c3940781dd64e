"""The metrics that ``/metrics`` shows, for Prometheus. Seconds are buckets; every name begins with ``sureground_``."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, Counter, Gauge, Histogram, generate_latest

from app.telemetry.traces import span

CONTENT_TYPE = CONTENT_TYPE_LATEST  # of :func:`exposition`
SECONDS = (0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120)

requests = Counter("sureground_requests", "Answered requests.", ["method", "route", "status"])
request_seconds = Histogram(
    "sureground_request_seconds",
    "From the head of a request to the end of its answer.",
    ["route"],
    buckets=SECONDS,
)
running = Gauge("sureground_requests_running", "Requests that are being answered.")
shed = Counter("sureground_requests_shed", "Requests that were refused to keep the others quick.", ["reason"])
work_seconds = Histogram(
    "sureground_work_seconds",
    "Of one piece of work: judge (the entailment model), search, ingest.",
    ["work"],
    buckets=SECONDS,
)
claims = Counter("sureground_claims", "Claims that were checked.", ["verdict"])
documents_taken_in = Counter("sureground_documents_taken_in", "Files that were taken in.", ["outcome"])
pages_taken_in = Counter("sureground_pages_taken_in", "Pages of the files that were taken in.")
loop_lag = Histogram(
    "sureground_event_loop_lag_seconds",
    "How much later than asked for the event loop came round.",
    buckets=(0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5),
)
uploads_running = Gauge("sureground_uploads_running", "Files that are being taken in.")
uploads_waiting = Gauge("sureground_uploads_waiting", "Files that wait for their turn.")
operations_running = Gauge("sureground_operations_running", "Long-running operations under way.")
stored_documents = Gauge("sureground_stored_documents", "Documents in the registry.")
stored_passages = Gauge("sureground_stored_passages", "Passages in the chunk store.")
free_bytes = Gauge("sureground_data_free_bytes", "Free space on the disk of the data folder.")


@contextmanager
def timed(work: str) -> Iterator[None]:
    """Measures a piece of work, and makes a span of it where traces are on."""
    began = time.perf_counter()
    try:
        with span(work):
            yield
    finally:
        work_seconds.labels(work).observe(time.perf_counter() - began)


def exposition() -> bytes:
    """All metrics in Prometheus's text format."""
    return generate_latest(REGISTRY)
