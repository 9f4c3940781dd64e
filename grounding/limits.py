"""The defaults and limits of a check, each once: settings, schemas and messages take them from here."""

SUPPORT_THRESHOLD = 0.6
"""Probability in [0, 1] from which a fact is cited as supporting a claim (design: decisions at 0.6 are measured)."""

CONTRADICTION_THRESHOLD = 0.8
"""Probability in [0, 1] from which a fact is cited as contradicting a claim: an accusation must be surer."""

ANSWER_TOKENS = 4096
"""Most tokens of one answer: words and sentence-ending marks, as :func:`grounding.check.count_answer_tokens` counts."""

FACTS = 200
"""Most facts of one check."""

FACT_CHARACTERS = 10_000
"""Most characters of one fact."""
