"""Figures of a network that a reader can compute in the head: each word a token, all logits low but those named."""

import re
from collections.abc import Mapping

import numpy as np

from grounding.judge.encoder import Stretch
from grounding.reader.figures import FIGURES


def stretch(
    text: str, raised: Mapping[str, Mapping[int, float]], whole: Mapping[int, float] | None = None
) -> Stretch:
    """A stretch over the whole of ``text``: ``raised`` says by word the logits that are not -10."""
    tokens = list(re.finditer(r"\w+|[^\w\s]", text))
    figures = np.full((len(tokens), FIGURES), -10, np.float32)
    for row, token in enumerate(tokens):
        for column, logit in raised.get(token.group(), {}).items():
            figures[row, column] = logit
    first = np.zeros(FIGURES, np.float32)
    for column, logit in (whole or {}).items():
        first[column] = logit
    return Stretch(first, figures, np.array([token.span() for token in tokens], np.int64).reshape(-1, 2))
