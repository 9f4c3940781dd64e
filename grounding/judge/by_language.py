"""Which judge reads a pair: the embedded English one, or the embedded one for the other languages that were measured.

The English model is the sharper one; a pair goes to the other where premise or claim is not English. That one is
loaded when the first such pair comes, so that a process that meets only English never pays for it.
"""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

import numpy as np

from grounding.compare.any_language import any_language_features, plain
from grounding.judge.cascade import Cascade
from grounding.judge.combiner import Calibration, Floats, Judge
from grounding.judge.embedded import MODEL_FOLDER, EmbeddedEntailment, PooledEntailment
from grounding.text.languages import ENGLISH

ACCURATE_FOLDER = Path(__file__).parents[1] / "models" / "english_accurate"
MULTILINGUAL_FOLDER = Path(__file__).parents[1] / "models" / "multilingual"
# Languages with a row in the table of MODEL_CARD.md.
MULTILINGUAL = frozenset("ar de es fr hi id it ja ko nl pl pt ru zh".split())


def english_judge(folder: Path = MODEL_FOLDER, *, threads: int = 0) -> Judge:
    """The English model of ``folder``. Raises :class:`grounding.errors.ModelUnavailable`."""
    model = EmbeddedEntailment.load(folder, threads=threads)
    return Judge(model, Calibration.load(folder), frozenset({ENGLISH}))


def _accurate_judge(small: Judge, threads: int) -> Judge:
    accurate = EmbeddedEntailment.load(ACCURATE_FOLDER, threads=threads)
    return replace(
        small, model=PooledEntailment(accurate, small.model), calibration=Calibration.load(ACCURATE_FOLDER)
    )


class PairJudge(Protocol):
    """What the checker asks of a judge."""

    @property
    def name(self) -> str:
        """What is shown as the model."""
        ...

    def reads(self, language: str) -> bool:
        """Whether verdicts in ``language`` (a code) were measured."""
        ...

    def judge(self, pairs: Sequence[tuple[str, str]], english: Sequence[bool]) -> Floats:
        """Probabilities ``(n_pairs, 2)``: that the premise supports, and that it contradicts, the claim.

        ``english`` tells of each pair whether both texts are English.
        """
        ...


@dataclass
class EmbeddedJudges:
    """The judges that ship with the package. Safe to share between threads."""

    english: PairJudge
    load_multilingual: Callable[[], Judge]
    _multilingual: Judge | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @classmethod
    def load(cls, *, fast: bool = False, threads: int = 0) -> "EmbeddedJudges":
        """Load the English models: the small one, and unless ``fast`` the accurate one, which reads what decides.

        Raises :class:`grounding.errors.ModelUnavailable`: a model that is missing is never left out.
        """
        small = english_judge(threads=threads)
        return cls(
            small if fast else Cascade(small, _accurate_judge(small, threads)),
            lambda: Judge(
                EmbeddedEntailment.load(MULTILINGUAL_FOLDER, threads=threads),
                Calibration.load(MULTILINGUAL_FOLDER),
                MULTILINGUAL | {ENGLISH},
                plain,
                any_language_features,
            ),
        )

    @property
    def name(self) -> str:
        """The English model's."""
        return self.english.name

    def reads(self, language: str) -> bool:
        """Whether ``language`` is English or one of :data:`MULTILINGUAL`."""
        return language == ENGLISH or language in MULTILINGUAL

    def judge(self, pairs: Sequence[tuple[str, str]], english: Sequence[bool]) -> Floats:
        """Probabilities ``(n_pairs, 2)``, each pair judged by the model for its languages.

        Raises :class:`grounding.errors.ModelUnavailable` where the multilingual model cannot be read.
        """
        own = np.array(english, bool)
        judged = np.zeros((len(pairs), 2))
        for is_english, chosen in ((True, own), (False, ~own)):
            if chosen.any():
                judge = self.english if is_english else self._other()
                own_pairs = [pairs[i] for i in np.flatnonzero(chosen).tolist()]
                judged[chosen] = judge.judge(own_pairs, [is_english] * len(own_pairs))
        return judged

    def _other(self) -> Judge:
        with self._lock:
            if self._multilingual is None:
                self._multilingual = self.load_multilingual()
            return self._multilingual
