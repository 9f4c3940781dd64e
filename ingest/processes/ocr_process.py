"""Pages that are pictures, read by OCR in a process of its own, with a time limit per page and a memory cap."""

from collections.abc import Sequence
from pathlib import Path

from ingest.processes.capped_process import Worker
from ingest.processes.messages import OcrText, PageText, Stopped
from ingest.types import PageStatus

# Below this OCR has guessed more than read.
SURE = 0.8

# Of address space; the models take about half of it.
MEMORY = 4 << 30

# The process may die at so many pages, then the others are left as they are.
FAILURES = 3


def read_pictures(path: Path, password: str, pages: Sequence[int], *, seconds: float) -> dict[int, PageText]:
    """What OCR makes of pages of a PDF, by their numbers from 1; ``seconds`` of processor time for each."""
    texts: dict[int, PageText] = {}
    left, deaths = list(pages), 0
    while left and deaths < FAILURES:
        request = {"path": str(path.resolve()), "password": password, "pages": left}
        with Worker("ingest.processes.ocr_worker", request, memory=MEMORY, seconds=seconds) as worker:
            while left:
                answer = worker.answer()
                number = left.pop(0)
                if isinstance(answer, Stopped):
                    texts[number] = _unread(number, f"a picture; OCR {answer.reason}")
                    deaths += 1
                    break
                assert isinstance(answer, OcrText)
                texts[number] = _judged(answer)
    for number in left:
        texts[number] = _unread(number, f"a picture; OCR given up, as it failed {deaths} times")
    return texts


def _judged(page: OcrText) -> PageText:
    if not page.text:
        reason = "a picture, in which OCR finds no words"
        return PageText(page.number, "", PageStatus.EMPTY, reason, picture=True)
    unsure = page.confidence < SURE
    return PageText(
        page.number,
        page.text,
        PageStatus.SUSPECT if unsure else PageStatus.REPAIRED,
        f"read by OCR, {'only ' * unsure}{100 * page.confidence:.0f} % sure",
        picture=True,
    )


def _unread(number: int, reason: str) -> PageText:
    return PageText(number, "", PageStatus.NEEDS_OCR, reason, picture=True)
