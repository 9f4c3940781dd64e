"""What each stage is fed: sentence pairs first, then documents with near misses; and what is held out."""

import random
import zlib
from collections.abc import Mapping
from dataclasses import replace

from grounding.training.generator import generate
from grounding.training.generator.material import Material
from grounding.training.generator.windows import relevant
from grounding.training.rows import Row
from grounding.training.sources import DOCUMENT_STAGE_LIMITS, SENTENCE_STAGE_LIMITS, sample

# Premises of at most this many words in the sentence stage.
SENTENCE_STAGE_WORDS = 110
# Longer real documents are cut to their most relevant runs of this many words.
DOCUMENT_WORDS = 150
# Rows made for the document stage, by family.
QUOTAS: Mapping[str, int] = {
    "planted": 24_000, "joint_pairs": 8_000, "joint_sentences": 4_500, "joint_entity": 4_500,
    "crossed": 4_500, "sentence": 12_000, "rounded": 2_000, "restated": 2_500, "valued": 3_500,
    "evidence_removed": 4_000, "attributes": 3_500, "scene": 9_000, "told": 5_000, "conversation": 5_000,
    "reply": 7_000, "figures": 14_000, "records": 8_000, "statement": 12_000,
}  # fmt: skip
# One premise in this many is held out, with all its pairs and with what is made from it.
HELD_OUT_EVERY = 30
HELD_OUT_ROWS = 1500

Pairs = Mapping[str, list[Row]]


def split(pairs: Pairs) -> tuple[dict[str, list[Row]], dict[str, list[Row]]]:
    """``(train, held out)``: disjoint premises, by a hash of the premise, so the same in every run."""
    train: dict[str, list[Row]] = {}
    held: dict[str, list[Row]] = {}
    for source, rows in pairs.items():
        for row in rows:
            out = zlib.crc32(row.premise.encode()) % HELD_OUT_EVERY == 0
            (held if out else train).setdefault(source, []).append(row)
    return train, held


def sentence_rows(pairs: Pairs, rng: random.Random) -> list[Row]:
    """Real pairs with short premises."""
    rows = sample(pairs, SENTENCE_STAGE_LIMITS, rng)
    return [row for row in rows if len(row.premise.split()) <= SENTENCE_STAGE_WORDS]


def document_rows(pairs: Pairs, rng: random.Random, *, scale: float = 1.0) -> list[Row]:
    """Real documents cut to windows, and the generator's families; ``scale`` shrinks all for a try."""
    limits = {source: int(limit * scale) for source, limit in DOCUMENT_STAGE_LIMITS.items()}
    quotas = {family: int(quota * scale) for family, quota in QUOTAS.items()}
    real = [_windowed(row) for row in sample(pairs, limits, rng)]
    return real + generate(Material.build(pairs), quotas, rng)


def held_out_rows(held: Pairs, rng: random.Random) -> tuple[list[Row], list[Row]]:
    """``(generated, real)`` rows for calibration, ``HELD_OUT_ROWS`` each, families and sources balanced."""
    share = HELD_OUT_ROWS // len(QUOTAS) + 1
    generated = generate(Material.build(held), dict.fromkeys(QUOTAS, share), rng)
    real = [_windowed(row) for row in sample(held, dict.fromkeys(held, HELD_OUT_ROWS // 25), rng)]
    rng.shuffle(generated)
    rng.shuffle(real)
    return generated[:HELD_OUT_ROWS], real[:HELD_OUT_ROWS]


def _windowed(row: Row) -> Row:
    return replace(row, premise=relevant(row.premise, row.hypothesis, DOCUMENT_WORDS))
