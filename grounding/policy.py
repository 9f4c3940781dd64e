"""What becomes of an answer that its sources do not bear out."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from grounding.actions.types import ActionVerdict
from grounding.correction import FAILING as UNSUPPORTED
from grounding.correction import without
from grounding.types import Verdict

FAILING = UNSUPPORTED | {ActionVerdict.NO_SUCH_CALL}
"""The verdicts on sentences that an answer should not hold, claims of actions included."""
REFUSAL = "The sources do not support an answer to this."


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
        return without(answer, [(claim["start"], claim["end"]) for claim in failing])
