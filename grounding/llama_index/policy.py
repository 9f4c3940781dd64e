"""What becomes of an answer that its sources do not bear out."""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from grounding.types import Verdict

REFUSAL = "The sources do not support an answer to this."
FAILING = {Verdict.CONTRADICTED.value, Verdict.DISPUTED.value, Verdict.NOT_COVERED.value}
_EMPTY_LINE = re.compile(r"\s*+(?:[-*+•]|\d++[.)])?+\s*+")


class Policy(StrEnum):
    """ANNOTATE leaves the text, DROP takes unsupported sentences out, REFUSE gives the whole answer up."""

    ANNOTATE = "annotate"
    DROP = "drop"
    REFUSE = "refuse"

    def apply(self, verdicts: Mapping[str, Any], refusal: str = REFUSAL) -> str:
        """The text to show for an answer with these ``verdicts``; ``refusal`` where nothing of it stands."""
        answer: str = verdicts["answer"]
        failing = [claim for claim in verdicts["claims"] if claim["verdict"] in FAILING]
        if self is Policy.ANNOTATE or not failing:
            return answer
        supported = any(claim["verdict"] == Verdict.SUPPORTED.value for claim in verdicts["claims"])
        if self is Policy.REFUSE or not supported:
            return refusal
        return _without(answer, [(claim["start"], claim["end"]) for claim in failing])


def _without(text: str, spans: list[tuple[int, int]]) -> str:
    """``text`` without the characters of ``spans``, without the blanks and list marks they leave behind."""
    lines, start = [], 0
    for line in text.splitlines(keepends=True):
        end, kept, at = start + len(line), "", start
        touched = [
            (max(first, start), min(last, end)) for first, last in spans if first < end and last > start
        ]
        for first, last in touched:
            kept, at = kept + text[at:first], last
            while at < end and text[at] in " \t":
                at += 1
        kept += text[at:end]
        if touched:
            kept = kept.rstrip() + line[len(line.rstrip("\r\n")) :]
        if not (touched and _EMPTY_LINE.fullmatch(kept)):
            lines.append(kept)
        start = end
    return "".join(lines).rstrip()
