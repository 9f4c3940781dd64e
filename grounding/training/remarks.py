"""Train the classifier of :mod:`grounding.claims.remarks` from labelled sentences; a few seconds on a CPU.

``python -m grounding.training.remarks tests/data/check_required.jsonl`` reads rows with ``text``,
``check_required`` and ``held_out`` (those are left out), and writes ``grounding/claims/data/remarks.json``.
"""

import argparse
import json
import math
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import normalize

from grounding.claims.remarks import WEIGHTS, pieces

_INVERSE_REGULARISATION = 10.0
_FEWEST_SENTENCES = 2  # a piece seen in one sentence only teaches nothing


def train(texts: Sequence[str], remarks: Sequence[bool]) -> dict[str, object]:
    """The bias and, for each piece, its rarity and weight: the content of ``data/remarks.json``."""
    found = [pieces(text) for text in texts]
    seen = Counter(piece for own in found for piece in own)
    known = sorted(piece for piece, count in seen.items() if count >= _FEWEST_SENTENCES)
    column = {piece: number for number, piece in enumerate(known)}
    rarity = {piece: math.log((1 + len(texts)) / (1 + seen[piece])) + 1 for piece in known}
    cells = [(row, column[p], rarity[p]) for row, own in enumerate(found) for p in sorted(own) if p in column]
    rows, columns, values = zip(*cells, strict=True)
    features = normalize(csr_matrix((values, (rows, columns)), shape=(len(texts), len(known))))
    fit = LogisticRegression(C=_INVERSE_REGULARISATION, class_weight="balanced", max_iter=3000)
    fit.fit(features, np.array(remarks))
    weights = fit.coef_[0]
    return {
        "bias": round(float(fit.intercept_[0]), 4),
        "pieces": {p: [round(rarity[p], 2), round(float(weights[column[p]]), 3)] for p in known},
    }


def main() -> None:
    """Read the examples named on the command line, write the weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("examples", type=Path, help="JSON lines with text, check_required and held_out")
    rows = [json.loads(line) for line in parser.parse_args().examples.read_text("utf-8").splitlines()]
    used = [row for row in rows if not row["held_out"]]
    model = train([row["text"] for row in used], [not row["check_required"] for row in used])
    WEIGHTS.write_text(json.dumps(model, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
