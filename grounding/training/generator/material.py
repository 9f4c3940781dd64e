"""What the families draw from: paragraphs, and real sentence pairs of both spoken and written English."""

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grounding.training.generator.corpus import Corpus
from grounding.training.rows import CONTRADICTION, ENTAILMENT, NEUTRAL, Row
from grounding.training.sources import running_text

# Sources of real paraphrases and how much each gives to the planted and joined pairs.
PAIR_SOURCES: Mapping[str, float] = {
    "mnli_gold": 3.0, "mnli_llmsknow_train": 2.5, "taxinli_rest": 0.5, "scitail": 1.5, "fever_nli": 3.0,
    "fever_symmetric": 0.5, "snli_esnli": 1.2, "cad_nli": 1.0, "rte": 1.5, "impli": 0.7,
    "equate_newsnli": 0.6,
    "equate_rte_quant": 0.1, "equate_redditnli": 0.2, "conjnli": 0.3, "breaking_nli": 0.3, "folio": 0.1,
    "propsegment": 0.2, "equate_awpnli": 0.2, "scone_nli": 0.1,
}  # fmt: skip
_SPOKEN = re.compile(r"\b(?:uh|um|yeah|uh-huh|i'm|i've|i don't|you know|huh|okay)\b")


@dataclass(frozen=True)
class Material:
    """``pairs`` by source; ``spoken`` are conversational premises with first-person claims."""

    corpus: Corpus
    pairs: Mapping[str, Sequence[Row]]
    joinable: Mapping[int, Sequence[Row]]
    spoken: Sequence[Row]
    stories: Sequence[str]

    @classmethod
    def build(cls, pairs: Mapping[str, list[Row]]) -> "Material":
        """From the real pairs by source (see :func:`grounding.training.sources.read_pairs`)."""
        short = {
            source: [r for r in pairs.get(source, ()) if 4 <= len(r.premise.split()) <= 80]
            for source in PAIR_SOURCES
        }
        short = {source: rows for source, rows in short.items() if rows}
        joinable: dict[int, list[Row]] = {ENTAILMENT: [], NEUTRAL: [], CONTRADICTION: []}
        spoken = []
        for rows in short.values():
            for row in rows:
                tidy = row.hypothesis[:1].isupper() and 4 <= len(row.hypothesis.split()) <= 14
                if row.label in joinable and tidy and len(row.premise.split()) <= 45:
                    joinable[row.label].append(row)
                if row.family.startswith(("mnli", "taxi")) and _SPOKEN.search(row.premise.lower()):
                    spoken.append(row)
        texts = running_text(pairs)
        return cls(Corpus.build(texts), short, joinable, spoken, texts.get("mctest_nli", []))

    def real_pair(self, rng: random.Random) -> Row:
        """A pair of a source drawn by ``PAIR_SOURCES``."""
        sources = list(self.pairs)
        source = rng.choices(sources, [PAIR_SOURCES[s] for s in sources])[0]
        return rng.choice(self.pairs[source])
