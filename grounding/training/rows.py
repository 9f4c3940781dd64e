"""One training example and the label codes of the whole training code."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

ENTAILMENT, NEUTRAL, CONTRADICTION = 0, 1, 2
# Neutral or contradiction, it is not known which: trained on P(entailment) alone.
NOT_ENTAILMENT = 3
LABELS = ("entailment", "neutral", "contradiction", "not_entailment")


@dataclass(frozen=True, slots=True)
class Row:
    """``premise`` is a window as the checker reads it; ``label`` an index into ``LABELS``.

    ``family`` names what the row teaches (``planted``, ``joint``…): the log shows the loss of each, and
    batches hold a share of all of them.
    """

    premise: str
    hypothesis: str
    label: int
    family: str


def write_rows(path: Path, rows: Iterable[Row]) -> None:
    """JSON lines with the label as a word, readable by ``sureground eval``."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8") as file:
        for row in rows:
            record = asdict(row) | {"label": LABELS[row.label]}
            file.write(json.dumps(record, ensure_ascii=False) + "\n")


def read_rows(path: Path) -> list[Row]:
    """The inverse of :func:`write_rows`."""
    with path.open(encoding="utf-8") as file:
        records = [json.loads(line) for line in file]
    return [Row(**(record | {"label": LABELS.index(record["label"])})) for record in records]
