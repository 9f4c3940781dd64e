"""Pages that are pictures, read by OCR in a process of its own, with a time limit per page and a memory cap."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ingest.processes.capped_process import Worker
from ingest.types import PageStatus

# Below this OCR has guessed more than read.
SURE = 0.8

# Of address space; the models take about half of it.
MEMORY = 4 << 30

# The process may die at so many pages, then the others are left as they are.
FAILURES = 3


def read_pictures(
    path: Path, password: str, pages: Sequence[int], *, seconds: float
) -> dict[int, dict[str, Any]]:
    """What OCR makes of pages of a PDF, by their numbers from 1: text, status and reason.

    ``seconds`` of processor time for each.
    """
    found: dict[int, dict[str, Any]] = {}
    left, deaths = list(pages), 0
    while left and deaths < FAILURES:
        request = {"path": str(path.resolve()), "password": password, "pages": left}
        with Worker("ingest.processes.ocr_worker", request, memory=MEMORY, seconds=seconds) as worker:
            while left:
                answer = worker.answer()
                number = left.pop(0)
                if isinstance(answer, str):
                    found[number] = _told(PageStatus.NEEDS_OCR, f"a picture; OCR {answer}")
                    deaths += 1
                    break
                found[number] = _judged(answer)
    for number in left:
        found[number] = _told(PageStatus.NEEDS_OCR, f"a picture; OCR given up, as it failed {deaths} times")
    return found


def _judged(answer: Mapping[str, Any]) -> dict[str, Any]:
    if not answer["text"]:
        return _told(PageStatus.EMPTY, "a picture, in which OCR finds no words")
    sure = f"{100 * answer['sure']:.0f} %"
    if answer["sure"] < SURE:
        return _told(PageStatus.SUSPECT, f"read by OCR, only {sure} sure", answer["text"])
    return _told(PageStatus.REPAIRED, f"read by OCR, {sure} sure", answer["text"])


def _told(status: PageStatus, reason: str, text: str = "") -> dict[str, Any]:
    return {"text": text, "status": status.value, "reason": reason}
